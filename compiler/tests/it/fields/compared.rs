//! Computed fields that are compared after the parse, and the samples of the bundled grammars that have any.

use std::fs;
use std::path::{Path, PathBuf};

use grammarc_runtime::choices::Choices;
use grammarc_runtime::fields::{fill, lies};
use grammarc_runtime::fuzz::fuzz;
use grammarc_runtime::hooks::violations;
use grammarc_runtime::parse::{EngineChoice, Outcome};

use super::language;

use crate::common::{binary, folder_of, root};

/// The messages about an input.
fn said(grammar: &str, input: &[u8]) -> Vec<String> {
    let language = language(grammar);
    let tree = language.parse(input).unwrap_or_else(|error| panic!("{}: {error}", input.escape_ascii()));
    lies(language.meaning(), input, &tree).iter().map(|lie| lie.message(&language.grammar)).collect()
}

#[test]
fn checksums_sizes_and_places() {
    let grammar =
        r#"<s> ::= a:<u8> := sum8(x, a) x:[a-z]* b:<dec> := size(x) * 2 + value(a) - a "@" c:<dec> := offset(b) / 1"#;
    assert_eq!(said(grammar, b"\xc3ab4@3"), Vec::<String>::new());
    assert_eq!(
        said(grammar, b"\xc4ab5@03"),
        ["`a` is 196 here, but `sum8(x, a)` is 195", "`b` is 5 here, but `size(x) * 2 + value(a) - a` is 4"]
    );
    // A field of fixed width counts as zero bytes in its own checksum, and as it is in that of another.
    let grammar = r#"<s> ::= h:(<u16be> := sum8(h) [a-z]+) <dec> := sum8(h)"#;
    assert_eq!(said(grammar, b"\x00\xc3ab134"), Vec::<String>::new());
    assert_eq!(
        said(grammar, b"\x00\xc2ab134"),
        ["`<u16be>` is 194 here, but `sum8(h)` is 195", "`<dec>` is 134 here, but `sum8(h)` is 133"]
    );
    let grammar = r#"<s> ::= v:.* ";" <u32le> := crc32(v)"#;
    assert_eq!(said(grammar, b"123456789;\x26\x39\xf4\xcb"), Vec::<String>::new());
    assert_eq!(said(grammar, b"123456788;\x26\x39\xf4\xcb").len(), 1);
}

#[test]
fn parentheses_around_what_is_counted_do_not_count() {
    for counted in ["v:[ab]*", "v:([ab]*)", "v:(([ab]*))", "v:(<a>*)"] {
        let after = format!("<s> ::= {counted} \"=\" <dec> := count(v) + size(v) <a> ::= [ab]");
        for input in [&b"aba=6"[..], b"=0"] {
            assert_eq!(said(&after, input), Vec::<String>::new(), "{after}");
        }
        assert_eq!(said(&after, b"aba=4"), ["`<dec>` is 4 here, but `count(v) + size(v)` is 6"], "{after}");
        let before = format!("<s> ::= <dec> := count(v) \":\" {counted} \".\" <a> ::= [ab]");
        assert_eq!(said(&before, b"3:aba."), Vec::<String>::new());
        assert!(language(&before).parse(b"2:aba.").is_err(), "{before}");
    }
}

#[test]
fn numbers_are_shown_as_their_field_writes_them() {
    let lies = |field: &str, input: &[u8]| said(&format!("<s> ::= v:[a-z]* <{field}> := crc32(v)"), input).concat();
    assert_eq!(lies("dec", b"ab0"), "`<dec>` is 0 here, but `crc32(v)` is 2659403885");
    assert_eq!(lies("hex", b"xy0"), "`<hex>` is 0x0 here, but `crc32(v)` is 0x8fe62899");
    assert_eq!(lies("u32be", b"ab\0\0\0\0"), "`<u32be>` is 0x00000000 here, but `crc32(v)` is 0x9e83486d");
}

