//! Classes that match nothing, and bytes where the grammar speaks of characters.

use grammarc_dsl::ast::{
    Class, Encoding, Expression, ExpressionKind, Literal, PrimaryKind, Repetition, RepetitionKind, Span, Unit,
};
use grammarc_dsl::diagnostic::{Diagnostic, Problem};

use super::labels::labels_of;
use super::{Program, constant};
use crate::regulars::{class_ranges, code};
use crate::walk;

/// Reports empty and inverted classes, inverted counts, and bytes above 0x7f in a grammar of characters.
/// For example, `[]`, `[z-a]` and `<x>{4,2}` are reported.
pub(super) fn check(program: &Program<'_>, found: &mut Vec<Diagnostic>) {
    for number in 0..program.rules.len() {
        for repetition in program.items(number).iter().filter_map(|item| item.repetition.as_ref()) {
            let problem = inverted_count(repetition).or_else(|| no_count(repetition));
            found.extend(problem.map(|problem| program.complain(number, &repetition.span, problem)));
        }
        for primary in walk::all_primaries(program.items(number)) {
            let problems = match &primary.kind {
                PrimaryKind::Literal(literal) => in_literal(literal, &primary.span, program.encoding),
                PrimaryKind::Class(class) => in_class(class, &primary.span, program.encoding),
                _ => Vec::new(),
            };
            found.extend(problems.into_iter().map(|(problem, span)| program.complain(number, &span, problem)));
        }
    }
}

fn inverted_count(repetition: &Repetition) -> Option<Problem> {
    let RepetitionKind::Between(low, high) = &repetition.kind else { return None };
    let (low, high) = (constant(low)?, constant(high)?);
    (low > high).then_some(Problem::InvertedCount { low, high })
}

/// Returns the problem of a count that is constant, but no number: it overflows or divides by zero.
/// For example, `<x>{1/0}` has no number of iterations.
fn no_count(repetition: &Repetition) -> Option<Problem> {
    let counts = match &repetition.kind {
        RepetitionKind::Exactly(one) | RepetitionKind::AtLeast(one) => vec![one],
        RepetitionKind::Between(low, high) => vec![low, high],
        _ => return None,
    };
    let is_known = |count: &Expression| labels_of(count).is_empty() && !has_call(count);
    counts.into_iter().any(|count| is_known(count) && constant(count).is_none()).then_some(Problem::NoCount)
}

fn has_call(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Call { .. } => true,
        ExpressionKind::Binary { left, right, .. } => has_call(left) || has_call(right),
        ExpressionKind::Integer(_) | ExpressionKind::Label(_) => false,
    }
}

fn in_literal(literal: &Literal, span: &Span, encoding: Encoding) -> Vec<(Problem, Span)> {
    let mut units = literal.units.iter().copied();
    let wrong = match encoding {
        Encoding::Utf8 => units.find_map(high_byte).filter(|_| literal.bytes).map(|byte| Problem::ByteInUtf8 { byte }),
        Encoding::Bytes => None,
        Encoding::Latin1 => units.find_map(not_latin1),
    };
    wrong.map(|problem| (problem, span.clone())).into_iter().collect()
}

fn high_byte(unit: Unit) -> Option<u8> {
    match unit {
        Unit::Hex(byte) if byte > 0x7f => Some(byte),
        _ => None,
    }
}

fn not_latin1(unit: Unit) -> Option<Problem> {
    (code(unit) > 0xff).then(|| Problem::CharacterInLatin1 { character: written(unit) })
}

fn in_class(class: &Class, span: &Span, encoding: Encoding) -> Vec<(Problem, Span)> {
    let mut problems = Vec::new();
    for range in &class.ranges {
        if code(range.low) > code(range.high) {
            let problem = Problem::InvertedRange { low: written(range.low), high: written(range.high) };
            problems.push((problem, range.span.clone()));
        } else if let Some(byte) = outside(class, range.low, range.high, encoding) {
            problems.push((byte, range.span.clone()));
        }
    }
    if encoding == Encoding::Bytes || (class.bytes && encoding == Encoding::Utf8) {
        problems.extend(class.properties.iter().map(|property| {
            let character = format!("\\{}{{{}}}", if property.negated { 'P' } else { 'p' }, property.name);
            (Problem::CharacterInBytes { character }, property.span.clone())
        }));
    }
    if problems.is_empty() && class_ranges(class, encoding).is_empty() {
        problems.push((Problem::EmptyClass, span.clone()));
    }
    problems
}

/// Returns the problem of a range that the encoding cannot hold: `\xff` in UTF-8, `é` in bytes, or `€` in Latin-1.
fn outside(class: &Class, low: Unit, high: Unit, encoding: Encoding) -> Option<Problem> {
    match encoding {
        Encoding::Utf8 if class.bytes => high_byte(low).or(high_byte(high)).map(|byte| Problem::ByteInUtf8 { byte }),
        Encoding::Utf8 => None,
        Encoding::Latin1 => not_latin1(low).or(not_latin1(high)),
        Encoding::Bytes => {
            let wide = [low, high].into_iter().find(|&unit| matches!(unit, Unit::Char(c) if !c.is_ascii()));
            wide.map(|unit| Problem::CharacterInBytes { character: written(unit) })
        }
    }
}

fn written(unit: Unit) -> String {
    match unit {
        Unit::Hex(byte) => format!("\\x{byte:02x}"),
        Unit::Char(c) if c.is_control() => c.escape_default().to_string(),
        Unit::Char(c) => c.to_string(),
    }
}
