//! The command line of a generated crate. `grammarc` has the same subcommands, with `-g` for the grammar.

pub mod input;
pub mod reduce;
pub mod show;
pub mod status;
pub mod terminal;
