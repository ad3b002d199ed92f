//! Environments of Earley items, interned: the part of an item's key besides dot and origin. An environment has the end of the
//! slice around the item and the values of its live labels. If a label around the item needs it, it also has the end of the last
//! byte that was not skipped.
//!
//! The environments of a parse with one slice:
//!
//! ```text
//! <record> ::= n:<dec> := size(v) ":" v:<text>      the input `3:abcd`
//!
//! number   limit   bindings
//! 0        6       none            at the start, and behind `v`
//! 1        6       `n` is `3`      before `v`, whose size needs `n`
//! 2        5       none            inside of `v`, which ends at 5
//! ```

use std::collections::HashMap;

use super::hash;
use crate::grammar::{Label, LabelLookup};
use crate::regular::no_labels;

/// The value of a label: a text or a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum LabelValue<T> {
    /// A text, never empty but for a column: an empty text is the same as no binding. For example, `a` for `open` behind `<a` in
    /// `"<" open:<name> …`.
    Text(T),
    /// The number of iterations left in a counted repetition. For example, 2 before the second of three `<x>` in `<x>{n}`.
    Left(IterationsLeft),
}

/// The number of iterations left, as a range. For example, `<x>{2,5}` has 1 to 4 left after one iteration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct IterationsLeft {
    /// At least.
    pub(super) low: usize,
    /// At most.
    pub(super) high: usize,
}

impl IterationsLeft {
    /// Returns the number of iterations left after one more.
    pub(super) fn next(self) -> Self {
        let high = if self.high == usize::MAX { self.high } else { self.high.saturating_sub(1) };
        Self { low: self.low.saturating_sub(1), high }
    }
}

/// A text by its number. Texts may be as long as the input, and are compared for each item, so they are interned. For example,
/// both `ab` in `ab-ab` have the same number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct TextNumber(u32);

/// Parts of the input that labels were bound to, each text once.
struct Texts<'a> {
    input: &'a [u8],
    /// The hashes of the input's prefixes from an offset on, up to the furthest text so far.
    hashes: Vec<(u64, u64)>,
    /// Where they begin: at the first text.
    base: usize,
    all: Vec<&'a [u8]>,
    /// The texts of one length with the same hash.
    numbers: HashMap<(usize, u64), Vec<TextNumber>>,
    /// The texts by start and end.
    places: HashMap<(usize, usize), TextNumber>,
}

impl<'a> Texts<'a> {
    fn new(input: &'a [u8]) -> Self {
        Self { input, hashes: Vec::new(), base: 0, all: Vec::new(), numbers: HashMap::new(), places: HashMap::new() }
    }

    /// Returns the number of a part of the input. Its bytes are compared only with texts of the same hash.
    fn number(&mut self, start: usize, end: usize) -> TextNumber {
        if let Some(&number) = self.places.get(&(start, end)) {
            return number;
        }
        if self.hashes.is_empty() || start < self.base {
            self.hashes.clear();
            self.base = start;
        }
        let (base, text) = (self.base, &self.input[start..end]);
        hash::add_prefixes(&mut self.hashes, &self.input[base..], end - base);
        let hash = hash::part(&self.hashes, start - base, end - base);
        let alike = self.numbers.entry((end - start, hash)).or_default();
        let known = alike.iter().copied().find(|number| self.all[number.0 as usize] == text);
        let number = known.unwrap_or_else(|| {
            self.all.push(text);
            let number = TextNumber(self.all.len() as u32 - 1);
            alike.push(number);
            number
        });
        self.places.insert((start, end), number);
        number
    }

    fn get(&self, TextNumber(number): TextNumber) -> &'a [u8] {
        self.all[number as usize]
    }
}

/// The values of some labels, ascending by label.
type Bindings = Vec<(Label, LabelValue<TextNumber>)>;

