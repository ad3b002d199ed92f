//! The terminals that can follow each rule. They tell more than the next bytes where operators share their beginning: behind `a` in
//! `a <<b`, the bytes admit `<<=`, but no terminal but `<<` matches.

use std::sync::OnceLock;

use crate::byteset::ByteSet;
use crate::grammar::{Grammar, Item, ProductionId, Symbol, Terminal, TerminalKind};
use crate::regular::{Matcher, first_bytes};

/// Sets of terminals, laid out when an input first asks for them.
#[derive(Debug, Default)]
pub struct Followers(OnceLock<Sets>);

#[derive(Debug)]
struct Sets {
    /// By rule.
    all: Vec<TerminalSet>,
    /// By rule: those that follow it where it does not go on by left recursion.
    at_end: Vec<TerminalSet>,
}

/// A bit for each terminal.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct TerminalSet(Vec<u64>);

impl TerminalSet {
    fn insert(&mut self, number: usize) -> bool {
        self.0.resize(self.0.len().max(number / 64 + 1), 0);
        let before = self.0[number / 64];
        self.0[number / 64] |= 1 << (number % 64);
        self.0[number / 64] != before
    }

    /// Adds the terminals of another set, and returns whether that changes anything.
    fn grow(&mut self, other: &Self) -> bool {
        self.0.resize(self.0.len().max(other.0.len()), 0);
        let mut grown = false;
        for (own, others) in self.0.iter_mut().zip(&other.0) {
            grown |= *own | others != *own;
            *own |= others;
        }
        grown
    }

    fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.0.len() * 64).filter(|number| self.0[number / 64] >> (number % 64) & 1 == 1)
    }
}

impl Followers {
    /// Makes sets that are computed at their first use.
    pub const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// Returns whether a terminal at this offset can follow the rule, or the input ends there. O(terminals).
    pub fn admit(&self, matcher: &Matcher<'_>, rule: Symbol, at: usize) -> bool {
        let sets = self.0.get_or_init(|| Sets::new(matcher));
        is_any_next(&sets.all[rule.0 as usize], matcher, at)
    }

    /// Does the same as [`Followers::admit`] for a left-recursive rule at its end.
    pub fn admit_at_end(&self, matcher: &Matcher<'_>, rule: Symbol, at: usize) -> bool {
        let sets = self.0.get_or_init(|| Sets::new(matcher));
        is_any_next(&sets.at_end[rule.0 as usize], matcher, at)
    }
}

fn is_any_next(set: &TerminalSet, matcher: &Matcher<'_>, at: usize) -> bool {
    at == matcher.input.len()
        || set.numbers().any(|number| matcher.may_match(matcher.grammar.terminal_symbol(number), at))
}

impl Sets {
    fn new(matcher: &Matcher<'_>) -> Self {
        let grammar = matcher.grammar;
        let mut first = First::new(matcher);
        first.fill();
        let all = first.follow();
        let at_end = (0..grammar.rules.len() as u32).map(|rule| first.at_end(Symbol(rule), &all)).collect();
        Self { all, at_end }
    }
}

/// The terminals that texts of each rule begin with.
struct First<'a> {
    grammar: &'a Grammar,
    /// The bytes that each terminal begins with.
    bytes: Vec<ByteSet>,
    sets: Vec<TerminalSet>,
    /// The bytes before which each rule can be empty. For example, `"," | &"}"` can be empty before `}`.
    around: Vec<ByteSet>,
}

impl<'a> First<'a> {
    fn new(matcher: &Matcher<'a>) -> Self {
        let grammar = matcher.grammar;
        let bytes = |terminal: &Terminal| match terminal.kind {
            TerminalKind::Text { .. } => ByteSet::ALL,
            _ => match first_bytes(grammar, matcher.automata, terminal.regular) {
                (_, true) => ByteSet::ALL,
                (bytes, false) => bytes,
            },
        };
        let bytes = grammar.terminals.iter().map(bytes).collect();
        let rules = grammar.rules.len();
        Self { grammar, bytes, sets: vec![TerminalSet::default(); rules], around: vec![ByteSet::EMPTY; rules] }
    }

