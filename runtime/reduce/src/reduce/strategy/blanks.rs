//! White space of a program becomes a single character, or nothing between a word and a sign. For example, `a  = f( b );` becomes `a=f(b);`.
//!
//! A fourth of most programs are indentations and blanks around signs. Here they go in one test, or two. Line ends stay, because some
//! languages end a statement with them.

use super::definitions::program_of;
use super::{Search, Stop, Strategy};
use crate::edit::Candidate;
use crate::flat::is_word;
use grammarc_outline::outline::{Kind, tokens};

/// Shortening white space.
pub(in crate::reduce) const STRATEGY: Strategy =
    Strategy { name: "blanks", paper: "shorten all white space of a program at once", run };

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    if program_of(search).is_none() {
        return Ok(());
    }
    let texts = [true, false].map(|joins| with_short_blanks(search.text(), joins));
    search.first(texts.into_iter().map(|text| ((), Candidate::Text(text)))).map(drop)
}

/// Returns the text with one character for each white space; a line end stays one. If it `joins`, blanks beside signs go.
fn with_short_blanks(text: &[u8], joins: bool) -> Vec<u8> {
    let mut short = Vec::with_capacity(text.len());
    for token in tokens(text) {
        let blank = &text[token.start..token.end];
        let is_side = |byte: Option<&u8>| byte.is_none_or(|&byte| is_word(byte));
        let (before, behind) = (short.last(), text.get(token.end));
        match token.kind {
            Kind::Space if blank.contains(&b'\n') => short.push(b'\n'),
            Kind::Space if joins && is_side(before) != is_side(behind) => {}
            Kind::Space => short.push(b' '),
            _ => short.extend_from_slice(blank),
        }
    }
    short
}

#[cfg(test)]
mod tests {
    use super::with_short_blanks;

    #[test]
    fn blanks_become_one_character_or_none() {
        let cases = [
            ("int  a = f( b ) ;\n\n  return  a;\n", "int a=f(b) ;\nreturn a;\n", "int a = f( b ) ;\nreturn a;\n"),
            ("a + ++b;", "a+ ++b;", "a + ++b;"),
            ("s = \"a  b\"; // c  d\n", "s= \"a  b\"; // c  d\n", "s = \"a  b\"; // c  d\n"),
            ("", "", ""),
        ];
        for (text, joined, short) in cases {
            for (joins, expected) in [(true, joined), (false, short)] {
                assert_eq!(String::from_utf8_lossy(&with_short_blanks(text.as_bytes(), joins)), expected, "{text}");
            }
        }
    }
}
