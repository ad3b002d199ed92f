//! Trees as a grammar derives them, to be counted, taken apart and put together: each node has a symbol and children, and each
//! literal is a leaf.
//!
//! A. Zeller et al., *The Fuzzing Book*, "Reducing Failure-Inducing Inputs", has such trees. Here the nodes are a list in
//! preorder. For example, `1+2` by `<expr> ::= <term> "+" <expr> | <term>` has the nodes expr, term, `1`, `+`, expr, term, `2`
//! in this order: 7 nodes, 4 of them in the longest chain.

use std::ops::Range;
use std::rc::Rc;

use super::SyntaxNode;
use crate::grammar::{Grammar, Symbol};
use crate::tree::{NodeId, Tree};

/// A derivation: its nodes in preorder. Unlike a [`Tree`] it owns its text and can be changed; hidden nodes are left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derivation(Vec<DerivationNode>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct DerivationNode {
    symbol: Symbol,
    /// The number of nodes of its subtree, itself included.
    size: usize,
    /// The text of a leaf.
    text: Option<Rc<[u8]>>,
}

/// Which combinations of subtrees [`Derivation::alternate_reductions`] puts into an expansion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Combinations {
    /// The first one with fewer nodes than the tree.
    #[default]
    First,
    /// All with fewer nodes than the tree. Their number is the product of the numbers of subtrees, so it can be huge.
    All,
}

impl SyntaxNode<'_> {
    /// Returns the derivation of this node, with all literals and helper rules. O(n).
    ///
    /// ```
    /// use grammarc_runtime::flat::LINES;
    /// use grammarc_runtime::syntax::Parsed;
    ///
    /// let input = b"one\ntwo\n";
    /// let parsed: Parsed<'_> = Parsed::new(&LINES, input, LINES.parse(input).unwrap());
    /// let text = parsed.root().derivation();
    /// assert_eq!((text.len(), text.height()), (3, 2));
    /// ```
    pub fn derivation(self) -> Derivation {
        Derivation::below(&self.document.tree, self.id(), self.document.input)
    }
}

impl Derivation {
    /// Takes the tree of a text. O(n).
    pub fn of(tree: &Tree, text: &[u8]) -> Self {
        Self::below(tree, tree.root(), text)
    }

    /// Takes a node of the tree of a text, with all nodes below it.
    fn below(tree: &Tree, root: NodeId, text: &[u8]) -> Self {
        let ids = || tree.subtree(root);
        let mut seen = vec![0];
        seen.extend(ids().scan(0, |count, id| {
            *count += usize::from(!tree.node(id).hidden);
            Some(*count)
        }));
        let nodes = ids().enumerate().map(|(place, id)| (place, id, tree.node(id))).filter(|(.., node)| !node.hidden);
        let nodes = nodes.map(|(place, id, node)| {
            let size = seen[place + tree.size(id)] - seen[place];
            DerivationNode {
                symbol: node.symbol,
                size,
                text: node.production.is_none().then(|| text[node.span].into()),
            }
        });
        Self(nodes.collect())
    }

    /// Returns a node of a symbol with these children.
    pub fn node(symbol: Symbol, children: &[Self]) -> Self {
        let size = 1 + children.iter().map(Self::len).sum::<usize>();
        let below = children.iter().flat_map(|child| child.0.iter().cloned());
        Self(std::iter::once(DerivationNode { symbol, size, text: None }).chain(below).collect())
    }

    /// Returns the number of nodes, leaves included; the book's `number_of_nodes`.
    #[doc(alias = "number_of_nodes")]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns false: there is a root at least.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the number of nodes in the longest chain from the root down, so a single node has height 1; the book's
    /// `max_height`. O(n).
    #[doc(alias = "max_height")]
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

    /// Returns the subtrees of a symbol below the root, in preorder: those exactly `depth` levels below, or all. For example, the
    /// terms below the root of `1 + (2 * 3)` are `1`, `(2 * 3)`, `2 * 3` and `3`. O(n) for each subtree found.
    pub fn subtrees_with_symbol(&self, symbol: Symbol, depth: Option<usize>) -> Vec<Self> {
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

    /// Returns the expansions of a symbol that have fewer nodes than this tree, with each of their symbols filled by a subtree of it,
    /// `depth` levels below the root or anywhere; those with fewer nodes first. For example, of `1 + (2 * 3)` a term can become
    /// `1 * 1`: another alternative of its rule, made of a factor and a term that the tree has.
    pub fn alternate_reductions(
        &self,
        grammar: &Grammar,
        symbol: Symbol,
        depth: Option<usize>,
        combinations: Combinations,
    ) -> Vec<Self> {
        let most = if combinations == Combinations::All { usize::MAX } else { 1 };
        let mut found = Vec::new();
        for symbols in alternatives(grammar, symbol) {
            let options: Vec<_> = symbols.iter().map(|&child| self.subtrees_with_symbol(child, depth)).collect();
            let Some(room) = self.len().checked_sub(2) else { continue };
            let mut filled = Vec::new();
            fill(&options, room, most, &mut Vec::new(), &mut filled);
            found.extend(filled.iter().map(|children| Self::node(symbol, children)));
        }
        found.sort_by_cached_key(Self::len);
        found
    }
}

/// Adds the first `most` combinations, one tree of each list, that have at most `room` nodes together. The choice from the first
/// list changes slowest. A choice that leaves too little room for the others is left at once, so that the time depends on the
/// combinations found, not on the number of all. It recurses once for each list.
fn fill(
    options: &[Vec<Derivation>],
    room: usize,
    most: usize,
    taken: &mut Vec<Derivation>,
    found: &mut Vec<Vec<Derivation>>,
) {
    let Some((first, others)) = options.split_first() else {
        found.push(taken.clone());
        return;
    };
    let smallest = others.iter().map(|list| list.iter().map(Derivation::len).min());
    let Some(reserved) = smallest.sum::<Option<usize>>() else { return };
    for tree in first.iter().filter(|tree| tree.len() + reserved <= room) {
        if found.len() == most {
            return;
        }
        taken.push(tree.clone());
        fill(others, room - tree.len(), most, taken, found);
        taken.pop();
    }
}

/// Returns the symbols of each alternative of a rule, those with fewer children first, otherwise in order.
#[doc(hidden)]
pub fn alternatives(grammar: &Grammar, rule: Symbol) -> Vec<Vec<Symbol>> {
    let productions = grammar.rule(rule).map(|_| grammar.productions_of(rule));
    let symbols = |production| grammar.items_of(production).iter().map(|item| item.symbol).collect();
    let mut found: Vec<Vec<Symbol>> = productions.into_iter().flatten().map(symbols).collect();
    found.sort_by_cached_key(Vec::len);
    found
}
