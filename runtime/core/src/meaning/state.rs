//! The state of hooks: the visible names, with a journal of events as the undo log.
//!
//! Nothing else is mutable. `mark` and `rollback` are the only undo, and each event has all data to undo itself.
//!
//! The journal of a block, step by step:
//!
//! ```text
//! let x; { let y; }      journal                                 scopes
//!                        Def                                     x
//!                        Def, Open                               x | none
//!                        Def, Open, Def                          x | y
//!                        Def, Open, Def, Close(0 handed on)      x           `y` is among the closed scopes
//! ```

use std::collections::HashMap;

use super::scope::{Kind, Name, NameScope, PendingUse};
use crate::grammar::{Border, Grammar, NameDemand, NameUse, Namespace};

/// The names and values defined up to some event.
#[derive(Debug, Clone)]
pub struct State {
    /// Names of the namespaces, by number, and whether their definitions are visible from the start of their scope.
    namespaces: Vec<(String, bool)>,
    /// By namespace: whether names can come from outside the text, so that the hooks of the namespace reject nothing.
    is_open: Vec<bool>,
    /// The open scopes of each namespace, innermost last. The first is the whole input.
    scopes: Vec<Vec<NameScope>>,
    /// Scopes that were closed, the latest last.
    closed: Vec<NameScope>,
    /// Names that become visible where the rule application around them ends.
    pending: Vec<(Namespace, Name)>,
    /// Values that the author's functions keep.
    values: HashMap<String, Vec<u8>>,
    journal: Vec<JournalEntry>,
}

/// An entry of the undo log.
#[derive(Debug, Clone)]
enum JournalEntry {
    /// A scope was opened.
    Open(Namespace),
    /// A scope was closed, and this number of uses was handed to the scope around it.
    Close(Namespace, usize),
    /// A name was defined, or taken.
    Def(Namespace),
    /// A name was defined in the innermost scope that is not the rest of another.
    DefBelow(Namespace),
    /// A name was put off to the end of a rule application. For example, `x` in `let x = x;` with `at=end`.
    PutOff,
    /// This number of put-off names were defined. Their definitions are the events before.
    Settle(usize),
    /// A use waits for the end of its scope.
    Use(Namespace),
    /// A value was set; this is the value before.
    Set(String, Option<Vec<u8>>),
}

/// A point to roll back to: the length of the journal. For example, the fuzzer rolls back to it when it gives up a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark(usize);

impl State {
    /// Starts without any definition.
    pub fn new(grammar: &Grammar) -> Self {
        let count = grammar.namespaces.len() as u16;
        let namespaces = (0..count).map(Namespace);
        let names = namespaces.map(|of| (grammar.namespace(of).to_owned(), grammar.is_early(of))).collect();
        Self {
            namespaces: names,
            is_open: (0..count).map(|number| grammar.is_open(Namespace(number))).collect(),
            scopes: vec![vec![NameScope::default()]; usize::from(count)],
            closed: Vec::new(),
            pending: Vec::new(),
            values: HashMap::new(),
            journal: Vec::new(),
        }
    }

    /// Starts without any definition for a text that defines every name that it uses, as the fuzzer writes it: the
    /// hooks of namespaces with `@open` reject texts, too.
    pub fn complete(grammar: &Grammar) -> Self {
        let mut state = Self::new(grammar);
        state.is_open.fill(false);
        state
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for scopes in &mut self.scopes {
            scopes.truncate(1);
            scopes.iter_mut().for_each(NameScope::clear);
        }
        self.closed.clear();
        self.pending.clear();
        self.values.clear();
        self.journal.clear();
    }

    /// Returns a mark of the present state.
    pub fn mark(&self) -> Mark {
        Mark(self.journal.len())
    }

    /// Undoes all events since a mark, the latest first.
    pub fn rollback(&mut self, Mark(length): Mark) {
        while self.journal.len() > length {
            if let Some(event) = self.journal.pop() {
                self.undo(event);
            }
        }
    }

    fn undo(&mut self, event: JournalEntry) {
        match event {
            JournalEntry::Open(of) => _ = self.stack(of).pop(),
            JournalEntry::Close(of, handed) => {
                let outer = self.innermost(of);
                outer.waiting.truncate(outer.waiting.len() - handed);
                let scope = self.closed.pop().unwrap_or_default();
                self.stack(of).push(scope);
            }
            JournalEntry::Def(of) => _ = self.innermost(of).pop(),
            JournalEntry::DefBelow(of) => _ = self.below_rests(of).pop(),
            JournalEntry::PutOff => _ = self.pending.pop(),
            JournalEntry::Settle(count) => {
                let first = self.pending.len();
                for _ in 0..count {
                    if let Some(JournalEntry::Def(of)) = self.journal.pop() {
                        let name = self.innermost(of).pop();
                        self.pending.extend(name.map(|name| (of, name)));
                    }
                }
                self.pending[first..].reverse();
            }
            JournalEntry::Use(of) => _ = self.innermost(of).waiting.pop(),
            JournalEntry::Set(key, Some(before)) => _ = self.values.insert(key, before),
            JournalEntry::Set(key, None) => _ = self.values.remove(&key),
        }
    }

