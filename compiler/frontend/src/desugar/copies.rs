//! The hidden copies of a rule with precedence levels: the operators of each copy, and the copies that its operands are.
//!
//! A level is a filter: it forbids an operand only where the text would be ambiguous. `a + b * c` is, because `+` could end before
//! the `*` or take all of it. So an operator that ends with an operand *faces* the operators behind that operand, and those face it.
//! Of two operators that face each other, the tighter one takes the operand between them. On one level the side decides. `a + b()`
//! and `a * -b` leave no choice, so every level allows them. This is "operator-style ambiguity" of A. Afroozeh, M. van den Brand,
//! A. Johnstone, E. Scott, J. Vinju, *Safe Specification of Operator Precedence Rules*, SLE 2013.
//!
//! A copy bounds both ends of its texts, because an operator deep in an operand faces outwards, too. In `a * -b + c` the `-` at the
//! end of `a * -b` faces the `+`. If `-` is the looser of the two, the `+` belongs to its operand. With `*` on level 2, `+` on
//! level 1 and `-` on level 0, these are the copies, where `e[1,0]` begins with operators of level 1 or tighter, and ends with any:
//!
//! ```text
//! e:        "-" e | e[1,1] | ends[1]        ends[p]: texts of e[p,0] that end in an operand of `-`
//! e[1,1]:   e[1,1] "+" e[2,2] | e[2,2]
//! ends[1]:  e[1,1] "+" (e[2,0]: "-" e | ends[2]) | ends[2]
//! …
//! ```
//!
//! Texts that end in an operand of a looser prefix operator are copies of their own, because a deterministic parser then reads all
//! other texts by the loops that it has for the usual levels.

use std::collections::HashMap;
use std::ops::Range;

use crate::resolve::Associativity;

/// Most copies of one rule. Levels of prefix, infix and postfix operators that take turns need more than the square of their number,
/// so about 20 levels of each kind fit.
pub(super) const MAX_LEVEL_COPIES: usize = 20_000;
/// Most alternatives in all copies of one rule.
const MAX_COPIED_ALTERNATIVES: usize = 100_000;

/// The ends of an operator at which an operand stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OperandEnds {
    /// `<e> "+" <e>`.
    Both,
    /// `<e> "!"`: a postfix operator.
    Left,
    /// `"-" <e>`: a prefix operator.
    Right,
    /// `<e>`: the operand is all of it.
    All,
}

/// The place of an operator among the levels.
#[derive(Debug, Clone, Copy)]
pub(super) struct LevelledOperator {
    pub(super) level: u32,
    pub(super) side: Associativity,
    pub(super) ends: OperandEnds,
}

/// One production of a copy. Copies are numbered; 0 is the rule itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CopyPart {
    /// An alternative of the rule, by its number, with the copies that its operands at the ends are.
    Alternative { number: usize, left: Option<usize>, right: Option<usize> },
    /// All texts of another copy.
    Pass { copy: usize, weight: u32 },
}

/// Returns the copies of a rule, given the operator that each of its alternatives is, if any, and the weight of each. Returns none if
/// there are too many.
pub(super) fn copies(operators: &[Option<LevelledOperator>], weights: &[u32]) -> Option<Vec<Vec<CopyPart>>> {
    let table = OperatorTable::new(operators, weights);
    let first = table.tight(0, 0, 0);
    let mut copies = CopyWriter { table: &table, numbers: HashMap::from([(first, 0)]), bounds: vec![first] };
    let (mut written, mut alternatives) = (Vec::new(), 0);
    while let Some(&bounds) = copies.bounds.get(written.len()) {
        let parts = copies.parts(bounds);
        alternatives += parts.len();
        written.push(parts);
        if copies.bounds.len() > MAX_LEVEL_COPIES || alternatives > MAX_COPIED_ALTERNATIVES {
            return None;
        }
    }
    Some(written)
}

/// An alternative that is an operator, and its rank: the number of its level in ascending order.
#[derive(Debug, Clone, Copy)]
struct RankedOperator {
    number: usize,
    rank: usize,
    ends: OperandEnds,
}

