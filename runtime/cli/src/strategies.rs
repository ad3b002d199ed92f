//! `strategies`: the values of `reduce --strategy`.

use std::io::{self, Write};

use super::status::{Failure, Status};
use grammarc_reduce::reduce::{STRATEGIES, Strategy, stages};

/// Strategies that a program knows beside those of the runtime. For example, those of papers.
#[derive(Debug, Clone, Copy)]
pub struct StrategyGroup {
    /// The heading of the list.
    pub title: &'static str,
    /// The strategies in it.
    pub strategies: &'static [&'static Strategy],
}

/// Prints the strategies, then those of each group below its title, one a line: name, and its paper or its method. Below them it prints
/// the stages of `auto`, because `reduce` shows their names while it runs.
///
/// # Errors
/// If standard output cannot be written to.
pub fn run(more: &[StrategyGroup]) -> Result<Status, Failure> {
    let mut out = io::stdout().lock();
    list(&mut out, STRATEGIES)?;
    for group in more {
        writeln!(out, "\n{}:", group.title)?;
        list(&mut out, group.strategies)?;
    }
    writeln!(out, "\nStages of `auto`, as `reduce` shows them while it runs:")?;
    for (name, about) in stages() {
        writeln!(out, "  {name:<22} {about}")?;
    }
    out.flush()?;
    Ok(Status::Done)
}

fn list(out: &mut impl Write, strategies: &[&Strategy]) -> io::Result<()> {
    strategies.iter().try_for_each(|strategy| writeln!(out, "{:<16} {}", strategy.name, strategy.paper))
}
