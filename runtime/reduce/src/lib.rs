//! Making an input smaller while an oracle stays interested.
//!
//! Texts are judged in a crate of its own, `grammarc-trial`. `edit` changes a tree, and `facts` tells which changes a grammar allows.
//! `archive` gives a tree to a folder as one text. `outline` gives a tree to a text without a grammar, and `island` to the parts that a grammar does not accept. `reduce`
//! searches with all of these.

pub mod archive;
pub mod edit;
pub mod facts;
pub mod flat;
pub mod format;
pub mod island;
mod outline;
pub mod reduce;
