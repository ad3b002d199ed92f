//! Passes over a list of choices, on spans: those that proved useful in Hypothesis.

use std::collections::BTreeMap;
use std::ops::Range;

use super::View;
use grammarc_core::grammar::Symbol;
use grammarc_core::order;
use grammarc_generate::choices::{Choice, Span, SpanKind, Step, Trace};

/// Ranges of steps with their replacements, in ascending order.
pub(super) type StepEdits = Vec<(Range<usize>, Vec<Step>)>;
/// Proposes changes, the best first.
pub(super) type Pass = for<'a> fn(&'a SpannedChoices<'a>) -> Box<dyn Iterator<Item = StepEdits> + 'a>;

/// Large cuts, before elements of lists are deleted.
pub(super) static COARSE: &[Pass] = &[forget_much, pass_much_to_descendant];
/// Passes behind the deletion of elements. The texts of tokens stay as they are or become the simplest.
pub(super) static STRUCTURE: &[Pass] = &[delete_first, forget, pass_to_descendant, choose_otherwise, lower_and_delete];
/// Passes for the characters of texts and the order of elements.
pub(super) static TEXTS: &[Pass] = &[simplify_duplicates, simplify_texts, reorder];

/// Up to this many adjacent elements are deleted together at every start; longer runs only at multiples of their
/// length, because they overlap.
const MAX_SHORT_RUN: usize = 5;
/// Number of inner spans to search for descendants. A span further away comes nearer later.
const MAX_INNER_SPANS: usize = 4096;
/// Number of later elements that are deleted together with a lowered number, one at a time. Each costs a test.
const MAX_LATER_ELEMENTS: usize = 8;
/// A span is large if it has at least this share of the text's bytes: one in four.
const LARGE_SPAN_SHARE: usize = 4;
/// Longest text, in bytes, that is changed byte by byte. Longer texts are only cut, because each byte costs three
/// tests.
const MAX_BYTEWISE_BYTES: usize = 64;

/// The choices of the current text, with their spans.
pub(super) struct SpannedChoices<'a> {
    view: &'a View<'a>,
    pub(super) trace: &'a Trace,
    /// Adjacent spans of one kind, symbol and parent, as numbers: the elements of lists.
    lists: Vec<Vec<usize>>,
    /// Applications, those with most text first.
    largest: Vec<usize>,
}

impl<'a> SpannedChoices<'a> {
    pub(super) fn new(view: &'a View<'a>, trace: &'a Trace) -> Self {
        let mut lists: BTreeMap<(usize, Symbol), Vec<usize>> = BTreeMap::new();
        for (number, span) in trace.spans.iter().enumerate().filter(|(_, span)| span.kind == SpanKind::Element) {
            lists.entry((span.parent, span.symbol)).or_default().push(number);
        }
        let is_application = |&number: &usize| trace.spans[number].kind == SpanKind::Application;
        let mut largest: Vec<usize> = (0..trace.spans.len()).filter(is_application).collect();
        largest.sort_by_cached_key(|&number| std::cmp::Reverse(trace.spans[number].text.len()));
        Self { view, trace, lists: lists.into_values().collect(), largest }
    }

