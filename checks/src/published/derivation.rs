//! Trees as in the Fuzzing Book: a symbol and its children, where every literal is a leaf. Here they are flat, in preorder. For example,
//! `1+2` by `<expr> ::= <term> "+" <expr> | <term>` has the nodes expr, term, `1`, `+`, expr, term, `2` in this order.

use std::ops::Range;
use std::rc::Rc;

use grammarc_runtime::grammar::{Grammar, Symbol};
use grammarc_runtime::tree::Tree;

/// A derivation: its nodes in preorder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derivation(Vec<Node>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Node {
    symbol: Symbol,
    /// The number of nodes of its subtree, itself included.
    size: usize,
    /// The text of a leaf.
    text: Option<Rc<[u8]>>,
}

impl Derivation {
    /// Takes the tree of a text. It leaves out hidden nodes. O(n).
    pub fn of(tree: &Tree, text: &[u8]) -> Self {
        let ids = || tree.subtree(tree.root());
        let mut seen = vec![0];
        seen.extend(ids().scan(0, |count, id| {
            *count += usize::from(!tree.node(id).hidden);
            Some(*count)
        }));
        let nodes = ids().enumerate().map(|(place, id)| (place, id, tree.node(id))).filter(|(.., node)| !node.hidden);
        let nodes = nodes.map(|(place, id, node)| {
            let size = seen[place + tree.size(id)] - seen[place];
            Node { symbol: node.symbol, size, text: node.production.is_none().then(|| text[node.span].into()) }
        });
        Self(nodes.collect())
    }

    /// Returns a node of a symbol with these children.
    pub fn node(symbol: Symbol, children: &[Self]) -> Self {
        let size = 1 + children.iter().map(Self::len).sum::<usize>();
        let below = children.iter().flat_map(|child| child.0.iter().cloned());
        Self(std::iter::once(Node { symbol, size, text: None }).chain(below).collect())
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns false: there is a root at least.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the depth of the tree; a single node has depth 1. O(n).
    pub fn height(&self) -> usize {
        let mut ends: Vec<usize> = Vec::new();
        let depths = self.0.iter().enumerate().map(|(at, node)| {
            while ends.pop_if(|end| *end <= at).is_some() {}
            ends.push(at + node.size);
            ends.len()
        });
        depths.max().unwrap_or(0)
    }

    /// Returns the text.
    pub fn text(&self) -> Vec<u8> {
        self.0.iter().filter_map(|node| node.text.as_deref()).collect::<Vec<_>>().concat()
    }

    /// Returns the number of leaves of the subtree at a place, empty nodes among them.
    pub fn leaves(&self, at: usize) -> usize {
        self.0[self.places(at)].iter().filter(|node| node.size == 1).count()
    }

    /// Returns the symbol of the node at a place.
    pub fn symbol(&self, at: usize) -> Symbol {
        self.0[at].symbol
    }

    /// Returns whether the node at a place has children.
    pub fn is_inner(&self, at: usize) -> bool {
        self.0[at].size > 1
    }

    /// Returns the places of the subtree at a place.
    pub fn places(&self, at: usize) -> Range<usize> {
        at..at + self.0[at].size
    }

    /// Returns a copy of the subtree at a place.
    pub fn subtree(&self, at: usize) -> Self {
        Self(self.0[self.places(at)].to_vec())
    }

    /// Returns the places of a node's children.
    pub fn children(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.places(at).end;
        let next = move |child: usize| Some(child).filter(|&child| child < end);
        std::iter::successors(next(at + 1), move |&child| next(child + self.0[child].size))
    }

    /// Replaces a subtree by another tree. O(n).
    pub fn replace(&mut self, at: usize, by: &Self) {
        let places = self.places(at);
        for (around, node) in self.0[..at].iter_mut().enumerate() {
            if around + node.size > at {
                node.size = node.size + by.len() - places.len();
            }
        }
        self.0.splice(places, by.0.iter().cloned());
    }

    /// Returns the subtrees of a symbol below the root, in preorder: those exactly `depth` levels below, or all.
    pub fn below(&self, symbol: Symbol, depth: Option<usize>) -> Vec<Self> {
        let mut ends = Vec::new();
        let mut found = Vec::new();
        for (at, node) in self.0.iter().enumerate() {
            while ends.pop_if(|end| *end <= at).is_some() {}
            if at > 0 && node.symbol == symbol && depth.is_none_or(|depth| depth == ends.len()) {
                found.push(self.subtree(at));
            }
            ends.push(at + node.size);
        }
        found
    }
}

/// Returns the symbols of each alternative of a rule, those with fewer children first, otherwise in order.
pub(super) fn alternatives(grammar: &Grammar, rule: Symbol) -> Vec<Vec<Symbol>> {
    let productions = grammar.rule(rule).map(|_| grammar.productions_of(rule));
    let symbols = |production| grammar.items_of(production).iter().map(|item| item.symbol).collect();
    let mut found: Vec<Vec<Symbol>> = productions.into_iter().flatten().map(symbols).collect();
    found.sort_by_cached_key(Vec::len);
    found
}
