//! Which symbols may stand for which: the closure of "derives it with everything else empty".
//!
//! For example, in a part of the JSON grammar, where `<ws>` may be empty:
//!
//! ```text
//! <element> ::= <ws> <value> <ws>                  units   value
//! <value>   ::= <object> | <array> | <number>      units   object, array, number
//! <array>   ::= "[" <ws> "]" | "[" <elements> "]"  units   none: the brackets are never empty
//! closure of element                                       element, value, object, array, number
//! ```

use std::sync::OnceLock;

use super::SymbolFacts;
use grammarc_core::grammar::{Grammar, Symbol};

/// By symbol, the symbols that may stand for it. Computed at first use, because its size may be quadratic in the number
/// of symbols. For example, `array` may stand for a JSON `element`, by way of `value`.
#[derive(Debug, Clone, Default)]
pub struct Closure(OnceLock<Vec<Vec<Symbol>>>);

impl Closure {
    /// Makes a closure that is computed at first use.
    pub const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// Returns the symbols that may stand for `symbol`, ascending, itself included. The facts must be the same at every call.
    pub(super) fn of(&self, facts: &[SymbolFacts], symbol: Symbol) -> &[Symbol] {
        let all = self.0.get_or_init(|| {
            let mut seen = vec![usize::MAX; facts.len()];
            (0..facts.len()).map(|symbol| reachable(facts, symbol, &mut seen)).collect()
        });
        &all[symbol.0 as usize]
    }
}

/// All closures are equal, because a closure follows from other facts.
impl PartialEq for Closure {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Closure {}

/// Returns, by symbol, the symbols that it derives in one step with everything else empty, ascending.
pub(super) fn of(grammar: &Grammar, minimal: &[Vec<u8>]) -> Vec<Vec<Symbol>> {
    let mut units = vec![Vec::new(); minimal.len()];
    for production in grammar.productions.iter() {
        let items = &grammar.items[production.items.start as usize..production.items.end as usize];
        let full = items.iter().filter(|item| !minimal[item.symbol.0 as usize].is_empty()).count();
        for item in items {
            let others = full - usize::from(!minimal[item.symbol.0 as usize].is_empty());
            if others == 0 && item.symbol != production.rule {
                units[production.rule.0 as usize].push(item.symbol);
            }
        }
    }
    for units in &mut units {
        units.sort_unstable();
        units.dedup();
    }
    units
}

fn reachable(facts: &[SymbolFacts], from: usize, seen: &mut [usize]) -> Vec<Symbol> {
    let mut found = vec![Symbol(from as u32)];
    seen[from] = from;
    let mut next = 0;
    while let Some(&symbol) = found.get(next) {
        next += 1;
        for &unit in facts[symbol.0 as usize].units.iter() {
            if std::mem::replace(&mut seen[unit.0 as usize], from) != from {
                found.push(unit);
            }
        }
    }
    found.sort_unstable();
    found
}
