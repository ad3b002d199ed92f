//! Values that depend on each other: `a := value(b)` beside `b := value(a)`.
//!
//! A value that is read depends on the whole text, and so on every value inside it. A size or an offset depends only on
//! widths: a field whose width is fixed may lie inside its own size, and counts as zero bytes in its own checksum.

use grammarc_dsl::ast::{Alternative, Expression, ExpressionKind, Item, ModifierKind, PrimaryKind, RepetitionKind};
use grammarc_dsl::diagnostic::{Diagnostic, Problem};

use super::labels::labels_of;
use super::{Program, constant};
use crate::walk;
use grammarc_runtime::components::components;

/// Reports cycles among the values of one alternative.
pub(super) fn check(program: &Program<'_>, found: &mut Vec<Diagnostic>) {
    for rule in 0..program.rules.len() {
        for alternative in program.body(rule) {
            found.extend(cycle(program, rule, alternative));
        }
    }
}

/// How an expression uses the text of a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    /// Its value as a number, or its bytes.
    Value,
    /// Its bytes, where a field of fixed width counts as zero bytes inside its own.
    Checksum,
    /// How long it is, or where it begins.
    /// For example, `size(v)` and `offset(v)`.
    Width,
}

fn cycle(program: &Program<'_>, rule: usize, alternative: &Alternative) -> Option<Diagnostic> {
    let items = walk::items(std::slice::from_ref(alternative));
    let fields: Vec<&Item> = items.iter().copied().filter(|item| item.derive.is_some()).collect();
    let edges: Vec<Vec<usize>> = fields.iter().map(|field| depends(program, rule, field, &items, &fields)).collect();
    let component = components(&edges);
    let is_cyclic = |field: usize| {
        edges[field].contains(&field) || component.iter().filter(|&&other| other == component[field]).count() > 1
    };
    let first = (0..fields.len()).find(|&field| is_cyclic(field))?;
    let mut way = vec![first];
    loop {
        let at = *way.last()?;
        let next = edges[at].iter().copied().filter(|&next| component[next] == component[first]);
        let next = next.min_by_key(|next| (*next != first, way.contains(next)))?;
        way.push(next);
        if next == first || way.len() > fields.len() + 1 {
            break;
        }
    }
    let cycle = way.into_iter().map(|field| name(program, rule, fields[field])).collect();
    let span = fields[first].derive.as_ref().map_or(&fields[first].span, |derive| &derive.span);
    Some(program.complain(rule, span, Problem::CyclicValue { cycle }))
}

/// A field is known by its label, or else as it is written.
fn name(program: &Program<'_>, rule: usize, field: &Item) -> String {
    let text = &program.sources.files[program.rules[rule].file].text;
    let written = || text.get(field.primary.span.clone()).unwrap_or_default().to_owned();
    field.label.as_ref().map_or_else(written, |label| label.text.clone())
}

/// The fields whose values a field depends on.
fn depends(program: &Program<'_>, rule: usize, field: &Item, items: &[&Item], fields: &[&Item]) -> Vec<usize> {
    let mut found = Vec::new();
    for (label, how) in field.derive.iter().flat_map(uses) {
        for target in items.iter().filter(|item| item.label.as_ref().is_some_and(|name| name.text == label)) {
            for (number, part) in fields.iter().enumerate() {
                let inside = target.span.start <= part.span.start && part.span.end <= target.span.end;
                let fixed = has_fixed_width(program, rule, part);
                let free = fixed && (how == Use::Width || (how == Use::Checksum && std::ptr::eq(*part, field)));
                if inside && !free {
                    found.push(number);
                }
            }
        }
    }
    found
}

fn uses(expression: &Expression) -> Vec<(&str, Use)> {
    match &expression.kind {
        ExpressionKind::Call { function, labels } => {
            let how = match function.text.as_str() {
                "size" | "offset" => Use::Width,
                // How many there are depends on no field inside.
                "count" => return Vec::new(),
                "value" | "text" | "text_ci" => Use::Value,
                _ => Use::Checksum,
            };
            labels.iter().map(|label| (label.text.as_str(), how)).collect()
        }
        ExpressionKind::Binary { left, right, .. } => [uses(left), uses(right)].concat(),
        _ => labels_of(expression).into_iter().map(|(label, _)| (label, Use::Value)).collect(),
    }
}

/// Returns whether all texts of the field have one width. When in doubt they have not.
/// For example, `<u16be>` always has two bytes, but `[0-9]+` has no fixed width.
fn has_fixed_width(program: &Program<'_>, rule: usize, field: &Item) -> bool {
    width(program, program.rules[rule].file, field, 0).is_some()
}

/// Most rules inside one another that are searched: tokens are shallow and not recursive.
const MAX_TOKEN_DEPTH: usize = 16;

fn width(program: &Program<'_>, file: usize, item: &Item, depth: usize) -> Option<u64> {
    if depth > MAX_TOKEN_DEPTH {
        return None;
    }
    let body = match &item.primary.kind {
        PrimaryKind::Literal(literal) => crate::regulars::literal_bytes(literal, program.encoding).len() as u64,
        PrimaryKind::Class(class) if !program.encoding.is_one_byte() => {
            let ranges = crate::regulars::class_ranges(class, program.encoding);
            ranges.iter().all(|&(_, high)| high < 0x80).then_some(1)?
        }
        PrimaryKind::Class(_) => 1,
        PrimaryKind::Any => program.encoding.is_one_byte().then_some(1)?,
        PrimaryKind::Group(alternatives) => common_width(program, file, alternatives, depth)?,
        PrimaryKind::Rule(name) => {
            let rule = program.lookup(file, &name.text).filter(|&rule| program.has(rule, ModifierKind::Token))?;
            common_width(program, program.rules[rule].file, program.body(rule), depth)?
        }
        PrimaryKind::AnyToken | PrimaryKind::Text { .. } | PrimaryKind::Layout(..) => return None,
    };
    match item.repetition.as_ref().map(|repetition| &repetition.kind) {
        None => Some(body),
        Some(RepetitionKind::Exactly(count)) => body.checked_mul(constant(count)?),
        Some(_) => None,
    }
}

fn common_width(program: &Program<'_>, file: usize, alternatives: &[Alternative], depth: usize) -> Option<u64> {
    let of = |alternative: &Alternative| {
        alternative.items.iter().try_fold(0_u64, |sum, item| sum.checked_add(width(program, file, item, depth + 1)?))
    };
    let mut widths = alternatives.iter().map(of);
    let first = widths.next()??;
    widths.all(|width| width == Some(first)).then_some(first)
}
