//! Patterns as files: read back as they were written, for every bundled grammar, and what is wrong with those that are not; their instances,
//! what is around them, and the algebra of them.

use std::collections::HashSet;
use std::fs;
use std::sync::LazyLock;

use expect_test::expect_file;
use grammarc_runtime::choices::Random;
use grammarc_runtime::format::Format;
use grammarc_runtime::generalize::{Formula, Generalization, Instances, Options, SavedPattern, generalize};
use grammarc_runtime::grammar::Encoding;
use grammarc_runtime::parse::Outcome;
use tempfile::TempDir;

use crate::common::{data, entries, folder_of, named, run_in};

/// Samples beyond so many bytes are left out: they would only take time.
const LONGEST: usize = 700;

fn names() -> Format {
    named("names", include_str!("../patterns/names.bnf"))
}

fn bundled() -> impl Iterator<Item = Format> {
    grammarc::bundled::ALL.iter().map(|bundled| named(bundled.name, bundled.text))
}

/// Returns the file of a pattern of [`names`].
fn variables() -> String {
    let path = data("patterns/variables.pattern");
    fs::read_to_string(path).expect("it can be read")
}

/// Returns the shortest texts that a bundled grammar has to accept.
fn samples(language: &Format) -> Vec<Vec<u8>> {
    let texts = entries(&folder_of(&language.name).join("accept"))
        .into_iter()
        .map(|path| fs::read(path).expect("it can be read"));
    let mut texts: Vec<Vec<u8>> = texts.filter(|text| text.len() <= LONGEST).collect();
    texts.sort_by_key(Vec::len);
    // Where lengths say how bytes are read, each text that is drawn takes long.
    texts.truncate(if language.grammar.encoding == Encoding::Bytes { 1 } else { 2 });
    texts
}

fn generalized(language: &Format, input: &[u8], is_bug: &(dyn Fn(&[u8]) -> bool + Sync)) -> Generalization {
    let options = Options { tries: 5, seed: 1, ..Options::default() };
    let judge = |text: &[u8]| is_bug(text);
    generalize(language, input, &judge, &options).unwrap_or_else(|error| panic!("{}: {error}", input.escape_ascii()))
}

/// The bundled grammars, and patterns of them, which take long to find: two tests share them.
static PATTERNS: LazyLock<Vec<(Format, Vec<SavedPattern>)>> = LazyLock::new(|| {
    let with_patterns = |language: Format| {
        let patterns = patterns(&language);
        (language, patterns)
    };
    bundled().map(with_patterns).collect()
});

/// Returns a pattern for each sample of a bundled grammar: what fails has the two bytes in it that are in the middle.
fn patterns(language: &Format) -> Vec<SavedPattern> {
    let pattern = |input: &Vec<u8>| {
        let middle = input.get(input.len() / 2..input.len() / 2 + 2).unwrap_or(input);
        let has_them = |text: &[u8]| middle.is_empty() || text.windows(middle.len()).any(|other| other == middle);
        SavedPattern::from(&generalized(language, input, &has_them))
    };
    samples(language).iter().map(pattern).collect()
}

fn shown(language: &Format, saved: &SavedPattern) -> String {
    String::from_utf8_lossy(&saved.pattern.render(&language.grammar)).into_owned()
}

#[test]
fn files_are_read_as_they_were_written() {
    let mut holes = 0;
    for (language, patterns) in PATTERNS.iter() {
        for saved in patterns {
            let file = saved.write(language);
            let again =
                SavedPattern::read(language, file.as_bytes()).unwrap_or_else(|bad| panic!("{file}{}: {bad}", bad.line));
            assert_eq!(again.pattern.text, saved.pattern.text);
            assert_eq!(again.pattern.tree, saved.pattern.tree);
            assert_eq!(again.pattern.holes, saved.pattern.holes, "{file}");
            assert_eq!(again.write(language), file);
            holes += saved.pattern.holes.len();
        }
    }
    assert!(holes > 100, "{holes} holes");
}

