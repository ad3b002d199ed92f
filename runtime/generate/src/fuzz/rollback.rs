//! The way back out of a dead end: to the latest choice that has an option left.
//!
//! A choice point is a few lengths, because the stack only grows and everything else is an undo log. Each option of a choice is tried once.
//! An application of a rule that fails often is given up. Where a text gets no further, its last bytes are given up, because the wrong
//! choice may be long before the points that are left.
//!
//! If recent texts needed no rollback, no points are kept. A text that needs one all the same is written again with points.

use crate::choices::Choice;
use crate::fuzz::cell::Cell;
use crate::fuzz::names;
use crate::fuzz::recipe::changes_names;
use crate::fuzz::separate::Boundary;
use crate::fuzz::watch::Watch;
use crate::fuzz::{Blocked, DeadEnd, ROLLBACKS};
use crate::fuzz::{Fuzzer, Task};
use grammarc_core::grammar::Item;

/// Rollbacks in one rule application before it is given up, unless it began before the first point.
const PER_APPLICATION: u32 = 64;
/// Rollbacks that a given-up application adds to the one around it. So the fuzzer leaves a dead end far down within a few thousand
/// rollbacks.
const GIVEN_UP: u32 = 16;
/// Rollbacks at one place before the text in front of it is written anew.
const PER_PLACE: u32 = 64;
/// How often `@pre` may offer nothing in one text before choices without hooks are no longer made again because of it. Other options there
/// could at most open an option that a watch forbids now.
const PER_REFUSAL: u32 = 16;

/// A choice that can be made again, and the state before it, as lengths to roll back to.
#[derive(Debug)]
struct Point {
    cell: Cell,
    top: u32,
    cells: usize,
    output: usize,
    /// How many choices were kept.
    mark: usize,
    /// How much was replayed.
    replayed: usize,
    labels: usize,
    skipped: usize,
    unwatched: usize,
    boundary: Option<Boundary>,
    applications: usize,
    /// Lengths of the undo logs in [`History`].
    trail: usize,
    watches: usize,
    tried: usize,
}

/// How an application of a rule has fared.
#[derive(Debug, Default)]
struct Application {
    /// The number of points when it began.
    points: usize,
    rollbacks: u32,
}

/// The greatest length that a text has reached, and the rollbacks since then.
#[derive(Debug, Default)]
struct Place {
    output: usize,
    rollbacks: u32,
    /// Bytes that are written anew next time.
    length: usize,
}

impl Place {
    /// Notes the rollback of a text of `output` bytes. Returns how many of its bytes may stay, if more than the latest choice has to go.
    fn note(&mut self, output: usize) -> Option<usize> {
        if output > self.output {
            *self = Self { output, rollbacks: 0, length: 1 };
        }
        self.rollbacks += 1;
        if self.rollbacks <= PER_PLACE {
            return None;
        }
        let stays = self.output.saturating_sub(self.length);
        self.rollbacks = 0;
        self.length = if stays == 0 { 1 } else { self.length * 2 };
        Some(stays)
    }
}

/// The choice points, oldest first, and the undo logs whose lengths they hold.
#[derive(Debug, Default)]
pub(super) struct History {
    points: Vec<Point>,
    /// The watches alive at each point, one after another.
    watches: Vec<Watch>,
    /// The options tried at each point, one after another.
    tried: Vec<u32>,
    /// The state of the hooks at each point; empty without hooks.
    names: Vec<names::Mark>,
    /// Undo log of the labels: which one was bound, and its range before.
    trail: Vec<(u32, (u32, u32))>,
    applications: Vec<Application>,
    rollbacks: u32,
    /// How many rollbacks the text may have. After half of them only the cheapest options are taken, as in a text that is long enough:
    /// other options may cost a few rollbacks in each of many places.
    most: u32,
    /// How often `@pre` offered nothing.
    refusals: u32,
    place: Place,
    /// Whether the latest point is being made again.
    is_resumed: bool,
    /// Whether no points are kept: it is hoped that none is needed.
    is_off: bool,
    /// Whether one was needed all the same.
    is_missed: bool,
    hope: Hope,
}

/// Predicts whether the next text needs no rollback, as a branch predictor does: by a counter that saturates. Keeping no points takes less
/// time, but a text that needs one is then written twice.
#[derive(Debug)]
struct Hope(i32);

