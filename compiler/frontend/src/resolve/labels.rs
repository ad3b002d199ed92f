//! Labels: where each is visible, and references to labels that are not.

use std::collections::HashMap;

use grammarc_dsl::ast::{
    Alternative, Expression, ExpressionKind, Item, Layout, Name, Primary, PrimaryKind, RepetitionKind, Span,
};
use grammarc_dsl::diagnostic::{Diagnostic, Place, Problem, closest};
use grammarc_runtime::grammar::Label;

use super::Program;
use super::inline::MAX_NESTING;
use crate::walk;

/// The labels that are visible at a place, and the numbers given out so far in one alternative of one rule.
/// For example, behind `(n:<u8> | m:<u8>)` neither `n` nor `m` is visible, but both keep their numbers.
#[derive(Debug, Clone, Default)]
pub struct LabelScope {
    visible: Vec<(String, Label)>,
    numbers: HashMap<String, Label>,
    next: u16,
}

/// A point of a scope to go back to.
#[derive(Debug, Clone, Copy)]
pub struct LabelMark(usize);

impl LabelScope {
    /// Makes a label visible from here on. Returns its number.
    pub fn define(&mut self, name: &str) -> Label {
        let label = self.number(name);
        self.visible.push((name.to_owned(), label));
        label
    }

    /// Returns the number of a name, visible or not: labels of one name in one alternative have the same.
    pub fn number(&mut self, name: &str) -> Label {
        if let Some(&label) = self.numbers.get(name) {
            return label;
        }
        let label = self.fresh();
        self.numbers.insert(name.to_owned(), label);
        label
    }

    /// Returns a number that no name has.
    pub fn fresh(&mut self) -> Label {
        let label = Label(self.next);
        self.next = self.next.saturating_add(1);
        label
    }

    /// Returns the label of that name, the latest if there are several.
    pub fn find(&self, name: &str) -> Option<Label> {
        self.visible.iter().rev().find(|(visible, _)| visible == name).map(|&(_, label)| label)
    }

    /// Returns all labels that have a name, with their names, ascending.
    pub fn named(&self) -> Vec<(Label, &str)> {
        let mut labels: Vec<(Label, &str)> = self.numbers.iter().map(|(name, &label)| (label, name.as_str())).collect();
        labels.sort_unstable();
        labels
    }

    /// Hides all labels, because a block begins. Returns them for [`Self::show`] at its end.
    pub fn hide(&mut self) -> Vec<(String, Label)> {
        std::mem::take(&mut self.visible)
    }

    /// Makes labels visible again, and no others.
    pub fn show(&mut self, labels: Vec<(String, Label)>) {
        self.visible = labels;
    }

    /// Returns the visible names, the first defined first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.visible.iter().map(|(name, _)| name.as_str())
    }

    /// Returns the present point.
    pub fn mark(&self) -> LabelMark {
        LabelMark(self.visible.len())
    }

    /// Hides the labels defined since the mark, because a repetition or branch ends.
    /// For example, in `(n:<u8> <x>{n})* <y>` the label `n` is hidden before `<y>`.
    pub fn rewind(&mut self, mark: LabelMark) {
        self.visible.truncate(mark.0);
    }
}

/// Most items that are checked in one alternative, because macros can expand to any number.
const MAX_CHECKED_ITEMS: usize = 100_000;

/// Reports labels that are not defined, not visible, or defined twice. Macros are looked at where they are used.
pub(super) fn check(program: &Program<'_>, found: &mut Vec<Diagnostic>) {
    for rule in (0..program.rules.len()).filter(|&rule| !program.is_inline(rule)) {
        let file = program.rules[rule].file;
        for alternative in program.body(rule) {
            let places = definitions(file, alternative);
            let mut check = Check { program, scope: LabelScope::default(), places, steps: 0, found };
            check.sequence(file, 0, alternative);
        }
    }
}

/// All labels of an alternative, wherever they stand.
fn definitions(file: usize, alternative: &Alternative) -> HashMap<String, Place> {
    let items = walk::items(std::slice::from_ref(alternative)).into_iter();
    let labels = items.filter_map(|item| item.label.as_ref());
    labels.map(|label| (label.text.clone(), Place { file, span: label.span.clone() })).collect()
}

struct Check<'c> {
    program: &'c Program<'c>,
    scope: LabelScope,
    /// The last definition of each label, visible or not.
    places: HashMap<String, Place>,
    steps: usize,
    found: &'c mut Vec<Diagnostic>,
}

