//! Generating where functions of the author offer less and less: it ends soon, whatever runs out where.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use grammarc_runtime::choices::{Choice, Choices};
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::fuzz;
use grammarc_runtime::grammar::{FunctionId, Value};
use grammarc_runtime::hooks::{CustomFunctions, Node, Offer, State, Verdict};
use grammarc_runtime::parse::Outcome;

const COLOURS: [&[u8]; 4] = [b"red", b"green", b"blue", b"pink"];

/// Offers the colours that are not taken, and counts how often it is asked.
struct Shop;

static ASKED: AtomicUsize = AtomicUsize::new(0);
/// The tests take turns, so that each counts its own questions.
static TURN: Mutex<()> = Mutex::new(());

/// The functions, in the order in which the grammars name them.
const FUNCTIONS: [&str; 3] = ["free", "take", "wide"];

impl CustomFunctions for Shop {
    fn pre(&self, _: FunctionId, state: &State) -> Offer {
        ASKED.fetch_add(1, Ordering::Relaxed);
        let taken = state.get("taken").unwrap_or_default();
        let is_free = |colour: &&[u8]| !taken.split(|&byte| byte == b',').any(|it| it == *colour);
        Offer::OneOf(COLOURS.into_iter().filter(is_free).map(<[u8]>::to_vec).collect())
    }

    fn post(&self, FunctionId(number): FunctionId, state: &mut State, node: Node<'_>) -> Verdict {
        if FUNCTIONS[usize::from(number)] == "wide" {
            return Verdict::from(node.text().len() > 1);
        }
        let taken = state.get("taken").unwrap_or_default().to_vec();
        state.set("taken", [&taken, &b","[..], node.text()].concat());
        Verdict::Ok
    }

    fn compute(&self, _: FunctionId, _: &[&[u8]]) -> Value {
        Value::Number(0)
    }
}

const ORDER: &str = r#"<order> ::= <number> " " <colour> @pre(free) @post(take) "\n" "#;
/// Another function judges what stands before the colour, and so might change what is free.
const JUDGED: &str =
    r#"<order> ::= <judged> " " <colour> @pre(free) @post(take) "\n"  <judged> ::= <number> @post(wide) "#;
const DIGITS: &str = r#"<number> ::= <d>+  <d> ::= "0" | "1" | "2" | "3" "#;
const COLOUR: &str = r#"<colour> ::= "red" | "green" | "blue" | "pink" "#;

