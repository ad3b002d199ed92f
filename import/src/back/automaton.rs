//! Deterministic automata of tokens, and the comparison of two of them.
//!
//! The regular machinery of the runtime builds them. Comparing is a walk through the product of two automata, so it finds shortest
//! texts first.

use super::folding::shared;
use super::spelling::Spelling;
use crate::source::{CharacterUnit, SourceAlternative, SourceGrammar, SourceItem, SourceItemKind, SourceRule};
use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::grammar::{Encoding, Grammar, Regular, RegularId, Symbol};
use grammarc_runtime::regular::{Automata, Dfa, Order, join_ranges};
use std::borrow::Cow;
use std::collections::HashMap;

/// Maximum number of states of a product. Two automata with Unicode classes have some thousands.
const MAX_PRODUCT_STATES: usize = 50_000;

/// Maximum depth of items in items, through rules.
const MAX_DEPTH: usize = 300;

/// An automaton over bytes without states that lead nowhere.
#[derive(Debug, Clone)]
pub(super) struct Automaton {
    /// Where each state goes on, as ascending inclusive ranges of bytes.
    next: Vec<Vec<(u8, u8, usize)>>,
    accepting: Vec<bool>,
}

impl Automaton {
    /// The automaton of one text.
    pub(super) fn of_text(text: &[u8], fold: bool) -> Self {
        let mut next = Vec::new();
        for (at, &byte) in text.iter().enumerate() {
            let (upper, lower) = (byte.to_ascii_uppercase(), byte.to_ascii_lowercase());
            next.push(match fold && upper != lower {
                true => vec![(upper, upper, at + 1), (lower, lower, at + 1)],
                false => vec![(byte, byte, at + 1)],
            });
        }
        next.push(Vec::new());
        let accepting = (0..next.len()).map(|at| at == text.len()).collect();
        Self { next, accepting }
    }

    fn of_dfa(dfa: &Dfa) -> Self {
        let accepts = |state: u32| dfa.is_accepting(state) || dfa.is_accepting_at_end(state);
        let states = dfa.states() as u32;
        let all: Vec<Vec<(u8, u8, u32)>> = (0..states).map(|state| dfa.transitions(state)).collect();
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); all.len()];
        for (from, targets) in all.iter().enumerate() {
            targets.iter().for_each(|&(_, _, to)| before[to as usize].push(from));
        }
        let mut live = vec![false; all.len()];
        let mut pending: Vec<usize> = (0..all.len()).filter(|&state| accepts(state as u32)).collect();
        while let Some(state) = pending.pop() {
            if !std::mem::replace(&mut live[state], true) {
                pending.extend(&before[state]);
            }
        }
        // The start becomes state 0; dead states keep their numbers and are never entered.
        let start = dfa.start() as usize;
        let number = |state: usize| {
            if state == start {
                0
            } else if state == 0 {
                start
            } else {
                state
            }
        };
        let mut next = vec![Vec::new(); all.len()];
        let mut accepting = vec![false; all.len()];
        for (from, targets) in all.iter().enumerate() {
            let kept = targets.iter().filter(|&&(_, _, to)| live[to as usize]);
            next[number(from)] = kept.map(|&(low, high, to)| (low, high, number(to as usize))).collect();
            accepting[number(from)] = accepts(from as u32);
        }
        Self { next, accepting }
    }

    /// The bytes that begin its texts.
    pub(super) fn first(&self) -> ByteSet {
        self.after(0)
    }

    fn after(&self, state: usize) -> ByteSet {
        let mut set = ByteSet::EMPTY;
        self.next[state].iter().for_each(|&(low, high, _)| set.insert_range(low, high));
        set
    }

    /// All bytes that stand in its texts.
    pub(super) fn bytes(&self) -> ByteSet {
        (0..self.next.len()).fold(ByteSet::EMPTY, |set, state| set.union(self.after(state)))
    }

    /// Whether it is one character, and any letter at that.
    pub(super) fn is_any_character(&self) -> bool {
        let is_end = |state: usize| self.accepting[state] && self.next[state].is_empty();
        let letters = |byte: u8| self.next[0].iter().any(|&(low, high, to)| low <= byte && byte <= high && is_end(to));
        !self.accepting[0] && [b'a', b'z', b'A', b'Z', b'0', b'9', b'!', b'~'].into_iter().all(letters)
    }

    /// Whether it matches a text, perhaps in some case of its letters only.
    pub(super) fn has_text(&self, text: &Spelling) -> bool {
        let mut states = vec![0];
        for byte in text.text.bytes() {
            let is_folded = text.fold && byte.is_ascii_alphabetic();
            let bytes = if is_folded { vec![byte.to_ascii_lowercase(), byte.to_ascii_uppercase()] } else { vec![byte] };
            let mut next: Vec<usize> = Vec::new();
            for &state in &states {
                let targets = self.next[state].iter();
                next.extend(
                    targets
                        .filter(|(low, high, _)| bytes.iter().any(|byte| (low..=high).contains(&byte)))
                        .map(|it| it.2),
                );
            }
            next.sort_unstable();
            next.dedup();
            states = next;
        }
        states.iter().any(|&state| self.accepting[state])
    }
}

