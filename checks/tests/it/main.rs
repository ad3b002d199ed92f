//! Laws of every grammar and input, in one program, because each program more would link the compiler once more.

mod arrows;
mod incremental;
mod inputs;
mod laws;
mod random_grammars;
mod seeds;
