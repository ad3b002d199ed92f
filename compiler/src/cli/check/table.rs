//! The report of `grammarc check` for people: a line for each rule, and below it the choices that the next bytes leave open.

use std::fmt::Write as _;

use grammarc_runtime::cli::counted::counted;
use grammarc_runtime::grammar::Hook;

use crate::LoadedGrammar;
use crate::clash::Clash;
use crate::describe::witness::{Example, option};
use crate::describe::{Description, Method, Readings};
use crate::facts::left_recursion::LeftRecursion;
use crate::plan::Unit;

/// Widest column of names. A longer name shifts only its own line.
const MAX_NAME_COLUMNS: usize = 40;
/// How many bytes are shown of a text.
const MAX_TEXT_BYTES: usize = 60;
/// Shown in place of a shortest text that has more than a few thousand bytes.
const TOO_LONG: &str = "(no short text)";

/// Describes every rule.
pub(super) fn of_rules(loaded: &LoadedGrammar, rules: &[Description]) -> String {
    let names = width_of_names(rules);
    let words = rules.iter().map(|rule| method(rule).chars().count()).max().unwrap_or(0);
    let mut out = summary(loaded, rules);
    for rule in rules {
        let name = format!("<{}>", rule.name);
        let shortest = rule.minimal.as_ref().map_or_else(|| TOO_LONG.to_owned(), |text| quoted(text));
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{name:<names$}  {:<words$}  {shortest}", method(rule));
        if let Some((clash, example)) = &rule.clash {
            clashing(loaded, clash, example.as_ref(), &mut out);
        }
        if let Some(text) = &rule.ambiguous {
            let _ = writeln!(out, "    ambiguous: {}", ambiguous(text, rule.readings.as_ref()));
        }
        if !rule.lost.is_empty() {
            let texts: Vec<String> = rule.lost.iter().map(|text| quoted(text)).collect();
            let _ = writeln!(out, "    excluded by its precedence levels, for example: {}", texts.join(", "));
        }
    }
    out
}

