//! Facts about a format that hold for every input: minimal strings, substitutable symbols, lists, expansions.
//!
//! All of it follows from the [`Grammar`]. A generated crate holds it as a static; elsewhere it is computed at first use.

mod contexts;
mod expansions;
mod lists;
pub mod rows;
mod units;

pub(crate) use contexts::Contexts;
pub use units::Closure;

use std::ops::Range;
use std::sync::OnceLock;

use grammarc_core::grammar::{Grammar, ItemId, ProductionId, Symbol, Table};
pub use grammarc_generate::shortest::{self, MAX_SHORTEST_BYTES};

/// Where the facts about a grammar come from.
#[derive(Debug)]
pub enum Source {
    /// A generated crate computed them when it was generated.
    Table(&'static Facts),
    /// They are computed from the grammar at first use.
    Computed(OnceLock<Facts>),
}

impl Source {
    /// Makes facts that are computed at first use.
    pub const fn computed() -> Self {
        Self::Computed(OnceLock::new())
    }

    /// Returns the facts about `grammar`, which must be the same at every call.
    pub fn of(&self, grammar: &Grammar) -> &Facts {
        match self {
            Self::Table(table) => table,
            Self::Computed(cell) => cell.get_or_init(|| Facts::of(grammar)),
        }
    }
}

impl Default for Source {
    fn default() -> Self {
        Self::computed()
    }
}

/// The facts about one grammar that the reducer needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// By symbol: rules first, terminals after them.
    pub symbols: Table<SymbolFacts>,
    /// By production: ranges of `parts`, which are the items of the productions.
    pub expansions: Table<Range<u32>>,
    /// By item: the part that it adds to an expansion whose repetitions are empty.
    pub parts: Table<Part>,
    /// By item.
    pub places: Table<Place>,
    /// The lists that [`Place::Element`] refers to.
    pub lists: Table<List>,
    /// The byte that keeps two words apart, if `%skip` allows one.
    pub blank: Option<u8>,
    /// The transitive closure of `SymbolFacts::units`, computed at first use.
    pub closure: Closure,
}

/// The facts about one symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolFacts {
    /// A shortest text of it, the most readable one of those that were looked at (Knuth 1977, by bytes). It is empty for a
    /// back-reference; a look-ahead around it may still refuse it. Where every text has [`MAX_SHORTEST_BYTES`] bytes or more, it has
    /// exactly that length and is no text of the symbol.
    pub minimal: Table<u8>,
    /// The other symbols that may stand for it at once, ascending: it derives each of them in one step with everything
    /// else empty. For example, a JSON `value` has `number` and `string` among them.
    pub units: Table<Symbol>,
}

/// Whether the node of an item may be dropped, and with which neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// It must stay, as the `:` of a JSON member must; a shorter text may stand there, for example a digit for a value.
    Fixed,
    /// It may go, for example an `else` part.
    Optional,
    /// It may go as long as the list keeps its minimum. For example, either element of `[1,2]` may.
    Element {
        /// Index in [`Facts::lists`].
        list: u32,
        /// Whether the list begins with it: it has no separator.
        first: bool,
    },
    /// It belongs to the node before it ([`Slot::Skip`](grammarc_core::grammar::Slot::Skip)); it may go where no words run
    /// together.
    Skip,
    /// It goes with the element after it. For example, without `2`, `[1,2,3]` loses the comma before it.
    Separator,
}

/// A repetition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct List {
    /// The repeated symbol, without separators: `x` of `x ++ s`.
    pub element: Symbol,
    /// The least number of elements. For example, 0 for `x*`, and 2 for `x{2,}`.
    pub minimum: u32,
}

/// The part of an expansion that an item adds. A hidden rule adds its shortest text, so an optional group adds nothing.
/// For example, `name ":" value` is the symbol `name`, the text `:` and the symbol `value`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// This text.
    Text(Table<u8>),
    /// To be filled with a text of this symbol.
    Symbol(Symbol),
}

impl Facts {
    /// Computes the facts of a grammar.
    pub fn of(grammar: &Grammar) -> Self {
        let minimal = shortest::texts(grammar);
        let units = units::of(grammar, &minimal);
        let parts = expansions::of(grammar, &minimal);
        let expansions = grammar.productions.iter().map(|production| production.items.clone());
        let (places, lists) = lists::of(grammar, &minimal);
        let facts = minimal.into_iter().zip(units);
        let symbols = facts.map(|(minimal, units)| SymbolFacts { minimal: minimal.into(), units: units.into() });
        Self {
            symbols: symbols.collect(),
            expansions: expansions.collect(),
            parts: parts.into(),
            places: places.into(),
            lists: lists.into(),
            blank: shortest::blank(grammar),
            closure: Closure::new(),
        }
    }

    /// Returns the facts about a symbol.
    pub fn symbol(&self, symbol: Symbol) -> &SymbolFacts {
        &self.symbols[symbol.0 as usize]
    }

    /// Returns the parts of a production whose repetitions are empty. For example, `"[" x* "]"` is the one text `[]`,
    /// because adjacent texts are joined.
    pub fn expansion(&self, production: ProductionId) -> Vec<Part> {
        let Range { start, end } = self.expansions[production.0 as usize];
        expansions::joined(&self.parts[start as usize..end as usize])
    }

    /// Returns the place of an item. The root, which has no item, must stay.
    pub fn place(&self, item: ItemId) -> Place {
        self.places.get(item.0 as usize).copied().unwrap_or(Place::Fixed)
    }

    /// Returns whether a text of `other` may stand where `wanted` is asked for. For example, a JSON array may stand
    /// where a value is asked for, but not where a string is.
    pub fn may_stand(&self, other: Symbol, wanted: Symbol) -> bool {
        other == wanted || self.closure.of(&self.symbols, wanted).binary_search(&other).is_ok()
    }
}
