//! The texts of the language. For every rule and place, it computes the set of places where the rule can end: the least fixpoint of
//! the rules.

use std::cell::RefCell;
use std::collections::HashMap;

use super::numbers::{Amount, evaluate};
use super::{Ends, Expr, Id, LabelValue, Labels, Meaning, RuleEnds};

impl Meaning {
    /// Returns whether a text is in the language. At most 63 bytes.
    pub fn holds(&mut self, text: &[u8]) -> bool {
        self.learn(text);
        let places = Places::of(self, text);
        places.ends(self.start, 0, &Labels::new()) >> text.len() & 1 == 1
    }

    /// Computes the ends of every rule at the begin of this text and of each of its suffixes.
    pub(super) fn learn(&mut self, text: &[u8]) {
        for at in (0..=text.len()).rev() {
            if self.known.contains_key(&text[at..]) {
                continue;
            }
            let mut found = vec![RuleEnds::default(); self.rules.len()];
            loop {
                self.known.insert(text[at..].to_vec(), found.clone());
                let places = Places::of(self, &text[at..]);
                let lasts = |rule: &super::Rule, end: usize| {
                    let bodies = rule.options.iter().map(|option| places.lasts(option.body, 0, end, &Labels::new()));
                    bodies.fold(0, |all, lasts| all | lasts)
                };
                let known = |rule: &super::Rule| {
                    let bodies = rule.options.iter().map(|option| places.ends(option.body, 0, &Labels::new()));
                    let count = if self.skips { text.len() - at + 1 } else { 0 };
                    RuleEnds {
                        ends: bodies.fold(0, |all, ends| all | ends),
                        lasts: (0..count).map(|end| lasts(rule, end)).collect(),
                    }
                };
                let next: Vec<RuleEnds> = self.rules.iter().map(known).collect();
                if next == found {
                    break;
                }
                found = next;
            }
        }
    }
}

/// Returns whether an expression without rules matches a whole text.
pub(super) fn is_text(exprs: &[Expr], id: Id, text: &[u8]) -> bool {
    let places = Places::without_rules(exprs, text);
    places.ends(id, 0, &Labels::new()) >> text.len() & 1 == 1
}

/// A text, and where rules can end in it.
pub(super) struct Places<'m> {
    pub(super) exprs: &'m [Expr],
    pub(super) text: &'m [u8],
    /// For every place, the ends of the rules that begin there.
    rules: Vec<&'m [RuleEnds]>,
    /// Whether anything is skipped.
    skips: bool,
    /// Memo: the ends of an expression at a place, with these labels.
    known: RefCell<HashMap<(Id, usize, Labels), Ends>>,
    /// Memo: the ends of the last byte that was not skipped, for an expression over a span.
    known_lasts: RefCell<HashMap<(Id, usize, usize, Labels), Ends>>,
}

/// All bytes were skipped, or there are none. The end 0 is free for this, because no last byte ends at 0.
pub(super) const NOTHING: Ends = 1;

impl<'m> Places<'m> {
    /// All suffixes of the text must be in `known`; see `learn`.
    pub(super) fn of(meaning: &'m Meaning, text: &'m [u8]) -> Self {
        let rules = (0..=text.len()).map(|at| &meaning.known[&text[at..]][..]).collect();
        let skips = meaning.skips;
        Self { exprs: &meaning.exprs, text, rules, skips, known: RefCell::default(), known_lasts: RefCell::default() }
    }

    /// For expressions without rules.
    fn without_rules(exprs: &'m [Expr], text: &'m [u8]) -> Self {
        let (known, known_lasts) = (RefCell::default(), RefCell::default());
        Self { exprs, text, rules: Vec::new(), skips: false, known, known_lasts }
    }

    /// Returns the ends of an expression that begins at a place.
    pub(super) fn ends(&self, id: Id, at: usize, labels: &Labels) -> Ends {
        let asked = (id, at, labels.clone());
        let known = self.known.borrow().get(&asked).copied();
        known.unwrap_or_else(|| {
            let found = self.found(id, at, labels);
            self.known.borrow_mut().insert(asked, found);
            found
        })
    }

