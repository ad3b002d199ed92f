//! Interestingness tests on a cluster: a client of the Remote Execution API, version 2, which BuildBuddy, Buildbarn, NativeLink
//! and buildbox serve.
//!
//! A test becomes an *action*: a command, the digest of a folder with the candidate and the declared inputs, and a timeout.
//! Its result is cached under the digest of the action, so everybody who asks about the same candidate shares the result.
//! [`RemoteExecutor`] runs tests so; [`RemoteArgs`] are the options of the command line that make one.
//!
//! The crate stands beside the runtime, and only the command line of `grammarc` imports it (feature `remote`), so that generated crates need
//! no network. It enters the runtime by one door, the trait `Executor`: an executor turns a candidate into an outcome elsewhere, and the
//! conditions of the oracle judge the outcome on this machine.
//!
//! From a run to its result: `executor` makes an action of the run and waits out faults. `command` writes the script that starts the test,
//! `input_root` the folder that the script finds there, and `action` joins both. `operation` asks the cache, sends the missing blobs by
//! `store`, executes the action and waits for it, or cancels it. `connection` opens channels, and `fault` sorts faults by the remedy.
//!
//! `fake/` beside this folder is a server for tests. It makes faults, and its cache lies.

mod action;
mod address;
mod args;
mod blob;
mod command;
mod connection;
mod credentials;
mod executor;
mod fault;
mod input_root;
mod operation;
mod salts;
mod store;

pub use address::Address;
pub use args::{RemoteArgs, Server};
pub use connection::{Timeouts, Tls};
pub use credentials::Credentials;
pub use executor::{RemoteExecutor, Settings};
