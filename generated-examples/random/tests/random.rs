//! Generated code of random grammars, the interpreter and Earley give the same answers: trees, errors, generated texts.

use std::collections::BTreeSet;

use grammarc_checks::engines::{agree, attempt};
use grammarc_checks::random::{self, Grammar};
use grammarc_runtime::choices::{Choice, Choices};
use grammarc_runtime::facts::Facts;
use grammarc_runtime::format::Format as Runtime;
use grammarc_runtime::fuzz::{DeadEnd, fuzz};
use grammarc_runtime::language::Attempt;
use grammarc_runtime::tree::Arena;

/// Texts that are fuzzed for each grammar, and damaged.
const SEEDS: u64 = 60;
/// How deep rules nest in them before generating looks for an end.
const DEPTHS: [usize; 3] = [0, 3, 8];
/// Texts are damaged in no more places than this.
const PLACES: usize = 24;
/// Longer texts are not parsed: of some grammars all is left to Earley.
const PARSED: usize = 40;
/// The longest of those texts that are tried whatever the grammar is.
const LONGEST: usize = 5;

/// A grammar in both forms.
struct Format {
    seed: u64,
    file: Grammar,
    generated: &'static Runtime,
    interpreted: Runtime,
}

/// What was compared.
#[derive(Debug, Default)]
struct Counts {
    texts: usize,
    parsed: usize,
    decided: usize,
}

impl Format {
    fn all(table: &'static [(u64, &'static Runtime)], make: fn(u64) -> Grammar) -> impl Iterator<Item = Self> {
        table.iter().map(move |&(seed, generated)| {
            let file = make(seed);
            let interpreted = grammarc::load_text(&generated.name, &file.text).expect("it was compiled").format();
            Self { seed, file, generated, interpreted }
        })
    }

    /// How many texts are fuzzed. Where numbers say how often something is there, texts are too long.
    fn seeds(&self) -> u64 {
        let counts = self.generated.grammar.rules.iter().any(|rule| rule.count.is_some());
        if counts { 0 } else { SEEDS }
    }

    /// Says what was tried.
    fn shown(&self, text: &[u8]) -> String {
        format!("seed {}, {:?} by\n{}", self.seed, text.escape_ascii().to_string(), self.file.text)
    }

    /// Parses by every engine.
    fn compare(&self, arena: &mut Arena, text: &[u8], counts: &mut Counts) {
        let expected = self.interpreted.parse(text);
        assert_eq!(self.generated.parse(text), expected, "{}", self.shown(text));
        assert_eq!(
            self.generated.parsing().run_in(arena, text),
            expected.as_ref().map_err(Clone::clone),
            "{}",
            self.shown(text)
        );
        let found = attempt(self.generated, text);
        // Generated code may be surer that a text is wrong. It leaves more texts to Earley, because functions keep no choices.
        if !matches!(found.0, Attempt::Refused | Attempt::Undecided) {
            assert_eq!(found, attempt(&self.interpreted, text), "{}", self.shown(text));
        }
        let agreed = agree(self.generated, text).unwrap_or_else(|how| panic!("{how}\n{}", self.shown(text)));
        assert_eq!(agreed.tree, expected, "{}", self.shown(text));
        counts.decided += usize::from(agreed.decided);
        counts.texts += 1;
        counts.parsed += usize::from(expected.is_ok());
    }

    /// Generated texts, damaged ones, and some short ones, each once.
    fn texts(&self) -> BTreeSet<Vec<u8>> {
        let mut texts: BTreeSet<Vec<u8>> = self.file.texts(LONGEST).into_iter().collect();
        for seed in 0..self.seeds() {
            let Ok(text) = fuzz(self.generated, &mut Choices::fresh(seed), DEPTHS[seed as usize % DEPTHS.len()]) else {
                continue;
            };
            let is_known = text.len() > PARSED || self.interpreted.parse(&text).is_ok();
            assert!(is_known, "text {seed} is not in the language: {}", self.shown(&text));
            texts.extend((0..text.len().min(PLACES)).flat_map(|place| damaged(&text, place)));
            texts.insert(text);
        }
        texts.retain(|text| text.len() <= PARSED);
        texts
    }

    fn compare_texts(&self) -> Counts {
        let (mut arena, mut counts) = (Arena::new(), Counts::default());
        for text in self.texts() {
            self.compare(&mut arena, &text, &mut counts);
        }
        counts
    }
}

/// A text that ends at a place, or whose byte there is missing, is there twice, or changes places with the next one.
fn damaged(text: &[u8], place: usize) -> [Vec<u8>; 4] {
    let (before, behind) = text.split_at(place);
    let mut swapped = text.to_vec();
    swapped.swap(place, (place + 1).min(text.len() - 1));
    [before.to_vec(), [before, &behind[1..]].concat(), [before, &behind[..1], behind].concat(), swapped]
}

/// Generates a text, and says by which choices.
fn written(language: &Runtime, choices: Choices, depth: usize) -> (Result<Vec<u8>, DeadEnd>, Vec<Choice>) {
    let mut choices = choices.recorded();
    let text = fuzz(language, &mut choices, depth);
    (text, choices.into_log())
}

impl Format {
    /// Generates texts by seeds and by choices, those of the text and others.
    fn compare_written(&self) {
        for seed in 0..self.seeds() {
            for depth in DEPTHS {
                let unrecorded = fuzz(self.generated, &mut Choices::fresh(seed), depth);
                let (text, mut choices) = written(self.generated, Choices::fresh(seed), depth);
                let shown = || format!("text {seed} in depth {depth} {}", self.shown(b""));
                assert_eq!(
                    (text.clone(), choices.clone()),
                    written(&self.interpreted, Choices::fresh(seed), depth),
                    "{}",
                    shown()
                );
                assert_eq!(unrecorded, text, "{}", shown());
                let turns = seed as usize % choices.len().max(1);
                choices.rotate_left(turns);
                let [one, other] = [self.generated, &self.interpreted]
                    .map(|language| written(language, Choices::replay(choices.clone()), depth));
                assert_eq!(one, other, "{}", shown());
            }
        }
    }
}

#[test]
fn small_grammars_with_every_construct_agree() {
    compare(grammarc_random::ANY, random::grammar);
}

#[test]
fn grammars_of_which_the_next_bytes_decide_most_agree() {
    let counts = compare(grammarc_random::DECIDED, random::decided);
    assert!(counts.decided * 3 > counts.texts * 2, "{counts:?}: this proves little");
}

#[test]
fn grammars_with_rules_of_one_kind_in_every_place_agree() {
    compare(grammarc_random::PLACED, random::placed);
}

fn compare(table: &'static [(u64, &'static Runtime)], make: fn(u64) -> Grammar) -> Counts {
    let mut all = Counts::default();
    for format in Format::all(table, make) {
        let Format { generated, interpreted, .. } = &format;
        assert_eq!(generated.grammar, interpreted.grammar, "{}", format.shown(b""));
        assert_eq!(*generated.facts(), Facts::of(&generated.grammar), "{}", format.shown(b""));
        format.compare_written();
        let counts = format.compare_texts();
        all.texts += counts.texts;
        all.parsed += counts.parsed;
        all.decided += counts.decided;
    }
    eprintln!("{all:?}");
    assert!(all.parsed * 10 > all.texts && all.parsed * 10 < all.texts * 9, "{all:?}: this proves little");
    all
}