/// The part of an item's key that labels and slices add. Equal environments are one row, so items compare their numbers alone.
struct Environment {
    /// The end of the slice, or of the input.
    limit: usize,
    /// The end of the last byte so far that was not skipped. None if no label needs it, or if there is no such byte.
    seen: Option<usize>,
    bindings: Bindings,
    /// The environment with the same limit and nothing else.
    bare: u32,
    /// The environment with the same limit and bindings, as it was where the rule began.
    outside: u32,
}

/// The contents of an environment, as the key for interning: `limit`, `seen` and `bindings`.
type EnvironmentKey = (usize, Option<usize>, Bindings);

/// All environments of one parse, each with a number. Number 0 has no binding and the end of the input as limit.
pub(super) struct Environments<'a> {
    rows: Vec<Environment>,
    numbers: HashMap<EnvironmentKey, u32>,
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

    /// Returns the end of the slice, or of the input.
    pub(super) fn limit(&self, number: u32) -> usize {
        self.rows[number as usize].limit
    }

    /// Returns the end of the rule's last byte so far that was not skipped.
    pub(super) fn seen(&self, number: u32) -> Option<usize> {
        self.rows[number as usize].seen
    }

    /// Returns the environment of a rule, given the environment of its completed items.
    pub(super) fn outside(&self, number: u32) -> u32 {
        self.rows[number as usize].outside
    }

    /// Returns the text of a label, empty if it is absent.
    pub(super) fn text(&self, number: u32, label: Label) -> &'a [u8] {
        match self.bound(number, label) {
            Some(LabelValue::Text(text)) => self.texts.get(text),
            _ => no_labels(label),
        }
    }

    /// Returns the number of iterations left in a counted repetition; 0 outside of one.
    pub(super) fn left(&self, number: u32, label: Label) -> IterationsLeft {
        match self.bound(number, label) {
            Some(LabelValue::Left(left)) => left,
            _ => IterationsLeft { low: 0, high: 0 },
        }
    }

    fn bound(&self, number: u32, label: Label) -> Option<LabelValue<TextNumber>> {
        let bindings = &self.rows[number as usize].bindings;
        bindings.iter().find(|&&(other, _)| other == label).map(|&(_, bound)| bound)
    }

    /// Returns the environment restricted to these labels. For example, a label that no later item reads is dropped, so that
    /// items that differ only in it become one.
    pub(super) fn restricted(&mut self, number: u32, labels: &[Label]) -> u32 {
        self.with(number, None, labels)
    }

    /// Returns an environment with one more binding, restricted to these labels. A text is given by its start and end.
    pub(super) fn with(
        &mut self,
        number: u32,
        added: Option<(Label, LabelValue<(usize, usize)>)>,
        labels: &[Label],
    ) -> u32 {
        self.seeing(number, None, added, labels)
    }

    /// The same as [`Self::with`], with the end of the last byte that was not skipped.
    pub(super) fn seeing(
        &mut self,
        number: u32,
        seen: Option<usize>,
        added: Option<(Label, LabelValue<(usize, usize)>)>,
        labels: &[Label],
    ) -> u32 {
        let row = &self.rows[number as usize];
        if seen.is_none() && (labels.is_empty() || (row.bindings.is_empty() && added.is_none())) {
            return row.bare;
        }
        let added = added.filter(|(label, _)| labels.contains(label)).map(|(label, bound)| {
            let bound = match bound {
                LabelValue::Text((start, end)) if start == end && label != Label::COLUMN => None,
                LabelValue::Text((start, end)) => Some(LabelValue::Text(self.texts.number(start, end))),
                LabelValue::Left(left) => Some(LabelValue::Left(left)),
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

    fn number(&mut self, contents: EnvironmentKey) -> u32 {
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

/// One environment, as expressions read it.
pub(super) struct EnvironmentValues<'e, 'a> {
    pub(super) environments: &'e Environments<'a>,
    pub(super) number: u32,
}

impl LabelLookup for EnvironmentValues<'_, '_> {
    fn text(&self, label: Label) -> &[u8] {
        self.environments.text(self.number, label)
    }
}
