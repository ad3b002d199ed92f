//! The back end: a source grammar as the text of a grammar file.
//!
//! The passes stand in the order in which they run. Where the source has a scanner, they compare its tokens (`automaton`,
//! `conditions`) and write the decisions of the scanner into the tokens themselves (`rewrite`).
//!
//! `layout`, `lines` and `brackets` turn the tokens of an indented language into `%layout`. `names` and `item` write the grammar file.

mod automaton;
mod brackets;
mod conditions;
mod fill;
mod folding;
mod follow;
mod item;
mod layout;
mod lazy;
mod leaves;
mod letters;
mod lines;
mod names;
mod properties;
mod rewrite;
mod scanner;
mod shapes;
mod spelling;
mod start;
mod unused;

use crate::problem::ImportProblem;
use crate::source::{CharacterUnit, Lexing, RuleRole, SourceGrammar, SourceItemKind, SourcePlace, SourceRule};
use automaton::{Automaton, AutomatonBuilder};
use item::{ItemWriter, RuleWriting};
use names::Names;
use scanner::Scanner;
use shapes::Shapes;
use spelling::Spelling;
use std::collections::HashSet;

/// A grammar file, and the problems of writing it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The grammar file, not formatted.
    pub text: String,
    /// In the order of the rules.
    pub problems: Vec<(SourcePlace, ImportProblem)>,
}

/// Writes a grammar file: directives, then the rules in the order of the source. The same grammar gives the same text.
///
/// `start` is the rule that a whole input is; without it, the source says it, or it is the only rule that no other uses.
pub fn write(grammar: &SourceGrammar, start: Option<&str>) -> Written {
    let mut grammar = grammar.clone();
    let mut problems = Vec::new();
    grammar.starts = start::starts(&grammar, start, &mut problems);
    folding::make_explicit(&mut grammar);
    layout::introduce(&mut grammar, &mut problems);
    lazy::replace(&mut grammar);
    drop_catch_alls(&mut grammar, &mut problems);
    let scanner = Scanner::new(&grammar);
    let mut possessive = HashSet::new();
    if grammar.lexing == Lexing::LongestThenFirst {
        (grammar, possessive) = without_scanner(&grammar, &scanner, &mut problems);
    }
    add_skips(&mut grammar);
    let word = grammar.word.as_ref().and(scanner.word).map(|word| &scanner.tokens[word]);
    let is_keyword = |text: &Spelling| word.is_some_and(|word| word.has_all(std::slice::from_ref(text)));
    if !grammar.skips.is_empty() {
        split_leaves(&mut grammar, &scanner, &is_keyword);
    }
    letters::spell(&mut grammar, &is_keyword);
    unused::leave_out(&mut grammar, &mut problems);
    Written { text: text(&grammar, &possessive), problems }
}

/// Keeps texts apart in rules that skip something. A text that was a token has its name.
fn split_leaves(grammar: &mut SourceGrammar, scanner: &Scanner, is_keyword: &dyn Fn(&Spelling) -> bool) {
    let mut taken: HashSet<String> = grammar.rules.iter().map(|rule| rule.name.clone()).collect();
    let mut name_for = |text: &Spelling| {
        let token = scanner.tokens.iter().find(|token| token.rule.is_some() && token.text() == Some(text));
        let name = match token.map(|token| &token.kind) {
            Some(SourceItemKind::Name(name)) => name.clone(),
            _ => names::words_for(&text.text),
        };
        names::unused(name, &mut taken)
    };
    leaves::split(grammar, &mut name_for, is_keyword);
}

/// Leaves out tokens of other channels that match any character: with them every text would be valid.
fn drop_catch_alls(grammar: &mut SourceGrammar, problems: &mut Vec<(SourcePlace, ImportProblem)>) {
    let is_dropped = |rule: &&SourceRule| match rule.role {
        RuleRole::Channel(_) => true,
        RuleRole::Skip => grammar.lexing == Lexing::Scannerless,
        _ => false,
    };
    let names: Vec<&str> = grammar.rules.iter().filter(is_dropped).map(|rule| rule.name.as_str()).collect();
    let automata = AutomatonBuilder::new(grammar).automata(&names);
    let catch_alls = names.iter().zip(automata).filter(|(_, it)| it.as_ref().is_some_and(Automaton::is_any_character));
    let dropped: HashSet<String> = catch_alls.map(|(&name, _)| name.to_owned()).collect();
    grammar.rules.retain(|rule| {
        let is_dropped = dropped.contains(&rule.name);
        if is_dropped {
            let construct = format!("`{}`, which matches every character,", rule.name);
            problems.push((rule.place.clone(), ImportProblem::LeftOut { construct }));
        }
        !is_dropped
    });
}

