//! `grammarc.toml` on the command line: a table for each command. What others may put into such a file is in `foreign_folders.rs`, and the
//! server in `remote.rs`.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use tempfile::TempDir;

use crate::common::{entries, run_in};

/// A grammar that takes one digit in brackets.
const GRAMMAR: &str = "<s> ::= \"[\" [0-9] \"]\"\n";

/// A repository with a file of options, a grammar, texts of it, and a folder below.
struct Project {
    whole: TempDir,
}

impl Project {
    fn new(options: &str) -> Self {
        let project = Self { whole: TempDir::new().expect("a folder can be made") };
        for folder in [".git", "sub", "texts"] {
            fs::create_dir(project.path(folder)).expect("it can be made");
        }
        for (name, text) in [
            ("grammarc.toml", options),
            ("my.bnf", GRAMMAR),
            ("texts/a.my", "[1]"),
            ("texts/b.my", "[2]"),
            ("sub/crash.json", "[1, null, 2]"),
        ] {
            project.write(name, text);
        }
        project
    }

    fn path(&self, name: &str) -> PathBuf {
        self.whole.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("it can be written");
    }

    /// Runs a command in the folder below, and returns status, output and messages.
    fn run(&self, args: &[&str]) -> (Option<i32>, String, String) {
        run_in(&self.path("sub"), args)
    }

    /// Returns the line about the options that the file adds, if these are the ones.
    fn line(&self, options: &str) -> String {
        let file = self.whole.path().canonicalize().expect("it is there").join("grammarc.toml");
        format!("options: {options}, by {} (`--no-config` leaves them out)\n", file.display())
    }
}

/// A reduction of `sub/crash.json` to standard output, with options.
fn reduce(options: &[&str]) -> Vec<String> {
    let words = [&["reduce", "crash.json", "-o", "-"], options, &["--", "grep", "-q", "null"]].concat();
    words.into_iter().map(str::to_owned).collect()
}

