//! Waiting items, by the rule that they wait for, set by set. For example, `<sum> ::= <n> "+" . <n>` waits for `<n>`. When an
//! `<n>` from its set is complete, it moves on.

mod runs;

use std::collections::HashMap;

use super::spare::Memory;
use crate::earley::numbers::{ItemNumber, NONE, NodeNumber, SetNumber};
use crate::grammar::Symbol;
use runs::WaitingRuns;

pub(super) use runs::{Origins, WaitingRun};

/// Bit that is set in the number of a group in an environment that is not empty. The rest is the place of its latest item.
const SURROUNDED: u32 = 1 << 31;

/// The items that wait for rules.
pub(super) struct WaitLists {
    /// Items of finished sets in the empty environment.
    rows: FinishedQueues,
    /// Runs of these items.
    runs: WaitingRuns,
    /// Items of the open set.
    open: Vec<QueueEntry>,
    /// For every rule its items in the open set.
    heads: Vec<Head>,
    /// The rules waited for in the open set.
    awaited: Vec<Symbol>,
    /// Items in other environments.
    around: Vec<QueueEntry>,
    /// For every set, rule and environment of the rule except the empty one, the latest item that waits for it.
    surrounded: HashMap<(SetNumber, Symbol, u32), u32>,
}

/// The waiting items of finished sets, in the empty environment.
///
/// In set 0 the items 3 and 5 wait for `<e>` and item 4 for `<n>`; in set 1 item 9 waits for `<n>`:
///
/// ```text
/// items    3  5 | 4 | 9                                        numbers of items
/// groups   <e> ends at 2, <n> ends at 3 | <n> ends at 4        places in `items`
/// starts   0, 2, 3                                             places in `groups`
/// ```
#[derive(Debug, Default)]
pub(super) struct FinishedQueues {
    /// Group by group, each in the order in which the items began to wait, or by dot and origin if the group is long. The items behind
    /// them are created in the same order.
    items: Vec<ItemNumber>,
    /// The groups of these items: set by set, and within a set in the order of rules.
    groups: Vec<Group>,
    /// Start of the groups of each set; they end where the next set's groups begin.
    starts: Vec<u32>,
}

impl Memory for FinishedQueues {
    fn used(&self) -> usize {
        self.items.used() + self.groups.used() + self.starts.used()
    }

    fn held(&self) -> usize {
        self.items.held() + self.groups.held() + self.starts.held()
    }

    fn clear(&mut self) {
        self.items.clear();
        self.groups.clear();
        self.starts.clear();
    }
}

/// The items of a finished set that wait for a rule.
#[derive(Debug, Clone, Copy)]
struct Group {
    rule: Symbol,
    /// End of its items; they begin at the end of the group before.
    end: u32,
    /// The latest node of the rule that begins in the set.
    node: NodeNumber,
}

/// The items of the open set that wait for a rule.
#[derive(Debug, Clone, Copy)]
struct Head {
    /// The latest item.
    item: u32,
    /// The latest node of the rule that began where it ends.
    node: NodeNumber,
}

/// A reference to the items that wait for a rule.
#[derive(Debug, Clone, Copy)]
pub(super) enum GroupRef {
    /// In a finished set: the number of the group.
    Finished(u32),
    /// In the open set.
    Open(Symbol),
}

/// A waiting item, linked to the item before it in the same queue. For example, after items 3 and 5 the queue begins at the
/// entry of 5, whose `next` is the entry of 3.
#[derive(Debug, Clone, Copy)]
struct QueueEntry {
    item: ItemNumber,
    next: u32,
}

/// A cursor over the items that wait for one rule in one environment. For example, `Finished(0, 2)` yields the items at places
/// 0 and 1.
#[derive(Debug, Clone, Copy)]
pub(super) enum Queue {
    /// In a finished set: the range of items left.
    Finished(u32, u32),
    /// In the open set.
    Open(u32),
    /// In an environment that is not empty.
    Surrounded(u32),
}

impl Queue {
    /// Skips `count` items of a finished set, which are adjacent.
    #[inline]
    pub(super) fn skip(&mut self, count: usize) {
        if let Self::Finished(place, _) = self {
            *place += count as u32;
        }
    }
}

impl WaitLists {
    pub(super) fn new(rules: usize, memory: FinishedQueues) -> Self {
        Self {
            rows: memory,
            runs: WaitingRuns::default(),
            open: Vec::new(),
            heads: vec![Head { item: NONE, node: NONE }; rules],
            awaited: Vec::new(),
            around: Vec::new(),
            surrounded: HashMap::new(),
        }
    }

    /// Returns its memory, not emptied yet.
    pub(super) fn into_memory(self) -> FinishedQueues {
        self.rows
    }

    /// Returns the number of bytes that it takes.
    pub(super) fn used(&self) -> usize {
        self.rows.used() + self.runs.used() + self.open.used() + self.around.used()
    }

    /// Finishes the open set, and opens the next one. `row` returns the core and the origin of an item.
    pub(super) fn finish(&mut self, row: impl Fn(ItemNumber) -> (u32, SetNumber)) {
        self.awaited.sort_unstable();
        self.awaited.dedup();
        for rule in self.awaited.drain(..) {
            let mut place = std::mem::replace(&mut self.heads[rule.0 as usize].item, NONE);
            let start = self.rows.items.len();
            while let Some(item) = take(&self.open, &mut place) {
                self.rows.items.push(item);
            }
            self.rows.items[start..].reverse();
            self.runs.add(&mut self.rows.items[start..], start, &row);
            self.rows.groups.push(Group { rule, end: self.rows.items.len() as u32, node: NONE });
        }
        self.open.clear();
        self.rows.starts.push(self.rows.groups.len() as u32);
    }

