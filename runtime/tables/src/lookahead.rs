//! The bytes that can come next: FIRST and FOLLOW, one set for each distance.
//!
//! Linear approximate lookahead (T. Parr, *Obtaining practical variants of LL(k) and LR(k)*, 1993): the sets of different
//! distances are independent of one another, so their size is linear in the depth and not exponential. For example, the
//! texts `ab` and `cd` have the sets `{a, c}` and `{b, d}`, which also admit `ad`. So an option that the sets exclude cannot
//! be taken; an option that they admit may still fail.
//!
//! Three more facts help where the sets do not: the keywords that can be next ([`Keywords`]), the second byte after
//! each punctuation mark (`Signs`), and the bytes that a look-ahead at the end of a text lets follow.

pub mod followers;
mod signs;

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::byteset::ByteSet;
use crate::grammar::{Drive, Grammar, Item, ProductionId, Regular, RegularId, Symbol, Table, TerminalKind};
use crate::regular::{Automata, Keywords};
use signs::Signs;

/// Number of bytes of lookahead. Four tell `<!--` from `<!DOCTYPE`; few grammars need more, and each byte more makes the
/// sets of every rule larger.
pub const LOOKAHEAD_BYTES: usize = 4;

/// The bytes at the first [`LOOKAHEAD_BYTES`] places of a set of texts. The end of input counts as a byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prefix {
    /// The bytes at each distance from the start.
    pub sets: [ByteSet; LOOKAHEAD_BYTES],
    /// Bit `l` says that a text can be `l` bytes long, for lengths below [`LOOKAHEAD_BYTES`]. For example, bits 0 and 1 for
    /// `"a"?`.
    lengths: u8,
    /// The numbers of the keywords that can stand at the start; the end of input stands for anything else that begins like a
    /// keyword.
    pub keywords: ByteSet,
    /// The bytes that can follow a text that is not empty.
    after: ByteSet,
    /// The bytes that can follow the empty text; none if it is not among the texts.
    around: ByteSet,
    signs: Signs,
}

impl Prefix {
    /// No text at all.
    const NOTHING: Self = Self::new([ByteSet::EMPTY; LOOKAHEAD_BYTES], 0, ByteSet::EMPTY);
    /// The empty text.
    pub const EMPTY: Self = Self::new([ByteSet::EMPTY; LOOKAHEAD_BYTES], 1, ByteSet::ALL);
    /// The end of input, at every distance.
    const END: Self = Self::new([ByteSet::END; LOOKAHEAD_BYTES], 0, ByteSet::EMPTY);

    /// Makes a prefix without keywords and marks.
    const fn new(sets: [ByteSet; LOOKAHEAD_BYTES], lengths: u8, around: ByteSet) -> Self {
        Self { sets, lengths, keywords: ByteSet::EMPTY, after: ByteSet::EMPTY, around, signs: Signs::NONE }
    }

    /// Returns whether the empty text is among the texts.
    pub fn is_nullable(&self) -> bool {
        self.lengths & 1 == 1
    }

    /// Returns the texts of this prefix, each followed by a text of `next`. For example, `"a"?` and then `"b"` begins with
    /// `a` or `b`.
    #[must_use]
    pub fn then(mut self, next: &Self) -> Self {
        self.append(next);
        self
    }

    /// Appends the texts of `next` to each text.
    fn append(&mut self, next: &Self) {
        let (lengths, after, around) = (self.lengths, self.after, self.around);
        self.lengths = 0;
        for length in (0..LOOKAHEAD_BYTES).filter(|length| lengths >> length & 1 == 1) {
            let between = if length == 0 { around } else { after };
            self.sets[length] = self.sets[length].union(next.sets[0].intersection(between));
            for distance in length + 1..LOOKAHEAD_BYTES {
                self.sets[distance] = self.sets[distance].union(next.sets[distance - length]);
            }
            self.lengths |= next.lengths << length & ((1 << LOOKAHEAD_BYTES) - 1);
        }
        self.signs.extend(next.sets[0], next.around);
        if lengths & 1 == 1 {
            if !next.sets[0].intersection(around).without_end().is_empty() {
                self.keywords = self.keywords.union(next.keywords);
            }
            self.signs.grow(&next.signs, around);
        }
        self.after = next.after.union(after.intersection(next.around));
        self.around = around.intersection(next.around);
    }

