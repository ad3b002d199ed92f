//! What surrounds an item, interned: what Earley items are keyed by besides rule and place. That is the end of the slice
//! that they are in, what live labels are bound to, and, where a label around them will ask, where the last byte ends that was
//! not skipped.

use std::collections::HashMap;

use super::hash;
use crate::grammar::{Known, Label};

/// What a label is bound to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Bound<T> {
    /// A text, never empty: that is as good as none.
    Text(T),
    /// How many iterations of a counted repetition are left.
    Left(Left),
}

/// How many iterations are left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Left {
    /// At least.
    pub(super) low: usize,
    /// At most.
    pub(super) high: usize,
}

impl Left {
    /// Returns what is left after one more iteration.
    pub(super) fn next(self) -> Self {
        let high = if self.high == usize::MAX { self.high } else { self.high.saturating_sub(1) };
        Self { low: self.low.saturating_sub(1), high }
    }
}

/// A text by its number: texts are as long as the input, and compared for each item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Text(u32);

/// Parts of the input that labels were bound to, each text once.
struct Texts<'a> {
    input: &'a [u8],
    /// Of each prefix of the input, from the first label that is bound on.
    hashes: Vec<(u64, u64)>,
    all: Vec<&'a [u8]>,
    /// Those of one length whose hashes are the same.
    numbers: HashMap<(usize, u64), Vec<Text>>,
    /// The same by where they begin and end.
    places: HashMap<(usize, usize), Text>,
}

impl<'a> Texts<'a> {
    fn new(input: &'a [u8]) -> Self {
        Self { input, hashes: Vec::new(), all: Vec::new(), numbers: HashMap::new(), places: HashMap::new() }
    }

    /// Returns the number of a part of the input. It is compared with others only where these have the same hash.
    fn number(&mut self, start: usize, end: usize) -> Text {
        if let Some(&number) = self.places.get(&(start, end)) {
            return number;
        }
        if self.hashes.is_empty() {
            self.hashes = hash::prefixes(self.input);
        }
        let text = &self.input[start..end];
        let alike = self.numbers.entry((end - start, hash::part(&self.hashes, start, end))).or_default();
        let known = alike.iter().copied().find(|number| self.all[number.0 as usize] == text);
        let number = known.unwrap_or_else(|| {
            self.all.push(text);
            let number = Text(self.all.len() as u32 - 1);
            alike.push(number);
            number
        });
        self.places.insert((start, end), number);
        number
    }

    fn get(&self, Text(number): Text) -> &'a [u8] {
        self.all[number as usize]
    }
}

/// What some labels are bound to, ascending by label.
type Bindings = Vec<(Label, Bound<Text>)>;

struct Environment {
    /// What counts as the end of the input.
    limit: usize,
    /// Where the last byte of the rule so far ends that was not skipped; none where nobody asks, or there is no such byte.
    seen: Option<usize>,
    bindings: Bindings,
    /// The environment with the same limit and nothing else.
    bare: u32,
    /// The environment with the same limit and bindings, as it was where the rule began.
    outside: u32,
}

/// What one environment differs by from another.
type Contents = (usize, Option<usize>, Bindings);

/// All environments met in one input, each with a number. Number 0 has no binding and the end of the input as limit.
pub(super) struct Environments<'a> {
    rows: Vec<Environment>,
    numbers: HashMap<Contents, u32>,
    texts: Texts<'a>,
}

impl<'a> Environments<'a> {
    pub(super) fn new(input: &'a [u8]) -> Self {
        let end = input.len();
        Self {
            rows: vec![Environment { limit: end, seen: None, bindings: Vec::new(), bare: 0, outside: 0 }],
            numbers: HashMap::from([((end, None, Vec::new()), 0)]),
            texts: Texts::new(input),
        }
    }

    /// Returns what counts as the end of the input.
    pub(super) fn limit(&self, number: u32) -> usize {
        self.rows[number as usize].limit
    }

