//! Reducing by real grammars: small results, few questions, the same for every number of jobs.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::Duration;

use grammarc_runtime::flat::BYTES;
use grammarc_runtime::order;
use grammarc_runtime::reduce::{Options, Strategy, reduce};

use crate::common::{all_strategies, bundled, contains, data, run, strategy};

/// A list of records, one of which is odd.
fn records(count: usize) -> Vec<u8> {
    let odd = |place: usize| if place == 2 * count / 3 { "null" } else { "\"x\"" };
    let record = |place| format!("  {{\"id\": {place}, \"name\": {}, \"tags\": [\"a\", \"b\"]}}", odd(place));
    format!("{{\n\"records\": [\n{}\n]}}", (0..count).map(record).collect::<Vec<_>>().join(",\n")).into_bytes()
}

#[test]
fn every_strategy_keeps_what_is_interesting_and_jobs_do_not_show() {
    // Few records: strategies of bytes ask about each of them, and every answer takes a while.
    let input = records(12);
    for strategy in all_strategies() {
        let text = for_every_number_of_jobs("json", &input, strategy, |text| contains(text, b"null"));
        // Another order of the same parts is as long, there are no headers, comments or calls, and it is no program.
        let is_as_wanted = match strategy.name {
            "reorder" => order::compare(&text, &input).is_lt(),
            "headers" | "comments" | "inline" | "blanks" | "definitions" | "letters" => text == input,
            _ => text.len() < input.len(),
        };
        assert!(contains(&text, b"null") && is_as_wanted, "{}", strategy.name);
    }
}

/// Pairs of names and the like are built again after each success, and those that were tested ahead must not count as tried.
#[test]
fn jobs_do_not_show_in_strategies_on_meaning() {
    let input = b"typedef unsigned long size; size first, second, third;\n\
        size sum(size left, size right, int unused) { size both = left + right; { (both); } return both; }\n\
        int main(void) { size one = 1, two = 2; return sum(one, two, 3) + sum(first, second, (third)); }\n";
    for name in ["inline", "merge", "unwrap", "names", "blanks", "definitions", "letters"] {
        let is_interesting =
            |text: &[u8]| contains(text, b"sum(") && text.iter().filter(|&&byte| byte == b'+').count() == 2;
        let text = for_every_number_of_jobs("c", input, strategy(name), is_interesting);
        assert!(is_interesting(&text) && text.len() < input.len(), "{name}: {}", String::from_utf8_lossy(&text));
    }
}

/// Reduces by one strategy with several numbers of jobs, while answers take different times. All ask the same questions and
/// have the same result, which is returned.
fn for_every_number_of_jobs(
    grammar: &str,
    input: &[u8],
    strategy: &'static Strategy,
    is_interesting: impl Fn(&[u8]) -> bool + Sync,
) -> Vec<u8> {
    let format = bundled(grammar);
    let trace = |jobs| {
        let options = Options { jobs, strategies: vec![strategy], ..Options::default() };
        let reduced = run(&format, input, &options, |text| {
            std::thread::sleep(Duration::from_micros(100 * (text.len() as u64 % 7)));
            is_interesting(text)
        });
        let counters = reduced.counters;
        (reduced.text, counters.asked, counters.tests, counters.skipped)
    };
    let one = trace(1);
    for jobs in [2, 8] {
        assert_eq!(trace(jobs), one, "{} with {jobs} jobs", strategy.name);
    }
    one.0
}

/// Runs a strategy against an oracle that wants `(` before `)` and is slower for some lengths. Returns the text,
/// the counters and the highest number of texts judged at once.
fn counted(strategy: &'static Strategy, jobs: usize) -> (String, [u64; 4], usize) {
    let (now, peak) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let oracle = |text: &[u8]| {
        peak.fetch_max(now.fetch_add(1, SeqCst) + 1, SeqCst);
        std::thread::sleep(Duration::from_micros(300 * (text.len() as u64 % 7)));
        now.fetch_sub(1, SeqCst);
        let place = |wanted| text.iter().position(|&byte| byte == wanted);
        matches!((place(b'('), place(b')')), (Some(open), Some(close)) if open < close)
    };
    let input = b" 7:,>((/$$-/->.;.=;(.%!:50#7*8=$&&=$9!%6(4=&69':'<3+0-3.24#7=!&60)2/+\";+<7+1<2!4$>92+$1<3%&5'''>#";
    let options = Options { jobs, strategies: vec![strategy], ..Options::default() };
    let reduced = reduce(&BYTES, input, &oracle, &options).expect("the input is interesting");
    let counters = reduced.counters;
    let counts = [counters.asked, counters.tests, counters.skipped.not_smaller, counters.skipped.void];
    (String::from_utf8_lossy(&reduced.text).into_owned(), counts, peak.into_inner())
}

#[test]
fn jobs_do_not_show_in_what_is_judged_at_once() {
    let names = ["auto", "ddmin", "hdd", "perses", "tokens", "bytes"];
    let mut most = 0;
    for strategy in names.map(strategy) {
        let (text, counts, _) = counted(strategy, 1);
        assert_eq!(text, "()", "{}", strategy.name);
        for jobs in [2, 8] {
            let (other, others, peak) = counted(strategy, jobs);
            assert_eq!((other, others), (text.clone(), counts), "{} with {jobs} jobs", strategy.name);
            assert!(peak <= jobs, "{} with {jobs} jobs", strategy.name);
            most = most.max(peak);
        }
    }
    assert!(most > 1, "nothing was judged at the same time");
}

