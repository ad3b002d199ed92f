//! Precedence: the levels of a rule become hidden copies of it.
//!
//! `@left(p)`: E_p op E_{p+1}; `@right(p)`: E_{p+1} op E_p; `@none(p)`: E_{p+1} op E_{p+1}; prefix and postfix alike.
//! Alternatives without such an annotation are innermost, and inside them the rule is at its lowest level again.
//!
//! For example, two left-associative operators make two hidden copies of the rule, so three levels:
//!
//! ```text
//! written   e: e "+" e @left(1) | e "*" e @left(2) | "(" e ")" | digit
//!
//! lowered   e:  e "+" e2 | e2
//!           e2: e2 "*" e3 | e3
//!           e3: "(" e ")" | digit
//! ```

use grammarc_runtime::grammar::{Item, RuleKind, Shape, Slot, Symbol};

use super::items::plain;
use super::{DraftProduction, Lowering};
use crate::resolve::{Associativity, precedence};

impl Lowering<'_> {
    /// Returns the levels of a rule in ascending order, or none if it has no precedence.
    /// For example, `@left(5)` and `@right(9)` give the levels 5 and 9.
    pub(super) fn levels(&self, rule: usize) -> Option<Vec<u32>> {
        let levels = self.program.body(rule).iter().filter_map(precedence).map(|(level, _)| level);
        let mut levels: Vec<u32> = levels.collect();
        levels.sort_unstable();
        levels.dedup();
        (!levels.is_empty()).then_some(levels)
    }

    /// Distributes the productions of a rule over its levels.
    pub(super) fn climb(&mut self, rule: usize, named: Symbol, levels: &[u32], productions: Vec<DraftProduction>) {
        let places: Vec<Option<(u32, Associativity)>> = self.program.body(rule).iter().map(precedence).collect();
        let innermost = places.iter().any(Option::is_none);
        let mut symbols = vec![named];
        let more = levels.len() - usize::from(!innermost);
        symbols.extend((0..more).map(|_| self.reserve(rule, RuleKind::Level(named))));
        let mut bodies: Vec<Vec<DraftProduction>> = vec![Vec::new(); symbols.len()];
        for (mut production, place) in productions.into_iter().zip(places) {
            let Some((level, side)) = place else {
                bodies[symbols.len() - 1].push(production);
                continue;
            };
            let at = levels.binary_search(&level).unwrap_or(0);
            let tighter = symbols[(at + 1).min(symbols.len() - 1)];
            operands(&mut production.items, named, side, symbols[at], tighter);
            bodies[at].push(production);
        }
        let weight = |body: &[DraftProduction]| body.iter().fold(0_u32, |sum, one| sum.saturating_add(one.weight));
        let mut deeper = bodies.iter().fold(0_u32, |sum, body| sum.saturating_add(weight(body)));
        for (at, mut body) in bodies.into_iter().enumerate() {
            deeper = deeper.saturating_sub(weight(&body));
            if let Some(&next) = symbols.get(at + 1) {
                let pass = Item { pass: true, ..plain(next) };
                // So each alternative is chosen as often as if the rule had no levels.
                body.push(DraftProduction { weight: deeper, ..DraftProduction::new(vec![pass], Shape::Splice) });
            }
            self.fill(symbols[at], body);
        }
    }
}

/// Puts the right levels in the place of the operands at both ends.
/// For example, in `<e> "?" <e> ":" <e>` the operand in the middle stays at the lowest level.
fn operands(items: &mut [Item], named: Symbol, side: Associativity, same: Symbol, tighter: Symbol) {
    let last = items.len().saturating_sub(1);
    let (left, right) = match side {
        Associativity::Left => (same, tighter),
        Associativity::Right => (tighter, same),
        Associativity::Neither => (tighter, tighter),
    };
    for (place, item) in items.iter_mut().enumerate() {
        if item.symbol == named && item.slot == Slot::Item && (place == 0 || place == last) {
            item.symbol = if place == 0 { left } else { right };
        }
    }
}
