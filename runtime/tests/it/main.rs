//! The tests of the runtime that need no grammar file, in one program, so that the crate is linked once.

mod command;
mod flaky;
mod hooks;
mod island;
mod minified;
mod regular;
mod trial;
