//! Formatted copies by our own printer: `text.sql` in `compiler/tests/pretty` becomes `text.pretty.sql`. Texts without such a file have no
//! place for a line break.

use std::fs;
use std::path::Path;

use expect_test::expect_file;

use crate::common::{binary, data, entries};

/// Returns the formatted copy of a result that is the input, where no formatter is installed.
fn formatted(input: &Path) -> Option<String> {
    let folder = tempfile::tempdir().expect("there is room");
    let name = input.file_name().expect("it is a file");
    let mut command = binary();
    command.args(["reduce", "-q", "--strategy", "bytes", "--budget", "0", "-o"]).arg(folder.path().join(name));
    let ended =
        command.arg(input).args(["--", "/bin/true"]).env("PATH", folder.path()).output().expect("the program runs");
    assert!(ended.status.success(), "{}: {ended:?}", input.display());
    let extension = name.to_string_lossy().rsplit_once('.').expect("it has one").1.to_owned();
    let stem = Path::new(name).file_stem().expect("it has one").to_string_lossy().into_owned();
    fs::read_to_string(folder.path().join(format!("{stem}.pretty.{extension}"))).ok()
}

#[test]
fn a_long_text_is_broken_by_its_grammar() {
    let mut count = 0;
    for input in entries(&data("pretty")).iter().filter(|path| !path.to_string_lossy().contains(".pretty.")) {
        let name = input.file_name().expect("it is a file").to_string_lossy().into_owned();
        let golden = data("pretty").join(name.replacen('.', ".pretty.", 1));
        match formatted(input) {
            Some(text) => {
                expect_file![&golden].assert_eq(&text);
                assert!(formatted(&golden).is_none_or(|again| again == text), "{name}: it is as it is formatted");
                count += 1;
            }
            None => assert!(!golden.exists(), "{name} is not formatted"),
        }
    }
    assert!(count > 0, "no text was formatted");
}

#[test]
fn a_text_that_is_nested_deep_is_formatted_too() {
    let folder = tempfile::tempdir().expect("there is room");
    let input = folder.path().join("deep.json");
    fs::write(&input, format!("{}\"{}\"{}", "[1,".repeat(5000), "x".repeat(90), "]".repeat(5000)))
        .expect("there is room");
    let text = formatted(&input).expect("it is formatted");
    assert!(text.lines().count() > 100 && text.lines().any(|line| line.len() > 5000), "{text}");
}
