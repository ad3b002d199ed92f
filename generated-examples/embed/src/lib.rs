#![doc = include_str!("../README.md")]

use calc::grammar::symbols::{EXPR, NUMBER};
use grammarc_runtime::parse::ParseError;
use grammarc_runtime::tree::{NodeId, Tree};

grammarc_runtime::include_grammar!(
    /// What people type into a calculator.
    pub calc
);

/// Returns what an expression is worth; none if it divides by zero or a number does not fit.
///
/// # Errors
/// If the text is no expression.
pub fn value(text: &str) -> Result<Option<i64>, ParseError> {
    let tree = calc::parse(text.as_bytes())?;
    Ok(fold(&tree, |id, parts: &[Option<i64>]| match (operator(&tree, id), parts) {
        ("Add", &[a, b]) => a?.checked_add(b?),
        ("Subtract", &[a, b]) => a?.checked_sub(b?),
        ("Multiply", &[a, b]) => a?.checked_mul(b?),
        ("Divide", &[a, b]) => a?.checked_div(b?),
        ("Negate", &[a]) => a?.checked_neg(),
        ("Group", &[a]) => a,
        _ => number(&tree, id, text).parse().ok(),
    }))
}

/// Writes an expression without blanks and needless brackets. It is worth the same.
///
/// # Errors
/// If the text is no expression.
pub fn tidy(text: &str) -> Result<String, ParseError> {
    let tree = calc::parse(text.as_bytes())?;
    let (tidied, _) = fold(&tree, |id, parts: &[(String, u8)]| {
        // The bug: on the right, what binds as tightly as the operator needs its brackets too (`level + 1`).
        let within = |part: &(String, u8), level| if part.1 < level { format!("({})", part.0) } else { part.0.clone() };
        let both = |sign, level| (format!("{}{sign}{}", within(&parts[0], level), within(&parts[1], level)), level);
        match operator(&tree, id) {
            "Add" => both('+', 1),
            "Subtract" => both('-', 1),
            "Multiply" => both('*', 2),
            "Divide" => both('/', 2),
            "Negate" => (format!("-{}", within(&parts[0], 3)), 3),
            "Group" => parts[0].clone(),
            _ => (number(&tree, id, text).to_owned(), 4),
        }
    });
    Ok(tidied)
}

/// Computes something of every expression from what was computed of those in it, and returns that of the whole. It does not
/// recurse: people type few brackets, fuzzers many.
fn fold<T>(tree: &Tree, mut compute: impl FnMut(NodeId, &[T]) -> T) -> T {
    // Backwards through the preorder, children come before their parents, the last one first.
    let mut done: Vec<T> = Vec::new();
    for id in tree.subtree(tree.root()).rev().filter(|&id| tree.node(id).symbol == EXPR) {
        let parts = tree.children(id).filter(|&child| tree.node(child).symbol == EXPR).count();
        let mut parts = done.split_off(done.len() - parts);
        parts.reverse();
        done.push(compute(id, &parts));
    }
    done.remove(0)
}

/// Returns the name after `@as` of the alternative that a node was parsed by; empty where there is none.
fn operator(tree: &Tree, id: NodeId) -> &'static str {
    let production = tree.node(id).production.map(|id| &calc::FORMAT.grammar.productions[id.0 as usize]);
    production.and_then(|production| production.name.as_deref()).unwrap_or_default()
}

/// Returns the text of the number that an expression consists of.
fn number<'a>(tree: &Tree, id: NodeId, text: &'a str) -> &'a str {
    let number = tree.children(id).find(|&child| tree.node(child).symbol == NUMBER);
    number.map_or("", |number| &text[tree.node(number).span])
}
