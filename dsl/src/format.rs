//! Formats grammar files: blanks, line ends and indentation. Everything else stays as the author wrote it, comments
//! included, because a printed syntax tree would lose them.
//!
//! A rule that is written on one line stays on one, unless it is longer than `MAX_COLUMNS`. All others have one alternative
//! a line. Lines that the author broke inside an alternative stay broken. For example:
//!
//! ```text
//! <a>::=  "b"*( "c"|<d> )       # note          <a> ::= "b"* ("c" | <d>)  # note
//! <d> ::= "x" | "y"                     →       <d> ::= "x"
//!     |"z" ;                                      | "y"
//!                                                 | "z"
//! ```

mod spacing;
mod tokens;

use crate::ast::{Entry, Span};
use crate::diagnostic::Diagnostic;
use crate::print::print;
use spacing::Spacing;
use tokens::{Token, TokenKind, tokens};

/// Longest line of a rule with several alternatives, in characters.
const MAX_COLUMNS: usize = 100;

/// Indentation of a line that goes on with an alternative; each open parenthesis adds two blanks.
const CONTINUED: usize = 6;

/// Formats a grammar file. The result means the same: it has the same syntax tree up to places, and the same comments in the
/// same order. Formatting it again changes nothing.
///
/// ```
/// let text = grammarc_dsl::format::format("<a>::=(\"b\"  |\"c\")+;# two").unwrap();
/// assert_eq!(text, "<a> ::= (\"b\" | \"c\")+  # two\n");
/// ```
///
/// # Errors
/// The first syntax error, if the text is no grammar file.
pub fn format(text: &str) -> Result<String, Diagnostic> {
    let file = crate::parse(text)?;
    let all = tokens(text);
    let spans = file.entries.iter().map(|entry| match entry {
        Entry::Directive(directive) => directive.span.clone(),
        Entry::Rule(rule) => rule.span.clone(),
    });
    let formatted = Formatter { text, tokens: &all, output: String::new() }.file(spans);
    let same = crate::parse(&formatted).is_ok_and(|again| print(&again) == print(&file));
    // The tokens are cut by other code than that of the parser. Should the two differ, nothing is changed.
    let is_faithful = same && comments(&formatted, &tokens(&formatted)).eq(comments(text, &all));
    Ok(if is_faithful { formatted } else { text.to_owned() })
}

fn comments<'a>(text: &'a str, tokens: &'a [Token]) -> impl Iterator<Item = &'a str> {
    tokens.iter().filter(|token| token.kind == TokenKind::Comment).map(|token| &text[token.span.clone()])
}

struct Formatter<'a> {
    text: &'a str,
    /// Those that are not written yet.
    tokens: &'a [Token],
    output: String,
}

impl<'a> Formatter<'a> {
    fn file(mut self, entries: impl Iterator<Item = Span>) -> String {
        for span in entries {
            self.comments(span.start);
            let tokens = self.take(|token| token.span.start < span.end);
            let Some(first) = tokens.first() else { continue };
            self.start_line(first);
            let entry = self.entry(tokens);
            self.output.push_str(&entry);
        }
        self.comments(usize::MAX);
        if !self.output.is_empty() {
            self.output.push('\n');
        }
        self.output
    }

