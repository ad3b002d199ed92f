//! Carrying out a change: on the text for every candidate, on the tree for the one that is committed. The tree is
//! rewritten only then, because most candidates are refused and need their text alone.

use std::ops::Range;

use super::{Action, Change, NewNode, Piece, lines};
use grammarc_core::grammar::ItemId;
use grammarc_core::order::is_word;
use grammarc_core::tree::{NONE, Record, Tree};

/// The bytes that may come between parts of a text that were apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Joints {
    /// Keeps two words from running together. For example, without its comment `int/**/x` becomes `int x`.
    pub blank: Option<u8>,
    /// Whether a part that began a line still begins one, with its indentation. For example, without its first line
    /// `{⏎  a;⏎  b;⏎}` becomes `{⏎  b;⏎}`, even if the cut takes the line end behind `{`.
    pub keeps_lines: bool,
}

/// The text after a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SplicedText {
    /// The new text.
    pub text: Vec<u8>,
    /// For each action: where its pieces begin, and how far the text behind it has moved.
    seams: Vec<Seam>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Seam {
    /// Where the first piece begins.
    start: usize,
    /// The new place of old text behind the action, less its old place; wrapping. For example, behind the dropped `10`
    /// of `[10]` it is −2.
    shift: usize,
}

impl Change {
    /// Returns the changed text, with what `joints` asks for between its parts.
    pub fn splice(&self, text: &[u8], joints: Joints) -> SplicedText {
        let mut out = TextWriter {
            old: text,
            text: Vec::with_capacity(text.len()),
            joints,
            joined: true,
            end: 0,
            last: 0,
            is_replaced: false,
        };
        let mut seams: Vec<Seam> = Vec::with_capacity(self.actions.len());
        let mut at = 0;
        for action in &self.actions {
            keep(&mut out, &mut seams, at..action.range.start);
            out.joined &= is_one_word(text, action.range.start);
            let start = out.place_of(first_byte(action, text));
            action.pieces.iter().for_each(|piece| out.push(piece.bytes(text)));
            out.joined &= is_one_word(text, action.range.end);
            seams.push(Seam { start, shift: out.text.len().wrapping_sub(action.range.end) });
            at = action.range.end;
        }
        keep(&mut out, &mut seams, at..text.len());
        SplicedText { text: out.text, seams }
    }
}

/// Writes old text, and corrects the last seam: a blank or a line end may have come between.
fn keep(out: &mut TextWriter<'_>, seams: &mut [Seam], range: Range<usize>) {
    out.push_old(range.clone());
    if let Some(last) = seams.last_mut()
        && !range.is_empty()
    {
        last.shift = out.text.len().wrapping_sub(range.end);
    }
}

fn first_byte(action: &Action, text: &[u8]) -> Option<u8> {
    action.pieces.iter().find_map(|piece| piece.bytes(text).first().copied())
}

/// Returns whether the bytes on both sides of a place belong to one word. For example, place 1 of `ab` is inside one,
/// and place 1 of `a+` is not.
fn is_one_word(text: &[u8], at: usize) -> bool {
    at > 0 && at < text.len() && is_word(text[at - 1]) && is_word(text[at])
}

/// A changed node and its replacement.
#[derive(Debug)]
pub struct Region {
    /// The places of the node and its descendants in the old tree.
    pub places: Range<usize>,
    /// Whether one node with the same item is in its place.
    pub stays: bool,
    /// The new nodes, with spans in the changed text, one tree after another; none if there are no nodes.
    pub tree: Option<Tree>,
}

impl Change {
    /// Returns the changed nodes with their replacements, in order. Unlike `apply` it does not touch the other nodes.
    pub fn regions(&self, tree: &Tree, spliced: &SplicedText) -> Vec<Region> {
        let seams = self.actions.iter().zip(&spliced.seams);
        let region = |(action, seam): (&Action, &Seam)| {
            let mut rewriting = TreeWriter::new(tree, self, spliced, 0);
            rewriting.replace(action, seam.start);
            let records = rewriting.records;
            let is_one = matches!(action.becomes, NewNode::Leaf | NewNode::Copy | NewNode::Parent(_));
            let stays = is_one && records.first().is_some_and(|it| it.item == tree.item_at(action.index).0);
            let made = (!records.is_empty()).then(|| Tree::from_records(records));
            Region { places: action.index..action.until, stays, tree: made }
        };
        seams.map(region).collect()
    }