#[test]
fn what_cannot_be_computed_is_a_lie() {
    let grammar = r#"<s> ::= a:<dec> "/" b:<dec> "=" <dec> := a / b"#;
    assert_eq!(said(grammar, b"7/2=3"), Vec::<String>::new());
    assert_eq!(said(grammar, b"7/0=3"), ["`<dec>` is 3 here, but `a / b` is not computable"]);
    let wide = [&b"7/"[..], &[b'1'; 60], b"=0"].concat();
    assert_eq!(said(grammar, &wide), ["`<dec>` is 0 here, but `a / b` is not computable"]);
}

#[test]
fn a_label_means_the_nearest() {
    let grammar = r#"<s> ::= (x:[a-z]* ";" n:<dec> := size(x) ("," <dec> := size(x) + size(all))?)* all:"!"*"#;
    assert_eq!(said(grammar, b"ab;2a;1,3!!"), Vec::<String>::new());
    assert_eq!(said(grammar, b"ab;2a;2,3;0!!"), ["`n` is 2 here, but `size(x)` is 1"]);
    let grammar = r#"<s> ::= v:<e>* "=" <dec> := count(v) <e> ::= "(" v:<e>* <dec> := count(v) ")""#;
    assert_eq!(said(grammar, b"((0)(0)2)(0)=2"), Vec::<String>::new());
    assert_eq!(
        said(grammar, b"((1)(0)3)(0)=4"),
        [
            "`<dec>` is 1 here, but `count(v)` is 0",
            "`<dec>` is 3 here, but `count(v)` is 2",
            "`<dec>` is 4 here, but `count(v)` is 2"
        ]
    );
    // What drives something that is not there after all must be 0.
    let grammar = r#"<s> ::= n:<u8> := size(v) ("," v:[a-z]* | ".")"#;
    assert_eq!(said(grammar, b"\x02,ab"), Vec::<String>::new());
    assert_eq!(said(grammar, b"\x00."), Vec::<String>::new());
    assert_eq!(said(grammar, b"\x02."), ["`n` is 2 here, but `size(v)` is 0"]);
}

