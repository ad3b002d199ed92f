//! The output of a program. Only the beginning and the end are kept. Conditions are matched against it, and its last
//! lines are shown.

use std::collections::VecDeque;

use regex_lite::Regex;

/// Bytes that are kept of the beginning, and as many of the end: a program that prints without end must not fill the
/// memory.
const KEPT_BYTES: usize = 1 << 20;

/// The output of a program, capped to its first and last mebibyte. For example, of 5 MiB the 3 MiB in the middle are
/// dropped.
#[derive(Debug, Clone, Default)]
pub struct Output {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    /// How many bytes between the two are gone.
    dropped: u64,
}

impl Output {
    /// Makes the output of a program that printed these bytes.
    pub fn new(bytes: &[u8]) -> Self {
        let mut output = Self::default();
        output.push(bytes);
        output
    }

    /// Appends bytes that were read.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        let room = (KEPT_BYTES - self.head.len()).min(bytes.len());
        let (head, rest) = bytes.split_at(room);
        self.head.extend_from_slice(head);
        self.tail.extend(rest);
        let excess = self.tail.len().saturating_sub(KEPT_BYTES);
        self.tail.drain(..excess);
        self.dropped += excess as u64;
    }

    /// Returns the first line, once it is complete, and the bytes behind it.
    pub(super) fn first_line(&self) -> Option<(&[u8], &[u8])> {
        let end = self.head.iter().position(|&byte| byte == b'\n')?;
        Some((&self.head[..end], &self.head[end + 1..]))
    }

    /// Returns whether nothing was printed.
    pub(super) fn is_empty(&self) -> bool {
        self.head.is_empty()
    }

    /// Returns whether an expression matches somewhere. Nothing matches across the gap where bytes were dropped. Bytes that
    /// are not UTF-8 read as `\u{fffd}`, so that `.` matches them.
    pub fn matches(&self, expression: &Regex) -> bool {
        let is_match = |bytes: &[u8]| expression.is_match(&String::from_utf8_lossy(bytes));
        if self.tail.is_empty() {
            return is_match(&self.head);
        }
        let tail: Vec<u8> = self.tail.iter().copied().collect();
        if self.dropped > 0 {
            return is_match(&self.head) || is_match(&tail);
        }
        is_match(&[self.head.as_slice(), &tail].concat())
    }

    /// Returns the first bytes and the last bytes, at most `count` of each. Bytes that are not UTF-8 are replaced.
    pub fn ends(&self, count: usize) -> String {
        let whole: Vec<u8> = self.head.iter().chain(&self.tail).copied().collect();
        if whole.len() <= 2 * count {
            return String::from_utf8_lossy(&whole).into_owned();
        }
        let (start, end) = (&whole[..count], &whole[whole.len() - count..]);
        [start, b"\n", end].map(String::from_utf8_lossy).concat()
    }

    /// Returns the last lines, at most `count`, with control characters replaced.
    pub fn last_lines(&self, count: usize) -> Vec<String> {
        let mut bytes: Vec<u8> = if self.dropped == 0 { self.head.clone() } else { Vec::new() };
        bytes.extend(&self.tail);
        let text = String::from_utf8_lossy(&bytes);
        let mut lines: Vec<String> = text.lines().rev().take(count).map(printable).collect();
        lines.reverse();
        lines
    }
}

/// Replaces control characters, so that a program's output cannot send escape sequences to the terminal, and cuts a
/// line after 300 characters. For example, an escape character becomes U+FFFD.
fn printable(line: &str) -> String {
    let shown = |c: char| if c.is_control() && c != '\t' { '\u{fffd}' } else { c };
    let mut text: String = line.chars().take(300).map(shown).collect();
    if line.chars().nth(300).is_some() {
        text.push('…');
    }
    text
}
