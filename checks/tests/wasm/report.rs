//! The work of all libraries as a text, which is the same on every platform. The test `wasm` compares that of a WebAssembly module with
//! that of the machine.

use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use grammarc::emit::{Options as EmitOptions, crate_files};
use grammarc_import::files::SourceFile;
use grammarc_import::{ImportOptions, import};
use grammarc_runtime::choices::Choices;
use grammarc_runtime::cover::Coverage;
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::fuzz;
use grammarc_runtime::generalize::{self, generalize};
use grammarc_runtime::island::ISLAND;
use grammarc_runtime::mutate::Population;
use grammarc_runtime::oracle::Oracle;
use grammarc_runtime::reduce::{Options, ParsedInput, Reduction, Validity, reduce, reduce_in};
use grammarc_runtime::steps;
use grammarc_runtime::trial::{Trial, TrialOptions};

/// The text that is reduced, and the parts that the oracle looks for.
pub(crate) const INPUT: &[u8] = br#"{"name": "crash", "at": [1, 22, {"x": null, "y": [true, false]}], "end": 12.5e3}"#;
pub(crate) const PARTS: [&[u8]; 2] = [b"22", b"null"];

/// A program of the grammar `imp`, which has names.
const PROGRAM: &[u8] =
    b"use strict; my $a = 1; my $b = $a + 20; { my $c = $b * 3; print \"c = \", $c, \"\\n\"; } $a = $b - 7;";

/// Returns whether a text has all of the parts.
pub(crate) fn has_all(text: &[u8], parts: &[&[u8]]) -> bool {
    parts.iter().all(|part| text.windows(part.len()).any(|window| window == *part))
}

fn is_interesting(text: &[u8]) -> bool {
    has_all(text, &PARTS)
}

/// Returns the results of each library, one a line.
pub(crate) fn report(json: &Format) -> String {
    let imp = grammarc::bundled::named("imp").expect("it is bundled");
    let imp = grammarc::load_text(imp.name, imp.text).expect("the grammar is right");
    let format = imp.format();
    // Nothing recurses, so a deep text needs no stack.
    let deep = ["[".repeat(50_000), "]".repeat(50_000)].concat();
    let mut lines = vec![
        line("tree", nodes(json, INPUT)),
        line("tree of a program", nodes(&format, PROGRAM)),
        line("error", nodes(&format, b"use strict; $a = 1;")),
        line("nodes of a deep tree", nodes(json, deep.as_bytes()).map(|nodes| nodes.len())),
    ];
    lines.extend([fuzzing(json), fuzzing(&format), reducing(json, &format), stopping(json), other(json)].concat());
    lines.join("\n")
}

fn line(name: &str, result: impl Debug) -> String {
    format!("{name}: {result:?}")
}

fn shown(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}

/// Returns the symbols and spans of a tree, or the message of the error.
fn nodes(format: &Format, input: &[u8]) -> Result<Vec<impl Debug + use<>>, String> {
    let tree = format.parse(input).map_err(|error| error.to_string())?;
    let nodes = tree.subtree(tree.root()).map(|id| tree.node(id));
    Ok(nodes.map(|node| (node.symbol, node.span)).collect())
}

fn fuzzing(format: &Format) -> Vec<String> {
    let text = |seed| fuzz(format, &mut Choices::fresh(seed), 10).map(|text| shown(&text)).ok();
    let texts: Vec<_> = (0..20).map(text).collect();
    let mut coverage = Coverage::new(format, 2).expect("there are few paths");
    let covering: Vec<_> = (0..5).filter_map(|seed| coverage.next_text(seed)).map(|text| shown(&text)).collect();
    let mut population = Population::new(format, 10);
    let kept = [INPUT, PROGRAM].map(|text| population.keep(text).unwrap_or_default());
    let mutants: Vec<_> = (0..20).filter_map(|seed| population.mutate(seed)).map(|text| shown(&text)).collect();
    vec![line("fuzz", texts), line("cover", covering), line("mutate", (kept, mutants))]
}