    fn found(&self, id: Id, at: usize, labels: &Labels) -> Ends {
        match &self.exprs[id] {
            Expr::Text { text, fold } => self.text_end(at, text, *fold),
            Expr::Byte(set) => self.text.get(at).filter(|&&byte| set[usize::from(byte)]).map_or(0, |_| 1 << (at + 1)),
            Expr::Sequence(parts) => self.sequence(parts, at, labels),
            Expr::Choice(options) => options.iter().fold(0, |all, &option| all | self.ends(option, at, labels)),
            Expr::Repeat { body, min, max } => {
                let bounds = self.bounds(min, max.as_ref(), at, labels);
                bounds.map_or(0, |bounds| self.repeat(*body, bounds, at, labels))
            }
            &Expr::Rule(rule) => self.rules[at][rule].ends << at,
            &Expr::Token { body, without } => {
                let longest = self.ends(body, at, labels).checked_ilog2().map(|end| end as usize);
                let excluded = |end: usize| without.is_some_and(|without| self.excludes(without, at, end, labels));
                longest.filter(|&end| !excluded(end)).map_or(0, |end| 1 << end)
            }
            &Expr::Ahead { body, negative } => Ends::from((self.ends(body, at, labels) == 0) == negative) << at,
            &Expr::Except { body, .. } => {
                set(places(self.ends(body, at, labels)).filter(|&end| self.lasts(id, at, end, labels) != 0))
            }
            &Expr::Keyword { body, word } => self.ends(body, at, labels) & self.ends(word, at, labels),
            Expr::Back { label, fold } => self.text_end(at, text_of(labels, label), *fold),
            &Expr::Same { body, .. } => {
                set(places(self.ends(body, at, labels)).filter(|&end| self.lasts(id, at, end, labels) != 0))
            }
            Expr::Label { body, .. } => self.ends(*body, at, labels),
            &Expr::Leaf { body, .. } | &Expr::Node(body) | &Expr::Skip(body) => self.ends(body, at, labels),
        }
    }

    /// Returns the ends of the last byte that was not skipped, for an expression over a span; [`NOTHING`] if all are skipped.
    pub(super) fn lasts(&self, id: Id, at: usize, end: usize, labels: &Labels) -> Ends {
        let asked = (id, at, end, labels.clone());
        let known = self.known_lasts.borrow().get(&asked).copied();
        known.unwrap_or_else(|| {
            let found = self.found_lasts(id, at, end, labels);
            self.known_lasts.borrow_mut().insert(asked, found);
            found
        })
    }

    fn found_lasts(&self, id: Id, at: usize, end: usize, labels: &Labels) -> Ends {
        let is_there = |id: Id| self.ends(id, at, labels) >> end & 1 == 1;
        let whole = if at < end { 1 << end } else { NOTHING };
        match &self.exprs[id] {
            // The filters of these variants apply to the ends of their bodies.
            &Expr::Except { body, without } => {
                let kept = |&last: &usize| !self.excludes(without, at, last.max(at), labels);
                set(places(self.lasts(body, at, end, labels)).filter(kept))
            }
            Expr::Same { body, label, fold } => {
                let text = text_of(labels, label);
                let is_same = |&last: &usize| self.text_end(at, text, *fold) >> last.max(at) & 1 == 1;
                set(places(self.lasts(*body, at, end, labels)).filter(is_same))
            }
            _ if !is_there(id) => 0,
            _ if !self.skips => whole,
            Expr::Skip(_) => NOTHING,
            Expr::Sequence(parts) => self.sequence_lasts(parts, at, end, labels),
            Expr::Choice(options) => options.iter().fold(0, |all, &option| all | self.lasts(option, at, end, labels)),
            Expr::Repeat { body, min, max } => {
                let bounds = self.bounds(min, max.as_ref(), at, labels);
                bounds.map_or(0, |bounds| self.repeat_lasts(*body, bounds, (at, end), labels))
            }
            &Expr::Rule(rule) => {
                let lasts = self.rules[at][rule].lasts[end - at];
                lasts & NOTHING | (lasts & !NOTHING) << at
            }
            Expr::Label { body, .. } | Expr::Node(body) => self.lasts(*body, at, end, labels),
            _ => whole,
        }
    }

    fn sequence_lasts(&self, parts: &[Id], at: usize, end: usize, labels: &Labels) -> Ends {
        let Some((&first, rest)) = parts.split_first() else { return Ends::from(at == end) };
        let mut found = 0;
        for middle in places(self.ends(first, at, labels)).filter(|&middle| middle <= end) {
            for (after, lasts) in self.labelled(first, at, middle, labels) {
                found |= after_all(lasts, self.sequence_lasts(rest, middle, end, &after));
            }
        }
        found
    }

