//! Leaps over right recursion, so that its chart grows with the input and not with the square of it.
//!
//! J. M. I. M. Leo, *A General Context-Free Parsing Algorithm Running in Linear Time on Every LR(k) Grammar Without Using
//! Lookahead*, TCS 82, 1991. A list `<l> ::= "a" <l> | "a"` ends with each `a` if anything may follow, and then all lists end that
//! began at an `a` before. Only the longest of them can go on, so the others are left out:
//!
//! ```text
//! <s> ::= "(" <l> "a"? ")"                     the input `(aaa`
//!
//! set 2   <l> ::= "a" . <l>   from 1           the only item of set 2 that waits for <l>
//! set 3   <l> ::= "a" . <l>   from 2           the only item of set 3 that waits for <l>
//! set 4   <l> ::= "a" .       from 3           completes <l> over the last `a`. The node of <l> from 2 is completed next, by a leap
//!                                              to the top of the chain of waiting items
//! ```
//!
//! Nodes that a leap left out are added when a tree needs them.

use super::nodes::SHARED;
use super::{Chart, EMPTY, LEAP, Link, NodeKey, Row};
use crate::earley::numbers::{ItemNumber, NodeNumber, SetNumber};
use crate::earley::tables::Tables;
use crate::grammar::{Grammar, Symbol};
use crate::regular::quick::QuickMap;

/// A leap from a node up a chain. It completes the node at the top in place of an item.
#[derive(Debug, Clone, Copy)]
pub(super) struct Leap {
    /// The last dot of any production of the top's rule.
    pub(super) dot: u32,
    /// Where the node at the top begins.
    pub(super) origin: SetNumber,
    /// Where both nodes end.
    pub(super) set: SetNumber,
    /// The node at the bottom.
    bottom: NodeNumber,
}

/// All leaps of a chart, and the parts of chains that were added later.
#[derive(Debug, Default)]
pub(super) struct Leaps {
    pub(super) rows: Vec<Leap>,
    /// For groups of one waiting item that belong to a chain, the group at the top.
    tops: QuickMap<u32, u32>,
    /// All items that complete a node, for the nodes that a part of a chain was added to.
    completions: QuickMap<NodeNumber, Vec<ItemNumber>>,
    /// Further links of items.
    links: QuickMap<ItemNumber, Vec<Link>>,
    /// Number of items that may still be added.
    room: usize,
}

impl Leaps {
    /// Returns the number of bytes that they take.
    pub(super) fn used(&self) -> usize {
        let added = self.completions.len() * size_of::<(NodeNumber, Vec<ItemNumber>)>()
            + self.links.len() * size_of::<(ItemNumber, Vec<Link>)>();
        size_of_val(&*self.rows) + self.tops.len() * size_of::<(u32, u32)>() + added
    }

    pub(super) fn completions(&self, node: NodeNumber) -> Option<&[ItemNumber]> {
        if self.completions.is_empty() { None } else { self.completions.get(&node).map(|items| &items[..]) }
    }

    pub(super) fn links(&self, item: ItemNumber) -> &[Link] {
        if self.links.is_empty() { &[] } else { self.links.get(&item).map_or(&[], |links| &links[..]) }
    }
}

/// Returns whether the number of a completing item stands for a leap.
pub(super) fn is_leap(number: ItemNumber) -> bool {
    number & (EMPTY | LEAP) == LEAP
}

impl Chart {
    /// Returns the item that waits at the top of the chain that begins with a set and a rule that is waited for there. Returns none
    /// if there is no chain of two items at least.
    pub(in crate::earley) fn top(&mut self, tables: &Tables, set: SetNumber, rule: Symbol) -> Option<ItemNumber> {
        let first = self.waiting.group(set, rule)?;
        let (mut top, mut next) = (None, Some(first));
        while let Some(group) = next {
            let known = self.leaps.tops.get(&group).copied();
            let Some(above) = self.above(tables, group) else { break };
            (top, next) = (Some(known.unwrap_or(group)), above.filter(|_| known.is_none()));
        }
        let (top, mut next) = (top?, Some(first));
        while let Some(group) = next.filter(|&group| self.leaps.tops.insert(group, top).is_none() && group != top) {
            next = self.above(tables, group).flatten();
        }
        if top == first { None } else { self.waiting.only(top) }
    }

    /// Returns none if a group is no part of a chain; otherwise the group above it, if any item waits there.
    fn above(&self, tables: &Tables, group: u32) -> Option<Option<u32>> {
        let item = self.item(self.waiting.only(group)?);
        let rule = tables.dot(item.key.dot).chain?;
        // A chain from a set to itself would have no top.
        (item.key.origin < item.set).then(|| self.waiting.group(item.key.origin, rule))
    }

    /// Notes a leap from a node to the node at the top of its chain. Returns that node if it is new.
    pub(in crate::earley) fn leap(&mut self, bottom: NodeNumber, top: &NodeKey) -> Option<NodeNumber> {
        let number = LEAP | self.leaps.rows.len() as u32;
        self.leaps.rows.push(Leap { dot: top.dots.end - 1, origin: top.origin, set: self.current(), bottom });
        self.size += 1;
        self.complete(number, top)
    }

