//! The way back out of a dead end: to the latest choice that has an option left.
//!
//! If recent texts needed no rollback, no points are kept. A text that needs one all the same is written again with points.

use crate::choices::Choice;
use crate::fuzz::history::Point;
use crate::fuzz::recipe::changes_names;
use crate::fuzz::{DeadEnd, Rollback};
use crate::fuzz::{Fuzzer, Task};
use grammarc_core::grammar::{Item, RuleKind, Symbol};

impl Fuzzer<'_> {
    /// Makes a choice point of this moment, unless the latest one is being made again or none are kept. Returns whether no option was tried
    /// before.
    #[inline]
    pub(super) fn begin_choice(&mut self) -> bool {
        self.history.is_off() || self.begin_point()
    }

    /// Makes a choice point of this moment, unless the latest one is being made again. Returns whether it is new.
    fn begin_point(&mut self) -> bool {
        if self.history.take_resumed() {
            return false;
        }
        let point = Point {
            stack: self.stack.mark(),
            output: self.output.mark(),
            labels: self.labels.mark(),
            watches: self.watches.started(),
            deferred: self.deferred.len(),
            mark: self.choices.mark(),
            replayed: self.choices.position(),
        };
        self.history.push(point, self.watches.live());
        if self.recipe.needs.is_any() {
            self.history.push_names(self.names.mark());
        }
        true
    }

    /// Drops the latest points that cannot change that `@pre` offers nothing to an item. `item` is the number of its cell. So in
    /// `<number> " " <colour> @pre(free)` no other number is tried where no colour is free.
    ///
    /// This is a step of conflict-directed backjumping (P. Prosser, *Hybrid algorithms for the constraint satisfaction problem*,
    /// Computational Intelligence 9(3), 1993): the offers of `@pre` depend on the state of the hooks alone, so the culprits are the choices
    /// that led to the item or to that state.
    pub(super) fn leave_vain_points(&mut self, item: u32) {
        let is_frequent = self.history.refuse() && !self.recipe.counts.is_any;
        let is_vain = |point: &&Point| is_frequent && self.is_apart(point) || self.is_before(point, item);
        let vain = self.history.latest_first().take_while(is_vain).count();
        self.history.drop_points(self.history.count() - vain);
    }

    /// Returns whether an item follows every choice of a point, without a hook in between that can change the state. Then its cell was on
    /// the stack already.
    fn is_before(&self, point: &Point, item: u32) -> bool {
        if item >= point.stack.cells() as u32 || self.changes_names(point.stack.cell.task) {
            return false;
        }
        let mut pending = self.stack.tasks_at(&point.stack);
        let first = pending.find(|&(number, task)| number == item || self.changes_names(task));
        first.is_some_and(|(number, _)| number == item)
    }

    /// Returns whether the symbol of a point contains no hooks. Then its choice neither leads to an item with hooks nor changes their
    /// state.
    fn is_apart(&self, point: &Point) -> bool {
        matches!(point.stack.cell.task, Task::Part(symbol) if !self.recipe.needs.are_hooks_in(symbol))
    }

    /// Returns whether hooks may learn something while a task is done.
    fn changes_names(&self, task: Task) -> bool {
        let by_hooks = |item: &Item| self.grammar().hooks_of(item).iter().any(changes_names);
        let needs = &self.recipe.needs;
        match task {
            Task::Rule(symbol) | Task::Part(symbol) | Task::Skip(symbol) => needs.changes(symbol),
            Task::Item(id) => self.grammar().item(id).is_none_or(|item| needs.changes(item.symbol) || by_hooks(item)),
            Task::Judge(id) => self.grammar().item(id).is_none_or(by_hooks),
            Task::Settle => true,
            Task::Bind(_)
            | Task::Number(_)
            | Task::Except(_)
            | Task::Slice(_)
            | Task::Measure(_)
            | Task::WriteSize(_) => false,
        }
    }

    /// Goes back to the latest choice, and makes it again.
    pub(super) fn take_back(&mut self) -> Result<Result<(), Rollback>, DeadEnd> {
        if self.mode.is_integers() {
            return Err(DeadEnd);
        }
        if self.history.is_off() {
            self.history.miss();
            return Err(DeadEnd);
        }
        if !self.budget.allows_failure() {
            return Err(DeadEnd);
        }
        if self.goes_on_in_vain() {
            self.history.leave_circle();
        }
        let (point, watches, names) = self.history.go_back(self.output.len())?;
        self.stack.rollback(&point.stack);
        self.output.rollback(&point.output);
        self.labels.rollback(&point.labels);
        self.deferred.truncate(point.deferred);
        self.choices.forget(point.mark);
        self.choices.rewind(point.replayed);
        self.watches.restore(watches);
        let cell = point.stack.cell;
        if let Some(mark) = names {
            self.names.rollback(mark);
        }
        if self.history.is_frequent() {
            self.budget.set_choices(0);
        }
        self.clear_boundary_choice();
        Ok(self.resume(cell))
    }

    /// Returns whether the latest point is a repetition that failed to end, and that gets nowhere by going on.
    fn goes_on_in_vain(&mut self) -> bool {
        let Some(task) = self.history.latest_first().next().map(|point| point.stack.cell.task) else { return false };
        let is_repeat = |symbol: Symbol| self.grammar().rule(symbol).is_some_and(|rule| rule.kind == RuleKind::Repeat);
        matches!(task, Task::Part(symbol) if is_repeat(symbol)) && self.history.is_in_circle()
    }

    /// Notes that nothing is skipped at the last boundary: skip that was written there later has been taken back.
    pub(super) fn clear_boundary_choice(&mut self) {
        if let Some(boundary) = self.output.last_boundary() {
            self.choices.amend(boundary.mark, || Choice::Text(Vec::new()));
        }
    }
}
