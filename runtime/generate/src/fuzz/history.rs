//! The choice points of a text, oldest first, and the failures since each.
//!
//! A choice point stores lengths instead of copies. Going back truncates the output and the undo logs to them, and the cells of an earlier
//! stack are never changed. Each option of a choice is tried once. If an application of a rule fails often, the points inside it are
//! dropped, so that a choice before it is made again.
//!
//! For example, the text `[1,` with two points:
//!
//! ```text
//! output           [ 1 ,
//! points           ▲     ▲
//! point.output     0     3        going back to the second one truncates the output to 3 bytes
//! record.tried     0     1        its options are those from here on
//! tried            0     1        option 0 of the first point, option 1 of the second one
//! watches                         those alive at each point, one after another; none here
//! ```

use crate::fuzz::frontier::Frontier;
use crate::fuzz::labels::LabelMark;
use crate::fuzz::names;
use crate::fuzz::output::OutputMark;
use crate::fuzz::predictor::RollbackPredictor;
use crate::fuzz::stack::StackMark;
use crate::fuzz::watch::Watch;
use crate::fuzz::{DeadEnd, MAX_ROLLBACKS};

/// Rollbacks in one rule application before it is given up, unless it began before the first point. After so many, the
/// wrong choice is probably outside of it.
const MAX_APPLICATION_ROLLBACKS: u32 = 64;
/// Rollbacks that a text may have for each byte of the size that is asked for.
const ROLLBACKS_PER_BYTE: u32 = 4;
/// Bytes of an application that allow it one rollback more.
const BYTES_PER_ROLLBACK: u32 = 2;
/// Rollbacks that a given-up application adds to the one around it. So the fuzzer leaves a dead end far down within a few thousand
/// rollbacks: four applications given up give up the one around them.
const GIVEN_UP_ROLLBACKS: u32 = 16;
/// Vain iterations in one rule application, as [`History::is_in_circle`] counts them, before it is given up. Another iteration may be
/// written differently, and then a look-ahead can come closer to its end, so a few are tried.
const MAX_CIRCLES: u32 = 16;
/// Sets of watches that are remembered to recognize a circle. A look-ahead over a list has one or a few.
const MAX_FORCED: usize = 64;
/// Most points of a text; they take 150 MB. Beyond it the older half is forgotten, because a text hardly ever goes back that far.
const MAX_POINTS: usize = 1 << 20;
/// Most watches at all points together, 50 MB. Each point copies those alive, and nested look-aheads can be alive in great numbers.
const MAX_KEPT_WATCHES: usize = 1 << 22;
/// How often `@pre` may offer nothing in one text. After that, the way back skips the choices without hooks, because their other options
/// do not change the offers. They could only end a watch that forbids an offer, so they are tried the first 16 times.
const MAX_REFUSALS: u32 = 16;

/// A choice that can be made again, and the state before it, as lengths to roll back to.
#[derive(Debug)]
pub(super) struct Point {
    pub(super) stack: StackMark,
    pub(super) output: OutputMark,
    pub(super) labels: LabelMark,
    /// How many watches were started.
    pub(super) watches: u32,
    /// Number of checks deferred to the end of the text.
    pub(super) deferred: usize,
    /// Number of choices recorded.
    pub(super) mark: usize,
    /// Position in the replayed choices.
    pub(super) replayed: usize,
}

/// Lengths of the logs in [`History`] at a point.
#[derive(Debug)]
struct PointRecord {
    point: Point,
    applications: usize,
    watches: usize,
    tried: usize,
}

/// How an application of a rule has fared.
#[derive(Debug, Default)]
struct Application {
    /// The number of points when it began.
    points: usize,
    rollbacks: u32,
    /// The sets of watches with which a repetition in it had to go on, because it could not end.
    forced: Vec<Vec<Watch>>,
    /// How often it had to go on with one of these sets again.
    circles: u32,
}

/// The choice points, oldest first, and the undo logs whose lengths they hold.
#[derive(Debug, Default)]
pub(super) struct History {
    records: Vec<PointRecord>,
    /// The watches alive at each point, one after another.
    watches: Vec<Watch>,
    /// The options tried at each point, one after another.
    tried: Vec<u32>,
    /// The state of the hooks at each point; empty without hooks.
    names: Vec<names::Mark>,
    applications: Vec<Application>,
    rollbacks: u32,
    /// How many rollbacks the text may have. After half of them only the cheapest options are taken, because the others may cost a few
    /// rollbacks each. The other half is left for the way to the end.
    max_rollbacks: u32,
    /// How often `@pre` offered nothing.
    refusals: u32,
    frontier: Frontier,
    /// Whether the latest point is being made again.
    is_resumed: bool,
    /// Whether no points are kept, because the predictor expects no rollback.
    is_off: bool,
    /// Whether a rollback was needed while no points were kept. The text is then written again, with points.
    is_missed: bool,
    predictor: RollbackPredictor,
}

