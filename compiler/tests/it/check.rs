//! What `grammarc check` says of rules: each file of `check/` beside its report for people and for programs, and a proof of
//! every example that is shown.

use expect_test::expect_file;
use grammarc::LoadedGrammar;
use grammarc::describe::{Method, describe};
use grammarc::plan::Unit;
use grammarc_dsl::diagnostic::Problem;
use grammarc_runtime::parse::EngineChoice;
use grammarc_runtime::parse::decisions::{Branch, KEYWORD, Point, PointId};

use crate::common::{binary, data, grammars_in, root};

/// What the program prints, in the folder of the cases.
fn run(args: &[&str]) -> String {
    let output = binary().args(args).current_dir(data("check")).output();
    String::from_utf8(output.expect("the program runs").stdout).expect("it prints UTF-8")
}

#[test]
fn reports() {
    for case in grammars_in("check") {
        let name = case.file_name().and_then(|name| name.to_str()).expect("the name is UTF-8");
        expect_file![case.with_extension("txt")].assert_eq(&run(&["check", name]));
        expect_file![case.with_extension("costs")].assert_eq(&run(&["check", "--costs", name]));
        expect_file![case.with_extension("json")].assert_eq(&run(&["check", "--json", name]));
    }
}

/// How each bundled grammar is parsed: no slow way creeps in unseen.
#[test]
fn plans_of_bundled_grammars() {
    let mut plans = String::new();
    for bundled in grammarc::bundled::ALL {
        let loaded = grammarc::load_text(bundled.name, bundled.text).expect("a bundled grammar is right");
        let rules = describe(&loaded);
        let of = |method: Method| rules.iter().filter(move |rule| rule.method == method).map(|rule| rule.name.as_str());
        let methods =
            [Method::Token, Method::Leaf, Method::Predict, Method::Loop, Method::Ordered, Method::Chart].into_iter();
        let counts = methods.clone().map(|method| (of(method).count(), method.word())).filter(|(count, _)| *count > 0);
        let counts: Vec<String> = counts.map(|(count, word)| format!("{count} {word}")).collect();
        let is_direct = rules.iter().any(|rule| rule.unit == Unit::NextBytes);
        let is_written = grammarc::emit::module(&loaded, grammarc::emit::Parts::PARSE).contains("pen::parse(");
        assert_eq!(is_direct, is_written, "{}: what is planned is written", bundled.name);
        let how = if is_direct { "; in generated code the next bytes decide all" } else { "" };
        plans += &format!("{}: {}{how}\n", bundled.name, counts.join(", "));
        for method in methods.filter(|method| !method.is_deterministic() && of(*method).count() > 0) {
            plans += &format!("    {}: {}\n", method.word(), of(method).collect::<Vec<_>>().join(", "));
        }
    }
    expect_file![data("check").join("bundled.plans")].assert_eq(&plans);
}

/// The costs of the LimitFuzzer's table, as the post on choice sequences prints them.
#[test]
fn costs_are_those_published() {
    let loaded =
        grammarc::load(&root().join("checks/tests/integers/post.bnf")).unwrap_or_else(|report| panic!("{report}"));
    let rules = describe(&loaded);
    let published: [(&str, u32, &[u32]); 5] = [
        ("start", 5, &[5]),
        ("assignments", 4, &[4, 5]),
        ("assign", 3, &[3]),
        ("expr", 2, &[3, 3, 3, 2, 2]),
        ("digit", 1, &[1, 1]),
    ];
    for (name, cost, costs) in published {
        let rule = rules.iter().find(|rule| rule.name == name).expect("it is a rule");
        assert_eq!((rule.cost, &*rule.costs), (cost, costs), "{name}");
    }
    let var = rules.iter().find(|rule| rule.name == "var").expect("it is a rule");
    assert_eq!((var.cost, &*var.costs), (1, &[1; 26][..]));
}

/// Costs of cycles are those of the way out, whichever rule is asked first: the table of the post remembers that a rule costs nothing
/// finite while another is open, and no longer ends by depth.
#[test]
fn costs_of_cycles_are_right() {
    let text = r#"<s> ::= <b> <e>  <b> ::= <c> | "b"  <c> ::= <b>  <e> ::= <e> <e> | <c>"#;
    let rules = describe(&grammarc::load_text("cycles", text).unwrap_or_else(|report| panic!("{report}")));
    let costs: Vec<(&str, u32, &[u32])> = rules.iter().map(|it| (&*it.name, it.cost, &*it.costs)).collect();
    assert_eq!(costs, [("s", 4, &[4][..]), ("b", 1, &[3, 1]), ("c", 2, &[2]), ("e", 3, &[4, 3])]);
}

/// All grammars that there are to look at.
fn all() -> Vec<LoadedGrammar> {
    let bundled = grammarc::bundled::ALL.iter().map(|bundled| grammarc::load_text(bundled.name, bundled.text));
    let cases = grammars_in("check").into_iter().map(|case| grammarc::load(&case));
    bundled.chain(cases).filter_map(Result::ok).collect()
}

#[test]
fn every_example_is_an_input_that_goes_on_in_two_ways() {
    let mut examples = 0;
    for loaded in all() {
        let language = loaded.format();
        for rule in describe(&loaded) {
            assert!(rule.clash.is_none() || !rule.method.is_deterministic(), "{}", rule.name);
            let Some((clash, Some(example))) = &rule.clash else { continue };
            examples += 1;
            let shared = &example.first[..example.shared];
            assert!(example.second.starts_with(shared) && example.shared > example.from, "{}: {example:?}", rule.name);
            for input in [&example.first, &example.second] {
                let parsed = language.parsing().by(EngineChoice::Earley).run(input);
                assert!(parsed.is_ok(), "{}: {}: {}", loaded.name, rule.name, input.escape_ascii());
            }
            // Both options are open there to the engine that looks at the next bytes: neither is excluded by them.
            let decisions = language.decisions();
            let entry = decisions.point(decisions.entry(clash.rule));
            let admits = |branch: &Branch<PointId>, input: &[u8]| {
                let mut bytes = branch.look.iter().filter(|(distance, _)| *distance != KEYWORD);
                bytes.all(|(distance, set)| set.admits(input, example.from + usize::from(*distance)))
            };
            let is_open = |point: &Point| match point {
                Point::Choose { branches, .. } => {
                    branches.iter().filter(|branch| admits(branch, &example.first)).count() > 1
                        && branches.iter().filter(|branch| admits(branch, &example.second)).count() > 1
                }
                _ => false,
            };
            let begins = if clash.is_inner { decisions.points.iter().any(is_open) } else { is_open(entry) };
            assert!(begins, "{}: {}: {example:?}", loaded.name, rule.name);
        }
    }
    assert!(examples > 8, "{examples} examples are something");
}

#[test]
fn bundled_grammars_are_free_of_warnings() {
    for bundled in grammarc::bundled::ALL {
        let loaded = grammarc::load_text(bundled.name, bundled.text).unwrap_or_else(|report| panic!("{report}"));
        let is_idle = |problem: &Problem| matches!(problem, Problem::NotApplied { .. });
        let warned = loaded.warnings.diagnostics.iter().any(|diagnostic| !is_idle(&diagnostic.problem));
        assert!(!warned, "{}:\n{}", bundled.name, loaded.warnings);
    }
}
