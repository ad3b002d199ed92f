//! The bytes that can follow a text of each rule. The end of the input counts as one of them. It follows the start symbol and every
//! symbol that fills a slice.
//!
//! For example, in `<s> ::= <a> ";"?` the rule `<a>` can be followed by `;` and, since `;` can be missing, by the end of the input.

use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::grammar::{Drive, Grammar, Item};

use super::first;
use super::nullable::NullableSymbols;
use super::productions;

/// Returns FOLLOW of every rule; empty for one that the start symbol does not reach.
pub fn of_rules(grammar: &Grammar, first: &[ByteSet], empty: &NullableSymbols) -> Vec<ByteSet> {
    let (mut follow, passes) = direct(grammar, first, empty);
    if let Some(start) = follow.get_mut(grammar.start.0 as usize) {
        start.insert_end();
    }
    let mut pending: Vec<usize> = (0..follow.len()).collect();
    while let Some(rule) = pending.pop() {
        for &last in &passes[rule] {
            let grown = follow[last].union(follow[rule]);
            if grown != follow[last] {
                follow[last] = grown;
                pending.push(last);
            }
        }
    }
    follow
}

/// Returns FOLLOW within productions, and for each rule the rules that can stand last in it.
fn direct(grammar: &Grammar, first: &[ByteSet], empty: &NullableSymbols) -> (Vec<ByteSet>, Vec<Vec<usize>>) {
    let mut follow = vec![ByteSet::EMPTY; grammar.rules.len()];
    let mut passes = vec![Vec::new(); grammar.rules.len()];
    for (number, items) in productions(grammar).enumerate() {
        let rule = grammar.productions[number].rule.0 as usize;
        let mut after = ByteSet::EMPTY;
        let mut last = true;
        for item in items.iter().rev() {
            let symbol = item.symbol.0 as usize;
            if let Some(set) = follow.get_mut(symbol) {
                // A symbol that fills a slice ends where the slice does.
                let is_slice = matches!(item.drive, Drive::Size(_));
                *set = set.union(if is_slice { ByteSet::END } else { after });
                if last && !is_slice {
                    passes[rule].push(symbol);
                }
            }
            (after, last) = step(grammar, item, (after, last), first, empty);
        }
    }
    (follow, passes)
}

/// Returns the bytes that can come next before `item`, given those after it.
fn step(
    grammar: &Grammar,
    item: &Item,
    (after, last): (ByteSet, bool),
    first: &[ByteSet],
    empty: &NullableSymbols,
) -> (ByteSet, bool) {
    let begin = first::of_items(grammar, std::slice::from_ref(item), first, empty);
    if empty.item(item) { (begin.union(after), last) } else { (begin, false) }
}