impl History {
    /// Keeps no points for the next text, if recent texts needed none. Returns whether it keeps none.
    pub(super) fn hope(&mut self) -> bool {
        self.is_off = self.predictor.is_hopeful();
        self.is_off
    }

    /// Keeps points for the next text.
    pub(super) fn doubt(&mut self) {
        self.is_off = false;
    }

    /// Returns whether no points are kept.
    #[inline]
    pub(super) fn is_off(&self) -> bool {
        self.is_off
    }

    /// Notes that a point was needed, where none are kept.
    pub(super) fn miss(&mut self) {
        self.is_missed = true;
    }

    /// Ends a text, and returns whether it has to be written again with points.
    pub(super) fn end(&mut self) -> bool {
        self.predictor.note(self.is_missed || self.rollbacks > 0);
        self.is_missed
    }

    /// Forgets everything. The text may have [`ROLLBACKS_PER_BYTE`] rollbacks for each of the bytes asked for, but not fewer than
    /// [`MAX_ROLLBACKS`].
    pub(super) fn begin(&mut self, bytes: u32) {
        self.max_rollbacks = MAX_ROLLBACKS.max(bytes.saturating_mul(ROLLBACKS_PER_BYTE));
        self.records.clear();
        self.watches.clear();
        self.tried.clear();
        self.names.clear();
        self.applications.clear();
        self.applications.push(Application::default());
        (self.rollbacks, self.refusals, self.frontier) = (0, 0, Frontier::default());
        (self.is_resumed, self.is_missed) = (false, false);
    }

    /// Returns how many cells the stack of the latest point needs. Later cells can be dropped.
    #[inline]
    pub(super) fn cells(&self) -> usize {
        self.records.last().map_or(0, |record| record.point.stack.cells())
    }

    /// Begins the application of a rule.
    pub(super) fn begin_application(&mut self) -> u32 {
        if self.is_off {
            return 0;
        }
        self.applications.push(Application { points: self.records.len(), ..Application::default() });
        self.applications.len() as u32 - 1
    }

    /// Returns whether the latest point is being made again; from then on it is not.
    pub(super) fn take_resumed(&mut self) -> bool {
        std::mem::take(&mut self.is_resumed)
    }

    /// Adds a point at which these watches are alive.
    pub(super) fn push(&mut self, point: Point, watches: &[Watch]) {
        if self.records.len() >= MAX_POINTS || self.watches.len() + watches.len() > MAX_KEPT_WATCHES {
            self.forget_older_half();
        }
        self.records.push(PointRecord {
            point,
            applications: self.applications.len(),
            watches: self.watches.len(),
            tried: self.tried.len(),
        });
        self.watches.extend_from_slice(watches);
    }

    /// Forgets the older half of the points. An application that began before them counts as begun before the first point.
    fn forget_older_half(&mut self) {
        let gone = self.records.len().div_ceil(2);
        let ends = (self.watches.len(), self.tried.len());
        let (watches, tried) = self.records.get(gone).map_or(ends, |record| (record.watches, record.tried));
        self.records.drain(..gone);
        self.watches.drain(..watches);
        self.tried.drain(..tried);
        self.names.drain(..gone.min(self.names.len()));
        for record in &mut self.records {
            record.watches -= watches;
            record.tried -= tried;
        }
        for application in &mut self.applications {
            application.points = application.points.saturating_sub(gone);
        }
    }

    /// Adds the state of the hooks at the latest point.
    pub(super) fn push_names(&mut self, mark: names::Mark) {
        self.names.push(mark);
    }

    /// Returns the options tried at the latest point.
    pub(super) fn tried(&self) -> &[u32] {
        self.records.last().map_or(&[], |record| &self.tried[record.tried..])
    }

    /// Notes that option `chosen` of `options` is tried at the latest point. The point is dropped if no other option is left.
    #[inline]
    pub(super) fn note(&mut self, chosen: u32, options: usize) {
        if !self.is_off {
            self.tried.push(chosen);
            if options < 2 || self.tried().len() >= options {
                self.drop_points(self.records.len() - 1);
            }
        }
    }

    /// Forgets that an option was tried at the latest point, so that it can be tried once more.
    pub(super) fn forget_tried(&mut self, option: u32) {
        if let Some(record) = self.records.last() {
            let first = record.tried;
            if let Some(place) = self.tried[first..].iter().position(|&tried| tried == option) {
                self.tried.remove(first + place);
            }
        }
    }

    /// Returns the length of the longest text that was rolled back, in bytes.
    pub(super) fn reached(&self) -> usize {
        self.frontier.output()
    }

