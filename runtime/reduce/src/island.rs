//! Islands: a tree for a text without a grammar of its own format, and for the parts of a text that its grammar does not accept.
//!
//! In `{"a": 1, b: 2}` the JSON grammar accepts all but `b: 2`, which then is an island in the JSON tree.

mod holes;

pub(crate) use holes::{Hole, filled};

#[doc(hidden)]
pub use crate::outline::{Bracket, Kind, Token, tokens};
pub(crate) use crate::outline::{is_bracket, is_space};

use crate::format::Format;
use crate::outline;

/// Accepts every text, and finds brackets, strings, statements and lists in it.
pub static ISLAND: Format = Format::of(outline::language());
