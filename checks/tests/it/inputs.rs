//! Earley and the deterministic engine on many texts of every bundled grammar: fuzzed ones, which are in the language, and
//! damaged ones, most of which are not.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::thread;

use grammarc::bundled::{self, BundledGrammar};
use grammarc_checks::corpus::samples;
use grammarc_checks::damage::Damage;
use grammarc_checks::engines::{agree, agree_on_error, attempt, reduced};
use grammarc_checks::only::wanted;
use grammarc_checks::progress::Progress;
use grammarc_runtime::choices::Choices;
use grammarc_runtime::fields::fill;
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::fuzz;
use grammarc_runtime::language::Attempt;

/// Texts of either kind for each grammar, unless `GRAMMARC_INPUTS` says how many.
const INPUTS: u64 = 1_000;
/// The depth of fuzzed texts.
const DEPTH: usize = 8;
/// The longest texts that are damaged, and that Earley parses.
const LONGEST: usize = 600;
/// One error in so many is looked at.
const ERRORS: usize = 8;

/// What became of the texts of one kind.
#[derive(Debug, Default)]
struct Counts {
    texts: usize,
    parsed: usize,
    rejected: usize,
    /// Found to be in the language or not without Earley.
    decided: usize,
    /// Compared with Earley.
    charted: usize,
}

/// Parses a text by the engines, Earley only if it is short.
fn compare(language: &Format, text: &[u8], counts: &mut Counts) -> Result<(), String> {
    counts.texts += 1;
    if text.len() > LONGEST {
        let attempt = attempt(language, text).0;
        counts.parsed += usize::from(attempt == Attempt::Parsed);
        counts.rejected += usize::from(matches!(attempt, Attempt::Failed | Attempt::Refused));
        counts.decided += usize::from(attempt != Attempt::Undecided);
        return Ok(());
    }
    let agreed = agree(language, text)?;
    if let (Err(error), true) = (&agreed.tree, agreed.decided && counts.texts.is_multiple_of(ERRORS)) {
        agree_on_error(language, text, error)?;
    }
    counts.parsed += usize::from(agreed.tree.is_ok());
    counts.rejected += usize::from(agreed.tree.is_err());
    counts.decided += usize::from(agreed.decided);
    counts.charted += 1;
    Ok(())
}

/// As [`compare`]; an engine that panics disagrees. What they disagree on is told as small as it can be made.
fn check(name: &str, language: &Format, text: &[u8], counts: &mut Counts) {
    let asked = |text: &[u8], counts: &mut Counts| {
        let asked = catch_unwind(AssertUnwindSafe(|| compare(language, text, counts)));
        asked.unwrap_or_else(|_| Err("an engine panics".to_owned()))
    };
    if asked(text, counts).is_err() {
        // Every error is looked at here.
        let again = |text: &[u8]| asked(text, &mut Counts { texts: ERRORS - 1, ..Counts::default() });
        let least = reduced(language, text, |text: &[u8]| again(text).is_err());
        let how = again(&least).err().unwrap_or_default();
        panic!("{name}: the engines disagree on \"{}\": {how}", least.escape_ascii());
    }
}

/// Checks fuzzed and damaged texts of one grammar.
fn run(bundled: &BundledGrammar, inputs: u64, progress: &Progress) -> [Counts; 2] {
    let loaded = grammarc::load_text(bundled.name, bundled.text).unwrap_or_else(|report| panic!("{report}"));
    let language = loaded.format();
    let mut counts = [Counts::default(), Counts::default()];
    let mut bases = samples(bundled.name);
    for seed in 0..inputs {
        let text = fuzz(&language, &mut Choices::fresh(seed), DEPTH).expect("there are no dead ends");
        let text = fill(&language, text);
        check(bundled.name, &language, &text, &mut counts[0]);
        assert_eq!(counts[0].rejected, 0, "{}: seed {seed} gives {}", bundled.name, text.escape_ascii());
        bases.extend((seed < 100).then_some(text));
        progress.say(&format!("{}, fuzzed", bundled.name), seed, inputs);
    }
    let mut damage = Damage::new(1, &bases, LONGEST);
    for number in 0..inputs {
        check(bundled.name, &language, &damage.mutant(), &mut counts[1]);
        progress.say(&format!("{}, damaged", bundled.name), number, inputs);
    }
    eprintln!("{}: fuzzed {:?}, damaged {:?}", bundled.name, counts[0], counts[1]);
    counts
}

#[test]
fn the_engines_agree_on_fuzzed_and_damaged_texts() {
    let inputs = std::env::var("GRAMMARC_INPUTS").map_or(INPUTS, |text| text.parse().expect("a number of inputs"));
    let wanted = wanted(bundled::ALL, |bundled| bundled.name.to_owned());
    let is_all = wanted.len() == bundled::ALL.len();
    let left = Mutex::new(wanted.into_iter());
    let progress = Progress::begin();
    let next = || left.lock().expect("nobody panics here").next();
    let work = || std::iter::from_fn(next).map(|bundled| run(bundled, inputs, &progress)).collect::<Vec<_>>();
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let all: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("the engines agree")).collect()
    });
    // Of a format of lines nearly all is in the language, of one with a checksum nothing.
    let sum = |of: fn(&Counts) -> usize| all.iter().map(|[_, damaged]| of(damaged)).sum::<usize>();
    let (texts, parsed) = (sum(|it| it.texts), sum(|it| it.parsed));
    assert!(!is_all || (texts / 50..=texts * 49 / 50).contains(&parsed), "{parsed} of {texts} damaged texts parse");
}