impl Default for Hope {
    fn default() -> Self {
        Self(Self::MOST)
    }
}

impl Hope {
    /// Texts without a rollback that outweigh one text with a rollback.
    const PRICE: i32 = 4;
    /// Limit of the counter, up and down.
    const MOST: i32 = 2 * Self::PRICE;

    fn note(&mut self, needed: bool) {
        self.0 = (self.0 + if needed { -Self::PRICE } else { 1 }).clamp(-Self::MOST, Self::MOST);
    }
}

impl History {
    /// Keeps no points for the next text, if recent texts needed none. Returns whether it keeps none.
    pub(super) fn hope(&mut self) -> bool {
        self.is_off = self.hope.0 >= 0;
        self.is_off
    }

    /// Keeps points for the next text.
    pub(super) fn doubt(&mut self) {
        self.is_off = false;
    }

    /// Ends a text, and returns whether it has to be written again with points.
    pub(super) fn end(&mut self) -> bool {
        self.hope.note(self.is_missed || self.rollbacks > 0);
        self.is_missed
    }

    /// Forgets everything. The text may have as many rollbacks as bytes are asked for, but not fewer than [`ROLLBACKS`].
    pub(super) fn begin(&mut self, bytes: u32) {
        self.most = ROLLBACKS.max(bytes);
        self.points.clear();
        self.watches.clear();
        self.tried.clear();
        self.names.clear();
        self.trail.clear();
        self.applications.clear();
        self.applications.push(Application::default());
        (self.rollbacks, self.refusals, self.place) = (0, 0, Place::default());
        (self.is_resumed, self.is_missed) = (false, false);
    }

    /// Returns how many cells earlier stacks need.
    #[inline]
    pub(super) fn cells(&self) -> usize {
        self.points.last().map_or(0, |point| point.cells)
    }

    /// Begins the application of a rule.
    pub(super) fn begin_application(&mut self) -> u32 {
        if self.is_off {
            return 0;
        }
        self.applications.push(Application { points: self.points.len(), rollbacks: 0 });
        self.applications.len() as u32 - 1
    }

    /// Logs the old value of a label before it is bound.
    pub(super) fn keep_label(&mut self, number: u32, before: (u32, u32)) {
        if !self.points.is_empty() {
            self.trail.push((number, before));
        }
    }

    /// Returns the options tried at the latest point.
    pub(super) fn tried(&self) -> &[u32] {
        self.points.last().map_or(&[], |point| &self.tried[point.tried..])
    }

    /// Notes that option `chosen` of `options` is tried at the latest point. The point is dropped if no other option is left.
    #[inline]
    pub(super) fn note(&mut self, chosen: u32, options: usize) {
        if !self.is_off {
            self.tried.push(chosen);
            if options < 2 || self.tried().len() >= options {
                self.drop_points(self.points.len() - 1);
            }
        }
    }

    /// Drops all points from a number on.
    pub(super) fn drop_points(&mut self, from: usize) {
        if let Some(first) = self.points.get(from) {
            self.watches.truncate(first.watches);
            self.tried.truncate(first.tried);
            self.names.truncate(from);
            self.points.truncate(from);
        }
    }

    /// Drops the points that were made after more than `output` bytes.
    pub(super) fn leave(&mut self, output: usize) {
        self.drop_points(self.points.partition_point(|point| point.output <= output));
    }

    /// Returns how many points there are.
    pub(super) fn points(&self) -> usize {
        self.points.len()
    }

    /// Allows no more going back.
    pub(super) fn give_up(&mut self) {
        self.rollbacks = self.most;
    }

    /// Returns the number of the point to go back to from a text of `output` bytes. Places and applications that failed too often are given
    /// up first.
    fn latest(&mut self, output: usize) -> Result<usize, DeadEnd> {
        self.rollbacks += 1;
        if let Some(stays) = self.place.note(output) {
            let first = self.points.first().map_or(0, |point| point.output);
            self.leave(stays.max(first));
        }
        let mut cost = 1;
        while self.rollbacks <= self.most {
            let point = self.points.last().ok_or(DeadEnd)?;
            let application = &mut self.applications[point.cell.application as usize];
            application.rollbacks += cost;
            let first = application.points;
            if first == 0 || application.rollbacks <= PER_APPLICATION {
                return Ok(self.points.len() - 1);
            }
            self.drop_points(first);
            cost = GIVEN_UP;
        }
        Err(DeadEnd)
    }
}

