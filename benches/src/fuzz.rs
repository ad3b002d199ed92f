//! Generation: bytes a second of generated code, of tables, and of a C program that stands in for F1, on the expressions of
//! the Fuzzing Book, on `expr`, `json` and assignments; and of `assign` and `imp`, whose hooks have names defined before they
//! are used.
//!
//! Taking turns lets a noisy machine disturb all alike; only the ratios are worth quoting. No turn repeats what an earlier
//! one wrote, which branch predictors would learn.

mod stand_in;

use std::time::Instant;

use grammarc_benches::{assign, book, free_assign, imp, seconds};
use grammarc_runtime::choices::Choices;
use grammarc_runtime::fuzz::Fuzzer;
use grammarc_runtime::language::Language;
use stand_in::StandIn;

/// Texts in one turn.
const TEXTS: u64 = 2_000;

fn main() {
    // Deeper than 10, those of the Fuzzing Book grow beyond all bounds.
    plain(&book::LANGUAGE, &[10]);
    plain(&expr::LANGUAGE, &[10, 100]);
    plain(&json::LANGUAGE, &[10, 100]);
    plain(&free_assign::LANGUAGE, &[10, 100]);
    for language in [&assign::LANGUAGE, &imp::LANGUAGE] {
        let tables = Language::new(language.name.clone(), language.grammar.clone(), language.engine);
        let title = format!("{}, depth 10, with hooks", language.name);
        race(&title, vec![writer("generated", language, 10), writer("from tables", &tables, 10)]);
    }
}

/// Races the stand-in, generated code and tables.
fn plain(language: &Language, depths: &[usize]) {
    let tables = Language::new(language.name.clone(), language.grammar.clone(), language.engine);
    for &depth in depths {
        let (mut generated, mut interpreted) = (Fuzzer::new(language, depth), Fuzzer::new(&tables, depth));
        for seed in 0..TEXTS {
            let [generated, interpreted] =
                [&mut generated, &mut interpreted].map(|fuzzer| fuzzer.run(&mut Choices::fresh(seed)));
            assert_eq!(generated, interpreted, "the same seed gives the same text");
        }
        let mut contenders = Vec::new();
        match StandIn::start(&language.name, &language.grammar, depth) {
            Some(mut stand_in) => {
                let turn = Box::new(move |_| stand_in.run(TEXTS));
                contenders.push(Contender { name: "C as F1 writes it", turn, speeds: Vec::new(), bytes: 0 });
            }
            None => say("no C compiler `cc`: the ratios are to generated code, not to F1's stand-in"),
        }
        contenders.push(writer("generated", language, depth));
        contenders.push(writer("from tables", &tables, depth));
        race(&format!("{}, depth {depth}", language.name), contenders);
    }
}

/// One thing to measure.
struct Contender<'a> {
    name: &'a str,
    /// Writes [`TEXTS`] texts, those of the turn with this number; returns their bytes and the seconds that it took.
    turn: Box<dyn FnMut(u64) -> (usize, f64) + 'a>,
    speeds: Vec<f64>,
    bytes: usize,
}

/// Makes a contender of a fuzzer that is kept.
fn writer<'a>(name: &'a str, language: &'a Language, depth: usize) -> Contender<'a> {
    let mut fuzzer = Fuzzer::new(language, depth);
    let turn = move |number| {
        let begin = Instant::now();
        let seeds = number * TEXTS..(number + 1) * TEXTS;
        let bytes = seeds.map(|seed| fuzzer.run(&mut Choices::fresh(seed)).map_or(0, <[u8]>::len)).sum();
        (bytes, begin.elapsed().as_secs_f64())
    };
    Contender { name, turn: Box::new(turn), speeds: Vec::new(), bytes: 0 }
}

/// Lets all take turns, at least three, and prints the median speed of each, and its ratio to the first.
fn race(title: &str, mut contenders: Vec<Contender<'_>>) {
    let start = Instant::now();
    let mut turns = 0;
    while turns < 3 || start.elapsed().as_secs_f64() < seconds() {
        for contender in &mut contenders {
            let (bytes, time) = (contender.turn)(turns);
            contender.bytes += bytes;
            contender.speeds.push(bytes as f64 / 1e6 / time);
        }
        turns += 1;
    }
    say(&format!("{title} ({turns} turns of {TEXTS} texts)"));
    let mut first = None;
    for Contender { name, speeds, bytes, .. } in &mut contenders {
        speeds.sort_by(f64::total_cmp);
        let speed = speeds[speeds.len() / 2];
        let base = *first.get_or_insert(speed);
        let length = *bytes as f64 / (turns * TEXTS) as f64;
        say(&format!("  {name:<20} {speed:>9.2} MB/s  {:>7.3} x  {length:>7.1} bytes a text", speed / base));
    }
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn say(line: &str) {
    println!("{line}");
}
