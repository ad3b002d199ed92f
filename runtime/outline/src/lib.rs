//! Any text without a grammar: its outline of brackets, statements and lists, and the program that its names make.
//!
//! `outline` cuts a text into tokens and makes its tree by the island language. `program` reads the statements of such a tree as units
//! that name one another, and tells which of them can go together. `headers` reads the line markers of preprocessed C. `word` knows which
//! words may be names, and `halves` splits a list by weight. No oracle is known here, and nothing of a format.

pub mod halves;
pub mod headers;
pub mod outline;
pub mod program;
pub mod word;
