//! Alternatives that no tree can have, because an earlier one of the same rule matches all of their texts.
//!
//! Two alternatives are compared item by item: each must be the same symbol, or a terminal whose texts the terminal of the
//! earlier one matches too, with the same end. Then wherever the later one fits, the earlier one does.

use std::collections::HashMap;

use grammarc_dsl::ast;
use grammarc_dsl::diagnostic::{Diagnostic, Problem};
use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::grammar::{Item, ProductionId, RuleKind, Symbol, TerminalKind};
use grammarc_runtime::regular::token_parts;

use super::Lint;
use crate::facts::first;
use crate::facts::nullable::{NullableSymbols, with_terminals};
use crate::resolve::meanings;
use crate::walk;

/// Most alternatives of one rule that are compared with each other.
const MAX_ALTERNATIVES: usize = 300;

/// Adds a warning for each alternative that is never chosen.
pub(super) fn check(lint: &Lint<'_>, found: &mut Vec<Diagnostic>) {
    let empty = with_terminals(lint.grammar);
    let first = lint.grammar.rules.iter().map(|rule| rule.first).collect();
    let mut shadow = Shadow { lint, empty, first, known: HashMap::new() };
    for rule in (0..lint.grammar.rules.len() as u32).map(Symbol) {
        if matches!(lint.grammar.rules[rule.0 as usize].kind, RuleKind::Named | RuleKind::Level(_)) {
            found.extend(shadow.of_rule(rule));
        }
    }
}

struct Shadow<'a> {
    lint: &'a Lint<'a>,
    empty: NullableSymbols,
    first: Vec<ByteSet>,
    /// Whether one terminal is within another, whatever follows.
    known: HashMap<(Symbol, Symbol, ByteSet), bool>,
}

impl Shadow<'_> {
    fn of_rule(&mut self, rule: Symbol) -> Vec<Diagnostic> {
        let lint = self.lint;
        let productions: Vec<ProductionId> = lint.grammar.productions_of(rule).collect();
        let Some(origin) = lint.origin(rule).filter(|_| productions.len() <= MAX_ALTERNATIVES) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for (number, &later) in productions.iter().enumerate() {
            if lint.grammar.items_of(later).iter().any(|item| item.pass) || !self.is_plain(origin, later, true) {
                continue;
            }
            let mut earlier = productions[..number].iter().copied();
            let Some(by) = earlier.find(|&earlier| self.is_shadowed(origin, later, earlier)) else { continue };
            let place = |id| lint.alternative(origin, lint.grammar.production(id).alternative);
            if let (Some(by_place), Some(own)) = (place(by), place(later)) {
                let same = self.is_same(later, by);
                found.push(lint.complain(origin, &own.span, Problem::ShadowedAlternative { by: by_place, same }));
            }
        }
        found
    }

    /// Whether nothing but its text decides about an alternative, and the author did not weigh it: then it is there for
    /// generated texts.
    fn is_plain(&self, origin: usize, id: ProductionId, unweighed: bool) -> bool {
        let number = usize::from(self.lint.grammar.production(id).alternative);
        let Some(alternative) = self.lint.program.body(origin).get(number) else { return false };
        let is_weighed =
            |alternative: &ast::Alternative| alternative.annotations.iter().any(|hook| hook.name.text == "w");
        let items = walk::items(std::slice::from_ref(alternative)).into_iter();
        // A value decides nothing.
        let decides = |hook: &ast::Hook| !meanings(hook).any(|meaning| meaning.values.is_some());
        let is_marked = |item: &&ast::Item| item.hooks.iter().any(decides) || item.derive.is_some();
        let mut marked = items.filter(is_marked);
        marked.next().is_none() && !(unweighed && is_weighed(alternative))
    }

    fn is_same(&self, later: ProductionId, earlier: ProductionId) -> bool {
        let symbols = |id| self.lint.grammar.items_of(id).iter().map(|item| item.symbol);
        symbols(later).eq(symbols(earlier))
    }

    fn is_shadowed(&mut self, origin: usize, later: ProductionId, earlier: ProductionId) -> bool {
        let lint = self.lint;
        let (later_items, earlier_items) = (lint.grammar.items_of(later), lint.grammar.items_of(earlier));
        let matched = |item: &Item| (item.consume, item.pass, item.label, item.check, item.slot, item.drive);
        let alike = |(a, b): (&Item, &Item)| matched(a) == matched(b);
        later_items.len() == earlier_items.len()
            && later_items.iter().zip(earlier_items).all(alike)
            && self.is_plain(origin, earlier, false)
            && (0..later_items.len()).all(|place| self.is_item_within(later, later_items, earlier_items, place))
    }

    fn is_item_within(&mut self, id: ProductionId, later: &[Item], earlier: &[Item], place: usize) -> bool {
        let (own, other) = (later[place].symbol, earlier[place].symbol);
        own == other || {
            let rest = &later[place + 1..];
            let mut follow = first::of_items(self.lint.grammar, rest, &self.first, &self.empty);
            if self.empty.all(rest) {
                let rule = self.lint.grammar.production(id).rule;
                follow = follow.union(self.lint.grammar.rules[rule.0 as usize].follow);
            }
            self.is_within(own, other, follow)
        }
    }

    fn is_within(&mut self, own: Symbol, other: Symbol, follow: ByteSet) -> bool {
        if let Some(&known) = self.known.get(&(own, other, follow)) {
            return known;
        }
        let is_within = self.decide(own, other, follow).unwrap_or(false);
        self.known.insert((own, other, follow), is_within);
        is_within
    }

    /// Whether one terminal matches wherever the other does, with the same end; none if that is unknown.
    fn decide(&self, own: Symbol, other: Symbol, follow: ByteSet) -> Option<bool> {
        let grammar = self.lint.grammar;
        let (later, earlier) = (grammar.terminal(own)?, grammar.terminal(other)?);
        let is_match = |kind| matches!(kind, TerminalKind::Token | TerminalKind::Leaf);
        let no_more = later.first.intersection(earlier.first) == later.first;
        if !is_match(later.kind) || !is_match(earlier.kind) || !no_more {
            return None;
        }
        if earlier.word.is_some() && earlier.word != later.word {
            return None;
        }
        let (own_texts, all) = (self.lint.languages.of(later.regular)?, self.lint.languages.of(earlier.regular)?);
        // A keyword stands only where the word ends with it.
        let ends_alike = earlier.kind == TerminalKind::Leaf || later.word == Some(other);
        let longest = match ends_alike {
            true => None,
            false => Some((self.lint.languages.of(token_parts(grammar, earlier.regular).0)?, follow)),
        };
        Some(own_texts.is_within(all, longest))
    }
}
