//! DDSET: which parts can be anything by themselves, and then all together.

mod narrow;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::align::seen_parts;
use super::evidence::{Case, Evidence, gather};
use super::filler::{Filler, Sample};
use super::naming::{is_kept, rule_of};
use super::source::{Plan, SampleOrder};
use super::study::{Bench, Study};
use super::texts::{TextLists, few};
use super::together::isolate;
use super::units::Unit;
use super::{Finding, Generalization, Hole, Options, Part, Pattern};
use grammarc_core::parse::ParseError;
use grammarc_core::tree::NodeId;
use grammarc_generate::choices::Random;
use grammarc_reduce::format::Format;
use grammarc_trial::trial::{Rate, Stop, Trial};

/// Most texts listed for a symbol, however many tries are asked for. Listing takes the square of it in time.
const MAX_LISTED_TEXTS: usize = 4_096;

/// Up to this many texts of a symbol are listed even if fewer tries are asked for, because varied samples show each of
/// them: the 95 printable characters, for example.
const MIN_LISTED_TEXTS: usize = 128;
/// Generalizes one input: tries its parts, then all of them together. For example, it finds `[<number>,2]` for `[1,2]`.
pub(super) struct Generalizer<'s, 't> {
    filler: Filler<'s>,
    trial: &'s mut Trial<'t>,
    options: &'s Options,
    few: TextLists,
    /// The parts that are general, as far as is known.
    units: Vec<Unit>,
    /// The number of the variable at each node.
    names: HashMap<NodeId, u32>,
    /// The variables that were tried, by number.
    seen: HashSet<u32>,
    /// Nodes that are not replaced as a whole, because something in them must stay.
    closed: HashSet<NodeId>,
    parts: Vec<Part>,
    /// Evidence of the last time that all parts were filled at once.
    verified: Option<Evidence>,
    /// Number of rounds of tries. Each round draws from another seed.
    rounds: u64,
    /// The judged samples of each general part, by its first node.
    cases: HashMap<NodeId, Vec<Case>>,
    /// How often each part was narrowed because it was boring together with others, by its first node.
    narrowed: HashMap<NodeId, usize>,
}

/// A step of the walk over the tree.
enum Step {
    /// Try a node.
    Look(NodeId),
    /// The parts inside a part were tried. If they do not explain its interesting samples, it is narrowed as a whole.
    Weigh(Box<Study>),
}

/// Outcome of the tries of a part.
enum PartOutcome {
    General,
    Boring,
    /// It is interesting with some texts, and boring with others.
    Mixed(Box<Study>),
}

impl<'s, 't> Generalizer<'s, 't> {
    pub(super) fn new(
        language: &'s Format,
        input: &[u8],
        trial: &'s mut Trial<'t>,
        options: &'s Options,
    ) -> Result<Self, ParseError> {
        let filler = Filler::new(language, input)?;
        let closed = closed(&filler);
        let names = (0..)
            .zip(&filler.variables)
            .flat_map(|(number, variable)| variable.nodes.iter().map(move |&node| (node, number)));
        let names = names.collect();
        // One more than is tried, because the input has one of them.
        let few = few(&language.grammar, (options.tries as usize).clamp(MIN_LISTED_TEXTS, MAX_LISTED_TEXTS) + 1);
        let (units, seen, parts, verified, rounds) = (Vec::new(), HashSet::new(), Vec::new(), None, 0);
        let (cases, narrowed) = (HashMap::new(), HashMap::new());
        Ok(Self { filler, trial, options, few, units, names, seen, closed, parts, verified, rounds, cases, narrowed })
    }

    /// Finds the parts that are general by themselves, then narrows or closes those that are boring together.
    pub(super) fn run(&mut self) -> Result<(), Stop> {
        self.alone(vec![self.filler.tree().root()])?;
        while !self.units.is_empty() {
            let units = self.units.clone();
            let evidence = self.gather(&units, SampleOrder::Drawn)?;
            let counterexample = evidence.counterexample.clone();
            self.verified = Some(evidence);
            let Some(sample) = counterexample else { break };
            let guilty = isolate((&self.filler, &mut *self.trial), &units, &sample)?;
            self.verified = None;
            if self.narrow(&guilty, &sample)? {
                continue;
            }
            let chosen = self.least(&guilty);
            let finding = self.blamed(&guilty, chosen, &sample.fillings);
            self.note(&units[chosen], finding);
            let unit = self.units.remove(chosen);
            if unit.variable.is_none() {
                self.alone(seen_parts(self.filler.grammar(), self.filler.tree(), unit.nodes[0]))?;
            }
        }
        Ok(())
    }

