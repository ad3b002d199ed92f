//! Tests that lie: yes to a few uninteresting texts, no or yes by chance, by a counter, or by a text that they saw before. Whatever they
//! say, nothing panics, and a command ends well only if the test said yes the last time that it was asked about the result.
//!
//! Chance comes from a seed, the text and the number of the run, so it is the same each time. `GRAMMARC_FAULTS=all` tries 20 seeds.

use crate::common::binary;
use crate::reduce::stage::{Ended, Stage};

/// A test that lies.
struct Liar {
    name: &'static str,
    /// Shell code that sets `say` to `yes` or `no`. `$honest` is the honest answer; `$chance` is a number below 100 that belongs to the text,
    /// `$luck` one that belongs to this run; `$n` is the number of the run, `$size` that of the bytes.
    code: &'static str,
    /// How many of the last answers about a result one may be a yes: a test that is known to be flaky is asked until its first yes.
    last: usize,
}

const RARE: &str = "yes in 10 % of the runs";

const LIARS: [Liar; 9] = [
    Liar { name: "a false yes for 2 % of the texts", code: "test $chance -lt 2 && say=yes", last: 1 },
    Liar { name: "a false no for 20 % of the texts", code: "test $chance -lt 20 && test $n -gt 3 && say=no", last: 1 },
    Liar { name: RARE, code: "test $luck -lt 10 || say=no", last: 60 },
    Liar { name: "yes in 50 % of the runs", code: "test $luck -lt 50 || say=no", last: 60 },
    Liar { name: "yes in 90 % of the runs", code: "test $luck -lt 90 || say=no", last: 60 },
    Liar { name: "a false yes in 2 % of the runs", code: "test $luck -lt 2 && say=yes", last: 60 },
    Liar {
        name: "yes to everything once it saw a small text",
        code: "test $size -lt 6 && : > \"$SEEN.small\"; test -e \"$SEEN.small\" && say=yes",
        last: 1,
    },
    Liar { name: "no to everything after 20 runs", code: "test $n -le 20 || say=no", last: 1 },
    Liar { name: "no in every seventh run", code: "test $((n % 7)) != 0 || say=no", last: 60 },
];

/// The commands, their inputs, and where their results are.
const COMMANDS: [(&str, &[(&str, &str)]); 3] = [
    (
        "reduce -g ./lines.bnf in.txt --format none -j 1 --timeout 600",
        &[("in.txt", "one\ntwo\nthree BUG\nfour\nfive\n")],
    ),
    ("generalize in.json --tries 5 -j 1 --timeout 600", &[("in.json", "[1, \"BUG\"]")]),
    ("triage in --tries 5 -j 1 --timeout 600", &[("in/a.json", "[\"BUG\"]"), ("in/b.json", "[[\"BUG\"], 1]")]),
];

/// The test. It notes each text, with `/` for the end of a line, and its answer.
const SCRIPT: &str = r#"read -r n 2> /dev/null < "$SEEN"; n=$((n + 1)); echo $n > "$SEEN"
set -- "$1" $(cksum < "$1"); size=$3
mix() { x=$((($1 + SEED * 1000003) % 4294967296)); for i in 1 2 3; do x=$(((x ^ x / 65536) * 73244475 % 4294967296)); done; x=$((x % 100)); }
mix $2; chance=$x; mix $(($2 + n * 2654435761 % 4294967296)); luck=$x
text=; while IFS= read -r line; do text=$text$line/; done < "$1"; text=$text$line
case $text in *BUG*) honest=yes ;; *) honest=no ;; esac
say=$honest
CODE
printf '%s %s\n' "$say" "$text" >> "$COUNT"
test $say = yes"#;

/// Runs a command with a liar.
fn told((line, files): (&str, &[(&str, &str)]), liar: &Liar, seed: u64) -> (Stage, Ended) {
    let stage = Stage::new();
    for (name, text) in files {
        std::fs::create_dir_all(stage.path(name).parent().expect("it is in the folder of the stage")).unwrap();
        stage.write(name, text);
    }
    stage.script("check.sh", &SCRIPT.replace("SEED", &seed.to_string()).replace("CODE", liar.code));
    let mut command = binary();
    command.args(line.split(' ')).args(["--", "./check.sh", "{}"]);
    let ended = stage.ended(command);
    (stage, ended)
}

/// Checks the files that a command left, and its status.
fn check((line, files): (&str, &[(&str, &str)]), liar: &Liar, seed: u64) -> i32 {
    let (stage, ended) = told((line, files), liar, seed);
    let place = format!("{line}, {}, seed {seed}: {ended:?}", liar.name);
    assert!([0, 1, 3].contains(&ended.status), "{place}");
    assert!(!ended.stderr.contains("panicked"), "{place}");
    for (name, text) in files {
        assert_eq!(stage.read(name), *text, "{place}");
    }
    assert_eq!(stage.temporary(), [""; 0], "{place}");
    if ended.status != 0 {
        assert!(ended.stderr.contains("error: ") || ended.stderr.contains(" is not interesting"), "{place}");
        return ended.status;
    }
    let notes = stage.notes();
    let results = stage
        .all_files()
        .into_iter()
        .filter(|(name, _)| name.ends_with(".reduced.txt") || name.ends_with(".reduced.json"));
    let mut count = 0;
    for (name, text) in results {
        let text = String::from_utf8(text).expect("it is text").replace('\n', "/");
        let answers = notes.rsplit('\n').filter_map(|line| line.split_once(' ')).filter(|(_, about)| *about == text);
        let last: Vec<&str> = answers.map(|(say, _)| say).take(liar.last).collect();
        assert!(last.contains(&"yes"), "{place}: the last answers about {name}, {text:?}, were {last:?}");
        count += 1;
    }
    assert!(count > 0, "{place}: no result in {:?}", stage.files());
    ended.status
}

fn check_all(command: usize) {
    let is_all = std::env::var("GRAMMARC_FAULTS").is_ok_and(|which| which == "all");
    // A rare yes takes thousands of runs, so by default only a reduction waits for it.
    for liar in LIARS.iter().filter(|liar| is_all || command == 0 || liar.name != RARE) {
        for seed in 1..=if is_all { 20 } else { 1 } {
            let status = check(COMMANDS[command], liar, seed);
            eprintln!("{}, {}, seed {seed}: status {status}", COMMANDS[command].0, liar.name);
        }
    }
}

#[test]
fn reduce() {
    check_all(0);
}

#[test]
fn generalize() {
    check_all(1);
}

#[test]
fn triage() {
    check_all(2);
}
