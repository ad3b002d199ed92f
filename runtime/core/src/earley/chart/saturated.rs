//! Items of the open set that have too many links to be stored, by dot and origin. A further link to them only counts.

use std::collections::HashMap;

use super::Chart;
use crate::earley::numbers::{ItemNumber, SetNumber};
use crate::earley::waiting::{Origins, Queue, WaitingRun};

/// The origins of all items of the open set that have too many links, by dot; all in the empty environment.
#[derive(Debug, Default)]
pub(super) struct SaturatedItems {
    by_dot: HashMap<u32, Origins>,
    /// No item: the answer for other dots.
    none: Origins,
}

impl SaturatedItems {
    pub(super) fn clear(&mut self) {
        self.by_dot.values_mut().for_each(Origins::clear);
    }

    pub(super) fn add(&mut self, dot: u32, origin: SetNumber) {
        self.by_dot.entry(dot).or_default().add(origin);
    }

    fn of(&self, dot: u32) -> &Origins {
        self.by_dot.get(&dot).unwrap_or(&self.none)
    }
}

impl Chart {
    /// Returns the run that begins with the next item of a queue.
    #[inline]
    pub(in crate::earley) fn run(&self, queue: &Queue) -> Option<WaitingRun> {
        self.waiting.run(queue)
    }

    /// Returns the dot of the items of a run, if they wait in the empty environment.
    pub(in crate::earley) fn dot_of_run(&self, run: WaitingRun) -> Option<u32> {
        Some(run.core()).filter(|&core| core < self.dots)
    }

    /// Joins one more link to the item behind each item of a run, if that item has too many links already. Adds the other items of the
    /// run to `left`, with their origins. For example, in `a+a+a+…` most of a thousand items are done in sixteen steps.
    pub(in crate::earley) fn join_run(&mut self, run: WaitingRun, left: &mut Vec<(ItemNumber, SetNumber)>) {
        self.waiting.without(run, self.saturated.of(run.core() + 1), left);
        self.size += run.items() - left.len();
        self.work += run.words();
    }
}