    /// Returns the result.
    pub(super) fn into_result(self, stop: Option<Stop>) -> Generalization {
        let mut holes: Vec<Hole> = Vec::new();
        for Unit { nodes, name, variable, constraints } in &self.units {
            // Where a part was closed again, the names in it are places of their variables again.
            let nodes = variable.map_or_else(|| nodes.clone(), |number| self.variable(number).nodes);
            let symbol = |node| self.filler.tree().wanted(self.filler.grammar(), node);
            let hole = |&node| {
                let (symbol, name) = (symbol(node), name.clone());
                Hole { node, symbol, name, variable: *variable, constraints: constraints.clone() }
            };
            holes.extend(nodes.iter().map(hole));
        }
        let tree = self.filler.tree().clone();
        holes.sort_by_cached_key(|hole| tree.index_of(hole.node));
        let evidence = self.verified;
        let is_verified = stop.is_none() && evidence.as_ref().is_some_and(Evidence::is_general);
        let rate = evidence.as_ref().map(|evidence| {
            let yes = evidence.interesting;
            Rate { yes, runs: yes + u32::from(evidence.counterexample.is_some()) }
        });
        Generalization {
            pattern: Pattern { text: self.filler.text().to_vec(), tree, holes },
            is_verified,
            rate: rate.filter(|rate| rate.runs > 0),
            is_exhaustive: is_verified && evidence.as_ref().is_some_and(|evidence| evidence.is_all),
            unresolved: evidence.map_or(0, |evidence| evidence.unresolved),
            parts: self.parts,
            counters: self.trial.counters(),
            stop,
        }
    }

    /// Tries some nodes and, where they matter, the nodes inside them, in preorder.
    fn alone(&mut self, nodes: Vec<NodeId>) -> Result<(), Stop> {
        let mut open: Vec<Step> = nodes.into_iter().rev().map(Step::Look).collect();
        while let Some(step) = open.pop() {
            let node = match step {
                Step::Weigh(study) => {
                    self.weigh(*study)?;
                    continue;
                }
                Step::Look(node) => node,
            };
            if !self.may_change(node) {
                continue;
            }
            let unit = match self.names.get(&node).copied() {
                Some(variable) if !self.seen.insert(variable) => continue,
                Some(variable) => Some(self.variable(variable)),
                None => self.rule(node),
            };
            let is_variable = unit.as_ref().is_some_and(|unit| unit.variable.is_some());
            match unit.map_or(Ok(PartOutcome::Boring), |unit| self.shown(unit))? {
                PartOutcome::General => continue,
                PartOutcome::Boring => {}
                PartOutcome::Mixed(study) => open.push(Step::Weigh(study)),
            }
            if !is_variable {
                let parts = seen_parts(self.filler.grammar(), self.filler.tree(), node);
                open.extend(parts.into_iter().rev().map(Step::Look));
            }
        }
        Ok(())
    }

    /// Tries a part by itself, and keeps it if it is general.
    fn shown(&mut self, unit: Unit) -> Result<PartOutcome, Stop> {
        let first = if self.options.refine { SampleOrder::Varied } else { SampleOrder::Shortest };
        let evidence = self.gather(std::slice::from_ref(&unit), first)?;
        let is_general = evidence.is_general();
        self.note(&unit, finding(&evidence));
        if is_general {
            self.keep(unit, evidence.cases);
            return Ok(PartOutcome::General);
        }
        let is_mixed = evidence.counterexample.is_some() && self.options.refine && unit.variable.is_none();
        if is_mixed { self.mixed(unit, evidence.cases) } else { Ok(PartOutcome::Boring) }
    }

    /// Keeps a general part. It replaces the parts inside it.
    fn keep(&mut self, unit: Unit, cases: Vec<Case>) {
        if unit.variable.is_none() {
            self.swallow(unit.nodes[0]);
        }
        self.cases.insert(unit.nodes[0], cases);
        self.units.push(unit);
    }

