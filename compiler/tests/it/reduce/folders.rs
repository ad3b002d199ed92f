//! Folders, several files, and streams as inputs: what a candidate holds, what is left, and that a kill loses nothing.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use super::stage::{self, Ended, Stage};

/// A folder `project` of five files, of which `check.sh` wants one line of `main.c` and `lib/used.h`.
fn project() -> Stage {
    let stage = Stage::new();
    let folder = Path::new(&stage.directory()).join("project");
    for name in ["lib/deep", "empty", ".git"] {
        fs::create_dir_all(folder.join(name)).unwrap();
    }
    let write = |name: &str, text: &[u8]| fs::write(folder.join(name), text).unwrap();
    write("main.c", b"#include \"lib/used.h\"\nint a;\nint bug(void) { return 1; }\nint b;\n");
    write("lib/used.h", b"int used;\nint other;\n");
    write("lib/deep/data.json", b"{\"a\": [1, 2, 3]}");
    write("lib/binary", &[0, 159, 146, 150, 10, 0]);
    write("run me", b"#!/bin/sh\n");
    write(".git/HEAD", b"x");
    fs::set_permissions(folder.join("run me"), fs::Permissions::from_mode(0o755)).unwrap();
    symlink("main.c", folder.join("link")).unwrap();
    stage.script("check.sh", r#"echo x >> "$COUNT"; grep -q bug main.c && grep -q used lib/used.h && test ! -e .git"#);
    stage
}

fn last(end: &Ended) -> &str {
    end.stderr.lines().last().unwrap_or_default()
}

#[test]
fn a_folder_becomes_a_folder_with_the_files_that_matter() {
    let stage = project();
    let end = stage.reduce_plainly(&["project", "--", "./check.sh"]);
    assert_eq!(end.status, 0, "{end:?}");
    assert!(end.stderr.starts_with("folder: 5 files, 117 bytes; grammars: c (2), island (2), json (1)\n"), "{end:?}");
    assert!(end.stderr.contains("note: left out project/.git: a git repository; `--git` takes it in"), "{end:?}");
    assert!(last(&end).starts_with("5 → 2 files, 117 → 7 bytes"), "{end:?}");
    assert_eq!(stage.files_in("project.reduced"), ["lib", "main.c"]);
    assert_eq!(
        (stage.read("project.reduced/main.c"), stage.read("project.reduced/lib/used.h")),
        ("bug".into(), "used".into())
    );
    assert_eq!(stage.files_in("project"), [".git", "empty", "lib", "link", "main.c", "run me"], "the input stays");
    let runs = stage.runs();
    let end = stage.reduce_plainly(&["project", "--", "./check.sh"]);
    assert!(end.status == 0 && stage.runs() - runs <= 5, "all verdicts are known: {end:?}");
}

#[test]
fn the_files_of_a_folder_are_formatted_each_by_its_language() {
    let stage = project();
    let list = format!("[{}]", ["[1, 2, 3]"; 20].join(","));
    fs::write(Path::new(&stage.directory()).join("project/lib/deep/data.json"), list).unwrap();
    // Only the layout of `data.json` is free.
    stage.script(
        "check.sh",
        "test $(grep -c bug main.c) = 1 && tr -d ' \n' < lib/deep/data.json | grep -qF '[1,2,3],[1,2,3],[1,2,3]'",
    );
    let arguments = ["project", "--strategy", "bytes", "--budget", "0", "--", "./check.sh"];
    let end = stage.reduce_plainly(&arguments);
    assert_eq!(end.status, 0, "{end:?}");
    assert!(end.stderr.contains(": project.reduced.pretty ("), "{end:?}");
    assert_eq!(stage.files_in("project.reduced.pretty"), ["empty", "lib", "link", "main.c", "run me"]);
    assert!(stage.read("project.reduced.pretty/lib/deep/data.json").lines().count() > 5);
    assert_eq!(stage.read("project.reduced.pretty/main.c"), stage.read("project/main.c"));
    let end = stage.reduce_plainly(&arguments);
    assert!(end.status == 0 && end.stderr.contains("formatted by"), "the copy is replaced: {end:?}");
}

#[test]
fn a_candidate_is_a_whole_copy() {
    let stage = project();
    stage.script(
        "check.sh",
        r#"test -x "run me" && test -e main.c && test ! -x main.c && test -L link && test -d empty && test -d .git && test "$PWD" = "$1" &&
        test "${PWD##*/}" = project && test "$(wc -c < lib/binary)" -eq 6 && ! read -r line"#,
    );
    let end = stage.reduce_plainly(&["project", "--git", "-j", "3", "--", "./check.sh", "{}"]);
    assert_eq!(end.status, 0, "{end:?}");
    assert_eq!(stage.files_in("project.reduced"), [".git", "empty", "lib", "link", "main.c", "run me"]);
    assert_eq!(stage.files_in("project.reduced/lib"), ["binary"]);
    let mode = |name: &str| {
        let path = Path::new(&stage.directory()).join("project.reduced").join(name);
        path.metadata().unwrap().permissions().mode() & 0o100
    };
    assert_eq!((mode("run me"), mode("main.c")), (0o100, 0));
}

#[test]
fn the_result_of_a_folder_does_not_depend_on_jobs() {
    let results = ["1", "2", "8"].map(|jobs| {
        let stage = project();
        let end = stage.reduce_plainly(&["project", "-j", jobs, "--json", "--", "./check.sh"]);
        let counts = end.stdout.split("\"runs\"").next().unwrap().to_owned();
        (stage.read("project.reduced/main.c"), counts)
    });
    assert!(results[0] == results[1] && results[0] == results[2], "{results:?}");
}

#[test]
fn several_files_are_reduced_together() {
    let stage = project();
    let end =
        stage.reduce_plainly(&["project/main.c", "project/lib/used.h", "--", "grep", "-q", "bug", "project/main.c"]);
    assert_eq!((end.status, stage.read("main.reduced/project/main.c").as_str()), (0, "bug"), "{end:?}");
    assert!(last(&end).starts_with("2 → 1 files, "), "{end:?}");
    let end = stage.reduce_plainly(&["project/main.c", "project/main.c", "--", "true"]);
    assert!(end.status == 3 && end.stderr.contains("given twice"), "{end:?}");
}

#[test]
fn other_ways_to_call_are_answered_with_the_line_to_type() {
    let stage = project();
    for (typed, said) in [
        (
            &["./check.sh", "project"][..],
            "help: the command goes last, behind `--`: grammarc reduce project -- ./check.sh",
        ),
        (
            &["project", "--", "grep", "-q", "bug", "project/main.c"],
            "For the candidate's copy write: -- grep -q bug {}/main.c",
        ),
        (&["project", "-o", "project/small", "--", "true"], "the result would be in the folder that is reduced"),
        (&["project", "-o", "-", "--", "true"], "name one with `-o DIR`"),
        (&["project", "--stdin", "--", "true"], "`--stdin` is for a single file"),
        (&["project", "--start", "x", "--", "true"], "`--start` is for a single file"),
        (&["project", "-", "--", "true"], "standard input cannot be combined"),
        (&["project", "nothing", "--", "true"], "nothing: No such file"),
    ] {
        let end = stage.reduce_plainly(typed);
        assert!(end.status >= 2 && end.stderr.contains(said), "{typed:?}: {end:?}");
    }
    assert_eq!(stage.type_line("cd project && grammarc reduce . -- sh -c 'test -e main.c'").status, 0);
    assert_eq!(stage.files_in("project.reduced"), ["main.c"]);
    let end = stage.type_line("grammarc generalize project -- true");
    assert!(end.status == 2 && end.stderr.contains("only `reduce` takes a folder"), "{end:?}");
}

#[test]
fn a_stream_is_an_input() {
    let stage = project();
    let end = stage.type_line("grep . project/main.c | grammarc reduce - -- grep -q bug");
    assert_eq!((end.status, stage.read("input.reduced").as_str()), (0, "bug"), "{end:?}");
    let end = stage.type_line("mkfifo pipe; cat project/main.c > pipe & grammarc reduce pipe -o - -- grep -q bug");
    assert_eq!((end.status, end.stdout.as_str()), (0, "bug"), "{end:?}");
}

#[test]
fn a_killed_run_leaves_a_whole_folder_and_goes_on() {
    let stage = project();
    stage.script("slow.sh", r#"echo x >> "$COUNT"; grep -q bug main.c && grep -q used lib/used.h && sleep 0.1"#);
    let arguments = ["project", "-j", "2", "--", "./slow.sh"];
    let mut child = stage.start(&arguments);
    stage::wait_until(|| stage.files().contains(&"project.reduced".to_owned()) && stage.runs() > 12);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(stage.read("project.reduced/main.c").contains("bug"));
    assert!(stage.read("project.reduced/lib/used.h").contains("used"));
    let end = stage.reduce(&arguments);
    assert!(end.status == 0 && end.stderr.contains("resuming an earlier run"), "{end:?}");
    assert_eq!(stage.read("project.reduced/main.c"), "bug");
    assert!(!stage.files().iter().any(|name| name.contains(".tmp")), "{:?}", stage.files());
}

#[test]
fn a_folder_that_is_not_ours_is_not_overwritten() {
    let stage = project();
    fs::create_dir(Path::new(&stage.directory()).join("project.reduced")).unwrap();
    stage.write("project.reduced/mine", "precious");
    let end = stage.reduce_plainly(&["project", "--", "./check.sh"]);
    assert!(end.status == 2 && end.stderr.contains("no journal shows that grammarc wrote it"), "{end:?}");
    assert_eq!(stage.read("project.reduced/mine"), "precious");
    let end = stage.reduce_plainly(&["project", "--force", "--", "./check.sh"]);
    assert_eq!(
        (end.status, stage.files_in("project.reduced")),
        (0, vec!["lib".to_owned(), "main.c".to_owned()]),
        "{end:?}"
    );
}

#[test]
fn other_crashes_of_a_folder_are_kept_as_folders() {
    let stage = project();
    stage.script("check.sh", "grep -q bug main.c && kill -SEGV $$; grep -q 'int a' main.c && kill -ABRT $$; exit 1");
    let end = stage.reduce_plainly(&["project", "--signal", "SEGV", "--", "./check.sh"]);
    assert_eq!(end.status, 0, "{end:?}");
    assert!(end.stderr.contains("found other crashes") && end.stderr.contains(" bytes)"), "{end:?}");
    assert!(stage.read("project.reduced.slipped/SIGABRT/main.c").contains("int a"));
}
