//! Commands that do not always say the same, and those that die of something else.

use crate::reduce::stage::Stage;

/// A directory with forty numbers, of which `check.sh` wants the 7: then it does what `yes` says in so many of a hundred runs,
/// else what `no` says. Chance is the same each time, from a seed on.
fn stage((percent, seed): (u32, u32), (yes, no): (&str, &str)) -> Stage {
    let stage = Stage::new();
    stage.write("in.txt", (1..=40).map(|number| format!("{number}\n")).collect::<String>());
    let script = r#"echo x >> "$COUNT"
read -r n 2> /dev/null < "$SEEN"; n=$((n + 1)); echo $n > "$SEEN"
x=$(((n + SEED000) * 2654435761 % 4294967296))
for i in 1 2 3; do x=$(((x ^ x / 65536) * 73244475 % 4294967296)); done
text=; while IFS= read -r line; do text="$text $line"; done < "$1"
case "$text $line " in *' 7 '*) ;; *) NO ;; esac
test $((x % 100)) -lt PERCENT || exit 1
YES"#;
    let words = [("SEED", &*seed.to_string()), ("PERCENT", &percent.to_string()), ("YES", yes), ("NO", no)];
    stage.script("check.sh", &words.iter().fold(script.to_owned(), |script, (word, by)| script.replace(word, by)));
    stage
}

const PLAIN: (&str, &str) = ("exit 0", "exit 1");

#[test]
fn a_rate_is_said_and_kept() {
    for jobs in ["1", "2"] {
        let stage = stage((50, 4), PLAIN);
        let arguments = ["in.txt", "--json", "-j", jobs, "--", "./check.sh", "{}"];
        let end = stage.reduce(&arguments);
        assert_eq!((end.status, stage.read("in.reduced.txt").trim()), (0, "7"), "{end:?}");
        assert!(end.stderr.contains("note: the test is flaky: the input is interesting in"), "{end:?}");
        assert!(end.stderr.lines().last().unwrap().contains(" of 20 runs, "), "{end:?}");
        assert!(end.stdout.contains("\"rate\":0.") && end.stdout.contains("\"rate_interval\":[0."), "{end:?}");
        let runs = end.stdout.split("\"runs\":").nth(1).unwrap().split(',').next().unwrap().to_owned();
        if jobs == "1" {
            assert_eq!(runs, stage.runs().to_string(), "repeated runs are runs");
        }
        let journal = stage.read("in.reduced.txt.journal");
        assert!(journal.lines().filter(|line| line.starts_with("measured ")).count() >= 2, "{journal}");
        // All verdicts stand: the input, the best and the result have their first yes within 20 runs each.
        let before = stage.runs();
        let again = stage.reduce(&arguments);
        assert_eq!((again.status, stage.read("in.reduced.txt").trim()), (0, "7"), "{again:?}");
        assert!(again.stderr.contains("resuming an earlier run"), "{again:?}");
        assert!(again.stderr.lines().last().unwrap().contains(" of 20 runs, "), "{again:?}");
        let workers = if jobs == "1" { 0 } else { 20 };
        assert!(stage.runs() - before <= 60 + workers, "{} runs", stage.runs() - before);
    }
}

#[test]
fn a_rare_yes_is_waited_for_and_a_frequent_one_costs_little() {
    for (percent, seed, tries) in
        [(90, 4, "until it passes, twice at most"), (10, 8, "until it passes, 20 times at most")]
    {
        let stage = stage((percent, seed), PLAIN);
        let end = stage.reduce(&["in.txt", "--strategy", "lines", "--", "./check.sh", "{}"]);
        assert_eq!(end.status, 0, "{end:?}");
        let text = stage.read("in.reduced.txt");
        assert!(text.len() < 20 && text.lines().any(|line| line == "7"), "{percent} %: {text:?} {end:?}");
        assert!(end.stderr.contains(tries), "{end:?}");
    }
}

