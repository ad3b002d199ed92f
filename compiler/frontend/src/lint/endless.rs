//! Matches that nothing stops: `"/*" .* "*/"` goes on to the last `*/` of the input.

use grammarc_dsl::ast::{Item as Written, PrimaryKind};
use grammarc_dsl::diagnostic::{Diagnostic, Problem};
use grammarc_runtime::grammar::{Grammar, Item, Regular, RegularId, Slot, Symbol, TerminalKind};
use grammarc_runtime::regular::{Automata, first_bytes, token_parts};

use super::Lint;
use crate::facts::productions;
use crate::walk;

/// Adds a warning for each terminal that can go on over everything, unless nothing comes after it.
pub(super) fn check(lint: &Lint<'_>, found: &mut Vec<Diagnostic>) {
    // A field that says how long another one is stops it. Which of them do so is known to the parser alone.
    if has_sizes(lint) {
        return;
    }
    let grammar = lint.grammar;
    let wide = wide(grammar, lint.languages.automata());
    let followed = followed(grammar);
    let mut told = vec![false; grammar.terminals.len()];
    for (number, items) in productions(grammar).enumerate() {
        let rule = grammar.productions[number].rule;
        for (place, item) in items.iter().enumerate() {
            let Some(terminal) = grammar.terminal(item.symbol) else { continue };
            let told = &mut told[item.symbol.0 as usize - grammar.rules.len()];
            let is_token = terminal.kind == TerminalKind::Token;
            if *told || !wide[terminal.regular.0 as usize] || !(is_token || terminal.kind == TerminalKind::Leaf) {
                continue;
            }
            let body = if is_token { token_parts(grammar, terminal.regular).0 } else { terminal.regular };
            let is_followed =
                followed[rule.0 as usize] || items[place + 1..].iter().any(|item| is_something(grammar, item));
            if is_followed && lint.languages.is_endless(body) {
                *told = true;
                found.extend(complain(lint, rule, item.symbol));
            }
        }
    }
}

fn has_sizes(lint: &Lint<'_>) -> bool {
    let rules = 0..lint.program.rules.len();
    let mut items = rules.flat_map(|rule| lint.program.items(rule));
    items.any(|item| item.derive.is_some() && !walk::is_back_reference(item))
}

/// Points to a token, or to the item that a leaf was written as.
fn complain(lint: &Lint<'_>, rule: Symbol, symbol: Symbol) -> Option<Diagnostic> {
    let terminal = lint.grammar.terminal(symbol)?;
    let problem = Problem::EndlessMatch { token: terminal.kind == TerminalKind::Token };
    if let Some(origin) = lint.origin(symbol) {
        return Some(lint.complain_of(origin, problem));
    }
    let origin = lint.origin(rule)?;
    let text = &lint.program.sources.files[lint.program.rules[origin].file].text;
    let is_it = |item: &&Written| {
        text.get(item.span.clone()).is_some_and(|written| written.ends_with(&*terminal.name))
            && !matches!(item.primary.kind, PrimaryKind::Rule(_))
    };
    match lint.program.items(origin).iter().copied().find(is_it) {
        Some(item) => Some(lint.complain(origin, &item.span, problem)),
        None => Some(lint.complain_of(origin, problem)),
    }
}

/// For each expression whether it repeats something wide without end. Only these are worth an automaton.
fn wide(grammar: &Grammar, automata: &Automata) -> Vec<bool> {
    let mut wide: Vec<bool> = Vec::with_capacity(grammar.regulars.len());
    for regular in grammar.regulars.iter() {
        let is_wide = match regular {
            Regular::Repeat { body, max: None, .. } => is_any(grammar, automata, *body) || wide[body.0 as usize],
            Regular::Literal { .. } | Regular::Chars(_) | Regular::Bytes(_) | Regular::Text { .. } => false,
            Regular::Ahead { .. } => false,
            _ => regular.parts().iter().any(|part| wide[part.0 as usize]),
        };
        wide.push(is_wide);
    }
    wide
}

/// Whether every ASCII character can begin the expression.
fn is_any(grammar: &Grammar, automata: &Automata, id: RegularId) -> bool {
    let (first, _) = first_bytes(grammar, automata, id);
    (0..0x80).all(|byte| first.contains(byte))
}

/// For each rule whether something other than skip can come after it.
fn followed(grammar: &Grammar) -> Vec<bool> {
    let mut followed = vec![false; grammar.rules.len()];
    let mut passes = vec![Vec::new(); grammar.rules.len()];
    for (number, items) in productions(grammar).enumerate() {
        let rule = grammar.productions[number].rule.0 as usize;
        let mut something = false;
        for item in items.iter().rev() {
            let symbol = item.symbol.0 as usize;
            if symbol < grammar.rules.len() {
                followed[symbol] |= something;
                passes[rule].push(symbol);
            }
            something |= is_something(grammar, item);
        }
    }
    let mut pending: Vec<usize> = (0..followed.len()).filter(|&rule| followed[rule]).collect();
    while let Some(rule) = pending.pop() {
        for &last in &passes[rule] {
            if !std::mem::replace(&mut followed[last], true) {
                pending.push(last);
            }
        }
    }
    followed
}

/// Whether an item can match something that counts.
fn is_something(grammar: &Grammar, item: &Item) -> bool {
    if item.slot == Slot::Skip {
        return false;
    }
    match grammar.terminal(item.symbol) {
        Some(terminal) => !matches!(terminal.kind, TerminalKind::Ahead { .. }) && !terminal.first.is_empty(),
        None => !grammar.rules[item.symbol.0 as usize].first.is_empty(),
    }
}
