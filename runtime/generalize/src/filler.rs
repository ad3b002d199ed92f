//! Other texts for some parts of an input, with all that depends on them: names guide what is drawn, fields are computed again, and
//! what breaks the grammar's hooks is no text.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::align::{Seen, aligned, seen_parts};
use super::constraint::Place;
use super::units::{Unit, Variable, variables};
use grammarc_core::grammar::Grammar;
use grammarc_core::meaning::{Identity, Violation, fields};
use grammarc_core::parse::{Outcome, ParseError, fill};
use grammarc_core::tree::{NodeId, Patch, Tree, name_span, patched};
use grammarc_generate::choices::{Random, Step, Trace};
use grammarc_reduce::format::Format;

/// From this nesting inside of a hole on, only what ends soonest is drawn.
const DEPTH: usize = 16;
/// How often a text is gone over whose fields are computed from one another.
const ROUNDS: usize = 64;

/// See [`Format::drawer`].
type Draw<'a> = dyn FnMut(&[Step], u64) -> Option<Vec<u8>> + 'a;

/// The input with other texts in some of its parts.
#[derive(Debug, Clone)]
pub(super) struct Sample {
    pub(super) text: Vec<u8>,
    pub(super) tree: Rc<Tree>,
    /// What stands in each part; of a variable in its first place.
    pub(super) nodes: Vec<NodeId>,
    /// What came into each part.
    pub(super) fillings: Vec<Vec<u8>>,
    /// The same without what is skipped. Two samples with the same are one.
    pub(super) essence: Vec<Vec<u8>>,
}

impl Sample {
    /// Returns what stands in a part.
    pub(super) fn place<'s>(&'s self, grammar: &'s Grammar, part: usize) -> Place<'s> {
        Place { grammar, seen: self.seen(), node: self.nodes[part] }
    }

    pub(super) fn seen(&self) -> Seen<'_> {
        Seen { text: &self.text, tree: &self.tree }
    }
}

/// A text, its tree and the choices that make it.
struct Base {
    text: Vec<u8>,
    tree: Tree,
    /// None if the tree is not one that parsing gives.
    trace: Option<Trace>,
}

impl Base {
    fn new(language: &Format, text: Vec<u8>, tree: Tree) -> Self {
        Self { trace: language.trace(&text, &tree), text, tree }
    }

    fn seen(&self) -> Seen<'_> {
        Seen { text: &self.text, tree: &self.tree }
    }
}

/// Another name for a variable.
struct Renaming {
    from: Vec<u8>,
    to: Vec<u8>,
}

/// Makes samples.
pub(super) struct Filler<'a> {
    pub(super) language: &'a Format,
    pub(super) variables: Vec<Variable>,
    /// Writes the text of steps, some of which are drawn, from a seed.
    draw: Box<Draw<'a>>,
    input: Rc<Base>,
    /// What is wrong with the input; no more may be wrong with a sample.
    violations: Vec<Identity>,
    /// Fields of the input that are not what they must be. They stay as they are: the lie may be the bug.
    lying: HashSet<NodeId>,
}

impl<'a> Filler<'a> {
    /// Looks at an input.
    ///
    /// # Errors
    /// If it is not in the language, whatever its fields say.
    pub(super) fn new(language: &'a Format, input: &[u8]) -> Result<Self, ParseError> {
        let (tree, violations) = match language.parsing().judge(input) {
            Outcome::Valid(tree) => (tree, Vec::new()),
            Outcome::Invalid(tree, violations) => (tree, violations),
            Outcome::NoParse(error) => return Err(error),
        };
        let lying =
            if violations.is_empty() { HashSet::new() } else { fields::lying(language.meaning(), input, &tree) };
        Ok(Self {
            language,
            variables: variables(&language.grammar, input, &tree),
            draw: Box::new(language.drawer(DEPTH)),
            input: Rc::new(Base::new(language, input.to_vec(), tree)),
            violations: violations.iter().map(Violation::identity).collect(),
            lying,
        })
    }

