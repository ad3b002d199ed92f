//! Finds places of the input in the output of the test, as in `a.c:12:5: warning: …`. The stage `roots` of a reduction begins there.
//!
//! Compilers, interpreters and linters write a file, a line and perhaps a column, in a few ways. In preprocessed text, line markers such as
//! `# 33 "/usr/include/stdio.h"` tell the file and the number of the next line, and compilers print these.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ffi::OsStr;
use std::path::Path;
use std::sync::LazyLock;

use grammarc_trial::oracle::Output;
use regex_lite::Regex;

/// Number of places in an output. One with more places, such as a list of all inlined calls, names none, because most of the text would stay.
const MAX_PLACES: usize = 64;
/// Bytes of the output that are searched, at its beginning and at its end.
const MAX_SEARCHED_BYTES: usize = 1 << 20;
/// Number of lines behind a matching one in which its place may stand.
const MAX_LINES_BEHIND: usize = 2;
/// Number of lines before a matching one that tell the way to its place.
const MAX_LINES_BEFORE: usize = 16;

/// A file with a line and perhaps a column: `a.c:12:5`, `a.ts(12,5)`, `File "a.py", line 12`.
static PLACE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"([^\s"'()\[\],:]+)(?:"?, line |:|\()([0-9]+)(?:[:,]([0-9]+))?"#).expect("the expression is right")
});
/// A line marker.
static MARKER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r#"^#(?:line)? ?([0-9]+) "([^"]+)""#).expect("the expression is right"));

/// A place that an output names.
struct Mention<'o> {
    file: &'o str,
    /// From 1.
    line: usize,
    /// From 1.
    column: Option<usize>,
}

/// Returns the places of a text that outputs name, in bytes, ascending. `name` is the name of the input. The places in lines that match the
/// expression of an output count. Without any expression, all lines of both outputs count.
pub(super) fn places(outputs: [(&Output, Option<&Regex>); 2], name: &OsStr, text: &[u8]) -> Vec<usize> {
    let any = outputs.iter().any(|(_, condition)| condition.is_some());
    let wanted = outputs.into_iter().filter(|(_, condition)| condition.is_some() || !any);
    let reports: Vec<(String, Option<&Regex>)> =
        wanted.map(|(output, condition)| (output.ends(MAX_SEARCHED_BYTES), condition)).collect();
    let mentions: Vec<Mention<'_>> =
        reports.iter().flat_map(|(report, condition)| mentions(report, *condition)).collect();
    let places = found(&mentions, &name.to_string_lossy(), text);
    if places.len() > MAX_PLACES { Vec::new() } else { places.into_iter().collect() }
}

/// Returns the places in the lines that match, in those around them that belong to the same message, or in all lines if none matches.
fn mentions<'o>(report: &'o str, condition: Option<&Regex>) -> Vec<Mention<'o>> {
    let lines: Vec<&str> = report.lines().collect();
    let is_matching = |line: &str| condition.is_some_and(|condition| condition.is_match(line));
    if !lines.iter().any(|line| is_matching(line)) {
        return lines.iter().filter(|line| !is_aside(line)).flat_map(|line| of_line(line)).collect();
    }
    let matching = (0..lines.len()).filter(|&number| is_matching(lines[number]));
    let near = matching.flat_map(|number| {
        // `required from here` stands before a message, `--> a.rs:12:5` behind it.
        let before = lines[..number].iter().rev().take(MAX_LINES_BEFORE).take_while(|line| is_way(line));
        let behind = lines[number..].iter().take(1 + MAX_LINES_BEHIND).map(|line| of_line(line));
        let own = behind.into_iter().find(|places| !places.is_empty()).unwrap_or_default();
        before.flat_map(|line| of_line(line)).chain(own).collect::<Vec<_>>()
    });
    near.collect()
}

/// Returns whether a line of g++ leads from one template to the next, on the way to the message behind it.
fn is_way(line: &str) -> bool {
    line.contains("required from") || line.contains("In instantiation of")
}

/// Returns whether a line adds to the message before it, as `note: candidate: …` does. Clang's `requested here` leads to the message, so it
/// does not count.
fn is_aside(line: &str) -> bool {
    line.contains("note: ") && !line.contains("requested here")
}

fn of_line(line: &str) -> Vec<Mention<'_>> {
    let found = PLACE.captures_iter(line).filter_map(|captures| {
        let (file, line) = (captures.get(1)?.as_str(), captures.get(2)?.as_str().parse().ok()?);
        Some(Mention { file, line, column: captures.get(3).and_then(|column| column.as_str().parse().ok()) })
    });
    found.collect()
}

