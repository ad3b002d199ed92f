//! The command line of `grammarc`: statuses, messages, help, what is printed of large and odd inputs.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::common::{binary, printed};

fn program(args: &[&str]) -> Command {
    let mut command = binary();
    command.args(args).env_remove("NO_COLOR");
    command
}

fn run(args: &[&str]) -> (Option<i32>, String, String) {
    printed(&mut program(args))
}

fn on_input(args: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
    let folder = TempDir::new().expect("a folder can be made");
    let path = folder.path().join("input");
    fs::write(&path, input).expect("the folder can be written to");
    run(&[args, &[path.to_str().expect("the path is UTF-8")]].concat())
}

#[test]
fn every_help_ends_with_three_examples() {
    let (_, help, _) = run(&["--help"]);
    // Between the usage and the options stand the commands, in groups with a heading each.
    let groups =
        help.lines().skip_while(|line| !line.starts_with("Usage:")).skip(1).take_while(|line| *line != "Options:");
    let listed = groups.filter(|line| line.starts_with("  "));
    let commands: Vec<&str> = listed.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.len() >= 10, "{help}");
    for command in [""].iter().chain(&commands) {
        let args: Vec<&str> = [*command, "--help"].into_iter().filter(|arg| !arg.is_empty()).collect();
        let (status, help, _) = run(&args);
        let examples: Vec<&str> = help.lines().skip_while(|line| *line != "Examples:").skip(1).collect();
        assert_eq!(status, Some(0));
        assert_eq!(examples.len(), 3, "{command}: {help}");
        assert!(examples.iter().all(|line| line.starts_with("  grammarc ")), "{command}: {help}");
    }
}

#[test]
fn help_of_a_shared_option_is_true_for_each_command() {
    let folder = TempDir::new().expect("a folder can be made");
    fs::create_dir(folder.path().join("crashes")).expect("it can be made");
    for name in ["a.json", "crashes/a.json"] {
        fs::write(folder.path().join(name), "[1]").expect("it can be written");
    }
    let run = |args: &[&str]| printed(program(args).current_dir(folder.path()));
    let help_of = |command: &str, option: &str| {
        let (_, help, _) = run(&[command, "-h"]);
        help.lines().find(|line| line.contains(option)).map(str::to_owned)
    };
    let test = ["--", "grep", "-q", "1"];
    for (command, input) in [
        ("reduce", &["a.json"][..]),
        ("generalize", &["a.json"]),
        ("triage", &["crashes"]),
        ("parse", &["a.json"]),
        ("fuzz", &[]),
    ] {
        let test = if matches!(command, "parse" | "fuzz") { &[][..] } else { &test };
        let (status, _, messages) = run(&[&[command], input, test].concat());
        let help = help_of(command, "--grammar <GRAMMAR>").expect("it has this option");
        assert_eq!(help.contains("Required"), status == Some(2), "{command}: {help}\n{messages}");
        assert_eq!(help.contains("[default: chosen by "), status == Some(0), "{command}: {help}\n{messages}");
        if test.is_empty() {
            continue;
        }
        let status = run(&[&[command], input, &["-o", "-"], test].concat()).0;
        let help = help_of(command, "--output <").expect("it has this option");
        assert_eq!(help.contains("`-` is standard output"), status == Some(0), "{command}: {help}");
        // A formatter that is started leaves a file.
        let mark = folder.path().join(format!("{command}.started"));
        let format = format!("touch '{}'; cat", mark.display());
        run(&[&[command], input, &["--fresh", "--force", "-o", command, "--format", &format], test].concat());
        assert_eq!(help_of(command, "--format <HOW>").is_some(), mark.exists(), "{command}");
    }
}

#[test]
fn statuses_say_how_it_ended() {
    let (status, tree, why) = on_input(&["parse", "-g", "json"], b"[1]");
    assert_eq!((status, tree.lines().next(), &*why), (Some(0), Some("json 0..3"), ""));
    let (status, tree, error) = on_input(&["parse", "-g", "json"], b"[1,]");
    assert_eq!((status, &*tree), (Some(1), ""));
    assert!(error.contains("input:1:4") && error.contains('^') && error.contains("<number>"), "{error}");
    assert_eq!(run(&["parse", "-g", "jsn", "-"]).0, Some(2));
    assert_eq!(run(&["parse", "-g", "json", "/no/such/file"]).0, Some(2));
    assert_eq!(run(&["fuzz"]).0, Some(2));
    assert_eq!(run(&["fuzz", "-g", "json", "-n", "2"]).0, Some(2));
    assert_eq!(on_input(&["parse", "-g", "./nothing.bnf"], b"").0, Some(2));
}

