//! Which notation a file is in: by its name, and where several notations share a name, by its text.

use crate::read::{NOTATIONS, Notation, bnf};
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
    if let Some(span) = own_rule(text) {
        let bnf = named("bnf").filter(|_| bnf::is_likely(text));
        return bnf.map_or(Guess::Own(span), Guess::Foreign);
    }
    let by_text = by_text(text);
    let path = path.to_ascii_lowercase();
    let has_ending = |notation: &&Notation| notation.endings.iter().any(|ending| path.ends_with(ending));
    let by_name: Vec<&'static Notation> = NOTATIONS.iter().filter(has_ending).collect();
    let is_common = COMMON_ENDINGS.iter().any(|ending| path.ends_with(ending));
    let both = by_name.iter().copied().find(|notation| Some(notation.name) == by_text);
    let sure = by_name.first().copied().filter(|_| !is_common);
    let found = both.or(sure).or_else(|| by_text.filter(|_| by_name.is_empty()).and_then(named));
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

/// Returns the name of the notation that a text looks like.
fn by_text(text: &str) -> Option<&'static str> {
    if text.trim_start().starts_with('{')
        && let Ok(serde_json::Value::Object(members)) = serde_json::from_str(text)
    {
        let is_rules = members.get("rules").is_some_and(serde_json::Value::is_object);
        let is_book = members.keys().any(|name| name.starts_with('<'));
        return is_rules.then_some("tree-sitter").or(is_book.then_some("fuzzingbook"));
    }
    let any = |wanted: fn(&str) -> bool| lines(text).any(|(_, line)| wanted(line));
    if any(is_antlr) {
        return Some("antlr");
    }
    if any(is_fuzzing_book) {
        return Some("fuzzingbook");
    }
    let has_ends = any(|line| line.ends_with(';'));
    if !has_ends && any(|line| definition(line).is_some_and(|(sign, rest)| sign == "=" && is_pest(rest))) {
        return Some("pest");
    }
    if any(|line| line.contains("::=")) {
        return Some("w3c");
    }
    if any(|line| definition(line).is_some_and(|(sign, _)| sign == "<-" || sign == "←")) {
        return Some("peg");
    }
    if any(|line| definition(line).is_some_and(|(sign, _)| sign == ":")) {
        let is_pegen = any(|line| ["&&", "ENDMARKER", "@subheader", "[asdl_"].iter().any(|word| line.contains(word)));
        return (!has_ends).then_some(if is_pegen { "pegen" } else { "lark" });
    }
    any(|line| definition(line).is_some_and(|(sign, _)| sign == "=")).then(|| by_equals_signs(text))
}

/// Tells apart the notations that write `name = …`.
fn by_equals_signs(text: &str) -> &'static str {
    let any = |wanted: fn(&str) -> bool| lines(text).any(|(_, line)| wanted(line));
    let is_abnf =
        |line: &str| ["%x", "%d", "%b", "%s\"", "%i\"", "=/", "1*", "*("].iter().any(|sign| line.contains(sign));
    if any(|line| line.contains("{ return") || line.contains("[^") || line.contains("\"i")) {
        "peg"
    } else if any(|line| line.ends_with(';') || line.contains(',')) && !any(is_abnf) {
        "iso"
    } else {
        "abnf"
    }
}

/// Returns whether a line begins a grammar of ANTLR, such as `parser grammar Words;`.
fn is_antlr(line: &str) -> bool {
    let line = line.strip_prefix("lexer ").or_else(|| line.strip_prefix("parser ")).unwrap_or(line);
    let name = line.strip_prefix("grammar ").and_then(|rest| rest.split_once(';'));
    name.is_some_and(|(name, _)| name.trim().chars().all(|c| c.is_alphanumeric() || c == '_'))
}

/// Returns whether a line begins with a rule of the Fuzzing Book, such as `"<list>": [`, or has the first one of a dictionary, such as
/// `WORDS = {"<list>": [`.
fn is_fuzzing_book(line: &str) -> bool {
    let line = line.split_once('{').map_or(line, |(_, inner)| inner.trim_start());
    ['"', '\''].into_iter().any(|quote| {
        let name =
            line.strip_prefix(quote).and_then(|rest| rest.strip_prefix('<')).and_then(|rest| rest.split_once('>'));
        name.is_some_and(|(_, rest)| rest.strip_prefix(quote).is_some_and(|rest| rest.trim_start().starts_with(':')))
    })
}

/// Returns whether the text behind `name =` begins as in pest: `{`, `@{`, `_{`.
fn is_pest(rest: &str) -> bool {
    rest.strip_prefix(['_', '@', '$', '!']).unwrap_or(rest).starts_with('{')
}

/// Splits a line such as `name = "x"` behind its name: the sign, and the text behind that.
fn definition(line: &str) -> Option<(&'static str, &str)> {
    let is_part = |c: char| c.is_alphanumeric() || "_-?!.[]*".contains(c);
    let name_end = line.find(|c: char| !is_part(c))?;
    let rest = line[name_end..].trim_start();
    let sign = ["=", ":", "<-", "←"].into_iter().find(|sign| rest.starts_with(sign))?;
    (name_end > 0).then(|| (sign, rest[sign.len()..].trim_start()))
}

/// Returns the lines of a text that are not empty and no comments, each with the place of its first character.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    let all = text.split_inclusive('\n').map(move |whole| {
        let line = whole.trim();
        let at = start + (whole.len() - whole.trim_start().len());
        start += whole.len();
        (at, line)
    });
    let mut is_inside = false;
    all.filter(move |(_, line)| {
        let opens = line.starts_with("/*") || line.starts_with("(*");
        let was_inside = is_inside;
        is_inside = (is_inside || opens) && !(line.contains("*/") || line.contains("*)"));
        let is_comment = opens || was_inside || ["//", "#", ";"].iter().any(|mark| line.starts_with(mark));
        !line.is_empty() && !is_comment
    })
}
