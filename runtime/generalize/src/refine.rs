//! Narrowing a hole instead of closing it: constraints are learned from samples, and verified with others, until none of those is boring.
//! For example, the hole of `[<number>]` gets the constraint `≥ 3`, because `[2]` does not fail.
//!
//! A. Kampmann, N. Havrikov, E. Soremekun, A. Zeller, *When Does My Program Do This?*, ESEC/FSE 2020 (ALHAZEN): a hypothesis about features
//! of the input is refined with the samples that refute it.

use std::collections::HashSet;

use super::constraint::Constraint;
use super::evidence::{Case, Evidence, gather_from};
use super::source::{Plan, SampleOrder, Source};
use super::study::{Bench, Study};
use super::units::Unit;
use grammarc_trial::trial::Stop;

/// Least and most samples to learn from before the constraints are verified.
const LESSON_SAMPLES: (u32, u32) = (20, 60);
/// Samples judged between two attempts to learn constraints, so that a hopeless part is left before all of
/// [`LESSON_SAMPLES`] are judged.
const BATCH_SAMPLES: usize = 16;
/// Most times that constraints are learned anew because new samples refute them. Constraints that are refuted as often probably miss the
/// cause.
const MAX_ROUNDS: usize = 6;
/// At least one in so many samples must be interesting and keep the constraints. Otherwise the pattern is too narrow to
/// be of use.
const KEPT_RATIO: usize = 20;
/// Number of other texts that keep the constraints, needed for each part; one less if all texts of the part are tried.
/// With fewer, the hole would be a list of examples.
const MIN_KEPT_TEXTS: usize = 3;

/// Constraints under which some parts can be anything.
pub(super) struct Refinement {
    /// By part.
    pub(super) constraints: Vec<Vec<Constraint>>,
    /// Evidence of samples that the constraints were not learned from, unless there are no others.
    pub(super) evidence: Evidence,
}

/// Finds constraints under which some parts can be anything; none if no simple ones leave enough texts.
pub(super) fn refine(bench: &mut Bench<'_, '_, '_>, study: &mut Study) -> Result<Option<Refinement>, Stop> {
    let enough = bench.wanted.clamp(LESSON_SAMPLES.0, LESSON_SAMPLES.1) as usize;
    loop {
        let (interesting, drawn) = (study.interesting().count(), study.drawn().count());
        if interesting * KEPT_RATIO < drawn || study.learned(bench)?.is_none() {
            return Ok(None);
        }
        if drawn >= enough || !study.grow(bench, BATCH_SAMPLES.min(enough - drawn))? {
            break;
        }
    }
    let lesson: Vec<Case> = study.drawn().cloned().collect();
    for _ in 0..MAX_ROUNDS {
        let Some(found) = sharpened(bench, study)? else { break };
        let kept: Vec<&Case> = lesson.iter().filter(|case| is_kept(bench, case, &found)).collect();
        let others =
            (0..found.len()).map(|part| kept.iter().map(|case| &case.sample.fillings[part]).collect::<HashSet<_>>());
        let needed = if study.is_all() { MIN_KEPT_TEXTS - 1 } else { MIN_KEPT_TEXTS };
        if kept.len() * KEPT_RATIO < lesson.len() || others.map(|texts| texts.len()).min() < Some(needed) {
            break;
        }
        let evidence = verified(bench, study, &found)?;
        study.add(evidence.cases.clone());
        if evidence.is_general() {
            return Ok(Some(Refinement { constraints: found, evidence }));
        }
        let Some(sample) = evidence.counterexample else { break };
        study.reduce(bench, sample)?;
    }
    Ok(None)
}

/// Learns constraints, and bisects their bounds until these are exact.
fn sharpened(bench: &mut Bench<'_, '_, '_>, study: &mut Study) -> Result<Option<Vec<Vec<Constraint>>>, Stop> {
    for _ in 0..MAX_ROUNDS {
        let Some(found) = study.learned(bench)? else { return Ok(None) };
        if !study.sharpen(bench, &found)? {
            return Ok(Some(found));
        }
    }
    study.learned(bench)
}

/// Tries the parts under constraints, with samples that nothing was learned from, unless there are no others.
fn verified(bench: &mut Bench<'_, '_, '_>, study: &Study, found: &[Vec<Constraint>]) -> Result<Evidence, Stop> {
    let units = constrained(&study.units, found);
    let plan = Plan { few: bench.few, wanted: bench.wanted, first: SampleOrder::Drawn, seed: bench.random.bits() };
    let mut source = Source::new(bench.filler, &units, &plan);
    if !source.is_all {
        source.leave_out(study.tried());
    }
    gather_from((bench.filler, bench.trial), &mut source, bench.wanted)
}

/// Returns parts with constraints added to those that they have.
pub(super) fn constrained(units: &[Unit], found: &[Vec<Constraint>]) -> Vec<Unit> {
    let with = |(unit, more): (&Unit, &Vec<Constraint>)| {
        let mut unit = unit.clone();
        unit.constraints.extend(more.iter().cloned());
        unit.constraints.sort();
        unit.constraints.dedup();
        unit
    };
    units.iter().zip(found).map(with).collect()
}

/// Returns whether a sample keeps the constraints of all parts.
fn is_kept(bench: &Bench<'_, '_, '_>, case: &Case, found: &[Vec<Constraint>]) -> bool {
    let grammar = bench.filler.grammar();
    let holds = |(part, all): (usize, &Vec<Constraint>)| {
        all.iter().all(|constraint| constraint.holds_at(case.sample.place(grammar, part)))
    };
    found.iter().enumerate().all(holds)
}
