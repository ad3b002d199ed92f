//! Walks over the nodes below a node: all shown ones, or the ones of a symbol, label or name. Helpers are looked through
//! while the walk goes on, so no list of children is built.

use std::marker::PhantomData;
use std::ops::Range;

use super::{Document, Role, SyntaxNode, View};
use crate::grammar::{RuleKind, Symbol};
use crate::roles::LabelId;

/// The children that a walk yields.
#[derive(Debug, Clone, Copy)]
pub(super) enum ChildFilter {
    /// All nodes that the grammar names.
    Named,
    /// Nodes of this rule or token without a label.
    Symbol(Symbol),
    /// Nodes with this label.
    Label(LabelId),
    /// None: the caller of `advance` says which, for example by a name.
    Nothing,
}

/// The fields of a node that a walk needs, read from the tree once.
#[derive(Debug, Clone, Copy)]
pub(super) struct NodeFacts {
    pub(super) symbol: Symbol,
    role: Role,
    /// Its own label or, for a named part of a labelled group, the label of the group. For example, `args` for the `<a>` of
    /// `args:(<a> "," <a>)`.
    pub(super) label: Option<LabelId>,
    /// Whether it is an iteration of a repetition.
    is_hidden: bool,
    /// Whether the grammar names it: it is a rule or a token, or has a label of its own.
    is_shown: bool,
    /// Whether it stands between the elements of a list.
    is_between: bool,
    /// Whether `%skip` put it there.
    is_skipped: bool,
    /// The place after everything below it.
    end: usize,
}

impl Document<'_> {
    #[inline]
    pub(super) fn see(&self, index: usize) -> NodeFacts {
        let node = self.tree.node_at(index);
        let role = if node.hidden { Role::Helper } else { self.roles.of(node.symbol) };
        let place = self.roles.place(node.item);
        let is_part = matches!(role, Role::Shown | Role::Helper) && !place.is_between;
        NodeFacts {
            symbol: node.symbol,
            role,
            label: place.own.or(place.outer.filter(|_| is_part)),
            is_hidden: node.hidden,
            is_shown: role == Role::Shown || role != Role::Helper && place.own.is_some(),
            is_between: place.is_between,
            is_skipped: place.is_skipped,
            end: self.tree.end_at(index),
        }
    }

    /// Whether a node goes by a name: by its label, if it has one.
    pub(super) fn is_called(&self, seen: &NodeFacts, name: &str) -> bool {
        let grammar = &self.language.grammar;
        match seen.label {
            Some(label) => label.name(grammar) == name,
            None => self.roles.name(grammar, seen.symbol) == Some(name),
        }
    }

    /// Whether a helper is a rule that has a name.
    fn is_rule(&self, seen: &NodeFacts) -> bool {
        let rule = self.language.grammar.rule(seen.symbol);
        !seen.is_hidden && rule.is_some_and(|rule| rule.kind == RuleKind::Named)
    }
}

/// A walk over the children of a node that looks into helpers. For example, it finds the members of `{"a": 1, "b": 2}` in the
/// repetition that holds them.
#[derive(Clone)]
pub(super) struct ChildWalk<'t> {
    document: &'t Document<'t>,
    next: usize,
    end: usize,
    /// The last helper rule that the walk asks for. It yields all shown nodes in it.
    wanted_helper: Range<usize>,
    /// The last helper rule with another label. The walk yields nothing in it.
    other_helper: Range<usize>,
    /// The last helper rule between the elements of a list. Nothing in it is an element.
    between: Range<usize>,
    wanted: ChildFilter,
}

impl<'t> ChildWalk<'t> {
    pub(super) fn new(node: SyntaxNode<'t>, wanted: ChildFilter) -> Self {
        let Range { start, end } = node.range();
        let none = 0..0;
        let (wanted_helper, other_helper, between) = (none.clone(), none.clone(), none);
        Self { document: node.document, next: start + 1, end, wanted_helper, other_helper, between, wanted }
    }

    /// Returns the next node for which `is_meant` holds. Nodes stand in preorder, so the next place after a helper is inside
    /// it.
    pub(super) fn advance(&mut self, is_meant: impl Fn(&NodeFacts) -> bool) -> Option<SyntaxNode<'t>> {
        while self.next < self.end {
            let index = self.next;
            let seen = self.document.see(index);
            self.next = seen.end;
            if seen.is_skipped {
                continue;
            }
            if seen.role == Role::Helper {
                self.next = index + 1;
                self.enter(index, &seen, &is_meant);
                continue;
            }
            let is_in_wanted = seen.is_shown
                && self.wanted_helper.contains(&index)
                && !seen.is_between
                && !self.between.contains(&index);
            if is_in_wanted || is_meant(&seen) && !self.other_helper.contains(&index) {
                return Some(SyntaxNode::new(self.document, index));
            }
        }
        None
    }

    /// Remembers the range of a helper rule that begins. Groups need no memory, because each item in them knows their labels.
    fn enter(&mut self, index: usize, seen: &NodeFacts, is_meant: impl Fn(&NodeFacts) -> bool) {
        if !self.document.is_rule(seen) {
            return;
        }
        if is_meant(seen) {
            self.wanted_helper = index..seen.end;
        } else if seen.is_between {
            self.between = index..seen.end;
        } else if seen.label.is_some() && !matches!(self.wanted, ChildFilter::Named) {
            self.other_helper = index..seen.end;
        }
    }

    /// Returns the next wanted node. Not generic, so that it is compiled with the tree.
    fn next_wanted(&mut self) -> Option<SyntaxNode<'t>> {
        match self.wanted {
            ChildFilter::Named => self.advance(|seen| seen.is_shown),
            ChildFilter::Symbol(symbol) => self.advance(|seen| seen.symbol == symbol && seen.label.is_none()),
            ChildFilter::Label(label) => self.advance(|seen| seen.label == Some(label)),
            ChildFilter::Nothing => None,
        }
    }
}

/// The views of some of the children of a node, from left to right.
#[derive(Clone)]
pub struct Children<'t, V> {
    walk: ChildWalk<'t>,
    view: PhantomData<V>,
}

impl<'t, V> Children<'t, V> {
    pub(super) fn new(walk: ChildWalk<'t>) -> Self {
        Self { walk, view: PhantomData }
    }
}

impl<'t, V: View<'t>> Iterator for Children<'t, V> {
    type Item = V;

    fn next(&mut self) -> Option<V> {
        loop {
            let node = self.walk.next_wanted()?;
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

impl<'t> Descendants<'t> {
    pub(super) fn new(node: SyntaxNode<'t>) -> Self {
        let Range { start, end } = node.range();
        Self { document: node.document, next: start + 1, end }
    }
}

impl<'t> Iterator for Descendants<'t> {
    type Item = SyntaxNode<'t>;

    fn next(&mut self) -> Option<SyntaxNode<'t>> {
        while self.next < self.end {
            let index = self.next;
            let seen = self.document.see(index);
            self.next = if seen.is_skipped { seen.end } else { index + 1 };
            if seen.is_shown && !seen.is_skipped {
                return Some(SyntaxNode::new(self.document, index));
            }
        }
        None
    }
}
