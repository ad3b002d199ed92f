//! Declarations and statements go with all that only they need, or with all that needs them. For example, `import "fmt"` goes with the
//! last call of `fmt.Print`.
//!
//! Programs hang together by names, so few of their parts can go alone. [`Program`] knows which parts name which, and [`Gains`] the bytes
//! that go with each. There are four kinds of candidates:
//!
//! - *drop*: a part, or a range of adjacent ones, is not wanted any more. It goes unless a part that stays needs it;
//! - *drop with users*: a part goes with all parts that need it;
//! - *empty*: the functions in a part lose their bodies;
//! - *release*: the classes in a part lose their clauses, such as `extends a`, with all methods that are empty already.
//!
//! The candidate with the most bytes comes first, weighed by the share of its kind that was interesting so far. Definitions that lose their
//! last use go with it, or stay: the run learns which of both pays, because compilers differ in it. Before all this, declarations go by halves
//! if the end of the text does not need them: a program in C++ stands behind the headers that it includes. Then that end loses statements.
//! Each candidate is tested once. Smaller ones are left to the stages on single nodes.
//!
//! Where a grammar parses the text, its tree is not used: units follow from brackets and positions in any language.
//!
//! *Coupled* deletion is a term of Shrink Ray (D. MacIver). C. Kalhauge, J. Palsberg, *Binary Reduction of Dependency Graphs*, ESEC/FSE 2019,
//! close over dependencies, too.

mod folder;

pub(in crate::reduce) use folder::STRATEGY as OF_FOLDER;

use std::cell::Cell;

use super::program::program_of;
use super::{Search, Stop, Strategy};
use crate::edit::Candidate;
use grammarc_outline::halves::middle;
use grammarc_outline::program::{Choice, Gains, Kept, NodeNumber, Program, Ranges, UnitId};

/// Dropping declarations and statements.
pub(in crate::reduce) const STRATEGY: Strategy = Strategy {
    name: "definitions",
    paper: "drop declarations and statements with all that only they need, in programs with functions",
    run,
};

/// A candidate is tested if it saves at least this share of the text's bytes: one in so many.
const SHARE: usize = 500;
/// The same for the declarations that the end of the text does not need.
const COARSE_SHARE: usize = 50;
/// The statements of the declarations that are still wanted go first if these have at most this share of the text's bytes: one in so many.
const ROOT_SHARE: usize = 8;
/// Number of candidates in a row that are made in the same way. The next ones may be coupled differently.
const MAX_ROUND_TESTS: usize = 8;

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let Some((view, program)) = program_of(search) else { return Ok(()) };
    ProgramCut::new(program, |program, kept| program.text(&view.text, kept)).run(search)
}

/// The parts of a text that are wanted so far.
struct ProgramCut<T> {
    program: Program,
    /// Makes the text of a candidate.
    text_of: T,
    ranges: Ranges,
    choice: Choice,
}

/// The kinds of candidates.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CandidateKind {
    Drop,
    DropWithUsers,
    Empty,
    Release,
}

impl CandidateKind {
    /// Returns which of the tests of a part it is: dropping it with or without its users is one.
    fn test(self) -> usize {
        match self {
            Self::Drop | Self::DropWithUsers => 0,
            Self::Empty => 1,
            Self::Release => 2,
        }
    }
}

/// A part that may go.
struct PartProposal {
    node: NodeNumber,
    kind: CandidateKind,
    /// The bytes that go with it, weighed by the chances of its kind.
    weight: f64,
}

/// The shares of candidates that were interesting so far.
struct Rates {
    /// By kind.
    kinds: [Rate; 4],
    /// Without and with coupled deletion, by which a definition goes with its last use.
    couplings: [Rate; 2],
}

/// Number of interesting candidates and of all tested ones.
#[derive(Clone, Copy)]
struct Rate {
    interesting: u32,
    tested: u32,
}

impl Rate {
    /// One of two, before the first test.
    const NEW: Self = Self { interesting: 1, tested: 2 };

    fn share(self) -> f64 {
        f64::from(self.interesting) / f64::from(self.tested)
    }
}

impl<T: Fn(&Program, &Kept) -> Vec<u8>> ProgramCut<T> {
    fn new(program: Program, text_of: T) -> Self {
        let (ranges, choice) = (Ranges::of(&program), Choice::all(&program));
        Self { program, text_of, ranges, choice }
    }

