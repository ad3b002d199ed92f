//! The deterministic engine and Earley on small random grammars: same answer, same tree, same error.

use std::fmt::Write;

use grammarc_runtime::language::{Attempt, Language};
use grammarc_runtime::parse::EngineChoice;
use grammarc_runtime::parse::interpreter::explain;
use grammarc_runtime::tree::{Builder, Tree};

/// A small generator of numbers, the same on every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn one<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len() as u64) as usize]
    }
}

/// Writes a grammar of two to four rules over the letters a, b and c.
fn grammar(dice: &mut Dice) -> String {
    let rules = 2 + dice.below(3);
    let mut text = String::new();
    if dice.below(8) == 0 {
        text += "%skip <sp> %token <sp> ::= \"c\"\n";
    }
    for rule in 0..rules {
        let alternatives: Vec<String> = (0..1 + dice.below(3)).map(|_| alternative(dice, rules)).collect();
        writeln!(text, "<r{rule}> ::= {}", alternatives.join(" | ")).unwrap();
    }
    format!("%start <r0>\n{text}%token <t> ::= \"a\"+ \"b\"?\n%token <n> ::= \"b\"*\n")
}

fn alternative(dice: &mut Dice, rules: u64) -> String {
    let items: Vec<String> = (0..dice.below(4)).map(|_| item(dice, rules)).collect();
    let backs =
        [" l:<t> \"c\" text(l)", " l:<t> \"c\" <r0> - (text(l) | \"b\" text(l))", " l:<r1> (\"a\"* - text(l))*"];
    let back = if items.is_empty() || dice.below(12) > 0 { "" } else { dice.one(&backs) };
    if items.is_empty() { "\"\"".to_owned() } else { items.join(" ") + back }
}

fn item(dice: &mut Dice, rules: u64) -> String {
    let rule = format!("<r{}>", dice.below(rules));
    let primary = match dice.below(10) {
        0..=3 => rule,
        4..=6 => dice.one(&["\"a\"", "\"b\"", "\"c\"", "\"ab\"", "[ab]"]).to_owned(),
        7 => dice.one(&["<t>", "<n>", "!\"a\"", "&\"b\"", "\"a\"*", "(\"a\" | \"ab\")"]).to_owned(),
        8 => format!("({rule} {})", dice.one(&["\"a\"", "\"b\"", "<t>"])),
        _ => format!("({rule} | {})", dice.one(&["\"a\"", "\"b\"", "\"c\" <t>"])),
    };
    let is_open = primary.starts_with('<') || primary.starts_with('(');
    match dice.below(12) {
        _ if !is_open => primary,
        0..=2 => primary + dice.one(&["?", "*", "+", "{1,2}"]),
        3 => primary + dice.one(&[" ++ \"c\"", " ** \"c\"", " ** \"b\""]),
        _ => primary,
    }
}

/// All texts of at most five letters.
fn inputs() -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..5 {
        let to = all.len();
        for place in from..to {
            all.extend(b"abc".iter().map(|&letter| [all[place].clone(), vec![letter]].concat()).collect::<Vec<_>>());
        }
        from = to;
    }
    all
}

fn attempt(language: &Language, input: &[u8]) -> (Attempt, Option<Tree>) {
    let mut builder = Builder::new();
    let attempt = (language.engine)(language, input, &mut builder);
    (attempt, (attempt == Attempt::Parsed).then(|| builder.finish()))
}

/// Returns whether the engine decided, and panics where Earley says otherwise.
fn compare(language: &Language, grammar: &str, input: &[u8], exact: &mut usize) -> bool {
    let (attempt, tree) = attempt(language, input);
    if attempt == Attempt::Undecided {
        return false;
    }
    let shown = String::from_utf8_lossy(input);
    match (tree, language.parse_with(EngineChoice::Earley, input)) {
        (Some(tree), Ok(chart)) => assert_eq!(tree, chart, "{shown:?} by\n{grammar}"),
        (None, Err(chart)) => {
            let failure = explain(language, input);
            assert!(failure.offset <= chart.offset, "{shown:?} by\n{grammar}");
            *exact += usize::from(failure.offset == chart.offset);
        }
        (tree, chart) => panic!("{attempt:?}, {tree:?} against {chart:?} for {shown:?} by\n{grammar}"),
    }
    true
}

#[test]
fn random_grammars_mean_the_same_to_every_engine() {
    let count = std::env::var("GRAMMARC_RANDOM_GRAMMARS").ok().and_then(|count| count.parse().ok()).unwrap_or(300);
    let inputs = inputs();
    let (mut decided, mut all, mut exact) = (0, 0, 0);
    for seed in 0..count {
        let text = grammar(&mut Dice(seed));
        let Ok(loaded) = grammarc::load_text("random", &text) else { continue };
        let language = loaded.language();
        for input in &inputs {
            decided += usize::from(compare(&language, &text, input, &mut exact));
            all += 1;
        }
    }
    eprintln!("{decided} of {all} decided without a chart, {exact} errors at the same place");
    assert!(decided * 5 > all * 2, "{decided} of {all}");
}
