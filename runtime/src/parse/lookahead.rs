//! What can stand at the next few bytes: FIRST and FOLLOW, one set for each distance.
//!
//! Linear approximate lookahead (T. Parr, *Obtaining practical variants of LL(k) and LR(k)*, 1993): the sets of different
//! distances are independent of one another, so they grow with the depth and not with its power. An option that the sets
//! exclude cannot be taken; one that they admit may still fail.

use std::collections::VecDeque;

use crate::byteset::ByteSet;
use crate::grammar::{Drive, Grammar, Item, ProductionId, Regular, Symbol, Table, TerminalKind};

/// How many bytes are looked at.
pub const DEPTH: usize = 4;

/// The bytes at the first [`DEPTH`] places of a set of texts. The end of input counts as a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prefix {
    /// The bytes at each distance from the start.
    pub sets: [ByteSet; DEPTH],
    /// Bit `l` says that a text can be `l` bytes long, for lengths below [`DEPTH`].
    lengths: u8,
}

impl Prefix {
    /// No text at all.
    const NOTHING: Self = Self { sets: [ByteSet::EMPTY; DEPTH], lengths: 0 };
    /// The empty text.
    pub const EMPTY: Self = Self { sets: [ByteSet::EMPTY; DEPTH], lengths: 1 };
    /// The end of input, and nothing but it from there on.
    const END: Self = Self { sets: [ByteSet::END; DEPTH], lengths: 0 };

    /// Returns whether the empty text is among the texts.
    pub fn is_nullable(self) -> bool {
        self.lengths & 1 == 1
    }

    /// Returns the texts of one followed by those of the other.
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        let mut both = Self { sets: self.sets, lengths: 0 };
        for length in (0..DEPTH).filter(|length| self.lengths >> length & 1 == 1) {
            for distance in length..DEPTH {
                both.sets[distance] = both.sets[distance].union(next.sets[distance - length]);
            }
            both.lengths |= next.lengths << length & ((1 << DEPTH) - 1);
        }
        both
    }

    /// Returns the texts of either.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        let sets = std::array::from_fn(|distance| self.sets[distance].union(other.sets[distance]));
        Self { sets, lengths: self.lengths | other.lengths }
    }

    /// Returns the texts that are not empty.
    #[must_use]
    fn consuming(self) -> Self {
        Self { lengths: self.lengths & !1, ..self }
    }

    /// Returns the least distance at which the two have no byte in common, so that no input fits both.
    pub fn parting(self, other: Self) -> Option<usize> {
        (0..DEPTH).find(|&distance| self.sets[distance].intersection(other.sets[distance]).is_empty())
    }

    fn of_bytes(set: ByteSet) -> Self {
        Self { sets: std::array::from_fn(|distance| if distance == 0 { set } else { ByteSet::EMPTY }), lengths: 2 }
    }
}

/// What each symbol of a grammar can begin with, and what can follow each rule.
#[derive(Debug, Clone)]
pub struct Lookahead {
    terminals: Vec<Prefix>,
    rules: Vec<Prefix>,
    follow: Vec<Prefix>,
    /// The places that use each rule: the production, and the number of the item in it.
    uses: Vec<Vec<(ProductionId, usize)>>,
}

impl Lookahead {
    /// Computes all sets to their fixpoint.
    pub fn new(grammar: &Grammar) -> Self {
        let regulars = regulars(grammar);
        let terminal = |terminal: &crate::grammar::Terminal| match terminal.kind {
            TerminalKind::Ahead { .. } => Prefix::EMPTY,
            TerminalKind::Text { .. } => anything(),
            TerminalKind::Token | TerminalKind::Leaf => regulars[terminal.regular.0 as usize],
        };
        let nothing = vec![Prefix::NOTHING; grammar.rules.len()];
        let mut lookahead = Self {
            terminals: grammar.terminals.iter().map(terminal).collect(),
            rules: nothing.clone(),
            follow: nothing,
            uses: uses(grammar),
        };
        lookahead.fill_rules(grammar);
        lookahead.fill_follow(grammar);
        lookahead
    }

    /// Returns what a text of the item can begin with.
    pub fn of_item(&self, item: &Item) -> Prefix {
        let prefix = match self.rules.get(item.symbol.0 as usize) {
            Some(&rule) => rule,
            None => self.terminals[item.symbol.0 as usize - self.rules.len()],
        };
        if item.consume { prefix.consuming() } else { prefix }
    }

    /// Returns what a text of the items, one after another, can begin with.
    pub fn of_items(&self, items: &[Item]) -> Prefix {
        items.iter().fold(Prefix::EMPTY, |before, item| before.then(self.of_item(item)))
    }

    /// Returns what can stand where the production has these items left.
    pub fn rest(&self, grammar: &Grammar, production: ProductionId, items: &[Item]) -> Prefix {
        self.of_items(items).then(self.follow(grammar.production(production).rule))
    }

    /// Returns what can follow a rule.
    pub fn follow(&self, rule: Symbol) -> Prefix {
        self.follow[rule.0 as usize]
    }

    /// Returns what can follow a rule that is left-recursive where it does not go on: its own use as the first item of one
    /// of its productions does not count.
    pub fn stop(&self, grammar: &Grammar, rule: Symbol) -> Prefix {
        let mut stop = if rule == grammar.start { Prefix::END } else { Prefix::NOTHING };
        for &(production, place) in &self.uses[rule.0 as usize] {
            let row = grammar.production(production);
            let items = grammar.items_of(production);
            if matches!(items[place].drive, Drive::Size(_)) {
                stop = stop.or(Prefix::END);
            } else if row.rule != rule || place > 0 {
                stop = stop.or(self.rest(grammar, production, &items[place + 1..]));
            }
        }
        stop
    }

