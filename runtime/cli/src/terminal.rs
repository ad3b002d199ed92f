//! Colours: `--color`, `NO_COLOR`, and whether the output is a terminal.

use std::env;
use std::io::{IsTerminal, stderr};

use clap::ColorChoice;
use clap::builder::styling::{AnsiColor, Style};

/// Options of every subcommand.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Terminal {
    /// When to use colours; `auto` obeys NO_COLOR
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", ignore_case = true)]
    pub color: ColorChoice,
}

impl Terminal {
    /// Returns the options as they are known before the command line is parsed.
    fn early() -> Self {
        Self { color: early_choice() }
    }

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

/// Returns whether standard error is coloured, before the command line is parsed.
pub(crate) fn is_coloured() -> bool {
    Terminal::early().is_coloured()
}

/// Returns a message for standard error: where colours are wanted, `error:`, `warning:`, `note:` and `help:` at the beginning of a
/// line are coloured as in diagnostics.
pub(crate) fn painted(text: &str) -> String {
    if is_coloured() { paint(text) } else { text.to_owned() }
}

fn paint(text: &str) -> String {
    let line = |line: &str| match line.split_once(": ").and_then(|(word, rest)| Some((word, style(word)?, rest))) {
        Some((word, style, rest)) => format!("{style}{word}:{style:#} {rest}"),
        None => line.to_owned(),
    };
    text.split_inclusive('\n').map(line).collect()
}

/// Returns the style of a word in front of a message.
fn style(word: &str) -> Option<Style> {
    let color = match word {
        "error" => AnsiColor::BrightRed,
        "warning" => AnsiColor::Yellow,
        "note" => AnsiColor::BrightGreen,
        "help" => AnsiColor::BrightCyan,
        _ => return None,
    };
    Some(color.on_default().bold())
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

#[cfg(test)]
mod tests {
    use super::paint;

    #[test]
    fn only_the_first_word_is_coloured() {
        let painted = paint("error: no: such file\nhelp: look\n  note: indented\nplain");
        let (error, help, end) =
            ("\u{1b}[1m\u{1b}[91merror:\u{1b}[0m", "\u{1b}[1m\u{1b}[96mhelp:\u{1b}[0m", "  note: indented\nplain");
        assert_eq!(painted, format!("{error} no: such file\n{help} look\n{end}"));
    }
}
