//! Rules as they are written, and the wrapper around the start rule.

use grammarc_dsl::ast::{Alternative, ModifierKind};
use grammarc_runtime::grammar::{Label, LabelName, RuleKind, Shape, Slot, Symbol};

use super::items::plain;
use super::{DraftProduction, Lowering, MAX_PARTS, Scope, Site};
use crate::resolve::annotation;

/// `@w(n)`, 1 by default.
pub(super) fn weight(alternative: &Alternative) -> u32 {
    let argument = annotation(alternative, "w").and_then(|hook| hook.arguments.first());
    argument.and_then(|argument| argument.value.text.parse().ok()).unwrap_or(1)
}

/// `@as(Name)`.
pub(super) fn name(alternative: &Alternative) -> Option<String> {
    annotation(alternative, "as")?.arguments.first().map(|argument| argument.value.text.clone())
}

fn label_name(rule: Symbol, alternative: u16, label: Label, name: &str) -> LabelName {
    LabelName { rule, alternative, label, name: name.to_owned().into() }
}

impl Lowering<'_> {
    /// Returns the symbol to start with: the rule itself, or a node around it where something can be skipped before it.
    pub(super) fn start(&mut self, rule: usize) -> Symbol {
        let site = Site { owner: rule, rule, file: 0 };
        let start = plain(self.rule_symbol(rule));
        let skip = self.program.files[0].skip;
        let terminal = self.counts_as_terminal(start.symbol);
        if skip.is_none() && !terminal {
            return start.symbol;
        }
        let mut items = Vec::new();
        if let Some(skip) = skip {
            let before = plain(self.skip(skip));
            items.push(super::Item { slot: Slot::Skip, ..before });
        }
        items.push(super::Item { index: 0, ..start });
        if let Some(skip) = skip.filter(|_| terminal) {
            let after = plain(self.skip(skip));
            items.push(super::Item { slot: Slot::Skip, ..after });
        }
        let symbol = self.reserve(site.owner, RuleKind::Anonymous);
        self.define(symbol, vec![DraftProduction::new(items, Shape::Node(symbol))]);
        symbol
    }

    /// Returns the symbol of a rule. On first use the rule is made a terminal or added to the worklist.
    pub(super) fn rule_symbol(&mut self, rule: usize) -> Symbol {
        let opaque = self.program.has(rule, ModifierKind::Opaque);
        if self.program.has(rule, ModifierKind::Token) || (opaque && self.is_regular(rule) && self.plain[rule]) {
            return self.token(rule);
        }
        if let Some(&symbol) = self.symbols.get(&rule) {
            return symbol;
        }
        let symbol = self.reserve(rule, RuleKind::Named);
        self.symbols.insert(rule, symbol);
        self.drafts[symbol.0 as usize].opaque = opaque;
        self.pending.push(rule);
        symbol
    }

    /// Returns whether the rule is regular.
    pub(super) fn is_regular(&self, rule: usize) -> bool {
        self.regularity.culprits[rule].is_none()
    }

    /// Lowers a rule from the worklist.
    pub(super) fn named_rule(&mut self, rule: usize) {
        let Some(&symbol) = self.symbols.get(&rule) else { return };
        let definition = &self.program.rules[rule];
        if self.program.body(rule).len() > MAX_PARTS {
            let span = definition.rule.name.span.clone();
            self.too_large(definition.file, &span, "the number of alternatives", MAX_PARTS as u64);
            return;
        }
        let opaque = self.drafts[symbol.0 as usize].opaque;
        let shape = if opaque { Shape::Leaf(symbol) } else { Shape::Node(symbol) };
        let productions = self.alternatives(rule, symbol, shape);
        if self.has_levels(rule) {
            self.climb(rule, symbol, &productions);
        } else {
            self.fill(symbol, productions);
        }
    }

    fn alternatives(&mut self, rule: usize, symbol: Symbol, shape: Shape) -> Vec<DraftProduction> {
        let site = Site { owner: rule, rule, file: self.program.rules[rule].file };
        let mut productions = Vec::new();
        for (number, alternative) in self.program.body(rule).iter().enumerate() {
            let mut scope = Scope::new(self.program, site.file, alternative);
            let items = self.sequence(site, &alternative.items, &mut scope);
            let named = scope.named().into_iter();
            self.labels.extend(named.map(|(label, name)| label_name(symbol, number as u16, label, name)));
            let (name, weight) = (name(alternative), weight(alternative));
            productions.push(DraftProduction { items, shape, alternative: number as u16, name, weight });
        }
        productions
    }

    /// Returns the hidden rule `skip?` of a skipped rule.
    pub(super) fn skip(&mut self, rule: usize) -> Symbol {
        if let Some(&symbol) = self.skips.get(&rule) {
            return symbol;
        }
        let site = Site { owner: rule, rule, file: self.program.rules[rule].file };
        let body = super::Item { slot: Slot::Skip, ..plain(self.rule_symbol(rule)) };
        let symbol = self.optional(site, body);
        self.skips.insert(rule, symbol);
        symbol
    }
}
