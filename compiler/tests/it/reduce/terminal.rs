//! The live view on a terminal: `script` makes one, and copies to `typescript` everything that is written to it.

use super::stage::{Ended, Stage};

/// A stage with an input and a test that takes a moment, so that there is something to watch.
fn stage() -> Stage {
    let stage = Stage::new();
    stage.write("in.txt", (1200..1300).map(|number| format!("{number}\n")).collect::<String>());
    stage.script("slow.sh", r#"echo x >> "$COUNT"; sleep 0.05; grep -q 1234 "$1""#);
    stage
}

/// Runs a line of a shell on a terminal of 80 by 24. The state of the terminal goes to `before` and `after`, and the status of the line to
/// `status`. `keys` is a line that prints the keys.
fn on_terminal(stage: &Stage, line: &str, keys: &str) -> Ended {
    let session = "stty cols 80 rows 24; stty -a > before; trap : INT";
    stage.script("session.sh", &format!("{session}; {line}; echo $? > status; stty -a > after; kill $(cat typist)"));
    // The terminal ends with its input, which therefore stays open for as long as the session.
    let typist = format!("({keys}; sleep 60 & echo $! > typist; wait $! 2> /dev/null)");
    stage.type_line(&format!("{typist} | script -qec ./session.sh typescript"))
}

/// Checks that the terminal is as it was, and that the line ended with a status.
fn check_end(stage: &Stage, status: &str, ended: &Ended) {
    assert_eq!(stage.read("after"), stage.read("before"), "{ended:?}");
    assert_eq!(stage.read("status").trim(), status, "{ended:?}");
    assert!(stage.read("in.reduced.txt").contains("1234"));
}

/// Waits until the search is at work.
const BEGUN: &str = r#"until test "$(wc -l < "$COUNT")" -gt 8; do sleep 0.05; done 2> /dev/null"#;
const REDUCE: &str = "grammarc reduce in.txt -j 1 -- ./slow.sh {}";

#[test]
fn a_view_is_drawn_and_erased() {
    let stage = stage();
    let ended = on_terminal(&stage, REDUCE, ":");
    check_end(&stage, "0", &ended);
    let shown = stage.read("typescript");
    for part in ["pass: ", "interesting", "skip this pass", "stop and keep the result"] {
        assert!(shown.contains(part), "no {part:?} in {shown}");
    }
    let (_, rest) = shown.rsplit_once("skip this pass").expect("it was drawn");
    assert!(rest.contains("\x1b[J") && rest.contains("→ 4 bytes"), "the view goes before the summary: {rest:?}");
}

#[test]
fn keys_steer_and_do_not_show() {
    let stage = stage();
    let ended = on_terminal(&stage, REDUCE, &format!("{BEGUN}; printf p; sleep 0.7; printf p; sleep 0.3; printf q"));
    check_end(&stage, "130", &ended);
    let shown = stage.read("typescript");
    assert!(shown.contains("go on") && shown.contains("interrupted"), "{shown}");
}

#[test]
fn signals_leave_the_terminal_as_it_was() {
    for (line, keys) in [
        (format!("{REDUCE} & {BEGUN}; kill -TERM $!; wait $!"), ":".to_owned()),
        (REDUCE.to_owned(), format!(r"{BEGUN}; printf '\003'")),
    ] {
        let stage = stage();
        let ended = on_terminal(&stage, &line, &keys);
        check_end(&stage, "130", &ended);
    }
}

#[test]
fn plain_lines_have_no_codes() {
    let stage = stage();
    let ended = on_terminal(&stage, &REDUCE.replace(" -- ", " --plain -- "), ":");
    check_end(&stage, "0", &ended);
    let shown = stage.read("typescript");
    assert!(!shown.contains("\x1b[J") && shown.contains("→ 4 bytes"), "{shown}");
}
