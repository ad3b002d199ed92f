//! One grammar in; a parser, a fuzzer and a reducer out.

pub mod bundled;
pub mod emit;
pub mod output;
