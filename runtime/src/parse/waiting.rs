//! Which items wait for which rule, set by set.

use std::collections::HashMap;

use super::chart::{ItemNumber, NONE, SetNumber};
use crate::grammar::Symbol;

/// The items that wait for rules.
pub(super) struct Waiting {
    /// Those of finished sets in the empty environment, with what they wait for: those of a set in the order of rules.
    finished: Vec<(Symbol, ItemNumber)>,
    /// Where those of each set begin, up to where those of the next one begin.
    starts: Vec<u32>,
    /// Those of the open set.
    open: Vec<Queued>,
    /// For every rule, the latest of those that wait for it in the open set.
    heads: Vec<u32>,
    /// The rules waited for in the open set.
    awaited: Vec<Symbol>,
    /// Those in other environments.
    around: Vec<Queued>,
    /// For every set, rule and environment of the rule but the empty one, the latest of those that wait for it.
    surrounded: HashMap<(SetNumber, Symbol, u32), u32>,
}

/// An item that waits, and the one that came to wait for the same before it.
#[derive(Debug, Clone, Copy)]
struct Queued {
    item: ItemNumber,
    next: u32,
}

/// The items that wait for the same: how far they have been gone through.
#[derive(Debug, Clone, Copy)]
pub(super) enum Queue {
    /// In a finished set: from one place to another.
    Finished(u32, u32),
    /// In the open set.
    Open(u32),
    /// In an environment that is not empty.
    Surrounded(u32),
}

impl Waiting {
    pub(super) fn new(rules: usize) -> Self {
        Self {
            finished: Vec::new(),
            starts: Vec::new(),
            open: Vec::new(),
            heads: vec![NONE; rules],
            awaited: Vec::new(),
            around: Vec::new(),
            surrounded: HashMap::new(),
        }
    }

    /// Finishes the open set, and opens the next one.
    pub(super) fn finish(&mut self) {
        self.awaited.sort_unstable();
        for rule in self.awaited.drain(..) {
            let mut place = std::mem::replace(&mut self.heads[rule.0 as usize], NONE);
            while let Some(queued) = self.open.get(place as usize) {
                self.finished.push((rule, queued.item));
                place = queued.next;
            }
        }
        self.open.clear();
        self.starts.push(self.finished.len() as u32);
    }

    /// Notes that an item of the open set waits for a rule in an environment.
    pub(super) fn add(&mut self, item: ItemNumber, rule: Symbol, environment: u32) {
        if environment == 0 {
            let head = &mut self.heads[rule.0 as usize];
            if *head == NONE {
                self.awaited.push(rule);
            }
            let next = std::mem::replace(head, self.open.len() as u32);
            self.open.push(Queued { item, next });
        } else {
            let open = self.starts.len() as u32 - 1;
            let head = self.surrounded.entry((open, rule, environment)).or_insert(NONE);
            let next = std::mem::replace(head, self.around.len() as u32);
            self.around.push(Queued { item, next });
        }
    }

    /// Returns the items of a set that wait for a rule in an environment.
    #[inline]
    pub(super) fn queue(&self, set: SetNumber, rule: Symbol, environment: u32) -> Queue {
        if environment != 0 {
            return Queue::Surrounded(self.surrounded.get(&(set, rule, environment)).copied().unwrap_or(NONE));
        }
        let Some(&end) = self.starts.get(set as usize + 1) else { return Queue::Open(self.heads[rule.0 as usize]) };
        let start = self.starts[set as usize];
        let of_set = &self.finished[start as usize..end as usize];
        let before = of_set.partition_point(|&(other, _)| other < rule);
        let count = of_set[before..].partition_point(|&(other, _)| other == rule);
        let first = start + before as u32;
        Queue::Finished(first, first + count as u32)
    }

    /// Takes the next item of a queue.
    #[inline]
    pub(super) fn next(&self, queue: &mut Queue) -> Option<ItemNumber> {
        match queue {
            Queue::Finished(place, end) if *place < *end => {
                *place += 1;
                Some(self.finished[*place as usize - 1].1)
            }
            Queue::Finished(..) => None,
            Queue::Open(place) => take(&self.open, place),
            Queue::Surrounded(place) => take(&self.around, place),
        }
    }
}

fn take(all: &[Queued], place: &mut u32) -> Option<ItemNumber> {
    let queued = all.get(*place as usize)?;
    *place = queued.next;
    Some(queued.item)
}
