//! Annotations of alternatives: `@left(2)`, `@w(3)`, `@as(Name)`.

use grammarc_dsl::ast::{Alternative, Hook};

/// Returns the annotation of that name.
pub(crate) fn annotation<'a>(alternative: &'a Alternative, name: &str) -> Option<&'a Hook> {
    alternative.annotations.iter().find(|hook| hook.name.text == name)
}

/// The side on which an operator groups.
/// For example, `@left(1)` reads `a - b - c` as `(a - b) - c`, and `@right(1)` reads it as `a - (b - c)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Associativity {
    Left,
    Right,
    Neither,
}

/// Returns level and side of an alternative.
pub(crate) fn precedence(alternative: &Alternative) -> Option<(u32, Associativity)> {
    let sides = [("left", Associativity::Left), ("right", Associativity::Right), ("none", Associativity::Neither)];
    sides.into_iter().find_map(|(name, side)| {
        let level = annotation(alternative, name)?.arguments.first()?.value.text.parse().ok()?;
        Some((level, side))
    })
}
