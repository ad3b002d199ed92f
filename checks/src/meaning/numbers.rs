//! Counts that refer to labels, as in `n:<u8> "a"{n}`: their notation and their values.

use grammarc_dsl::ast::{Expression, ExpressionKind, Item, Operator, PrimaryKind, RepetitionKind};

use super::Labels;

/// How often something is repeated.
#[derive(Debug, Clone)]
pub(super) enum Amount {
    Integer(i128),
    /// The value of a label.
    Value(String),
    Binary {
        operator: Operator,
        left: Box<Amount>,
        right: Box<Amount>,
    },
}

/// The rules of `std/bin.bnf` that random grammars use.
#[derive(Debug, Clone, Copy)]
pub(super) enum Number {
    Byte,
    Decimal,
}

impl Amount {
    /// Whether it depends on no label.
    pub(super) fn is_fixed(&self) -> bool {
        matches!(self, Self::Integer(_))
    }
}

impl Number {
    /// Returns the value of a text; `None` if it is no number.
    pub(super) fn worth(self, text: &[u8]) -> Option<i128> {
        match (self, text) {
            (Self::Byte, &[byte]) => Some(byte.into()),
            (Self::Byte, _) => None,
            (Self::Decimal, digits) => std::str::from_utf8(digits).ok()?.parse().ok(),
        }
    }
}

/// Evaluates an amount with the visible labels. An absent label is 0. For example, `2 * n + 1` is 5 where `n` is 2.
pub(super) fn evaluate(amount: &Amount, labels: &Labels) -> Option<i128> {
    match amount {
        Amount::Integer(number) => Some(*number),
        Amount::Value(label) => labels.get(label).map_or(Some(0), |label| label.value),
        Amount::Binary { operator, left, right } => {
            let (left, right) = (evaluate(left, labels)?, evaluate(right, labels)?);
            match operator {
                Operator::Add => left.checked_add(right),
                Operator::Subtract => left.checked_sub(right),
                Operator::Multiply => left.checked_mul(right),
                Operator::Divide => left.checked_div(right),
            }
        }
    }
}

/// How the text of an item is a number.
pub(super) fn number(item: &Item) -> Option<Number> {
    let PrimaryKind::Rule(name) = &item.primary.kind else { return None };
    if item.repetition.is_some() || item.except.is_some() || item.look.is_some() {
        return None;
    }
    match name.text.as_str() {
        "u8" => Some(Number::Byte),
        "dec" => Some(Number::Decimal),
        _ => None,
    }
}

/// A count as it is written.
pub(super) fn amount(count: &Expression) -> Amount {
    match &count.kind {
        &ExpressionKind::Integer(number) => Amount::Integer(number.into()),
        ExpressionKind::Label(label) => Amount::Value(label.clone()),
        ExpressionKind::Binary { operator, left, right } => {
            let (left, right) = (Box::new(amount(left)), Box::new(amount(right)));
            Amount::Binary { operator: *operator, left, right }
        }
        ExpressionKind::Call { .. } => unreachable!("counts call nothing here"),
    }
}

/// Whether labels determine how often an item is repeated.
pub(super) fn is_counted(item: &Item) -> bool {
    let is_fixed = |count: &Expression| amount(count).is_fixed();
    match item.repetition.as_ref().map(|repetition| &repetition.kind) {
        Some(RepetitionKind::Exactly(count) | RepetitionKind::AtLeast(count)) => !is_fixed(count),
        Some(RepetitionKind::Between(low, high)) => !(is_fixed(low) && is_fixed(high)),
        _ => false,
    }
}
