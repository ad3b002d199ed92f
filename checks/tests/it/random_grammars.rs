//! Earley and the deterministic engine on random grammar files and all short texts, against what the files mean; and all
//! that they parse is written again by the choices of its tree. And the fuzzer on such files: every text ends, and parses.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use grammarc_checks::choices::written_again;
use grammarc_checks::engines::{agree, agree_on_error};
use grammarc_checks::meaning::{Meaning, drawn};
use grammarc_checks::progress::Progress;
use grammarc_checks::random;
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::Fuzzer;

/// The longest texts.
const LONGEST: usize = 6;
/// One error in so many is looked at.
const ERRORS: usize = 16;
/// No more disagreements than this are told.
const TOLD: usize = 20;
/// Seeds of [`random::grammar`] beyond the usual ones, whose grammars once had another meaning in an engine or in the fuzzer.
const MENDED_SEEDS: [u64; 3] = [633, 2260, 2498];

/// What was compared.
#[derive(Default, Debug)]
struct Counts {
    grammars: u64,
    texts: usize,
    parsed: usize,
    decided: usize,
}

/// A grammar in all forms.
struct Compared<'a> {
    language: &'a Format,
    fuzzer: Fuzzer<'a>,
    meaning: Meaning,
}

impl<'a> Compared<'a> {
    fn new(grammar: &random::Grammar, language: &'a Format) -> Self {
        let meaning = Meaning::new(&grammarc_dsl::parse(&grammar.text).expect("it was loaded"));
        Self { language, fuzzer: Fuzzer::new(language, 0), meaning }
    }

    fn compare(&mut self, number: usize, text: &[u8], counts: &mut Counts) -> Result<(), String> {
        let agreed = agree(self.language, text)?;
        let expected = if self.meaning.holds(text) { self.meaning.tree(text) } else { None };
        let found = agreed.tree.as_ref().ok().map(|tree| drawn(&self.language.grammar, tree));
        if found != expected {
            return Err(format!("found    {found:?}\nexpected {expected:?}"));
        }
        if let Ok(tree) = &agreed.tree {
            written_again(self.language, &mut self.fuzzer, text, tree)?;
        }
        if let Err(error) = agreed.tree
            && agreed.decided
            && number.is_multiple_of(ERRORS)
        {
            agree_on_error(self.language, text, &error)?;
        }
        counts.texts += 1;
        counts.parsed += usize::from(found.is_some());
        counts.decided += usize::from(agreed.decided);
        Ok(())
    }
}

/// Compares the engines with the definition on all short texts.
fn compare(grammar: &random::Grammar, counts: &mut Counts) -> Result<(), String> {
    // Not every file is right.
    let Ok(loaded) = grammarc::load_text("random", &grammar.text) else { return Ok(()) };
    let language = loaded.format();
    let mut compared = Compared::new(grammar, &language);
    for (number, text) in grammar.texts(LONGEST).iter().enumerate() {
        let shown = |how| format!("{how}\non {:?} by\n{}", String::from_utf8_lossy(text), grammar.text);
        compared.compare(number, text, counts).map_err(shown)?;
    }
    counts.grammars += 1;
    Ok(())
}

/// Makes the grammar file of a seed.
type Make = fn(u64) -> random::Grammar;

/// Takes one seed after another until there were enough grammars; returns what it compared and what it has to tell.
fn work(make: Make, seeds: &AtomicU64, done: &AtomicU64, wanted: u64, progress: &Progress) -> (Counts, Vec<String>) {
    let (mut counts, mut told) = (Counts::default(), Vec::new());
    while done.load(Ordering::Relaxed) < wanted && told.len() < TOLD {
        let seed = seeds.fetch_add(1, Ordering::Relaxed);
        let before = counts.grammars;
        if let Err(how) = compare(&make(seed), &mut counts) {
            told.push(format!("seed {seed}: {how}"));
        }
        let done = done.fetch_add(counts.grammars - before, Ordering::Relaxed);
        progress.say(&format!("up to seed {seed}, {} disagreements", told.len()), done, wanted);
    }
    (counts, told)
}

/// A number from the environment.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} is no number: {text}")))
}

#[test]
fn every_engine_finds_what_the_grammar_file_means() {
    let Counts { texts, parsed, decided, .. } = compare_all(random::grammar, 1);
    assert!(parsed * 10 > texts && parsed * 2 < texts && decided * 5 > texts * 2, "this proves little");
}

