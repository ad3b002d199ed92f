//! Hooks: what functions of the author are given and answer, and what a tree breaks of what its grammar asks for ([`violations`]).

#[doc(hidden)]
pub use grammarc_core::meaning::shown;
pub use grammarc_core::meaning::{
    Border, Custom, Identity, Kind, Mark, Name, Node, Offer, State, Value, Verdict, Violation, Waiting, Wrong,
};
pub use grammarc_core::meaning::{is_subset, reads, replay, violations};
pub use grammarc_core::tree::name_span;
