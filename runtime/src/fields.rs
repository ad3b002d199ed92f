//! Computed fields: what `:=` says of a text, compared with what is there ([`lies`]) and written into it ([`fill`]).

pub use grammarc_core::meaning::Lie;
pub use grammarc_core::meaning::fields::{Corrections, corrections, is_computed, lies};
#[doc(hidden)]
pub use grammarc_core::meaning::fields::{counts, labels};
pub use grammarc_core::parse::fill;
