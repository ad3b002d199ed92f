//! The labels that an item being lowered can see: their numbers, how their texts are numbers, and which of them an earlier field
//! drives.

use std::collections::{HashMap, HashSet};

use grammarc_dsl::ast::{Alternative, Expression, ExpressionKind, Item, PrimaryKind};
use grammarc_runtime::grammar::{Codec, ExpressionId, Label};

use crate::resolve::{self, Program, codec};
use crate::walk;

/// The measure of a label that an earlier field gives.
/// For example, in `n:<u8> := size(v)` the field `n` gives the size of `v`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// `size(l)`.
    Size,
    /// `count(l)`.
    Count,
}

/// A field that gives the size or count of a later item.
/// For example, `n:<u8> := count(l)` drives the item `l:<x>*`.
#[derive(Debug, Clone)]
struct Driver {
    /// The label of the item that it drives.
    label: String,
    extent: Extent,
    /// The size or count that it gives.
    amount: ExpressionId,
}

/// The labels of one alternative of one rule, as they are visible at one place of it.
#[derive(Debug, Clone, Default)]
pub(super) struct Scope {
    names: resolve::LabelScope,
    codecs: HashMap<String, Codec>,
    /// The labels that a `count` asks about.
    counted: HashSet<String>,
    drivers: Vec<Driver>,
    /// Drivers before this one lie outside the current repetition.
    fence: usize,
}

/// A point of a scope to go back to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    names: resolve::LabelMark,
    drivers: usize,
}

impl Scope {
    /// Makes the scope of an alternative of a file; nothing is visible yet.
    pub(super) fn new(program: &Program<'_>, file: usize, alternative: &Alternative) -> Self {
        let mut scope = Self::default();
        for item in walk::items(std::slice::from_ref(alternative)) {
            if let (Some(label), Some(codec)) = (&item.label, codec(program, file, item)) {
                scope.codecs.insert(label.text.clone(), codec);
            }
            item.derive.iter().for_each(|value| counted(value, &mut scope.counted));
        }
        scope
    }

    /// Makes a label visible from here on. Returns its number, the same for all labels of that name.
    pub(super) fn define(&mut self, name: &str, codec: Option<Codec>) -> Label {
        match codec {
            Some(codec) => self.codecs.insert(name.to_owned(), codec),
            None => self.codecs.remove(name),
        };
        self.names.define(name)
    }

    /// Returns the label of that name, if it is visible.
    pub(super) fn find(&self, name: &str) -> Option<Label> {
        self.names.find(name)
    }

    /// Returns the number of a name, visible or not.
    pub(super) fn number(&mut self, name: &str) -> Label {
        self.names.number(name)
    }

    /// Returns a number that no name has.
    pub(super) fn fresh(&mut self) -> Label {
        self.names.fresh()
    }

    /// Returns how the text of a label is a number.
    pub(super) fn codec(&self, name: &str) -> Option<Codec> {
        self.codecs.get(name).copied()
    }

    /// Returns whether the item is a repetition whose iterations are counted.
    pub(super) fn is_counted(&self, item: &Item) -> bool {
        item.repetition.is_some() && item.label.as_ref().is_some_and(|label| self.counted.contains(&label.text))
    }

    /// Returns an item without the parentheses around a repetition that is counted by its label: `l:(x*)` has as many
    /// iterations as `l:x*`.
    pub(super) fn without_parentheses(&self, item: &Item) -> Option<Item> {
        let is_asked = item.label.as_ref().is_some_and(|label| self.counted.contains(&label.text));
        let (true, None, None, PrimaryKind::Group(alternatives)) =
            (is_asked, &item.repetition, item.look, &item.primary.kind)
        else {
            return None;
        };
        let [Alternative { items, annotations, .. }] = alternatives.as_slice() else { return None };
        let [only] = items.as_slice() else { return None };
        let is_bare = only.label.is_none() && only.look.is_none() && only.derive.is_none() && only.except.is_none();
        let is_bare = is_bare && only.hooks.is_empty() && annotations.is_empty();
        let Item { primary, repetition, .. } = only.clone();
        let inner = is_bare.then(|| Item { primary, repetition, ..item.clone() })?;
        if inner.repetition.is_some() { Some(inner) } else { self.without_parentheses(&inner) }
    }

    /// Notes that a field gives the extent of a later item.
    pub(super) fn drive(&mut self, label: &str, extent: Extent, amount: ExpressionId) {
        self.drivers.push(Driver { label: label.to_owned(), extent, amount });
    }

    /// Returns the size or count of an item, if an earlier field gives it.
    pub(super) fn driven(&self, item: &Item, extent: Extent) -> Option<ExpressionId> {
        let label = item.label.as_ref()?;
        let mut inside = self.drivers[self.fence.min(self.drivers.len())..].iter();
        inside.find(|driver| driver.extent == extent && driver.label == label.text).map(|driver| driver.amount)
    }

    /// Enters a repetition, because a field outside that drives one item does not drive each of many. Returns the argument for
    /// [`Scope::unfence`] at its end.
    pub(super) fn fence(&mut self) -> usize {
        std::mem::replace(&mut self.fence, self.drivers.len())
    }

    /// Leaves a repetition.
    pub(super) fn unfence(&mut self, outer: usize) {
        self.fence = outer;
    }

    /// Returns all labels that have a name, with their names, ascending.
    pub(super) fn named(&self) -> Vec<(Label, &str)> {
        self.names.named()
    }

    /// Hides all labels, because a block begins. Returns them for [`Self::show`] at its end.
    pub(super) fn hide(&mut self) -> Vec<(String, Label)> {
        self.names.hide()
    }

    /// Makes labels visible again, and no others.
    pub(super) fn show(&mut self, labels: Vec<(String, Label)>) {
        self.names.show(labels);
    }

    /// Returns the present point.
    pub(super) fn mark(&self) -> Mark {
        Mark { names: self.names.mark(), drivers: self.drivers.len() }
    }

    /// Hides the labels defined since the mark, because a repetition or branch ends.
    pub(super) fn rewind(&mut self, mark: Mark) {
        self.names.rewind(mark.names);
        self.drivers.truncate(mark.drivers);
    }
}

/// Collects the labels that an expression counts.
fn counted(expression: &Expression, found: &mut HashSet<String>) {
    match &expression.kind {
        ExpressionKind::Call { function, labels } if function.text == "count" => {
            found.extend(labels.iter().map(|label| label.text.clone()));
        }
        ExpressionKind::Binary { left, right, .. } => {
            counted(left, found);
            counted(right, found);
        }
        _ => {}
    }
}
