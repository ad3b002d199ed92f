//! The chart: the sets of items of every place that was reached, and how each item came about.
//!
//! Everything lies in a few vectors that only grow, with numbers of 32 bits. Sets are finished one after another, so the
//! items of a set are adjacent. A *node* is a rule over a span (and with the same texts of its parameters): it is
//! completed once, however many productions derive it.

use std::ops::Range;

use super::latest::{Latest, hash};
use super::waiting::{Queue, Waiting};
use crate::grammar::Symbol;

/// No item, link, node.
pub(super) const NONE: u32 = u32::MAX;

/// Number of an item in the chart.
pub(super) type ItemNumber = u32;
/// Number of a node in the chart.
pub(super) type NodeNumber = u32;
/// Number of a set in the chart, ascending with the position.
pub(super) type SetNumber = u32;

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

/// One way in which an item came about: an earlier item, and what stands between them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Link {
    /// `NONE` in an item that was predicted.
    pub(super) from: ItemNumber,
    /// The node that was completed; `NONE` for a terminal.
    pub(super) child: NodeNumber,
}

/// How an item came about.
#[derive(Debug, Clone, Copy)]
pub(super) enum Way {
    /// It was predicted.
    Predicted,
    /// In this way alone.
    Only(Link),
    /// In several ways.
    Several,
    /// In so many ways that they are not stored.
    Many,
}

/// An item that was predicted has no link.
const PREDICTED: Link = Link { from: NONE, child: NONE };
/// Stands for a child where there are several links.
const SEVERAL: NodeNumber = NONE - 1;
/// Stands for a child where there are many.
const MANY: NodeNumber = NONE - 2;

/// Marks the first item that completes a node if there are others. No chart has so many items.
const SHARED: ItemNumber = 1 << 31;

/// So many links of an item are stored beside the first, if others can be found without.
const FEW: u8 = 8;
/// Stands for the number of links where they are more.
const MORE: u8 = u8::MAX;

/// Whether the links of an item can be found without being stored: they are the nodes of one rule that end there, before which
/// an item with the same origin waits for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Links {
    Stored,
    Found,
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
    /// The nodes that end in the open set.
    completed: Latest,
}

/// The memory of a chart, for the next one: of a large chart it takes longer to get it than to fill it.
#[derive(Debug, Default)]
pub(super) struct Memory {
    sets: Vec<Set>,
    items: Vec<Row>,
    links: Vec<Link>,
    nodes: Vec<ItemNumber>,
}

/// Charts of more items and links leave no memory, about 64 MB.
const KEPT: usize = 3_000_000;

