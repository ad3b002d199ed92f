//! Which rules are regular, and errors for those that must be.

use grammarc_dsl::ast::{Alternative, ExpressionKind, Item, ModifierKind, Primary, PrimaryKind, RepetitionKind};
use grammarc_dsl::diagnostic::{Diagnostic, Problem};

use super::{Program, meanings};
use crate::walk;
use grammarc_runtime::components::components;
use grammarc_runtime::grammar::HookMeaning;

/// Which rules are regular expressions.
#[derive(Debug)]
pub struct Regularity {
    /// For each rule the construct that keeps it from being regular, as a noun: "a label". None if it is regular.
    pub culprits: Vec<Option<String>>,
    /// All rules, each after those that it refers to, unless it is recursive.
    pub order: Vec<usize>,
}

/// Finds the regular rules: they do not refer to themselves, nor to a rule that is not regular.
/// For example, `<number> ::= [0-9]+` is regular, and `<list> ::= "[" <list>* "]"` is not.
pub fn regularity(program: &Program<'_>) -> Regularity {
    let edges: Vec<Vec<usize>> = (0..program.rules.len()).map(|rule| parts(program, rule)).collect();
    let component = components(&edges);
    let mut sizes = vec![0_u32; edges.len()];
    component.iter().for_each(|&c| sizes[c] += 1);
    let mut order: Vec<usize> = (0..edges.len()).collect();
    order.sort_by_key(|&rule| component[rule]);
    let mut culprits: Vec<Option<String>> = vec![None; edges.len()];
    for &rule in &order {
        let recursive = sizes[component[rule]] > 1 || edges[rule].contains(&rule);
        culprits[rule] = if recursive {
            Some(format!("`<{}>`", program.rules[rule].name))
        } else {
            let own = own_culprit(program.body(rule));
            own.or_else(|| edges[rule].iter().find_map(|&part| culprits[part].clone()))
        };
    }
    Regularity { culprits, order }
}

/// Returns the rules that a rule depends on: those it mentions, and the rule that it skips.
fn parts(program: &Program<'_>, rule: usize) -> Vec<usize> {
    program.parts(rule).iter().copied().chain(program.skip(rule)).collect()
}

/// Returns the construct of the rule itself that is not regular: it depends on a label, or on a text elsewhere.
fn own_culprit(alternatives: &[Alternative]) -> Option<String> {
    walk::items(alternatives).into_iter().find_map(|item| {
        let text = walk::primaries(item).any(|primary| matches!(primary.kind, PrimaryKind::Text { .. }));
        if let Some((layout, _)) = walk::layouts(&[item]).next() {
            return Some(format!("`{}`", layout.word()));
        }
        if walk::primaries(item).any(|primary| primary.kind == PrimaryKind::AnyToken) {
            return Some("`token`".to_owned());
        }
        match (text, item.derive.is_some(), has_constant_count(item)) {
            (true, _, _) => Some("`text(…)`".to_owned()),
            (_, true, _) => Some("`:=`".to_owned()),
            (_, _, false) => Some("a count by label".to_owned()),
            _ => None,
        }
    })
}

/// Returns whether the item is repeated a number of times that the grammar fixes, or not by number at all.
/// For example, `<x>{3}` and `<x>*` are, but `<x>{n}` is not.
pub fn has_constant_count(item: &Item) -> bool {
    use RepetitionKind::{AtLeast, Between, Exactly};
    match item.repetition.as_ref().map(|repetition| &repetition.kind) {
        Some(Exactly(one) | AtLeast(one)) => constant(one).is_some(),
        Some(Between(low, high)) => constant(low).is_some() && constant(high).is_some(),
        _ => true,
    }
}

/// Returns the value of an expression without labels; none where it has labels, overflows or divides by zero.
/// For example, `2*3+1` is 7, and `n+1` has no constant value.
pub fn constant(expression: &grammarc_dsl::ast::Expression) -> Option<u64> {
    use grammarc_dsl::ast::Operator;
    match &expression.kind {
        ExpressionKind::Integer(value) => Some(*value),
        ExpressionKind::Label(_) | ExpressionKind::Call { .. } => None,
        ExpressionKind::Binary { left, operator, right } => {
            let (left, right) = (constant(left)?, constant(right)?);
            match operator {
                Operator::Add => left.checked_add(right),
                Operator::Subtract => left.checked_sub(right),
                Operator::Multiply => left.checked_mul(right),
                Operator::Divide => left.checked_div(right),
            }
        }
    }
}

