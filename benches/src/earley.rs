//! Earley: the chart that answers for every grammar, with its tree, beside gearley, which recognizes and builds none; and how it
//! grows on the grammars that are hard for charts.

mod corpus;
#[path = "earley/peer.rs"]
mod peer;
mod side_by_side;

use std::time::Instant;

use grammarc_benches::{is_quick, seconds};
use grammarc_runtime::language::Language;
use grammarc_runtime::parse::EngineChoice;
use peer::Peer;
use side_by_side::race;

/// A grammar that is hard for charts, and its texts of some size.
struct Hard {
    name: &'static str,
    grammar: &'static str,
    text: fn(usize) -> Vec<u8>,
    sizes: [usize; 3],
}

const HARD: &[Hard] = &[
    Hard {
        name: "list ::= \"a\" list | \"a\"",
        grammar: "%start <list>\n<list> ::= \"a\" <list> | \"a\"\n",
        text: |size| vec![b'a'; size],
        sizes: [10_000, 100_000, 1_000_000],
    },
    Hard {
        name: "list ::= list \"a\" | \"a\"",
        grammar: "%start <list>\n<list> ::= <list> \"a\" | \"a\"\n",
        text: |size| vec![b'a'; size],
        sizes: [10_000, 100_000, 1_000_000],
    },
    Hard {
        name: "b ::= \"[\" b \"]\" | \"\"",
        grammar: "%start <b>\n<b> ::= \"[\" <b> \"]\" | \"\"\n",
        text: |depth| [vec![b'['; depth], vec![b']'; depth]].concat(),
        sizes: [10_000, 100_000, 1_000_000],
    },
    Hard {
        name: "e ::= e \"+\" e | \"a\"",
        grammar: "%start <e>\n<e> ::= <e> \"+\" <e> | \"a\"\n",
        text: |operands| [b"a+".repeat(operands - 1), b"a".to_vec()].concat(),
        sizes: [100, 200, 400],
    },
];

fn main() {
    let json = language("json", include_str!("../../grammars/json/json.bnf"));
    let peer = Peer::json();
    for name in ["twitter", "citm_catalog", "canada"] {
        let Some(text) = corpus::read(&format!("json/{name}.json")) else { continue };
        let gearley = || usize::from(peer.recognizes(&text));
        race(
            name,
            text.len(),
            seconds(),
            &[("gearley, no tree", Box::new(gearley)), ("Earley", Box::new(|| nodes(&json, &text)))],
        );
    }
    HARD.iter().for_each(grow);
}

/// Parses one input of each size and prints how long that takes.
#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn grow(hard: &Hard) {
    println!("{}", hard.name);
    let language = language("hard", hard.grammar);
    let mut before: Option<(usize, f64)> = None;
    for &size in hard.sizes.iter().take(if is_quick() { 1 } else { hard.sizes.len() }) {
        let text = (hard.text)(size);
        let start = Instant::now();
        nodes(&language, &text);
        let time = start.elapsed().as_secs_f64();
        let slope = before.map(|(less, faster)| (time / faster).log10() / (size as f64 / less as f64).log10());
        let slope = slope.map(|slope| format!("slope {slope:.2}")).unwrap_or_default();
        println!("  {size:>9}  {time:>9.4} s  {slope}");
        before = Some((size, time));
    }
}

fn language(name: &str, grammar: &str) -> Language {
    grammarc::load_text(name, grammar).expect("a grammar").language()
}

fn nodes(language: &Language, text: &[u8]) -> usize {
    language.parse_with(EngineChoice::Earley, text).expect("parses").len()
}
