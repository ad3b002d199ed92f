//! Computing a value of a tree from the leaves up, for example the value of a sum. The walk goes backwards through the
//! preorder, so that children come before their parents.
//!
//! ```text
//! 1+2          the views in preorder: sum, 1, 2
//!
//! view   parts    done, the last one first
//! 2      none     2
//! 1      none     2, 1
//! sum    1, 2     3               its value takes the place of its parts
//! ```

use std::ops::{Index, Range};

use super::{SyntaxNode, View};

impl<'t> SyntaxNode<'t> {
    /// Computes a value of each node of one view, from the leaves up, and returns the values of the outermost ones, from left
    /// to right. It does not recurse, so deep nesting cannot overflow the stack. O(n).
    ///
    /// `compute` is given a node and the values of the nearest nodes of that view below it. For a sum, `enum Expr` has a
    /// variant `Add`:
    ///
    /// ```ignore
    /// let values = parsed.syntax().fold(|expr: Expr, parts| match expr {
    ///     Expr::Add(add) => parts[add.left()] + parts[add.right()],
    ///     Expr::Number(number) => number.text().parse().unwrap_or(0),
    /// });
    /// ```
    pub fn fold<V: View<'t>, T>(self, mut compute: impl FnMut(V, Parts<'_, T>) -> T) -> Vec<T> {
        let all = std::iter::once(self).chain(self.descendants());
        let views: Vec<(SyntaxNode<'t>, V)> = all.filter_map(|node| Some((node, V::cast(node)?))).collect();
        // Backwards through the preorder, so children come before their parents and the last child comes first.
        let mut done: Vec<(Range<usize>, T)> = Vec::new();
        for (node, view) in views.into_iter().rev() {
            let range = node.range();
            let parts = done.iter().rev().take_while(|(part, _)| part.start < range.end).count();
            let kept = done.len() - parts;
            let value = compute(view, Parts { done: &done[kept..] });
            done.truncate(kept);
            done.push((range, value));
        }
        done.into_iter().rev().map(|(_, value)| value).collect()
    }
}

/// The values of the nearest nodes below a node.
#[derive(Debug)]
pub struct Parts<'a, T> {
    /// Each value with the places of its node and of all nodes below it, the last one first.
    done: &'a [(Range<usize>, T)],
}

impl<'a, T> Parts<'a, T> {
    /// Returns all values, from left to right.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &'a T> + ExactSizeIterator {
        self.done.iter().rev().map(|(_, value)| value)
    }

    /// Returns the value of a node, or none if it is not one of the nearest below. O(log parts).
    pub fn get<'t>(&self, view: impl View<'t>) -> Option<&'a T> {
        let index = view.syntax().index();
        // An alternative that is another rule stands for the node around it, so the node that holds the place is meant.
        let place = self.done.partition_point(|(range, _)| range.start > index);
        self.done.get(place).filter(|(range, _)| range.contains(&index)).map(|(_, value)| value)
    }
}

/// # Panics
/// If the node has no value here, because it is not one of the nearest below.
impl<'t, T, V: View<'t>> Index<V> for Parts<'_, T> {
    type Output = T;

    fn index(&self, view: V) -> &T {
        self.get(view).expect("it is one of the nearest nodes below")
    }
}
