//! Whole imports: how the notation is told, the head of the grammar file, and errors.

use grammarc_dsl::diagnostic::Complaint;
use grammarc_import::files::SourceFile;
use grammarc_import::format::{Guess, guess};
use grammarc_import::{ImportOptions, Imported, import};
use std::path::{Path, PathBuf};

fn file(path: &str, text: &str) -> SourceFile {
    SourceFile { path: path.to_owned(), text: text.to_owned() }
}

fn imported(files: &[(&str, &str)]) -> Imported {
    let files = files.iter().map(|(path, text)| file(path, text)).collect();
    import(files, &|_| None, &ImportOptions::default())
}

fn name(path: &str, text: &str) -> &'static str {
    match guess(path, text) {
        Guess::Foreign(notation) => notation.name,
        Guess::Own(_) => "own",
        Guess::Unknown => "unknown",
    }
}

fn codes(imported: &Imported) -> Vec<&'static str> {
    imported.problems.iter().filter_map(|problem| problem.problem.code()).collect()
}

#[test]
fn samples_are_told_by_name_and_by_text() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let inside = |folder: &Path| -> Vec<PathBuf> {
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
    };
    for folder in inside(&root) {
        let case = folder.file_name().unwrap().to_str().unwrap().to_owned();
        // It has what a grammar file with a mistake may have, too.
        if case == "bnf-extended" {
            continue;
        }
        let files = inside(&folder);
        let inputs = files.iter().filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with("input."));
        for path in inputs {
            let text = std::fs::read_to_string(path).unwrap();
            let by_name = name(path.to_str().unwrap(), &text);
            assert!(case.starts_with(&format!("{by_name}-")), "{case}: {by_name} by its name");
            // That sample shows all signs that are in use.
            if case != "iso-plain" {
                let by_text = name("grammar.txt", &text);
                assert!(case.starts_with(&format!("{by_text}-")), "{case}: {by_text} by its text");
            }
        }
    }
}

#[test]
fn texts_tell_notations_apart() {
    for (path, text, wanted) in [
        ("a.txt", "grammar Expr;\n", "antlr"),
        ("words.ebnf", "word ::= 'a'\n", "w3c"),
        ("words.ebnf", "word = 'a', 'b' ;\n", "iso"),
        ("grammar.json", r#"{"<start>": ["a"]}"#, "fuzzingbook"),
        ("a.json", r#"{"name": "x", "rules": {}}"#, "tree-sitter"),
        ("a.json", r#"{"name": "x"}"#, "unknown"),
        ("a.py", "print(1)\n", "unknown"),
        ("a.py", "grammar = 1\nG = {\n    \"<start>\": [\"a\"]\n}\n", "fuzzingbook"),
        ("a.peg", "a <- 'b'\n", "peg"),
        ("a.lark", "<a> ::= \"b\"\n", "own"),
        ("a.bnf", "# A list.\n%start <a>\n", "own"),
        ("a.txt", "", "unknown"),
        ("a.txt", "Nothing but words.\n", "unknown"),
    ] {
        assert_eq!(name(path, text), wanted, "{path}: {text}");
    }
}

#[test]
fn several_files_are_one_grammar() {
    let uri = "; Copyright (c) The Authors\nuri = scheme \":\" path\nscheme = 1*ALPHA\n";
    let path = "; MIT License\npath = *(\"/\" 1*ALPHA)\n";
    let imported = imported(&[("some/uri.abnf", uri), ("path.abnf", path)]);
    assert_eq!(codes(&imported), [""; 0]);
    expect_test::expect![[r##"
        # Imported from uri.abnf, path.abnf by grammarc.
        # Copyright (c) The Authors
        # MIT License
        %start <uri>

        ## Copyright (c) The Authors
        <uri> ::= <scheme> ":" <path>

        <scheme> ::= <ALPHA>+

        <ALPHA> ::= [A-Z]
          | [a-z]

        ## MIT License
        <path> ::= ("/" <ALPHA>+)*
    "##]]
    .assert_eq(&imported.text.unwrap());
}

#[test]
fn errors_leave_no_text() {
    let unknown = imported(&[("some.txt", "Only words.\n")]);
    assert_eq!(codes(&unknown), ["I110"]);
    assert!(unknown.has_failed() && unknown.problems[0].problem.help().unwrap().contains("abnf, "));
    let own = imported(&[("list.bnf", "# A list.\n<list> ::= \"a\"*\n")]);
    assert_eq!((codes(&own), own.problems[0].span.clone()), (vec!["I111"], 10..25));
    let broken = imported(&[("a.abnf", "a = (\n")]);
    assert!(broken.has_failed() && codes(&broken) == ["I100"], "{broken:?}");
}
