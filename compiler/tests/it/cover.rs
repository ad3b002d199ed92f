//! Coverage of grammars: k-paths are numbered as they are by hand, texts that are planned reach them, and suites have those that they claim.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use expect_test::expect_file;
use grammarc_runtime::choices::Choices;
use grammarc_runtime::cover::Coverage;
use grammarc_runtime::fuzz::fuzz;
use grammarc_runtime::grammar::{Grammar, ProductionId, RuleKind, Shape};
use grammarc_runtime::tree::Tree;

use crate::common::{binary, bundled, data, language, printed};

/// Grammars, and how many k-paths they have for k = 1, 2, 3, counted by hand.
const BY_HAND: [(&str, [usize; 3]); 8] = [
    (r#"%start <s> <s> ::= "a" | "b""#, [2, 2, 2]),
    // <s>/1, in it <b>? taken and left out, and one alternative of <a> or <b> each.
    (r#"%start <s> <s> ::= <a> <b>? <a> ::= "x" | "y" <b> ::= "z""#, [6, 6, 6]),
    // Length 2 has both alternatives at the start, and both inside of brackets; length 3 also in two pairs of brackets.
    (r#"%start <e> <e> ::= "(" <e> ")" | "x""#, [2, 4, 6]),
    // Two items are two places.
    (r#"%start <s> <s> ::= <a> "+" <a> <a> ::= "x" | "y""#, [3, 5, 5]),
    // The items of a list are one place, the first one and the others.
    (r#"%start <l> <l> ::= <i> ++ "," <i> ::= [a-z]+"#, [4, 4, 4]),
    // The group has two options, and its repetition two.
    (r#"%start <s> <s> ::= ("a" <t> | <t>)* <t> ::= "b""#, [6, 6, 6]),
    // Levels of precedence are no rules of their own: a sum is no operand of a product, and not the right one of a sum.
    (r#"%start <e> <e> ::= <e> "+" <e> @left(1) | <e> "*" <e> @left(2) | "x""#, [3, 11, 25]),
    // Skip does not count.
    ("%start <s> %skip <ws> <s> ::= <a>* <a> ::= \"x\" | \"y\" <ws> ::= (\" \" | \"#\" <ws>)+", [5, 5, 5]),
];

#[test]
fn paths_are_counted_as_by_hand() {
    for (grammar, counts) in BY_HAND {
        let format = language(grammar);
        let found = [1, 2, 3].map(|length| Coverage::new(&format, length).expect("there are few paths").count());
        assert_eq!(found, counts, "{grammar}");
    }
}

#[test]
fn planned_texts_have_all_paths_of_small_grammars() {
    for (grammar, counts) in BY_HAND {
        let format = language(grammar);
        for (length, count) in (1..).zip(counts) {
            let mut coverage = Coverage::new(&format, length).expect("there are few paths");
            let mut seed = 0;
            while let Some(text) = coverage.next_text(seed) {
                assert!(format.parse(&text).is_ok(), "{grammar}");
                seed += 1;
            }
            assert_eq!(coverage.covered(), count, "{grammar}, length {length}");
        }
    }
}

#[test]
fn paths_have_names() {
    let names = |grammar: &str, length| {
        let format = language(grammar);
        let coverage = Coverage::new(&format, length).expect("there are few paths");
        coverage.missing().map(|path| path.to_string()).collect::<Vec<_>>()
    };
    let two = names(r#"%start <s> <s> ::= <a> "+" <a> <a> ::= "x" | <b>? <b> ::= "z""#, 2);
    let of_s = ["<s>/1", "<s>/1 1:<a>/1", "<s>/1 1:<a>/2"];
    let options = ["<s>/1 1:<a>/2 (<b>)?: taken", "<s>/1 1:<a>/2 (<b>)?: left out"];
    let right = ["<s>/1 3:<a>/1", "<s>/1 3:<a>/2", "<s>/1 3:<a>/2 (<b>)?: taken", "<s>/1 3:<a>/2 (<b>)?: left out"];
    assert_eq!(two, [&of_s[..], &options, &right, &["<a>/2 <b>/1"]].concat());
    let one = names(r#"%start <s> <s> ::= ("a" <t> | <t>) ++ "," <t> ::= "b""#, 1);
    let rest = ["<t>/1", "(\"a\" <t> | <t>): option 1", "(\"a\" <t> | <t>): option 2"];
    assert!(rest.iter().all(|end| one.iter().any(|name| name.ends_with(end))), "{one:?}");
}

/// Numbers by grammar, and the paths that are not reached: a smaller number is a loss. All are reached, but for 10 each of `png`, where
/// fields say how large the parts are, and of `sexpr`. Its random texts have some of these 10, so the plans can still get better.
/// Of `python` those below `return` and `yield` are missing: a plan does not know that they need a function around them.
#[test]
fn planned_texts_have_the_2_paths_of_the_bundled_grammars() {
    let mut table = String::new();
    for grammar in grammarc::bundled::ALL {
        let format = bundled(grammar.name);
        let mut coverage = Coverage::new(&format, 2).expect("there are few paths");
        let mut texts = 0;
        while let Some(text) = coverage.next_text(texts) {
            assert!(format.parse(&text).is_ok(), "{}", grammar.name);
            texts += 1;
        }
        _ = writeln!(table, "{}: {} of {} 2-paths", grammar.name, coverage.covered(), coverage.count());
        coverage.missing().for_each(|path| _ = writeln!(table, "  not reached: {path}"));
        coverage.left_out().for_each(|out| _ = writeln!(table, "  weight 0: {out}"));
        assert!(coverage.left_out().all(|out| out.has_weight_0()), "{}", grammar.name);
    }
    expect_file![data("cover.txt")].assert_eq(&table);
}

/// Returns the alternatives of named rules, each with the one above it, from the nodes of a tree alone.
fn pairs(grammar: &Grammar, tree: &Tree) -> BTreeSet<String> {
    let name = |id: ProductionId| {
        let production = grammar.production(id);
        format!("<{}>/{}", grammar.name(production.rule), production.alternative + 1)
    };
    let is_written = |id: ProductionId| {
        let kind = grammar.rule(grammar.production(id).rule).map(|rule| rule.kind);
        let is_named = matches!(kind, Some(RuleKind::Named | RuleKind::Level(_)));
        is_named && matches!(grammar.production(id).shape, Shape::Node(_))
    };
    let mut found = BTreeSet::new();
    let mut open = vec![(tree.root(), String::new())];
    while let Some((node, above)) = open.pop() {
        let own = tree.node(node).production.filter(|&id| is_written(id)).map(name);
        if let Some(own) = &own {
            found.insert(format!("{above} {own}").trim().to_owned());
        }
        let above = own.unwrap_or(above);
        open.extend(tree.parts(node).map(|part| (part, above.clone())));
    }
    found
}

/// Returns the names of paths without options and places: `<s>/1 3:<a>/2` becomes `<s>/1 <a>/2`.
fn bare(coverage: &Coverage<'_>) -> BTreeSet<String> {
    let names = coverage.missing().map(|path| path.to_string());
    let alternatives = names.filter(|name| name.split(' ').all(|word| word.contains("<") && word.contains(">/")));
    alternatives
        .map(|name| {
            let words = name.split(' ').map(|word| word.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':'));
            words.collect::<Vec<_>>().join(" ")
        })
        .collect()
}

/// Grammars with more 2-paths, which are lua and sql, are left out where suites are counted again: they would take most of the time,
/// and the others have rules, options and hooks of the same kinds.
const MAX_PATHS: usize = 1_000;

#[test]
fn suites_have_the_paths_that_they_claim() {
    let mut suites = 0;
    for grammar in grammarc::bundled::ALL {
        let format = bundled(grammar.name);
        let mut coverage = Coverage::new(&format, 2).expect("there are few paths");
        if coverage.count() > MAX_PATHS {
            continue;
        }
        suites += 1;
        let claimed = bare(&coverage);
        let suite = coverage.suite(1);
        let missing = bare(&coverage);
        let trees = suite.iter().map(|text| format.parse(text).expect("it is in the language"));
        let found: BTreeSet<String> = trees.flat_map(|tree| pairs(&format.grammar, &tree)).collect();
        // The tree has no nodes for the inside of an opaque rule.
        let is_opaque = format.grammar.productions.iter().any(|row| matches!(row.shape, Shape::Leaf(_)));
        let lost: Vec<&String> = claimed.difference(&missing).filter(|pair| !found.contains(*pair)).collect();
        assert!(lost.is_empty() || is_opaque, "{}: {lost:?}", grammar.name);
        // A second count from the texts gives the same.
        let mut again = Coverage::new(&format, 2).expect("there are few paths");
        suite.iter().for_each(|text| _ = again.note_text(text));
        assert_eq!(again.covered(), coverage.covered(), "{}", grammar.name);
    }
    assert!(suites >= 12, "only {suites} grammars have few paths");
}

#[test]
fn alternatives_that_are_never_generated_are_left_out() {
    let format = language(r#"%start <s> <s> ::= "a" | <t> @w(0) | ("b" <t> | <t> @w(0))? <t> ::= "t""#);
    let mut coverage = Coverage::new(&format, 1).expect("there are few paths");
    let left_out: Vec<String> = coverage.left_out().map(|out| out.to_string()).collect();
    assert_eq!(left_out, ["<s>/2", "<s> (\"b\" <t> | <t>): option 2"]);
    assert!(coverage.left_out().all(|out| out.has_weight_0()));
    while coverage.next_text(1).is_some() {}
    assert_eq!((coverage.covered(), coverage.count()), (6, 6));
}

/// A look-ahead forbids an alternative. That is found out by trying, and the rest is covered.
#[test]
fn a_path_that_no_text_has_is_missing_at_the_end() {
    let format = language(r#"%start <s> <s> ::= &"a" <t> | "-" <t> <t> ::= "a" | "b""#);
    let mut coverage = Coverage::new(&format, 2).expect("there are few paths");
    while coverage.next_text(1).is_some() {}
    let missing: Vec<String> = coverage.missing().map(|path| path.to_string()).collect();
    assert_eq!(missing, ["<s>/1 <t>/2"]);
}

/// A use needs a definition before it, which no path says.
#[test]
fn hooks_are_obeyed() {
    let format = language(
        r#"%start <s> <s> ::= <one>* <one> ::= "let " <def> ";" | "use " <use> ";" | "{" <one>* "}" @scope(v)
           <def> ::= <name> @def(v) | <name> @def(v) "=" <use> <use> ::= <name> @use(v) | "(" <use> ")"
           %token <name> ::= [a-z]+"#,
    );
    for length in 1..=3 {
        let mut coverage = Coverage::new(&format, length).expect("there are few paths");
        while let Some(text) = coverage.next_text(7) {
            assert!(format.parse(&text).is_ok());
        }
        let missing: Vec<String> = coverage.missing().map(|path| path.to_string()).collect();
        assert!(missing.is_empty(), "length {length}: {missing:?}");
    }
}

#[test]
fn traces_of_drawn_texts_are_counted() {
    let format = bundled("json");
    let mut coverage = Coverage::new(&format, 2).expect("there are few paths");
    for seed in 0..500 {
        let text = fuzz(&format, &mut Choices::fresh(seed), 12).expect("there is no dead end");
        let before = coverage.covered();
        let new = coverage.note_text(&text).expect("it is in the language");
        assert_eq!(coverage.covered(), before + new);
    }
    assert_eq!(coverage.covered(), coverage.count());
}

/// A grammar with more paths than memory holds is refused, in little time.
#[test]
fn too_many_paths_are_refused() {
    let alternatives: Vec<String> = (0..64).map(|number| format!("\"{number}\" <e> <e>")).collect();
    let format = language(&format!("%start <e> <e> ::= {} | \"x\"", alternatives.join(" | ")));
    assert!(Coverage::new(&format, 2).is_ok());
    assert!(Coverage::new(&format, 3).is_err() && Coverage::new(&format, 255).is_err());
}

#[test]
fn the_command_covers_counts_and_repeats() {
    let run = |args: &[&str]| printed(binary().args(args));
    let cover = ["fuzz", "-g", "json", "--cover", "2", "--seed", "1", "-0"];
    let (status, texts, said) = run(&cover);
    assert_eq!((status, run(&cover).1 == texts), (Some(0), true));
    assert!(said.contains("covered: 22 of 22 2-paths"), "{said}");
    let (_, first, said) = run(&[&cover[..], &["-n", "1"]].concat());
    assert!(texts.starts_with(&first) && said.contains("missing: "), "{said}");
    let (status, table, _) = run(&["fuzz", "-g", "json", "--suite", "--seed", "1", "--stats"]);
    assert!(status == Some(0) && table.contains("2-paths        22 of 22 (100%)"), "{table}");
    let (_, json, _) = run(&["fuzz", "-g", "json", "-n", "50", "--seed", "1", "--stats", "--json"]);
    assert!(json.starts_with("{\"texts\":50,\"not_parsed\":0,\"bytes\":{\"min\":"), "{json}");
    assert_eq!(run(&["fuzz", "-g", "json", "--json"]).0, Some(2));
    assert_eq!(run(&["fuzz", "-g", "json", "--cover", "0"]).0, Some(2));
    assert_eq!(run(&["fuzz", "-g", "sql", "--cover", "99", "-0"]).0, Some(2));
}
