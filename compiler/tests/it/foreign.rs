//! `grammarc import`, `--examples` of it and of `check`, and what other commands say of a grammar in another notation.

use std::fs;
use std::path::Path;

use expect_test::{Expect, expect};
use serde_json::Value;
use tempfile::TempDir;

use crate::common::run_in;

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().expect("a folder can be made");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder can be made");
        fs::write(path, text).expect("the folder can be written to");
    }
    folder
}

fn run(folder: &Path, line: &str) -> (Option<i32>, String, String) {
    run_in(folder, &line.split(' ').collect::<Vec<_>>())
}

/// Runs `grammarc` in a folder, and compares its status with everything that it prints, without seconds and speeds.
fn check(folder: &Path, line: &str, expected: &Expect) {
    let (status, output, messages) = run(folder, line);
    let status = status.map_or_else(|| "none".to_owned(), |status| status.to_string());
    let printed = format!("{output}{messages}status {status}\n");
    let timeless = |line: &str| match line.split_once(" besides white space;") {
        Some((before, _)) => format!("{before} besides white space\n"),
        None => format!("{line}\n"),
    };
    expected.assert_eq(&printed.lines().map(timeless).collect::<String>());
}

const PAIRS: &str = "; Pairs.\n; SPDX-License-Identifier: MIT\npairs = *( pair LF )\npair = 1*ALPHA \"=\" 1*DIGIT\n";
const LINES: &str =
    "Lines ::= Line*\nLine ::= Word (',' Word)* ';'\nWord ::= [a-z]+\nBlank ::= #x20+ /* ws: explicit */\n";

