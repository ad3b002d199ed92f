//! A symbol by itself: its texts, whatever may follow it in the grammar. For example, `<gap>` by itself may end anywhere.

use super::budget;
use crate::byteset::ByteSet;
use crate::earley::PreparedGrammar;
use crate::grammar::{Grammar, Symbol};
use crate::language::Language;
use crate::tree::Builder;

/// A symbol by itself, prepared for charts.
#[doc(hidden)]
pub struct AloneSymbol(PreparedGrammar);

impl Language {
    /// Prepares a symbol by itself. O(grammar).
    #[doc(hidden)]
    pub fn alone(&self, symbol: Symbol) -> AloneSymbol {
        let mut alone = Grammar { start: symbol, ..self.grammar.clone() };
        alone.rules.to_mut().iter_mut().for_each(|rule| rule.follow = ByteSet::ALL);
        alone.productions.to_mut().iter_mut().for_each(|production| production.predict = ByteSet::ALL);
        AloneSymbol(PreparedGrammar::new(alone))
    }

    /// Returns whether a symbol by itself derives a text.
    #[doc(hidden)]
    pub fn derives(&self, symbol: &AloneSymbol, text: &[u8]) -> bool {
        let AloneSymbol(PreparedGrammar { grammar, earley }) = symbol;
        self.charted(grammar, earley, text, &mut budget(text), Builder::new()).is_ok()
    }
}