    fn span(&self, number: usize) -> &'a Span {
        &self.trace.spans[number]
    }

    /// Returns a copy of the steps of a span.
    fn steps(&self, number: usize) -> Vec<Step> {
        self.trace.steps[self.span(number).steps.clone()].to_vec()
    }

    fn text(&self, number: usize) -> &'a [u8] {
        &self.view.text[self.span(number).text.clone()]
    }

    /// Returns the shortest text of a span's symbol.
    fn simplest(&self, number: usize) -> &'a [u8] {
        &self.view.language.facts().symbol(self.span(number).symbol).minimal
    }

    /// Returns the spans inside a span. They follow it in the list.
    fn inside(&self, number: usize) -> impl Iterator<Item = usize> + use<'a> {
        let (spans, end) = (&self.trace.spans, self.span(number).whole().end);
        (number + 1..spans.len()).take_while(move |&inner| spans[inner].steps.start < end)
    }

    /// Returns the applications with more than their shortest text, the largest first.
    fn reducible(&self) -> impl Iterator<Item = usize> {
        let could_be = |&number: &usize| order::compare(self.simplest(number), self.text(number)).is_lt();
        self.largest.iter().copied().filter(could_be)
    }

    /// Returns the spans of tokens and skipped text that could be simpler, grouped by symbol and text.
    fn texts(&self) -> BTreeMap<(Symbol, &'a [u8]), Vec<usize>> {
        let mut texts: BTreeMap<(Symbol, &[u8]), Vec<usize>> = BTreeMap::new();
        for (number, span) in self.trace.spans.iter().enumerate() {
            let is_text = matches!(span.kind, SpanKind::Text | SpanKind::Skip);
            if is_text && self.text(number) != self.simplest(number) {
                texts.entry((span.symbol, self.text(number))).or_default().push(number);
            }
        }
        texts
    }

    /// Returns the large ones among the reducible applications.
    fn large(&self) -> impl Iterator<Item = usize> {
        self.reducible().take_while(|&number| self.span(number).text.len() * LARGE_SPAN_SHARE >= self.view.text.len())
    }

    fn delete(&self, numbers: &[usize]) -> StepEdits {
        numbers.iter().map(|&number| (self.span(number).whole(), Vec::new())).collect()
    }

    fn forget(&self, number: usize) -> StepEdits {
        vec![(self.span(number).steps.clone(), Vec::new())]
    }

    /// Replaces an application by an inner one of the same rule: the first, the second, the fourth and so on, and the
    /// last. The smallest are tried first. Because the numbers double, deep nesting costs few tests. For example, of
    /// seven inner ones it tries the first, second, fourth and seventh.
    fn descendants(&self, number: usize) -> impl Iterator<Item = StepEdits> {
        let of_kind = |&inner: &usize| {
            let (span, other) = (self.span(number), self.span(inner));
            other.kind == SpanKind::Application && other.symbol == span.symbol && other.text.len() < span.text.len()
        };
        let all: Vec<usize> = self.inside(number).take(MAX_INNER_SPANS).filter(of_kind).collect();
        let count = all.len();
        let is_tried = |place: &usize| (place + 1).is_power_of_two() || place + 1 == count;
        let mut descendants: Vec<usize> = (0..count).filter(is_tried).map(|place| all[place]).collect();
        descendants.sort_by_cached_key(|&inner| self.span(inner).text.len());
        descendants.into_iter().map(move |inner| vec![self.replace(number, inner)])
    }

    fn replace(&self, number: usize, by: usize) -> (Range<usize>, Vec<Step>) {
        (self.span(number).steps.clone(), self.steps(by))
    }
}

fn text(bytes: &[u8]) -> Vec<Step> {
    vec![Step::Choice(Choice::Text(bytes.to_vec()))]
}

/// Deletes the choices of an application, so that the generator takes the defaults.
fn forget<'a>(source: &'a SpannedChoices<'a>) -> Box<dyn Iterator<Item = StepEdits> + 'a> {
    Box::new(source.reducible().map(|number| source.forget(number)))
}

/// The same for large applications. An element of a list is also tried to be deleted as a whole.
fn forget_much<'a>(source: &'a SpannedChoices<'a>) -> Box<dyn Iterator<Item = StepEdits> + 'a> {
    Box::new(source.large().flat_map(|number| {
        let parent = source.span(number).parent;
        let is_element = source.trace.spans.get(parent).is_some_and(|span| span.kind == SpanKind::Element);
        is_element.then(|| source.delete(&[parent])).into_iter().chain([source.forget(number)])
    }))
}

/// Replaces an application by an inner one of the same rule.
fn pass_to_descendant<'a>(source: &'a SpannedChoices<'a>) -> Box<dyn Iterator<Item = StepEdits> + 'a> {
    Box::new(source.reducible().flat_map(|number| source.descendants(number)))
}

/// The same for large applications.
fn pass_much_to_descendant<'a>(source: &'a SpannedChoices<'a>) -> Box<dyn Iterator<Item = StepEdits> + 'a> {
    Box::new(source.large().flat_map(|number| source.descendants(number)))
}