#[test]
fn a_best_that_does_not_hold_is_rolled_back() {
    let stage = Stage::new();
    stage.write("in.txt", (1..=40).map(|number| format!("{number}\n")).collect::<String>());
    // What has no 7 is interesting for once.
    stage.script("check.sh", r#"grep -q 7 "$1" && exit 0; test -e "$SEEN" && exit 1; touch "$SEEN""#);
    let arguments = ["in.txt", "--", "./check.sh", "{}"];
    let end = stage.reduce(&arguments);
    assert_eq!((end.status, stage.read("in.reduced.txt").as_str()), (0, "7"), "{end:?}");
    assert!(end.stderr.contains("is not interesting when run again; back to the last confirmed one"), "{end:?}");
    assert!(end.stderr.contains("the input is interesting in 20 of 20 runs"), "{end:?}");
    let journal = stage.read("in.reduced.txt.journal");
    assert!(journal.contains("\nback "), "{journal}");
    let end = stage.reduce(&arguments);
    assert_eq!((end.status, stage.read("in.reduced.txt").as_str()), (0, "7"), "{end:?}");
    assert_eq!(stage.read("in.reduced.txt.journal"), journal, "nothing is found out anew");
}

#[test]
fn the_same_is_the_crash_and_not_a_run_without_one() {
    let stage = stage((50, 4), ("kill -SEGV $$", "exit 1"));
    let end = stage.reduce(&["in.txt", "--same", "--", "./check.sh", "{}"]);
    assert_eq!((end.status, stage.read("in.reduced.txt").trim()), (0, "7"), "{end:?}");
    assert!(stage.read("in.reduced.txt.journal").contains("ended signalled 11"));
}

#[test]
fn an_interrupt_and_a_budget_end_repeated_runs_too() {
    let stage = stage((50, 4), ("sleep 0.02; exit 0", "sleep 0.02; exit 1"));
    let end = stage.reduce(&["in.txt", "--budget", "2s", "--", "./check.sh", "{}"]);
    assert_eq!((end.status, end.stderr.contains("budget exhausted")), (0, true), "{end:?}");
    let arguments = ["in.txt", "-o", "other.txt", "--", "./check.sh", "{}"];
    let mut child = stage.start(&arguments);
    crate::reduce::stage::wait_until(|| stage.read_if_there("other.txt.journal").contains("\nverdict "));
    crate::reduce::stage::signal(&child, "INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(stage.read("other.txt").contains('7'));
}

#[test]
fn a_small_result_is_looked_at_twice() {
    let stage = Stage::new();
    stage.write("in.txt", "some text\n");
    let end = stage.reduce(&["in.txt", "--", "test", "-s"]);
    assert_eq!((end.status, stage.read("in.reduced.txt").len()), (0, 1), "{end:?}");
    assert!(end.stderr.contains("a single byte is interesting"), "{end:?}");
}

/// A directory with numbers, and a program that dies by SIGSEGV of a 7, and in other ways of others: many or few, or none.
fn crashing() -> Stage {
    let stage = Stage::new();
    stage.write("in.txt", (1..=40).map(|number| format!("{number}\n")).collect::<String>());
    let dies = r#"grep -q '^7$' "$1" && kill -SEGV $$
test $(wc -l < "$1") -gt 4 && { echo assertion >&2; kill -ABRT $$; }
test -s "$1" && exit 139
exit 2"#;
    stage.script("die.sh", dies);
    stage
}

#[test]
fn other_crashes_are_kept_beside_the_result() {
    let stage = crashing();
    for options in [["--same", "--"], ["--signal=SEGV", "--"]] {
        let end = stage.reduce(&[&["in.txt", "--force", "--json"], &options[..], &["./die.sh"]].concat());
        assert_eq!((end.status, stage.read("in.reduced.txt").trim()), (0, "7"), "{end:?}");
        let kept = |name: &str| stage.read(&format!("in.reduced.txt.slipped/{name}.txt"));
        assert!(kept("SIGABRT").lines().count() > 4 && kept("SIGABRT").lines().all(|line| line != "7"), "{end:?}");
        assert!((1..=5).contains(&kept("exit-139").lines().count()), "{end:?}");
        assert_eq!(stage.files_in("in.reduced.txt.slipped"), ["SIGABRT.txt", "exit-139.txt"], "2 is no crash");
        assert!(
            end.stderr.contains(
                "found other crashes; the smallest candidate of each is in in.reduced.txt.slipped: SIGABRT.txt ("
            ),
            "{end:?}"
        );
        assert!(
            end.stdout.contains("\"slipped\":[{\"file\":\"in.reduced.txt.slipped/SIGABRT.txt\",\"bytes\":"),
            "{end:?}"
        );
    }
    assert_eq!(stage.files_in("in.reduced.txt.slipped.old").len(), 2, "of the other conditions");
    // They are there for the next run, too, which asks about none of them.
    let end = stage.reduce(&["in.txt", "--signal=SEGV", "--", "./die.sh"]);
    assert!(end.status == 0 && end.stderr.contains("SIGABRT.txt ("), "{end:?}");
    let end = stage.reduce(&[
        "in.reduced.txt.slipped/SIGABRT.txt",
        "-o",
        "in.reduced.txt",
        "--force",
        "--same",
        "--",
        "./die.sh",
    ]);
    assert!(end.status == 2 && end.stderr.contains("is in the folder for other crashes"), "{end:?}");
}

#[test]
fn who_asks_for_no_crash_keeps_none() {
    let stage = crashing();
    stage.script("check.sh", r#"grep -q '^7$' "$1" && exit 0; exec ./die.sh "$1""#);
    let end = stage.reduce(&["in.txt", "--cwd", "here", "--", "./check.sh"]);
    assert_eq!((end.status, stage.read("in.reduced.txt").trim()), (0, "7"), "{end:?}");
    assert_eq!(stage.files().iter().filter(|name| name.contains("slipped")).count(), 0);
}

#[test]
fn a_message_tells_one_crash_from_another() {
    let stage = Stage::new();
    stage.write("in.txt", "a 1\nb 2\nc 3\n");
    stage.script(
        "die.sh",
        "grep -q 1 \"$1\" && { grep -q 3 \"$1\" && echo first >&2 || echo second >&2; exit 1; }; exit 0",
    );
    let end = stage.reduce(&["in.txt", "--same", "--stderr-matches", "first", "--", "./die.sh"]);
    assert_eq!((end.status, stage.read("in.reduced.txt").len()), (0, 2), "{end:?}");
    assert_eq!(stage.read("in.reduced.txt.slipped/exit-1.txt"), "1", "{end:?}");
}
