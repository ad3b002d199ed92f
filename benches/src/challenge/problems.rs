//! The problems of the Shrinking Challenge: a grammar of the values, a property that fails, and its smallest counterexamples.
//!
//! <https://github.com/jlink/shrinking-challenge>, most of them from D. MacIver, A. Donaldson, *Test-Case Reduction via Test-Case
//! Generation: Insights from the Hypothesis Reducer*, ECOOP 2020. A value is written as JSON, or as an expression in parentheses.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

use grammarc_runtime::choices::Choices;
use grammarc_runtime::fields::fill;
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::Fuzzer;
use grammarc_runtime::reduce::{Options, Validity, reduce};
use serde_json::Value;

/// A property that does not hold, and its smallest known counterexamples. For example, `reverse` claims that a list is the same when it is
/// reversed, and `[0,1]` is its smallest counterexample.
pub(crate) struct Problem {
    /// Its name in the Shrinking Challenge.
    pub(crate) name: &'static str,
    /// The grammar of its values.
    grammar: &'static str,
    /// Whether a value is a counterexample; `None` if the text is no value.
    fails: fn(&str) -> Option<bool>,
    /// The smallest counterexamples, as published. Where libraries disagree only on the order of values, the smallest in our order
    /// of texts.
    smallest: &'static [&'static str],
    /// Nesting depth of the values that a reduction starts from.
    depth: usize,
    /// Published number of evaluations that Hypothesis needs to reduce one counterexample: a mean over 100 runs.
    pub(crate) published: Option<f64>,
}

/// All problems, those with a published figure first.
pub(crate) static PROBLEMS: &[Problem] = &[
    Problem {
        name: "bound5",
        grammar: include_str!("bound5.bnf"),
        fails: bound5,
        smallest: &["[[-1],[-32768],[],[],[]]"],
        depth: 10,
        published: Some(137.0),
    },
    Problem {
        name: "large_union_list",
        grammar: include_str!("lists.bnf"),
        fails: |text| {
            let lists: Vec<Vec<i64>> = serde_json::from_str(text).ok()?;
            Some(lists.concat().into_iter().collect::<BTreeSet<_>>().len() > 4)
        },
        smallest: &["[[0,1,2,3,4]]"],
        depth: 10,
        published: Some(341.0),
    },
    Problem {
        name: "reverse",
        grammar: include_str!("list.bnf"),
        fails: |text| {
            let list: Vec<i64> = serde_json::from_str(text).ok()?;
            Some(!list.iter().eq(list.iter().rev()))
        },
        smallest: &["[0,1]"],
        depth: 10,
        published: Some(46.0),
    },
    Problem {
        name: "calculator",
        grammar: include_str!("calculator.bnf"),
        fails: calculator,
        smallest: &["(0/(0+0))", "(0/(0/1))"],
        depth: 6,
        published: Some(341.0),
    },
    Problem {
        name: "lengthlist",
        grammar: include_str!("lengthlist.bnf"),
        fails: |text| {
            let (count, list): (usize, Vec<i64>) = serde_json::from_str(text).ok()?;
            let is_value = count == list.len() && (1..=100).contains(&count);
            Some(is_value && *list.iter().max()? >= 900)
        },
        smallest: &["[1,[900]]"],
        depth: 10,
        published: Some(85.0),
    },
    Problem {
        name: "difference_must_not_be_zero",
        grammar: include_str!("difference.bnf"),
        fails: |text| difference(text, |difference| difference == 0),
        smallest: &["[10,10]"],
        depth: 10,
        published: None,
    },
    Problem {
        name: "difference_must_not_be_small",
        grammar: include_str!("difference.bnf"),
        fails: |text| difference(text, |difference| (1..=4).contains(&difference)),
        smallest: &["[10,6]"],
        depth: 10,
        published: None,
    },
    Problem {
        name: "difference_must_not_be_one",
        grammar: include_str!("difference.bnf"),
        fails: |text| difference(text, |difference| difference == 1),
        smallest: &["[10,9]"],
        depth: 10,
        published: None,
    },
    Problem {
        name: "binheap",
        grammar: include_str!("binheap.bnf"),
        fails: binheap,
        smallest: &["[0,null,[0,[0,null,null],[1,null,null]]]"],
        depth: 10,
        published: None,
    },
    Problem {
        name: "coupling",
        grammar: include_str!("coupling.bnf"),
        fails: coupling,
        smallest: &["[1,0]"],
        depth: 10,
        published: None,
    },
    Problem {
        name: "deletion",
        grammar: include_str!("deletion.bnf"),
        fails: |text| {
            let (list, place): (Vec<i64>, usize) = serde_json::from_str(text).ok()?;
            let removed = list.get(place)?;
            Some(list.iter().filter(|&other| other == removed).count() > 1)
        },
        smallest: &["[[0,0],0]"],
        depth: 10,
        published: None,
    },
    Problem {
        name: "distinct",
        grammar: include_str!("list.bnf"),
        fails: |text| {
            let list: Vec<i64> = serde_json::from_str(text).ok()?;
            Some(list.into_iter().collect::<BTreeSet<_>>().len() >= 3)
        },
        smallest: &["[0,1,2]"],
        depth: 10,
        published: None,
    },
    Problem {
        name: "nestedlists",
        grammar: include_str!("lists.bnf"),
        fails: |text| {
            let lists: Vec<Vec<i64>> = serde_json::from_str(text).ok()?;
            Some(lists.iter().map(Vec::len).sum::<usize>() > 10)
        },
        smallest: &["[[0,0,0,0,0,0,0,0,0,0,0]]"],
        depth: 10,
        published: None,
    },
];