/// Returns the places of a text that mentions are about, in bytes.
fn found(mentions: &[Mention<'_>], name: &str, text: &[u8]) -> BTreeSet<usize> {
    let lines = lines(text, name, &mentions.iter().map(|mention| mention.line).collect());
    let place = |mention: &Mention<'_>, file: &str| {
        let &(start, end) = lines.get(&(file, mention.line))?;
        let line = &text[start..end];
        let blanks = line.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let column = mention.column.map_or(blanks, |column| column.saturating_sub(1));
        Some(start + column.min(line.len().saturating_sub(1)))
    };
    let is_input = |mention: &Mention<'_>| Path::new(mention.file).file_name() == Some(OsStr::new(name));
    let named = mentions.iter().filter_map(|mention| {
        place(mention, mention.file).or_else(|| place(mention, name).filter(|_| is_input(mention)))
    });
    let named: BTreeSet<usize> = named.collect();
    if !named.is_empty() {
        return named;
    }
    // A test may have copied the input to another name.
    let is_like = |mention: &&Mention<'_>| {
        let extension = Path::new(mention.file).extension();
        extension.is_some() && extension == Path::new(name).extension()
    };
    mentions.iter().filter(is_like).filter_map(|mention| place(mention, name)).collect()
}

/// Returns the bytes of the lines with some numbers, by file and number as line markers give them.
fn lines<'t>(text: &'t [u8], name: &'t str, wanted: &HashSet<usize>) -> HashMap<(&'t str, usize), (usize, usize)> {
    let (mut at, mut file, mut number) = (0, name, 0);
    let mut found = HashMap::new();
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let marker = line.starts_with(b"#").then(|| std::str::from_utf8(line).ok()).flatten();
        if let Some(captures) = marker.and_then(|line| MARKER.captures(line)) {
            let parts = captures.get(1).and_then(|line| line.as_str().parse::<usize>().ok()).zip(captures.get(2));
            if let Some((next, named)) = parts {
                (file, number) = (named.as_str(), next.saturating_sub(1));
            }
        } else {
            number = number.saturating_add(1);
            if wanted.contains(&number) {
                found.entry((file, number)).or_insert((at, at + line.len()));
            }
        }
        at += line.len();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{found, mentions};
    use regex_lite::Regex;

    fn lines_of(report: &str, condition: Option<&str>, name: &str, text: &str) -> Vec<String> {
        let condition = condition.map(|condition| Regex::new(condition).expect("it is right"));
        let places = found(&mentions(report, condition.as_ref()), name, text.as_bytes());
        places.into_iter().map(|place| text[place..].lines().next().unwrap_or_default().to_owned()).collect()
    }

    #[test]
    fn places_are_named_in_many_ways() {
        let text = "one\n  two\nthree\n";
        let cases: [(&str, &[&str]); 9] = [
            ("/tmp/x/a.c:2:5: warning: it", &["o"]),
            ("a.c:2: error", &["two"]),
            ("  --> a.c:3:2\n", &["hree"]),
            ("a.c(2,3): error TS1: it", &["two"]),
            ("  File \"/tmp/a.c\", line 3, in f", &["three"]),
            ("    at f (/tmp/a.c:1:1)", &["one"]),
            ("b.c:2: error: another name, the same kind", &["two"]),
            ("b.h:2: another file", &[]),
            ("a.c:99: beyond the end, and a.c:3", &["three"]),
        ];
        for (report, expected) in cases {
            assert_eq!(lines_of(report, None, "a.c", text), expected, "{report}");
        }
    }

    #[test]
    fn matching_lines_count_and_the_places_behind_them() {
        let report = "a.rs:1: warning: other\nwarning: this one\n --> a.rs:3:1\n  |\nwarning: other\n --> a.rs:2:1\n";
        let text = "one\ntwo\nthree\nfour\n";
        assert_eq!(lines_of(report, Some("this one"), "a.rs", text), ["three"]);
        let report =
            "a.cc:1: warning: other\na.cc:2:1: required from here\na.cc:3: error: this one\na.cc:4: note: candidate\n";
        assert_eq!(lines_of(report, Some("this one"), "a.cc", text), ["two", "three"]);
        assert_eq!(lines_of(report, Some("none"), "a.cc", text), ["one", "two", "three"]);
    }

    #[test]
    fn line_markers_name_the_lines_behind_them() {
        let text = "# 1 \"user.cc\"\n# 7 \"/usr/include/map\" 1 3\nseven\neight\n# 2 \"user.cc\" 2\ntwo\n";
        assert_eq!(
            lines_of("user.cc:2:1: error\n/usr/include/map:8:1: note", None, "input.ii", text),
            ["eight", "two"]
        );
        let text = format!("# {} \"a.c\"\none\ntwo\n", usize::MAX);
        assert_eq!(lines_of(&format!("a.c:{}: error", usize::MAX), None, "in.c", &text), ["one"]);
    }
}
