//! Generation: texts of the `expr` and `json` grammars at depths 10 and 100, by generated code and from tables.

mod side_by_side;

use grammarc_runtime::choices::Choices;
use grammarc_runtime::language::Language;
use side_by_side::{race, seconds};

/// Texts in one turn.
const TEXTS: u64 = 2_000;

fn main() {
    let expr = grammarc::load_text("expr", include_str!("../../grammars/expr/expr.bnf")).expect("bundled").language();
    let json = grammarc::load_text("json", include_str!("../../grammars/json/json.bnf")).expect("bundled").language();
    for depth in [10, 100] {
        compare(&format!("expr, depth {depth}"), &expr::LANGUAGE, &expr, depth);
        compare(&format!("json, depth {depth}"), &json::LANGUAGE, &json, depth);
    }
}

/// Races generated code and tables on the same seeds; their texts are the same.
fn compare(title: &str, generated: &Language, interpreted: &Language, depth: usize) {
    let bytes = texts(generated, depth);
    assert_eq!(bytes, texts(interpreted, depth), "the same seeds give the same texts");
    race(
        title,
        bytes,
        seconds(),
        &[("generated", Box::new(|| texts(generated, depth))), ("from tables", Box::new(|| texts(interpreted, depth)))],
    );
}

/// Writes the texts of all seeds and returns their bytes in all.
fn texts(language: &Language, depth: usize) -> usize {
    let text =
        |seed| grammarc_runtime::fuzz::fuzz(language, &mut Choices::fresh(seed), depth).map_or(0, |text| text.len());
    (0..TEXTS).map(text).sum()
}