#[test]
fn help_before_a_command_is_help_behind_it() {
    for (asked, same) in [(&["help"][..], &["--help"][..]), (&["help", "reduce"], &["reduce", "--help"])] {
        let (status, help, error) = run(asked);
        assert_eq!((status, &*error), (Some(0), ""));
        assert_eq!(help, run(same).1);
    }
    assert_eq!(run(&["help", "redcue"]).0, Some(2));
}

#[test]
fn the_grammar_is_guessed_and_named() {
    let (_, _, why) = on_input(&["parse"], b"\n <!doctype HTML><p>x");
    assert_eq!(why.lines().next(), Some("grammar: html, by its first bytes"));
    let (status, _, why) = on_input(&["parse"], b"int main(void) { return 0; }");
    assert_eq!((status, why.lines().next()), (Some(0), Some("grammar: island, no grammar matches this input")));
}

#[test]
fn colours_are_used_where_wanted() {
    let escape = '\u{1b}';
    assert!(!on_input(&["parse", "-g", "json"], b"[").2.contains(escape));
    assert!(on_input(&["parse", "-g", "json", "--color", "always"], b"[").2.contains(escape));
    assert!(run(&["--color=always", "--help"]).1.contains(escape));
    assert!(!run(&["--color=never", "--help"]).1.contains(escape));
}

#[test]
fn the_same_seed_gives_the_same_texts() {
    let folder = TempDir::new().expect("a folder can be made");
    let path = folder.path().join("texts");
    let path = path.to_str().expect("the path is UTF-8");
    assert_eq!(run(&["fuzz", "-g", "expr", "--seed", "5", "-n", "3", "-o", path]).0, Some(0));
    let joined = run(&["fuzz", "-g", "expr", "--seed", "5", "-n", "3", "-0"]).1;
    let files = ["5.expr", "6.expr", "7.expr"].map(|name| fs::read_to_string(Path::new(path).join(name)));
    let files: String = files.map(|text| text.expect("it was written") + "\0").concat();
    assert_eq!(joined, files);
}

#[test]
fn a_million_brackets_are_a_tree_or_an_error() {
    let open = vec![b'['; 1_000_000];
    let (status, tree, error) = on_input(&["parse", "-g", "json"], &open);
    assert_eq!((status, &*tree), (Some(1), ""), "{error}");
    let both = [open, vec![b']'; 1_000_000]].concat();
    let (status, tree, error) = on_input(&["parse", "-g", "json", "--format", "json"], &both);
    assert_eq!(status, Some(0), "{error}");
    assert_eq!(tree.matches("\"symbol\":\"array\"").count(), 1_000_000);
}

