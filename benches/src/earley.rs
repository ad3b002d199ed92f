//! Earley: our chart parser, which builds trees for every grammar, beside gearley, which only recognizes. And the growth of its
//! time on grammars that are hard for charts.

pub(crate) mod hard;
mod peer;

use grammarc_benches::corpus;
use grammarc_benches::page::{Part, Section};
use grammarc_benches::side_by_side::{figure, race, table};
use grammarc_benches::table::Table;
use grammarc_runtime::format::Format;
use grammarc_runtime::parse::EngineChoice;
use hard::NESTED;
use peer::Peer;

use crate::memory;

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
        if let Some(most) = Some(case).filter(|_| bytes > 0).and_then(|case| memory::growth(&[case])) {
            memory.row([case.to_owned(), format!("{} MB", most / 1_000_000), figure(most as f64 / bytes as f64)]);
        }
    }
    let mut parts = vec![
        Part::Words(INTRODUCTION.to_owned()),
        Part::Table(table("MB/s", &races)),
        Part::Words("By how much a process grows that parses once, the tree included:".to_owned()),
        Part::Table(memory),
    ];
    parts.extend(hard::parts());
    Section { title: "Earley", parts }
}

/// The words above the table: the contenders and their differences.
const INTRODUCTION: &str = "The chart answers for every grammar, and here for every byte: it builds the tree that the other engines \
                    build. `gearley` recognizes and builds none; it is given classes of bytes and the next byte.";

/// Inputs of the memory measurement.
const CASES: [&str; 4] = ["twitter", "citm_catalog", "canada", BRACKETS];
const BRACKETS: &str = "a million brackets";

/// Returns the text of a case; an empty one if the corpus is missing.
fn text(case: &str) -> Vec<u8> {
    match case {
        BRACKETS => (NESTED.text)(1_000_000),
        name => corpus::read(&format!("json/{name}.json")).unwrap_or_default(),
    }
}

/// Returns a function that parses a case once and counts the nodes.
pub(crate) fn parse_once(case: &str) -> impl FnOnce() -> usize {
    let text = text(case);
    let language = match case {
        BRACKETS => language("hard", NESTED.grammar),
        _ => language("json", include_str!("../../grammars/json/json.bnf")),
    };
    move || nodes(&language, &text)
}

fn language(name: &str, grammar: &str) -> Format {
    grammarc::load_text(name, grammar).expect("a grammar").format()
}

fn nodes(language: &Format, text: &[u8]) -> usize {
    language.parsing().by(EngineChoice::Earley).run(text).expect("parses").len()
}