    /// A production is looked at again when a rule in it has grown.
    fn fill_rules(&mut self, grammar: &Grammar) {
        let mut waiting = vec![true; grammar.productions.len()];
        let mut pending: VecDeque<ProductionId> =
            (0..grammar.productions.len() as u32).rev().map(ProductionId).collect();
        while let Some(production) = pending.pop_front() {
            waiting[production.0 as usize] = false;
            let rule = grammar.production(production).rule.0 as usize;
            let grown = self.rules[rule].or(self.of_items(grammar.items_of(production)));
            if grown != self.rules[rule] {
                self.rules[rule] = grown;
                let users = self.uses[rule].iter().map(|&(user, _)| user);
                pending.extend(users.filter(|user| !std::mem::replace(&mut waiting[user.0 as usize], true)));
            }
        }
    }

    /// A rule is looked at again when what follows it has grown.
    fn fill_follow(&mut self, grammar: &Grammar) {
        if let Some(start) = self.follow.get_mut(grammar.start.0 as usize) {
            *start = Prefix::END;
        }
        let mut waiting = vec![true; self.rules.len()];
        let mut pending: VecDeque<Symbol> = (0..self.rules.len() as u32).map(Symbol).collect();
        while let Some(rule) = pending.pop_front() {
            waiting[rule.0 as usize] = false;
            for production in grammar.productions_of(rule) {
                let mut after = self.follow(rule);
                for item in grammar.items_of(production).iter().rev() {
                    if let Some(known) = self.follow.get_mut(item.symbol.0 as usize) {
                        // What fills a slice is followed by its end.
                        let grown = known.or(if matches!(item.drive, Drive::Size(_)) { Prefix::END } else { after });
                        if grown != *known {
                            *known = grown;
                            if !std::mem::replace(&mut waiting[item.symbol.0 as usize], true) {
                                pending.push_back(item.symbol);
                            }
                        }
                    }
                    after = self.of_item(item).then(after);
                }
            }
        }
    }
}

/// Returns for each rule the places that use it: the production, and the number of the item in it.
fn uses(grammar: &Grammar) -> Vec<Vec<(ProductionId, usize)>> {
    let mut uses = vec![Vec::new(); grammar.rules.len()];
    for production in (0..grammar.productions.len() as u32).map(ProductionId) {
        for (place, item) in grammar.items_of(production).iter().enumerate() {
            if let Some(uses) = uses.get_mut(item.symbol.0 as usize) {
                uses.push((production, place));
            }
        }
    }
    uses
}

/// Any text.
fn anything() -> Prefix {
    Prefix { sets: [ByteSet::ALL.without_end(); DEPTH], lengths: (1 << DEPTH) - 1 }
}

/// Returns what the texts of each regular expression can begin with. Its parts stand before it.
fn regulars(grammar: &Grammar) -> Vec<Prefix> {
    let mut known: Vec<Prefix> = Vec::with_capacity(grammar.regulars.len());
    for regular in grammar.regulars.iter() {
        let prefix = match regular {
            Regular::Literal { text, fold } => text
                .iter()
                .fold(Prefix::EMPTY, |before, &byte| before.then(Prefix::of_bytes(ByteSet::of_letter(byte, *fold)))),
            Regular::Chars(ranges) => chars(ranges),
            Regular::Bytes(ranges) => {
                let mut set = ByteSet::EMPTY;
                ranges.iter().for_each(|&(low, high)| set.insert_range(low, high));
                Prefix::of_bytes(set)
            }
            Regular::Sequence(parts) => {
                parts.iter().fold(Prefix::EMPTY, |before, part| before.then(known[part.0 as usize]))
            }
            Regular::Choice(parts) => {
                parts.iter().fold(Prefix::NOTHING, |before, part| before.or(known[part.0 as usize]))
            }
            Regular::Repeat { body, min, max } => repeated(known[body.0 as usize], *min, *max),
            Regular::Ahead { .. } => Prefix::EMPTY,
            Regular::Except { body, .. } => known[body.0 as usize],
            Regular::Text { .. } => anything(),
        };
        known.push(prefix);
    }
    known
}

/// Any of these characters, in UTF-8.
fn chars(ranges: &Table<(u32, u32)>) -> Prefix {
    let mut prefix = Prefix::NOTHING;
    for (length, (low, high)) in [(0, 0x7f), (0x80, 0x7ff), (0x800, 0xffff), (0x1_0000, 0x10_ffff)].iter().enumerate() {
        for &(from, to) in ranges.iter() {
            let (from, to) = (from.max(*low), to.min(*high));
            if from <= to {
                let mut lead = ByteSet::EMPTY;
                lead.insert_range(lead_byte(from, length), lead_byte(to, length));
                let mut trail = ByteSet::EMPTY;
                trail.insert_range(0x80, 0xbf);
                let one = (0..length).fold(Prefix::of_bytes(lead), |before, _| before.then(Prefix::of_bytes(trail)));
                prefix = prefix.or(one);
            }
        }
    }
    prefix
}

/// Returns the first byte of a character that has so many continuation bytes.
fn lead_byte(char: u32, trails: usize) -> u8 {
    let mark = [0u8, 0xc0, 0xe0, 0xf0][trails];
    mark | (char >> (6 * trails)) as u8
}

fn repeated(body: Prefix, min: u32, max: Option<u32>) -> Prefix {
    // After as many copies as bytes are looked at nothing new can come into sight.
    let copies = |count: u32| count.min(DEPTH as u32);
    let least = (0..copies(min)).fold(Prefix::EMPTY, |before, _| before.then(body));
    let more = copies(max.map_or(u32::MAX, |max| max.saturating_sub(min)));
    (0..more).fold(least, |before, _| before.or(before.then(body)))
}