    /// Returns the texts of both prefixes.
    #[must_use]
    pub fn or(self, other: &Self) -> Self {
        let mut either = self;
        either.grow(other);
        either
    }

    /// Adds texts, and returns whether they change anything.
    fn grow(&mut self, other: &Self) -> bool {
        let lengths = self.lengths | other.lengths;
        let mut grown = std::mem::replace(&mut self.lengths, lengths) != lengths;
        for (own, others) in self.sets.iter_mut().zip(other.sets) {
            grown |= own.grow(others);
        }
        grown |= self.keywords.grow(other.keywords);
        grown |= self.after.grow(other.after);
        grown |= self.around.grow(other.around);
        self.signs.grow(&other.signs, ByteSet::ALL) || grown
    }

    /// Returns the texts that are not empty.
    #[must_use]
    fn consuming(self) -> Self {
        Self { lengths: self.lengths & !1, around: ByteSet::EMPTY, ..self }
    }

    /// Returns the least distance at which the two have no byte in common, so that no input fits both. For example, 1 for
    /// `ab` and `ac`.
    pub fn parting(&self, other: &Self) -> Option<usize> {
        (0..LOOKAHEAD_BYTES).find(|&distance| self.sets[distance].intersection(other.sets[distance]).is_empty())
    }

    fn of_bytes(set: ByteSet) -> Self {
        let sets = std::array::from_fn(|distance| if distance == 0 { set } else { ByteSet::EMPTY });
        let signs = Signs::of_bytes(set);
        Self { sets, lengths: 2, keywords: ByteSet::ALL, after: ByteSet::ALL, around: ByteSet::EMPTY, signs }
    }

    /// Returns the punctuation marks after which the next byte tells the two apart. For example, `.` for the texts `.5` and
    /// `..`.
    pub fn partings(&self, other: &Self) -> impl Iterator<Item = u8> {
        let both = self.signs.seconds().map(|(mark, mine)| (mark, mine, other.signs.second(mark)));
        let parts = both.filter(|(_, mine, others)| !others.is_empty() && mine.intersection(*others).is_empty());
        parts.map(|(mark, ..)| mark)
    }

    /// Splits off the texts that begin with each of these punctuation marks. The remaining texts come last. For example, at
    /// the mark `<` the texts `<=` and `a` become two prefixes.
    pub fn split(&self, marks: &[u8]) -> Vec<Self> {
        let (mut parts, mut rest) = (Vec::new(), self.sets[0]);
        for &mark in marks.iter().filter(|mark| self.sets[0].contains(**mark)) {
            let first = ByteSet::of_letter(mark, false);
            rest = rest.intersection(first.complement());
            let mut part = self.within(first);
            part.sets[1] = self.signs.second(mark);
            parts.push(part);
        }
        if !rest.is_empty() || parts.is_empty() {
            parts.push(self.within(rest));
        }
        parts
    }

    /// Returns the texts that begin with one of the bytes.
    fn within(&self, bytes: ByteSet) -> Self {
        let mut sets = self.sets;
        sets[0] = sets[0].intersection(bytes);
        let &Self { lengths, keywords, after, around, .. } = self;
        Self { sets, lengths, keywords, after, around, signs: self.signs.within(bytes) }
    }

    /// Returns the empty text, which a look-ahead lets stand only before the bytes `around`. For example, `!"b"` lets it
    /// stand before every byte but `b`.
    fn before(around: ByteSet) -> Self {
        Self { around, ..Self::EMPTY }
    }
}

/// FIRST of each symbol of a grammar and FOLLOW of each rule, as prefixes.
#[derive(Debug, Clone)]
pub struct Lookahead {
    terminals: Vec<Prefix>,
    rules: Vec<Prefix>,
    follow: Vec<Prefix>,
    /// The places that use each rule: the production, and the number of the item in it.
    uses: Vec<Vec<(ProductionId, usize)>>,
    /// The bytes that keywords begin with.
    letters: ByteSet,
}

