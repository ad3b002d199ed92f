//! Smaller numbers: each alone, those that are equal together, and two at a time, whose sum or difference may be what counts.
//!
//! D. MacIver, A. Donaldson, *Test-Case Reduction via Test-Case Generation: Insights from the Hypothesis Reducer*, ECOOP 2020: its
//! passes for integers, on numbers in digits wherever they stand in a text. How far a number can go is found by bisection.

use std::collections::{BTreeMap, HashSet};

use super::{Search, Stop, Strategy, View, fixpoint};
use crate::edit::{Candidate, Edit};
use grammarc_core::tree::NodeId;

/// Smaller numbers.
pub(in crate::reduce) const STRATEGY: Strategy = Strategy {
    name: "numbers",
    paper: "MacIver & Donaldson, ECOOP 2020: bisect numbers, alone, where they are equal, and in pairs",
    run: |search| {
        search.parse_again();
        fixpoint(search, |search| {
            equal(search)?;
            alone(search)?;
            in_pairs(search)?;
            with_what_they_point_at(search)
        })
    },
};

/// With how many of the numbers after it one is changed together.
const REACH: usize = 3;
/// How many elements are tried to be deleted with what points behind them.
const POINTED: usize = 64;

/// A node whose text is a number.
#[derive(Debug, Clone, Copy)]
struct Number {
    node: NodeId,
    value: i64,
}

impl Number {
    /// Returns what it takes to bring it so much nearer to 0, or, by a negative amount, further from it.
    fn lowered(self, by: i64) -> Edit {
        self.plus(-by * self.value.signum())
    }

    fn plus(self, amount: i64) -> Edit {
        self.becomes(self.value + amount)
    }

    fn becomes(self, value: i64) -> Edit {
        Edit::Text { node: self.node, text: value.to_string().into_bytes() }
    }
}

/// Lowers numbers that are written in several places, in all of them at once.
fn equal(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let mut places: BTreeMap<i64, Vec<Number>> = BTreeMap::new();
    numbers(&search.view()).into_iter().for_each(|number| places.entry(number.value).or_default().push(number));
    for (value, numbers) in places.into_iter().rev().filter(|(_, numbers)| numbers.len() > 1) {
        slide(search, value.abs(), |by| numbers.iter().map(|number| number.lowered(by)).collect())?;
    }
    Ok(())
}

/// Lowers each number. What is negative is tried without its sign, and as the least number that was not there.
fn alone(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let numbers = numbers(&search.view());
    let taken: HashSet<i64> = numbers.iter().map(|number| number.value).collect();
    let free = (0..).find(|value| !taken.contains(value));
    for number in numbers {
        let positive = [Some(number.value.abs()), free].into_iter().flatten().filter(|_| number.value < 0);
        let positive = positive.map(|value| (value, Candidate::from(number.becomes(value))));
        let value = search.first(positive)?.unwrap_or(number.value);
        let number = Number { value, ..number };
        slide(search, number.value.abs(), |by| vec![number.lowered(by)])?;
    }
    Ok(())
}

/// What a change by some amount does to two numbers.
type PairChange = fn(Number, Number, i64) -> Vec<Edit>;

/// Lowers two numbers by the same amount, or one of them by as much as brings the sum back in the other. That is of use where one
/// has several digits.
fn in_pairs(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let mut now = numbers(&search.view());
    let pairs = (0..now.len()).flat_map(|left| (left + 1..left + 1 + REACH).map(move |right| (left, right)));
    for (left, right) in pairs {
        let changes: [PairChange; 3] = [
            |left, right, by| vec![left.lowered(by), right.lowered(by)],
            |left, right, by| vec![left.lowered(by), right.plus(by * left.value.signum())],
            |left, right, by| vec![right.lowered(by), left.plus(by * right.value.signum())],
        ];
        for (number, change) in changes.into_iter().enumerate() {
            let Some((&left, &right)) = now.get(left).zip(now.get(right)) else { break };
            let sizes = [left.value.abs(), right.value.abs()];
            if sizes.iter().all(|&size| size < 10) {
                break;
            }
            let most = [sizes[0].min(sizes[1]), sizes[0], sizes[1]][number];
            if slide(search, most, |by| change(left, right, by))? {
                now = numbers(&search.view());
            }
        }
    }
    Ok(())
}

/// Deletes an element of a list, and lowers by one all numbers that point behind it if they are places in the list.
fn with_what_they_point_at(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    loop {
        let view = search.view();
        let numbers = numbers(&view);
        let most = numbers.iter().map(|number| number.value).max().unwrap_or(0);
        let lists = view
            .tree
            .subtree(view.tree.root())
            .map(|node| view.tree.parts(node).filter(|&part| view.is_droppable(part)).zip(0..most).collect::<Vec<_>>());
        let candidates = lists.flatten().take(POINTED).map(|(element, place)| {
            let behind = numbers.iter().filter(|number| number.value > place);
            let lowered = behind.map(|number| number.lowered(1));
            ((), Candidate::Edits(std::iter::once(Edit::Drop(element)).chain(lowered).collect()))
        });
        if search.first(candidates)?.is_none() {
            return Ok(());
        }
    }
}

/// Commits what `change` says for the greatest amount up to `most` that is found: all of it, all but one, half of it, one, two; then
/// by bisection between what is interesting and what is not. Returns whether anything was.
fn slide(search: &mut Search<'_, '_>, most: i64, change: impl Fn(i64) -> Vec<Edit>) -> Result<bool, Stop> {
    let steps = [most, most - 1, most - most / 2, 1, 2];
    let proposed = |by: i64| (by, Candidate::Edits(change(by)));
    let open = steps.iter().enumerate().filter(|&(place, by)| (1..=most).contains(by) && !steps[..place].contains(by));
    let Some(mut good) = search.first(open.map(|(_, &by)| proposed(by)))? else { return Ok(false) };
    let place = steps.iter().position(|&by| by == good).unwrap_or(0);
    let mut bad = steps[..place].iter().copied().filter(|&by| by > good).min().unwrap_or(good);
    while good + 1 < bad {
        let middle = good.midpoint(bad);
        match search.first([proposed(middle)])? {
            Some(by) => good = by,
            None => bad = middle,
        }
    }
    Ok(true)
}

/// Returns the nodes whose texts are numbers, in order: of several with the same bytes the innermost.
fn numbers(view: &View<'_>) -> Vec<Number> {
    let mut found: Vec<Number> = Vec::new();
    let mut last = 0..0;
    for node in view.tree.subtree(view.tree.root()) {
        let span = view.tree.node(node).span;
        match found.last_mut().filter(|_| span == last) {
            Some(number) => number.node = node,
            None if span.start < last.end => {}
            None => {
                if let Some(value) = number(view.text_of(node)) {
                    found.push(Number { node, value });
                    last = span;
                }
            }
        }
    }
    found
}

/// Reads a number as it is written by [`i64::to_string`], unless it is so large that sums could overflow.
fn number(text: &[u8]) -> Option<i64> {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    let is_written = matches!(digits, [b'0'] | [b'1'..=b'9', ..]) && digits.len() < 18 && text != b"-0";
    is_written.then(|| std::str::from_utf8(text).ok()?.parse().ok()).flatten()
}