    /// Notes that a rule is asked for in the open set, though no item waits for it.
    pub(super) fn expect(&mut self, rule: Symbol) {
        self.awaited.push(rule);
    }

    /// Notes that an item of the open set waits for a rule in an environment.
    pub(super) fn add(&mut self, item: ItemNumber, rule: Symbol, environment: u32) {
        if environment == 0 {
            let head = &mut self.heads[rule.0 as usize];
            if head.item == NONE {
                self.awaited.push(rule);
            }
            let next = std::mem::replace(&mut head.item, self.open.len() as u32);
            self.open.push(QueueEntry { item, next });
        } else {
            let open = self.rows.starts.len() as u32 - 1;
            let head = self.surrounded.entry((open, rule, environment)).or_insert(NONE);
            let next = std::mem::replace(head, self.around.len() as u32);
            self.around.push(QueueEntry { item, next });
        }
    }

    /// Returns the place of the items that wait in a set for a rule in the empty environment; none if there are none.
    #[inline]
    pub(super) fn place(&self, set: SetNumber, rule: Symbol) -> Option<GroupRef> {
        let Some(&end) = self.rows.starts.get(set as usize + 1) else { return Some(GroupRef::Open(rule)) };
        let start = self.rows.starts[set as usize];
        let found = self.rows.groups[start as usize..end as usize].binary_search_by_key(&rule, |group| group.rule);
        found.ok().map(|group| GroupRef::Finished(start + group as u32))
    }

    /// Returns the number of the group of items that wait in a set for a rule in an environment, if the set is finished.
    pub(super) fn group(&self, set: SetNumber, rule: Symbol, environment: u32) -> Option<u32> {
        match self.place(set, rule) {
            _ if environment != 0 && self.rows.starts.len() > set as usize + 1 => {
                self.surrounded.get(&(set, rule, environment)).map(|head| head | SURROUNDED)
            }
            Some(GroupRef::Finished(group)) if environment == 0 => Some(group),
            _ => None,
        }
    }

    /// Returns the item of a group, if it is the only one.
    pub(super) fn only(&self, group: u32) -> Option<ItemNumber> {
        if group & SURROUNDED != 0 {
            let QueueEntry { item, next } = self.around[(group & !SURROUNDED) as usize];
            return (next == NONE).then_some(item);
        }
        let start = group.checked_sub(1).map_or(0, |before| self.rows.groups[before as usize].end);
        let end = self.rows.groups[group as usize].end;
        (end - start == 1).then(|| self.rows.items[start as usize])
    }

    /// Lends the number of the latest node of the rule that begins in the set, in the empty environment. The node may end in an
    /// earlier set.
    #[inline]
    pub(super) fn node(&mut self, place: GroupRef) -> &mut NodeNumber {
        match place {
            GroupRef::Finished(group) => &mut self.rows.groups[group as usize].node,
            GroupRef::Open(rule) => &mut self.heads[rule.0 as usize].node,
        }
    }

    /// Returns the items of a set that wait for a rule in an environment.
    #[inline]
    pub(super) fn queue(&self, set: SetNumber, rule: Symbol, environment: u32) -> Queue {
        if environment != 0 {
            return Queue::Surrounded(self.surrounded.get(&(set, rule, environment)).copied().unwrap_or(NONE));
        }
        match self.place(set, rule) {
            None => Queue::Open(NONE),
            Some(GroupRef::Open(rule)) => Queue::Open(self.heads[rule.0 as usize].item),
            Some(GroupRef::Finished(group)) => {
                let start = group.checked_sub(1).map_or(0, |before| self.rows.groups[before as usize].end);
                Queue::Finished(start, self.rows.groups[group as usize].end)
            }
        }
    }

    /// Returns the run that begins with the next item of a queue.
    #[inline]
    pub(super) fn run(&self, queue: &Queue) -> Option<WaitingRun> {
        match *queue {
            Queue::Finished(place, end) => self.runs.at(place, end),
            Queue::Open(_) | Queue::Surrounded(_) => None,
        }
    }

    /// Adds the items of a run whose origins are not among `origins` to `left`, with their origins.
    pub(super) fn without(&self, run: WaitingRun, origins: &Origins, left: &mut Vec<(ItemNumber, SetNumber)>) {
        self.runs.without(run, origins, |place, origin| left.push((self.rows.items[place as usize], origin)));
    }

    /// Takes the next item of a queue.
    #[inline]
    pub(super) fn next(&self, queue: &mut Queue) -> Option<ItemNumber> {
        match queue {
            Queue::Finished(place, end) if *place < *end => {
                *place += 1;
                Some(self.rows.items[*place as usize - 1])
            }
            Queue::Finished(..) => None,
            Queue::Open(place) => take(&self.open, place),
            Queue::Surrounded(place) => take(&self.around, place),
        }
    }
}

fn take(all: &[QueueEntry], place: &mut u32) -> Option<ItemNumber> {
    let queued = all.get(*place as usize)?;
    *place = queued.next;
    Some(queued.item)
}