fn reducing(json: &Format, imp: &Format) -> Vec<String> {
    let by = |format: &Format, input: &[u8], parts: &[&[u8]], options: &Options| {
        let runs = AtomicU64::new(0);
        let oracle = |text: &[u8]| {
            runs.fetch_add(1, Relaxed);
            has_all(text, parts)
        };
        // A text that is not interesting is run for some time.
        let reduction = reduce(format, input, &oracle, options).map_err(|error| error.to_string())?;
        // With several jobs, some runs are made ahead of time and not needed.
        Ok::<_, String>((shown_of(&reduction), (options.jobs == 1).then_some(runs.into_inner())))
    };
    let strict = Options { validity: Validity::Strict, ..Options::default() };
    let jobs = Options { jobs: 4, ..Options::default() };
    let papers = Options { strategies: grammarc_papers::PUBLISHED.to_vec(), tests: Some(300), ..Options::default() };
    let names: [&[u8]; 2] = [b"$b *", b"print"];
    vec![
        line("reduce", by(json, INPUT, &PARTS, &Options::default())),
        line("reduce to valid texts", by(json, INPUT, &PARTS, &strict)),
        line("reduce with names", by(imp, PROGRAM, &names, &Options::default())),
        line("reduce by several jobs", by(json, INPUT, &PARTS, &jobs)),
        line("reduce with names by several jobs", by(imp, PROGRAM, &names, &jobs)),
        line("reduce as published", by(json, INPUT, &PARTS, &papers)),
        line("reduce without a grammar", by(&ISLAND, PROGRAM, &names, &Options::default())),
        line("reduce another text", by(json, INPUT, &[b"missing"], &Options::default())),
        line("reduce by a flaky oracle", flaky(json)),
    ]
}

/// Returns the results of a reduction that do not depend on the number of jobs.
fn shown_of(Reduction { text, valid, counters, stop, minimality, .. }: &Reduction) -> String {
    let (valid, stop) = (valid.as_deref().map(shown), stop.as_ref().map(ToString::to_string));
    let counts = (counters.asked, counters.tests);
    format!("{:?} {valid:?} {counts:?} {stop:?} {minimality:?}", shown(text))
}

/// Reduces by an oracle whose every third answer is wrong.
fn flaky(json: &Format) -> (Option<String>, u64) {
    let runs = AtomicU64::new(0);
    let oracle = |text: &[u8]| is_interesting(text) && !runs.fetch_add(1, Relaxed).is_multiple_of(3);
    let reduced = reduce(json, INPUT, &oracle, &Options { tests: Some(50), ..Options::default() }).ok();
    (
        reduced.map(|reduction| format!("{} {:?} {:?}", shown_of(&reduction), reduction.input_rate, reduction.rate)),
        runs.into_inner(),
    )
}

/// All ways to stop that need no clock.
fn stopping(json: &Format) -> Vec<String> {
    let stopped = |oracle: &dyn Oracle, options: &TrialOptions| {
        let work = |trial: &mut Trial<'_>| reduce_in(&ParsedInput::new(json, INPUT), trial, &Options::default());
        Trial::run(oracle, options, None, INPUT, work).map(|reduction| shown_of(&reduction)).ok()
    };
    let (runs, interrupted) = (AtomicU64::new(0), Arc::new(AtomicBool::new(false)));
    let patient = |text: &[u8]| {
        interrupted.store(runs.fetch_add(1, Relaxed) > 6, Relaxed);
        is_interesting(text)
    };
    let by_oracle = TrialOptions { interrupted: interrupted.clone(), ..TrialOptions::default() };
    let by_budget = TrialOptions { tests: Some(5), ..TrialOptions::default() };
    let count = |steps: u64| steps::within(100, || (0..steps).inspect(|_| steps::step(1)).count());
    let nested = steps::within(250, || ([count(90), count(110)], (0..60).inspect(|_| steps::step(1)).count()));
    vec![
        line("stop by the oracle", stopped(&patient, &by_oracle)),
        line("stop by a budget", stopped(&is_interesting, &by_budget)),
        line("steps", ([count(100), count(101), count(1_000_000)], nested)),
    ]
}

fn other(json: &Format) -> Vec<String> {
    let options = generalize::Options { tests: Some(400), ..generalize::Options::default() };
    let general =
        generalize(json, br#"[22, {"x": null}]"#, &is_interesting, &options).map_err(|error| error.to_string());
    let general =
        general.map(|found| (shown(&found.pattern.render(&json.grammar)), found.is_verified, found.counters.tests));
    let notes = "; SPDX-License-Identifier: MIT\nsum = number *(\"+\" number)\nnumber = 1*DIGIT\n".to_owned();
    let imported =
        import(vec![SourceFile { path: "sum.abnf".to_owned(), text: notes }], &|_| None, &ImportOptions::default());
    let grammar = imported.text.expect("it is right");
    let sum = grammarc::load_text("sum", &grammar).expect("it is right");
    // Where there are threads, each writes some of the files.
    let files = crate_files(&sum, &EmitOptions::default());
    vec![
        line("generalize", general),
        line("import", &grammar),
        line("compile", files.iter().filter(|(path, _)| path.starts_with("src")).collect::<Vec<_>>()),
        line("a file is missing", grammarc::load(Path::new("missing.bnf")).is_err()),
        line("a mistake", grammarc::load_text("a", "<a> ::= <b>").map_err(|report| report.to_string()).err()),
    ]
}
