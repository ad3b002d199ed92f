//! Functions of the author: those of `%rust` blocks, others in their place, and none where nothing is compiled.

use std::sync::Mutex;

use grammarc_agree::club::hooks::{Functions, Hooks, Node, Offer, State, Value, Verdict};
use grammarc_agree::club::{FORMAT, parse, with};
use grammarc_papers::STRATEGIES;
use grammarc_runtime::doors::Doors;
use grammarc_runtime::edit::Edit;
use grammarc_runtime::format::Format;
use grammarc_runtime::parse::Outcome;
use grammarc_runtime::reduce::{Hooks as Obeyed, Languages, Options, Search, Validity, reduce};
use grammarc_runtime::trial::{self, Trial};

/// What is wrong with an input, in the order found.
fn said(language: &Format, input: &str) -> Vec<String> {
    match language.parsing().judge(input.as_bytes()) {
        Outcome::Valid(_) => Vec::new(),
        Outcome::Invalid(_, violations) => violations.iter().map(|it| it.message(&language.grammar)).collect(),
        Outcome::NoParse(error) => panic!("{}", error.message()),
    }
}

const WRONG: &str = "ann ANN red\nbob BO green\nmaximilian MAXIMILIAN red\n";

#[test]
fn functions_of_the_grammar_file_judge() {
    assert_eq!(said(&FORMAT, "ann ANN red\nbob BOB blue\n"), [""; 0]);
    assert_eq!(
        said(&FORMAT, WRONG),
        [
            "`<badge>` is `BO` here, but `badge(who)` is `BOB`",
            "`@post(allowed)` rejects `maximilian`: too long",
            "`red` is not one of the texts that `@pre(free_colours)` offers here",
        ]
    );
}

