//! Cases in folders, so that nobody needs Rust to add one: `cases/README.md` says of which files a case is made.

mod options;
mod oracle;
mod report;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use expect_test::expect_file;
use grammarc_runtime::choices::Choices;
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::fuzz;
use grammarc_runtime::generalize;
use grammarc_runtime::island::ISLAND;
use grammarc_runtime::oracle::Verdict;
use grammarc_runtime::reduce;

use crate::common::{bundled, data, entries, loaded};
use options::Given;
use oracle::Oracle;

/// A folder of `cases/`, and the function that returns the `expect` of a case in it.
type Kind = (&'static str, fn(&Case) -> String);

const KINDS: [Kind; 4] =
    [("reduce", reduced), ("repair", repaired), ("generalize", generalized), ("generate", generated)];

/// The files that a case may have. Any other is a mistake, for example `option` instead of `options`.
const FILES: [&str; 6] = ["expect", "grammar", "grammar.bnf", "input", "options", "oracle"];

/// A case: a folder, and the language of its grammar; none where that is the island language.
struct Case {
    folder: PathBuf,
    language: Option<Format>,
}

impl Case {
    fn read(folder: PathBuf) -> Self {
        for path in entries(&folder) {
            let is_known = FILES.iter().any(|name| path.ends_with(name));
            assert!(is_known, "{}: a case has no such file", path.display());
        }
        let name = fs::read_to_string(folder.join("grammar"));
        let language = match name.as_deref().map(str::trim_end) {
            Ok("island") => None,
            Ok(name) => Some(bundled(name)),
            Err(_) => Some(loaded(&folder.join("grammar.bnf"))),
        };
        Self { folder, language }
    }

    fn language(&self) -> &Format {
        self.language.as_ref().unwrap_or(&ISLAND)
    }

    fn options(&self) -> Given {
        Given::new(&fs::read_to_string(self.folder.join("options")).unwrap_or_default())
    }

    /// Returns the bytes of `input` without the line end that editors put behind the last line.
    fn input(&self) -> Vec<u8> {
        let mut input = self.file("input");
        input.pop_if(|last| *last == b'\n');
        input
    }

    fn oracle(&self) -> Oracle {
        Oracle::read(&self.folder.join("oracle"))
    }

    fn file(&self, name: &str) -> Vec<u8> {
        let path = self.folder.join(name);
        fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }
}

/// Runs all cases of a kind, each against its `expect`.
fn run(kind: &str) {
    let (_, result) = KINDS.into_iter().find(|(name, _)| *name == kind).expect("the kind is listed");
    let folders = entries(&data("cases").join(kind));
    assert!(!folders.is_empty(), "no case in cases/{kind}");
    for folder in folders {
        // The harness shows this line where a case fails.
        eprintln!("{}", folder.display());
        let expected = folder.join("expect");
        let found = result(&Case::read(folder));
        expect_file![expected].assert_eq(&found);
    }
}

#[test]
fn reduce_cases() {
    run("reduce");
}

#[test]
fn repair_cases() {
    run("repair");
}

#[test]
fn generalize_cases() {
    run("generalize");
}

#[test]
fn generate_cases() {
    run("generate");
}

#[test]
fn every_folder_is_of_a_kind() {
    let names = |path: &Path| path.file_name().expect("an entry has a name").to_string_lossy().into_owned();
    let found: Vec<String> = entries(&data("cases")).iter().map(|path| names(path)).collect();
    let mut kinds: Vec<&str> = KINDS.iter().map(|(kind, _)| *kind).chain(["README.md"]).collect();
    kinds.sort_unstable();
    assert_eq!(found, kinds);
}

/// Reduces the input; returns what is left and the number of tests.
fn reduced(case: &Case) -> String {
    reduction(case).0
}

/// Reduces the input; returns each tested text as well, in the order of the tests, and how it breaks the grammar or its hooks.
fn repaired(case: &Case) -> String {
    let (result, tested) = reduction(case);
    result + "tested\n" + &tested
}

/// Reduces the input; returns what is left, and the tested texts.
fn reduction(case: &Case) -> (String, String) {
    let mut given = case.options();
    let options = given.reduce();
    given.end();
    let (oracle, tested) = (case.oracle(), Mutex::new((0, String::new())));
    let judge = |text: &[u8]| {
        let (is_interesting, broken) = (oracle.holds(text), report::broken(case.language(), text));
        let mut tested = tested.lock().expect("no test panics");
        tested.0 += usize::from(!broken.is_empty());
        tested.1 += &format!("{} {}{broken}\n", if is_interesting { '+' } else { '-' }, text.escape_ascii());
        is_interesting
    };
    let reduced = reduce::reduce(case.language(), &case.input(), &judge, &options);
    let (invalid, tested) = tested.into_inner().expect("no test panics");
    (report::reduced(&reduced, invalid), tested)
}

/// Generalizes the input; returns the pattern, the number of tests, and the finding of each part.
fn generalized(case: &Case) -> String {
    let mut given = case.options();
    let options = given.generalize();
    given.end();
    let oracle = case.oracle();
    let judge = |text: &[u8]| Verdict::from(oracle.holds(text));
    report::generalized(case.language(), &generalize::generalize(case.language(), &case.input(), &judge, &options))
}

/// Generates texts from seeds that follow one another; each must satisfy the oracle, if there is one.
fn generated(case: &Case) -> String {
    let mut given = case.options();
    let (seed, count, depth) = (given.number("--seed", 0), given.number("--count", 1), given.number("--depth", 16));
    given.end();
    let oracle = case.folder.join("oracle").exists().then(|| case.oracle());
    let line = |seed: u64| {
        let text = fuzz(case.language(), &mut Choices::fresh(seed), depth as usize);
        let is_as_wanted = text.as_ref().is_ok_and(|text| oracle.as_ref().is_none_or(|oracle| oracle.holds(text)));
        assert!(is_as_wanted || oracle.is_none(), "{}, seed {seed}: {text:?}", case.folder.display());
        report::generated(case.language(), text.as_deref())
    };
    (seed..seed + count).map(line).collect()
}