/// Whether the second line calls what the first one defines, in either case.
fn calls_the_first(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    let called = lines.get(1).and_then(|line| Some(line.split_once('=')?.1.split_once('(')?.0.to_ascii_lowercase()));
    called.is_some_and(|name| lines[0].to_ascii_lowercase().starts_with(&format!("let {name}=")))
}

#[test]
fn a_file_of_each_kind_is_as_recorded() {
    let language = names();
    for (name, input, is_bug) in [
        ("variables", "let A=1;\nlet b=a(  );\n", &calls_the_first as &(dyn Fn(&str) -> bool + Sync)),
        ("closed", "let b='\u{e9}\u{200b}\t\\\"';\n", &|text| text.contains('\u{200b}')),
        ("empty", "", &|_| true),
        ("none", "let a=1;\n", &|text| text == "let a=1;\n"),
    ] {
        let found = generalized(&language, input.as_bytes(), &|text| std::str::from_utf8(text).is_ok_and(is_bug));
        let file = SavedPattern::from(&found).write(&language);
        expect_file![data("patterns").join(name).with_extension("pattern")].assert_eq(&file);
        assert_eq!(SavedPattern::read(&language, file.as_bytes()).expect("it was written").write(&language), file);
    }
}

#[test]
fn constraints_are_lines_of_their_own() {
    let language = names();
    let lines =
        variables().replace("<value>\n", "<value>\nwhere with length ≤ 8\nwhere without <text> \"'\\xff\\n'\"\n");
    let saved = SavedPattern::read(&language, lines.as_bytes()).expect("it is a pattern");
    assert_eq!(saved.pattern.holes[1].constraints.len(), 2);
    assert_eq!(saved.write(&language), lines);
}

#[test]
fn every_byte_is_read_as_it_was_written() {
    let bytes = named("bytes", "%encoding bytes\n<all> ::= <any>*\n<any> ::= [\\x00-\\xff]\n");
    let all: Vec<u8> = (0..=255).collect();
    let saved =
        SavedPattern::from(&generalized(&bytes, &all, &|text| text.starts_with(b"\0") && text.ends_with(b"\xff")));
    let file = saved.write(&bytes);
    assert_eq!(SavedPattern::read(&bytes, file.as_bytes()).expect("it was written").pattern.text, all);
}

#[test]
fn what_is_no_pattern_is_refused() {
    let language = names();
    let digest = format!("{:032x}", language.grammar.digest());
    for path in entries(&data("patterns/bad")).iter().filter(|path| path.extension().is_some_and(|it| it == "pattern"))
    {
        let file = fs::read_to_string(path).expect("it can be read").replace("DIGEST", &digest);
        let bad = SavedPattern::read(&language, file.as_bytes()).map(|saved| shown(&language, &saved));
        let bad = bad.expect_err(&path.to_string_lossy());
        expect_file![path.with_extension("stderr")]
            .assert_eq(&format!("{}: {bad}\n", bad.line).replace(&digest, "DIGEST"));
    }
}

#[test]
fn a_file_that_is_damaged_anywhere_is_refused_or_says_the_same() {
    let language = names();
    let file = &variables();
    assert!(SavedPattern::read(&language, file.as_bytes()).is_ok());
    for end in 0..file.len() - 1 {
        assert!(SavedPattern::read(&language, &file.as_bytes()[..end]).is_err(), "cut off at {end}");
    }
    for place in 0..file.len() {
        let mut damaged = file.as_bytes().to_vec();
        damaged[place] = if damaged[place] == b'x' { b'y' } else { b'x' };
        if let Ok(saved) = SavedPattern::read(&language, &damaged) {
            let written = saved.write(&language);
            let own = |text: &str| {
                text.lines()
                    .enumerate()
                    .filter(|(number, _)| *number != 1)
                    .map(|(_, line)| line.to_owned())
                    .collect::<Vec<_>>()
            };
            assert_eq!(own(&written), own(&String::from_utf8_lossy(&damaged)), "at {place}");
        }
    }
}

