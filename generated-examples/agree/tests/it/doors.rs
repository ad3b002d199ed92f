//! The doors of a grammar whose functions stand beside it. What they are held against knows nothing of hooks.

use std::sync::Mutex;

use grammarc_agree::orders::hooks::{Functions, Hooks, Node, Offer, State, Value, Verdict};
use grammarc_agree::orders::{Doors, with};
use grammarc_runtime::parse::ErrorKind;

const COLOURS: [&[u8]; 4] = [b"red", b"green", b"blue", b"pink"];

/// The functions of a shop that sells each colour once.
struct Shop;

/// Returns the colours that are taken, of a list of them with blanks between.
fn taken(state: &State) -> Vec<&[u8]> {
    state.get("taken").unwrap_or_default().split(|&byte| byte == b' ').collect()
}

impl Hooks for Shop {
    fn check(&self, texts: &[&[u8]]) -> Value {
        Value::Text(vec![digit(&texts.concat())])
    }

    fn free(&self, state: &State) -> Offer {
        let taken = taken(state);
        let left: Vec<_> = COLOURS.iter().filter(|colour| !taken.contains(colour)).map(|it| it.to_vec()).collect();
        if left.is_empty() { Offer::Nothing } else { Offer::OneOf(left) }
    }

    fn take(&self, state: &mut State, node: Node<'_>) -> Verdict {
        let taken = [&taken(state)[..], &[node.text()]].concat().join(&b' ');
        state.set("taken", taken);
        Verdict::Ok
    }
}

static ORDERS: Doors = with(&Functions(Shop));

/// Returns the sum of some digits, modulo 10, as a digit.
fn digit(digits: &[u8]) -> u8 {
    let sum: u32 = digits.iter().map(|digit| u32::from(digit - b'0')).sum();
    b'0' + (sum % 10) as u8
}

/// Returns the colours of some orders; none if they are not right.
fn colours(text: &[u8]) -> Option<Vec<&[u8]>> {
    let mut found = Vec::new();
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let [a, b, c, check, b' ', colour @ .., b'\n'] = line else { return None };
        let digits = [*a, *b, *c];
        let is_right = digits.iter().all(u8::is_ascii_digit) && digit(&digits) == *check;
        if !is_right || !COLOURS.contains(&colour) || found.contains(&colour) {
            return None;
        }
        found.push(colour);
    }
    Some(found)
}

#[test]
fn parse_rejects_what_the_functions_reject() {
    for right in ["", "1236 pink\n", "1236 pink\n0000 red\n4565 blue\n9997 green\n"] {
        assert!(ORDERS.parse(right.as_bytes()).is_ok() && colours(right.as_bytes()).is_some(), "{right:?}");
    }
    for (wrong, place, why) in [
        ("1235 pink\n", (1, 4), "`<digit>` is `5` here, but `check(number)` is `6`"),
        ("1236 pink\n0000 red\n0000 pink\n", (3, 6), "`pink` is not one of the texts that `@pre(free)` offers here"),
        // The first in the text is said, though fields are judged first.
        ("1236 pink\n0000 pink\n1235 red\n", (2, 6), "`pink` is not one of the texts that `@pre(free)` offers here"),
    ] {
        let error = ORDERS.parse(wrong.as_bytes()).expect_err(wrong);
        assert_eq!((error.kind, (error.line, error.column)), (ErrorKind::Violation, place), "{wrong:?}");
        assert_eq!(error.message(), why, "{wrong:?}");
        assert_eq!(colours(wrong.as_bytes()), None, "{wrong:?}");
        assert!(ORDERS.language().parse(wrong.as_bytes()).is_ok(), "it has a tree: {wrong:?}");
    }
    assert_eq!(ORDERS.parse(b"1236 black\n").map_err(|error| error.kind), Err(ErrorKind::Unexpected));
}

#[test]
fn fuzz_writes_what_the_functions_accept() {
    let mut most = 0;
    for seed in 0..30 {
        let text = ORDERS.fuzz(seed, 20).expect("there are texts");
        let colours = colours(&text).unwrap_or_else(|| panic!("seed {seed}: {}", String::from_utf8_lossy(&text)));
        most = most.max(colours.len());
    }
    assert!(most > 1, "no text has two orders, of which one could be wrong");
}

/// A program that refuses what is not right, and fails on green.
fn fails_on_green(text: &[u8]) -> bool {
    colours(text).is_some_and(|colours| colours.contains(&&b"green"[..]))
}

#[test]
fn reduce_computes_and_repairs() {
    let input = b"1236 pink\n7771 red\n4565 green\n";
    let asked = Mutex::new(Vec::new());
    let small = ORDERS.reduce(input, |text| {
        asked.lock().expect("nobody panics here").push(text.to_vec());
        fails_on_green(text)
    });
    assert_eq!(small.expect("the input is right").escape_ascii().to_string(), r"0000 green\n");
    // What has a tree and was asked about is right: another colour, another digit, or nothing.
    let asked = asked.into_inner().expect("nobody panics here");
    let wrong: Vec<_> =
        asked.iter().filter(|text| ORDERS.language().parse(text).is_ok() && colours(text).is_none()).collect();
    assert_eq!(wrong, [&b""[..]; 0]);
}

#[test]
fn generalize_asks_about_what_the_functions_accept() {
    let asked = Mutex::new(Vec::new());
    let found = ORDERS.generalize(b"1236 pink\n4565 green\n", |text| {
        asked.lock().expect("nobody panics here").push(text.to_vec());
        fails_on_green(text)
    });
    let found = found.expect("the input is right");
    let pattern = String::from_utf8_lossy(&found.pattern.render(&ORDERS.language().grammar)).into_owned();
    assert!(found.is_verified && pattern.contains('<') && pattern.contains("green"), "{pattern}");
    let asked = asked.into_inner().expect("nobody panics here");
    let others = asked.iter().filter(|text| colours(text).is_some_and(|it| it.len() > 1));
    assert!(others.count() > 10, "{} texts", asked.len());
    assert!(asked.iter().all(|text| colours(text).is_some()), "{asked:?}");
}
