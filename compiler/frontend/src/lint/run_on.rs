//! Keywords that run into a name: `"let" <name>` with `%skip` reads `letx` as `let` and `x`, because skip can be empty.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use grammarc_dsl::diagnostic::{Diagnostic, Problem};
use grammarc_runtime::grammar::{Grammar, Item, Slot, Symbol, TerminalKind};
use grammarc_runtime::regular::Dfa;

use super::Lint;
use super::automata::Language;
use super::keywords::texts;
use crate::facts::nullable::with_terminals;
use crate::facts::productions;

/// Most pairs of a keyword and a token that are compared.
const MAX_PAIRS: usize = 100_000;

/// Adds a warning for each token that keywords run into, unless it has one about keywords already.
pub(super) fn check(lint: &Lint<'_>, found: &mut Vec<Diagnostic>) {
    let grammar = lint.grammar;
    let mut runs: BTreeMap<Symbol, Vec<(String, String)>> = BTreeMap::new();
    let mut pairs = BTreeSet::new();
    let begins = begins(grammar);
    for items in productions(grammar) {
        for (place, item) in items.iter().enumerate() {
            let keyword = grammar
                .terminal(item.symbol)
                .filter(|row| row.kind == TerminalKind::Leaf && row.word.is_none())
                .filter(|_| item.slot != Slot::Skip);
            let after = &items[place + 1..];
            let next = after.iter().position(|item| item.slot != Slot::Skip).filter(|&skipped| skipped > 0);
            let (Some(_), Some(next)) = (keyword, next) else { continue };
            pairs.extend(tokens(grammar, &begins, &after[next]).map(|token| (item.symbol, token)));
        }
    }
    for (literal, token) in pairs.into_iter().take(MAX_PAIRS) {
        let (Some(keyword), Some(row)) = (grammar.terminal(literal), grammar.terminal(token)) else { continue };
        let Some(language) = lint.languages.of(row.regular) else { continue };
        for (text, _) in texts(grammar, keyword.regular.0) {
            if let Some(joined) = joined(language, &text) {
                let known = runs.entry(token).or_default();
                let pair = (String::from_utf8_lossy(&text).into_owned(), joined);
                if !known.contains(&pair) {
                    known.push(pair);
                }
            }
        }
    }
    for (token, runs) in runs {
        let name = grammar.name(token).to_owned();
        let is_told = |it: &Diagnostic| matches!(&it.problem, Problem::KeywordInToken { token, .. } if *token == name);
        let Some((origin, (_, example))) = lint.origin(token).zip(runs.first().cloned()) else { continue };
        if !found.iter().any(is_told) {
            let keywords = runs.into_iter().map(|(keyword, _)| keyword).collect();
            found.push(lint.complain_of(origin, Problem::KeywordRunsOn { token: name, keywords, example }));
        }
    }
}

/// Returns a keyword with a shortest text of a token behind it, if both together are a text of the token as well.
fn joined(language: Language<'_>, keyword: &[u8]) -> Option<String> {
    let name = shortest_word(language.dfa())?;
    let joined = [keyword, &name].concat();
    language.contains(&joined).then(|| String::from_utf8_lossy(&joined).into_owned())
}

/// Returns a shortest text that begins with a letter, digit or `_`; `x` rather than another one.
fn shortest_word(dfa: &Dfa) -> Option<Vec<u8>> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let bytes: Vec<u8> =
        (b'x'..=b'z').chain(b'a'..=b'w').chain((0..0x80_u8).filter(|byte| !byte.is_ascii_lowercase())).collect();
    // For each state the state before it, and the byte between them.
    let mut before: HashMap<u32, (u32, u8)> = HashMap::new();
    let mut open = VecDeque::from([dfa.start()]);
    while let Some(state) = open.pop_front() {
        let is_start = before.is_empty() || state == dfa.start();
        for &byte in bytes.iter().filter(|byte| !is_start || is_word(byte)) {
            let next = dfa.next(state, byte);
            if next == dfa.dead() || before.contains_key(&next) {
                continue;
            }
            before.insert(next, (state, byte));
            if dfa.is_accepting(next) {
                let mut text = vec![byte];
                let mut at = state;
                while at != dfa.start() {
                    let (earlier, byte) = before[&at];
                    text.push(byte);
                    at = earlier;
                }
                text.reverse();
                return Some(text);
            }
            open.push_back(next);
        }
    }
    None
}

/// For each rule the tokens that can begin it.
fn begins(grammar: &Grammar) -> Vec<BTreeSet<Symbol>> {
    let empty = with_terminals(grammar);
    let mut begins: Vec<BTreeSet<Symbol>> = vec![BTreeSet::new(); grammar.rules.len()];
    loop {
        let mut has_grown = false;
        for (number, items) in productions(grammar).enumerate() {
            let rule = grammar.productions[number].rule.0 as usize;
            for item in items {
                if grammar.terminal(item.symbol).is_some_and(|row| matches!(row.kind, TerminalKind::Ahead { .. })) {
                    break;
                }
                let more: Vec<Symbol> = tokens(grammar, &begins, item).collect();
                let before = begins[rule].len();
                begins[rule].extend(more);
                has_grown |= begins[rule].len() > before;
                if !empty.item(item) {
                    break;
                }
            }
        }
        if !has_grown {
            return begins;
        }
    }
}

/// Returns the tokens that can begin an item.
fn tokens<'a>(
    grammar: &'a Grammar,
    begins: &'a [BTreeSet<Symbol>],
    item: &Item,
) -> Box<dyn Iterator<Item = Symbol> + 'a> {
    match begins.get(item.symbol.0 as usize) {
        Some(tokens) if item.slot != Slot::Skip => Box::new(tokens.iter().copied()),
        Some(_) => Box::new(std::iter::empty()),
        None => {
            let is_token = grammar.terminal(item.symbol).is_some_and(|row| row.kind == TerminalKind::Token);
            let is_written = is_token && item.slot != Slot::Skip;
            Box::new(is_written.then_some(item.symbol).into_iter())
        }
    }
}