/// What the orders stand in; what an order is; what a number is; what a colour is.
const GRAMMARS: [[&str; 4]; 14] = [
    ["<orders> ::= <order>*", ORDER, "<number> ::= [0-9]+", COLOUR],
    ["<orders> ::= <order>*", ORDER, DIGITS, COLOUR],
    ["<orders> ::= <order>*", ORDER, DIGITS, "<colour> ::= [a-z]+"],
    ["<orders> ::= <order>*", ORDER, DIGITS, "<colour> ::= <letter>+  <letter> ::= [a-z]"],
    ["<orders> ::= <order>*", JUDGED, "<number> ::= [0-9]+", COLOUR],
    ["<orders> ::= <order>*", JUDGED, DIGITS, "<colour> ::= [a-z]+"],
    ["<orders> ::= <order>+", JUDGED, DIGITS, COLOUR],
    [r#"<orders> ::= <order> <orders> | """#, ORDER, DIGITS, COLOUR],
    [r#"<orders> ::= (<order> | "(" <orders> ")")* ".""#, ORDER, DIGITS, COLOUR],
    [r#"<orders> ::= (<order> | "-")* ".""#, JUDGED, DIGITS, COLOUR],
    [r#"<orders> ::= <order> ** "," ";" <order>? ".""#, ORDER, DIGITS, COLOUR],
    [r#"<orders> ::= <order> ** "," ";" <order> ".""#, JUDGED, DIGITS, COLOUR],
    [r#"<orders> ::= <part>{2,}  <part> ::= <order>* ".""#, JUDGED, DIGITS, "<colour> ::= [a-z]+"],
    [r#"<orders> ::= <order>{4} ("," <order>)*"#, ORDER, DIGITS, COLOUR],
];

fn language(parts: &[&str]) -> Format {
    let loaded = grammarc::load_text("orders", &parts.join("\n")).unwrap_or_else(|report| panic!("{report}"));
    let language = loaded.format().with_custom(&Shop);
    assert!(FUNCTIONS.iter().zip(language.grammar.functions.iter()).all(|(known, named)| known == named));
    language
}

/// Returns how often functions were asked for an offer.
fn asked(work: impl FnOnce()) -> usize {
    let before = ASKED.load(Ordering::Relaxed);
    work();
    ASKED.load(Ordering::Relaxed) - before
}

#[test]
fn a_repetition_stops_where_nothing_is_offered() {
    let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    for parts in GRAMMARS {
        let language = language(&parts);
        let mut total = 0;
        for seed in 0..200 {
            let mut text = Vec::new();
            let asked = asked(|| {
                let mut choices = Choices::fresh(seed).recorded();
                text = fuzz(&language, &mut choices, 16).unwrap_or_else(|_| panic!("{parts:?}, seed {seed}: no text"));
                let again = fuzz(&language, &mut Choices::replay(choices.into_log()), 0);
                assert_eq!(again.as_ref(), Ok(&text), "{parts:?}, seed {seed}");
            });
            assert!(asked < 2_000, "{parts:?}, seed {seed}: {asked} questions for {} bytes", text.len());
            let judged = language.parsing().judge(&text);
            assert!(matches!(judged, Outcome::Valid(_)), "{parts:?}, seed {seed}: {}", text.escape_ascii());
            total += asked;
        }
        assert!(total < 200 * 100, "{parts:?}: {total} questions");
    }
}

/// What cannot be avoided is not looked for in every way: no number makes a colour free.
#[test]
fn no_other_choice_is_tried_that_cannot_change_what_is_offered() {
    let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let language = language(&["<orders> ::= <order>*", ORDER, DIGITS, COLOUR]);
    for seed in 0..200 {
        let mut choices = Choices::fresh(seed);
        let asked = asked(|| assert!(fuzz(&language, &mut choices, 16).is_ok(), "seed {seed}"));
        // At most four are given and one refused, in a text that may be written twice.
        assert!(asked <= 10, "seed {seed}: {asked} questions");
    }
}

/// The same, where a choice before it can: `<b>` frees what `<a>` leaves taken.
#[test]
fn a_choice_that_can_change_what_is_offered_is_tried() {
    struct Gate;
    impl CustomFunctions for Gate {
        fn pre(&self, _: FunctionId, state: &State) -> Offer {
            if state.get("open").is_some() { Offer::Any } else { Offer::Nothing }
        }

        fn post(&self, _: FunctionId, state: &mut State, _: Node<'_>) -> Verdict {
            state.set("open", "yes");
            Verdict::Ok
        }

        fn compute(&self, _: FunctionId, _: &[&[u8]]) -> Value {
            Value::Number(0)
        }
    }
    for text in [
        r#"<s> ::= (<a> @w(1000) | <b>) <d>+ <c> @pre(gate)  <a> ::= "a"  <b> ::= "b" @post(open)"#,
        r#"<s> ::= <x> <d>+ <y>  <x> ::= <a> @w(1000) | <b>  <a> ::= "a"  <b> ::= "b" @post(open)  <y> ::= <c> @pre(gate)"#,
        r#"<s> ::= <x>{2} <c> @pre(gate)  <x> ::= <a> @w(1000) | <b>  <a> ::= "a" <d>*  <b> ::= "b" @post(open)"#,
    ] {
        let text = format!("{text}  <c> ::= [c]  <d> ::= \"0\" | \"1\"");
        let language = grammarc::load_text("gate", &text).unwrap_or_else(|report| panic!("{report}")).format();
        let language = language.with_custom(&Gate);
        for seed in 0..100 {
            let written = fuzz(&language, &mut Choices::fresh(seed), 16);
            let written = written.unwrap_or_else(|dead_end| panic!("{text}, seed {seed}: {dead_end}"));
            assert!(written.contains(&b'b') && written.ends_with(b"c"), "{}", written.escape_ascii());
        }
    }
}

/// A list of choices that asks for more orders than there are colours stops there, too.
#[test]
fn a_replay_stops_where_nothing_is_offered() {
    let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    for colour in [COLOUR, "<colour> ::= [a-z]+", "<colour> ::= <letter>+  <letter> ::= [a-z]"] {
        let language = language(&["<orders> ::= <order>*", ORDER, "<number> ::= [0-9]+", colour]);
        let choices = vec![Choice::More(true); 40];
        let mut text = Vec::new();
        let asked = asked(|| text = fuzz(&language, &mut Choices::replay(choices), 0).expect("there is a text"));
        assert!(asked < 100, "{colour}: {asked} questions for {}", text.escape_ascii());
        assert!(matches!(language.parsing().judge(&text), Outcome::Valid(_)), "{}", text.escape_ascii());
    }
}
