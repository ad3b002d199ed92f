//! Copies of operator rules in two halves: texts that end in a loose prefix operator and its operand, and all others.
//!
//! With `if` looser than `+`, `a + if b then c` belongs to the one half and `a + b` to the other. Both begin alike, so they are tried
//! in order, the usual texts first. If the next bytes tell prefix operators from other operands and operators from the end of the
//! expression, the parser of the usual texts goes on until it fails at the `if`. Then no text matches both halves, and the first that
//! succeeds decides.

use grammarc_runtime::grammar::{Grammar, ProductionId, RuleKind, Symbol};
use grammarc_runtime::parse::lookahead::{Lookahead, Prefix};

/// Returns whether a rule has two such halves, and the next bytes tell them apart in the end.
pub(super) fn is_exclusive(grammar: &Grammar, lookahead: &Lookahead, rule: Symbol) -> bool {
    let passes = grammar.productions_of(rule).filter_map(|id| pass(grammar, id));
    let passes: Vec<Symbol> = passes.collect();
    match passes.as_slice() {
        [.., usual, _] => {
            are_prefixes_told(grammar, lookahead, head(grammar, rule)) && do_loops_end(grammar, lookahead, *usual)
        }
        _ => false,
    }
}

/// Returns the copy of an operator rule that a production passes to.
fn pass(grammar: &Grammar, id: ProductionId) -> Option<Symbol> {
    match grammar.items_of(id) {
        [only] if only.pass && is_copy(grammar, only.symbol) => Some(only.symbol),
        _ => None,
    }
}

fn is_copy(grammar: &Grammar, symbol: Symbol) -> bool {
    grammar.rule(symbol).is_some_and(|rule| matches!(rule.kind, RuleKind::Level(_)))
}

fn head(grammar: &Grammar, symbol: Symbol) -> Symbol {
    match grammar.rule(symbol).map(|rule| rule.kind) {
        Some(RuleKind::Level(named)) => named,
        _ => symbol,
    }
}

/// Returns whether the next bytes tell each prefix operator from all other beginnings of an expression.
fn are_prefixes_told(grammar: &Grammar, lookahead: &Lookahead, named: Symbol) -> bool {
    let rules = (0..grammar.rules.len() as u32).map(Symbol).filter(|rule| head(grammar, *rule) == named);
    let is_operand = |symbol: Symbol| head(grammar, symbol) == named;
    let mut starts: Vec<(u16, bool, Prefix)> = Vec::new();
    for id in rules.flat_map(|rule| grammar.productions_of(rule)) {
        let (items, alternative) = (grammar.items_of(id), grammar.production(id).alternative);
        let begins = items.first().is_none_or(|item| !is_operand(item.symbol));
        if begins && starts.iter().all(|(known, ..)| *known != alternative) {
            let is_prefix = items.last().is_some_and(|item| is_operand(item.symbol));
            starts.push((alternative, is_prefix, lookahead.rest(grammar, id, items)));
        }
    }
    starts.iter().filter(|(_, is_prefix, _)| *is_prefix).all(|(own, _, prefix)| {
        starts.iter().all(|(other, _, start)| own == other || lookahead.excludes(prefix, start))
    })
}

/// Returns whether the next bytes tell where the loops of a copy and of the operands at its ends stop.
fn do_loops_end(grammar: &Grammar, lookahead: &Lookahead, copy: Symbol) -> bool {
    let (mut waiting, mut seen) = (vec![copy], vec![copy]);
    while let Some(rule) = waiting.pop() {
        let stop = lookahead.stop(grammar, rule);
        for id in grammar.productions_of(rule) {
            let items = grammar.items_of(id);
            let (first, last) = (items.first(), items.last());
            if first.is_some_and(|item| item.symbol == rule)
                && !lookahead.excludes(&lookahead.rest(grammar, id, &items[1..]), &stop)
            {
                return false;
            }
            for item in first.into_iter().chain(last).filter(|item| is_copy(grammar, item.symbol)) {
                if !seen.contains(&item.symbol) {
                    seen.push(item.symbol);
                    waiting.push(item.symbol);
                }
            }
        }
    }
    true
}
