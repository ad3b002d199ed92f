//! The loop: rules call one another over an explicit stack of frames, and a second stack has the options to backtrack to. So deep
//! nesting cannot overflow the stack of the thread.

use super::choices::{Completion, Rest};
use super::regions::Request;
use super::{Cursor, Scope};
use crate::byteset::ByteSet;
use crate::decisions::Branch;
use crate::grammar::{ItemId, Plan, ProductionId};

/// The caller of the loop of a generated parser. A function that is not recursive may call a rule that is, and then goes on
/// itself.
#[derive(Debug, Clone, Copy)]
pub struct LoopCaller {
    /// Number of choices that belonged to runs further out.
    base: u32,
    /// Number of frames that belonged to runs further out.
    frames: usize,
    /// The call that the run returns to.
    call: u32,
}

/// Methods that return `Option<S>` return none if the run is over.
impl<'a, S: Copy> Cursor<'a, S> {
    /// Returns the places where the waiting rules go on, the innermost first.
    pub fn waiting(&self) -> impl Iterator<Item = S> + '_ {
        self.frames.waiting()
    }

    /// Begins a run of the loop for a rule; `back` follows its end.
    pub fn begin(&mut self, back: S, item: ItemId, scope: Scope) -> LoopCaller {
        let outside = LoopCaller { base: self.choices.begin(), frames: self.frames.begin(), call: self.frames.call() };
        self.push(Some(back), item, scope);
        outside
    }

    /// Returns whether the rule that a run of the loop was begun for is complete.
    #[inline]
    pub fn is_back(&self, outside: &LoopCaller) -> bool {
        self.frames.call() == outside.call
    }

    /// Ends a run of the loop. Choices that are left can be taken no more, because the function that began the run goes on: they
    /// count as open decisions.
    pub fn end(&mut self, outside: LoopCaller) {
        let left = self.choices.end(outside.base);
        self.open += left;
        self.frames.end(outside.frames);
    }

    /// Calls a rule that begins at `to`, to go on at `back`.
    #[inline]
    pub fn call(&mut self, back: S, to: S, item: ItemId, scope: Scope) -> Option<S> {
        self.push(Some(back), item, scope);
        if self.frames.is_sweep_due() {
            self.frames.sweep(self.choices.frames_mut());
        }
        self.go_on(to)
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
        self.go_on(to)
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
            self.keep_choice(without);
        }
        is_next
    }

    /// Returns to the caller.
    #[inline]
    pub fn leave(&mut self) -> Option<S> {
        let (at, back) = self.frames.leave(self.choices.frames());
        self.item_start = at as usize;
        back
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
        if !self.commit(Completion::Rule, follow) {
            return self.fail();
        }
        if self.choices.is_of(self.frames.call()) && self.is_exclusive(production) {
            self.choices.drop_of(self.frames.call());
        }
        self.close(production);
        self.leave()
    }

    /// Returns whether no other production of the same rule can match.
    #[cold]
    fn is_exclusive(&self, production: ProductionId) -> bool {
        let grammar = self.grammar();
        grammar.rules[grammar.production(production).rule.0 as usize].plan == Plan::Exclusive
    }

    /// Ends an iteration of a repetition, which goes on at `to`. `follow` has the bytes that can stand after the iteration.
    #[inline]
    pub fn repeat(&mut self, to: S, follow: &ByteSet) -> Option<S> {
        if !self.commit(Completion::Iteration, follow) {
            return self.fail();
        }
        let (open, choices) = (self.open, self.choices.height());
        let round = self.position as u32;
        let rule = self.rule_mut();
        (rule.open, rule.choices, rule.round) = (open, choices, round);
        self.step();
        self.go_on(to)
    }

    /// Ends a production of a left-recursive rule, which goes on or stops at `to`.
    ///
    /// The outermost production is decided last, but its priority counts first. So no open decision may be left inside that could
    /// end elsewhere. For example, in `1+2+3` the outermost sum is the one that is complete last.
    #[inline]
    pub fn grow(&mut self, production: ProductionId, to: S, follow: &ByteSet) -> Option<S> {
        if !self.commit_for_good(production, follow) {
            return self.fail();
        }
        self.close(production);
        self.forget_labels(production);
        self.rule_mut().round = self.position as u32;
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
        let mut open = (0..branches.len()).filter(|&number| branches[number].admits(&place));
        let first = open.next();
        self.take_branch(first, || open.next().is_some(), branches, otherwise)
    }

    /// Takes the first open branch, by its number. `has_others` says whether later ones are open.
    #[inline]
    pub(super) fn take_branch(
        &mut self,
        first: Option<usize>,
        has_others: impl FnOnce() -> bool,
        branches: &'a [Branch<S>],
        otherwise: Option<S>,
    ) -> Option<S> {
        let Some(first) = first else {
            return match otherwise {
                Some(to) => self.is_settled().then_some(to),
                None => self.fail(),
            };
        };
        if first > 0 && !self.is_settled() {
            return None;
        }
        if has_others() {
            self.keep_choice(&branches[first + 1..]);
        }
        Some(branches[first].to)
    }

    /// Backtracks: gives up the current option and goes on with the next one.
    pub fn fail(&mut self) -> Option<S> {
        let Some(choice) = self.choices.pop() else {
            if self.choices.has_lost() {
                self.give_up();
            }
            return None;
        };
        let saved = choice.saved;
        let frame = saved.frames - 1;
        let is_complete = !self.frames.is_waiting(frame);
        if is_complete && !self.go_back(frame) {
            self.choices.put_back(choice);
            return None;
        }
        // A decision behind the complete rule was left open, so the text behind the rule may not have failed.
        if is_complete
            && self.is_unsettled_since(saved.rule.open, true)
            && let Some((_, frame, place)) = self.frames.around(frame)
        {
            self.restore(&saved);
            self.ask(Request::rule(frame, Some(place)));
            return None;
        }
        let rest = match choice.rest {
            Rest::Branches(rest) => rest,
            Rest::Ends(number) => {
                self.restore(&saved);
                self.ask(Request::OtherEnd(number));
                return None;
            }
        };
        // Choices that an earlier item of the rule has kept come before this one.
        if self.is_unsettled_since(saved.rule.open, saved.rule.choices == self.choices.height()) {
            self.restore(&saved);
            self.ask(Request::rule(frame, rest.first().map(|branch| branch.to)));
            return None;
        }
        self.restore(&saved);
        let place = self.place(saved.position);
        let admits = |branch: &Branch<S>| branch.admits(&place);
        let next = rest.iter().position(admits)?;
        let (to, rest) = (rest[next].to, &rest[next + 1..]);
        if rest.iter().any(admits) {
            self.keep_choice(rest);
        }
        self.go_on(to)
    }

    /// Keeps the branches that can still be taken here.
    fn keep_choice(&mut self, rest: &'a [Branch<S>]) {
        let saved = self.save();
        self.choices.push(saved, self.frames.call(), Rest::Branches(rest));
        self.rule_mut().choices = self.choices.height();
    }

    #[inline]
    pub(super) fn push(&mut self, back: Option<S>, item: ItemId, scope: Scope) {
        let rule = self.activation(item, scope);
        if !self.frames.push(back, rule) {
            self.give_up();
        }
        self.step();
    }

    /// Returns whether the running rule has options left that its frame must wait for.
    #[inline]
    fn has_choice(&self) -> bool {
        self.choices.frames() == self.frames.len()
    }

    /// Returns whether the running rule, or a rule in it, has kept a choice.
    #[inline]
    pub(super) fn has_choice_since(&self) -> bool {
        self.choices.has_since(self.frames.call())
    }

    /// Lets a rule or an iteration be complete, and keeps its options. Returns false if the next byte cannot follow, or if the same
    /// call has ended here before with other options: then all that follows has failed already.
    #[inline]
    fn commit(&mut self, completion: Completion, follow: &ByteSet) -> bool {
        let call = self.frames.call();
        if !self.choices.has_since(call) {
            return true;
        }
        if !follow.admits(self.input, self.position) {
            return false;
        }
        // A label of the rule may be bound to another text each time.
        if completion == Completion::Iteration && self.labels().is_some() {
            return true;
        }
        let start = self.rule().start as usize;
        let ends = (self.position as u32, self.seen(start));
        self.choices.is_new(completion, call, ends)
    }

    /// Drops the options of the running rule and of the rules in it. They count as open decisions, unless all of them end here as
    /// well. Returns false, and drops none, if the next byte cannot follow the rule.
    #[inline]
    fn commit_for_good(&mut self, production: ProductionId, follow: &ByteSet) -> bool {
        let call = self.frames.call();
        if !self.choices.has_since(call) {
            return true;
        }
        if !follow.admits(self.input, self.position) {
            return false;
        }
        let is_closed = self.is_closed(production);
        let dropped = self.choices.drop_since(call);
        if is_closed {
            self.rule_mut().choices = self.choices.height();
        } else {
            self.open += dropped;
        }
        true
    }
}
