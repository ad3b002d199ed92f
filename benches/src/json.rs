//! JSON: the generated parser, the interpreter and Earley beside other parsers.
//!
//! The contenders do not do the same work: serde_json, sonic-rs and simd-json know JSON and keep values, the others know a grammar
//! and keep nodes. grammarc keeps a node for each rule application and token.

use std::cell::RefCell;

use grammarc_benches::page::{Part, Section};
use grammarc_benches::plot::{Plot, Shape};
use grammarc_benches::side_by_side::{Race, race, table};
use grammarc_benches::{corpus, geometric_mean, is_quick, json_values};
use grammarc_runtime::format::Format;
use grammarc_runtime::parse::EngineChoice;
use grammarc_runtime::syntax::{Parsed, SyntaxNode};
use grammarc_runtime::tree::Arena;
use json::nodes::Value;
use pest::Parser;

use crate::peer::{Json, Rule};

/// Bytes of the stack on which brackets nest. It is 1 MB, so that a parser that recursed would overflow it.
const STACK_BYTES: usize = 1 << 20;

/// Measures everything about JSON.
pub(crate) fn section() -> Section {
    let interpreted =
        grammarc::load_text("json", include_str!("../../grammars/json/json.bnf")).expect("bundled").format();
    let (mut parsers, mut grammars, mut views, mut sizes) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for name in ["twitter", "citm_catalog", "canada"] {
        let Some(text) = corpus::read(&format!("json/{name}.json")) else { continue };
        parsers.push(beside_json_parsers(name, &text));
        grammars.push(beside_grammars(name, &text, &interpreted));
        views.push(beside_views(name, &text));
        sizes.push(memory(name, &text));
    }
    let nested = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(brackets);
    let (nested, more) = nested.expect("a thread starts").join().expect("nesting needs no stack");
    let growth = Plot {
        name: "json-growth",
        caption: "JSON: speed from 1 KB to 100 MB".to_owned(),
        shape: Shape::Lines {
            axes: ["bytes of input", "MB/s"],
            lines: vec![("generated, memory reused".to_owned(), growth())],
        },
    };
    let words = |words: String| Part::Words(words);
    let parts = vec![
        words(INTRODUCTION.to_owned()),
        Part::Table(table("MB/s", &parsers)),
        words(means(&parsers)),
        Part::Table(table("MB/s", &grammars)),
        words(least(&grammars)),
        words(VIEWS.to_owned()),
        Part::Table(table("MB/s", &views)),
        words(sizes.concat()),
        words(format!(
            "A million brackets in brackets, on a stack of 1 MB, are parsed at {:.2} of the speed of a thousand times a \
             thousand in one another: depth costs nothing but memory that is not at hand. It is {:.2} of the speed of a million \
             side by side; for these the grammar has fewer nodes, so that is {:.2} of their nodes a second.",
            nested.ratio(2) / nested.ratio(1),
            nested.ratio(2),
            nested.ratio(2) * more
        )),
        Part::Plot(Plot {
            name: "json",
            caption: "JSON: megabytes a second".to_owned(),
            shape: Shape::Dots(parsers.into_iter().chain(grammars).collect()),
        }),
        Part::Plot(growth),
    ];
    Section { title: "JSON", parts }
}

/// The words above the table: the contenders and their differences.
const INTRODUCTION: &str = "The contenders do not do the same work: `serde_json`, `sonic-rs` and `simd-json` know JSON and keep values, the others \
                    know a grammar and keep nodes; grammarc keeps one for each rule application and token, and validates all of the input. \
                    *Values alone* are nodes of `benches/grammars/json_values.bnf`: objects, arrays, members and tokens.";

/// The words above the table of views.
const VIEWS: &str = "[Typed trees](trees.md) cost nothing until they are read. Here each value, key and element is asked for once, by the \
                     types of `nodes.rs` and by names, after the parse that stands beside.";

/// Parses into the memory of the run before, and returns the number of nodes.
fn again(language: &Format, arena: &RefCell<Arena>, text: &[u8]) -> usize {
    language.parsing().run_in(&mut arena.borrow_mut(), text).expect("parses").len()
}