impl Check<'_> {
    fn sequence(&mut self, file: usize, depth: usize, alternative: &Alternative) {
        for item in &alternative.items {
            self.steps += 1;
            if self.steps > MAX_CHECKED_ITEMS || depth > MAX_NESTING {
                return;
            }
            self.item(file, depth, item);
        }
    }

    fn item(&mut self, file: usize, depth: usize, item: &Item) {
        let mark = self.scope.mark();
        for primary in walk::body(item) {
            self.primary(file, depth, primary);
        }
        if !walk::is_bare(item) || self.branches(file, &item.primary) {
            self.scope.rewind(mark);
        }
        if let Some(except) = &item.except {
            self.primary(file, depth, except);
        }
        for count in counts(item) {
            labels_of(count).into_iter().for_each(|(label, span)| self.need(file, label, span));
        }
        for (label, span) in item.derive.iter().flat_map(labels_of) {
            // Other values may be about fields that come later.
            if walk::is_back_reference(item) || !self.places.contains_key(label) {
                self.need(file, label, span);
            }
        }
        if let Some(label) = &item.label {
            self.define(file, label);
        }
    }

    fn primary(&mut self, file: usize, depth: usize, primary: &Primary) {
        match &primary.kind {
            PrimaryKind::Text { label, .. } => self.need(file, &label.text, &label.span),
            PrimaryKind::Group(alternatives) => self.group(file, depth, alternatives),
            PrimaryKind::Layout(Layout::Block | Layout::Here, alternatives) => {
                let outer = self.scope.hide();
                self.group(file, depth, alternatives);
                self.scope.show(outer);
            }
            PrimaryKind::Layout(_, alternatives) => self.group(file, depth, alternatives),
            PrimaryKind::Rule(name) => {
                let rule = self.program.lookup(file, &name.text).filter(|&rule| self.program.is_inline(rule));
                if let Some(rule) = rule {
                    self.group(self.program.rules[rule].file, depth + 1, self.program.body(rule));
                }
            }
            PrimaryKind::Literal(_) | PrimaryKind::Class(_) | PrimaryKind::Any | PrimaryKind::AnyToken => {}
        }
    }

    fn group(&mut self, file: usize, depth: usize, alternatives: &[Alternative]) {
        for alternative in alternatives {
            let mark = self.scope.mark();
            self.sequence(file, depth, alternative);
            if alternatives.len() > 1 {
                self.scope.rewind(mark);
            }
        }
    }

    /// Whether there is more than one way through the primary.
    fn branches(&self, file: usize, primary: &Primary) -> bool {
        match &primary.kind {
            PrimaryKind::Group(alternatives) | PrimaryKind::Layout(_, alternatives) => alternatives.len() > 1,
            PrimaryKind::Rule(name) => {
                let rule = self.program.lookup(file, &name.text).filter(|&rule| self.program.is_inline(rule));
                rule.is_some_and(|rule| self.program.body(rule).len() > 1)
            }
            _ => false,
        }
    }

    fn define(&mut self, file: usize, label: &Name) {
        let place = Place { file, span: label.span.clone() };
        if self.scope.find(&label.text).is_some() {
            let first = self.places.get(&label.text).cloned().unwrap_or_else(|| place.clone());
            let problem = Problem::DuplicateLabel { name: label.text.clone(), first };
            self.found.push(Diagnostic::new(problem, label.span.clone()).in_file(file));
        }
        self.scope.define(&label.text);
        self.places.insert(label.text.clone(), place);
    }

    fn need(&mut self, file: usize, label: &str, span: &Span) {
        if self.scope.find(label).is_some() {
            return;
        }
        let name = label.to_owned();
        let problem = match self.places.get(&name) {
            Some(definition) => Problem::HiddenLabel { name, definition: definition.clone() },
            None => {
                let suggestion = closest(&name, self.scope.names()).map(str::to_owned);
                Problem::UnknownLabel { name, suggestion }
            }
        };
        self.found.push(Diagnostic::new(problem, span.clone()).in_file(file));
    }
}

/// The expressions that say how often an item is repeated.
pub(super) fn counts(item: &Item) -> Vec<&Expression> {
    match item.repetition.as_ref().map(|repetition| &repetition.kind) {
        Some(RepetitionKind::Exactly(one) | RepetitionKind::AtLeast(one)) => vec![one],
        Some(RepetitionKind::Between(low, high)) => vec![low, high],
        _ => Vec::new(),
    }
}

/// The labels in an expression, with their places.
pub(super) fn labels_of(expression: &Expression) -> Vec<(&str, &Span)> {
    match &expression.kind {
        ExpressionKind::Integer(_) => Vec::new(),
        ExpressionKind::Label(label) => vec![(label, &expression.span)],
        ExpressionKind::Call { labels, .. } => labels.iter().map(|name| (name.text.as_str(), &name.span)).collect(),
        ExpressionKind::Binary { left, right, .. } => [labels_of(left), labels_of(right)].concat(),
    }
}