#[test]
fn fields_that_drive_are_not_believed_a_second_time() {
    let language =
        language(r#"<s> ::= n:<u8> := size(v) v:[a-z]* "." m:<u8> := count(w) w:<e>* ";" h:<u8> <e>{h} <e> ::= [a-z]"#);
    let said = |input: &[u8]| match language.parsing().judge(input) {
        Outcome::Valid(_) => Ok(Vec::new()),
        Outcome::Invalid(_, lies) => Ok(lies.iter().map(|lie| lie.message(&language.grammar)).collect()),
        Outcome::NoParse(error) => Err(error.offset),
    };
    assert_eq!(said(b"\x02ab.\x01c;\x01d"), Ok(Vec::new()));
    let both = ["`n` is 3 here, but `size(v)` is 2", "`m` is 0 here, but `count(w)` is 1"];
    assert_eq!(said(b"\x03ab.\x00c;\x01d"), Ok(both.map(str::to_owned).to_vec()));
    assert_eq!(said(b"\x02ab.\x01c,\x01d"), Err(6));
    let counted = "`h` requires 2 repetitions here, but there is 1";
    assert_eq!(said(b"\x02ab.\x01c;\x02d"), Ok(vec![counted.to_owned()]));
}

#[test]
fn what_is_right_is_not_filled() {
    // Not believing `x := text(o)`, the stray end would be that of the element.
    let language = language(
        "<s> ::= <e>*  <e> ::= '<' o:<n> '>' <e>* '/' (<n> := text(o)) | '<' <n> '>' | '/' <n>  %token <n> ::= [a-z]",
    );
    for text in [b"<a>/b".as_slice(), b"<a><b>/a/b"] {
        assert!(language.parse(text).is_ok());
        assert_eq!(fill(&language, text.to_vec()), text, "{}", text.escape_ascii());
    }
}

#[test]
fn what_is_generated_can_be_filled() {
    let root = root().join("grammars");
    for name in ["tlv", "png"] {
        let loaded =
            grammarc::load(&root.join(format!("{name}/{name}.bnf"))).unwrap_or_else(|report| panic!("{report}"));
        let language = loaded.format();
        for seed in 0..60 {
            let text = fill(&language, fuzz(&language, &mut Choices::fresh(seed), 8).unwrap());
            let outcome = language.parsing().judge(&text);
            assert!(matches!(outcome, Outcome::Valid(_)), "{name} {seed}: {}\n{outcome:?}", text.escape_ascii());
        }
    }
}

fn samples(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn samples_are_valid_or_parse_and_are_not() {
    let root = root().join("grammars");
    let mut invalid = 0;
    for folder in samples(&root).into_iter().filter(|folder| folder.is_dir()) {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let loaded = grammarc::load(&folder.join(format!("{name}.bnf"))).unwrap_or_else(|report| panic!("{report}"));
        let language = loaded.format();
        if language.grammar.fields.is_empty() && language.grammar.hooks.is_empty() {
            continue;
        }
        for kind in ["accept", "invalid"] {
            for path in samples(&folder.join(kind)) {
                let text = fs::read(&path).unwrap();
                let tree = language.parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                let chart = language.parsing().by(EngineChoice::Earley).run(&text);
                assert!(chart.is_ok_and(|chart| chart == tree), "{}", path.display());
                let wrong = violations(language.meaning(), &text, &tree);
                assert_eq!(wrong.is_empty(), kind == "accept", "{}: {wrong:?}", path.display());
                invalid += usize::from(!wrong.is_empty());
            }
        }
        for path in samples(&folder.join("reject")) {
            assert!(language.parse(&fs::read(&path).unwrap()).is_err(), "{}", path.display());
        }
    }
    assert!(invalid >= 15, "{invalid}");
}

#[test]
fn the_command_shows_the_lies() {
    let sample = |path: &str| folder_of(path);
    for (path, status, message) in [
        ("tlv/accept/every-kind.tlv", 0, ""),
        ("tlv/invalid/checksum.tlv", 1, "`<u32be>` is 0x00000000 here, but `crc32(n, body)` is 0x"),
        ("tlv/reject/number-too-large.tlv", 1, "`n` is 65535 here, but `count(recs)` is 1"),
        ("png/reject/header-length.png", 1, "`length` is 14 here, but `size(data)` is 13"),
        ("png/reject/no-end.png", 1, "not in the language"),
    ] {
        let output = binary().arg("parse").arg(sample(path)).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{path}: {stderr}");
        assert!(stderr.contains(message), "{path}: {stderr}");
    }
}

#[test]
fn a_count_holds_in_each_iteration_around_it() {
    let language = language(
        r#"<s> ::= w:<dec> "x" h:<dec> ":" ("<" [a-z]{w} ">"){h} ((";" [A-Z]{w})* | "." ("!" [0-9]{w - 1})?)"#,
    );
    let said = |input: &str| match language.parsing().judge(input.as_bytes()) {
        Outcome::Valid(_) => "right".to_owned(),
        Outcome::Invalid(_, lies) => {
            lies.iter().map(|lie| lie.message(&language.grammar)).collect::<Vec<_>>().join(", ")
        }
        Outcome::NoParse(error) => format!("no text of it, at {}", error.offset),
    };
    for (input, expected) in [
        ("2x3:<ab><cd><ef>", "right"),
        ("2x0:", "right"),
        ("0x2:<><>", "right"),
        ("2x1:<ab>;AB;CD", "right"),
        ("2x1:<ab>.", "right"),
        ("2x1:<ab>.!1", "right"),
        ("2x2:<ab><c>", "`w` requires 2 repetitions here, but there is 1"),
        ("2x2:<><cd>", "`w` requires 2 repetitions here, but there are 0"),
        ("1x2:<ab><cd>", "`w` requires 1 repetition here, but there are 2"),
        ("2x1:<ab>;AB;C", "`w` requires 2 repetitions here, but there is 1"),
        ("2x1:<ab>;", "`w` requires 2 repetitions here, but there are 0"),
        ("2x1:<ab>.!", "`w` requires 1 repetition here, but there are 0"),
        ("2x2:<ab>", "`h` requires 2 repetitions here, but there is 1"),
    ] {
        assert_eq!(said(input), expected, "{input}");
    }
    for (input, mended) in [("1x2:<ab><cd>", "2x2:<ab><cd>"), ("2x3:<><><>", "0x3:<><><>"), ("9x9:<ab>", "2x1:<ab>")] {
        assert_eq!(fill(&language, input.as_bytes().to_vec()), mended.as_bytes(), "{input}");
    }
}
