//! Compiling: checking grammars of 1,000 to 8,000 rules, where the time for a rule must not grow with their number; writing the
//! code of 500 rules; building a crate; and how much code the bundled grammars become.
//!
//! Three shapes of large grammars: many references in no order, one chain, and left recursion. Speeds are bytes of grammar text a
//! second.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use grammarc::bundled;
use grammarc::describe::describe;
use grammarc::emit::{Interface, Options, Parts, Runtime, crate_files};
use grammarc_benches::is_quick;
use grammarc_benches::page::{Part, Section};
use grammarc_benches::side_by_side::{Race, figure, processor_seconds, race};
use grammarc_benches::table::Table;

/// Writes a grammar with a number of rules.
type GrammarShape = fn(usize) -> String;

const SHAPES: [(&str, GrammarShape); 3] = [("references", references), ("chain", chain), ("left recursion", recursion)];

/// Measures the compiler.
pub(crate) fn section() -> Section {
    let mut checks = Table::new(["grammar", "load, MB/s", "describe, MB/s", "seconds for both"]);
    for (name, shape) in SHAPES {
        for rules in if is_quick() { &[100][..] } else { &[1_000, 5_000, 8_000] } {
            let (race, seconds) = check(&format!("{name}, {rules} rules"), &shape(*rules));
            let speeds = race.results.iter().map(|it| figure(it.speed));
            checks.row([race.title.clone()].into_iter().chain(speeds).chain([figure(seconds)]));
        }
    }
    let (race, seconds) = check("Unicode letters, 80 keywords", &letters(80));
    let speeds = race.results.iter().map(|it| figure(it.speed));
    checks.row([race.title.clone()].into_iter().chain(speeds).chain([figure(seconds)]));
    Section {
        title: "Compiling",
        parts: vec![
            Part::Words(
                "`grammarc check` loads a grammar and describes its rules. The time for a rule must not grow with their number. Speeds are in megabytes of the grammar's text."
                    .to_owned(),
            ),
            Part::Table(checks),
            Part::Words("From the text of a grammar of 500 rules to all the code of its crate:".to_owned()),
            Part::Table(writing()),
            Part::Words(
                "`cargo build --release` of the crate of html: the first time, with the runtime and its other dependencies, and again, \
                 when the grammar has changed:"
                    .to_owned(),
            ),
            Part::Table(building()),
            Part::Words("The code of the bundled grammars, without the runtime:".to_owned()),
            Part::Table(sizes()),
        ],
    }
}

/// Checks a grammar; returns also the seconds that it took to load and describe it once.
#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn check(title: &str, text: &str) -> (Race, f64) {
    let load = || grammarc::load_text("rules", text).unwrap_or_else(|report| panic!("{report:.500}"));
    let loaded = load();
    let start = processor_seconds();
    let described = describe(&load()).len();
    let whole = processor_seconds() - start;
    let race = race(
        title,
        text.len(),
        0.25,
        vec![("load", Box::new(|| load().grammar.rules.len())), ("describe", Box::new(|| describe(&loaded).len()))],
    );
    println!("  {described} rules are checked in {whole:.2} s");
    (race, whole)
}

/// Writes crates of grammars of 500 rules.
#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn writing() -> Table {
    let mut times = Table::new(["grammar", "seconds", "of all processors", "lines of code", "lines a rule"]);
    for (name, shape) in SHAPES.into_iter().take(if is_quick() { 1 } else { SHAPES.len() }) {
        let text = shape(if is_quick() { 50 } else { 500 });
        let (start, before) = (Instant::now(), processor_seconds());
        let loaded = grammarc::load_text("rules", &text).unwrap_or_else(|report| panic!("{report:.500}"));
        let lines = lines(&crate_files(&loaded, &Options::default()));
        let (seconds, processors) = (start.elapsed().as_secs_f64(), processor_seconds() - before);
        let a_rule = lines / loaded.rules.len();
        println!(
            "{name}, {} rules: {lines} lines of code in {seconds:.2} s ({processors:.2} s of all processors)",
            loaded.rules.len()
        );
        times.row([name.to_owned(), figure(seconds), figure(processors), lines.to_string(), a_rule.to_string()]);
    }
    times
}