#[test]
fn a_grammar_of_another_name_is_the_same() {
    let language = names();
    let file = &variables();
    let renamed = named("other", include_str!("../patterns/names.bnf"));
    let saved = SavedPattern::read(&renamed, file.as_bytes()).expect("it means the same");
    assert_eq!(&saved.write(&language), file);
    let weighed = include_str!("../patterns/names.bnf").replace("<call> |", "<call> @w(9) |");
    assert_eq!(named("names", &weighed).grammar.digest(), language.grammar.digest());
}

/// Returns the pattern as formulas name it.
fn instances<'a>(language: &'a Format, formula: &str, patterns: &[&SavedPattern]) -> Instances<'a> {
    let formula: Formula = formula.parse().unwrap_or_else(|bad| panic!("{formula}: {bad}"));
    let patterns = patterns.iter().map(|saved| saved.pattern.clone()).collect();
    Instances::new(language, formula, patterns, 8).expect("its text is in the language")
}

fn is_instance(language: &Format, saved: &SavedPattern, text: &[u8]) -> bool {
    let (Outcome::Valid(tree) | Outcome::Invalid(tree, _)) = language.parsing().judge(text) else {
        panic!("{} is not in the language", text.escape_ascii());
    };
    saved.pattern.matched(&language.grammar, text, &tree).is_some()
}

/// Number of instances of each pattern, and of texts around it.
const TEXTS: usize = 8;

#[test]
fn instances_match_and_what_is_around_does_not() {
    let mut around = 0;
    for (language, patterns) in PATTERNS.iter() {
        for saved in patterns {
            let shown = shown(language, saved);
            let make = |formula: &str| -> Vec<Vec<u8>> {
                let mut instances = instances(language, formula, &[saved]);
                (0..TEXTS as u64).filter_map(|seed| instances.text(seed)).collect()
            };
            let texts = make("p");
            assert_eq!(texts.len(), TEXTS, "{}: {shown}", language.name);
            for text in &texts {
                assert!(language.parse(text).is_ok(), "{}: {}", language.name, text.escape_ascii());
                assert!(is_instance(language, saved, text), "{shown}: {}", text.escape_ascii());
            }
            assert_eq!(instances(language, "p", &[saved]).text(7).as_ref(), texts.get(7), "twice the same");
            // Where all but what is skipped can be anything, there may be nothing around.
            let is_all = saved.pattern.placeholders() == [shown.trim()];
            let others = make("not p");
            assert!(
                others.len() == TEXTS || is_all && others.is_empty(),
                "{}: {shown}: {}",
                language.name,
                others.len()
            );
            for text in &others {
                assert!(language.parse(text).is_ok(), "{}: {}", language.name, text.escape_ascii());
                assert!(!is_instance(language, saved, text), "{shown}: {}", text.escape_ascii());
            }
            around += others.len();
        }
    }
    assert!(around > 15 * TEXTS, "{around} texts");
}

/// Returns a pattern of [`names`] that is known by its text and holes.
fn pattern(language: &Format, text: &str, holes: &str) -> SavedPattern {
    let digest = language.grammar.digest();
    let text: String = text
        .split_inclusive('\n')
        .map(|line| format!("text \"{}\"\n", line.escape_debug().to_string().replace("\\'", "'")))
        .collect();
    let file = format!("grammarc-pattern 1\ngrammar names {digest:032x}\nunverified\n{text}{holes}end\n");
    SavedPattern::read(language, file.as_bytes()).unwrap_or_else(|bad| panic!("{file}{}: {bad}", bad.line))
}

