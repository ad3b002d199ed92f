//! The tests of the grammar language, in one program, so that the crate is linked once.

mod format;
mod golden;
mod identity;
mod limits;
