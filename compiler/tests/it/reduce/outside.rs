//! What is outside misbehaves: file names, disks, the environment, other programs, and above all the command that judges.
//! Each case is a line for a shell, how it ends, and what it says.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::Path;

use crate::common::binary;
use crate::reduce::stage::{self, Ended, Stage};
use crate::skipped::skipped;

/// A line for a shell, its status, and parts of what it says on standard error.
type Case = (&'static str, i32, &'static [&'static str]);

/// A directory with `in.txt`, numbers of which `check.sh` wants the 7.
fn numbered() -> Stage {
    let stage = Stage::new();
    stage.write("in.txt", (1..=40).map(|number| format!("{number}\n")).collect::<String>());
    stage.script("check.sh", "grep -q '^7$' \"$1\"");
    stage
}

fn run(line: &str) -> (Stage, Ended) {
    let stage = numbered();
    let end = stage.type_line(line);
    (stage, end)
}

fn check((line, status, said): Case) {
    let (_, end) = run(line);
    assert_eq!(end.status, status, "{line}\n{end:#?}");
    for part in said {
        assert!(end.stderr.contains(part), "{line}\nsays `{part}` in {}", end.stderr);
    }
    assert_calm(&end.stderr);
}

/// Nothing that is said may disturb a terminal, or be the last words of a program that died.
fn assert_calm(said: &str) {
    assert!(!said.contains("panicked"), "{said}");
    let is_disturbing = |c: char| (c.is_control() && !matches!(c, '\n' | '\t')) || c == '\u{202e}';
    assert!(!said.contains(is_disturbing), "{said:?}");
}

/// Names that hardly anybody gives to a file, but that are allowed.
fn names() -> Vec<OsString> {
    let mut names: Vec<OsString> = [
        "a b.txt",
        " blank",
        "it's.txt",
        "say \"x\".txt",
        "$(touch pwned).txt",
        "`touch pwned`;touch pwned",
        "-rf.txt",
        "--output",
        "two\nlines.txt",
        "\u{1b}[31mred\u{1b}[0m.txt",
        "\u{1b}]0;title\u{7}",
        "back\\slash",
        "{}.txt",
        "caf\u{e9} \u{65e5}\u{672c}.txt",
        "gpj.\u{202e}txt",
        "~",
        "*?[a]",
        "#x",
    ]
    .map(OsString::from)
    .to_vec();
    names.push(OsString::from_vec(b"not \xff\xfe text.txt".to_vec()));
    names.push("x".repeat(251).into());
    names.push((["x".repeat(250), "y".to_owned()].concat() + ".txt").into());
    names.push("\u{e9}".repeat(127).into());
    names
}

/// Runs the program with arguments as they are.
fn grammarc(stage: &Stage, arguments: &[&OsStr]) -> Ended {
    let mut command = binary();
    command.args(arguments);
    stage.ended(command)
}

fn dotted(name: &OsStr) -> OsString {
    Path::new(".").join(name).into_os_string()
}

#[test]
fn an_input_may_have_any_name() {
    for name in names() {
        let stage = numbered();
        let text = stage.read("in.txt");
        let path = Path::new(&stage.directory()).join(&name);
        fs::write(&path, &text).unwrap();
        let known = stage.count_files();
        let input = dotted(&name);
        let arguments = ["reduce", &input.to_string_lossy(), "--", "grep", "-q", "^7$", "{}"].map(OsString::from);
        let mut arguments: Vec<&OsStr> = arguments.iter().map(OsString::as_os_str).collect();
        arguments[1] = &input;
        let end = grammarc(&stage, &arguments);
        assert_eq!(end.status, 0, "{name:?}: {end:?}");
        assert_calm(&end.stderr);
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "{name:?}");
        assert_eq!(stage.count_files(), known + 2, "{name:?}: the result and its journal, and nothing else");
        let again = grammarc(&stage, &arguments);
        assert!(again.status == 0 && again.stderr.contains("resuming an earlier run"), "{name:?}: {again:?}");
        assert_eq!(stage.count_files(), known + 2);
        arguments[5] = OsStr::new("nothing");
        let end = grammarc(&stage, &arguments);
        assert_eq!(end.status, 1, "{name:?}: {end:?}");
        assert_calm(&end.stderr);
        let end = grammarc(&stage, &["parse".as_ref(), "-g".as_ref(), "json".as_ref(), &input]);
        assert_eq!(end.status, 1, "{name:?}: {end:?}");
        assert_calm(&end.stderr);
    }
}

#[test]
fn an_output_and_a_command_may_have_any_name() {
    for name in names() {
        let stage = numbered();
        let path = Path::new(&stage.directory()).join(&name);
        fs::copy(path.with_file_name("check.sh"), &path).unwrap();
        let (command, output) = (dotted(&name), Path::new("out").join(&name).into_os_string());
        fs::create_dir(path.with_file_name("out")).unwrap();
        let arguments = ["reduce", "in.txt", "-o", "", "--"].map(OsStr::new);
        let mut arguments = [&arguments[..], &[&command, OsStr::new("{}")]].concat();
        arguments[3] = &output;
        let end = grammarc(&stage, &arguments);
        assert_eq!(end.status, 0, "{name:?}: {end:?}");
        assert_calm(&end.stderr);
        assert_eq!(fs::read_to_string(path.with_file_name("out").join(&name)).unwrap().trim(), "7");
        assert_eq!(fs::read_dir(path.with_file_name("out")).unwrap().count(), 2, "{name:?}");
    }
}

#[test]
fn a_grammar_may_have_any_name() {
    for name in names() {
        let stage = numbered();
        let mut name = OsString::from_vec(name.into_vec().into_iter().take(251).collect());
        name.push(".bnf");
        fs::write(Path::new(&stage.directory()).join(&name), "<a> ::= [0-9\\n]*\n").unwrap();
        let grammar = dotted(&name);
        for (arguments, status) in [
            (&["check", ""][..], 0),
            (&["parse", "in.txt", "-g", ""], 0),
            (&["parse", "check.sh", "-g", ""], 1),
            (&["fuzz", "--seed", "1", "-g", ""], 0),
            (&["reduce", "in.txt", "--budget", "1", "-g", "", "--", "true"], 0),
            (&["compile", "-o", "made", ""], 0),
            (&["compile", "--module", "-o", "made.rs", ""], 0),
        ] {
            let fill = |argument: &&'static str| if argument.is_empty() { &*grammar } else { OsStr::new(*argument) };
            let end = grammarc(&stage, &arguments.iter().map(fill).collect::<Vec<_>>());
            assert_eq!(end.status, status, "{name:?} {arguments:?}: {end:?}");
            assert_calm(&end.stderr);
        }
        let manifest: toml::Table = stage.read("made/Cargo.toml").parse().unwrap();
        let package = manifest["package"]["name"].as_str().unwrap().to_owned();
        assert!(package.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')), "{package}");
        assert!(package.len() <= 100, "cargo makes file names of it: {package}");
        syn::parse_file(&stage.read("made/src/lib.rs")).unwrap();
    }
}

#[test]
fn arguments_reach_the_command_as_they_are() {
    let cases: [Case; 13] = [
        (
            r#"grammarc reduce in.txt --budget 3 -- sh -c 'test "$1" = "--in=${1#--in=}" && grep -q 7 "${1#--in=}"' sh --in={}"#,
            0,
            &[],
        ),
        (
            r#"grammarc reduce in.txt --budget 3 -- sh -c 'a=${1#a}; a=${a%%:b/*}; test "$1" = "a${a}:b${a}" && grep -q 7 "$a"' sh 'a{}:b{}'"#,
            0,
            &[],
        ),
        (
            r#"grammarc reduce in.txt --budget 3 -- sh -c 'test $# = 3 && test -z "$1" && test -z "$3" && grep -q 7 "$2"' sh '' {} ''"#,
            0,
            &[],
        ),
        (r#"grammarc reduce in.txt --budget 3 -- sh -c 'test $# = 2 && test -z "$1" && grep -q 7 "$2"' sh ''"#, 0, &[]),
        (
            r#"grammarc reduce in.txt --budget 3 --placeholder @@ -- sh -c 'test "$1" = "{}" && grep -q 7 "${2#x}"' sh {} x@@"#,
            0,
            &[],
        ),
        (r#"grammarc reduce in.txt --budget 3 -- sh -c 'grep -q 7 {}'"#, 0, &[]),
        (
            r#"grammarc reduce in.txt --budget 3 --placeholder @@ -- sh -c 'find "$1" -exec grep -q 7 {} \;' sh @@"#,
            0,
            &[],
        ),
        (r#"cp in.txt 'a b'; grammarc reduce 'a b' --budget 3 -- sh -c 'grep -q 7 "{}"'"#, 0, &[]),
        (
            r#"cp in.txt 'a b'; grammarc reduce 'a b' -- sh -c 'grep -q 7 {}'"#,
            2,
            &["the shell would interpret the file name", r#"did you mean: -- sh -c 'grep -q 7 "$1"' sh {}"#],
        ),
        (
            r#"touch 'a;touch pwned'; grammarc reduce 'a;touch pwned' -- bash -ec 'cat {}'; x=$?; test ! -e pwned && exit $x"#,
            2,
            &["did you mean: -- bash -ec"],
        ),
        ("grammarc reduce in.txt -- ''", 3, &["cannot start ''"]),
        ("grammarc reduce in.txt --placeholder '' -- true", 2, &["--placeholder"]),
        ("cp in.txt ./-x.txt; grammarc reduce -x.txt -- true", 2, &["to pass the file of that name, write ./-x.txt"]),
    ];
    cases.into_iter().for_each(check);
}

#[test]
fn the_input_stays_whatever_the_output_is_called() {
    let cases: [Case; 12] = [
        (
            "grammarc reduce in.txt -o in.txt --force -- true",
            2,
            &["in.txt: this is the input, which is never overwritten"],
        ),
        (
            "ln in.txt x; grammarc reduce in.txt -o x --force -- true",
            2,
            &["x: this is the input, which is never overwritten"],
        ),
        (
            "ln -s in.txt x; grammarc reduce in.txt -o x --force -- true",
            2,
            &["x is a symbolic link to in.txt, which is left alone"],
        ),
        (
            "cp in.txt x.journal; grammarc reduce x.journal -o x -- true",
            2,
            &["x.journal: the input would be overwritten"],
        ),
        ("cp in.txt x.journal.old; grammarc reduce x.journal.old -o x -- true", 2, &["the input would be overwritten"]),
        ("cp in.txt x.valid.txt; grammarc reduce x.valid.txt -o x.txt -- true", 2, &["the input would be overwritten"]),
        ("grammarc reduce in.txt -o . -- true", 2, &[".: not a file"]),
        ("grammarc reduce in.txt -o new/ -- true", 2, &["new/: not a file"]),
        ("grammarc reduce in.txt -o no/such -- true", 3, &["no: no such folder; cannot write no/such"]),
        ("mkfifo x.journal; grammarc reduce in.txt -o x -- true", 3, &["x.journal: not a file"]),
        ("mkdir x.journal; grammarc reduce in.txt -o x -- true", 3, &["x.journal: not a file"]),
        (
            "echo mine > x.journal.old; echo his > x.journal; grammarc reduce in.txt -o x -- true && grep -q mine x.journal.old && grep -q his x.journal.old.2",
            0,
            &["not written by grammarc", "x.journal.old.2"],
        ),
    ];
    for case in cases {
        check(case);
    }
}

/// Runs cases with a small disk mounted on `t` (`$SIZE` says how small), seen by nobody else and gone with the last process.
fn check_mounted(option: &str, cases: &[Case]) {
    let mounted = |line: &str| {
        let script = format!("mount -t tmpfs -o {option} none t && {line}");
        format!("mkdir t; unshare -rm sh -c {} ", quoted(&script))
    };
    let (_, end) = run(&mounted("true"));
    if end.status != 0 {
        skipped(&format!("a file system that it may mount: {}", end.stderr));
        return;
    }
    for &(line, status, said) in cases {
        let (_, end) = run(&mounted(line));
        assert_eq!(end.status, status, "{line}\n{end:#?}");
        for part in said {
            assert!(end.stderr.contains(part), "{line}\nsays `{part}` in {}", end.stderr);
        }
        assert_calm(&end.stderr);
    }
}

fn quoted(script: &str) -> String {
    format!("'{}'", script.replace('\'', r"'\''"))
}

// Runs at the same time share the disk.
const REDUCE: &str = "grammarc reduce in.txt -j 1";

#[test]
fn a_disk_that_is_full_or_closed_is_named_and_nothing_is_lost() {
    let fill = |line: &str| format!("dd if=/dev/zero of=t/fill bs=1k count=64 2>fill; {line}").leak() as &'static str;
    let kept = "x=$?; grep -q '^7$' \"$(sed -n 's/.* is in //p' said)\" && rm -r \"$(dirname \"$(sed -n 's/.* is in //p' said)\")\" && exit $x";
    let rescued = |line: &str| format!("{line} 2>said; {kept}; cat said >&2").leak() as &'static str;
    check_mounted(
        "size=64k",
        &[
            (fill("grammarc reduce in.txt -o t/out -- ./check.sh"), 3, &["t/out.journal: No space left on device"]),
            (fill("grammarc fuzz -g json --seed 1 -o t/x"), 3, &["t/x/1.json: No space left on device"]),
            (fill("grammarc fuzz -g json --seed 1 --record t/x"), 3, &["t/x: No space left on device"]),
            (fill("grammarc parse -g ./lines.bnf in.txt > t/tree"), 3, &["standard output: No space left on device"]),
            (fill("grammarc check lines.bnf > t/report"), 3, &["standard output: No space left on device"]),
            (fill("grammarc compile lines.bnf -o t/lines"), 3, &["t/lines/Cargo.toml: No space left on device"]),
            (fill("TMPDIR=$PWD/t grammarc reduce in.txt -- ./check.sh"), 3, &["/t"]),
            (
                "grammarc compile lines.bnf -o t/lines; test $? = 3 && rm -r t/lines/vendor; mount -o remount,size=9m t && grammarc compile lines.bnf -o t/lines",
                0,
                &["No space left on device", "wrote t/lines"],
            ),
            (
                "grammarc compile --module lines.bnf -o t/a.rs; cp t/a.rs a.rs; dd if=/dev/zero of=t/fill bs=1k count=64 2>fill; \
                 sed -i 's/<line>\\*/<line>+/' lines.bnf; grammarc compile --module lines.bnf -o t/a.rs; x=$?; cmp t/a.rs a.rs && exit $x",
                3,
                &["t/a.rs: No space left on device"],
            ),
            (
                rescued(
                    "seq 9000 > in.txt; dd if=/dev/zero of=t/fill bs=1k count=56 2>fill; grammarc reduce in.txt -o t/out -- ./check.sh",
                ),
                3,
                &[],
            ),
            (
                "head -c 40000 /dev/zero | tr '\\0' 7 > t/in; cp t/in in; grammarc reduce t/in -- grep -q 7; x=$?; cmp in t/in && exit $x",
                0,
                &[],
            ),
        ],
    );
    check_mounted(
        "ro",
        &[
            ("grammarc reduce in.txt -o t/out -- ./check.sh", 3, &["t/out.journal: Read-only file system"]),
            ("grammarc fuzz -g json --seed 1 -o t/x", 3, &["t/x: Read-only file system"]),
            ("grammarc compile lines.bnf -o t/lines", 3, &["t/lines/Cargo.toml: Read-only file system"]),
            ("grammarc compile --module lines.bnf -o t/a.rs", 3, &["t/a.rs: Read-only file system"]),
            ("TMPDIR=$PWD/t grammarc reduce in.txt -- ./check.sh", 3, &["/t: Read-only file system", "TMPDIR"]),
        ],
    );
}

#[test]
fn a_command_that_fills_the_disk_is_told_from_one_that_says_no() {
    let big = r#"printf '#!/bin/sh\ngrep -q "^7$" "$1" %s { head -c 99m /dev/zero > big; false; }\n' "#;
    let cases: Vec<Case> = vec![
        (
            format!("{big} '&&' > big.sh; TMPDIR=$PWD/t sh -c '{REDUCE} -- sh ./big.sh {{}}'; x=$?; test -z \"$(ls t)\" && exit $x").leak(),
            3,
            &["/t is full", "set TMPDIR to a larger one"],
        ),
        (
            format!("{big} '||' > big.sh; TMPDIR=$PWD/t {REDUCE} -- sh ./big.sh {{}}; x=$?; test -z \"$(ls t)\" && grep -q '^7' in.reduced.txt && ! grep -q unresolved in.reduced.txt.journal && exit $x").leak(),
            0,
            &["candidates could not be run, so the result is not known to be minimal", "/t is full"],
        ),
    ];
    check_mounted("size=8m", &cases);
}

#[test]
fn somebody_without_rights_is_told_so() {
    // Root may do everything; so become somebody who may not.
    let nobody = "chmod -R a+rwX . ..; mkdir no; chmod 700 no; cp in.txt mine; chmod 600 mine; \
                  setpriv --reuid 65534 --regid 65534 --clear-groups ";
    let (_, end) = run(&format!("{nobody} sh -c 'grammarc grammars >&2'"));
    if end.status != 0 {
        skipped(&format!("another user that can run the program: {}", end.stderr));
        return;
    }
    let cases: [Case; 8] = [
        ("grammarc reduce in.txt -o no/out -- ./check.sh", 3, &["no/out.journal: Permission denied"]),
        ("grammarc reduce mine -- ./check.sh", 3, &["mine: Permission denied"]),
        ("grammarc parse -g json mine", 3, &["mine: Permission denied"]),
        ("grammarc check ./mine", 3, &["./mine: Permission denied"]),
        ("grammarc fuzz -g json --seed 1 -o no/x", 3, &["no/x: Permission denied"]),
        ("grammarc compile lines.bnf -o no/lines", 3, &["no/lines"]),
        (
            "sh -c 'chmod 0 lines.bnf; grammarc reduce in.txt -o mine --budget 1 -- ./check.sh'",
            3,
            &["mine: Permission denied"],
        ),
        (
            "sh -c \"grammarc reduce in.txt --budget 3 -- sh -c 'mkdir -p d/e; touch d/e/f; chmod 0 d/e d; grep -q 7 \\\"\\$1\\\"' sh {} && ! ls $TMPDIR | grep .\"",
            0,
            &[],
        ),
    ];
    for (line, status, said) in cases {
        check((format!("{nobody} {line}").leak(), status, said));
    }
}

#[test]
fn the_environment_may_lack_anything() {
    let cases: [Case; 24] = [
        ("env -i PATH=\"$PATH\" TMPDIR=\"$TMPDIR\" grammarc reduce in.txt --budget 2 -- ./check.sh", 0, &[]),
        (
            "TMPDIR=/no/where grammarc reduce in.txt -- ./check.sh",
            3,
            &["temporary directory in /no/where: No such file", "set TMPDIR to another place"],
        ),
        ("TMPDIR=$PWD/in.txt grammarc reduce in.txt -- ./check.sh", 3, &["in.txt: Not a directory"]),
        ("G=$(command -v grammarc); PATH= $G reduce in.txt -- grep 7", 3, &["cannot start grep: No such file"]),
        ("G=$(command -v grammarc); PATH= $G reduce in.txt -- ./check.sh {}", 1, &["not found"]),
        ("setsid -w grammarc reduce in.txt --budget 2 -- ./check.sh", 0, &[]),
        ("grammarc reduce in.txt --budget 2 -- ./check.sh <&-", 0, &[]),
        ("grammarc reduce in.txt --budget 2 -- ./check.sh >&-", 0, &[]),
        ("grammarc reduce in.txt --budget 2 -- ./check.sh 2>&-", 0, &[]),
        ("grammarc reduce in.txt --budget 2 -- ./check.sh 0<&- 1>&- 2>&- && test -s in.reduced.txt", 0, &[]),
        ("grammarc reduce in.txt --budget 2 -- ./check.sh 2>/dev/full && test -s in.reduced.txt", 0, &[]),
        ("grammarc reduce nothing -- ./check.sh 2>/dev/full", 2, &[]),
        ("grammarc check nothing.bnf 2>/dev/full", 2, &[]),
        ("echo '<a> ::= <b>' > a.bnf; grammarc compile a.bnf 2>/dev/full", 2, &[]),
        ("grammarc compile lines.bnf 2>/dev/full", 0, &[]),
        ("grammarc parse -g json in.txt 2>/dev/full", 1, &[]),
        ("grammarc fuzz -g json 2>/dev/full", 0, &[]),
        ("grammarc fuzz -g json --seed 1 >/dev/full", 3, &["standard output: No space left on device"]),
        ("grammarc reduce in.txt -o - -- ./check.sh > /dev/full", 3, &["standard output: No space left on device"]),
        (
            "grammarc reduce in.txt --json -- ./check.sh > /dev/full; x=$?; grep -q '^7$' in.reduced.txt && exit $x",
            3,
            &["standard output"],
        ),
        ("(grammarc fuzz -g json -n 99999 -0; echo $? >&2) | head -c 1", 0, &["\n0\n"]),
        ("(grammarc parse -g ./lines.bnf in.txt; echo status $? >&2) | true", 0, &["status 0"]),
        ("((grammarc parse -g json in.txt; echo $? > status) 2>&1 | true); grep 1 status", 0, &[]),
        (
            "ulimit -n 24; grammarc reduce in.txt -j 40 --budget 9 -- ./check.sh",
            0,
            &["Too many open files", "running one job at a time"],
        ),
    ];
    cases.into_iter().for_each(check);
    let (_, end) = run("script -qec 'NO_COLOR=1 grammarc check nothing.bnf' /dev/null >&2");
    assert!(end.status == 2 && !end.stderr.contains('\u{1b}'), "{end:?}");
}

#[test]
fn pipes_are_read_once_and_never_waited_for_in_vain() {
    let cases: [Case; 9] = [
        ("mkfifo p; grammarc parse -g json p", 3, &["p: a pipe without a writer"]),
        ("mkfifo p.bnf; grammarc check p.bnf", 2, &["cannot read `p.bnf`: not a file"]),
        ("mkfifo p.bnf; echo '%import \"p.bnf\"\n<a> ::= \"x\"' > a.bnf; grammarc check a.bnf", 2, &["not a file"]),
        ("mkfifo p; grammarc reduce p -- true", 3, &["p: a pipe without a writer"]),
        ("grammarc reduce - -- true", 0, &["input.reduced"]),
        ("mkfifo p; (sleep 0.2; echo '[1]' > p) & grammarc parse -g json p", 0, &[]),
        ("bash -c 'grammarc parse <(echo \"[1]\") && grammarc check <(echo \"<a> ::= [0-9]\")'", 0, &[]),
        (
            "grammarc compile --module lines.bnf -o /dev/stdout | grep -q '^pub static FORMAT' && test -L /dev/stdout",
            0,
            &[],
        ),
        ("echo '[1]' | grammarc parse -g json /dev/stdin", 0, &[]),
    ];
    cases.into_iter().for_each(check);
}

#[test]
fn whatever_the_command_does_the_result_is_the_same() {
    let keep = r#"grep -q '^7$' "$1"; x=$?"#;
    for (what, script) in [
        ("removes its directory", "rm -rf \"$PWD\""),
        ("removes all directories", "rm -rf \"${PWD%/*}\""),
        ("removes the candidate", "rm \"$1\""),
        ("changes the candidate", "echo 7 > \"$1\"; chmod 0 \"$1\""),
        ("puts a folder in its place", "rm \"$1\"; mkdir -p \"$1/a/b\"; chmod 0 \"$1/a\""),
        ("writes much", "yes | head -c 9000000; yes | head -c 9000000 >&2"),
        ("disturbs", "printf '\\033[2J\\033]0;x\\007' | tee /dev/stderr"),
        ("closes everything", "exec <&- >&- 2>&-"),
        ("leaves children", "setsid sleep 4731 & sleep 4731 & sh -c 'trap \"\" TERM HUP; sleep 4731' &"),
        ("leaves children who know nothing", "env -i setsid sleep 4732 &"),
        ("fills its directory", "head -c 9000000 /dev/zero > big; mkdir -p a/b/c; ln -s / a/root; mkfifo a/p"),
        ("dies of many signals", "test $x = 0 || kill -$((($(wc -c < \"$1\") % 4) * 2 + 3)) $$"),
        ("reads all there is", "cat; read line < /dev/tty"),
    ] {
        let stage = numbered();
        stage.script("odd.sh", &format!("{keep}; {{ {script}\n}} 2>/dev/null; exit $x"));
        let end = stage.type_line("grammarc reduce in.txt -j 1 -- ./odd.sh {}");
        assert_eq!(end.status, 0, "{what}: {end:?}");
        assert_eq!(stage.read("in.reduced.txt").trim(), "7", "{what}: {end:?}");
        assert_calm(&end.stderr);
        let left = fs::read_dir(Path::new(&stage.directory()).with_file_name("tmp")).unwrap().count();
        assert_eq!(left, 0, "{what}");
    }
    assert_eq!(stage::sleepers("4731"), 0);
    assert_eq!(stage::sleepers("4732"), 0);
}

#[test]
fn a_command_that_cannot_be_relied_on_is_explained() {
    let cases: [Case; 5] = [
        // A lock that only one can have, like a port.
        (
            "printf '#!/bin/sh\nmkdir %s/port || exit 1; sleep 0.1; ./check.sh \"$1\"; x=$?; rmdir %s/port; exit $x\n' \"$PWD\" \"$PWD\" > port.sh; \
             chmod +x port.sh; grammarc reduce in.txt --cwd here -j 2 -- ./port.sh {} && grep -q '^7$' in.reduced.txt",
            0,
            &["of 2 parallel runs of the input, 1 were not interesting", "running one job at a time"],
        ),
        // Yes twice, then no, whatever it is asked about.
        (
            "printf '#!/bin/sh\necho x >> \"$COUNT\"; test $(wc -l < \"$COUNT\") -lt 3\n' > flip.sh; chmod +x flip.sh; grammarc reduce in.txt -- ./flip.sh",
            1,
            &[
                "the result is not interesting when run again",
                "0 of 10 of the result and 0 of 10 of the input",
                "the test is flaky",
            ],
        ),
        // Yes, no, yes, no …
        (
            "printf '#!/bin/sh\necho x >> \"$COUNT\"; test $(($(wc -l < \"$COUNT\") %% 2)) = 1\n' > flip.sh; chmod +x flip.sh; \
             grammarc reduce in.txt --budget 8 -- ./flip.sh; test $? -le 1",
            0,
            &[],
        ),
        (
            "grammarc reduce in.txt --budget 4 -- sh -c 'echo \"# x\" >> \"$0\"; grep -q 7 \"$1\"' ./check.sh {}",
            0,
            &["check.sh changed during the run: results before and after the change may differ"],
        ),
        (
            "cp check.sh my.sh; grammarc reduce in.txt -- sh -c 'test -e \"$0\" || exit 127; rm \"$0\"; grep -q 7 \"$1\"' ./my.sh {}",
            3,
            &["cannot run the interestingness test", "the best result so far is saved"],
        ),
    ];
    cases.into_iter().for_each(check);
    let (_, end) =
        run("script -qec 'grammarc reduce in.txt -- sh -c \"read line < /dev/tty\"' /dev/null </dev/null >&2");
    if end.stderr.contains("stopped by") {
        assert_eq!(end.status, 1, "{end:?}");
        assert!(end.stderr.contains("SIGTTIN when it accessed the terminal"), "{end:?}");
    } else {
        skipped(&format!("a terminal: {}", end.stderr));
    }
}

#[test]
fn what_happens_to_the_files_during_the_run_harms_nothing() {
    let odd = |does: &str| {
        let script = format!("grep -q '^7$' \"$1\" || exit 1; {does}; exit 0");
        format!("printf '%s\\n' '#!/bin/sh' {} > odd.sh; chmod +x odd.sh", quoted(&script))
    };
    let run_it = "grammarc reduce in.txt --cwd here -- ./odd.sh {}";
    let same = "grep -q '^7$' in.reduced.txt && test $(wc -c < in.reduced.txt) -le 2";
    let cases: [(&str, String, i32, &[&str]); 8] = [
        ("rm -f in.txt", format!("{run_it} && {same}"), 0, &[]),
        (": > in.txt", format!("{run_it} && {same}"), 0, &[]),
        ("echo other > new; mv new in.txt", format!("{run_it} && {same} && grep other in.txt"), 0, &[]),
        ("rm -f in.reduced.txt", format!("{run_it} && {same}"), 0, &[]),
        (
            "test -e mine || { echo mine > in.reduced.txt; cp in.reduced.txt mine; }",
            format!("{run_it}; {same} && cmp mine in.reduced.txt.other"),
            0,
            &["another program wrote to the output", "now in.reduced.txt.other"],
        ),
        (
            "test -d in.reduced.txt.other || { rm -f in.reduced.txt; mkdir in.reduced.txt; touch in.reduced.txt/x; }",
            format!("{run_it}; {same} && test -e in.reduced.txt.other/x"),
            0,
            &["now in.reduced.txt.other"],
        ),
        (
            "rm -f in.reduced.txt.journal; sleep 0.3",
            format!("{run_it} && {same} && echo 'grep -q ^7' >> odd.sh && {run_it}"),
            0,
            &["the earlier run differs in its file"],
        ),
        (
            "rm -f in.reduced.txt.journal; echo mine > in.reduced.txt.journal",
            format!("{run_it}; x=$?; {same} && grep mine in.reduced.txt.journal && exit $x"),
            3,
            &["in.reduced.txt.journal: another program has replaced the file", "the best result so far is saved"],
        ),
    ];
    for (does, line, status, said) in cases {
        check((format!("{}; {line}", odd(does)).leak(), status, said));
    }
    let (_stage, end) =
        run(&format!("{}; mkdir o; grammarc reduce in.txt -o o/out --cwd here -- ./odd.sh {{}}", odd("rm -rf o")));
    assert_eq!(end.status, 3, "{end:?}");
    let place = end.stderr.trim().rsplit(" is in ").next().unwrap();
    assert!(end.stderr.contains("o/out: No such file or directory"), "{end:?}");
    assert!(fs::read_to_string(place).unwrap().contains('7'), "{end:?}");
}

#[test]
fn runs_beside_one_another_do_not_meet() {
    let stage = numbered();
    let line = "for i in 1 2 3; do grammarc reduce in.txt -q -o out.$i -- ./check.sh & done; wait; for i in 1 2 3; do cat out.$i; echo; done | grep -c '^7$'";
    let end = stage.type_line(line);
    assert_eq!((end.status, end.stdout.trim()), (0, "3"), "{end:?}");
    // A journal that a dead run has left is nobody's.
    let end = stage.type_line(
        "grammarc reduce in.txt -o dead -- sh -c 'grep -q 7 \"$1\" && sleep 0.3' sh {} & \
         while ! test -s dead; do sleep 0.01; done; kill -9 $!; wait $!; \
         grammarc reduce in.txt -o dead -- sh -c 'grep -q 7 \"$1\" && sleep 0.3' sh {}",
    );
    assert!(end.status == 0 && end.stderr.contains("resuming an earlier run"), "{end:?}");
}

#[test]
fn a_hangup_saves_and_leaves_with_130() {
    let (stage, end) = run("grammarc reduce in.txt -- sh -c 'grep -q 7 \"$1\" && sleep 0.3' sh {} & \
         while ! test -s in.reduced.txt; do sleep 0.01; done; kill -HUP $!; wait $!");
    assert_eq!(end.status, 130, "{end:?}");
    assert!(end.stderr.contains("interrupted; run the same command again to resume"), "{end:?}");
    assert!(stage.read("in.reduced.txt").contains('7'));
}
