//! Grammar files against their trees, wrong ones against their messages. `UPDATE_EXPECT=1` renews the goldens.

use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};

use expect_test::expect_file;
use grammarc_dsl::ast::{DirectiveKind, Entry};
use grammarc_dsl::diagnostic::{Color, Source, render};
use grammarc_dsl::print::print;
use grammarc_dsl::{parse, parse_all};

fn cases(directory: &str) -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(directory);
    let files = fs::read_dir(&directory).expect("the directory of test cases is there");
    let paths = files.map(|file| file.expect("a directory entry can be read").path());
    let mut grammars: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "bnf")).collect();
    grammars.sort();
    assert!(!grammars.is_empty(), "no cases in {}", directory.display());
    grammars
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("a test case is UTF-8")
}

#[test]
fn trees() {
    for path in cases("ok") {
        let file = parse(&text(&path)).unwrap_or_else(|error| panic!("{}: {error:?}", path.display()));
        expect_file![path.with_extension("ast")].assert_eq(&outline(&file));
    }
}

#[test]
fn what_is_printed_reads_back() {
    for path in cases("ok") {
        let file = parse(&text(&path)).expect("the case is correct");
        let printed = print(&file);
        let again = parse(&printed).unwrap_or_else(|error| panic!("{error:?} in\n{printed}"));
        assert_eq!(print(&again), printed);
        assert_eq!(without_spans(&again), without_spans(&file), "{printed}");
    }
}

#[test]
fn messages() {
    for path in cases("err") {
        let text = text(&path);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let message = match parse(&text) {
            Ok(file) => panic!("{name} is correct: {file:?}"),
            Err(diagnostic) => render(&[diagnostic], &[Source { path: &name, text: &text }], Color::Never),
        };
        expect_file![path.with_extension("stderr")].assert_eq(&message);
    }
}

/// Several mistakes are told at once.
#[test]
fn all_messages() {
    for path in cases("errs") {
        let text = text(&path);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let mistakes = parse_all(&text).expect_err("the case has mistakes");
        assert_eq!(mistakes.first(), parse(&text).as_ref().err(), "{name}");
        let messages = render(&mistakes, &[Source { path: &name, text: &text }], Color::Never);
        expect_file![path.with_extension("stderr")].assert_eq(&messages);
    }
}

/// A file with one mistake has no others: nothing is told because of it.
#[test]
fn one_mistake_causes_no_others() {
    // `yacc.bnf` has two: `%token NAME` and `%%`.
    for path in cases("err").into_iter().filter(|path| !path.ends_with("yacc.bnf")) {
        let text = format!("<first-of-all> ::= \"a\"\n{}\n<last-of-all> ::= \"b\"\n", text(&path));
        // Some mistakes are none behind another rule: the text there goes on with it.
        let Err(mistakes) = parse_all(&text) else { continue };
        let shown: Vec<String> = mistakes.iter().map(|it| format!("{it:?}")).collect();
        assert_eq!(mistakes.len(), 1, "{}: {shown:#?}", path.display());
    }
}

/// Code is kept byte for byte: its indentation, its ends of lines, its backquotes.
#[test]
fn code_is_kept_verbatim() {
    let codes = [
        "",
        "\n    fn f() {}\n\tlet x = 1;  \n",
        "\r\n#[doc = \"é \u{1F600}\"]\r\n",
        " let a = `b``c; # no comment \"no text ( ",
        "\n/// ```\n/// let x = 1;\n/// ```\nfn f() {}\n",
        "x`````y",
    ];
    for code in codes {
        let longest = code.split(|c| c != '`').map(str::len).max().unwrap_or(0);
        let fences = (longest + 1..9).filter(|&length| length >= 3 && (length != 6 || code.is_empty()));
        for fence in fences.map(|length| "`".repeat(length)).filter(|fence| !code.is_empty() || fence.len() == 3) {
            let text = format!("%rust {fence}{code}{fence}\n<a> ::= \"x\"\n");
            let file = parse(&text).unwrap_or_else(|error| panic!("{error:?} in {text}"));
            let Some(Entry::Directive(directive)) = file.entries.first() else { panic!("{file:?}") };
            assert_eq!(directive.kind, DirectiveKind::Rust(code.to_owned()), "{text}");
            assert_eq!(file.entries.len(), 2, "{text}");
        }
    }
}

/// The tree as text: what is absent is left out, and what fits on a line stands on one.
fn outline(tree: &impl Debug) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in format!("{tree:#?}").lines() {
        if [": None,", ": [],", ": false,"].iter().any(|absent| line.ends_with(absent)) {
            continue;
        }
        lines.push(line.to_owned());
        if line.trim_start().starts_with(['}', ']', ')']) {
            fold(&mut lines);
        }
    }
    lines.join("\n") + "\n"
}

/// Joins the last bracket with what it closes, if that fits.
fn fold(lines: &mut Vec<String>) {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let close = lines.len() - 1;
    let Some(open) = (0..close).rev().find(|&line| indent(&lines[line]) <= indent(&lines[close])) else { return };
    let inner: Vec<&str> = lines[open + 1..close].iter().map(|line| line.trim()).collect();
    let joined = format!("{} {} {}", lines[open], inner.join(" "), lines[close].trim());
    if joined.len() <= 120 {
        lines.truncate(open);
        lines.push(joined);
    }
}

/// The tree without the places, which differ between two ways to write it.
fn without_spans(tree: &impl Debug) -> String {
    let text = format!("{tree:#?}");
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("span: "));
    lines.collect::<Vec<_>>().join("\n")
}