    /// Returns the elements that begin their list from now on, by their places, with the items that they get.
    pub fn promoted(&self) -> &[(usize, ItemId)] {
        &self.promoted
    }

    /// Returns the bytes in the changed text of a node that is in none of the regions.
    pub fn span(&self, spliced: &SplicedText, tree: &Tree, index: usize) -> Range<usize> {
        let span = tree.span_at(index);
        self.moved(spliced, span.start, index)..self.moved(spliced, span.end, tree.end_at(index))
    }

    /// Returns where an old place in the text is now, after all actions on nodes before `index`.
    fn moved(&self, spliced: &SplicedText, at: usize, index: usize) -> usize {
        let before = self.actions.partition_point(|action| action.index < index);
        let shift = before.checked_sub(1).map_or(0, |last| spliced.seams[last].shift);
        at.wrapping_add(shift)
    }
}

struct TextWriter<'t> {
    old: &'t [u8],
    text: Vec<u8>,
    joints: Joints,
    /// Whether the next byte belonged to the same word as the last one in the old text.
    joined: bool,
    /// The end of the last part of the old text.
    end: usize,
    /// The end of the last token in the old text that is left or replaced.
    last: usize,
    /// Whether the text ends with a replacement.
    is_replaced: bool,
}

impl TextWriter<'_> {
    /// Writes a part of the old text.
    fn push_old(&mut self, range: Range<usize>) {
        if self.joints.keeps_lines {
            if self.is_replaced {
                self.last = range.start;
            }
            if range.start != self.end {
                let lost = lines::lost(&self.text, self.old, self.last, range.clone());
                self.text.extend(lost);
            }
            let token = lines::without_blanks(&self.old[range.clone()]);
            if token > 0 {
                self.last = range.start + token;
            }
        }
        self.push(&self.old[range.clone()]);
        (self.end, self.is_replaced) = (range.end, false);
    }

    /// Writes a text, either a part of the old one or in the place of one.
    fn push(&mut self, bytes: &[u8]) {
        let Some(&first) = bytes.first() else { return };
        self.is_replaced = true;
        if self.needs_blank(first) {
            self.text.extend(self.joints.blank);
        }
        self.text.extend_from_slice(bytes);
        self.joined = true;
    }

    /// Returns the place of a text that begins with this byte: behind a blank, if it needs one.
    fn place_of(&self, first: Option<u8>) -> usize {
        self.text.len() + usize::from(first.is_some_and(|first| self.needs_blank(first)))
    }

    fn needs_blank(&self, first: u8) -> bool {
        !self.joined
            && self.joints.blank.is_some()
            && is_word(first)
            && self.text.last().is_some_and(|&last| is_word(last))
    }
}

impl Change {
    /// Turns the old tree into the tree of the changed text. Untouched nodes keep their ids; copies get new ones. O(n).
    pub fn apply(&self, tree: &mut Tree, spliced: &SplicedText) {
        let mut rewriting = TreeWriter::new(tree, self, spliced, tree.len());
        let mut actions = self.actions.iter().enumerate().peekable();
        let mut index = 0;
        while index < tree.len() {
            rewriting.close(index);
            match actions.next_if(|(_, action)| action.index == index) {
                Some((number, action)) => {
                    rewriting.replace(action, spliced.seams[number].start);
                    index = action.until;
                    rewriting.shift = spliced.seams[number].shift;
                }
                None => {
                    let next = actions.peek().map_or(usize::MAX, |(_, action)| action.index);
                    rewriting.keep(index, next);
                    index += 1;
                }
            }
        }
        rewriting.close(index);
        let TreeWriter { records, ids, next_id, .. } = rewriting;
        *tree = Tree::with_ids(records, ids, next_id);
    }
}

