//! Finds by fuzzing what the calculator does wrong, and makes it small: the test to copy.

use grammarc_embed::{calc, tidy, value};

/// Returns an expression, for every seed another one.
fn expression(seed: u64) -> Vec<u8> {
    calc::fuzz(seed, 12).expect("the grammar has no dead ends")
}

/// What must not happen: an expression is worth something else once it is tidied.
fn is_changed(text: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(text) else { return false };
    let (Ok(before @ Some(_)), Ok(tidied)) = (value(text), tidy(text)) else { return false };
    value(&tidied) != Ok(before)
}

#[test]
fn tidying_changes_no_value() {
    let failing = (0..1000).map(expression).find(|text| is_changed(text));
    let smallest = failing.map(|text| calc::reduce(&text, is_changed).expect("it fails"));
    // In a calculator without a bug there is none: `assert_eq!(smallest, None)`. Here it is one like `8/(3*2)`.
    let shape = |byte: u8| if byte.is_ascii_digit() { '0' } else { char::from(byte) };
    let shape: String = smallest.unwrap_or_default().into_iter().map(shape).collect();
    assert!(["0-(0+0)", "0-(0-0)", "0*(0/0)", "0/(0*0)", "0/(0/0)"].contains(&shape.as_str()), "{shape}");
}

#[test]
fn a_long_input_is_reduced_to_the_same() {
    let input = b"((12 + 30) * 2 - (44 - 7 * (6 + 1)) / 3 - (100 - 99)) * (1 + 1 + (1 + 1)) - 8 / (4 / 2)";
    assert_eq!(calc::reduce(input, is_changed).expect("it fails"), b"1/(2/2)");
}

#[test]
fn the_calculator_calculates() {
    for (text, expected) in [("2 * (3 + 4)", Some(14)), ("7 - 2 - 1", Some(4)), ("-(8 / 3)*2", Some(-4)), ("1/0", None)]
    {
        assert_eq!(value(text), Ok(expected), "{text}");
    }
    assert_eq!(tidy("((1 + 2)) * (3*4)"), Ok("(1+2)*3*4".to_owned()));
    assert!(value("1 +").is_err());
    let deep = "(".repeat(100_000) + "1" + &")".repeat(100_000);
    assert_eq!((value(&deep), tidy(&deep)), (Ok(Some(1)), Ok("1".to_owned())));
}

#[test]
fn the_readme_shows_what_is_here() {
    let readme = include_str!("../README.md");
    let code = readme.split("```").skip(1).step_by(2).filter_map(|block| block.split_once('\n'));
    let shown: Vec<&str> = code.filter(|(kind, _)| *kind == "rust,ignore").map(|(_, code)| code.trim()).collect();
    // The last one belongs to a page.
    assert_eq!(shown.len(), 4);
    assert!(include_str!("../build.rs").contains(shown[0]));
    assert!(include_str!("../src/lib.rs").contains(shown[1]));
    let test: Vec<&str> = include_str!("calc.rs").lines().map(str::trim).collect();
    assert!(shown[2].lines().take(2).all(|line| test.contains(&line)));
}
