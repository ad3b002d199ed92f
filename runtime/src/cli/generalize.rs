//! `generalize`: not there yet; it says so.

use std::ffi::OsString;
use std::path::PathBuf;

use super::status::{Failure, Status};

/// Options of `generalize`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// The failing input
    pub input: PathBuf,
    /// How many fillings of a hole must fail before it counts as general
    #[arg(long, default_value_t = 100)]
    pub tries: u32,
    /// The command that fails on it
    #[arg(last = true, required = true)]
    pub command: Vec<OsString>,
}

/// Says that it is not there yet.
///
/// # Errors
/// Always.
pub fn run(_args: &Args) -> Result<Status, Failure> {
    Err(Failure::usage("`generalize` is not there yet; `reduce` gives the smallest input that still fails"))
}
