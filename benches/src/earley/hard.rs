//! How Earley's time grows on grammars that are hard for charts. Each input is parsed in a process of its own, once and then again,
//! because only the first parse has to allocate its memory, at all sizes.

use std::process::{Command, ExitCode};

use grammarc_benches::is_quick;
use grammarc_benches::page::Part;
use grammarc_benches::plot::{Plot, Shape};
use grammarc_benches::side_by_side::processor_seconds;
use grammarc_benches::table::Table;

use super::{language, nodes};

/// First argument that turns this program into the measured process.
pub(crate) const CHILD: &str = "times-of";
/// Processes for each input; the median of their times counts.
const PROCESSES_PER_INPUT: usize = 5;
/// An input is parsed again at least this often, and for at least this many seconds.
const AGAIN: (usize, f64) = (3, 0.2);

/// A grammar that is hard for charts, and its texts of some size. For example, `e ::= e "+" e | "a"` has exponentially many trees for
/// `a+a+a+…`.
pub(super) struct HardGrammar {
    name: &'static str,
    pub(super) grammar: &'static str,
    pub(super) text: fn(usize) -> Vec<u8>,
    sizes: [usize; 3],
}

/// Brackets in brackets.
pub(super) const NESTED: HardGrammar = HardGrammar {
    name: "b ::= \"[\" b \"]\" | \"\"",
    grammar: "%start <b>\n<b> ::= \"[\" <b> \"]\" | \"\"\n",
    text: |depth| [vec![b'['; depth], vec![b']'; depth]].concat(),
    sizes: [10_000, 100_000, 1_000_000],
};

const HARD: &[HardGrammar] = &[
    HardGrammar {
        name: "list ::= \"a\" list | \"a\"",
        grammar: "%start <list>\n<list> ::= \"a\" <list> | \"a\"\n",
        text: |size| vec![b'a'; size],
        sizes: [10_000, 100_000, 1_000_000],
    },
    HardGrammar {
        name: "list ::= list \"a\" | \"a\"",
        grammar: "%start <list>\n<list> ::= <list> \"a\" | \"a\"\n",
        text: |size| vec![b'a'; size],
        sizes: [10_000, 100_000, 1_000_000],
    },
    NESTED,
    HardGrammar {
        name: "e ::= e \"+\" e | \"a\"",
        grammar: "%start <e>\n<e> ::= <e> \"+\" <e> | \"a\"\n",
        text: |operands| [b"a+".repeat(operands - 1), b"a".to_vec()].concat(),
        sizes: [100, 200, 400],
    },
];

/// The words above the table: the measurement.
const INTRODUCTION: &str = "How the time grows. Each input is parsed in a process of its own, which has no memory yet at first, and then again \
                    with the memory that a chart leaves for the next; medians of five processes. The slope is that of the \
                    logarithms: 1 is linear, 3 cubic.";

/// Measures all of them.
pub(super) fn parts() -> Vec<Part> {
    let grown: Vec<Vec<Point>> = HARD.iter().enumerate().map(|(number, hard)| grow(number, hard)).collect();
    let mut times = Table::new(["grammar", "size", "first, seconds", "slope", "again, seconds", "slope"]);
    for (hard, points) in HARD.iter().zip(&grown) {
        for (place, it) in points.iter().enumerate() {
            let slope = |of: fn(&Times) -> f64| {
                let before = place.checked_sub(1).map(|before| &points[before]);
                before.map_or(String::new(), |before| format!("{:.2}", it.slope(before, of)))
            };
            let (first, again) = (format!("{:.4}", it.times.first), format!("{:.4}", it.times.again));
            let slopes = [slope(|times| times.first), slope(|times| times.again)];
            let [first_slope, slope] = slopes;
            times.row([format!("`{}`", hard.name), it.size.to_string(), first, first_slope, again, slope]);
        }
    }
    let line = |(hard, points): (&HardGrammar, &Vec<Point>)| {
        (hard.name.to_owned(), points.iter().map(|it| (it.size as f64, it.times.first)).collect())
    };
    let plot = Plot {
        name: "earley",
        caption: "Earley on grammars that are hard for charts, the first parse of a process".to_owned(),
        shape: Shape::Lines {
            axes: ["size (operands, brackets, bytes)", "seconds"],
            lines: HARD.iter().zip(&grown).map(line).collect(),
        },
    };
    vec![Part::Words(INTRODUCTION.to_owned()), Part::Table(times), Part::Plot(plot)]
}

/// How long inputs of one size take.
struct Point {
    size: usize,
    times: Times,
}

/// In seconds.
struct Times {
    first: f64,
    again: f64,
}

impl Point {
    /// Returns the slope from a smaller size to this one. For example, eight times the time for twice the size is the slope 3.
    fn slope(&self, before: &Self, of: fn(&Times) -> f64) -> f64 {
        (of(&self.times) / of(&before.times)).ln() / (self.size as f64 / before.size as f64).ln()
    }
}

/// Measures one grammar at all of its sizes, and prints the times.
#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn grow(number: usize, hard: &HardGrammar) -> Vec<Point> {
    println!("{}", hard.name);
    let mut points: Vec<Point> = Vec::new();
    for &size in &hard.sizes[..if is_quick() { 1 } else { hard.sizes.len() }] {
        let Some(times) = measure(number, size) else { continue };
        let point = Point { size, times };
        let slopes = points.last().map_or(String::new(), |before| {
            let [first, again] = [point.slope(before, |it| it.first), point.slope(before, |it| it.again)];
            format!("slopes {first:.2}, {again:.2}")
        });
        println!("  {size:>9}  first {:>9.4} s, again {:>9.4} s  {slopes}", point.times.first, point.times.again);
        points.push(point);
    }
    points
}

/// Starts processes that measure one size, and returns the medians; `None` if a process fails.
fn measure(number: usize, size: usize) -> Option<Times> {
    let processes = 0..if is_quick() { 1 } else { PROCESSES_PER_INPUT };
    let times: Vec<Times> = processes.map(|_| ask(number, size)).collect::<Option<_>>()?;
    Some(Times { first: median(times.iter().map(|it| it.first)), again: median(times.iter().map(|it| it.again)) })
}

fn ask(number: usize, size: usize) -> Option<Times> {
    let program = std::env::current_exe().ok()?;
    let output = Command::new(program).args([CHILD, &number.to_string(), &size.to_string()]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let (first, again) = text.trim().split_once(' ')?;
    Some(Times { first: first.parse().ok()?, again: again.parse().ok()? })
}

fn median(times: impl Iterator<Item = f64>) -> f64 {
    let mut times: Vec<f64> = times.collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Measures one grammar, by its number, at one size in this process. Prints the time of the first parse and of the others.
#[expect(clippy::print_stdout, reason = "the process that measures reads it")]
pub(crate) fn report(number: &str, size: &str) -> ExitCode {
    let hard = number.parse().ok().and_then(|number: usize| HARD.get(number));
    let (Some(hard), Ok(size)) = (hard, size.parse()) else { return ExitCode::FAILURE };
    let text = (hard.text)(size);
    let language = language("hard", hard.grammar);
    let turn = || {
        let start = processor_seconds();
        std::hint::black_box(nodes(&language, &text));
        processor_seconds() - start
    };
    let first = turn();
    let mut others = Vec::new();
    while others.len() < AGAIN.0 || others.iter().sum::<f64>() < AGAIN.1 {
        others.push(turn());
    }
    println!("{first} {}", median(others.into_iter()));
    ExitCode::SUCCESS
}
