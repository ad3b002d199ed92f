//! A module that needs functions; `tests/` compiles code that must not compile, with it and without.

/// A grammar that leaves functions to Rust, as `grammarc compile --module` writes it.
#[rustfmt::skip]
pub mod orders;
