//! A formatted document is the same document, and formatting it again changes nothing.

use std::path::Path;

use grammarc_format::format;

#[test]
fn formatting_twice_changes_nothing() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../grammars/json/accept");
    let mut count = 0;
    for entry in std::fs::read_dir(samples).expect("there are samples") {
        let input = std::fs::read(entry.expect("the folder can be read").path()).expect("it can be read");
        let once = format(&input).expect("it is JSON");
        assert_eq!(format(once.as_bytes()).as_ref(), Ok(&once));
        let solid = |text: &[u8]| text.iter().filter(|byte| !byte.is_ascii_whitespace()).count();
        assert_eq!(solid(&input), solid(once.as_bytes()));
        count += 1;
    }
    assert!(count > 3);
}

#[test]
fn depth_is_bounded_by_memory_alone() {
    let deep = "[".repeat(3_000) + &"]".repeat(3_000);
    assert_eq!(format(deep.as_bytes()).expect("it is JSON").lines().count(), 5_999);
}

#[test]
fn an_error_shows_the_place() {
    let message = format(b"{\"a\": [1,\n 2,, 3]}").expect_err("it is not JSON");
    assert!(message.contains("2 |  2,, 3]}") && message.contains('^'), "{message}");
}
