//! Changes to the choices of a text: parts are drawn anew, swapped, repeated and dropped. For example, the lines `one` and `two` change
//! places.

use std::cmp::Reverse;
use std::ops::Range;

use crate::choices::{Random, Span, SpanKind, Step, Trace};

/// Greatest number of parts of one text that are changed. More of them would leave little of the parent.
const MAX_CHANGED_PARTS: u32 = 4;
/// Greatest number of copies of a list element that are added: enough for bugs of counters, and the text stays short.
const MAX_ADDED_COPIES: u32 = 4;
/// Random picks for one change before it is left out. A pick fails if, for example, the whole text or skip was picked.
const PICK_TRIES: u32 = 8;

/// A range of steps, and the steps that replace it.
type Change = (Range<usize>, Vec<Step>);

/// Change to one part of a text. The examples change the lines `one\ntwo\n`.
#[derive(Debug, Clone, Copy)]
enum Mutation {
    /// Another text of its kind is drawn: `one\nx7\n`.
    Draw,
    /// It changes places with another of its kind, or one of another text takes its place: `two\none\n`.
    Swap,
    /// It stands there several times: `one\none\ntwo\n`.
    Repeat,
    /// It is no longer there: `one\n`.
    Drop,
}

const MUTATIONS: [Mutation; 4] = [Mutation::Draw, Mutation::Swap, Mutation::Repeat, Mutation::Drop];

/// Returns the steps of a text after one change or a few, in which parts of `texts` may be used.
pub(super) fn changed(trace: &Trace, texts: &[&Trace], random: &mut Random) -> Vec<Step> {
    let mut changes: Vec<Change> = Vec::new();
    for _ in 0..1 + random.below(MAX_CHANGED_PARTS) {
        let made = (0..PICK_TRIES).find_map(|_| change(trace, texts, random));
        // Each change refers to the steps of the unchanged text, so their ranges must not overlap.
        let is_apart = |(range, _): &Change| changes.iter().all(|(other, _)| are_apart(range, other));
        changes.extend(made.filter(|made| made.iter().all(is_apart)).into_iter().flatten());
    }
    // From the last to the first, so that earlier ranges stay valid. At one place, a replacement goes before an insertion.
    changes.sort_by_cached_key(|(range, _)| Reverse((range.start, range.end)));
    let mut steps = trace.steps.clone();
    for (range, others) in changes {
        steps.splice(range, others);
    }
    steps
}

/// Returns whether two places have no step in common. For example, 3..9 and the empty place 9..9 have none.
fn are_apart(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.end <= other.start || other.end <= one.start
}

/// Changes a part that is picked at random; none if that cannot be done to it.
fn change(trace: &Trace, texts: &[&Trace], random: &mut Random) -> Option<Vec<Change>> {
    let span = picked(&trace.spans, random)?;
    // The whole text is no part: fuzzing draws a new one anyway.
    let is_part = span.kind != SpanKind::Skip && span.steps.len() < trace.steps.len();
    let mutation = MUTATIONS[random.below(MUTATIONS.len() as u32) as usize];
    match (mutation, span.kind) {
        _ if !is_part => None,
        (Mutation::Draw, SpanKind::Application | SpanKind::Text) => Some(vec![(span.steps.clone(), vec![Step::Draw])]),
        (Mutation::Swap, SpanKind::Application | SpanKind::Text) => swapped(trace, span, texts, random),
        (Mutation::Repeat, SpanKind::Element) => {
            let element = &trace.steps[span.steps.clone()];
            let again = (0..=random.below(MAX_ADDED_COPIES)).flat_map(|_| element.iter().cloned());
            Some(vec![(span.steps.end..span.steps.end, again.collect())])
        }
        (Mutation::Drop, SpanKind::Element) => Some(vec![(span.steps.clone(), Vec::new())]),
        _ => None,
    }
}

/// Replaces a part by another one of the same kind and symbol. If both are in one text and do not overlap, they change places.
fn swapped(trace: &Trace, span: &Span, texts: &[&Trace], random: &mut Random) -> Option<Vec<Change>> {
    let donor = texts[random.below(texts.len() as u32) as usize];
    let is_alike = |other: &&Span| (other.kind, other.symbol) == (span.kind, span.symbol);
    let alike: Vec<&Span> = donor.spans.iter().filter(is_alike).collect();
    let other = alike.get(random.below(alike.len() as u32) as usize)?;
    let mut changes = vec![(span.steps.clone(), donor.steps[other.steps.clone()].to_vec())];
    if std::ptr::eq(donor, trace) && are_apart(&span.steps, &other.steps) {
        changes.push((other.steps.clone(), trace.steps[span.steps.clone()].to_vec()));
    }
    Some(changes)
}

/// Returns a random span.
fn picked<'s>(spans: &'s [Span], random: &mut Random) -> Option<&'s Span> {
    spans.get(random.below(spans.len() as u32) as usize)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::fuzz::generator::Generator;
    use grammarc_core::language::Language;
    use grammarc_runtime::flat::LINES;

    /// Returns the generator of lines: that of `LINES` is a type of the crate as it is built without tests.
    fn lines() -> Generator {
        Generator::new(Language::new(LINES.name.clone(), LINES.grammar.clone(), LINES.engine))
    }

    fn trace(text: &[u8]) -> Trace {
        let lines = lines();
        lines.trace(text, &lines.parse(text).unwrap()).unwrap()
    }

    #[test]
    fn lines_change_places_within_a_text_and_between_two() {
        let (one, other) = (trace(b"one\ntwo\n"), trace(b"three\n"));
        let lines = lines();
        let mut writer = lines.writer();
        let mut random = Random::new(1);
        let texts: HashSet<Vec<u8>> =
            (0..400).filter_map(|_| writer(&changed(&one, &[&one, &other], &mut random))).collect();
        for text in [&b"two\none\n"[..], b"three\ntwo\n", b"one\n", b"one\none\ntwo\n"] {
            assert!(texts.contains(text), "{} of {texts:?}", text.escape_ascii());
        }
    }

    #[test]
    fn what_is_put_between_two_steps_stays_beside_what_is_changed() {
        let places = [(3..9, 9..9, true), (3..9, 5..5, false), (3..9, 8..12, false), (3..9, 0..3, true)];
        for (one, other, apart) in places {
            assert_eq!((are_apart(&one, &other), are_apart(&other, &one)), (apart, apart), "{one:?} {other:?}");
        }
    }
}