/// The kinds of operators that bounds treat alike. An alternative that is an operand alone is open at both ends.
const KINDS: [fn(OperandEnds) -> bool; 3] = [
    |ends| matches!(ends, OperandEnds::Both | OperandEnds::All),
    |ends| matches!(ends, OperandEnds::Right),
    |ends| matches!(ends, OperandEnds::Left),
];
const INFIX: usize = 0;
const PREFIX: usize = 1;
const POSTFIX: usize = 2;

/// The operators of a rule in the order of their ranks, with indexes by kind.
struct OperatorTable {
    operators: Vec<RankedOperator>,
    /// The operators of each rank.
    ranks: Vec<Range<usize>>,
    sides: Vec<Associativity>,
    /// The alternatives that are no operators.
    closed: Vec<usize>,
    closed_weight: u64,
    /// By kind, and rank or the number of ranks: the least rank from there on that has the kind, or the number of ranks.
    next: [Vec<usize>; 3],
    /// By kind, and rank or the number of ranks: the weights of the kind from there on.
    weights: [Vec<u64>; 3],
}

impl OperatorTable {
    fn new(operators: &[Option<LevelledOperator>], weights: &[u32]) -> Self {
        let mut ordered: Vec<(usize, LevelledOperator)> =
            operators.iter().enumerate().filter_map(|(number, operator)| Some((number, (*operator)?))).collect();
        ordered.sort_by_key(|(number, operator)| (operator.level, *number));
        let closed: Vec<usize> = (0..operators.len()).filter(|number| operators[*number].is_none()).collect();
        let levels: Vec<&[(usize, LevelledOperator)]> = ordered.chunk_by(|a, b| a.1.level == b.1.level).collect();
        // Neighbouring levels of prefix operators, or of postfix operators, are one: no operator between them faces either.
        let groups: Vec<&[&[(usize, LevelledOperator)]]> =
            levels.chunk_by(|a, b| one_kind(a).is_some() && one_kind(a) == one_kind(b)).collect();
        let mut table = Self {
            operators: Vec::new(),
            ranks: Vec::new(),
            sides: groups.iter().map(|group| group[0][0].1.side).collect(),
            closed_weight: closed.iter().map(|number| u64::from(weights[*number])).sum(),
            closed,
            next: [const { Vec::new() }; 3],
            weights: [const { Vec::new() }; 3],
        };
        for (rank, group) in groups.iter().enumerate() {
            let from = table.operators.len();
            let members = group.iter().flat_map(|level| level.iter());
            table.operators.extend(members.map(|&(number, LevelledOperator { ends, .. })| RankedOperator {
                number,
                rank,
                ends,
            }));
            table.ranks.push(from..table.operators.len());
        }
        for (kind, is_kind) in KINDS.iter().enumerate() {
            (table.next[kind], table.weights[kind]) = table.index(weights, *is_kind);
        }
        table
    }

    fn index(&self, weights: &[u32], is_kind: fn(OperandEnds) -> bool) -> (Vec<usize>, Vec<u64>) {
        let count = self.ranks.len();
        let (mut next, mut sums) = (vec![count; count + 1], vec![0; count + 1]);
        for rank in (0..count).rev() {
            let own = || self.operators[self.ranks[rank].clone()].iter().filter(|operator| is_kind(operator.ends));
            next[rank] = if own().next().is_some() { rank } else { next[rank + 1] };
            sums[rank] = sums[rank + 1] + own().map(|operator| u64::from(weights[operator.number])).sum::<u64>();
        }
        (next, sums)
    }

    fn next(&self, kind: usize, from: usize) -> usize {
        self.next[kind][from]
    }

    /// Returns the loosest rank that an operator at the end of a left operand of this rank may have.
    fn before(&self, rank: usize) -> usize {
        if self.sides[rank] == Associativity::Left { rank } else { rank + 1 }
    }

