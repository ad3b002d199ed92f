//! The part of grammarc's runtime that a parser needs: grammar tables, regular expressions, trees, fields and hooks, parsing.
//!
//! [`Language`](language::Language) is the one door between a generated parser and this crate.
//!
//! Tables come first: `grammar`, and the expressions of its terminals in `regular`. An input becomes a `tree`. `decisions` and `lookahead`
//! tell which alternative the next bytes select. `parse` has the deterministic engines, and `earley` parses wherever these cannot decide.
//! `meaning` judges a tree by fields and hooks. `syntax` and `roles` show it by the names of the grammar. Long work counts `steps`, and
//! `order` says which of two texts is easier to read.

mod abi;
pub mod byteset;
#[doc(hidden)]
pub mod components;
pub mod decisions;
mod earley;
pub mod error;
pub mod flat;
pub mod grammar;
pub mod language;
pub mod lookahead;
pub mod meaning;
pub mod order;
pub mod parse;
pub mod regular;
pub mod roles;
#[doc(hidden)]
pub mod steps;
pub mod syntax;
pub mod tree;
