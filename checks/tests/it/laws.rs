//! The laws of hooks and fields, on many generated texts of every bundled grammar and of small ones.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

use grammarc::bundled;
use grammarc_checks::damage::Damage;
use grammarc_checks::laws::Subject;
use grammarc_checks::only::wanted;
use grammarc_checks::progress::Progress;
use grammarc_runtime::fuzz::Fuzzer;

/// Texts of each grammar, unless `GRAMMARC_INPUTS` says how many.
const INPUTS: u64 = 250;
/// How deep rules nest before generating looks for an end.
const DEPTHS: [usize; 3] = [0, 4, 10];
/// One text in so many is damaged, and must be filled alike.
const DAMAGED: u64 = 10;
/// The longest texts that are damaged.
const LONGEST: usize = 300;
/// Of so many seeds, one may have no text: choices are taken back only so often.
const DEAD_ENDS: u64 = 100;

/// The grammars by name: those that are bundled, then the small ones of the compiler's tests.
fn grammars() -> Vec<(String, String)> {
    let small = Path::new(env!("CARGO_MANIFEST_DIR")).join("../compiler/tests/hooks");
    let entries = std::fs::read_dir(&small).unwrap_or_else(|error| panic!("{}: {error}", small.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("the grammar can be read");
        (path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), text)
    };
    let bundled = bundled::ALL.iter().map(|it| (it.name.to_owned(), it.text.to_owned()));
    bundled.chain(paths.into_iter().map(read)).collect()
}

/// Holds texts of one grammar against the laws.
fn run((name, grammar): &(String, String), inputs: u64, progress: &Progress) -> Result<(), String> {
    let subject = Subject::new(name, grammar);
    let mut fuzzer = Fuzzer::new(&subject.language, 0);
    let has_fields = !subject.language.grammar.fields.is_empty();
    let (mut dead_ends, mut texts) = (0, Vec::new());
    for seed in 0..inputs {
        let depth = DEPTHS[(seed % DEPTHS.len() as u64) as usize];
        match subject
            .obeys(&mut fuzzer, seed, depth)
            .map_err(|why| format!("{name}, seed {seed}, depth {depth}: {why}"))?
        {
            Some(text) => texts.extend((has_fields && texts.len() < 100).then_some(text)),
            None => dead_ends += 1,
        }
        if seed.is_multiple_of(DAMAGED) && !texts.is_empty() {
            let text = Damage::new(seed, &texts, LONGEST).mutant();
            subject.fills_once(&text, b"").map_err(|why| format!("L5: {name}, {}: {why}", text.escape_ascii()))?;
        }
        progress.say(name, seed, inputs);
    }
    if dead_ends <= inputs / DEAD_ENDS { Ok(()) } else { Err(format!("{name}: {dead_ends} seeds have no text")) }
}

#[test]
fn every_generated_text_obeys_the_laws() {
    let inputs = std::env::var("GRAMMARC_INPUTS").map_or(INPUTS, |text| text.parse().expect("a number of inputs"));
    let grammars = wanted(grammars(), |(name, _)| name.clone());
    let progress = Progress::begin();
    let left = Mutex::new(grammars.iter());
    let next = || left.lock().expect("nobody panics here").next();
    let work =
        || std::iter::from_fn(next).filter_map(|grammar| run(grammar, inputs, &progress).err()).collect::<Vec<_>>();
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let broken: Vec<String> = thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("nothing panics")).collect()
    });
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}
