//! The part of grammarc's runtime that a parser needs: trees, fields and hooks, parsing, above the tables of `grammarc-tables`.
//!
//! [`Language`](language::Language) is the one door between a generated parser and this crate.
//!
//! An input becomes a `tree`. `parse` has the deterministic engines, and `earley` parses wherever these cannot decide. `meaning` judges a
//! tree by fields and hooks. `syntax` shows it by the names of the grammar. The modules of the tables stand here too: `grammar`, `regular`,
//! `decisions` and the others.

mod abi;
mod earley;
pub mod error;
pub mod flat;
pub mod language;
pub mod meaning;
pub mod parse;
pub mod syntax;
pub mod tree;

pub use grammarc_tables::{byteset, decisions, grammar, lookahead, order, regular, roles};
#[doc(hidden)]
pub use grammarc_tables::{components, numbers, steps, symbols};
