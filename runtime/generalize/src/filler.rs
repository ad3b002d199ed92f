//! Fills some parts of an input with other texts, and keeps the rest consistent: names guide the draw, fields are computed again, and a
//! text that breaks the grammar's hooks is rejected.
//!
//! It replays the choices of the input except those of the parts. So a name that is drawn for a part is one that is visible there.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::align::{ParsedText, aligned, seen_parts};
use super::constraint::Place;
use super::units::{Unit, Variable, variables};
use grammarc_core::grammar::Grammar;
use grammarc_core::meaning::{Identity, Violation, fields};
use grammarc_core::parse::{ErrorKind, Outcome, ParseError, fill};
use grammarc_core::tree::{NodeId, Patch, Tree, name_span, patched};
use grammarc_generate::choices::{Random, Step, Trace};
use grammarc_reduce::format::Format;
use grammarc_trial::trial::SharedText;

/// Nested named rules inside a hole from which on the draw takes the alternatives that end soonest. So a filling does not become much
/// longer than the input.
const HOLE_DEPTH: usize = 16;
/// Choices of the drawn parts of a sample after which they take the alternatives that end soonest. A list of lists can have thousands of
/// elements without being deep.
const MAX_DRAWN_CHOICES: u32 = 4_096;
/// Fewest choices to which samples shrink while they are too ambiguous.
const MIN_DRAWN_CHOICES: u32 = 16;
/// Effort for parsing a sample, as a multiple of that for the input, in items and links of charts.
const EFFORT_RATIO: usize = 4;
/// Items and links of charts that each sample may have, and those for each of its bytes more. A hundred samples of such an effort take
/// some seconds.
const BASE_SAMPLE_EFFORT: usize = 1 << 18;
const SAMPLE_EFFORT_PER_BYTE: usize = 64;
/// Most passes over a text whose fields are computed from one another. Each pass settles one more field of a chain,
/// such as a checksum over a length; fields that depend on themselves would never settle.
const MAX_FIELD_PASSES: usize = 64;

/// See [`Format::drawer`]; the last argument limits the choices.
type Draw<'a> = dyn FnMut(&[Step], u64, u32) -> Option<Vec<u8>> + 'a;

/// The input with other texts in some of its parts. For example, `[8,2]` is one of `[1,2]` with its first number as the only part: its
/// filling is `8`.
#[derive(Debug, Clone)]
pub(super) struct Sample {
    pub(super) text: SharedText,
    pub(super) tree: Rc<Tree>,
    /// The node in each part; for a variable the node in its first place.
    pub(super) nodes: Vec<NodeId>,
    /// The text in each part.
    pub(super) fillings: Vec<Vec<u8>>,
    /// The leaves in each part, without skipped text. Samples with equal essence count as one.
    pub(super) essence: Vec<Vec<u8>>,
}

impl Sample {
    /// Returns the place of a part in this sample.
    pub(super) fn place<'s>(&'s self, grammar: &'s Grammar, part: usize) -> Place<'s> {
        Place { grammar, seen: self.seen(), node: self.nodes[part] }
    }

    pub(super) fn seen(&self) -> ParsedText<'_> {
        ParsedText { text: &self.text, tree: &self.tree }
    }
}

/// A text, its tree and the choices that make it.
struct TracedText {
    text: Vec<u8>,
    tree: Tree,
    /// None if parsing never gives this tree.
    trace: Option<Trace>,
}

impl TracedText {
    fn new(language: &Format, text: Vec<u8>, tree: Tree) -> Self {
        Self { trace: language.trace(&text, &tree), text, tree }
    }

    fn seen(&self) -> ParsedText<'_> {
        ParsedText { text: &self.text, tree: &self.tree }
    }
}

/// Another name for a variable. For example, `x` becomes `total` at its definition and at all of its uses.
struct Renaming {
    from: Vec<u8>,
    to: Vec<u8>,
}

/// Makes samples.
pub(super) struct Filler<'a> {
    pub(super) language: &'a Format,
    pub(super) variables: Vec<Variable>,
    /// Writes the text of a list of steps. Some steps are drawn, from a seed.
    draw: Box<Draw<'a>>,
    input: Rc<TracedText>,
    /// Violations of the input. A sample may have no others.
    violations: Vec<Identity>,
    /// Fields of the input with a wrong value. They stay as they are, because the lie may be the bug.
    lying: HashSet<NodeId>,
    /// Effort for parsing the input, in items and links of charts.
    input_effort: usize,
    /// Choices for the drawn parts of the next sample. A sample that is too ambiguous halves them.
    choices: Cell<u32>,
}

