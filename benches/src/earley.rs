//! Earley: the chart that answers for every grammar, with its tree, beside gearley, which recognizes and builds none; and how it
//! grows on the grammars that are hard for charts.

mod peer;

use grammarc_benches::page::{Part, Section, Table};
use grammarc_benches::plot::{Plot, Shape};
use grammarc_benches::side_by_side::{figure, processor_seconds, race, table};
use grammarc_benches::{corpus, is_quick};
use grammarc_runtime::language::Language;
use grammarc_runtime::parse::EngineChoice;
use peer::Peer;

use crate::memory;

/// A grammar that is hard for charts, and its texts of some size.
struct Hard {
    name: &'static str,
    grammar: &'static str,
    text: fn(usize) -> Vec<u8>,
    sizes: [usize; 3],
}

/// Brackets in brackets.
const NESTED: Hard = Hard {
    name: "b ::= \"[\" b \"]\" | \"\"",
    grammar: "%start <b>\n<b> ::= \"[\" <b> \"]\" | \"\"\n",
    text: |depth| [vec![b'['; depth], vec![b']'; depth]].concat(),
    sizes: [10_000, 100_000, 1_000_000],
};

const HARD: &[Hard] = &[
    Hard {
        name: "list ::= \"a\" list | \"a\"",
        grammar: "%start <list>\n<list> ::= \"a\" <list> | \"a\"\n",
        text: |size| vec![b'a'; size],
        sizes: [10_000, 100_000, 1_000_000],
    },
    Hard {
        name: "list ::= list \"a\" | \"a\"",
        grammar: "%start <list>\n<list> ::= <list> \"a\" | \"a\"\n",
        text: |size| vec![b'a'; size],
        sizes: [10_000, 100_000, 1_000_000],
    },
    NESTED,
    Hard {
        name: "e ::= e \"+\" e | \"a\"",
        grammar: "%start <e>\n<e> ::= <e> \"+\" <e> | \"a\"\n",
        text: |operands| [b"a+".repeat(operands - 1), b"a".to_vec()].concat(),
        sizes: [100, 200, 400],
    },
];

/// Measures Earley alone.
pub(crate) fn section() -> Section {
    let json = language("json", include_str!("../../grammars/json/json.bnf"));
    let peer = Peer::json();
    let mut races = Vec::new();
    for name in ["twitter", "citm_catalog", "canada"] {
        let Some(text) = corpus::read(&format!("json/{name}.json")) else { continue };
        let gearley = || usize::from(peer.recognizes(&text));
        races.push(race(
            name,
            text.len(),
            1.0,
            vec![("gearley, no tree", Box::new(gearley)), ("Earley", Box::new(|| nodes(&json, &text)))],
        ));
    }
    let mut memory = Table::new(["input", "bytes of memory at most", "for a byte of input"]);
    for case in CASES {
        let bytes = text(case).len();
        if let Some(most) = Some(case).filter(|_| bytes > 0).and_then(memory::growth) {
            memory.row([case.to_owned(), format!("{} MB", most / 1_000_000), figure(most as f64 / bytes as f64)]);
        }
    }
    let grown: Vec<Vec<Point>> = HARD.iter().map(grow).collect();
    let mut times = Table::new(["grammar", "size", "seconds", "slope"]);
    for (hard, points) in HARD.iter().zip(&grown) {
        for it in points {
            let slope = it.slope.map_or(String::new(), |slope| format!("{slope:.2}"));
            times.row([format!("`{}`", hard.name), it.size.to_string(), format!("{:.3}", it.time), slope]);
        }
    }
    let line = |(hard, points): (&Hard, &Vec<Point>)| {
        (hard.name.to_owned(), points.iter().map(|it| (it.size as f64, it.time)).collect())
    };
    let plot = Plot {
        name: "earley",
        caption: "Earley on grammars that are hard for charts".to_owned(),
        shape: Shape::Lines {
            axes: ["size (operands, brackets, bytes)", "seconds"],
            lines: HARD.iter().zip(&grown).map(line).collect(),
        },
    };
    Section {
        title: "Earley",
        parts: vec![
            Part::Words(WHAT.to_owned()),
            Part::Table(table("MB/s", &races)),
            Part::Words("By how much a process grows that parses once, the tree included:".to_owned()),
            Part::Table(memory),
            Part::Words("The slope is that of the logarithms: 1 is linear, 3 cubic.".to_owned()),
            Part::Table(times),
            Part::Plot(plot),
        ],
    }
}

/// What is compared.
const WHAT: &str = "The chart answers for every grammar, and here for every byte: it builds the tree that the other engines \
                    build. `gearley` recognizes and builds none; it is given classes of bytes and the next byte.";

/// The inputs of which the memory is measured.
const CASES: [&str; 4] = ["twitter", "citm_catalog", "canada", BRACKETS];
const BRACKETS: &str = "a million brackets";

/// Returns the text of a case; none in it where there is no corpus.
fn text(case: &str) -> Vec<u8> {
    match case {
        BRACKETS => (NESTED.text)(1_000_000),
        name => corpus::read(&format!("json/{name}.json")).unwrap_or_default(),
    }
}

/// Returns what parses a case once.
pub(crate) fn parse_once(case: &str) -> impl FnOnce() -> usize {
    let text = text(case);
    let language = match case {
        BRACKETS => language("hard", NESTED.grammar),
        _ => language("json", include_str!("../../grammars/json/json.bnf")),
    };
    move || nodes(&language, &text)
}

/// How long one input takes.
struct Point {
    size: usize,
    /// In seconds.
    time: f64,
    /// From the size before.
    slope: Option<f64>,
}

/// Parses one input of each size, and prints how long that takes.
#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn grow(hard: &Hard) -> Vec<Point> {
    println!("{}", hard.name);
    let language = language("hard", hard.grammar);
    let mut points: Vec<Point> = Vec::new();
    for &size in hard.sizes.iter().take(if is_quick() { 1 } else { hard.sizes.len() }) {
        let text = (hard.text)(size);
        let start = processor_seconds();
        nodes(&language, &text);
        let time = processor_seconds() - start;
        let slope = points.last().map(|less| (time / less.time).ln() / (size as f64 / less.size as f64).ln());
        let shown = slope.map(|slope| format!("slope {slope:.2}")).unwrap_or_default();
        println!("  {size:>9}  {time:>9.4} s  {shown}");
        points.push(Point { size, time, slope });
    }
    points
}

fn language(name: &str, grammar: &str) -> Language {
    grammarc::load_text(name, grammar).expect("a grammar").language()
}

fn nodes(language: &Language, text: &[u8]) -> usize {
    language.parse_with(EngineChoice::Earley, text).expect("parses").len()
}
