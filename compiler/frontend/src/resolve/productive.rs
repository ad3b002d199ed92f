//! Rules that derive no text: a fixpoint with a worklist, then the shortest cycle to show.
//!
//! For example, `<a> ::= "(" <b> ")"` with `<b> ::= <a> ";"` has no end: each text of `<a>` would contain another one.

use grammarc_dsl::ast::{Alternative, Item, Primary, PrimaryKind, RepetitionKind};
use grammarc_dsl::diagnostic::{Diagnostic, Problem};

use super::Program;
use super::regular::{constant, has_constant_count};
use crate::facts::left_recursion::shortest_cycle;
use grammarc_runtime::components::components;

/// Finds the rules that derive no text, and reports one for each cycle, without the rules that only mention it. It is an error if
/// a start rule or a skip is among them. Otherwise it is a warning, because the alternatives that need such a rule can be left out.
pub(super) fn check(program: &mut Program<'_>, found: &mut Vec<Diagnostic>) {
    program.productive = productive(program);
    let productive = &program.productive;
    // The unproductive rules that an unproductive rule needs. Its first alternative stands for all, since each fails.
    let needs: Vec<Vec<usize>> = (0..productive.len()).map(|rule| needs(program, rule, productive)).collect();
    let component = components(&needs);
    let mut needed = vec![false; productive.len()];
    let roots = program.starts.iter().copied().chain(program.files.iter().filter_map(|file| file.skip));
    roots.filter(|&root| !productive[root]).for_each(|root| mark(&needs, root, &mut needed));
    let mut shown = vec![false; productive.len()];
    for rule in (0..productive.len()).filter(|&rule| !productive[rule]) {
        if shown[rule] {
            continue;
        }
        if let Some(cycle) = shortest_cycle(rule, &needs, &component) {
            mark(&needs, rule, &mut shown);
            let cycle = cycle.iter().map(|&rule| program.rules[rule].name.clone()).collect();
            let name = program.rules[rule].name.clone();
            let problem = match needed[rule] {
                true => Problem::UnproductiveRule { name, cycle },
                false => Problem::LeftOutRule { name, cycle },
            };
            found.push(program.complain(rule, &program.rules[rule].rule.name.span, problem));
        }
    }
}

/// Returns for each rule whether it derives a text. A repetition that is counted by a label needs its item, unless that derives a
/// text: the label would otherwise be wrong in every text but those with a count of 0.
fn productive(program: &Program<'_>) -> Vec<bool> {
    let mut usable = vec![true; program.rules.len()];
    loop {
        let next = productive_if(program, &usable);
        if next == usable {
            return usable;
        }
        usable = next;
    }
}

fn productive_if(program: &Program<'_>, usable: &[bool]) -> Vec<bool> {
    let mut productive = vec![false; program.rules.len()];
    let mut users = vec![Vec::new(); program.rules.len()];
    for rule in 0..program.rules.len() {
        program.parts(rule).iter().for_each(|&part| users[part].push(rule));
    }
    let mut pending: Vec<usize> = (0..program.rules.len()).collect();
    while let Some(rule) = pending.pop() {
        let file = program.rules[rule].file;
        let facts = Productivity { program, file, productive: &productive, usable };
        if !productive[rule] && facts.any(program.body(rule)) {
            productive[rule] = true;
            pending.extend(&users[rule]);
        }
    }
    productive
}

/// Which rules derive a text, as one file sees them.
pub(crate) struct Productivity<'p> {
    program: &'p Program<'p>,
    file: usize,
    /// The rules that are known to derive a text.
    productive: &'p [bool],
    /// The rules that may be counted: see [`productive`].
    usable: &'p [bool],
}

impl<'p> Productivity<'p> {
    /// Returns the facts about all rules for a file.
    pub(crate) fn of(program: &'p Program<'p>, file: usize) -> Self {
        Self { program, file, productive: &program.productive, usable: &program.productive }
    }

    fn any(&self, alternatives: &[Alternative]) -> bool {
        alternatives.iter().any(|alternative| self.alternative(alternative))
    }

    /// Returns whether an alternative derives a text.
    pub(crate) fn alternative(&self, alternative: &Alternative) -> bool {
        alternative.items.iter().all(|item| self.item(item))
    }

    fn item(&self, item: &Item) -> bool {
        if self.is_alive(item) {
            return true;
        }
        let counted = !has_constant_count(item);
        can_be_left_out(item) && (!counted || self.primary(&item.primary, self.usable))
    }

    /// Returns whether an item derives a text when it is not repeated zero times.
    pub(crate) fn is_alive(&self, item: &Item) -> bool {
        item.look.is_some() || self.primary(&item.primary, self.productive)
    }

    fn primary(&self, primary: &Primary, productive: &'p [bool]) -> bool {
        let inside = |alternatives: &[Alternative]| Self { productive, ..*self }.any(alternatives);
        match &primary.kind {
            PrimaryKind::Rule(name) => self.program.lookup(self.file, &name.text).is_none_or(|part| productive[part]),
            PrimaryKind::Group(alternatives) => inside(alternatives),
            PrimaryKind::Layout(_, alternatives) => alternatives.is_empty() || inside(alternatives),
            _ => true,
        }
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