/// How the texts of a token relate to those of another one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Relation {
    /// Whether both have a text in common.
    pub(super) has_same: bool,
    /// The bytes behind a text of the token with which a longer text of the other, which is none of the token, goes on. For
    /// example, `.` for whole numbers and numbers with a point.
    pub(super) next: ByteSet,
    /// Whether a text of the other, which is none of the token, begins a text of the token.
    pub(super) is_begun: bool,
}

/// Compares a token with another one; none if the product is too large.
pub(super) fn compare(token: &Automaton, other: &Automaton) -> Option<Relation> {
    let product = Product::new(token, other)?;
    let escapes = product.escapes();
    let mut relation = Relation { has_same: false, next: ByteSet::EMPTY, is_begun: false };
    for (at, &(a, b)) in product.states.iter().enumerate() {
        let Some(a) = a else { continue };
        relation.has_same |= at > 0 && token.accepting[a] && other.accepting[b];
        relation.is_begun |= at > 0 && other.accepting[b] && !token.accepting[a] && !token.next[a].is_empty();
        if at > 0 && token.accepting[a] {
            let longer = product.next[at].iter().filter(|&&(_, _, to)| escapes[to]);
            longer.for_each(|&(low, high, _)| relation.next.insert_range(low, high));
        }
    }
    Some(relation)
}

/// Two automata side by side, as far as the second goes.
struct Product {
    /// The states of both; none of the first where it has no text any more.
    states: Vec<(Option<usize>, usize)>,
    next: Vec<Vec<(u8, u8, usize)>>,
    /// Whether the second accepts and the first does not.
    is_goal: Vec<bool>,
}

impl Product {
    fn new(token: &Automaton, other: &Automaton) -> Option<Self> {
        let mut product = Self { states: vec![(Some(0), 0)], next: Vec::new(), is_goal: Vec::new() };
        let mut known: HashMap<(Option<usize>, usize), usize> = HashMap::from([((Some(0), 0), 0)]);
        let mut at = 0;
        while at < product.states.len() {
            let (a, b) = product.states[at];
            product.is_goal.push(other.accepting[b] && !a.is_some_and(|a| token.accepting[a]));
            let mut targets = Vec::new();
            for &(low, high, to) in &other.next[b] {
                for (low, high, beside) in split(token, a, low, high) {
                    let place = *known.entry((beside, to)).or_insert_with(|| {
                        product.states.push((beside, to));
                        product.states.len() - 1
                    });
                    targets.push((low, high, place));
                }
            }
            product.next.push(targets);
            if product.states.len() > MAX_PRODUCT_STATES {
                return None;
            }
            at += 1;
        }
        Some(product)
    }

    /// States from which a goal can be reached, or that are one.
    fn escapes(&self) -> Vec<bool> {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.states.len()];
        for (from, targets) in self.next.iter().enumerate() {
            targets.iter().for_each(|&(_, _, to)| before[to].push(from));
        }
        let mut found = vec![false; self.states.len()];
        let mut pending: Vec<usize> = (0..found.len()).filter(|&state| self.is_goal[state]).collect();
        while let Some(state) = pending.pop() {
            if !std::mem::replace(&mut found[state], true) {
                pending.extend(&before[state]);
            }
        }
        found
    }
}

