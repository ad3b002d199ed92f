//! Hooks: the types that functions of the author take and return, and [`violations`], which finds where a tree breaks its grammar's hooks.

#[doc(hidden)]
pub use grammarc_core::meaning::shown;
pub use grammarc_core::meaning::{
    Border, CustomFunctions, Identity, Kind, Mark, Name, Node, Offer, PendingUse, State, Value, Verdict, Violation,
    ViolationKind,
};
pub use grammarc_core::meaning::{is_subset, reads, replay, violations};
pub use grammarc_core::tree::name_span;
