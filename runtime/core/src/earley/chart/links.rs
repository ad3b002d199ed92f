//! Links: the ways in which items came about.
//!
//! Most items have one link, which is stored with the item. The links of the others are brought together when their set is
//! finished. If an item has too many links, they are not stored. For example, in `a+a+a+a` with `<e> ::= <e> "+" <e> | "a"` the sum
//! over all bytes has one link for each `+`, because each can be the outermost.
//!
//! The links of an item with three of them, in `Chart::links`:
//!
//! ```text
//! items    …  item 7: link {from: 5, child: SEVERAL}  …
//! links    …  5: {from: 3, child: SEVERAL}   header: 3 links follow
//!             6: the third     7: the second     8: the first
//! ```

use std::ops::Range;

use super::{Chart, LEAP, Row};
use crate::earley::numbers::{ItemNumber, NONE, NodeNumber};

/// One way in which an item came about: its predecessor, and the symbol between them. For example, `<s> ::= <s> . "a"` came from
/// `<s> ::= . <s> "a"` over a node of `<s>`.
#[derive(Debug, Clone, Copy)]
pub(in crate::earley) struct Link {
    /// `NONE` in an item that was predicted.
    pub(in crate::earley) from: ItemNumber,
    /// The node that was completed; `NONE` for a terminal.
    pub(in crate::earley) child: NodeNumber,
}

/// How an item came about.
#[derive(Debug, Clone, Copy)]
pub(in crate::earley) enum Way {
    /// It was predicted.
    Predicted,
    /// By this link alone.
    Only(Link),
    /// By several links.
    Several,
    /// By so many links that they are not stored.
    Many,
}

/// An item that was predicted has no link.
pub(super) const PREDICTED: Link = Link { from: NONE, child: NONE };
/// Stands for the child of an item with several links.
const SEVERAL: NodeNumber = NONE - 1;
/// Stands for the child of an item with too many links.
const MANY: NodeNumber = NONE - 2;

/// Maximum number of links of one item that are stored beside the first, if the links can be found again. Most items have fewer,
/// and finding them again costs more than eight of them take.
const MAX_FURTHER_LINKS: u8 = 8;
/// Stands for a number of links above `MAX_FURTHER_LINKS`. No count reaches it.
const TOO_MANY_LINKS: u8 = u8::MAX;

/// The way to keep the links of an item. Some links can be found again without being stored: their children are the nodes of one
/// rule that end there, and an item with the same origin waits before each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::earley) enum Links {
    Stored,
    Found,
    /// An item has at most one link.
    One,
}

impl Chart {
    /// Brings the links of each item of the open set together, the latest first. If an item has too many, they are dropped, because
    /// an ambiguous input has up to the cube of its length in links.
    pub(super) fn finish(&mut self) {
        self.sharing[self.first_sharing..].sort_unstable();
        self.first_sharing = self.sharing.len();
        let Range { start, end } = self.current_items();
        for (item, _) in (start..end).zip(self.counts.drain(..)).filter(|&(_, count)| count == TOO_MANY_LINKS) {
            self.items[item as usize].link.child = MANY;
        }
        let items = &mut self.items;
        self.others.retain(|&(item, _)| items[item as usize].link.child != MANY);
        if self.others.is_empty() {
            return;
        }
        // First the number of further links of each item, then 1 plus its last free place.
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

    /// Returns the dots of all items that have too many links to be stored.
    pub(in crate::earley) fn many_dots(&self) -> impl Iterator<Item = u32> {
        let many = self.items.iter().filter(|row| row.link.child == MANY);
        many.map(|row| self.dot_of(row.core))
    }

    /// Notes a further link of an item in the open set.
    pub(super) fn join_again(&mut self, number: ItemNumber, link: Link, links: Links) {
        let place = (number - self.current_items().start) as usize;
        if self.counts.len() <= place {
            self.counts.resize(place + 1, 0);
        }
        let count = &mut self.counts[place];
        if *count < MAX_FURTHER_LINKS || links == Links::Stored {
            *count = (*count + 1).min(MAX_FURTHER_LINKS);
            self.others.push((number, link));
        } else if *count != TOO_MANY_LINKS {
            *count = TOO_MANY_LINKS;
            let Row { core, origin, .. } = self.items[number as usize];
            self.saturated.add(core, origin);
        }
    }

    /// Returns the stored links of an item, the latest first. Those that were added for leaps come last.
    pub(in crate::earley) fn links(&self, number: ItemNumber) -> impl Iterator<Item = Link> + '_ {
        let own = self.link(number);
        let several = if own.child == SEVERAL { &self.links[own.from as usize..] } else { &[] };
        let count = several.first().map_or(0, |header| header.from as usize);
        let only = matches!(own.way(), Way::Only(_)).then_some(own);
        let added = self.leaps.links(number).iter().copied();
        only.into_iter().chain(several.iter().skip(1).take(count).copied()).chain(added)
    }

    #[inline]
    fn link(&self, number: ItemNumber) -> Link {
        if number >= LEAP { PREDICTED } else { self.items[number as usize].link }
    }

    /// Returns how an item came about.
    #[inline]
    pub(in crate::earley) fn way(&self, number: ItemNumber) -> Way {
        match self.link(number).way() {
            Way::Only(_) if !self.leaps.links(number).is_empty() => Way::Several,
            way => way,
        }
    }
}

impl Link {
    /// Returns how the item that it is stored with came about.
    #[inline]
    fn way(self) -> Way {
        match self {
            Self { child: SEVERAL, .. } => Way::Several,
            Self { child: MANY, .. } => Way::Many,
            Self { from: NONE, .. } => Way::Predicted,
            link => Way::Only(link),
        }
    }
}
