//! Mutants of every bundled grammar's samples: valid, new, and made of all that is in the samples; a population that stays small.

use std::collections::HashSet;
use std::fs;

use grammarc_runtime::mutate::Population;
use grammarc_runtime::reduce;

use crate::common::{entries, folder_of, named};

/// How many mutants are made of the samples of one grammar.
const MUTANTS: u64 = 40;
/// Samples beyond so many bytes are left out: they would only take time.
const LONGEST: usize = 2000;

/// Returns the texts that a bundled grammar has to accept, in the order of their names.
fn samples(name: &str) -> Vec<Vec<u8>> {
    let texts =
        entries(&folder_of(name).join("accept")).into_iter().map(|path| fs::read(path).expect("it can be read"));
    texts.filter(|text| text.len() <= LONGEST).take(20).collect()
}

#[test]
fn mutants_are_valid_and_new() {
    for bundled in grammarc::bundled::ALL {
        let (language, samples) = (named(bundled.name, bundled.text), samples(bundled.name));
        let mutants = || -> Vec<Vec<u8>> {
            let mut population = Population::new(&language, 8);
            samples.iter().for_each(|text| {
                assert!(
                    population.add(text, |text, shows| reduce::seed(&language, text, shows)).is_ok(),
                    "{}",
                    text.escape_ascii()
                )
            });
            let next = |seed| {
                let text = population.mutate(seed).unwrap_or_else(|| panic!("{}: no mutant of {seed}", bundled.name));
                assert!(
                    population.add(&text, |text, shows| reduce::seed(&language, text, shows)).is_ok(),
                    "{}: {}",
                    bundled.name,
                    text.escape_ascii()
                );
                text
            };
            (0..MUTANTS).map(next).collect()
        };
        let texts = mutants();
        let distinct: HashSet<&Vec<u8>> = texts.iter().collect();
        assert!(distinct.len() as u64 > MUTANTS / 2, "{}: {} distinct", bundled.name, distinct.len());
        assert!(texts == mutants(), "{}: twice the same", bundled.name);
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
