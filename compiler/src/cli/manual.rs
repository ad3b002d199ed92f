//! `grammarc completions` and `grammarc man`.

use std::io::{IsTerminal, stdout};
use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use clap_complete::Shell;
use grammarc_runtime::cli::status::{Failure, Status, say};
use grammarc_runtime::cli::whole;
use grammarc_runtime::reduce::STRATEGIES;

use super::grammars::{BUILT_IN, write_out};
use crate::bundled;

/// Options of `completions`.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct Completions {
    /// Shell to complete for
    pub shell: Shell,
}

/// Prints a completion script.
pub(super) fn completions(args: &Completions) -> Result<Status, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut with_values(super::command()), "grammarc", &mut script);
    write_out(&with_files(args.shell, &String::from_utf8_lossy(&script)))
}

/// Returns the names that `-g` knows.
fn grammars() -> Vec<&'static str> {
    let built_in = BUILT_IN.iter().map(|language| &*language.name);
    bundled::ALL.iter().map(|bundled| bundled.name).chain(built_in).collect()
}

/// Gives `-g` and `--strategy` their values, for completions only: the help would list all of them, and another grammar is a file.
fn with_values(mut command: clap::Command) -> clap::Command {
    let bundled: Vec<&str> = bundled::ALL.iter().map(|bundled| bundled.name).collect();
    let of_papers = super::OF_PAPERS.iter().flat_map(|group| group.strategies);
    let strategies: Vec<&str> = STRATEGIES.iter().chain(of_papers).map(|strategy| strategy.name).collect();
    let names: Vec<String> = command.get_subcommands().map(|it| it.get_name().to_owned()).collect();
    for name in names {
        command = command.mut_subcommand(name, |subcommand| {
            subcommand.mut_args(|arg| match (arg.get_id().as_str(), arg.is_positional()) {
                ("grammar", false) => arg.value_parser(PossibleValuesParser::new(grammars())),
                ("grammar" | "name", true) => arg.value_parser(PossibleValuesParser::new(bundled.clone())),
                ("strategy", _) => arg.value_parser(PossibleValuesParser::new(strategies.clone())),
                _ => arg,
            })
        });
    }
    command
}

/// Lets `-g` complete files as well, because clap completes either values or files.
fn with_files(shell: Shell, script: &str) -> String {
    let names = grammars().join(" ");
    match shell {
        Shell::Bash => {
            let values = format!("compgen -W \"{names}\" -- \"${{cur}}\"");
            script.replace(&values, &format!("{values}; compgen -f -- \"${{cur}}\""))
        }
        Shell::Zsh => {
            let function = format!(
                "_grammarc_grammars() {{\n    _alternative 'grammars:grammar:({names})' 'files:file:_files'\n}}\n\n"
            );
            let script = script.replace(&format!(":GRAMMAR:({names})"), ":GRAMMAR:_grammarc_grammars");
            let call = "if [ \"$funcstack[1]\" = \"_grammarc\" ]; then";
            script.replace(call, &format!("{function}{call}"))
        }
        Shell::Fish => {
            let line = |line: &str| {
                if line.contains(" -l grammar ") { line.replace(" -r -f -a ", " -r -F -a ") } else { line.to_owned() }
            };
            script.split_inclusive('\n').map(line).collect()
        }
        // Their scripts complete options only.
        _ => script.to_owned(),
    }
}

/// Options of `man`.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct ManualArgs {
    /// Command to explain, for example `reduce`; without one, the page about grammarc itself
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,

    /// Write all pages into this folder, for example `~/.local/share/man/man1`: then `man grammarc-reduce` finds its page
    #[arg(short, long, value_name = "DIR", conflicts_with = "command")]
    pub output: Option<PathBuf>,
}

/// Prints a manual page, or writes all of them.
pub(super) fn manual(args: &ManualArgs) -> Result<Status, Failure> {
    let mut command = super::command();
    // Each page has the options of the whole program, too.
    command.build();
    match (&args.output, &args.command) {
        (Some(folder), _) => write_pages(folder, &command),
        (None, None) => print("grammarc".to_owned(), &command),
        (None, Some(name)) => {
            let known = command.get_subcommands().find(|it| it.get_name() == name.trim_start_matches("grammarc-"));
            let Some(subcommand) = known else {
                let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
                return Err(Failure::usage(format!("no command `{name}`; the commands are {}", names.join(", "))));
            };
            print(page_name(subcommand), subcommand)
        }
    }
}

/// Prints a page. On a terminal its source is hard to read, so the way to see it follows.
fn print(name: String, command: &clap::Command) -> Result<Status, Failure> {
    let status = write_out(&String::from_utf8_lossy(&page(name, command)?))?;
    if stdout().is_terminal() {
        say("note: this is the source of a manual page; to read it, add `| man -l -`");
    }
    Ok(status)
}

/// Writes a page for each command into a folder, which is made if it is not there.
fn write_pages(folder: &Path, command: &clap::Command) -> Result<Status, Failure> {
    std::fs::create_dir_all(folder).map_err(|error| Failure::file(folder, &error))?;
    let all = command.get_subcommands().map(|subcommand| (page_name(subcommand), subcommand));
    for (name, command) in std::iter::once(("grammarc".to_owned(), command)).chain(all) {
        let path = folder.join(format!("{name}.1"));
        whole::write(&path, &page(name, command)?).map_err(|error| Failure::file(&path, &error))?;
    }
    Ok(Status::Done)
}

fn page_name(subcommand: &clap::Command) -> String {
    format!("grammarc-{}", subcommand.get_name())
}

fn page(name: String, command: &clap::Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone().name(name)).render(&mut page)?;
    Ok(page)
}
