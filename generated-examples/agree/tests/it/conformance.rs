//! What every engine says of JSONTestSuite is what its author says.

use crate::formats::{self, Compared, Sample};

#[test]
fn json_is_what_json_test_suite_says() {
    agree(&formats::json());
    agree(&formats::json_values());
}

fn agree(format: &Compared) {
    // Most cases are samples of the grammar; those that are not stand in the corpus.
    let json = formats::json();
    let ours = json.samples("accept").into_iter().chain(json.samples("reject"));
    let is_case =
        |file: &Sample| file.path.file_name().is_some_and(|name| name.as_encoded_bytes().get(1) == Some(&b'_'));
    let ours: Vec<Sample> = ours.filter(is_case).collect();
    assert!(ours.len() > 200, "{} cases are checked in", ours.len());
    for file in ours.into_iter().chain(formats::corpus("JSONTestSuite/test_parsing")) {
        let name = file.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let parsed = format.parse(&file.text, &name);
        match name.split_once('_') {
            Some(("y", _)) => assert!(parsed.is_ok(), "{name} is JSON"),
            Some(("n", _)) => assert!(parsed.is_err(), "{name} is not JSON"),
            // The author leaves it to the parser; ours only must not crash, and agree with itself.
            _ => assert!(name.starts_with("i_"), "{name} is of no known kind"),
        }
    }
}
