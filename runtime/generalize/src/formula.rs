//! Patterns joined by `and`, `or` and `not`: of what a text is to be an instance, and of what not.
//!
//! R. Gopinath, H. Nemati, A. Zeller, *Input Algebras*, ICSE 2021. Negation is pushed inward at once, by De Morgan's laws (what is printed
//! there for the negation of a conjunction is wrong): what is left is said of single patterns. A formula is a list of terms, each after
//! its parts, so nothing recurses however deep it nests.

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
    /// What the patterns are called, each once, in the order in which they were named first.
    names: Vec<String>,
    /// Each after its parts, so the last one is the whole.
    terms: Vec<Term>,
}

/// A formula whose parts are elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Term {
    /// Something is said of a pattern, by its number.
    One(usize, Sign),
    /// Both hold, by their numbers.
    All(usize, usize),
    /// One of the two holds, or both do.
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

/// What is said of patterns, by their numbers: all of it is to hold.
pub(super) type Clause = BTreeSet<(usize, Sign)>;

/// How many ways are known in which a formula can hold.
const CLAUSES: usize = 64;

/// Returns what two clauses say; none if they contradict each other.
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

    /// Returns what the patterns are called, each once.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns whether it holds for a text, given of which patterns that is an instance, by the numbers of their names.
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

    /// Returns ways in which it can hold: for each what is to be said of patterns. None contradicts itself. There are no more than
    /// [`CLAUSES`] for any part of it, so some may be missing.
    pub(super) fn clauses(&self) -> Vec<Clause> {
        let mut known: Vec<Vec<Clause>> = Vec::with_capacity(self.terms.len());
        for term in &self.terms {
            let mut clauses = match *term {
                Term::One(name, sign) => vec![Clause::from([(name, sign)])],
                Term::Any(left, right) => [&*known[left], &*known[right]].concat(),
                Term::All(left, right) => {
                    let pairs = known[left].iter().flat_map(|one| known[right].iter().map(move |other| (one, other)));
                    pairs.filter_map(|(one, other)| both(one, other)).take(CLAUSES).collect()
                }
            };
            clauses.truncate(CLAUSES);
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
        // What `and` joins is put into brackets if `or` joins it.
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