/// Builds the crate of html as a user does, and again after a change. That takes minutes, so a quick run
/// skips it.
#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn building() -> Table {
    let mut times = Table::new(["crate", "first, seconds", "again, seconds"]);
    let html = bundled::ALL.iter().find(|it| it.name == "html").expect("bundled");
    let loaded = grammarc::load_text(html.name, html.text).expect("bundled");
    let kinds = [
        ("with a command line", Interface::Cli),
        ("library alone", Interface::Library(Parts::ALL)),
        ("parser alone", Interface::Library(Parts::PARSE)),
    ];
    for (name, interface) in kinds.into_iter().take(if is_quick() { 0 } else { kinds.len() }) {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("html");
        _ = std::fs::remove_dir_all(&folder);
        let root = folder.join("src/lib.rs");
        let write = || {
            for (path, text) in crate_files(&loaded, &Options { interface, ..Options::default() }) {
                let path = folder.join(path);
                std::fs::create_dir_all(path.parent().expect("it is in the folder")).expect("the target folder");
                // The runtime is not built again.
                if std::fs::read_to_string(&path).ok().as_ref() != Some(&text) || path == root {
                    std::fs::write(path, text).expect("the target folder");
                }
            }
        };
        let [first, again] = [0; 2].map(|_| {
            write();
            let start = Instant::now();
            let mut cargo = Command::new(env!("CARGO"));
            cargo.args(["build", "--quiet", "--release"]).current_dir(&folder);
            let status = cargo.env("CARGO_TARGET_DIR", folder.join("target")).status().expect("cargo runs");
            assert!(status.success(), "the crate builds");
            start.elapsed().as_secs_f64()
        });
        println!("html, {name}: built in {first:.1} s, and again in {again:.1} s");
        times.row([name.to_owned(), figure(first), figure(again)]);
        _ = std::fs::remove_dir_all(&folder);
    }
    times
}

/// Counts the lines of code that each bundled grammar becomes.
fn sizes() -> Table {
    let mut sizes = Table::new(["grammar", "rules", "lines of code", "lines a rule"]);
    for it in bundled::ALL {
        let loaded = grammarc::load_text(it.name, it.text).expect("bundled");
        let options = Options { runtime: Runtime::Version("0.1".to_owned()), ..Options::default() };
        let lines = lines(&crate_files(&loaded, &options));
        let rules = loaded.rules.len();
        sizes.row([it.name.to_owned(), rules.to_string(), lines.to_string(), (lines / rules).to_string()]);
    }
    sizes
}

/// Counts the lines of generated code, without the runtime beside it.
fn lines(files: &[(std::path::PathBuf, String)]) -> usize {
    files.iter().filter(|(path, _)| path.starts_with(Path::new("src"))).map(|(_, text)| text.lines().count()).sum()
}

/// Each rule has four alternatives that refer to distant rules.
fn references(rules: usize) -> String {
    let far = |from: usize, step: usize| (from * step + 7 * step) % rules;
    let rule = |n: usize| {
        let (a, b, c, d) = (far(n, 31), far(n, 101), far(n, 1009), (n + 1) % rules);
        format!("<r{n}> ::= \"k{n}\" <r{a}>? | \"(\" <r{b}> ** \",\" \")\" | [a-z]+ \"=\" <r{c}> | [0-9] <r{d}>*\n")
    };
    (0..rules).map(rule).collect()
}

/// Each rule is the next one, with or without a word before it. For example, `<r0> ::= "a0" <r1> | <r1>` is the first.
fn chain(rules: usize) -> String {
    let rule = |n: usize| format!("<r{n}> ::= \"a{n}\" <r{0}> | <r{0}>\n", n + 1);
    (0..rules).map(rule).chain([format!("<r{rules}> ::= \"x\"\n")]).collect()
}

/// Each rule is a list of the next one. For example, `<r0> ::= <r0> "+0" <r1> | <r1>` is the first.
fn recursion(rules: usize) -> String {
    let rule = |n: usize| format!("<r{n}> ::= <r{n}> \"+{n}\" <r{0}> | <r{0}>\n", n + 1);
    (0..rules).map(rule).chain([format!("<r{rules}> ::= \"x\"\n")]).collect()
}

/// Names of Unicode letters that are no keywords, and keywords that no letter follows: nearly all the time goes into the automata
/// of one large class.
fn letters(keywords: usize) -> String {
    let ranges: String =
        (0..600).map(|number| format!("\\u{{{:x}}}-\\u{{{:x}}}", 0x100 + 9 * number, 0x104 + 9 * number)).collect();
    let keywords: Vec<String> = (0..keywords).map(|number| format!("\"kw{number}\"")).collect();
    let ends: String = keywords.iter().map(|keyword| format!("\n    | {keyword} !<letter> <name> \";\"")).collect();
    let excluded = keywords.join(" | ");
    format!(
        "<file> ::= <statement>*\n<statement> ::= <name> \";\"{ends}\n%token <letter> ::= [a-z{ranges}]\n\
         %token <word> ::= <letter> (<letter> | [0-9])*\n%token <name> ::= <word> - ({excluded})\n"
    )
}