/// Five lists of 16-bit integers. Each list sums to less than 256, but the sum of all, which wraps around in 16 bits, is at least
/// 5 · 256.
fn bound5(text: &str) -> Option<bool> {
    let lists: [Vec<i16>; 5] = serde_json::from_str(text).ok()?;
    let is_value = lists.iter().all(|list| list.iter().map(|&number| i64::from(number)).sum::<i64>() < 256);
    Some(is_value && lists.iter().flatten().fold(0, |sum: i16, &number| sum.wrapping_add(number)) >= 5 * 256)
}

/// The first number is at least 10, and `must_not_be` holds for the difference. For example, `[10,6]` has a small difference.
fn difference(text: &str, must_not_be: impl Fn(u64) -> bool) -> Option<bool> {
    let (first, second): (u64, u64) = serde_json::from_str(text).ok()?;
    Some(first >= 10 && must_not_be(first.abs_diff(second)))
}

/// Two places hold each other's index, as in `[1,0]`; every number must be a valid index.
fn coupling(text: &str) -> Option<bool> {
    let list: Vec<usize> = serde_json::from_str(text).ok()?;
    let is_value = list.iter().all(|&place| place < list.len());
    let is_coupled = |(place, &other): (usize, &usize)| place != other && list[other] == place;
    Some(is_value && list.iter().enumerate().any(is_coupled))
}

/// An expression divides by a computed zero, but never by a literal one: `(1/(0+0))`, but not `(1/0)`.
fn calculator(text: &str) -> Option<bool> {
    let mut rest = text.as_bytes();
    let value = evaluate(&mut rest)?;
    Some(rest.is_empty() && value == Evaluation::DividedByZero)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Evaluation {
    Number(i128),
    DividedByZero,
}

/// Evaluates an expression at the front of a text. `None` if there is no expression, or it divides by a literal zero.
fn evaluate(rest: &mut &[u8]) -> Option<Evaluation> {
    if rest.first() != Some(&b'(') {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'-').count();
        let (number, others) = rest.split_at(digits);
        *rest = others;
        return std::str::from_utf8(number).ok()?.parse().ok().map(Evaluation::Number);
    }
    *rest = &rest[1..];
    let left = evaluate(rest)?;
    let (&operator, others) = rest.split_first()?;
    *rest = others;
    let is_written_zero = operator == b'/' && rest.starts_with(b"0)");
    let right = evaluate(rest)?;
    *rest = rest.strip_prefix(b")")?;
    match (left, operator, right) {
        _ if is_written_zero => None,
        (Evaluation::Number(left), b'+', Evaluation::Number(right)) => left.checked_add(right).map(Evaluation::Number),
        (Evaluation::Number(_), b'/', Evaluation::Number(0)) => Some(Evaluation::DividedByZero),
        (Evaluation::Number(left), b'/', Evaluation::Number(right)) => {
            Some(Evaluation::Number(left.div_euclid(right) - i128::from(right < 0 && left.rem_euclid(right) != 0)))
        }
        (_, b'+' | b'/', _) => Some(Evaluation::DividedByZero),
        _ => None,
    }
}

