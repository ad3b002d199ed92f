//! Whether an oracle accepts texts outside the language. If it never does, testing them is a waste.

use super::{Search, Stop};
use crate::edit::Candidate;
use crate::flat;
use crate::format::Format;
use crate::reduce::View;

/// Number of texts outside the language to test: an oracle that refuses all of them hardly accepts others.
const MAX_PROBES: usize = 12;
/// Longest text, in bytes, for which this is tried: checking the validity of longer ones takes longer than testing them.
const MAX_PROBED_BYTES: usize = 1 << 16;

/// Tests some texts outside the language, each with a token or a character less than the current text. Returns true
/// if one is interesting (it is then the current text), or if there are none to test. If the oracle cannot judge the
/// first, it is assumed to judge none of them.
pub(super) fn is_seen(search: &mut Search<'_, '_>) -> Result<bool, Stop> {
    if search.text().len() > MAX_PROBED_BYTES || !search.parse_again() {
        return Ok(true);
    }
    let texts = outside(search);
    let (first, rest) = texts.split_at(texts.len().min(1));
    let before = search.unresolved();
    Ok(texts.is_empty() || any(search, first)? || search.unresolved() == before && any(search, rest)?)
}

fn any(search: &mut Search<'_, '_>, texts: &[Vec<u8>]) -> Result<bool, Stop> {
    Ok(search.first(texts.iter().map(|text| ((), Candidate::Text(text.clone()))))?.is_some())
}

/// Returns texts outside the language that lack one token, taken from all over the text. If these are few, texts that
/// lack one character follow.
fn outside(search: &Search<'_, '_>) -> Vec<Vec<u8>> {
    let texts = [&flat::TOKENS, &flat::BYTES].into_iter().flat_map(|language| one_less(language, search.text()));
    texts.filter(|text| !search.is_valid(text)).take(MAX_PROBES).collect()
}

/// Returns the text without one of its parts. For example, with a step of 3 it leaves out part 0, 3, 6 …, then 1, 4, 7
/// ….
fn one_less<'t>(language: &Format, text: &'t [u8]) -> impl Iterator<Item = Vec<u8>> + use<'t> {
    let spans = View::parse(language, text)
        .map(|view| view.tree.parts(view.tree.root()).map(|id| view.tree.node(id).span).collect::<Vec<_>>());
    let spans = spans.unwrap_or_default();
    let step = spans.len().div_ceil(MAX_PROBES).max(1);
    let places = (0..step).flat_map(move |first| spans.clone().into_iter().skip(first).step_by(step));
    places.map(|span| [&text[..span.start], &text[span.end..]].concat())
}
