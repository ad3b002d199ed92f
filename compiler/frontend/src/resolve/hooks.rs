//! Hooks and annotations: their names, their places, their arguments.

use grammarc_dsl::ast::{Alternative, Hook, ModifierKind};
use grammarc_dsl::diagnostic::{Diagnostic, Place, Problem, closest};

use super::Program;
use super::annotations::{Associativity, precedence};
use crate::walk;
use notation::{HOOKS, fits};

pub(crate) mod notation;

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
