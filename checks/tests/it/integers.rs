//! Texts of integers: the published runs of reduction through a generator, and what else integers can lead to.
//!
//! R. Gopinath's post on reducing through a generator (rahul.gopinath.org): a generator with hooks before and after symbols takes each
//! of its decisions from a list of integers, and delta debugging makes that list smaller. Its grammar is `integers/post.bnf`, its hooks
//! are functions here.

use std::convert::Infallible;
use std::ops::Range;

use grammarc_papers::{minimize, minimize_by};
use grammarc_runtime::choices::Choices;
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::fuzz;
use grammarc_runtime::grammar::{FunctionId, Value};
use grammarc_runtime::hooks::{CustomFunctions, Node, Offer, State, Verdict};
use grammarc_runtime::parse::Outcome;

/// From this depth on, the generator takes only the cheapest rules.
const DEEPEST: usize = 10;
/// No choice: the default of what is asked for.
const NOP: i64 = -1;

/// The hooks of the post: the names that can be used, and those of the assignment that has not ended.
struct Variables;

/// The functions, in the order in which the grammar names them.
const FUNCTIONS: [&str; 3] = ["sync", "defining", "defined"];

fn names(state: &State, key: &str) -> Vec<u8> {
    state.get(key).unwrap_or_default().to_vec()
}

impl CustomFunctions for Variables {
    fn pre(&self, _: FunctionId, state: &State) -> Offer {
        let usable = names(state, "usable");
        match usable[..] {
            [] => Offer::Only(b"00".to_vec()),
            _ => Offer::OneOf(usable.into_iter().map(|name| vec![name]).collect()),
        }
    }

    fn post(&self, FunctionId(number): FunctionId, state: &mut State, node: Node<'_>) -> Verdict {
        let pending = names(state, "pending");
        match FUNCTIONS[usize::from(number)] {
            "defining" => state.set("pending", [&pending, node.text()].concat()),
            _ => {
                state.set("usable", [names(state, "usable"), pending].concat());
                state.set("pending", Vec::new());
            }
        }
        Verdict::Ok
    }

    fn compute(&self, _: FunctionId, _: &[&[u8]]) -> Value {
        Value::Number(0)
    }
}

fn post() -> Format {
    let grammar = include_str!("../integers/post.bnf");
    let language = grammarc::load_text("post", grammar).unwrap_or_else(|report| panic!("{report}")).format();
    assert_eq!(language.grammar.functions[..], FUNCTIONS);
    language.with_custom(&Variables)
}

/// Returns the text that integers lead to, and how many of them are left over; none where they end before it does.
fn generate(language: &Format, integers: &[i64]) -> Option<(String, usize)> {
    let mut choices = Choices::from_integers(integers);
    let text = fuzz(language, &mut choices, DEEPEST);
    assert_eq!(text.is_err(), choices.has_run_out(), "there are no dead ends: {integers:?}");
    Some((String::from_utf8(text.ok()?).expect("it is ASCII"), choices.integers_left()))
}

fn recorded(seed: u32) -> Vec<i64> {
    let lines = include_str!("../integers/recorded.txt").lines();
    let found = lines.filter_map(|line| line.split_once(": ")).find(|(name, _)| *name == seed.to_string());
    let (_, integers) = found.expect("the seed was recorded");
    integers.split_whitespace().map(|integer| integer.parse().expect("it is an integer")).collect()
}

/// What is left when a part goes and leaves a mark, which takes the place of what stands before it.
fn marked(list: &[i64], part: Range<usize>) -> Vec<i64> {
    match part.start {
        0 => [&[NOP], list.get(part.end + 1..).unwrap_or_default()].concat(),
        start => [&list[..start - 1], &[NOP], &list[part.end..]].concat(),
    }
}