    /// Notes that `@pre` offered nothing, and returns whether that is frequent in this text.
    pub(super) fn refuse(&mut self) -> bool {
        self.refusals += 1;
        self.refusals > MAX_REFUSALS
    }

    /// Drops all points from a number on.
    pub(super) fn drop_points(&mut self, from: usize) {
        if let Some(first) = self.records.get(from) {
            self.watches.truncate(first.watches);
            self.tried.truncate(first.tried);
            self.names.truncate(from);
            self.records.truncate(from);
        }
    }

    /// Drops the points that were made after more than `output` bytes.
    pub(super) fn leave(&mut self, output: usize) {
        self.drop_points(self.records.partition_point(|record| record.point.output.length() <= output));
    }

    /// Returns how many points there are.
    pub(super) fn count(&self) -> usize {
        self.records.len()
    }

    /// Returns the points, the latest first.
    pub(super) fn latest_first(&self) -> impl Iterator<Item = &Point> {
        self.records.iter().rev().map(|record| &record.point)
    }

    /// Allows no more going back.
    pub(super) fn give_up(&mut self) {
        self.rollbacks = self.max_rollbacks;
    }

    /// Returns whether there were so many rollbacks that only the cheapest options are taken from now on.
    pub(super) fn is_frequent(&self) -> bool {
        self.rollbacks > self.max_rollbacks / 2
    }

    /// Returns whether the repetition at the latest point would go on for nothing, and counts it. It could not end because a look-ahead
    /// demands another text, and earlier iterations brought that look-ahead no closer. For example, `&("a"* "(") "a"+ ";"` gets no
    /// further by one more `a`.
    pub(super) fn is_in_circle(&mut self) -> bool {
        let Some(record) = self.records.last() else { return false };
        let watches = &self.watches[record.watches..];
        if !watches.iter().any(Watch::demands) {
            return false;
        }
        let application = &mut self.applications[record.point.stack.cell.application as usize];
        let is_same = |other: &Vec<Watch>| other.iter().map(Watch::key).eq(watches.iter().map(Watch::key));
        if application.forced.iter().any(is_same) {
            application.circles += 1;
        } else if application.forced.len() < MAX_FORCED {
            application.forced.push(watches.to_vec());
        }
        application.circles > MAX_CIRCLES
    }

    /// Gives up the application of the latest point. Where it began before the first point, it gives up all that was written since the
    /// look-aheads began that are demanded here.
    pub(super) fn leave_circle(&mut self) {
        let Some(record) = self.records.last() else { return };
        let application = &mut self.applications[record.point.stack.cell.application as usize];
        application.circles = 0;
        let (first, demanded) =
            (application.points, self.watches[record.watches..].iter().find(|watch| watch.demands()));
        let begun = demanded
            .map_or(0, |demanded| self.records.partition_point(|record| record.point.watches <= demanded.number()));
        if first > 0 || begun > 0 {
            self.drop_points(if first > 0 { first } else { begun });
        }
    }

    /// Goes back from a text of `output` bytes to the latest point, which is then made again. Places and applications that failed too often
    /// are given up first. Returns the point, the watches at that point and the state of the hooks.
    pub(super) fn go_back(&mut self, output: usize) -> Result<(&Point, &[Watch], Option<names::Mark>), DeadEnd> {
        let number = self.latest(output)?;
        self.is_resumed = true;
        let PointRecord { point, applications, watches, .. } = &self.records[number];
        self.applications.truncate(*applications);
        Ok((point, &self.watches[*watches..], self.names.get(number).copied()))
    }

    /// Returns the number of the point to go back to.
    fn latest(&mut self, output: usize) -> Result<usize, DeadEnd> {
        self.rollbacks += 1;
        if let Some(stays) = self.frontier.note(output) {
            let first = self.records.first().map_or(0, |record| record.point.output.length());
            self.leave(stays.max(first));
        }
        let mut cost = 1;
        while self.rollbacks <= self.max_rollbacks {
            let record = self.records.last().ok_or(DeadEnd)?;
            let application = &mut self.applications[record.point.stack.cell.application as usize];
            application.rollbacks += cost;
            let first = application.points;
            // A long list may fail more often without being wrong, because each element may cost a few rollbacks.
            let begin = self.records.get(first).map_or(output, |record| record.point.output.length());
            let bytes = output.saturating_sub(begin) as u32;
            if first == 0 || application.rollbacks <= MAX_APPLICATION_ROLLBACKS + bytes / BYTES_PER_ROLLBACK {
                return Ok(self.records.len() - 1);
            }
            self.drop_points(first);
            cost = GIVEN_UP_ROLLBACKS;
        }
        Err(DeadEnd)
    }
}
