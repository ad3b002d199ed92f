//! Answers of the parser that are asked for again: they depend on the grammar alone, so they outlive each text.

use std::collections::HashMap;

use crate::fuzz::generator::Generator;
use grammarc_core::grammar::Symbol;
use grammarc_core::parse::{AloneSymbol, Part};

/// Memo of parses by single rules.
#[derive(Default)]
pub(super) struct Memo {
    /// By symbol: its texts, each parsed once.
    derived: HashMap<Symbol, DerivedTexts>,
    /// By symbol: its own parser, if it has one. Made at its first use.
    parts: HashMap<Symbol, Option<Part>>,
}

/// Texts, and whether a symbol derives them. For a rule `<ws>` that is, for example, `" "` → true.
struct DerivedTexts {
    symbol: AloneSymbol,
    known: HashMap<Vec<u8>, bool>,
}

impl Memo {
    /// Returns whether a symbol derives a text. It is parsed once for each text.
    pub(super) fn is_derived(&mut self, language: &Generator, symbol: Symbol, text: &[u8]) -> bool {
        let texts = self.derived.entry(symbol);
        let texts = texts.or_insert_with(|| DerivedTexts { symbol: language.alone(symbol), known: HashMap::new() });
        texts.known.get(text).copied().unwrap_or_else(|| {
            let is_derived = language.derives(&texts.symbol, text);
            texts.known.insert(text.to_vec(), is_derived);
            is_derived
        })
    }

    /// Returns the parser of a symbol; none if the symbol has none of its own.
    pub(super) fn part(&mut self, language: &Generator, symbol: Symbol) -> Option<&Part> {
        self.parts.entry(symbol).or_insert_with(|| language.part(symbol)).as_ref()
    }

    /// Returns the number of texts that it knows.
    pub(super) fn texts(&self) -> usize {
        self.derived.values().map(|texts| texts.known.len()).sum()
    }

    /// Returns the part that depends on no start rule.
    pub(super) fn for_any_start(self) -> Self {
        Self { derived: self.derived, parts: HashMap::new() }
    }
}
