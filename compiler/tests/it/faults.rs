//! Every call to the system fails, once and from then on: nothing panics, no input changes, no result is wrong, and the same
//! command without faults then ends as if there had been none.
//!
//! `tests/faults/shim.c` makes the n-th call of a function fail. `GRAMMARC_FAULTS=all` tries every n; by default a few of each.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use crate::common::{binary, data};
use crate::reduce::stage::{Ended, Stage};
use crate::skipped::skipped;

/// The kinds of calls, each with an error that it can end with: EIO 5, EAGAIN 11, ENOMEM 12, EACCES 13, EMFILE 24, ENOSPC 28.
const CALLS: [(&str, u32); 13] = [
    ("write", 28),
    ("read", 5),
    ("open", 24),
    ("rename", 5),
    ("sync", 5),
    ("mkdir", 28),
    ("remove", 13),
    ("lock", 5),
    ("pipe", 24),
    ("spawn", 11),
    ("list", 12),
    ("stat", 5),
    ("thread", 11),
];

/// One command, and the files that it finds.
struct Subject {
    name: &'static str,
    files: &'static [(&'static str, &'static str)],
    arguments: &'static [&'static str],
    /// Whether standard output is the result; otherwise the files are.
    prints: bool,
}

const SUBJECTS: [Subject; 6] = [
    Subject {
        name: "reduce a file",
        files: &[("in.txt", "one\ntwo BUG\nthree\nfour\n")],
        arguments: &[
            "reduce",
            "-g",
            "./lines.bnf",
            "in.txt",
            "-j",
            "2",
            "--format",
            "none",
            "--",
            "grep",
            "-q",
            "BUG",
            "{}",
        ],
        prints: false,
    },
    Subject {
        name: "reduce a folder",
        files: &[("in/a.txt", "one\ntwo BUG\n"), ("in/b.txt", "three\n"), ("in/c/d.txt", "")],
        arguments: &["reduce", "in", "-j", "1", "--format", "none", "--", "grep", "-q", "BUG", "{}/a.txt"],
        prints: false,
    },
    Subject {
        name: "generalize",
        files: &[("in.json", "[1, null]")],
        arguments: &["generalize", "in.json", "--tries", "5", "-j", "1", "--", "grep", "-q", "null", "{}"],
        prints: true,
    },
    Subject {
        name: "triage",
        files: &[("in/a.json", "[null]"), ("in/b.json", "[null, 1]")],
        arguments: &["triage", "in", "--tries", "5", "-j", "1", "--", "grep", "-q", "null", "{}"],
        prints: true,
    },
    Subject {
        name: "fuzz",
        files: &[],
        arguments: &["fuzz", "-g", "json", "--seed", "1", "-n", "3", "-o", "texts"],
        prints: false,
    },
    Subject {
        name: "compile",
        files: &[("ab.bnf", "<a> ::= \"b\"*\n")],
        arguments: &["compile", "ab.bnf", "--only", "parse", "--no-cli"],
        prints: false,
    },
];

/// The library that makes calls fail; an error message if it cannot be built here.
static SHIM: LazyLock<Result<(tempfile::TempDir, PathBuf), String>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let library = folder.path().join("shim.so");
    let mut compiler = Command::new("cc");
    compiler.args(["-O1", "-shared", "-fPIC", "-o"]).arg(&library).arg(data("faults/shim.c")).arg("-ldl");
    match compiler.output() {
        Ok(output) if output.status.success() => Ok((folder, library)),
        Ok(output) => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        Err(error) => Err(format!("cc: {error}")),
    }
});

/// A call that fails.
#[derive(Debug, Clone, Copy)]
struct Fault {
    call: &'static str,
    number: usize,
    error: u32,
    always: bool,
}

impl Subject {
    fn stage(&self) -> Stage {
        let stage = Stage::new();
        for (name, text) in self.files {
            fs::create_dir_all(stage.path(name).parent().expect("it is in the folder of the stage")).unwrap();
            stage.write(name, text);
        }
        stage
    }

