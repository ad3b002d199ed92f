//! The choices that can still be taken, the latest last. A choice outlives the rule that it belongs to, until all that follows the
//! rule has failed or succeeded.

use super::{Snapshot, Watermark};
use crate::decisions::Branch;

/// Choices beyond which the older half is lost: so many that nobody goes back to decisions that were good for so long.
const MAX_CHOICES: usize = 1 << 12;
/// Completions that are remembered, a power of two.
const MAX_COMPLETIONS: usize = 1 << 12;
/// Completions that are remembered at first. Most cursors that look for other ways are soon done, and a larger table would take longer
/// to fill than they take.
const MIN_COMPLETIONS: usize = 1 << 5;

/// Options that can still be taken. For example, the branch without an optional part, while the part is tried.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choice<'a, S> {
    pub(super) saved: Snapshot,
    /// The call of the rule that they belong to.
    call: u32,
    pub(super) rest: Rest<'a, S>,
}

/// The options left of a choice.
#[derive(Debug, Clone, Copy)]
pub(super) enum Rest<'a, S> {
    /// The untried branches: at least one of them is open at the position of the choice.
    Branches(&'a [Branch<S>]),
    /// Other ends of a rule that a chart has read, by their number.
    Ends(u32),
}

/// The end of a rule, or of an iteration of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Completion {
    Rule,
    Iteration,
}

/// A call that has ended, and where. Calls are numbered from 1, so a call 0 stands for none.
type KnownEnd = (u32, (u32, u32), Completion);

/// The choices of a parse.
#[derive(Debug)]
pub(super) struct Choices<'a, S> {
    kept: Vec<Choice<'a, S>>,
    /// Number of older choices that were lost.
    lost: u32,
    /// Number of choices that belong to the loop's outer runs.
    base: u32,
    /// The ends of calls that are known. Several share a place, and the latest has it.
    ends: Vec<KnownEnd>,
    /// Number of ends that were written into the table since it has grown.
    written: usize,
}

impl<'a, S: Copy> Choices<'a, S> {
    pub(super) fn new() -> Self {
        Self { kept: Vec::new(), lost: 0, base: 0, ends: Vec::new(), written: 0 }
    }

    /// Returns the number of choices, with those that were lost.
    #[inline]
    pub(super) fn height(&self) -> u32 {
        self.lost + self.kept.len() as u32
    }

    /// Returns how many frames the latest choice needs.
    #[inline]
    pub(super) fn frames(&self) -> usize {
        self.kept.last().map_or(0, |choice| choice.saved.frames)
    }

    /// Returns the nodes and bindings that the latest choice needs.
    #[inline]
    pub(super) fn kept(&self) -> Option<Watermark> {
        self.kept.last().map(|choice| choice.saved.kept)
    }

    /// Adds a choice of the running rule.
    pub(super) fn push(&mut self, saved: Snapshot, call: u32, rest: Rest<'a, S>) {
        if self.kept.len() == MAX_CHOICES {
            self.kept.drain(..MAX_CHOICES / 2);
            self.lost += MAX_CHOICES as u32 / 2;
        }
        self.kept.push(Choice { saved, call, rest });
    }

    /// Adds a choice that was taken.
    pub(super) fn put_back(&mut self, choice: Choice<'a, S>) {
        self.kept.push(choice);
    }

    /// Takes the latest choice of the loop's run.
    pub(super) fn pop(&mut self) -> Option<Choice<'a, S>> {
        if self.height() <= self.base { None } else { self.kept.pop() }
    }

    /// Returns whether choices of the loop's run, or older ones, may have been lost.
    pub(super) fn has_lost(&self) -> bool {
        self.lost > self.base
    }

    /// Begins a run of the loop within others: returns the number of choices that belonged to those around it until now.
    pub(super) fn begin(&mut self) -> u32 {
        let height = self.height();
        std::mem::replace(&mut self.base, height)
    }

    /// Ends a run of the loop, and returns the number of choices that were dropped.
    pub(super) fn end(&mut self, outer: u32) -> u32 {
        let left = self.height() - self.base;
        self.kept.truncate(self.kept.len().saturating_sub(left as usize));
        self.lost = self.lost.min(self.base);
        self.base = outer;
        left
    }

    /// Returns whether a choice was made since that call.
    #[inline]
    pub(super) fn has_since(&self, call: u32) -> bool {
        self.kept.last().is_some_and(|choice| choice.call >= call)
    }

    /// Returns whether the latest choice is one of that call itself.
    #[inline]
    pub(super) fn is_of(&self, call: u32) -> bool {
        self.kept.last().is_some_and(|choice| choice.call == call)
    }

    /// Drops the choices beyond that height, as far as they are kept.
    pub(super) fn drop_above(&mut self, height: u32) {
        if let Some(kept) = height.checked_sub(self.lost) {
            self.kept.truncate(kept as usize);
        }
    }

    /// Drops the choices beyond that height, lost ones, too.
    pub(super) fn drop_to(&mut self, height: u32) {
        self.kept.truncate(height.saturating_sub(self.lost) as usize);
        self.lost = self.lost.min(height);
    }

    /// Drops the choices of that call itself.
    pub(super) fn drop_of(&mut self, call: u32) {
        self.drop_while(|choice| choice.call == call);
    }

    /// Drops the choices since that call, and returns their number.
    pub(super) fn drop_since(&mut self, call: u32) -> u32 {
        self.drop_while(|choice| choice.call >= call)
    }

    /// Drops the choices in slices that were left, and returns their number.
    pub(super) fn drop_inside(&mut self, slices: u32) -> u32 {
        self.drop_while(|choice| choice.saved.slices > slices)
    }

    fn drop_while(&mut self, is_dropped: impl Fn(&Choice<'a, S>) -> bool) -> u32 {
        let kept = self.kept.iter().rposition(|choice| !is_dropped(choice)).map_or(0, |last| last + 1);
        let dropped = self.kept.len() - kept;
        self.kept.truncate(kept);
        dropped as u32
    }

    /// Remembers that a call has ended at an offset, and its text without skip at another. Returns false if that is known.
    pub(super) fn is_new(&mut self, completion: Completion, call: u32, ends: (u32, u32)) -> bool {
        let found = (call, ends, completion);
        if self.written >= self.ends.len() / 2 && self.ends.len() < MAX_COMPLETIONS {
            self.grow();
        }
        let place = place_of(&found, self.ends.len());
        let is_new = std::mem::replace(&mut self.ends[place], found) != found;
        self.written += usize::from(is_new);
        is_new
    }

    /// Enlarges the table of ends fourfold.
    #[cold]
    fn grow(&mut self) {
        let len = (4 * self.ends.len()).clamp(MIN_COMPLETIONS, MAX_COMPLETIONS);
        let known = std::mem::replace(&mut self.ends, vec![(0, (0, 0), Completion::Rule); len]);
        for end in known.into_iter().filter(|(call, ..)| *call > 0) {
            self.ends[place_of(&end, len)] = end;
        }
        self.written = 0;
    }

    /// Gives the number of frames that each choice needs, the latest last, to be adapted.
    pub(super) fn frames_mut(&mut self) -> Vec<&mut usize> {
        self.kept.iter_mut().map(|choice| &mut choice.saved.frames).collect()
    }
}

/// Returns the place of an end in a table of this length, a power of two.
fn place_of(&(call, ends, completion): &KnownEnd, len: usize) -> usize {
    let hash = call.wrapping_mul(0x9e37_79b1) ^ ends.0.wrapping_mul(0x85eb_ca6b) ^ completion as u32;
    (hash >> 16) as usize % len
}
