//! Tables as generated code writes them: constant, one short call a row. Tables that follow from the grammar and from
//! other tables are computed when the crate is compiled. That keeps generated crates small.

use std::borrow::Cow;
use std::mem::{forget, replace};
use std::ops::Range;

use super::expansions::Tables;
use super::lists::alone;
use super::{Closure, Facts, List, Part, Place, SymbolFacts};
use grammarc_core::grammar::{Item, Production, Regular, Rule, Symbol, Terminal};

/// Makes the place of an element that begins a list.
pub const fn first(list: u32) -> Place {
    Place::Element { list, first: true }
}

/// Makes the place of any other element of a list.
pub const fn next(list: u32) -> Place {
    Place::Element { list, first: false }
}

/// Makes a list.
pub const fn list(element: Symbol, minimum: u32) -> List {
    List { element, minimum }
}

/// Makes the facts about one symbol.
pub const fn facts(minimal: &'static [u8], units: &'static [Symbol]) -> SymbolFacts {
    SymbolFacts { minimal: Cow::Borrowed(minimal), units: Cow::Borrowed(units) }
}

/// Makes the facts about a grammar.
pub const fn table(
    symbols: &'static [SymbolFacts],
    expansions: &'static [Range<u32>],
    parts: &'static [Part],
    places: &'static [Place],
    lists: &'static [List],
    blank: Option<u8>,
) -> Facts {
    Facts {
        symbols: Cow::Borrowed(symbols),
        expansions: Cow::Borrowed(expansions),
        parts: Cow::Borrowed(parts),
        places: Cow::Borrowed(places),
        lists: Cow::Borrowed(lists),
        blank,
        closure: Closure::new(),
    }
}

/// Makes the ranges of the items of productions.
pub const fn expansions<const N: usize>(productions: &[Production; N]) -> [Range<u32>; N] {
    let (mut ranges, mut i) = ([const { 0..0 }; N], 0);
    while i < N {
        let Range { start, end } = productions[i].items;
        ranges[i] = start..end;
        i += 1;
    }
    ranges
}

/// Makes the part of each item: a symbol to fill, or the shortest text of a hidden rule or of a terminal with one text only.
pub const fn parts<const N: usize>(
    items: &[Item; N],
    rules: &[Rule],
    terminals: &[Terminal],
    regulars: &[Regular],
    symbols: &[SymbolFacts],
) -> [Part; N] {
    let tables = Tables { rules, terminals, regulars };
    let (mut parts, mut i) = ([const { Part::Symbol(Symbol(0)) }; N], 0);
    while i < N {
        let symbol = items[i].symbol;
        let part = match tables.is_filled(&items[i]) {
            true => Part::Symbol(symbol),
            false => Part::Text(Cow::Borrowed(minimal(&symbols[symbol.0 as usize]))),
        };
        forget(replace(&mut parts[i], part));
        i += 1;
    }
    parts
}

/// Makes the places of all items. Elements of lists are given, by item; the others follow from the items alone.
pub const fn places<const N: usize>(
    items: &[Item; N],
    symbols: &[SymbolFacts],
    elements: &[(usize, Place)],
) -> [Place; N] {
    let (mut places, mut i) = ([Place::Fixed; N], 0);
    while i < N {
        let shortest = minimal(&symbols[items[i].symbol.0 as usize]);
        (places[i], i) = (alone(&items[i], shortest), i + 1);
    }
    let mut i = 0;
    while i < elements.len() {
        (places[elements[i].0], i) = (elements[i].1, i + 1);
    }
    places
}

/// Returns the shortest text of a symbol, which a row of generated code holds as it is.
const fn minimal(facts: &SymbolFacts) -> &'static [u8] {
    match facts.minimal {
        Cow::Borrowed(text) => text,
        Cow::Owned(_) => &[],
    }
}
