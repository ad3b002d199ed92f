//! The sources of this crate as text: the compiler writes them beside the crates that it generates.

/// Path below this crate's folder, with `/`, and text of `Cargo.toml` and of every file in `src`, sorted by path.
pub const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/sources.rs"));
