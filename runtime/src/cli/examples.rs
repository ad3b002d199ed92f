//! The three examples at the end of every `--help`.

use clap::{Command, CommandFactory, FromArgMatches};

/// Subcommand (empty: the program itself) and its three examples, without the name of the program.
pub type Examples = [(&'static str, [&'static str; 3])];

/// Examples of the subcommands that every generated crate has. `EXT` stands for the extension of inputs.
pub const SHARED: &Examples = &[
    ("parse", ["parse input.EXT", "parse --format svg input.EXT > tree.svg", "parse --format json - < input.EXT"]),
    ("fuzz", ["fuzz --seed 1", "fuzz -n 100 --max-depth 12 -o texts", "fuzz -n 1000 -0 | xargs -0 -n 1 ./program"]),
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
            "generalize --tries 100 crash.EXT -- ./program {}",
            "generalize crash.EXT -- sh -c './program {} | grep -q wrong' sh {}",
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

/// Parses the command line of the process; ends it with a message where that cannot be done.
pub fn parse<A: CommandFactory + FromArgMatches>(command: Command) -> A {
    A::from_arg_matches(&command.get_matches()).unwrap_or_else(|error| error.exit())
}
