//! Functions of the author: their names, their purposes, and that each serves one purpose.

use grammarc_dsl::ast::{Expression, ExpressionKind, Span};
use grammarc_dsl::diagnostic::{Diagnostic, Place, Problem};
use grammarc_runtime::grammar::Checksum;

use super::{Program, meanings};

/// The type of a built-in function's result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gives {
    Text,
    Number,
}

/// Returns the type of a built-in function's result; none for the author's functions.
pub(super) fn built_in(function: &str) -> Option<Gives> {
    match function {
        "text" | "text_ci" => Some(Gives::Text),
        "size" | "count" | "value" | "offset" => Some(Gives::Number),
        _ => Checksum::by_name(function).map(|_| Gives::Number),
    }
}

/// One use of a function of the author.
struct Asked<'a> {
    rule: usize,
    span: &'a Span,
    function: &'a str,
    /// `@pre`, `@post` or `:=`.
    by: &'a str,
}

/// Reports functions that are used in two ways, as by `@pre` and `:=`: the generated parameters would differ.
pub(super) fn check(program: &Program<'_>, found: &mut Vec<Diagnostic>) {
    let all = asked(program);
    for (number, one) in all.iter().enumerate() {
        let first = all[..number].iter().find(|other| other.function == one.function);
        if let Some(first) = first.filter(|first| first.by != one.by) {
            let place = Place { file: program.rules[first.rule].file, span: first.span.clone() };
            let name = one.function.to_owned();
            found.push(program.complain(one.rule, one.span, Problem::MixedFunction { name, first: place }));
        }
    }
}

/// Returns one warning that lists the author's functions, at their first use: a run without compiled code leaves them out.
pub(crate) fn left_out(program: &Program<'_>) -> Option<Diagnostic> {
    let all = asked(program);
    let first = all.first()?;
    let mut functions: Vec<String> = Vec::new();
    for one in &all {
        if !functions.iter().any(|known| known == one.function) {
            functions.push(one.function.to_owned());
        }
    }
    Some(program.complain(first.rule, first.span, Problem::LeftOut { functions }))
}

fn asked<'a>(program: &Program<'a>) -> Vec<Asked<'a>> {
    let mut all = Vec::new();
    for rule in 0..program.rules.len() {
        for &item in program.items(rule) {
            for hook in item.hooks.iter().filter(|hook| meanings(hook).any(|meaning| meaning.calls.is_some())) {
                let function = hook.arguments.first().map(|argument| argument.value.text.as_str());
                let asked = |function| Asked { rule, span: &hook.span, function, by: &hook.name.text };
                all.extend(function.map(asked));
            }
            let called = item.derive.iter().flat_map(|derive| called(derive));
            all.extend(called.map(|(span, function)| Asked { rule, span, function, by: ":=" }));
        }
    }
    all
}

/// The functions of the author in an expression. Recurses as deep as it nests, which the reader bounds.
fn called(expression: &Expression) -> Vec<(&Span, &str)> {
    match &expression.kind {
        ExpressionKind::Call { function, .. } if built_in(&function.text).is_none() => {
            vec![(&expression.span, function.text.as_str())]
        }
        ExpressionKind::Binary { left, right, .. } => [called(left), called(right)].concat(),
        ExpressionKind::Call { .. } | ExpressionKind::Integer(_) | ExpressionKind::Label(_) => Vec::new(),
    }
}
