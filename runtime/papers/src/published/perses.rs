//! A variant of Perses: a node becomes a node of its own symbol from below, or nothing where its rule allows that.
//!
//! R. Gopinath, *Delta Debugging* (rahul.gopinath.org), after C. Sun et al., ICSE 2018. There the heap has the smallest node on top,
//! although the largest is wanted, and a nullable symbol is never recognized as nullable. Both are corrected here.

use grammarc_core::grammar::Grammar;
use grammarc_core::syntax::{Derivation, alternatives};

/// Reduces a tree: the node with most leaves first, the nodes below it in preorder. The input itself is not tested. O(n²) questions
/// at most. For example, `1 + ((2 * 3 / 4))` becomes `((4))` in 20 questions where two brackets of each kind must stay.
///
/// # Errors
/// The first of `is_interesting`.
pub fn perses<E>(
    grammar: &Grammar,
    tree: &mut Derivation,
    mut is_interesting: impl FnMut(&[u8]) -> Result<bool, E>,
) -> Result<(), E> {
    // Disjoint subtrees: the number of their leaves, and their places.
    let mut open = vec![(tree.leaves(0), 0)];
    while let Some(number) = largest(&open) {
        let (_, at) = open.remove(number);
        let present = tree.subtree(at);
        let symbol = tree.symbol(at);
        let mut others = present.subtrees_with_symbol(symbol, None);
        if alternatives(grammar, symbol).first().is_some_and(Vec::is_empty) {
            others.push(Derivation::node(symbol, &[]));
        }
        let mut replaced = false;
        for other in others.into_iter().filter(|other| other.len() < present.len()) {
            let mut changed = tree.clone();
            changed.replace(at, &other);
            if is_interesting(&changed.text())? {
                let gone = present.len() - other.len();
                open.iter_mut().filter(|(_, place)| *place > at).for_each(|(_, place)| *place -= gone);
                *tree = changed;
                replaced = true;
                break;
            }
        }
        match replaced {
            true => open.push((tree.leaves(at), at)),
            false => {
                let inner = tree.children(at).filter(|&child| tree.is_inner(child));
                open.extend(inner.map(|child| (tree.leaves(child), child)));
            }
        }
    }
    Ok(())
}

/// Returns the subtree with most leaves; the first one in the text if several have as many.
fn largest(open: &[(usize, usize)]) -> Option<usize> {
    (0..open.len()).max_by_key(|&number| (open[number].0, std::cmp::Reverse(open[number].1)))
}
