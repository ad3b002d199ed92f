//! Properties of every grammar and every input: functions that panic where a property does not hold, the definitions that the
//! engines are compared with, and random grammars and damaged texts as inputs.
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
pub mod random;
pub mod rounds;
pub mod targets;
pub mod views;
pub mod words;
