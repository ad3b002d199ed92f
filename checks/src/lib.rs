//! What must hold of every grammar and every input: claims that panic where they do not hold, what they are compared with,
//! and random grammars and damaged texts to try them on.
//!
//! Tests call them, and so does `cargo fuzz` (see `fuzz/`).

pub mod arrows;
pub mod choices;
pub mod corpus;
pub mod damage;
pub mod engines;
pub mod laws;
pub mod meaning;
pub mod only;
pub mod progress;
pub mod published;
pub mod random;
pub mod targets;
pub mod views;
