//! The part of grammarc's runtime that a parser needs: grammar tables, regular expressions, trees, fields and hooks, parsing.
//!
//! [`Language`](language::Language) is the one door between a generated parser and this crate.

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