#[test]
fn large_cuts_come_first() {
    let json = bundled("json");
    let input = records(2000);
    let lengths = Mutex::new(Vec::new());
    let reduced = run(&json, &input, &Options::default(), |text| {
        let found = contains(text, b"null");
        lengths.lock().expect("no panic").push(if found { text.len() } else { input.len() });
        found
    });
    assert_eq!(String::from_utf8_lossy(&reduced.text), "null");
    let lengths = lengths.into_inner().expect("no panic");
    let after = |calls: usize| lengths[..calls.min(lengths.len())].iter().min().copied().unwrap_or(input.len());
    assert!(after(20) <= input.len() / 2, "{} of {} bytes after 20 questions", after(20), input.len());
    assert!(after(100) <= input.len() / 10, "{} of {} bytes after 100 questions", after(100), input.len());
}

#[test]
fn a_million_brackets_cost_few_questions() {
    let json = bundled("json");
    for depth in [1_000_000, 3] {
        let input = ["[".repeat(depth), "]".repeat(depth)].concat().into_bytes();
        let reduced = run(&json, &input, &Options::default(), |text| text.starts_with(b"[[") && text.ends_with(b"]]"));
        assert_eq!(String::from_utf8_lossy(&reduced.text), "[[]]");
        assert!(reduced.counters.tests <= 200, "{} questions", reduced.counters.tests);
    }
}

#[test]
fn any_text_is_reduced() {
    let json = bundled("json");
    let noise: Vec<u8> = (0..3000u32).map(|place| (place.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let inputs: [&[u8]; 6] = [b"", b"x", b"{", b"\xff\xfe\0", &noise, b"{\"a\": 1,, \"b\": 2}"];
    for input in inputs {
        for strategy in all_strategies() {
            let options = Options { strategies: vec![strategy], ..Options::default() };
            let reduced = run(&json, input, &options, |_| true);
            assert!(reduced.text.len() <= input.len());
            let same = run(&json, input, &options, |text| text == input);
            assert_eq!(same.text, input, "{}", strategy.name);
        }
        let last = input.last().copied();
        let reduced = run(&json, input, &Options::default(), |text| text.last().copied() == last);
        assert_eq!(reduced.text.len(), usize::from(last.is_some()));
    }
}

#[test]
fn a_budget_ends_the_search() {
    let json = bundled("json");
    let input = records(200);
    let after = |tests, jobs| {
        let options = Options { tests: Some(tests), jobs, ..Options::default() };
        run(&json, &input, &options, |text| contains(text, b"null"))
    };
    for tests in [0, 1, 3, 5] {
        let (one, eight) = (after(tests, 1), after(tests, 8));
        assert_eq!((one.counters.tests, &one.text), (tests, &eight.text));
        assert!(one.stop.is_some());
    }
}

/// The questions of each strategy on one small input, as a golden file: a change of any of them is seen.
#[test]
fn questions() {
    let expr = bundled("expr");
    let mut traces = BTreeMap::new();
    for strategy in all_strategies() {
        let asked = Mutex::new(Vec::new());
        let options = Options { strategies: vec![strategy], ..Options::default() };
        let reduced = run(&expr, b"1 + (2 * 3)", &options, |text| {
            let text = String::from_utf8_lossy(text).into_owned();
            let interesting = text.find('(').is_some_and(|open| text[open..].contains(')'));
            asked.lock().expect("no panic").push(format!("{} {text:?}\n", if interesting { '+' } else { '-' }));
            interesting
        });
        let asked = asked.into_inner().expect("no panic").concat();
        let counters = reduced.counters;
        let end =
            format!("{:?} asked {} tests {}\n", String::from_utf8_lossy(&reduced.text), counters.asked, counters.tests);
        traces.insert(strategy.name, asked + &end);
    }
    let all: String = traces.iter().map(|(name, trace)| format!("== {name}\n{trace}\n")).collect();
    expect_test::expect_file![data("strategies/questions.txt")].assert_eq(&all);
}

#[test]
fn minimal_strings_are_shortest_texts() {
    let grammar = r#"
        <start> ::= <pair> | <start> <start>
        <pair> ::= <key> "=" <value> ("," <value>)* | "very long" <start>
        %token <key> ::= ([a-z] [a-z0-9]*) - ([a-c] | "d")
        %token <value> ::= i"NULL" | [0-9]{3} | "x" [^a-y]
    "#;
    let loaded = grammarc::load_text("minimal", grammar).unwrap_or_else(|_| panic!("the grammar is sound"));
    let language = loaded.format();
    let minimal = |name: &str| {
        let symbol = language.grammar.symbol(name).expect("it is written");
        String::from_utf8_lossy(&language.facts().symbol(symbol).minimal).into_owned()
    };
    assert_eq!(["start", "pair", "key", "value"].map(minimal), ["e=xz", "e=xz", "e", "xz"]);
}

#[test]
fn strategies_have_names_of_their_own() {
    assert!(
        ["auto", "ddmin", "hdd", "hoist", "perses", "choices", "lines", "tokens", "bytes"]
            .map(strategy)
            .iter()
            .all(|s| !s.paper.is_empty())
    );
}
