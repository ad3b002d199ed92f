//! `grammarc compile`, from an empty folder to a crate that builds, and what it refuses.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::common::{EXPR_CRATE, binary, built_crates, root, vendored_runtime};

/// Runs the program in a folder.
fn grammarc(folder: &Path, args: &[&str]) -> Output {
    binary().args(args).current_dir(folder).output().expect("the program runs")
}

/// Makes a folder that holds the expression grammar as `expr.bnf`.
fn folder() -> TempDir {
    let folder = TempDir::new().expect("a folder can be made");
    let grammar = root().join("grammars/expr/expr.bnf");
    fs::copy(grammar, folder.path().join("expr.bnf")).expect("the grammar is there");
    folder
}

fn cargo(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.args(args).current_dir(folder).env_remove("CARGO_TARGET_DIR").env_remove("RUSTFLAGS");
    command
}

fn succeed(output: &Output) -> String {
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{}\n{out}\n{err}", output.status);
    format!("{out}{err}")
}

fn fail(output: &Output, status: i32, message: &str) {
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(status), "{text}");
    assert!(text.contains(message), "{text}");
}

/// The whole library, and parts of it. It is checked, not built: another test builds and runs a crate. All share one folder, in which
/// cargo checks each crate of the runtime once.
#[test]
fn libraries_build_without_net_and_registry_on_the_crates_that_they_need() {
    let folder = folder();
    let all = ["tables", "core", "generate", "trial", "outline", "reduce", "generalize", "steer", "cli"];
    let only = |parts: &'static str| vec!["--only", parts];
    for (options, crates, doors) in [
        (only("parse"), &all[..2], &["parse"][..]),
        (only("generate"), &all[..3], &["parse", "fuzz"]),
        (only("reduce"), &all[..6], &["parse", "reduce"]),
        (only("generate,reduce"), &all[..6], &["parse", "fuzz", "reduce"]),
        (only("generalize"), &all[..7], &["parse", "fuzz", "reduce", "generalize"]),
        (vec!["--no-cli"], &all[..7], &["parse", "fuzz", "reduce", "generalize"]),
    ] {
        let parts = options.join(" ");
        succeed(&grammarc(folder.path(), &[&["compile", "expr.bnf"], &options[..]].concat()));
        let made = folder.path().join("expr");
        let runtime = made.join("vendor/grammarc-runtime");
        let there: Vec<&str> = all.into_iter().filter(|name| runtime.join(name).join("Cargo.toml").exists()).collect();
        assert_eq!(there, crates, "{parts}");
        let lib = fs::read_to_string(made.join("src/lib.rs")).expect("it was written");
        let offered = lib.lines().filter_map(|line| line.strip_prefix("pub fn ")?.split('(').next());
        assert_eq!(offered.collect::<Vec<_>>(), doors, "{parts}");
        let home = TempDir::new().expect("a folder can be made");
        let mut check = cargo(&made, &["check", "--offline", "--locked"]);
        check.env("CARGO_HOME", home.path()).env("RUSTFLAGS", "-Dwarnings");
        succeed(&check.output().expect("cargo runs"));
    }
}

#[test]
fn the_lock_file_is_what_cargo_makes_of_that_of_the_workspace() {
    let folder = folder();
    succeed(&grammarc(folder.path(), &["compile", "expr.bnf"]));
    let lock = folder.path().join("expr/Cargo.lock");
    let written = fs::read_to_string(&lock).expect("it was written");
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::copy(manifest.join("../Cargo.lock"), &lock).expect("the workspace has one");
    // Versions stay as they are, and what is not needed goes.
    let updated = cargo(&folder.path().join("expr"), &["update", "--workspace", "--offline"]).output();
    succeed(&updated.expect("cargo runs"));
    let wanted = fs::read_to_string(&lock).expect("cargo wrote it");
    expect_test::expect_file![manifest.join("src/emit/frame/runtime.lock")].assert_eq(&wanted);
    assert_eq!(written, wanted, "compile again if the lock file has been renewed just now");
}

