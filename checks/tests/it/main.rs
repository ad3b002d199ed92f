//! Laws of every grammar and input, in one program, because each program more would link the compiler once more.

mod incremental;
mod inputs;
mod laws;
mod plans;
mod random_grammars;
mod seeds;
