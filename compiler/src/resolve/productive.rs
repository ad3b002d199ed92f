//! Rules that derive no text: a fixpoint with a worklist, then the shortest cycle to show.
//!
//! For example, `<a> ::= "(" <b> ")"` with `<b> ::= <a> ";"` has no end: each text of `<a>` would contain another one.

use grammarc_dsl::ast::{Alternative, Item, Primary, PrimaryKind, RepetitionKind};
use grammarc_dsl::diagnostic::{Diagnostic, Problem};

use super::Program;
use super::regular::constant;
use crate::facts::left_recursion::{components, shortest_cycle};

/// Reports rules that derive no text: one for each cycle, without the rules that only mention one.
pub(super) fn check(program: &Program<'_>, found: &mut Vec<Diagnostic>) {
    let productive = productive(program);
    // The unproductive rules that an unproductive rule needs. Its first alternative stands for all, since each fails.
    let needs: Vec<Vec<usize>> = (0..productive.len()).map(|rule| needs(program, rule, &productive)).collect();
    let component = components(&needs);
    let mut shown = vec![false; productive.len()];
    for rule in (0..productive.len()).filter(|&rule| !productive[rule]) {
        if shown[rule] {
            continue;
        }
        if let Some(cycle) = shortest_cycle(rule, &needs, &component) {
            mark(&needs, rule, &mut shown);
            let names = cycle.iter().map(|&rule| program.rules[rule].name.clone()).collect();
            let problem = Problem::UnproductiveRule { name: program.rules[rule].name.clone(), cycle: names };
            found.push(program.complain(rule, &program.rules[rule].rule.name.span, problem));
        }
    }
}

fn productive(program: &Program<'_>) -> Vec<bool> {
    let mut productive = vec![false; program.rules.len()];
    let mut users = vec![Vec::new(); program.rules.len()];
    for rule in 0..program.rules.len() {
        program.parts(rule).iter().for_each(|&part| users[part].push(rule));
    }
    let mut pending: Vec<usize> = (0..program.rules.len()).collect();
    while let Some(rule) = pending.pop() {
        let file = program.rules[rule].file;
        let of = |name: &str| program.lookup(file, name).is_none_or(|part| productive[part]);
        if !productive[rule] && any(program.body(rule), &of) {
            productive[rule] = true;
            pending.extend(&users[rule]);
        }
    }
    productive
}

fn any(alternatives: &[Alternative], of: &dyn Fn(&str) -> bool) -> bool {
    alternatives.iter().any(|alternative| alternative.items.iter().all(|item| is_productive(item, of)))
}

fn is_productive(item: &Item, of: &dyn Fn(&str) -> bool) -> bool {
    item.look.is_some() || can_be_left_out(item) || is_primary_productive(&item.primary, of)
}

fn is_primary_productive(primary: &Primary, of: &dyn Fn(&str) -> bool) -> bool {
    match &primary.kind {
        PrimaryKind::Rule(name) => of(&name.text),
        PrimaryKind::Group(alternatives) => any(alternatives, of),
        PrimaryKind::Layout(_, alternatives) => alternatives.is_empty() || any(alternatives, of),
        _ => true,
    }
}

/// Returns whether an item may match nothing, because it is repeated at least zero times.
pub(crate) fn can_be_left_out(item: &Item) -> bool {
    match item.repetition.as_ref().map(|repetition| &repetition.kind) {
        Some(RepetitionKind::ZeroOrMore | RepetitionKind::Optional | RepetitionKind::Separated(_)) => true,
        Some(RepetitionKind::Exactly(low) | RepetitionKind::AtLeast(low) | RepetitionKind::Between(low, _)) => {
            constant(low).is_none_or(|low| low == 0)
        }
        Some(RepetitionKind::OneOrMore | RepetitionKind::SeparatedSome(_)) | None => false,
    }
}

/// The unproductive rules among the items of an unproductive rule.
fn needs(program: &Program<'_>, rule: usize, productive: &[bool]) -> Vec<usize> {
    if productive[rule] {
        return Vec::new();
    }
    let file = program.rules[rule].file;
    let items = program.items(rule).iter();
    let needed = items.filter(|item| item.look.is_none() && !can_be_left_out(item)).filter_map(|item| {
        let PrimaryKind::Rule(name) = &item.primary.kind else { return None };
        program.lookup(file, &name.text).filter(|&part| !productive[part])
    });
    needed.collect()
}

/// Marks all rules that lead to the same cycle.
fn mark(needs: &[Vec<usize>], rule: usize, shown: &mut [bool]) {
    let mut pending = vec![rule];
    while let Some(rule) = pending.pop() {
        if !std::mem::replace(&mut shown[rule], true) {
            pending.extend(&needs[rule]);
        }
    }
}
