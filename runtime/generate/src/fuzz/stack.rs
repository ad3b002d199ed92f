//! The stack of pending tasks, as linked cells: an earlier stack lives on beside a later one, so a choice point needs its top only.
//!
//! For example, `<pair> ::= <word> ":" <word>` before its first word. Cells are numbered from the bottom; each links to the cell below:
//!
//! ```text
//! cell       0              1              2
//! task       Item(word)     Item(":")      Item(word)
//! below      BOTTOM         0              1
//!                                          ▲ top
//! ```
//!
//! The driver pops cell 2 and writes a word: the top is cell 1. If a choice point was made before that, cell 2 stays where it is: going
//! back sets the top to 2 again. New cells are then pushed behind it, with the number 3 and a link to cell 1.

use crate::fuzz::cell::{BOTTOM, Cell, Goal, Task};

/// All cells of all stacks that may be needed again, and the top of the present one.
#[derive(Debug)]
pub(super) struct Stack {
    cells: Vec<Cell>,
    /// The number of the topmost cell.
    top: u32,
    /// The cell that is worked on. New cells inherit its place: depth, labels, application.
    current: Cell,
    /// The number of that cell.
    number: u32,
}

/// A stack to go back to.
#[derive(Debug, Clone, Copy)]
pub(super) struct StackMark {
    /// The cell that was worked on.
    pub(super) cell: Cell,
    top: u32,
    cells: usize,
}

impl StackMark {
    /// Returns how many cells the stack needs: those from this number on belong to later stacks.
    #[inline]
    pub(super) fn cells(&self) -> usize {
        self.cells
    }
}

impl Stack {
    /// Makes an empty stack. `task` is not pushed, but worked on.
    pub(super) fn new(task: Task) -> Self {
        Self { cells: Vec::new(), top: BOTTOM, current: Cell::bottom(task), number: 0 }
    }

    /// Drops all cells, and works on `task`.
    #[inline]
    pub(super) fn begin(&mut self, task: Task) {
        self.cells.clear();
        (self.top, self.current) = (BOTTOM, Cell::bottom(task));
    }

    /// Pushes a task, to be done before those pushed earlier. `start` is where its text began.
    #[inline]
    pub(super) fn push(&mut self, task: Task, start: u32) {
        let cell = Cell { task, start, below: self.top, ..self.current };
        self.top = self.cells.len() as u32;
        self.cells.push(cell);
    }

    /// Takes the topmost cell, and frees it unless it is one of the first `kept`, which earlier stacks need.
    #[inline]
    pub(super) fn pop(&mut self, kept: usize) -> Option<Cell> {
        let cell = *self.cells.get(self.top as usize)?;
        if self.top as usize + 1 == self.cells.len() && self.cells.len() > kept {
            self.cells.pop();
        }
        (self.number, self.top) = (self.top, cell.below);
        Some(cell)
    }

    /// Works on a cell.
    #[inline]
    pub(super) fn work_on(&mut self, cell: Cell) {
        self.current = cell;
    }

    /// Returns the cell that is worked on.
    #[inline]
    pub(super) fn current(&self) -> &Cell {
        &self.current
    }

    /// Returns the cell that is worked on, to change the place that new cells inherit.
    #[inline]
    pub(super) fn current_mut(&mut self) -> &mut Cell {
        &mut self.current
    }

    /// Returns the number of the cell that was popped last.
    pub(super) fn number(&self) -> u32 {
        self.number
    }

    /// Returns the pending tasks from the top down.
    pub(super) fn tasks(&self) -> impl Iterator<Item = Task> {
        self.down_from(self.top).map(|(_, task)| task)
    }

    /// Returns the goal of the next pending item.
    pub(super) fn next_goal(&self) -> Option<Goal> {
        let (number, _) = self.down_from(self.top).find(|(_, task)| matches!(task, Task::Item(_)))?;
        Some(self.cells[number as usize].goal)
    }

    /// Returns the pending tasks of an earlier stack from its top down, each after the number of its cell.
    pub(super) fn tasks_at(&self, mark: &StackMark) -> impl Iterator<Item = (u32, Task)> {
        self.down_from(mark.top)
    }

    fn down_from(&self, top: u32) -> impl Iterator<Item = (u32, Task)> {
        let cell = move |number: u32| Some((number, *self.cells.get(number as usize)?));
        std::iter::successors(cell(top), move |(_, above)| cell(above.below)).map(|(number, cell)| (number, cell.task))
    }

    /// Returns the present stack, to go back to.
    #[inline]
    pub(super) fn mark(&self) -> StackMark {
        StackMark { cell: self.current, top: self.top, cells: self.cells.len() }
    }

    /// Goes back to an earlier stack, but for the cell that is worked on.
    pub(super) fn rollback(&mut self, mark: &StackMark) {
        self.cells.truncate(mark.cells);
        self.top = mark.top;
    }
}
