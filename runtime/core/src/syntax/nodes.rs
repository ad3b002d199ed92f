//! One node of a parsed input: its name, text and children. Each method reads the tree and the grammar; nothing is stored.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::ops::Range;

use super::walk::{ChildFilter, ChildWalk, Children, Descendants};
use super::{Document, Root, SyntaxNode, View};
use crate::grammar::{Production, Symbol};
use crate::roles::LabelId;
use crate::tree::NodeId;

impl<'t> SyntaxNode<'t> {
    /// Returns the node at a place in preorder.
    pub(super) fn new(document: &'t Document<'t>, index: usize) -> Self {
        Self { document, index: index as u32 }
    }

    /// Returns the name of the rule or token, for example `member`; of another terminal, how the grammar writes it, for example
    /// `"{"`.
    pub fn rule(self) -> &'t str {
        self.document.language.grammar.name(self.symbol())
    }

    /// Returns the rule or terminal.
    pub fn symbol(self) -> Symbol {
        self.document.tree.node_at(self.index()).symbol
    }

    /// Returns the number of the alternative that was taken, from 0 in the order of the grammar file; 0 for a terminal.
    pub fn alternative_number(self) -> u16 {
        self.production().map_or(0, |production| production.alternative)
    }

    /// Returns the name after `@as` of the alternative that was taken.
    pub fn alternative(self) -> Option<&'t str> {
        self.production().and_then(|production| production.name.as_deref())
    }

    /// Returns the label of the item that it was parsed for, for example `key` for `key:<string>`.
    pub fn label(self) -> Option<&'t str> {
        let document = self.document;
        document.see(self.index()).label.map(|label| label.name(&document.language.grammar))
    }

    /// Returns where it stands in the input, in bytes.
    pub fn span(self) -> Range<usize> {
        self.document.tree.node_at(self.index()).span
    }

    /// Returns its bytes.
    pub fn bytes(self) -> &'t [u8] {
        &self.document.input[self.span()]
    }

    /// Returns its text. In a grammar of bytes, `\u{fffd}` stands for bytes that are not UTF-8.
    pub fn text(self) -> Cow<'t, str> {
        String::from_utf8_lossy(self.bytes())
    }

    /// Returns its text in a grammar of characters. Such a grammar accepts only UTF-8.
    pub(super) fn str(self) -> &'t str {
        std::str::from_utf8(self.bytes()).unwrap_or_default()
    }

    /// Returns the identity of the node in the [`Tree`](crate::tree::Tree).
    pub fn id(self) -> NodeId {
        self.document.tree.id_at(self.index())
    }

    /// Returns whether it is a terminal: nothing is below it.
    pub fn is_terminal(self) -> bool {
        self.production().is_none()
    }

    /// Returns the children that the grammar names, from left to right: rules, tokens, and all parts with a label. Helper rules
    /// are looked through.
    pub fn children(self) -> Children<'t, Self> {
        self.children_by(ChildFilter::Named)
    }

    /// Returns the first of [`SyntaxNode::children_named`].
    pub fn child(self, name: &str) -> Option<Self> {
        self.children_named(name).next()
    }

    /// Returns the children with a name: their label or, without one, the name of their rule or token. A helper rule with that
    /// name yields its own children. For example, `members` yields each `<member>`. O(children).
    pub fn children_named(self, name: &str) -> impl Iterator<Item = Self> + use<'t, '_> {
        let document = self.document;
        let mut walk = ChildWalk::new(self, ChildFilter::Nothing);
        std::iter::from_fn(move || walk.advance(|seen| document.is_called(seen, name)))
    }

    /// Returns all nodes below it that the grammar names, in preorder. It does not recurse.
    pub fn descendants(self) -> Descendants<'t> {
        Descendants::new(self)
    }

    /// Returns the view of the first child of a symbol that has no label, for generated code.
    #[doc(hidden)]
    pub fn find<V: View<'t>>(self, symbol: Symbol) -> Option<V> {
        self.find_all(symbol).next()
    }

    /// Returns the view of the only child of a symbol, for generated code.
    #[doc(hidden)]
    pub fn only<V: View<'t>>(self, symbol: Symbol) -> V {
        self.find(symbol).expect("the grammar has one here")
    }

    /// Returns the views of all children of a symbol that have no label, for generated code. Of a helper rule these are its own
    /// children.
    #[doc(hidden)]
    pub fn find_all<V: View<'t>>(self, symbol: Symbol) -> Children<'t, V> {
        self.children_by(ChildFilter::Symbol(symbol))
    }

    /// Returns the view of the first child that has a label, for generated code.
    #[doc(hidden)]
    pub fn find_as<V: View<'t>>(self, label: LabelId) -> Option<V> {
        self.find_all_as(label).next()
    }

    /// Returns the view of the only child that has a label, for generated code.
    #[doc(hidden)]
    pub fn only_as<V: View<'t>>(self, label: LabelId) -> V {
        self.find_as(label).expect("the grammar has one here")
    }

    /// Returns the views of all children that have a label, for generated code.
    #[doc(hidden)]
    pub fn find_all_as<V: View<'t>>(self, label: LabelId) -> Children<'t, V> {
        self.children_by(ChildFilter::Label(label))
    }

    fn children_by<V>(self, wanted: ChildFilter) -> Children<'t, V> {
        Children::new(ChildWalk::new(self, wanted))
    }

    fn production(self) -> Option<&'t Production> {
        let production = self.document.tree.node_at(self.index()).production?;
        Some(self.document.language.grammar.production(production))
    }

    /// Its place in preorder.
    pub(super) fn index(self) -> usize {
        self.index as usize
    }

    /// The places of its subtree.
    pub(super) fn range(self) -> Range<usize> {
        self.index()..self.document.tree.end_at(self.index())
    }
}

/// Two nodes are equal if they are the same node of the same input.
impl PartialEq for SyntaxNode<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.document, other.document) && self.index == other.index
    }
}

impl Eq for SyntaxNode<'_> {}

impl Hash for SyntaxNode<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.index.hash(state);
    }
}

impl<'t> View<'t> for SyntaxNode<'t> {
    fn cast(node: SyntaxNode<'t>) -> Option<Self> {
        Some(node)
    }

    fn syntax(self) -> SyntaxNode<'t> {
        self
    }
}

impl Root for SyntaxNode<'_> {
    type View<'t> = SyntaxNode<'t>;
}
