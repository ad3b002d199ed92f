//! Patterns joined by `and`, `or` and `not`: a condition on the patterns that match a text.
//!
//! R. Gopinath, H. Nemati, A. Zeller, *Input Algebras*, ICSE 2021. Negation is pushed inward at once, by De Morgan's laws, so that only
//! single patterns are negated. (The paper's rule for the negation of a conjunction is wrong.) A formula is a list of terms, each after its
//! parts, so nothing recurses however deep it nests.

mod read;

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};
use std::ops::{BitAnd, BitOr, Not};

pub use read::BadFormula;

/// A formula over patterns, which it knows by name.
///
/// It is read from a text such as `crash.pattern and not (a.pattern or "b c.pattern")`; `not` binds closest, then `and`. Displayed, it
/// has `not` only before names.
///
/// ```
/// use grammarc_runtime::generalize::Formula;
///
/// let formula: Formula = "not (a and b)".parse().unwrap();
/// assert_eq!(formula, "not a or not b".parse().unwrap());
/// assert_eq!(formula.names(), ["a", "b"]);
/// assert!(formula.holds(|name| name == 1));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formula {
    /// Names of the patterns, each once, in the order of their first uses.
    names: Vec<String>,
    /// Each after its parts, so the last one is the whole.
    terms: Vec<Term>,
}

/// A node of a formula. Its parts are other terms, by their places in the list. For example, `a and not b` is `One(0, Is)`,
/// `One(1, IsNot)`, `All(0, 1)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Term {
    /// A condition on one pattern, by its number.
    One(usize, Sign),
    /// Both terms hold.
    All(usize, usize),
    /// At least one of the two terms holds.
    Any(usize, usize),
}

/// Whether a text is an instance of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sign {
    /// It is.
    Is,
    /// It is not.
    IsNot,
}

/// Conditions on patterns, by their numbers; all must hold. `a and not b` is `{(0, Is), (1, IsNot)}`.
pub(super) type Clause = BTreeSet<(usize, Sign)>;

/// Most clauses kept for one formula: `(a or b) and (c or d)` has 4, and n such brackets have 2ⁿ.
const MAX_CLAUSES: usize = 64;

/// Joins two clauses; none if they contradict each other, as `a` and `not a` do.
fn both(one: &Clause, other: &Clause) -> Option<Clause> {
    let all: Clause = one.union(other).copied().collect();
    let is_contradiction = all.iter().any(|&(name, sign)| sign == Sign::Is && all.contains(&(name, Sign::IsNot)));
    (!is_contradiction).then_some(all)
}

impl Formula {
    /// Returns the formula that holds for the instances of one pattern.
    pub fn of(name: impl Into<String>) -> Self {
        Self { names: vec![name.into()], terms: vec![Term::One(0, Sign::Is)] }
    }

    /// Returns the names of the patterns, each once.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Gives the patterns other names, which differ: one for each of [`Self::names`].
    #[must_use]
    pub fn with_names(self, names: Vec<String>) -> Self {
        debug_assert_eq!(names.len(), self.names.len());
        Self { names, ..self }
    }

    /// Returns whether it holds for a text. `is_instance` tells whether the text is an instance of a pattern, by the number of its name.
    pub fn holds(&self, is_instance: impl Fn(usize) -> bool) -> bool {
        let known: Vec<bool> = (0..self.names.len()).map(is_instance).collect();
        let mut holds: Vec<bool> = Vec::with_capacity(self.terms.len());
        for term in &self.terms {
            holds.push(match *term {
                Term::One(name, sign) => known[name] == (sign == Sign::Is),
                Term::All(left, right) => holds[left] && holds[right],
                Term::Any(left, right) => holds[left] || holds[right],
            });
        }
        holds.last().copied().unwrap_or_default()
    }

    /// Returns its disjunctive normal form: the formula holds where one of the clauses does. No clause contradicts itself. Each part of the
    /// formula has at most [`MAX_CLAUSES`], so some may be missing. For example, `a and (b or c)` has the clauses `a and b` and `a and c`.
    pub(super) fn clauses(&self) -> Vec<Clause> {
        let mut known: Vec<Vec<Clause>> = Vec::with_capacity(self.terms.len());
        for term in &self.terms {
            let mut clauses = match *term {
                Term::One(name, sign) => vec![Clause::from([(name, sign)])],
                Term::Any(left, right) => [&*known[left], &*known[right]].concat(),
                Term::All(left, right) => {
                    let pairs = known[left].iter().flat_map(|one| known[right].iter().map(move |other| (one, other)));
                    pairs.filter_map(|(one, other)| both(one, other)).take(MAX_CLAUSES).collect()
                }
            };
            clauses.truncate(MAX_CLAUSES);
            known.push(clauses);
        }
        known.pop().unwrap_or_default()
    }

    /// Joins two formulas by a term of both.
    fn joined(mut self, other: Self, join: fn(usize, usize) -> Term) -> Self {
        let mut numbers = Vec::new();
        for name in other.names {
            let place = self.names.iter().position(|own| *own == name);
            numbers.push(place.unwrap_or_else(|| {
                self.names.push(name);
                self.names.len() - 1
            }));
        }
        let offset = self.terms.len();
        self.terms.extend(other.terms.iter().map(|term| match *term {
            Term::One(name, sign) => Term::One(numbers[name], sign),
            Term::All(left, right) => Term::All(left + offset, right + offset),
            Term::Any(left, right) => Term::Any(left + offset, right + offset),
        }));
        let last = self.terms.len() - 1;
        self.terms.push(join(offset - 1, last));
        self
    }
}

impl BitAnd for Formula {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.joined(other, Term::All)
    }
}

impl BitOr for Formula {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.joined(other, Term::Any)
    }
}

impl Not for Formula {
    type Output = Self;

    fn not(mut self) -> Self {
        for term in &mut self.terms {
            *term = match *term {
                Term::One(name, Sign::Is) => Term::One(name, Sign::IsNot),
                Term::One(name, Sign::IsNot) => Term::One(name, Sign::Is),
                Term::All(left, right) => Term::Any(left, right),
                Term::Any(left, right) => Term::All(left, right),
            };
        }
        self
    }
}

impl Display for Formula {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut written: Vec<String> = Vec::with_capacity(self.terms.len());
        // An `or` inside an `and` needs brackets.
        let inner = |written: &[String], part: usize| match self.terms[part] {
            Term::Any(..) => format!("({})", written[part]),
            _ => written[part].clone(),
        };
        for term in &self.terms {
            written.push(match *term {
                Term::One(name, Sign::Is) => read::quoted(&self.names[name]),
                Term::One(name, Sign::IsNot) => format!("not {}", read::quoted(&self.names[name])),
                Term::All(left, right) => format!("{} and {}", inner(&written, left), inner(&written, right)),
                Term::Any(left, right) => format!("{} or {}", written[left], written[right]),
            });
        }
        f.write_str(written.last().map_or("", String::as_str))
    }
}
