//! Generation: bytes a second of generated code, of tables, and of a C program that stands in for F1, on the expressions of
//! the Fuzzing Book, on `expr`, `json` and assignments; and of `assign` and `imp`, whose hooks have names defined before they
//! are used.
//!
//! The contenders take turns, so that a noisy machine disturbs all alike; only the ratios are worth quoting. No turn repeats
//! the texts of an earlier one, because branch predictors would learn them.

use grammarc_benches::page::{Part, Section};
use grammarc_benches::plot::{Plot, Shape};
use grammarc_benches::side_by_side::{Contender, Race, compete, processor_seconds, table};
use grammarc_benches::{assign, book, free_assign, imp};
use grammarc_runtime::choices::Choices;
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::Fuzzer;
use grammarc_runtime::language::Language;

use crate::stand_in::StandIn;

/// Texts in one turn. The number is large, so that warming caches and branch predictors takes a small part of each
/// turn.
const TURN_TEXTS: u64 = 20_000;

/// Measures generation.
pub(crate) fn section() -> Section {
    // Beyond depth 10, the expressions of the Fuzzing Book grow too large.
    let plain: Vec<Race> = [
        (&book::FORMAT, &[10][..]),
        (&expr::FORMAT, &[10, 100]),
        (&::json::FORMAT, &[10, 100]),
        (&free_assign::FORMAT, &[10, 100]),
    ]
    .into_iter()
    .flat_map(|(language, depths)| depths.iter().map(|&depth| plain(language, depth)))
    .collect();
    let hooks: Vec<Race> = [&assign::FORMAT, &imp::FORMAT].into_iter().map(hooks).collect();
    let sized: Vec<Race> =
        [&expr::FORMAT, &::json::FORMAT, &assign::FORMAT, &imp::FORMAT].into_iter().map(sized).collect();
    let parts = vec![
        Part::Words(INTRODUCTION.to_owned()),
        Part::Table(table("MB/s", &plain)),
        Part::Words("With hooks, so that every name is defined before it is used:".to_owned()),
        Part::Table(table("MB/s", &hooks)),
        Part::Words(SIZED.to_owned()),
        Part::Table(table("MB/s", &sized)),
        Part::Plot(Plot {
            name: "fuzz",
            caption: "Generation: megabytes a second".to_owned(),
            shape: Shape::Dots(plain.into_iter().chain(hooks).collect()),
        }),
    ];
    Section { title: "Generation", parts }
}

/// The words above the table: the programs in the comparison.
const INTRODUCTION: &str = "The program in C does the same as code that F1 generates (R. Gopinath, A. Zeller, *Building Fast Fuzzers*, 2019): a \
                    function for each nonterminal, a choice by one byte of a region of random bytes drawn before, a pool of cheap strings \
                    beyond the greatest depth, `cc -O3 -flto`. grammarc draws while it writes, so that each text has a seed of its own, \
                    and records nothing here. No turn repeats the texts of an earlier one.";

/// The words above the table of texts that have a size.
const SIZED: &str = "Texts of 1 KB, beside texts of any size. A size is planned from the top down, by the tables: each part has a \
                     goal, and each choice takes an option that can reach it.";

/// Size of the texts that have one, in bytes.
const SIZED_BYTES: u32 = 1_000;

/// Races texts of any size and texts of a size.
fn sized(language: &Format) -> Race {
    let tables = Format::of(Language::new(language.name.clone(), language.grammar.clone(), language.engine));
    let mut aimed = Fuzzer::new(&tables, 500);
    aimed.aim(Some(SIZED_BYTES));
    let texts = TURN_TEXTS / 20;
    let turn = move |number| {
        let begin = processor_seconds();
        let seeds = number * texts..(number + 1) * texts;
        let bytes = seeds.map(|seed| aimed.run_seed(seed).map_or(0, <[u8]>::len)).sum();
        (bytes, processor_seconds() - begin)
    };
    let aimed = Contender { name: "1 KB, from tables".to_owned(), turn: Box::new(turn) };
    compete(&format!("{}, 1 KB", language.name), 1.0, vec![writer("any size, from tables", &tables, 10), aimed])
}

/// Races the stand-in, generated code and tables.
fn plain(language: &Format, depth: usize) -> Race {
    let tables = Format::of(Language::new(language.name.clone(), language.grammar.clone(), language.engine));
    let (mut generated, mut interpreted) = (Fuzzer::new(language, depth), Fuzzer::new(&tables, depth));
    for seed in 0..TURN_TEXTS {
        let [generated, interpreted] =
            [&mut generated, &mut interpreted].map(|fuzzer| fuzzer.run(&mut Choices::fresh(seed)));
        assert_eq!(generated, interpreted, "the same seed gives the same text");
    }
    let mut contenders = Vec::new();
    match StandIn::start(&language.name, &language.grammar, depth) {
        Some(mut stand_in) => {
            let turn = Box::new(move |_| stand_in.run(TURN_TEXTS));
            contenders.push(Contender { name: "C as F1 writes it".to_owned(), turn });
        }
        None => say("no C compiler `cc`: the ratios are to generated code, not to F1's stand-in"),
    }
    contenders.push(writer("generated", language, depth));
    contenders.push(writer("from tables", &tables, depth));
    compete(&format!("{}, depth {depth}", language.name), 1.0, contenders)
}

/// Races generated code and tables, with hooks.
fn hooks(language: &Format) -> Race {
    let tables = Format::of(Language::new(language.name.clone(), language.grammar.clone(), language.engine));
    let title = format!("{}, depth 10, with hooks", language.name);
    compete(&title, 1.0, vec![writer("generated", language, 10), writer("from tables", &tables, 10)])
}

/// Makes a contender that reuses one fuzzer. It writes [`TURN_TEXTS`] texts in a turn, with seeds that depend on the turn's number. For
/// example, turn 2 takes the seeds from 40,000 to 59,999.
fn writer<'a>(name: &str, language: &'a Format, depth: usize) -> Contender<'a> {
    let mut fuzzer = Fuzzer::new(language, depth);
    let turn = move |number| {
        let begin = processor_seconds();
        let seeds = number * TURN_TEXTS..(number + 1) * TURN_TEXTS;
        let bytes = seeds.map(|seed| fuzzer.run_seed(seed).map_or(0, <[u8]>::len)).sum();
        (bytes, processor_seconds() - begin)
    };
    Contender { name: name.to_owned(), turn: Box::new(turn) }
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn say(line: &str) {
    println!("{line}");
}