    /// Takes the tokens as long as they fit.
    fn take(&mut self, fits: impl Fn(&Token) -> bool) -> &'a [Token] {
        let count = self.tokens.iter().take_while(|token| fits(token)).count();
        let (taken, rest) = self.tokens.split_at(count);
        self.tokens = rest;
        taken
    }

    /// Writes the comments before a place: on the line of the entry that they follow, or on lines of their own.
    fn comments(&mut self, before: usize) {
        for token in self.take(|token| token.span.start < before) {
            if token.lines == 0 && !self.output.is_empty() {
                self.output.push_str("  ");
            } else {
                self.start_line(token);
            }
            self.output.push_str(&self.text[token.span.clone()]);
        }
    }

    /// Begins a new line. One blank line is kept.
    fn start_line(&mut self, token: &Token) {
        if !self.output.is_empty() {
            self.output.push_str(if token.lines > 1 { "\n\n" } else { "\n" });
        }
    }

    /// Writes an entry on one line if it was on one and is not too long, else with one alternative a line.
    fn entry(&self, tokens: &[Token]) -> String {
        let tokens = without_optional(tokens);
        let broken = Lines { text: self.text, tokens: &tokens, breaks_bars: true }.written();
        let joined = Lines { text: self.text, tokens: &tokens, breaks_bars: false }.written();
        let was_broken = tokens.iter().zip(tokens.iter().skip(1)).any(|(before, token)| {
            let at_bar = [before, token].iter().any(|token| token.kind == TokenKind::Sign("|"));
            token.lines > 0 && at_bar
        });
        let fits = !joined.contains('\n') && joined.chars().count() <= MAX_COLUMNS;
        if was_broken || !fits { broken } else { joined }
    }
}

/// Leaves out the `|` before the first alternative and the `;` at the end, which mean nothing.
/// A `;` behind a comment stays, because it can have a comment of its own, for which its line has room.
fn without_optional(tokens: &[Token]) -> Vec<Token> {
    let is = |token: &Token, sign| token.kind == TokenKind::Sign(sign);
    let define = tokens.iter().position(|token| is(token, "::="));
    let first = define.and_then(|define| {
        let mut rest = tokens.iter().enumerate().skip(define + 1);
        rest.find(|(_, token)| token.kind != TokenKind::Comment).map(|(place, _)| place)
    });
    let last = tokens.len() - 1;
    let is_after_comment = last > 0 && tokens[last - 1].kind == TokenKind::Comment;
    let is_left_out = |place: usize, token: &Token| {
        Some(place) == first && is(token, "|")
            || place == last && define.is_some() && !is_after_comment && is(token, ";")
    };
    let kept = tokens.iter().enumerate().filter(|(place, token)| !is_left_out(*place, token));
    kept.map(|(_, token)| token.clone()).collect()
}

/// The tokens of one entry, and how they are put on lines.
struct Lines<'a> {
    text: &'a str,
    tokens: &'a [Token],
    /// Whether each alternative of the rule begins a line.
    breaks_bars: bool,
}

impl Lines<'_> {
    fn written(&self) -> String {
        let mut output = String::new();
        let mut spacing = Spacing::default();
        let mut before: Option<&Token> = None;
        for token in self.tokens {
            let depth = spacing.depth();
            let blank = if token.kind == TokenKind::Comment { true } else { spacing.next(token) };
            match before.and_then(|before| self.indentation(before, token, depth, blank)) {
                Some(indentation) => {
                    output.push('\n');
                    output.push_str(&" ".repeat(indentation));
                }
                None if token.kind == TokenKind::Comment => output.push_str("  "),
                None if blank && before.is_some() => output.push(' '),
                None => {}
            }
            output.push_str(&self.text[token.span.clone()]);
            before = Some(token);
        }
        output
    }

    /// Returns the indentation of a token that begins a line; none if it stands on the line of the token before.
    fn indentation(&self, before: &Token, token: &Token, depth: usize, blank: bool) -> Option<usize> {
        let is_bar = token.kind == TokenKind::Sign("|") && depth == 0;
        let follows_start = depth == 0 && matches!(before.kind, TokenKind::Sign("::=" | "|"));
        let inner = CONTINUED + 2 * depth;
        let bar = if is_bar { 2 } else { inner };
        match before.kind {
            TokenKind::Comment => Some(bar),
            _ if is_bar && self.breaks_bars => Some(bar),
            _ if is_bar => None,
            _ if token.kind == TokenKind::Comment => (token.lines > 0).then_some(inner),
            _ => (token.lines > 0 && blank && !follows_start && self.follows_define(token)).then_some(inner),
        }
    }

    /// Whether a token stands behind the `::=` of its rule: before it nothing is broken.
    fn follows_define(&self, token: &Token) -> bool {
        let define = self.tokens.iter().find(|other| other.kind == TokenKind::Sign("::="));
        define.is_some_and(|define| define.span.end <= token.span.start)
    }
}
