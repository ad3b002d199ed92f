//! JSON: the generated parser, the interpreter and Earley beside serde_json and pest.

mod corpus;
mod peer;
mod side_by_side;

use grammarc_benches::seconds;
use grammarc_runtime::parse::EngineChoice;
use peer::{Json, Rule};
use pest::Parser;
use side_by_side::race;

fn main() {
    let interpreted =
        grammarc::load_text("json", include_str!("../../grammars/json/json.bnf")).expect("bundled").language();
    for name in ["twitter", "citm_catalog", "canada"] {
        let Some(text) = corpus::read(&format!("json/{name}.json")) else { continue };
        let utf8 = std::str::from_utf8(&text).expect("the corpus is UTF-8");
        race(
            name,
            text.len(),
            seconds(),
            &[
                (
                    "serde_json::Value",
                    Box::new(|| usize::from(serde_json::from_slice::<serde_json::Value>(&text).is_ok())),
                ),
                ("generated", Box::new(|| json::LANGUAGE.parse(&text).expect("parses").len())),
                ("interpreter", Box::new(|| interpreted.parse(&text).expect("parses").len())),
                ("Earley", Box::new(|| interpreted.parse_with(EngineChoice::Earley, &text).expect("parses").len())),
                ("pest", Box::new(|| Json::parse(Rule::json, utf8).expect("parses").flatten().count())),
            ],
        );
    }
}
