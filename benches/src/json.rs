//! JSON: the generated parser, the interpreter and Earley beside other parsers.
//!
//! What is compared is not the same: serde_json, sonic-rs and simd-json know JSON and keep values, the others know a grammar and
//! keep nodes; grammarc keeps one for each rule application and token.

mod corpus;
mod peer;
mod side_by_side;

use std::cell::RefCell;

use grammarc_benches::{geometric_mean, is_quick, seconds};
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
    let mut ratios = Vec::new();
    for name in ["twitter", "citm_catalog", "canada"] {
        let Some(text) = corpus::read(&format!("json/{name}.json")) else { continue };
        ratios.push(beside_json_parsers(name, &text));
        beside_grammars(name, &text, &interpreted);
        memory(&text);
    }
    means(&ratios);
    let nested = std::thread::Builder::new().stack_size(STACK).spawn(brackets);
    nested.expect("a thread starts").join().expect("nesting needs no stack");
    growth();
}

/// Parses into the memory of the run before, and returns the number of nodes.
fn again(arena: &RefCell<Arena>, text: &[u8]) -> usize {
    json::LANGUAGE.parse_in(&mut arena.borrow_mut(), text).expect("parses").len()
}

/// Returns how many times as fast as `serde_json::Value` memory that is reused and a first parse are.
fn beside_json_parsers(name: &str, text: &[u8]) -> [f64; 2] {
    let arena = RefCell::default();
    let speeds = race(
        name,
        text.len(),
        seconds(),
        &[
            ("serde_json::Value", Box::new(|| usize::from(serde_json::from_slice::<serde_json::Value>(text).is_ok()))),
            ("generated, memory reused", Box::new(|| again(&arena, text))),
            ("generated, first parse", Box::new(|| json::LANGUAGE.parse(text).expect("parses").len())),
            ("sonic-rs Value", Box::new(|| usize::from(sonic_rs::from_slice::<sonic_rs::Value>(text).is_ok()))),
            (
                "simd-json tape, with a copy",
                // It writes to its input.
                Box::new(|| simd_json::to_tape(&mut text.to_vec()).expect("parses").0.len()),
            ),
        ],
    );
    [speeds[1] / speeds[0], speeds[2] / speeds[0]]
}

fn beside_grammars(name: &str, text: &[u8], interpreted: &Language) {
    let utf8 = std::str::from_utf8(text).expect("the corpus is UTF-8");
    let arena = RefCell::default();
    let mut sitter = tree_sitter::Parser::new();
    sitter.set_language(&tree_sitter_json::LANGUAGE.into()).expect("the versions fit");
    let sitter = RefCell::new(sitter);
    race(
        &format!("{name}, grammars"),
        text.len(),
        seconds(),
        &[
            ("generated, memory reused", Box::new(|| again(&arena, text))),
            ("interpreter", Box::new(|| interpreted.parse(text).expect("parses").len())),
            ("pest", Box::new(|| Json::parse(Rule::json, utf8).expect("parses").flatten().count())),
            (
                "tree-sitter-json",
                Box::new(|| {
                    let tree = sitter.borrow_mut().parse(text, None).expect("it has a language and no limit");
                    tree.root_node().descendant_count()
                }),
            ),
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

#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn means(ratios: &[[f64; 2]]) {
    let mean = |which: usize| geometric_mean(ratios.iter().map(|ratio| ratio[which]));
    println!(
        "geometric means, as a multiple of serde_json::Value: {:.2} with memory reused, {:.2} at first",
        mean(0),
        mean(1)
    );
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

/// One text after another, each ten times as long: the speed should stay.
fn growth() {
    let record = br#"{"id": 1234567, "name": "Ada", "tags": ["first", "second"], "score": 12.5e3, "open": true},"#;
    let most = if is_quick() { 1_000_000 } else { 100_000_000 };
    let sizes = std::iter::successors(Some(1000), |size| Some(size * 10)).take_while(|size| *size <= most);
    for size in sizes {
        let text = [b"[", &*record.repeat(size / record.len()), b"null]"].concat();
        let arena = RefCell::default();
        let run = || again(&arena, &text);
        race("growth", text.len(), seconds() / 4.0, &[("generated, memory reused", Box::new(run))]);
    }
}
