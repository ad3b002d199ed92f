//! The smallest valid text, reduced on beside a smaller one outside the language.
//!
//! Once a text outside the language has won, all later candidates are made from it, so the last valid text stays as it is. For
//! example, `[-4.2e8]` becomes `-1.` at once, which is no JSON, while `-0.0` would be smaller than the valid `-4.2e8`.

use std::cmp::Ordering;

use super::minimality::{self, Minimality};
use super::strategy::auto;
use super::{Options, Search, Validity, search_of};
use crate::edit::Candidate;
use grammarc_core::order;
use grammarc_trial::trial::{SharedText, Stop};

/// Reduces the smallest valid text within the language, if the smallest text is not in it. The strategies must be through. Others
/// than `auto` are left alone, because their papers reduce one text.
///
/// # Errors
/// If the trial must stop. The valid text is then as small as it has become.
pub(super) fn reduce_valid(search: &mut Search<'_, '_>, options: &Options) -> Result<(), Stop> {
    let is_default = options.strategies.iter().any(|strategy| strategy.name == auto::STRATEGY.name);
    if !is_default || options.validity != Validity::Prefer || search.trial.rate().is_some() {
        return Ok(());
    }
    let Some(before) = search.smallest_valid() else { return Ok(()) };
    let (found, outcome) = beside(search, options, &before, |beside| {
        let outcome = auto::within_language(beside);
        (beside.best.clone(), outcome)
    });
    if found != before && (outcome.is_err() || search.trial.still_holds(&found)?) {
        search.valid = Some(found.clone());
        if order::compare(&found, &search.best) == Ordering::Less {
            search.first([((), Candidate::Text(found.to_vec()))])?;
        }
    }
    outcome
}

/// Looks up how minimal the smallest valid text is; none if the smallest text is valid itself.
pub(super) fn known_of_valid(search: &mut Search<'_, '_>, options: &Options) -> Option<Minimality> {
    let valid = search.smallest_valid()?;
    beside(search, options, &valid, |beside| minimality::known(beside, false))
}

/// Searches from another interesting text within the language. The results are not kept as those of the trial.
fn beside<T>(
    search: &mut Search<'_, '_>,
    options: &Options,
    text: &SharedText,
    body: impl FnOnce(&mut Search<'_, '_>) -> T,
) -> T {
    let start = (search.languages.clone(), search.languages.view(text));
    let options = Options { validity: Validity::Strict, ..options.clone() };
    let mut beside = search_of(start, search.trial, &options);
    beside.is_beside = true;
    body(&mut beside)
}
