//! Writing texts of a grammar: the choices that a text is made of, the fuzzer that draws them, mutation, and learning from samples. Reducing and
//! generalizing stand on this crate, because they write texts as well.

pub mod choices;
pub mod cover;
pub mod fuzz;
pub mod learn;
pub mod mutate;
pub mod shortest;
mod walk;

pub use fuzz::generator;