/// Reports operands, tokens, words and items of names that are not regular.
pub(super) fn check(program: &Program<'_>, found: &mut Vec<Diagnostic>) {
    let regularity = regularity(program);
    for rule in 0..program.rules.len() {
        for item in program.items(rule) {
            found.extend(in_item(program, rule, item, &regularity));
        }
        if program.has(rule, ModifierKind::Token) {
            found.extend(in_token(program, rule, &regularity, "a `%token`"));
        }
    }
    let mut words: Vec<usize> = program.files.iter().filter_map(|options| options.word).collect();
    words.dedup();
    let words = words.into_iter().filter(|&word| !program.has(word, ModifierKind::Token));
    found.extend(words.filter_map(|word| in_token(program, word, &regularity, "the rule of `%word`")));
}

fn in_item(program: &Program<'_>, rule: usize, item: &Item, regularity: &Regularity) -> Vec<Diagnostic> {
    let look = item.look.map(|look| match look {
        grammarc_dsl::ast::Look::Ahead => '&',
        grammarc_dsl::ast::Look::NotAhead => '!',
    });
    let looked = look.map(|operator| (operator, &item.primary));
    let except = item.except.as_ref().map(|primary| ('-', primary));
    let wrong = |(operator, primary): (char, &Primary)| {
        let culprit = in_primary(program, program.rules[rule].file, primary, regularity)?;
        Some(program.complain(rule, &primary.span, Problem::NotRegularOperand { operator, culprit }))
    };
    let counted = look.filter(|_| !has_constant_count(item)).map(|operator| {
        let problem = Problem::NotRegularOperand { operator, culprit: "a count by label".to_owned() };
        program.complain(rule, &item.span, problem)
    });
    let is_named = |meaning: HookMeaning| meaning.demands.is_some() || meaning.defines.is_some();
    let named = item.hooks.iter().filter(|hook| meanings(hook).any(is_named));
    let named = named.filter_map(|hook| {
        let culprit = in_primary(program, program.rules[rule].file, &item.primary, regularity)?;
        let what = format!("the item of `@{}`", hook.name.text);
        Some(program.complain(rule, &hook.span, Problem::NotRegular { what, culprit }))
    });
    looked.into_iter().chain(except).filter_map(wrong).chain(counted).chain(named).collect()
}

/// Returns the construct of an operand that is not regular. `text(l)` may stand in it.
fn in_primary(program: &Program<'_>, file: usize, primary: &Primary, regularity: &Regularity) -> Option<String> {
    match &primary.kind {
        PrimaryKind::Literal(_) | PrimaryKind::Class(_) | PrimaryKind::Any | PrimaryKind::Text { .. } => None,
        PrimaryKind::Layout(layout, _) => Some(format!("`{}`", layout.word())),
        PrimaryKind::AnyToken => Some("`token`".to_owned()),
        PrimaryKind::Rule(name) => regularity.culprits[program.lookup(file, &name.text)?].clone(),
        PrimaryKind::Group(alternatives) => {
            let items = alternatives.iter().flat_map(|alternative| &alternative.items);
            items.into_iter().find_map(|item| {
                let own = match (&item.label, item.hooks.first(), has_constant_count(item), &item.derive) {
                    (Some(_), _, _, _) => Some("a label".to_owned()),
                    (_, Some(hook), _, _) => Some(format!("`@{}`", hook.name.text)),
                    (_, _, false, _) => Some("a count by label".to_owned()),
                    (_, _, _, Some(_)) => Some("`:=`".to_owned()),
                    _ => None,
                };
                let mut primaries = walk::primaries(item);
                own.or_else(|| primaries.find_map(|primary| in_primary(program, file, primary, regularity)))
            })
        }
    }
}

/// A token is regular, and there is nothing in it for labels and hooks to stand on.
fn in_token(program: &Program<'_>, rule: usize, regularity: &Regularity, what: &str) -> Option<Diagnostic> {
    let marked = program.items(rule).iter().find_map(|item| match (&item.label, item.hooks.first()) {
        (Some(label), _) => Some((format!("the label `{}`", label.text), &label.span)),
        (_, Some(hook)) => Some((format!("`@{}`", hook.name.text), &hook.span)),
        _ => None,
    });
    let name = &program.rules[rule].rule.name;
    let whole = || regularity.culprits[rule].clone().map(|culprit| (culprit, &name.span));
    let (culprit, span) = marked.or_else(whole)?;
    Some(program.complain(rule, span, Problem::NotRegular { what: what.to_owned(), culprit }))
}