/// A grammar called `tables` is the package `grammarc-tables-grammar`, because the runtime has `grammarc-tables`.
#[test]
fn a_grammar_may_be_called_like_a_crate_of_the_runtime() {
    let folder = folder();
    fs::rename(folder.path().join("expr.bnf"), folder.path().join("tables.bnf")).expect("the folder can be written to");
    succeed(&grammarc(folder.path(), &["compile", "tables.bnf", "--only", "parse"]));
    let made = folder.path().join("tables");
    let home = TempDir::new().expect("a folder can be made");
    let mut metadata = cargo(&made, &["metadata", "--offline", "--locked", "--format-version", "1"]);
    let output = metadata.env("CARGO_HOME", home.path()).output().expect("cargo runs");
    assert!(succeed(&output).contains("\"name\":\"grammarc-tables-grammar\""));
}

#[test]
fn a_crate_with_a_command_line_builds_and_runs() {
    let folder = folder();
    let target = built_crates();
    let built = cargo(&EXPR_CRATE, &["build", "--offline", "--locked"]).env("CARGO_TARGET_DIR", &target).output();
    succeed(&built.expect("cargo runs"));
    let args = ["fuzz", "--seed", "7", "-n", "20", "-0"];
    let generated = |args: &[&str]| {
        let program = Command::new(target.join("debug/grammarc-expr")).args(args).current_dir(folder.path()).output();
        program.expect("the program runs")
    };
    let interpreted = grammarc(folder.path(), &[&args[..], &["-g", "./expr.bnf"]].concat());
    assert_eq!(succeed(&generated(&args)), succeed(&interpreted));
    // Strategies of papers are in `grammarc` alone.
    let by_a_paper = ["reduce", "expr.bnf", "--strategy", "hdd", "--", "true"];
    fail(&generated(&by_a_paper), 2, "unknown strategy `hdd`; the strategies are auto, ddmin, hoist,");
    fail(&generated(&by_a_paper), 2, "bytes; `grammarc reduce` has those of papers, too");
}

#[test]
fn what_is_not_ours_is_not_touched() {
    let folder = folder();
    fs::create_dir(folder.path().join("expr")).expect("the folder can be written to");
    succeed(&grammarc(folder.path(), &["compile", "expr.bnf", "--no-cli"]));
    fs::write(folder.path().join("expr/Cargo.toml"), "[package]").expect("the folder can be written to");
    fail(&grammarc(folder.path(), &["compile", "expr.bnf"]), 2, "not a crate generated by grammarc");
    fs::write(folder.path().join("mine.rs"), "fn mine() {}").expect("the folder can be written to");
    fail(&grammarc(folder.path(), &["compile", "expr.bnf", "--module", "-o", "mine.rs"]), 2, "not overwritten");
}

#[test]
fn check_finds_what_is_stale_and_writes_nothing() {
    let folder = folder();
    fail(&grammarc(folder.path(), &["compile", "expr.bnf", "--check"]), 1, "out of date");
    assert!(!folder.path().join("expr").exists());
    succeed(&grammarc(folder.path(), &["compile", "expr.bnf"]));
    succeed(&grammarc(folder.path(), &["compile", "expr.bnf", "--check"]));
    let readme = folder.path().join("expr/README.md");
    let text = fs::read_to_string(&readme).expect("it was written").replace("fuzzer", "buzzer");
    fs::write(&readme, text).expect("the folder can be written to");
    fail(&grammarc(folder.path(), &["compile", "expr.bnf", "--check"]), 1, "buzzer");
    succeed(&grammarc(folder.path(), &["compile", "expr.bnf"]));
    // Without the command line, main.rs is left over: found by --check, removed by the next run.
    fail(&grammarc(folder.path(), &["compile", "expr.bnf", "--check", "--no-cli"]), 1, "main.rs");
    succeed(&grammarc(folder.path(), &["compile", "expr.bnf", "--no-cli"]));
    assert!(!folder.path().join("expr/src/main.rs").exists());
}

#[test]
fn below_a_workspace_the_line_to_add_is_printed() {
    let folder = folder();
    let manifest = folder.path().join("Cargo.toml");
    fs::write(&manifest, "[workspace]\nresolver = \"3\"\n").expect("the folder can be written to");
    let said = succeed(&grammarc(folder.path(), &["compile", "expr.bnf", "--no-cli"]));
    let line = said.lines().find(|line| line.starts_with("    ")).expect("a line to add is printed").trim();
    fs::write(&manifest, format!("[workspace]\nresolver = \"3\"\n{line}\n")).expect("the folder can be written to");
    succeed(&cargo(folder.path(), &["metadata", "--offline", "--format-version=1"]).output().expect("cargo runs"));
    let said = succeed(&grammarc(folder.path(), &["compile", "expr.bnf", "--no-cli"]));
    assert!(!said.contains("members"), "{said}");
}

