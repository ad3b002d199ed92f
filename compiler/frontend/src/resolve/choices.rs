//! Odd alternatives: duplicates, all of weight 0, operators without operands.

use std::collections::HashMap;

use grammarc_dsl::ast::{Alternative, Item, PrimaryKind};
use grammarc_dsl::diagnostic::{Diagnostic, Place, Problem};

use super::Program;
use crate::walk;

/// Adds warnings about the alternatives of rules and groups.
pub(super) fn check(program: &Program<'_>, found: &mut Vec<Diagnostic>) {
    for rule in 0..program.rules.len() {
        let body = program.body(rule);
        for alternatives in std::iter::once(body).chain(walk::groups(program.items(rule))) {
            found.extend(zero_weights(program, rule, alternatives));
            repeated(program, rule, alternatives, found);
        }
        found.extend(body.iter().filter_map(|alternative| no_operand(program, rule, alternative)));
    }
}

fn zero_weights(program: &Program<'_>, rule: usize, alternatives: &[Alternative]) -> Option<Diagnostic> {
    let weight = |alternative: &Alternative| {
        let hook = alternative.annotations.iter().find(|hook| hook.name.text == "w")?;
        let value: u32 = hook.arguments.first()?.value.text.parse().ok()?;
        (value == 0).then(|| hook.span.clone())
    };
    let spans: Option<Vec<_>> = alternatives.iter().map(weight).collect();
    spans?.first().map(|span| program.complain(rule, span, Problem::ZeroWeights))
}

/// Reports alternatives that are written like an earlier one of the same choice. Different hooks make a difference.
/// For example, the second `"a"` of `"a" | "b" | "a"` is reported.
fn repeated(program: &Program<'_>, rule: usize, alternatives: &[Alternative], found: &mut Vec<Diagnostic>) {
    let file = program.rules[rule].file;
    let text = &program.sources.files[file].text;
    let mut known: HashMap<String, &Alternative> = HashMap::new();
    for alternative in alternatives {
        let span = items_span(alternative);
        let written = text.get(span.clone()).unwrap_or_default();
        // Text within quotes may hold blanks that matter.
        let key = if written.contains('#') { written.to_owned() } else { without_layout(written) };
        match known.get(&key) {
            Some(first) => {
                let by = Place { file, span: items_span(first) };
                found.push(program.complain(rule, &span, Problem::ShadowedAlternative { by, same: true }));
            }
            None => drop(known.insert(key, alternative)),
        }
    }
}

/// Where the items of an alternative stand, without the annotations after them.
fn items_span(alternative: &Alternative) -> std::ops::Range<usize> {
    let ends = alternative.items.iter().map(|item| item.span.end);
    alternative.span.start..ends.max().unwrap_or(alternative.span.end)
}

/// The lines of a text, one after another with single blanks between.
fn without_layout(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines.join(" ")
}

/// Reports an operator of precedence without the rule itself at its ends: its side then has no effect.
/// For example, `@left(1)` has no effect on `"(" <e> ")"`.
fn no_operand(program: &Program<'_>, rule: usize, alternative: &Alternative) -> Option<Diagnostic> {
    let hook = alternative.annotations.iter().find(|hook| ["left", "right", "none"].contains(&&*hook.name.text))?;
    let file = program.rules[rule].file;
    let ends = [
        end(program, file, alternative, AlternativeEnd::First, 0),
        end(program, file, alternative, AlternativeEnd::Last, 0),
    ];
    if ends.contains(&Some(rule)) {
        return None;
    }
    let problem = Problem::NoOperand { name: hook.name.text.clone(), rule: program.rules[rule].rule.name.text.clone() };
    Some(program.complain(rule, &hook.span, problem))
}

/// One end of an alternative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AlternativeEnd {
    First,
    Last,
}

/// Returns the rule at one end of an alternative, also inside parentheses or a macro.
fn end(
    program: &Program<'_>,
    file: usize,
    alternative: &Alternative,
    which: AlternativeEnd,
    depth: usize,
) -> Option<usize> {
    let is_text = |item: &&Item| !matches!(&item.primary.kind, PrimaryKind::Literal(text) if text.units.is_empty());
    let mut items = alternative.items.iter().filter(is_text);
    let item = match which {
        AlternativeEnd::First => items.next(),
        AlternativeEnd::Last => items.next_back(),
    }?;
    if item.look.is_some() || item.repetition.is_some() || depth > super::inline::MAX_NESTING {
        return None;
    }
    match &item.primary.kind {
        PrimaryKind::Group(alternatives) => match &alternatives[..] {
            [only] => end(program, file, only, which, depth + 1),
            _ => None,
        },
        PrimaryKind::Rule(name) => {
            let rule = program.lookup(file, &name.text)?;
            match program.body(rule) {
                [only] if program.is_inline(rule) => end(program, program.rules[rule].file, only, which, depth + 1),
                _ => Some(rule),
            }
        }
        _ => None,
    }
}
