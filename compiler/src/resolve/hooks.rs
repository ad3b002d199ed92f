//! Hooks and annotations: their names, their places, their arguments.

use grammarc_dsl::ast::{Alternative, Argument, Hook, ModifierKind};
use grammarc_dsl::diagnostic::{Diagnostic, Place, Problem, closest};

use super::Program;
use super::annotations::{Associativity, precedence};
use crate::walk;

/// The arguments of a hook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Takes {
    Nothing,
    /// One name, then any of these words, then `at=` one of those.
    /// For example, `@def(vars, unique, at=end)`.
    Namespace(&'static [&'static str], &'static [&'static str]),
    /// One name or more.
    /// For example, `@scope(vars, types)`.
    Names,
    /// One name.
    /// For example, `@pre(check)`.
    Name,
    /// One number below 2³².
    /// For example, `@w(3)`.
    Number,
}

/// All hooks: name, notation, arguments.
const HOOKS: &[(&str, &str, Takes)] = &[
    (
        "def",
        "@def(namespace, at=here|end|scope|whole, unique, ci)",
        Takes::Namespace(&["unique", "ci"], &["here", "end", "scope", "whole"]),
    ),
    ("use", "@use(namespace, at=here|scope, ci)", Takes::Namespace(&["ci"], &["here", "scope"])),
    ("unique", "@unique(namespace, ci)", Takes::Namespace(&["ci"], &[])),
    ("free", "@free(namespace, ci)", Takes::Namespace(&["ci"], &[])),
    ("scope", "@scope(namespace, …)", Takes::Names),
    ("closed", "@closed(namespace, …)", Takes::Names),
    ("rest", "@rest(namespace, …)", Takes::Names),
    ("open", "@open(namespace, …)", Takes::Names),
    ("value", "@value(namespace)", Takes::Name),
    ("pre", "@pre(function)", Takes::Name),
    ("post", "@post(function)", Takes::Name),
    ("keep", "@keep", Takes::Nothing),
    ("w", "@w(number)", Takes::Number),
    ("left", "@left(level)", Takes::Number),
    ("right", "@right(level)", Takes::Number),
    ("none", "@none(level)", Takes::Number),
    ("as", "@as(Name)", Takes::Name),
];

const OPERATORS: [&str; 3] = ["left", "right", "none"];

/// Reports unknown and misplaced hooks, wrong arguments, and levels that group in two ways.
pub(super) fn check(program: &Program<'_>, found: &mut Vec<Diagnostic>) {
    for rule in 0..program.rules.len() {
        let alternatives = program.body(rule);
        let nested = walk::nested_alternatives(program.items(rule));
        let hooks = program.items(rule).iter().flat_map(|item| &item.hooks);
        let annotations = alternatives.iter().chain(nested).flat_map(|alternative| &alternative.annotations);
        for hook in hooks.chain(annotations) {
            found.extend(problem(hook).map(|problem| program.complain(rule, &hook.span, problem)));
        }
        misplaced(program, rule, found);
        mixed(program, rule, found);
    }
}

fn problem(hook: &Hook) -> Option<Problem> {
    let name = hook.name.text.clone();
    let Some(&(_, usage, takes)) = HOOKS.iter().find(|(known, ..)| *known == name) else {
        let suggestion = closest(&name, HOOKS.iter().map(|(known, ..)| *known)).map(str::to_owned);
        return Some(Problem::UnknownHook { name, suggestion });
    };
    (!fits(takes, &hook.arguments)).then_some(Problem::HookArgument { name, usage })
}

fn fits(takes: Takes, arguments: &[Argument]) -> bool {
    match (takes, arguments) {
        (Takes::Nothing, []) => true,
        (Takes::Name, [one]) => is_name(one),
        (Takes::Names, [_, ..]) => arguments.iter().all(is_name),
        (Takes::Number, [one]) => one.key.is_none() && one.value.text.parse::<u32>().is_ok(),
        (Takes::Namespace(words, places), [first, rest @ ..]) => {
            let is_place = |argument: &Argument| {
                let at = argument.key.as_ref().is_some_and(|key| key.text == "at");
                at && places.contains(&argument.value.text.as_str())
            };
            let is_word = |argument: &Argument| argument.key.is_none() && words.contains(&argument.value.text.as_str());
            let once = |argument: &Argument| rest.iter().filter(|other| same(argument, other)).count() == 1;
            is_name(first) && rest.iter().all(|argument| (is_word(argument) || is_place(argument)) && once(argument))
        }
        _ => false,
    }
}

fn is_name(argument: &Argument) -> bool {
    argument.key.is_none() && !argument.value.text.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether two arguments have the same key, or are the same word.
/// For example, `at=end` and `at=scope` have the same key.
fn same(one: &Argument, other: &Argument) -> bool {
    let key = |argument: &Argument| argument.key.as_ref().map(|key| key.text.clone());
    match (key(one), key(other)) {
        (None, None) => one.value.text == other.value.text,
        (one, other) => one == other,
    }
}

/// Operators and names are for alternatives of rules: tokens and look-aheads do not tell alternatives apart.
fn misplaced(program: &Program<'_>, rule: usize, found: &mut Vec<Diagnostic>) {
    let alternatives = program.body(rule);
    let is_operator = |hook: &Hook| OPERATORS.contains(&hook.name.text.as_str());
    let mut report = |hook: &Hook, allowed| {
        let problem = Problem::MisplacedHook { name: hook.name.text.clone(), allowed };
        found.push(program.complain(rule, &hook.span, problem));
    };
    for item in program.items(rule).iter().filter(|item| item.look.is_some()) {
        item.hooks.iter().for_each(|hook| report(hook, "after an item that is not a look-ahead"));
    }
    for hook in walk::nested_alternatives(program.items(rule)).flat_map(|alternative| &alternative.annotations) {
        if is_operator(hook) || hook.name.text == "as" {
            report(hook, "after an alternative of a rule, not of a group");
        }
    }
    for alternative in alternatives {
        for (place, hook) in alternative.annotations.iter().enumerate() {
            let earlier = &alternative.annotations[..place];
            if program.has(rule, ModifierKind::Token) {
                report(hook, "after an alternative of a rule that is not a `%token`");
            } else if is_operator(hook) && program.is_inline(rule) {
                report(hook, "after an alternative of a rule that is not `%inline`");
            } else if earlier.iter().any(|other| other.name.text == hook.name.text)
                || (is_operator(hook) && earlier.iter().any(is_operator))
            {
                report(hook, "once per alternative");
            }
        }
    }
}

/// One level, one side.
/// For example, `@left(1)` on one alternative and `@right(1)` on another one are reported.
fn mixed(program: &Program<'_>, rule: usize, found: &mut Vec<Diagnostic>) {
    let mut levels: Vec<(u32, Associativity, &Hook)> = Vec::new();
    for alternative in program.body(rule) {
        let (Some((level, side)), Some(hook)) = (precedence(alternative), operator(alternative)) else { continue };
        match levels.iter().find(|(known, ..)| *known == level) {
            Some(&(_, known, first)) if known != side => {
                let first = Place { file: program.rules[rule].file, span: first.span.clone() };
                found.push(program.complain(rule, &hook.span, Problem::MixedAssociativity { level, first }));
            }
            Some(_) => {}
            None => levels.push((level, side, hook)),
        }
    }
}

fn operator(alternative: &Alternative) -> Option<&Hook> {
    alternative.annotations.iter().find(|hook| OPERATORS.contains(&hook.name.text.as_str()))
}
