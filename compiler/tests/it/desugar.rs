//! What grammars become: every file of `desugar/` is lowered and its tables are compared with the file beside it.

use expect_test::expect_file;

use crate::common::grammars_in;

#[test]
fn tables() {
    for case in grammars_in("desugar") {
        let loaded = grammarc::load(&case).unwrap_or_else(|report| panic!("{}:\n{report}", case.display()));
        expect_file![case.with_extension("grammar")].assert_eq(&loaded.grammar.to_string());
    }
}

/// No symbol or production is out of range, hidden rules come after what they came from, and everything is of use.
#[test]
fn tables_are_sound() {
    for case in grammars_in("desugar") {
        let loaded = grammarc::load(&case).unwrap_or_else(|report| panic!("{}:\n{report}", case.display()));
        let grammar = &loaded.grammar;
        let reached = grammarc::facts::reachable::of_symbols(grammar);
        for (number, rule) in grammar.rules.iter().enumerate() {
            assert!(reached[number], "{}: <{}> {number} is not reached", case.display(), rule.name);
            assert!(!rule.productions.is_empty(), "{}: <{}> {number} has no production", case.display(), rule.name);
        }
    }
}

#[test]
fn bundled_grammars_load() {
    for bundled in grammarc::bundled::ALL {
        let loaded = grammarc::load_text(bundled.name, bundled.text);
        let loaded = loaded.unwrap_or_else(|report| panic!("{}:\n{report}", bundled.name));
        assert!(loaded.grammar.rules.iter().all(|rule| rule.cost < u32::MAX), "{}", bundled.name);
    }
}
