//! Rules as they are written, and the wrapper around the start rule.

use grammarc_dsl::ast::{Alternative, ModifierKind};
use grammarc_runtime::grammar::{Label, LabelName, RuleKind, Shape, Slot, Symbol};

use super::items::plain;
use super::{DraftProduction, Lowering, MAX_PARTS, Scope, Site};
use crate::resolve::{FileDirectives, Productivity, annotation};

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
        let site = Site { owner: rule, rule, file: 0, flat: false };
        let start = plain(self.rule_symbol(site, rule));
        // With layout, blanks before the first line are an indentation.
        let FileDirectives { skip, layout, .. } = self.program.files[0];
        let skip = skip.filter(|_| layout.is_none());
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

    /// Returns the symbol of a rule. On first use the rule is made a terminal or added to the worklist. A rule
    /// without finite text is a terminal that never matches.
    /// In a flat part it is a copy, if the rule is used elsewhere, too.
    pub(super) fn rule_symbol(&mut self, site: Site, rule: usize) -> Symbol {
        if !self.program.productive[rule] {
            return self.never();
        }
        let opaque = self.program.has(rule, ModifierKind::Opaque);
        if self.program.has(rule, ModifierKind::Token) || (opaque && self.is_regular(rule) && self.plain[rule]) {
            return self.token(rule);
        }
        let flat = site.flat && self.flat.differs(rule);
        if let Some(&symbol) = self.symbols.get(&(rule, flat)) {
            return symbol;
        }
        let kind = match flat && self.flat.is_outside(rule) {
            true => RuleKind::Level(self.rule_symbol(Site { flat: false, ..site }, rule)),
            false => RuleKind::Named,
        };
        let symbol = self.reserve(rule, kind);
        self.symbols.insert((rule, flat), symbol);
        self.drafts[symbol.0 as usize].opaque = opaque;
        self.pending.push((rule, flat));
        symbol
    }

    /// Returns whether the rule is regular.
    pub(super) fn is_regular(&self, rule: usize) -> bool {
        self.regularity.culprits[rule].is_none()
    }

    /// Lowers a rule from the worklist.
    pub(super) fn named_rule(&mut self, rule: usize, flat: bool) {
        let Some(&symbol) = self.symbols.get(&(rule, flat)) else { return };
        let definition = &self.program.rules[rule];
        if self.program.body(rule).len() > MAX_PARTS {
            let span = definition.rule.name.span.clone();
            self.too_large(definition.file, &span, "the number of alternatives", MAX_PARTS as u64);
            return;
        }
        let opaque = self.drafts[symbol.0 as usize].opaque;
        let written = match self.drafts[symbol.0 as usize].kind {
            RuleKind::Level(named) => named,
            _ => symbol,
        };
        let shape = if opaque { Shape::Leaf(written) } else { Shape::Node(written) };
        let productions = self.alternatives(rule, flat, written, shape);
        if self.has_levels(rule) {
            self.climb(rule, symbol, &productions);
        } else {
            self.fill(symbol, productions);
        }
    }

    fn alternatives(&mut self, rule: usize, flat: bool, symbol: Symbol, shape: Shape) -> Vec<DraftProduction> {
        let site = Site { owner: rule, rule, file: self.program.rules[rule].file, flat };
        let mut productions = Vec::new();
        for (number, alternative) in self.program.body(rule).iter().enumerate() {
            let mut scope = Scope::new(self.program, site.file, alternative);
            let items = match self.is_possible(site, alternative) {
                true => self.sequence(site, &alternative.items, &mut scope),
                false => vec![plain(self.never())],
            };
            let named = scope.named().into_iter();
            self.labels.extend(named.map(|(label, name)| label_name(symbol, number as u16, label, name)));
            let (name, weight) = (name(alternative), weight(alternative));
            productions.push(DraftProduction { items, shape, alternative: number as u16, name, weight });
        }
        productions
    }

    /// Returns whether an alternative has a finite text at its place. In a flat part, it has none if it needs the beginning of a line.
    pub(super) fn is_possible(&self, site: Site, alternative: &Alternative) -> bool {
        let is_productive = || Productivity::of(self.program, site.file).alternative(alternative);
        is_productive() && (!site.flat || self.flat.is_alive(self.program, site.file, alternative))
    }

    /// Returns the hidden rule `skip?` of a skipped rule.
    pub(super) fn skip(&mut self, rule: usize) -> Symbol {
        if let Some(&symbol) = self.skips.get(&rule) {
            return symbol;
        }
        let site = Site { owner: rule, rule, file: self.program.rules[rule].file, flat: false };
        let body = super::Item { slot: Slot::Skip, ..plain(self.rule_symbol(site, rule)) };
        let symbol = self.optional(site, body);
        self.skips.insert(rule, symbol);
        symbol
    }
}
