//! Repetitions whose body can be empty: in `(<a>?)*` the same text can be repeated in several ways.

use grammarc_dsl::ast::{Alternative, Item, Layout, Primary, PrimaryKind, RepetitionKind};
use grammarc_dsl::diagnostic::{Diagnostic, Problem};

use super::Program;
use super::regular::constant;

/// Adds warnings about repetitions whose body can be empty.
pub(super) fn check(program: &Program<'_>, found: &mut Vec<Diagnostic>) {
    let empty = Empty::of(program);
    for rule in 0..program.rules.len() {
        let file = program.rules[rule].file;
        for item in program.items(rule) {
            let Some(repetition) = item.repetition.as_ref() else { continue };
            let is_ambiguous = match &repetition.kind {
                RepetitionKind::ZeroOrMore
                | RepetitionKind::OneOrMore
                | RepetitionKind::Optional
                | RepetitionKind::AtLeast(_) => true,
                RepetitionKind::Separated(separator) | RepetitionKind::SeparatedSome(separator) => {
                    empty.primary(program, file, separator)
                }
                RepetitionKind::Between(low, high) => constant(low) != constant(high),
                RepetitionKind::Exactly(_) => false,
            };
            if is_ambiguous && empty.primary(program, file, &item.primary) {
                found.push(program.complain(rule, &item.primary.span, Problem::EmptyIteration));
            }
        }
    }
}

/// Rules that can match the empty text, by number. An item that depends on a label counts as not empty, so that no warning is
/// wrong.
struct Empty(Vec<bool>);

impl Empty {
    fn of(program: &Program<'_>) -> Self {
        let mut users = vec![Vec::new(); program.rules.len()];
        for rule in 0..program.rules.len() {
            program.parts(rule).iter().for_each(|&part| users[part].push(rule));
        }
        let mut empty = Self(vec![false; program.rules.len()]);
        let mut pending: Vec<usize> = (0..program.rules.len()).collect();
        while let Some(rule) = pending.pop() {
            if !empty.0[rule] && empty.any(program, program.rules[rule].file, program.body(rule)) {
                empty.0[rule] = true;
                pending.extend(&users[rule]);
            }
        }
        empty
    }

    fn any(&self, program: &Program<'_>, file: usize, alternatives: &[Alternative]) -> bool {
        alternatives.iter().any(|alternative| alternative.items.iter().all(|item| self.item(program, file, item)))
    }

    fn item(&self, program: &Program<'_>, file: usize, item: &Item) -> bool {
        if item.look.is_some() {
            return true;
        }
        match item.repetition.as_ref().map(|repetition| &repetition.kind) {
            Some(RepetitionKind::ZeroOrMore | RepetitionKind::Optional | RepetitionKind::Separated(_)) => return true,
            Some(RepetitionKind::Exactly(low) | RepetitionKind::AtLeast(low) | RepetitionKind::Between(low, _))
                if constant(low) == Some(0) =>
            {
                return true;
            }
            _ => {}
        }
        // An item with an exclusion or a computed text counts as not empty.
        let is_plain = item.except.is_none() && item.derive.is_none();
        is_plain && self.primary(program, file, &item.primary)
    }

    fn primary(&self, program: &Program<'_>, file: usize, primary: &Primary) -> bool {
        match &primary.kind {
            PrimaryKind::Literal(text) => text.units.is_empty(),
            PrimaryKind::Rule(name) => program.lookup(file, &name.text).is_some_and(|rule| self.0[rule]),
            PrimaryKind::Group(alternatives) => self.any(program, file, alternatives),
            PrimaryKind::Layout(Layout::Flat | Layout::Here, alternatives) => self.any(program, file, alternatives),
            PrimaryKind::Layout(Layout::Same | Layout::Inside, _) => true,
            PrimaryKind::Class(_) | PrimaryKind::Any | PrimaryKind::AnyToken => false,
            PrimaryKind::Layout(..) | PrimaryKind::Text { .. } => false,
        }
    }
}
