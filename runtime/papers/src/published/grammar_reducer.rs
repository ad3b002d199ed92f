//! Grammar-based reduction as the Fuzzing Book has it ("Reducing Failure-Inducing Inputs", GrammarReducer).
//!
//! The grammar must have plain alternatives, without repetitions or groups. The input itself is not tested.

use grammarc_core::grammar::{Grammar, Symbol};
use grammarc_core::syntax::{Combinations, Derivation};

/// Settings of the book's reducer.
#[derive(Debug, Clone, Copy, Default)]
pub struct GrammarReducer {
    /// Which combinations of subtrees are tried in an expansion (try_all_combinations).
    pub combinations: Combinations,
}

impl GrammarReducer {
    /// Reduces with nodes from any depth (reduce_tree), in one sweep from the root down. O(n²) time and memory between two
    /// questions at worst, because each candidate is a copy of the tree.
    ///
    /// For example, `1 + (2 * 3)` becomes `(3)` in 5 questions where a bracket must stay: `(2 * 3)`, `2 * 3`, `3`, `2`, `(3)`.
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
        let mut found = tree.subtrees_with_symbol(symbol, depth);
        found.extend(tree.alternate_reductions(grammar, symbol, depth, self.combinations));
        let mut unique: Vec<Derivation> = Vec::new();
        for other in found {
            if !unique.contains(&other) {
                unique.push(other);
            }
        }
        unique
    }
}
