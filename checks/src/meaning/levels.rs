//! Precedence levels: which alternatives a rule has between operators that face it. It shares no code with the compiler.
//!
//! A copy of a rule is known by its limits. Limits are made as narrow as its operators allow, so that equal sets of derivations are one
//! copy, because derivations with a node below another of the same copy and span are not considered.

/// The ends of an alternative at which its rule stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Closed,
    Infix,
    Prefix,
    Postfix,
    /// The rule, and nothing else.
    Alone,
}

impl Shape {
    fn begins_open(self) -> bool {
        matches!(self, Self::Infix | Self::Postfix | Self::Alone)
    }

    fn ends_open(self) -> bool {
        matches!(self, Self::Infix | Self::Prefix | Self::Alone)
    }
}

/// An alternative: its shape, level and side.
#[derive(Debug, Clone)]
pub(super) struct Written<'a> {
    pub(super) shape: Shape,
    pub(super) level: u32,
    pub(super) side: &'a str,
}

/// The limits of a copy: the loosest operators that may be open at its ends, and outermost. If `below` is set, an operator looser
/// than that is open at the right end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Limits {
    left: usize,
    right: usize,
    below: Option<usize>,
    floor: usize,
    /// Whether it is only a left operand of those that end loosely.
    leads: bool,
}

/// One way to derive a copy.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step {
    /// An alternative, with the copies at its ends.
    Alternative(usize, Option<Limits>, Option<Limits>),
    Pass(Limits),
}

/// The alternatives of a rule by rank.
pub(super) struct Levels<'a> {
    written: Vec<Written<'a>>,
    /// The numbers of the alternatives of each rank, in order; behind the last rank those that are no operators.
    ranks: Vec<Vec<usize>>,
}

impl<'a> Levels<'a> {
    pub(super) fn new(written: Vec<Written<'a>>) -> Self {
        let mut numbers: Vec<usize> = (0..written.len()).collect();
        numbers.sort_by_key(|number| written[*number].level);
        let mut ranks: Vec<Vec<usize>> = Vec::new();
        let mut closed = Vec::new();
        // Prefix operators alone, or postfix operators alone, on neighbouring levels do not face each other.
        let same = |ranked: &[usize], shape: Shape| ranked.iter().all(|number| written[*number].shape == shape);
        let mut last = None;
        for number in numbers {
            let Written { shape, level, .. } = written[number];
            if shape == Shape::Closed {
                closed.push(number);
                continue;
            }
            if last == Some(level) {
                ranks.last_mut().expect("it has this level").push(number);
            } else {
                ranks.push(vec![number]);
            }
            last = Some(level);
        }
        let mut merged: Vec<Vec<usize>> = Vec::new();
        for rank in ranks {
            match merged.last_mut() {
                Some(before)
                    if [Shape::Prefix, Shape::Postfix].iter().any(|one| same(before, *one) && same(&rank, *one)) =>
                {
                    before.extend(rank);
                }
                _ => merged.push(rank),
            }
        }
        closed.sort_unstable();
        merged.push(closed);
        Self { written, ranks: merged }
    }

    pub(super) fn first(&self) -> Limits {
        self.all(0, 0, 0)
    }

    fn count(&self) -> usize {
        self.ranks.len() - 1
    }

    /// The least rank from there on with an alternative of such a shape.
    fn least(&self, from: usize, is_such: impl Fn(Shape) -> bool) -> usize {
        let has = |rank: &usize| self.ranks[*rank].iter().any(|number| is_such(self.written[*number].shape));
        (from..self.count()).find(has).unwrap_or(self.count())
    }

    fn infix(&self, from: usize) -> usize {
        self.least(from, |shape| shape.begins_open() && shape.ends_open())
    }

    fn prefix(&self, from: usize) -> usize {
        self.least(from, |shape| shape == Shape::Prefix)
    }

    fn postfix(&self, from: usize) -> usize {
        self.least(from, |shape| shape == Shape::Postfix)
    }

    /// All derivations within limits.
    fn all(&self, left: usize, right: usize, floor: usize) -> Limits {
        let (infix, none) = (self.infix(left.max(right).max(floor)), self.count());
        let (prefix, postfix) = (self.prefix(right.max(floor)), self.postfix(left.max(floor)));
        let narrow = |is_open: bool, to: usize| if is_open { to } else { none };
        Limits {
            left: narrow(infix < none || postfix < none, infix.min(self.postfix(left))),
            right: narrow(infix < none || prefix < none, infix.min(self.prefix(right))),
            below: None,
            floor: infix.min(prefix).min(postfix),
            leads: false,
        }
    }