impl Lookahead {
    /// Computes all sets to their fixpoint.
    pub fn new(grammar: &Grammar, automata: &Automata) -> Self {
        let (regulars, keywords) = (regulars(grammar), Keywords::new(grammar, automata));
        let terminal = |terminal: &crate::grammar::Terminal| match terminal.kind {
            TerminalKind::Ahead { negative } => Prefix::before(ahead(grammar, &regulars, terminal.regular, negative)),
            TerminalKind::Text { .. } => anything(),
            TerminalKind::Token | TerminalKind::Leaf | TerminalKind::Indent(_) => {
                let prefix = regulars[terminal.regular.0 as usize].clone();
                Prefix { keywords: keywords.beside(grammar, terminal, prefix.sets[0]), ..prefix }
            }
        };
        let nothing = vec![Prefix::NOTHING; grammar.rules.len()];
        let mut lookahead = Self {
            terminals: grammar.terminals.iter().map(terminal).collect(),
            rules: nothing.clone(),
            follow: nothing,
            uses: uses(grammar),
            letters: keywords.first,
        };
        lookahead.fill_rules(grammar);
        lookahead.fill_follow(grammar);
        lookahead
    }

    /// Returns whether no input fits both prefixes.
    pub fn excludes(&self, one: &Prefix, other: &Prefix) -> bool {
        one.parting(other).is_some() || (self.by_keyword(one, other) && !self.beside_words(one, other))
    }

    /// Returns whether two prefixes have no keyword in common, and not both a word that is no keyword.
    pub fn by_keyword(&self, one: &Prefix, other: &Prefix) -> bool {
        one.keywords.intersection(other.keywords).is_empty()
    }

    /// Returns whether two prefixes share a first byte that begins no keyword.
    pub fn beside_words(&self, one: &Prefix, other: &Prefix) -> bool {
        !one.sets[0].intersection(other.sets[0]).intersection(self.letters.complement()).is_empty()
    }

