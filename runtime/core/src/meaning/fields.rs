//! The right values of computed fields, and the fields that lie: compares each `:=` with the texts that are there.
//!
//! Every field is compared with the texts as they are, lies included. So a lie is reported once, and not again for every checksum
//! over it. For example, in `9:ab` the `9` lies, because `ab` has 2 bytes.

#[doc(hidden)]
pub mod counts;
#[doc(hidden)]
pub mod labels;
mod uses;

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::Range;

use labels::Labels;
pub use uses::{LabelUses, has_counts};

use super::violation::{Identity, Lie, Violation, ViolationKind};
use super::{CustomFunctions, Meaning};
use crate::grammar::{
    Check, FieldId, FunctionId, Grammar, Item, Label, LabelLookup, ProductionId, TerminalKind, Value,
};
use crate::tree::{NodeId, Patch, Tree, name_span, patched};

/// Returns the fields that lie: fields inside of a node before fields beside it, then from left to right. Fields that call the
/// author's functions are left out if the language does not have them.
///
/// O(n log n) time for n nodes, plus the bytes that checksums read; no time for a grammar without computed fields.
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
        let known = LabelValues { places, text, index, custom: meaning.custom };
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

/// Returns a text whose lying fields and counts are corrected; none if there is nothing to correct, or no way to do it.
pub(crate) fn corrected(meaning: Meaning<'_>, text: &[u8], tree: &Tree) -> Option<Vec<u8>> {
    let mistakes = mistakes(&Places::new(meaning, tree), meaning, text);
    let patches = disjoint(mistakes.into_iter().filter_map(|mistake| mistake.patch).collect());
    (!patches.is_empty()).then(|| patched(text, &patches))
}

/// Returns patches in ascending order. A patch inside of another patch is dropped, because its bytes are replaced anyway. For
/// example, of `0..4` and `1..2` only the first is kept.
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

/// Returns the patch for a lie; none if the right value cannot be written.
fn written(meaning: Meaning<'_>, tree: &Tree, lie: &Lie) -> Option<Patch> {
    let codec = meaning.grammar.fields[lie.field.0 as usize].codec;
    let text = match lie.expected.clone()? {
        Value::Number(number) => codec?.encode(number)?,
        Value::Text(text) => text,
    };
    Some(Patch { node: lie.node, range: name_span(meaning.grammar, tree, lie.node), text })
}

/// A wrong field, repeated text or count, and the patch that would mend it. There is no patch if the right value cannot be written,
/// or if there are several. For example, a size of 300 has no patch in a field of one byte.
struct Mistake {
    violation: Violation,
    patch: Option<Patch>,
}

/// Returns the mistakes of a text: computed fields that lie, then repeated texts that differ, then wrong numbers of repetitions. A
/// number that is a lying field already is not reported again for its count.
fn mistakes(places: &Places<'_>, meaning: Meaning<'_>, text: &[u8]) -> Vec<Mistake> {
    let tree = places.tree;
    let lies = lies_at(places, meaning, text).into_iter().map(|lie| {
        let patch = written(meaning, tree, &lie);
        Mistake { violation: Violation { node: lie.node, kind: ViolationKind::Lies(lie) }, patch }
    });
    let mut found: Vec<Mistake> = lies.collect();
    let lying: HashSet<NodeId> = found.iter().map(|mistake| mistake.violation.node).collect();
    found.extend(places.labels.computed().filter_map(|index| places.repeated(text, index)));
    let counts = counts::mistakes(places, meaning, text).into_iter();
    found.extend(counts.filter(|mistake| !lying.contains(&mistake.violation.node)));
    found
}

/// Returns the mistakes of a text as violations. O(n log n) time for n nodes, plus the bytes that checksums read; no time for a
/// grammar without computed, repeated or counted parts.
pub(crate) fn wrongs(meaning: Meaning<'_>, text: &[u8], tree: &Tree) -> Vec<Violation> {
    if !meaning.label_uses().is_anything {
        return Vec::new();
    }
    let mistakes = mistakes(&Places::new(meaning, tree), meaning, text);
    mistakes.into_iter().map(|mistake| mistake.violation).collect()
}

