//! Computed fields: [`lies`] compares the text of each `:=` with its value, and [`fill`] writes the values into a text.

pub use grammarc_core::meaning::Lie;
pub use grammarc_core::meaning::fields::{Corrections, corrections, is_computed, lies};
#[doc(hidden)]
pub use grammarc_core::meaning::fields::{counts, labels};
pub use grammarc_core::parse::fill;
