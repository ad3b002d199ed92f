//! Where code is written: which rules are open there, and where their nodes stand, as far as that is known.

use grammarc_runtime::grammar::{ItemId, Symbol};
use grammarc_runtime::parse::decisions::PointId;

/// A rule that was begun and is not complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Open {
    pub(super) rule: Symbol,
    /// What it was called for; none if only its caller knows.
    pub(super) item: Option<ItemId>,
    /// Where its caller goes on.
    pub(super) back: PointId,
    pub(super) node: Node,
}

/// Where the node of a rule stands that was begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Node {
    /// It has none.
    None,
    /// A variable says where.
    Somewhere,
    /// So many nodes behind that of the open rule around it.
    Behind(u32),
}

/// Where code is written.
pub(super) struct Place {
    pub(super) open: Vec<Open>,
    /// So many of them were open already when the function began.
    pub(super) before: usize,
    /// Whether it is known where the next terminal ends: the variable `end` says so.
    pub(super) is_seen: bool,
    /// The nodes from the innermost open one on, if it is known how many there are.
    pub(super) written: Option<u32>,
}

impl Place {
    pub(super) fn new(open: Vec<Open>, before: usize) -> Self {
        Self { open, before, is_seen: false, written: None }
    }

    pub(super) fn top(&self) -> Open {
        self.open[self.open.len() - 1]
    }

    pub(super) fn push(&mut self, open: Open) {
        if open.node != Node::None {
            self.written = Some(1);
        }
        self.open.push(open);
    }

    pub(super) fn pop(&mut self) -> Option<Open> {
        let open = self.open.pop()?;
        self.before = self.before.min(self.open.len());
        self.written = match (open.node, self.written) {
            (Node::None, written) => written,
            (Node::Behind(before), Some(written)) => Some(before + written),
            _ => None,
        };
        Some(open)
    }
}

/// How many nodes are written before a choice, and behind each of its ways that go on.
pub(super) struct Fork {
    pub(super) before: Option<u32>,
    pub(super) behind: Vec<Option<u32>>,
}

impl Fork {
    pub(super) fn new(place: &Place) -> Self {
        Self { before: place.written, behind: Vec::new() }
    }

    /// Behind the choice it is known how many there are if all ways have as many.
    pub(super) fn join(self, place: &mut Place) {
        place.written =
            self.behind.first().copied().flatten().filter(|_| self.behind.windows(2).all(|pair| pair[0] == pair[1]));
    }
}
