//! Small manners of the command line: one call of `grammarc` in, its output beside it.

use std::fs;
use std::path::Path;

use expect_test::{Expect, expect};
use tempfile::TempDir;

use crate::common::{binary, printed, run_in};

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().expect("a folder can be made");
    files.iter().for_each(|(name, text)| {
        fs::write(folder.path().join(name), text).expect("the folder can be written to");
    });
    folder
}

/// Runs `grammarc` in a folder, and compares its status with everything that it prints.
fn check(folder: &Path, line: &str, expected: &Expect) {
    let args: Vec<&str> = line.split(' ').collect();
    let (status, output, messages) = run_in(folder, &args);
    let status = status.map_or_else(|| "none".to_owned(), |status| status.to_string());
    expected.assert_eq(&format!("{output}{messages}status {status}\n"));
}

#[test]
fn grammars_are_a_table_of_eighty_columns() {
    let (status, table, _) = run_in(Path::new("."), &["grammars"]);
    assert_eq!(status, Some(0));
    table.lines().for_each(|line| assert!(line.chars().count() <= 80, "{line}"));
    let start = |name: &str| table.find(&format!("{name} ")).unwrap_or_else(|| panic!("{name}: {table}"));
    expect![[r#"
        ini          .ini .cfg .desktop    Configuration files of sections and keys, as
                     .service .socket      Windows, systemd, Git, desktop entries and
                     .timer .inf .mount    Python's configparser write them
        javascript   .js .mjs .cjs         ECMAScript 2024 (ECMA-262, 15th edition):
                                           scripts and modules in one grammar
        json         .json .ipynb          JSON as RFC 8259 has it
                     .geojson .topojson
                     .jsonld .webmanifest
                     .har .sarif .avsc
                     .gltf
        json-unique                        JSON as RFC 8259 has it, where no object has
                                           two members of one name: what the RFC
                                           recommends (section 4)
    "#]]
    .assert_eq(&table[start("ini")..start("lua")]);
}

#[test]
fn bundled_grammars_stand_wherever_a_grammar_does() {
    let folder = folder(&[
        ("list.bnf", "%import \"json.bnf\" as j\n%start <list>\n<list> ::= (<j.json> \";\")*\n"),
        ("csv", "<mine> ::= \"a\"\n"),
        ("in", "[1];2;"),
    ]);
    let run = |args: &[&str]| run_in(folder.path(), args);
    let (status, text, _) = run(&["grammars", "json"]);
    assert_eq!((status, &*text), (Some(0), grammarc::bundled::named("json").expect("it is bundled").text));
    for line in
        ["check json", "check --json json", "check --costs json", "compile json --module -o -", "diagram json -o -"]
    {
        let args: Vec<&str> = line.split(' ').collect();
        let (status, output, messages) = run(&args);
        assert!(status == Some(0) && output.contains("json") && messages.is_empty(), "{line}: {messages}");
    }
    assert_eq!(run(&["compile", "json"]).0, Some(0));
    // The folder that this made is no grammar, but a file is.
    assert!(run(&["check", "json"]).1.starts_with("json: "));
    assert!(run(&["check", "csv"]).1.starts_with("csv: 1 rule, "));
    let (status, tree, messages) = run(&["parse", "-g", "list.bnf", "in"]);
    assert!(status == Some(0) && tree.contains("array"), "{tree}{messages}");
    fs::write(folder.path().join("json.bnf"), "<json> ::= \"x\"\n").expect("the folder can be written to");
    assert_eq!(run(&["parse", "-g", "list.bnf", "in"]).0, Some(1));
    check(
        folder.path(),
        "grammars jsn",
        &expect![[r#"
            error: no bundled grammar `jsn`
            help: did you mean `json`?
            status 2
        "#]],
    );
    check(
        folder.path(),
        "grammars lines",
        &expect![[r#"
        error: `lines` is built in: it takes any text, and has no grammar
        status 1
    "#]],
    );
    check(
        folder.path(),
        "check jsn",
        &expect![[r#"
            error: jsn: No such file or directory
            help: did you mean the bundled grammar `json`?
            status 2
        "#]],
    );
}

#[test]
fn warnings_are_printed_in_full_by_check_and_compile_only() {
    let folder = folder(&[("odd.bnf", "<odd> ::= \"a\" | \"a\"\n"), ("a", "a")]);
    let run = |line: &str| run_in(folder.path(), &line.split(' ').collect::<Vec<_>>()).2;
    for line in ["check odd.bnf", "compile odd.bnf --module -o -"] {
        assert!(run(line).starts_with("warning[W103]"), "{line}");
    }
    let note = "note: 1 warning about odd.bnf: see `grammarc check odd.bnf`\n";
    for line in ["parse -g odd.bnf a", "fuzz -g odd.bnf --seed 1", "diagram odd.bnf -o -"] {
        assert_eq!(run(line), note, "{line}");
    }
    assert!(run("reduce -g odd.bnf a -- test -s").starts_with(note));
    assert_eq!(run("reduce -g odd.bnf a -q --force -- test -s"), "");
}

#[test]
fn words_in_front_of_messages_are_coloured_where_colours_are_wanted() {
    let messages = |args: &[&str]| printed(binary().env_remove("NO_COLOR").args(args)).2;
    let error = messages(&["fuzz", "--color", "always"]);
    assert!(error.starts_with("\u{1b}[1m\u{1b}[91merror:\u{1b}[0m missing grammar"), "{error}");
    assert!(messages(&["fuzz"]).starts_with("error: missing grammar"));
    let error = messages(&["grammars", "jsn", "--color=always"]);
    assert!(error.contains("\n\u{1b}[1m\u{1b}[96mhelp:\u{1b}[0m did you mean"), "{error}");
}

#[test]
fn completions_know_grammars_and_strategies() {
    let lines = |shell: &str, parts: &[&str]| {
        let (status, script, _) = run_in(Path::new("."), &["completions", shell]);
        assert_eq!(status, Some(0));
        let mut lines: Vec<&str> =
            script.lines().map(str::trim).filter(|line| parts.iter().all(|part| line.contains(part))).collect();
        lines.dedup();
        lines.join("\n") + "\n"
    };
    expect![[r#"
        COMPREPLY=($(compgen -W "assign c cpp csv expr html http imp ini javascript json json-unique lua png python sexpr sql tlv toml uri xml yaml island lines tokens bytes" -- "${cur}"; compgen -f -- "${cur}"))
    "#]].assert_eq(&lines("bash", &["compgen", "json-unique"]));
    expect![[r#"
        COMPREPLY=($(compgen -W "auto ddmin hoist blanks definitions letters choices numbers join reorder wrap rescue inline merge unwrap names headers comments lines tokens bytes ddrmin probdd cdd wdd binary hdd hdd* hddr hdd-coarse gtr grabr grabr-all generate perses vulcan canonical book:ddmin book:grabr book:grabr-depth post:ddmin post:ddrmin post:perses" -- "${cur}"))
    "#]].assert_eq(&lines("bash", &["compgen", "ddmin"]));
    assert!(lines("zsh", &["'-g+"]).lines().all(|line| line.contains(":GRAMMAR:_grammarc_grammars'")));
    expect![[r#"
        _alternative 'grammars:grammar:(assign c cpp csv expr html http imp ini javascript json json-unique lua png python sexpr sql tlv toml uri xml yaml island lines tokens bytes)' 'files:file:_files'
    "#]].assert_eq(&lines("zsh", &["_alternative"]));
    let fish = lines("fish", &["__fish_grammarc_using_subcommand fuzz", " -s g "]);
    assert!(fish.contains(" -r -F -a \"assign"), "{fish}");
}

#[test]
fn strategies_of_papers_are_listed_below_the_others() {
    let (_, listed, _) = run_in(Path::new("."), &["strategies"]);
    let name = |line: &str| line.split_whitespace().next().unwrap_or_default().to_owned();
    let names = |lines: &str| lines.lines().map(name).collect::<Vec<_>>().join(" ");
    let (ours, rest) = listed.split_once("\n\n").expect("there are several groups");
    let group = |group: &str| group.split_once(":\n").map(|(title, lines)| format!("{title}: {}\n", names(lines)));
    let groups: String = rest.split("\n\n").filter(|lines| !lines.starts_with("Stages")).filter_map(group).collect();
    expect![[r#"
        auto ddmin hoist blanks definitions letters choices numbers join reorder wrap rescue inline merge unwrap names headers comments lines tokens bytes
        Strategies of papers: ddrmin probdd cdd wdd binary hdd hdd* hddr hdd-coarse gtr grabr grabr-all generate perses vulcan canonical
        Algorithms exactly as they were published: book:ddmin book:grabr book:grabr-depth post:ddmin post:ddrmin post:perses
    "#]].assert_eq(&format!("{}\n{groups}", names(ours)));
}

#[test]
fn stages_on_the_live_line_are_listed() {
    let (_, strategies, _) = run_in(Path::new("."), &["strategies"]);
    let stages = strategies.lines().skip_while(|line| !line.starts_with("Stages of `auto`")).skip(1);
    let stages: Vec<&str> = stages.map(|line| line[2..24].trim()).collect();
    expect![[r#"
        headers
        roots
        blocks
        comments
        blanks
        definitions
        letters
        large choices
        large nodes
        nodes
        values
        inline
        merge
        unwrap
        choices
        replacements
        wrap
        rescue
        outside the language
        lines
        tokens
        names
        bytes
        meaning again
        alternatives again"#]]
    .assert_eq(&stages.join("\n"));
}

#[test]
fn an_error_inside_a_token_points_at_the_byte() {
    let grammar = r#"<s> ::= <n> ("," <n>)* %token <n> ::= "\"" [a-z]* "\"" | "0x" [0-9a-f]{2} | [é] "t" [é] "!""#;
    let many = (b'a'..=b'q').map(|letter| format!("\"{}\" <t>", letter as char)).collect::<Vec<_>>().join(" | ");
    let many = format!("<s> ::= {many} <t> ::= \"x\" <t> | \"y\"\n");
    let ahead = r#"<s> ::= "a" <dot> "b" %token <dot> ::= "." !"b""#;
    let folder = folder(&[("g.bnf", grammar), ("many.bnf", &many), ("ahead.bnf", ahead)]);
    for (language, input, expected) in [
        (
            "g.bnf",
            &b"\"a\",\"b"[..],
            expect![[r#"
            error: not in the language `g` (from ./g.bnf)
             --> in:1:7
              |
            1 | "a","b
              |       ^ in <n> that begins at 1:5: expected one of "a-z, found the end of input
            status 1
        "#]],
        ),
        (
            "g.bnf",
            b"\"a\",\"b\n",
            expect![[r#"
            error: not in the language `g` (from ./g.bnf)
             --> in:1:7
              |
            1 | "a","b
              |       ^ in <n> that begins at 1:5: expected one of "a-z, found a line break
            status 1
        "#]],
        ),
        (
            "g.bnf",
            b"\"a\"\n",
            expect![[r#"
            error: not in the language `g` (from ./g.bnf)
             --> in:1:4
              |
            1 | "a"
              |    ^ expected "," or end of input, found a line break
            status 1
        "#]],
        ),
        (
            "g.bnf",
            b"\"a\",0x1g",
            expect![[r#"
            error: not in the language `g` (from ./g.bnf)
             --> in:1:8
              |
            1 | "a",0x1g
              |        ^ in <n>: expected one of 0-9a-f
            status 1
        "#]],
        ),
        (
            "g.bnf",
            "étè!".as_bytes(),
            expect![[r#"
            error: not in the language `g` (from ./g.bnf)
             --> in:1:3
              |
            1 | étè!
              |   ^ in <n>: expected more of it
            status 1
        "#]],
        ),
        (
            "ahead.bnf",
            b"a.b",
            expect![[r#"
            error: not in the language `ahead` (from ./ahead.bnf)
             --> in:1:2
              |
            1 | a.b
              |  ^ expected <dot>
            status 1
        "#]],
        ),
        (
            "g.bnf",
            b"\xef\xbb\xbf\"a\"",
            expect![[r#"
            error: not in the language `g` (from ./g.bnf)
             --> in:1:1
              |
            1 | ﻿"a"
              | ^ expected <n>, found a byte order mark
            status 1
        "#]],
        ),
        (
            "g.bnf",
            b"\"a\xffb\"",
            expect![[r#"
            error: not in the language `g` (from ./g.bnf)
             --> in:1:3
              |
            1 | "a�b"
              |   ^ in <n> that begins at 1:1: expected one of "a-z, found the byte FF, which is not UTF-8
            status 1
        "#]],
        ),
        (
            "g.bnf",
            b"x",
            expect![[r#"
            error: not in the language `g` (from ./g.bnf)
             --> in:1:1
              |
            1 | x
              | ^ expected <n>
            status 1
        "#]],
        ),
        (
            "json",
            b"[1, \"a\\q\"]",
            expect![[r#"
            error: not in the language `json` (bundled)
             --> in:1:8
              |
            1 | [1, "a\q"]
              |        ^ in <string>: expected one of "/\bfnrtu
            status 1
        "#]],
        ),
        (
            "many.bnf",
            b"x",
            expect![[r#"
            error: not in the language `many` (from ./many.bnf)
             --> in:1:1
              |
            1 | x
              | ^ expected "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l" … and 5 more
            status 1
        "#]],
        ),
    ] {
        fs::write(folder.path().join("in"), input).expect("the folder can be written to");
        let language = if language == "json" { language } else { &format!("./{language}") };
        check(folder.path(), &format!("parse -g {language} in"), &expected);
    }
}
