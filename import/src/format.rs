//! Which notation a file is in: by its name, and where several notations share a name, by its text.

use crate::read::signs::{Signs, lines};
use crate::read::{NOTATIONS, Notation};
use std::ops::Range;

/// Endings of files that are hardly ever grammars. Only their text can tell.
const COMMON_ENDINGS: [&str; 2] = [".json", ".py"];
/// How many bytes of a text are looked at.
const MAX_LOOKED_AT_BYTES: usize = 1 << 20;

/// The notation that a file seems to be in.
#[derive(Debug, Clone)]
pub enum Guess {
    /// One of [`NOTATIONS`].
    Foreign(&'static Notation),
    /// That of grammarc: where its first rule or directive stands.
    Own(Range<usize>),
    /// None of them.
    Unknown,
}

/// Returns the notation of this name, as `--from` takes it.
pub fn named(name: &str) -> Option<&'static Notation> {
    NOTATIONS.iter().find(|notation| notation.name == name)
}

/// Guesses the notation of a file. Its name decides, unless several notations share its ending. For example, `words.ebnf` with `::=`
/// in it is of W3C, and with `=` and `;` it is of ISO. A `.json` or `.py` must look like a grammar.
pub fn guess(path: &str, text: &str) -> Guess {
    let text = &text[..text.floor_char_boundary(MAX_LOOKED_AT_BYTES)];
    let signs = Signs::of(text);
    let by_text = NOTATIONS.iter().find(|notation| notation.looks_like(&signs));
    if let Some(span) = own_rule(text) {
        return by_text.filter(|notation| notation.has_own_rules).map_or(Guess::Own(span), Guess::Foreign);
    }
    let path = path.to_ascii_lowercase();
    let has_ending = |notation: &&Notation| notation.endings.iter().any(|ending| path.ends_with(ending));
    let by_name: Vec<&'static Notation> = NOTATIONS.iter().filter(has_ending).collect();
    let is_common = COMMON_ENDINGS.iter().any(|ending| path.ends_with(ending));
    let both = by_text.filter(|found| by_name.iter().any(|notation| notation.name == found.name));
    let sure = by_name.first().copied().filter(|_| !is_common);
    let found = both.or(sure).or_else(|| by_text.filter(|_| by_name.is_empty()));
    found.map_or(Guess::Unknown, Guess::Foreign)
}

/// Returns whether a text is a value of JSON that holds others. Two notations are JSON.
pub(crate) fn is_json(text: &str) -> bool {
    text.trim_start().starts_with(['{', '[']) && serde_json::from_str::<serde_json::Value>(text).is_ok()
}

/// Returns whether a text is a lexer of ANTLR, which is no grammar by itself.
pub fn is_lexer(text: &str) -> bool {
    lines(text).any(|(_, line)| line.starts_with("lexer grammar "))
}

/// Returns where the first rule or directive of grammarc stands, such as `<list> ::=` or `%start <list>`. A notation of its own with
/// `<list> ::=` is close enough to be read as it is, unless it has texts without quotes.
fn own_rule(text: &str) -> Option<Range<usize>> {
    let is_own = |line: &str| {
        let rest = ["%token ", "%exact ", "%inline ", "%opaque "].iter().find_map(|word| line.strip_prefix(word));
        let rule = rest.unwrap_or(line).trim_start();
        let name = rule.strip_prefix('<').and_then(|rule| rule.split_once('>'));
        let is_rule = name.is_some_and(|(_, rest)| rest.trim_start().starts_with("::="));
        is_rule || ["%start <", "%skip <", "%word <"].iter().any(|word| line.starts_with(word))
    };
    lines(text).find(|(_, line)| is_own(line)).map(|(at, line)| at..at + line.len())
}
