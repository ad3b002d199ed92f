//! `strategies`: the values of `reduce --strategy`.

use std::io::{self, Write};

use super::status::{Failure, Status};
use grammarc_reduce::reduce::STRATEGIES;

/// Prints the strategies, one a line: name, and its paper or its method.
///
/// # Errors
/// If standard output cannot be written to.
pub fn run() -> Result<Status, Failure> {
    let mut out = io::stdout().lock();
    for strategy in STRATEGIES {
        writeln!(out, "{:<10} {}", strategy.name, strategy.paper)?;
    }
    out.flush()?;
    Ok(Status::Done)
}