    /// Returns where the last byte of the rule so far ends that was not skipped.
    pub(super) fn seen(&self, number: u32) -> Option<usize> {
        self.rows[number as usize].seen
    }

    /// Returns the environment of a rule from that of its completed items.
    pub(super) fn outside(&self, number: u32) -> u32 {
        self.rows[number as usize].outside
    }

    /// Returns the text of a label, empty if it is absent.
    pub(super) fn text(&self, number: u32, label: Label) -> &'a [u8] {
        match self.bound(number, label) {
            Some(Bound::Text(text)) => self.texts.get(text),
            _ => b"",
        }
    }

    /// Returns how many iterations of a counted repetition are left; none outside of one.
    pub(super) fn left(&self, number: u32, label: Label) -> Left {
        match self.bound(number, label) {
            Some(Bound::Left(left)) => left,
            _ => Left { low: 0, high: 0 },
        }
    }

    fn bound(&self, number: u32, label: Label) -> Option<Bound<Text>> {
        let bindings = &self.rows[number as usize].bindings;
        bindings.iter().find(|&&(other, _)| other == label).map(|&(_, bound)| bound)
    }

    /// Returns the part of an environment that has these labels.
    pub(super) fn restricted(&mut self, number: u32, labels: &[Label]) -> u32 {
        self.with(number, None, labels)
    }

    /// Returns an environment with one more binding, restricted to these labels. A text is given by where it begins and ends.
    pub(super) fn with(&mut self, number: u32, added: Option<(Label, Bound<(usize, usize)>)>, labels: &[Label]) -> u32 {
        self.seeing(number, None, added, labels)
    }

    /// As [`Self::with`], where the last byte that was not skipped ends there.
    pub(super) fn seeing(
        &mut self,
        number: u32,
        seen: Option<usize>,
        added: Option<(Label, Bound<(usize, usize)>)>,
        labels: &[Label],
    ) -> u32 {
        let row = &self.rows[number as usize];
        if seen.is_none() && (labels.is_empty() || (row.bindings.is_empty() && added.is_none())) {
            return row.bare;
        }
        let added = added.filter(|(label, _)| labels.contains(label)).map(|(label, bound)| {
            let bound = match bound {
                Bound::Text((start, end)) if start == end => None,
                Bound::Text((start, end)) => Some(Bound::Text(self.texts.number(start, end))),
                Bound::Left(left) => Some(Bound::Left(left)),
            };
            (label, bound)
        });
        let of = |&label: &Label| match added {
            Some((new, bound)) if new == label => Some((label, bound?)),
            _ => Some((label, self.bound(number, label)?)),
        };
        let bindings = labels.iter().filter_map(of).collect();
        self.number((row.limit, seen, bindings))
    }

    /// Returns the environment with the same bindings in a slice that ends at `limit`.
    pub(super) fn sliced(&mut self, number: u32, limit: usize) -> u32 {
        let bindings = self.rows[number as usize].bindings.clone();
        self.number((limit, None, bindings))
    }

    fn number(&mut self, contents: Contents) -> u32 {
        if let Some(&number) = self.numbers.get(&contents) {
            return number;
        }
        let (limit, seen, bindings) = contents.clone();
        let bare = (seen.is_some() || !bindings.is_empty()).then(|| self.number((limit, None, Vec::new())));
        let outside = seen.map(|_| self.number((limit, None, bindings.clone())));
        let number = self.rows.len() as u32;
        let (bare, outside) = (bare.unwrap_or(number), outside.unwrap_or(number));
        self.rows.push(Environment { limit, seen, bindings, bare, outside });
        self.numbers.insert(contents, number);
        number
    }
}

/// One environment, for expressions.
pub(super) struct In<'e, 'a> {
    pub(super) environments: &'e Environments<'a>,
    pub(super) number: u32,
}

impl Known for In<'_, '_> {
    fn text(&self, label: Label) -> &[u8] {
        self.environments.text(self.number, label)
    }
}
