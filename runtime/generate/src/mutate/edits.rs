//! Changes to the choices of a text: parts are drawn anew, swapped, repeated and dropped.

use std::cmp::Reverse;
use std::ops::Range;

use crate::choices::{Random, Span, SpanKind, Step, Trace};

/// At most so many parts of one text are changed.
const CHANGES: u32 = 4;
/// At most so many times an element of a list is repeated.
const REPEATS: u32 = 4;
/// How often a place for one change is looked for.
const LOOKS: u32 = 8;

/// Steps that others take the place of.
type Change = (Range<usize>, Vec<Step>);

/// What is done to a part.
#[derive(Debug, Clone, Copy)]
enum Mutation {
    /// Another text of its kind is drawn.
    Draw,
    /// It changes places with another of its kind, or one of another text takes its place.
    Swap,
    /// It stands there several times.
    Repeat,
    /// It is no longer there.
    Drop,
}

const MUTATIONS: [Mutation; 4] = [Mutation::Draw, Mutation::Swap, Mutation::Repeat, Mutation::Drop];

/// Returns the steps of a text after one change or a few, in which parts of `texts` may be used.
pub(super) fn changed(trace: &Trace, texts: &[&Trace], random: &mut Random) -> Vec<Step> {
    let mut changes: Vec<Change> = Vec::new();
    for _ in 0..1 + random.below(CHANGES) {
        let made = (0..LOOKS).find_map(|_| change(trace, texts, random));
        // Each is about the text as it was, so they must not touch.
        let is_apart = |(range, _): &Change| changes.iter().all(|(other, _)| are_apart(range, other));
        changes.extend(made.filter(|made| made.iter().all(is_apart)).into_iter().flatten());
    }
    // From behind, and what is put between two steps after what follows it.
    changes.sort_by_cached_key(|(range, _)| Reverse((range.start, range.end)));
    let mut steps = trace.steps.clone();
    for (range, others) in changes {
        steps.splice(range, others);
    }
    steps
}

/// Returns whether two places have no step in common.
fn are_apart(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.end <= other.start || other.end <= one.start
}

/// Changes a part that is picked at random; none if that cannot be done to it.
fn change(trace: &Trace, texts: &[&Trace], random: &mut Random) -> Option<Vec<Change>> {
    let span = picked(&trace.spans, random)?;
    // All of the text is drawn by whoever wants another one.
    let is_part = span.kind != SpanKind::Skip && span.steps.len() < trace.steps.len();
    let mutation = MUTATIONS[random.below(MUTATIONS.len() as u32) as usize];
    match (mutation, span.kind) {
        _ if !is_part => None,
        (Mutation::Draw, SpanKind::Application | SpanKind::Text) => Some(vec![(span.steps.clone(), vec![Step::Draw])]),
        (Mutation::Swap, SpanKind::Application | SpanKind::Text) => swapped(trace, span, texts, random),
        (Mutation::Repeat, SpanKind::Element) => {
            let element = &trace.steps[span.steps.clone()];
            let again = (0..=random.below(REPEATS)).flat_map(|_| element.iter().cloned());
            Some(vec![(span.steps.end..span.steps.end, again.collect())])
        }
        (Mutation::Drop, SpanKind::Element) => Some(vec![(span.steps.clone(), Vec::new())]),
        _ => None,
    }
}

/// Puts another part of the same kind into the place of one. If both are of one text, and apart, they change places.
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

/// Returns one of some spans.
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
