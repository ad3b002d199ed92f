//! What an author should know of a grammar that can be used: rules that nothing needs, and what has no effect yet.

use grammarc_dsl::ast::{DirectiveKind, ExpressionKind, Item, Span};
use grammarc_dsl::diagnostic::{Diagnostic, Problem};

use super::{Program, has_constant_count};
use crate::walk;

/// Adds warnings.
pub(super) fn check(program: &Program<'_>, found: &mut Vec<Diagnostic>) {
    let reached = reached(program);
    unreachable(program, &reached, found);
    found.extend(not_applied(program, &reached));
}

/// The rules that a text can use, those inside tokens and what is skipped included.
fn reached(program: &Program<'_>) -> Vec<bool> {
    let mut reached = vec![false; program.rules.len()];
    let mut pending: Vec<usize> = program.start.into_iter().chain(program.files[0].skip).collect();
    while let Some(rule) = pending.pop() {
        if !std::mem::replace(&mut reached[rule], true) {
            let file = program.rules[rule].file;
            let names = walk::references(program.body(rule));
            pending.extend(names.filter_map(|name| program.lookup(file, &name.text)));
            pending.extend(program.skip(rule).into_iter().chain(program.files[file].word));
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

/// One warning for all that is understood and kept, but has no effect yet. It points to the first of them.
fn not_applied(program: &Program<'_>, reached: &[bool]) -> Option<Diagnostic> {
    let mut uses: Vec<(usize, Span, String)> = Vec::new();
    for (number, source) in program.sources.files.iter().enumerate() {
        let features = source.directives().filter_map(|directive| match &directive.kind {
            DirectiveKind::Rust(_) => Some(("%rust", directive)),
            _ => None,
        });
        uses.extend(features.map(|(feature, directive)| (number, directive.span.clone(), feature.to_owned())));
    }
    for rule in (0..program.rules.len()).filter(|&rule| reached[rule]) {
        let file = program.rules[rule].file;
        for item in walk::items(program.body(rule)) {
            uses.extend(features(item).into_iter().map(|(span, feature)| (file, span.clone(), feature)));
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

fn features(item: &Item) -> Vec<(&Span, String)> {
    let mut features: Vec<(&Span, String)> = Vec::new();
    features.extend(item.hooks.iter().map(|hook| (&hook.span, format!("@{}", hook.name.text))));
    if let Some(derive) = item.derive.as_ref().filter(|_| !walk::is_back_reference(item)) {
        let feature = match &derive.kind {
            ExpressionKind::Call { function, .. } => format!(":= {}(…)", function.text),
            _ => ":= …".to_owned(),
        };
        features.push((&derive.span, feature));
    }
    if let Some(repetition) = item.repetition.as_ref().filter(|_| !has_constant_count(item)) {
        features.push((&repetition.span, "{label}".to_owned()));
    }
    features
}
