//! The examples that were published with the algorithms, and the published counts beside ours. The last columns show the
//! strategies of the runtime on the same examples.

use grammarc_benches::table::Table;
use grammarc_runtime::format::Format;
use grammarc_runtime::reduce::{Options, Strategy, reduce};

use super::strategies;

/// Arithmetic as the Fuzzing Book has it.
const EXPR: &str = include_str!("../../../checks/tests/published/expr.bnf");
/// 97 characters of the Fuzzing Book; it fails if an opening bracket stands before a closing one.
const MYSTERY: &str = include_str!("../../../checks/tests/published/mystery-97.txt");
/// An expression of the Fuzzing Book with 796 nodes.
const LONG: &str = include_str!("../../../checks/tests/published/expr-long.txt");

/// How a source counts.
#[derive(Clone, Copy)]
enum Counting {
    /// Different texts.
    Tests,
    /// Questions, repeated ones included.
    Questions,
}

/// An example with the count that its source has.
#[derive(Clone, Copy)]
struct Example {
    strategy: &'static str,
    name: &'static str,
    text: &'static str,
    is_interesting: fn(&Format, &[u8]) -> bool,
    published: (u64, Counting),
}

const SHORT: &str = "1 + (2 * 3)";

const EXAMPLES: [Example; 13] = {
    use Counting::{Questions, Tests};
    let row = Example {
        strategy: "book:ddmin",
        name: "",
        text: MYSTERY,
        is_interesting: is_bracketed,
        published: (29, Tests),
    };
    let valid = Example {
        is_interesting: is_bracketed_expression,
        text: SHORT,
        name: "`1 + (2 * 3)`, expressions only",
        ..row
    };
    let long = Example { text: LONG, name: "an expression of 465 bytes, expressions only", ..valid };
    let mystery = Example { name: "97 characters", ..row };
    let select = Example {
        text: "<SELECT NAME=\"priority\" MULTIPLE SIZE=7>",
        name: "`<SELECT …>`",
        is_interesting: is_select,
        ..row
    };
    [
        mystery,
        Example { text: SHORT, name: "`1 + (2 * 3)`", published: (15, Tests), ..row },
        Example { published: (21, Tests), ..valid },
        Example { published: (900, Tests), ..long },
        Example { strategy: "book:grabr", published: (5, Tests), ..valid },
        Example { strategy: "book:grabr", published: (16, Tests), ..long },
        Example { strategy: "book:grabr-depth", published: (3, Tests), ..valid },
        Example { strategy: "book:grabr-depth", published: (10, Tests), ..long },
        Example { strategy: "post:ddmin", published: (26, Tests), ..select },
        Example { strategy: "post:ddmin", published: (25, Questions), ..mystery },
        Example { strategy: "post:ddrmin", published: (26, Questions), ..select },
        Example { strategy: "post:ddrmin", published: (21, Questions), ..mystery },
        Example {
            strategy: "post:perses",
            name: "`1 + ((2 * 3 / 4))`",
            text: "1 + ((2 * 3 / 4))",
            is_interesting: is_twice_bracketed,
            published: (20, Questions),
        },
    ]
};

fn has_in_order(text: &[u8], first: &[u8], last: &[u8]) -> bool {
    let find = |text: &[u8], wanted: &[u8]| text.windows(wanted.len()).position(|window| window == wanted);
    find(text, first).is_some_and(|at| find(&text[at..], last).is_some())
}

/// The first `(` stands before the first `)`.
fn is_bracketed(_: &Format, text: &[u8]) -> bool {
    let place = |byte| text.iter().position(|it| *it == byte);
    place(b'(').zip(place(b')')).is_some_and(|(open, close)| open < close)
}

fn is_bracketed_expression(language: &Format, text: &[u8]) -> bool {
    language.parse(text).is_ok() && is_bracketed(language, text)
}

fn is_twice_bracketed(_: &Format, text: &[u8]) -> bool {
    has_in_order(text, b"((", b"))")
}

fn is_select(_: &Format, text: &[u8]) -> bool {
    has_in_order(text, b"<SELECT", b">")
}

/// Runs every example by its algorithm and by `auto`.
pub(super) fn table() -> Table {
    let language = grammarc::load_text("expr", EXPR).expect("it is a grammar").format();
    let mut table = Table::new(["algorithm", "example", "published", "here", "left", "`auto`", "left"]);
    for example in &EXAMPLES {
        let (left, count) = run(&language, example, example.strategy);
        let (left_by_auto, count_by_auto) = run(&language, example, "auto");
        let (published, noun) = match example.published {
            (count, Counting::Tests) => (count, "tests"),
            (count, Counting::Questions) => (count, "questions"),
        };
        table.row([
            format!("`{}`", example.strategy),
            example.name.to_owned(),
            format!("{published} {noun}"),
            count.to_string(),
            format!("`{left}`"),
            count_by_auto.to_string(),
            format!("`{left_by_auto}`"),
        ]);
    }
    table
}

/// Reduces an example by a strategy, and returns the text that is left and the count.
fn run(language: &Format, example: &Example, name: &str) -> (String, u64) {
    let strategy: &'static Strategy = strategies().find(|strategy| strategy.name == name).expect("it is there");
    let options = Options { strategies: vec![strategy], ..Options::default() };
    let oracle = |text: &[u8]| (example.is_interesting)(language, text);
    let reduced = reduce(language, example.text.as_bytes(), &oracle, &options).expect("the text is interesting");
    let count = match example.published.1 {
        Counting::Tests => reduced.counters.tests,
        Counting::Questions => reduced.counters.asked,
    };
    (String::from_utf8_lossy(&reduced.text).into_owned(), count)
}
