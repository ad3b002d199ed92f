//! From the place where pest gave up to a message in words: pest's own names of rules never reach the user.

use pest::error::{Error, ErrorVariant, InputLocation};

use super::{Rule, slip, syntax};
use crate::ast::Span;
use crate::diagnostic::{Diagnostic, Syntax};

/// Expectations for messages, most specific first. Each has a list of rules; if pest tried any of them, it is expected.
const WORDS: [(&str, &[Rule]); 14] = [
    ("`::=`", &[Rule::define, Rule::wrong_value]),
    ("a rule such as `<name> ::= …`", &[Rule::rule, Rule::file]),
    ("a value", &[Rule::expression, Rule::term, Rule::integer, Rule::call]),
    ("an argument", &[Rule::argument]),
    ("the name of a hook", &[Rule::hook_name]),
    ("a label", &[Rule::identifier]),
    ("`<name>`", &[Rule::rule_name]),
    ("a path in quotes", &[Rule::path]),
    ("`utf8` or `bytes`", &[Rule::encoding_name]),
    ("three backquotes", &[Rule::code]),
    ("`,`", &[Rule::comma]),
    ("`}`", &[Rule::close_brace]),
    ("`|`", &[Rule::bar]),
    ("the end of the file", &[Rule::EOI]),
];

/// One of these was tried wherever an item can stand.
const ITEM: [Rule; 4] = [Rule::literal, Rule::alternative, Rule::alternatives, Rule::item];

/// Turns pest's error into a diagnostic: the text found, and the expectations there.
pub(super) fn diagnostic(error: &Error<Rule>, text: &str) -> Diagnostic {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at.min(text.len()),
    };
    let tried: &[Rule] = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives,
        ErrorVariant::CustomError { .. } => &[],
    };
    if let Some((written, place)) = wrong_define(text, at) {
        return syntax(Syntax::WrongDefine { written: written.to_owned() }, place);
    }
    if let Some((slip, place)) = slip::at(text, at, slip::expectation(text, at, tried, is_item(tried))) {
        return syntax(Syntax::Slip(slip), place);
    }
    let length = slip::token_length(&text[at..]);
    // The end of the file is shown behind the last thing in it.
    let place = if length == 0 { text.trim_end().len()..text.trim_end().len() } else { at..at + length };
    syntax(Syntax::Unexpected { found: found(&text[at..at + length]), expected: expected(tried) }, place)
}

/// Finds a wrong definition sign that pest can only notice after it: `::==`, or `<a> <- …`.
fn wrong_define(text: &str, at: usize) -> Option<(&'static str, Span)> {
    if text[..at].ends_with("::=") && text[at..].starts_with('=') {
        return Some(("::==", at - 3..at + 1));
    }
    (text[at..].starts_with("<- ") && text[..at].trim_end().ends_with('>')).then_some(("<-", at..at + 2))
}

fn is_item(tried: &[Rule]) -> bool {
    ITEM.iter().any(|one| tried.contains(one))
}

fn expected(tried: &[Rule]) -> Vec<&'static str> {
    if is_item(tried) {
        let end = if tried.contains(&Rule::bar) { &["`|`", "the end of the rule"][..] } else { &[] };
        return [&["an item"], end].concat();
    }
    let words = WORDS.iter().filter(|(_, rules)| rules.iter().any(|one| tried.contains(one)));
    words.map(|(word, _)| *word).collect()
}

fn found(token: &str) -> String {
    let mut characters = token.chars();
    match (characters.next(), characters.next()) {
        (None, _) => "end of the file".to_owned(),
        (Some('`'), _) => "backquote".to_owned(),
        (Some(' '), None) => "space".to_owned(),
        (Some(one), None) if one.is_control() || (!one.is_ascii() && !one.is_alphanumeric()) => {
            format!("`{}` (U+{:04X})", one.escape_debug(), u32::from(one))
        }
        _ => format!("`{}`", token.chars().take(40).collect::<String>()),
    }
}
