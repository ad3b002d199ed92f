//! Hooks: what makes an input meaningful, as a fold over its tree from left to right.
//!
//! [`State`] knows which names are defined; [`violations`] says where a tree breaks what its grammar asks for. Generating and
//! reducing go through the same state, so that one meaning holds in every mode.

mod custom;
mod fold;
pub mod replay;
mod scope;
mod state;
mod violation;

pub use crate::grammar::Value;
pub use custom::{Custom, Node, Offer, Verdict};
pub use fold::{name_in, name_span_in};
pub use fold::{name_span, reads, violations};
pub use scope::{Border, Kind, Name, Waiting};
pub use state::{Mark, State};
pub use violation::shown;
pub use violation::{Identity, Violation, Wrong, is_subset};
