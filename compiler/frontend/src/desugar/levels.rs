//! Precedence: a rule with levels becomes several hidden copies, and the operands of its operators become the right ones.
//!
//! `@left(p)`, `@right(p)` and `@none(p)` stand at alternatives that begin or end with the rule itself. All other alternatives are
//! innermost, and inside them the rule may be any expression again.
//!
//! For example, two left-associative operators make two copies of the rule beside itself:
//!
//! ```text
//! written   e: e "+" e @left(1) | e "*" e @left(2) | "(" e ")" | digit
//!
//! lowered   e:  e "+" e2 | e2
//!           e2: e2 "*" e3 | e3
//!           e3: "(" e ")" | digit
//! ```

use grammarc_runtime::grammar::{Item, RuleKind, Shape, Slot, Symbol};

use super::copies::{CopyPart, LevelledOperator, MAX_LEVEL_COPIES, OperandEnds, copies};
use super::items::plain;
use super::{DraftProduction, Lowering, MAX_ITEMS};
use crate::resolve::precedence;

impl Lowering<'_> {
    /// Returns whether an alternative of the rule has a level.
    pub(super) fn has_levels(&self, rule: usize) -> bool {
        self.program.body(rule).iter().any(|alternative| precedence(alternative).is_some())
    }

    /// Distributes the productions of a rule over its copies.
    pub(super) fn climb(&mut self, rule: usize, named: Symbol, productions: &[DraftProduction]) {
        let places = self.program.body(rule).iter().map(precedence);
        let operator = |(place, production): (Option<_>, &DraftProduction)| {
            let (level, side) = place?;
            Some(LevelledOperator { level, side, ends: ends(&production.items, named)? })
        };
        let operators: Vec<Option<LevelledOperator>> = places.zip(productions).map(operator).collect();
        let weights: Vec<u32> = productions.iter().map(|production| production.weight).collect();
        let Some(copies) = copies(&operators, &weights) else {
            let definition = &self.program.rules[rule];
            let span = definition.rule.name.span.clone();
            self.too_large(
                definition.file,
                &span,
                "the number of copies that its levels need",
                MAX_LEVEL_COPIES as u64,
            );
            return;
        };
        let mut symbols = vec![named];
        symbols.extend((1..copies.len()).map(|_| self.reserve(rule, RuleKind::Level(named))));
        for (&symbol, parts) in symbols.iter().zip(copies) {
            let body = parts.into_iter().map(|part| match part {
                CopyPart::Alternative { number, left, right } => {
                    let mut production = productions[number].clone();
                    operands(&mut production.items, [left, right].map(|copy| copy.map(|copy| symbols[copy])));
                    production
                }
                // The weight makes each alternative as frequent as if the rule had no levels.
                CopyPart::Pass { copy, weight } => {
                    let pass = Item { pass: true, ..plain(symbols[copy]) };
                    DraftProduction { weight, ..DraftProduction::new(vec![pass], Shape::Splice) }
                }
            });
            let body = body.collect();
            self.fill(symbol, body);
            if self.items > MAX_ITEMS {
                break;
            }
        }
    }
}

/// Returns the ends of a production at which the rule itself stands; none if it stands at neither. For example, both of
/// `<e> "?" <e> ":" <e>`. The operand in the middle may be any expression.
fn ends(items: &[Item], named: Symbol) -> Option<OperandEnds> {
    let is_operand = |item: &Item| item.symbol == named && item.slot == Slot::Item;
    match (items.first().is_some_and(is_operand), items.last().is_some_and(is_operand)) {
        (true, true) if items.len() == 1 => Some(OperandEnds::All),
        (true, true) => Some(OperandEnds::Both),
        (true, false) => Some(OperandEnds::Left),
        (false, true) => Some(OperandEnds::Right),
        (false, false) => None,
    }
}

/// Puts the right copies in the place of the operands at both ends.
fn operands(items: &mut [Item], [left, right]: [Option<Symbol>; 2]) {
    if let (Some(item), Some(copy)) = (items.first_mut(), left) {
        item.symbol = copy;
    }
    if let (Some(item), Some(copy)) = (items.last_mut(), right) {
        item.symbol = copy;
    }
}