    fn run(&mut self, search: &mut Search<'_, '_>) -> Result<(), Stop> {
        self.declarations(search)?;
        self.roots(search)?;
        self.parts(search)
    }

    /// Drops declarations that the rest does not need.
    fn declarations(&mut self, search: &mut Search<'_, '_>) -> Result<(), Stop> {
        let halves = self.halves(&self.program.declarations());
        self.by_halves(search, halves, COARSE_SHARE, false)
    }

    /// Drops the declarations that are still wanted, or statements of them. So a program in C++ loses the calls that need most of its headers.
    fn roots(&mut self, search: &mut Search<'_, '_>) -> Result<(), Stop> {
        let wanted = |unit: &UnitId| self.choice.wanted[*unit];
        let roots: Vec<UnitId> = self.program.declarations().into_iter().filter(wanted).collect();
        let bytes: usize = roots.iter().map(|&unit| self.program.bytes(unit)).sum();
        let is_small = bytes <= search.text().len() / ROOT_SHARE;
        if is_small { self.by_halves(search, vec![roots], usize::MAX, true) } else { Ok(()) }
    }

    /// Drops lists of units, the last ones first: a list that must stay is split into halves, as long as a candidate saves one of `share`
    /// bytes. If `enters`, a single unit that must stay loses the units inside it, and the lists are split down to single units.
    fn by_halves(
        &mut self,
        search: &mut Search<'_, '_>,
        mut open: Vec<Vec<UnitId>>,
        share: usize,
        enters: bool,
    ) -> Result<(), Stop> {
        while let Some(list) = open.pop() {
            let mut choice = self.choice.clone();
            list.iter().for_each(|&unit| choice.wanted[unit] = self.program.is_fixed(unit));
            let most = search.text().len() - floor(search.text(), share);
            let candidate = self.candidate(&choice, most);
            if candidate.is_none() && !enters {
                continue;
            }
            if search.first(candidate.map(|candidate| ((), candidate)))?.is_some() {
                self.choice = choice;
            } else if let (&[unit], true) = (list.as_slice(), enters) {
                let parts: Vec<UnitId> = self.program.children(unit).collect();
                open.extend((!parts.is_empty()).then_some(parts));
            } else {
                open.extend(self.halves(&list));
            }
        }
        Ok(())
    }

    /// Splits some units into two parts of about the same weight; nothing for a single one.
    fn halves(&self, units: &[UnitId]) -> Vec<Vec<UnitId>> {
        if units.len() < 2 {
            return Vec::new();
        }
        let (first, second) = units.split_at(middle(units.iter().map(|&unit| self.program.own_bytes(unit))));
        vec![first.to_vec(), second.to_vec()]
    }

    /// Drops or empties parts of any size, each once.
    fn parts(&mut self, search: &mut Search<'_, '_>) -> Result<(), Stop> {
        let mut is_tested = vec![[false; 3]; self.ranges.len()];
        let mut rates = Rates { kinds: [Rate::NEW; 4], couplings: [Rate::NEW; 2] };
        loop {
            let (tests, most) = (search.tests(), search.text().len() - floor(search.text(), SHARE));
            let kept = self.program.kept(&self.choice);
            let proposals = self.proposals(&kept, &rates, search.text().len() - most, &is_tested);
            let is_coupled = rates.couplings[1].share() >= rates.couplings[0].share();
            let coupling = usize::from(self.program.rejects_unused() || is_coupled);
            let choice = if coupling == 1 { self.program.released(&self.choice, &kept) } else { self.choice.clone() };
            let passed = Cell::new(0);
            let candidates = proposals.iter().enumerate().filter_map(|(place, proposal)| {
                passed.set(place + 1);
                let choice = self.without(proposal, &choice, &kept);
                let candidate = self.candidate(&choice, most)?;
                Some(((place, choice), candidate))
            });
            let found = search.first(candidates.take(MAX_ROUND_TESTS))?;
            let count = found.as_ref().map_or(passed.get(), |(place, _)| place + 1);
            for proposal in &proposals[..count] {
                is_tested[proposal.node][proposal.kind.test()] = true;
                rates.kinds[proposal.kind as usize].tested += 1;
            }
            rates.couplings[coupling].tested += (search.tests() - tests) as u32;
            if let Some((place, choice)) = found {
                rates.kinds[proposals[place].kind as usize].interesting += 1;
                rates.couplings[coupling].interesting += 1;
                let left = self.program.kept(&choice);
                self.choice = self.without(&proposals[place], &self.choice, &kept);
                self.choice.wanted.iter_mut().zip(&left.units).for_each(|(wanted, is_left)| *wanted &= is_left);
            } else if count == proposals.len() || search.is_skipped() {
                return Ok(());
            }
        }
    }

