//! Grammar-based reduction as the Fuzzing Book has it ("Reducing Failure-Inducing Inputs", GrammarReducer).
//!
//! The grammar must have plain alternatives, without repetitions or groups. The input itself is not tested.

use super::derivation::{Derivation, alternatives};
use grammarc_runtime::grammar::{Grammar, Symbol};
use grammarc_runtime::reduce::product;

/// Settings of the book's reducer.
#[derive(Debug, Clone, Copy, Default)]
pub struct GrammarReducer {
    /// Tries all combinations of subtrees in an expansion, not only the first one that is smaller.
    pub all_combinations: bool,
}

impl GrammarReducer {
    /// Reduces with nodes from any depth (reduce_tree), in one sweep from the root down.
    ///
    /// # Errors
    /// The first of `is_interesting`.
    pub fn reduce<E>(
        self,
        grammar: &Grammar,
        tree: &mut Derivation,
        mut is_interesting: impl FnMut(&[u8]) -> Result<bool, E>,
    ) -> Result<(), E> {
        self.sweep(grammar, tree, None, &mut is_interesting).map(|_| ())
    }

    /// Reduces with nodes from depth 0, then 1, and so on; after a success again from 0. The sweep at depth 0 never finds anything,
    /// because no node is 0 levels below another.
    ///
    /// # Errors
    /// The first of `is_interesting`.
    pub fn reduce_by_depth<E>(
        self,
        grammar: &Grammar,
        tree: &mut Derivation,
        mut is_interesting: impl FnMut(&[u8]) -> Result<bool, E>,
    ) -> Result<(), E> {
        let mut depth = 0;
        while depth < tree.height() {
            let reduced = self.sweep(grammar, tree, Some(depth), &mut is_interesting)?;
            depth = if reduced { 0 } else { depth + 1 };
        }
        Ok(())
    }

    /// Reduces the children of each node, then theirs (reduce_subtree); returns whether anything was reduced.
    fn sweep<E>(
        self,
        grammar: &Grammar,
        tree: &mut Derivation,
        depth: Option<usize>,
        is_interesting: &mut impl FnMut(&[u8]) -> Result<bool, E>,
    ) -> Result<bool, E> {
        let mut reduced = false;
        let mut at = 0;
        while at < tree.len() {
            while self.reduce_children(grammar, tree, at, depth, is_interesting)? {
                reduced = true;
            }
            at += 1;
        }
        Ok(reduced)
    }

    /// Replaces each child of a node by its first replacement that is interesting; returns whether there was one.
    fn reduce_children<E>(
        self,
        grammar: &Grammar,
        tree: &mut Derivation,
        at: usize,
        depth: Option<usize>,
        is_interesting: &mut impl FnMut(&[u8]) -> Result<bool, E>,
    ) -> Result<bool, E> {
        let mut reduced = false;
        for number in 0..tree.children(at).count() {
            let Some(child) = tree.children(at).nth(number) else { break };
            let present = tree.subtree(child);
            let replacements = self.replacements(grammar, &present, tree.symbol(child), depth);
            for replacement in replacements.into_iter().filter(|other| other.len() < present.len()) {
                let mut changed = tree.clone();
                changed.replace(child, &replacement);
                if is_interesting(&changed.text())? {
                    *tree = changed;
                    reduced = true;
                    break;
                }
            }
        }
        Ok(reduced)
    }

    /// Returns the candidates that can replace a tree of a symbol (symbol_reductions): nodes of the same symbol below the root,
    /// then other expansions of the symbol, each once.
    pub fn replacements(
        self,
        grammar: &Grammar,
        tree: &Derivation,
        symbol: Symbol,
        depth: Option<usize>,
    ) -> Vec<Derivation> {
        let mut found = tree.below(symbol, depth);
        found.extend(self.expansions(grammar, tree, symbol, depth));
        let mut unique: Vec<Derivation> = Vec::new();
        for other in found {
            if !unique.contains(&other) {
                unique.push(other);
            }
        }
        unique
    }

    /// Returns the smaller expansions of a symbol that nodes below the root can fill (alternate_reductions), by number of nodes.
    pub fn expansions(
        self,
        grammar: &Grammar,
        tree: &Derivation,
        symbol: Symbol,
        depth: Option<usize>,
    ) -> Vec<Derivation> {
        let mut found = Vec::new();
        for symbols in alternatives(grammar, symbol) {
            let options: Vec<Vec<Derivation>> = symbols.iter().map(|&child| tree.below(child, depth)).collect();
            let nodes = product(options).map(|children| Derivation::node(symbol, &children));
            let smaller = nodes.filter(|node| node.len() < tree.len());
            found.extend(smaller.take(if self.all_combinations { usize::MAX } else { 1 }));
        }
        found.sort_by_cached_key(Derivation::len);
        found
    }
}
