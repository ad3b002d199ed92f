//! The targets of `cargo fuzz`: functions of any bytes that panic where a property does not hold. A plain test runs them on the
//! seeds.

mod broken;
mod edits;
mod emit;
mod engines;
mod grammar;
mod journal;

pub use broken::{Broken, broken};
pub use edits::edits;
pub use emit::emit;
pub use engines::engines;
pub use grammar::grammar;
pub use journal::journal;

use std::collections::HashMap;

use grammarc_runtime::tree::{NodeId, Tree};

/// Bytes that are used up from the front; zeros after the end. For example, the bytes 1, 2 are the number 258, and then the number 0.
struct Bytes<'b>(&'b [u8]);

impl<'b> Bytes<'b> {
    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    fn number(&mut self) -> usize {
        usize::from(self.byte()) << 8 | usize::from(self.byte())
    }

    /// A number below a bound, which is not zero.
    fn below(&mut self, bound: usize) -> usize {
        self.number() % bound
    }

    /// Takes a length byte, and as many bytes after it.
    fn some(&mut self) -> &'b [u8] {
        let length = usize::from(self.byte()).min(self.0.len());
        let (some, rest) = self.0.split_at(length);
        self.0 = rest;
        some
    }

    /// Takes the bytes before the next line end, and drops the line end.
    fn line(&mut self) -> &'b [u8] {
        let end = self.0.iter().position(|&byte| byte == b'\n').unwrap_or(self.0.len());
        let line = &self.0[..end];
        self.0 = self.0.get(end + 1..).unwrap_or_default();
        line
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Nodes lie inside their parents and the text, one after another. For example, a node at 2..5 in one at 0..4 is a mistake.
fn check_tree(tree: &Tree, text: &[u8]) {
    let mut ends: HashMap<NodeId, usize> = HashMap::new();
    let mut covered = 0;
    for ((id, _), parent) in tree.walk().zip(tree.parents()) {
        let node = tree.node(id);
        assert!(node.span.start <= node.span.end && node.span.end <= text.len(), "{node:?}");
        if id != parent {
            let around = tree.node(parent).span;
            assert!(around.start <= node.span.start && node.span.end <= around.end, "{node:?} in {around:?}");
            let before = ends.insert(parent, node.span.end).unwrap_or(around.start);
            assert!(before <= node.span.start, "{node:?} after {before}");
        }
        if tree.size(id) == 1 && !node.span.is_empty() {
            assert!(covered <= node.span.start, "leaves overlap at {covered}");
            covered = node.span.end;
        }
    }
}
