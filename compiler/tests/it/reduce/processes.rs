//! Processes that a test leaves behind: none outlives the reduction, and processes of others are left alone.

use crate::reduce::stage::{Stage, signal, sleepers, wait_until};

/// Starts `sleep` without the group, session, environment and directory of the run, and waits until it has left them.
fn hide(seconds: &str) -> String {
    let daemon = format!("cd /; : > \"$1\"; sleep {seconds} & exec sleep {seconds}");
    format!("setsid env -i sh -c '{daemon}' sh \"$PWD/left\" &\nwhile [ ! -e left ]; do sleep 0.01; done")
}

/// Twenty lines, of which `7` is wanted.
fn stage(script: &str) -> Stage {
    let stage = Stage::new();
    stage.write("in.txt", (1..=20).map(|number| format!("{number}\n")).collect::<String>());
    stage.script("hide.sh", script);
    stage
}

#[test]
fn nothing_that_hides_outlives_its_run() {
    // Processes left by earlier runs are killed and reaped: beside the test, grammarc has at most one child that is just ending.
    let count = r#"wc -w < /proc/$PPID/task/$PPID/children >> "$COUNT""#;
    let stage = stage(&format!("{count}\n{}\ngrep -q '^7$' \"$1\"", hide("4741")));
    let end = stage.reduce(&["in.txt", "--", "./hide.sh", "{}"]);
    assert_eq!((end.status, stage.read("in.reduced.txt").trim()), (0, "7"), "{end:?}");
    assert_eq!(sleepers("4741"), 0);
    let runs = stage.runs();
    assert!(runs > 10, "{end:?}");
    assert!(stage.notes().lines().all(|children| ["1", "2"].contains(&children)), "{}", stage.notes());
}

#[test]
fn nothing_that_hides_outlives_the_reduction() {
    let ask = format!("{}\ngrep -q '^7$' \"$1\"", hide("4742"));
    let serve =
        format!("while read n; do head -c $n > f; rm -f left; {}\ngrep -q '^7$' f; echo $?; done", hide("4742"));
    let hang = format!("{}\ngrep -q '^7$' \"$1\" && sleep 4742", hide("4742"));
    for (script, line) in [
        (&ask, "reduce -g ./lines.bnf in.txt -j 4 -- ./hide.sh {}"),
        (&ask, "reduce in.txt -j 4 --budget 5 -o - -- ./hide.sh {}"),
        (&ask, "generalize -g ./lines.bnf in.txt -j 2 --budget 30 -- ./hide.sh {}"),
        (&serve, "reduce -g ./lines.bnf in.txt -j 2 --budget 20 --server -- ./hide.sh"),
        (&hang, "reduce in.txt -j 2 --budget 3 --timeout 500ms --timeout-is-interesting -- ./hide.sh {}"),
    ] {
        let stage = stage(script);
        let end = stage.type_line(&format!("grammarc {line}"));
        assert_eq!(end.status, 0, "{line}: {end:?}");
        assert_eq!(sleepers("4742"), 0, "{line}: {end:?}");
    }
}

#[test]
fn nothing_that_hides_outlives_an_interrupt() {
    let stage = stage(&format!("{}\nexec sleep 4743", hide("4743")));
    let mut child = stage.start(&["in.txt", "--timeout", "100", "--", "./hide.sh", "{}"]);
    wait_until(|| sleepers("4743") == 3);
    signal(&child, "INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(sleepers("4743"), 0);
}

#[test]
fn children_that_were_there_before_stay() {
    let stage = stage("grep -q '^7$' \"$1\"");
    let line = "sleep 4744 > /dev/null 2>&1 & echo $! > id; exec grammarc reduce in.txt -j 2 -- ./hide.sh {}";
    let end = stage.type_line(line);
    assert_eq!((end.status, sleepers("4744")), (0, 1), "{end:?}");
    assert_eq!(stage.type_line("kill $(cat id)").status, 0);
}
