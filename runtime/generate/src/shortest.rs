//! The shortest text of every symbol. The reducer puts it in place of a node, and the fuzzer writes it where a replay has no text.
//!
//! D. E. Knuth, *A Generalization of Dijkstra's Algorithm*, Information Processing Letters 6(1), 1977, with texts as costs: a
//! whole is never better than a part of it, so that rules become final in the order of their texts, and cycles are right.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use grammarc_core::grammar::{Grammar, Item, ProductionId, Regular, RegularId, Slot, Symbol, Terminal, TerminalKind};
use grammarc_core::order::{self, is_word};
use grammarc_core::regular::{Automata, is_single_match};

/// Longest text that is kept, in bytes; a longer one is cut off. A reduction seldom needs one of more than a page, and a grammar of n lines
/// can ask for 2ⁿ bytes.
pub const MAX_SHORTEST_BYTES: usize = 4_096;

/// Returns a shortest text of every symbol, rules first. Look-aheads are taken to hold, and back-references to be empty. A text is cut off
/// after [`MAX_SHORTEST_BYTES`] bytes. For example, it is `[]` for `<list> ::= "[" <item>* "]"`.
pub fn texts(grammar: &Grammar) -> Vec<Vec<u8>> {
    texts_by(grammar, |_| true).into_iter().map(Option::unwrap_or_default).collect()
}

/// Returns a shortest text of every symbol, derived only by productions that `is_taken` admits; none where they derive no text.
pub fn texts_by(grammar: &Grammar, is_taken: impl Fn(ProductionId) -> bool) -> Vec<Option<Vec<u8>>> {
    let regulars = regulars(grammar);
    let terminals = grammar.terminals.iter().map(|terminal| match terminal.kind {
        TerminalKind::Token | TerminalKind::Leaf | TerminalKind::Indent(_) => {
            regulars[terminal.regular.0 as usize].clone()
        }
        TerminalKind::Ahead { .. } | TerminalKind::Text { .. } => Some(Vec::new()),
    });
    let mut best: Vec<Option<Vec<u8>>> = vec![None; grammar.rules.len()];
    best.extend(terminals);
    let (uses, mut missing) = uses(grammar);
    let mut ends: Vec<End> = vec![End::Plain; grammar.rules.len()];
    ends.extend(grammar.terminals.iter().map(End::of));
    let blank = blank(grammar);
    let mut known: BinaryHeap<Reverse<Candidate>> = BinaryHeap::new();
    let add = |known: &mut BinaryHeap<_>, best: &[Option<Vec<u8>>], ends: &[End], production: ProductionId| {
        let rule = grammar.production(production).rule;
        if best[rule.0 as usize].is_some() || !is_taken(production) {
            return;
        }
        let text = spaced(grammar.items_of(production), best, ends, blank);
        known.extend(text.map(|(text, end)| Reverse(Candidate { text, rule, end })));
    };
    let all = (0..grammar.productions.len() as u32).map(ProductionId);
    all.filter(|id| missing[id.0 as usize] == 0).for_each(|id| add(&mut known, &best, &ends, id));
    while let Some(Reverse(Candidate { text, rule, end })) = known.pop() {
        if best[rule.0 as usize].is_some() {
            continue;
        }
        (best[rule.0 as usize], ends[rule.0 as usize]) = (Some(text), end);
        for &production in &uses[rule.0 as usize] {
            missing[production.0 as usize] -= 1;
            if missing[production.0 as usize] == 0 {
                add(&mut known, &best, &ends, production);
            }
        }
    }
    best
}

/// A text of a rule; the least one is final.
#[derive(PartialEq, Eq)]
struct Candidate {
    text: Vec<u8>,
    rule: Symbol,
    end: End,
}

/// Effect of a following word on the end of a text: `if` and `x` would run together to `ifx`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    /// None.
    Plain,
    /// It lengthens the last terminal, a token or a keyword.
    Word,
    /// The same, but skip can stand between, so that a blank keeps them apart.
    Apart,
}

impl End {
    fn of(terminal: &Terminal) -> Self {
        let is_word = terminal.kind == TerminalKind::Token || terminal.word.is_some();
        if is_word { Self::Word } else { Self::Plain }
    }
}

impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> Ordering {
        order::compare(&self.text, &other.text).then((self.rule, self.end).cmp(&(other.rule, other.end)))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// For each rule the productions that use it, once for every item; for each production how many items are rules.
fn uses(grammar: &Grammar) -> (Vec<Vec<ProductionId>>, Vec<usize>) {
    let (mut uses, mut missing) = (vec![Vec::new(); grammar.rules.len()], vec![0; grammar.productions.len()]);
    for id in (0..grammar.productions.len() as u32).map(ProductionId) {
        for item in grammar.items_of(id) {
            if let Some(uses) = uses.get_mut(item.symbol.0 as usize) {
                uses.push(id);
                missing[id.0 as usize] += 1;
            }
        }
    }
    (uses, missing)
}

/// Returns the texts of items as one, with a blank between words where one can be skipped, and its end. For example, `let`, a place for
/// skip and `a` become `let a`.
fn spaced(items: &[Item], best: &[Option<Vec<u8>>], ends: &[End], blank: Option<u8>) -> Option<(Vec<u8>, End)> {
    let (mut text, mut end) = (Vec::new(), End::Plain);
    for item in items {
        let part = best[item.symbol.0 as usize].as_deref()?;
        if item.slot == Slot::Skip && end == End::Word {
            end = End::Apart;
        }
        let (Some(&first), last) = (part.first(), text.last()) else { continue };
        let meet = is_word(first) && last.is_some_and(|&last| is_word(last));
        let blank = blank.filter(|_| meet && end == End::Apart);
        push(&mut text, blank.as_slice());
        push(&mut text, part);
        end = ends[item.symbol.0 as usize];
    }
    Some((text, end))
}

/// Returns the parts as one text of at most [`MAX_SHORTEST_BYTES`] bytes, none where one of them has none.
fn joined<'a>(parts: impl Iterator<Item = Option<&'a [u8]>>) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    for part in parts {
        push(&mut text, part?);
    }
    Some(text)
}

fn push(text: &mut Vec<u8>, part: &[u8]) {
    text.extend_from_slice(&part[..part.len().min(MAX_SHORTEST_BYTES - text.len())]);
}

/// Returns a shortest text of every regular expression, none where it has none. Parts stand before the whole.
fn regulars(grammar: &Grammar) -> Vec<Option<Vec<u8>>> {
    let automata = Automata::new();
    let mut best: Vec<Option<Vec<u8>>> = Vec::with_capacity(grammar.regulars.len());
    for regular in grammar.regulars.iter() {
        let text = match (regular, shortest(regular, &best)) {
            (&Regular::Except { body, without }, Some(text)) if text.len() < MAX_SHORTEST_BYTES => {
                let is_in = |id, text: &[u8]| is_single_match(grammar, &automata, id, text);
                Some(admitted(text, |text| is_in(body, text) && !is_in(without, text)))
            }
            (_, text) => text,
        };
        best.push(text);
    }
    best
}

/// Returns the text if it is admitted, else one or two letters or digits that are; the text where none are. For example, `[a-z]+ - "a"`
/// gets `b`.
fn admitted(text: Vec<u8>, is_admitted: impl Fn(&[u8]) -> bool) -> Vec<u8> {
    let letters = || (b'a'..=b'z').chain(b'0'..=b'9');
    let pairs = letters().flat_map(|first| letters().map(move |second| vec![first, second]));
    let others = letters().map(|letter| vec![letter]).chain(pairs);
    let mut all = std::iter::once(text.clone()).chain(others);
    all.find(|text| is_admitted(text)).unwrap_or(text)
}

fn shortest(regular: &Regular, best: &[Option<Vec<u8>>]) -> Option<Vec<u8>> {
    let of = |id: &RegularId| best[id.0 as usize].as_deref();
    match regular {
        Regular::Literal { text, fold: false } => joined([Some(&**text)].into_iter()),
        Regular::Literal { text, fold: true } => joined([Some(&*text.to_ascii_lowercase())].into_iter()),
        Regular::Chars(ranges) => character(ranges),
        Regular::Bytes(ranges) => (0..=255u8)
            .filter(|b| ranges.iter().any(|&(low, high)| (low..=high).contains(b)))
            .min_by_key(|&b| order::rank(b))
            .map(|b| vec![b]),
        Regular::Sequence(parts) => joined(parts.iter().map(of)),
        Regular::Choice(parts) => parts.iter().filter_map(of).min_by(|a, b| order::compare(a, b)).map(<[u8]>::to_vec),
        Regular::Repeat { min: 0, .. } => Some(Vec::new()),
        Regular::Repeat { body, min, .. } => joined((0..*min).map(|_| of(body))),
        Regular::Ahead { .. } | Regular::Text { .. } => Some(Vec::new()),
        Regular::Except { body, .. } => of(body).map(<[u8]>::to_vec),
    }
}

/// Returns the shortest and most readable character of some ranges. For example, it is `a` for `[0-9a-z]`.
fn character(ranges: &[(u32, u32)]) -> Option<Vec<u8>> {
    let contains = |code: u32| ranges.iter().any(|&(low, high)| (low..=high).contains(&code));
    let ascii = (0..0x80u8).filter(|&byte| contains(u32::from(byte))).min_by_key(|&byte| order::rank(byte));
    let first = || ranges.first().and_then(|&(low, _)| char::from_u32(low));
    let character = ascii.map(char::from).or_else(first)?;
    Some(character.to_string().into_bytes())
}

/// Returns the byte that `%skip` allows between two words: a blank, or else a newline or a tab. For example, it is a newline where `%skip`
/// allows line ends alone.
pub fn blank(grammar: &Grammar) -> Option<u8> {
    let skips = grammar.items.iter().filter(|item| item.slot == Slot::Skip);
    let mut firsts = skips.map(|item| match grammar.rule(item.symbol) {
        Some(rule) => rule.first,
        None => grammar.terminals[item.symbol.0 as usize - grammar.rules.len()].first,
    });
    let first = firsts.next()?;
    b" \n\t".iter().copied().find(|&byte| first.contains(byte))
}
