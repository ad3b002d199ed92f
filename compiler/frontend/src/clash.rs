//! Why the next bytes do not decide a rule: two options, and the bytes that both accept next.

use std::collections::HashSet;
use std::fmt;

use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::grammar::{Grammar, ProductionId, RuleKind, Symbol};
use grammarc_runtime::parse::decisions::{Branch, Decisions, Point, PointId};

/// Two productions of a rule that both accept the same next bytes.
/// For example, with `<s> ::= "ab" | "ac"` both alternatives accept the byte `a`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clash {
    /// The rule of both productions.
    pub rule: Symbol,
    /// The numbers of the two within the rule, from 0; the first is tried first.
    pub productions: (u32, u32),
    /// Whether the two begin alike, and part only later.
    pub is_inner: bool,
    /// The bytes that both accept next.
    pub bytes: ByteSet,
}

/// Returns the first clash of a rule, hidden rules not included.
pub fn of_rule(grammar: &Grammar, decisions: &Decisions, rule: Symbol) -> Option<Clash> {
    let first = grammar.rule(rule)?.productions.start;
    let mut seen = HashSet::new();
    let mut waiting = vec![(decisions.entry(rule), false)];
    while let Some((id, is_inner)) = waiting.pop() {
        if !seen.insert(id) {
            continue;
        }
        if let Point::Choose { branches, .. } = decisions.point(id)
            && let Some((a, b)) = clashing(branches)
        {
            let number = |branch: &Branch<PointId>| production(decisions, branch.to)?.0.checked_sub(first);
            let productions = (number(a)?, number(b)?);
            return Some(Clash { rule, productions, is_inner, bytes: next(a).intersection(next(b)) });
        }
        let is_inner = is_inner || !matches!(decisions.point(id), Point::Choose { .. });
        waiting.extend(after(decisions.point(id)).into_iter().rev().map(|next| (next, is_inner)));
    }
    None
}

/// Returns the first two branches that some input is open to.
fn clashing(branches: &[Branch<PointId>]) -> Option<(&Branch<PointId>, &Branch<PointId>)> {
    let mut pairs = branches.iter().enumerate().flat_map(|(n, b)| branches[..n].iter().map(move |a| (a, b)));
    pairs.find(|(a, b)| !a.excludes(b))
}

/// Returns the next bytes that a branch admits.
fn next(branch: &Branch<PointId>) -> ByteSet {
    branch.look.iter().find(|(distance, _)| *distance == 0).map_or(ByteSet::ALL, |(_, set)| *set)
}

/// Returns a production that a point leads to: the first by priority.
fn production(decisions: &Decisions, from: PointId) -> Option<ProductionId> {
    let mut at = from;
    // Points of one production follow one another; only a repetition comes back.
    for _ in 0..decisions.points.len() {
        at = match decisions.point(at) {
            Point::End { production, .. } | Point::Repeat { production, .. } | Point::Grow { production, .. } => {
                return Some(*production);
            }
            point => *after(point).first()?,
        };
    }
    None
}

/// Returns the points of the same rule that may come after one, best first.
fn after(point: &Point) -> Vec<PointId> {
    match point {
        &Point::Terminal { next, .. } | &Point::Settle { next, .. } | &Point::Drive { next, .. } => vec![next],
        &Point::Count { choose, .. } => vec![choose],
        &Point::Call { back, .. } => vec![back],
        &Point::Tail { end, .. } => vec![end],
        Point::Choose { branches, .. } => branches.iter().map(|branch| branch.to).collect(),
        _ => Vec::new(),
    }
}

impl Clash {
    /// Names the two options: "alternatives 1 and 3".
    pub fn describe<'a>(&'a self, grammar: &'a Grammar) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| {
            let (a, b) = self.productions;
            let number = |production: u32| self.alternative(grammar, production) + 1;
            match grammar.rules[self.rule.0 as usize].kind {
                RuleKind::Repeat => f.write_str("continuing and stopping"),
                _ if self.is_pass(grammar, b) => write!(f, "operator {} and its operand alone", number(a)),
                RuleKind::Named | RuleKind::Level(_) => write!(f, "alternatives {} and {}", number(a), number(b)),
                _ => write!(f, "alternatives {} and {} of a group", number(a), number(b)),
            }
        })
    }

    /// Returns whether a production stands for the next level of precedence.
    /// For example, in the lowered rule `e: e "+" e2 | e2` the second production does.
    fn is_pass(&self, grammar: &Grammar, production: u32) -> bool {
        let first = grammar.rules[self.rule.0 as usize].productions.start;
        grammar.items_of(ProductionId(first + production)).iter().any(|item| item.pass)
    }

    /// Returns the number of the alternative that a production was written as.
    fn alternative(&self, grammar: &Grammar, production: u32) -> u32 {
        let first = grammar.rules[self.rule.0 as usize].productions.start;
        u32::from(grammar.production(ProductionId(first + production)).alternative)
    }

    /// Prints a few of the bytes that both accept next.
    pub fn next(&self) -> impl fmt::Display + '_ {
        Bytes(self.bytes)
    }
}

/// Prints a few of the bytes of a set.
struct Bytes(ByteSet);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(set) = self;
        let ranges = set.ranges();
        if ranges == [(0, u8::MAX)] {
            return f.write_str("any byte");
        }
        let parts = ranges.iter().take(3).map(|&(low, high)| match high - low {
            0 => quoted(low),
            1 => format!("{} {}", quoted(low), quoted(high)),
            _ => format!("{}-{}", quoted(low), quoted(high)),
        });
        let end = (ranges.len() < 3 && set.has_end()).then(|| "the end".to_owned());
        let more = (ranges.len() > 3).then(|| "…".to_owned());
        f.write_str(&parts.chain(end).chain(more).collect::<Vec<_>>().join(" "))
    }
}

fn quoted(byte: u8) -> String {
    format!("`{}`", byte.escape_ascii())
}
