//! The chart: the sets of items at every place that was reached, and the links between items.
//!
//! Everything lies in a few vectors that only grow, with numbers of 32 bits. Sets are finished one after another, so the items of a
//! set are adjacent. A *node* is a rule over a span, with the values of its parameters. It is completed once, however many
//! productions derive it. For example, with `<x> ::= "a" | <y>` and `<y> ::= "a"` the input `a` has one node for `<x>`, which two
//! items complete.
//!
//! All items of a small chart, each with its origin and the link that says how it came about:
//!
//! ```text
//! <s> ::= <s> "a" | "a"                        the input `aa`
//!
//! set 0, at 0   item 0   <s> ::= . <s> "a"     from 0   predicted
//! set 1, at 1   item 1   <s> ::= "a" .         from 0   link: 1 | BEFORE, a byte    completes node 0, <s> over `a`
//!               item 2   <s> ::= <s> . "a"     from 0   link: item 0, node 0
//! set 2, at 2   item 3   <s> ::= <s> "a" .     from 0   link: item 2, a byte        completes node 1, <s> over `aa`
//! ```
//!
//! The item `<s> ::= . "a"` of set 0 is not stored, because only item 1 comes from it.

mod leaps;
mod links;
mod nodes;
mod saturated;

use std::ops::Range;

use super::latest::{NumberSet, hash};
use super::numbers::{ItemNumber, NONE, NodeNumber, SetNumber};
use super::spare::Memory;
use super::waiting::{self, Queue, WaitLists};
use crate::grammar::Symbol;
use leaps::{Leap, Leaps};
use links::PREDICTED;
use saturated::SaturatedItems;

pub(super) use links::{Link, Links, Way};
pub(super) use nodes::NodeKey;

/// Stands for a predecessor that is not stored: a predicted item, with the dot in front of its production, that leads to one item only.
/// For example, `<s> ::= . "a"` is the predecessor of `<s> ::= "a" .` after the byte `a`.
pub(super) const UNSTORED: ItemNumber = NONE - 1;
/// Bit that is set in the number of an item to name its predecessor, where that is not stored. Charts have fewer items than this.
const BEFORE: ItemNumber = 1 << 31;
/// Bit that is set in the number of an empty production, with its place in `Chart::empties`. For example, `""` of `<x>* ::= <x> <x>* | ""`
/// completes many nodes and has no predecessor, so it is not stored as an item.
const EMPTY: ItemNumber = 1 << 30;
/// Bit that is set in the place of a leap, which completes a node in place of an item.
const LEAP: ItemNumber = 1 << 29;
/// Maximum number of bytes of one chart, 1.1 GB; an input that needs more is given up. The tree of such a chart takes another 0.7 GB
/// if it nests as deep as it can.
const MAX_CHART_BYTES: usize = 1_100_000_000;

/// The key of an item: a set has one item for each key. For example, two links that lead to `<s> ::= <s> "a" .` from set 0 meet in
/// one item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    /// Number of a place in a production, the dot of the item. The next place in the production has the next number.
    pub(super) dot: u32,
    /// The set where its production began.
    pub(super) origin: SetNumber,
    /// Number of the environment: the values of the live labels, and the slice. The empty one is 0.
    pub(super) environment: u32,
}

/// A production with a dot, its origin, and the set of the dot. For example, `<sum> ::= <n> . "+" <n>`, from set 0, in set 1.
#[derive(Debug, Clone, Copy)]
pub(super) struct EarleyItem {
    pub(super) key: Key,
    pub(super) set: SetNumber,
}

/// An item as it is stored.
#[derive(Debug, Clone, Copy)]
struct Row {
    /// One number for both the dot and the environment: see `Chart::cores`.
    core: u32,
    origin: SetNumber,
    set: SetNumber,
    /// The item's link. If its child is `SEVERAL`, its `from` is the place of the item's links in `Chart::links`.
    link: Link,
}