#[test]
fn holes_are_compared_by_what_stands_there() {
    let language = names();
    let variables = SavedPattern::read(&language, variables().as_bytes()).expect("it is a pattern");
    for (text, expected) in [
        ("let A=1;\nlet b=a(  );\n", true),
        // Names in either case are the same.
        ("let Xy='q';\nlet n=xY( );\n", true),
        ("let x=1;\nlet y=y( );\n", false),
        ("let x=1;\nlet y=1;\n", false),
        ("let x=1;\n", false),
        // A name is not a number, though its text could go on to be either.
        ("let x=y;\n", false),
    ] {
        let found = match language.parsing().judge(text.as_bytes()) {
            Outcome::NoParse(_) => false,
            _ => is_instance(&language, &variables, text.as_bytes()),
        };
        assert_eq!(found, expected, "{text}");
    }
    let small = pattern(&language, "let a=1;\n", "hole 6..7 <value>\nwhere ≤ 9\n");
    assert!(is_instance(&language, &small, b"let a=8;\n") && !is_instance(&language, &small, b"let a=10;\n"));
    let mut around =
        instances(&language, "a and not b", &[&pattern(&language, "let a=1;\n", "hole 6..7 <value>\n"), &small]);
    for text in (0..20).map(|seed| around.text(seed).expect("there are some")) {
        assert!(text.starts_with(b"let a=") && !is_instance(&language, &small, &text), "{}", text.escape_ascii());
    }
    // Nothing is both, and everything is one of the two.
    assert_eq!(instances(&language, "a and not a", &[&small]).text(1), None);
    assert!(instances(&language, "a or not a", &[&small]).text(1).is_some());
}

#[test]
fn what_patterns_have_in_common_is_found() {
    let language = names();
    let first = pattern(&language, "let abc=77777;\nlet x=1;\n", "hole 15..24 <line>\n");
    let second = pattern(&language, "let x=1;\nlet defgh='quite something';\n", "hole 0..9 <line>\n");
    let third = pattern(&language, "let x=1;\nlet defgh=2;\n", "hole 0..9 <line>\nhole 19..20 <value>\n");
    let other = pattern(&language, "let q=1;\nlet x=1;\n", "hole 9..18 <line>\n");
    let text = |formula: &str, patterns: &[&SavedPattern], seed| instances(&language, formula, patterns).text(seed);
    let both = b"let abc=77777;\nlet defgh='quite something';\n";
    assert_eq!(text("a and b", &[&first, &second], 1).as_deref(), Some(&both[..]));
    assert_eq!(text("a and b and c", &[&third, &second, &first], 1).as_deref(), Some(&both[..]));
    assert_eq!(text("a and b", &[&first, &other], 1), None);
    let found: HashSet<Vec<u8>> = (0..20).filter_map(|seed| text("a and b", &[&first, &third], seed)).collect();
    assert!(found.len() > 10 && found.iter().all(|text| text.starts_with(b"let abc=77777;\nlet defgh=")), "{found:?}");
    let small = pattern(&language, "let a=1;\nlet b='long and fixed';\n", "hole 6..7 <value>\nwhere ≤ 9\n");
    let large = pattern(&language, "let a=12;\nlet b=7;\n", "hole 6..8 <value:1>\nwhere ≥ 5\nhole 16..17 <value>\n");
    let found: HashSet<Vec<u8>> = (0..20).filter_map(|seed| text("a and b", &[&small, &large], seed)).collect();
    assert!(
        found.len() >= 3
            && found
                .iter()
                .all(|text| (b'5'..=b'9')
                    .contains(&text[text.iter().position(|&it| it == b';').expect("there is one") - 1])),
        "{found:?}"
    );
    // One way in which it can hold is enough.
    let one_way = text("(a and d) or (a and b and not c)", &[&first, &other, &second, &third], 1);
    assert_eq!(one_way, None, "what a and b have in common is an instance of c");
    let one_way = text("(a and b) or (a and c)", &[&first, &other, &second], 1);
    assert_eq!(one_way.as_deref(), Some(&both[..]));
    // A name in a hole that is fixed elsewhere stays as it is.
    let called = pattern(&language, "let a=1;\nlet b=a();\n", "hole 13..14 <name>\n");
    let calls = pattern(&language, "let a=1;\nlet b=a();\n", "hole 6..7 <value>\nhole 9..20 <line>\n");
    assert!(text("a and b", &[&called, &calls], 1).is_some_and(|text| text.ends_with(b"=a();\n")));
}