/// Lists the cost of every rule and of each of its alternatives.
pub(super) fn of_costs(loaded: &LoadedGrammar, rules: &[Description]) -> String {
    let names = width_of_names(rules);
    let count = counted(rules.len(), "rule");
    let mut out = format!("{}: {count}, each with its cost and the costs of its alternatives\n\n", loaded.name);
    for rule in rules {
        let name = format!("<{}>", rule.name);
        let costs: Vec<String> = rule.costs.iter().map(u32::to_string).collect();
        let line = format!("{name:<names$}  {:>4}  {}", rule.cost, costs.join(" "));
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}

/// Returns how many columns the names take.
fn width_of_names(rules: &[Description]) -> usize {
    rules.iter().map(|rule| rule.name.chars().count() + 2).max().unwrap_or(0).min(MAX_NAME_COLUMNS)
}

/// Says how many rules there are of each kind.
fn summary(loaded: &LoadedGrammar, rules: &[Description]) -> String {
    let count = |wanted: &[Method]| rules.iter().filter(|rule| wanted.contains(&rule.method)).count();
    let parts = [
        (count(&[Method::Token, Method::Leaf]), "by automaton"),
        (count(&[Method::Predict, Method::Loop]), "by the next bytes"),
        (count(&[Method::Ordered]), "in order"),
        (count(&[Method::Chart]), "by Earley"),
    ];
    let parts = parts.iter().filter(|(count, _)| *count > 0).map(|(count, how)| format!("{count} {how}"));
    let parts = parts.collect::<Vec<_>>().join(", ");
    // Hooks need context that a rule by itself lacks: of `a = a` the second `a` may be defined around it.
    let hooks = if loaded.grammar.hooks.iter().any(|list| list.iter().any(Hook::rejects)) {
        "; the shortest texts ignore hooks"
    } else {
        ""
    };
    let code = code(rules);
    format!("{}: {}, parsed {parts}{hooks}{code}\n\n", loaded.name, counted(rules.len(), "rule"))
}

/// Summarizes how generated code reads the rules, in a line of its own.
fn code(rules: &[Description]) -> String {
    let count = |unit: Unit| rules.iter().filter(|rule| rule.unit == unit).count();
    let parts = [
        (count(Unit::NextBytes), "by the next bytes without backtracking"),
        (count(Unit::Function), "by functions"),
        (count(Unit::States), "by a state machine"),
        (count(Unit::Tables), "by the interpreter of its tables"),
    ];
    let parts = parts.iter().filter(|(count, _)| *count > 0).map(|(count, how)| format!("{count} {how}"));
    let parts = parts.collect::<Vec<_>>().join(", ");
    if parts.is_empty() { String::new() } else { format!("\ngenerated code reads {parts}") }
}

/// Shows the trees of an ambiguous text.
fn ambiguous(text: &[u8], readings: Option<&Readings>) -> String {
    let text = quoted(text);
    let Some(readings) = readings else { return format!("{text} has two trees, of which the first in order counts") };
    let [first, second] = [&readings.first, &readings.second].map(|tree| quoted(tree.as_bytes()));
    let advice = if readings.are_operators { "; `@left(n)` or `@right(n)` decides" } else { "" };
    format!("{text} is read as {first}, and could be {second}{advice}")
}

/// Says how a rule is parsed.
fn method(rule: &Description) -> String {
    let how = match rule.method {
        Method::Token => "token",
        Method::Leaf => "leaf",
        Method::Predict if rule.options == 0 => "no decision",
        Method::Predict if rule.looks_ahead => "decided by the next bytes",
        Method::Predict => "decided by the next byte",
        Method::Loop => "left-recursive: a loop",
        Method::Ordered => &format!("tries {} alternatives in order", rule.options),
        Method::Chart => match rule.left_recursion {
            LeftRecursion::None => "Earley: rules at its beginning begin with it",
            LeftRecursion::Direct => "Earley: the next bytes do not show where its left recursion ends",
            LeftRecursion::Indirect => "Earley: left-recursive through other rules",
            LeftRecursion::Hidden => "Earley: left-recursive after an item that can be empty",
        },
    };
    let empty = if rule.nullable { ", can be empty" } else { "" };
    format!("{how}{empty}")
}

/// Shows both options, each with an input in which it goes on.
fn clashing(loaded: &LoadedGrammar, clash: &Clash, example: Option<&Example>, out: &mut String) {
    let grammar = &loaded.grammar;
    let how = if clash.is_inner { "begin alike and can both continue" } else { "can both begin" };
    let (one, other) = (option(grammar, clash, 0), option(grammar, clash, 1));
    let width = one.chars().count().max(other.chars().count());
    match example {
        Some(example) => {
            let shared = &example.first[..example.shared];
            let _ = writeln!(out, "    {} {how} after {}", clash.describe(grammar), quoted(shared));
            let _ = writeln!(out, "        {one:<width$}  as in {}", quoted(&example.first));
            let _ = writeln!(out, "        {other:<width$}  as in {}", quoted(&example.second));
        }
        None => {
            let _ = writeln!(out, "    {} {how} with {}", clash.describe(grammar), clash.next());
            let _ = writeln!(out, "        {one}\n        {other}");
        }
    }
}

/// Puts a text in quotes. Unprintable characters are escaped, and a long text loses its middle.
fn quoted(text: &[u8]) -> String {
    let shown = |part: &[u8]| match std::str::from_utf8(part) {
        Ok(part) => part.chars().map(escaped).collect::<String>(),
        Err(_) => part.escape_ascii().to_string(),
    };
    if text.len() <= MAX_TEXT_BYTES {
        return format!("\"{}\"", shown(text));
    }
    let (head, tail) = (&text[..MAX_TEXT_BYTES / 2], &text[text.len() - MAX_TEXT_BYTES / 3..]);
    format!("\"{}…{}\" ({} bytes)", shown(head), shown(tail), text.len())
}

fn escaped(c: char) -> String {
    match c {
        '"' | '\\' => format!("\\{c}"),
        c if c.is_control() => c.escape_default().to_string(),
        c => c.to_string(),
    }
}
