//! Trying other texts for some parts of an input: which are tried, when that is enough, and what they tell.

use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;

use super::filler::{Filler, Sample};
use super::texts::Few;
use super::units::Unit;
use crate::choices::Random;
use crate::oracle::Verdict;
use crate::trial::{Stop, Ticket, Trial};

/// How often in a row nothing new may be drawn before no more is looked for.
const VAIN: u32 = 200;
/// How many samples may be unresolved before no more are tried: each may take as long as a run can.
const UNRESOLVED: u32 = 10;

/// What some tries have shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Evidence {
    /// How many different samples were interesting.
    pub(super) interesting: u32,
    /// How many had to be.
    pub(super) wanted: u32,
    /// How many could not be judged.
    pub(super) unresolved: u32,
    /// Whether these are all that there are.
    pub(super) is_all: bool,
    /// The first that is boring.
    pub(super) counterexample: Option<Sample>,
    /// One that could not be judged.
    pub(super) lost: Option<Sample>,
}

impl Evidence {
    /// Returns whether the parts can be anything of their kind, as far as so many tries can tell.
    pub(super) fn is_general(&self) -> bool {
        let is_enough = self.interesting >= self.wanted || self.is_all && self.unresolved == 0;
        self.counterexample.is_none() && self.interesting > 0 && is_enough
    }
}

/// What is tried first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum First {
    /// The shortest texts: what is not general is most often not so for them.
    Shortest,
    /// What is drawn, like the rest.
    Drawn,
}

/// What is tried, and how much of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plan<'p> {
    /// The texts of symbols that have few.
    pub(super) few: &'p Few,
    /// So many different samples must be interesting.
    pub(super) wanted: u32,
    /// Where no symbol has few.
    pub(super) first: First,
    /// What is drawn depends on it.
    pub(super) seed: u64,
}

/// Which samples are tried.
struct Source<'u> {
    units: &'u [Unit],
    /// Texts for all parts that are tried first.
    given: VecDeque<Vec<Vec<u8>>>,
    /// Whether there are no others.
    is_all: bool,
    random: Random,
    known: HashSet<Vec<Vec<u8>>>,
    original: Vec<Vec<u8>>,
}

impl<'u> Source<'u> {
    /// Makes the source for some parts: all texts where there are few, else what is drawn.
    fn new(filler: &Filler<'_>, units: &'u [Unit], plan: &Plan<'_>) -> Self {
        let Plan { few, wanted, first, seed } = *plan;
        let symbol = |unit: &Unit| filler.tree().wanted(filler.grammar(), unit.nodes[0]);
        let all = all_of(units.iter().map(|unit| few[symbol(unit).0 as usize].as_ref()), wanted as usize + 1);
        let reductions = filler.language.reductions();
        let shortest = || units.iter().map(|unit| reductions.symbol(symbol(unit)).minimal.to_vec()).collect();
        Self {
            units,
            is_all: all.is_some(),
            given: all.unwrap_or_else(|| (first == First::Shortest).then(shortest).into_iter().collect()),
            random: Random::new(seed),
            known: HashSet::new(),
            original: filler.original(units),
        }
    }

    /// Returns the next sample that was not there before; none if none is found.
    fn next(&mut self, filler: &mut Filler<'_>, trial: &Trial<'_>) -> Result<Option<Sample>, Stop> {
        let mut vain = 0;
        while vain < VAIN {
            trial.check_interrupt()?;
            let sample = match self.given.pop_front() {
                Some(texts) => filler.spliced(self.units, &texts.iter().map(Vec::as_slice).collect::<Vec<_>>()),
                None if self.is_all => return Ok(None),
                None => {
                    vain += 1;
                    filler.drawn(self.units, self.random.bits())
                }
            };
            let is_new = |sample: &Sample| sample.essence != self.original && self.known.insert(sample.essence.clone());
            if let Some(sample) = sample.filter(is_new) {
                return Ok(Some(sample));
            }
        }
        Ok(None)
    }
}

/// Returns all ways to take one text for each part, if there are at most `most`; the first has the first text for each.
fn all_of<'t>(parts: impl Iterator<Item = Option<&'t Vec<Vec<u8>>>>, most: usize) -> Option<VecDeque<Vec<Vec<u8>>>> {
    let mut all: Vec<Vec<Vec<u8>>> = vec![Vec::new()];
    for texts in parts {
        let texts = texts?;
        if all.len() * texts.len() > most {
            return None;
        }
        let with = |before: &Vec<Vec<u8>>, text: &Vec<u8>| [before.as_slice(), std::slice::from_ref(text)].concat();
        all = all.iter().flat_map(|before| texts.iter().map(move |text| with(before, text))).collect();
    }
    Some(all.into())
}

/// Tries different texts for some parts until one is boring, or so many are interesting. Which are tried depends on the seed alone.
pub(super) fn gather(
    (filler, trial): (&mut Filler<'_>, &mut Trial<'_>),
    units: &[Unit],
    plan: &Plan<'_>,
) -> Result<Evidence, Stop> {
    let wanted = plan.wanted;
    let mut source = Source::new(filler, units, plan);
    let is_all = source.is_all;
    let mut found = Evidence { interesting: 0, wanted, unresolved: 0, is_all, counterexample: None, lost: None };
    judge_in_order(
        trial,
        |trial| source.next(filler, trial),
        |sample, verdict| {
            match verdict {
                Verdict::Interesting => found.interesting += 1,
                Verdict::Boring => found.counterexample = Some(sample),
                Verdict::Unresolved => {
                    found.unresolved += 1;
                    found.lost.get_or_insert(sample);
                }
            }
            let is_over = found.counterexample.is_some()
                || found.interesting >= wanted && !is_all
                || found.unresolved >= UNRESOLVED;
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    )?;
    Ok(found)
}

/// Judges one sample after another, several ahead of time if there are several jobs, until `judged` has enough.
pub(super) fn judge_in_order(
    trial: &mut Trial<'_>,
    mut next: impl FnMut(&Trial<'_>) -> Result<Option<Sample>, Stop>,
    mut judged: impl FnMut(Sample, Verdict) -> ControlFlow<()>,
) -> Result<(), Stop> {
    let mut waiting: VecDeque<(Ticket, Sample, Option<Verdict>)> = VecDeque::new();
    let mut is_dry = false;
    loop {
        while !is_dry && waiting.len() < trial.jobs() {
            match next(trial)? {
                Some(sample) => waiting.push_back((trial.start(sample.text.clone()), sample, None)),
                None => is_dry = true,
            }
        }
        match waiting.front() {
            None => return Ok(()),
            Some((_, _, None)) => {
                let (ticket, verdict) = trial.finished()?;
                if let Some(place) = waiting.iter_mut().find(|(other, ..)| *other == ticket) {
                    place.2 = Some(verdict);
                }
            }
            Some((_, _, Some(_))) => {
                let Some((_, sample, Some(verdict))) = waiting.pop_front() else { return Ok(()) };
                trial.count(&sample.text)?;
                if judged(sample, verdict).is_break() {
                    waiting.iter().for_each(|(ticket, ..)| trial.cancel(*ticket));
                    return Ok(());
                }
            }
        }
    }
}