#[test]
fn of_many_violations_the_first_are_shown() {
    let (status, _, error) = on_input(&["parse", "-g", "html"], &b"<p id=x>".repeat(2_001));
    assert_eq!(status, Some(1));
    assert_eq!(error.matches("`x` is already defined").count(), 100);
    assert!(error.ends_with("note: 1900 more errors\n"), "{error}");
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    let mut child = program(&["fuzz", "-g", "json", "--seed", "1", "-n", "1000000", "-0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut head = [0; 16];
    let mut out = child.stdout.take().expect("it is piped");
    out.read_exact(&mut head).expect("it writes");
    drop(out);
    let ended = child.wait_with_output().expect("it ends");
    assert_eq!((ended.status.code(), ended.stderr.len()), (Some(0), 0));
}

#[test]
fn standard_input_is_an_input() {
    let mut child = program(&["parse", "-g", "expr", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    child.stdin.take().expect("it is piped").write_all(b"1 + 2").expect("it reads");
    let ended = child.wait_with_output().expect("it ends");
    assert!(ended.status.success() && ended.stdout.starts_with(b"start 0..5"));
}

/// Returns what `check` says of the rules of a grammar.
fn check(grammar: &str) -> String {
    let folder = TempDir::new().expect("a folder can be made");
    let path = folder.path().join("some.bnf");
    fs::write(&path, grammar).expect("the folder can be written to");
    let (status, rules, why) = run(&["check", path.to_str().expect("the path is UTF-8")]);
    assert_eq!(status, Some(0), "{why}");
    rules
}

#[test]
fn check_says_what_the_next_bytes_leave_open() {
    for (grammar, expected) in [
        (r#"<s> ::= "{" [a-z]+ "}" | "[" <s> "]""#, "decided by the next byte"),
        (
            r#"<s> ::= <t> "," | "{" "}" | <t> "." <t> ::= "{" <t>? "x""#,
            "alternatives 1 and 3 can both begin after \"{x\"",
        ),
        (r#"<s> ::= "a" <b> "c" | "a" <b> "d" <b> ::= "b" <b> | "" "#, "decided by the next byte"),
        (
            r#"<s> ::= "a" <b> "x" | "a" <c> <b> ::= "b" <b> | "b" <c> ::= "b" <c> "y" | "b""#,
            "begin alike and can both continue after \"abbbb\"",
        ),
        (r#"<s> ::= <x>* [b-d]* "." <x> ::= [a-z0-9]"#, "continuing and stopping can both begin after \"bbbb\""),
        (
            r#"%skip <ws> %word <id> <s> ::= <id> | "let" <id> %token <id> ::= [a-z]+ %token <ws> ::= " "+"#,
            "\"let\" <id>  as in \"let a\"",
        ),
        (r#"<s> ::= <s> <s> | "a""#, "Earley: the next bytes do not show where its left recursion ends"),
    ] {
        let rules = check(grammar);
        assert!(rules.contains(expected), "{grammar}: {rules}");
    }
}

#[test]
fn recorded_choices_can_be_replayed_and_changed() {
    let folder = TempDir::new().expect("a folder can be made");
    let path = |name: &str| folder.path().join(name).to_str().expect("the path is UTF-8").to_owned();
    for grammar in ["expr", "html", "json"] {
        let (made, again) = (path("made"), path("again"));
        let (status, text, _) = run(&["fuzz", "-g", grammar, "--seed", "5", "--record", &made]);
        assert_eq!(status, Some(0));
        let args = ["fuzz", "-g", grammar, "--replay", &made, "--max-depth", "0", "--record", &again];
        // Nothing is said of a seed, and what was chosen is chosen again, whatever the depth.
        assert_eq!(run(&args), (Some(0), text.clone(), String::new()));
        let choices = fs::read_to_string(&made).expect("the choices were written");
        assert_eq!(fs::read_to_string(&again).expect("the choices were written"), choices);
        assert!(choices.lines().count() > 3, "{choices}");
        let fewer: String = choices.lines().take(2).map(|line| format!("{line}\n")).collect();
        fs::write(&made, fewer).expect("the folder can be written to");
        let (status, shorter, _) = run(&["fuzz", "-g", grammar, "--replay", &made]);
        assert_eq!(status, Some(0));
        assert!(shorter.len() < text.len(), "{shorter} is shorter than {text}");
    }
}

#[test]
fn choices_that_cannot_be_read_are_refused() {
    let folder = TempDir::new().expect("a folder can be made");
    let path = folder.path().join("choices");
    fs::write(&path, "3\n\"open\n").expect("the folder can be written to");
    let replay = path.to_str().expect("the path is UTF-8");
    let (status, _, why) = run(&["fuzz", "-g", "json", "--replay", replay]);
    assert!(status == Some(2) && why.contains("choices"), "{why}");
    assert_eq!(run(&["fuzz", "-g", "json", "--replay", "/no/such/file"]).0, Some(2));
    assert_eq!(run(&["fuzz", "-g", "json", "--replay", replay, "--seed", "1"]).0, Some(2));
    assert_eq!(run(&["fuzz", "-g", "json", "--record", replay, "-n", "2"]).0, Some(2));
    assert_eq!(run(&["fuzz", "-g", "json", "--seed", "1", "--record", "/no/such/folder/file"]).0, Some(3));
}

#[test]
fn seeds_are_mutated() {
    let folder = TempDir::new().expect("a folder can be made");
    let path = |name: &str| folder.path().join(name).to_str().expect("the path is UTF-8").to_owned();
    let write = |name: &str, text: &str| fs::write(path(name), text).expect("the folder can be written to");
    let mutate = |more: &[&str]| run(&[&["fuzz", "-g", "json", "--mutate", &path("")], more].concat());
    let (status, _, why) = mutate(&[]);
    assert!(status == Some(1) && why.contains("0 of 0 seeds"), "{why}");
    write("broken.json", "\n,]");
    let (status, _, why) = mutate(&["--seed", "1"]);
    assert!(status == Some(1) && why.contains("1 of 1 seeds do not parse") && why.contains("json:2:1: "), "{why}");
    write("list.json", r#"["a", "b", "c", {"key": [1, 20, -300]}, "one", "two", null, null]"#);
    write("more.json", r#"{"key": true, "other": [1.5e3, false]}"#);
    let (status, texts, said) = mutate(&["--seed", "1", "-n", "30", "-0"]);
    assert!(status == Some(0) && said.contains("note: 1 of 3 seeds do not parse, 0 of them"), "{said}");
    // Each of the two seeds joins twice: whole, and reduced to its new part.
    assert!(said.contains("population: 4 texts ("), "{said}");
    let texts: Vec<&str> = texts.split_terminator('\0').collect();
    assert_eq!(texts.len(), 30);
    texts.iter().for_each(|text| assert_eq!(on_input(&["parse", "-g", "json"], text.as_bytes()).0, Some(0), "{text}"));
    let again = path("texts");
    assert_eq!(mutate(&["--seed", "1", "-n", "30", "-o", &again]).0, Some(0));
    assert_eq!(fs::read_to_string(Path::new(&again).join("30.json")).expect("it was written"), texts[29]);
    assert_eq!(run(&["fuzz", "-g", "json", "--mutate", "/no/such/folder"]).0, Some(2));
    assert_eq!(mutate(&["--record", &path("choices")]).0, Some(2));
}

#[test]
fn integers_make_a_text_or_none() {
    let folder = TempDir::new().expect("a folder can be made");
    let path = |name: &str| folder.path().join(name).to_str().expect("the path is UTF-8").to_owned();
    let grammar = r#"<s> ::= <a> <b>*  <a> ::= "x" | "y" | "z"  <b> ::= "1" | "2""#;
    fs::write(path("small.bnf"), grammar).expect("the folder can be written to");
    let made_of = |integers: &str| {
        fs::write(path("integers"), integers).expect("the folder can be written to");
        run(&["fuzz", "-g", &path("small.bnf"), "--integers", &path("integers")])
    };
    assert_eq!(made_of("7 4\n0 3 1\n"), (Some(0), "y2".to_owned(), String::new()));
    let (status, text, said) = made_of("7 4 0 3 1 9 9");
    assert_eq!((status, &*text, &*said), (Some(0), "y2", "note: the last 2 integers were not used\n"));
    let (status, text, why) = made_of("7 4 0");
    assert_eq!((status, &*text), (Some(1), ""));
    assert!(why.contains("too few integers for a text"), "{why}");
    let (status, _, why) = made_of("7\n4 four");
    assert!(status == Some(2) && why.contains("line 2: `four` is not a 64-bit integer"), "{why}");
    // As Python prints lists, and as people break lines.
    for list in ["[7, 4, 0, 3, 1]", " [7,4,\n 0, 3,\n 1]\n", "7,4,0,3,1"] {
        assert_eq!(made_of(list), (Some(0), "y2".to_owned(), String::new()), "{list}");
    }
    assert_eq!(made_of("[7, 4").0, Some(2));
    assert_eq!(run(&["fuzz", "-g", "json", "--integers", "/no/such/file"]).0, Some(2));
    assert_eq!(run(&["fuzz", "-g", "json", "--integers", &path("integers"), "--seed", "1"]).0, Some(2));
}

#[test]
fn recorded_integers_make_the_text_again() {
    let folder = TempDir::new().expect("a folder can be made");
    let path = folder.path().join("integers").to_str().expect("the path is UTF-8").to_owned();
    // `imp` and `sql` have hooks, `toml` look-aheads, and `png` fields.
    for (grammar, seed) in [("json", "1"), ("json", "2"), ("imp", "3"), ("sql", "4"), ("toml", "5"), ("png", "6")] {
        let recorded = binary().args(["fuzz", "-g", grammar, "--seed", seed, "--record-integers", &path]).output();
        let recorded = recorded.expect("it runs");
        assert!(recorded.status.success(), "{grammar}: {}", String::from_utf8_lossy(&recorded.stderr));
        let again = binary().args(["fuzz", "-g", grammar, "--integers", &path]).output().expect("it runs");
        assert!(again.status.success() && again.stderr.is_empty(), "{}", String::from_utf8_lossy(&again.stderr));
        assert_eq!(again.stdout, recorded.stdout, "{grammar} {seed}");
    }
    for other in ["-n 2", "--size 10", "--integers x", "--record x", "--mutate x", "--cover 2"] {
        let line = format!("fuzz -g json --record-integers x {other}");
        assert_eq!(run(&line.split(' ').collect::<Vec<_>>()).0, Some(2), "{other}");
    }
}

#[test]
fn a_rule_can_be_the_start() {
    let (status, text, _) = run(&["fuzz", "-g", "json", "--start", "string", "--seed", "3", "-n", "20", "-0"]);
    assert_eq!(status, Some(0));
    let texts: Vec<&str> = text.split_terminator('\0').collect();
    assert_eq!(texts.len(), 20);
    assert!(texts.iter().all(|text| text.starts_with('"') && text.ends_with('"')), "{texts:?}");
    assert_eq!(run(&["fuzz", "-g", "json", "--start", "<string>", "--seed", "3", "-n", "20", "-0"]).1, text);
    let (status, _, why) = run(&["fuzz", "-g", "json", "--start", "strin", "--seed", "3"]);
    assert_eq!(status, Some(2));
    assert!(why.contains("no rule `<strin>`") && why.contains("did you mean `string`?"), "{why}");
    let (status, _, why) = run(&["fuzz", "-g", "json", "--start", "-x", "--seed", "3"]);
    assert!(status == Some(2) && !why.contains("panicked"), "{why}");
    let (status, _, why) = run(&["fuzz", "-g", "json", "--start=qqqqqq", "--seed", "3"]);
    assert!(status == Some(2) && why.contains("help: the rules are ") && why.contains("string"), "{why}");
}

#[test]
fn a_path_shows_a_part_of_the_tree() {
    let (_, all, _) = on_input(&["parse", "-g", "expr"], b"(1 + 2) * 3");
    let lines: Vec<&str> = all.lines().collect();
    // Every line of the whole tree is the first line of the tree at its path.
    let mut path: Vec<usize> = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let depth = (line.len() - line.trim_start().len()) / 2;
        match path.len() {
            length if length < depth => path.push(0),
            _ => {
                path.truncate(depth);
                path.last_mut().into_iter().for_each(|child| *child += 1);
            }
        }
        let word: Vec<String> = path.iter().map(usize::to_string).collect();
        let (status, part, why) = on_input(&["parse", "-g", "expr", "--path", &word.join(".")], b"(1 + 2) * 3");
        assert_eq!((status, part.lines().next()), (Some(0), Some(line.trim_start())), "{number}: {word:?}: {why}");
        let below = lines[number + 1..].iter().take_while(|it| it.len() - it.trim_start().len() > 2 * depth).count();
        assert_eq!(part.lines().count(), 1 + below, "{word:?}");
    }
    let (status, part, why) = on_input(&["parse", "-g", "expr", "--path", "0.17"], b"(1 + 2) * 3");
    assert_eq!((status, &*part), (Some(1), ""));
    assert!(why.contains("no child 17 of the node at 0"), "{why}");
    for path in ["0.x", "0..1", "-1", "0.18446744073709551616"] {
        assert_eq!(on_input(&["parse", "-g", "expr", &format!("--path={path}")], b"1").0, Some(2), "{path}");
    }
    let (_, json, _) = on_input(&["parse", "-g", "json", "--format", "json", "--path", "0"], b"[1]");
    assert!(json.starts_with("{\"symbol\":"), "{json}");
    let (_, svg, _) = on_input(&["parse", "-g", "json", "--format", "svg", "--path", "0"], b"[1]");
    assert!(svg.starts_with("<svg"), "{svg}");
}
