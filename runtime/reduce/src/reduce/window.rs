//! Candidates that are being judged, in the order in which they were proposed.
//!
//! A free worker takes the next candidate; there are no waves. Once an interesting candidate is known, the runs
//! behind it are killed and no new ones start, but the runs before it are awaited: the first in order wins, not the first in time.
//!
//! For example, of five candidates for `[1,2]` number 0 was boring and has left the window. Number 3 is known to be
//! interesting, so the run of number 4 was killed. Number 3 wins if number 1 turns out to be boring:
//!
//! ```text
//! number      0       1        2        3            4
//! candidate   [2]     [1]      [1,2,2]  [3]          [4]
//! state       left    running  skipped  interesting  idle
//! ```

use std::collections::VecDeque;

use super::leash::OwnWork;
use crate::edit::{Change, SplicedText};
use grammarc_core::tree::Patch;
use grammarc_trial::oracle::Verdict;
use grammarc_trial::trial::{SharedText, Skip, Stop, Ticket, Trial};

/// A candidate with its text, ready to be tested.
pub(super) struct PreparedCandidate {
    pub(super) text: SharedText,
    pub(super) change: Option<(Change, SplicedText)>,
    /// Replacement texts for single nodes of the changed tree, applied one list after another.
    pub(super) patches: Vec<Vec<Patch>>,
    /// The first place in the tree that differs.
    pub(super) from: usize,
}

/// Proposed candidates that are not yet counted.
pub(super) struct Window {
    slots: VecDeque<Slot>,
    /// Number of candidates that have left the window.
    pub(super) gone: usize,
}

struct Slot {
    candidate: Result<PreparedCandidate, Skip>,
    state: SlotState,
    /// The steps that it took to propose it, and to build it.
    steps: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum SlotState {
    Running(Ticket),
    /// The verdict is known, by a run or from the cache.
    Judged(Verdict),
    /// Not running: skipped, or cancelled behind an interesting candidate.
    Idle,
}

impl Window {
    pub(super) fn new() -> Self {
        Self { slots: VecDeque::new(), gone: 0 }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Returns whether a worker is free and nothing interesting is known.
    pub(super) fn wants_more(&self, trial: &Trial<'_>) -> bool {
        let running = self.slots.iter().filter(|slot| matches!(slot.state, SlotState::Running(_))).count();
        running < trial.width() && self.interesting().is_none()
    }

    /// Adds a candidate, and starts a run unless it was skipped or its verdict is known.
    pub(super) fn push(&mut self, candidate: Result<PreparedCandidate, Skip>, steps: u64, trial: &mut Trial<'_>) {
        let state = match &candidate {
            Ok(prepared) => match trial.known(&prepared.text) {
                Some(verdict) => SlotState::Judged(verdict),
                None if trial.assumes(&prepared.text) => SlotState::Judged(Verdict::Boring),
                None => SlotState::Running(trial.start(&prepared.text)),
            },
            Err(_) => SlotState::Idle,
        };
        self.slots.push_back(Slot { candidate, state, steps });
        self.prune(trial);
    }

    /// Takes the first candidate if its verdict is known, with its steps. Skipped candidates before it are counted.
    pub(super) fn pop(
        &mut self,
        trial: &mut Trial<'_>,
        work: &mut OwnWork,
    ) -> Option<(PreparedCandidate, Verdict, u64)> {
        while let Some(slot) = self.slots.pop_front_if(|slot| !matches!(slot.state, SlotState::Running(_))) {
            self.gone += 1;
            match (slot.candidate, slot.state) {
                (Ok(prepared), SlotState::Judged(verdict)) => return Some((prepared, verdict, slot.steps)),
                (Err(reason), _) => {
                    trial.skip(reason);
                    work.add(slot.steps, false);
                }
                _ => {}
            }
        }
        None
    }

    /// Waits until one more verdict is known.
    pub(super) fn wait(&mut self, trial: &mut Trial<'_>) -> Result<(), Stop> {
        let (ticket, verdict) = trial.finished()?;
        if let Some(slot) = self.slots.iter_mut().find(|slot| slot.state == SlotState::Running(ticket)) {
            slot.state = SlotState::Judged(verdict);
        }
        self.prune(trial);
        Ok(())
    }

    /// Kills everything that still runs.
    pub(super) fn cancel(&mut self, trial: &mut Trial<'_>) {
        self.cancel_from(0, trial);
    }

    /// Kills the runs behind the first interesting candidate.
    fn prune(&mut self, trial: &mut Trial<'_>) {
        if let Some(first) = self.interesting() {
            self.cancel_from(first + 1, trial);
        }
    }

    fn cancel_from(&mut self, place: usize, trial: &mut Trial<'_>) {
        for slot in self.slots.iter_mut().skip(place) {
            if let SlotState::Running(ticket) = slot.state {
                trial.cancel(ticket);
                slot.state = SlotState::Idle;
            }
        }
    }

    fn interesting(&self) -> Option<usize> {
        self.slots.iter().position(|slot| slot.state == SlotState::Judged(Verdict::Interesting))
    }
}