    /// Returns the prefix of the item's texts.
    pub fn of_item(&self, item: &Item) -> Cow<'_, Prefix> {
        let number = item.symbol.0 as usize;
        let prefix = self.rules.get(number).unwrap_or_else(|| &self.terminals[number - self.rules.len()]);
        if item.consume { Cow::Owned(prefix.clone().consuming()) } else { Cow::Borrowed(prefix) }
    }

    /// Returns the prefix of the items' texts, one item after another.
    pub fn of_items(&self, items: &[Item]) -> Prefix {
        let mut all = Prefix::EMPTY;
        items.iter().for_each(|item| all.append(&self.of_item(item)));
        all
    }

    /// Returns the prefix of the place where the production has these items left: their texts, then FOLLOW of the rule.
    pub fn rest(&self, grammar: &Grammar, production: ProductionId, items: &[Item]) -> Prefix {
        self.of_items(items).then(self.follow(grammar.production(production).rule))
    }

    /// Returns the first set of `rest`. Looks once at each item, up to the first that cannot be empty.
    pub fn next(&self, grammar: &Grammar, production: ProductionId, items: &[Item]) -> ByteSet {
        let (mut next, mut around) = (ByteSet::EMPTY, ByteSet::ALL);
        for item in items {
            let prefix = self.of_item(item);
            next = next.union(prefix.sets[0].intersection(around));
            if !prefix.is_nullable() {
                return next;
            }
            around = around.intersection(prefix.around);
        }
        next.union(self.follow(grammar.production(production).rule).sets[0].intersection(around))
    }

    /// Returns FOLLOW of a rule.
    pub fn follow(&self, rule: Symbol) -> &Prefix {
        &self.follow[rule.0 as usize]
    }

    /// Returns FOLLOW of a left-recursive rule at its end. Its own use as the first item of one of its productions does not
    /// count, because there it goes on. For example, with `<e> ::= <e> "+" <n> | <n>` the `+` does not count.
    pub fn stop(&self, grammar: &Grammar, rule: Symbol) -> Prefix {
        let mut stop = if rule == grammar.start { Prefix::END } else { Prefix::NOTHING };
        for &(production, place) in &self.uses[rule.0 as usize] {
            let row = grammar.production(production);
            let items = grammar.items_of(production);
            if matches!(items[place].drive, Drive::Size(_)) {
                stop = stop.or(&Prefix::END);
            } else if row.rule != rule || place > 0 {
                stop = stop.or(&self.rest(grammar, production, &items[place + 1..]));
            }
        }
        stop
    }

    /// Computes FIRST. A production is visited again when a rule in it has grown. Most rules stand before the rules
    /// that they use, so the last production is visited first.
    fn fill_rules(&mut self, grammar: &Grammar) {
        let Some(last) = grammar.productions.len().checked_sub(1) else { return };
        let mut rounds = Rounds::of(last + 1);
        while let Some(number) = rounds.next() {
            let production = ProductionId((last - number) as u32);
            let rule = grammar.production(production).rule.0 as usize;
            let more = self.of_items(grammar.items_of(production));
            if self.rules[rule].grow(&more) {
                self.uses[rule].iter().for_each(|(user, _)| rounds.add(last - user.0 as usize));
            }
        }
    }

    /// Computes FOLLOW. A rule is visited again when its own FOLLOW has grown. Most rules stand after the rules that
    /// use them, so the first rule is visited first.
    fn fill_follow(&mut self, grammar: &Grammar) {
        if let Some(start) = self.follow.get_mut(grammar.start.0 as usize) {
            *start = Prefix::END;
        }
        let end = Prefix::END;
        let mut rounds = Rounds::of(self.rules.len());
        while let Some(number) = rounds.next() {
            let rule = Symbol(number as u32);
            let follow = self.follow(rule).clone();
            for production in grammar.productions_of(rule) {
                let items = grammar.items_of(production);
                let is_rule = |item: &Item| (item.symbol.0 as usize) < self.rules.len();
                // Only terminals come before the first rule, and they have no FOLLOW.
                let Some(first) = items.iter().position(is_rule) else { continue };
                let mut after = Cow::Borrowed(&follow);
                for (place, item) in items.iter().enumerate().skip(first).rev() {
                    if let Some(known) = self.follow.get_mut(item.symbol.0 as usize) {
                        // The end of a slice counts as the end of input.
                        let is_slice = matches!(item.drive, Drive::Size(_));
                        if known.grow(if is_slice { &end } else { &after }) {
                            rounds.add(item.symbol.0 as usize);
                        }
                    }
                    if place > first {
                        after = Cow::Owned(self.of_item(item).into_owned().then(&after));
                    }
                }
            }
        }
    }
}

/// The worklist of a fixpoint: numbers, round by round, each round in ascending order. Few rounds are needed if most numbers
/// depend on smaller ones. For example, when 5 is visited and 7 is added, 7 is visited in the same round, and 3 in the next
/// one.
struct Rounds {
    /// Round and number.
    pending: BinaryHeap<Reverse<(u32, u32)>>,
    waiting: Vec<bool>,
    current: (u32, u32),
}

impl Rounds {
    /// Makes a first round of all numbers below `count`.
    fn of(count: usize) -> Self {
        let pending = (0..count as u32).map(|number| Reverse((0, number))).collect();
        Self { pending, waiting: vec![true; count], current: (0, 0) }
    }

    /// Adds a number again: later in this round, or in the next one.
    fn add(&mut self, number: usize) {
        if !std::mem::replace(&mut self.waiting[number], true) {
            let (round, at) = self.current;
            let number = number as u32;
            self.pending.push(Reverse((round + u32::from(number <= at), number)));
        }
    }

