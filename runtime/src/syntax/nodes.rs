//! One node of a parsed input, and walks over those below it.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::Range;

use super::contents::LabelId;
use super::{Document, Role, Root, View};
use crate::grammar::{Production, RuleKind, Slot, Symbol};
use crate::tree::NodeId;

/// A node of a parsed input: a rule or a terminal, with its text.
///
/// It is a pointer and a number: `Copy`, and nothing is allocated.
#[derive(Clone, Copy)]
pub struct SyntaxNode<'t> {
    document: &'t Document<'t>,
    /// Its place in preorder.
    index: u32,
}

impl<'t> SyntaxNode<'t> {
    /// Returns the node at a place in preorder.
    pub(super) fn new(document: &'t Document<'t>, index: usize) -> Self {
        Self { document, index: index as u32 }
    }

    /// Returns the name of the rule or token, `member`; of another terminal, how the grammar writes it: `"{"`.
    pub fn rule(self) -> &'t str {
        self.document.language.grammar.name(self.symbol())
    }

    /// Returns the rule or terminal.
    pub fn symbol(self) -> Symbol {
        self.document.symbol(self.index())
    }

    /// Returns the number of the alternative that was taken, from 0 in the order of the grammar file; 0 for a terminal.
    pub fn alternative_number(self) -> u16 {
        self.production().map_or(0, |production| production.alternative)
    }

    /// Returns the name after `@as` of the alternative that was taken.
    pub fn alternative(self) -> Option<&'t str> {
        self.production().and_then(|production| production.name.as_deref())
    }

    /// Returns the label of the item that it was parsed for: `key` for `key:<string>`.
    pub fn label(self) -> Option<&'t str> {
        let document = self.document;
        document.label_at(self.index()).map(|label| label.name(&document.language.grammar))
    }

    /// Returns where it stands in the input, in bytes.
    pub fn span(self) -> Range<usize> {
        self.document.tree.node_at(self.index()).span
    }

    /// Returns its bytes.
    pub fn bytes(self) -> &'t [u8] {
        &self.document.input[self.span()]
    }

    /// Returns its text. Where the grammar is one of bytes, `\u{fffd}` stands for what is not UTF-8.
    pub fn text(self) -> Cow<'t, str> {
        String::from_utf8_lossy(self.bytes())
    }

    /// Returns its text in a grammar of characters. What such a grammar accepts is UTF-8.
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

    /// Returns what the grammar names in it, from left to right: rules and tokens, and whatever has a label. Helper rules
    /// are looked through.
    pub fn children(self) -> Children<'t, Self> {
        self.search(Wanted::Named)
    }

    /// Returns the first of [`SyntaxNode::children_named`].
    pub fn child(self, name: &str) -> Option<Self> {
        self.children_named(name).next()
    }

    /// Returns what stands in it under a name: a label, or else the name of a rule or token. Of a helper rule with that name
    /// that is what is in it. O(children).
    pub fn children_named(self, name: &str) -> impl Iterator<Item = Self> + use<'t, '_> {
        let document = self.document;
        let mut search: Children<'_, Self> = self.search(Wanted::Nothing);
        std::iter::from_fn(move || search.advance(|index| document.is_called(index, name)))
    }

    /// Returns all nodes below it that the grammar names, each before what is in it. It does not recurse.
    pub fn descendants(self) -> Descendants<'t> {
        let Range { start, end } = self.range();
        Descendants { document: self.document, next: start + 1, end }
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
        self.search(Wanted::Symbol(symbol))
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
        self.search(Wanted::Label(label))
    }

    fn search<V>(self, wanted: Wanted) -> Children<'t, V> {
        let Range { start, end } = self.range();
        Children {
            document: self.document,
            next: start + 1,
            end,
            wanted_helper: 0..0,
            other_helper: 0..0,
            between: 0..0,
            wanted,
            view: PhantomData,
        }
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

/// Which children are asked for.
#[derive(Debug, Clone, Copy)]
enum Wanted {
    /// All that the grammar names.
    Named,
    /// Those of this rule or token.
    Symbol(Symbol),
    /// Those that have this label.
    Label(LabelId),
    /// None: who searches says which.
    Nothing,
}

/// The views of some of the children of a node, from left to right.
#[derive(Clone)]
pub struct Children<'t, V> {
    document: &'t Document<'t>,
    next: usize,
    end: usize,
    /// The last helper rule that was asked for: all that shows in it is meant.
    wanted_helper: Range<usize>,
    /// The last helper rule with another label: nothing in it is meant.
    other_helper: Range<usize>,
    /// The last helper rule between the elements of a list: nothing in it is one of them.
    between: Range<usize>,
    wanted: Wanted,
    view: PhantomData<V>,
}