/// Contenders in order: `serde_json::Value`, the generated parser with reused memory, its first parse, then parsers that
/// keep only values.
fn beside_json_parsers(name: &str, text: &[u8]) -> Race {
    let (arena, few) = (RefCell::default(), RefCell::default());
    race(
        name,
        text.len(),
        1.0,
        vec![
            ("serde_json::Value", Box::new(|| usize::from(serde_json::from_slice::<serde_json::Value>(text).is_ok()))),
            ("generated, memory reused", Box::new(|| again(&json::FORMAT, &arena, text))),
            ("generated, first parse", Box::new(|| json::FORMAT.parse(text).expect("parses").len())),
            ("values alone, memory reused", Box::new(|| again(&json_values::FORMAT, &few, text))),
            ("sonic-rs Value", Box::new(|| usize::from(sonic_rs::from_slice::<sonic_rs::Value>(text).is_ok()))),
            (
                "simd-json tape, with a copy",
                // It writes to its input.
                Box::new(|| simd_json::to_tape(&mut text.to_vec()).expect("parses").0.len()),
            ),
        ],
    )
}

/// The first is `pest`.
fn beside_grammars(name: &str, text: &[u8], interpreted: &Format) -> Race {
    let utf8 = std::str::from_utf8(text).expect("the corpus is UTF-8");
    let arena = RefCell::default();
    let mut sitter = tree_sitter::Parser::new();
    sitter.set_language(&tree_sitter_json::LANGUAGE.into()).expect("the versions fit");
    let sitter = RefCell::new(sitter);
    race(
        &format!("{name}, grammars"),
        text.len(),
        1.0,
        vec![
            ("pest", Box::new(|| Json::parse(Rule::json, utf8).expect("parses").flatten().count())),
            ("generated, memory reused", Box::new(|| again(&json::FORMAT, &arena, text))),
            ("interpreter", Box::new(|| interpreted.parse(text).expect("parses").len())),
            (
                "tree-sitter-json",
                Box::new(|| {
                    let tree = sitter.borrow_mut().parse(text, None).expect("it has a language and no limit");
                    tree.root_node().descendant_count()
                }),
            ),
            ("Earley", Box::new(|| interpreted.parsing().by(EngineChoice::Earley).run(text).expect("parses").len())),
        ],
    )
}

/// The first contender only parses; the others parse, and then read every value, key and element.
fn beside_views(name: &str, text: &[u8]) -> Race {
    let named = || -> Parsed<'_> { Parsed::new(&json::FORMAT, text, json::parse(text).expect("parses")) };
    race(
        &format!("{name}, views"),
        text.len(),
        1.0,
        vec![
            ("parse alone", Box::new(|| json::parse(text).expect("parses").len())),
            (
                "parse and read by types",
                Box::new(|| typed_bytes(json::Json::parse(text).expect("parses").root().value())),
            ),
            ("parse and read by names", Box::new(move || named_bytes(named().root()))),
        ],
    )
}

/// Returns how many bytes keys and leaves have, by the types of the grammar. For example, `{"a":12}` has 5: those of `"a"` and `12`.
fn typed_bytes(root: Value<'_>) -> usize {
    let mut bytes = 0;
    let mut open = vec![root];
    while let Some(value) = open.pop() {
        match value {
            Value::Object(object) => open.extend(object.members().map(|member| {
                bytes += member.key().text().len();
                member.value()
            })),
            Value::Array(array) => open.extend(array.elements()),
            Value::String(token)
            | Value::Number(token)
            | Value::True(token)
            | Value::False(token)
            | Value::Null(token) => bytes += token.text().len(),
        }
    }
    bytes
}

/// Returns the same, by names.
fn named_bytes(root: SyntaxNode<'_>) -> usize {
    let mut bytes = 0;
    let mut open: Vec<SyntaxNode<'_>> = root.child("value").into_iter().collect();
    while let Some(value) = open.pop() {
        if let Some(object) = value.child("object") {
            for member in object.children_named("members") {
                bytes += member.child("key").map_or(0, |key| key.bytes().len());
                open.extend(member.child("value"));
            }
        } else if let Some(array) = value.child("array") {
            open.extend(array.children_named("elements"));
        } else {
            bytes += value.bytes().len();
        }
    }
    bytes
}