    fn next(&mut self) -> Option<usize> {
        let Reverse(next) = self.pending.pop()?;
        self.current = next;
        self.waiting[next.1 as usize] = false;
        Some(next.1 as usize)
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
    Prefix {
        sets: [ByteSet::ALL.without_end(); LOOKAHEAD_BYTES],
        lengths: (1 << LOOKAHEAD_BYTES) - 1,
        keywords: ByteSet::ALL,
        after: ByteSet::ALL,
        around: ByteSet::ALL,
        signs: Signs::any(),
    }
}

/// Returns the prefix of each regular expression. Its parts stand before it in the table, so one pass is enough.
fn regulars(grammar: &Grammar) -> Vec<Prefix> {
    let mut known: Vec<Prefix> = Vec::with_capacity(grammar.regulars.len());
    for regular in grammar.regulars.iter() {
        let prefix = match regular {
            Regular::Literal { text, fold } => text
                .iter()
                .fold(Prefix::EMPTY, |before, &byte| before.then(&Prefix::of_bytes(ByteSet::of_letter(byte, *fold)))),
            Regular::Chars(ranges) => chars(ranges),
            Regular::Bytes(ranges) => {
                let mut set = ByteSet::EMPTY;
                ranges.iter().for_each(|&(low, high)| set.insert_range(low, high));
                Prefix::of_bytes(set)
            }
            Regular::Sequence(parts) => {
                parts.iter().fold(Prefix::EMPTY, |before, part| before.then(&known[part.0 as usize]))
            }
            Regular::Choice(parts) => {
                parts.iter().fold(Prefix::NOTHING, |before, part| before.or(&known[part.0 as usize]))
            }
            Regular::Repeat { body, min, max } => repeated(&known[body.0 as usize], *min, *max),
            Regular::Ahead { body, negative } => Prefix::before(ahead(grammar, &known, *body, *negative)),
            Regular::Except { body, .. } => known[body.0 as usize].clone(),
            Regular::Text { .. } => anything(),
        };
        known.push(prefix);
    }
    known
}

/// Returns the bytes before which a look-ahead can hold. For example, `&"ab"` can hold before `a`.
fn ahead(grammar: &Grammar, known: &[Prefix], body: RegularId, negative: bool) -> ByteSet {
    if negative {
        return certain(grammar, body).complement();
    }
    let prefix = &known[body.0 as usize];
    if prefix.is_nullable() { ByteSet::ALL } else { prefix.sets[0] }
}

/// Returns bytes before which an expression is certain to match, whatever comes after them. For example, `"a" | [0-9]`
/// before `a` and digits, and `"ab"` before none. The set may be incomplete.
fn certain(grammar: &Grammar, id: RegularId) -> ByteSet {
    let mut set = ByteSet::EMPTY;
    match &grammar.regulars[id.0 as usize] {
        Regular::Literal { text, fold } if text.len() == 1 => set = ByteSet::of_letter(text[0], *fold),
        Regular::Bytes(ranges) => ranges.iter().for_each(|&(low, high)| set.insert_range(low, high)),
        Regular::Chars(ranges) => ranges
            .iter()
            .filter(|(low, _)| *low < 0x80)
            .for_each(|&(low, high)| set.insert_range(low as u8, high.min(0x7f) as u8)),
        Regular::Choice(parts) => {
            parts.iter().for_each(|part| set = set.union(certain(grammar, *part)));
        }
        Regular::Repeat { body, min: 1, max: None | Some(1..) } => set = certain(grammar, *body),
        _ => {}
    }
    set
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
                let one = (0..length).fold(Prefix::of_bytes(lead), |before, _| before.then(&Prefix::of_bytes(trail)));
                prefix = prefix.or(&one);
            }
        }
    }
    prefix
}

/// Returns the first byte of a character with `trails` continuation bytes. For example, `c3` for `é` (U+E9), which has one.
fn lead_byte(char: u32, trails: usize) -> u8 {
    let mark = [0u8, 0xc0, 0xe0, 0xf0][trails];
    mark | (char >> (6 * trails)) as u8
}

fn repeated(body: &Prefix, min: u32, max: Option<u32>) -> Prefix {
    // Copies beyond `LOOKAHEAD_BYTES` add nothing, because the lookahead ends before them.
    let copies = |count: u32| count.min(LOOKAHEAD_BYTES as u32);
    let least = (0..copies(min)).fold(Prefix::EMPTY, |before, _| before.then(body));
    let more = copies(max.map_or(u32::MAX, |max| max.saturating_sub(min)));
    (0..more).fold(least, |before, _| before.clone().or(&before.then(body)))
}
