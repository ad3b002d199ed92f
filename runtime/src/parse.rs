//! Parsing an input by a grammar.

pub mod cursor;
pub mod decisions;
pub mod interpreter;
pub mod lookahead;
