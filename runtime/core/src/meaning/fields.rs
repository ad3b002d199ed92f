//! What each computed field of a tree must be, and which ones lie: `:=` compared with the texts that are there.
//!
//! Every field is compared with the texts as they are, lies included: one lie is reported
//! once, not again for every checksum over it.

#[doc(hidden)]
pub mod counts;
#[doc(hidden)]
pub mod labels;
mod said;

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::Range;

use labels::Labels;
pub use said::{Said, has_counts};

use super::violation::{Identity, Lie, Violation, Wrong};
use super::{Custom, Meaning};
use crate::grammar::{Check, FieldId, FunctionId, Grammar, Item, Known, Label, ProductionId, TerminalKind, Value};
use crate::tree::{NodeId, Patch, Tree, name_span, patched};

/// Returns the fields that lie: those inside of a node before those beside it, then from left to right.
/// Those that ask functions of the author are left out where the language does not have them.
///
/// O(n log n) time for n nodes, besides what checksums add up; nothing at all for a grammar without such fields.
pub fn lies(meaning: Meaning<'_>, text: &[u8], tree: &Tree) -> Vec<Lie> {
    if meaning.grammar.fields.is_empty() {
        return Vec::new();
    }
    lies_at(&Places::new(meaning, tree), meaning, text)
}

fn lies_at(places: &Places<'_>, meaning: Meaning<'_>, text: &[u8]) -> Vec<Lie> {
    let (grammar, tree) = (places.grammar, places.tree);
    let mut fields: Vec<(usize, FieldId)> =
        places.labels.computed().filter_map(|index| Some((index, places.field(index)?))).collect();
    fields.sort_by_cached_key(|&(index, _)| (labels::range(places.tree, index).end, index));
    let lie = |(index, field): (usize, FieldId)| {
        let row = &grammar.fields[field.0 as usize];
        if meaning.custom.is_none() && grammar.is_custom(row.value) {
            return None;
        }
        let known = Around { places, text, index, custom: meaning.custom };
        let own = &text[places.shown(index)];
        let expected = grammar.value(row, &known);
        let found = match (row.codec, &expected) {
            (Some(codec), None | Some(Value::Number(_))) => codec.decode(own).map(Value::Number),
            _ => Some(Value::Text(own.to_vec())),
        };
        let holds = found.is_some() && found == expected;
        (!holds).then(|| Lie { node: tree.id_at(index), field, found, expected })
    };
    fields.into_iter().filter_map(lie).collect()
}

/// Returns a text with other numbers where fields lie or count wrong; none if none does that could be helped.
pub(crate) fn corrected(meaning: Meaning<'_>, text: &[u8], tree: &Tree) -> Option<Vec<u8>> {
    let mistakes = mistakes(&Places::new(meaning, tree), meaning, text);
    let patches = disjoint(mistakes.into_iter().filter_map(|mistake| mistake.patch).collect());
    (!patches.is_empty()).then(|| patched(text, &patches))
}

/// Returns patches in ascending order, without those in the place of others: what they would mend is not there any more.
fn disjoint(mut patches: Vec<Patch>) -> Vec<Patch> {
    patches.sort_by_key(|Patch { range, .. }| (range.start, !range.is_empty(), Reverse(range.end)));
    let mut end = 0;
    patches.retain(|Patch { range, .. }| {
        let is_beyond = range.start >= end;
        end = end.max(range.end);
        is_beyond
    });
    patches
}

/// Returns what must stand in the place of a lie; none if that cannot be written.
fn written(meaning: Meaning<'_>, tree: &Tree, lie: &Lie) -> Option<Patch> {
    let codec = meaning.grammar.fields[lie.field.0 as usize].codec;
    let text = match lie.expected.clone()? {
        Value::Number(number) => codec?.encode(number)?,
        Value::Text(text) => text,
    };
    Some(Patch { node: lie.node, range: name_span(meaning.grammar, tree, lie.node), text })
}

/// Something that labels say and that is not so, and what would have to be written; none if that cannot be, or there are
/// several ways.
struct Mistake {
    violation: Violation,
    patch: Option<Patch>,
}

