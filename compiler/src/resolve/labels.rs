//! Labels: which are visible where.

use grammarc_runtime::grammar::Label;

/// The labels that are visible at a place, and the numbers given out so far in one alternative of one rule.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    visible: Vec<(String, Label)>,
    next: u16,
}

/// A point of a scope to go back to.
#[derive(Debug, Clone, Copy)]
pub struct Mark(usize);

impl Scope {
    /// Makes a label visible from here on, and numbers it.
    pub fn define(&mut self, name: &str) -> Label {
        let label = Label(self.next);
        self.next = self.next.saturating_add(1);
        self.visible.push((name.to_owned(), label));
        label
    }

    /// Returns the label of that name, the latest if there are several.
    pub fn find(&self, name: &str) -> Option<Label> {
        self.visible.iter().rev().find(|(visible, _)| visible == name).map(|&(_, label)| label)
    }

    /// Returns the present point.
    pub fn mark(&self) -> Mark {
        Mark(self.visible.len())
    }

    /// Makes invisible what was defined since: a repetition or branch ends. Numbers are not used again.
    pub fn rewind(&mut self, mark: Mark) {
        self.visible.truncate(mark.0);
    }
}
