//! The grammar language of grammarc: text to a syntax tree with spans, and diagnostics that point into the text.

pub mod ast;
