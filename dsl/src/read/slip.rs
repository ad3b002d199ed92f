//! Recognizes the usual [`Slip`]s where pest gave up, or where a rule of the grammar found a mistake.

use super::Rule;
use crate::ast::Span;
use crate::diagnostic::Slip;

/// A slip and where it stands.
type Found = Option<(Slip, Span)>;

/// The construct that was expected where pest gave up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expected {
    /// An item: whether nothing stands before it in its alternative.
    Item {
        /// True where the alternative has only begun.
        is_first: bool,
    },
    /// A rule or directive.
    Entry,
    /// A number.
    Value,
    /// Something else.
    Other,
}

/// Recognizes a slip by the text around the place where pest gave up.
pub(super) fn at(text: &str, at: usize, expected: Expected) -> Found {
    let rest = &text[at..];
    let first = rest.chars().next()?;
    let one = at..at + first.len_utf8();
    no_grammar(text, at, expected)
        .or_else(|| comment(text, at))
        .or_else(|| name(text, at, expected))
        .or_else(|| in_count(text, one.clone()))
        .or_else(|| match expected {
            Expected::Entry => entry(text, one),
            Expected::Item { .. } if text[..at].ends_with(":]") && first == ']' => Some((Slip::NamedClass, one)),
            Expected::Item { is_first } => item(rest, first, one, is_first),
            Expected::Value | Expected::Other => None,
        })
}

/// A file without any sign of a rule, where a rule should begin.
fn no_grammar(text: &str, at: usize, expected: Expected) -> Found {
    let (before, rest) = text.split_at(at);
    let is_tag =
        before.ends_with('<') || rest.starts_with('<') && wrong_name(rest).is_none() && !rest.starts_with("<-");
    let is_top = expected == Expected::Entry || (expected == Expected::Other && is_tag);
    if !is_top || text.contains("::=") {
        return None;
    }
    let is_binary = |c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\x0c' | '\x1a');
    match text.char_indices().take(4096).find(|&(_, c)| is_binary(c)) {
        Some((at, found)) => Some((Slip::Binary { found }, at..at + found.len_utf8())),
        None if before.contains('%') || COMMENTS.iter().any(|sign| rest.starts_with(sign)) => None,
        None => Some((Slip::NoGrammar, at..at + token_length(rest))),
    }
}

/// How many bytes to underline: a word, or one character.
pub(super) fn token_length(rest: &str) -> usize {
    let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    if word > 0 { word } else { rest.chars().next().map_or(0, char::len_utf8) }
}

/// The signs that begin comments elsewhere, where no item of ours can begin like them.
const COMMENTS: [&str; 5] = ["//", "/*", "--", "(*", "<!--"];

/// Recognizes the beginning of a comment in another language's notation.
pub(super) fn comment(text: &str, at: usize) -> Found {
    // pest may have taken the first character of the sign for the beginning of something else.
    let starts = [Some(at), at.checked_sub(1)].into_iter().flatten().filter(|&start| text.is_char_boundary(start));
    let of = |start: usize| {
        let sign = COMMENTS.iter().find(|sign| text[start..].starts_with(**sign))?;
        // `(*)` is a text without quotes.
        (!text[start..].starts_with("(*)")).then_some((Slip::Comment { sign }, start..start + sign.len()))
    };
    starts.into_iter().find_map(of)
}

/// Finds brackets without a valid name, as `<a b>`, and definitions without a name.
fn name(text: &str, at: usize, expected: Expected) -> Found {
    let start = if text[..at].ends_with('<') { at - 1 } else { at };
    if expected != Expected::Entry && start == at {
        return None;
    }
    if let Some((near, length)) = wrong_name(&text[start..]) {
        return Some((Slip::WrongName { near }, start..start + length));
    }
    let sign = ["<>", "::="].into_iter().find(|sign| text[start..].starts_with(sign))?;
    Some((Slip::NoName, start..start + sign.len()))
}

/// Returns a valid name near the one in brackets, and the length with brackets: `<a b>` gives `a-b` and 5.
pub(super) fn wrong_name(rest: &str) -> Option<(String, usize)> {
    let inner = rest.strip_prefix('<')?;
    let end = inner.find(|c: char| "<>\"'()[]{}|;:=\n\r#".contains(c)).filter(|&end| inner[end..].starts_with('>'))?;
    let is_good = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    let written = inner[..end].trim();
    let begins = written.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    if !begins || inner[..end].chars().all(is_good) {
        return None;
    }
    let words: Vec<String> = written.split_whitespace().map(|word| word.chars().map(plain).collect()).collect();
    let near = words.join("-");
    near.chars().any(|c| c.is_ascii_alphanumeric()).then_some((near, end + 2))
}

/// Returns a letter that is valid in names and close to the given one: `a` for `ä`.
fn plain(c: char) -> char {
    match c {
        'ä' | 'à' | 'á' | 'â' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'ö' | 'ó' | 'ô' => 'o',
        'ü' | 'ù' | 'û' => 'u',
        c if c.is_ascii_alphanumeric() || "_-.".contains(c) => c,
        _ => '_',
    }
}

fn in_count(text: &str, place: Span) -> Found {
    let before = text[..place.start].trim_end();
    let rest = &text[place.start..];
    let digits = before.trim_end_matches(|c: char| c.is_ascii_digit());
    if rest.starts_with('.') && digits.len() < before.len() && digits.trim_end().ends_with('{') {
        let length = rest.find(|c| c != '.').unwrap_or(rest.len());
        return Some((Slip::DottedCount, place.start..place.start + length));
    }
    let open = before.ends_with('{').then(|| before.len() - 1)?;
    match rest.chars().next()? {
        ',' => Some((Slip::OpenCount, place)),
        '}' => Some((Slip::EmptyCount, open..place.end)),
        '<' | '"' | '\'' | '[' | '{' | '.' => Some((Slip::Braces, open..open + 1)),
        _ => None,
    }
}

