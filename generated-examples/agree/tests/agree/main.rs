//! Generated code, the interpreter and Earley give the same answers: trees, errors, generated texts, reductions. What they
//! all say of texts by others is what those texts' authors say.

mod conformance;
mod direct;
mod formats;
mod fuzzed;
mod mismatches;
mod mutants;
mod nesting;
mod reductions;
mod samples;
#[path = "../../../../compiler/tests/play/skipped.rs"]
mod skipped;
mod tags;
