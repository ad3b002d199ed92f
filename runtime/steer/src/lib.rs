//! Steering a fuzzer: texts that cover a grammar, that are like samples, and that are mutants of seeds. All of them draw by the fuzzer of
//! `grammarc-generate`, whose choices they weigh, list or change. Nothing else in the runtime but the command line stands on this crate.

pub mod cover;
pub mod learn;
pub mod mutate;