impl<'t, V> Children<'t, V> {
    /// Returns the next node that is meant. Nodes stand in preorder: the next place after a helper is in it.
    fn advance(&mut self, is_meant: impl Fn(usize) -> bool) -> Option<SyntaxNode<'t>> {
        let document = self.document;
        while self.next < self.end {
            let index = self.next;
            let end = document.tree.end_at(index);
            if document.is_skipped(index) {
                self.next = end;
                continue;
            }
            if document.role(index) == Role::Helper {
                self.next += 1;
                self.enter(index..end, &is_meant);
                continue;
            }
            self.next = end;
            let is_in_wanted = self.wanted_helper.contains(&index)
                && !self.between.contains(&index)
                && !document.is_between(index)
                && document.is_shown(index);
            if is_in_wanted || is_meant(index) && !self.other_helper.contains(&index) {
                return Some(SyntaxNode::new(document, index));
            }
        }
        None
    }

    /// Remembers what a helper is that begins. Groups need no memory: their labels are known for each item in them.
    fn enter(&mut self, places: Range<usize>, is_meant: impl Fn(usize) -> bool) {
        let (document, index) = (self.document, places.start);
        if !document.is_rule(index) {
        } else if is_meant(index) {
            self.wanted_helper = places;
        } else if document.is_between(index) {
            self.between = places;
        } else if document.label_at(index).is_some() && !matches!(self.wanted, Wanted::Named) {
            self.other_helper = places;
        }
    }
}

impl<'t, V: View<'t>> Iterator for Children<'t, V> {
    type Item = V;

    fn next(&mut self) -> Option<V> {
        let (document, wanted) = (self.document, self.wanted);
        loop {
            let node = self.advance(|index| match wanted {
                Wanted::Named => document.is_shown(index),
                Wanted::Symbol(symbol) => document.symbol(index) == symbol && document.label_at(index).is_none(),
                Wanted::Label(label) => document.label_at(index) == Some(label),
                Wanted::Nothing => false,
            })?;
            if let Some(view) = V::cast(node) {
                return Some(view);
            }
        }
    }
}

/// The nodes below a node that the grammar names, in preorder.
#[derive(Clone)]
pub struct Descendants<'t> {
    document: &'t Document<'t>,
    next: usize,
    end: usize,
}

impl<'t> Iterator for Descendants<'t> {
    type Item = SyntaxNode<'t>;

    fn next(&mut self) -> Option<SyntaxNode<'t>> {
        let document = self.document;
        while self.next < self.end {
            let index = self.next;
            if document.is_skipped(index) {
                self.next = document.tree.end_at(index);
                continue;
            }
            self.next += 1;
            if document.is_shown(index) {
                return Some(SyntaxNode::new(document, index));
            }
        }
        None
    }
}

impl Document<'_> {
    fn symbol(&self, index: usize) -> Symbol {
        self.tree.node_at(index).symbol
    }

    /// What the node at a place is to people who read the tree.
    fn role(&self, index: usize) -> Role {
        if self.tree.is_hidden_at(index) {
            return Role::Helper;
        }
        self.roles.of(self.symbol(index))
    }

    /// Whether the node at a place is of a rule that has a name.
    fn is_rule(&self, index: usize) -> bool {
        let rule = self.language.grammar.rule(self.symbol(index));
        rule.is_some_and(|rule| rule.kind == RuleKind::Named) && !self.tree.is_hidden_at(index)
    }

    /// Whether the grammar names the node at a place: it is a rule, a token or has a label.
    fn is_shown(&self, index: usize) -> bool {
        match self.role(index) {
            Role::Shown => true,
            Role::Helper => false,
            Role::Blank | Role::Punctuation => self.roles.label(self.tree.item_at(index)).is_some(),
        }
    }

    /// Whether the node at a place goes by a name: by its label, if it has one.
    fn is_called(&self, index: usize, name: &str) -> bool {
        let grammar = &self.language.grammar;
        match self.label_at(index) {
            Some(label) => label.name(grammar) == name,
            None => self.roles.name(grammar, self.symbol(index)) == Some(name),
        }
    }

    /// Whether `%skip` put the node at a place there.
    fn is_skipped(&self, index: usize) -> bool {
        self.language.grammar.item(self.tree.item_at(index)).is_some_and(|item| item.slot == Slot::Skip)
    }

    fn is_between(&self, index: usize) -> bool {
        self.roles.is_between(self.tree.item_at(index))
    }

    /// Returns the label of the node at a place: its own, or that of the group around it if the node is one of its named parts.
    fn label_at(&self, index: usize) -> Option<LabelId> {
        let item = self.tree.item_at(index);
        let is_part = |role| matches!(role, Role::Shown | Role::Helper) && !self.roles.is_between(item);
        self.roles.label(item).or_else(|| self.roles.outer_label(item).filter(|_| is_part(self.role(index))))
    }
}