/// A valid heap from which a wrong program does not take the keys in ascending order.
fn binheap(text: &str) -> Option<bool> {
    let heap: Value = serde_json::from_str(text).ok()?;
    let keys = out_of(&merged(child(&heap, 1)?, child(&heap, 2)?)?)?;
    Some(is_heap(&heap)? && !(key(&heap)? <= *keys.first()? && keys.is_sorted()))
}

fn key(heap: &Value) -> Option<i64> {
    heap.get(0)?.as_i64()
}

fn child(heap: &Value, number: usize) -> Option<&Value> {
    heap.get(number)
}

/// Checks that no key is greater than the keys below it. For example, `[0,[1,null,null],null]` is a heap, and with the keys exchanged it is
/// none.
fn is_heap(heap: &Value) -> Option<bool> {
    let mut open = vec![heap];
    while let Some(heap) = open.pop() {
        for child in [child(heap, 1)?, child(heap, 2)?] {
            if !child.is_null() && key(child)? < key(heap)? {
                return Some(false);
            }
            open.extend(Some(child).filter(|child| !child.is_null()));
        }
    }
    Some(true)
}

fn merged(left: &Value, right: &Value) -> Option<Value> {
    match (left.is_null(), right.is_null()) {
        (true, _) => Some(right.clone()),
        (_, true) => Some(left.clone()),
        _ => {
            let (top, other) = if key(left)? <= key(right)? { (left, right) } else { (right, left) };
            let below = merged(child(top, 2)?, other)?;
            Some(Value::Array(vec![key(top)?.into(), below, child(top, 1)?.clone()]))
        }
    }
}

/// The bug: it walks the rest of the heap in preorder, instead of removing the smallest key each time.
fn out_of(heap: &Value) -> Option<Vec<i64>> {
    let (mut keys, mut open) = (Vec::new(), vec![heap]);
    while let Some(heap) = open.pop().filter(|_| keys.len() < 1_000_000) {
        if !heap.is_null() {
            keys.push(key(heap)?);
            open.extend([child(heap, 1)?, child(heap, 2)?]);
        }
    }
    Some(keys)
}

/// A counterexample to begin with.
pub(crate) struct Start {
    text: Vec<u8>,
    /// Number of choices that generated it.
    pub(crate) choices: usize,
}

/// The result of reducing one start.
pub(crate) struct Outcome {
    /// The reduced text.
    pub(crate) text: String,
    /// Whether the text is one of the smallest counterexamples.
    pub(crate) is_smallest: bool,
    /// Number of evaluations of the property, checks included.
    pub(crate) evaluations: u64,
}

impl Problem {
    /// Returns the language of the values.
    pub(crate) fn language(&self) -> Format {
        grammarc::load_text(self.name, self.grammar).unwrap_or_else(|report| panic!("{report}")).format()
    }

    fn fails(&self, text: &[u8]) -> bool {
        std::str::from_utf8(text).ok().and_then(self.fails).unwrap_or(false)
    }

    /// Returns the first counterexamples among the texts of the seeds 0, 1, 2 and so on.
    pub(crate) fn starts<'a>(&'a self, language: &'a Format) -> impl Iterator<Item = Start> {
        let mut fuzzer = Fuzzer::new(language, self.depth);
        (0..).filter_map(move |seed| {
            let mut choices = Choices::fresh(seed).recorded();
            let text = fuzzer.run(&mut choices).ok()?;
            let text = fill(language, text.to_vec());
            self.fails(&text).then(|| Start { text, choices: choices.into_log().len() })
        })
    }

    /// Reduces a counterexample. Texts outside the grammar are not tested.
    pub(crate) fn reduce(&self, language: &Format, start: &Start) -> Outcome {
        let evaluations = AtomicU64::new(0);
        let oracle = |text: &[u8]| {
            evaluations.fetch_add(1, Ordering::Relaxed);
            self.fails(text)
        };
        let options = Options { validity: Validity::Strict, ..Options::default() };
        let reduced = reduce(language, &start.text, &oracle, &options).expect("it is a counterexample");
        let text = String::from_utf8(reduced.text).expect("it is a value");
        let is_smallest = self.smallest.contains(&text.as_str());
        Outcome { text, is_smallest, evaluations: evaluations.into_inner() }
    }
}
