//! Files that a command needs and does not find in a fresh directory: `grep -f words.txt "$1"` needs `words.txt`.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use grammarc_trial::oracle::{CommandOracle, Outcome};

/// Most files of a directory whose names are looked for.
const MAX_FILES: usize = 1000;
/// How many bytes of a script are read.
const MAX_SCRIPT_BYTES: u64 = 1 << 16;
/// How many lines of a message are searched.
const LINES: usize = 20;
/// Shorter names stand in any text.
const MIN_NAME_BYTES: usize = 3;

/// A file beside the input, or where grammarc was started, that the command names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Neighbour {
    pub(super) name: String,
    /// Where it is.
    pub(super) directory: PathBuf,
    /// The same, if grammarc was started somewhere else.
    pub(super) elsewhere: Option<PathBuf>,
    /// Whether the command itself complains of it.
    pub(super) is_missed: bool,
}

impl Neighbour {
    /// Looks for a file that messages of the command name, or its arguments and scripts; none if it runs where the files are.
    pub(super) fn find(oracle: &CommandOracle, input: &Path, outcome: &Outcome) -> Option<Self> {
        if oracle.invocation().directory().is_some() {
            return None;
        }
        let start = std::env::current_dir().ok()?;
        let beside = start.join(input).parent().map(Path::to_owned);
        let beside = beside.filter(|beside| beside.canonicalize().ok() != start.canonicalize().ok());
        let places = [(start, None)].into_iter().chain(beside.map(|it| (it.clone(), Some(it))));
        let own: Vec<&Path> = oracle.invocation().files().iter().map(PathBuf::as_path).chain([input]).collect();
        let is_own = |name: &str| own.iter().any(|path| path.file_name().is_some_and(|own| own == name));
        let messages = [&outcome.stderr, &outcome.stdout].map(|output| output.last_lines(LINES)).concat();
        let messages: Vec<String> = messages.into_iter().filter(|line| complains(line)).collect();
        let sources = sources(oracle);
        let mut named: Option<Self> = None;
        for (directory, elsewhere) in places {
            for name in names(&directory).into_iter().filter(|name| !is_own(name)) {
                let is_missed = messages.iter().any(|text| mentions(text, &name));
                if is_missed || named.is_none() && sources.iter().any(|text| mentions(text, &name)) {
                    let (directory, elsewhere) = (directory.clone(), elsewhere.clone());
                    named = Some(Self { name, directory, elsewhere, is_missed });
                }
                if is_missed {
                    return named;
                }
            }
        }
        named
    }
}

/// Returns the names of the files in a directory, sorted.
fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten().take(MAX_FILES);
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| name.len() >= MIN_NAME_BYTES).collect();
    names.sort();
    names
}

/// Returns the command with its arguments, and the beginnings of the scripts that it names.
fn sources(oracle: &CommandOracle) -> Vec<String> {
    let script = |path: &PathBuf| {
        let mut text = Vec::new();
        File::open(path).ok()?.take(MAX_SCRIPT_BYTES).read_to_end(&mut text).ok()?;
        // A program has zeros in it.
        if text.contains(&0) { None } else { Some(String::from_utf8_lossy(&text).into_owned()) }
    };
    let invocation = oracle.invocation();
    invocation.files().iter().filter_map(script).chain([invocation.pattern()]).collect()
}

/// Returns whether a line of a message says that a file is missing.
fn complains(line: &str) -> bool {
    const WORDS: [&str; 6] =
        ["no such file", "not found", "cannot open", "can't open", "cannot find", "does not exist"];
    let line = line.to_lowercase();
    WORDS.iter().any(|words| line.contains(words))
}

/// Returns whether a text has a file name that is not a part of a longer one.
fn mentions(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    text.match_indices(name).any(|(place, _)| {
        let (before, after) = (text[..place].chars().next_back(), text[place + name.len()..].chars().next());
        !before.is_some_and(|c| is_part(c) || c == '.') && !after.is_some_and(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::mentions;

    #[test]
    fn a_part_of_a_longer_name_is_not_meant() {
        for (text, is_meant) in [
            ("grep: words.txt: No such file", true),
            ("grep -f ./words.txt", true),
            ("cat \"words.txt\"", true),
            ("mywords.txt", false),
            ("my.words.txt", false),
            ("words.txt2", false),
        ] {
            assert_eq!(mentions(text, "words.txt"), is_meant, "{text}");
        }
    }
}
