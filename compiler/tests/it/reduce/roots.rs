//! A reduction begins with the lines that the test's output names, or that of `--listen`.

use super::stage::Stage;

/// A stage with a program of 200 functions, of which `check.sh` wants the statement with `150`, and `lint.sh` prints its place.
fn program() -> Stage {
    let stage = Stage::new();
    let function =
        |number: usize| format!("int f{number}() {{\n  g{number}();\n  return f{}() + {number};\n}}\n", number + 1);
    stage.write("in.c", (0..200).rev().map(function).collect::<String>());
    stage.script("check.sh", r#"echo x >> "$COUNT"; grep -q '+ *150;' "$1""#);
    stage.script("lint.sh", r#"echo "in.c:1: note: other"; grep -n '+ *150;' "$1" | sed 's/^\([0-9]*\):.*/in.c:\1:3: warning: large number/'"#);
    stage.script("loud.sh", r#""${0%/*}/lint.sh" "$1"; "${0%/*}/check.sh" "$1""#);
    stage
}

/// Returns the number of bytes after one test.
fn after_one_test(stage: &Stage, options: &[&str]) -> usize {
    let end = stage.reduce(&[&["in.c", "-j", "1", "--fresh", "--force", "--budget", "1"], options].concat());
    assert_eq!(end.status, 0, "{end:?}");
    stage.read("in.reduced.c").len()
}

#[test]
fn the_places_that_the_output_names_come_first() {
    let stage = program();
    let listener = format!("{}/lint.sh {{}}", stage.directory());
    let silent = after_one_test(&stage, &["--", "./check.sh", "{}"]);
    for options in [
        &["--", "./loud.sh", "{}"] as &[&str],
        &["--stdout-matches", "large", "--", "./loud.sh", "{}"],
        &["--listen", &listener, "--", "./check.sh", "{}"],
    ] {
        let bytes = after_one_test(&stage, options);
        assert!(bytes < 100 && silent > 1000, "{bytes} and {silent} bytes with {options:?}");
    }
}

#[test]
fn a_run_that_resumes_begins_with_the_same_places() {
    let stage = program();
    let options = ["in.c", "-j", "1", "--keep-journal", "--json", "--", "./loud.sh", "{}"];
    let whole = stage.reduce(&options);
    let number = |json: &str, name: &str| -> Option<u64> {
        let digits = json.split(&format!("\"{name}\":")).nth(1)?.split(',').next()?;
        digits.parse().ok()
    };
    let again = stage.reduce(&options);
    assert!(again.status == 0 && again.stderr.contains("resuming an earlier run"), "{again:?}");
    for name in ["asked", "tests", "after"] {
        assert_eq!(number(&again.stdout, name), number(&whole.stdout, name), "{whole:?}\n{again:?}");
    }
    assert!(number(&again.stdout, "runs").is_some_and(|runs| runs <= 5), "{again:?}");
}

#[test]
fn the_name_of_a_file_is_no_command() {
    let stage = program();
    stage.write("a; touch ran; $(touch ran).c", stage.read("in.c"));
    let listener = format!("cd {}; cat {{}}; echo x.c:1", stage.directory());
    let options = ["a; touch ran; $(touch ran).c", "-o", "out.c", "--listen", &listener, "--", "./check.sh", "{}"];
    let end = stage.reduce(&options);
    assert!(end.status == 0 && !stage.files().iter().any(|name| name == "ran"), "{end:?}");
}

#[test]
fn a_listener_that_cannot_run_changes_nothing() {
    let stage = program();
    let end = stage.reduce(&["in.c", "-j", "1", "--listen", "./nothing-here {}", "--", "./check.sh", "{}"]);
    assert!(end.status == 0 && stage.read("in.reduced.c").len() < 20, "{end:?}");
    assert!(end.stderr.contains("note: the command of `--listen` names no place of the input"), "{end:?}");
    let folder = stage.reduce(&[".", "--listen", "./lint.sh {}", "-o", "out", "--", "./check.sh", "{}"]);
    assert!(folder.status == 2 && folder.stderr.contains("`--listen` is for a single file"), "{folder:?}");
}