    fn bench(&mut self) -> Bench<'_, 's, 't> {
        let random = Random::new(self.seed());
        let wanted = self.options.tries.max(1);
        Bench { filler: &mut self.filler, trial: self.trial, few: &self.few, wanted, random }
    }

    /// Drops the parts and places of variables inside a general node.
    fn swallow(&mut self, node: NodeId) {
        let inside: HashSet<NodeId> = self.filler.tree().subtree(node).collect();
        self.units.iter_mut().for_each(|unit| unit.nodes.retain(|node| !inside.contains(node)));
        self.units.retain(|unit| !unit.nodes.is_empty());
    }

    fn gather(&mut self, units: &[Unit], first: SampleOrder) -> Result<Evidence, Stop> {
        let seed = self.seed();
        let plan = Plan { few: &self.few, wanted: self.options.tries.max(1), first, seed };
        gather((&mut self.filler, self.trial), units, &plan)
    }

    /// Returns a new seed for each round.
    fn seed(&mut self) -> u64 {
        self.rounds += 1;
        Random::new(self.options.seed ^ Random::new(self.rounds).bits()).bits()
    }

    /// Returns whether a node, or a node inside it, may be replaced: it has other texts, is not computed, and is not marked with `@keep`.
    fn may_change(&self, node: NodeId) -> bool {
        let (grammar, tree) = (self.filler.grammar(), self.filler.tree());
        let has_others = self.few[tree.wanted(grammar, node).0 as usize].as_ref().is_none_or(|texts| texts.len() > 1);
        has_others && !super::naming::follows(grammar, tree, node) && !is_kept(grammar, tree, node)
    }

    /// Returns the node as a replaceable part, if it is a text of a named rule or token and nothing in it must stay.
    fn rule(&self, node: NodeId) -> Option<Unit> {
        let name = rule_of(self.filler.grammar(), self.filler.tree(), node)?;
        (!self.closed.contains(&node)).then(|| Unit {
            nodes: vec![node],
            name,
            variable: None,
            constraints: Vec::new(),
        })
    }

    /// Returns a variable as a replaceable part, with all its places outside of other parts.
    fn variable(&self, number: u32) -> Unit {
        let variable = &self.filler.variables[number as usize];
        let tree = self.filler.tree();
        let rules = self.units.iter().filter(|unit| unit.variable.is_none());
        let covered: HashSet<NodeId> = rules.flat_map(|unit| tree.subtree(unit.nodes[0])).collect();
        let is_free = |node: &NodeId| !covered.contains(node);
        let nodes = variable.nodes.iter().copied().filter(is_free).collect();
        Unit { nodes, name: variable.name.clone(), variable: Some(number), constraints: Vec::new() }
    }

    /// Returns the part with the shortest text in the input, the last one of equals. Closing that part keeps most of the input general.
    fn least(&self, guilty: &[usize]) -> usize {
        let size = |&number: &usize| (self.filler.text_of(self.units[number].nodes[0]).len(), usize::MAX - number);
        guilty.iter().copied().min_by_key(size).unwrap_or_default()
    }

    /// Returns the finding for a part that is general by itself, but boring together with others.
    fn blamed(&self, guilty: &[usize], chosen: usize, fillings: &[Vec<u8>]) -> Finding {
        let filling = fillings[chosen].clone();
        let others = guilty.iter().filter(|&&other| other != chosen);
        let others: Vec<_> =
            others.map(|&other| (self.units[other].name.to_string(), fillings[other].clone())).collect();
        if others.is_empty() { Finding::Matters { filling } } else { Finding::MattersTogether { filling, others } }
    }

    fn note(&mut self, unit: &Unit, finding: Finding) {
        let node = unit.nodes[0];
        let text = self.filler.text_of(node).to_vec();
        self.parts.push(Part { node, name: unit.name.to_string(), text, finding });
    }
}

/// Returns the finding that the tries of one part give.
fn finding(evidence: &Evidence) -> Finding {
    let filling = |sample: &Sample| sample.fillings.first().cloned().unwrap_or_default();
    match &evidence.counterexample {
        Some(sample) => Finding::Matters { filling: filling(sample) },
        None if evidence.is_general() => {
            Finding::General { tries: evidence.interesting, is_exhaustive: evidence.is_all }
        }
        None => Finding::Undecided {
            interesting: evidence.interesting,
            wanted: evidence.wanted,
            unresolved: evidence.lost.as_ref().map(|sample| (evidence.unresolved, filling(sample))),
        },
    }
}

/// Returns the nodes that are marked with `@keep` or have such nodes in them, and the nodes around a definition of a name without all its
/// uses. A name is abstracted in all its places, or in none.
fn closed(filler: &Filler<'_>) -> HashSet<NodeId> {
    let tree = filler.tree();
    let place = |node: &NodeId| tree.index_of(*node).unwrap_or_default();
    let mut defined: HashMap<NodeId, Range<usize>> = HashMap::new();
    for variable in &filler.variables {
        let last = variable.nodes.iter().map(place).max().unwrap_or_default();
        let first = variable.nodes.iter().map(place).min().unwrap_or_default();
        defined.extend(variable.definitions.iter().map(|&node| (node, first..last + 1)));
    }
    let mut closed = HashSet::new();
    let mut open: Vec<(Range<usize>, NodeId)> = Vec::new();
    for index in 0..tree.len() {
        let node = tree.id_at(index);
        while open.pop_if(|(span, _)| span.end <= index).is_some() {}
        open.push((index..index + tree.size(node), node));
        if is_kept(filler.grammar(), tree, node) {
            closed.extend(open.iter().map(|(_, node)| *node));
        } else if let Some(used) = defined.get(&node) {
            let is_part = |span: &Range<usize>| span.start > used.start || span.end < used.end;
            closed.extend(open.iter().filter(|(span, _)| is_part(span)).map(|(_, node)| *node));
        }
    }
    closed
}