/// Writes the decisions of the scanner into the tokens. Also returns the names of tokens that cannot be parts of larger ones.
fn without_scanner(
    grammar: &SourceGrammar,
    scanner: &Scanner,
    problems: &mut Vec<(SourcePlace, ImportProblem)>,
) -> (SourceGrammar, HashSet<String>) {
    let nullable = lazy::nullable_rules(&grammar.rules);
    let first_of_token =
        |kind: &_| scanner.index(kind).map_or(automaton::any_byte(), |index| scanner.tokens[index].first());
    let follow = follow::Follow::new(grammar, &nullable, &first_of_token);
    let conditions = conditions::conditions(scanner, &follow);
    for (token, conditions) in scanner.tokens.iter().zip(&conditions) {
        let Some(rule) = token.rule.map(|rule| &grammar.rules[rule]) else {
            continue;
        };
        if token.is_catch_all() {
            problems.push((rule.place.clone(), ImportProblem::CatchAll { name: rule.name.clone() }));
        }
        if token.automaton.is_none() || !conditions.unknown.is_empty() {
            problems.push((rule.place.clone(), ImportProblem::NotCompared { name: rule.name.clone() }));
        }
    }
    let rewritten = rewrite::rewrite(grammar, scanner, &conditions);
    (rewritten.grammar, rewritten.possessive)
}

/// Adds the tokens that are thrown away to those that may stand between all tokens.
fn add_skips(grammar: &mut SourceGrammar) {
    for rule in &grammar.rules {
        let is_thrown_away = matches!(rule.role, RuleRole::Skip | RuleRole::Channel(_));
        if is_thrown_away && !grammar.skips.contains(&rule.name) {
            grammar.skips.push(rule.name.clone());
        }
    }
}

fn text(grammar: &SourceGrammar, possessive: &HashSet<String>) -> String {
    let names = Names::new(grammar);
    let shapes = Shapes::new(grammar, !grammar.skips.is_empty());
    let mut text = String::new();
    for line in &grammar.head {
        text.push_str(format!("# {line}").trim_end());
        text.push('\n');
    }
    let list = |rules: &[String], between: &str| {
        let rules: Vec<String> = rules.iter().map(|name| format!("<{}>", names.of(name))).collect();
        rules.join(between)
    };
    if !grammar.starts.is_empty() {
        text.push_str(&format!("%start {}\n", list(&grammar.starts, " ")));
    }
    if grammar.unit == CharacterUnit::Byte {
        text.push_str("%encoding bytes\n");
    }
    if let Some(word) = &grammar.word {
        text.push_str(&format!("%word <{}>\n", names.of(word)));
    }
    if !grammar.skips.is_empty() {
        text.push_str(&format!("%skip <{}>\n", names.skip()));
    }
    if let Some(layout) = &grammar.layout {
        text.push_str(&format!("%layout <{}> <{}>\n", names.of(&layout.newline), names.of(&layout.blank)));
    }
    for rule in &grammar.rules {
        write_rule(grammar, rule, &names, &shapes, &mut text);
    }
    if !grammar.skips.is_empty() {
        let is_part = |name: &String| shapes.is_regular(name) && !possessive.contains(name);
        let modifier = if grammar.skips.iter().all(is_part) { "%token" } else { "%exact" };
        let skips = list(&grammar.skips, " | ");
        let skips = if grammar.skips.len() == 1 { skips } else { format!("({skips})") };
        text.push_str(&format!("\n{modifier} <{}> ::= {skips}+\n", names.skip()));
    }
    text
}

fn write_rule(grammar: &SourceGrammar, rule: &SourceRule, names: &Names, shapes: &Shapes<'_>, out: &mut String) {
    out.push('\n');
    for line in &rule.comment {
        out.push_str(format!("## {line}").trim_end());
        out.push('\n');
    }
    let head = format!("{}<{}> ::= ", shapes.modifier(rule), names.of(&rule.name));
    let mut writer = ItemWriter::new(RuleWriting { grammar, rule, names, shapes });
    let body = fill::fill(&writer.rule_body(), head.len());
    out.push_str(&format!("{head}{body}\n"));
    for (modifier, name, body) in writer.into_exact_parts() {
        let head = format!("{modifier}<{name}> ::= ");
        let body = fill::fill(&body, head.len());
        out.push_str(&format!("{head}{body}\n"));
    }
}
