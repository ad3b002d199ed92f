//! Generated code, the interpreter and Earley give the same answers: trees, errors, generated texts, reductions. What they
//! all say of texts by others is what those texts' authors say. One program, so that the generated crates are linked once.

mod conformance;
mod counts;
mod direct;
mod doors;
mod formats;
mod functions;
mod fuzzed;
mod given_back;
mod mismatches;
mod mutants;
mod nesting;
mod plain;
mod reducer_tables;
mod reductions;
mod samples;
#[path = "../../../../compiler/tests/it/skipped.rs"]
mod skipped;
mod tags;
