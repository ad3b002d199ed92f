//! The outline of any text: its tree by the island language.
//!
//! For example, the tree of `f(a, "b");` and a newline:
//!
//! ```text
//! file
//! └ statement    f(a, "b");⏎
//!   ├ word       f
//!   ├ parens     (a, "b")
//!   │ ├ (
//!   │ ├ element  a
//!   │ ├ next     , "b"       a comma, a space and an element
//!   │ └ )
//!   ├ semicolon  ;
//!   └ newline    ⏎
//! ```
//!
//! It knows strings, comments, nested brackets, tags, statements, comma lists and words as most languages write them,
//! so that the reducer can work on a text without a grammar. There are three passes, each linear, without recursion,
//! and unable to fail: `weigh` cuts the text into the tokens that `lexer` offers, `nesting` pairs brackets and tags,
//! `layout` writes the tree.

mod brackets;
mod comments;
mod layout;
mod lexer;
mod nesting;
mod patterns;
mod quotes;
pub(crate) mod tables;
mod weigh;

use std::borrow::Cow;

pub use lexer::{Bracket, Kind, Token};
pub use tables::{GRAMMAR, GRAMMAR_RULES};
pub use weigh::tokens;

use grammarc_core::grammar::Symbol;
use grammarc_core::language::{Attempt, Language};
use grammarc_core::tree::Builder;

/// Returns whether a symbol stands for white space: between parts, or at the end of a line.
pub fn is_space(symbol: Symbol) -> bool {
    symbol == tables::SPACE || symbol == tables::NEWLINE
}

/// Returns whether nodes of a symbol are brackets that belong to a pair.
pub fn is_bracket(symbol: Symbol) -> bool {
    (tables::LESS..=tables::CLOSE_PAREN).contains(&symbol)
}

/// Makes the island language. It accepts every text.
pub const fn language() -> Language {
    Language::new(Cow::Borrowed("island"), tables::GRAMMAR, scan)
}

fn scan(_: &Language, input: &[u8], builder: &mut Builder) -> Attempt {
    let tokens = weigh::tokens(input);
    let nesting = nesting::of(input, &tokens);
    layout::write(input, &tokens, &nesting, builder);
    Attempt::Parsed
}