/// Returns what labels say and is not so: fields that lie, then texts that are repeated, then numbers of repetitions. Of a
/// number that lies it is not said again that it counts something else.
fn mistakes(places: &Places<'_>, meaning: Meaning<'_>, text: &[u8]) -> Vec<Mistake> {
    let tree = places.tree;
    let lies = lies_at(places, meaning, text).into_iter().map(|lie| {
        let patch = written(meaning, tree, &lie);
        Mistake { violation: Violation { node: lie.node, wrong: Wrong::Lies(lie) }, patch }
    });
    let mut found: Vec<Mistake> = lies.collect();
    let lying: HashSet<NodeId> = found.iter().map(|mistake| mistake.violation.node).collect();
    found.extend(places.labels.computed().filter_map(|index| places.repeated(text, index)));
    let counts = counts::mistakes(places, meaning, text).into_iter();
    found.extend(counts.filter(|mistake| !lying.contains(&mistake.violation.node)));
    found
}

/// Returns what labels say and is not so. O(n log n) time for n nodes, besides what checksums add up; nothing at all for a
/// grammar where no label says anything.
pub(crate) fn wrongs(meaning: Meaning<'_>, text: &[u8], tree: &Tree) -> Vec<Violation> {
    if !meaning.said().is_anything {
        return Vec::new();
    }
    let mistakes = mistakes(&Places::new(meaning, tree), meaning, text);
    mistakes.into_iter().map(|mistake| mistake.violation).collect()
}

/// What is to be done about the computed fields of a text.
#[derive(Debug, Default)]
pub struct Corrections {
    /// What must be written so that computed fields, numbers of repetitions (`x{n}`), and what repeats the text of a label, are
    /// right; ascending and disjoint. It may make others wrong that are computed from it.
    pub patches: Vec<Patch>,
    /// What is wrong and stays: it is frozen, or cannot hold what it must.
    pub lies: Vec<Identity>,
}

/// Compares the computed fields of a text, the numbers of its repetitions, and what repeats the text of a label. What is right stays as it is, and so do the
/// nodes that `is_frozen` names.
pub fn corrections(meaning: Meaning<'_>, text: &[u8], tree: &Tree, is_frozen: impl Fn(NodeId) -> bool) -> Corrections {
    let mut found = Corrections::default();
    for Mistake { violation, patch } in mistakes(&Places::new(meaning, tree), meaning, text) {
        match patch.filter(|patch| !is_frozen(patch.node)) {
            Some(patch) => found.patches.push(patch),
            None => found.lies.push(violation.identity()),
        }
    }
    found.patches = disjoint(found.patches);
    found
}

/// Returns the nodes of the fields, of the numbers of repetitions, and of repeated texts, that lie.
#[doc(hidden)]
pub fn lying(meaning: Meaning<'_>, text: &[u8], tree: &Tree) -> HashSet<NodeId> {
    wrongs(meaning, text, tree).into_iter().map(|violation| violation.node).collect()
}

/// Returns whether the text of an item is computed from others: by its `:=`, or because it repeats a label.
pub fn is_computed(grammar: &Grammar, item: &Item) -> bool {
    item.field.is_some() || repeats(grammar, item).is_some()
}

/// Returns the label whose text an item repeats, and whether ASCII case is ignored.
#[doc(hidden)]
pub fn repeats(grammar: &Grammar, item: &Item) -> Option<(Label, bool)> {
    match (item.check, grammar.terminal(item.symbol).map(|terminal| terminal.kind)) {
        (Check::Text { label, fold }, _) | (_, Some(TerminalKind::Text { label, fold })) => Some((label, fold)),
        _ => None,
    }
}

/// Returns the number of elements of a repetition that is all of a tree.
#[doc(hidden)]
pub fn elements(grammar: &Grammar, tree: &Tree) -> usize {
    labels::count(grammar, tree, 0)
}

/// A tree, and where labels are in it. Nodes are known by their place in preorder.
#[doc(hidden)]
pub struct Places<'a> {
    grammar: &'a Grammar,
    tree: &'a Tree,
    pub labels: Labels,
    said: &'a Said,
}

impl<'a> Places<'a> {
    #[doc(hidden)]
    pub fn new(meaning: Meaning<'a>, tree: &'a Tree) -> Self {
        Self { grammar: meaning.grammar, tree, labels: Labels::new(meaning, tree), said: meaning.said() }
    }