impl Fuzzer<'_> {
    /// Makes a choice point of this moment, unless the latest one is being made again or none are kept. Returns whether no option was tried
    /// before.
    #[inline]
    pub(super) fn begin_choice(&mut self) -> bool {
        self.history.is_off || self.begin_point()
    }

    /// Makes a choice point of this moment, unless the latest one is being made again. Returns whether it is new.
    fn begin_point(&mut self) -> bool {
        if std::mem::take(&mut self.history.is_resumed) {
            return false;
        }
        let history = &mut self.history;
        history.points.push(Point {
            cell: self.current,
            top: self.top,
            cells: self.cells.len(),
            output: self.output.len(),
            mark: self.choices.mark(),
            replayed: self.choices.position(),
            labels: self.labels.len(),
            skipped: self.skipped.len(),
            unwatched: self.unwatched.len(),
            boundary: self.boundary,
            applications: history.applications.len(),
            trail: history.trail.len(),
            watches: history.watches.len(),
            tried: history.tried.len(),
        });
        history.watches.extend_from_slice(self.watches.live());
        if self.recipe.needs.is_any() {
            history.names.push(self.names.mark());
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
        self.history.refusals += 1;
        let is_frequent = self.history.refusals > PER_REFUSAL && !self.recipe.counts.is_any;
        let is_vain = |point: &&Point| is_frequent && self.is_apart(point) || self.is_before(point, item);
        let vain = self.history.points.iter().rev().take_while(is_vain).count();
        self.history.drop_points(self.history.points.len() - vain);
    }

    /// Returns whether an item follows every choice of a point, without a hook in between that can change the state. Then its cell was on
    /// the stack already.
    fn is_before(&self, point: &Point, item: u32) -> bool {
        if item >= point.cells as u32 || self.changes_names(point.cell.task) {
            return false;
        }
        let mut at = point.top;
        while at != item {
            let quiet = self.cells.get(at as usize).filter(|cell| !self.changes_names(cell.task));
            let Some(cell) = quiet else { return false };
            at = cell.below;
        }
        true
    }

    /// Returns whether the symbol of a point contains no hooks. Then its choice neither leads to an item with hooks nor changes their
    /// state.
    fn is_apart(&self, point: &Point) -> bool {
        matches!(point.cell.task, Task::Part(symbol) if !self.recipe.needs.are_hooks_in(symbol))
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
            Task::Bind(_) | Task::Number(_) | Task::Except(_) | Task::Slice(_) | Task::Measure(_) => false,
        }
    }

    /// Goes back to the latest choice, and makes it again.
    pub(super) fn take_back(&mut self) -> Result<Result<(), Blocked>, DeadEnd> {
        if self.is_led {
            return Err(DeadEnd);
        }
        if self.history.is_off {
            self.history.is_missed = true;
            return Err(DeadEnd);
        }
        let number = self.history.latest(self.output.len())?;
        if self.history.rollbacks > self.history.most / 2 {
            self.steps = 0;
        }
        let history = &mut self.history;
        let point = &history.points[number];
        self.cells.truncate(point.cells);
        self.output.truncate(point.output);
        self.unwatched.truncate(point.unwatched);
        self.choices.forget(point.mark);
        self.choices.rewind(point.replayed);
        self.skipped.truncate(point.skipped);
        history.applications.truncate(point.applications);
        for (label, before) in history.trail.drain(point.trail..).rev() {
            self.labels[label as usize] = before;
        }
        self.labels.truncate(point.labels);
        self.watches.restore(&history.watches[point.watches..]);
        (self.top, self.boundary) = (point.top, point.boundary);
        if let Some(&mark) = history.names.get(number) {
            self.names.rollback(mark);
        }
        if let Some(boundary) = self.boundary {
            self.choices.amend(boundary.mark, || Choice::Text(Vec::new()));
        }
        history.is_resumed = true;
        let cell = point.cell;
        Ok(self.resume(cell))
    }
}
