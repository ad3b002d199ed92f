//! Interestingness tests on a cluster: a client of the Remote Execution API, version 2, which BuildBuddy, Buildbarn, NativeLink
//! and buildbox serve.
//!
//! A test becomes an *action*: a command, the digest of a folder with the candidate and the declared inputs, and a timeout.
//! Its result is cached under the digest of the action, so everybody who asks about the same candidate shares the result.
//! [`RemoteExecutor`] runs tests so; [`RemoteArgs`] are the options of the command line that make one.

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
