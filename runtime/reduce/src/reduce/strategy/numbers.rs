//! Smaller numbers: each alone, equal ones together, and in pairs, because an oracle may need their sum or difference.
//!
//! D. MacIver, A. Donaldson, *Test-Case Reduction via Test-Case Generation: Insights from the Hypothesis Reducer*, ECOOP 2020: its
//! passes for integers, on numbers anywhere in a text. Bisection finds how far a number can be lowered. Numbers with a fraction or an
//! exponent are in `decimals`.

use std::collections::{BTreeMap, HashSet};

use super::bisected::{numbers_by, slide};
use super::{Search, Stop, Strategy, View, decimals, fixpoint};
use crate::edit::{Candidate, Edit};
use grammarc_core::tree::NodeId;

/// Smaller numbers.
pub(in crate::reduce) const STRATEGY: Strategy = Strategy {
    name: "numbers",
    paper: "MacIver & Donaldson, ECOOP 2020: bisect numbers: single ones, equal ones together, and pairs",
    run: |search| {
        search.parse_again();
        fixpoint(search, |search| {
            decimals::lower(search)?;
            equal(search)?;
            alone(search)?;
            in_pairs(search)?;
            with_what_they_point_at(search)
        })
    },
};

/// Number of following numbers that one number is paired with. Numbers that belong together stand side by side.
const PAIRED_NUMBERS: usize = 3;
/// Number of elements to delete together with lowering the indices behind them, each at the cost of a test.
const MAX_POINTED_ELEMENTS: usize = 64;

/// A node whose text is a number.
#[derive(Debug, Clone, Copy)]
struct Number {
    node: NodeId,
    value: i64,
}

impl Number {
    /// Returns the edit that moves the number by `by` towards 0; a negative `by` moves it away from 0.
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

/// Lowers a number that occurs several times, in all places at once. For example, `7 + 7` becomes `0 + 0`.
fn equal(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let mut places: BTreeMap<i64, Vec<Number>> = BTreeMap::new();
    numbers(&search.view()).into_iter().for_each(|number| places.entry(number.value).or_default().push(number));
    for (value, numbers) in places.into_iter().rev().filter(|(_, numbers)| numbers.len() > 1) {
        slide(search, value.abs(), |by| numbers.iter().map(|number| number.lowered(by)).collect())?;
    }
    Ok(())
}

/// Lowers each number. A negative number is first tried without its sign, and as the least number that the text lacks.
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

/// The edits that change two numbers by an amount.
type PairChange = fn(Number, Number, i64) -> Vec<Edit>;

/// Lowers two numbers by the same amount, or lowers one and raises the other so that the sum is kept. At least one must
/// have several digits, because otherwise there is little to gain. For example, `10 20` becomes `0 10` or `0 30`.
fn in_pairs(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let mut now = numbers(&search.view());
    let pairs = (0..now.len()).flat_map(|left| (left + 1..left + 1 + PAIRED_NUMBERS).map(move |right| (left, right)));
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

/// Deletes an element of a list and lowers all greater indices by one. For example, `[a, b, c] 2` becomes `[b, c] 1`.
fn with_what_they_point_at(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    loop {
        let view = search.view();
        let numbers = numbers(&view);
        let most = numbers.iter().map(|number| number.value).max().unwrap_or(0);
        let lists = view
            .tree
            .subtree(view.tree.root())
            .map(|node| view.tree.parts(node).filter(|&part| view.is_droppable(part)).zip(0..most).collect::<Vec<_>>());
        let candidates = lists.flatten().take(MAX_POINTED_ELEMENTS).map(|(element, place)| {
            let behind = numbers.iter().filter(|number| number.value > place);
            let lowered = behind.map(|number| number.lowered(1));
            ((), Candidate::Edits(std::iter::once(Edit::Drop(element)).chain(lowered).collect()))
        });
        if search.first(candidates)?.is_none() {
            return Ok(());
        }
    }
}

/// Returns the nodes whose texts are whole numbers, in order.
fn numbers(view: &View<'_>) -> Vec<Number> {
    numbers_by(view, number).into_iter().map(|(node, value)| Number { node, value }).collect()
}

/// Parses a number as [`i64::to_string`] writes it; none if sums with it could overflow. For example, `-7` is a number,
/// and `007` is none.
fn number(text: &[u8]) -> Option<i64> {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    let is_written = matches!(digits, [b'0'] | [b'1'..=b'9', ..]) && digits.len() < 18 && text != b"-0";
    is_written.then(|| std::str::from_utf8(text).ok()?.parse().ok()).flatten()
}
