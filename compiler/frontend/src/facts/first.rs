//! The bytes that can begin a text: of terminals by their expression, of rules by a fixpoint with a worklist.
//!
//! Always a superset: look-aheads and exclusions are taken to hold.
//!
//! For example, FIRST of `"a"? "b"` is `a` and `b`, and FIRST of `!"a" [a-c]` includes `a` although no text begins with it.

use std::collections::VecDeque;

use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::grammar::{Grammar, Item, Regular};

use super::nullable::NullableSymbols;
use super::{is_ahead, productions, users};

/// FIRST of an expression, and whether it can match the empty text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Begin {
    /// The first bytes of its texts.
    pub first: ByteSet,
    /// Whether the empty text may be among them.
    pub nullable: bool,
    /// Whether `nullable` is exact: no look-ahead or back-reference decides.
    exact: bool,
}

/// Returns the beginning of one expression from those of its parts.
pub(crate) fn of_regular(regular: &Regular, begins: &[Begin]) -> Begin {
    let part = |id: &grammarc_runtime::grammar::RegularId| begins[id.0 as usize];
    let some = |first| Begin { first, nullable: false, exact: true };
    match regular {
        Regular::Literal { text, fold } => text.first().map_or(EMPTY, |&byte| some(ByteSet::of_letter(byte, *fold))),
        Regular::Chars(ranges) => some(leads(ranges)),
        Regular::Bytes(ranges) => {
            let mut set = ByteSet::EMPTY;
            ranges.iter().for_each(|&(low, high)| set.insert_range(low, high));
            some(set)
        }
        Regular::Sequence(parts) => parts.iter().map(part).fold(EMPTY, Begin::then),
        Regular::Choice(parts) => parts.iter().map(part).fold(NOTHING, Begin::or),
        Regular::Repeat { max: Some(0), .. } => EMPTY,
        Regular::Repeat { body, min: 0, .. } => Begin { nullable: true, exact: true, ..part(body) },
        Regular::Repeat { body, .. } => part(body),
        Regular::Ahead { .. } => Begin { first: ByteSet::EMPTY, nullable: true, exact: false },
        Regular::Except { body, without } => {
            let (body, without) = (part(body), part(without));
            Begin { nullable: body.nullable && !(without.exact && without.nullable), ..body }
        }
        Regular::Text { .. } => Begin { first: ByteSet::ALL.without_end(), nullable: true, exact: false },
    }
}

const EMPTY: Begin = Begin { first: ByteSet::EMPTY, nullable: true, exact: true };
const NOTHING: Begin = Begin { first: ByteSet::EMPTY, nullable: false, exact: true };

impl Begin {
    fn then(self, next: Self) -> Self {
        let first = if self.nullable { self.first.union(next.first) } else { self.first };
        Self { first, nullable: self.nullable && next.nullable, exact: self.exact && next.exact }
    }

    fn or(self, other: Self) -> Self {
        let first = self.first.union(other.first);
        Self { first, nullable: self.nullable || other.nullable, exact: self.exact && other.exact }
    }
}

/// The lead bytes of characters: UTF-8 keeps their order.
/// For example, the characters from `à` to `ÿ` all have the lead byte C3.
fn leads(ranges: &[(u32, u32)]) -> ByteSet {
    let lead = |code: u32| char::from_u32(code).map_or(0xff, |c| c.encode_utf8(&mut [0; 4]).as_bytes()[0]);
    let mut set = ByteSet::EMPTY;
    ranges.iter().for_each(|&(low, high)| set.insert_range(lead(low), lead(high)));
    set
}

/// Returns FIRST of every rule.
pub fn of_rules(grammar: &Grammar, empty: &NullableSymbols) -> Vec<ByteSet> {
    let users = users(grammar);
    let all: Vec<&[Item]> = productions(grammar).collect();
    let mut first = vec![ByteSet::EMPTY; grammar.rules.len()];
    let mut waiting = vec![true; all.len()];
    let mut pending: VecDeque<u32> = (0..all.len() as u32).rev().collect();
    while let Some(production) = pending.pop_front() {
        waiting[production as usize] = false;
        let rule = grammar.productions[production as usize].rule.0 as usize;
        let grown = first[rule].union(of_items(grammar, all[production as usize], &first, empty));
        if grown != first[rule] {
            first[rule] = grown;
            pending
                .extend(users.of(rule).iter().filter(|&&user| !std::mem::replace(&mut waiting[user as usize], true)));
        }
    }
    first
}

/// Returns the bytes that can begin a text of the items. Where all items are empty, it does not include the bytes behind them.
pub fn of_items(grammar: &Grammar, items: &[Item], first: &[ByteSet], empty: &NullableSymbols) -> ByteSet {
    let mut set = ByteSet::EMPTY;
    for item in items {
        if !is_ahead(grammar, item.symbol) {
            set = set.union(of_symbol(grammar, item, first));
        }
        if !empty.item(item) {
            break;
        }
    }
    set
}

fn of_symbol(grammar: &Grammar, item: &Item, first: &[ByteSet]) -> ByteSet {
    let number = item.symbol.0 as usize;
    first.get(number).copied().unwrap_or_else(|| grammar.terminals[number - first.len()].first.without_end())
}