impl Chart {
    pub(super) fn new(rules: usize, dots: u32, memory: Memory) -> Self {
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
            waiting: Waiting::new(rules),
            latest: 0,
            present: Latest::new(),
            completed: Latest::new(),
        }
    }

    /// Returns its memory, if it is not too much to keep.
    pub(super) fn into_memory(mut self) -> Option<Memory> {
        let is_small = self.items.len() + self.links.len() <= KEPT;
        self.sets.clear();
        self.items.clear();
        self.links.clear();
        self.nodes.clear();
        is_small.then_some(Memory { sets: self.sets, items: self.items, links: self.links, nodes: self.nodes })
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
        self.present.clear();
        self.completed.clear();
    }

    /// Finishes the last set, and gives the memory back that only more of them would need.
    pub(super) fn end(&mut self) {
        self.finish();
        self.waiting = Waiting::new(0);
        (self.present, self.completed, self.known) = (Latest::new(), Latest::new(), Latest::new());
    }

    /// Brings the links of each item of the open set together, the latest first; but if they are many, they are forgotten. An
    /// ambiguous input has as many links as the cube of its length.
    fn finish(&mut self) {
        self.sharing[self.first_sharing..].sort_unstable();
        self.first_sharing = self.sharing.len();
        let Range { start, end } = self.current_items();
        for (item, _) in (start..end).zip(self.counts.drain(..)).filter(|&(_, count)| count == MORE) {
            self.items[item as usize].link.child = MANY;
            self.has_many = true;
        }
        let items = &mut self.items;
        self.others.retain(|&(item, _)| items[item as usize].link.child != MANY);
        if self.others.is_empty() {
            return;
        }
        // How many others there are of each item, then one more than the last place that is still free.
        let mut ends = vec![0; (end - start) as usize];
        self.others.iter().for_each(|&(item, _)| ends[(item - start) as usize] += 1);
        for (item, end) in (start..end).zip(&mut ends).filter(|(_, end)| **end > 0) {
            let first = Link { from: self.links.len() as u32, child: SEVERAL };
            let link = std::mem::replace(&mut items[item as usize].link, first);
            self.links.push(Link { from: *end + 1, child: SEVERAL });
            *end += self.links.len() as u32;
            self.links.resize(*end as usize + 1, link);
        }
        for (item, link) in self.others.drain(..) {
            let place = &mut ends[(item - start) as usize];
            *place -= 1;
            self.links[*place as usize] = link;
        }
    }

    /// Whether there are items with so many links that they are not stored.
    pub(super) fn has_many(&self) -> bool {
        self.has_many
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
        let Row { core, origin, set, .. } = self.items[number as usize];
        let (dot, environment) = if core < self.dots { (core, 0) } else { self.cores[(core - self.dots) as usize] };
        Item { key: Key { dot, origin, environment }, set }
    }

    /// Adds an item to the open set that begins there, in the empty environment, and is not asked for again.
    #[inline]
    pub(super) fn predict(&mut self, dot: u32) {
        self.push(dot, self.current());
    }

    /// Adds an item to the open set, if it is new, and how it came about.
    pub(super) fn add(&mut self, key: Key, link: Option<(ItemNumber, NodeNumber)>) {
        let core = self.core(key.dot, key.environment);
        let link = link.map_or(PREDICTED, |(from, child)| Link { from, child });
        self.join(core, key.origin, link, Links::Stored);
    }

    /// The same, in the empty environment.
    pub(super) fn add_alone(&mut self, dot: u32, origin: SetNumber, link: Link, links: Links) {
        self.join(dot, origin, link, links);
    }

    #[inline]
    fn join(&mut self, core: u32, origin: SetNumber, link: Link, links: Links) {
        let hash = hash(origin, core, 0);
        let is_it = |number: u32| {
            let row = &self.items[number as usize];
            row.core == core && row.origin == origin
        };
        self.size += usize::from(link.from != NONE);
        // Where many items come about again, they do so in the order in which they came about.
        let guess = self.latest + 1;
        let is_guess = (guess as usize) < self.items.len() && is_it(guess);
        let known = if is_guess { Some(guess) } else { self.present.find(hash, is_it) };
        self.latest = match known {
            Some(number) => {
                if link.from != NONE {
                    self.join_again(number, link, links);
                }
                number
            }
            None => {
                let number = self.push(core, origin);
                self.items[number as usize].link = link;
                self.present.add(hash, number);
                number
            }
        };
    }

    /// Notes another way in which an item of the open set came about.
    fn join_again(&mut self, number: ItemNumber, link: Link, links: Links) {
        let place = (number - self.current_items().start) as usize;
        if self.counts.len() <= place {
            self.counts.resize(place + 1, 0);
        }
        let count = &mut self.counts[place];
        if *count < FEW || links == Links::Stored {
            *count = (*count + 1).min(FEW);
            self.others.push((number, link));
        } else {
            *count = MORE;
        }
    }

    fn push(&mut self, core: u32, origin: SetNumber) -> ItemNumber {
        let number = self.items.len() as u32;
        self.items.push(Row { core, origin, set: self.current(), link: PREDICTED });
        self.size += 1;
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

    /// Returns the node of a rule that began in `origin` and ends in the open set.
    pub(super) fn node(&self, key: &NodeKey) -> Option<NodeNumber> {
        self.completed.find(key.hash(), |node| self.is_node(node, key))
    }

    /// Notes that an item of the open set completes a node. Returns the node if it is new.
    pub(super) fn complete(&mut self, number: ItemNumber, key: &NodeKey) -> Option<NodeNumber> {
        if let Some(node) = self.node(key) {
            self.nodes[node as usize] |= SHARED;
            self.sharing.push((node, number));
            return None;
        }
        let node = self.nodes.len() as u32;
        self.nodes.push(number);
        self.completed.add(key.hash(), node);
        Some(node)
    }

    /// Returns the links of an item that are stored, the latest first but for the first.
    pub(super) fn links(&self, number: ItemNumber) -> impl Iterator<Item = Link> + '_ {
        let Link { from: place, child } = self.items[number as usize].link;
        let several = if child == SEVERAL { &self.links[place as usize..] } else { &[] };
        let count = several.first().map_or(0, |header| header.from as usize);
        let only = match self.way(number) {
            Way::Only(link) => Some(link),
            Way::Predicted | Way::Several | Way::Many => None,
        };
        only.into_iter().chain(several.iter().skip(1).take(count).copied())
    }

    /// Returns how an item came about.
    #[inline]
    pub(super) fn way(&self, number: ItemNumber) -> Way {
        match self.items[number as usize].link {
            Link { child: SEVERAL, .. } => Way::Several,
            Link { child: MANY, .. } => Way::Many,
            Link { from: NONE, .. } => Way::Predicted,
            link => Way::Only(link),
        }
    }

    /// Returns the items that complete a node, one for each production that derives it.
    pub(super) fn completions(&self, node: NodeNumber) -> impl Iterator<Item = ItemNumber> + '_ {
        let first = self.nodes[node as usize];
        let sharing = if first & SHARED == 0 { &[] } else { &self.sharing[..] };
        let others = &sharing[sharing.partition_point(|&(other, _)| other < node)..];
        let others = others.iter().take_while(move |&&(other, _)| other == node).map(|&(_, item)| item);
        [first & !SHARED].into_iter().chain(others)
    }

    /// Returns the item that completes a node, if no other does.
    #[inline]
    pub(super) fn only_completion(&self, node: NodeNumber) -> Option<ItemNumber> {
        Some(self.nodes[node as usize]).filter(|item| item & SHARED == 0)
    }

    /// Returns an item that completes a node. All of them have the same key but for the production.
    pub(super) fn completed(&self, node: NodeNumber) -> Item {
        self.item(self.nodes[node as usize] & !SHARED)
    }

    /// Returns where a node began and where it ends.
    pub(super) fn span(&self, node: NodeNumber) -> Range<SetNumber> {
        let item = self.completed(node);
        item.key.origin..item.set
    }

    /// Whether a node of the open set is this one. Its first item's dot stands at the end of a production of the rule.
    fn is_node(&self, node: NodeNumber, key: &NodeKey) -> bool {
        let item = self.completed(node).key;
        item.origin == key.origin && item.environment == key.environment && key.dots.contains(&item.dot)
    }
}

/// What a node is, besides where it ends.
#[derive(Debug, Clone)]
pub(super) struct NodeKey {
    /// The dots of the rule's productions.
    pub(super) dots: Range<u32>,
    pub(super) origin: SetNumber,
    pub(super) environment: u32,
}

impl NodeKey {
    fn hash(&self) -> u32 {
        hash(self.origin, self.dots.start, self.environment)
    }
}