impl<'a> Filler<'a> {
    /// Looks at an input.
    ///
    /// # Errors
    /// If it is not in the language, whatever its fields say.
    pub(super) fn new(language: &'a Format, input: &[u8]) -> Result<Self, ParseError> {
        let mut effort = usize::MAX;
        let (tree, violations) = match language.parsing().within(&mut effort).judge(input) {
            Outcome::Valid(tree) => (tree, Vec::new()),
            Outcome::Invalid(tree, violations) => (tree, violations),
            Outcome::NoParse(error) => return Err(error),
        };
        let lying =
            if violations.is_empty() { HashSet::new() } else { fields::lying(language.meaning(), input, &tree) };
        Ok(Self {
            language,
            variables: variables(&language.grammar, input, &tree),
            draw: Box::new(language.sparing_drawer(HOLE_DEPTH)),
            input: Rc::new(TracedText::new(language, input.to_vec(), tree)),
            violations: violations.iter().map(Violation::identity).collect(),
            lying,
            input_effort: usize::MAX - effort,
            choices: Cell::new(MAX_DRAWN_CHOICES),
        })
    }

    /// Sets the nesting inside a hole from which on the draw takes the alternatives that end soonest.
    pub(super) fn nesting(mut self, max_depth: usize) -> Self {
        self.draw = Box::new(self.language.sparing_drawer(max_depth));
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
    pub(super) fn seen(&self) -> ParsedText<'_> {
        self.input.seen()
    }

    /// Returns the tree of the input.
    pub(super) fn tree(&self) -> &Tree {
        &self.input.tree
    }

    /// Returns the text of a node, without skipped text at its end.
    pub(super) fn text_of(&self, node: NodeId) -> &[u8] {
        &self.text()[name_span(self.grammar(), self.tree(), node)]
    }

    /// Returns the input's own [`Sample::essence`] for some parts.
    pub(super) fn original(&self, units: &[Unit]) -> Vec<Vec<u8>> {
        units.iter().map(|unit| essence(self.grammar(), self.input.seen(), unit.nodes[0])).collect()
    }

    /// Draws other texts for some parts; none if they break the grammar's hooks or a constraint, or make the rest of the input parse
    /// otherwise.
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

    /// Puts given texts into some parts; none if they break the grammar's hooks or a constraint, or make the rest of the input parse
    /// otherwise.
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
        // A part inside another one is replaced with it.
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

    /// Replays the choices of a text, but draws some of its nodes anew.
    fn redrawn(&mut self, base: &TracedText, nodes: &[NodeId], seed: u64) -> Option<Vec<u8>> {
        let steps = with_holes(self.grammar(), base, nodes)?;
        (self.draw)(&steps, seed, self.choices.get())
    }

