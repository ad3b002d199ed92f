//! The chart: the sets of items of every place that was reached, and how each item came about.
//!
//! Everything lies in a few vectors that only grow, with numbers of 32 bits. Sets are finished one after another, so the
//! items of a set are adjacent. A *node* is a rule over a span (and with the same texts of its parameters): it is
//! completed once, however many productions derive it.

use std::collections::HashMap;
use std::ops::Range;

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
    /// The latest of its links: most have no other.
    link: Link,
    /// The next item that waits for the same rule in this set, or that completes the same node.
    chain: ItemNumber,
}

/// One way in which an item came about: an earlier item, and what stands between them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Link {
    /// `NONE` in an item that was predicted.
    pub(super) from: ItemNumber,
    /// The node that was completed; `NONE` for a terminal.
    pub(super) child: NodeNumber,
    /// Of the latest of an item where the others begin, `NONE` if there are none; of the others the item.
    other: u32,
}

impl Link {
    /// Whether it is the only one of its item, if it is the latest.
    pub(super) fn is_only(self) -> bool {
        self.other == NONE
    }
}

/// An item that was predicted has no link.
const PREDICTED: Link = Link { from: NONE, child: NONE, other: NONE };

/// The items at one position.
#[derive(Debug, Clone)]
struct Set {
    at: u32,
    items: u32,
    /// Where in `Chart::waits` it begins which items wait for which rule, up to where that of the next set begins.
    waits: u32,
}

/// All sets so far. The last one is open.
pub(super) struct Chart {
    sets: Vec<Set>,
    items: Vec<Item>,
    /// The links of items with several, but the latest of each; those of an item are adjacent once its set is finished.
    links: Vec<Link>,
    /// Where the links of the open set begin.
    first_link: usize,
    /// How many items and links there are.
    size: usize,
    /// For every node the first of the items that complete it.
    nodes: Vec<ItemNumber>,
    /// Rule and first waiting item, for each set in the order of rules.
    waits: Vec<(Symbol, ItemNumber)>,
    /// For every rule, the first item that waits for it in the open set.
    heads: Vec<ItemNumber>,
    /// The rules waited for in the open set.
    awaited: Vec<Symbol>,
    /// For every set, rule and environment of the rule but the empty one, the first item that waits for it.
    surrounded: HashMap<(SetNumber, Symbol, u32), ItemNumber>,
    /// The items of the open set.
    present: Latest,
    /// The nodes that end in the open set.
    completed: Latest,
}

impl Chart {
    pub(super) fn new(rules: usize) -> Self {
        Self {
            sets: Vec::new(),
            items: Vec::new(),
            links: Vec::new(),
            first_link: 0,
            size: 0,
            nodes: Vec::new(),
            waits: Vec::new(),
            heads: vec![NONE; rules],
            awaited: Vec::new(),
            surrounded: HashMap::new(),
            present: Latest::new(),
            completed: Latest::new(),
        }
    }

    /// Returns how much it holds: items and links.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Finishes the open set and opens one at `at`.
    pub(super) fn open(&mut self, at: usize) {
        self.finish();
        let first = self.waits.len() as u32;
        self.awaited.sort_unstable();
        for rule in self.awaited.drain(..) {
            let head = std::mem::replace(&mut self.heads[rule.0 as usize], NONE);
            self.waits.push((rule, head));
        }
        if let Some(last) = self.sets.last_mut() {
            last.waits = first;
        }
        let (items, waits) = (self.items.len() as u32, self.waits.len() as u32);
        self.sets.push(Set { at: at as u32, items, waits });
        self.present.begin(items);
        self.completed.begin(self.nodes.len() as u32);
    }

    /// Finishes the last set, and gives the memory back that only more of them would need.
    pub(super) fn end(&mut self) {
        self.finish();
        self.waits = Vec::new();
        self.surrounded = HashMap::new();
        (self.present, self.completed) = (Latest::new(), Latest::new());
    }

    /// Brings the links of each item of the open set together, the latest first. Without that, going through them would be a
    /// jump for each, and an ambiguous input has as many as the cube of its length.
    fn finish(&mut self) {
        let first = std::mem::replace(&mut self.first_link, self.links.len());
        let apart = self.links[first..].to_vec();
        let Range { start, end } = self.current_items();
        // One more than the last place that is still free, for each item.
        let mut ends = vec![0; if apart.is_empty() { 0 } else { (end - start) as usize }];
        apart.iter().for_each(|link| ends[(link.other - start) as usize] += 1);
        let mut sum = first as u32;
        for end in &mut ends {
            sum += *end;
            *end = sum;
        }
        for link in apart {
            let place = &mut ends[(link.other - start) as usize];
            *place -= 1;
            self.links[*place as usize] = link;
            self.items[link.other as usize].link.other = *place;
        }
    }

