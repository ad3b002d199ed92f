//! The tests of the formatter, and of the typed trees that it stands on: one program.

mod format;
mod views;