/// What is interesting.
type Test<'a> = &'a mut dyn FnMut(&[i64]) -> Result<bool, Infallible>;
/// Makes a list smaller.
type Minimizer = fn(&[i64], Test<'_>) -> Result<Vec<i64>, Infallible>;

/// Repeats a minimizer until it leaves the length as it is. Returns the text, the integers and how many questions it took.
fn reduced(language: &Format, seed: u32, once: Minimizer) -> (String, Vec<i64>, usize) {
    let mut questions = 0;
    let mut is_interesting = |integers: &[i64]| {
        questions += 1;
        Ok(generate(language, integers).is_some_and(|(text, _)| text.contains("((") && text.contains("))")))
    };
    let mut kept = recorded(seed);
    assert_eq!(is_interesting(&kept), Ok(true), "seed {seed}");
    loop {
        let before = kept.len();
        let Ok(left) = once(&kept, &mut is_interesting);
        kept = left;
        if kept.len() == before {
            let (text, _) = generate(language, &kept).expect("it was interesting");
            return (text, kept, questions);
        }
    }
}

#[test]
fn the_recorded_integers_are_used_up() {
    let language = post();
    for (seed, count, defined) in [(1, 61, ""), (5, 40, ""), (6, 88, "efecd"), (9, 71, ""), (16, 33, "")] {
        let integers = recorded(seed);
        let (text, left) = generate(&language, &integers).expect("there is a text");
        assert_eq!((integers.len(), left), (count, 0), "seed {seed}");
        let names: String = text.lines().filter_map(|line| line.chars().next()).collect();
        assert!(defined.is_empty() || names == defined, "seed {seed}: {text}");
        assert!(matches!(language.parsing().judge(text.as_bytes()), Outcome::Valid(_)), "seed {seed}: {text}");
        assert_eq!(generate(&language, &integers[..count - 1]), None, "seed {seed}: one integer fewer is no text");
        let more = generate(&language, &[&integers[..], &[7, 7]].concat());
        assert_eq!(more, Some((text, 2)), "seed {seed}: what is left over is ignored");
    }
}

#[test]
fn delta_debugging_on_integers() {
    let language = post();
    let once = |list: &[i64], test: Test<'_>| minimize(list, test);
    let results = [1, 5, 9, 16].map(|seed| reduced(&language, seed, once));
    let texts = ["d = ((00));\n", "d = ((1));\n", "e = ((00 + 1 + 0));\nj = 1;\n", "a = ((00));\n"];
    assert_eq!(results.each_ref().map(|(text, ..)| text.as_str()), texts);
    assert_eq!(results.each_ref().map(|(_, integers, _)| integers.len()), [7, 8, 18, 7]);
    assert_eq!(results.each_ref().map(|(.., questions)| *questions), [29, 57, 86, 69]);
    assert_eq!(results[0].1, [6, 0, 8, 3, 7, 7, 8]);
    assert_eq!(results[1].1, [2, 2, 0, 3, 2, 2, 4, 5]);
    assert_eq!(results[3].1, [0, 2, 9, 0, 7, 7, 3]);
}

/// The integers that are left are those published, after as many questions. The texts are not: the defaults of the post are no texts of
/// its grammar (`0` for a variable, `a=0`), and no hook hears of them; ours are the cheapest derivations, with hooks.
#[test]
fn delta_debugging_on_integers_with_defaults() {
    let language = post();
    let once = |list: &[i64], test: Test<'_>| minimize_by(list, marked, test);
    let results = [1, 5, 9, 16].map(|seed| reduced(&language, seed, once));
    let texts = [
        "a = ((00));\na = a;\n",
        "i = 00 + 00 + 00 + ((00));\n",
        "e = ((00));\na = e;\n",
        "a = 00 - 00 + 00;\na = ((a));\n",
    ];
    assert_eq!(results.each_ref().map(|(text, ..)| text.as_str()), texts);
    assert_eq!(results.each_ref().map(|(_, integers, _)| integers.len()), [8, 13, 8, 15]);
    assert_eq!(results.each_ref().map(|(.., questions)| *questions), [55, 58, 66, 67]);
    assert_eq!(results[0].1, [2, 9, 1, NOP, 7, 7, NOP, NOP]);
    assert_eq!(results[2].1, [7, 9, 5, 4, 2, 2, NOP, NOP]);
}
