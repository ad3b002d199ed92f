//! Which symbols may stand for which: the closure of "derives it with everything else empty".

use crate::grammar::{Grammar, Symbol};

/// Returns for every symbol those that may stand for it, ascending, itself included.
pub(super) fn closure(grammar: &Grammar, minimal: &[Vec<u8>]) -> Vec<Vec<Symbol>> {
    let units = units(grammar, minimal);
    let mut seen = vec![usize::MAX; units.len()];
    (0..units.len()).map(|symbol| reachable(&units, symbol, &mut seen)).collect()
}

/// Returns what each symbol derives in one step with everything else empty.
fn units(grammar: &Grammar, minimal: &[Vec<u8>]) -> Vec<Vec<usize>> {
    let mut units = vec![Vec::new(); minimal.len()];
    for production in grammar.productions.iter() {
        let items = &grammar.items[production.items.start as usize..production.items.end as usize];
        let full = items.iter().filter(|item| !minimal[item.symbol.0 as usize].is_empty()).count();
        for item in items {
            let others = full - usize::from(!minimal[item.symbol.0 as usize].is_empty());
            if others == 0 {
                units[production.rule.0 as usize].push(item.symbol.0 as usize);
            }
        }
    }
    units
}

fn reachable(units: &[Vec<usize>], from: usize, seen: &mut [usize]) -> Vec<Symbol> {
    let mut found = vec![from];
    seen[from] = from;
    let mut next = 0;
    while next < found.len() {
        for &symbol in &units[found[next]] {
            if seen[symbol] != from {
                seen[symbol] = from;
                found.push(symbol);
            }
        }
        next += 1;
    }
    found.sort_unstable();
    found.into_iter().map(|symbol| Symbol(symbol as u32)).collect()
}