    fn repeat_lasts(&self, body: Id, (min, max): (u32, u32), (at, end): (usize, usize), labels: &Labels) -> Ends {
        let stopped = if min == 0 && at == end { NOTHING } else { 0 };
        if max == 0 {
            return stopped;
        }
        let left = (min.saturating_sub(1), max - 1);
        let middles = places(self.ends(body, at, labels)).filter(|&middle| middle <= end && (min > 0 || middle > at));
        let with = |middle| {
            let rest = self.repeat_lasts(body, left, (middle, end), labels);
            after_all(self.lasts(body, at, middle, labels), rest)
        };
        middles.fold(stopped, |all, middle| all | with(middle))
    }

    /// Returns the ends of a sequence of parts.
    pub(super) fn sequence(&self, parts: &[Id], at: usize, labels: &Labels) -> Ends {
        let Some((&first, rest)) = parts.split_first() else { return 1 << at };
        let ends = places(self.ends(first, at, labels));
        let after = |end| self.labelled(first, at, end, labels).into_iter().map(move |(after, _)| (end, after));
        ends.flat_map(after).fold(0, |all, (end, after)| all | self.sequence(rest, end, &after))
    }

    /// Returns the labels that can be visible after an item. Each comes with the end of the item's last byte that was not skipped. For
    /// example, after `n:<dec>` over `12` the label `n` has the text `12` and the value 12.
    pub(super) fn labelled(&self, id: Id, at: usize, end: usize, labels: &Labels) -> Vec<(Labels, Ends)> {
        let lasts = self.lasts(id, at, end, labels);
        let Expr::Label { name, number, .. } = &self.exprs[id] else { return vec![(labels.clone(), lasts)] };
        let with = |last: usize| {
            let mut after = labels.clone();
            let text = self.text[at..last.max(at)].to_vec();
            let value = number.and_then(|number| number.worth(&text));
            after.insert(name.clone(), LabelValue { text, value });
            (after, 1 << last)
        };
        places(lasts).map(with).collect()
    }

    /// How often something is repeated at a place: at least, and at most. `None` if the labels give
    /// an impossible count, for example one beyond the end of the text.
    pub(super) fn bounds(&self, min: &Amount, max: Option<&Amount>, at: usize, labels: &Labels) -> Option<(u32, u32)> {
        let is_counted = std::iter::once(min).chain(max).any(|amount| !amount.is_fixed());
        let left = self.text.len() - at;
        let min = usize::try_from(evaluate(min, labels)?).ok()?;
        // Every iteration beyond the minimum takes a byte.
        let most = min.saturating_add(left);
        let max = match max {
            Some(max) => usize::try_from(evaluate(max, labels)?.min(most as i128)).ok()?,
            None => most,
        };
        let possible = !is_counted || min <= left && min <= max;
        if possible { Some((u32::try_from(min).ok()?, u32::try_from(max).ok()?)) } else { None }
    }

    fn repeat(&self, body: Id, (min, max): (u32, u32), at: usize, labels: &Labels) -> Ends {
        let step = |from: Ends| places(from).fold(0, |all, at| all | self.ends(body, at, labels));
        let more = |from: Ends| places(from).fold(0, |all, at| all | self.ends(body, at, labels) & !(1 << at));
        let mut last = (0..min).fold(1 << at, |from, _| step(from));
        let mut found = last;
        for _ in min..max {
            last = more(last);
            found |= last;
        }
        found
    }

    /// Whether an exclusion holds the text between two places.
    fn excludes(&self, without: Id, at: usize, end: usize, labels: &Labels) -> bool {
        let alone = Places::without_rules(self.exprs, &self.text[at..end]);
        alone.ends(without, 0, labels) >> (end - at) & 1 == 1
    }

    fn text_end(&self, at: usize, text: &[u8], fold: bool) -> Ends {
        let end = at + text.len();
        let same = |found: &[u8]| if fold { found.eq_ignore_ascii_case(text) } else { found == text };
        self.text.get(at..end).filter(|found| same(found)).map_or(0, |_| 1 << end)
    }
}

/// An absent label is the empty text.
fn text_of<'l>(labels: &'l Labels, label: &str) -> &'l [u8] {
    labels.get(label).map_or(&[], |label| &label.text)
}

/// Ends of the last byte that was not skipped: in `rest`, or in the part before it if `rest` has no such byte. For example, behind `a `
/// that is 1, because the blank was skipped.
fn after_all(lasts: Ends, rest: Ends) -> Ends {
    rest & !NOTHING | if rest & NOTHING == 0 { 0 } else { lasts }
}

/// The members of a set, ascending.
pub(super) fn places(ends: Ends) -> impl Iterator<Item = usize> {
    (0..Ends::BITS as usize).filter(move |place| ends >> place & 1 == 1)
}

fn set(places: impl Iterator<Item = usize>) -> Ends {
    places.fold(0, |all, place| all | 1 << place)
}