    /// Sets from which nesting inside of a hole on only what ends soonest is drawn.
    pub(super) fn nesting(mut self, max_depth: usize) -> Self {
        self.draw = Box::new(self.language.drawer(max_depth));
        self
    }

    pub(super) fn grammar(&self) -> &'a Grammar {
        &self.language.grammar
    }

    /// Returns the input.
    pub(super) fn text(&self) -> &[u8] {
        &self.input.text
    }

    /// Returns the input with its tree.
    pub(super) fn seen(&self) -> Seen<'_> {
        self.input.seen()
    }

    /// Returns the tree of the input.
    pub(super) fn tree(&self) -> &Tree {
        &self.input.tree
    }

    /// Returns the text of a node, without what is skipped after it.
    pub(super) fn text_of(&self, node: NodeId) -> &[u8] {
        &self.text()[name_span(self.grammar(), self.tree(), node)]
    }

    /// Returns what the input itself has in some parts, as [`Sample::essence`] has it.
    pub(super) fn original(&self, units: &[Unit]) -> Vec<Vec<u8>> {
        units.iter().map(|unit| essence(self.grammar(), self.input.seen(), unit.nodes[0])).collect()
    }

    /// Draws other texts for some parts; none if what was drawn breaks the grammar's hooks or a constraint, or is read in another way.
    pub(super) fn drawn(&mut self, units: &[Unit], seed: u64) -> Option<Sample> {
        let mut random = Random::new(seed);
        let mut base = self.input.clone();
        let mut renamings: Vec<Renaming> = Vec::new();
        for unit in units {
            let Some(variable) = unit.variable else { continue };
            let name = self.drawn_name(&base, unit, random.bits())?;
            renamings.push(self.renaming(variable, &name, &renamings)?);
            base = self.renamed(&base, variable, &renamings)?;
        }
        let drawn: Vec<NodeId> =
            units.iter().filter(|unit| unit.variable.is_none()).map(|unit| unit.nodes[0]).collect();
        let text = match drawn.as_slice() {
            [] => base.text.clone(),
            nodes => self.redrawn(&base, &self.places_in(&base, nodes)?, random.bits())?,
        };
        self.sample(text, units, &renamings)
    }

    /// Puts given texts into some parts; none if that breaks the grammar's hooks or a constraint, or is read in another way.
    pub(super) fn spliced(&self, units: &[Unit], texts: &[&[u8]]) -> Option<Sample> {
        let mut renamings: Vec<Renaming> = Vec::new();
        let mut places: Vec<(NodeId, &[u8])> = Vec::new();
        for (unit, &text) in units.iter().zip(texts) {
            let Some(variable) = unit.variable else {
                places.push((unit.nodes[0], text));
                continue;
            };
            if text != self.text_of(unit.nodes[0]) {
                renamings.push(self.renaming(variable, text, &renamings)?);
                places.extend(self.variables[variable as usize].nodes.iter().map(|&node| (node, text)));
            }
        }
        // What is in another part goes with that.
        places.sort_by_cached_key(|&(node, _)| self.tree().index_of(node));
        let (mut patches, mut end): (Vec<Patch>, usize) = (Vec::new(), 0);
        for (node, text) in places {
            let index = self.tree().index_of(node)?;
            if index >= end {
                end = index + self.tree().size(node);
                let range = name_span(self.grammar(), self.tree(), node);
                patches.push(Patch { node, range, text: text.to_vec() });
            }
        }
        self.sample(patched(self.text(), &patches), units, &renamings)
    }

    /// Replays a text but for what some of its nodes make.
    fn redrawn(&mut self, base: &Base, nodes: &[NodeId], seed: u64) -> Option<Vec<u8>> {
        let steps = with_holes(self.grammar(), base, nodes)?;
        (self.draw)(&steps, seed)
    }

    /// Draws another name for a variable, where it stands first.
    fn drawn_name(&mut self, base: &Base, unit: &Unit, seed: u64) -> Option<Vec<u8>> {
        let first = self.places_in(base, &unit.nodes[..1])?;
        let text = self.redrawn(base, &first, seed)?;
        let tree = self.language.parsing().tree(&text).or_else(|| freely(self.language, &text))?;
        let there =
            met(self.grammar(), base.seen(), Seen { text: &text, tree: &tree }, &first.iter().copied().collect())?;
        Some(text[name_span(self.grammar(), &tree, *there.get(&first[0])?)].to_vec())
    }

    /// Returns how a variable is renamed; none if the name is taken.
    fn renaming(&self, variable: u32, name: &[u8], others: &[Renaming]) -> Option<Renaming> {
        let found = &self.variables[variable as usize];
        let is_same = |other: &[u8]| if found.fold { other.eq_ignore_ascii_case(name) } else { other == name };
        let is_taken = found.taken.iter().any(|taken| is_same(taken)) || others.iter().any(|other| is_same(&other.to));
        let from = self.text_of(found.nodes[0]).to_vec();
        (!is_taken).then(|| Renaming { from, to: name.to_vec() })
    }

    /// Gives a variable the last of some names wherever it stands.
    fn renamed(&self, base: &Base, variable: u32, renamings: &[Renaming]) -> Option<Rc<Base>> {
        let patch = |node: NodeId| {
            let range = name_span(self.grammar(), &base.tree, node);
            Patch { node, range, text: renamings.last().map_or_else(Vec::new, |renaming| renaming.to.clone()) }
        };
        let nodes = self.places_in(base, &self.variables[variable as usize].nodes)?;
        let patches: Vec<Patch> = nodes.into_iter().map(patch).collect();
        let (text, tree) = self.mended(patched(&base.text, &patches), &self.names(), renamings)?;
        Some(Rc::new(Base::new(self.language, text, tree)))
    }

    /// Returns where names stand in the input that are variables.
    fn names(&self) -> HashSet<NodeId> {
        self.variables.iter().flat_map(|variable| variable.nodes.iter().copied()).collect()
    }

    /// Returns what stands in some places of the input in the tree of another text, in which only names are different.
    fn places_in(&self, base: &Base, nodes: &[NodeId]) -> Option<Vec<NodeId>> {
        let there = met(self.grammar(), self.input.seen(), base.seen(), &self.names())?;
        nodes.iter().map(|node| there.get(node).copied()).collect()
    }

    fn sample(&self, text: Vec<u8>, units: &[Unit], renamings: &[Renaming]) -> Option<Sample> {
        let nodes = units.iter().flat_map(|unit| match unit.variable {
            Some(variable) => &self.variables[variable as usize].nodes,
            None => &unit.nodes,
        });
        let free = nodes.copied().collect();
        let (text, tree) = self.mended(text, &free, renamings)?;
        let seen = Seen { text: &text, tree: &tree };
        let there = met(self.grammar(), self.input.seen(), seen, &free)?;
        let nodes: Vec<NodeId> = units.iter().map(|unit| there.get(&unit.nodes[0]).copied()).collect::<Option<_>>()?;
        let holds = |(unit, &node): (&Unit, &NodeId)| {
            unit.constraints.iter().all(|constraint| constraint.holds(self.grammar(), &text, &tree, node))
        };
        if !units.iter().zip(&nodes).all(holds) {
            return None;
        }
        let fillings = nodes.iter().map(|&node| text[name_span(self.grammar(), &tree, node)].to_vec()).collect();
        let essence = nodes.iter().map(|&node| essence(self.grammar(), seen, node)).collect();
        Some(Sample { tree: Rc::new(tree), nodes, fillings, essence, text })
    }

    /// Computes the fields of a text that did not lie in the input, and returns it with its tree; none if more is wrong with it than with
    /// the input once names are renamed there.
    fn mended(&self, text: Vec<u8>, free: &HashSet<NodeId>, renamings: &[Renaming]) -> Option<(Vec<u8>, Tree)> {
        let text = if self.lying.is_empty() { fill(self.language, text) } else { self.corrected(text, free)? };
        match self.language.parsing().judge(&text) {
            Outcome::Valid(tree) => Some((text, tree)),
            Outcome::Invalid(tree, violations) => self.admits(&violations, renamings).then_some((text, tree)),
            Outcome::NoParse(_) => None,
        }
    }

    /// Returns whether what is wrong with a text is wrong with the input, once names are renamed there.
    fn admits(&self, violations: &[Violation], renamings: &[Renaming]) -> bool {
        let mut left = self.violations.clone();
        for identity in &mut left {
            let (Identity::Undefined(_, text)
            | Identity::Taken(_, text)
            | Identity::NotOffered(_, text)
            | Identity::Rejected(_, text)) = identity
            else {
                continue;
            };
            if let Some(renaming) = renamings.iter().find(|renaming| renaming.from == *text) {
                text.clone_from(&renaming.to);
            }
        }
        violations.iter().all(|violation| {
            let place = left.iter().position(|identity| *identity == violation.identity());
            place.map(|place| left.swap_remove(place)).is_some()
        })
    }

    fn corrected(&self, mut text: Vec<u8>, free: &HashSet<NodeId>) -> Option<Vec<u8>> {
        for _ in 0..ROUNDS {
            let tree = freely(self.language, &text).or_else(|| self.language.parsing().tree(&text))?;
            let there = met(self.grammar(), self.input.seen(), Seen { text: &text, tree: &tree }, free)?;
            let frozen: HashSet<NodeId> = self.lying.iter().filter_map(|node| there.get(node).copied()).collect();
            let found = fields::corrections(self.language.meaning(), &text, &tree, |node| frozen.contains(&node));
            if found.patches.is_empty() {
                break;
            }
            text = patched(&text, &found.patches);
        }
        Some(text)
    }
}

