//! Making an input smaller while an oracle stays interested.
//!
//! Texts are judged in a crate of its own, `grammarc-trial`. `edit` changes a tree, and `facts` tells which changes a grammar allows.
//! `archive` gives a tree to a folder as one text. `island` gives a tree to a text without a grammar, by `grammarc-outline`, and to the parts
//! that a grammar does not accept. `reduce` searches with all of these.

pub mod archive;
pub mod edit;
pub mod facts;
pub mod flat;
pub mod format;
pub mod island;
pub mod reduce;
