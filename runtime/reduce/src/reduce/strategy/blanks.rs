//! White space of a program becomes a single character, or nothing between a word and a sign. For example, `a  = f( b );` becomes `a=f(b);`.
//!
//! A fourth of most programs are indentations and blanks around signs. Here they go in one test, or two. Line ends stay, because some
//! languages end a statement with them. Where indentations mean something, each level becomes one blank.

use super::program::program_of;
use super::{Search, Stop, Strategy};
use crate::edit::Candidate;
use crate::flat::is_word;
use grammarc_outline::outline::{Kind, tokens};

/// Shortening white space.
pub(in crate::reduce) const STRATEGY: Strategy =
    Strategy { name: "blanks", paper: "shorten all white space of a program at once", run };

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let Some((_, program)) = program_of(search) else { return Ok(()) };
    let texts = [true, false].map(|joins| with_short_blanks(search.text(), joins, program.is_indented()));
    search.first(texts.into_iter().map(|text| ((), Candidate::Text(text)))).map(drop)
}

/// Returns the text with one character for each white space; a line end stays one. If it `joins`, blanks beside signs go. If it
/// `is_indented`, lines outside of brackets begin with a blank for each level.
fn with_short_blanks(text: &[u8], joins: bool, is_indented: bool) -> Vec<u8> {
    let mut short = Vec::with_capacity(text.len());
    let mut levels: Vec<usize> = Vec::new();
    let mut depth = 0_usize;
    for token in tokens(text) {
        let blank = &text[token.start..token.end];
        // In C++ a word that touches a string has another meaning.
        let is_side = |byte: Option<&u8>| byte.is_none_or(|&byte| is_word(byte) || matches!(byte, b'"' | b'\''));
        let (before, behind) = (short.last(), text.get(token.end));
        match token.kind {
            Kind::Space if blank.contains(&b'\\') => short.extend_from_slice(blank),
            Kind::Space if blank.contains(&b'\n') => {
                short.push(b'\n');
                if is_indented && depth == 0 {
                    let width = blank.iter().rev().take_while(|&&byte| byte != b'\n').count();
                    levels.truncate(levels.partition_point(|&level| level < width));
                    levels.extend((width > 0).then_some(width));
                    short.extend(levels.iter().map(|_| b' '));
                }
            }
            Kind::Space if joins && is_side(before) != is_side(behind) => {}
            Kind::Space => short.push(b' '),
            kind => {
                match kind {
                    Kind::Open(_) => depth += 1,
                    Kind::Close(_) => depth = depth.saturating_sub(1),
                    _ => {}
                }
                short.extend_from_slice(blank);
            }
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
            ("extern \"C\" int a;", "extern \"C\" int a;", "extern \"C\" int a;"),
            ("s = \"a  b\"; // c  d\n", "s=\"a  b\"; // c  d\n", "s = \"a  b\"; // c  d\n"),
            ("", "", ""),
        ];
        for (text, joined, short) in cases {
            for (joins, expected) in [(true, joined), (false, short)] {
                assert_eq!(
                    String::from_utf8_lossy(&with_short_blanks(text.as_bytes(), joins, false)),
                    expected,
                    "{text}"
                );
            }
        }
    }

    #[test]
    fn a_level_of_indentation_becomes_one_blank() {
        let text = "def  a( b ):\n    if b:\n\n       c(1, \\\n      2)\n    else:\n        d\n\ne()\n";
        let short = with_short_blanks(text.as_bytes(), true, true);
        assert_eq!(String::from_utf8_lossy(&short), "def a(b):\n if b:\n  c(1, \\\n      2)\n else:\n  d\ne()\n");
    }
}