/// The items at one position.
#[derive(Debug, Clone)]
struct Set {
    at: u32,
    items: u32,
}

/// All sets so far. The last one is open.
pub(super) struct Chart {
    sets: Vec<Set>,
    items: Vec<Row>,
    /// The links of items with several, adjacent for each item. A header comes first, whose `from` is their number.
    links: Vec<Link>,
    /// Further links of the items in the open set, with their items: all but the first of each.
    others: Vec<(ItemNumber, Link)>,
    /// Number of further links of each item of the open set, up to the last item that has any. If an item has too many, and they can
    /// be found again, the number is `TOO_MANY_LINKS`.
    counts: Vec<u8>,
    /// The items of the open set with `TOO_MANY_LINKS`.
    saturated: SaturatedItems,
    /// The number of items and links, stored or not.
    size: usize,
    /// The number of links that were looked at one by one, and of words that were compared instead.
    work: usize,
    /// The number of dots.
    dots: u32,
    /// The cores with an environment: their dots and environments. They are numbered from `dots` on. For example, with 40 dots the
    /// first of them is core 40, and core 7 is dot 7 in the empty environment.
    cores: Vec<(u32, u32)>,
    /// The numbers of these cores.
    known: NumberSet,
    /// For every node the first item that completes it, marked with `SHARED` if others do as well.
    nodes: Vec<ItemNumber>,
    /// The empty productions that nodes stand for: the last dot, and the set. They are items that are not stored.
    empties: Vec<(u32, SetNumber)>,
    /// The other items that complete nodes, ascending by node except in the open set.
    sharing: Vec<(NodeNumber, ItemNumber)>,
    /// Start of the open set's entries in `sharing`.
    first_sharing: usize,
    waiting: WaitLists,
    leaps: Leaps,
    /// The item of the open set that was added last, new or not.
    latest: ItemNumber,
    /// The items of the open set.
    present: NumberSet,
    /// The nodes that end in the open set, except those in the empty environment.
    completed: NumberSet,
    /// Number of the first node that ends in the open set.
    first_node: NodeNumber,
}

/// The memory of a chart, for the next one.
#[derive(Debug, Default)]
pub(super) struct ChartMemory {
    sets: Vec<Set>,
    items: Vec<Row>,
    links: Vec<Link>,
    nodes: Vec<ItemNumber>,
    empties: Vec<(u32, SetNumber)>,
    waiting: waiting::FinishedQueues,
}

impl Memory for ChartMemory {
    fn used(&self) -> usize {
        let [sets, items, links, nodes] = [self.sets.used(), self.items.used(), self.links.used(), self.nodes.used()];
        sets + items + links + nodes + self.empties.used() + self.waiting.used()
    }

    fn held(&self) -> usize {
        let [sets, items, links, nodes] = [self.sets.held(), self.items.held(), self.links.held(), self.nodes.held()];
        sets + items + links + nodes + self.empties.held() + self.waiting.held()
    }

    fn clear(&mut self) {
        self.sets.clear();
        self.items.clear();
        self.links.clear();
        self.nodes.clear();
        self.empties.clear();
        self.waiting.clear();
    }
}

impl Chart {
    pub(super) fn new(rules: usize, dots: u32, memory: ChartMemory) -> Self {
        Self {
            sets: memory.sets,
            items: memory.items,
            links: memory.links,
            others: Vec::new(),
            counts: Vec::new(),
            empties: memory.empties,
            saturated: SaturatedItems::default(),
            size: 0,
            work: 0,
            dots,
            cores: Vec::new(),
            known: NumberSet::new(),
            nodes: memory.nodes,
            sharing: Vec::new(),
            first_sharing: 0,
            waiting: WaitLists::new(rules, memory.waiting),
            leaps: Leaps::default(),
            latest: 0,
            present: NumberSet::new(),
            completed: NumberSet::new(),
            first_node: 0,
        }
    }

