//! What holds of every grammar and input, in one program, so that the compiler is linked once.

mod incremental;
mod inputs;
mod laws;
mod random_grammars;
mod seeds;
