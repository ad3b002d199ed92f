//! Which parts of an input do not go together: filled one by one they do no harm, filled at once they do. For example, `0*0` fails as long
//! as one operand is 0, so only other texts for both do harm.
//!
//! Delta debugging on the parts of one counterexample (A. Zeller, R. Hildebrandt, TSE 28(2), 2002): parts are reset to the input as long as
//! the text stays boring.

use super::evidence::judge_in_order;
use super::filler::{Filler, Sample};
use super::units::Unit;
use grammarc_trial::oracle::Verdict;
use grammarc_trial::trial::{Stop, Trial};

use std::ops::ControlFlow;

/// Returns the numbers of as few parts as ddmin finds: the text is boring if they are filled as in the counterexample, while all other
/// parts are as in the input.
pub(super) fn isolate(
    (filler, trial): (&Filler<'_>, &mut Trial<'_>),
    units: &[Unit],
    sample: &Sample,
) -> Result<Vec<usize>, Stop> {
    let mut kept: Vec<usize> = (0..units.len()).collect();
    let mut n = 2;
    while kept.len() >= 2 {
        let size = kept.len().div_ceil(n);
        let chunks: Vec<Vec<usize>> = kept.chunks(size).map(<[usize]>::to_vec).collect();
        let without =
            |chunk: &Vec<usize>| kept.iter().copied().filter(|it| !chunk.contains(it)).collect::<Vec<usize>>();
        let complements: Vec<Vec<usize>> = chunks.iter().map(without).collect();
        let subsets = chunks.iter().filter(|_| chunks.len() > 2);
        if let Some(subset) = first_boring((filler, &mut *trial), units, sample, subsets)? {
            (kept, n) = (subset, 2);
        } else if let Some(complement) = first_boring((filler, &mut *trial), units, sample, complements.iter())? {
            (kept, n) = (complement, (n - 1).max(2));
        } else if n < kept.len() {
            n = (2 * n).min(kept.len());
        } else {
            break;
        }
    }
    Ok(kept)
}

/// Returns the first of some lists of parts that makes the text boring.
fn first_boring<'c>(
    (filler, trial): (&Filler<'_>, &mut Trial<'_>),
    units: &[Unit],
    sample: &Sample,
    choices: impl Iterator<Item = &'c Vec<usize>>,
) -> Result<Option<Vec<usize>>, Stop> {
    let mut asked: Vec<Vec<usize>> = Vec::new();
    let mut left = choices;
    let mut found = None;
    let mut judged = 0;
    judge_in_order(
        trial,
        &mut |_| {
            let next = left.by_ref().find_map(|numbers| Some((numbers, filled(filler, units, sample, numbers)?)));
            Ok(next.map(|(numbers, sample)| {
                asked.push(numbers.clone());
                sample
            }))
        },
        &mut |_, verdict| {
            judged += 1;
            found = (verdict == Verdict::Boring).then_some(judged - 1);
            if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    )?;
    Ok(found.map(|place: usize| asked.swap_remove(place)))
}

/// Returns the input with some parts as they are in a counterexample; none if that is not in the language.
fn filled(filler: &Filler<'_>, units: &[Unit], sample: &Sample, numbers: &[usize]) -> Option<Sample> {
    let chosen: Vec<Unit> = numbers.iter().map(|&number| units[number].clone()).collect();
    let texts: Vec<&[u8]> = numbers.iter().map(|&number| sample.fillings[number].as_slice()).collect();
    filler.spliced(&chosen, &texts)
}
