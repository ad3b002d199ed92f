//! The island language: a tree for any text, without a grammar of its own format.
//!
//! It knows strings, comments, nested brackets, tags, statements, comma lists and words as most languages write them, so
//! that the reducer can work on a text of which nothing else is known. Three passes, each linear and without recursion,
//! none of which can fail: `weigh` cuts the text into the tokens that `lexer` offers, `nesting` pairs brackets and tags, `layout`
//! writes the tree.

mod brackets;
mod comments;
mod holes;
mod layout;
mod lexer;
mod mixed;
mod nesting;
mod patterns;
mod quotes;
mod tables;
mod weigh;

use std::borrow::Cow;

pub(crate) use holes::{Hole, filled};
#[doc(hidden)]
pub use lexer::{Bracket, Kind, Token};
pub(crate) use mixed::Mixed;
#[doc(hidden)]
pub use weigh::tokens;

use crate::format::Format;
use grammarc_core::grammar::Symbol;
use grammarc_core::language::{Attempt, Language};
use grammarc_core::tree::Builder;

/// Returns whether nodes of a symbol are white space: between the parts, or the end of a line.
pub(crate) fn is_space(symbol: Symbol) -> bool {
    symbol == tables::SPACE || symbol == tables::NEWLINE
}

/// Returns whether nodes of a symbol are brackets that belong to a pair.
pub(crate) fn is_bracket(symbol: Symbol) -> bool {
    (tables::LEFT_PAREN..=tables::GREATER).contains(&symbol)
}

/// Accepts every text, and finds what structure there is.
pub static ISLAND: Format = Format::of(Language::new(Cow::Borrowed("island"), tables::GRAMMAR, scan));

fn scan(_: &Language, input: &[u8], builder: &mut Builder) -> Attempt {
    let tokens = weigh::tokens(input);
    let nesting = nesting::of(input, &tokens);
    layout::write(input, &tokens, &nesting, builder);
    Attempt::Parsed
}
