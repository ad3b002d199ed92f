//! The next bytes that lead to each way of a choice, where they decide: one byte, or several.

use grammarc_runtime::byteset::ByteSet;

use super::super::choice::patterns;
use super::code::{Code, Flow};
pub(super) use crate::plan::choice::{Test, ways};

/// Joins tests that differ at one distance alone.
fn joined(tests: &[Test], depth: usize) -> Vec<Test> {
    let mut all: Vec<Test> = Vec::new();
    for test in tests {
        let mut test = test.clone();
        test.resize(depth, ByteSet::ALL);
        let differ = |known: &Test| (0..depth).filter(|&at| known[at] != test[at]).collect::<Vec<_>>();
        match all.iter_mut().find_map(|known| match differ(known)[..] {
            [at] => Some(&mut known[at]).zip(Some(at)),
            _ => None,
        }) {
            Some((bytes, at)) => *bytes = bytes.union(test[at]),
            None => all.push(test),
        }
    }
    all
}

/// The expression that is matched for some tests, and the pattern of each list of them.
pub(super) fn matched(tests: &[&[Test]]) -> (String, Vec<String>) {
    let depth = tests.iter().flat_map(|tests| tests.iter()).map(Vec::len).max().unwrap_or(1);
    let on = if depth > 1 { "p.bytes()".to_owned() } else { "p.byte()".to_owned() };
    let pattern = |tests: &&[Test]| {
        let all = joined(tests, depth);
        let one = |test: &Test| match test.as_slice() {
            [bytes] => patterns(bytes),
            all => {
                let each = |bytes: &ByteSet| if *bytes == ByteSet::ALL { "_".to_owned() } else { patterns(bytes) };
                format!("[{}]", all.iter().map(each).collect::<Vec<_>>().join(", "))
            }
        };
        all.iter().map(one).collect::<Vec<_>>().join(" | ")
    };
    (on, tests.iter().map(pattern).collect())
}

/// Writes a choice that the next bytes decide; `rest` are the tests on which nothing is open.
pub(super) fn decide(mut arms: Vec<(Vec<Test>, Flow)>, rest: &[Test]) -> Flow {
    let mut flow = Flow::new();
    if arms.len() == 1 && rest.is_empty() {
        flow.append(arms.remove(0).1);
        return flow;
    }
    let tests: Vec<&[Test]> = arms.iter().map(|(tests, _)| tests.as_slice()).collect();
    let (on, patterns) = matched(&tests);
    let arms = patterns.into_iter().zip(arms).map(|(pattern, (_, arm))| (pattern, arm)).collect();
    decide_on(on, arms, if rest.is_empty() { Fallback::Nothing } else { Fallback::Fails })
}

/// The bytes that no arm of a choice takes: there are none, or they fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fallback {
    Nothing,
    Fails,
}

/// Writes a `match` whose last arm is `_`: the failure if there is one, otherwise an empty arm if there is one.
pub(super) fn decide_on(on: String, mut arms: Vec<(String, Flow)>, rest: Fallback) -> Flow {
    let mut flow = Flow::new();
    match rest {
        Fallback::Fails => {
            let mut fails = Flow::new();
            fails.end("None".to_owned());
            arms.push((String::new(), fails));
        }
        Fallback::Nothing => arms.sort_by_key(|(_, arm)| arm.code.is_empty()),
    }
    let Some((_, last)) = arms.pop() else { return flow };
    flow.goes_on = last.goes_on || arms.iter().any(|(_, arm)| arm.goes_on);
    let has_one = arms.len() == 1 && last.code.is_empty();
    match arms.as_slice() {
        [(pattern, arm)] if has_one => {
            flow.code.push(Code::If(format!("matches!({on}, {pattern})"), arm.code.clone()));
        }
        _ => {
            let arms = arms.into_iter().map(|(pattern, arm)| (pattern, arm.code));
            let arms = arms.chain([("_".to_owned(), last.code)]).collect();
            flow.code.push(Code::Match(on, arms));
        }
    }
    flow
}