    /// Returns its memory, not emptied yet.
    pub(super) fn into_memory(self) -> ChartMemory {
        let Self { sets, items, links, nodes, empties, waiting, .. } = self;
        ChartMemory { sets, items, links, nodes, empties, waiting: waiting.into_memory() }
    }

    /// Returns its size, in items and links.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Returns the number of links that were looked at one by one, and of words that were compared instead.
    pub(super) fn work(&self) -> usize {
        self.work
    }

    /// Returns the number of bytes that it takes.
    pub(super) fn used(&self) -> usize {
        let [items, links, nodes] = [self.items.used(), self.links.used() + self.others.used(), self.nodes.used()];
        let rest = self.sets.used() + self.empties.used() + self.cores.used() + self.sharing.used();
        items + links + nodes + rest + self.waiting.used() + self.leaps.used()
    }

    /// Returns whether it takes more memory than a chart may take.
    pub(super) fn is_large(&self) -> bool {
        self.used() > MAX_CHART_BYTES
    }

    /// Finishes the open set and opens one at `at`.
    pub(super) fn open(&mut self, at: usize) {
        self.finish();
        let row = |item: ItemNumber| (self.items[item as usize].core, self.items[item as usize].origin);
        self.waiting.finish(row);
        self.saturated.clear();
        let items = self.items.len() as u32;
        self.sets.push(Set { at: at as u32, items });
        self.latest = items;
        self.first_node = self.nodes.len() as u32;
        self.present.clear(items);
        self.completed.clear(self.first_node);
    }

    /// Finishes the last set, and frees the memory that only further sets would need.
    pub(super) fn end(&mut self) {
        self.finish();
        (self.present, self.completed, self.known) = (NumberSet::new(), NumberSet::new(), NumberSet::new());
    }

    /// Returns the numbers of sets, items and nodes.
    pub(super) fn counts(&self) -> [u32; 3] {
        [self.sets.len(), self.items.len(), self.nodes.len()].map(|count| count as u32)
    }

    /// Returns the number of the open set.
    #[inline]
    pub(super) fn current(&self) -> SetNumber {
        self.sets.len() as u32 - 1
    }

    /// Returns the position of a set.
    #[inline]
    pub(super) fn at(&self, set: SetNumber) -> usize {
        self.sets[set as usize].at as usize
    }

    /// Returns the items of the open set.
    pub(super) fn current_items(&self) -> Range<ItemNumber> {
        self.sets.last().map_or(0, |set| set.items)..self.items.len() as u32
    }

    /// Returns the dots of all items that something was read for.
    pub(super) fn moved_dots(&self) -> impl Iterator<Item = u32> {
        let moved = self.items.iter().filter(|row| row.link.from != NONE);
        moved.map(|row| self.dot_of(row.core))
    }

    fn dot_of(&self, core: u32) -> u32 {
        if core < self.dots { core } else { self.cores[(core - self.dots) as usize].0 }
    }

    #[inline]
    pub(super) fn item(&self, number: ItemNumber) -> EarleyItem {
        if number >= LEAP {
            return self.unstored(number);
        }
        let Row { core, origin, set, .. } = self.items[number as usize];
        let (dot, environment) = if core < self.dots { (core, 0) } else { self.cores[(core - self.dots) as usize] };
        EarleyItem { key: Key { dot, origin, environment }, set }
    }

    /// Returns an item that is not stored: an empty production, the predecessor of an item, or a leap.
    fn unstored(&self, number: ItemNumber) -> EarleyItem {
        if leaps::is_leap(number) {
            let Leap { dot, origin, set, environment, .. } = self.leaps.rows[(number & !LEAP) as usize];
            return EarleyItem { key: Key { dot, origin, environment }, set };
        }
        let (dot, set) = if number & BEFORE == 0 {
            self.empties[(number & !EMPTY) as usize]
        } else {
            let Row { core, origin, .. } = self.items[(number & !BEFORE) as usize];
            (core - 1, origin)
        };
        EarleyItem { key: Key { dot, origin: set, environment: 0 }, set }
    }

