//! Expressions over labels: values after `:=`, and counts.

use pest::iterators::Pair;

use super::{Read, Rule, bug, name, next, only, span, syntax};
use crate::ast::{Expression, ExpressionKind, Operator, Span};
use crate::diagnostic::Syntax;
use crate::nesting::MAX_NESTING;

/// Reads the value after `:=`; `derive` is the place of the sign and everything after it.
pub(super) fn value(pair: Pair<'_, Rule>, derive: Span) -> Read<Expression> {
    match pair.as_rule() {
        Rule::no_value => Err(syntax(Syntax::NoValue, derive.start..derive.start + 2)),
        _ => expression(pair),
    }
}

/// Reads a sum or a product: operands with operators between them, grouped to the left.
pub(super) fn expression(pair: Pair<'_, Rule>) -> Read<Expression> {
    let mut inner = pair.into_inner();
    let mut sum = operand(next(&mut inner)?)?;
    let mut operators = 0;
    while let Some(sign) = inner.next() {
        let place = span(&sign);
        operators += 1;
        if operators > MAX_NESTING {
            return Err(syntax(Syntax::TooDeep { limit: MAX_NESTING }, place));
        }
        let operator = match sign.as_str() {
            "+" => Operator::Add,
            "-" => Operator::Subtract,
            "*" => Operator::Multiply,
            _ => Operator::Divide,
        };
        let right = operand(next(&mut inner)?)?;
        let span = sum.span.start..right.span.end;
        sum =
            Expression { kind: ExpressionKind::Binary { left: Box::new(sum), operator, right: Box::new(right) }, span };
    }
    Ok(sum)
}

fn operand(pair: Pair<'_, Rule>) -> Read<Expression> {
    let place = span(&pair);
    let kind = match pair.as_rule() {
        Rule::term => return expression(pair),
        Rule::parenthesis => expression(only(pair)?)?.kind,
        Rule::integer => {
            let number = pair.as_str().parse();
            ExpressionKind::Integer(number.map_err(|_| syntax(Syntax::NumberTooLarge, place.clone()))?)
        }
        Rule::identifier => ExpressionKind::Label(pair.as_str().to_owned()),
        Rule::call => call(pair)?,
        _ => return Err(bug(place)),
    };
    Ok(Expression { kind, span: place })
}

fn call(pair: Pair<'_, Rule>) -> Read<ExpressionKind> {
    let mut inner = pair.into_inner();
    let function = name(only(next(&mut inner)?)?);
    Ok(ExpressionKind::Call { function, labels: inner.map(name).collect() })
}
