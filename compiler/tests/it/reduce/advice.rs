//! Command lines that do not work as typed: the line that helps is printed, and it works.

use super::stage::{Ended, Stage};

/// Returns the line that a message advises, after its first words.
fn line<'a>(end: &'a Ended, before: &str) -> &'a str {
    let place = end.stderr.find(before).unwrap_or_else(|| panic!("{before}: {end:?}"));
    let rest = &end.stderr[place + before.len()..];
    rest.trim_start().lines().next().unwrap_or_default().trim()
}

fn stage() -> Stage {
    let stage = Stage::new();
    stage.write("in.txt", "one\ntwo\nthree\n");
    stage.write("words.txt", "two\n");
    stage.script("test.sh", r#"grep -q two "$1""#);
    stage
}

#[test]
fn a_file_beside_the_input_needs_cwd_here() {
    for script in [r#"grep -q -f ./words.txt "$1""#, r#"grep -q -f words.txt "$1" 2>/dev/null"#] {
        let stage = stage();
        stage.script("test.sh", script);
        let end = stage.reduce(&["in.txt", "--", "./test.sh"]);
        assert!(end.status == 1 && !end.stderr.contains("--same"), "{end:?}");
        let line = line(
            &end,
            "the command needs words.txt, which a fresh directory does not have; to run it here, add `--cwd here`:",
        );
        assert_eq!(line, "grammarc reduce -g ./lines.bnf -j 1 in.txt --cwd here -- ./test.sh");
        let end = stage.type_line(line);
        assert_eq!((end.status, stage.read("in.reduced.txt").trim()), (0, "two"), "{end:?}");
    }
}

#[test]
fn a_crash_beside_the_files_needs_same_as_well() {
    let stage = stage();
    stage.script("test.sh", r#"grep -q -f words.txt "$1" && kill -SEGV $$; test -e words.txt"#);
    let end = stage.reduce(&["in.txt", "--", "./test.sh"]);
    let end = stage.type_line(line(&end, "add `--cwd here --same`:"));
    assert_eq!((end.status, stage.read("in.reduced.txt").trim()), (0, "two"), "{end:?}");
}

#[test]
fn a_file_that_is_missed_in_every_directory_brings_no_same() {
    let stage = stage();
    stage.script("test.sh", r#"echo "cannot open words.txt" >&2; test -s "$1" || exit 4; exit 3"#);
    let end = stage.reduce(&["in.txt", "--", "./test.sh"]);
    assert!(end.status == 1 && !end.stderr.contains("--same"), "{end:?}");
    // A message that names a file, but does not miss it, says nothing.
    stage.script("test.sh", r#"echo "words.txt: assertion failed" >&2; test -s "$1" || exit 4; exit 3"#);
    let end = stage.reduce(&["in.txt", "--", "./test.sh"]);
    assert!(end.status == 1 && end.stderr.contains("--same"), "{end:?}");
}

#[test]
fn the_command_goes_behind_dashes() {
    for (typed, meant) in [
        (&["in.txt", "./test.sh", "{}"][..], "grammarc reduce -g ./lines.bnf -j 1 in.txt -- ./test.sh {}"),
        (&["./test.sh", "in.txt"], "grammarc reduce -g ./lines.bnf -j 1 in.txt -- ./test.sh"),
    ] {
        let stage = stage();
        let end = stage.reduce(typed);
        let line = line(&end, "the command goes last, behind `--`:");
        assert_eq!((end.status, line), (2, meant), "{end:?}");
        assert_eq!(stage.type_line(line).status, 0);
    }
    let stage = stage();
    let end = stage.reduce(&["./test.sh", "--", "in.txt"]);
    assert_eq!(line(&end, "help:"), "grammarc reduce -g ./lines.bnf -j 1 in.txt -- ./test.sh", "{end:?}");
}

#[test]
fn a_script_that_cannot_be_started_is_made_to() {
    let stage = stage();
    stage.write("not.sh", "#!/bin/sh\ngrep -q two \"$1\"\n");
    let end = stage.reduce(&["in.txt", "--", "./not.sh"]);
    assert_eq!((end.status, line(&end, "help:")), (3, "chmod +x ./not.sh"), "{end:?}");
    assert_eq!(stage.type_line("chmod +x ./not.sh && grammarc reduce in.txt -- ./not.sh").status, 0);
    stage.write("bare.sh", "grep -q two \"$1\"\n");
    let end = stage.reduce(&["in.txt", "--force", "--", "./bare.sh"]);
    let line = line(&end, "help:");
    assert_eq!(
        (end.status, line),
        (3, "grammarc reduce -g ./lines.bnf -j 1 in.txt --force -- sh ./bare.sh"),
        "{end:?}"
    );
    assert_eq!(stage.type_line(line).status, 0);
}

#[test]
fn runs_that_are_cut_off_are_counted() {
    let stage = stage();
    stage.script("test.sh", r#"grep -q one "$1" || exec sleep 20; grep -q two "$1""#);
    let end = stage.reduce(&["in.txt", "--timeout", "200ms", "--budget", "20", "--", "./test.sh"]);
    let note = end.stderr.lines().find(|line| line.contains("cut off")).unwrap_or_else(|| panic!("{end:?}"));
    assert!(
        note.starts_with("note: ") && note.contains(" cut off after 200ms; ") && note.contains("`--timeout"),
        "{note}"
    );
    let end = stage.reduce(&["in.txt", "--force", "--", "grep", "-q", "two"]);
    assert!(end.status == 0 && !end.stderr.contains("cut off"), "{end:?}");
}
