//! Triage by the output: inputs whose failures report themselves alike are one group, each after a single run.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use expect_test::expect_file;
use grammarc_runtime::oracle::{End, Outcome, Output, Signature};
use tempfile::TempDir;

use crate::common::{binary, data, entries, printed};

/// Each file of `tests/outputs` is the output of a failing program. Files whose names differ in the last letter are failures of one bug with
/// different inputs, or different versions of a tool. `signatures.txt` has the signature of each bug.
#[test]
fn reports_of_one_bug_have_one_signature() {
    let mut bugs: BTreeMap<String, Option<Signature>> = BTreeMap::new();
    for path in entries(&data("outputs")) {
        let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
        let Some((bug, _)) = name.strip_suffix(".out").and_then(|name| name.rsplit_once('-')) else { continue };
        let text = fs::read(&path).expect("it can be read");
        let outcome = |stdout: &[u8], stderr: &[u8]| {
            let (stdout, stderr) = (Output::new(stdout), Output::new(stderr));
            Outcome { end: End::Exited(1), stdout, stderr, took: Duration::ZERO }
        };
        let signature = Signature::of(&outcome(b"", &text));
        assert_eq!(signature, Signature::of(&outcome(&text, b"warning: nothing\n")), "{name}");
        let first = bugs.entry(bug.to_owned()).or_insert_with(|| signature.clone());
        assert_eq!(*first, signature, "{name}");
    }
    let known: Vec<&Signature> = bugs.values().flatten().collect();
    assert!(known.iter().all(|one| known.iter().filter(|other| other == &one).count() == 1), "{bugs:#?}");
    let line = |(bug, signature): (&String, &Option<Signature>)| {
        format!("{bug}: {}\n", signature.as_ref().map_or_else(|| "none".to_owned(), ToString::to_string))
    };
    expect_file![data("outputs/signatures.txt")].assert_eq(&bugs.iter().map(line).collect::<String>());
}

/// Fails by an assertion where there is `null`, by another one where there is `true`, and silently where there is a `9`. It notes each run;
/// with a number in `stop`, that run interrupts its parent.
const PROGRAM: &str = "#!/bin/sh
here=$(dirname \"$0\")
echo >> \"$here/runs\"
[ \"$(wc -l < \"$here/runs\")\" -eq \"$(cat \"$here/stop\" 2>/dev/null || echo 0)\" ] && kill -INT $PPID
grep -q null \"$1\" && { echo \"/tmp/p: p.c:3: f: Assertion \\`x' failed.\" >&2; exit 134; }
grep -q true \"$1\" && { echo \"p: q.c:8: g: Assertion \\`y' failed.\" >&2; exit 134; }
grep -q 9 \"$1\" && exit 134
exit 0
";

/// Returns a folder with the program, and `count` inputs of each of the three failures, and one that does not fail.
fn folder(count: usize) -> TempDir {
    let folder = TempDir::new().expect("a folder can be made");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("it can be written to");
    write("program.sh", PROGRAM);
    fs::create_dir(folder.path().join("crashes")).expect("a folder can be made");
    for number in 0..count {
        let ones = ",1".repeat(count - number);
        write(&format!("crashes/a{number:03}.json"), &format!("[1{ones},null]"));
        write(&format!("crashes/b{number:03}.json"), &format!("{{\"b\": [true{ones}]}}"));
    }
    write("crashes/c.json", "[9]");
    write("crashes/d.json", "[2]");
    folder
}

fn triage(folder: &Path, options: &[&str]) -> (Option<i32>, String, String) {
    let mut command = binary();
    command.current_dir(folder).args(["triage", "crashes", "--tries", "20", "--same", "-j", "1"]).args(options);
    let program = folder.join("program.sh");
    printed(command.args(["--", "sh"]).arg(program))
}

fn runs(folder: &Path) -> usize {
    let text = fs::read_to_string(folder.join("runs")).expect("it has run");
    text.lines().count()
}

#[test]
fn inputs_that_report_alike_cost_one_run_each() {
    let mut counts = Vec::new();
    for count in [3, 20] {
        let folder = folder(count);
        let (status, table, said) = triage(folder.path(), &["--report", "page.html"]);
        assert_eq!(status, Some(0), "{said}");
        let first = table.lines().nth(1).expect("there is a group");
        assert!(first.split_whitespace().next() == Some(&*count.to_string()), "{table}");
        assert!(table.contains("  assertion in p.c:3: f: Assertion `x' failed\n"), "{table}");
        assert!(table.contains("  assertion in q.c:8: g: Assertion `y' failed\n"), "{table}");
        let all = 2 * count + 1;
        assert!(said.contains(&format!("{} inputs with 2 different reports in the output\n", 2 * count)), "{said}");
        assert!(said.contains(&format!("; {} other inputs fail alike\n", count - 1)), "{said}");
        assert!(said.contains(&format!("\n{all} inputs, 3 groups, ")), "{said}");
        let runs = runs(folder.path());
        assert!(said.ends_with(" runs\n"), "{said}");
        // The smallest input of each report is reduced: the last one.
        assert!(folder.path().join(format!("crashes.triage/a{:03}.reduced.json", count - 1)).exists(), "{said}");
        assert!(!folder.path().join("crashes.triage/a000.reduced.json").exists(), "{said}");
        let page = fs::read_to_string(folder.path().join("page.html")).expect("it was written");
        assert!(page.contains("Reported as: assertion in p.c:3") && page.contains("crashes/a000.json"), "{page}");
        counts.push(runs);
    }
    assert_eq!(counts[1] - counts[0], 2 * 17, "one run for each further input");
}

#[test]
fn patterns_alone_can_be_asked_for() {
    let folder = folder(2);
    let (status, table, said) = triage(folder.path(), &["--group-by", "pattern"]);
    assert_eq!(status, Some(0), "{said}");
    assert!(!table.contains("assertion") && said.contains("1/6 crashes/a000.json: "), "{table}{said}");
}

#[test]
fn an_interrupted_triage_keeps_its_groups() {
    // In the first pass, then in the reduction of the first group.
    for (stop, status_of_groups) in [(4, ["unfinished", "unfinished"]), (20, ["unfinished", "unfinished"])] {
        let folder = folder(4);
        fs::write(folder.path().join("stop"), stop.to_string()).expect("it can be written to");
        let (status, table, said) = triage(folder.path(), &["--report", "page.html"]);
        assert_eq!(status, Some(130), "{said}");
        let rates: Vec<&str> = table.lines().filter(|line| line.contains("crashes")).map(rate).collect();
        assert_eq!(rates, status_of_groups[..rates.len()], "{table}");
        assert!(!rates.is_empty() && said.contains("note: interrupted"), "{said}");
        let last = said.lines().last().expect("it says what it has done");
        assert!(!last.contains(" 0 tests") && !last.contains(" 0 runs"), "{last}");
        assert!(folder.path().join("page.html").exists(), "the report is written");
        assert!(runs(folder.path()) <= stop + 1, "it stops at once");
    }
}

fn rate(line: &str) -> &str {
    line.split_whitespace().nth(2).unwrap_or_default()
}
