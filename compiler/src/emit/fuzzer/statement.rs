//! Statements that move a pen, and blocks of them. A [`Statement`] is one statement, whatever it looks like: code that wants an
//! expression asks the last of a list for its value.

use super::super::bare::bare;
use super::super::layout::words::mentions;

/// One statement of code that holds a pen `p` and the fuzzer `f`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Statement {
    /// `p.count(f, 2)`: counts choices, by an expression for how many, and leaves the pen where it is.
    Count(String),
    /// `p.write(f, b"a")`: a call that moves the pen and returns it as well.
    Move(String),
    /// `write_number`: a function of the fuzzer and the pen, which returns the pen.
    Call(String),
    /// `write_expr(f, p, depth + 1)`: any other expression that takes the pen and returns it.
    Put(String),
    /// `p.perhaps(f, |f, mut p| p.write(f, b"a"))`: draws whether these statements move the pen.
    Perhaps(Vec<Self>),
    /// `match p.pick(3) { … }`: one of several lists of statements, by a number that the pen draws.
    Pick(Vec<Vec<Self>>),
    /// `while p.again(f) { … }`: draws from the pen, and has no value.
    Loop(String),
}

impl Statement {
    /// Writes the statement as an expression whose value is the pen after it; none for a statement without a value.
    fn value(&self) -> Option<String> {
        match self {
            Self::Move(call) | Self::Put(call) => Some(call.clone()),
            Self::Call(function) => Some(format!("{function}(f, p)")),
            Self::Perhaps(statements) => Some(format!("p.perhaps(f, {})", closure(statements))),
            // Of two, an empty one needs no branch as a statement, but would need one as an expression.
            Self::Pick(blocks) if blocks.len() > 2 => Some(picked(blocks)),
            Self::Count(_) | Self::Pick(_) | Self::Loop(_) => None,
        }
    }

    /// Writes the statement, with a semicolon if it needs one.
    pub(super) fn code(&self) -> String {
        match self {
            Self::Count(choices) => format!("p.count(f, {choices});\n"),
            Self::Loop(code) => code.clone(),
            Self::Pick(blocks) => match blocks.as_slice() {
                [first, second] => either(first, second),
                _ => format!("p = {};\n", picked(blocks)),
            },
            Self::Move(call) => format!("{call};\n"),
            Self::Perhaps(statements) => format!("p.perhaps(f, {});\n", closure(statements)),
            Self::Call(function) => format!("p = {function}(f, p);\n"),
            Self::Put(call) => format!("p = {call};\n"),
        }
    }

    /// Whether it needs a pen that can be moved: as the last statement its value is returned, and nothing put into the pen.
    fn is_moving(&self, is_last: bool) -> bool {
        match self {
            Self::Count(_) => false,
            Self::Call(_) | Self::Put(_) => !is_last,
            Self::Move(_) | Self::Perhaps(_) | Self::Pick(_) | Self::Loop(_) => true,
        }
    }
}

/// Whether statements are one call at most, which needs no function of its own.
pub(super) fn is_call(statements: &[Statement]) -> bool {
    match statements {
        [] => true,
        [Statement::Perhaps(perhaps)] => perhaps.len() <= 1,
        [only] => !matches!(only, Statement::Pick(_) | Statement::Loop(_)),
        _ => false,
    }
}

/// Writes a choice between two lists of statements.
fn either(first: &[Statement], second: &[Statement]) -> String {
    match (first, second) {
        ([], []) => "p.pick(2);\n".to_owned(),
        (_, []) => format!("if p.pick(2) == 0 {{ {} }}\n", code(first)),
        ([], _) => format!("if p.pick(2) != 0 {{ {} }}\n", code(second)),
        _ => format!("if p.pick(2) == 0 {{ {} }} else {{ {} }}\n", code(first), code(second)),
    }
}

/// Writes a choice between lists of statements as an expression, the last one for all numbers that are left.
fn picked(blocks: &[Vec<Statement>]) -> String {
    let last = blocks.len() - 1;
    let arms = blocks.iter().enumerate().map(|(i, block)| {
        let pattern = if i == last { "_".to_owned() } else { i.to_string() };
        format!("{pattern} => {},\n", expression(block))
    });
    format!("match p.pick({}) {{ {} }}", blocks.len(), arms.collect::<String>())
}

/// Writes the depth `deeper` named rules below: `depth + 2`.
pub(super) fn nested(deeper: u32) -> String {
    if deeper > 0 { format!("depth + {deeper}") } else { "depth".to_owned() }
}

/// Writes statements one after another.
pub(super) fn code(statements: &[Statement]) -> String {
    statements.iter().map(Statement::code).collect()
}

/// Splits statements into those before their value, as code, and the expression that is their value: the pen after them.
pub(super) fn split(statements: &[Statement]) -> (String, String) {
    let value = statements.split_last().and_then(|(last, before)| Some((code(before), last.value()?)));
    value.unwrap_or_else(|| (code(statements), "p".to_owned()))
}

/// Writes statements as the body of a function: its value is the pen after them.
pub(super) fn valued(statements: &[Statement]) -> String {
    let (before, value) = split(statements);
    before + &value
}

/// Writes statements as one expression: a block, unless they are one already.
pub(super) fn expression(statements: &[Statement]) -> String {
    let (before, value) = split(statements);
    if before.is_empty() { value } else { format!("{{ {before} {value} }}") }
}

/// Returns the pen as a parameter: `mut p` if the statements move it before its value is returned.
pub(super) fn pen(statements: &[Statement]) -> &'static str {
    let Some((last, before)) = statements.split_last() else { return "p" };
    let is_moved = before.iter().any(|statement| statement.is_moving(false)) || last.is_moving(true);
    if is_moved { "mut p" } else { "p" }
}

/// Writes statements as a closure over fuzzer and pen. It captures the depth by value, so that depth can stay in a register.
pub(super) fn closure(statements: &[Statement]) -> String {
    match statements {
        [] => "|_, p| p".to_owned(),
        [Statement::Call(function)] => function.clone(),
        _ => {
            let body = expression(statements);
            let holds = if mentions(&bare(&body), "depth") { "move " } else { "" };
            format!("{holds}|f, {}| {body}", pen(statements))
        }
    }
}
