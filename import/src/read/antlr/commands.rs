//! Commands of lexer rules, such as `-> skip`, `-> type(STRING)` and `-> pushMode(TAG)`.

use super::super::expressions::Expressions;
use super::super::scan::Reading;
use super::command::{Command, CommandKind};
use super::file::{FileReader, LexerRule};
use crate::problem::ImportProblem;
use crate::source::{RuleRole, SourceAlternative, SourceItem, SourceItemKind, SourcePlace, SourceRule};
use crate::walk::visit_items;
use grammarc_dsl::diagnostic::Diagnostic;
use std::collections::{HashMap, HashSet};

impl FileReader<'_> {
    /// `skip, pushMode(M)` behind `->`.
    pub(super) fn lexer_commands(&mut self) -> Reading<Vec<Command>> {
        let mut commands = Vec::new();
        loop {
            let name = self.name_here("a command, such as `skip`")?;
            self.blanks()?;
            let mut argument = String::new();
            if self.cursor.eat("(") {
                self.blanks()?;
                argument = self.cursor.take_while(|c| c.is_alphanumeric() || "_.".contains(c)).to_owned();
                self.expect(")")?;
                self.blanks()?;
            }
            commands.push(Command { kind: CommandKind::new(&name.name, argument), place: name.place });
            if !self.cursor.eat(",") {
                return Ok(commands);
            }
        }
    }
}

/// A token whose alternatives have the same commands.
#[derive(Debug, Clone)]
pub(super) struct LexerToken {
    pub(super) rule: SourceRule,
    /// The token as that the parser sees it, if it is another one (`-> type(X)`).
    pub(super) seen_as: Option<String>,
    /// Whether the next token goes on where this one ends (`-> more`).
    pub(super) is_continued: bool,
}

/// Makes one token of the alternatives with the same commands, and several of a rule whose alternatives have different ones.
pub(super) fn split(rules: Vec<LexerRule>, problems: &mut Vec<Diagnostic<ImportProblem>>) -> Vec<LexerToken> {
    let mut known: HashSet<String> = rules.iter().map(|rule| rule.rule.name.clone()).collect();
    let mut parts: HashMap<String, Vec<String>> = HashMap::new();
    let mut tokens: Vec<LexerToken> = Vec::new();
    for LexerRule { rule, commands } in rules {
        let groups = alternatives_by_commands(&rule, &commands);
        let first = tokens.len();
        for (kinds, alternatives) in groups {
            tokens.push(token_of(SourceRule { alternatives, ..rule.clone() }, kinds, problems));
        }
        let of_rule = tokens.get_mut(first..).unwrap_or_default();
        // The parser means the part that it can see by the name of the rule.
        let named = of_rule.iter().position(|part| part.rule.role == RuleRole::Token && part.seen_as.is_none());
        let named = named.unwrap_or(0);
        let mut names = Vec::new();
        for (at, part) in of_rule.iter_mut().enumerate() {
            if at != named {
                if part.rule.role == RuleRole::Token {
                    part.seen_as.get_or_insert_with(|| rule.name.clone());
                }
                part.rule.name =
                    (2..).map(|n| format!("{}_{n}", rule.name)).find(|name| !known.contains(name)).unwrap_or_default();
                part.rule.comment.clear();
                known.insert(part.rule.name.clone());
            }
            names.push(part.rule.name.clone());
        }
        if names.len() > 1 {
            parts.insert(rule.name, names);
        }
    }
    for token in &mut tokens {
        visit_items(&mut token.rule.alternatives, &mut |item| name_parts(item, &parts));
    }
    tokens
}

fn alternatives_by_commands(
    rule: &SourceRule,
    commands: &[Vec<Command>],
) -> Vec<(Vec<Command>, Vec<SourceAlternative>)> {
    let mut groups: Vec<(Vec<Command>, Vec<SourceAlternative>)> = Vec::new();
    for (at, alternative) in rule.alternatives.iter().enumerate() {
        let mut own = commands.get(at).cloned().unwrap_or_default();
        own.retain(|command| !matches!(&command.kind, CommandKind::Type(name) if *name == rule.name));
        let is_same = |list: &[Command]| list.iter().map(|it| &it.kind).eq(own.iter().map(|it| &it.kind));
        match groups.iter_mut().find(|(known, _)| is_same(known)) {
            Some((_, alternatives)) => alternatives.push(alternative.clone()),
            None => groups.push((own, vec![alternative.clone()])),
        }
    }
    groups
}

fn token_of(mut rule: SourceRule, commands: Vec<Command>, problems: &mut Vec<Diagnostic<ImportProblem>>) -> LexerToken {
    let mut seen_as = None;
    let mut is_continued = false;
    for Command { kind, place } in commands {
        match kind {
            CommandKind::Skip => rule.role = RuleRole::Skip,
            CommandKind::More => is_continued = true,
            CommandKind::Type(name) => seen_as = Some(name),
            CommandKind::Channel(name) if name == "DEFAULT_TOKEN_CHANNEL" => {}
            CommandKind::Channel(name) => rule.role = RuleRole::Channel(name),
            CommandKind::Move(step) => rule.moves.push(step),
            CommandKind::Unknown(name) => {
                let problem = ImportProblem::LeftOut { construct: format!("the command `{name}`") };
                problems.push(Diagnostic::new(problem, place.span).in_file(place.file));
            }
        }
    }
    LexerToken { rule, seen_as, is_continued }
}

/// A lexer rule that uses another one means all alternatives of it, whatever their commands are.
fn name_parts(item: &mut SourceItem, parts: &HashMap<String, Vec<String>>) {
    if let SourceItemKind::Name(name) = &item.kind
        && let Some(names) = parts.get(name)
    {
        item.kind = any_of(names, &item.place);
    }
}

/// One of several rules.
fn any_of(names: &[String], place: &SourcePlace) -> SourceItemKind {
    SourceItemKind::Group(names.iter().map(|name| named(name, place)).collect())
}

/// An alternative that is a rule.
pub(super) fn named(name: &str, place: &SourcePlace) -> SourceAlternative {
    let item = SourceItem::new(SourceItemKind::Name(name.to_owned()), place.clone());
    SourceAlternative { items: vec![item], place: place.clone(), ..Default::default() }
}
