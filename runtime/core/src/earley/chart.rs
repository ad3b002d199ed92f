//! The chart: the sets of items of every place that was reached, and how each item came about.
//!
//! Everything lies in a few vectors that only grow, with numbers of 32 bits. Sets are finished one after another, so the
//! items of a set are adjacent. A *node* is a rule over a span (and with the same texts of its parameters): it is
//! completed once, however many productions derive it.

mod links;
mod nodes;

use std::ops::Range;

use super::latest::{Latest, hash};
use super::numbers::{ItemNumber, NONE, NodeNumber, SetNumber};
use super::spare::Memory;
use super::waiting::{self, Queue, Waiting};
use crate::grammar::Symbol;
use links::PREDICTED;

pub(super) use links::{Link, Links, Way};
pub(super) use nodes::NodeKey;

/// Stands for the item before one that comes from it alone: it was predicted where its production began, and is not stored.
pub(super) const UNSTORED: ItemNumber = NONE - 1;
/// Marks the number of an item: the one before it is meant. No chart has so many items.
const BEFORE: ItemNumber = 1 << 31;

/// What an item is; at one position there is one of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    pub(super) dot: u32,
    /// The set where its production began.
    pub(super) origin: SetNumber,
    /// The texts of the live labels.
    pub(super) environment: u32,
}

/// A production with a dot, and where it began.
#[derive(Debug, Clone, Copy)]
pub(super) struct Item {
    pub(super) key: Key,
    pub(super) set: SetNumber,
}

/// An item as it is stored.
#[derive(Debug, Clone, Copy)]
struct Row {
    /// The dot and what surrounds it.
    core: u32,
    origin: SetNumber,
    set: SetNumber,
    /// How it came about. If the child of that is `SEVERAL`, it says where in `Chart::links` there is more.
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
    /// The links of items with several, those of an item adjacent; before them one whose `from` is how many they are.
    links: Vec<Link>,
    /// Of the items of the open set the links but the first, with the item.
    others: Vec<(ItemNumber, Link)>,
    /// How many those are, of the first items of the open set: so many as `FEW` are as good as more.
    counts: Vec<u8>,
    /// Whether there are items with many links.
    has_many: bool,
    /// How many items and links there are.
    size: usize,
    /// How many dots there are.
    dots: u32,
    /// The cores that are more than a dot: their dots and environments. They are numbered from `dots` on.
    cores: Vec<(u32, u32)>,
    /// The numbers of those.
    known: Latest,
    /// For every node the first of the items that complete it, with `SHARED` if others do as well.
    nodes: Vec<ItemNumber>,
    /// The others, ascending by node but in the open set.
    sharing: Vec<(NodeNumber, ItemNumber)>,
    /// Where those of the open set begin.
    first_sharing: usize,
    waiting: Waiting,
    /// The item of the open set that was added last, if there is one, be it again.
    latest: ItemNumber,
    /// The items of the open set.
    present: Latest,
    /// The nodes that end in the open set, but those in the empty environment.
    completed: Latest,
    /// Where the nodes that end in the open set begin.
    first_node: NodeNumber,
}

/// The memory of a chart, for the next one.
#[derive(Debug, Default)]
pub(super) struct Rows {
    sets: Vec<Set>,
    items: Vec<Row>,
    links: Vec<Link>,
    nodes: Vec<ItemNumber>,
    waiting: waiting::Rows,
}

impl Memory for Rows {
    fn used(&self) -> usize {
        self.sets.used() + self.items.used() + self.links.used() + self.nodes.used() + self.waiting.used()
    }

    fn held(&self) -> usize {
        self.sets.held() + self.items.held() + self.links.held() + self.nodes.held() + self.waiting.held()
    }

    fn clear(&mut self) {
        self.sets.clear();
        self.items.clear();
        self.links.clear();
        self.nodes.clear();
        self.waiting.clear();
    }
}

impl Chart {
    pub(super) fn new(rules: usize, dots: u32, memory: Rows) -> Self {
        Self {
            sets: memory.sets,
            items: memory.items,
            links: memory.links,
            others: Vec::new(),
            counts: Vec::new(),
            has_many: false,
            size: 0,
            dots,
            cores: Vec::new(),
            known: Latest::new(),
            nodes: memory.nodes,
            sharing: Vec::new(),
            first_sharing: 0,
            waiting: Waiting::new(rules, memory.waiting),
            latest: 0,
            present: Latest::new(),
            completed: Latest::new(),
            first_node: 0,
        }
    }

    /// Returns its memory, with what it holds.
    pub(super) fn into_memory(self) -> Rows {
        let Self { sets, items, links, nodes, waiting, .. } = self;
        Rows { sets, items, links, nodes, waiting: waiting.into_memory() }
    }

    /// Returns how much it holds: items and links.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Finishes the open set and opens one at `at`.
    pub(super) fn open(&mut self, at: usize) {
        self.finish();
        self.waiting.finish();
        let items = self.items.len() as u32;
        self.sets.push(Set { at: at as u32, items });
        self.latest = items;
        self.first_node = self.nodes.len() as u32;
        self.present.clear(items);
        self.completed.clear(self.first_node);
    }

    /// Finishes the last set, and gives the memory back that only more of them would need.
    pub(super) fn end(&mut self) {
        self.finish();
        (self.present, self.completed, self.known) = (Latest::new(), Latest::new(), Latest::new());
    }

    /// Returns how many sets, items and nodes there are.
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

    #[inline]
    pub(super) fn item(&self, number: ItemNumber) -> Item {
        if number & BEFORE != 0 {
            return self.item_before(number & !BEFORE);
        }
        let Row { core, origin, set, .. } = self.items[number as usize];
        let (dot, environment) = if core < self.dots { (core, 0) } else { self.cores[(core - self.dots) as usize] };
        Item { key: Key { dot, origin, environment }, set }
    }

    /// Returns the item before one, of which it is not stored.
    #[inline]
    fn item_before(&self, number: ItemNumber) -> Item {
        let Row { core, origin, .. } = self.items[number as usize];
        Item { key: Key { dot: core - 1, origin, environment: 0 }, set: origin }
    }

    /// Adds an item to the open set that begins there, in the empty environment, and is not asked for again.
    #[inline]
    pub(super) fn predict(&mut self, dot: u32) {
        self.push_with(dot, self.current(), PREDICTED);
    }

    /// Adds an item to the open set, if it is new, and how it came about; in the empty environment that may be `UNSTORED`.
    pub(super) fn add(&mut self, key: Key, link: Option<(ItemNumber, NodeNumber)>) {
        let core = self.core(key.dot, key.environment);
        let link = link.map_or(PREDICTED, |(from, child)| Link { from, child });
        self.join(core, key.origin, link, Links::Stored);
    }

    /// The same, in the empty environment.
    pub(super) fn add_alone(&mut self, dot: u32, origin: SetNumber, link: Link, links: Links) {
        match links {
            Links::One => self.latest = self.push_with(dot, origin, link),
            Links::Stored | Links::Found => self.join(dot, origin, link, links),
        }
    }

    #[inline]
    fn join(&mut self, core: u32, origin: SetNumber, link: Link, links: Links) {
        let hash = hash(origin, core, 0);
        let is_it = |number: u32| {
            let row = &self.items[number as usize];
            row.core == core && row.origin == origin
        };
        // Where many items come about again, they do so in the order in which they came about.
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

    /// Returns the number of a dot with what surrounds it.
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