    /// Returns the number of the open set.
    pub(super) fn current(&self) -> SetNumber {
        self.sets.len() as u32 - 1
    }

    /// Returns the position of a set.
    pub(super) fn at(&self, set: SetNumber) -> usize {
        self.sets[set as usize].at as usize
    }

    /// Returns the items of the open set.
    pub(super) fn current_items(&self) -> Range<ItemNumber> {
        self.sets.last().map_or(0, |set| set.items)..self.items.len() as u32
    }

    pub(super) fn item(&self, number: ItemNumber) -> Item {
        self.items[number as usize]
    }

    /// Adds an item to the open set, if it is new, and how it came about.
    pub(super) fn add(&mut self, key: Key, link: Option<(ItemNumber, NodeNumber)>) {
        let hash = key.hash();
        let known = self.present.find(hash, |number| self.items[number as usize].key == key);
        let number = known.unwrap_or_else(|| self.push(key, hash));
        if let Some((from, child)) = link {
            let latest = &mut self.items[number as usize].link;
            let is_first = latest.from == NONE;
            self.links.extend((!is_first).then_some(Link { other: number, ..*latest }));
            *latest = Link { from, child, other: if is_first { NONE } else { 0 } };
            self.size += 1;
        }
    }

    fn push(&mut self, key: Key, hash: u32) -> ItemNumber {
        self.items.push(Item { key, set: self.current(), link: PREDICTED, chain: NONE });
        self.size += 1;
        self.present.add(hash)
    }

    /// Notes that an item of the open set waits for a rule in an environment.
    pub(super) fn wait(&mut self, number: ItemNumber, rule: Symbol, environment: u32) {
        let head = if environment == 0 {
            &mut self.heads[rule.0 as usize]
        } else {
            let set = self.sets.len() as u32 - 1;
            self.surrounded.entry((set, rule, environment)).or_insert(NONE)
        };
        if environment == 0 && *head == NONE {
            self.awaited.push(rule);
        }
        self.items[number as usize].chain = std::mem::replace(head, number);
    }

    /// Returns the first item of a set that waits for a rule in an environment.
    pub(super) fn waiting(&self, set: SetNumber, rule: Symbol, environment: u32) -> ItemNumber {
        if environment != 0 {
            return self.surrounded.get(&(set, rule, environment)).copied().unwrap_or(NONE);
        }
        if set == self.current() {
            return self.heads[rule.0 as usize];
        }
        let [start, end] = [set, set + 1].map(|set| self.sets[set as usize].waits as usize);
        let waits = &self.waits[start..end];
        waits.binary_search_by_key(&rule, |&(rule, _)| rule).map_or(NONE, |place| waits[place].1)
    }

    /// Returns the item after this one in its chain.
    pub(super) fn next_in_chain(&self, number: ItemNumber) -> ItemNumber {
        self.items[number as usize].chain
    }

    /// Returns the node of a rule that began in `origin` and ends in the open set.
    pub(super) fn node(&self, key: &NodeKey) -> Option<NodeNumber> {
        self.completed.find(key.hash(), |node| self.is_node(node, key))
    }

    /// Notes that an item of the open set completes a node. Returns the node if it is new.
    pub(super) fn complete(&mut self, number: ItemNumber, key: &NodeKey) -> Option<NodeNumber> {
        if let Some(node) = self.node(key) {
            self.items[number as usize].chain = std::mem::replace(&mut self.nodes[node as usize], number);
            return None;
        }
        self.nodes.push(number);
        Some(self.completed.add(key.hash()))
    }

