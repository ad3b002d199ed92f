//! The tables of a grammar, and the facts that they tell without an input.
//!
//! [`Grammar`](grammar::Grammar) is those tables; a generated crate holds them as a static. `regular` has the expressions of its terminals
//! and matches them. `lookahead` tells which bytes come next, and `decisions` which alternative these bytes select: for example, `[` selects
//! the array among the values of JSON. `roles` names the parts of a tree after the grammar. `components` finds the rules that reach one
//! another, `order` says which of two texts is easier to read, and long work counts `steps`.

pub mod byteset;
#[doc(hidden)]
pub mod components;
pub mod decisions;
pub mod grammar;
pub mod lookahead;
pub mod order;
pub mod regular;
pub mod roles;
#[doc(hidden)]
pub mod steps;