#[test]
fn two_crates_in_one_workspace_share_a_runtime() {
    let folder = folder();
    let manifest = folder.path().join("Cargo.toml");
    fs::write(&manifest, "[workspace]\nresolver = \"3\"\n").expect("the folder can be written to");
    // A parser needs one crate of the runtime, so that little has to be checked.
    let said = succeed(&grammarc(folder.path(), &["compile", "expr.bnf", "--only", "parse"]));
    let (_, place) = said.trim_end().rsplit_once(' ').expect("where the runtime is, is printed last");
    fs::write(folder.path().join("ab.bnf"), r#"<ab> ::= "a" | "b""#).expect("the folder can be written to");
    succeed(&grammarc(folder.path(), &["compile", "ab.bnf", "--only", "parse", "--runtime", place]));
    fs::write(&manifest, "[workspace]\nresolver = \"3\"\nmembers = [\"expr\", \"ab\"]\n").expect("as above");
    // Which crates belong together is settled by then, so nothing has to be built of them.
    let built = cargo(folder.path(), &["check", "--offline"]).env("CARGO_TARGET_DIR", built_crates()).output();
    succeed(&built.expect("cargo runs"));
}

#[test]
fn a_module_can_be_included() {
    let folder = folder();
    succeed(&grammarc(folder.path(), &["compile", "expr.bnf", "--module"]));
    let runtime = vendored_runtime();
    let manifest = format!(
        "[package]\nname = \"user\"\nedition = \"2024\"\n[workspace]\n\
         [dependencies]\ngrammarc-runtime = {{ path = {runtime:?}, default-features = false, features = [\"generalize\"] }}\n"
    );
    fs::write(folder.path().join("Cargo.toml"), manifest).expect("the folder can be written to");
    fs::create_dir(folder.path().join("src")).expect("the folder can be written to");
    let main = "mod expr { include!(\"../expr.rs\"); }\n\
                fn main() { assert!(expr::parse(&expr::fuzz(1, 9).unwrap()).is_ok()); \
                assert!(expr::reduce(b\"1 + 2\", |text| text.contains(&b'2')).unwrap() == b\"2\"); }";
    fs::write(folder.path().join("src/main.rs"), main).expect("the folder can be written to");
    let run = cargo(folder.path(), &["run", "--offline"]).env("CARGO_TARGET_DIR", built_crates()).output();
    succeed(&run.expect("cargo runs"));
}

#[test]
fn a_module_goes_to_standard_output() {
    let folder = folder();
    succeed(&grammarc(folder.path(), &["compile", "expr.bnf", "--module", "-o", "expr.rs"]));
    let output = grammarc(folder.path(), &["compile", "expr.bnf", "--module", "-o", "-"]);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), read(folder.path(), "expr.rs"));
    // What cannot go there says what to do instead.
    fail(&grammarc(folder.path(), &["compile", "expr.bnf", "-o", "-"]), 2, "help: add `--module`");
    fail(&grammarc(folder.path(), &["compile", "expr.bnf", "--check", "-o", "-"]), 2, "help: add `--module`");
    let check = ["compile", "expr.bnf", "--module", "--check", "-o", "-"];
    fail(&grammarc(folder.path(), &check), 2, "help: name the file with `-o`");
    assert!(!folder.path().join("-").exists());
}

fn write(folder: &Path, path: &str, text: &str) {
    fs::write(folder.join(path), text).expect("the folder can be written to");
}

fn read(folder: &Path, path: &str) -> String {
    fs::read_to_string(folder.join(path)).expect("it was written")
}

#[test]
fn where_the_runtime_is_can_be_said() {
    let folder = folder();
    let compile = |runtime: &str| grammarc(folder.path(), &["compile", "expr.bnf", "--runtime", runtime]);
    for wrong in ["latest", "path=", "1.2.3.4", "1\"x", ""] {
        fail(&compile(wrong), 2, "expected ");
    }
    fail(&compile("path=nowhere"), 2, "nowhere: no package grammarc-runtime in this folder");
    assert!(!folder.path().join("expr").exists());
    for version in ["0.1", "=0.1.0", "0.2.0-beta.1"] {
        succeed(&compile(version));
        let manifest = read(folder.path(), "expr/Cargo.toml");
        assert!(manifest.contains(&format!("grammarc-runtime = {{ version = \"{version}\" }}")), "{manifest}");
        assert!(!folder.path().join("expr/vendor").exists() && !manifest.contains("vendor"));
    }
    let runtime = root().join("runtime");
    succeed(&compile(&format!("path={}", runtime.display())));
    assert!(read(folder.path(), "expr/Cargo.toml").contains(&format!("{{ path = {runtime:?} }}")));
}

