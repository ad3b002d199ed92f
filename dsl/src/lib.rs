//! The grammar language of grammarc: text to a syntax tree with spans, and diagnostics that point into the text.
//!
//! [`parse`] reads a file, [`print`](print::print) writes one, [`format`](format::format) lays one out anew, [`render`](diagnostic::render) draws its diagnostics. The compiler
//! gives a grammar its meaning; nothing here knows of code generation or of parsing input.
//!
//! `read` makes the tree of the pairs that pest finds by `grammar.pest`, after `nesting` has refused a text that nests too deep. `recover`
//! reads on after a mistake, so that one run tells several.
//!
//! # What is public
//!
//! A test compares this table with the sources; all other items are private or hidden.
//!
//! | item | who uses it, and why | promise |
//! |---|---|---|
//! | [`parse`], [`parse_all`], [`ast`], [`mod@print`], [`mod@format`], [`property`] | the compiler; editors and formatters of grammar files | grows with the language |
//! | [`diagnostic`] | the same, and programs that draw a `Report` in their own way | codes are stable, messages are not |

pub mod ast;
pub mod diagnostic;
pub mod format;
mod nesting;
pub mod print;
pub mod property;
mod read;
mod recover;

use diagnostic::Diagnostic;

pub use recover::parse_all;

/// Reads a grammar file. Time and memory grow linearly with the text; groups may nest 200 deep.
///
/// # Errors
/// The first syntax error, if the text is no grammar file.
pub fn parse(text: &str) -> Result<ast::File, Diagnostic> {
    nesting::check(text)?;
    read::file(text)
}
