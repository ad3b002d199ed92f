//! Tries other texts for some parts of an input, until one of them is boring or enough are interesting.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use super::filler::{Filler, Sample};
use super::source::{Plan, Source};
use super::units::Unit;
use grammarc_trial::oracle::Verdict;
use grammarc_trial::trial::{Stop, Ticket, Trial};

/// Unresolved samples before the tries end, because each of them may take a whole timeout.
const MAX_UNRESOLVED: u32 = 10;

/// A sample that was judged. For example, `[8,2]` was drawn and is interesting.
#[derive(Debug, Clone)]
pub(super) struct Case {
    pub(super) sample: Sample,
    pub(super) is_interesting: bool,
    pub(super) origin: Origin,
}

/// Where a sample comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// It was drawn, or listed as one of all texts.
    Drawn,
    /// It was made from another one, to compare the two.
    Made,
}

/// Result of some tries.
#[derive(Debug, Clone)]
pub(super) struct Evidence {
    /// How many different samples were interesting.
    pub(super) interesting: u32,
    /// How many had to be interesting.
    pub(super) wanted: u32,
    /// How many could not be judged.
    pub(super) unresolved: u32,
    /// Whether the source has all samples there are.
    pub(super) is_all: bool,
    /// The first boring sample.
    pub(super) counterexample: Option<Sample>,
    /// The first sample that could not be judged.
    pub(super) lost: Option<Sample>,
    /// The judged samples, in order.
    pub(super) cases: Vec<Case>,
}

impl Evidence {
    /// Returns whether the parts are general, as far as the tries can tell.
    pub(super) fn is_general(&self) -> bool {
        let is_enough = self.interesting >= self.wanted || self.is_all && self.unresolved == 0;
        self.counterexample.is_none() && self.interesting > 0 && is_enough
    }
}

/// Tries different texts for some parts until one is boring, or as many as the plan wants are interesting. Which are tried depends on the
/// seed alone.
pub(super) fn gather(
    bench: (&mut Filler<'_>, &mut Trial<'_>),
    units: &[Unit],
    plan: &Plan<'_>,
) -> Result<Evidence, Stop> {
    let mut source = Source::new(bench.0, units, plan);
    gather_from(bench, &mut source, plan.wanted)
}

/// As [`gather`], of samples from a source.
pub(super) fn gather_from(
    (filler, trial): (&mut Filler<'_>, &mut Trial<'_>),
    source: &mut Source,
    wanted: u32,
) -> Result<Evidence, Stop> {
    let is_all = source.is_all;
    let mut found =
        Evidence { interesting: 0, wanted, unresolved: 0, is_all, counterexample: None, lost: None, cases: Vec::new() };
    judge_in_order(trial, &mut |trial| source.next(filler, trial), &mut |sample, verdict| {
        match verdict {
            Verdict::Interesting => found.interesting += 1,
            Verdict::Boring => found.counterexample = Some(sample.clone()),
            Verdict::Unresolved => {
                found.unresolved += 1;
                found.lost.get_or_insert_with(|| sample.clone());
            }
        }
        found.cases.extend(case(sample, verdict, Origin::Drawn));
        let is_over = found.counterexample.is_some()
            || found.interesting >= wanted && !is_all
            || found.unresolved >= MAX_UNRESOLVED;
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    Ok(found)
}

/// Judges the next `count` samples of a source, or all that are left.
pub(super) fn judge_some(
    (filler, trial): (&mut Filler<'_>, &mut Trial<'_>),
    source: &mut Source,
    count: usize,
) -> Result<Vec<Case>, Stop> {
    let (mut numbers, mut cases) = (0..count, Vec::new());
    judge_in_order(
        trial,
        &mut |trial| numbers.next().map_or(Ok(None), |_| source.next(filler, trial)),
        &mut |sample, verdict| {
            cases.extend(case(sample, verdict, Origin::Drawn));
            ControlFlow::Continue(())
        },
    )?;
    Ok(cases)
}

/// Judges made samples, until the first boring one if `until` says so.
pub(super) fn judge_made(
    trial: &mut Trial<'_>,
    samples: impl IntoIterator<Item = Sample>,
    until: StopRule,
) -> Result<Vec<Case>, Stop> {
    let (mut samples, mut cases) = (samples.into_iter(), Vec::new());
    judge_in_order(trial, &mut |_| Ok(samples.next()), &mut |sample, verdict| {
        cases.extend(case(sample, verdict, Origin::Made));
        let is_over = until == StopRule::Boring && verdict == Verdict::Boring;
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    Ok(cases)
}

/// When to stop judging.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StopRule {
    /// After the first boring sample.
    Boring,
    /// After the last sample.
    End,
}

/// Returns a judged sample as a case; none if it is unresolved.
fn case(sample: Sample, verdict: Verdict, origin: Origin) -> Option<Case> {
    (verdict != Verdict::Unresolved).then(|| Case { sample, is_interesting: verdict == Verdict::Interesting, origin })
}

/// Judges one sample after another, several ahead of time if there are several jobs, until `judged` has enough.
pub(super) fn judge_in_order(
    trial: &mut Trial<'_>,
    next: &mut dyn FnMut(&Trial<'_>) -> Result<Option<Sample>, Stop>,
    judged: &mut dyn FnMut(Sample, Verdict) -> ControlFlow<()>,
) -> Result<(), Stop> {
    let mut waiting: VecDeque<(Ticket, Sample, Option<Verdict>)> = VecDeque::new();
    let mut is_dry = false;
    loop {
        while !is_dry && waiting.len() < trial.jobs() {
            match next(trial)? {
                Some(sample) => waiting.push_back((trial.start(&sample.text), sample, None)),
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
