//! The tests of the runtime that need no grammar file, in one program, so that the crate is linked once.

mod command;
mod flaky;
mod grammar;
mod hooks;
mod island;
mod merging;
mod minified;
mod not_run;
mod regular;
mod steering;
mod trial;
