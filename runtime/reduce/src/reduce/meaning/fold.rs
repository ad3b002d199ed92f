//! The fold over the current tree, with an undo log so that it can resume at any edit.
//!
//! It keeps a sparse list of events, and a mark of the state before each. A candidate rolls the state back to the
//! first event that it can change and replays its own tree from there, because everything before is unchanged.

mod names;

pub(super) use names::NameEvents;

use crate::format::Format;
use grammarc_core::grammar::{Grammar, Hook};
use grammarc_core::meaning::replay::{self, Event, HookFacts, HookedItem};
use grammarc_core::meaning::{Identity, Mark, State, ViolationKind, reads};
use grammarc_core::tree::{Tree, TreeNode, name_span};

/// The events of the current tree, and the state at one of them.
pub(super) struct Fold<'s> {
    language: &'s Format,
    matters: &'s HookFacts,
    state: State,
    events: Vec<Event>,
    /// For each event that the state has seen: the mark of the state before it, and the number of violations found by then.
    marks: Vec<(Mark, usize)>,
    /// For each event the innermost node that is open before it, by its event.
    around: Vec<Option<usize>>,
    /// For each start of a node that settles names at its end: the number of names deferred before it. For example, a
    /// use before its definition is deferred to the end of such a node.
    pending: Vec<usize>,
    found: Vec<Identity>,
    /// Number of events that the state has seen.
    seen: usize,
}

/// A node at one of its ends.
pub(super) struct NodeEvent<'a> {
    pub(super) node: TreeNode,
    pub(super) hooks: &'a [Hook],
    pub(super) event: Event,
}

impl<'a> NodeEvent<'a> {
    pub(super) fn new(grammar: &'a Grammar, tree: &Tree, event: Event) -> Self {
        let node = tree.node(tree.id_at(event.place));
        Self { hooks: HookFacts::hooks(grammar, &node), node, event }
    }
}

impl<'s> Fold<'s> {
    pub(super) fn new(language: &'s Format) -> Self {
        Self {
            language,
            matters: language.meaning().matters(),
            state: State::new(&language.grammar),
            events: Vec::new(),
            marks: Vec::new(),
            around: Vec::new(),
            pending: Vec::new(),
            found: Vec::new(),
            seen: 0,
        }
    }

    /// Moves to another tree that equals the last one before the place `from`.
    pub(super) fn update(&mut self, tree: &Tree, last: &Tree, from: usize) {
        let first = self.first(last, from);
        self.rewind(first);
        self.events.truncate(first);
        self.around.truncate(first);
        self.pending.truncate(first);
        let mut open: Vec<usize> = self.open_before(first);
        let rest = self.tail(tree, from, &open);
        for event in rest {
            if event.is_end {
                open.pop();
            }
            self.around.push(open.last().copied());
            if !event.is_end {
                open.push(self.events.len());
            }
            self.events.push(event);
            self.pending.push(0);
        }
    }

    /// Returns the events of a tree from a place on. Before it the tree equals ours; `open` are our nodes around the place.
    fn tail(&self, tree: &Tree, from: usize, open: &[usize]) -> Vec<Event> {
        let mut events = self.matters.events(&self.language.grammar, tree, from..tree.len());
        let ends: Vec<Event> = open.iter().rev().map(|&event| Event { is_end: true, ..self.events[event] }).collect();
        if ends.is_empty() {
            return events;
        }
        let inner = std::mem::take(&mut events);
        let mut ends = ends.into_iter().peekable();
        for event in inner {
            let end_of = |event: &Event| event.place + tree.size(tree.id_at(event.place));
            if !event.is_end {
                while let Some(end) = ends.next_if(|end| end_of(end) <= event.place) {
                    events.push(end);
                }
            }
            events.push(event);
        }
        events.extend(ends);
        events
    }

    /// Returns the number of the first event that an edit at a place can change.
    fn first(&self, tree: &Tree, from: usize) -> usize {
        let end_of = |place: usize| place + tree.size(tree.id_at(place));
        self.events.partition_point(|event| if event.is_end { end_of(event.place) <= from } else { event.place < from })
    }

