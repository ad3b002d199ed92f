//! Names of rules: those of the source, with characters replaced that grammarc's names cannot have.

use crate::source::SourceGrammar;
use std::collections::{HashMap, HashSet};

/// Names of rules in the grammar file. No two are equal.
pub(super) struct Names {
    by_source: HashMap<String, String>,
    skip: String,
}

impl Names {
    pub(super) fn new(grammar: &SourceGrammar) -> Self {
        let mut by_source = HashMap::new();
        let mut taken = HashSet::new();
        for rule in &grammar.rules {
            if !by_source.contains_key(&rule.name) {
                by_source.insert(rule.name.clone(), unused(plain(&rule.name), &mut taken));
            }
        }
        let skip = unused("skip".to_owned(), &mut taken);
        Self { by_source, skip }
    }

    /// The name of a rule. A rule that the source does not define keeps its name, so that the checker complains about it.
    pub(super) fn of(&self, source: &str) -> String {
        self.by_source.get(source).cloned().unwrap_or_else(|| plain(source))
    }

    /// The name of the rule of everything that is skipped.
    pub(super) fn skip(&self) -> &str {
        &self.skip
    }

    /// A name for part `number` of a rule, which no rule of the source has.
    pub(super) fn part(&self, source: &str, number: usize) -> String {
        let mut name = format!("{}.{number}", self.of(source));
        while self.by_source.values().any(|taken| *taken == name) {
            name.push('_');
        }
        name
    }
}

/// A name for an operator, such as `lt_eq` for `<=`.
pub(super) fn words_for(text: &str) -> String {
    let mut name = String::new();
    let mut was_letter = false;
    for c in text.chars() {
        let is_letter = c.is_ascii_alphanumeric();
        if !(name.is_empty() || is_letter && was_letter) {
            name.push('_');
        }
        match word_for(c) {
            Some(word) => name.push_str(word),
            None if is_letter => name.push(c),
            None => name.push('x'),
        }
        was_letter = is_letter;
    }
    name
}

fn word_for(c: char) -> Option<&'static str> {
    Some(match c {
        '!' => "bang",
        '"' => "quote",
        '#' => "hash",
        '$' => "dollar",
        '%' => "percent",
        '&' => "and",
        '\'' => "tick",
        '(' => "open_paren",
        ')' => "close_paren",
        '*' => "star",
        '+' => "plus",
        ',' => "comma",
        '-' => "minus",
        '.' => "dot",
        '/' => "slash",
        ':' => "colon",
        ';' => "semicolon",
        '<' => "lt",
        '=' => "eq",
        '>' => "gt",
        '?' => "question",
        '@' => "at",
        '[' => "open_bracket",
        '\\' => "backslash",
        ']' => "close_bracket",
        '^' => "caret",
        '`' => "backtick",
        '{' => "open_brace",
        '|' => "bar",
        '}' => "close_brace",
        '~' => "tilde",
        _ => return None,
    })
}

/// Replaces all but letters, digits and `_` of ASCII; `-` and `.` stay inside a name.
pub(super) fn plain(source: &str) -> String {
    let name: String = source
        .chars()
        .enumerate()
        .map(|(at, c)| if c.is_ascii_alphanumeric() || (at > 0 && matches!(c, '-' | '.')) { c } else { '_' })
        .collect();
    if name.is_empty() { "_".to_owned() } else { name }
}

/// The name, with a number if it is taken.
pub(super) fn unused(name: String, taken: &mut HashSet<String>) -> String {
    let mut candidate = name.clone();
    let mut number = 2;
    while !taken.insert(candidate.clone()) {
        candidate = format!("{name}_{number}");
        number += 1;
    }
    candidate
}
