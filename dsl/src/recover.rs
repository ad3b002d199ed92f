//! Reads on after a mistake, so that one run tells several: the entry with the mistake is blanked out, and the rest is read again.
//!
//! An entry is taken to begin where a line begins with a directive, or with the name of a rule and `::=`. So a mistake that
//! swallows the text behind it, such as an unclosed group, ends at the next rule.

use crate::ast::File;
use crate::diagnostic::{Diagnostic, Problem, Syntax};

/// Most mistakes that are told at once. Each takes a reading of the whole file.
const MAX_MISTAKES: usize = 20;

/// Reads a grammar file as [`parse`](crate::parse) does, and goes on after a mistake.
///
/// ```
/// let text = "<a> ::= \"b\" |\n<c> ::= [d\n<e> ::= \"f\"\n";
/// let mistakes = grammarc_dsl::parse_all(text).unwrap_err();
/// assert_eq!(mistakes.iter().map(|it| it.span.start).collect::<Vec<_>>(), [12, 22]);
/// ```
///
/// # Errors
/// The first mistake of each entry, in the order of the text; at most 20.
pub fn parse_all(text: &str) -> Result<File, Vec<Diagnostic>> {
    let mut mistakes: Vec<Diagnostic> = Vec::new();
    let mut rest = text.to_owned();
    loop {
        match crate::parse(&rest) {
            Ok(file) if mistakes.is_empty() => return Ok(file),
            Ok(_) => return Err(mistakes),
            Err(mistake) => {
                let ends = is_last(&mistake) || mistakes.len() + 1 == MAX_MISTAKES;
                let blanked = without_entry(&rest, &mistake);
                mistakes.push(mistake);
                match blanked {
                    Some(blanked) if !ends => rest = blanked,
                    _ => return Err(mistakes),
                }
            }
        }
    }
}

/// Whether nothing can be said about the text behind a mistake: it may be code, or nested too deep.
fn is_last(mistake: &Diagnostic) -> bool {
    matches!(mistake.problem, Problem::Syntax(Syntax::UnclosedCode { .. } | Syntax::TooDeep { .. }))
}

/// Returns the text with blanks in place of the entry with a mistake; none if nothing but blanks is there.
///
/// Where an entry is expected to go on, the mistake is at the next one: `<a> ::= "b"{2` lacks its `}` in front of `<c> ::= "d"`.
fn without_entry(text: &str, mistake: &Diagnostic) -> Option<String> {
    let at = mistake.span.start;
    let mut starts = vec![0];
    let lines = text.split_inclusive('\n').scan(0, |place, line| {
        *place += line.len();
        Some((*place - line.len(), line))
    });
    starts.extend(lines.filter(|(_, line)| begins_entry(line)).map(|(place, _)| place));
    let mut begin = starts.iter().rev().find(|&&start| start <= at).copied()?;
    let mut end = starts.iter().find(|&&start| start > at).copied().unwrap_or(text.len());
    let goes_on = matches!(mistake.problem, Problem::Syntax(Syntax::Unexpected { .. } | Syntax::WrongArgument));
    if goes_on && text[begin..at].trim().is_empty() {
        let mut before = starts.iter().rev().filter(|&&start| start < begin);
        if let Some(&earlier) = before.find(|&&start| !text[start..begin].trim().is_empty()) {
            (begin, end) = (earlier, begin);
        }
    }
    let entry = &text[begin..end];
    let blanks: String = entry
        .chars()
        .flat_map(|c| {
            let blank = if c == '\n' { '\n' } else { ' ' };
            std::iter::repeat_n(blank, c.len_utf8())
        })
        .collect();
    (!entry.trim().is_empty()).then(|| [&text[..begin], &blanks, &text[end..]].concat())
}

/// Whether a line begins with a directive, or with a name and a sign of definition.
fn begins_entry(line: &str) -> bool {
    let Some(first) = line.chars().next() else { return false };
    let Some((head, _)) = line.split_once("::=") else { return first == '%' };
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '<' | '>' | '_' | '-' | '.' | ' ' | '\t' | '%');
    first == '%' || (!first.is_whitespace() && head.chars().all(is_name))
}
