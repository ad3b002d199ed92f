//! Terminals: finds their ends, and keeps the items behind them until the parse gets there. A terminal may end many bytes
//! later, while other items are still behind.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{ItemFilter, Recognizer};
use crate::earley::chart::{Key, UNSTORED};
use crate::earley::numbers::{ItemNumber, NONE};
use crate::earley::tables::{NextSymbol, ScanMethod};
use crate::grammar::{Drive, Symbol};
use crate::regular::Matcher;

/// An item behind a terminal, before its set is open. For example, the leaf `[0-9]+` at 0 in `12` leaves a seed at 2, and
/// one at 1 if a digit can follow it. The items of one set are in the order of their predecessors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Seed {
    /// Where the terminal ends.
    pub(super) at: u32,
    pub(super) from: ItemNumber,
    pub(super) key: Key,
}

/// The end of a token that begins at `at`, or none if it does not match there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scan {
    at: usize,
    end: Option<usize>,
}

impl Scan {
    pub(super) const NONE: Self = Self { at: usize::MAX, end: None };
}

/// Items behind terminals, the nearest first.
#[derive(Default)]
pub(super) struct PendingItems {
    /// The first item; mostly there is no other.
    first: Option<Seed>,
    others: BinaryHeap<Reverse<Seed>>,
}

impl PendingItems {
    /// Adds an item.
    fn push(&mut self, seed: Seed) {
        match self.first {
            Some(first) if first < seed => self.others.push(Reverse(seed)),
            first => {
                self.others.extend(first.map(Reverse));
                self.first = Some(seed);
            }
        }
    }

    /// Returns where the first items stand.
    pub(super) fn at(&self) -> Option<usize> {
        self.first.map(|seed| seed.at as usize)
    }

    /// Takes the first item, if it stands there.
    pub(super) fn pop_at(&mut self, at: usize) -> Option<Seed> {
        let first = self.first.take_if(|seed| seed.at as usize == at)?;
        self.first = self.others.pop().map(|Reverse(seed)| seed);
        Some(first)
    }
}

impl Recognizer<'_, '_> {
    /// Moves a predicted item over the terminal after its dot, which has at most one end. The predicted item is not stored.
    pub(super) fn pass(&mut self, dot: u32) {
        let row = self.tables.dot(dot);
        let NextSymbol::Terminal(terminal) = row.next else { return };
        let origin = self.chart.current();
        let at = self.chart.at(origin);
        let Some(end) = self.only_end(terminal, self.matcher, at) else { return };
        self.ends = self.ends.saturating_sub(1);
        if !row.consume || at < end {
            self.go_on(UNSTORED, Key { dot: dot + 1, origin, environment: 0 }, end);
        }
    }

    /// Returns the end of a terminal that begins at `at`. Returns none if it does not match, or may have several ends.
    fn only_end(&mut self, terminal: Symbol, matcher: Matcher<'_>, at: usize) -> Option<usize> {
        match self.tables.reading(terminal) {
            ScanMethod::Byte(bytes) => matcher.input.get(at).filter(|&&byte| bytes.contains(byte)).map(|_| at + 1),
            ScanMethod::Single if matcher.input.len() < self.matcher.input.len() => matcher.token(terminal, at),
            ScanMethod::Single => self.token(terminal, at),
            ScanMethod::Any => None,
        }
    }

    /// Returns the end of a token that begins at `at`, outside of slices. Many items ask for the same token at one place.
    fn token(&mut self, terminal: Symbol, at: usize) -> Option<usize> {
        let number = terminal.0 as usize - self.matcher.grammar.rules.len();
        let known = self.scans[number];
        if known.at == at {
            return known.end;
        }
        let end = self.matcher.token(terminal, at);
        self.scans[number] = Scan { at, end };
        end
    }

    /// Moves an item over the terminal after its dot.
    pub(super) fn scan(&mut self, number: ItemNumber, terminal: Symbol) {
        let item = self.chart.item(number);
        let at = self.chart.at(item.set);
        let drive = self.tables.dot(item.key.dot).drive;
        let Some(limit) = self.limit(&item.key, drive, at) else { return };
        let matcher = Matcher { input: &self.matcher.input[..limit], ..self.matcher };
        if matches!(self.tables.reading(terminal), ScanMethod::Any) {
            return self.scan_all(number, terminal, matcher);
        }
        let Some(end) = self.only_end(terminal, matcher, at) else { return };
        self.ends = self.ends.saturating_sub(1);
        let is_wanted = match self.lookahead {
            ItemFilter::OneByte => !matches!(drive, Drive::Size(_)) || end == limit,
            ItemFilter::None => end == at,
        };
        if is_wanted {
            self.read(number, end);
        }
    }

    /// Moves an item over a terminal that may have several ends.
    fn scan_all(&mut self, number: ItemNumber, terminal: Symbol, matcher: Matcher<'_>) {
        let item = self.chart.item(number);
        let at = self.chart.at(item.set);
        let (drive, limit) = (self.tables.dot(item.key.dot).drive, matcher.input.len());
        let environments = &self.environments;
        let labels = |label| environments.text(item.key.environment, label);
        let (mut blocked, mut seen) = (None, 0);
        let mut ends = std::mem::take(&mut self.found);
        ends.clear();
        let mut note = |end: usize| {
            seen += 1;
            let goes_on = match self.lookahead {
                _ if matches!(drive, Drive::Size(_)) && end != limit => return false,
                ItemFilter::OneByte => self.can_go_on(item.key.dot + 1, end, item.key.environment),
                // Only empty terminals matter, because nothing behind this set is read.
                ItemFilter::None => {
                    ends.extend((end == at).then_some(end));
                    return false;
                }
            };
            if goes_on {
                ends.push(end);
            } else {
                blocked = blocked.max(Some(end));
            }
            // `false` keeps the matcher from collecting the ends a second time.
            false
        };
        matcher.ends_unordered(terminal, at, &labels, &mut note);
        self.ends = self.ends.saturating_sub(seen);
        for end in ends.iter().copied().chain(blocked) {
            self.read(number, end);
        }
        self.found = ends;
    }

    /// Moves an item over a terminal that ends at `end`.
    fn read(&mut self, number: ItemNumber, end: usize) {
        if let Some(key) = self.after(number, end, Some(end)) {
            self.go_on(number, key, end);
        }
    }

    /// Adds the item behind a terminal that ends at `end`: at once if that is here, otherwise when the parse gets there.
    fn go_on(&mut self, from: ItemNumber, key: Key, end: usize) {
        let goes_on = self.can_go_on(key.dot, end, key.environment);
        if end == self.chart.at(self.chart.current()) {
            if goes_on {
                self.chart.add(key, Some((from, NONE)));
            }
        } else if goes_on {
            self.pending.push(Seed { at: end as u32, from, key });
        } else {
            self.reach(end);
            if end == self.furthest {
                self.kernels.push(key);
            }
        }
    }
}
