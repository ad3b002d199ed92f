//! Keywords that are also texts of a token which can stand at the same place.
//!
//! For each place in a production, the terminals that can begin there are collected. Only tokens and keywords that overlap are of
//! interest, so the sets are small.

use std::collections::BTreeMap;

use grammarc_dsl::diagnostic::{Diagnostic, Problem};
use grammarc_runtime::grammar::{Grammar, Item, Regular, Symbol, TerminalKind};

use super::Lint;
use crate::facts::nullable::with_terminals;
use crate::facts::{productions, users};

/// Most pairs of a token and a keyword that are compared.
const MAX_PAIRS: usize = 1_000_000;

/// Adds a warning for each token that matches a keyword and can stand in its place.
pub(super) fn check(lint: &Lint<'_>, found: &mut Vec<Diagnostic>) {
    let overlaps = overlaps(lint);
    if overlaps.is_empty() {
        return;
    }
    let mut clashes: BTreeMap<Symbol, Vec<String>> = BTreeMap::new();
    for together in places(lint.grammar, &overlaps) {
        for overlap in &overlaps {
            if together.contains(&overlap.token) && together.contains(&overlap.literal) {
                let keywords = clashes.entry(overlap.token).or_default();
                if !keywords.contains(&overlap.keyword) {
                    keywords.push(overlap.keyword.clone());
                }
            }
        }
    }
    for (token, keywords) in clashes {
        if let Some(origin) = lint.origin(token) {
            let problem = Problem::KeywordInToken { token: lint.grammar.name(token).to_owned(), keywords };
            found.push(lint.complain_of(origin, problem));
        }
    }
}

/// A keyword that is a text of a token.
struct Overlap {
    token: Symbol,
    /// The terminal that the keyword is, or is one of the texts of.
    literal: Symbol,
    keyword: String,
}

fn overlaps(lint: &Lint<'_>) -> Vec<Overlap> {
    let grammar = lint.grammar;
    let terminals = || grammar.terminals.iter().enumerate().map(|(number, row)| (grammar.terminal_symbol(number), row));
    let leaves = terminals().filter(|(_, row)| row.kind == TerminalKind::Leaf && row.word.is_none());
    let keywords: Vec<(Symbol, Vec<u8>, bool)> = leaves
        .flat_map(|(symbol, row)| {
            texts(grammar, row.regular.0).into_iter().map(move |(text, fold)| (symbol, text, fold))
        })
        .collect();
    let tokens = terminals().filter(|(_, row)| row.kind == TerminalKind::Token);
    let mut found = Vec::new();
    let mut left = MAX_PAIRS;
    for (token, row) in tokens {
        left = left.saturating_sub(keywords.len());
        let language = if left == 0 || keywords.is_empty() { None } else { lint.languages.of(row.regular) };
        let Some(language) = language else { continue };
        for (literal, text, fold) in &keywords {
            let is_text = language.contains(text) || (*fold && language.contains(&text.to_ascii_lowercase()));
            if is_text {
                let keyword = String::from_utf8_lossy(text).into_owned();
                found.push(Overlap { token, literal: *literal, keyword });
            }
        }
    }
    found
}

/// The keywords that an expression consists of: a word, or a choice of words. And whether case is ignored.
pub(super) fn texts(grammar: &Grammar, id: u32) -> Vec<(Vec<u8>, bool)> {
    match &grammar.regulars[id as usize] {
        Regular::Literal { text, fold } if is_word(text) => vec![(text.to_vec(), *fold)],
        Regular::Choice(parts) => {
            let all: Vec<_> = parts.iter().map(|part| texts(grammar, part.0)).collect();
            if all.iter().any(Vec::is_empty) { Vec::new() } else { all.concat() }
        }
        _ => Vec::new(),
    }
}

/// Several letters, perhaps with digits, `_` or `-` between, as an author writes a keyword: `int`, `else-if`.
fn is_word(text: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-') || !byte.is_ascii();
    text.len() > 1 && text[0].is_ascii_alphabetic() && text.iter().all(is_part)
}

/// For each place where there is a choice, the terminals of interest that can begin there.
fn places(grammar: &Grammar, overlaps: &[Overlap]) -> Vec<Vec<Symbol>> {
    let mut interesting: Vec<Symbol> = overlaps.iter().flat_map(|overlap| [overlap.token, overlap.literal]).collect();
    interesting.sort_unstable();
    interesting.dedup();
    let empty = with_terminals(grammar);
    let begins = |items: &[Item], rules: &[Vec<Symbol>]| {
        let mut found = Vec::new();
        for item in items {
            // The text that a look-ahead forbids is not known here.
            let is_ahead =
                grammar.terminal(item.symbol).is_some_and(|row| matches!(row.kind, TerminalKind::Ahead { .. }));
            if is_ahead {
                break;
            }
            match rules.get(item.symbol.0 as usize) {
                Some(first) => found.extend(first),
                None => found.extend(interesting.binary_search(&item.symbol).ok().map(|_| item.symbol)),
            }
            if !empty.item(item) {
                break;
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    };
    let all: Vec<&[Item]> = productions(grammar).collect();
    let users = users(grammar);
    let mut rules: Vec<Vec<Symbol>> = vec![Vec::new(); grammar.rules.len()];
    let mut pending: Vec<u32> = (0..all.len() as u32).rev().collect();
    while let Some(production) = pending.pop() {
        let rule = grammar.productions[production as usize].rule.0 as usize;
        let mut grown = [&rules[rule][..], &begins(all[production as usize], &rules)].concat();
        grown.sort_unstable();
        grown.dedup();
        if grown.len() > rules[rule].len() {
            rules[rule] = grown;
            pending.extend(users.of(rule));
        }
    }
    let mut places: Vec<Vec<Symbol>> = Vec::new();
    for items in &all {
        for place in (1..items.len()).filter(|&place| empty.item(&items[place])) {
            places.push(begins(&items[place..], &rules));
        }
    }
    places.extend(rules);
    places.retain(|place| place.len() > 1);
    places.sort_unstable();
    places.dedup();
    places
}
