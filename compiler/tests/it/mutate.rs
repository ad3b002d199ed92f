//! Mutants of every bundled grammar's samples: valid, new, and made of all that is in the samples; a population that stays small; texts that
//! are large, deep, empty or broken.

use std::collections::HashSet;
use std::fs;
use std::sync::LazyLock;

use grammarc_runtime::format::Format;
use grammarc_runtime::mutate::{Mutation, Mutator, Population};
use grammarc_runtime::parse::Outcome;
use grammarc_runtime::reduce;

use crate::common::{entries, folder_of, named};

/// How many mutants are made of the samples of one grammar.
const MUTANTS: u64 = 200;
/// How many of them join the population, if they have something new.
const ADDED_MUTANTS: u64 = 20;
/// Samples of more bytes are left out: they would only take time.
const MAX_SAMPLE_BYTES: usize = 2000;

/// A grammar of statements with one example for each kind of edit.
static CALLS: LazyLock<Format> = LazyLock::new(|| {
    named(
        "calls.bnf",
        r#"%start <calls> %skip <blank> := " " <calls> ::= <call>*  <call> ::= <name> "(" <value> ** "," ")" ";"
           <value> ::= <name> | <number> | <text> | "-" "(" <value> ")"  %token <blank> ::= [ ]+
           %token <name> ::= [a-z]+  %token <number> ::= "-"? [0-9]+  %token <text> ::= "'" [^']* "'""#,
    )
});

/// Returns the texts that a bundled grammar has to accept, in the order of their names.
fn samples(name: &str) -> Vec<Vec<u8>> {
    let texts =
        entries(&folder_of(name).join("accept")).into_iter().map(|path| fs::read(path).expect("it can be read"));
    texts.filter(|text| text.len() <= MAX_SAMPLE_BYTES).take(20).collect()
}

#[test]
fn mutants_are_valid_and_new() {
    for bundled in grammarc::bundled::ALL {
        let (language, samples) = (named(bundled.name, bundled.text), samples(bundled.name));
        let is_valid = |text: &[u8]| matches!(language.parsing().judge(text), Outcome::Valid(_));
        let are_valid = samples.iter().all(|text| is_valid(text));
        let mutants = |count: u64| -> Vec<Vec<u8>> {
            let mut population = Population::new(&language, 8);
            for text in &samples {
                assert!(population.keep(text).is_ok(), "{}", text.escape_ascii());
            }
            let next = |seed| {
                let text = population.mutate(seed).unwrap_or_else(|| panic!("{}: no mutant of {seed}", bundled.name));
                let shown = || format!("{}: {}", bundled.name, text.escape_ascii());
                assert!(language.parse(&text).is_ok(), "{}", shown());
                assert!(!are_valid || is_valid(&text), "{}", shown());
                assert!(seed > 0 || samples.iter().all(|sample| *sample != text), "{}", shown());
                if seed < ADDED_MUTANTS {
                    population.add(&text, |text, shows| reduce::seed(&language, text, shows)).expect("it parses");
                }
                text
            };
            (0..count).map(next).collect()
        };
        let texts = mutants(MUTANTS);
        let distinct: HashSet<&Vec<u8>> = texts.iter().collect();
        assert!(distinct.len() as u64 > MUTANTS / 2, "{}: {} distinct", bundled.name, distinct.len());
        // Those behind the last one that joins are made of the same population.
        let again = mutants(ADDED_MUTANTS + 10);
        assert!(texts.starts_with(&again), "{}: twice the same", bundled.name);
    }
}

#[test]
fn no_mutant_equals_its_only_parent() {
    for bundled in grammarc::bundled::ALL {
        let language = named(bundled.name, bundled.text);
        let mut mutator = Mutator::new(&language, 8);
        for sample in samples(bundled.name) {
            for seed in 0..3 {
                let Some(mutant) = mutator.mutate(&sample, None, seed, 10_000) else { continue };
                assert!(mutant != sample && mutant.len() <= 10_000, "{}: {}", bundled.name, sample.escape_ascii());
                assert!(language.parse(&mutant).is_ok(), "{}: {}", bundled.name, mutant.escape_ascii());
            }
        }
    }
}

#[test]
fn each_edit_makes_its_example() {
    let mut population = Population::new(&CALLS, 8);
    for text in [&b"f(1, 'ab');"[..], b"g(x);h(-(2));"] {
        assert_eq!(population.keep(text), Ok(true));
    }
    let mutants: HashSet<Vec<u8>> = (0..40_000).filter_map(|seed| population.mutate(seed)).collect();
    let examples = [
        (Mutation::Swap, "f('ab', 1);"),
        (Mutation::Splice, "f(x, 'ab');"),
        (Mutation::Splice, "f(1, 'ab');g(x);"),
        (Mutation::Repeat, "f(1, 'ab', 'ab');"),
        (Mutation::Drop, "f(1);"),
        (Mutation::Nest, "f(-(1), 'ab');"),
        (Mutation::Nest, "g(x);h(-(-(2)));"),
        (Mutation::Boundary, "f(2147483648, 'ab');"),
        (Mutation::Boundary, "f(1, '');"),
        (Mutation::Boundary, "f(1, '\0');"),
    ];
    for (mutation, example) in examples {
        assert!(mutants.contains(example.as_bytes()), "{mutation:?}: {example}");
    }
    assert!(mutants.iter().any(|text| text.len() > 60_000), "very long strings");
    for tally in population.tallies() {
        assert!(tally.valid > 1_000 && 3 * tally.valid > tally.tried, "{tally:?}");
    }
}

#[test]
fn corrupt_mutants_do_not_parse() {
    for bundled in grammarc::bundled::ALL {
        let (language, samples) = (named(bundled.name, bundled.text), samples(bundled.name));
        let mut population = Population::new(&language, 8);
        samples.iter().for_each(|text| assert!(population.keep(text).is_ok(), "{}", text.escape_ascii()));
        for seed in 0..MUTANTS / 4 {
            let Some(text) = population.corrupt(seed) else { panic!("{}: nothing breaks by {seed}", bundled.name) };
            assert!(language.parse(&text).is_err(), "{}: {}", bundled.name, text.escape_ascii());
            assert_eq!(population.corrupt(seed), Some(text));
        }
    }
}

#[test]
fn corrupt_mutants_are_broken_in_many_ways() {
    let mut population = Population::new(&CALLS, 8);
    assert_eq!(population.keep(b"f(1, 'ab');"), Ok(true));
    assert_eq!(population.keep(b"g(x);"), Ok(true));
    let texts: HashSet<Vec<u8>> = (0..40_000).filter_map(|seed| population.corrupt(seed)).collect();
    let examples = [
        ("a token is broken", "f(1, 'ab);"),
        ("a range is cut out", "f(, 'ab');"),
        ("the text ends", "f(1, 'a"),
        ("a part stands in a wrong place", "f(1, g(x););"),
    ];
    for (name, example) in examples {
        assert!(texts.contains(example.as_bytes()), "{name}: {example}");
    }
    let goes_on = |text: &Vec<u8>| text.starts_with(b"f(1, ") && text.ends_with(b"x);") && !text.contains(&b'g');
    assert!(texts.iter().any(goes_on), "another text goes on");
    assert!(texts.iter().any(|text| str::from_utf8(text).is_err()), "ill-formed UTF-8 is put in");
}

#[test]
fn names_and_fields_are_repaired() {
    let language = named(
        "names.bnf",
        r#"%import "std/bin.bnf" %start <all> <all> ::= <line>*  <line> ::= <definition> | <print>
           <definition> ::= "let " <name> @def(v) ";"  <print> ::= "print " w:<name> @use(v) " " <dec> := size(w) ";"
           %token <name> ::= [a-z]+"#,
    );
    let mut population = Population::new(&language, 8);
    assert_eq!(population.keep(b"let ab;let cde;print ab 2;print cde 3;"), Ok(true));
    for seed in 0..300 {
        let text = population.mutate(seed).expect("there are mutants");
        assert!(matches!(language.parsing().judge(&text), Outcome::Valid(_)), "{}", text.escape_ascii());
    }
}

#[test]
fn large_and_deep_texts_are_mutated() {
    let language = named("json.bnf", grammarc::bundled::ALL.iter().find(|it| it.name == "json").expect("json").text);
    let large = format!("[{}]", vec!["{\"id\": 1234, \"tags\": [\"a\", true]}"; 5_000].join(", "));
    let deep = "[".repeat(10_000) + &"]".repeat(10_000);
    for text in [large, deep] {
        let mut population = Population::new(&language, 8);
        assert_eq!(population.keep(text.as_bytes()), Ok(true));
        for seed in 0..5 {
            let mutant = population.mutate(seed).expect("there are mutants");
            assert!(language.parse(&mutant).is_ok());
        }
    }
}

#[test]
fn an_empty_text_is_replaced_by_a_drawn_one() {
    let mut population = Population::new(&CALLS, 8);
    assert_eq!(population.mutate(1), None);
    assert_eq!(population.keep(b""), Ok(true));
    let mutant = population.mutate(1).expect("a text is drawn");
    assert!(!mutant.is_empty() && CALLS.parse(&mutant).is_ok());
}

#[test]
fn what_does_not_parse_stays_in_the_mutants() {
    let text = b"f(1, 2);g(@#!);h(3, x);";
    let parts = reduce::parts(&CALLS, text);
    assert!(parts.iter().any(|part| &text[part.span.clone()] == b"f(1, 2);"), "{parts:?}");
    let mut population = Population::new(&CALLS, 8);
    assert!(population.keep_around(text, &parts) && !population.keep_around(text, &parts));
    let mutants: HashSet<Vec<u8>> = (0..200).filter_map(|seed| population.mutate(seed)).collect();
    assert!(mutants.len() > 50 && !mutants.contains(&text[..]), "{} mutants", mutants.len());
    for mutant in &mutants {
        assert!(mutant.windows(3).any(|bytes| bytes == b"@#!"), "{}", mutant.escape_ascii());
    }
}

#[test]
fn what_joins_is_reduced_to_what_is_new() {
    let language =
        named("json.bnf", grammarc::bundled::ALL.iter().find(|it| it.name == "json").expect("it is there").text);
    let mut population = Population::new(&language, 8);
    assert_eq!(
        population.add(br#"["one", "two", "three", "four"]"#, |text, shows| reduce::seed(&language, text, shows)),
        Ok(true)
    );
    assert_eq!(
        population.add(br#"["five", "six", "seven"]"#, |text, shows| reduce::seed(&language, text, shows)),
        Ok(false)
    );
    assert_eq!(
        population.add(br#"["eight", "nine", {"key": ["ten"]}]"#, |text, shows| reduce::seed(&language, text, shows)),
        Ok(true)
    );
    assert!(population.add(b"[", |text, shows| reduce::seed(&language, text, shows)).is_err());
    let sizes: Vec<usize> = population.texts().map(<[u8]>::len).collect();
    assert!(sizes.len() == 2 && sizes.iter().all(|&size| size < 12), "{sizes:?}");
}

#[test]
fn parts_are_drawn_repeated_and_dropped() {
    let language = named(
        "list.bnf",
        r#"%start <list> <list> ::= "[" <item> ** "," "]" <item> ::= <word> | <list>  %token <word> ::= [a-z]{4}"#,
    );
    let mut population = Population::new(&language, 4);
    for text in [&b"[aaaa,bbbb,cccc]"[..], b"[[dddd],[eeee]]"] {
        assert_eq!(
            population.add(text, |text, shows| reduce::seed(&language, text, shows)),
            Ok(true),
            "{}",
            text.escape_ascii()
        );
    }
    let known: Vec<String> = population.texts().map(|text| String::from_utf8_lossy(text).into_owned()).collect();
    let texts: Vec<String> = (0..400)
        .filter_map(|seed| population.mutate(seed))
        .map(|text| String::from_utf8(text).expect("text"))
        .collect();
    let words = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_ascii_lowercase()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let all: HashSet<String> = known.iter().flat_map(|text| words(text)).collect();
    let first = words(&known[0]);
    assert!(texts.iter().any(|text| words(text).iter().any(|word| !all.contains(word))), "something is drawn");
    assert!(texts.iter().any(|text| words(text).windows(2).any(|pair| pair[0] == pair[1])), "something is repeated");
    assert!(texts.iter().any(|text| words(text).len() < first.len()), "something is dropped");
}
