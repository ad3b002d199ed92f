//! Colours: `--color`, `NO_COLOR`, and whether the output is a terminal.

use std::env;
use std::io::{IsTerminal, stderr};

use clap::ColorChoice;

/// Options of every subcommand.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Terminal {
    /// When to use colours; `auto` obeys NO_COLOR
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", ignore_case = true)]
    pub color: ColorChoice,
}

impl Terminal {
    /// Returns whether messages on standard error are coloured.
    pub fn is_coloured(self) -> bool {
        match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                let is_forbidden = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                let is_dumb = env::var_os("TERM").is_some_and(|value| value == "dumb");
                !is_forbidden && !is_dumb && stderr().is_terminal()
            }
        }
    }
}

/// Returns the value of `--color` before the command line is parsed, because clap's own messages must obey it too.
pub fn early_choice() -> ColorChoice {
    let arguments: Vec<String> = env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
    let ours = arguments.iter().take_while(|argument| *argument != "--");
    let joined = ours.clone().find_map(|argument| argument.strip_prefix("--color="));
    let apart = || ours.clone().zip(arguments.iter().skip(1)).find(|(flag, _)| *flag == "--color");
    let value = joined.or_else(|| apart().map(|(_, value)| value.as_str()));
    match value.map(str::to_ascii_lowercase).as_deref() {
        Some("always") => ColorChoice::Always,
        Some("never") => ColorChoice::Never,
        _ => ColorChoice::Auto,
    }
}
