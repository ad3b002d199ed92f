//! Islands: a tree for a text without a grammar of its own format, and for the parts of a text that its grammar does not accept.
//!
//! For example, in `{"a": 1, b: 2}` the JSON grammar accepts all but `b: 2`, which then is an island in the JSON tree.
//!
//! In the tree the island has the parts that the island language sees:
//!
//! ```text
//! object     {"a": 1, b: 2}
//! ├ member   "a": 1
//! ├ ,
//! └ island    b: 2           a node of the island language
//!   ├ word   b
//!   ├ sign   :
//!   └ number 2
//! ```

mod error_regions;

pub(crate) use error_regions::{ErrorRegion, with_islands};

#[doc(hidden)]
pub use grammarc_outline::outline::{Bracket, Kind, Token, tokens};
pub(crate) use grammarc_outline::outline::{is_bracket, is_space};

use crate::format::Format;
use grammarc_outline::outline;

/// Accepts every text, and finds brackets, strings, statements and lists in it.
pub static ISLAND: Format = Format::of(outline::language());