/// Returns what stands where in another tree, if that is the same but for the nodes that are free.
pub(super) fn met(
    grammar: &Grammar,
    one: Seen<'_>,
    other: Seen<'_>,
    free: &HashSet<NodeId>,
) -> Option<HashMap<NodeId, NodeId>> {
    let mut there = HashMap::new();
    let is_same = aligned(grammar, one, other, free, |node, met| {
        there.insert(node, met);
    });
    is_same.then_some(there)
}

/// Returns the text of a node leaf by leaf, without what is skipped.
fn essence(grammar: &Grammar, seen: Seen<'_>, node: NodeId) -> Vec<u8> {
    let (mut open, mut text) = (vec![node], Vec::new());
    while let Some(node) = open.pop() {
        if seen.tree.size(node) == 1 {
            let leaf = &seen.text[seen.tree.node(node).span];
            text.extend_from_slice(&leaf.len().to_le_bytes());
            text.extend_from_slice(leaf);
        } else {
            open.extend(seen_parts(grammar, seen.tree, node).into_iter().rev());
        }
    }
    text
}

/// Returns the choices that make a text, with some nodes to be drawn; none if they cannot be.
fn with_holes(grammar: &Grammar, base: &Base, nodes: &[NodeId]) -> Option<Vec<Step>> {
    let trace = base.trace.as_ref()?;
    let (steps, mut ranges) = (&trace.steps, trace.steps_of(grammar, &base.tree, nodes)?);
    ranges.sort_by_cached_key(|range| range.start);
    let (mut changed, mut at) = (Vec::with_capacity(steps.len()), 0);
    for range in ranges {
        changed.extend_from_slice(&steps[at..range.start]);
        changed.push(Step::Draw);
        at = range.end;
    }
    changed.extend_from_slice(&steps[at..]);
    Some(changed)
}

/// Returns the tree of a text whose fields are not believed; none where no field says anything of a size or a count.
fn freely(language: &Format, text: &[u8]) -> Option<Tree> {
    language.is_bound().then(|| language.parsing().without_fields().tree(text)).flatten()
}