    /// Adds an item that begins in the open set, in the empty environment. It must be new, and is not looked up later.
    #[inline]
    pub(super) fn predict(&mut self, dot: u32) {
        self.push_with(dot, self.current(), PREDICTED);
    }

    /// Adds an item to the open set, if it is new, and its link. In the empty environment the link's item may be `UNSTORED`.
    pub(super) fn add(&mut self, key: Key, link: Option<(ItemNumber, NodeNumber)>) {
        let core = self.core(key.dot, key.environment);
        let link = link.map_or(PREDICTED, |(from, child)| Link { from, child });
        self.join(core, key.origin, link, Links::Stored);
    }

    /// Adds an item in the empty environment, as `add` does. With [`Links::One`] the item must be new.
    pub(super) fn add_alone(&mut self, dot: u32, origin: SetNumber, link: Link, links: Links) {
        match links {
            Links::One => self.latest = self.push_with(dot, origin, link),
            Links::Stored | Links::Found => self.join(dot, origin, link, links),
        }
    }

    #[inline]
    fn join(&mut self, core: u32, origin: SetNumber, link: Link, links: Links) {
        self.work += 1;
        let hash = hash(origin, core, 0);
        let is_it = |number: u32| {
            let row = &self.items[number as usize];
            row.core == core && row.origin == origin
        };
        // If many items come about again, they usually do so in the same order, so the next item is a good guess.
        let guess = self.latest + 1;
        let is_guess = (guess as usize) < self.items.len() && is_it(guess);
        let known = if is_guess { Some(guess) } else { self.present.find(hash, is_it) };
        self.latest = match known {
            Some(number) => {
                if link.from != NONE {
                    self.size += 1;
                    self.join_again(number, link, links);
                }
                number
            }
            None => {
                let number = self.push_with(core, origin, link);
                self.present.add(hash, number);
                number
            }
        };
    }

    /// Adds an item that is new.
    #[inline]
    fn push_with(&mut self, core: u32, origin: SetNumber, link: Link) -> ItemNumber {
        let number = self.items.len() as u32;
        let from = if link.from == UNSTORED { number | BEFORE } else { link.from };
        self.items.push(Row { core, origin, set: self.current(), link: Link { from, ..link } });
        self.size += 1 + usize::from(from != NONE);
        number
    }

    /// Returns the number of a dot in an environment.
    fn core(&mut self, dot: u32, environment: u32) -> u32 {
        if environment == 0 {
            return dot;
        }
        let (cores, dots) = (&mut self.cores, self.dots);
        let hash = hash(environment, dot, 0);
        self.known.find(hash, |core| cores[(core - dots) as usize] == (dot, environment)).unwrap_or_else(|| {
            let core = dots + cores.len() as u32;
            cores.push((dot, environment));
            self.known.add(hash, core);
            core
        })
    }

    /// Notes that an item of the open set waits for a rule in an environment.
    pub(super) fn wait(&mut self, number: ItemNumber, rule: Symbol, environment: u32) {
        self.waiting.add(number, rule, environment);
    }

    /// Returns the items of a set that wait for a rule in an environment.
    pub(super) fn waiting(&self, set: SetNumber, rule: Symbol, environment: u32) -> Queue {
        self.waiting.queue(set, rule, environment)
    }

    /// Takes the next item of a queue.
    #[inline]
    pub(super) fn next_waiting(&self, queue: &mut Queue) -> Option<ItemNumber> {
        self.waiting.next(queue)
    }

    /// Notes that a rule is asked for in the open set, though no item waits for it.
    pub(super) fn expect(&mut self, rule: Symbol) {
        self.waiting.expect(rule);
    }
}