/// Splits a range of bytes by where an automaton goes on.
fn split(automaton: &Automaton, state: Option<usize>, low: u8, high: u8) -> Vec<(u8, u8, Option<usize>)> {
    let mut parts = Vec::new();
    let mut from = u16::from(low);
    for &(first, last, to) in state.map_or(&[][..], |state| &automaton.next[state]) {
        let Some((first, last)) = shared(first.into(), last.into(), low.into(), high.into()) else {
            continue;
        };
        if u32::from(from) < first {
            parts.push((from as u8, first as u8 - 1, None));
        }
        parts.push((first as u8, last as u8, Some(to)));
        from = last as u16 + 1;
    }
    if from <= u16::from(high) {
        parts.push((from as u8, high, None));
    }
    parts
}

/// Builds the automata of rules.
pub(super) struct AutomatonBuilder<'g> {
    grammar: &'g SourceGrammar,
    rules: HashMap<&'g str, &'g SourceRule>,
    table: Vec<Regular>,
    numbers: HashMap<Regular, RegularId>,
    /// Rules whose expressions are known, or under way (none).
    known: HashMap<&'g str, Option<RegularId>>,
    /// Items within items, through rules.
    depth: usize,
}

impl<'g> AutomatonBuilder<'g> {
    pub(super) fn new(grammar: &'g SourceGrammar) -> Self {
        let rules = grammar.rules.iter().map(|rule| (rule.name.as_str(), rule)).collect();
        Self { grammar, rules, table: Vec::new(), numbers: HashMap::new(), known: HashMap::new(), depth: 0 }
    }