#[test]
fn what_is_drawn_is_read_as_it_was_drawn() {
    // The second part is empty wherever the first can have its text.
    let ambiguous = named("names", "<s> ::= <one> <two>\n<one> ::= \"a\"*\n<two> ::= [ab]*\n");
    let second = pattern(&ambiguous, "aab", "hole 2..3 <two>\n");
    let mut texts = instances(&ambiguous, "p", &[&second]);
    for text in (0..20).map(|seed| texts.text(seed).expect("there are some")) {
        assert!(text == b"aa" || text.starts_with(b"aab"), "{}", text.escape_ascii());
    }
    let none = pattern(&ambiguous, "aab", "");
    assert_eq!(instances(&ambiguous, "p", &[&none]).text(7).as_deref(), Some(&b"aab"[..]));
}

#[test]
fn formulas_are_read_and_written_without_negated_brackets() {
    let lines = include_str!("../patterns/formulas.txt").lines();
    let shown = |line: &str| match line.parse::<Formula>() {
        Ok(formula) => {
            assert_eq!(formula.to_string().parse().as_ref().map(Formula::to_string), Ok(formula.to_string()));
            formula.to_string()
        }
        Err(bad) => format!("error: {bad}"),
    };
    let all: String = lines.map(|line| format!("{line}\n    {}\n", shown(line))).collect();
    expect_file![data("patterns/formulas.expect")].assert_eq(&all);
    let deep = format!("{}a{}", "not (".repeat(2_000), ")".repeat(2_000));
    assert_eq!(deep.parse::<Formula>().map(|formula| formula.to_string()), Ok("a".to_owned()));
}

/// Draws a formula of a few names.
fn formula(random: &mut Random) -> Formula {
    let mut formula = Formula::of("a");
    for _ in 0..1 + random.below(6) {
        let other = Formula::of(["a", "b", "c"][random.below(3) as usize]);
        let other = if random.flip() { !other } else { other };
        formula = if random.flip() { formula & other } else { other | formula };
        formula = if random.flip() { !formula } else { formula };
    }
    formula
}

#[test]
fn the_laws_of_algebra_hold() {
    let mut random = Random::new(1);
    for _ in 0..500 {
        let (one, other) = (formula(&mut random), formula(&mut random));
        assert_eq!(!(one.clone() & other.clone()), !one.clone() | !other.clone());
        assert_eq!(!(one.clone() | other.clone()), !one.clone() & !other.clone());
        assert_eq!(!!one.clone(), one);
        let read: Formula = one.to_string().parse().expect("it was written");
        for case in 0..8_usize {
            let says = |formula: &Formula| {
                let truth = |name: &String| {
                    case >> ["a", "b", "c"].iter().position(|it| it == name).expect("it is known") & 1 == 1
                };
                formula.holds(|number| truth(&formula.names()[number]))
            };
            assert_eq!(says(&read), says(&one));
            assert_eq!(says(&!one.clone()), !says(&one));
            assert_eq!(says(&(one.clone() & other.clone())), says(&one) && says(&other));
            assert_eq!(says(&(one.clone() | other.clone())), says(&one) || says(&other));
        }
    }
}

