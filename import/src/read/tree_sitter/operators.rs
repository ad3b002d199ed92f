//! Puts operators into the rule of their operands, where grammarc's levels count.
//!
//! tree-sitter gives each kind of expression a rule of its own: `expression: choice(sum, product, …)` and
//! `sum: prec.left(1, seq(expression, '+', expression))`. Levels compare alternatives of one rule, so the alternatives of `sum` go into
//! `expression`, named `sum` there. The rule `sum` stays if another rule uses it.

use crate::source::{OperatorSide, SourceAlternative, SourceGrammar, SourceItem, SourceItemKind};
use crate::walk::visit_items;
use std::collections::{HashMap, HashSet};

/// Rules in rules that are looked through: `expression` → `_operation` → `sum`.
const MAX_LIFTS: usize = 8;

/// Lifts the operators of every rule that has some in the rules that it chooses from, and drops levels that are no operators.
pub(super) fn lift(grammar: &mut SourceGrammar) {
    let bodies: HashMap<String, Vec<SourceAlternative>> =
        grammar.rules.iter().map(|rule| (rule.name.clone(), rule.alternatives.clone())).collect();
    let mut lifted = HashSet::new();
    for rule in &mut grammar.rules {
        let mut path = vec![rule.name.clone()];
        let mut out = Vec::new();
        for alternative in rule.alternatives.drain(..) {
            expand(alternative, &rule.name, &bodies, &mut path, &mut lifted, &mut out);
        }
        rule.alternatives = out;
    }
    for rule in &mut grammar.rules {
        for alternative in &mut rule.alternatives {
            if !is_operator(alternative, &rule.name) {
                alternative.level = None;
            }
        }
        give_sides(&rule.name, &mut rule.alternatives);
    }
    remove_unused(grammar, &lifted);
}

/// Replaces a mention of a rule by the alternatives of that rule, if there are operators on `operand` in it.
fn expand(
    alternative: SourceAlternative,
    operand: &str,
    bodies: &HashMap<String, Vec<SourceAlternative>>,
    path: &mut Vec<String>,
    lifted: &mut HashSet<String>,
    out: &mut Vec<SourceAlternative>,
) {
    let mentioned = mention(&alternative).filter(|name| {
        path.len() <= MAX_LIFTS && !path.iter().any(|above| above == name) && has_operators(name, operand, bodies, path)
    });
    let Some(name) = mentioned.map(str::to_owned) else {
        out.push(alternative);
        return;
    };
    path.push(name.clone());
    for mut inner in bodies[&name].iter().cloned() {
        if mention(&inner).is_none() && !name.starts_with('_') {
            inner.label.get_or_insert_with(|| name.clone());
        }
        expand(inner, operand, bodies, path, lifted, out);
    }
    path.pop();
    lifted.insert(name);
}

/// The rule that an alternative is, if it is no more than that.
fn mention(alternative: &SourceAlternative) -> Option<&str> {
    match alternative.items.as_slice() {
        [item] => match &item.kind {
            SourceItemKind::Name(name) if item.label.is_none() => Some(name),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a rule, or a rule that it chooses from, has operators on `operand`.
fn has_operators(name: &str, operand: &str, bodies: &HashMap<String, Vec<SourceAlternative>>, path: &[String]) -> bool {
    let mut pending = vec![name];
    let mut seen: HashSet<&str> = path.iter().map(String::as_str).collect();
    while let Some(name) = pending.pop() {
        if !seen.insert(name) {
            continue;
        }
        for alternative in bodies.get(name).into_iter().flatten() {
            if alternative.level.is_some() && is_operator(alternative, operand) {
                return true;
            }
            pending.extend(mention(alternative));
        }
    }
    false
}

/// Whether an alternative begins or ends with a rule, and has more than it.
fn is_operator(alternative: &SourceAlternative, operand: &str) -> bool {
    let is_operand = |item: Option<&SourceItem>| {
        item.is_some_and(|item| matches!(&item.kind, SourceItemKind::Name(name) if name == operand))
    };
    alternative.items.len() > 1 && (is_operand(alternative.items.first()) || is_operand(alternative.items.last()))
}

/// Makes all operators of a level group to one side, as grammarc's levels do. The side of an operator with one operand counts for
/// nothing. Where binary operators of a level differ, those that group to the left get a level of their own, which binds tighter.
fn give_sides(operand: &str, alternatives: &mut [SourceAlternative]) {
    let is_operand = |item: &SourceItem| matches!(&item.kind, SourceItemKind::Name(name) if name == operand);
    let is_binary = |alternative: &SourceAlternative| {
        alternative.items.first().is_some_and(is_operand) && alternative.items.last().is_some_and(is_operand)
    };
    let mut sides: HashMap<i64, [bool; 2]> = HashMap::new();
    for alternative in alternatives.iter().filter(|alternative| is_binary(alternative)) {
        if let Some(level) = alternative.level {
            let seen = sides.entry(level.number).or_default();
            seen[usize::from(level.side == OperatorSide::Right)] = true;
        }
    }
    for alternative in alternatives {
        let is_binary = is_binary(alternative);
        let Some(level) = &mut alternative.level else {
            continue;
        };
        let [has_left, has_right] = sides.get(&level.number).copied().unwrap_or_default();
        let is_right = if is_binary { level.side == OperatorSide::Right } else { has_right };
        level.number = level.number.saturating_mul(2).saturating_add(i64::from(has_left && !is_right));
        level.side = if is_right { OperatorSide::Right } else { OperatorSide::Left };
    }
}

/// Removes lifted rules that no rule uses any more.
fn remove_unused(grammar: &mut SourceGrammar, lifted: &HashSet<String>) {
    loop {
        let mut used: HashSet<String> = grammar.starts.iter().chain(&grammar.skips).cloned().collect();
        used.extend(grammar.word.clone());
        for rule in &mut grammar.rules {
            let own = rule.name.clone();
            visit_items(&mut rule.alternatives, &mut |item| {
                if let SourceItemKind::Name(name) = &item.kind
                    && *name != own
                {
                    used.insert(name.clone());
                }
            });
        }
        let before = grammar.rules.len();
        grammar.rules.retain(|rule| used.contains(&rule.name) || !lifted.contains(&rule.name));
        if grammar.rules.len() == before {
            return;
        }
    }
}
