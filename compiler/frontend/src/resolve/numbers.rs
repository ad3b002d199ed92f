//! Numbers without a codec: `value(l)` of an item that is no number. Only the rules of `std/bin.bnf` have codecs.

use grammarc_dsl::ast::{Expression, ExpressionKind, Span};
use grammarc_dsl::diagnostic::{Diagnostic, Problem};

use super::functions::{Gives, built_in};
use super::labels::counts;
use super::{Program, codec};
use crate::walk;

/// Reports computed fields and counts by label whose item has no codec.
pub(super) fn check(program: &Program<'_>, found: &mut Vec<Diagnostic>) {
    for rule in 0..program.rules.len() {
        let file = program.rules[rule].file;
        let items = program.items(rule);
        for item in items {
            let derive = item.derive.as_ref().filter(|_| !walk::is_back_reference(item));
            if derive.is_some_and(is_number) && codec(program, file, item).is_none() {
                found.push(complain(program, rule, &item.primary.span));
            }
            for (label, span) in derive.into_iter().chain(counts(item)).flat_map(read) {
                let mut labelled =
                    items.iter().filter(|item| item.label.as_ref().is_some_and(|name| name.text == label));
                if labelled.clone().next().is_some() && labelled.all(|item| codec(program, file, item).is_none()) {
                    found.push(complain(program, rule, span));
                }
            }
        }
    }
}

fn complain(program: &Program<'_>, rule: usize, span: &Span) -> Diagnostic {
    let text = &program.sources.files[program.rules[rule].file].text;
    let written = text.get(span.clone()).unwrap_or_default().to_owned();
    program.complain(rule, span, Problem::NoCodec { written })
}

/// Whether an expression is a number, whatever the functions of the author give.
fn is_number(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Call { function, .. } => built_in(&function.text) == Some(Gives::Number),
        ExpressionKind::Integer(_) | ExpressionKind::Label(_) | ExpressionKind::Binary { .. } => true,
    }
}

/// The labels whose values an expression reads, with their places.
fn read(expression: &Expression) -> Vec<(&str, &Span)> {
    match &expression.kind {
        ExpressionKind::Label(label) => vec![(label, &expression.span)],
        ExpressionKind::Call { function, labels } if function.text == "value" => {
            labels.iter().map(|label| (label.text.as_str(), &label.span)).collect()
        }
        ExpressionKind::Binary { left, right, .. } => [read(left), read(right)].concat(),
        ExpressionKind::Integer(_) | ExpressionKind::Call { .. } => Vec::new(),
    }
}
