//! The shortest text of every symbol.
//!
//! D. E. Knuth, *A Generalization of Dijkstra's Algorithm*, Information Processing Letters 6(1), 1977, with bytes as costs;
//! here as a fixpoint, which cycles cannot disturb, because only a better text replaces one.

use std::collections::VecDeque;

use crate::grammar::{Grammar, Item, Regular, TerminalKind};
use crate::reduce::order;
use crate::regular::{Automata, is_match, no_labels};

/// Returns a shortest text of every symbol, rules first; look-aheads are taken to hold, back-references to be
/// empty.
pub(super) fn texts(grammar: &Grammar) -> Vec<Vec<u8>> {
    let regulars = regulars(grammar);
    let terminals = grammar.terminals.iter().map(|terminal| match terminal.kind {
        TerminalKind::Token | TerminalKind::Leaf => regulars[terminal.regular.0 as usize].clone(),
        TerminalKind::Ahead { .. } | TerminalKind::Text { .. } => Some(Vec::new()),
    });
    let mut best: Vec<Option<Vec<u8>>> = vec![None; grammar.rules.len()];
    best.extend(terminals);
    let users = users(grammar);
    let mut waiting = vec![true; grammar.productions.len()];
    let mut pending: VecDeque<u32> = (0..grammar.productions.len() as u32).collect();
    while let Some(number) = pending.pop_front() {
        waiting[number as usize] = false;
        let production = &grammar.productions[number as usize];
        let items = &grammar.items[production.items.start as usize..production.items.end as usize];
        let rule = production.rule.0 as usize;
        if let Some(text) = concatenation(items, &best)
            && is_better(&text, best[rule].as_deref())
        {
            best[rule] = Some(text);
            let again = users[rule].iter().filter(|&&user| !std::mem::replace(&mut waiting[user as usize], true));
            pending.extend(again);
        }
    }
    best.into_iter().map(Option::unwrap_or_default).collect()
}

/// For each rule the productions that must be looked at again when a better text of it is known.
fn users(grammar: &Grammar) -> Vec<Vec<u32>> {
    let mut users: Vec<Vec<u32>> = vec![Vec::new(); grammar.rules.len()];
    for (number, production) in grammar.productions.iter().enumerate() {
        for item in &grammar.items[production.items.start as usize..production.items.end as usize] {
            if let Some(users) = users.get_mut(item.symbol.0 as usize)
                && users.last() != Some(&(number as u32))
            {
                users.push(number as u32);
            }
        }
    }
    users
}

fn concatenation(items: &[Item], best: &[Option<Vec<u8>>]) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    for item in items {
        text.extend_from_slice(best[item.symbol.0 as usize].as_deref()?);
    }
    Some(text)
}

fn is_better(text: &[u8], than: Option<&[u8]>) -> bool {
    than.is_none_or(|than| order::compare(text, than).is_lt())
}

/// Returns a shortest text of every regular expression, none where it has none. Parts stand before the whole.
fn regulars(grammar: &Grammar) -> Vec<Option<Vec<u8>>> {
    let automata = Automata::new();
    let mut best: Vec<Option<Vec<u8>>> = Vec::with_capacity(grammar.regulars.len());
    for regular in grammar.regulars.iter() {
        let text = match (regular, shortest(regular, &best)) {
            (&Regular::Except { body, without }, Some(text)) => {
                let is_in = |id, text: &[u8]| is_match(grammar, &automata, id, text, &no_labels);
                Some(admitted(text, |text| is_in(body, text) && !is_in(without, text)))
            }
            (_, text) => text,
        };
        best.push(text);
    }
    best
}

/// Returns the text if it is admitted, else one or two letters or digits that are; the text where none are.
fn admitted(text: Vec<u8>, is_admitted: impl Fn(&[u8]) -> bool) -> Vec<u8> {
    let letters = || (b'a'..=b'z').chain(b'0'..=b'9');
    let pairs = letters().flat_map(|first| letters().map(move |second| vec![first, second]));
    let others = letters().map(|letter| vec![letter]).chain(pairs);
    let mut all = std::iter::once(text.clone()).chain(others);
    all.find(|text| is_admitted(text)).unwrap_or(text)
}

fn shortest(regular: &Regular, best: &[Option<Vec<u8>>]) -> Option<Vec<u8>> {
    let of = |id: &crate::grammar::RegularId| best[id.0 as usize].as_deref();
    match regular {
        Regular::Literal { text, fold: false } => Some(text.to_vec()),
        Regular::Literal { text, fold: true } => Some(text.to_ascii_lowercase()),
        Regular::Chars(ranges) => character(ranges),
        Regular::Bytes(ranges) => (0..=255u8)
            .filter(|b| ranges.iter().any(|&(low, high)| (low..=high).contains(b)))
            .min_by_key(|&b| order::rank(b))
            .map(|b| vec![b]),
        Regular::Sequence(parts) => {
            let texts: Option<Vec<&[u8]>> = parts.iter().map(of).collect();
            texts.map(|texts| texts.concat())
        }
        Regular::Choice(parts) => parts.iter().filter_map(of).min_by(|a, b| order::compare(a, b)).map(<[u8]>::to_vec),
        Regular::Repeat { min: 0, .. } => Some(Vec::new()),
        Regular::Repeat { body, min, .. } => of(body).map(|text| text.repeat(*min as usize)),
        Regular::Ahead { .. } | Regular::Text { .. } => Some(Vec::new()),
        Regular::Except { body, .. } => of(body).map(<[u8]>::to_vec),
    }
}

/// Returns the shortest and most readable character of some ranges.
fn character(ranges: &[(u32, u32)]) -> Option<Vec<u8>> {
    let contains = |code: u32| ranges.iter().any(|&(low, high)| (low..=high).contains(&code));
    let ascii = (0..0x80u8).filter(|&byte| contains(u32::from(byte))).min_by_key(|&byte| order::rank(byte));
    let first = || ranges.first().and_then(|&(low, _)| char::from_u32(low));
    let character = ascii.map(char::from).or_else(first)?;
    Some(character.to_string().into_bytes())
}