    /// Runs the command, with a fault if one is given.
    fn run(&self, stage: &Stage, shim: Option<(&Path, Option<Fault>)>) -> Ended {
        let mut command = binary();
        command.args(self.arguments);
        if let Some((library, fault)) = shim {
            command.env("LD_PRELOAD", library).env("FAULT_COUNTS", stage.beside("counts"));
            if let Some(Fault { call, number, error, always }) = fault {
                let mode = if always { "always" } else { "once" };
                command.env("FAULT", format!("{call}:{number}:{error}:{mode}"));
            }
        }
        stage.ended(command)
    }

    /// Returns the result of the command: its files by their names, or its standard output.
    fn result(&self, stage: &Stage, ended: &Ended) -> BTreeMap<String, Vec<u8>> {
        if self.prints {
            return BTreeMap::from([("standard output".to_owned(), ended.stdout.clone().into_bytes())]);
        }
        let mut files = stage.all_files();
        files.retain(|name, _| !name.ends_with(".journal"));
        files
    }

    /// Returns how often each kind of call is made, and the result, if nothing fails.
    fn baseline(&self, library: &Path) -> (BTreeMap<String, usize>, BTreeMap<String, Vec<u8>>) {
        let stage = self.stage();
        let ended = self.run(&stage, Some((library, None)));
        assert_eq!(ended.status, 0, "{}: {ended:?}", self.name);
        let counts = fs::read_to_string(stage.beside("counts")).expect("the library writes it at the end");
        let counts = counts.lines().filter_map(|line| line.split_once(' '));
        let counts = counts.map(|(call, count)| (call.to_owned(), count.parse().expect("a number"))).collect();
        (counts, self.result(&stage, &ended))
    }

    /// Runs the command with a fault, and then without.
    fn try_fault(&self, library: &Path, fault: Fault, expected: &BTreeMap<String, Vec<u8>>) {
        let stage = self.stage();
        let ended = self.run(&stage, Some((library, Some(fault))));
        let place = format!("{}, {fault:?}: {ended:?}", self.name);
        assert!([0, 2, 3].contains(&ended.status), "{place}");
        for (name, text) in self.files {
            assert_eq!(stage.read(name), *text, "{place}");
        }
        if ended.status == 0 {
            assert_eq!(&self.result(&stage, &ended), expected, "{place}");
        }
        let again = self.run(&stage, None);
        assert_eq!(again.status, 0, "{place}\nand again: {again:?}");
        assert_eq!(&self.result(&stage, &again), expected, "{place}\nand again: {again:?}");
        let mut left = stage.temporary();
        // The best result goes there when it cannot be written to its place, as the message says.
        left.retain(|name| !name.starts_with("grammarc-saved-"));
        assert_eq!(left, [""; 0], "{place}");
    }
}

/// Returns which of `count` calls fail: all, or the first, the last and two between them.
fn numbers(count: usize) -> Vec<usize> {
    if std::env::var("GRAMMARC_FAULTS").is_ok_and(|which| which == "all") {
        return (1..=count).collect();
    }
    let mut some: Vec<usize> = [1, count / 3, 2 * count / 3, count].into_iter().filter(|number| *number > 0).collect();
    some.dedup();
    some
}

/// Tries the faults of one command.
fn try_all(name: &str) {
    let (_, library) = match &*SHIM {
        Ok(built) => built,
        Err(error) => return skipped(&format!("a C compiler ({error})")),
    };
    let subject = SUBJECTS.iter().find(|subject| subject.name == name).expect("it is in the table");
    let (counts, expected) = subject.baseline(library);
    let mut tried = 0;
    for (call, error) in CALLS {
        for number in numbers(counts[call]) {
            for always in [false, true] {
                subject.try_fault(library, Fault { call, number, error, always }, &expected);
                tried += 1;
            }
        }
    }
    eprintln!("{name}: {tried} faults");
    assert!(tried > 0, "{name}: {counts:?}");
}

#[test]
fn reduce_a_file() {
    try_all("reduce a file");
}

#[test]
fn reduce_a_folder() {
    try_all("reduce a folder");
}

#[test]
fn generalize() {
    try_all("generalize");
}

#[test]
fn triage() {
    try_all("triage");
}

#[test]
fn fuzz() {
    try_all("fuzz");
}

#[test]
fn compile() {
    try_all("compile");
}
