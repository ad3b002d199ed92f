//! `strategies`: the values of `reduce --strategy`.

use std::io::{self, Write};

use super::status::{Failure, Status};
use grammarc_reduce::reduce::{STRATEGIES, Strategy, stages};

/// Prints the strategies and `more` of them, one a line: name, and its paper or its method. Below them it prints the stages of `auto`, because `reduce`
/// shows their names while it runs.
///
/// # Errors
/// If standard output cannot be written to.
pub fn run(more: &[&Strategy]) -> Result<Status, Failure> {
    let mut out = io::stdout().lock();
    for strategy in STRATEGIES.iter().chain(more) {
        writeln!(out, "{:<16} {}", strategy.name, strategy.paper)?;
    }
    writeln!(out, "\nStages of `auto`, as `reduce` shows them while it runs:")?;
    for (name, about) in stages() {
        writeln!(out, "  {name:<22} {about}")?;
    }
    out.flush()?;
    Ok(Status::Done)
}
