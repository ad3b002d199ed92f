//! A text seen through the tree of a language. Strategies see the same text as nodes, lines, tokens or characters.

use crate::edit::SplicedText;
use crate::edit::{Change, Edit, Joints};
use crate::facts::Place;
use crate::format::Format;
use grammarc_core::grammar::ItemId;
use grammarc_core::steps::step;
use grammarc_core::tree::{Builder, NodeId, Tree};
use grammarc_trial::trial::SharedText;

/// A text and its tree by a language. The tree can be rebuilt from the text, never the other way round.
#[derive(Clone)]
pub struct View<'s> {
    /// The language that the tree belongs to.
    pub language: &'s Format,
    /// The text being reduced.
    pub text: SharedText,
    /// Its tree.
    pub tree: Tree,
}

impl<'s> View<'s> {
    /// Parses a text, or returns none if it is not in the language.
    pub fn parse(language: &'s Format, text: impl AsRef<[u8]> + Into<SharedText>) -> Option<Self> {
        let tree = language.parsing().tree(text.as_ref())?;
        Some(Self { language, text: text.into(), tree })
    }

    /// Parses a text with its size and count fields ignored: for example, a length byte `9` before 3 elements is
    /// accepted. None if the language has no such fields, or the text still has no tree.
    pub fn parse_freely(language: &'s Format, text: impl AsRef<[u8]> + Into<SharedText>) -> Option<Self> {
        let tree = language.is_bound().then(|| language.parsing().without_fields().tree(text.as_ref()))??;
        Some(Self { language, text: text.into(), tree })
    }

    /// Makes the view of a text that no language fits: a single leaf.
    pub fn opaque(language: &'s Format, text: impl Into<SharedText>) -> Self {
        let text = text.into();
        let mut builder = Builder::new();
        builder.leaf(language.grammar.start, 0..text.len(), ItemId::NONE);
        Self { language, text, tree: builder.finish() }
    }

    /// Turns edits into a change of the tree, with the text that results; none if an edit is void.
    pub fn change(&self, edits: &[Edit]) -> Option<(Change, SplicedText)> {
        self.change_keeping(false, edits)
    }

    /// The same, where the lines of the remaining parts may have to stay.
    pub(super) fn change_keeping(&self, keeps_lines: bool, edits: &[Edit]) -> Option<(Change, SplicedText)> {
        let facts = self.language.facts();
        let change = Change::of(&self.tree, &self.language.grammar, facts, edits)?;
        let spliced = change.splice(&self.text, Joints { blank: facts.blank, keeps_lines });
        Some((change, spliced))
    }

    /// Returns the text of a node.
    pub fn text_of(&self, id: NodeId) -> &[u8] {
        &self.text[self.tree.node(id).span]
    }

    /// Returns the number of bytes of a node; none if it is gone.
    pub fn weight(&self, id: NodeId) -> usize {
        if self.tree.contains(id) { self.tree.node(id).span.len() } else { 0 }
    }

    /// Returns the parts of a node; none if it is gone. A commit can take the node that a strategy works on: where a definition is dropped,
    /// the repair also drops its uses, or replaces the nodes around them.
    pub fn parts(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let parts = self.tree.contains(id).then(|| self.tree.parts(id)).into_iter().flatten();
        parts.inspect(|_| step(1))
    }

    /// Returns the number of bytes of all of the nodes.
    pub fn weights(&self, ids: &[NodeId]) -> usize {
        step(ids.len() as u64);
        ids.iter().map(|&id| self.weight(id)).sum()
    }

    /// Returns the role of a node in its rule, such as an optional part, an element of a list or a separator.
    pub fn place(&self, id: NodeId) -> Place {
        self.language.facts().place(self.tree.node(id).item)
    }

    /// Returns whether the node may go without leaving anything.
    pub fn is_droppable(&self, id: NodeId) -> bool {
        matches!(self.place(id), Place::Optional | Place::Element { .. } | Place::Skip)
    }

    /// Returns a shortest text that may stand in the place of the node.
    pub fn minimal(&self, id: NodeId) -> &'s [u8] {
        &self.language.facts().symbol(self.tree.wanted(&self.language.grammar, id)).minimal
    }

    /// Returns whether dropping the node makes the text shorter.
    pub fn is_reducible(&self, id: NodeId) -> bool {
        step(1);
        let left = if self.is_droppable(id) { 0 } else { self.minimal(id).len() };
        left < self.weight(id)
    }

    /// Returns whether a text of `other` may stand in the place of `id`.
    pub fn may_stand(&self, other: NodeId, id: NodeId) -> bool {
        step(1);
        let grammar = &self.language.grammar;
        let (derived, wanted) = (self.tree.derived(grammar, other), self.tree.wanted(grammar, id));
        self.language.facts().may_stand(derived, wanted)
    }
}