    /// Returns the loosest rank that an operator at the beginning of a right operand of this rank may have.
    fn behind(&self, rank: usize) -> usize {
        if self.sides[rank] == Associativity::Right { rank } else { rank + 1 }
    }

    /// Returns the bounds of all texts within limits: no operator that faces outwards at the left end is looser than `left`, none at
    /// the right end looser than `right`, and the outermost operator is not looser than `floor`. Equal sets of texts have equal
    /// bounds, because each limit is raised to the next rank that makes a difference.
    fn tight(&self, left: usize, right: usize, floor: usize) -> CopyBounds {
        let none = self.ranks.len();
        let infix = self.next(INFIX, left.max(right).max(floor));
        let (prefix, postfix) = (self.next(PREFIX, right.max(floor)), self.next(POSTFIX, left.max(floor)));
        let (faces_left, faces_right) = (infix.min(postfix) < none, infix.min(prefix) < none);
        CopyBounds {
            left: if faces_left { infix.min(self.next(POSTFIX, left)) } else { none },
            right: if faces_right { infix.min(self.next(PREFIX, right)) } else { none },
            below: None,
            floor: infix.min(prefix).min(postfix),
            leads: false,
        }
    }

    /// Returns the bounds of the texts within limits that have an operator looser than `below` at the right end, or none if there
    /// are no such texts.
    fn loose(&self, left: usize, right: usize, below: usize, floor: usize) -> Option<CopyBounds> {
        let none = self.ranks.len();
        let infix = self.next(INFIX, left.max(right).max(floor));
        let (prefix, loosest) = (self.next(PREFIX, right.max(floor)), self.next(PREFIX, right));
        let is_open = infix.min(prefix) < none;
        if !(is_open && loosest < below || infix < below) {
            return None;
        }
        // Below a prefix operator, infix operators are tighter than it.
        let last = (loosest..below).rev().find(|rank| self.next(PREFIX, *rank) == *rank);
        Some(CopyBounds {
            left: if infix < none { infix.min(self.next(POSTFIX, left)) } else { none },
            right: infix.min(loosest),
            below: Some(if infix < below { below } else { last.map_or(below, |last| last + 1) }),
            floor: infix.min(prefix),
            leads: false,
        })
    }

    /// Returns the two parts of a copy if a loop of left operands could not tell where to end: the texts that may be a left operand of
    /// its outermost rank, and the others. For example, `a + b` and `a + -b`, if `+` is tighter than `-`.
    fn halves(&self, bounds: CopyBounds) -> Option<[CopyBounds; 2]> {
        let CopyBounds { left, right, below: None, floor, leads } = bounds else { return None };
        if floor == self.ranks.len() {
            return None;
        }
        let limit = self.before(floor);
        let has_postfix = self.next(POSTFIX, left.max(floor)) == floor;
        let has_infix = self.next(INFIX, left.max(right).max(floor)) == floor;
        if !(has_postfix || has_infix && limit == floor) {
            return None;
        }
        let others = self.loose(left, right, limit, floor)?;
        Some([CopyBounds { leads, ..self.tight(left, limit, floor) }, others])
    }

    /// Returns the weight of all alternatives that a copy can begin with.
    fn weight(&self, bounds: CopyBounds) -> u32 {
        let CopyBounds { left, right, below, floor, .. } = bounds;
        let infix = self.weights[INFIX][left.max(right).max(floor)];
        let prefix = self.weights[PREFIX][right.max(floor)];
        let others = if below.is_some() { 0 } else { self.weights[POSTFIX][left.max(floor)] + self.closed_weight };
        u32::try_from(infix + prefix + others).unwrap_or(u32::MAX)
    }
}

/// Returns whether a level has prefix operators alone, or postfix operators alone; none if it has both or others.
fn one_kind(level: &[(usize, LevelledOperator)]) -> Option<OperandEnds> {
    let first = level[0].1.ends;
    let is_one = matches!(first, OperandEnds::Left | OperandEnds::Right);
    (is_one && level.iter().all(|(_, operator)| operator.ends == first)).then_some(first)
}

