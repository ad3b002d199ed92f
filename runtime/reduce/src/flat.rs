//! Formats without structure: a text as a list of lines, of tokens, of characters. They accept everything. So
//! strategies for lists work on any input.

pub use grammarc_core::flat::token_spans;
use grammarc_core::flat::{blocks, bytes, lines, tokens};
pub use grammarc_core::order::is_word;

use crate::format::Format;

/// A text as at most 1,024 parts of about the same length. For example, one of 10 MB in parts of 10 KB.
pub static BLOCKS: Format = Format::of(blocks());

/// A text as its lines, each with its newline. For example, the lines of `a⏎b` are `a⏎` and `b`.
pub static LINES: Format = Format::of(lines());

/// A text as its words, numbers, runs of white space, and single other characters. For example, `x1 = 10;` has the
/// parts `x1`, a blank, `=`, a blank, `10` and `;`.
pub static TOKENS: Format = Format::of(tokens());

/// A text as its characters; a byte that belongs to none is a part of its own. For example, `é!` has the two parts `é`
/// and `!`.
pub static BYTES: Format = Format::of(bytes());
