//! Generation: texts of the `expr` and `json` grammars at depths 10 and 100, by generated code and from tables; and of `assign`
//! and `imp`, whose hooks have names defined before they are used, from tables.

mod side_by_side;

use std::cell::RefCell;

use grammarc_benches::seconds;
use grammarc_runtime::choices::Choices;
use grammarc_runtime::fuzz::Fuzzer;
use grammarc_runtime::language::Language;
use side_by_side::race;

/// Texts in one turn.
const TEXTS: u64 = 2_000;

fn main() {
    let expr = grammarc::load_text("expr", include_str!("../../grammars/expr/expr.bnf")).expect("bundled").language();
    let json = grammarc::load_text("json", include_str!("../../grammars/json/json.bnf")).expect("bundled").language();
    for depth in [10, 100] {
        compare(&format!("expr, depth {depth}"), &expr::LANGUAGE, &expr, depth);
        compare(&format!("json, depth {depth}"), &json::LANGUAGE, &json, depth);
    }
    let assign = grammarc::load_text("assign", include_str!("../../grammars/assign/assign.bnf")).expect("bundled");
    let imp = grammarc::load_text("imp", include_str!("../../grammars/imp/imp.bnf")).expect("bundled");
    for loaded in [assign, imp] {
        let language = loaded.language();
        let fuzzer = RefCell::new(Fuzzer::new(&language, 10));
        let run = || texts(&mut fuzzer.borrow_mut());
        race(&format!("{}, depth 10, with hooks", loaded.name), run(), seconds(), &[("from tables", Box::new(run))]);
    }
}

/// Races generated code and tables on the same seeds; their texts are the same.
fn compare(title: &str, generated: &Language, interpreted: &Language, depth: usize) {
    let [generated, interpreted] = [generated, interpreted].map(|language| RefCell::new(Fuzzer::new(language, depth)));
    let run = |fuzzer: &RefCell<Fuzzer<'_>>| texts(&mut fuzzer.borrow_mut());
    let bytes = run(&generated);
    assert_eq!(bytes, run(&interpreted), "the same seeds give the same texts");
    race(
        title,
        bytes,
        seconds(),
        &[("generated", Box::new(|| run(&generated))), ("from tables", Box::new(|| run(&interpreted)))],
    );
}

/// Writes the texts of all seeds and returns their bytes in all.
fn texts(fuzzer: &mut Fuzzer<'_>) -> usize {
    (0..TEXTS).map(|seed| fuzzer.run(&mut Choices::fresh(seed)).map_or(0, <[u8]>::len)).sum()
}