#[test]
fn the_laws_hold_for_texts() {
    let json = bundled().find(|language| language.name == "json").expect("it is there");
    let has = |part: &'static [u8]| move |text: &[u8]| text.windows(part.len()).any(|other| other == part);
    let list = SavedPattern::from(&generalized(&json, b"[null,0]", &has(b"null,")));
    let zero = SavedPattern::from(&generalized(&json, b"[null,0]", &has(b",0")));
    let patterns = [&list, &zero];
    let pairs =
        [("not (a and b)", "not a or not b"), ("not (a or b)", "not a and not b"), ("not not (a and b)", "a and b")];
    for (one, other) in pairs {
        let (mut one, mut other) = (instances(&json, one, &patterns), instances(&json, other, &patterns));
        for seed in 0..20 {
            for text in [one.text(seed), other.text(seed)].into_iter().flatten() {
                let tree = json.parse(&text).expect("it is in the language");
                assert!(one.holds(&text, &tree) && other.holds(&text, &tree), "{}", text.escape_ascii());
            }
        }
    }
    let both = instances(&json, "a and b", &patterns).text(3).expect("the input is one");
    assert!(has(b"null,")(&both) && has(b",0")(&both), "{}", both.escape_ascii());
}

#[test]
fn generalize_writes_a_file() {
    let folder = TempDir::new().expect("a folder can be made");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("a.json"), "[null,0]\n").expect("the folder can be written to");
    let generalize = |more: &[&str]| {
        let before = ["generalize", "--no-reduce", "--tries", "5", "a.json"];
        run_in(folder.path(), &[&before, more, &["--", "grep", "-q", "null,"]].concat())
    };
    let (status, pattern, said) = generalize(&["-p", "a.pattern"]);
    assert_eq!(status, Some(0), "{said}");
    let file = fs::read_to_string(path("a.pattern")).expect("it was written");
    assert!(file.contains("\nverified 5 of 5, ") && file.contains("\ntext \"[null,0]\\n\"\nhole "), "{file}");
    let json = bundled().find(|language| language.name == "json").expect("it is there");
    let saved = SavedPattern::read(&json, file.as_bytes()).expect("it was written");
    assert_eq!(shown(&json, &saved) + "\n", pattern);
    // It may be written again, but nothing else is overwritten.
    assert_eq!(generalize(&["-p", "a.pattern"]).0, Some(0));
    fs::write(path("other"), "of value").expect("the folder can be written to");
    let (status, _, said) = generalize(&["--pattern-file", "other"]);
    assert!(
        status == Some(2) && said.contains("other exists and is not a pattern file; add `--force` to overwrite it"),
        "{said}"
    );
    assert_eq!(fs::read_to_string(path("other")).expect("it is there"), "of value");
    assert_eq!(generalize(&["--pattern-file", "other", "--force"]).0, Some(0));
    assert_eq!(fs::read_to_string(path("other")).expect("it is there"), file);
    let (status, _, said) = generalize(&["-p", "./a.json", "--force"]);
    assert!(status == Some(2) && said.contains("is the input, which is never overwritten"), "{said}");
    assert_eq!(generalize(&["-p", "no/such/folder"]).0, Some(3));
}

