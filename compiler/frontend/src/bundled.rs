//! The grammars that come with the program, and how inputs in them are known.

use std::path::Path;

/// A grammar that comes with the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BundledGrammar {
    /// The stem of its file.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
    /// Lines `extension EXT`; `begins TEXT`: how its inputs begin after white space and comments, in any case of letters; and
    /// `comment OPEN CLOSE`, or `comment OPEN` for one that ends with its line.
    pub known_by: &'static str,
}

/// All of them, sorted by name.
pub const ALL: &[BundledGrammar] = include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

impl BundledGrammar {
    /// Returns the extensions of its inputs, without dot.
    pub fn extensions(&self) -> impl Iterator<Item = &'static str> {
        self.values("extension ")
    }

    /// Returns the first words of the file about itself: its first comment.
    pub fn title(&self) -> &'static str {
        let comment = self.text.lines().find_map(|line| line.strip_prefix('#'));
        comment.unwrap_or_default().trim_start_matches('#').trim()
    }

    fn is_begun_by(&self, input: &[u8]) -> bool {
        let mut input = input.strip_prefix("\u{feff}".as_bytes()).unwrap_or(input).trim_ascii_start();
        while let Some(rest) = self.values("comment ").find_map(|marks| after_comment(input, marks)) {
            input = rest.trim_ascii_start();
        }
        self.values("begins ").any(|text| begins(input, text))
    }

    /// Returns the rest of each line about inputs behind a keyword.
    fn values(&self, keyword: &'static str) -> impl Iterator<Item = &'static str> {
        self.known_by.lines().filter_map(move |line| line.strip_prefix(keyword))
    }
}

/// Returns the input behind a comment, if it begins with one that ends. `marks` are how comments begin and end.
fn after_comment<'i>(input: &'i [u8], marks: &str) -> Option<&'i [u8]> {
    let (open, close) = marks.split_once(' ').unwrap_or((marks, "\n"));
    let inside = input.strip_prefix(open.as_bytes())?;
    let end = inside.windows(close.len()).position(|bytes| bytes == close.as_bytes())?;
    Some(&inside[end + close.len()..])
}

/// Returns whether an input begins with a text, in any case of letters. Blanks and ends of lines may stand beside any sign that is not
/// a letter or digit: `{`, a line break and `"a"` begin with `{"`.
fn begins(input: &[u8], text: &str) -> bool {
    let (mut rest, mut last) = (input, b'a');
    for &byte in text.as_bytes() {
        let between = rest.trim_ascii_start();
        if byte == b' ' {
            if between.len() == rest.len() {
                return false;
            }
            (rest, last) = (between, b'a');
            continue;
        }
        if !byte.is_ascii_alphanumeric() || !last.is_ascii_alphanumeric() {
            rest = between;
        }
        match rest.split_first() {
            Some((first, after)) if first.eq_ignore_ascii_case(&byte) => (rest, last) = (after, byte),
            _ => return false,
        }
    }
    true
}

/// Returns the bundled grammar of that name.
pub fn named(name: &str) -> Option<&'static BundledGrammar> {
    ALL.iter().find(|bundled| bundled.name == name)
}

/// Returns the bundled grammar for an input, and why it is that: by the extension of its file, else by its first bytes.
/// For example, `crash.json` is known by its extension, `json`.
pub fn guessed(path: &Path, input: &[u8]) -> Option<(&'static BundledGrammar, String)> {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    let known = extension.and_then(|extension| {
        let bundled = ALL.iter().find(|bundled| bundled.extensions().any(|known| known == extension))?;
        Some((bundled, format!("by the extension .{extension}")))
    });
    let begun =
        || ALL.iter().find(|bundled| bundled.is_begun_by(input)).map(|it| (it, "by its first bytes".to_owned()));
    known.or_else(begun)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{ALL, guessed, named};

    #[test]
    fn inputs_are_known_by_extension_then_by_first_bytes() {
        for bundled in ALL {
            for own in bundled.extensions() {
                assert_eq!(guessed(Path::new(&format!("x.{own}")), b"").map(|(it, _)| it), Some(bundled));
            }
            for line in bundled.known_by.lines() {
                assert!(["extension ", "begins ", "comment "].iter().any(|word| line.starts_with(word)), "{line}");
            }
        }
        // Only a variant of another grammar is known by its name alone.
        let unknown = ALL.iter().filter(|bundled| bundled.known_by.is_empty()).map(|bundled| bundled.name);
        assert_eq!(unknown.collect::<Vec<_>>(), ["json-unique"]);
        assert!(guessed(Path::new("x.zig"), b"fn main() void {}").is_none());
        assert!(named("nothing").is_none());
    }

    #[test]
    fn blanks_and_comments_do_not_hide_a_format() {
        for (input, known) in [
            ("{\n \"cells\": []}", Some("json")),
            ("\u{feff}{\r\n\t\"a\": 1}", Some("json")),
            ("[\n  {\n", Some("json")),
            ("[ \"a\"", Some("json")),
            ("{ }", Some("json")),
            ("{ a: 1 }", None),
            ("\u{feff}<?xml version='1.0'?>", Some("xml")),
            ("<!-- made by hand -->\n<!-- twice -->\n<svg xmlns='x'>", Some("xml")),
            ("<!-- a page -->\n<!DOCTYPE\thtml>", Some("html")),
            ("<!-- without an end <svg>", None),
            ("-- a dump\n/* of\n today */\ncreate  table t(a)", Some("sql")),
            ("createtable", None),
            ("#! /usr/bin/env python3", Some("python")),
            ("POST /a HTTP/1.1\r\n", Some("http")),
        ] {
            let found = guessed(Path::new("input"), input.as_bytes()).map(|(it, _)| it.name);
            assert_eq!(found, known, "{input:?}");
        }
    }

    #[test]
    fn every_beginning_is_known_with_blanks_around_its_signs() {
        for bundled in ALL {
            for text in bundled.values("begins ") {
                let spread: String = text
                    .chars()
                    .flat_map(|c| match c {
                        c if c.is_alphanumeric() => vec![c],
                        ' ' => vec![' ', '\n'],
                        c => vec!['\n', c, ' '],
                    })
                    .collect();
                for input in [text.to_owned(), text.to_uppercase(), spread] {
                    let found = guessed(Path::new("input"), format!("\n{input} x").as_bytes()).map(|(it, _)| it.name);
                    assert_eq!(found, Some(bundled.name), "{input:?}");
                }
            }
        }
    }
}