/// Returns how many adjacent elements to delete together, one size after another: the length of the longest list, half
/// of it and so on, then 5 down to 1. For example, 20, 10, 5, 4, 3, 2 and 1 for a list of 20.
pub(super) fn sizes(source: &SpannedChoices<'_>) -> Vec<usize> {
    let longest = source.lists.iter().map(Vec::len).max().unwrap_or(0);
    let halves = std::iter::successors(Some(longest), |&size| Some(size / 2)).take_while(|&size| size > MAX_SHORT_RUN);
    halves.chain((1..=MAX_SHORT_RUN).rev()).collect()
}

/// Deletes adjacent elements of one list, later ones first. Each change comes with the step at which it begins; only
/// those that begin before the step `end` are proposed. Short runs are tried at every start, long runs side by side.
pub(super) fn delete_adjacent(source: &SpannedChoices<'_>, size: usize, end: usize) -> Vec<(usize, StepEdits)> {
    let starts = |number: usize| source.span(number).steps.start;
    let mut found: Vec<(usize, StepEdits)> = Vec::new();
    for list in &source.lists {
        let open = list.partition_point(|&number| starts(number) < end);
        let places: Vec<Range<usize>> = if size > MAX_SHORT_RUN {
            let ends = (0..open).step_by(size).map(|passed| open - passed);
            ends.map(|end| end.saturating_sub(size)..end).collect()
        } else {
            (0..open).map(|start| start..start + size).filter(|place| place.end <= list.len()).collect()
        };
        let large = places.into_iter().filter(|place| 2 * place.len() > size);
        found.extend(large.map(|place| (starts(list[place.start]), source.delete(&list[place]))));
    }
    found.sort_by_cached_key(|&(start, _)| std::cmp::Reverse(start));
    found
}

/// Deletes the first item of a list with separators. It is no element span, so the next item is moved to its place. For
/// example, `[1,2,3]` becomes `[2,3]`.
fn delete_first<'a>(source: &'a SpannedChoices<'a>) -> Box<dyn Iterator<Item = StepEdits> + 'a> {
    Box::new(source.lists.iter().rev().flat_map(move |list| {
        let element = list[0];
        let before = source.span(element).parent;
        let first = source.inside(before).take_while(|&number| number < element);
        let is_before = |&number: &usize| {
            let span = source.span(number);
            span.parent == before && span.kind != SpanKind::Skip
        };
        let first = first.filter(is_before).last();
        let same = first.and_then(|first| {
            let symbol = source.span(first).symbol;
            source.inside(element).find(|&number| source.span(number).symbol == symbol).map(|next| (first, next))
        });
        same.map(|(first, next)| vec![source.replace(first, next), (source.span(element).whole(), Vec::new())])
    }))
}

/// Chooses another production and keeps the choices that fit it.
fn choose_otherwise<'a>(source: &'a SpannedChoices<'a>) -> Box<dyn Iterator<Item = StepEdits> + 'a> {
    Box::new(source.reducible().flat_map(move |number| {
        let span = source.span(number);
        let grammar = &source.view.language.grammar;
        let options = grammar.rule(span.symbol).map_or(0, |rule| rule.productions.len() as u32);
        let present = match source.trace.steps.get(span.steps.start) {
            Some(Step::Choice(Choice::Alt(present))) if options > 1 => Some(*present),
            _ => None,
        };
        let others = present.into_iter().flat_map(move |present| (0..options).filter(move |&other| other != present));
        let at = span.steps.start;
        others.map(move |other| vec![(at..at + 1, vec![Step::Choice(Choice::Alt(other))])])
    }))
}

/// Simplifies a text that occurs several times, in all places at once. For example, both words of `foo = foo` become
/// shorter together.
fn simplify_duplicates<'a>(source: &'a SpannedChoices<'a>) -> Box<dyn Iterator<Item = StepEdits> + 'a> {
    let several = source.texts().into_values().filter(|places| places.len() > 1);
    Box::new(several.flat_map(move |places| {
        simpler(source.text(places[0]), source.simplest(places[0]))
            .map(move |by| places.iter().map(|&number| (source.span(number).steps.clone(), text(&by))).collect())
    }))
}