    fn item(&self, index: usize) -> Option<&'a Item> {
        labels::item(self.grammar, self.tree, index)
    }

    fn field(&self, index: usize) -> Option<FieldId> {
        self.item(index)?.field
    }

    /// Returns the production whose labels a node sees.
    fn production(&self, index: usize) -> Option<ProductionId> {
        self.tree.node_at(self.labels.owner(index)).production
    }

    /// Compares a node that repeats the text of a label with that.
    fn repeated(&self, text: &[u8], index: usize) -> Option<Mistake> {
        let (label, fold) = repeats(self.grammar, self.item(index)?)?;
        let node = self.tree.node_at(index);
        let labelled = self.find(index, label);
        let wanted = labelled.map_or(&[][..], |node| &text[self.shown(node)]);
        let range = self.shown(index);
        let own = &text[range.clone()];
        let is_same = if fold { own.eq_ignore_ascii_case(wanted) } else { own == wanted };
        if is_same {
            return None;
        }
        let (text, expected, production) = (own.to_vec(), wanted.to_vec(), self.production(index)?);
        let patch = Some(Patch { node: node.id, range, text: expected.clone() });
        let wrong = Wrong::Differs { item: node.item, production, label, text, expected };
        Some(Mistake { violation: Violation { node: node.id, wrong }, patch })
    }

    /// Returns the bytes of a node that labels see: without what is skipped at its end.
    fn shown(&self, index: usize) -> Range<usize> {
        let node = self.tree.node_at(index);
        if self.said.skips { name_span(self.grammar, self.tree, node.id) } else { node.span }
    }

    /// Returns the node that a label means at a field; none if it is absent.
    fn find(&self, field: usize, label: Label) -> Option<usize> {
        self.labels.find(self.tree, field, label)
    }

    /// Returns the number of elements of a repetition.
    fn count(&self, index: usize) -> usize {
        labels::count(self.grammar, self.tree, index)
    }
}

/// What is known of the labels at a field.
struct Around<'p, 'a> {
    places: &'p Places<'a>,
    text: &'p [u8],
    index: usize,
    custom: Option<&'static dyn Custom>,
}

impl Known for Around<'_, '_> {
    fn text(&self, label: Label) -> &[u8] {
        self.places.find(self.index, label).map_or(&[], |node| &self.text[self.places.shown(node)])
    }

    fn count(&self, label: Label) -> Option<usize> {
        Some(self.places.find(self.index, label).map_or(0, |node| self.places.count(node)))
    }

    fn offset(&self, label: Label) -> Option<usize> {
        Some(self.places.find(self.index, label).map_or(0, |node| self.places.shown(node).start))
    }

    fn bytes(&self, labels: &[Label]) -> Option<Vec<u8>> {
        Some(self.seen(labels).concat())
    }

    fn call(&self, function: FunctionId, labels: &[Label]) -> Option<Value> {
        let texts = self.seen(labels);
        let texts: Vec<&[u8]> = texts.iter().map(Vec::as_slice).collect();
        Some(self.custom?.compute(function, &texts))
    }
}

impl Around<'_, '_> {
    /// Returns the texts of labels, empty for those that are absent. The field itself counts as zero bytes in them, if its
    /// width is fixed.
    fn seen(&self, labels: &[Label]) -> Vec<Vec<u8>> {
        let codec = self.places.field(self.index).map(|field| self.places.grammar.fields[field.0 as usize].codec);
        let is_fixed = codec.flatten().is_some_and(|codec| codec.width().is_some());
        let own = self.places.shown(self.index);
        let text = |&label: &Label| {
            let span = self.places.find(self.index, label).map(|node| self.places.shown(node));
            seen(self.text, span, is_fixed.then(|| own.clone()))
        };
        labels.iter().map(text).collect()
    }
}

/// Returns some bytes of a text, none if they are absent, with those of `zeroed` that lie in them as zero.
#[doc(hidden)]
pub fn seen(text: &[u8], span: Option<Range<usize>>, zeroed: Option<Range<usize>>) -> Vec<u8> {
    let Some(span) = span else { return Vec::new() };
    let mut bytes = text[span.clone()].to_vec();
    if let Some(own) = zeroed.filter(|own| span.start <= own.start && own.end <= span.end) {
        bytes[own.start - span.start..][..own.len()].fill(0);
    }
    bytes
}
