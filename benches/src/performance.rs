//! Measures parsing, generating and compiling beside the best peers, for `docs/performance.md`.
//!
//! With names of parts as arguments, it measures only those. With `write`, it measures all, and writes the page and its plots.

mod compile;
mod earley;
mod formats;
mod fuzz;
mod growth;
mod json;
mod memory;
mod peer;
mod stand_in;

use std::process::ExitCode;

use grammarc_benches::begin;
use grammarc_benches::corpus;
use grammarc_benches::machine::{METHOD, machine};
use grammarc_benches::page::{Page, Section};

use earley::hard;

/// Measures a part of the page, and prints the results.
type Measure = fn() -> Section;

/// The parts of the page, in its order.
const PARTS: &[(&str, Measure)] = &[
    ("json", json::section),
    ("formats", formats::section),
    ("earley", earley::section),
    ("growth", growth::section),
    ("fuzz", fuzz::section),
    ("compile", compile::section),
];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match &words[..] {
        [child, case] if child == memory::CHILD => return memory::report(earley::parse_once(case)),
        [child, number, size] if child == hard::CHILD => return hard::report(number, size),
        _ => {}
    }
    let arguments = begin();
    let is_write = arguments.iter().any(|it| it == "write");
    let wanted: Vec<&String> = arguments.iter().filter(|it| *it != "write").collect();
    if let Some(unknown) = wanted.iter().find(|it| !PARTS.iter().any(|(name, _)| name == *it)) {
        eprintln!(
            "there is no part `{unknown}`; there are {}",
            PARTS.iter().map(|it| it.0).collect::<Vec<_>>().join(", ")
        );
        return ExitCode::FAILURE;
    }
    if is_write && !wanted.is_empty() {
        eprintln!("the page has all parts: `write` stands alone");
        return ExitCode::FAILURE;
    }
    if is_write && corpus::read("json/twitter.json").is_none() {
        eprintln!("the page cannot be written without the corpus");
        return ExitCode::FAILURE;
    }
    let head = head();
    let parts = PARTS.iter().filter(|(name, _)| wanted.is_empty() || wanted.iter().any(|it| it == name));
    let sections: Vec<Section> = parts.map(|(_, section)| section()).collect();
    if is_write {
        let page = Page { name: "performance", title: "Performance", head, sections };
        page.write().expect("the page and its plots can be written");
    }
    ExitCode::SUCCESS
}

/// Writes the head of the page: the command, the method and the machine.
fn head() -> String {
    format!(
        "This page and its plots are written by\n\n    cargo bench -p grammarc-benches --bench performance -- write\n\n\
         which needs the files of the benchmark corpus beside the repository, and `cc`. With the name of a part instead of \
         `write` (`{}`) only that is measured; `BENCH_SECONDS=10` takes more time. Parsers of programming languages have \
         [a page of their own](languages.md).\n\n{METHOD}\n\n{}\n",
        PARTS.iter().map(|it| it.0).collect::<Vec<_>>().join("`, `"),
        machine(),
    )
}
