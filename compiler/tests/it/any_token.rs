//! `token`: the longest match of all tokens, compared with a scanner written by hand; several start rules; Latin-1.

use std::fs;
use std::path::Path;

use grammarc_runtime::choices::Choices;
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::fuzz;
use grammarc_runtime::parse::EngineChoice;
use grammarc_runtime::reduce::{Options, reduce};

use crate::common::{language, run_in};

/// A list of tokens except `end` and brackets.
const TOKENS: &str = r#"
    %skip <ws> := " "
    <s> ::= <loose> "end" | "<" | "<="
    <loose> ::= (token - ("end" | "(" | ")") | "(" <loose> ")")*
    %token <name>   ::= [a-z]+ - "if"
    %token <number> ::= [0-9]+ ("." [0-9]+)?
    %token <ws>     ::= [ \n]+
"#;

/// Returns whether a text is in the language of [`TOKENS`], by a scanner that takes the longest token at each place.
fn is_right(text: &[u8]) -> bool {
    let (mut depth, mut last, mut rest) = (0, None, text);
    while let Some(&first) = rest.first() {
        let letters = rest.iter().take_while(|byte| byte.is_ascii_lowercase()).count();
        let digits = |from: usize| rest[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let length = match first {
            b' ' | b'\n' => {
                rest = &rest[1..];
                continue;
            }
            b'a'..=b'z' if rest[..letters] == *b"if" => return false,
            b'a'..=b'z' => letters,
            b'0'..=b'9' => {
                let whole = digits(0);
                let fraction = if rest.get(whole) == Some(&b'.') { digits(whole + 1) } else { 0 };
                whole + if fraction > 0 { 1 + fraction } else { 0 }
            }
            b'<' if rest.get(1) == Some(&b'=') => 2,
            b'<' | b'(' | b')' => 1,
            _ => return false,
        };
        if last == Some(&b"end"[..]) {
            return false;
        }
        depth += i32::from(first == b'(') - i32::from(first == b')');
        if depth < 0 {
            return false;
        }
        last = Some(&rest[..length]);
        rest = &rest[length..];
    }
    let alone = text.trim_ascii();
    (depth == 0 && last == Some(b"end")) || alone == b"<" || alone == b"<="
}

/// Returns whether a text is in the language, after a check that both engines give the same tree.
fn parses(language: &Format, text: &[u8]) -> bool {
    let auto = language.parsing().tree(text);
    let chart = language.parsing().by(EngineChoice::Earley).run(text).ok();
    assert_eq!(auto, chart, "{}", text.escape_ascii());
    auto.is_some()
}

#[test]
fn a_token_is_what_a_scanner_finds() {
    let language = language(TOKENS);
    let parts = ["end", "if", "iffy", "x", "1", "1.5", "1.", "<", "<=", "(", ")", " ", "e", "nd"];
    let mut texts = vec![String::new()];
    for _ in 0..4 {
        let longer = texts.iter().flat_map(|text| parts.map(|part| format!("{text}{part}"))).collect();
        for text in &texts {
            let with_end = format!("{text} end");
            for text in [text, &with_end] {
                assert_eq!(parses(&language, text.as_bytes()), is_right(text.as_bytes()), "{text:?}");
            }
        }
        texts = longer;
    }
}

#[test]
fn generated_tokens_are_read_as_they_were_written() {
    let language = language(TOKENS);
    for seed in 0..300 {
        let text = fuzz(&language, &mut Choices::fresh(seed), 10).expect("there is no dead end");
        assert!(parses(&language, &text) && is_right(&text), "{}", text.escape_ascii());
    }
}

#[test]
fn tokens_are_reduced() {
    let language = language(TOKENS);
    let has_number = |text: &[u8]| text.contains(&b'7');
    let reduced =
        reduce(&language, b"a b (c 1.7 <= <) d end", &has_number, &Options::default()).expect("it is interesting");
    assert_eq!(reduced.valid.expect("a text in the language is interesting"), b"7end");
}

#[test]
fn a_start_rule_is_chosen() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("starts");
    fs::create_dir_all(&folder).expect("the folder can be made");
    let grammar = "%start <file> <sum>\n%skip <ws>\n<file> ::= \"f\" <name>\n<sum> ::= <name> ++ \"+\"\n\
                   %token <name> ::= [a-z]+\n%token <ws> ::= \" \"+\n";
    fs::write(folder.join("s.bnf"), grammar).expect("the file can be written");
    fs::write(folder.join("sum"), " a + b ").expect("the file can be written");
    let status = |args: &[&str]| run_in(&folder, args).0;
    assert_eq!(status(&["parse", "-g", "./s.bnf", "sum"]), Some(1));
    assert_eq!(status(&["parse", "-g", "./s.bnf", "--start", "sum", "sum"]), Some(0));
    assert_eq!(status(&["parse", "-g", "./s.bnf", "--start", "<sum>", "--engine", "generated", "sum"]), Some(0));
    assert_eq!(status(&["parse", "-g", "./s.bnf", "--start", "name", "sum"]), Some(1));
    assert_eq!(status(&["parse", "-g", "./s.bnf", "--start", "summe", "sum"]), Some(2));
    let (_, text, _) = run_in(&folder, &["fuzz", "-g", "./s.bnf", "--start", "sum", "--seed", "1"]);
    fs::write(folder.join("text"), text).expect("the file can be written");
    assert_eq!(status(&["parse", "-g", "./s.bnf", "--start", "sum", "text"]), Some(0));
    let (_, rules, warnings) = run_in(&folder, &["check", "s.bnf", "--start", "sum"]);
    assert!(rules.contains("sum") && !rules.contains("file"), "{rules}");
    assert_eq!(warnings, "");
    let (_, module, _) = run_in(&folder, &["compile", "s.bnf", "--start", "sum", "--module", "-o", "-"]);
    assert!(module.contains("SUM") && !module.contains("FILE"), "{module}");
}

#[test]
fn latin1_is_one_byte_a_character() {
    let language = language("%encoding latin1\n<s> ::= ([\\p{L}]+ | i\"\u{e9}A\") ++ \" \"");
    assert!(parses(&language, b"\xfcber caf\xe9 \xe9a"));
    assert!(!parses(&language, "\u{fc}ber \u{d7}".as_bytes()));
    for seed in 0..100 {
        let text = fuzz(&language, &mut Choices::fresh(seed), 10).expect("there is no dead end");
        assert!(parses(&language, &text), "{}", text.escape_ascii());
    }
    let reduced = reduce(&language, b"\xfcber caf\xe9 x", &|text: &[u8]| text.contains(&0xe9), &Options::default());
    assert_eq!(reduced.expect("it is interesting").text, b"\xe9");
}
