//! Opaque rules whose texts are asked for. Skip at the end of such a text lies within the leaf, so it cannot be cut off.

use std::collections::{BTreeSet, HashSet};

use grammarc_dsl::diagnostic::{Diagnostic, Problem};
use grammarc_runtime::grammar::{Check, Drive, Expression, ExpressionId, Item, Label, RuleKind, Symbol, labels_of};
use grammarc_runtime::hooks::reads;

use super::ends::RuleEnd;
use super::{DraftProduction, Lowering, terminal_number};

impl Lowering<'_> {
    /// Reports opaque rules that may end with skip, and whose texts labels, hooks or exclusions ask for.
    pub(super) fn check_opaque(&mut self, ends: &[RuleEnd]) {
        let is_written = |kind| matches!(kind, RuleKind::Named | RuleKind::Level(_));
        let written = self.drafts.iter().filter(|draft| is_written(draft.kind));
        let asked = written.flat_map(|draft| &draft.productions).flat_map(|production| self.asked_in(production));
        let opaque: BTreeSet<usize> = asked.filter_map(|symbol| self.opaque_end(symbol, ends)).collect();
        for rule in opaque {
            let definition = &self.program.rules[rule];
            let skip = self.program.skip(rule).map_or("", |skip| &self.program.rules[skip].rule.name.text);
            let problem = Problem::SkipInText { rule: definition.name.clone(), skip: skip.to_owned() };
            let span = definition.rule.name.span.clone();
            self.found.push(Diagnostic::new(problem, span).in_file(definition.file));
        }
    }

    /// Returns the opaque rule in which the texts of a symbol may end with skip.
    pub(super) fn opaque_end(&self, symbol: Symbol, ends: &[RuleEnd]) -> Option<usize> {
        let (is_opaque, rule) = match terminal_number(symbol) {
            Some(number) => (self.terminals[number].opaque, self.terminal_origins[number]?),
            None => (self.drafts[symbol.0 as usize].opaque, self.drafts[symbol.0 as usize].owner),
        };
        match is_opaque {
            true => self.program.skip(rule).map(|_| rule),
            false => ends.get(symbol.0 as usize)?.opaque,
        }
    }

    /// Returns the symbols in a production, hidden rules below it included, whose texts are asked for.
    fn asked_in(&self, production: &DraftProduction) -> Vec<Symbol> {
        let items = self.items_below(production);
        let fields = items.iter().filter_map(|item| item.field).map(|field| self.fields[field.0 as usize].value);
        let mut asked: HashSet<Label> = fields.flat_map(|value| self.labels_asked(value)).collect();
        asked.extend(items.iter().flat_map(|item| self.mentioned(item)));
        let is_asked = |item: &&&Item| {
            let hooks = item.hooks.map_or(&[][..], |id| &self.hooks.lists[id.0 as usize]);
            let is_compared = item.check != Check::None || matches!(item.drive, Drive::Size(_));
            is_compared || item.label.is_some_and(|label| asked.contains(&label)) || reads(hooks)
        };
        items.iter().filter(is_asked).map(|item| item.symbol).collect()
    }

    /// Returns the labels whose texts an expression asks for, not only their place or number.
    /// For example, `count(a) + size(b)` asks for the text of `b` alone.
    fn labels_asked(&self, value: ExpressionId) -> Vec<Label> {
        match &self.expressions[value.0 as usize] {
            Expression::Count(_) | Expression::Offset(_) => Vec::new(),
            Expression::Binary { left, right, .. } => [self.labels_asked(*left), self.labels_asked(*right)].concat(),
            _ => labels_of(&self.expressions, value),
        }
    }

    fn items_below<'s>(&'s self, production: &'s DraftProduction) -> Vec<&'s Item> {
        let (mut open, mut seen, mut items) = (vec![production], HashSet::new(), Vec::new());
        while let Some(production) = open.pop() {
            for item in &production.items {
                items.push(item);
                let hidden = terminal_number(item.symbol).is_none().then(|| &self.drafts[item.symbol.0 as usize]);
                let is_hidden = |kind| !matches!(kind, RuleKind::Named | RuleKind::Level(_));
                if let Some(draft) = hidden.filter(|draft| is_hidden(draft.kind) && seen.insert(item.symbol)) {
                    open.extend(&draft.productions);
                }
            }
        }
        items
    }
}