#[test]
fn the_file_sets_options_and_the_command_line_wins() {
    let project = Project::new("[reduce]\nvalidity = 'strict'\njobs = 1\n");
    for (typed, said, expected) in [
        (&["-q"][..], Some("--validity strict --jobs 1"), "null"),
        (&["-q", "-j2", "--validity", "off"], None, "null"),
        (&["-q", "--jobs", "2"], Some("--validity strict"), "null"),
        (&["-q", "--no-config"], None, "null"),
    ] {
        let words = reduce(typed);
        let (status, output, messages) = project.run(&words.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!((status, &*output), (Some(0), expected), "{messages}");
        assert_eq!(messages, said.map(|options| project.line(options)).unwrap_or_default(), "{typed:?}");
    }
    // A budget of no tests shows that an option of the file counts: nothing is reduced.
    let project = Project::new("[reduce]\nbudget = 0\n");
    for (typed, expected) in [(&[][..], "[1, null, 2]"), (&["--budget", "1000"], "null"), (&["--no-config"], "null")] {
        let words = reduce(typed);
        assert_eq!(project.run(&words.iter().map(String::as_str).collect::<Vec<_>>()).1, expected, "{typed:?}");
    }
}

#[test]
fn paths_begin_in_the_folder_of_the_file() {
    let project = Project::new(
        "[fuzz]\ngrammar = 'my.bnf'\nlike = ['texts/a.my', 'texts']\noutput = 'made'\nseed = 3\n\
         [parse]\ngrammar = 'my.bnf'\n[check]\nexamples = 'texts'\n[reduce]\ngrammar = 'json'\nlog = 'log'\nbudget = 0\n",
    );
    let root = project.whole.path().canonicalize().expect("it is there");
    let (status, output, messages) = project.run(&["fuzz"]);
    let said = format!(
        "--grammar {0}/my.bnf --like {0}/texts/a.my --like {0}/texts --output {0}/made --seed 3",
        root.display()
    );
    assert_eq!((status, &*output), (Some(0), ""), "{messages}");
    assert!(messages.starts_with(&project.line(&said)), "{messages}");
    assert_eq!(entries(&project.path("made")).len(), 1, "{messages}");
    let (status, tree, messages) = project.run(&["parse", "../texts/a.my"]);
    assert!(status == Some(0) && tree.starts_with("s 0..3"), "{tree}{messages}");
    let (status, lines, messages) = project.run(&["check", "../my.bnf"]);
    assert!(status == Some(0) && lines.starts_with("parsed 2 of 2 files"), "{lines}{messages}");
    let words = reduce(&[]);
    let (status, _, messages) = project.run(&words.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(status == Some(0) && messages.contains("--grammar json --log "), "{messages}");
    assert!(project.path("log").exists() && entries(&project.path("sub")).len() == 1, "{messages}");
}

#[test]
fn a_pattern_is_found_from_below() {
    let project = Project::new("[parse]\ngrammar = 'json'\npattern = 'not (other.pattern or crash.pattern)'\n");
    let generalize = |file: &str, text: &str| {
        let test = format!("grep -q {text}");
        let words = ["generalize", "crash.json", "-o", "small.json", "-p", file, "--", "sh", "-c", &test];
        let (status, _, messages) = project.run(&words);
        assert_eq!(status, Some(0), "{messages}");
    };
    generalize("../crash.pattern", "null");
    generalize("../other.pattern", "2");
    let (status, output, messages) = project.run(&["parse", "crash.json"]);
    assert_eq!(status, Some(1), "it is an instance: {output}{messages}");
    project.write("sub/fine.json", "true");
    let (status, output, messages) = project.run(&["parse", "fine.json"]);
    assert_eq!(status, Some(0), "{output}{messages}");
}

#[test]
fn what_the_file_lacks_the_command_line_has_and_the_reverse() {
    let project = Project::new("[fuzz]\ngrammar = 'json'\nsize = '1k'\nstats = true\n[check]\njobs = 2\n");
    // `--json` needs `--stats`, which is in the file.
    let (status, output, messages) = project.run(&["fuzz", "--seed", "1", "--json"]);
    assert!(status == Some(0) && output.starts_with('{'), "{output}{messages}");
    assert_eq!(messages, project.line("--grammar json --size 1k --stats"));
    // `--size` cannot be combined with `--mutate`.
    let (status, _, messages) = project.run(&["fuzz", "--seed", "1", "--mutate", "."]);
    assert!(status == Some(0) && messages.contains(&project.line("--grammar json --stats")), "{messages}");
    // `jobs` needs `--examples`.
    let (status, _, messages) = project.run(&["check", "../my.bnf"]);
    assert_eq!((status, &*messages), (Some(0), ""));
    // A usage that is wrong is told as it would be without the file.
    let (status, _, with) = project.run(&["check"]);
    assert_eq!((status, with), (Some(2), project.run(&["--no-config", "check"]).2));
}

#[test]
fn a_mistake_stops_the_commands_that_it_concerns() {
    let project = Project::new("[reduce]\n\njbos = 2\n");
    let words = reduce(&[]);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (status, output, messages) = project.run(&words);
    assert_eq!((status, &*output), (Some(2), ""), "{messages}");
    assert!(messages.ends_with("grammarc.toml:3: unknown key `jbos`: did you mean `jobs`?\n"), "{messages}");
    for others in [&["fmt", "--check", "../my.bnf"][..], &["reduce", "--help"], &["--version"], &["grammars"]] {
        assert_eq!(project.run(others).0, Some(0), "{others:?}");
    }
    project.write("grammarc.toml", "[redcue]\njobs = 2\n");
    for all in [&["fmt", "--check", "../my.bnf"][..], &words, &["fuzz", "-g", "json"]] {
        let (status, _, messages) = project.run(all);
        assert_eq!(status, Some(2), "{messages}");
        assert!(messages.contains("grammarc.toml:1: unknown table `redcue`: did you mean `reduce`?"), "{messages}");
        assert_eq!(project.run(&[&["--no-config"], all].concat()).0, Some(0), "{all:?}");
    }
    // Commands without such options do not read it.
    assert_eq!(project.run(&["grammars"]).0, Some(0));
}

#[test]
fn a_file_of_others_sets_no_option() {
    let project = Project::new("[fuzz]\ngrammar = 'json'\nseed = 1\n");
    fs::set_permissions(project.path("grammarc.toml"), PermissionsExt::from_mode(0o666)).expect("it is ours");
    let (status, _, messages) = project.run(&["fuzz", "-g", "json", "--seed", "2"]);
    assert_eq!(status, Some(0), "{messages}");
    assert_eq!(messages.matches("grammarc.toml is not obeyed, because it can be written by everybody\n").count(), 1);
    assert_eq!(messages.lines().count(), 1, "{messages}");
    let (status, _, messages) = project.run(&["fuzz"]);
    assert!(status == Some(2) && messages.contains("missing grammar"), "{messages}");
}

#[test]
fn the_way_out_is_in_every_help_and_manual_page() {
    let project = Project::new("");
    let (_, help, _) = project.run(&["--help"]);
    let commands = help.lines().filter_map(|line| line.strip_prefix("  ")?.split_once("  ").map(|(name, _)| name));
    let commands: Vec<&str> = commands.filter(|name| name.starts_with(|c: char| c.is_ascii_lowercase())).collect();
    assert!(commands.contains(&"reduce") && commands.len() >= 10, "{commands:?}");
    for command in commands {
        assert!(project.run(&[command, "--help"]).1.contains("--no-config"), "{command}");
        assert!(project.run(&["man", command]).1.contains("no\\-config"), "{command}");
    }
    assert!(project.run(&["man"]).1.contains("no\\-config"));
}