/// The patches for a text, and the mistakes that stay.
#[derive(Debug, Default)]
pub struct Corrections {
    /// Patches that correct computed fields, numbers of repetitions (`x{n}`) and repeated texts, ascending and disjoint. They may
    /// make other fields wrong that are computed from them, such as a checksum.
    pub patches: Vec<Patch>,
    /// Mistakes that stay, because the node is frozen or cannot hold the right value.
    pub lies: Vec<Identity>,
}

/// Finds the corrections of a text: of computed fields, numbers of repetitions and repeated texts. For example, `9:ab` has the
/// patch of `0..1` to `2`. Right values stay as they are, and so do the nodes that `is_frozen` names.
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

/// Returns the nodes of computed fields, numbers of repetitions and repeated texts that are wrong.
#[doc(hidden)]
pub fn lying(meaning: Meaning<'_>, text: &[u8], tree: &Tree) -> HashSet<NodeId> {
    wrongs(meaning, text, tree).into_iter().map(|violation| violation.node).collect()
}

/// Returns whether the text of an item is computed from others: by its `:=`, or because it repeats a label.
pub fn is_computed(grammar: &Grammar, item: &Item) -> bool {
    item.field.is_some() || repeats(grammar, item).is_some()
}

/// Returns the label whose text an item repeats, and whether ASCII case is ignored. For example, `open` for
/// `<name> := text_ci(open)`.
#[doc(hidden)]
pub fn repeats(grammar: &Grammar, item: &Item) -> Option<(Label, bool)> {
    match (item.check, grammar.terminal(item.symbol).map(|terminal| terminal.kind)) {
        (Check::Text { label, fold }, _) | (_, Some(TerminalKind::Text { label, fold })) => Some((label, fold)),
        _ => None,
    }
}

/// Returns the number of elements of a repetition that is the whole tree.
#[doc(hidden)]
pub fn elements(grammar: &Grammar, tree: &Tree) -> usize {
    labels::count(grammar, tree, 0)
}

/// A tree, and its index of labels. A node is known by its place in preorder.
#[doc(hidden)]
pub struct Places<'a> {
    grammar: &'a Grammar,
    tree: &'a Tree,
    pub labels: Labels,
    uses: &'a LabelUses,
}

impl<'a> Places<'a> {
    #[doc(hidden)]
    pub fn new(meaning: Meaning<'a>, tree: &'a Tree) -> Self {
        Self { grammar: meaning.grammar, tree, labels: Labels::new(meaning, tree), uses: meaning.label_uses() }
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

    /// Compares a node that repeats the text of a label with that text.
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
        let kind = ViolationKind::Differs { item: node.item, production, label, text, expected };
        Some(Mistake { violation: Violation { node: node.id, kind }, patch })
    }

    /// Returns the bytes of a node as labels see them: without the skipped bytes at its end.
    fn shown(&self, index: usize) -> Range<usize> {
        let node = self.tree.node_at(index);
        if self.uses.skips { name_span(self.grammar, self.tree, node.id) } else { node.span }
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

/// The values of labels around a field, for expressions.
struct LabelValues<'p, 'a> {
    places: &'p Places<'a>,
    text: &'p [u8],
    index: usize,
    custom: Option<&'static dyn CustomFunctions>,
}

impl LabelLookup for LabelValues<'_, '_> {
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

impl LabelValues<'_, '_> {
    /// Returns the texts of labels; the text of an absent label is empty. If the field itself lies in them and has a fixed width,
    /// its bytes are 0, as in a checksum over its own header.
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

/// Returns the bytes of a text at `span`, or none if it is absent. Bytes of `zeroed` inside of it are 0. For example, `ab12` with
/// the span `0..4` and `zeroed` `2..4` is `ab` and two zero bytes.
#[doc(hidden)]
pub fn seen(text: &[u8], span: Option<Range<usize>>, zeroed: Option<Range<usize>>) -> Vec<u8> {
    let Some(span) = span else { return Vec::new() };
    let mut bytes = text[span.clone()].to_vec();
    if let Some(own) = zeroed.filter(|own| span.start <= own.start && own.end <= span.end) {
        bytes[own.start - span.start..][..own.len()].fill(0);
    }
    bytes
}
