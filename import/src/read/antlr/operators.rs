//! Precedence: in a rule that begins with itself, operators that stand earlier bind tighter.
//!
//! For example, in `e: e '.' ID | '-' e | e '*' e | e '+' e | INT;` the sign binds tighter than `*`, and `*` tighter than `+`.

use crate::source::{OperatorLevel, OperatorSide, SourceAlternative, SourceItem, SourceItemKind, SourceRule};

/// Where the rule stands in an alternative of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Between,
    Behind,
    InFront,
    Operand,
}

/// Gives the operators of a rule their levels. A rule that does not begin with itself has none.
pub(super) fn set_levels(rule: &mut SourceRule) {
    let shapes: Vec<Shape> = rule.alternatives.iter().map(|alternative| shape(alternative, &rule.name)).collect();
    let has_levels = shapes.iter().any(|shape| matches!(shape, Shape::Between | Shape::Behind));
    let mut number = i64::try_from(shapes.len()).unwrap_or(i64::MAX);
    let mut before = Shape::Operand;
    for (alternative, &shape) in rule.alternatives.iter_mut().zip(&shapes) {
        let is_right = alternative.level.take().is_some_and(|level| level.side == OperatorSide::Right);
        if !has_levels || shape == Shape::Operand {
            continue;
        }
        // Two operators behind an operand cannot both take it, so they share a level.
        if !(shape == Shape::Behind && before == Shape::Behind) {
            number -= 1;
        }
        before = shape;
        let side = if shape == Shape::InFront || (is_right && shape == Shape::Between) {
            OperatorSide::Right
        } else {
            OperatorSide::Left
        };
        alternative.level = Some(OperatorLevel { number, side });
    }
}

fn shape(alternative: &SourceAlternative, name: &str) -> Shape {
    let is_own = |item: Option<&SourceItem>| {
        item.is_some_and(|item| matches!(&item.kind, SourceItemKind::Name(used) if used == name))
    };
    if alternative.items.len() < 2 {
        return Shape::Operand;
    }
    match (is_own(alternative.items.first()), is_own(alternative.items.last())) {
        (true, true) => Shape::Between,
        (true, false) => Shape::Behind,
        (false, true) => Shape::InFront,
        (false, false) => Shape::Operand,
    }
}