/// Simplifies a text in one place.
fn simplify_texts<'a>(source: &'a SpannedChoices<'a>) -> Box<dyn Iterator<Item = StepEdits> + 'a> {
    let mut places: Vec<usize> = source.texts().into_values().flatten().collect();
    places.sort_unstable();
    Box::new(places.into_iter().flat_map(move |number| {
        let simpler = simpler(source.text(number), source.simplest(number));
        simpler.map(move |by| vec![(source.span(number).steps.clone(), text(&by))])
    }))
}

/// Returns simpler texts, in this order: the simplest, the text without a half, without smaller parts, with simpler characters.
fn simpler(from: &[u8], simplest: &[u8]) -> impl Iterator<Item = Vec<u8>> + use<> {
    let (from, length) = (from.to_vec(), from.len());
    let blanks =
        if from.iter().all(u8::is_ascii_whitespace) { vec![Vec::new(), b"\n".into(), b" ".into()] } else { vec![] };
    let sizes = std::iter::successors(Some(length / 2), |&size| Some(size / 2)).take_while(|&size| size > 0);
    let sizes = sizes.filter(move |&size| size > 1 || length <= MAX_BYTEWISE_BYTES);
    let parts = sizes.flat_map(move |size| (0..length).step_by(size).map(move |at| at..(at + size).min(length)));
    let shorter = {
        let from = from.clone();
        parts.map(move |part| [&from[..part.start], &from[part.end..]].concat())
    };
    let lower = (0..length).filter(move |_| length <= MAX_BYTEWISE_BYTES).flat_map(move |at| {
        let from = from.clone();
        [b'a', b'0'].into_iter().map(move |byte| {
            let mut lower = from.clone();
            lower[at] = byte;
            lower
        })
    });
    std::iter::once(simplest.to_vec()).chain(blanks).chain(shorter).chain(lower)
}

/// Deletes an element or lowers a number by one, and deletes an element of a later list. So a count is lowered together
/// with the list that it counts. For example, `2 a b` becomes `1 a`.
fn lower_and_delete<'a>(source: &'a SpannedChoices<'a>) -> Box<dyn Iterator<Item = StepEdits> + 'a> {
    let mut lowered: Vec<(Range<usize>, Vec<Step>)> = Vec::new();
    for (number, span) in source.trace.spans.iter().enumerate() {
        match span.kind {
            SpanKind::Element => lowered.push((span.whole(), Vec::new())),
            SpanKind::Text => {
                lowered.extend(one_lower(source.text(number)).map(|lower| (span.steps.clone(), text(&lower))));
            }
            SpanKind::Application | SpanKind::Skip => {}
        }
    }
    Box::new(lowered.into_iter().flat_map(move |(range, by)| {
        let end = range.end;
        let starts = move |number: usize| source.span(number).whole().start;
        let lists = source.lists.iter().filter(move |list| starts(list[0]) >= end);
        let later = lists.flat_map(|list| list.iter().rev()).take(MAX_LATER_ELEMENTS);
        later.map(move |&later| vec![(range.clone(), by.clone()), (source.span(later).whole(), Vec::new())])
    }))
}

/// Returns a decimal number minus one. For example, `9` for `10`, and none for `0`.
fn one_lower(digits: &[u8]) -> Option<Vec<u8>> {
    let number: u64 = std::str::from_utf8(digits).ok()?.parse().ok()?;
    Some(number.checked_sub(1)?.to_string().into_bytes())
}

/// Sorts the elements of a list.
fn reorder<'a>(source: &'a SpannedChoices<'a>) -> Box<dyn Iterator<Item = StepEdits> + 'a> {
    Box::new(source.lists.iter().filter(|list| list.len() > 1).filter_map(move |list| {
        let mut sorted = list.clone();
        sorted.sort_by(|&left, &right| order::compare(source.text(left), source.text(right)));
        let pairs = list.iter().zip(&sorted).filter(|(place, by)| place != by);
        let change: StepEdits = pairs.map(|(&place, &by)| source.replace(place, by)).collect();
        (!change.is_empty()).then_some(change)
    }))
}
