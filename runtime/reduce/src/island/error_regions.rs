//! Islands in a tree: parts that a text was parsed without come back as nodes, in their places. So strategies reduce
//! these parts like any others.

use std::ops::Range;

use super::ISLAND;
use crate::format::MixedLanguage;
use grammarc_core::grammar::{ItemId, ProductionId, Symbol};
use grammarc_core::tree::{NONE, NodeId, Record, Tree};

/// A part of the text that was left out or replaced before the parse. For example, `[1, @#! 2]` is parsed with `@#!`
/// left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ErrorRegion {
    /// Its bytes, at least one.
    pub(crate) span: Range<usize>,
    /// Its replacement, as a byte range of the parsed text; often empty.
    pub(crate) stand_in: Range<usize>,
}

/// Returns the tree of a text by a language with islands, given the tree of the same text with its error regions
/// replaced. The regions are ascending and disjoint. A node that covers exactly a replacement becomes the island; an
/// island without a replacement is a droppable part. If a region covers a part of a leaf, the whole leaf becomes an
/// island, but skipped text is cut. O(n). For example, with the region `@` in the number `1@2`, all of `1@2` is an
/// island.
pub(crate) fn with_islands(
    tree: &Tree,
    mixed: &MixedLanguage,
    text: &[u8],
    regions: &[ErrorRegion],
    is_skip: impl Fn(ItemId) -> bool,
) -> Tree {
    let (records, open) = (Vec::with_capacity(tree.len()), Vec::new());
    let mut filling = IslandWriter { old: tree, mixed, text, regions, floor: 0, shift: 0, records, open };
    let mut index = 0;
    while index < tree.len() {
        filling.close(index);
        index = filling.write(index, &is_skip);
    }
    filling.close(index);
    Tree::from_records(filling.records)
}

/// A tree that is being written with its islands.
struct IslandWriter<'a> {
    old: &'a Tree,
    mixed: &'a MixedLanguage,
    text: &'a [u8],
    /// The error regions that are not yet written.
    regions: &'a [ErrorRegion],
    /// The end of the last error region that was written, in the text.
    floor: usize,
    /// Offset from the parsed text to the original text behind the last error region; wrapping.
    shift: usize,
    records: Vec<Record>,
    /// Incomplete nodes: their new place, and the old place behind their subtree.
    open: Vec<(usize, usize)>,
}

impl IslandWriter<'_> {
    /// Completes the nodes that end before the old place `index`, with the error regions that lie in them.
    fn close(&mut self, index: usize) {
        while let Some(&(place, _)) = self.open.last().filter(|(_, end)| *end <= index) {
            let stop = self.records[place].end as usize;
            while let Some(region) = self.regions.first().filter(|region| place == 0 || region.stand_in.start < stop) {
                self.part(region.clone());
            }
            self.open.pop();
            self.records[place].end = self.moved(stop) as u32;
            self.records[place].size = (self.records.len() - place) as u32;
        }
    }

    /// Writes the node at an old place, and the error regions before it; returns the old place that comes next.
    fn write(&mut self, index: usize, is_skip: &impl Fn(ItemId) -> bool) -> usize {
        let record = self.old.record(index);
        let (start, end) = (record.start as usize, record.end as usize);
        let until = index + record.size as usize;
        while let Some(region) = self.regions.first().filter(|region| index > 0 && region.stand_in.end <= start) {
            self.part(region.clone());
        }
        let is_skip = is_skip(ItemId(record.item));
        let is_cut =
            self.regions.first().is_some_and(|region| region.stand_in.start < end && region.stand_in.end > start);
        if is_cut && is_skip {
            self.cut(record);
        } else if is_cut && (record.size == 1 || self.is_island(index)) {
            self.replace(record);
        } else {
            self.records.push(Record {
                symbol: self.mixed.base(Symbol(record.symbol)).0,
                start: self.moved(start) as u32,
                // The old end, until the node is complete.
                ..record
            });
            self.open.push((self.records.len() - 1, until));
            return index + 1;
        }
        until
    }

    /// Returns whether a node covers exactly the replacement of the next error region, and no part of the node does.
    fn is_island(&self, index: usize) -> bool {
        let covers =
            |part: NodeId| self.regions.first().is_some_and(|region| region.stand_in == self.old.node(part).span);
        let node = self.old.id_at(index);
        covers(node) && !self.old.parts(node).any(covers)
    }

    /// Writes skipped text around the error regions in it.
    fn cut(&mut self, record: Record) {
        let end = record.end as usize;
        let mut at = record.start as usize;
        while at < end {
            let region = self.regions.first().filter(|region| region.stand_in.start < end).cloned();
            let stop = region.as_ref().map_or(end, |region| region.stand_in.start);
            let (start, until) = (self.moved(at), self.moved(stop));
            if until > start {
                let symbol = self.mixed.base(Symbol(record.symbol)).0;
                let (start, end) = (start as u32, until as u32);
                self.records.push(Record { symbol, production: NONE, start, end, size: 1, ..record });
            }
            at = region.as_ref().map_or(end, |region| region.stand_in.end.max(at));
            if let Some(region) = region {
                self.part(region);
            }
        }
    }

    /// Writes an island in place of a node.
    fn replace(&mut self, record: Record) {
        let first = self.regions.first().map_or(usize::MAX, |region| region.span.start);
        let start = self.moved(record.start as usize).min(first);
        while let Some(region) = self.regions.first().filter(|region| region.stand_in.start < record.end as usize) {
            self.pass(&region.clone());
        }
        let end = self.moved(record.end as usize);
        self.island(start..end, ItemId(record.item));
    }

    /// Writes an island as an extra part that the grammar does not require.
    fn part(&mut self, region: ErrorRegion) {
        self.pass(&region);
        self.island(region.span, self.mixed.part);
    }

    fn pass(&mut self, region: &ErrorRegion) {
        self.floor = region.span.end;
        self.shift = region.span.end.wrapping_sub(region.stand_in.end);
        self.regions = &self.regions[1..];
    }

    /// Maps an offset in the parsed text to an offset in the original text. For example, behind a region of 4 bytes
    /// without a replacement, offset 5 becomes 9.
    fn moved(&self, at: usize) -> usize {
        // An offset inside a replacement has no counterpart: it maps to the end of the error region.
        let moved = at.wrapping_add(self.shift);
        if moved > self.text.len() { self.floor } else { moved.max(self.floor) }
    }

    /// Writes the island tree of a part of the text, without outer nodes that have a single child of the same bytes.
    fn island(&mut self, span: Range<usize>, item: ItemId) {
        let Some(tree) = ISLAND.parsing().tree(&self.text[span.clone()]) else { return };
        let mut root = 0;
        while tree.end_at(root) > root + 1 && tree.span_at(root + 1) == tree.span_at(root) {
            root += 1;
        }
        for index in root..tree.end_at(root) {
            let record = tree.record(index);
            let production = record.production;
            self.records.push(Record {
                symbol: self.mixed.symbol(Symbol(record.symbol)).0,
                production: if production == NONE { NONE } else { self.mixed.production(ProductionId(production)).0 },
                start: (span.start + record.start as usize) as u32,
                end: (span.start + record.end as usize) as u32,
                item: if index == root { item.0 } else { self.mixed.item(ItemId(record.item)).0 },
                ..record
            });
        }
    }
}
