//! Statements that move a pen, and blocks of them.

use super::super::layout::words::mentions;
use super::arm::{Step, written};

/// So many named rules deeper.
pub(super) fn nested(deeper: u32) -> String {
    if deeper > 0 { format!("depth + {deeper}") } else { "depth".to_owned() }
}

/// Writes statements of which the last has the value.
pub(super) fn valued(statements: &[String]) -> String {
    let Some((last, before)) = statements.split_last() else { return "p".to_owned() };
    let last = last.trim_end().trim_end_matches(';');
    before.concat() + last.strip_prefix("p = ").unwrap_or(last)
}

/// Writes statements of which the last returns its value.
pub(super) fn returned(statements: &[String]) -> String {
    let Some((last, before)) = statements.split_last() else { return "return p;".to_owned() };
    before.concat() + "return " + last.strip_prefix("p = ").unwrap_or(last)
}

/// Writes what draws a text as one block with a value.
pub(super) fn value(body: &str) -> String {
    let body = body.trim_end();
    let last = body.lines().last().unwrap_or_default();
    match last.strip_suffix(';').filter(|last| !last.contains(['{', '}', ';'])) {
        Some(step) => {
            body.strip_suffix(last).unwrap_or_default().to_owned() + step.strip_prefix("p = ").unwrap_or(step)
        }
        None => format!("{body}\np"),
    }
}

/// The pen as a parameter of what has these statements: whether it is moved before its value is returned.
pub(super) fn pen(statements: &[String]) -> &'static str {
    let Some((last, before)) = statements.split_last() else { return "p" };
    let is_moved = before.iter().any(|step| !step.starts_with("p.count(")) || !last.starts_with("p = ");
    if is_moved { "mut p" } else { "p" }
}

/// Writes statements as what can be called with a pen. It holds the depth itself, so that no place in memory is needed for it.
pub(super) fn closure(statements: &[String]) -> String {
    let holds = if statements.iter().any(|step| mentions(step, "depth")) { "move " } else { "" };
    match statements {
        [] => "|_, p| p".to_owned(),
        [_] => {
            let value = valued(statements);
            match value.strip_suffix("(f, p)").filter(|name| !name.contains(['(', '.'])) {
                Some(name) => name.to_owned(),
                None => format!("{holds}|f, {}| {value}", pen(statements)),
            }
        }
        _ => format!("{holds}|f, {}| {{ {} }}", pen(statements), valued(statements)),
    }
}

/// What a rule does where only the cheapest is taken, which counts for so many choices.
pub(super) fn stopped(symbol: &str, choices: u32, steps: &[Step]) -> String {
    // To ask whether it is bound counts the first.
    let counted = (choices > 1).then(|| format!("p.count(f, {});\n", choices - 1));
    let statements: Vec<String> = counted.into_iter().chain(steps.iter().map(written)).collect();
    let end = match steps {
        [] if choices <= 1 => format!("p.stop(f, {symbol}, depth)"),
        [] => format!("p.end(f, {symbol}, depth, |f, p| {{ {} p }})", statements.concat()),
        _ => format!("p.end(f, {symbol}, depth, {})", closure(&statements)),
    };
    format!("if p.is_bound(f, depth) {{ return {end}; }}\n")
}

/// Writes a choice between blocks by the number that an expression gives, the last one for all others.
pub(super) fn branch(number: &str, blocks: &[String]) -> String {
    let last = blocks.len() - 1;
    match blocks {
        [first, second] if second.is_empty() => format!("if {number} == 0 {{ {first} }}\n"),
        [first, second] if first.is_empty() => format!("if {number} != 0 {{ {second} }}\n"),
        [first, second] => format!("if {number} == 0 {{ {first} }} else {{ {second} }}\n"),
        _ => {
            let arms = blocks.iter().enumerate().map(|(i, block)| {
                let pattern = if i == last { "_".to_owned() } else { i.to_string() };
                format!("{pattern} => {}", arm_of(&value(block)))
            });
            format!("p = match {number} {{ {} }};\n", arms.collect::<String>())
        }
    }
}

/// Writes what an arm does.
pub(super) fn arm_of(block: &str) -> String {
    let whole = block.trim();
    let step = whole.trim_end_matches(';');
    let begins_block = ["if ", "match ", "while ", "for ", "loop ", "let "].iter().any(|word| step.starts_with(word));
    let is_step = !begins_block && !step.contains(['\n', ';', '{', '}']) && !step.is_empty();
    if is_step { format!("{step},\n") } else { format!("{{ {whole} }}\n") }
}