/// Where a rule or directive should begin.
fn entry(text: &str, place: Span) -> Found {
    let before = text[..place.start].trim_end();
    let line = text[place.start..].lines().next().unwrap_or_default();
    if before.ends_with(';') && !line.contains("::=") {
        return Some((Slip::AfterSemicolon, place));
    }
    None
}

/// Where an item should begin, or something else of an alternative.
fn item(rest: &str, first: char, place: Span, is_first: bool) -> Found {
    let line = rest.lines().next().unwrap_or_default();
    let slip = match first {
        '{' if is_first => Slip::Braces,
        '*' | '+' | '?' if is_first => Slip::NothingToRepeat { sign: first },
        '/' if is_first && line[1..].contains('/') => Slip::RegularExpression,
        '/' => Slip::SlashChoice,
        '^' | '$' => Slip::Anchor { sign: first },
        ',' | '~' | '=' => Slip::Operator { sign: first },
        ':' if rest.starts_with("::=") => return Some((Slip::NoName, place.start..place.start + 3)),
        '\\' => {
            let letter = rest[1..].chars().next().unwrap_or(' ');
            let written = format!("\\{letter}");
            let length = if letter.is_whitespace() { 1 } else { 1 + letter.len_utf8() };
            let slip = Slip::Backslash { written: written.trim_end().to_owned(), advice: outside(letter) };
            return Some((slip, place.start..place.start + length));
        }
        _ => return None,
    };
    Some((slip, place))
}

/// Returns advice for an escape that stands alone.
fn outside(letter: char) -> &'static str {
    match letter {
        'd' => "write `[0-9]`",
        's' => "write `[ \\t\\n\\r]`",
        'w' => "write `[A-Za-z0-9_]`",
        'D' | 'S' | 'W' => "write a class that begins with `^`: `[^0-9]`",
        'n' | 'r' | 't' | 'f' => "write it as a text: `\"\\n\"`",
        'x' | 'u' => "write it as a text: `\"\\x41\"` or `\"\\u{20AC}\"`",
        'b' | 'B' => "write `!x` for text that must not follow: `\"if\" ![a-z]`; or use `%word`",
        _ => "write a text: `\"\\\\\"` is a backslash",
    }
}

/// Recognizes a slip in a bare word where an item should be: `word` stands at `place` in `text`.
pub(super) fn bare(text: &str, word: &str, place: &Span) -> Option<Slip> {
    let rest = &text[place.end..];
    if rest.starts_with('>') && !word.contains('.') {
        return Some(Slip::Unopened { name: word.to_owned() });
    }
    if rest.starts_with(['"', '\'']) && word.len() <= 2 {
        return Some(Slip::Prefix { letters: word.to_owned() });
    }
    if rest.starts_with('(') {
        return Some(Slip::CallAsItem { function: word.to_owned() });
    }
    let before = text[..place.start].strip_suffix('(')?;
    let hook = before.trim_end_matches([' ', '\t']);
    let name = hook.rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()?;
    let is_hook = hook.len() < before.len() && hook[..hook.len() - name.len()].ends_with('@') && !name.is_empty();
    is_hook.then(|| Slip::DistantArguments { hook: name.to_owned() })
}

/// Recognizes a slip where an alternative is empty: after `from`, on the same line.
pub(super) fn empty(text: &str, from: usize) -> Found {
    let line = text[from..].lines().next().unwrap_or_default();
    let start = from + line.len() - line.trim_start().len();
    let line = line.trim_start();
    let word = |text: &str| text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    if let Some(rest) = line.strip_prefix('%') {
        let length = 1 + word(rest);
        return Some((Slip::LatePercent { written: line[..length].to_owned() }, start..start + length));
    }
    let label = &line[..word(line)];
    let sign = line[label.len()..].trim_start();
    let place = start + line.len() - sign.len();
    let is_sign = sign.starts_with('=') && !label.is_empty() && !label.starts_with(|c: char| c.is_ascii_digit());
    is_sign.then(|| (Slip::LabelSign { label: label.to_owned() }, place..place + 1))
}

/// Recognizes a text that begins with a straight quote and ends with another one: `open` is where it begins.
pub(super) fn mixed_quotes(text: &str, open: usize) -> Found {
    let line = text[open..].lines().next().unwrap_or_default();
    let at = line.find(['“', '”', '„', '‘', '’', '´', '»', '«'])?;
    let other = line[at..].chars().next()?;
    Some((Slip::MixedQuotes { other }, open..open + at + other.len_utf8()))
}

/// Returns the expected construct, from the rules that pest tried.
pub(super) fn expectation(text: &str, at: usize, tried: &[Rule], is_item: bool) -> Expected {
    if is_item {
        let before = text[..at].trim_end();
        return Expected::Item { is_first: before.ends_with(['=', '|', '(', '!', '&']) };
    }
    if tried.iter().any(|one| [Rule::rule, Rule::file, Rule::directive].contains(one)) {
        return Expected::Entry;
    }
    if tried.iter().any(|one| [Rule::expression, Rule::term, Rule::integer].contains(one)) {
        return Expected::Value;
    }
    Expected::Other
}
