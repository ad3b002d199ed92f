//! Growth: the same kind of input at sizes from 1 KB to 1 MB; the speed must not fall with the size.

mod corpus;
mod side_by_side;

use grammarc_benches::seconds;
use grammarc_runtime::language::Language;
use grammarc_runtime::parse::EngineChoice;
use side_by_side::race;

fn main() {
    let expr = grammarc::load_text("expr", include_str!("../../grammars/expr/expr.bnf")).expect("bundled").language();
    for size in ["1k", "10k", "100k", "1m"] {
        if let Some(text) = corpus::read(&format!("expr/expr_{size}.txt")) {
            engines(&format!("expressions, {size}"), &expr::LANGUAGE, &expr, &text);
        }
    }
    let json = grammarc::load_text("json", include_str!("../../grammars/json/json.bnf")).expect("bundled").language();
    for depth in [1_000, 10_000, 100_000] {
        let text = [vec![b'['; depth], vec![b']'; depth]].concat();
        engines(&format!("nested brackets, {depth}"), &json::LANGUAGE, &json, &text);
    }
}

/// Races the three engines on one input.
fn engines(title: &str, generated: &Language, interpreted: &Language, text: &[u8]) {
    race(
        title,
        text.len(),
        seconds() / 4.0,
        &[
            ("generated", Box::new(|| generated.parse(text).expect("parses").len())),
            ("interpreter", Box::new(|| interpreted.parse(text).expect("parses").len())),
            ("Earley", Box::new(|| interpreted.parse_with(EngineChoice::Earley, text).expect("parses").len())),
        ],
    );
}