    /// Returns the nodes that are open before an event, the outermost first, by their events.
    fn open_before(&self, event: usize) -> Vec<usize> {
        let last = match event.checked_sub(1) {
            None => None,
            Some(before) if self.events[before].is_end => self.around[before],
            Some(before) => Some(before),
        };
        let mut open: Vec<usize> = std::iter::successors(last, |&inner| self.around[inner]).collect();
        open.reverse();
        open
    }

    fn rewind(&mut self, event: usize) {
        if event < self.seen {
            let (mark, found) = self.marks[event];
            self.state.rollback(mark);
            self.found.truncate(found);
            self.marks.truncate(event);
            self.seen = event;
        }
    }

    /// Rolls the state back or forward to an event of the current tree.
    fn go_to(&mut self, event: usize, text: &[u8], tree: &Tree) {
        self.rewind(event);
        let mut pending: Vec<usize> = self
            .open_before(self.seen)
            .into_iter()
            .filter(|&at| self.events[at].settles)
            .map(|at| self.pending[at])
            .collect();
        while self.seen < event {
            self.marks.push((self.state.mark(), self.found.len()));
            let here = self.here(tree, self.events[self.seen]);
            if !here.event.is_end {
                self.pending[self.seen] = self.state.pending();
            }
            let mut found = std::mem::take(&mut self.found);
            let report = |kind: ViolationKind| found.push(kind.identity());
            step(self.language, &mut self.state, (text, tree), &here, &mut pending, report);
            self.found = found;
            self.seen += 1;
        }
    }

    fn here(&self, tree: &Tree, event: Event) -> NodeEvent<'s> {
        NodeEvent::new(&self.language.grammar, tree, event)
    }

    /// Replays another tree, which equals the current one before the place `from`, and rolls back afterwards. `body`
    /// receives the state there, the violations so far, the numbers of deferred names, and the rest of the other tree.
    pub(super) fn replay<T>(
        &mut self,
        (text, tree): (&[u8], &Tree),
        (changed, from): (&Tree, usize),
        body: impl FnOnce(&mut State, &[Identity], Vec<usize>, Vec<NodeEvent<'s>>) -> T,
    ) -> T {
        let mut first = self.first(tree, from);
        let mut from = from;
        // Start at the outermost open node with a `@pre` hook, because the hook's offer is compared with the node's changed text.
        let is_asked = |&&event: &&usize| {
            let hooks = self.here(tree, self.events[event]).hooks;
            hooks.iter().any(|hook| hook.offers().is_some())
        };
        if self.language.custom.is_some()
            && let Some(&asked) = self.open_before(first).iter().find(is_asked)
        {
            (first, from) = (asked, self.events[asked].place);
        }
        self.go_to(first, text, tree);
        let open = self.open_before(first);
        let rest = self.tail(changed, from, &open).into_iter().map(|event| self.here(changed, event)).collect();
        let pending = open.into_iter().filter(|&at| self.events[at].settles).map(|at| self.pending[at]).collect();
        let mark = self.state.mark();
        let result = body(&mut self.state, &self.found, pending, rest);
        self.state.rollback(mark);
        result
    }
}

/// Applies one event to the state, without repairs.
fn step(
    language: &Format,
    state: &mut State,
    (text, tree): (&[u8], &Tree),
    here: &NodeEvent<'_>,
    pending: &mut Vec<usize>,
    mut report: impl FnMut(ViolationKind),
) {
    let span = if reads(here.hooks) { name_span(&language.grammar, tree, here.node.id) } else { 0..0 };
    let met = HookedItem { hooks: here.hooks, text: &text[span.clone()], start: span.start, key: here.event.place };
    if !here.event.is_end {
        replay::before(language.custom, state, &met).into_iter().for_each(report);
        pending.extend(here.event.settles.then(|| state.pending()));
        return;
    }
    if here.event.settles {
        state.settle(pending.pop().unwrap_or_default());
    }
    replay::after(language.custom, state, &met).into_iter().for_each(&mut report);
    replay::close(state, here.hooks, |namespace, waiting, _| {
        report(ViolationKind::Undefined { namespace, text: waiting.text, late: true });
    });
}