#[test]
fn another_place_of_the_runtime_leaves_nothing_of_the_first() {
    let folder = folder();
    succeed(&grammarc(folder.path(), &["compile", "expr.bnf"]));
    write(folder.path(), "expr/src/mine.rs", "fn mine() {}");
    let another = ["compile", "expr.bnf", "--runtime", "0.1"];
    fail(&grammarc(folder.path(), &[&another[..], &["--check"]].concat()), 1, "out of date");
    succeed(&grammarc(folder.path(), &another));
    assert!(!folder.path().join("expr/vendor").exists(), "not even empty folders");
    assert_eq!(read(folder.path(), "expr/src/mine.rs"), "fn mine() {}");
    succeed(&grammarc(folder.path(), &[&another[..], &["--check"]].concat()));
}

#[test]
fn check_finds_what_is_stale_in_the_runtime() {
    let folder = folder();
    succeed(&grammarc(folder.path(), &["compile", "expr.bnf"]));
    write(folder.path(), "expr/vendor/grammarc-runtime/src/tree.rs", "// changed\n");
    fail(&grammarc(folder.path(), &["compile", "expr.bnf", "--check"]), 1, "-// changed");
    write(folder.path(), "expr.bnf", "<expr> ::= <other>");
    fail(&grammarc(folder.path(), &["compile", "expr.bnf", "--check"]), 2, "undefined rule `<other>`");
}

#[test]
fn check_of_a_module_writes_nothing() {
    let folder = folder();
    let check = || grammarc(folder.path(), &["compile", "expr.bnf", "--module", "--check"]);
    fail(&check(), 1, "out of date");
    assert!(!folder.path().join("expr.rs").exists());
    succeed(&grammarc(folder.path(), &["compile", "expr.bnf", "--module"]));
    assert_eq!(succeed(&check()), "");
    let stale = read(folder.path(), "expr.rs").replace("parser", "barser");
    write(folder.path(), "expr.rs", &stale);
    fail(&check(), 1, "-mod barser");
    assert_eq!(read(folder.path(), "expr.rs"), stale);
    fs::create_dir(folder.path().join("folder.rs")).expect("the folder can be written to");
    fail(&grammarc(folder.path(), &["compile", "expr.bnf", "--module", "-o", "folder.rs"]), 3, "folder.rs: ");
    // A module has neither command line nor runtime.
    for option in [&["--no-cli"][..], &["--runtime", "vendored"]] {
        fail(
            &grammarc(folder.path(), &[&["compile", "expr.bnf", "--module"], option].concat()),
            2,
            "cannot be used with",
        );
    }
}

#[test]
fn a_workspace_that_lists_the_crate_needs_nothing() {
    let folder = folder();
    write(folder.path(), "Cargo.toml", "[workspace]\nmembers = [\"gen*\", \"./a/\", \"b/**\"]\nexclude = [\"./c/\"]\n");
    for listed in ["generated", "a", "b/c/d"] {
        let said = succeed(&grammarc(folder.path(), &["compile", "expr.bnf", "--no-cli", "-o", listed]));
        assert!(said.contains("cargo build"), "{said}");
        assert!(!folder.path().join(listed).join("Cargo.lock").exists(), "the workspace has the lock file");
    }
    succeed(&grammarc(folder.path(), &["compile", "expr.bnf", "--no-cli", "-o", "c/d"]));
    assert!(read(folder.path(), "c/d/Cargo.toml").contains("\n[workspace]\n"));
    let said = succeed(&grammarc(folder.path(), &["compile", "expr.bnf", "--no-cli", "-o", "d"]));
    assert!(said.contains("\n    members = [\"gen*\", \"./a/\", \"b/**\", \"d\"]\n"), "{said}");
}

#[test]
fn what_is_printed_can_be_typed() {
    let folder = folder();
    for (place, shown) in [("-o=two words", "cd 'two words' && "), ("-o=-dash", "cd ./-dash && ")] {
        let said = succeed(&grammarc(folder.path(), &["compile", "expr.bnf", "--no-cli", place]));
        assert!(said.contains(shown), "{said}");
    }
}
