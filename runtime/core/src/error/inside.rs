//! Errors inside a token: the byte that none of its texts has there, and the bytes that could stand in its place.
//!
//! For `"a\q"` and JSON a parser looks for `<string>` at the first quote and finds none. A string goes as far as `"a\`, so the error
//! is at the `q`, and `"\/bfnrtu` could stand there.

use crate::grammar::{Encoding, Grammar, TerminalKind};
use crate::regular::{Automata, Dfa, Order};

use super::Failure;

/// Most ranges of bytes that are listed. Of a larger set the bytes that end the token are named.
const MAX_RANGES: usize = 12;
/// Ranges of fewer bytes are written out: `ab`, but `a-f`.
const MIN_RANGE: u8 = 3;

/// A place inside a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Inside {
    /// The name of the token, as it is shown.
    pub(super) token: String,
    /// Where the token begins, in bytes.
    pub(super) start: usize,
    /// The first byte that no text of the token has there.
    pub(super) offset: usize,
    /// The bytes that could stand there, as a message: `one of "\/bfnrtu`; empty if they are too many to be named.
    pub(super) wanted: String,
}

/// Returns the place inside the one token that goes furthest into the input, if there is one.
pub(super) fn find(grammar: &Grammar, automata: &Automata, input: &[u8], failure: &Failure) -> Option<Inside> {
    let tokens = failure.expected.iter().filter_map(|&symbol| {
        let row =
            grammar.terminal(symbol).filter(|row| matches!(row.kind, TerminalKind::Token | TerminalKind::Leaf))?;
        let dfa = automata.matching(grammar, row.regular, Order::All)?;
        Some((row, dfa, reach(dfa, grammar.encoding, input, failure.offset)?))
    });
    let mut found: Option<(_, _, (usize, u32))> = None;
    let mut is_alone = true;
    for token in tokens {
        match &found {
            Some((.., (furthest, _))) if token.2.0 < *furthest => continue,
            Some((.., (furthest, _))) => is_alone = token.2.0 > *furthest,
            None => {}
        }
        found = Some(token);
    }
    let (row, dfa, (offset, state)) = found.filter(|_| is_alone)?;
    // The whole token stands there: the text behind it forbids it.
    let is_whole = dfa.transitions(state).is_empty();
    // A literal is shown as it is written, so that the list of expected texts already tells what is missing.
    (row.kind == TerminalKind::Token && !is_whole).then(|| Inside {
        token: format!("<{}>", row.name),
        start: failure.offset,
        offset,
        wanted: wanted(dfa, state),
    })
}

/// Returns the end of the longest part of the input that a text of the automaton begins with, and the state there; none if it has
/// no byte. In UTF-8 it ends between characters.
fn reach(dfa: &Dfa, encoding: Encoding, input: &[u8], start: usize) -> Option<(usize, u32)> {
    let mut state = dfa.start();
    let mut end = (start, state);
    // The place behind the last whole character.
    let mut whole = end;
    for (read, &byte) in input[start..].iter().enumerate() {
        if encoding == Encoding::Bytes || byte & 0xc0 != 0x80 {
            whole = end;
        }
        state = dfa.next(state, byte);
        if state == dfa.dead() {
            end = whole;
            break;
        }
        end = (start + read + 1, state);
    }
    (end.0 > start).then_some(end)
}

/// Lists the bytes that lead out of a state.
fn wanted(dfa: &Dfa, state: u32) -> String {
    let next = dfa.transitions(state);
    let mut ranges: Vec<(u8, u8)> = Vec::new();
    for &(low, high, _) in &next {
        match ranges.last_mut() {
            Some((_, before)) if before.checked_add(1) == Some(low) => *before = high,
            _ => ranges.push((low, high)),
        }
    }
    let is_small = |ranges: &[(u8, u8)]| {
        ranges.len() <= MAX_RANGES && ranges.iter().all(|(low, high)| (b' '..=b'~').contains(low) && *high <= b'~')
    };
    let is_class = |(low, high): &(u8, u8)| high - low > 32;
    if is_small(&ranges) && !ranges.iter().any(is_class) {
        return listed(&ranges);
    }
    let ends = next.iter().filter(|(.., target)| dfa.is_accepting(*target)).map(|&(low, high, _)| (low, high));
    let ends: Vec<(u8, u8)> = ends.collect();
    if !ends.is_empty() && is_small(&ends) && !ends.iter().any(is_class) {
        return format!("{} to end it", listed(&ends));
    }
    String::new()
}

fn listed(ranges: &[(u8, u8)]) -> String {
    let mut bytes = String::new();
    for &(low, high) in ranges {
        if high - low < MIN_RANGE {
            bytes.extend((low..=high).map(char::from));
        } else {
            bytes.extend([char::from(low), '-', char::from(high)]);
        }
    }
    let mut chars = bytes.chars();
    match (chars.next(), chars.next()) {
        (Some('"'), None) => "'\"'".to_owned(),
        (Some(_), None) => format!("\"{bytes}\""),
        _ => format!("one of {}", bytes.replace(' ', "␣")),
    }
}
