//! Counted repetitions and names that are defined later: generated code and the interpreter write the same texts.

use std::path::Path;

use grammarc_agree::{computed, forward_parts, sizes, tallied_names, tallies};
use grammarc_runtime::choices::{Choice, Choices};
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::{DeadEnd, fuzz};

/// Texts that are fuzzed for each grammar and depth.
const FUZZED: u64 = 300;

const ALL: [(&str, &Format); 5] = [
    ("computed", &computed::FORMAT),
    ("forward_parts", &forward_parts::FORMAT),
    ("sizes", &sizes::FORMAT),
    ("tallied_names", &tallied_names::FORMAT),
    ("tallies", &tallies::FORMAT),
];

fn run(language: &Format, choices: Choices, depth: usize) -> (Result<Vec<u8>, DeadEnd>, Vec<Choice>) {
    let mut choices = choices.recorded();
    let text = fuzz(language, &mut choices, depth);
    (text, choices.into_log())
}

#[test]
fn a_seed_and_its_choices_give_the_same_text() {
    for (name, generated) in ALL {
        let hooks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../compiler/tests/hooks");
        let loaded = grammarc::load(&hooks.join(name).with_extension("bnf")).expect("the grammar is right");
        let interpreted = loaded.format();
        for depth in [0, 5, 12] {
            for seed in 0..FUZZED {
                let made = run(generated, Choices::fresh(seed), depth);
                assert_eq!(made, run(&interpreted, Choices::fresh(seed), depth), "{name} seed {seed} depth {depth}");
                for language in [generated, &interpreted] {
                    let again = run(language, Choices::replay(made.1.clone()), 0);
                    assert!(made.0.is_err() || again == made, "{name} seed {seed} depth {depth}: {again:?}");
                }
            }
        }
    }
}
