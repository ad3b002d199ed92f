//! Commands in a folder that somebody else has made: its files do not decide which programs run, which files are read, and which are
//! overwritten.

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::common::{binary, entries, printed};
use crate::skipped::skipped;

/// A word in files that no message may show.
const SECRET: &str = "hunter2";
/// A user other than the one of the test: nobody.
const NOBODY: u32 = 65534;

/// A folder of somebody else, in one with files of the user.
struct Place {
    whole: TempDir,
}

impl Place {
    /// Makes the folder with these files; the user has a file `secret` above it.
    fn new(files: &[(&str, &str)]) -> Self {
        let place = Self { whole: TempDir::new().expect("a folder can be made") };
        fs::create_dir(place.folder()).expect("it can be made");
        fs::write(place.secret(), format!("{SECRET} is my password\n")).expect("it can be written");
        files.iter().for_each(|(name, text)| place.write(name, text));
        place
    }

    fn folder(&self) -> PathBuf {
        self.whole.path().join("project")
    }

    fn secret(&self) -> PathBuf {
        self.whole.path().join("secret")
    }

    /// Returns the file that a program of the folder writes, if it is started.
    fn canary(&self) -> PathBuf {
        self.whole.path().join("canary")
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.folder().join(name);
        fs::create_dir_all(path.parent().expect("it has a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }

    /// Writes a program that leaves the canary behind, and then copies its input.
    fn program(&self, name: &str) {
        self.script(&self.folder().join(name), &format!("touch '{}'\ncat", self.canary().display()));
    }

    fn script(&self, path: &Path, body: &str) {
        fs::create_dir_all(path.parent().expect("it has a folder")).expect("it can be made");
        fs::write(path, format!("#!/bin/sh\n{body}\n")).expect("it can be written");
        fs::set_permissions(path, PermissionsExt::from_mode(0o755)).expect("it is ours");
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = binary();
        command.current_dir(self.folder()).args(args);
        command
    }

    /// Runs a command in the folder, and returns status, output and messages.
    fn run(&self, args: &[&str]) -> (Option<i32>, String, String) {
        printed(&mut self.command(args))
    }
}

#[test]
fn formatters_do_not_run_in_the_folder() {
    for (formatter, name, text) in [
        ("rustfmt", "a.rs", "fn main() { let a = 1; let b = 2; let c = 3; }"),
        ("clang-format", "a.c", "int main() { int a = 1; int b = 2; return a + b; }"),
        ("prettier", "a.js", "function f() { var a = 1; var b = 2; return a + b; }"),
        ("prettier", "--plugin=a.js", "function f() { var a = 1; var b = 2; return a + b; }"),
        ("black", "a.py", "def f(): return [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]"),
        ("ruff", "a.py", "def f(): return [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]"),
        ("stylua", "a.lua", "function f() local a = 1; local b = 2; return a + b end"),
        ("taplo", "a.toml", "a = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]"),
        ("xmllint", "a.xml", "<a><b>text of some length</b><c>and another one</c></a>"),
    ] {
        let place = Place::new(&[(name, text)]);
        let (bin, log) = (place.whole.path().join("bin"), place.whole.path().join("log"));
        place.script(&bin.join(formatter), &format!("pwd > '{0}'; echo \" $*\" >> '{0}'; cat", log.display()));
        // A name in PATH that is relative to the folder names no program either.
        place.program("tools/rustfmt");
        place.program("tools/prettier");
        let path = format!("tools:{}:/usr/bin:/bin", bin.display());
        let mut command =
            place.command(&["reduce", "-q", "--budget", "0", "-o", "out", &format!("./{name}"), "--", "/bin/true"]);
        let (status, _, messages) = printed(command.env("PATH", path));
        assert_eq!(status, Some(0), "{formatter}: {messages}");
        let log = fs::read_to_string(log).unwrap_or_else(|_| panic!("{formatter} was not started"));
        assert_eq!(log.lines().next(), Some("/"), "{formatter}: {log}");
        assert!(!log.contains(" --plugin"), "{formatter}: a name is no option: {log}");
        assert!(!place.canary().exists(), "{formatter}");
    }
}

#[test]
fn a_toolchain_of_the_folder_formats_nothing() {
    let place = Place::new(&[("a.rs", "fn main() { let a = 1; let b = 2; let c = 3; }")]);
    place.program("evil/bin/rustfmt");
    place.write("rust-toolchain.toml", &format!("[toolchain]\npath = \"{}/evil\"\n", place.folder().display()));
    let in_the_folder = Command::new("rustfmt").current_dir(place.folder()).stdin(std::process::Stdio::null()).output();
    if in_the_folder.is_err() || !place.canary().exists() {
        return skipped("rustup, whose rustfmt obeys rust-toolchain.toml");
    }
    fs::remove_file(place.canary()).expect("it is there");
    let (status, _, messages) = place.run(&["reduce", "--budget", "0", "a.rs", "--", "/bin/true"]);
    assert_eq!(status, Some(0), "{messages}");
    assert!(!place.canary().exists(), "{messages}");
    assert!(place.folder().join("a.reduced.pretty.rs").exists(), "rustfmt runs elsewhere: {messages}");
}

/// Returns a file of options that starts a program of the folder and sends files away, if it is obeyed.
const OPTIONS: &str = "[remote]\nurl = 'grpc://127.0.0.1:9'\ncredential-helper = './helper'\n";
const REDUCE: [&str; 7] = ["reduce", "a.json", "-o", "-", "--", "grep", "1"];

fn with_options() -> Place {
    let place = Place::new(&[("a.json", "[1]"), ("grammarc.toml", OPTIONS)]);
    place.program("helper");
    place
}

#[test]
fn a_file_of_options_that_others_may_write_does_nothing() {
    type Prepare = fn(&Place);
    let file: fn(&Place) -> PathBuf = |place| place.folder().join("grammarc.toml");
    let mut cases: Vec<(&str, Prepare)> = vec![
        ("it can be written by everybody", |place| {
            let path = place.folder().join("grammarc.toml");
            fs::set_permissions(path, PermissionsExt::from_mode(0o666)).expect("it is ours");
        }),
        ("its folder can be written by everybody", |place| {
            fs::set_permissions(place.folder(), PermissionsExt::from_mode(0o1777)).expect("it is ours");
        }),
    ];
    let probe = with_options();
    if chown(file(&probe), Some(NOBODY), None).is_ok() {
        cases.push(("it belongs to another user", |place| {
            chown(place.folder().join("grammarc.toml"), Some(NOBODY), None).expect("root may");
        }));
        cases.push(("its folder belongs to another user", |place| {
            chown(place.folder(), Some(NOBODY), None).expect("root may");
        }));
    } else {
        skipped("root, to give a file to another user");
    }
    for (why, prepare) in cases {
        for quiet in [&[][..], &["-q"]] {
            let place = with_options();
            prepare(&place);
            let (status, result, messages) = place.run(&[&REDUCE[..4], quiet, &REDUCE[4..]].concat());
            assert_eq!((status, result.trim_end()), (Some(0), "1"), "{why}: {messages}");
            let said = format!("note: grammarc.toml is not obeyed, because {why}\n");
            assert!(messages.contains(&said), "{why} {quiet:?}: {messages}");
            assert!(!place.canary().exists(), "{why}");
        }
    }
}

#[test]
fn a_file_of_options_is_searched_in_the_repository_alone_and_its_use_is_said() {
    for (repository, is_obeyed) in [(None, false), (Some(""), true), (Some("sub"), false)] {
        let place = with_options();
        place.write("sub/a.json", "[1]");
        if let Some(folder) = repository {
            fs::create_dir(place.folder().join(folder).join(".git")).expect("it can be made");
        }
        for quiet in [&[][..], &["-q"]] {
            let mut command = place.command(&[&REDUCE[..4], quiet, &REDUCE[4..]].concat());
            let (status, _, messages) = printed(command.current_dir(place.folder().join("sub")));
            assert_eq!(status, Some(if is_obeyed { 3 } else { 0 }), "{repository:?}: {messages}");
            assert_eq!(messages.contains("server: grpc://127.0.0.1:9, by "), is_obeyed, "{repository:?}: {messages}");
        }
        assert_eq!(place.canary().exists(), is_obeyed, "{repository:?}");
    }
}

#[test]
fn a_file_of_options_sends_only_files_of_its_folder() {
    for input in ["/etc/passwd", "../secret", "~/.bashrc", "sub/../../secret", "link"] {
        let place = with_options();
        place.write("sub/x", "");
        symlink("../secret", place.folder().join("link")).expect("it can be made");
        place.write("grammarc.toml", &format!("{OPTIONS}inputs = ['{input}']\n"));
        let (status, _, messages) = place.run(&REDUCE);
        assert_eq!(status, Some(2), "{input}: {messages}");
        assert!(messages.contains("grammarc.toml: `inputs`: ") && messages.contains(input), "{input}: {messages}");
        assert!(!place.canary().exists(), "{input}");
    }
}

#[test]
fn a_file_of_options_starts_no_program_and_overwrites_nothing() {
    for (table, option, command) in [
        ("reduce", "format = './helper'", &REDUCE[..]),
        ("reduce", "force = true", &REDUCE),
        ("reduce", "log = '../secret'", &REDUCE),
        ("reduce", "log = 'a.json'", &REDUCE),
        ("reduce", "report = 'notes'", &REDUCE),
        ("reduce", "report = 'link'", &REDUCE),
        ("reduce", "log = 'gone'", &REDUCE),
        ("reduce", "log = 'up/new'", &REDUCE),
        ("fuzz", "output = 'up/new'", &["fuzz", "-g", "json"]),
        ("reduce", "allow-import = '..'", &REDUCE),
        ("reduce", "output = 'notes'", &["reduce", "a.json", "--", "grep", "1"]),
        ("fuzz", "dict = 'notes'", &["fuzz", "-g", "json"]),
        ("fuzz", "record = 'notes'", &["fuzz", "-g", "json"]),
        ("fuzz", "output = '..'", &["fuzz", "-g", "json"]),
        ("compile", "output = '../out'", &["compile", "g.bnf"]),
        ("compile", "runtime = 'path=..'", &["compile", "g.bnf"]),
        ("diagram", "output = 'notes'", &["diagram", "g.bnf"]),
    ] {
        let place = Place::new(&[("a.json", "[1]"), ("notes", SECRET), ("g.bnf", "<s> ::= \"x\"\n")]);
        place.program("helper");
        for (link, target) in [("link", "../secret"), ("gone", "../new"), ("up", "..")] {
            symlink(target, place.folder().join(link)).expect("it can be made");
        }
        place.write("grammarc.toml", &format!("[{table}]\n{option}\n"));
        let before = entries(place.whole.path());
        let (status, _, messages) = place.run(command);
        assert_eq!(status, Some(2), "{option}: {messages}");
        assert_eq!(entries(place.whole.path()), before, "{option}");
        let kept = |path: PathBuf| fs::read_to_string(path).is_ok_and(|text| text.contains(SECRET));
        assert!(kept(place.secret()) && kept(place.folder().join("notes")), "{option}");
        assert_eq!(fs::read_to_string(place.folder().join("a.json")).ok().as_deref(), Some("[1]"), "{option}");
    }
}

#[test]
fn a_grammar_imports_nothing_from_outside_unless_that_is_allowed() {
    let commands: &[&[&str]] = &[
        &["check", "g.bnf"],
        &["check", "--json", "g.bnf"],
        &["compile", "--module", "g.bnf", "-o", "-"],
        &["diagram", "g.bnf", "-o", "-"],
        &["fuzz", "-g", "g.bnf", "--seed", "1"],
        &["parse", "-g", "g.bnf", "a.txt"],
        &["reduce", "-g", "g.bnf", "a.txt", "-o", "-", "--", "true"],
        &["generalize", "-g", "g.bnf", "a.txt", "--", "true"],
        &["triage", "-g", "g.bnf", "crashes", "-o", "out", "--", "true"],
    ];
    let place = Place::new(&[("a.txt", "x"), ("crashes/a.txt", "x")]);
    fs::write(place.whole.path().join("other.bnf"), "<other> ::= \"x\"\n").expect("it can be written");
    for (link, target) in [("link.bnf", "../secret"), ("folder", "..")] {
        symlink(target, place.folder().join(link)).expect("it can be made");
    }
    let secret = place.secret();
    for path in [
        "../secret",
        "link.bnf",
        "folder/secret",
        secret.to_str().expect("it is UTF-8"),
        "/etc/passwd",
        "/proc/self/environ",
    ] {
        place.write("g.bnf", &format!("%import \"{path}\"\n<s> ::= \"x\"\n"));
        for command in commands {
            let mut command = place.command(command);
            let (status, output, messages) = printed(command.env("TOKEN", SECRET));
            assert_eq!(status, Some(2), "{path}: {messages}");
            assert!(
                format!("{output}{messages}").contains("is outside of the folder of the grammar"),
                "{path}: {messages}"
            );
            assert!(![output, messages].iter().any(|text| text.contains(SECRET) || text.contains("root:")), "{path}");
        }
    }
    // The folder of the first grammar is the border for those that it imports, too.
    place.write("sub/b.bnf", "%import \"../c.bnf\"\n<b> ::= <c>\n");
    place.write("c.bnf", "<c> ::= \"x\"\n");
    place.write("g.bnf", "%import \"sub/b.bnf\"\n<s> ::= <b>\n");
    assert_eq!(place.run(&["check", "g.bnf"]).0, Some(0));
    assert_eq!(place.run(&["check", "sub/b.bnf"]).0, Some(2), "that is outside of its own folder");
    place.write("g.bnf", "%import \"../other.bnf\"\n<s> ::= <other>\n");
    for command in commands {
        let (status, _, messages) = place.run(command);
        assert_eq!(status, Some(2), "{messages}");
        let (status, _, messages) = place.run(&[&command[..1], &["--allow-import", ".."], &command[1..]].concat());
        assert!(status != Some(2), "{command:?}: {messages}");
    }
}

#[test]
fn fuzz_overwrites_no_other_text() {
    let place = Place::new(&[("out/1.json", SECRET)]);
    let fuzz = |options: &[&str]| {
        let (status, _, messages) = place.run(&[&["fuzz", "-g", "json", "--seed", "1", "-o", "out"], options].concat());
        (status, messages, fs::read_to_string(place.folder().join("out/1.json")).unwrap_or_default())
    };
    let (status, messages, there) = fuzz(&[]);
    assert_eq!((status, &*there), (Some(2), SECRET), "{messages}");
    assert!(messages.contains("out/1.json exists and has another text"), "{messages}");
    let (status, _, text) = fuzz(&["--force"]);
    assert!(status == Some(0) && text != SECRET);
    assert_eq!(fuzz(&[]), (Some(0), String::new(), text.clone()), "the same text may be there");
    place.write("out/1.json", &text[..text.len() / 2]);
    assert_eq!(fuzz(&[]).0, Some(2), "a part of it is another text: a killed run leaves whole files");
}

#[test]
fn no_command_follows_or_replaces_a_link_that_it_would_write_to() {
    let place = Place::new(&[
        ("a.json", "[1,2]"),
        ("g.bnf", "<s> ::= \"x\"\n"),
        ("g.abnf", "s = \"x\"\n"),
        ("crashes/a.json", "[1,2]"),
    ]);
    for (link, target) in [
        ("there", "../secret"),
        ("nothing", "../new"),
        ("a.reduced.json", "../new"),
        ("g.svg", "../new"),
        ("out/a.reduced.json", "../../new"),
        ("out/1.json", "../../new"),
    ] {
        fs::create_dir_all(place.folder().join("out")).expect("it can be made");
        symlink(target, place.folder().join(link)).expect("it can be made");
    }
    let before = entries(&place.folder());
    for command in [
        &["reduce", "a.json", "--", "grep", "-q", "1"][..],
        &["reduce", "a.json", "-o", "there", "--force", "--", "grep", "-q", "1"],
        &["reduce", "a.json", "-o", "nothing", "--", "grep", "-q", "1"],
        &["reduce", "a.json", "--report", "nothing", "-o", "-", "--", "grep", "-q", "1"],
        &["generalize", "a.json", "-o", "nothing", "--", "grep", "-q", "1"],
        &["compile", "g.bnf", "--module", "-o", "nothing"],
        &["diagram", "g.bnf"],
        &["import", "g.abnf", "-o", "nothing"],
        &["import", "g.abnf", "-o", "there", "--force"],
        &["fuzz", "-g", "json", "--seed", "1", "-o", "out", "--force"],
    ] {
        let (status, _, messages) = place.run(command);
        assert_eq!(status, Some(2), "{command:?}: {messages}");
        assert!(messages.contains("is a symbolic link to ../"), "{command:?}: {messages}");
        assert!(!place.whole.path().join("new").exists(), "{command:?}");
        assert!(fs::read_to_string(place.secret()).is_ok_and(|text| text.contains(SECRET)), "{command:?}");
        assert_eq!(entries(&place.folder()), before, "{command:?}");
    }
    // A file that is read is also written, wherever it is.
    fs::write(place.whole.path().join("far.bnf"), "<s>   ::= \"x\"\n").expect("it can be written");
    symlink("../far.bnf", place.folder().join("near.bnf")).expect("it can be made");
    assert_eq!(place.run(&["fmt", "near.bnf"]).0, Some(0));
    assert!(fs::read_link(place.folder().join("near.bnf")).is_ok());
    assert_eq!(fs::read_to_string(place.whole.path().join("far.bnf")).expect("it is there"), "<s> ::= \"x\"\n");
    // A stream is a link in /dev.
    assert_eq!(place.run(&["compile", "g.bnf", "--module", "-o", "/dev/stdout"]).0, Some(0));
}

#[test]
fn a_test_that_writes_through_an_absolute_link_changes_the_copy_only() {
    let place = Place::new(&[("tree/log.txt", "log\n"), ("tree/sub/deep/a.txt", "x\n")]);
    let tree = place.folder().join("tree");
    symlink(tree.join("log.txt"), tree.join("sub/deep/build.log")).expect("it can be made");
    let (status, _, messages) = place.run(&[
        "reduce",
        "tree",
        "-o",
        "out",
        "--",
        "sh",
        "-c",
        "echo more >> sub/deep/build.log && grep -q more log.txt && grep -q x sub/deep/a.txt",
    ]);
    assert_eq!(status, Some(0), "{messages}");
    assert_eq!(fs::read_to_string(tree.join("log.txt")).expect("it is there"), "log\n");
    assert_eq!(
        fs::read_link(place.folder().join("out/sub/deep/build.log")).expect("it stays"),
        Path::new("../../log.txt")
    );
}

#[test]
fn names_of_results_have_no_controls() {
    let place = Place::new(&[]);
    for name in ["a\u{1b}[1m.json", "a\u{7}[1m.json", "plain.json"] {
        place.write(&format!("crashes/{name}"), "[1, 2]");
    }
    let (status, output, messages) = place.run(&["triage", "crashes", "-o", "out", "--", "grep", "-q", "1", "{}"]);
    assert_eq!(status, Some(0), "{messages}");
    assert!(!format!("{output}{messages}").contains(['\u{1b}', '\u{7}']), "{output}{messages}");
    let names: Vec<String> = entries(&place.folder().join("out"))
        .iter()
        .map(|path| path.file_name().expect("it has one").to_string_lossy().into_owned())
        .collect();
    assert!(names.iter().all(|name| !name.contains(char::is_control)), "{names:?}");
    assert_eq!(
        names.iter().filter(|name| name.ends_with(".reduced.json")).count(),
        3,
        "each has a file of its own: {names:?}"
    );
    let input = "crashes/a\u{1b}[1m.json";
    assert_eq!(place.run(&["reduce", input, "--", "grep", "-q", "1"]).0, Some(0));
    assert!(place.folder().join("a-[1m.reduced.json").exists(), "{:?}", entries(&place.folder()));
}