/// The limits of a copy, as ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct CopyBounds {
    /// The loosest operator that may face outwards at the left end.
    left: usize,
    /// The same at the right end.
    right: usize,
    /// If set, an operator looser than this faces outwards at the right end.
    below: Option<usize>,
    /// The loosest outermost operator; the number of ranks if there is none.
    floor: usize,
    /// Whether it is only the left operand of operators whose right operand ends loosely. Such a loop is a copy of its own, because
    /// the copies of all other texts must not be followed by their own operators: then the next bytes tell where they end.
    leads: bool,
}

/// Numbers copies as they are met, and writes their parts.
struct CopyWriter<'t> {
    table: &'t OperatorTable,
    numbers: HashMap<CopyBounds, usize>,
    bounds: Vec<CopyBounds>,
}

impl CopyWriter<'_> {
    fn number(&mut self, bounds: CopyBounds) -> usize {
        *self.numbers.entry(bounds).or_insert_with(|| {
            self.bounds.push(bounds);
            self.bounds.len() - 1
        })
    }

    fn parts(&mut self, bounds: CopyBounds) -> Vec<CopyPart> {
        let table = self.table;
        if bounds.floor == table.ranks.len() {
            let closed = table.closed.iter();
            return closed.map(|&number| CopyPart::Alternative { number, left: None, right: None }).collect();
        }
        let mut parts = Vec::new();
        if let Some(halves) = table.halves(bounds) {
            self.pass(&halves, &mut parts);
            return parts;
        }
        for operator in &table.operators[table.ranks[bounds.floor].clone()] {
            parts.extend(self.alternative(operator, bounds));
        }
        let CopyBounds { left, right, below, floor, .. } = bounds;
        match below {
            None => {
                let rest = table.tight(left, right, floor + 1);
                match table.halves(rest) {
                    Some(halves) => self.pass(&halves, &mut parts),
                    None if rest.floor == table.ranks.len() && table.closed.is_empty() => {}
                    None => self.pass(&[rest], &mut parts),
                }
            }
            Some(below) => {
                let rest = table.loose(left, right, below, floor + 1);
                self.pass(rest.as_slice(), &mut parts);
            }
        }
        parts
    }

    fn pass(&mut self, to: &[CopyBounds], parts: &mut Vec<CopyPart>) {
        for &bounds in to {
            parts.push(CopyPart::Pass { copy: self.number(bounds), weight: self.table.weight(bounds) });
        }
    }

    /// Returns an operator as it is in a copy; none if the limits of the copy exclude it.
    fn alternative(&mut self, operator: &RankedOperator, bounds: CopyBounds) -> Option<CopyPart> {
        let CopyBounds { left, right, below, .. } = bounds;
        let &RankedOperator { number, rank, ends } = operator;
        let table = self.table;
        let (faces_left, faces_right) = (ends != OperandEnds::Right, ends != OperandEnds::Left);
        if faces_left && rank < left || faces_right && rank < right || !faces_right && below.is_some() {
            return None;
        }
        // A loose operator at the right end is this one, or it is in the operand.
        let last = |left: usize, floor: usize| match below {
            Some(below) if rank >= below => table.loose(left, right, below, floor),
            _ => Some(table.tight(left, right, floor)),
        };
        if ends == OperandEnds::All {
            let operand = match below {
                Some(below) => table.loose(left, right, below, table.before(rank))?,
                None => table.tight(left, right, table.before(rank)),
            };
            return Some(CopyPart::Alternative { number, left: Some(self.number(operand)), right: None });
        }
        let last = if faces_right { Some(last(table.behind(rank), 0)?) } else { None };
        let first = faces_left.then(|| {
            let first = table.tight(left, table.before(rank), 0);
            let is_again = bounds.leads && first == CopyBounds { leads: false, ..bounds };
            CopyBounds { leads: is_again || below.is_some() && first.floor < table.ranks.len(), ..first }
        });
        let left = first.map(|bounds| self.number(bounds));
        Some(CopyPart::Alternative { number, left, right: last.map(|bounds| self.number(bounds)) })
    }
}
