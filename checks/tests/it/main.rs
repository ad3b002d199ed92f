//! Laws of every grammar and input, in one program, because each program more would link the compiler once more.

mod arrows;
mod broken;
mod growth;
mod hooks;
mod incremental;
mod inputs;
mod integers;
mod laws;
mod passes;
mod plans;
mod published;
mod random_grammars;
mod seeds;
mod sizes;
#[path = "../../../compiler/tests/it/skipped.rs"]
mod skipped;
mod speculation;
mod wasm;
mod words;
