//! Takes nodes out of a tree that a larger grammar gave: it has more rules and productions at the end of its tables. For
//! example, the grammar that ignores labels has a rule for each `text(l)`.

use std::ops::Range;

use super::nodes::Nodes;
use super::{NONE, Record, Tree, name_in};
use crate::grammar::{Grammar, ItemId, Slot};

impl Tree {
    /// Returns the tree by a grammar that has `rules` rules fewer than `more`, and only the first `productions` productions. A
    /// node of any other production becomes one leaf, up to its last byte that was not skipped. Skipped nodes follow it.
    pub(crate) fn without_rules(self, more: &Grammar, rules: u32, productions: u32) -> Self {
        let is_added = |record: &Record| record.production != NONE && record.production >= productions;
        let mut records = Vec::with_capacity(self.len());
        // The nodes that are open: where they are now, and where they ended.
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut next = 0;
        while next < self.len() {
            while let Some((place, _)) = open.pop_if(|(_, end)| *end <= next) {
                close(&mut records, place);
            }
            let record = self.nodes.get(next);
            let end = next + record.size as usize;
            if is_added(&record) {
                let (seen, skipped) = self.skipped_at_end(more, next);
                records.push(Record { end: seen.end as u32, production: NONE, size: 1, ..record });
                records.extend(skipped.into_iter().flatten().map(|place| without(self.nodes.get(place), rules)));
                next = end;
            } else {
                open.push((records.len(), end));
                records.push(without(record, rules));
                next += 1;
            }
        }
        open.into_iter().rev().for_each(|(place, _)| close(&mut records, place));
        Self::of(Nodes::Wide(records))
    }

    /// Returns the bytes of a node up to the last one that was not skipped, and the places of the skipped nodes behind it.
    fn skipped_at_end(&self, grammar: &Grammar, node: usize) -> (Range<usize>, Vec<Range<usize>>) {
        let (seen, last) = name_in(grammar, self, self.id_at(node));
        let last = self.index(last);
        let mut next = if last == node { node + 1 } else { self.end_at(last) };
        let mut found = Vec::new();
        while next < self.end_at(node) {
            let record = self.nodes.get(next);
            let is_skip = grammar.item(ItemId(record.item)).is_some_and(|item| item.slot == Slot::Skip);
            if is_skip && record.start as usize >= seen.end {
                found.push(next..self.end_at(next));
                next = self.end_at(next);
            } else {
                next += 1;
            }
        }
        (seen, found)
    }
}

/// Returns a record by a grammar with `rules` rules fewer.
fn without(record: Record, rules: u32) -> Record {
    if record.production == NONE { Record { symbol: record.symbol - rules, ..record } } else { record }
}

/// Gives a node the size that it has now.
fn close(records: &mut [Record], place: usize) {
    records[place].size = (records.len() - place) as u32;
}