    /// The automata of some rules; none for a rule that is not regular, or whose automaton would be too large.
    pub(super) fn automata(mut self, names: &[&'g str]) -> Vec<Option<Automaton>> {
        let ids: Vec<Option<RegularId>> = names.iter().map(|name| self.rule(name)).collect();
        let grammar = grammar_of(self.table);
        let automata = Automata::new();
        let build = |id: Option<RegularId>| {
            let program = automata.program(&grammar, id?)?;
            Some(Automaton::of_dfa(&Dfa::new(program, Order::All)?))
        };
        ids.into_iter().map(build).collect()
    }

    fn add(&mut self, regular: Regular) -> RegularId {
        let Self { table, numbers, .. } = self;
        *numbers.entry(regular).or_insert_with_key(|regular| {
            table.push(regular.clone());
            RegularId(table.len() as u32 - 1)
        })
    }

    fn rule(&mut self, name: &str) -> Option<RegularId> {
        let rule = *self.rules.get(name)?;
        if let Some(known) = self.known.get(name) {
            return *known;
        }
        self.known.insert(&rule.name, None);
        let id = self.choice(&rule.alternatives);
        self.known.insert(&rule.name, id);
        id
    }

    fn choice(&mut self, alternatives: &'g [SourceAlternative]) -> Option<RegularId> {
        let parts: Option<Vec<RegularId>> =
            alternatives.iter().map(|alternative| self.sequence(&alternative.items)).collect();
        Some(self.add(Regular::Choice(Cow::Owned(parts?))))
    }

    fn sequence(&mut self, items: &'g [SourceItem]) -> Option<RegularId> {
        let parts: Option<Vec<RegularId>> = items.iter().map(|item| self.item(&item.kind)).collect();
        Some(self.add(Regular::Sequence(Cow::Owned(parts?))))
    }

    fn item(&mut self, kind: &'g SourceItemKind) -> Option<RegularId> {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let id = self.item_within(kind);
        self.depth -= 1;
        id
    }

    fn item_within(&mut self, kind: &'g SourceItemKind) -> Option<RegularId> {
        let regular = match kind {
            SourceItemKind::Name(name) => return self.rule(name),
            SourceItemKind::Text { text, fold } => {
                Regular::Literal { text: Cow::Owned(bytes_of(text, self.grammar.unit)), fold: *fold }
            }
            SourceItemKind::Class { ranges, negated } => self.class(ranges, *negated),
            SourceItemKind::Any => self.class(&[], true),
            SourceItemKind::End => {
                let body = self.item(&SourceItemKind::Any)?;
                Regular::Ahead { body, negative: true }
            }
            SourceItemKind::Group(alternatives) => return self.choice(alternatives),
            SourceItemKind::Repeat { body, min, max, .. } => {
                Regular::Repeat { body: self.item(&body.kind)?, min: *min, max: *max }
            }
            SourceItemKind::Separated { body, separator } => {
                let first = self.item(&body.kind)?;
                let separator = self.item(&separator.kind)?;
                let body = self.add(Regular::Sequence(Cow::Owned(vec![separator, first])));
                let rest = self.add(Regular::Repeat { body, min: 0, max: None });
                Regular::Sequence(Cow::Owned(vec![first, rest]))
            }
            SourceItemKind::Except(kept, excluded) => {
                Regular::Except { body: self.item(&kept.kind)?, without: self.item(&excluded.kind)? }
            }
            SourceItemKind::Ahead { body, negative } => {
                Regular::Ahead { body: self.item(&body.kind)?, negative: *negative }
            }
            SourceItemKind::Exact(body) => return self.item(&body.kind),
            SourceItemKind::AnyTokenBut(_)
            | SourceItemKind::Line
            | SourceItemKind::Block(_)
            | SourceItemKind::Inside(_)
            | SourceItemKind::Flat(_) => return None,
        };
        Some(self.add(regular))
    }

    fn class(&self, ranges: &[(u32, u32)], negated: bool) -> Regular {
        let ranges = resolved(ranges, negated, self.grammar.unit);
        match self.grammar.unit {
            CharacterUnit::Scalar => Regular::Chars(Cow::Owned(ranges)),
            CharacterUnit::Byte => Regular::Bytes(ranges.iter().map(|&(low, high)| (low as u8, high as u8)).collect()),
        }
    }
}

/// All bytes.
pub(super) fn any_byte() -> ByteSet {
    ByteSet::ALL.without_end()
}

/// The bytes of a text.
pub(super) fn bytes_of(text: &str, unit: CharacterUnit) -> Vec<u8> {
    match unit {
        CharacterUnit::Scalar => text.as_bytes().to_vec(),
        CharacterUnit::Byte => text.chars().map(|c| u8::try_from(c).unwrap_or(b'?')).collect(),
    }
}

/// The characters of a class, negation resolved: ascending, disjoint, without surrogates.
fn resolved(ranges: &[(u32, u32)], negated: bool, unit: CharacterUnit) -> Vec<(u32, u32)> {
    let blocks: &[(u32, u32)] = match unit {
        CharacterUnit::Scalar => &[(0, 0xD7FF), (0xE000, 0x0010_FFFF)],
        CharacterUnit::Byte => &[(0, 0xFF)],
    };
    let cut = |&(low, high): &(u32, u32)| blocks.iter().filter_map(move |&(from, to)| shared(low, high, from, to));
    let mut kept = join_ranges(ranges.iter().flat_map(cut).collect());
    if negated {
        let lows = std::iter::once(0).chain(kept.iter().map(|&(_, high)| high + 1));
        let highs = kept.iter().map(|&(low, _)| low.checked_sub(1)).chain(std::iter::once(Some(0x0010_FFFF)));
        let gaps = lows.zip(highs).filter_map(|(low, high)| Some((low, high.filter(|&high| low <= high)?)));
        kept = gaps.collect::<Vec<_>>().iter().flat_map(cut).collect();
    }
    kept
}

/// A grammar of expressions only.
fn grammar_of(regulars: Vec<Regular>) -> Grammar {
    Grammar {
        encoding: Encoding::Utf8,
        start: Symbol(0),
        rules: Cow::Borrowed(&[]),
        productions: Cow::Borrowed(&[]),
        items: Cow::Borrowed(&[]),
        terminals: Cow::Borrowed(&[]),
        regulars: Cow::Owned(regulars),
        separators: Cow::Borrowed(&[]),
        expressions: Cow::Borrowed(&[]),
        fields: Cow::Borrowed(&[]),
        hooks: Cow::Borrowed(&[]),
        namespaces: Cow::Borrowed(&[]),
        functions: Cow::Borrowed(&[]),
        labels: Cow::Borrowed(&[]),
    }
}
