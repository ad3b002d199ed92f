//! The client against servers: a small one in the test, which makes faults, and a real one where it is installed.

mod common;
mod faults;
mod real;
mod requests;
mod server;
mod silence;
mod tls;
