//! Rules that can derive themselves alone, as `<a> ::= <a> | "x"`: a text would have infinitely many trees.

use grammarc_dsl::diagnostic::{Diagnostic, Problem};
use grammarc_runtime::grammar::{Grammar, Item, TerminalKind};
use grammarc_runtime::regular::{Automata, is_single_match};

use super::Lint;
use crate::facts::left_recursion::shortest_cycle;
use crate::facts::nullable::{self, NullableSymbols};
use crate::facts::productions;
use grammarc_runtime::components::components;

/// Adds one warning for each strongly connected component of such rules.
pub(super) fn check(lint: &Lint<'_>, found: &mut Vec<Diagnostic>) {
    let edges = edges(lint.grammar, lint.languages.automata());
    let component = components(&edges);
    let mut shown = vec![false; edges.len()];
    for rule in 0..edges.len() {
        if shown[component[rule]] {
            continue;
        }
        let Some(cycle) = shortest_cycle(rule, &edges, &component) else { continue };
        shown[component[rule]] = true;
        let mut names: Vec<String> = cycle.iter().map(|&rule| lint.grammar.rules[rule].name.to_string()).collect();
        // Hidden rules have the names of those that they came from.
        names.dedup();
        if names.len() == 1 {
            names.push(names[0].clone());
        }
        if let Some(origin) = lint.origins[rule] {
            found.push(lint.complain_of(origin, Problem::UnitCycle { cycle: names }));
        }
    }
}

/// For each rule the rules that can be all of its text.
fn edges(grammar: &Grammar, automata: &Automata) -> Vec<Vec<usize>> {
    let empty = empty(grammar, automata);
    let mut edges = vec![Vec::new(); grammar.rules.len()];
    for (number, items) in productions(grammar).enumerate() {
        let own: &mut Vec<usize> = &mut edges[grammar.productions[number].rule.0 as usize];
        let solid: Vec<&Item> = items.iter().filter(|item| !empty.item(item)).collect();
        let whole: Vec<&Item> = match solid[..] {
            [] => items.iter().collect(),
            [one] => vec![one],
            _ => Vec::new(),
        };
        own.extend(whole.iter().map(|item| item.symbol.0 as usize).filter(|&symbol| symbol < grammar.rules.len()));
    }
    edges
}

/// Returns the symbols that are certain to be empty in some text: look-aheads, and terminals that match the empty text.
fn empty(grammar: &Grammar, automata: &Automata) -> NullableSymbols {
    let terminals = grammar.terminals.iter().map(|terminal| match terminal.kind {
        TerminalKind::Ahead { .. } => true,
        TerminalKind::Text { .. } | TerminalKind::Indent(_) => false,
        TerminalKind::Token | TerminalKind::Leaf => {
            terminal.nullable && is_single_match(grammar, automata, terminal.regular, b"")
        }
    });
    nullable::with(grammar, terminals.collect())
}
