//! The text written so far, and which parts of it are skip: labels and hooks do not see those.

use std::ops::Range;

use grammarc_core::grammar::Symbol;

/// The text so far.
///
/// For example, `if x` with skip between tokens. The blank was written late, because `ifx` would be one word:
///
/// ```text
/// bytes       i f ␣ x
/// skipped         2..3, Late
/// boundary            ▲ 4: skip can stand here
/// ```
#[derive(Debug, Default)]
pub(super) struct Output {
    bytes: Vec<u8>,
    /// The parts that are skip, in order.
    skipped: Vec<SkipRange>,
    /// The last place for skip that nothing was written at yet.
    boundary: Option<Boundary>,
}

/// A place between two terminals where skip can stand, for example behind `if`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Boundary {
    /// The symbol of the skip.
    pub(super) skip: Symbol,
    /// Offset in the output.
    pub(super) at: usize,
    /// How many watches are older. The younger ones begin after the skip.
    pub(super) older: u32,
    /// Where the choice of the skip's text was kept.
    pub(super) mark: usize,
}

/// A part of the output that is skip.
#[derive(Debug, Clone, Copy)]
struct SkipRange {
    start: u32,
    end: u32,
    time: SkipTime,
}

/// When skip was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SkipTime {
    /// When its place was reached.
    InTurn,
    /// When the next text would have run into the text before: a blank between `if` and `x`.
    Late,
}

/// An output to go back to: lengths, and the boundary.
#[derive(Debug, Clone, Copy)]
pub(super) struct OutputMark {
    bytes: usize,
    skipped: usize,
    boundary: Option<Boundary>,
}

impl OutputMark {
    /// Returns the length of the text, in bytes.
    #[inline]
    pub(super) fn length(&self) -> usize {
        self.bytes
    }
}

impl Output {
    /// Forgets the text.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.skipped.clear();
        self.boundary = None;
    }

    /// Replaces the bytes: by the text that a pen wrote, or by the same text with names in place of its forward references.
    pub(super) fn set_bytes(&mut self, bytes: Vec<u8>) {
        self.bytes = bytes;
    }

    /// Takes the bytes out.
    pub(super) fn take_bytes(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }

    /// Returns the text.
    #[inline]
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the length of the text, in bytes.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Writes a text.
    #[inline]
    pub(super) fn push(&mut self, text: &[u8]) {
        self.bytes.extend_from_slice(text);
    }

    /// Writes another text of the same length over the one at `start`.
    pub(super) fn overwrite(&mut self, start: usize, text: &[u8]) {
        self.bytes[start..start + text.len()].copy_from_slice(text);
    }

    /// Begins a place for skip.
    pub(super) fn begin_boundary(&mut self, boundary: Boundary) {
        self.boundary = Some(boundary);
    }

    /// Ends a place for skip: none can stand here any more.
    pub(super) fn end_boundary(&mut self) {
        self.boundary = None;
    }

    /// Returns the last place for skip that has none yet.
    pub(super) fn last_boundary(&self) -> Option<Boundary> {
        self.boundary
    }

    /// Returns the place for skip, if skip can still stand here.
    #[inline]
    pub(super) fn boundary(&self) -> Option<Boundary> {
        self.boundary.filter(|boundary| boundary.at == self.bytes.len())
    }

    /// Writes skip at a boundary.
    pub(super) fn push_skip(&mut self, text: &[u8], boundary: &Boundary, time: SkipTime) {
        self.boundary = None;
        self.bytes.extend_from_slice(text);
        self.skipped.push(SkipRange { start: boundary.at as u32, end: self.bytes.len() as u32, time });
    }

    /// Notes that a text from `start` on repeats another one, which has skip in these ranges, relative to its start.
    pub(super) fn repeat_skip(&mut self, ranges: &[(u32, u32)], start: u32) {
        let moved =
            |&(from, to): &(u32, u32)| SkipRange { start: from + start, end: to + start, time: SkipTime::InTurn };
        self.skipped.extend(ranges.iter().map(moved));
    }

    /// Returns where a text really begins that was begun at `start`: a separator may have gone first. Skip that was written in its own
    /// place after that belongs to the text.
    pub(super) fn after_separator(&self, start: usize) -> usize {
        match self.skipped.last() {
            Some(skip) if skip.time == SkipTime::Late && skip.start as usize == start => skip.end as usize,
            _ => start,
        }
    }

    /// Returns the range of an item's text that began at `start` and ends here. Labels and hooks see it without the separator before it and
    /// the skip behind it: of ` x ` they see `x`, if the first blank was written late and the second one in turn.
    pub(super) fn seen(&self, start: usize) -> Range<usize> {
        let first = self.skipped.partition_point(|skip| (skip.start as usize) < start);
        let start = match self.skipped.get(first) {
            Some(skip) if skip.time == SkipTime::Late && skip.start as usize == start => skip.end as usize,
            _ => start,
        };
        let mut end = self.bytes.len();
        for skip in self.skipped[first..].iter().rev() {
            if skip.end as usize != end {
                break;
            }
            end = skip.start as usize;
        }
        start..end.max(start)
    }

    /// Returns the ranges of skip in a part of the text, relative to its start: for `a b` with a blank from 1 to 2 that is `(1, 2)`.
    pub(super) fn skip_in(&self, range: Range<usize>) -> Vec<(u32, u32)> {
        let (start, end) = (range.start as u32, range.end as u32);
        let first = self.skipped.partition_point(|skip| skip.start < start);
        let inside = self.skipped[first..].iter().take_while(|skip| skip.start < end);
        inside.map(|skip| (skip.start - start, skip.end.min(end) - start)).collect()
    }

    /// Returns the present text, to go back to.
    #[inline]
    pub(super) fn mark(&self) -> OutputMark {
        OutputMark { bytes: self.bytes.len(), skipped: self.skipped.len(), boundary: self.boundary }
    }

    /// Goes back to an earlier text.
    pub(super) fn rollback(&mut self, mark: &OutputMark) {
        self.bytes.truncate(mark.bytes);
        self.skipped.truncate(mark.skipped);
        self.boundary = mark.boundary;
    }
}
