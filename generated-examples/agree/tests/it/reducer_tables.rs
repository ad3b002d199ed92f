//! What a generated crate says about reducing is what its grammar says.

use grammarc_runtime::facts::Facts;

#[test]
fn generated_tables_are_those_of_the_grammar() {
    for (name, language) in grammarc_agree::ALL {
        assert_eq!(*language.facts(), Facts::of(&language.grammar), "{name}");
    }
}
