//! Whether an oracle bears texts outside the language: if it never does, asking about them is waste.

use super::{Search, Stop};
use crate::edit::Candidate;
use crate::flat;
use crate::format::Format;
use crate::reduce::View;

/// So many texts outside the language are asked about.
const PROBES: usize = 12;
/// Whether texts longer than this are in the language is not looked at: that would take longer than asking.
const LONGEST: usize = 1 << 16;

/// Asks about some texts outside the language, each a token or a character less than the present one. Returns true if one is
/// interesting, which then is the present text, or if there are none. An oracle that cannot judge the first is taken to judge none.
pub(super) fn is_seen(search: &mut Search<'_, '_>) -> Result<bool, Stop> {
    if search.text().len() > LONGEST || !search.parse_again() {
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

/// Returns texts outside the language with one token less, from all over the text; and with one character less, where those are few.
fn outside(search: &Search<'_, '_>) -> Vec<Vec<u8>> {
    let texts = [&flat::TOKENS, &flat::BYTES].into_iter().flat_map(|language| one_less(language, search.text()));
    texts.filter(|text| !search.is_valid(text)).take(PROBES).collect()
}

/// Returns the text without one of its parts: every so-many-th, then those behind them and so on.
fn one_less<'t>(language: &Format, text: &'t [u8]) -> impl Iterator<Item = Vec<u8>> + use<'t> {
    let spans = View::parse(language, text)
        .map(|view| view.tree.parts(view.tree.root()).map(|id| view.tree.node(id).span).collect::<Vec<_>>());
    let spans = spans.unwrap_or_default();
    let step = spans.len().div_ceil(PROBES).max(1);
    let places = (0..step).flat_map(move |first| spans.clone().into_iter().skip(first).step_by(step));
    places.map(|span| [&text[..span.start], &text[span.end..]].concat())
}