/// Measures the memory of a tree, and returns it as a list item of the page.
#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn memory(name: &str, text: &[u8]) -> String {
    let tree = json::FORMAT.parse(text).expect("parses");
    let (bytes, nodes) = (tree.memory() as f64, tree.len());
    let (a_node, a_byte) = (bytes / nodes as f64, bytes / text.len() as f64);
    let line = format!("- {name}: {nodes} nodes, {a_node:.1} bytes a node, {a_byte:.2} bytes a byte of input\n");
    print!("{line}");
    line
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn means(races: &[Race]) -> String {
    let mean = |place: usize| geometric_mean(races.iter().map(|race| race.ratio(place)));
    let line = format!(
        "Geometric means, as a multiple of `serde_json::Value`: {:.2} with memory reused, {:.2} at first; {:.2} for values alone, where \
         `sonic-rs` has {:.2} and the tape of `simd-json` {:.2}.",
        mean(1),
        mean(2),
        mean(3),
        mean(4),
        mean(5)
    );
    println!("{line}");
    line
}

/// Writes the smallest lead of the generated parser over other parsers with a grammar.
fn least(races: &[Race]) -> String {
    let speed =
        |race: &Race, name: &str| race.results.iter().find(|it| it.name == name).map_or(f64::NAN, |it| it.speed);
    let ahead = |name: &str| {
        let ratios = races.iter().map(|race| speed(race, "generated, memory reused") / speed(race, name));
        ratios.fold(f64::INFINITY, f64::min)
    };
    format!(
        "The generated parser is at least {:.0} × `pest` and {:.0} × `tree-sitter-json`.",
        ahead("pest"),
        ahead("tree-sitter-json")
    )
}

/// Races on a million brackets: side by side, a thousand deep, and all nested. Also returns the density of nodes in
/// the nested text, in nodes a byte, as a multiple of the flat one's.
#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn brackets() -> (Race, f64) {
    let count = 1_000_000;
    let nested = [b"[".repeat(count), b"]".repeat(count)].concat();
    let flat = [&b"["[..], &b"[],".repeat(2 * count / 3 - 1), b"[]]"].concat();
    let thousand = [&b"[".repeat(1_000)[..], &b"]".repeat(1_000), b","].concat();
    let thousands = [&b"["[..], &thousand.repeat(count / 1_000 - 1), b"[]]"].concat();
    let (deep, wide, between) = (RefCell::default(), RefCell::default(), RefCell::default());
    let density = |arena, text: &[u8]| again(&json::FORMAT, arena, text) as f64 / text.len() as f64;
    let more = density(&deep, &nested) / density(&wide, &flat);
    let race = race(
        "a million brackets",
        2 * count,
        1.0,
        vec![
            ("side by side", Box::new(|| again(&json::FORMAT, &wide, &flat))),
            ("a thousand deep", Box::new(|| again(&json::FORMAT, &between, &thousands))),
            ("nested", Box::new(|| again(&json::FORMAT, &deep, &nested))),
        ],
    );
    println!("  {more:.2} x the nodes, {:.2} x the nodes a second", race.ratio(2) * more);
    (race, more)
}

/// One text after another, each ten times as long: the speed should stay. Returns sizes and speeds.
fn growth() -> Vec<(f64, f64)> {
    let record = br#"{"id": 1234567, "name": "Ada", "tags": ["first", "second"], "score": 12.5e3, "open": true},"#;
    let most = if is_quick() { 1_000_000 } else { 100_000_000 };
    let sizes = std::iter::successors(Some(1000), |size| Some(size * 10)).take_while(|size| *size <= most);
    let point = |size: usize| {
        let text = [b"[", &*record.repeat(size / record.len()), b"null]"].concat();
        let arena = RefCell::default();
        let run = || again(&json::FORMAT, &arena, &text);
        let race = race("growth", text.len(), 0.25, vec![("generated, memory reused", Box::new(run))]);
        (text.len() as f64, race.results[0].speed)
    };
    sizes.map(point).collect()
}
