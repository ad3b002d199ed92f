//! Growth: the same kind of input at sizes from 1 KB to 1 MB; the speed must not fall with the size. For example, brackets nest 1,000,
//! 10,000 and 100,000 deep.

use grammarc_benches::corpus;
use grammarc_benches::page::{Part, Section};
use grammarc_benches::plot::{Plot, Shape};
use grammarc_benches::side_by_side::{Race, race, table};
use grammarc_runtime::format::Format;
use grammarc_runtime::parse::EngineChoice;

/// Measures the three engines on inputs of growing size.
pub(crate) fn section() -> Section {
    let expr = grammarc::load_text("expr", include_str!("../../grammars/expr/expr.bnf")).expect("bundled").format();
    let mut expressions = Vec::new();
    for size in ["1k", "10k", "100k", "1m"] {
        if let Some(text) = corpus::read(&format!("expr/expr_{size}.txt")) {
            expressions.push((text.len(), engines(&format!("expressions, {size}"), &expr::FORMAT, &expr, &text)));
        }
    }
    let json = grammarc::load_text("json", include_str!("../../grammars/json/json.bnf")).expect("bundled").format();
    let mut brackets = Vec::new();
    for depth in [1_000, 10_000, 100_000] {
        let text = [vec![b'['; depth], vec![b']'; depth]].concat();
        brackets.push((text.len(), engines(&format!("nested brackets, {depth}"), &::json::FORMAT, &json, &text)));
    }
    let lines = lines("expressions", &expressions).into_iter().chain(lines("brackets", &brackets)).collect();
    let races: Vec<Race> = expressions.into_iter().chain(brackets).map(|(_, race)| race).collect();
    let plot = Plot {
        name: "growth",
        caption: "Three engines on inputs of growing size".to_owned(),
        shape: Shape::Lines { axes: ["bytes of input", "MB/s"], lines },
    };
    Section {
        title: "Growth",
        parts: vec![
            Part::Words(
                "The speed of each engine should not fall with the size of the input. A new tree is made each time."
                    .to_owned(),
            ),
            Part::Table(table("MB/s", &races)),
            Part::Plot(plot),
        ],
    }
}

/// Returns the speed of each engine by size.
fn lines(kind: &str, races: &[(usize, Race)]) -> Vec<(String, Vec<(f64, f64)>)> {
    let names = races.first().map_or(&[][..], |(_, race)| &race.results);
    let line = |place: usize| races.iter().map(|(size, race)| (*size as f64, race.results[place].speed)).collect();
    names.iter().enumerate().map(|(place, it)| (format!("{kind}, {}", it.name), line(place))).collect()
}

/// Races the three engines on one input.
fn engines(title: &str, generated: &Format, interpreted: &Format, text: &[u8]) -> Race {
    race(
        title,
        text.len(),
        0.25,
        vec![
            ("generated", Box::new(|| generated.parse(text).expect("parses").len())),
            ("interpreter", Box::new(|| interpreted.parse(text).expect("parses").len())),
            ("Earley", Box::new(|| interpreted.parsing().by(EngineChoice::Earley).run(text).expect("parses").len())),
        ],
    )
}