    /// Adds those of other terminals that begin with one of the bytes, and returns whether that changes anything.
    fn grow(&self, set: &mut TerminalSet, other: &TerminalSet, bytes: ByteSet) -> bool {
        if bytes == ByteSet::ALL {
            return set.grow(other);
        }
        let begins = |number: &usize| !self.bytes[*number].intersection(bytes).is_empty();
        other.numbers().filter(begins).fold(false, |grown, number| set.insert(number) | grown)
    }

    /// Adds the terminals that the items begin with, and returns the bytes before which all items can be empty.
    fn of_items(&self, items: &[Item], set: &mut TerminalSet) -> ByteSet {
        let mut around = ByteSet::ALL;
        for item in items {
            let number = item.symbol.0 as usize;
            around = match (number.checked_sub(self.grammar.rules.len()), self.grammar.terminal(item.symbol)) {
                (Some(number), Some(terminal)) => match terminal.kind {
                    TerminalKind::Ahead { negative: true } => around,
                    TerminalKind::Ahead { negative: false } => around.intersection(self.bytes[number]),
                    _ => {
                        if !self.bytes[number].intersection(around).is_empty() {
                            set.insert(number);
                        }
                        let is_nullable = terminal.nullable || matches!(terminal.kind, TerminalKind::Text { .. });
                        if is_nullable { around } else { ByteSet::EMPTY }
                    }
                },
                _ => {
                    self.grow(set, &self.sets[number], around);
                    around.intersection(self.around[number])
                }
            };
            if around.is_empty() {
                break;
            }
        }
        around
    }

    fn fill(&mut self) {
        let mut is_done = false;
        while !std::mem::replace(&mut is_done, true) {
            for id in (0..self.grammar.productions.len() as u32).rev().map(ProductionId) {
                let rule = self.grammar.production(id).rule.0 as usize;
                let mut set = TerminalSet::default();
                let around = self.of_items(self.grammar.items_of(id), &mut set);
                is_done &= !(self.sets[rule].grow(&set) | self.around[rule].grow(around));
            }
        }
    }

    fn follow(&self) -> Vec<TerminalSet> {
        let grammar = self.grammar;
        let mut follow = vec![TerminalSet::default(); grammar.rules.len()];
        let mut is_done = false;
        while !std::mem::replace(&mut is_done, true) {
            for id in (0..grammar.productions.len() as u32).map(ProductionId) {
                let (items, rule) = (grammar.items_of(id), grammar.production(id).rule.0 as usize);
                for (place, item) in items.iter().enumerate().filter(|(_, item)| grammar.rule(item.symbol).is_some()) {
                    let mut set = TerminalSet::default();
                    let around = self.of_items(&items[place + 1..], &mut set);
                    self.grow(&mut set, &follow[rule], around);
                    is_done &= !follow[item.symbol.0 as usize].grow(&set);
                }
            }
        }
        follow
    }

    /// Returns the terminals behind a left-recursive rule that does not go on. [`super::Lookahead::stop`] has their bytes.
    fn at_end(&self, rule: Symbol, follow: &[TerminalSet]) -> TerminalSet {
        let (grammar, mut set) = (self.grammar, TerminalSet::default());
        for id in (0..grammar.productions.len() as u32).map(ProductionId) {
            let (items, user) = (grammar.items_of(id), grammar.production(id).rule);
            let is_use = |&(place, item): &(usize, &Item)| item.symbol == rule && (user != rule || place > 0);
            for (place, _) in items.iter().enumerate().filter(is_use) {
                let around = self.of_items(&items[place + 1..], &mut set);
                self.grow(&mut set, &follow[user.0 as usize], around);
            }
        }
        set
    }
}