/// A tree that is being written anew.
struct TreeWriter<'a> {
    old: &'a Tree,
    change: &'a Change,
    spliced: &'a SplicedText,
    records: Vec<Record>,
    ids: Vec<u32>,
    next_id: u32,
    /// Nodes that are not complete: their new place, and the old place after their subtree.
    open: Vec<(usize, usize)>,
    /// How far the text behind the last action has moved; wrapping.
    shift: usize,
}

impl<'a> TreeWriter<'a> {
    fn new(old: &'a Tree, change: &'a Change, spliced: &'a SplicedText, capacity: usize) -> Self {
        let (records, ids) = (Vec::with_capacity(capacity), Vec::with_capacity(capacity));
        Self { old, change, spliced, records, ids, next_id: old.next_id(), open: Vec::new(), shift: 0 }
    }

    /// Completes the nodes that end before the old place `index`.
    fn close(&mut self, index: usize) {
        while let Some((place, _)) = self.open.pop_if(|(_, end)| *end <= index) {
            self.records[place].size = (self.records.len() - place) as u32;
        }
    }

    /// Writes a node that no action changes; the next action is on the node at `next`.
    fn keep(&mut self, index: usize, next: usize) {
        let mut record = self.old.record(index);
        let end = index + record.size as usize;
        record.start = (record.start as usize).wrapping_add(self.shift) as u32;
        record.end = if end <= next {
            (record.end as usize).wrapping_add(self.shift) as u32
        } else {
            self.change.moved(self.spliced, record.end as usize, end) as u32
        };
        if let Ok(found) = self.change.promoted.binary_search_by_key(&index, |&(place, _)| place) {
            record.item = self.change.promoted[found].1.0;
        }
        self.open.push((self.records.len(), end));
        self.push(record, self.old.id_at(index).0);
    }

    /// Writes the nodes that an action puts in the place of its node; their text begins at `start`.
    fn replace(&mut self, action: &Action, start: usize) {
        let place = self.records.len();
        let replaced = (self.old.record(action.index), self.old.id_at(action.index).0);
        match action.becomes {
            NewNode::Leaf => self.push(Record { production: NONE, size: 1, ..replaced.0 }, replaced.1),
            NewNode::Parent(production) => self.push(Record { production: production.0, ..replaced.0 }, replaced.1),
            NewNode::Nothing | NewNode::Copy | NewNode::Copies => {}
        }
        let end = action.pieces.iter().fold(start, |at, piece| self.write(piece, at));
        match action.becomes {
            NewNode::Leaf | NewNode::Parent(_) => {
                let size = (self.records.len() - place) as u32;
                self.records[place] = Record { start: start as u32, end: end as u32, size, ..self.records[place] };
            }
            NewNode::Copy => {
                self.ids[place] = replaced.1;
                // A tree grown for a group is the node of an item in the group, and keeps that item.
                let is_inner = matches!(action.pieces[..], [Piece::Grown { .. }]);
                if !is_inner || self.records[place].item == ItemId::NONE.0 {
                    self.records[place].item = replaced.0.item;
                }
            }
            NewNode::Nothing | NewNode::Copies => {}
        }
    }

    /// Writes the nodes of a piece whose text begins at `at`, and returns where it ends.
    fn write(&mut self, piece: &Piece, at: usize) -> usize {
        let (tree, places, from, length) = match piece {
            Piece::Bytes(bytes) => return at + bytes.len(),
            Piece::Copy { places, bytes } => (self.old, places.clone(), bytes.start, bytes.len()),
            Piece::Grown { tree, bytes } => (&**tree, 0..tree.len(), 0, bytes.len()),
        };
        let moved = |old: u32| (old as usize - from + at) as u32;
        for record in places.map(|place| tree.record(place)) {
            let id = self.next_id;
            self.next_id += 1;
            self.push(Record { start: moved(record.start), end: moved(record.end), ..record }, id);
        }
        at + length
    }

    fn push(&mut self, record: Record, id: u32) {
        self.records.push(record);
        self.ids.push(id);
    }
}