    /// Those that end openly in an operator looser than `below`.
    fn ending(&self, left: usize, right: usize, below: usize, floor: usize) -> Option<Limits> {
        let (infix, none) = (self.infix(left.max(right).max(floor)), self.count());
        let prefix = self.prefix(right.max(floor));
        let loose: Vec<usize> = (right..below).filter(|rank| self.prefix(*rank) == *rank).collect();
        let below = match (infix < below, loose.last()) {
            (true, _) => below,
            (false, Some(last)) if infix < none || prefix < none => last + 1,
            _ => return None,
        };
        let left = if infix < none { infix.min(self.postfix(left)) } else { none };
        let right = infix.min(self.prefix(right));
        Some(Limits { left, right, below: Some(below), floor: infix.min(prefix), leads: false })
    }

    fn side(&self, rank: usize) -> &'a str {
        self.written[self.ranks[rank][0]].side
    }

    /// Two steps instead of one, if left operands could not tell where to end.
    fn halves(&self, limits: Limits) -> Option<[Limits; 2]> {
        let Limits { left, right, below: None, floor: rank, leads } = limits else { return None };
        if rank == self.count() {
            return None;
        }
        let limit = rank + usize::from(self.side(rank) != "left");
        let loops = |number: &usize| match self.written[*number].shape {
            Shape::Postfix => rank >= left,
            Shape::Infix | Shape::Alone => rank >= left && rank >= right && limit == rank,
            _ => false,
        };
        if !self.ranks[rank].iter().any(loops) {
            return None;
        }
        let others = self.ending(left, right, limit, rank)?;
        Some([Limits { leads, ..self.all(left, limit, rank) }, others])
    }

    /// The ways to derive a copy, in order.
    pub(super) fn steps(&self, limits: Limits) -> Vec<Step> {
        let Limits { left, right, below, floor: rank, .. } = limits;
        if rank == self.count() {
            return self.ranks[rank].iter().map(|number| Step::Alternative(*number, None, None)).collect();
        }
        if let Some(halves) = self.halves(limits) {
            return halves.map(Step::Pass).to_vec();
        }
        let mut steps: Vec<Step> =
            self.ranks[rank].iter().filter_map(|number| self.step(*number, rank, limits)).collect();
        if let Some(below) = below {
            steps.extend(self.ending(left, right, below, rank + 1).map(Step::Pass));
            return steps;
        }
        let rest = self.all(left, right, rank + 1);
        match self.halves(rest) {
            Some(halves) => steps.extend(halves.map(Step::Pass)),
            None if rest.floor == self.count() && self.ranks[rest.floor].is_empty() => {}
            None => steps.push(Step::Pass(rest)),
        }
        steps
    }

    fn step(&self, number: usize, rank: usize, limits: Limits) -> Option<Step> {
        let (shape, side) = (self.written[number].shape, self.side(rank));
        let Limits { left, right, below, .. } = limits;
        if shape.begins_open() && rank < left || shape.ends_open() && rank < right {
            return None;
        }
        let (before, behind) = (rank + usize::from(side != "left"), rank + usize::from(side != "right"));
        let first = || {
            let first = self.all(left, before, 0);
            let again = limits.leads && first == Limits { leads: false, ..limits };
            Some(Limits { leads: again || below.is_some() && first.floor < self.count(), ..first })
        };
        let last = || match below {
            Some(below) if rank >= below => self.ending(behind, right, below, 0),
            _ => Some(self.all(behind, right, 0)),
        };
        match shape {
            Shape::Infix => Some(Step::Alternative(number, first(), Some(last()?))),
            Shape::Prefix => Some(Step::Alternative(number, None, Some(last()?))),
            Shape::Postfix if below.is_none() => Some(Step::Alternative(number, first(), None)),
            Shape::Alone => {
                let inside = match below {
                    Some(below) => self.ending(left, right, below, before)?,
                    None => self.all(left, right, before),
                };
                Some(Step::Alternative(number, Some(inside), None))
            }
            _ => None,
        }
    }
}
