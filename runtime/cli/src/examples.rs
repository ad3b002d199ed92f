//! The three examples at the end of every `--help`.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory, Error, FromArgMatches};

use super::corrected::with_dashes;
use grammarc_trial::oracle::quoted;

/// Length of a value in bytes up to which another value is not suggested, because nearly all words of that length are alike.
const MAX_SHORT_VALUE_BYTES: usize = 3;

/// Subcommand (empty: the program itself) and its three examples, without the name of the program.
pub type Examples = [(&'static str, [&'static str; 3])];

/// Examples of the subcommands that every generated crate has. `EXT` stands for the extension of inputs.
pub const SHARED: &Examples = &[
    (
        "parse",
        ["parse input.EXT", "parse --format svg input.EXT > tree.svg", "parse --pattern crash.pattern input.EXT"],
    ),
    ("fuzz", ["fuzz --seed 1", "fuzz -n 1000 -0 | xargs -0 -n 1 ./program", "fuzz --mutate seeds -n 100 -o texts"]),
    (
        "reduce",
        [
            "reduce crash.EXT -- ./program {}",
            "reduce crash.EXT --same -- ./program",
            "reduce crash.EXT -o small.EXT -j 4 --stderr-matches 'assertion failed' -- ./program {}",
        ],
    ),
    (
        "generalize",
        [
            "generalize crash.EXT -- ./program {}",
            "generalize -p crash.pattern crash.EXT --same -- ./program",
            "generalize --no-reduce --confidence 0.99 crash.EXT -- sh -c './program {} | grep -q wrong' sh {}",
        ],
    ),
    (
        "triage",
        [
            "triage crashes --same -- ./program {}",
            "triage crashes --report crashes.html --signal SEGV -- ./program",
            "triage crashes -o small -j 4 --stderr-matches 'assertion failed' -- ./program {}",
        ],
    ),
];

/// Puts examples below the help of the program and of its subcommands.
#[must_use]
pub fn add(command: Command, examples: &Examples, extension: &str) -> Command {
    let program = command.get_name().to_owned();
    let is_there = |name: &str| name.is_empty() || command.find_subcommand(name).is_some();
    let examples: Vec<_> = examples.iter().filter(|(name, _)| is_there(name)).collect();
    examples.iter().fold(command, |command, (name, lines)| {
        let lines: String =
            lines.iter().map(|line| format!("\n  {program} {}", line.replace("EXT", extension))).collect();
        let text = format!("Examples:{lines}");
        if name.is_empty() { command.after_help(text) } else { command.mut_subcommand(name, |it| it.after_help(text)) }
    })
}

/// Advice on a word that was not expected after the name of a subcommand; none if there is none. For example, `json` in `fuzz json`.
pub type UsageHint = fn(subcommand: &str, word: &str) -> Option<String>;

/// Parses the command line of the process; ends the process with a message if that fails.
pub fn parse<A: CommandFactory + FromArgMatches>(command: Command, advice: UsageHint) -> A {
    let matches = prepared(command).try_get_matches_from(typed());
    let matches = matches.unwrap_or_else(|error| explained(error, advice).exit());
    A::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
}

/// Returns the command line of the process. `help reduce` is written as `reduce --help`, so that the list of subcommands has no `help`.
#[must_use]
pub fn typed() -> Vec<OsString> {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    if words.get(1).is_some_and(|word| word == "help") {
        words.remove(1);
        words.push("--help".into());
    }
    words
}

/// Adds advice to a mistake in the command line of the process.
#[must_use]
pub fn explained(error: Error, advice: UsageHint) -> Error {
    about_files(about_commands(about_values(about_words(error, advice))))
}

/// Takes `-1` behind an option as its value, so that the message is about the value.
#[must_use]
pub fn prepared(mut command: Command) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|it| it.get_name().to_owned()).collect();
    for name in names {
        command = command.mut_subcommand(name, |subcommand| {
            subcommand.mut_args(|arg| {
                let takes_value = !arg.is_positional() && arg.get_action().takes_values();
                if takes_value { arg.allow_negative_numbers(true) } else { arg }
            })
        });
    }
    command
}

/// Adds advice on a word that was not expected.
fn about_words(mut error: Error, advice: UsageHint) -> Error {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidArg) else { return error };
    let subcommand = std::env::args().nth(1).unwrap_or_default();
    let tip = advice(&subcommand, word).filter(|_| error.kind() == ErrorKind::UnknownArgument);
    if let Some(tip) = tip {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// Drops the suggestion of another value where the given one is a short word: `zsh` is not meant by `csh`. The message lists the values.
fn about_values(mut error: Error) -> Error {
    let is_short = matches!(error.get(ContextKind::InvalidValue), Some(ContextValue::String(value)) if value.len() <= MAX_SHORT_VALUE_BYTES);
    if is_short {
        error.remove(ContextKind::SuggestedValue);
    }
    error
}

/// Explains where the command goes, if `--` is missing.
fn about_commands(mut error: Error) -> Error {
    let unexpected = match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, Some(ContextValue::String(word))) => word.clone(),
        _ => return error,
    };
    let arguments: Vec<_> = std::env::args_os().collect();
    let line = with_dashes(&arguments, unexpected.as_ref()).or_else(|| program_in(&arguments));
    if let Some(line) = line {
        let tip = format!("the command goes last, behind `--`: {line}");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// Returns the line with `--` in front of the first word that is a program, if an option of that program was not expected: `-c` in
/// `reduce crash.c gcc -c {}`.
fn program_in(arguments: &[OsString]) -> Option<String> {
    let words = || arguments.iter().skip(2).filter(|word| !word.as_encoded_bytes().starts_with(b"-"));
    let program = words().skip(1).find(|word| !Path::new(word).exists() && is_in_path(word))?;
    with_dashes(arguments, program)
}

fn is_in_path(program: &OsStr) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|path| path.join(program).is_file())
}

/// Explains how to name a file that looks like an option.
fn about_files(mut error: Error) -> Error {
    let is_unknown = error.kind() == ErrorKind::UnknownArgument;
    let ours = std::env::args_os().skip(1).take_while(|argument| argument != "--");
    let mut files = ours.filter(|argument| argument.to_string_lossy().starts_with('-') && Path::new(argument).exists());
    if let (true, Some(file)) = (is_unknown, files.next()) {
        let path = Path::new(".").join(file);
        let tip = format!("to pass the file of that name, write {}", quoted(path.as_os_str()));
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}