/// The front doors ask them, too; a tree alone does not.
#[test]
fn the_front_door_says_what_is_wrong_first() {
    let error = parse(WRONG.as_bytes()).expect_err("there are three mistakes");
    assert_eq!((error.line, error.column), (2, 5));
    assert_eq!(error.message(), "`<badge>` is `BO` here, but `badge(who)` is `BOB`");
    assert!(FORMAT.parse(WRONG.as_bytes()).is_ok());
    assert!(OF_RED.parse(b"ann X red\nmaximilian X red\n").is_ok());
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

static OF_RED: Doors<Format> = with(&Functions(Red));

#[test]
fn other_functions_can_take_their_place() {
    assert_eq!(said(OF_RED.format(), "ann X red\nmaximilian X red\n"), [""; 0]);
    assert_eq!(
        said(OF_RED.format(), "ann X blue\n"),
        ["`blue` is not one of the texts that `@pre(free_colours)` offers here"]
    );
}

#[test]
fn without_compiled_code_they_are_left_out() {
    let loaded = grammarc::load(std::path::Path::new("club.bnf")).unwrap();
    assert_eq!(said(&loaded.format(), WRONG), [""; 0]);
    let left_out = loaded.left_out.to_string();
    assert!(left_out.contains("`allowed`, `badge`, `free_colours`, `take_colour`"), "{left_out}");
}

/// Reduces along the tree. Returns what is left, and all that the oracle was asked about.
fn reduced(language: &Format, input: &str, hooks: Obeyed, parts: &[&str]) -> (String, Vec<String>) {
    let strategies = STRATEGIES.iter().copied().filter(|strategy| ["hdd", "perses"].contains(&strategy.name)).collect();
    let options = Options { hooks, strategies, ..Options::default() };
    let asked = Mutex::new(Vec::new());
    let oracle = |text: &[u8]| {
        let text = String::from_utf8(text.to_vec()).expect("it is made of letters");
        let is_interesting = parts.iter().all(|part| text.contains(part));
        asked.lock().expect("nobody panics here").push(text);
        is_interesting
    };
    let reduced = reduce(language, input.as_bytes(), &oracle, &options).expect("the input is interesting");
    let text = String::from_utf8(reduced.text).expect("it was shown to the oracle");
    (text, asked.into_inner().expect("nobody panics here"))
}

const MEMBERS: &str = "ann ANN red\nbob BOB green\nzed ZED blue\n";

#[test]
fn functions_are_obeyed_while_reducing() {
    for (hooks, both) in
        [(Obeyed::Repair, "ann ANN red\nzed ZED blue\n"), (Obeyed::Discard, "ann ANN red\nzed ZED blue\n")]
    {
        let (text, asked) = reduced(&FORMAT, MEMBERS, hooks, &["zed"]);
        assert_eq!(text, "zed ZED red\n", "{hooks:?}");
        for text in &asked {
            assert_eq!(said(&FORMAT, text), [""; 0], "{hooks:?}: {text}");
        }
        assert_eq!(reduced(&FORMAT, MEMBERS, hooks, &["ann", "zed"]).0, both, "{hooks:?}");
    }
    let (text, asked) = reduced(&FORMAT, MEMBERS, Obeyed::Off, &["zed"]);
    assert_eq!(text, "zed A red\n");
    assert!(asked.iter().any(|text| !said(&FORMAT, text).is_empty()), "{asked:?}");
}

/// What `@pre` offers takes the place of what it does not offer.
#[test]
fn what_is_offered_repairs() {
    let input = b"ann ANN red\nbob BOB green\n";
    let colour = FORMAT.grammar.symbol("colour").expect("it is a rule");
    // The shortest colour is taken.
    let expected = [
        (Obeyed::Repair, Some("ann ANN red\nbob BOB blue\n")),
        (Obeyed::Discard, None),
        (Obeyed::Off, Some("ann ANN red\nbob BOB red\n")),
    ];
    for (hooks, left) in expected {
        let asked = Mutex::new(None);
        let oracle = |text: &[u8]| {
            *asked.lock().expect("nobody panics here") = Some(String::from_utf8_lossy(text).into_owned());
            true
        };
        Trial::run(&oracle, &trial::TrialOptions::default(), None, input, |trial| {
            let languages = Languages::new(&FORMAT);
            let mut search = Search::new(trial, languages, Validity::Prefer, input).with_hooks(hooks);
            let tree = search.tree();
            let last = tree.walk().map(|(id, _)| id).filter(|&id| tree.node(id).symbol == colour).last();
            let edit = Edit::Minimal(last.expect("there are two"));
            search.first([((), edit.into())]).expect("nothing stops it");
        });
        assert_eq!(asked.into_inner().expect("nobody panics here").as_deref(), left, "{hooks:?}");
    }
}

/// A name that is too long may stay so, as it was too long in the input; no other may become so.
#[test]
fn what_was_rejected_before_may_be_rejected_again() {
    for hooks in [Obeyed::Repair, Obeyed::Discard] {
        let input = "maximilian MAXIMILIAN red\nbob BOB blue\n";
        let (text, asked) = reduced(&FORMAT, input, hooks, &["maximilian"]);
        assert_eq!(text, "maximilian MAXIMILIAN red\n", "{hooks:?}");
        assert!(asked.iter().all(|text| said(&FORMAT, text).len() <= 1), "{asked:?}");
    }
}

/// Functions in the place of those of the grammar file are asked while reducing, too.
#[test]
fn other_functions_are_obeyed_while_reducing() {
    let (text, asked) = reduced(OF_RED.format(), "ann X red\nmaximilian X red\n", Obeyed::Repair, &["maxi"]);
    assert_eq!(text, "maximilian X red\n");
    assert!(asked.iter().all(|text| said(OF_RED.format(), text).is_empty()), "{asked:?}");
}

#[test]
fn without_compiled_code_they_are_left_out_while_reducing() {
    let language = grammarc::load(std::path::Path::new("club.bnf")).unwrap().format();
    // What a function computes is left alone, even if there is none.
    for (hooks, left) in
        [(Obeyed::Repair, "zed ZED red\n"), (Obeyed::Discard, "zed ZED red\n"), (Obeyed::Off, "zed A red\n")]
    {
        let (text, _) = reduced(&language, MEMBERS, hooks, &["zed"]);
        assert_eq!(text, left, "{hooks:?}");
    }
}
