//! The loop: rules call one another over an explicit stack, and options that can still be taken wait on another.

use super::{Activation, Cursor, Saved, Scope};
use crate::byteset::ByteSet;
use crate::decisions::Branch;
use crate::grammar::{ItemId, ProductionId};

/// A rule that was called.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame<S> {
    /// Where its caller goes on; none if that is a function.
    back: Option<S>,
    /// Offset of the first byte of what was called: the rule may have been called at the end of that.
    pub(super) at: u32,
    pub(super) rule: Activation,
}

impl<S> Frame<S> {
    #[inline]
    pub(super) fn new(back: Option<S>, rule: Activation) -> Self {
        Self { back, at: rule.start, rule }
    }
}

/// Options that can still be taken.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choice<'a, S> {
    pub(super) saved: Saved,
    /// At least one of them is open at the position of the choice.
    rest: &'a [Branch<S>],
}

/// A caller of the loop of a generated parser, to go back to.
#[derive(Debug, Clone, Copy)]
pub struct Outside {
    base: usize,
    /// How many rules waited when the run began.
    frames: usize,
}

/// What returns a place returns none to say that all is over.
impl<'a, S: Copy> Cursor<'a, S> {
    /// Returns where the rules that wait go on, the innermost first.
    pub fn waiting(&self) -> impl Iterator<Item = S> + '_ {
        self.frames.iter().rev().filter_map(|frame| frame.back)
    }

    /// Begins a run of the loop for a rule; at its end `back` is next.
    pub fn begin(&mut self, back: S, item: ItemId, scope: Scope) -> Outside {
        let outside = Outside { base: self.base, frames: self.frames.len() };
        self.base = self.choices.len();
        self.push(Some(back), item, scope);
        outside
    }

    /// Returns whether the rule that a run of the loop was begun for is complete.
    #[inline]
    pub fn is_back(&self, outside: &Outside) -> bool {
        self.frames.len() == outside.frames
    }

    /// Ends a run of the loop.
    pub fn end(&mut self, outside: Outside) {
        self.base = outside.base;
    }

    /// Calls a rule that begins at `to`, to go on at `back`.
    #[inline]
    pub fn call(&mut self, back: S, to: S, item: ItemId, scope: Scope) -> Option<S> {
        self.push(Some(back), item, scope);
        (!self.undecided).then_some(to)
    }

    /// Calls a rule at the end of a production that leaves no node. The caller is forgotten, unless options of it remain:
    /// then it goes on at `end`.
    #[inline]
    pub fn tail(&mut self, end: S, to: S, item: ItemId, scope: Scope) -> Option<S> {
        if self.has_choice() {
            return self.call(end, to, item, scope);
        }
        self.tail_if(true, to, item, scope)
    }

    /// Calls what an optional part consists of, if it is next, in the place of that part; else this is complete.
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

    /// Calls what a repetition consists of, if it is next, to go on at `again`; else the repetition is complete.
    #[inline]
    pub fn call_if(&mut self, is_next: bool, again: S, to: S, item: ItemId, scope: Scope) -> Option<S> {
        if is_next { self.call(again, to, item, scope) } else { self.leave() }
    }

    /// Does what [`Cursor::tail_if`] does where what follows the part can begin alike: `bytes` are those that the part and
    /// what follows it can begin with, `without` is where the part is complete without being there.
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

    /// Does what [`Cursor::call_if`] does where what follows the repetition can begin alike, as in [`Cursor::try_tail`].
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

    /// Returns whether a part may be next, and remembers that it need not be.
    #[inline]
    fn may_be_next(&mut self, [part, follow]: [&ByteSet; 2], without: &'a [Branch<S>]) -> bool {
        let is_next = self.is_in(part);
        if is_next && self.is_in(follow) {
            self.choices.push(Choice { saved: self.save(), rest: without });
        }
        is_next
    }

    /// Goes back to the rule that waits.
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

    /// Completes a rule by a production. `follow` is what can stand after the rule.
    #[inline]
    pub fn complete(&mut self, production: ProductionId, follow: &ByteSet) -> Option<S> {
        if !self.commit(follow) {
            return self.fail();
        }
        self.close(production);
        self.leave()
    }

    /// Ends an iteration of a repetition, which goes on at `to`. `follow` is what can stand after the iteration.
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
    /// Which production is outermost is decided last and counts first: so no open decision may be left inside.
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

    /// What one alternative has labelled, the next one around it does not see.
    fn forget_labels(&mut self, production: ProductionId) {
        let grammar = self.grammar();
        let rule = grammar.production(production).rule;
        if self.rule().labels > 0 && grammar.rules[rule.0 as usize].params.is_empty() {
            self.rule_mut().labels = 0;
        }
    }

    /// Takes the first open branch, and remembers the others that are open.
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

    /// Gives up the option that is being tried and goes on with the next one.
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

    /// Returns whether options of the rule that runs remain.
    #[inline]
    fn has_choice(&self) -> bool {
        self.choices.last().is_some_and(|choice| choice.saved.frames == self.frames.len())
    }

    /// Forgets the options of the rule that runs: it has succeeded, if what can follow it is next.
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
