//! Which texts are in the language: for every rule and place the set of places where it can end, as the least that the
//! grammar file demands.

use std::cell::RefCell;
use std::collections::HashMap;

use super::numbers::{Amount, evaluate};
use super::{Ends, Expr, Id, Labelled, Labels, Meaning};

impl Meaning {
    /// Returns whether a text is in the language. At most 63 bytes.
    pub fn holds(&mut self, text: &[u8]) -> bool {
        self.learn(text);
        let places = Places::of(self, text);
        places.ends(self.start, 0, &Labels::new()) >> text.len() & 1 == 1
    }

    /// Finds out where every rule can end that begins with this text or with an end of it.
    pub(super) fn learn(&mut self, text: &[u8]) {
        for at in (0..=text.len()).rev() {
            if self.known.contains_key(&text[at..]) {
                continue;
            }
            let mut found = vec![0; self.rules.len()];
            loop {
                self.known.insert(text[at..].to_vec(), found.clone());
                let places = Places::of(self, &text[at..]);
                let ends = |rule: &super::Rule| {
                    let bodies = rule.options.iter().map(|option| places.ends(option.body, 0, &Labels::new()));
                    bodies.fold(0, |all, ends| all | ends)
                };
                let next: Vec<Ends> = self.rules.iter().map(ends).collect();
                if next == found {
                    break;
                }
                found = next;
            }
        }
    }
}

/// Returns whether a whole text is one of an expression that holds no rule.
pub(super) fn is_text(exprs: &[Expr], id: Id, text: &[u8]) -> bool {
    let places = Places::without_rules(exprs, text);
    places.ends(id, 0, &Labels::new()) >> text.len() & 1 == 1
}

/// A text, and where rules can end in it.
pub(super) struct Places<'m> {
    pub(super) exprs: &'m [Expr],
    pub(super) text: &'m [u8],
    /// For every place where rules that begin there can end, counted from there.
    rules: Vec<&'m [Ends]>,
    /// Where expressions can end that were asked for, among these labels.
    known: RefCell<HashMap<(Id, usize, Labels), Ends>>,
}

impl<'m> Places<'m> {
    /// The ends of the text must be known.
    pub(super) fn of(meaning: &'m Meaning, text: &'m [u8]) -> Self {
        let rules = (0..=text.len()).map(|at| &meaning.known[&text[at..]][..]).collect();
        Self { exprs: &meaning.exprs, text, rules, known: RefCell::default() }
    }

    /// A text in which no rule stands.
    fn without_rules(exprs: &'m [Expr], text: &'m [u8]) -> Self {
        Self { exprs, text, rules: Vec::new(), known: RefCell::default() }
    }

    /// Where an expression can end that begins at a place.
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
            &Expr::Rule(rule) => self.rules[at][rule] << at,
            &Expr::Token { body, without } => {
                let longest = self.ends(body, at, labels).checked_ilog2().map(|end| end as usize);
                let excluded = |end: usize| without.is_some_and(|without| self.excludes(without, at, end, labels));
                longest.filter(|&end| !excluded(end)).map_or(0, |end| 1 << end)
            }
            &Expr::Ahead { body, negative } => Ends::from((self.ends(body, at, labels) == 0) == negative) << at,
            &Expr::Except { body, without } => {
                let kept = |end: &usize| !self.excludes(without, at, *end, labels);
                set(places(self.ends(body, at, labels)).filter(kept))
            }
            &Expr::Keyword { body, word } => self.ends(body, at, labels) & self.ends(word, at, labels),
            Expr::Back { label, fold } => self.text_end(at, text_of(labels, label), *fold),
            Expr::Same { body, label, fold } => {
                self.ends(*body, at, labels) & self.text_end(at, text_of(labels, label), *fold)
            }
            Expr::Label { body, .. } => self.ends(*body, at, labels),
            &Expr::Leaf { body, .. } | &Expr::Node(body) | &Expr::Skip(body) => self.ends(body, at, labels),
        }
    }

    /// Where parts one after another can end.
    pub(super) fn sequence(&self, parts: &[Id], at: usize, labels: &Labels) -> Ends {
        let Some((&first, rest)) = parts.split_first() else { return 1 << at };
        let ends = places(self.ends(first, at, labels));
        let after = |end| self.sequence(rest, end, &self.labelled(first, at, end, labels));
        ends.fold(0, |all, end| all | after(end))
    }

    /// What is visible after an item.
    pub(super) fn labelled(&self, id: Id, at: usize, end: usize, labels: &Labels) -> Labels {
        let mut after = labels.clone();
        if let Expr::Label { name, number, .. } = &self.exprs[id] {
            let text = self.text[at..end].to_vec();
            let value = number.and_then(|number| number.worth(&text));
            after.insert(name.clone(), Labelled { text, value });
        }
        after
    }

    /// How often something is repeated at a place: at least, and at most. None if what labels say cannot be.
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

/// The members of a set, ascending.
pub(super) fn places(ends: Ends) -> impl Iterator<Item = usize> {
    (0..Ends::BITS as usize).filter(move |place| ends >> place & 1 == 1)
}

fn set(places: impl Iterator<Item = usize>) -> Ends {
    places.fold(0, |all, place| all | 1 << place)
}
