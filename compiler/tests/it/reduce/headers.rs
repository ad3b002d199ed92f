//! The headers of preprocessed C become `#include` lines, in a real compiler's output.

use std::process::Command;

use super::stage::Stage;

/// A stage with `in.i`, preprocessed C of which `check.sh` wants a warning about a format, and which `as-it-is.sh` does not preprocess.
fn preprocessed() -> Stage {
    let stage = Stage::new();
    stage.write("in.c", "#include <stddef.h>\n#include <stdio.h>\n\nint main(void) {\n  printf(\"%s\", 1);\n  return offsetof(struct { int a; }, a);\n}\n");
    let run = Command::new("cc").args(["-E", "in.c", "-o", "in.i"]).current_dir(stage.directory()).status();
    assert!(run.is_ok_and(|status| status.success()), "cc, which links every program in Rust, does not preprocess");
    let check = |kind| {
        format!(
            r#"warnings=$(LC_ALL=C cc -x {kind} -Wformat -Werror=implicit-function-declaration -fsyntax-only "$1" 2>&1) || exit 1
echo "$warnings" | grep -q 'expects argument of type\|specifies type'"#
        )
    };
    stage.script("check.sh", &check("c"));
    stage.script("as-it-is.sh", &check("cpp-output"));
    stage
}

#[test]
fn headers_become_lines_where_the_test_preprocesses() {
    let stage = preprocessed();
    let end = stage.reduce(&["in.i", "-j", "1", "--keep-includes", "--budget", "1", "--", "./check.sh", "{}"]);
    let reduced = stage.read("in.reduced.i");
    let lines: Vec<&str> = reduced.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(lines[..3], ["#include <stddef.h>", "#include <stdio.h>", "int main(void) {"], "{end:?}");
    assert!(end.stderr.contains("note: the result includes headers instead of their text"), "{end:?}");
    let end = stage.reduce(&["in.i", "-j", "1", "--keep-includes", "--fresh", "--force", "--", "./check.sh", "{}"]);
    let reduced = stage.read("in.reduced.i");
    assert!(reduced.starts_with("#include <stdio.h>\n") && reduced.len() < 60, "{reduced}\n{end:?}");
    assert!(end.stderr.contains("of a part of an `#include` line"), "{end:?}");
}

#[test]
fn a_text_without_headers_needs_none() {
    for options in [&["--without", "headers", "--", "./check.sh", "{}"] as &[&str], &["--", "./as-it-is.sh", "{}"]] {
        let stage = preprocessed();
        let end = stage.reduce(&[&["in.i", "-j", "1", "--budget", "20"], options].concat());
        let reduced = stage.read("in.reduced.i");
        assert!(end.status == 0 && !reduced.contains("#include"), "{reduced}\n{end:?}");
        assert!(!end.stderr.contains("the result includes headers"), "{end:?}");
    }
}
