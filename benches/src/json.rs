//! JSON: the generated parser, the interpreter and Earley beside serde_json and pest.
//!
//! What is compared is not the same: serde_json knows JSON and keeps values, the others know a grammar and keep nodes; grammarc
//! keeps one for each rule application and token.

mod corpus;
mod peer;
mod side_by_side;

use std::cell::RefCell;

use grammarc_benches::seconds;
use grammarc_runtime::language::Language;
use grammarc_runtime::parse::EngineChoice;
use grammarc_runtime::tree::Arena;
use peer::{Json, Rule};
use pest::Parser;
use side_by_side::race;

/// The stack on which brackets nest.
const STACK: usize = 1 << 20;

fn main() {
    let interpreted =
        grammarc::load_text("json", include_str!("../../grammars/json/json.bnf")).expect("bundled").language();
    for name in ["twitter", "citm_catalog", "canada"] {
        let Some(text) = corpus::read(&format!("json/{name}.json")) else { continue };
        beside_serde(name, &text);
        beside_grammars(name, &text, &interpreted);
        memory(&text);
    }
    let nested = std::thread::Builder::new().stack_size(STACK).spawn(brackets);
    nested.expect("a thread starts").join().expect("nesting needs no stack");
}

/// Parses into the memory of the run before, and returns the number of nodes.
fn again(arena: &RefCell<Arena>, text: &[u8]) -> usize {
    json::LANGUAGE.parse_in(&mut arena.borrow_mut(), text).expect("parses").len()
}

fn beside_serde(name: &str, text: &[u8]) {
    let arena = RefCell::default();
    race(
        name,
        text.len(),
        seconds(),
        &[
            ("serde_json::Value", Box::new(|| usize::from(serde_json::from_slice::<serde_json::Value>(text).is_ok()))),
            ("generated, memory reused", Box::new(|| again(&arena, text))),
            ("generated, first parse", Box::new(|| json::LANGUAGE.parse(text).expect("parses").len())),
        ],
    );
}

fn beside_grammars(name: &str, text: &[u8], interpreted: &Language) {
    let utf8 = std::str::from_utf8(text).expect("the corpus is UTF-8");
    let arena = RefCell::default();
    race(
        &format!("{name}, grammars"),
        text.len(),
        seconds(),
        &[
            ("generated, memory reused", Box::new(|| again(&arena, text))),
            ("interpreter", Box::new(|| interpreted.parse(text).expect("parses").len())),
            ("pest", Box::new(|| Json::parse(Rule::json, utf8).expect("parses").flatten().count())),
            ("Earley", Box::new(|| interpreted.parse_with(EngineChoice::Earley, text).expect("parses").len())),
        ],
    );
}

/// Says what a tree takes.
#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn memory(text: &[u8]) {
    let tree = json::LANGUAGE.parse(text).expect("parses");
    let (bytes, nodes) = (tree.memory() as f64, tree.len());
    let (a_node, a_byte) = (bytes / nodes as f64, bytes / text.len() as f64);
    println!("  {nodes} nodes, {a_node:.1} bytes a node, {a_byte:.2} bytes a byte of input");
}

/// A million brackets, nested and side by side.
fn brackets() {
    let count = 1_000_000;
    let nested = [b"[".repeat(count), b"]".repeat(count)].concat();
    let flat = [&b"["[..], &b"[],".repeat(2 * count / 3 - 1), b"[]]"].concat();
    let (deep, wide) = (RefCell::default(), RefCell::default());
    race(
        "a million brackets",
        2 * count,
        seconds(),
        &[("side by side", Box::new(|| again(&wide, &flat))), ("nested", Box::new(|| again(&deep, &nested)))],
    );
}
