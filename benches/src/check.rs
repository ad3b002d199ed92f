//! Checking grammars of 1,000 to 8,000 rules: the time for a rule must not grow with their number.
//!
//! Three shapes: many references in no order, one chain, and left recursion. The speed is that of the grammar's text; below
//! it stand the seconds that `grammarc check` needs, which for 5,000 rules should be less than one.

mod side_by_side;

use std::time::Instant;

use grammarc::describe::describe;
use grammarc_benches::seconds;
use side_by_side::race;

/// A way to write a grammar of so many rules.
type Shape = fn(usize) -> String;

#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn main() {
    let shapes: [(&str, Shape); 3] = [("references", references), ("chain", chain), ("left recursion", recursion)];
    for (name, shape) in shapes {
        for rules in [1_000, 5_000, 8_000] {
            let text = shape(rules);
            let load = || grammarc::load_text("rules", &text).unwrap_or_else(|report| panic!("{report:.500}"));
            let loaded = load();
            let start = Instant::now();
            let described = describe(&load()).len();
            let whole = start.elapsed().as_secs_f64();
            race(
                &format!("{name}, {rules} rules"),
                text.len(),
                seconds() / 4.0,
                &[
                    ("load", Box::new(|| load().grammar.rules.len())),
                    ("describe", Box::new(|| describe(&loaded).len())),
                ],
            );
            println!("  {described} rules are checked in {whole:.2} s");
        }
    }
}

/// Each rule has four alternatives that refer to others far away.
fn references(rules: usize) -> String {
    let far = |from: usize, step: usize| (from * step + 7 * step) % rules;
    let rule = |n: usize| {
        let (a, b, c, d) = (far(n, 31), far(n, 101), far(n, 1009), (n + 1) % rules);
        format!("<r{n}> ::= \"k{n}\" <r{a}>? | \"(\" <r{b}> ** \",\" \")\" | [a-z]+ \"=\" <r{c}> | [0-9] <r{d}>*\n")
    };
    (0..rules).map(rule).collect()
}

/// Each rule is the next one, with or without a word before it.
fn chain(rules: usize) -> String {
    let rule = |n: usize| format!("<r{n}> ::= \"a{n}\" <r{0}> | <r{0}>\n", n + 1);
    (0..rules).map(rule).chain([format!("<r{rules}> ::= \"x\"\n")]).collect()
}

/// Each rule is a list of the next one.
fn recursion(rules: usize) -> String {
    let rule = |n: usize| format!("<r{n}> ::= <r{n}> \"+{n}\" <r{0}> | <r{0}>\n", n + 1);
    (0..rules).map(rule).chain([format!("<r{rules}> ::= \"x\"\n")]).collect()
}
