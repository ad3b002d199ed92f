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
use crate::earley::numbers::{ItemNumber, NONE, NodeNumber, SetNumber};
use crate::grammar::Symbol;
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
    /// The environment of all items and nodes of the chain.
    pub(super) environment: u32,
    /// The node at the bottom, and the group of the only item that waits for it.
    bottom: NodeNumber,
    group: u32,
}

/// The place of a group of one waiting item in its chain. In the example, the chain goes from the group of set 3 to that of set 2.
#[derive(Debug, Clone, Copy)]
struct ChainStep {
    /// The group at the top.
    top: u32,
    /// The next group; `NONE` at the top.
    above: u32,
}

/// All leaps of a chart, and the parts of chains that were added later.
#[derive(Debug, Default)]
pub(super) struct Leaps {
    pub(super) rows: Vec<Leap>,
    /// The groups of waiting items that belong to a chain.
    steps: QuickMap<u32, ChainStep>,
    /// All items that complete a node, for the nodes that several chains were added to.
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
        size_of_val(&*self.rows) + self.steps.len() * size_of::<(u32, ChainStep)>() + added
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
    /// if there is no chain of two items at least. `chain` returns the rule of a dot's production if the dot is one of right
    /// recursion that leaves the environment as it is.
    pub(in crate::earley) fn top(
        &mut self,
        (set, rule, environment): (SetNumber, Symbol, u32),
        chain: impl Fn(u32) -> Option<Symbol>,
    ) -> Option<ItemNumber> {
        let first = self.waiting.group(set, rule, environment)?;
        let (mut top, mut next) = (None, Some(first));
        while let Some(group) = next {
            let known = self.leaps.steps.get(&group).map(|step| step.top);
            let Some(above) = self.above(group, &chain) else { break };
            (top, next) = (Some(known.unwrap_or(group)), above.filter(|_| known.is_none()));
        }
        let (top, mut next) = (top?, Some(first));
        while let Some(group) = next {
            let above = if group == top { None } else { self.above(group, &chain).flatten() };
            let step = ChainStep { top, above: above.unwrap_or(NONE) };
            next = above.filter(|_| self.leaps.steps.insert(group, step).is_none());
        }
        if top == first { None } else { self.waiting.only(top) }
    }

    /// Returns none if a group is no part of a chain; otherwise the group above it, if any item waits there.
    fn above(&self, group: u32, chain: impl Fn(u32) -> Option<Symbol>) -> Option<Option<u32>> {
        let item = self.item(self.waiting.only(group)?);
        let rule = chain(item.key.dot)?;
        // A chain from a set to itself would have no top.
        (item.key.origin < item.set).then(|| self.waiting.group(item.key.origin, rule, item.key.environment))
    }

    /// Notes a leap from a node to the node at the top of its chain. Returns that node if it is new.
    pub(in crate::earley) fn leap(
        &mut self,
        bottom: NodeNumber,
        (set, rule): (SetNumber, Symbol),
        top: &NodeKey,
    ) -> Option<NodeNumber> {
        let environment = top.environment;
        let group = self.waiting.group(set, rule, environment)?;
        let number = LEAP | self.leaps.rows.len() as u32;
        let (dot, set) = (top.dots.end - 1, self.current());
        self.leaps.rows.push(Leap { dot, origin: top.origin, set, environment, bottom, group });
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
    pub(in crate::earley) fn expand(&mut self, top: NodeNumber) -> bool {
        if self.leaps.completions(top).is_some() {
            return true;
        }
        let (leaps, completing): (Vec<ItemNumber>, Vec<ItemNumber>) =
            self.stored_completions(top).partition(|&item| is_leap(item));
        let leaps: Vec<Leap> = leaps.iter().map(|leap| self.leaps.rows[(leap & !LEAP) as usize]).collect();
        let Some(first) = leaps.first() else { return true };
        let group = self.leaps.steps[&first.group].top;
        let mut chains = Chains { group, set: first.set, completing, stored: None };
        if leaps.len() > 1 || !chains.completing.is_empty() {
            chains.stored = Some(self.stored_parts(&leaps, &chains.completing));
        }
        for leap in leaps {
            let mut below = Some((leap.bottom, leap.group));
            while let Some((node, group)) = below {
                if self.leaps.room == 0 || self.is_large() {
                    return false;
                }
                below = self.climb(node, group, &mut chains);
            }
        }
        self.set_completions(top, chains.completing);
        true
    }

    /// Returns the parts of chains that are stored, where several end in one node. Each node on such a chain is the bottom of another
    /// leap.
    fn stored_parts(&self, leaps: &[Leap], completing: &[ItemNumber]) -> StoredParts {
        let items = leaps.iter().flat_map(|leap| self.completions(leap.bottom)).chain(completing.iter().copied());
        let keyed = items.map(|item| {
            let key = self.item(item).key;
            ((key.dot, key.origin), item)
        });
        StoredParts { nodes: leaps.iter().map(|leap| (leap.group, leap.bottom)).collect(), items: keyed.collect() }
    }

    /// Adds the item behind the only item that waits for a node, and the node that it completes. Returns that node, with its group, if
    /// it is new and below the top.
    fn climb(&mut self, node: NodeNumber, group: u32, chains: &mut Chains) -> Option<(NodeNumber, u32)> {
        let from = self.waiting.only(group).expect("one item waits at each place of a chain");
        let key = self.item(from).key;
        let (place, link) = ((key.dot + 1, key.origin), Link { from, child: node });
        if let Some(&known) = chains.stored.as_ref().and_then(|stored| stored.items.get(&place)) {
            self.leaps.links.entry(known).or_default().push(link);
            return None;
        }
        let (item, core) = (self.items.len() as u32, self.core(key.dot + 1, key.environment));
        self.items.push(Row { core, origin: key.origin, set: chains.set, link });
        self.leaps.room -= 1;
        let above = self.leaps.steps[&group].above;
        if let Some(stored) = &mut chains.stored {
            stored.items.insert(place, item);
            if let Some(&known) = stored.nodes.get(&above) {
                let completing = self.completions(known).chain([item]).collect();
                self.set_completions(known, completing);
                return None;
            }
        }
        if above == chains.group {
            chains.completing.push(item);
            return None;
        }
        let new = self.nodes.len() as u32;
        self.nodes.push(item);
        if let Some(stored) = &mut chains.stored {
            stored.nodes.insert(above, new);
        }
        Some((new, above))
    }

    /// Sets the items that complete a node.
    fn set_completions(&mut self, node: NodeNumber, items: Vec<ItemNumber>) {
        self.nodes[node as usize] = if items.len() > 1 { items[0] | SHARED } else { items[0] };
        if items.len() > 1 {
            self.leaps.completions.insert(node, items);
        }
    }
}

/// The chains from some leaps to one node.
struct Chains {
    /// The group at the top, and the set where the chains end.
    group: u32,
    set: SetNumber,
    /// The items that complete the node at the top.
    completing: Vec<ItemNumber>,
    /// None if there is one leap, because nothing meets its chain.
    stored: Option<StoredParts>,
}

/// The parts of some chains, where they may meet.
struct StoredParts {
    /// The nodes by their groups.
    nodes: QuickMap<u32, NodeNumber>,
    /// The items that complete these nodes, by dot and origin.
    items: QuickMap<(u32, SetNumber), ItemNumber>,
}