#[test]
fn a_grammar_file_stands_beside_its_source() {
    let folder = folder(&[("rfc/pairs.abnf", PAIRS)]);
    check(
        folder.path(),
        "import rfc/pairs.abnf",
        &expect![[r#"
        wrote rfc/pairs.bnf: 5 rules, 0 tokens, start <pairs>
        status 0
    "#]],
    );
    let first = fs::read_to_string(folder.path().join("rfc/pairs.bnf")).expect("it was written");
    assert!(first.starts_with("# Imported from pairs.abnf by grammarc.\n"), "{first}");
    assert!(first.contains("\n# SPDX-License-Identifier: MIT\n"), "{first}");
    // The same again changes nothing, but a file that differs is kept.
    assert_eq!(run(folder.path(), "import rfc/pairs.abnf").0, Some(0));
    fs::write(folder.path().join("rfc/pairs.bnf"), "# Mine.\n").expect("the folder can be written to");
    check(
        folder.path(),
        "import rfc/pairs.abnf",
        &expect![[r#"
        error: rfc/pairs.bnf exists and differs from this import
        help: `--force` overwrites it; `-o FILE` writes another file, for example for `diff rfc/pairs.bnf FILE`
        status 2
    "#]],
    );
    assert_eq!(run(folder.path(), "import --force rfc/pairs.abnf").0, Some(0));
    assert_eq!(fs::read_to_string(folder.path().join("rfc/pairs.bnf")).expect("it was written"), first);
    let (status, output, _) = run(folder.path(), "import rfc/pairs.abnf -o -");
    assert_eq!((status, output), (Some(0), first));
}

#[test]
fn an_import_ends_without_a_file_if_it_cannot_be() {
    let folder = folder(&[("some.txt", "Only words.\n"), ("wrong.abnf", "a = (\n"), ("own.bnf", "<a> ::= \"a\"\n")]);
    check(
        folder.path(),
        "import some.txt",
        &expect![[r#"
            error[I110]: the notation of this grammar is not known
             --> some.txt:1:1
              |
            1 | Only words.
              | ^ not like any of them
              |
              = help: name it: `--from` takes abnf, antlr, bnf, fuzzingbook, iso, lark, peg, pegen, pest, tree-sitter, w3c
            error: nothing was written, because the source has errors
            status 1
        "#]],
    );
    check(
        folder.path(),
        "import wrong.abnf",
        &expect![[r#"
        error[I100]: expected `)`
         --> wrong.abnf:2:1
          |
        2 |
          | ^ here
        error: nothing was written, because the source has errors
        status 1
    "#]],
    );
    check(
        folder.path(),
        "import own.bnf",
        &expect![[r#"
        error[I111]: this is a grammar file of grammarc already
         --> own.bnf:1:1
          |
        1 | <a> ::= "a"
          | ^^^^^^^^^^^ a rule of its notation
          |
          = help: use it as it is; `--from` imports it all the same
        error: nothing was written, because the source has errors
        status 1
    "#]],
    );
    check(
        folder.path(),
        "import none.abnf",
        &expect![[r#"
        error: none.abnf: No such file or directory
        status 2
    "#]],
    );
    assert!(!folder.path().join("wrong.bnf").exists());
    assert_eq!(run(folder.path(), "import wrong.abnf --json -o -").0, Some(1));
}

#[test]
fn of_many_warnings_of_a_kind_the_first_are_shown() {
    let rules: String =
        (0..13).map(|number| format!("{} / <words {number}>", if number > 0 { "" } else { "a = \"x\"" })).collect();
    let folder = folder(&[("many.abnf", &format!("{rules}\n"))]);
    let shown = |line: &str| run(folder.path(), line).2;
    let (few, all) = (shown("import many.abnf"), shown("import --all many.abnf"));
    assert_eq!((few.matches("warning[I102]").count(), all.matches("warning[I102]").count()), (10, 13), "{few}");
    assert!(few.contains("note: and 3 more of I102; `--all` shows them\n"), "{few}");
    let (status, output, messages) = run(folder.path(), "import many.abnf --json");
    let object: Value = serde_json::from_str(&output).expect("it is JSON");
    assert_eq!((status, &*messages), (Some(0), ""));
    assert_eq!(object["diagnostics"].as_array().map(Vec::len), Some(13));
    assert_eq!((&object["output"], &object["start"]), (&Value::from("many.bnf"), &Value::from("a")));
}

#[test]
fn examples_show_where_files_stop() {
    let mut files =
        vec![("pairs.abnf", PAIRS), ("texts/deep/good", "a=1\nb=22\n"), ("texts/empty", ""), ("texts/.hidden", "!")];
    files.extend([("texts/one", "a=x\n"), ("texts/two", "a=1\nbc=y\n"), ("texts/three", "a=1")]);
    let folder = folder(&files);
    fs::write(folder.path().join("texts/odd"), b"a=\xff\n").expect("the folder can be written to");
    check(
        folder.path(),
        "import pairs.abnf --examples texts",
        &expect![[r#"
        parsed 1 of 4 files; 0.0 % of their bytes are skipped, 0.0 % besides white space
            2  texts/one:1:3: expected [0-9]
            1  texts/three:1:4: expected "\n" or [0-9]
        left out, empty: 1 file, for example texts/empty
        left out, not UTF-8: 1 file, for example texts/odd
        wrote pairs.bnf: 5 rules, 0 tokens, start <pairs>
        status 0
    "#]],
    );
    check(
        folder.path(),
        "check pairs.bnf --examples texts/deep -j 1",
        &expect![[r#"
        parsed 1 of 1 file; 0.0 % of their bytes are skipped, 0.0 % besides white space
        status 0
    "#]],
    );
    let (status, output, _) = run(folder.path(), "check pairs.bnf --examples texts --json");
    let object: Value = serde_json::from_str(&output).expect("it is JSON");
    let examples = &object["examples"];
    assert_eq!((status, &examples["parsed"], &examples["files"]), (Some(1), &Value::from(1), &Value::from(4)));
    assert_eq!(examples["failures"][0]["files"][0]["column"], Value::from(3));
    assert_eq!(run(folder.path(), "check pairs.bnf --examples nowhere").0, Some(2));
    assert_eq!(run(folder.path(), "check pairs.bnf -j 2").0, Some(2));
}

#[test]
fn skipped_bytes_are_counted() {
    let grammar =
        "%start <s>\n%skip <ws>\n<s> ::= <a>+\n<a> ::= \"a\"\n%token <ws> ::= ([ \\n] | \"/*\" [^*]* \"*/\")*\n";
    let folder = folder(&[("s.bnf", grammar), ("t/a", "a /* b */ a\n"), ("u/a", "a /* much of it */")]);
    check(
        folder.path(),
        "check s.bnf --examples t",
        &expect![[r#"
        parsed 1 of 1 file; 83.3 % of their bytes are skipped, 41.7 % besides white space
        status 0
    "#]],
    );
    check(
        folder.path(),
        "check s.bnf --examples u",
        &expect![[r#"
        parsed 1 of 1 file; 94.4 % of their bytes are skipped, 66.7 % besides white space
        note: more than half of the text is skipped, so that it parses says little: look at `%skip`
        status 0
    "#]],
    );
}

#[test]
fn other_commands_name_import() {
    let folder = folder(&[("lines.ebnf", LINES), ("pairs.abnf", PAIRS), ("in", "a=1\n"), ("notes.json", "{}")]);
    for line in [
        "check lines.ebnf",
        "compile lines.ebnf",
        "parse -g lines.ebnf in",
        "fuzz -g ./lines.ebnf",
        "diagram lines.ebnf",
    ] {
        let message =
            "error: `lines.ebnf` is a grammar of W3C EBNF: `grammarc import lines.ebnf` makes a grammar file of it\n";
        let (status, _, messages) = run(folder.path(), line);
        assert_eq!((status, messages.replace("./", "")), (Some(2), message.to_owned()), "{line}");
    }
    let (status, output, messages) = run(folder.path(), "check --json pairs.abnf");
    assert!(status == Some(2) && output.starts_with('{') && messages.contains("a grammar of ABNF"), "{messages}");
    assert!(run(folder.path(), "check notes.json").2.contains("the grammar has errors"));
}

/// BNF without quotes has the ending of grammar files, and is told from a grammar file with a mistake.
#[test]
fn bnf_of_textbooks_is_imported_beside_its_source() {
    let numbers =
        "<number> ::= <sign> <digit> | <sign> <digit> . <digit> | NaN\n<sign> ::= + | - |\n<digit> ::= 0 | 1\n";
    let mistake = "<number> ::= [0-9+ | <sign>\n<sign> ::= \"+\" | \"-\n";
    let folder = folder(&[("number.bnf", numbers), ("mistake.bnf", mistake), ("in", "-1.0")]);
    let (_, _, said) = run(folder.path(), "check number.bnf");
    let advice = "help: if it is BNF without quotes, `grammarc import number.bnf` makes a grammar file of it";
    assert!(said.contains("`NaN` needs angle brackets or quotes") && said.contains(advice), "{said}");
    check(
        folder.path(),
        "import number.bnf",
        &expect![[r#"
        warning[I106]: the source does not say it: what stands without quotes is a text, and nothing may stand between texts
         --> number.bnf:1:46
          |
        1 | <number> ::= <sign> <digit> | <sign> <digit> . <digit> | NaN
          |                                              ^ guessed
          |
          = help: change `%token` and `%skip` in the grammar file if it is otherwise
        wrote number.imported.bnf: 3 rules, 0 tokens, start <number>; 1 other warning
        status 0
    "#]],
    );
    check(
        folder.path(),
        "parse -g number.imported.bnf in",
        &expect![[r#"
        number 0..4
          sign 0..1
            "-" 0..1 "-"
          digit 1..2
            "1" 1..2 "1"
          "." 2..3 "."
          digit 3..4
            "0" 3..4 "0"
        status 0
    "#]],
    );
    assert_eq!(fs::read_to_string(folder.path().join("number.bnf")).expect("it is kept"), numbers);
    check(
        folder.path(),
        "import mistake.bnf",
        &expect![[r#"
        error[I111]: this is a grammar file of grammarc already
         --> mistake.bnf:1:1
          |
        1 | <number> ::= [0-9+ | <sign>
          | ^^^^^^^^^^^^^^^^^^^^^^^^^^^ a rule of its notation
          |
          = help: use it as it is; `--from` imports it all the same
        error: nothing was written, because the source has errors
        status 1
    "#]],
    );
}
