//! Rows of the tables as generated code writes them: constant, one short call or name each.

use std::borrow::Cow;
use std::ops::Range;

use super::{List, Part, Place, SymbolFacts};
use crate::grammar::Symbol;

/// It must stay; a shorter text may stand there.
pub const FIXED: Place = Place::Fixed;
/// It may go.
pub const OPTIONAL: Place = Place::Optional;
/// It belongs to what stands before it.
pub const SKIP: Place = Place::Skip;
/// It goes with the element after it.
pub const SEPARATOR: Place = Place::Separator;

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

/// Makes a part that is a text.
pub const fn text(text: &'static [u8]) -> Part {
    Part::Text(Cow::Borrowed(text))
}

/// Makes a part that is to be filled.
pub const fn fill(symbol: Symbol) -> Part {
    Part::Symbol(symbol)
}

/// Makes the ranges of adjacent slices that have so many parts.
pub const fn expansions<const N: usize>(sizes: [u32; N]) -> [Range<u32>; N] {
    let (mut ranges, mut start, mut i) = ([const { 0..0 }; N], 0, 0);
    while i < N {
        let end = start + sizes[i];
        ranges[i] = start..end;
        (start, i) = (end, i + 1);
    }
    ranges
}