    /// Returns the links of an item.
    pub(super) fn links(&self, number: ItemNumber) -> impl Iterator<Item = Link> + '_ {
        let latest = self.latest_link(number);
        let others =
            latest.filter(|latest| !latest.is_only()).map_or(&[][..], |latest| &self.links[latest.other as usize..]);
        latest.into_iter().chain(others.iter().take_while(move |link| link.other == number).copied())
    }

    /// Returns the first of the links of an item; none if it was predicted.
    pub(super) fn latest_link(&self, number: ItemNumber) -> Option<Link> {
        Some(self.items[number as usize].link).filter(|link| link.from != NONE)
    }

    /// Returns the items that complete a node, one for each production that derives it.
    pub(super) fn completions(&self, node: NodeNumber) -> impl Iterator<Item = ItemNumber> + '_ {
        let mut number = self.nodes[node as usize];
        std::iter::from_fn(move || {
            let found = self.items.get(number as usize).map(|_| number)?;
            number = self.next_in_chain(found);
            Some(found)
        })
    }

    /// Returns the item that completes a node, if no other does.
    pub(super) fn only_completion(&self, node: NodeNumber) -> Option<ItemNumber> {
        let number = self.nodes[node as usize];
        (self.next_in_chain(number) == NONE).then_some(number)
    }

    /// Returns an item that completes a node. All of them have the same key but for the production.
    pub(super) fn completed(&self, node: NodeNumber) -> Item {
        self.item(self.nodes[node as usize])
    }

    /// Returns where a node began and where it ends.
    pub(super) fn span(&self, node: NodeNumber) -> Range<SetNumber> {
        let item = self.completed(node);
        item.key.origin..item.set
    }

    /// Whether a node of the open set is this one. Its first item's dot stands at the end of a production of the rule.
    fn is_node(&self, node: NodeNumber, key: &NodeKey) -> bool {
        let item = self.item(self.nodes[node as usize]).key;
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

impl Key {
    fn hash(self) -> u32 {
        mix(self.dot, self.origin, self.environment)
    }
}

impl NodeKey {
    fn hash(&self) -> u32 {
        mix(self.dots.start, self.origin, self.environment)
    }
}

/// Multiplication by odd constants; the high bits depend on all of the three.
fn mix(a: u32, b: u32, c: u32) -> u32 {
    let sum = u64::from(a).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ u64::from(b).wrapping_mul(0xC2B2_AE3D_27D4_EB4F)
        ^ u64::from(c).wrapping_mul(0x1656_67B1_9E37_79F9);
    (sum.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 32) as u32
}

/// So many are compared one by one; more than that are found by their hash.
const FEW: usize = 12;

/// The latest of what is numbered one after another, to be found again by what it is.
struct Latest {
    /// The number of the first.
    first: u32,
    /// The hash of each.
    hashes: Vec<u32>,
    /// All of them, if they are more than a few.
    index: Index,
}

impl Latest {
    fn new() -> Self {
        Self { first: 0, hashes: Vec::new(), index: Index::new() }
    }

    /// Forgets all. The next one has the number `first`.
    fn begin(&mut self, first: u32) {
        self.first = first;
        self.hashes.clear();
        self.index.clear();
    }

    /// Returns the one of those with a hash that is looked for.
    fn find(&self, hash: u32, is: impl Fn(u32) -> bool) -> Option<u32> {
        if self.hashes.len() > FEW {
            return self.index.find(hash, is);
        }
        let mut alike = (self.first..).zip(&self.hashes).filter(|&(_, other)| *other == hash);
        alike.find_map(|(number, _)| is(number).then_some(number))
    }

    /// Adds one, and returns its number.
    fn add(&mut self, hash: u32) -> u32 {
        self.hashes.push(hash);
        let count = self.hashes.len();
        if count > FEW {
            let unknown = if count == FEW + 1 { 0 } else { count - 1 };
            (self.first..).zip(&self.hashes).skip(unknown).for_each(|(number, &hash)| self.index.insert(hash, number));
        }
        self.first + count as u32 - 1
    }
}

/// A hash table of numbers that is emptied for every set without touching its memory.
struct Index {
    slots: Vec<Slot>,
    /// The round of the slots in use; others are free.
    round: u32,
    used: usize,
}

#[derive(Clone, Copy)]
struct Slot {
    round: u32,
    hash: u32,
    number: u32,
}

impl Index {
    fn new() -> Self {
        Self { slots: vec![Slot { round: 0, hash: 0, number: NONE }; 64], round: 1, used: 0 }
    }

    fn clear(&mut self) {
        self.used = 0;
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.slots.fill(Slot { round: 0, hash: 0, number: NONE });
            self.round = 1;
        }
    }

    fn find(&self, hash: u32, is: impl Fn(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut place = hash as usize & mask;
        loop {
            let slot = self.slots[place];
            if slot.round != self.round {
                return None;
            }
            if slot.hash == hash && is(slot.number) {
                return Some(slot.number);
            }
            place = (place + 1) & mask;
        }
    }

    fn insert(&mut self, hash: u32, number: u32) {
        if self.used * 2 >= self.slots.len() {
            self.grow();
        }
        self.put(Slot { round: self.round, hash, number });
        self.used += 1;
    }

    fn put(&mut self, slot: Slot) {
        let mask = self.slots.len() - 1;
        let mut place = slot.hash as usize & mask;
        while self.slots[place].round == self.round {
            place = (place + 1) & mask;
        }
        self.slots[place] = slot;
    }

    fn grow(&mut self) {
        let free = Slot { round: self.round.wrapping_sub(1), hash: 0, number: NONE };
        let larger = vec![free; self.slots.len() * 2];
        let old = std::mem::replace(&mut self.slots, larger);
        let round = self.round;
        old.into_iter().filter(|slot| slot.round == round).for_each(|slot| self.put(slot));
    }
}
