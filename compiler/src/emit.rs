//! The last pass: a loaded grammar to the files of a crate. It cannot fail.

pub mod layout;
pub mod names;
pub mod tables;
