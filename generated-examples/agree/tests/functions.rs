//! Functions of the author: those of `%rust` blocks, others in their place, and none where nothing is compiled.

use grammarc_agree::club::hooks::{Functions, Hooks};
use grammarc_agree::club::{LANGUAGE, language};
use grammarc_runtime::hooks::{Node, Offer, State, Value, Verdict};
use grammarc_runtime::language::Language;
use grammarc_runtime::parse::{EngineChoice, Outcome};

/// What is wrong with an input, in the order found.
fn said(language: &Language, input: &str) -> Vec<String> {
    match language.judge(EngineChoice::Auto, input.as_bytes()) {
        Outcome::Valid(_) => Vec::new(),
        Outcome::Invalid(_, violations) => violations.iter().map(|it| it.message(&language.grammar)).collect(),
        Outcome::NoParse(error) => panic!("{}", error.message()),
    }
}

const WRONG: &str = "ann ANN red\nbob BO green\nmaximilian MAXIMILIAN red\n";

#[test]
fn functions_of_the_grammar_file_judge() {
    assert_eq!(said(&LANGUAGE, "ann ANN red\nbob BOB blue\n"), [""; 0]);
    assert_eq!(
        said(&LANGUAGE, WRONG),
        [
            "`<badge>` is `BO` here, but `badge(who)` is `BOB`",
            "`@post(allowed)` rejects `maximilian`: too long",
            "`red` is not among what `@pre(free_colours)` offers here",
        ]
    );
}

/// Everybody is red.
struct Red;

impl Hooks for Red {
    fn allowed(&self, _: &mut State, _: Node<'_>) -> Verdict {
        Verdict::Ok
    }

    fn badge(&self, _: &[&[u8]]) -> Value {
        Value::Text(b"X".to_vec())
    }

    fn free_colours(&self, _: &State) -> Offer {
        Offer::OneOf(vec![b"red".to_vec()])
    }

    fn take_colour(&self, _: &mut State, _: Node<'_>) -> Verdict {
        true.into()
    }
}

static OF_RED: Language = language(&Functions(Red));

#[test]
fn other_functions_can_take_their_place() {
    assert_eq!(said(&OF_RED, "ann X red\nmaximilian X red\n"), [""; 0]);
    assert_eq!(said(&OF_RED, "ann X blue\n"), ["`blue` is not among what `@pre(free_colours)` offers here"]);
}

#[test]
fn without_compiled_code_they_are_left_out() {
    let loaded = grammarc::load(std::path::Path::new("club.bnf")).unwrap();
    assert_eq!(said(&loaded.language(), WRONG), [""; 0]);
    let left_out = loaded.left_out.to_string();
    assert!(left_out.contains("`allowed`, `badge`, `free_colours`, `take_colour`"), "{left_out}");
}