    /// Opens a scope.
    pub fn open(&mut self, of: Namespace, border: Border) {
        self.stack(of).push(NameScope::new(border));
        self.journal.push(JournalEntry::Open(of));
    }

    /// Closes the innermost scope, and returns its uses of undefined names. If a scope around it may still define the names, the
    /// uses wait there instead.
    pub fn close(&mut self, of: Namespace) -> Vec<PendingUse> {
        let lost = self.unfulfilled(of);
        let hands_on = !self.is_final(of);
        let stack = self.stack(of);
        let Some(closed) = stack.pop() else { return lost };
        let (handed, lost) = match stack.last_mut() {
            Some(outer) if hands_on => {
                let handed = lost.len();
                outer.waiting.extend(lost.into_iter().map(|waiting| PendingUse { early: true, ..waiting }));
                (handed, Vec::new())
            }
            _ => (0, lost),
        };
        self.closed.push(closed);
        self.journal.push(JournalEntry::Close(of, handed));
        lost
    }

    /// Returns the uses in the innermost scope whose names are undefined so far.
    pub fn unfulfilled(&self, of: Namespace) -> Vec<PendingUse> {
        let waiting = self.seen(of).next().map_or(&[][..], |scope| &scope.waiting);
        let is_there = |use_: &&PendingUse| {
            let fits = |kind| kind == Kind::Early || (!use_.early && kind == Kind::Definition);
            self.seen(of).any(|scope| scope.has(&use_.text, use_.fold, fits))
        };
        waiting.iter().filter(|use_| !is_there(use_)).cloned().collect()
    }

    /// Defines or takes a name in the innermost scope.
    pub fn define(&mut self, of: Namespace, name: Name) {
        self.innermost(of).push(name);
        self.journal.push(JournalEntry::Def(of));
    }

    /// Defines a name in the innermost scope that is not the rest of another.
    pub fn define_below(&mut self, of: Namespace, name: Name) {
        self.below_rests(of).push(name);
        self.journal.push(JournalEntry::DefBelow(of));
    }

    /// Puts a name off until [`State::settle`].
    pub fn put_off(&mut self, of: Namespace, name: Name) {
        self.pending.push((of, name));
        self.journal.push(JournalEntry::PutOff);
    }

    /// Returns how many names are put off.
    pub fn pending(&self) -> usize {
        self.pending.len()
    }

    /// Ends a rule application: defines the names put off since there were `pending` of them.
    pub fn settle(&mut self, pending: usize) {
        if self.pending.len() <= pending {
            return;
        }
        let mut all = std::mem::take(&mut self.pending);
        let count = all.len() - pending;
        for (of, name) in all.drain(pending..) {
            self.innermost(of).push(name);
            self.journal.push(JournalEntry::Def(of));
        }
        self.pending = all;
        self.journal.push(JournalEntry::Settle(count));
    }

    /// Makes a use wait for the end of its scope.
    pub fn wait(&mut self, of: Namespace, waiting: PendingUse) {
        self.innermost(of).waiting.push(waiting);
        self.journal.push(JournalEntry::Use(of));
    }

    /// Returns whether a name can be used here.
    pub fn is_defined(&self, of: Namespace, text: &[u8], fold: bool) -> bool {
        let fits = |kind| kind != Kind::Taken;
        self.seen(of).any(|scope| scope.has(text, fold, fits))
    }

    /// Returns whether the innermost scope has a name already, put-off names included.
    pub fn is_taken(&self, of: Namespace, text: &[u8], fold: bool) -> bool {
        let innermost = self.scopes[usize::from(of.0)].last();
        innermost.is_some_and(|scope| scope.has(text, fold, |_| true))
            || self.pending.iter().any(|(other, name)| *other == of && name.is(text, fold))
    }

    /// Returns whether a text meets a demand here. For a use that may wait, this is whether it need not.
    pub fn meets(&self, demand: NameDemand, text: &[u8]) -> bool {
        match demand {
            NameDemand::Known(NameUse { namespace, fold, .. }) => self.is_defined(namespace, text, fold),
            NameDemand::Unknown { namespace, fold } => !self.is_defined(namespace, text, fold),
            NameDemand::Untaken { namespace, fold } => !self.is_taken(namespace, text, fold),
        }
    }

    /// Returns whether uses may wait for a definition that is visible from the start of its scope.
    pub fn is_early(&self, of: Namespace) -> bool {
        self.namespaces[usize::from(of.0)].1
    }

    /// Returns whether the hooks of a namespace reject nothing, because its names can come from outside the text.
    pub fn is_open(&self, of: Namespace) -> bool {
        self.is_open[usize::from(of.0)]
    }

    /// Returns the names that can be used here. Those of the innermost scope come first, each scope in the order of its
    /// definitions.
    pub fn visible(&self, of: Namespace) -> impl Iterator<Item = &[u8]> {
        let names = self.seen(of).flat_map(|scope| &scope.names);
        names.filter(|name| name.kind != Kind::Taken).map(|name| name.text.as_slice())
    }