#[test]
fn every_engine_finds_what_mended_grammars_mean() {
    let mut counts = Counts::default();
    for seed in MENDED_SEEDS {
        compare(&random::grammar(seed), &mut counts).unwrap_or_else(|how| panic!("seed {seed}: {how}"));
    }
    assert_eq!(counts.grammars, MENDED_SEEDS.len() as u64, "not every file is right");
}

#[test]
fn every_engine_finds_what_rules_mean_wherever_they_stand() {
    let Counts { texts, parsed, decided, .. } = compare_all(random::placed, 2);
    assert!(parsed * 50 > texts && parsed * 2 < texts && decided * 5 > texts * 2, "this proves little");
}

#[test]
fn every_engine_finds_what_loops_mean() {
    let Counts { texts, parsed, decided, .. } = compare_all(random::looping, 3);
    assert!(parsed * 100 > texts && parsed < texts && decided > 0, "this proves little");
}

/// Counts of [`write_texts`].
#[derive(Default)]
struct WrittenTexts {
    texts: usize,
    dead_ends: usize,
    most_tasks: u64,
}

/// Writes texts of a grammar, with and without a size, and parses them. Tasks are a measure of memory, too: each takes at most one cell
/// of the stack.
fn write_texts(grammar: &random::Grammar, written: &mut WrittenTexts) {
    let Ok(loaded) = grammarc::load_text("random", &grammar.text) else { return };
    let language = loaded.format();
    for size in [None, Some(0), Some(3), Some(40)] {
        let mut fuzzer = Fuzzer::new(&language, 16);
        fuzzer.aim(size);
        for seed in 0..6 {
            let text = fuzzer.run_seed(seed).map(<[u8]>::to_vec);
            written.most_tasks = written.most_tasks.max(fuzzer.tasks());
            written.texts += 1;
            match text {
                Ok(text) => assert!(
                    language.parse(&text).is_ok(),
                    "seed {seed}, size {size:?}: {:?} is not in\n{}",
                    String::from_utf8_lossy(&text),
                    grammar.text
                ),
                Err(_) => written.dead_ends += 1,
            }
        }
    }
}

/// A round without a byte is no progress, also under an open look-ahead: `(&"b" | <t>)*` with `<t> ::= "" | "ba"`. A text of a few bytes
/// takes some hundred thousand tasks at most, that is a few megabytes.
#[test]
fn loops_that_write_nothing_end() {
    let mut written = WrittenTexts::default();
    let wanted = setting("GRAMMARC_RANDOM_GRAMMARS", 300);
    (0..wanted).for_each(|seed| write_texts(&random::looping(seed), &mut written));
    let WrittenTexts { texts, dead_ends, most_tasks } = written;
    eprintln!("{texts} texts, {dead_ends} dead ends, at most {most_tasks} tasks");
    assert!(most_tasks < 1_000_000, "{most_tasks} tasks for one text");
    // Some grammars have no text: `<r0> ::= (&"b" "a")+`.
    assert!(texts > 1000 && dead_ends * 2 < texts, "{dead_ends} of {texts} texts were not found");
}

/// Compares the grammars of many seeds, by default 300 of them, or a part of as many.
fn compare_all(make: Make, part: u64) -> Counts {
    let wanted = setting("GRAMMARC_RANDOM_GRAMMARS", 300).div_ceil(part);
    let progress = Progress::begin();
    let (seeds, done) = (AtomicU64::new(setting("GRAMMARC_FIRST_SEED", 0)), AtomicU64::new(0));
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let all: Vec<(Counts, Vec<String>)> = thread::scope(|scope| {
        let threads: Vec<_> =
            (0..workers).map(|_| scope.spawn(|| work(make, &seeds, &done, wanted, &progress))).collect();
        threads.into_iter().map(|thread| thread.join().expect("it tells, it does not panic")).collect()
    });
    let sum = |of: fn(&Counts) -> usize| all.iter().map(|(counts, _)| of(counts)).sum::<usize>();
    let (texts, parsed, decided) = (sum(|it| it.texts), sum(|it| it.parsed), sum(|it| it.decided));
    let (seeds, grammars) = (seeds.into_inner(), done.into_inner());
    eprintln!(
        "{grammars} grammars up to seed {seeds}, {texts} texts: {parsed} parse, {decided} decided without Earley"
    );
    let told: Vec<&str> = all.iter().flat_map(|(_, told)| told).map(String::as_str).collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
    Counts { grammars, texts, parsed, decided }
}
