//! The loop: rules call one another over an explicit stack of frames, and a second stack has the options to backtrack to. So deep
//! nesting cannot overflow the stack of the thread.

use super::{Activation, Cursor, Scope, Snapshot};
use crate::byteset::ByteSet;
use crate::decisions::Branch;
use crate::grammar::{ItemId, ProductionId};

/// A rule that was called. For example, inside of `[[1]]` the frames of both lists wait.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame<S> {
    /// The place where its caller goes on; none if the caller is a function.
    back: Option<S>,
    /// Offset of the first byte of the original call. A tail call replaces `rule` and keeps this offset.
    pub(super) at: u32,
    pub(super) rule: Activation,
}

impl<S> Frame<S> {
    #[inline]
    pub(super) fn new(back: Option<S>, rule: Activation) -> Self {
        Self { back, at: rule.start, rule }
    }
}

/// Options that can still be taken. For example, the branch without an optional part, while the part is tried.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choice<'a, S> {
    pub(super) saved: Snapshot,
    /// The untried branches: at least one of them is open at the position of the choice.
    rest: &'a [Branch<S>],
}

/// The caller of the loop of a generated parser. A function that is not recursive may call a rule that is, and then goes on
/// itself.
#[derive(Debug, Clone, Copy)]
pub struct LoopCaller {
    base: usize,
    /// Number of frames when the run began.
    frames: usize,
}

