//! `grammarc completions` and `grammarc man`.

use clap_complete::Shell;
use grammarc_runtime::cli::status::{Failure, Status};

use super::grammars::write_out;

/// Options of `completions`.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct Completions {
    /// Shell to complete for
    pub shell: Shell,
}

/// Prints a completion script.
pub(super) fn completions(args: &Completions) -> Result<Status, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut super::command(), "grammarc", &mut script);
    write_out(&String::from_utf8_lossy(&script))
}

/// Prints the manual page, with a section for each subcommand.
pub(super) fn page() -> Result<Status, Failure> {
    let mut page = Vec::new();
    let command = super::command();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for subcommand in command.get_subcommands() {
        let name = format!("grammarc-{}", subcommand.get_name());
        clap_mangen::Man::new(subcommand.clone().name(name)).render(&mut page)?;
    }
    write_out(&String::from_utf8_lossy(&page))
}
