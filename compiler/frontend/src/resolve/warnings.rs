//! Warnings that need no tables: unused rules, and directives without effect.

use std::collections::HashMap;

use grammarc_dsl::ast::{Expression, ExpressionKind, Item, Span};
use grammarc_dsl::diagnostic::{Diagnostic, Problem};

use super::Program;
use super::labels::counts;
use crate::walk;

/// Adds warnings.
pub(super) fn check(program: &Program<'_>, found: &mut Vec<Diagnostic>) {
    let reached = reached(program);
    unreachable(program, &reached, found);
    found.extend(not_applied(program, &reached));
}

/// Returns the rules that take part in some text, those inside tokens and skips included.
fn reached(program: &Program<'_>) -> Vec<bool> {
    let mut reached = vec![false; program.rules.len()];
    let mut pending: Vec<usize> = program.starts.iter().copied().chain(program.files[0].skip).collect();
    while let Some(rule) = pending.pop() {
        if !std::mem::replace(&mut reached[rule], true) {
            let file = program.rules[rule].file;
            pending.extend(program.parts(rule));
            pending.extend(program.skip(rule).into_iter().chain(program.files[file].word));
            if program.has_any_token(rule) {
                pending.extend(program.loose_tokens());
            }
            if walk::layouts(program.items(rule)).next().is_some() {
                pending.extend(program.files[file].layout.iter().flat_map(|layout| [layout.line_end, layout.blank]));
            }
        }
    }
    reached
}

/// Reports rules of the first file: another file may hold more than is needed.
fn unreachable(program: &Program<'_>, reached: &[bool], found: &mut Vec<Diagnostic>) {
    for (rule, definition) in program.rules.iter().enumerate() {
        if !reached[rule] && definition.file == 0 && program.start.is_some() {
            let problem = Problem::UnreachableRule { name: definition.name.clone() };
            found.push(program.complain(rule, &definition.rule.name.span, problem));
        }
    }
}

/// Returns one warning for all constructs that have no effect yet. It points to the first of them.
fn not_applied(program: &Program<'_>, reached: &[bool]) -> Option<Diagnostic> {
    let mut uses: Vec<(usize, Span, String)> = Vec::new();
    for rule in (0..program.rules.len()).filter(|&rule| reached[rule]) {
        let file = program.rules[rule].file;
        let items = program.items(rule);
        let numbers = numbers(program, file, items);
        for item in items {
            uses.extend(features(item, &numbers).into_iter().map(|(span, feature)| (file, span.clone(), feature)));
        }
    }
    uses.sort_by_key(|(file, span, _)| (*file, span.start));
    let (file, span, _) = uses.first()?.clone();
    let mut features: Vec<String> = Vec::new();
    for (_, _, feature) in uses {
        if !features.contains(&feature) {
            features.push(feature);
        }
    }
    Some(Diagnostic::new(Problem::NotApplied { features }, span).in_file(file))
}

/// For each label of a rule whether all texts of that name are numbers.
fn numbers<'i>(program: &Program<'_>, file: usize, items: &[&'i Item]) -> HashMap<&'i str, bool> {
    let mut numbers = HashMap::new();
    for (item, label) in items.iter().filter_map(|item| Some((item, item.label.as_ref()?))) {
        *numbers.entry(label.text.as_str()).or_insert(true) &= super::codec(program, file, item).is_some();
    }
    numbers
}

fn features<'i>(item: &'i Item, numbers: &HashMap<&str, bool>) -> Vec<(&'i Span, String)> {
    let mut features: Vec<(&Span, String)> = Vec::new();
    if let Some(repetition) = item.repetition.as_ref().filter(|_| !is_counted(item, numbers)) {
        features.push((&repetition.span, "{label}".to_owned()));
    }
    features
}

/// Whether the number of repetitions is known where they are parsed: from the grammar, or from texts that are numbers.
fn is_counted(item: &Item, numbers: &HashMap<&str, bool>) -> bool {
    let is_number = |label: &str| numbers.get(label).copied().unwrap_or(false);
    counts(item).into_iter().all(|count| is_early(count, &is_number))
}

fn is_early(expression: &Expression, is_number: &impl Fn(&str) -> bool) -> bool {
    match &expression.kind {
        ExpressionKind::Integer(_) => true,
        ExpressionKind::Label(label) => is_number(label),
        ExpressionKind::Call { function, labels } => match function.text.as_str() {
            "value" => labels.iter().all(|label| is_number(&label.text)),
            function => function == "size",
        },
        ExpressionKind::Binary { left, right, .. } => is_early(left, is_number) && is_early(right, is_number),
    }
}
