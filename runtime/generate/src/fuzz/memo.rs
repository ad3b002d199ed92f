//! Answers of the parser that are asked for again: they depend on the grammar alone, so they outlive each text.

use std::collections::HashMap;

use crate::fuzz::generator::Generator;
use grammarc_core::grammar::Symbol;
use grammarc_core::parse::Part;

/// Memo of parses by single rules.
#[derive(Default)]
pub(super) struct Memo {
    /// By symbol: texts, and whether the symbol derives them. For a rule `<ws>` that is, for example, `" "` → true.
    derived: HashMap<Symbol, HashMap<Vec<u8>, bool>>,
    /// By symbol: its own parser, if it has one. Made at its first use.
    parts: HashMap<Symbol, Option<Part>>,
}

impl Memo {
    /// Returns whether a symbol derives a text. It is parsed once for each text.
    pub(super) fn is_derived(&mut self, language: &Generator, symbol: Symbol, text: &[u8]) -> bool {
        let known = self.derived.get(&symbol).and_then(|texts| texts.get(text)).copied();
        known.unwrap_or_else(|| {
            let is_derived = language.derives(symbol, text);
            self.derived.entry(symbol).or_default().insert(text.to_vec(), is_derived);
            is_derived
        })
    }

    /// Returns the parser of a symbol; none if the symbol has none of its own.
    pub(super) fn part(&mut self, language: &Generator, symbol: Symbol) -> Option<&Part> {
        self.parts.entry(symbol).or_insert_with(|| language.part(symbol)).as_ref()
    }
}