    /// Returns the names for a use that waits for the end of its scope: only the names visible from the start of their scope if
    /// `early`, otherwise all names that can be used. For example, a function defined at the end of its scope is usable at its
    /// beginning.
    pub fn usable(&self, of: Namespace, early: bool) -> impl Iterator<Item = &[u8]> {
        let names = self.seen(of).flat_map(|scope| &scope.names);
        let fits = move |kind| kind == Kind::Early || (!early && kind == Kind::Definition);
        names.filter(move |name| fits(name.kind)).map(|name| name.text.as_slice())
    }

    /// Returns whether any name can be used here.
    pub fn is_usable(&self, of: Namespace) -> bool {
        self.seen(of).any(|scope| !scope.usable.is_empty())
    }

    /// Returns the number of names that can be used here, each counted once in its scope.
    pub fn usable_count(&self, of: Namespace) -> usize {
        self.seen(of).map(|scope| scope.usable.len()).sum()
    }

    /// Returns one of the names counted by [`State::usable_count`]. Those of the innermost scope come first, each scope in the
    /// order of its definitions.
    pub fn usable_at(&self, of: Namespace, mut number: usize) -> Option<&Name> {
        for scope in self.seen(of) {
            match scope.usable.get(number) {
                Some(&place) => return scope.names.get(place as usize),
                None => number -= scope.usable.len(),
            }
        }
        None
    }

    /// Returns whether undefined names stay undefined when the innermost scope ends, because no scope around it can define them.
    pub fn is_final(&self, of: Namespace) -> bool {
        let stack = &self.scopes[usize::from(of.0)];
        let is_closed = stack.last().is_some_and(|scope| scope.border == Border::Closed);
        is_closed || stack.len() == 1 || !self.is_early(of)
    }

    /// Returns whether the innermost scope is the rest of another: it ends where the scope around it ends.
    pub fn is_rest(&self, of: Namespace) -> bool {
        self.scopes[usize::from(of.0)].last().is_some_and(|scope| scope.border == Border::Rest)
    }

    /// Returns the scopes that are visible here, the innermost first.
    fn seen(&self, of: Namespace) -> impl Iterator<Item = &NameScope> {
        let mut is_seen = true;
        let stack = &self.scopes[usize::from(of.0)];
        stack.iter().rev().take_while(move |scope| std::mem::replace(&mut is_seen, scope.border != Border::Closed))
    }

    /// Returns all names taken in the innermost scope, of any kind, and the names put off.
    pub fn taken(&self, of: Namespace) -> impl Iterator<Item = &[u8]> {
        let innermost = self.scopes[usize::from(of.0)].last();
        let pending = self.pending.iter().filter(move |(other, _)| *other == of).map(|(_, name)| name.text.as_slice());
        innermost.into_iter().flat_map(|scope| &scope.names).map(|name| name.text.as_slice()).chain(pending)
    }

    fn stack(&mut self, of: Namespace) -> &mut Vec<NameScope> {
        &mut self.scopes[usize::from(of.0)]
    }

    fn below_rests(&mut self, of: Namespace) -> &mut NameScope {
        let stack = self.stack(of);
        let place = stack.iter().rposition(|scope| scope.border != Border::Rest).unwrap_or(0);
        &mut stack[place]
    }

    fn innermost(&mut self, of: Namespace) -> &mut NameScope {
        self.stack(of).last_mut().expect("the scope of the whole input is never closed")
    }
}

/// The interface of the author's functions. Namespaces go by their names, and one that the grammar lacks is empty.
impl State {
    /// Returns the names that can be used here, as [`State::visible`].
    pub fn names(&self, namespace: &str) -> Vec<&[u8]> {
        self.find(namespace).map_or_else(Vec::new, |of| self.visible(of).collect())
    }

    /// Returns whether a name can be used here.
    pub fn has(&self, namespace: &str, text: &[u8]) -> bool {
        self.find(namespace).is_some_and(|of| self.is_defined(of, text, false))
    }

    /// Defines a name from here to the end of the innermost scope.
    pub fn add(&mut self, namespace: &str, text: &[u8]) {
        if let Some(of) = self.find(namespace) {
            self.define(of, Name { text: text.to_vec(), fold: false, kind: Kind::Definition });
        }
    }

    /// Returns a value kept earlier.
    pub fn get(&self, key: &str) -> Option<&[u8]> {
        self.values.get(key).map(Vec::as_slice)
    }

    /// Keeps a value.
    pub fn set(&mut self, key: &str, value: impl Into<Vec<u8>>) {
        let before = self.values.insert(key.to_owned(), value.into());
        self.journal.push(JournalEntry::Set(key.to_owned(), before));
    }

    fn find(&self, namespace: &str) -> Option<Namespace> {
        self.namespaces.iter().position(|(name, _)| name == namespace).map(|place| Namespace(place as u16))
    }
}
