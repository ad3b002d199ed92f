//! Reads formulas by the shunting-yard algorithm: operators wait on a stack while later ones bind closer (E. W. Dijkstra, *Algol 60
//! Translation*, 1961).

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use super::Formula;

/// A text that is no formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadFormula {
    /// How much of the text is fine, in characters.
    pub place: usize,
    /// The words that may follow there.
    pub expected: &'static str,
}

impl Display for BadFormula {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "expected {} at character {} of the formula", self.expected, self.place + 1)
    }
}

impl std::error::Error for BadFormula {}

/// A word of a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Word {
    Name(String),
    And,
    Or,
    Not,
    Open,
    Close,
}

/// An operator or bracket that waits for the formula after it. Later variants bind closer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Operator {
    Open,
    Or,
    And,
    Not,
}

const OPERAND: &str = "a pattern file, `not` or `(`";
const OPERATOR: &str = "`and`, `or`, `)` or the end";

impl FromStr for Formula {
    type Err = BadFormula;

    fn from_str(text: &str) -> Result<Self, BadFormula> {
        let mut reader = Reader { done: Vec::new(), waiting: Vec::new() };
        let mut wants_operand = true;
        for (place, word) in words(text)? {
            let bad = |expected| BadFormula { place, expected };
            match (word, wants_operand) {
                (Word::Name(name), true) => {
                    reader.done.push(Self::of(name));
                    wants_operand = false;
                }
                (Word::Not, true) => reader.waiting.push(Operator::Not),
                (Word::Open, true) => reader.waiting.push(Operator::Open),
                (Word::And, false) => {
                    reader.join(Operator::And);
                    wants_operand = true;
                }
                (Word::Or, false) => {
                    reader.join(Operator::Or);
                    wants_operand = true;
                }
                (Word::Close, false) => reader.close().ok_or_else(|| bad("`and`, `or` or the end"))?,
                (_, true) => return Err(bad(OPERAND)),
                (_, false) => return Err(bad(OPERATOR)),
            }
        }
        let end = text.chars().count();
        if wants_operand {
            return Err(BadFormula { place: end, expected: OPERAND });
        }
        reader.apply(Operator::Or);
        match (reader.waiting.is_empty(), reader.done.pop()) {
            (true, Some(formula)) => Ok(formula),
            _ => Err(BadFormula { place: end, expected: "`)`" }),
        }
    }
}

/// Formulas that were read, and the operators that wait for them.
struct Reader {
    done: Vec<Formula>,
    waiting: Vec<Operator>,
}

impl Reader {
    /// Applies all waiting operators that bind at least as close as `least`.
    fn apply(&mut self, least: Operator) {
        while let Some(operator) = self.waiting.pop_if(|waiting| *waiting >= least) {
            let Some(last) = self.done.pop() else { return };
            let formula = match (operator, self.done.pop()) {
                (Operator::And, Some(before)) => before & last,
                (Operator::Or, Some(before)) => before | last,
                (_, before) => {
                    self.done.extend(before);
                    !last
                }
            };
            self.done.push(formula);
        }
    }

    /// Lets an operator wait for its right operand.
    fn join(&mut self, operator: Operator) {
        self.apply(operator);
        self.waiting.push(operator);
    }

    /// Closes a bracket; none if no bracket is open.
    fn close(&mut self) -> Option<()> {
        self.apply(Operator::Or);
        self.waiting.pop().map(|_| ())
    }
}

/// Returns the words of a text, each with the number of characters before it. For example, `a and(b)` has `a` at 0, `and` at 2, `(` at 5,
/// `b` at 6 and `)` at 7.
fn words(text: &str) -> Result<Vec<(usize, Word)>, BadFormula> {
    let chars: Vec<char> = text.chars().collect();
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        let start = at;
        let word = match c {
            c if c.is_whitespace() => {
                at += 1;
                continue;
            }
            '(' => Word::Open,
            ')' => Word::Close,
            '"' | '\'' => {
                let length = chars[at + 1..].iter().position(|&other| other == c);
                let length = length.ok_or(BadFormula { place: chars.len(), expected: "the end of the quoted name" })?;
                at += length + 1;
                Word::Name(chars[start + 1..at].iter().collect())
            }
            _ => {
                let length = chars[at..].iter().take_while(|&&c| is_plain(c)).count();
                at += length - 1;
                named(chars[start..=at].iter().collect())
            }
        };
        words.push((start, word));
        at += 1;
    }
    Ok(words)
}

/// Returns whether a character can be in a name without quotes.
fn is_plain(c: char) -> bool {
    !c.is_whitespace() && !"()\"'".contains(c)
}

fn named(word: String) -> Word {
    match &*word {
        "and" => Word::And,
        "or" => Word::Or,
        "not" => Word::Not,
        _ => Word::Name(word),
    }
}

/// Returns a name as it is written in a formula. For example, `b c.pattern` is written in quotes, and so is a pattern named `not`.
pub(super) fn quoted(name: &str) -> String {
    let is_word = !name.is_empty() && name.chars().all(is_plain) && matches!(named(name.to_owned()), Word::Name(_));
    match is_word {
        true => name.to_owned(),
        false if name.contains('"') => format!("'{name}'"),
        false => format!("\"{name}\""),
    }
}
