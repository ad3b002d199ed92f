#![doc = include_str!("../README.md")]

use calc::Expr;
use grammarc_runtime::parse::ParseError;
use grammarc_runtime::syntax::Parts;

grammarc_runtime::include_grammar!(
    /// What people type into a calculator.
    pub calc
);

/// Returns what an expression is worth; none if it divides by zero or a number does not fit.
///
/// # Errors
/// If the text is no expression.
pub fn value(text: &str) -> Result<Option<i64>, ParseError> {
    let parsed = Expr::parse(text.as_bytes())?;
    Ok(parsed.fold(|expr, parts: Parts<'_, Option<i64>>| match expr {
        Expr::Add(it) => parts[it.left()]?.checked_add(parts[it.right()]?),
        Expr::Subtract(it) => parts[it.left()]?.checked_sub(parts[it.right()]?),
        Expr::Multiply(it) => parts[it.left()]?.checked_mul(parts[it.right()]?),
        Expr::Divide(it) => parts[it.left()]?.checked_div(parts[it.right()]?),
        Expr::Negate(it) => parts[it.expr()]?.checked_neg(),
        Expr::Group(it) => parts[it.expr()],
        Expr::Number(number) => number.text().parse().ok(),
    }))
}

/// An expression without needless brackets, and how tightly the operator binds that it consists of.
struct Tidy {
    text: String,
    level: u8,
}

impl Tidy {
    fn new(text: String, level: u8) -> Self {
        Self { text, level }
    }

    /// Returns the text as an operand of an operator that binds as tightly as `level`.
    fn within(&self, level: u8) -> String {
        if self.level < level { format!("({})", self.text) } else { self.text.clone() }
    }
}

/// Writes an expression without blanks and needless brackets. It is worth the same.
///
/// # Errors
/// If the text is no expression.
pub fn tidy(text: &str) -> Result<String, ParseError> {
    let parsed = Expr::parse(text.as_bytes())?;
    let tidied = parsed.fold(|expr, parts: Parts<'_, Tidy>| {
        // The bug: on the right, what binds as tightly as the operator needs its brackets too (`level + 1`).
        let both = |left, sign, right, level| {
            Tidy::new(format!("{}{sign}{}", parts[left].within(level), parts[right].within(level)), level)
        };
        match expr {
            Expr::Add(it) => both(it.left(), '+', it.right(), 1),
            Expr::Subtract(it) => both(it.left(), '-', it.right(), 1),
            Expr::Multiply(it) => both(it.left(), '*', it.right(), 2),
            Expr::Divide(it) => both(it.left(), '/', it.right(), 2),
            Expr::Negate(it) => Tidy::new(format!("-{}", parts[it.expr()].within(3)), 3),
            Expr::Group(it) => Tidy::new(parts[it.expr()].text.clone(), parts[it.expr()].level),
            Expr::Number(number) => Tidy::new(number.text().to_owned(), 4),
        }
    });
    Ok(tidied.text)
}
