//! `grammarc::Build`, run as cargo runs a build script: what it writes, what it tells cargo, what `unwrap` shows.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Command, Output};
use std::time::SystemTime;

use expect_test::expect;
use tempfile::TempDir;

/// The names of the grammars that [`build_script`] compiles.
const GRAMMARS: &str = "TEST_GRAMMARS";
const GOOD: &str = r#"<a> ::= "a" | "b""#;

#[test]
#[ignore = "the other tests run it as a build script"]
fn build_script() {
    let names = std::env::var(GRAMMARS).expect("the other tests set it");
    let build = names.split(' ').fold(grammarc::Build::new(), |build, name| build.grammar(name));
    for module in build.compile().unwrap() {
        let said = writeln!(io::stdout(), "module {} in {}", module.name, module.path.display());
        said.expect("standard output is read");
    }
}

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().expect("a folder can be made");
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("it is below the folder")).expect("the folder can be written to");
        fs::write(path, text).expect("the folder can be written to");
    }
    folder
}

/// Runs this very program as a build script in a folder.
fn script(folder: &Path, grammars: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this program is known"));
    command.args(["--exact", "build::build_script", "--ignored", "--nocapture"]);
    command.current_dir(folder).env(GRAMMARS, grammars).env("OUT_DIR", "out").env_remove("RUST_BACKTRACE");
    command
}

/// Returns what a script that must succeed says, without the frame of the test.
fn said(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let is_ours = |line: &&str| line.starts_with("cargo::") || line.starts_with("module ");
    text.lines().filter(is_ours).map(|line| format!("{line}\n")).collect()
}

/// Returns what a script that must fail says: lines for cargo, and the panic without its place.
fn failed(output: &Output) -> String {
    assert!(!output.status.success());
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let lines = out.lines().filter(|line| line.starts_with("cargo::")).map(|line| format!("{line}\n"));
    let (_, panic) = err.split_once("called `Result::unwrap()`").expect("it panics");
    let panic = panic.split("note: run with").next().unwrap_or_default();
    format!("{}called `Result::unwrap()`{panic}", lines.collect::<String>())
}

fn run(command: &mut Command) -> Output {
    command.output().expect("the program runs")
}

#[test]
fn cargo_is_told_what_to_watch_and_to_warn_of() {
    let folder = folder(&[
        (
            "a.bnf",
            "%encoding bytes %import \"parts/b.bnf\" %import \"std/bin.bnf\" as bin\n%start <a>\n<a> ::= <b> | \"a\"\n<lost> ::= \"x\"\n",
        ),
        ("parts/b.bnf", "%encoding bytes %import \"c.bnf\"\n<b> ::= \"b\" <c>\n"),
        ("parts/c.bnf", "%encoding bytes <c> ::= \"c\"\n"),
        ("type.bnf", GOOD),
    ]);
    let said = said(&run(&mut script(folder.path(), "a.bnf type.bnf")));
    expect![[r#"
        cargo::rerun-if-changed=a.bnf
        cargo::rerun-if-changed=parts/b.bnf
        cargo::rerun-if-changed=parts/c.bnf
        cargo::warning=warning[W101]: `<lost>` is never used
        cargo::warning= --> a.bnf:4:1
        cargo::warning=  |
        cargo::warning=4 | <lost> ::= "x"
        cargo::warning=  | ^^^^^^ not reachable from the start rule
        cargo::rerun-if-changed=type.bnf
        module a in out/a.rs
        module type_grammar in out/type_grammar.rs
    "#]]
    .assert_eq(&said);
}

#[test]
fn unwrap_draws_what_is_wrong_with_all_grammars() {
    let folder = folder(&[
        ("a.bnf", "%import \"parts/gone.bnf\"\n<a> ::= <b> \"a\"\n"),
        ("b.bnf", "<b> ::= \"b\n"),
        ("good.bnf", GOOD),
    ]);
    let said = failed(&run(&mut script(folder.path(), "a.bnf good.bnf b.bnf gone.bnf")));
    expect![[r#"
        cargo::rerun-if-changed=a.bnf
        cargo::rerun-if-changed=parts/gone.bnf
        cargo::rerun-if-changed=good.bnf
        cargo::rerun-if-changed=b.bnf
        cargo::rerun-if-changed=gone.bnf
        called `Result::unwrap()` on an `Err` value: 
        error[G014]: cannot read `parts/gone.bnf`
         --> a.bnf:1:1
          |
        1 | %import "parts/gone.bnf"
          | ^^^^^^^^^^^^^^^^^^^^^^^^ No such file or directory
          |
          = help: the path is relative to the file with the `%import`

        error[G001]: undefined rule `<b>`
         --> a.bnf:2:9
          |
        2 | <a> ::= <b> "a"
          |         ^^^ not defined

        error: unclosed text: missing `"`
         --> b.bnf:1:9
          |
        1 | <b> ::= "b
          |         ^^ not closed on this line
          |
          = help: write a line break in a text as `\n`

        error: cannot read `gone.bnf`: No such file or directory

    "#]]
    .assert_eq(&said);
    assert!(!folder.path().join("out").exists());
}

#[test]
fn what_is_the_same_is_not_written_again() {
    let folder = folder(&[("a.bnf", GOOD)]);
    said(&run(&mut script(folder.path(), "a.bnf")));
    let file = folder.path().join("out/a.rs");
    let text = fs::read(&file).expect("it was written");
    let written = SystemTime::UNIX_EPOCH;
    fs::File::options().write(true).open(&file).and_then(|file| file.set_modified(written)).expect("it is ours");
    let time = || fs::metadata(&file).and_then(|found| found.modified()).expect("it is there");
    said(&run(&mut script(folder.path(), "a.bnf")));
    assert_eq!(time(), written);
    fs::write(folder.path().join("a.bnf"), r#"<a> ::= "a" | "c""#).expect("the folder can be written to");
    said(&run(&mut script(folder.path(), "a.bnf")));
    assert_ne!(time(), written);
    assert_ne!(fs::read(&file).expect("it is there"), text);
}

#[test]
fn what_cannot_be_written_is_said() {
    let folder = folder(&[("a.bnf", GOOD), ("parts/a.bnf", GOOD), ("out/a.rs", "fn mine() {}"), ("file", "")]);
    let mut said = failed(&run(&mut script(folder.path(), "a.bnf parts/a.bnf")));
    said += &failed(&run(&mut script(folder.path(), "a.bnf")));
    said += &failed(&run(script(folder.path(), "a.bnf").env_remove("OUT_DIR")));
    said += &failed(&run(script(folder.path(), "a.bnf").env("OUT_DIR", "file")));
    expect![[r#"
        cargo::rerun-if-changed=a.bnf
        cargo::rerun-if-changed=parts/a.bnf
        called `Result::unwrap()` on an `Err` value: 
        two grammars would be the module `a`: rename one of the files
        cargo::rerun-if-changed=a.bnf
        called `Result::unwrap()` on an `Err` value: 
        out/a.rs: not overwritten, because grammarc did not generate it
        called `Result::unwrap()` on an `Err` value: 
        `OUT_DIR` is not set: run this in a build.rs, or name a folder with `out_dir`
        cargo::rerun-if-changed=a.bnf
        called `Result::unwrap()` on an `Err` value: 
        file/a.rs: File exists (os error 17)
    "#]]
    .assert_eq(&said);
    assert_eq!(fs::read(folder.path().join("out/a.rs")).expect("it is there"), b"fn mine() {}");
}
