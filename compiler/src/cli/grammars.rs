//! `grammarc grammars`: the table of bundled grammars, or the text of one.

use std::io::{self, Write};
use std::path::Path;

use grammarc_dsl::diagnostic::closest;
use grammarc_runtime::cli::status::{Failure, Status};
use grammarc_runtime::flat::{BYTES, LINES, TOKENS};
use grammarc_runtime::format::Format;
use grammarc_runtime::island::ISLAND;

use crate::bundled::{self, ALL, BundledGrammar};

/// The languages that need no grammar: every text is in them.
pub(super) static BUILT_IN: [&Format; 4] = [&ISLAND, &LINES, &TOKENS, &BYTES];

/// Options of `grammars`.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct GrammarsArgs {
    /// Print the text of this grammar
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
}

/// Columns of the table: names, extensions, and descriptions up to column 80.
const WIDTHS: [usize; 3] = [11, 20, 45];

/// Prints the table, or the text of the grammar that is named.
pub(super) fn run(args: &GrammarsArgs) -> Result<Status, Failure> {
    match &args.name {
        None => write_out(&table()),
        Some(name) if BUILT_IN.iter().any(|language| language.name == **name) => {
            Err(Failure::no(format!("`{name}` is built in: it takes any text, and has no grammar")))
        }
        Some(name) => write_out(bundled::named(name).ok_or_else(|| unknown(name))?.text),
    }
}

/// Lists the languages, one a row: name, extensions, description.
fn table() -> String {
    let bundled = ALL.iter().map(|bundled| {
        let extensions: Vec<String> = bundled.extensions().map(|extension| format!(".{extension}")).collect();
        row([bundled.name, &extensions.join(" "), &description(bundled)])
    });
    bundled.chain(BUILT_IN.map(|language| row([&language.name, "", "any text"]))).collect()
}

/// Returns the first sentence of the comment that begins a grammar, which may go over several lines.
fn description(bundled: &BundledGrammar) -> String {
    let comment = bundled.text.lines().map_while(|line| line.strip_prefix("##")).map(str::trim);
    let words: Vec<&str> = comment.take_while(|line| !line.is_empty()).collect();
    let text = words.join(" ");
    text.split_once(". ").map_or(&*text, |(first, _)| first).trim_end_matches('.').to_owned()
}

/// Returns the lines of one row: each cell is wrapped in its column.
fn row(cells: [&str; 3]) -> String {
    let [names, extensions, about] = [0, 1, 2].map(|column| wrapped(cells[column], WIDTHS[column]));
    let cell = |lines: &[String], line: usize| lines.get(line).cloned().unwrap_or_default();
    let height = names.len().max(extensions.len()).max(about.len());
    let [first, second, _] = WIDTHS;
    let line = |line| {
        let text =
            format!("{:<first$}  {:<second$}  {}", cell(&names, line), cell(&extensions, line), cell(&about, line));
        format!("{}\n", text.trim_end())
    };
    (0..height).map(line).collect()
}

/// Breaks a text between words into lines of at most `width` characters; a longer word has a line of its own.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Returns the bundled grammar that a path names if there is no file of this name.
pub(super) fn bundled_in_place_of(path: &Path) -> Option<&'static BundledGrammar> {
    // A folder is no grammar: `compile json` writes one that is called `json`.
    path.to_str().and_then(bundled::named).filter(|_| path.metadata().map_or(true, |there| there.is_dir()))
}

/// Returns the name of a bundled or built-in grammar, if a word is one.
fn known(word: &str) -> Option<&str> {
    let is_built_in = BUILT_IN.iter().any(|language| language.name == *word);
    (is_built_in || bundled::named(word).is_some()).then_some(word)
}

/// Returns the advice on a word that a command did not expect: `fuzz` may be given the grammar, and `--remote` may be left out.
pub(super) fn advice(subcommand: &str, word: &str) -> Option<String> {
    if cfg!(not(feature = "remote")) && word.starts_with("--remote") {
        return Some("`cargo install --path compiler --features remote` builds a grammarc with this option".to_owned());
    }
    let is_grammar = known(word).is_some() || word.ends_with(".bnf") && Path::new(word).is_file();
    (subcommand == "fuzz" && is_grammar).then(|| format!("to use the grammar `{word}`, write `-g {word}`"))
}

/// Adds advice to a failure to read an input, if its path is the name of a grammar.
pub(super) fn no_input(mut failure: Failure, path: &Path) -> Failure {
    if let Some(name) = path.to_str().and_then(known).filter(|_| !path.exists()) {
        failure.message += &format!("\nhelp: `{name}` is a grammar: write `-g {name}`, and name the input as well");
    }
    failure
}

/// Returns the advice on a grammar file that is not there: which bundled grammar was perhaps meant.
pub(super) fn instead_of(path: &Path) -> Option<String> {
    let path = path.to_str().filter(|_| !path.exists())?;
    let name = path.strip_suffix(".bnf").unwrap_or(path);
    if bundled::named(name).is_some() {
        return Some(format!(
            "`{name}` is bundled: write `{name}`, or make the file by `grammarc grammars {name} > {path}`"
        ));
    }
    let name = closest(name, ALL.iter().map(|bundled| bundled.name))?;
    Some(format!("did you mean the bundled grammar `{name}`?"))
}

/// Says that no grammar has this name, and which one was perhaps meant.
pub(super) fn unknown(grammar: &str) -> Failure {
    let built_in = BUILT_IN.iter().map(|language| &*language.name);
    let names: Vec<&str> = bundled::ALL.iter().map(|bundled| bundled.name).chain(built_in).collect();
    let file = format!("{grammar}.bnf");
    let hint = match closest(grammar, names.iter().copied()) {
        _ if Path::new(&file).is_file() => format!("did you mean the file `{file}`?"),
        Some(name) => format!("did you mean `{name}`?"),
        None => format!(
            "the bundled grammars are {}; a file needs a `/` in its path or the ending `.bnf`",
            names.join(", ")
        ),
    };
    Failure::usage(format!("no bundled grammar `{grammar}`\nhelp: {hint}"))
}

/// Writes to standard output.
pub(super) fn write_out(text: &str) -> Result<Status, Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Status::Done)
}
