//! What a generated crate says about reducing is what its grammar says.

use grammarc_runtime::reductions::Reductions;

#[test]
fn generated_tables_are_those_of_the_grammar() {
    for (name, language) in grammarc_agree::ALL {
        assert_eq!(*language.reductions(), Reductions::of(&language.grammar), "{name}");
    }
}
