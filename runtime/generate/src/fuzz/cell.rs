//! The tasks of the driver, and the cells of its stack. Both are plain data of a fixed size, so that pushing one needs no memory of its
//! own.

use grammarc_core::grammar::{ItemId, Label, RegularId, Symbol};

use crate::choices::NOTHING;

/// A task of the driver that is still to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// An item of a production, with its label, slot and condition.
    Item(ItemId),
    /// A named rule that has no label and no condition.
    Rule(Symbol),
    /// A hidden rule or a terminal that has no label and no condition.
    Part(Symbol),
    /// A place for skip, by its symbol. For example, it stands behind every token of a language with `%skip`.
    Skip(Symbol),
    /// A labelled text ends here. For example, `x` ends in front of the `=`, in `x=x` by `a:<word> "=" text(a)`.
    Bind(Label),
    /// The number of this item ends here, on which a count depends. For example, it is the `2` in `2xx` by `n:<dec> "x"{n}`.
    Number(ItemId),
    /// A text ends here that must not be in this expression. For example, `<name> - "if"` must not have written `if`.
    Except(RegularId),
    /// An item with hooks ends here.
    Judge(ItemId),
    /// A rule application ends here, and names that were put off become visible.
    Settle,
    /// A slice ends here. The watches from this number on were started inside it. For example, it is the end of `v` in
    /// `n:<u8> := size(v) v:<r>`.
    Slice(u32),
    /// The slice of this item ends here. An earlier number says its size.
    Measure(ItemId),
    /// The slice of this item and its label end here: its size is written into the field before it.
    WriteSize(ItemId),
}

/// A cell of the stack. Cells are never changed, so that an earlier stack lives on beside a later one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell {
    pub(super) task: Task,
    /// Start of the text that ends with a task like [`Task::Bind`] or [`Task::Except`]. For [`Task::Settle`] it is the number of names that
    /// were put off before.
    pub(super) start: u32,
    /// The cell below.
    pub(super) below: u32,
    /// How many named rules it is nested in.
    pub(super) depth: u32,
    /// First of the labels of its alternative.
    pub(super) labels: u32,
    /// The end of the column of the block that it is in, as an offset in the output. The column begins where its line begins.
    /// [`Cell::OUTSIDE`] if it is in no block.
    pub(super) column: u32,
    /// The rule application it is in.
    pub(super) application: u32,
    /// The number of its application in the replayed list.
    pub(super) script: u32,
    /// Where its text should end, if the text has a size to reach.
    pub(super) goal: Goal,
}

/// Where the text of a cell should end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Goal {
    /// Offset in the output.
    pub(super) offset: u32,
    /// Whether the text should be as long as that. Otherwise it is drawn freely, and no longer than that.
    pub(super) is_filled: bool,
}

impl Cell {
    /// The column outside of all blocks.
    pub(super) const OUTSIDE: u32 = u32::MAX;

    /// Returns the cell at the bottom of a stack.
    pub(super) const fn bottom(task: Task) -> Self {
        Self {
            task,
            start: 0,
            below: BOTTOM,
            depth: 0,
            labels: 0,
            column: Self::OUTSIDE,
            application: 0,
            script: 0,
            goal: Goal { offset: 0, is_filled: false },
        }
    }

    /// Returns whether an integer has said that everything in it is default.
    pub(super) fn is_default(&self) -> bool {
        self.script == NOTHING
    }
}

/// The bottom of the stack.
pub(super) const BOTTOM: u32 = u32::MAX;