    /// Draws another name for a variable, in its first place.
    fn drawn_name(&mut self, base: &TracedText, unit: &Unit, seed: u64) -> Option<Vec<u8>> {
        let first = self.places_in(base, &unit.nodes[..1])?;
        let text = self.redrawn(base, &first, seed)?;
        let mut effort = self.effort(&text);
        let tree = self.language.parsing().within(&mut effort).tree(&text).or_else(|| freely(self.language, &text))?;
        let there = met(
            self.grammar(),
            base.seen(),
            ParsedText { text: &text, tree: &tree },
            &first.iter().copied().collect(),
        )?;
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

    /// Renames a variable everywhere, to the name in the last renaming.
    fn renamed(&self, base: &TracedText, variable: u32, renamings: &[Renaming]) -> Option<Rc<TracedText>> {
        let patch = |node: NodeId| {
            let range = name_span(self.grammar(), &base.tree, node);
            Patch { node, range, text: renamings.last().map_or_else(Vec::new, |renaming| renaming.to.clone()) }
        };
        let nodes = self.places_in(base, &self.variables[variable as usize].nodes)?;
        let patches: Vec<Patch> = nodes.into_iter().map(patch).collect();
        let (text, tree) = self.mended(patched(&base.text, &patches), &self.names(), renamings)?;
        Some(Rc::new(TracedText::new(self.language, text, tree)))
    }

    /// Returns all places of variables in the input.
    fn names(&self) -> HashSet<NodeId> {
        self.variables.iter().flat_map(|variable| variable.nodes.iter().copied()).collect()
    }

    /// Maps nodes of the input to the tree of another text that differs from it only in names.
    fn places_in(&self, base: &TracedText, nodes: &[NodeId]) -> Option<Vec<NodeId>> {
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
        let seen = ParsedText { text: &text, tree: &tree };
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
        Some(Sample { tree: Rc::new(tree), nodes, fillings, essence, text: text.into() })
    }

    /// Returns the effort for parsing a sample, in items and links of charts.
    fn effort(&self, text: &[u8]) -> usize {
        BASE_SAMPLE_EFFORT + SAMPLE_EFFORT_PER_BYTE * text.len() + EFFORT_RATIO.saturating_mul(self.input_effort)
    }

    /// Computes the fields of a text that were right in the input, and returns the text with its tree. None if the text has violations that
    /// the input, once renamed, does not have, or if it is too ambiguous; the next samples are drawn smaller then.
    fn mended(&self, text: Vec<u8>, free: &HashSet<NodeId>, renamings: &[Renaming]) -> Option<(Vec<u8>, Tree)> {
        let mut effort = self.effort(&text);
        let text = if self.lying.is_empty() { fill(self.language, text) } else { self.corrected(text, free)? };
        match self.language.parsing().within(&mut effort).judge(&text) {
            Outcome::Valid(tree) => {
                self.note_ambiguity(false);
                Some((text, tree))
            }
            Outcome::Invalid(tree, violations) => self.admits(&violations, renamings).then_some((text, tree)),
            Outcome::NoParse(error) => {
                self.note_ambiguity(error.kind == ErrorKind::Limit);
                None
            }
        }
    }

    /// Lets the next samples be smaller after one that was too ambiguous, and slowly larger again after the others. So about one sample in
    /// four is drawn in vain where texts are too ambiguous, and the others are as different as they can be.
    fn note_ambiguity(&self, is_too_ambiguous: bool) {
        let choices = self.choices.get();
        let next = if is_too_ambiguous { choices / 2 } else { choices + choices / 4 };
        self.choices.set(next.clamp(MIN_DRAWN_CHOICES, MAX_DRAWN_CHOICES));
    }

    /// Returns whether the input has all these violations as well, once its names are renamed.
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
        for _ in 0..MAX_FIELD_PASSES {
            let tree = freely(self.language, &text).or_else(|| self.language.parsing().tree(&text))?;
            let there = met(self.grammar(), self.input.seen(), ParsedText { text: &text, tree: &tree }, free)?;
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

/// Maps the nodes of one tree to another, if the two agree outside of the `free` nodes.
pub(super) fn met(
    grammar: &Grammar,
    one: ParsedText<'_>,
    other: ParsedText<'_>,
    free: &HashSet<NodeId>,
) -> Option<HashMap<NodeId, NodeId>> {
    let mut there = HashMap::new();
    let is_same = aligned(grammar, one, other, free, |node, met| {
        there.insert(node, met);
    });
    is_same.then_some(there)
}

/// Returns the leaves of a node without skipped text, each after its length. The lengths keep `ab`, `c` apart from `a`, `bc`. For example,
/// `[ 1 ]` and `[1]` have the same essence.
fn essence(grammar: &Grammar, seen: ParsedText<'_>, node: NodeId) -> Vec<u8> {
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

/// Returns the choices that make a text, with a draw in place of some nodes; none if those nodes have no choices of their own. For example,
/// of `Open(list) Open(item) Text("a") Close Close` the item leaves `Open(list) Open(item) Draw Close Close`.
fn with_holes(grammar: &Grammar, base: &TracedText, nodes: &[NodeId]) -> Option<Vec<Step>> {
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

/// Parses a text without trusting its fields; none if it does not parse, or no field of the grammar gives a size or a count.
fn freely(language: &Format, text: &[u8]) -> Option<Tree> {
    language.is_bound().then(|| language.parsing().without_fields().tree(text)).flatten()
}
