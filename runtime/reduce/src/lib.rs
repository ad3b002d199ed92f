//! Making an input smaller while an oracle stays interested.
//!
//! `oracle` judges one text and `trial` many; `edit` changes a tree, and `facts` tells which changes a grammar allows.
//! `archive` makes one text of a folder. `outline` gives a tree to a text without a grammar, and `island` to the parts that a grammar does not accept. `reduce`
//! searches with all of these.

pub mod archive;
pub mod edit;
pub mod facts;
pub mod flat;
pub mod format;
pub mod island;
pub mod oracle;
mod outline;
pub mod reduce;
#[cfg(feature = "cli")]
mod removal;
pub mod trial;
