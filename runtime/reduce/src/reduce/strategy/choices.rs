//! Through the generator: the tree becomes the choices that generate the text, and smaller lists of choices are replayed.
//!
//! D. MacIver, A. Donaldson, *Test-Case Reduction via Test-Case Generation: Insights from the Hypothesis Reducer*, ECOOP 2020.
//! There the choices are bytes or numbers, and spans are marked by the generator's author. Here they follow the
//! grammar's rules, so the unchanged choices stay aligned. Every replayed list of choices gives a text of the grammar.

mod passes;

use super::{Search, Stop, Strategy, View, fixpoint};
use crate::edit::Candidate;
use grammarc_generate::choices::{Step, Trace};
use passes::{COARSE, Pass, STRUCTURE, SpannedChoices, StepEdits, TEXTS};

/// Shorter lists of choices.
pub(in crate::reduce) const STRATEGY: Strategy = Strategy {
    name: "choices",
    paper: "MacIver & Donaldson, ECOOP 2020: shorten the list of choices that generates the text",
    run,
};

/// Number of failed tests in a row after which a pass of large cuts ends. If only the text as a whole is interesting,
/// most large cuts fail.
const MAX_VAIN_TESTS: usize = 8;

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    fixpoint(search, |search| {
        passes(search, COARSE)?;
        delete(search, &mut search.languages().grammar.writer())?;
        passes(search, STRUCTURE)?;
        passes(search, TEXTS)
    })
}

/// Makes large cuts only, as long as they succeed.
pub(super) fn coarsely(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    passes_until(search, COARSE, MAX_VAIN_TESTS)
}

/// Changes everything but the characters of texts and the order of elements.
pub(super) fn structurally(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    fixpoint(search, |search| {
        delete(search, &mut search.languages().grammar.writer())?;
        passes(search, STRUCTURE)
    })
}

fn passes(search: &mut Search<'_, '_>, passes: &[Pass]) -> Result<(), Stop> {
    passes_until(search, passes, usize::MAX)
}

/// Runs each pass until `in_vain` of its proposals in a row have failed.
fn passes_until(search: &mut Search<'_, '_>, passes: &[Pass], in_vain: usize) -> Result<(), Stop> {
    let mut writer = search.languages().grammar.writer();
    passes.iter().try_for_each(|pass| repeat(search, &mut writer, *pass, in_vain))
}

/// Deletes adjacent elements of lists, ever fewer at once. After a deletion it continues before it, because nothing has moved there.
fn delete(search: &mut Search<'_, '_>, writer: &mut StepWriter<'_>) -> Result<(), Stop> {
    let sizes = with_source(search, |_, source| Ok(passes::sizes(source)))?;
    for size in sizes.unwrap_or_default() {
        let mut end = Some(usize::MAX);
        while let Some(before) = end {
            let found = with_source(search, |search, source| {
                first(search, writer, source, passes::delete_adjacent(source, size, before).into_iter())
            });
            end = found?.flatten();
        }
    }
    Ok(())
}

/// Commits proposals of a pass as long as one of the next `few` is interesting. After a success it continues at the
/// same number, because the proposals before it have been tested.
fn repeat(search: &mut Search<'_, '_>, writer: &mut StepWriter<'_>, pass: Pass, few: usize) -> Result<(), Stop> {
    let mut next = Some(0);
    while let Some(done) = next {
        let found = with_source(search, |search, source| {
            first(search, writer, source, pass(source).enumerate().skip(done).take(few))
        });
        next = found?.flatten();
    }
    Ok(())
}

/// Writes the text of some steps.
type StepWriter<'w> = dyn FnMut(&[Step]) -> Option<Vec<u8>> + 'w;

/// Commits the first change that is interesting, and returns its tag.
fn first<T>(
    search: &mut Search<'_, '_>,
    writer: &mut StepWriter<'_>,
    source: &SpannedChoices<'_>,
    changes: impl Iterator<Item = (T, StepEdits)>,
) -> Result<Option<T>, Stop> {
    let texts = changes.filter_map(|(tag, change)| Some((tag, writer(&changed(source.trace, change))?)));
    search.first(texts.map(|(tag, text)| (tag, Candidate::Text(text))))
}

/// Turns the current text into choices and calls `body`; does nothing if the text does not parse.
fn with_source<'s, 't, T>(
    search: &mut Search<'s, 't>,
    body: impl FnOnce(&mut Search<'s, 't>, &SpannedChoices<'_>) -> Result<T, Stop>,
) -> Result<Option<T>, Stop> {
    if !search.parse_again() {
        return Ok(None);
    }
    let view = search.view();
    let trace = search.languages().grammar.trace(&view.text, &view.tree);
    trace.map(|trace| body(search, &SpannedChoices::new(&view, &trace))).transpose()
}

/// Returns the steps with the given ranges replaced. The ranges are ascending. For example, `a b c d` with 1..3
/// replaced by `x` becomes `a x d`.
fn changed(trace: &Trace, change: StepEdits) -> Vec<Step> {
    let mut steps = Vec::with_capacity(trace.steps.len());
    let mut at = 0;
    for (range, by) in change {
        steps.extend_from_slice(&trace.steps[at..range.start]);
        steps.extend(by);
        at = range.end;
    }
    steps.extend_from_slice(&trace.steps[at..]);
    steps
}