    /// Returns whether there are leaps.
    #[inline]
    pub(in crate::earley) fn has_leaps(&self) -> bool {
        !self.leaps.rows.is_empty()
    }

    /// Sets the number of items that may be added for leaps.
    pub(in crate::earley) fn set_room(&mut self, items: usize) {
        self.leaps.room = items;
    }

    /// Returns the number of items that may still be added for leaps.
    pub(in crate::earley) fn room(&self) -> usize {
        self.leaps.room
    }

    /// Adds the items and nodes that the leaps to a node left out. Returns whether there was room for them. O(items added).
    pub(in crate::earley) fn expand(&mut self, tables: &Tables, grammar: &Grammar, top: NodeNumber) -> bool {
        if self.leaps.completions(top).is_some() {
            return true;
        }
        let (leaps, completing): (Vec<ItemNumber>, Vec<ItemNumber>) =
            self.stored_completions(top).partition(|&item| is_leap(item));
        if leaps.is_empty() {
            return true;
        }
        let rule = |dot: u32| grammar.production(tables.dot(dot).production).rule;
        let is_several = leaps.len() > 1 || !completing.is_empty();
        let mut chains = Chains { completing, nodes: QuickMap::default(), items: QuickMap::default() };
        let bottoms = leaps.iter().map(|leap| self.leaps.rows[(leap & !LEAP) as usize].bottom);
        let bottoms: Vec<NodeNumber> = bottoms.collect();
        if is_several {
            // Chains meet in nodes and items. Each node on a chain that is stored is the bottom of another leap.
            for &bottom in &bottoms {
                let key = self.completed(bottom).key;
                chains.nodes.insert((rule(key.dot), key.origin), bottom);
            }
            let items = bottoms.iter().flat_map(|&bottom| self.completions(bottom)).chain(chains.completing.clone());
            chains.items.extend(items.map(|item| {
                let key = self.item(item).key;
                ((key.dot, key.origin), item)
            }));
        }
        let end = self.completed(top);
        let end = (rule(end.key.dot), end.key.origin, end.set);
        for bottom in bottoms {
            let mut below = Some(bottom);
            while let Some(node) = below {
                if self.leaps.room == 0 || self.is_large() {
                    return false;
                }
                let key = self.completed(node).key;
                below = self.climb(tables, (node, rule(key.dot), key.origin), end, &mut chains, is_several);
            }
        }
        self.set_completions(top, chains.completing);
        true
    }

    /// Adds the item behind the only item that waits for a node, and the node that it completes. Returns that node if it is new and
    /// below the top.
    fn climb(
        &mut self,
        tables: &Tables,
        (node, rule, origin): (NodeNumber, Symbol, SetNumber),
        (top_rule, top_origin, set): (Symbol, SetNumber, SetNumber),
        chains: &mut Chains,
        is_several: bool,
    ) -> Option<NodeNumber> {
        let from = self.waiting.group(origin, rule).and_then(|group| self.waiting.only(group));
        let from = from.expect("a leap goes up a chain");
        let key = self.item(from).key;
        let (place, link) = ((key.dot + 1, key.origin), Link { from, child: node });
        if let Some(&known) = chains.items.get(&place) {
            self.leaps.links.entry(known).or_default().push(link);
            return None;
        }
        let item = self.items.len() as u32;
        self.items.push(Row { core: key.dot + 1, origin: key.origin, set, link });
        self.leaps.room -= 1;
        let rule = tables.dot(key.dot).chain.expect("its dot is one of right recursion");
        if is_several {
            chains.items.insert(place, item);
        }
        if (rule, key.origin) == (top_rule, top_origin) {
            chains.completing.push(item);
            return None;
        }
        if let Some(&known) = chains.nodes.get(&(rule, key.origin)) {
            let completing = self.completions(known).chain([item]).collect();
            self.set_completions(known, completing);
            return None;
        }
        let new = self.nodes.len() as u32;
        self.nodes.push(item);
        if is_several {
            chains.nodes.insert((rule, key.origin), new);
        }
        Some(new)
    }

    /// Sets the items that complete a node.
    fn set_completions(&mut self, node: NodeNumber, items: Vec<ItemNumber>) {
        match items[..] {
            [only] => self.nodes[node as usize] = only,
            _ => {
                self.nodes[node as usize] = items[0] | SHARED;
                self.leaps.completions.insert(node, items);
            }
        }
    }
}

/// The chains from some leaps to one node.
struct Chains {
    /// The items that complete the node at the top.
    completing: Vec<ItemNumber>,
    /// The nodes below it, by rule and origin. Empty if there is one leap, because nothing meets its chain.
    nodes: QuickMap<(Symbol, SetNumber), NodeNumber>,
    /// The items that complete these nodes, by dot and origin. Empty in the same case.
    items: QuickMap<(u32, SetNumber), ItemNumber>,
}
