//! Where code is written: which rules are open there, and where their nodes stand, as far as that is known.

use grammarc_runtime::grammar::{ItemId, Symbol};
use grammarc_runtime::parse::decisions::PointId;

/// A rule that was begun and is not complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Open {
    pub(super) rule: Symbol,
    /// The item that asks for it; none if there are several.
    pub(super) asked: ItemId,
    /// The item of its node; none if only its caller knows.
    pub(super) item: Option<ItemId>,
    /// The rule whose variable holds the first kind then: itself, or the rule that it stands for.
    pub(super) known: Symbol,
    /// Where its caller goes on.
    pub(super) back: PointId,
    pub(super) node: Node,
    pub(super) time: Time,
}

/// When a node is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Time {
    /// When it begins.
    First,
    /// When it is complete, if there is one: around the nodes written since it began.
    Last,
}

/// Where the node of a rule stands, or begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Node {
    /// It has none.
    None,
    /// A variable says where.
    Somewhere,
    /// This many nodes behind the node of the open rule around it.
    Behind(u32),
}

/// Where code is written.
pub(super) struct Place {
    pub(super) open: Vec<Open>,
    /// How many of them were open when the function began.
    pub(super) before: usize,
    /// Whether it is known where the next terminal ends: the variable `end` says so.
    pub(super) is_seen: bool,
    /// The nodes from the innermost open one on, if it is known how many there are.
    pub(super) written: Option<u32>,
    /// The item that was completed last.
    pub(super) last: ItemId,
    /// Whether it is the function of a rule that stands once, the outermost one here.
    pub(super) is_once: bool,
}

impl Place {
    pub(super) fn new(open: Vec<Open>, before: usize) -> Self {
        Self { open, before, is_seen: false, written: None, last: ItemId::NONE, is_once: false }
    }

    pub(super) fn top(&self) -> Open {
        self.open[self.open.len() - 1]
    }

    pub(super) fn push(&mut self, open: Open) {
        if open.node != Node::None {
            self.written = Some(0);
        }
        self.last = ItemId::NONE;
        self.open.push(open);
    }

    /// Sets the time when the node of the innermost rule is written.
    pub(super) fn set_time(&mut self, time: Time) {
        if let Some(open) = self.open.last_mut() {
            open.time = time;
        }
    }

    /// One more node is written.
    pub(super) fn count(&mut self) {
        self.written = self.written.map(|written| written + 1);
    }

    pub(super) fn pop(&mut self) -> Option<Open> {
        let open = self.open.pop()?;
        self.before = self.before.min(self.open.len());
        self.written = match (open.node, self.written) {
            (Node::None, written) => written,
            (Node::Behind(before), Some(written)) => Some(before + written),
            _ => None,
        };
        self.last = open.asked;
        Some(open)
    }
}

/// How many nodes are written before a choice, and behind each of its ways that go on.
pub(super) struct Fork {
    before: Option<u32>,
    /// The item before it.
    last: ItemId,
    /// When the node of the innermost rule is written.
    time: Time,
    behind: Vec<Option<u32>>,
}

impl Fork {
    pub(super) fn new(place: &Place) -> Self {
        Self { before: place.written, last: place.last, time: place.top().time, behind: Vec::new() }
    }

    /// Begins one of the ways, where all is as before the choice.
    pub(super) fn begin(&self, place: &mut Place) {
        (place.written, place.last) = (self.before, self.last);
        place.set_time(self.time);
    }

    /// One of the ways goes on behind the choice.
    pub(super) fn goes_on(&mut self, place: &Place) {
        self.behind.push(place.written);
    }

    /// Behind the choice, the number of nodes is known if all ways wrote the same number.
    pub(super) fn join(self, place: &mut Place) {
        place.written =
            self.behind.first().copied().flatten().filter(|_| self.behind.windows(2).all(|pair| pair[0] == pair[1]));
    }
}
