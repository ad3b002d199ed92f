//! Flat parts: in `flat(x)` the ends of lines are skipped. A rule that is used inside and outside has a hidden copy for the inside.

use grammarc_dsl::ast::{Alternative, Item, Layout, ModifierKind, Primary, PrimaryKind};
use grammarc_dsl::diagnostic::{Diagnostic, Problem};

use crate::resolve::{Program, can_be_left_out};
use crate::walk;

/// For each rule, whether it is used outside of flat parts, and whether it is another rule inside of them.
#[derive(Debug)]
pub(super) struct FlatRules {
    /// For each rule whether it is used outside of flat parts.
    outside: Vec<bool>,
    /// For each rule whether it has a text in a flat part, in which no line begins.
    alive: Vec<bool>,
    /// For each rule whether it is the same inside and outside.
    same: Vec<bool>,
}

impl FlatRules {
    pub(super) fn new(program: &Program<'_>) -> Self {
        let rules = program.rules.len();
        let is_used = program.files.iter().any(|file| file.layout.is_some());
        let mut flat = Self { outside: vec![true; rules], alive: vec![true; rules], same: vec![true; rules] };
        if is_used {
            flat.find_alive(program);
            flat.find_outside(program);
            flat.find_same(program);
        }
        flat
    }

    /// Returns whether a rule needs another symbol in flat parts.
    pub(super) fn differs(&self, rule: usize) -> bool {
        !self.same[rule]
    }

    /// Returns whether a rule is used outside of flat parts.
    pub(super) fn is_outside(&self, rule: usize) -> bool {
        self.outside[rule]
    }

    /// Returns whether an alternative has a text in a flat part.
    pub(super) fn is_alive(&self, program: &Program<'_>, file: usize, alternative: &Alternative) -> bool {
        alternative.items.iter().all(|item| self.has_text(program, file, item))
    }

    /// Returns whether an item has a text in a flat part, and not only nothing.
    pub(super) fn is_alive_item(&self, program: &Program<'_>, file: usize, item: &Item) -> bool {
        item.look.is_some() || self.primary(program, file, &item.primary)
    }

    /// Returns an error for each flat part that matches nothing.
    pub(super) fn mistakes(&self, program: &Program<'_>) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (rule, definition) in program.rules.iter().enumerate() {
            for (layout, primary) in walk::layouts(program.items(rule)) {
                if layout == Layout::Flat && !self.primary(program, definition.file, primary) {
                    let problem = Problem::NothingInFlat;
                    found.push(Diagnostic::new(problem, primary.span.clone()).in_file(definition.file));
                }
            }
        }
        found
    }

    fn has_text(&self, program: &Program<'_>, file: usize, item: &Item) -> bool {
        can_be_left_out(item) || self.is_alive_item(program, file, item)
    }

    fn primary(&self, program: &Program<'_>, file: usize, primary: &Primary) -> bool {
        let any = |alternatives: &[Alternative]| alternatives.iter().any(|one| self.is_alive(program, file, one));
        match &primary.kind {
            PrimaryKind::Layout(Layout::Flat | Layout::Here, alternatives) | PrimaryKind::Group(alternatives) => {
                any(alternatives)
            }
            PrimaryKind::Layout(..) => false,
            PrimaryKind::Rule(name) => program.lookup(file, &name.text).is_none_or(|rule| self.alive[rule]),
            _ => true,
        }
    }

    fn find_alive(&mut self, program: &Program<'_>) {
        let mut users = vec![Vec::new(); program.rules.len()];
        for rule in 0..program.rules.len() {
            program.parts(rule).iter().for_each(|&part| users[part].push(rule));
        }
        self.alive.fill(false);
        let mut open: Vec<usize> = (0..program.rules.len()).collect();
        while let Some(rule) = open.pop() {
            let file = program.rules[rule].file;
            let is_alive = || program.body(rule).iter().any(|one| self.is_alive(program, file, one));
            if !self.alive[rule] && is_alive() {
                self.alive[rule] = true;
                open.extend(&users[rule]);
            }
        }
    }

    /// Follows the rules from the start, outside of flat parts.
    fn find_outside(&mut self, program: &Program<'_>) {
        self.outside.fill(false);
        let skips = program.files.iter().filter_map(|file| file.skip);
        let mut open: Vec<usize> = program.start.into_iter().chain(skips).collect();
        while let Some(rule) = open.pop() {
            if !std::mem::replace(&mut self.outside[rule], true) {
                outside(program, program.rules[rule].file, program.body(rule), &mut open);
            }
        }
    }

    fn find_same(&mut self, program: &Program<'_>) {
        let is_token = |rule| program.has(rule, ModifierKind::Token);
        let is_own = |rule: usize| program.exact[rule] && walk::layouts(program.items(rule)).next().is_none();
        self.same = (0..program.rules.len()).map(|rule| is_token(rule) || is_own(rule)).collect();
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for rule in (0..program.rules.len()).filter(|&rule| !is_token(rule)) {
                if self.same[rule] && !program.parts(rule).iter().all(|&part| self.same[part]) {
                    (self.same[rule], changed) = (false, true);
                }
            }
        }
    }
}

/// Adds the rules that alternatives mention outside of flat parts.
fn outside(program: &Program<'_>, file: usize, alternatives: &[Alternative], found: &mut Vec<usize>) {
    for primary in alternatives.iter().flat_map(|one| &one.items).flat_map(walk::primaries) {
        match &primary.kind {
            PrimaryKind::Rule(name) => found.extend(program.lookup(file, &name.text)),
            PrimaryKind::Layout(Layout::Flat, _) => {}
            PrimaryKind::Group(alternatives) | PrimaryKind::Layout(_, alternatives) => {
                outside(program, file, alternatives, found);
            }
            _ => {}
        }
    }
}
