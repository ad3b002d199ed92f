//! The way back out of a dead end: to the latest choice that has an option left.
//!
//! A choice point is a few lengths, because the stack is never changed, only grown, and everything else is a journal.
//! Each option of a choice is tried once. An application of a rule in which that often fails is given up, and so is what
//! was written last where nothing leads further: what is wrong may be long before all the choices that it leaves.
//!
//! Where texts of late came to their end without a way back, no points are kept, and a text that needs one is written again.

use crate::choices::Choice;
use crate::fuzz::cell::Cell;
use crate::fuzz::names;
use crate::fuzz::recipe::changes_names;
use crate::fuzz::separate::Boundary;
use crate::fuzz::watch::Watch;
use crate::fuzz::{Blocked, DeadEnd, ROLLBACKS};
use crate::fuzz::{Fuzzer, Task};
use grammarc_core::grammar::Item;

/// How often the choices of one rule application are taken back before it is given up; not if nothing would be left.
const PER_APPLICATION: u32 = 64;
/// As how many rollbacks it counts for the application around it that one was given up. So a dead end far down is left
/// behind within a few thousand.
const GIVEN_UP: u32 = 16;
/// How often choices are taken back at one place before what stands in front of it is written anew.
const PER_PLACE: u32 = 64;
/// How often `@pre` may offer nothing in one text before choices that have nothing to do with hooks are no longer made again because
/// of it. Another text could at most open an option that a watch forbids.
const PER_REFUSAL: u32 = 16;
/// After how many rollbacks only the cheapest options are taken, as in a text that is long enough: in many places it may cost
/// a few rollbacks each that others were tried.
const PATIENCE: u32 = ROLLBACKS / 2;

/// A choice that can be made again, and what there was when it was made.
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
    /// Lengths of the journals in [`History`].
    trail: usize,
    watches: usize,
    tried: usize,
}

/// How an application of a rule has fared.
#[derive(Debug, Default)]
struct Application {
    /// How many points there were when it began.
    points: usize,
    rollbacks: u32,
}

/// The farthest that a text has come, and how often it was taken back since.
#[derive(Debug, Default)]
struct Place {
    output: usize,
    rollbacks: u32,
    /// How much is written anew next time.
    length: usize,
}

impl Place {
    /// Notes that a text is taken back that ended so far. Returns how much of it may stay, where that is known.
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

/// The choice points, oldest first, and the journals that they are lengths of.
#[derive(Debug, Default)]
pub(super) struct History {
    points: Vec<Point>,
    /// The watches alive at each point, one after another.
    watches: Vec<Watch>,
    /// The options tried at each point, one after another.
    tried: Vec<u32>,
    /// What hooks knew at each point; empty without hooks.
    names: Vec<names::Mark>,
    /// Labels that were bound again since, and what they were before.
    trail: Vec<(u32, (u32, u32))>,
    applications: Vec<Application>,
    rollbacks: u32,
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

/// Whether texts of late came to their end without a way back. To keep none takes less time, and a text is written twice where that
/// hope is vain.
#[derive(Debug)]
struct Hope(i32);

impl Default for Hope {
    fn default() -> Self {
        Self(Self::MOST)
    }
}

impl Hope {
    /// So many texts without a way back outweigh one that needed it.
    const PRICE: i32 = 4;
    /// How much counts at most.
    const MOST: i32 = 2 * Self::PRICE;

    fn note(&mut self, needed: bool) {
        self.0 = (self.0 + if needed { -Self::PRICE } else { 1 }).clamp(-Self::MOST, Self::MOST);
    }
}

impl History {
    /// Keeps no points for the next text, if of late there was no need of them.
    pub(super) fn hope(&mut self) -> bool {
        self.is_off = self.hope.0 >= 0;
        self.is_off
    }

    /// Keeps points for the next text.
    pub(super) fn doubt(&mut self) {
        self.is_off = false;
    }

    /// Comes to the end of a text, and returns whether it has to be written again with a way back.
    pub(super) fn end(&mut self) -> bool {
        self.hope.note(self.is_missed || self.rollbacks > 0);
        self.is_missed
    }

    /// Forgets everything.
    pub(super) fn begin(&mut self) {
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

    /// Keeps what a label was before it is bound.
    pub(super) fn keep_label(&mut self, number: u32, before: (u32, u32)) {
        if !self.points.is_empty() {
            self.trail.push((number, before));
        }
    }

    /// Returns the options tried at the latest point.
    pub(super) fn tried(&self) -> &[u32] {
        self.points.last().map_or(&[], |point| &self.tried[point.tried..])
    }

    /// Notes which of how many options is tried at the latest point; without another one left the point is gone.
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

    /// Drops the points that were made when more than so much had been written.
    pub(super) fn leave(&mut self, output: usize) {
        self.drop_points(self.points.partition_point(|point| point.output <= output));
    }

    /// Returns how many points there are.
    pub(super) fn points(&self) -> usize {
        self.points.len()
    }

    /// Allows no more going back.
    pub(super) fn give_up(&mut self) {
        self.rollbacks = ROLLBACKS;
    }

    /// Returns the number of the point to go back to from a text of so many bytes, after giving up places and applications
    /// that failed too often.
    fn latest(&mut self, output: usize) -> Result<usize, DeadEnd> {
        self.rollbacks += 1;
        if let Some(stays) = self.place.note(output) {
            let first = self.points.first().map_or(0, |point| point.output);
            self.leave(stays.max(first));
        }
        let mut cost = 1;
        while self.rollbacks <= ROLLBACKS {
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
    /// Makes a choice point of this moment, unless it is one being made again or none are kept. Returns whether no option was
    /// tried before.
    #[inline]
    pub(super) fn begin_choice(&mut self) -> bool {
        self.history.is_off || self.begin_point()
    }

    /// Makes a choice point of this moment, unless it is one being made again. Returns whether it is new.
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

    /// Drops the latest points that cannot change that `@pre` offers nothing to an item, whose cell has this number. So in
    /// `<number> " " <colour> @pre(free)` no other number is tried where no colour is free.
    ///
    /// This is a step of conflict-directed backjumping (P. Prosser, *Hybrid algorithms for the constraint satisfaction problem*,
    /// Computational Intelligence 9(3), 1993): what `@pre` offers follows from the state of hooks alone, so the culprits are the choices
    /// that led to the item or to that state.
    pub(super) fn leave_vain_points(&mut self, item: u32) {
        self.history.refusals += 1;
        let is_frequent = self.history.refusals > PER_REFUSAL && !self.recipe.counts.is_any;
        let is_vain = |point: &&Point| is_frequent && self.is_apart(point) || self.is_before(point, item);
        let vain = self.history.points.iter().rev().take_while(is_vain).count();
        self.history.drop_points(self.history.points.len() - vain);
    }

    /// Returns whether an item follows whatever is chosen at a point, and no hook in between can change the state: its cell was on the
    /// stack.
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

    /// Returns whether what is chosen at a point has no hook in it, so that it neither leads to an item with one nor changes the state.
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
        if self.history.rollbacks > PATIENCE {
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
