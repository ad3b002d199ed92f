//! The part of grammarc's runtime that a parser needs: grammar tables, regular expressions, trees, fields and hooks, parsing.
//!
//! [`Language`](language::Language) is the one door between a generated parser and this crate.

mod abi;
pub mod byteset;
pub mod fields;
pub mod flat;
pub mod grammar;
pub mod hooks;
pub mod language;
pub mod order;
pub mod parse;
pub mod regular;
pub mod syntax;
pub mod tree;