/// Methods that return `Option<S>` return none if the run is over.
impl<'a, S: Copy> Cursor<'a, S> {
    /// Returns the places where the waiting rules go on, the innermost first.
    pub fn waiting(&self) -> impl Iterator<Item = S> + '_ {
        self.frames.iter().rev().filter_map(|frame| frame.back)
    }

    /// Begins a run of the loop for a rule; `back` follows its end.
    pub fn begin(&mut self, back: S, item: ItemId, scope: Scope) -> LoopCaller {
        let outside = LoopCaller { base: self.base, frames: self.frames.len() };
        self.base = self.choices.len();
        self.push(Some(back), item, scope);
        outside
    }

    /// Returns whether the rule that a run of the loop was begun for is complete.
    #[inline]
    pub fn is_back(&self, outside: &LoopCaller) -> bool {
        self.frames.len() == outside.frames
    }

    /// Ends a run of the loop.
    pub fn end(&mut self, outside: LoopCaller) {
        self.base = outside.base;
    }

    /// Calls a rule that begins at `to`, to go on at `back`.
    #[inline]
    pub fn call(&mut self, back: S, to: S, item: ItemId, scope: Scope) -> Option<S> {
        self.push(Some(back), item, scope);
        (!self.undecided).then_some(to)
    }

    /// Tail call: calls a rule at the end of a production that leaves no node. The callee takes the caller's frame, unless the
    /// caller has options left: then the caller waits and goes on at `end`. For example, a repetition that calls itself a million
    /// times at its end needs one frame.
    #[inline]
    pub fn tail(&mut self, end: S, to: S, item: ItemId, scope: Scope) -> Option<S> {
        if self.has_choice() {
            return self.call(end, to, item, scope);
        }
        self.tail_if(true, to, item, scope)
    }

    /// Calls the rule of an optional part in the frame of that part, if it is next. Otherwise the part is complete and empty.
    #[inline]
    pub fn tail_if(&mut self, is_next: bool, to: S, item: ItemId, scope: Scope) -> Option<S> {
        if !is_next {
            return self.leave();
        }
        let rule = self.activation(item, scope);
        *self.rule_mut() = rule;
        self.step();
        (!self.undecided).then_some(to)
    }

    /// Calls the rule of a repetition, to go on at `again`, if it is next. Otherwise the repetition is complete.
    #[inline]
    pub fn call_if(&mut self, is_next: bool, again: S, to: S, item: ItemId, scope: Scope) -> Option<S> {
        if is_next { self.call(again, to, item, scope) } else { self.leave() }
    }

    /// Does the same as [`Cursor::tail_if`] where the part and its follower can begin with the same byte. `bytes` are the first
    /// bytes of the part and of its follower. `without` is the branch that leaves the part out; it stays as a choice to backtrack
    /// to.
    #[inline]
    pub fn try_tail(
        &mut self,
        bytes: [&ByteSet; 2],
        without: &'a [Branch<S>],
        end: S,
        to: S,
        item: ItemId,
        scope: Scope,
    ) -> Option<S> {
        if self.may_be_next(bytes, without) { self.tail(end, to, item, scope) } else { self.leave() }
    }

    /// Does the same as [`Cursor::call_if`] where the repetition and its follower can begin alike. The arguments are those of
    /// [`Cursor::try_tail`].
    #[inline]
    pub fn try_call(
        &mut self,
        bytes: [&ByteSet; 2],
        without: &'a [Branch<S>],
        again: S,
        to: S,
        item: ItemId,
        scope: Scope,
    ) -> Option<S> {
        let is_next = self.may_be_next(bytes, without);
        self.call_if(is_next, again, to, item, scope)
    }

    /// Returns whether a part may be next. Pushes a choice if its follower may be next, too.
    #[inline]
    fn may_be_next(&mut self, [part, follow]: [&ByteSet; 2], without: &'a [Branch<S>]) -> bool {
        let is_next = self.is_in(part);
        if is_next && self.is_in(follow) {
            self.choices.push(Choice { saved: self.save(), rest: without });
        }
        is_next
    }

    /// Returns to the caller.
    #[inline]
    pub fn leave(&mut self) -> Option<S> {
        let frame = self.frames.pop()?;
        self.item_start = frame.at as usize;
        frame.back
    }

    /// Completes a rule without options by a production.
    #[inline]
    pub fn close_and_leave(&mut self, production: ProductionId) -> Option<S> {
        self.close(production);
        self.leave()
    }

    /// Completes a rule by a production. `follow` has the bytes that can stand after the rule.
    #[inline]
    pub fn complete(&mut self, production: ProductionId, follow: &ByteSet) -> Option<S> {
        if !self.commit(follow) {
            return self.fail();
        }
        self.close(production);
        self.leave()
    }

    /// Ends an iteration of a repetition, which goes on at `to`. `follow` has the bytes that can stand after the iteration.
    #[inline]
    pub fn repeat(&mut self, to: S, follow: &ByteSet) -> Option<S> {
        if !self.commit(follow) {
            return self.fail();
        }
        self.rule_mut().open = self.open;
        self.step();
        (!self.undecided).then_some(to)
    }

    /// Ends a production of a left-recursive rule, which goes on or stops at `to`.
    ///
    /// The outermost production is decided last, but its priority counts first. So no open decision may be left inside. For
    /// example, in `1+2+3` the outermost sum is the one that is complete last.
    #[inline]
    pub fn grow(&mut self, production: ProductionId, to: S, follow: &ByteSet) -> Option<S> {
        if !self.commit(follow) {
            return self.fail();
        }
        self.close(production);
        self.forget_labels(production);
        self.step();
        self.is_settled().then_some(to)
    }

    /// Unbinds the labels of an alternative, because the next alternative around it does not see them.
    fn forget_labels(&mut self, production: ProductionId) {
        let grammar = self.grammar();
        let rule = grammar.production(production).rule;
        if self.rule().labels > 0 {
            self.rule_mut().labels = match Scope::of(&grammar.rules[rule.0 as usize]) {
                Scope::Own => 0,
                Scope::Column => self.column(),
                Scope::Outer => return,
            };
        }
    }

    /// Takes the first open branch, and pushes a choice if other branches are open, too.
    #[inline]
    pub fn choose(&mut self, branches: &'a [Branch<S>], otherwise: Option<S>) -> Option<S> {
        let place = self.place(self.position);
        let admits = |branch: &Branch<S>| branch.admits(&place);
        let Some(first) = branches.iter().position(admits) else {
            return match otherwise {
                Some(to) => self.is_settled().then_some(to),
                None => self.fail(),
            };
        };
        if first > 0 && !self.is_settled() {
            return None;
        }
        let rest = &branches[first + 1..];
        if rest.iter().any(admits) {
            self.choices.push(Choice { saved: self.save(), rest });
        }
        Some(branches[first].to)
    }

    /// Backtracks: gives up the current option and goes on with the next one.
    pub fn fail(&mut self) -> Option<S> {
        let last = self.choices.len().checked_sub(1).filter(|last| *last >= self.base)?;
        let Choice { saved, rest } = self.choices[last];
        if !self.is_settled_since(saved.rule.open) {
            return None;
        }
        self.restore(&saved);
        let place = self.place(saved.position);
        let admits = |branch: &Branch<S>| branch.admits(&place);
        let next = rest.iter().position(admits)?;
        let (to, rest) = (rest[next].to, &rest[next + 1..]);
        if rest.iter().any(admits) {
            self.choices[last].rest = rest;
        } else {
            self.choices.pop();
        }
        self.restore(&saved);
        (!self.undecided).then_some(to)
    }

    #[inline]
    pub(super) fn push(&mut self, back: Option<S>, item: ItemId, scope: Scope) {
        let rule = self.activation(item, scope);
        self.frames.push(Frame::new(back, rule));
        self.step();
    }

    /// Returns whether the running rule has options left.
    #[inline]
    fn has_choice(&self) -> bool {
        self.choices.last().is_some_and(|choice| choice.saved.frames == self.frames.len())
    }

    /// Drops the options of the running rule and counts them as open decisions. Returns false, and drops none, if the next byte
    /// cannot follow the rule.
    #[inline]
    fn commit(&mut self, follow: &ByteSet) -> bool {
        if !self.has_choice() {
            return true;
        }
        if !follow.admits(self.input, self.position) {
            return false;
        }
        while self.has_choice() {
            self.choices.pop();
            self.open += 1;
        }
        true
    }
}
