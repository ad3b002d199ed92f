//! Every call to the system fails, once and from then on: nothing panics, no input changes, no result is wrong, and the same
//! command without faults then ends as if there had been none.
//!
//! `tests/faults/shim.c` makes the n-th call of a function fail, or kills the process there. `GRAMMARC_FAULTS=all` tries every n; by default
//! a few of each.

/// Makes a test of each of these commands, by a function that takes the name of a command.
macro_rules! tests_of {
    ($try_all:ident: $($name:ident,)*) => {
        $(
            #[test]
            fn $name() {
                $try_all(&stringify!($name).replace('_', " "));
            }
        )*
    };
}

mod kills;

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
#[derive(Clone, Copy)]
struct Subject {
    name: &'static str,
    files: &'static [(&'static str, &'static str)],
    /// Its words, separated by blanks. `./check.sh` is a test that wants the part.
    line: &'static str,
    /// The part of a text that the test looks for; empty if there is no test.
    part: &'static str,
    /// How many tests run at once.
    jobs: usize,
    /// Whether standard output is the result; otherwise the files are.
    prints: bool,
}

/// A command without a test.
const PLAIN: Subject = Subject { name: "", files: &[], line: "", part: "", jobs: 1, prints: false };

const CRASHES: &[(&str, &str)] = &[("in/a.json", "[null]"), ("in/b.json", "[null, 1]")];

const SUBJECTS: [Subject; 10] = [
    Subject {
        name: "reduce a file",
        files: &[("in.txt", "one\ntwo BUG\nthree\nfour\n")],
        line: "reduce -g ./lines.bnf in.txt --format none -- ./check.sh {}",
        part: "BUG",
        jobs: 2,
        ..PLAIN
    },
    Subject {
        name: "reduce a folder",
        files: &[("in/a.txt", "one\ntwo BUG\n"), ("in/b.txt", "three\n"), ("in/c/d.txt", "")],
        line: "reduce in --format none -- ./check.sh {}/a.txt",
        part: "BUG",
        ..PLAIN
    },
    Subject {
        name: "generalize",
        files: &[("in.json", "[1, null]")],
        line: "generalize in.json --tries 5 -- ./check.sh {}",
        part: "null",
        prints: true,
        ..PLAIN
    },
    Subject {
        name: "generalize the input as it is",
        files: &[("in.json", "[1, null]")],
        line: "generalize in.json --no-reduce --keep-journal --tries 5 -- ./check.sh {}",
        part: "null",
        prints: true,
        ..PLAIN
    },
    Subject {
        name: "triage",
        files: CRASHES,
        line: "triage in --tries 5 -- ./check.sh {}",
        part: "null",
        prints: true,
        ..PLAIN
    },
    Subject {
        name: "triage the inputs as they are",
        files: CRASHES,
        line: "triage in --no-reduce --keep-journal --tries 5 -- ./check.sh {}",
        part: "null",
        prints: true,
        ..PLAIN
    },
    Subject { name: "fuzz", line: "fuzz -g json --seed 1 -n 3 -o texts", ..PLAIN },
    Subject {
        name: "compile",
        files: &[("ab.bnf", "<a> ::= \"b\"*\n")],
        line: "compile ab.bnf --only parse --no-cli",
        ..PLAIN
    },
    Subject { name: "fmt", files: &[("ab.bnf", "<a>::=\"b\"*\n")], line: "fmt ab.bnf", ..PLAIN },
    Subject {
        name: "import",
        files: &[("ab.abnf", "a = *\"b\" c\nc = \"x\" / \"y\"\n")],
        line: "import ab.abnf -o out.bnf",
        ..PLAIN
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

/// A call that fails, or kills the process.
#[derive(Debug, Clone, Copy)]
struct Fault {
    call: &'static str,
    number: usize,
    error: u32,
    /// As the library reads it: `once`, `always`, `kill` or `tear`.
    mode: &'static str,
}

impl Subject {
    fn stage(&self) -> Stage {
        let stage = Stage::new();
        for (name, text) in self.files {
            fs::create_dir_all(stage.path(name).parent().expect("it is in the folder of the stage")).unwrap();
            stage.write(name, text);
        }
        if !self.part.is_empty() {
            stage.script("check.sh", &format!("echo >> \"$COUNT\"; grep -q {} \"$1\"", self.part));
        }
        stage
    }

    /// Runs the command, with a fault if one is given.
    fn run(&self, stage: &Stage, shim: Option<(&Path, Option<Fault>)>) -> Ended {
        let mut command = binary();
        let (options, test) = self.line.split_once(" -- ").unwrap_or((self.line, ""));
        command.args(options.split(' '));
        if !test.is_empty() {
            // On a loaded machine the default would cut off some runs.
            command.args(["-j", &self.jobs.to_string(), "--timeout", "600", "--"]).args(test.split(' '));
        }
        if let Some((library, fault)) = shim {
            command.env("LD_PRELOAD", library).env("FAULT_COUNTS", stage.beside("counts"));
            if let Some(Fault { call, number, error, mode }) = fault {
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
        (Self::counts(&stage), self.result(&stage, &ended))
    }

    /// Returns how often each kind of call was made.
    fn counts(stage: &Stage) -> BTreeMap<String, usize> {
        let counts = fs::read_to_string(stage.beside("counts")).expect("the library writes it at the end");
        let counts = counts.lines().filter_map(|line| line.split_once(' '));
        counts.map(|(call, count)| (call.to_owned(), count.parse().expect("a number"))).collect()
    }

    /// Runs the command with a fault, and then without.
    fn try_fault(&self, library: &Path, fault: Fault, expected: &BTreeMap<String, Vec<u8>>) {
        let stage = self.stage();
        let ended = self.run(&stage, Some((library, Some(fault))));
        let place = format!("{}, {fault:?}: {ended:?}", self.name);
        assert!([0, 2, 3].contains(&ended.status), "{place}");
        for (name, text) in self.files {
            let there = stage.read(name).into_bytes();
            assert!(there == text.as_bytes() || Some(&there) == expected.get(*name), "{place}");
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

/// Whether every call is tried.
fn is_all() -> bool {
    std::env::var("GRAMMARC_FAULTS").is_ok_and(|which| which == "all")
}

/// Returns which of `count` calls fail: all, or the first, the last and two between them.
fn numbers(count: usize) -> Vec<usize> {
    if is_all() {
        return (1..=count).collect();
    }
    let mut some: Vec<usize> = [1, count / 3, 2 * count / 3, count].into_iter().filter(|number| *number > 0).collect();
    some.dedup();
    some
}

/// Returns the path of the library; none where it cannot be built.
fn library() -> Option<&'static Path> {
    let built = SHIM.as_ref().map(|(_, library)| library.as_path());
    built.map_err(|error| skipped(&format!("a C compiler ({error})"))).ok()
}

/// Tries the faults of one command.
fn try_all(name: &str) {
    let Some(library) = library() else { return };
    let subject = SUBJECTS.iter().find(|subject| subject.name == name).expect("it is in the table");
    let (counts, expected) = subject.baseline(library);
    let mut tried = 0;
    for (call, error) in CALLS {
        for number in numbers(counts[call]) {
            for mode in ["once", "always"] {
                subject.try_fault(library, Fault { call, number, error, mode }, &expected);
                tried += 1;
            }
        }
    }
    eprintln!("{name}: {tried} faults");
    assert!(tried > 0, "{name}: {counts:?}");
}

tests_of! {
    try_all:
    reduce_a_file,
    reduce_a_folder,
    generalize,
    triage,
    fuzz,
    compile,
    fmt,
    import,
}