    /// Returns the parts that may go, the most promising first.
    fn proposals(&self, kept: &Kept, rates: &Rates, floor: usize, is_tested: &[[bool; 3]]) -> Vec<PartProposal> {
        let gains = Gains::of(&self.program, &self.ranges, &self.choice, kept);
        let used = self.program.used(kept);
        let of = |node: NodeNumber, kind: CandidateKind, bytes: usize| {
            let is_open = bytes >= floor && !is_tested[node][kind.test()];
            is_open.then(|| PartProposal { node, kind, weight: bytes as f64 * rates.kinds[kind as usize].share() })
        };
        let nodes = 0..self.ranges.len();
        let drops = nodes
            .clone()
            .filter(|&node| node >= self.program.len() || !self.program.is_fixed(node))
            .filter_map(|node| {
                let kind =
                    if used.get(node) == Some(&true) { CandidateKind::DropWithUsers } else { CandidateKind::Drop };
                of(node, kind, gains.bytes[node])
            });
        let mut found: Vec<PartProposal> =
            drops.chain(nodes.clone().filter_map(|node| of(node, CandidateKind::Empty, gains.bodies[node]))).collect();
        let promises = self.program.promises(kept);
        found.extend(nodes.filter_map(|node| {
            let bytes = self.among(&promises, node).map(|part| self.program.own_bytes(part)).sum();
            of(node, CandidateKind::Release, bytes).filter(|_| bytes > 0)
        }));
        found.sort_by(|one, other| other.weight.total_cmp(&one.weight));
        found
    }

    /// Returns those of some units, in order, that are in a node.
    fn among<'u>(&'u self, units: &'u [UnitId], node: NodeNumber) -> impl Iterator<Item = UnitId> + 'u {
        let place = |number: UnitId| units.partition_point(|&unit| unit < number);
        let parts = self.ranges.units(node).iter();
        parts.flat_map(move |&part| units[place(part)..place(self.program.end(part))].iter().copied())
    }

    /// Returns a choice that wants one part less.
    fn without(&self, proposal: &PartProposal, choice: &Choice, kept: &Kept) -> Choice {
        let mut choice = choice.clone();
        let units = self.ranges.units(proposal.node);
        match proposal.kind {
            CandidateKind::Drop => units.iter().for_each(|&unit| choice.wanted[unit] &= self.program.is_fixed(unit)),
            CandidateKind::DropWithUsers => {
                let units = units.iter().filter(|&&unit| !self.program.is_fixed(unit));
                for unit in units.flat_map(|&unit| self.program.declarations_of(unit)) {
                    (choice.wanted[unit], choice.gone[unit]) = (false, true);
                }
            }
            CandidateKind::Empty => {
                let functions = units.iter().flat_map(|&unit| self.program.functions(unit));
                let bodies = functions.flat_map(|function| self.program.body(function));
                bodies.for_each(|part| choice.wanted[part] = false);
            }
            CandidateKind::Release => {
                let promises = self.program.promises(kept);
                self.among(&promises, proposal.node).for_each(|part| choice.wanted[part] = false);
            }
        }
        choice
    }

    /// Returns the text of a choice; none if it has more than `most` bytes, or nothing is left.
    fn candidate(&self, choice: &Choice, most: usize) -> Option<Candidate> {
        let text = (self.text_of)(&self.program, &self.program.kept(choice));
        (text.len() <= most && !text.trim_ascii().is_empty()).then_some(Candidate::Text(text))
    }
}

/// Returns the number of bytes that a candidate must save of a text.
fn floor(text: &[u8], share: usize) -> usize {
    (text.len() / share).max(1)
}