#[test]
fn fuzz_and_parse_take_formulas() {
    let folder = TempDir::new().expect("a folder can be made");
    let path = |name: &str| folder.path().join(name);
    let file = include_str!("../patterns/names.bnf");
    fs::write(path("names.bnf"), file).expect("the folder can be written to");
    fs::write(path("a b.pattern"), variables()).expect("the folder can be written to");
    let language = names();
    let saved = SavedPattern::read(&language, variables().as_bytes()).expect("it is a pattern");
    let fuzz = |more: &[&str]| run_in(folder.path(), &[&["fuzz", "-g", "./names.bnf"], more].concat());
    let (status, texts, said) = fuzz(&["--pattern", "'a b.pattern'", "--seed", "3", "-n", "5", "-0"]);
    assert_eq!((status, &*said), (Some(0), ""));
    let texts: Vec<&str> = texts.split_terminator('\0').collect();
    assert_eq!(texts.len(), 5);
    assert!(texts.iter().all(|text| is_instance(&language, &saved, text.as_bytes())), "{texts:?}");
    assert_eq!(fuzz(&["--pattern", "'a b.pattern'", "--seed", "5"]).1, texts[2]);
    assert_eq!(fuzz(&["--pattern", "'a b.pattern'", "--seed", "7", "-o", "texts"]).0, Some(0));
    assert_eq!(fs::read_to_string(path("texts/7.names")).expect("it was written"), texts[4]);
    let (status, other, _) = fuzz(&["--pattern", "not 'a b.pattern'", "--seed", "3"]);
    assert!(status == Some(0) && !is_instance(&language, &saved, other.as_bytes()), "{other}");
    let (status, text, said) = fuzz(&["--pattern", "'a b.pattern' and not 'a b.pattern'", "--seed", "3"]);
    assert_eq!((status, &*text), (Some(1), ""));
    assert!(said.contains("seed 3: found no text for `'a b.pattern' and not 'a b.pattern'` in 1000 tries"), "{said}");

    fs::write(path("yes"), texts[0]).expect("the folder can be written to");
    fs::write(path("no"), &other).expect("the folder can be written to");
    fs::write(path("neither"), "let").expect("the folder can be written to");
    let parse =
        |input: &str, more: &[&str]| run_in(folder.path(), &[&["parse", "-g", "./names.bnf", input], more].concat());
    let (status, lines, said) = parse("yes", &["--pattern", "'a b.pattern'"]);
    assert_eq!((status, lines.lines().next(), &*said), (Some(0), Some("yes is an instance of `\"a b.pattern\"`"), ""));
    assert!(lines.lines().any(|line| line.starts_with("  <name:1> 4..")), "{lines}");
    assert_eq!(
        parse("no", &["--pattern", "'a b.pattern'"]),
        (Some(1), "no is not an instance of `\"a b.pattern\"`\n".to_owned(), String::new())
    );
    assert_eq!(parse("no", &["--pattern", "not 'a b.pattern'"]).0, Some(0));
    let (status, json, _) = parse("yes", &["--pattern", "'a b.pattern'", "--format", "json"]);
    assert!(
        status == Some(0)
            && json.starts_with("{\"input\":\"yes\",\"formula\":\"\\\"a b.pattern\\\"\",\"instance\":true,"),
        "{json}"
    );
    assert!(json.contains("\"holes\":[{\"hole\":\"<name:1>\",\"start\":4,\"end\":"), "{json}");
    let (status, _, said) = parse("neither", &["--pattern", "'a b.pattern'"]);
    assert!(status == Some(1) && said.contains("not in the language `names`"), "{said}");

    let (status, _, said) = run_in(folder.path(), &["parse", "-g", "json", "yes", "--pattern", "'a b.pattern'"]);
    assert_eq!(status, Some(2));
    assert!(
        said.starts_with("error: a b.pattern:2: a pattern of the grammar `names`, not of `json`\nhelp: "),
        "{said}"
    );
    let (status, _, said) = fuzz(&["--pattern", "a and"]);
    assert!(status == Some(2) && said.contains("at character 6 of the formula\nhelp: "), "{said}");
    assert_eq!(fuzz(&["--pattern", "nothing.pattern"]).0, Some(2));
    assert_eq!(fuzz(&["--pattern", "'a b.pattern'", "--mutate", "."]).0, Some(2));
    assert_eq!(fuzz(&["--pattern", "'a b.pattern'", "--record", "choices"]).0, Some(2));
    assert_eq!(parse("yes", &["--pattern", "'a b.pattern'", "--format", "svg"]).0, Some(2));
    fs::write(path("open.pattern"), variables().replace("verified 5 of 5, 95 %: 0.566 to 1.000", "unverified"))
        .expect("the folder can be written to");
    assert_eq!(parse("yes", &["--pattern", "open.pattern"]).2, "note: the pattern in open.pattern was not verified\n");
}
