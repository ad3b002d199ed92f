//! Parts that are interesting with some texts and boring with others: each is narrowed by constraints, or left to the parts inside it. For
//! example, a string that fails with a quote in it gets the constraint `with "\""`.

use std::collections::HashSet;

use super::{Generalizer, PartOutcome};
use crate::Finding;
use crate::align::seen_parts;
use crate::constraint::Place;
use crate::evidence::{Case, Evidence, Origin};
use crate::filler::{Sample, met};
use crate::refine::{constrained, refine};
use crate::study::Study;
use crate::units::Unit;
use grammarc_core::tree::NodeId;
use grammarc_trial::trial::Stop;

/// At most one in so many samples may be boring for a part to be narrowed before the parts inside it are tried. If more
/// are, the cause is probably one of the parts.
const BORING_RATIO: usize = 4;
/// A part is narrowed as a whole if the parts inside it leave more than one in so many of its interesting samples
/// unexplained.
const UNEXPLAINED_RATIO: usize = 10;
/// Most times that a part is narrowed because it was boring together with others. After that, it is closed, so that the
/// generalization ends.
const MAX_NARROWINGS: usize = 4;

impl Generalizer<'_, '_> {
    /// Studies a part that is boring with some text. If it is interesting with most other texts, it is narrowed at once. If it is
    /// interesting with fewer, the parts inside it are tried first.
    pub(super) fn mixed(&mut self, unit: Unit, cases: Vec<Case>) -> Result<PartOutcome, Stop> {
        let mut bench = self.bench();
        let mut study = Study::new(&mut bench, vec![unit], cases);
        if !study.is_promising(&mut bench)? {
            return Ok(PartOutcome::Boring);
        }
        if study.boring() * BORING_RATIO > study.drawn().count() || self.is_one_part(&study) {
            return Ok(PartOutcome::Mixed(Box::new(study)));
        }
        Ok(if self.refine(&mut study)? { PartOutcome::General } else { PartOutcome::Boring })
    }

    /// Returns whether the only replaceable child of a part explains as much as the part: all interesting samples take the alternative of
    /// the input.
    fn is_one_part(&self, study: &Study) -> bool {
        let (tree, node) = (self.filler.tree(), study.units[0].nodes[0]);
        let parts = seen_parts(self.filler.grammar(), tree, node);
        let is_alike = |sample: &Sample| sample.tree.node(sample.nodes[0]).production == tree.node(node).production;
        parts.into_iter().filter(|&part| self.may_change(part)).count() == 1 && study.interesting().all(is_alike)
    }

    /// Narrows a part that is interesting with some texts, unless the parts inside it explain almost all of them.
    pub(super) fn weigh(&mut self, mut study: Study) -> Result<(), Stop> {
        let node = study.units[0].nodes[0];
        let unsaid = study.interesting().filter(|sample| !self.is_said(node, sample)).count();
        if unsaid * UNEXPLAINED_RATIO > study.interesting().count() {
            self.refine(&mut study)?;
        }
        Ok(())
    }

    /// Narrows a part, and returns whether that was possible.
    fn refine(&mut self, study: &mut Study) -> Result<bool, Stop> {
        let Some(refined) = refine(&mut self.bench(), study)? else { return Ok(false) };
        for unit in constrained(&study.units, &refined.constraints) {
            self.note_refined(&unit, &refined.evidence);
            self.keep(unit, study.cases.clone());
        }
        Ok(true)
    }

    /// Returns whether the general parts inside a node explain a sample: it differs from the input only there, and keeps their constraints.
    fn is_said(&self, node: NodeId, sample: &Sample) -> bool {
        let (grammar, tree) = (self.filler.grammar(), self.filler.tree());
        let inside: HashSet<NodeId> = tree.subtree(node).collect();
        let units = || self.units.iter().filter(|unit| unit.nodes.iter().all(|node| inside.contains(node)));
        let free = units().flat_map(|unit| unit.nodes.iter().copied()).collect();
        let Some(there) = met(grammar, self.filler.seen(), sample.seen(), &free) else { return false };
        units().all(|unit| {
            let place = there.get(&unit.nodes[0]).map(|&node| Place { grammar, seen: sample.seen(), node });
            place.is_some_and(|place| unit.constraints.iter().all(|constraint| constraint.holds_at(place)))
        })
    }

    /// Narrows parts that are boring together, and returns whether that was possible.
    pub(super) fn narrow(&mut self, guilty: &[usize], sample: &Sample) -> Result<bool, Stop> {
        let mut units: Vec<Unit> = guilty.iter().map(|&number| self.units[number].clone()).collect();
        let is_often = |unit: &Unit| self.narrowed.get(&unit.nodes[0]).is_some_and(|&times| times >= MAX_NARROWINGS);
        if !self.options.refine || units.iter().any(|unit| unit.variable.is_some() || is_often(unit)) {
            return Ok(false);
        }
        let texts: Vec<&[u8]> = guilty.iter().map(|&number| sample.fillings[number].as_slice()).collect();
        let Some(sample) = self.filler.spliced(&units, &texts) else { return Ok(false) };
        let mut cases = vec![Case { sample, is_interesting: false, origin: Origin::Drawn }];
        if let [unit] = units.as_mut_slice() {
            // Its constraints are learned anew, from all known cases.
            unit.constraints.clear();
            cases.extend(self.cases.get(&unit.nodes[0]).into_iter().flatten().cloned());
        }
        let mut bench = self.bench();
        let mut study = Study::new(&mut bench, units, cases);
        if !study.is_promising(&mut bench)? {
            return Ok(false);
        }
        let Some(refined) = refine(&mut bench, &mut study)? else { return Ok(false) };
        for (&number, unit) in guilty.iter().zip(constrained(&study.units, &refined.constraints)) {
            *self.narrowed.entry(unit.nodes[0]).or_default() += 1;
            self.note_refined(&unit, &refined.evidence);
            self.units[number] = unit;
        }
        if let [number] = guilty {
            self.cases.insert(self.units[*number].nodes[0], study.cases);
        }
        Ok(true)
    }

    fn note_refined(&mut self, unit: &Unit, evidence: &Evidence) {
        let (constraints, tries, is_exhaustive) = (unit.constraints.clone(), evidence.interesting, evidence.is_all);
        self.note(unit, Finding::Refined { constraints, tries, is_exhaustive });
    }
}
