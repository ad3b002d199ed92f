//! Writing texts of a grammar: the choices that a text is made of, the fuzzer that draws them, and the choices of a text that is there.
//! Reducing and generalizing stand on this crate, because they write texts as well; and so does `grammarc-steer`, which covers, learns and
//! mutates.

pub mod choices;
pub mod fuzz;
mod place;
#[doc(hidden)]
pub mod seed;
pub mod shortest;
mod walk;

pub use fuzz::generator;
