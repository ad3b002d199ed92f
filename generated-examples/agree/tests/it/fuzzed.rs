//! On fuzzed texts, which are themselves the same, as are the choices that made them.

use grammarc_runtime::choices::{Choice, Choices};
use grammarc_runtime::fields::fill;
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::{DeadEnd, Fuzzer, fuzz};

use crate::formats;

/// Texts that are fuzzed for each grammar and parsed by every engine.
const PARSED: u64 = 1000;
/// Texts that are only compared with those that others make.
const FUZZED: u64 = 150;
/// The depth of the texts that are parsed.
const DEPTH: usize = 12;

fn run(language: &Format, choices: Choices, depth: usize) -> (Vec<u8>, Vec<Choice>) {
    try_run(language, choices, depth).unwrap_or_else(|error| panic!("{}: {error}", language.name))
}

fn try_run(language: &Format, choices: Choices, depth: usize) -> Result<(Vec<u8>, Vec<Choice>), DeadEnd> {
    let mut choices = choices.recorded();
    let text = fuzz(language, &mut choices, depth)?;
    Ok((text, choices.into_log()))
}

#[test]
fn on_fuzzed_texts() {
    for format in formats::all() {
        for seed in 0..PARSED {
            let (text, _) = run(format.generated, Choices::fresh(seed), DEPTH);
            let text = fill(format.generated, text);
            let parsed = format.parse(&text, &format!("seed {seed}: {}", text.escape_ascii()));
            assert!(parsed.is_ok(), "{} does not accept seed {seed}: {}", format.name, text.escape_ascii());
        }
    }
}

#[test]
fn on_what_a_seed_gives() {
    for format in formats::all() {
        for depth in [0, 5, 10, 100] {
            // Whether it keeps a way back depends on the texts before.
            let mut kept = Fuzzer::new(format.generated, depth);
            for seed in 0..FUZZED {
                let unrecorded = kept.run_seed(seed).map(|text| fill(format.generated, text.to_vec()));
                let generated = try_run(format.generated, Choices::fresh(seed), depth);
                let interpreted = try_run(&format.interpreted, Choices::fresh(seed), depth);
                assert_eq!(generated, interpreted, "{} seed {seed} depth {depth}", format.name);
                // Without a size, texts of `python` can grow too large at this depth: one such text is enough.
                let Ok(generated) = generated else { break };
                assert_eq!(unrecorded, Ok(generated.0), "{} seed {seed} depth {depth}", format.name);
            }
        }
    }
}

#[test]
fn on_what_choices_give() {
    for format in formats::all() {
        for seed in 0..FUZZED {
            let made = run(format.generated, Choices::fresh(seed), DEPTH);
            for language in [format.generated, &format.interpreted] {
                let again = run(language, Choices::replay(made.1.clone()), 0);
                assert_eq!(again, made, "{} seed {seed}", format.name);
            }
        }
    }
}

#[test]
fn on_what_other_choices_give() {
    for format in formats::all() {
        for seed in 0..FUZZED {
            let (_, mut choices) = run(format.generated, Choices::fresh(seed), DEPTH);
            let turns = seed as usize % choices.len().max(1);
            choices.rotate_left(turns);
            let replayed = [format.generated, &format.interpreted]
                .map(|language| run(language, Choices::replay(choices.clone()), DEPTH));
            assert_eq!(replayed[0], replayed[1], "{} seed {seed}", format.name);
        }
    }
}
