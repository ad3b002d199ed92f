//! Input and grammars that nobody would write: each ends as it should, soon, and with nothing lost.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use grammarc_runtime::format::Format;
use grammarc_runtime::island::ISLAND;
use grammarc_runtime::parse::EngineChoice;
use grammarc_runtime::reduce::{Options, Reduction, reduce, strategy};
use grammarc_runtime::steps;
use tempfile::TempDir;

use crate::common::{binary, contains};

/// Limit of CPU time for each command, in seconds: ten times the longest. A command beyond it is killed, so it has no status.
const MAX_CPU_SECONDS: &str = "600";

/// The most questions about nested brackets.
const QUESTIONS: u64 = 200;

fn bundled(name: &str) -> Format {
    let bundled = grammarc::bundled::named(name).expect("it is bundled");
    grammarc::load_text(name, bundled.text).expect("it is right").format()
}

/// `open` and `close` around `middle`, so often.
fn nested(open: &str, middle: &str, close: &str, depth: usize) -> Vec<u8> {
    [&*open.repeat(depth), middle, &*close.repeat(depth)].concat().into_bytes()
}

/// Reduces to a text that contains `part`.
fn reduced(language: &Format, input: &[u8], part: &str) -> Reduction {
    let oracle = |text: &[u8]| contains(text, part.as_bytes());
    reduce(language, input, &oracle, &Options::default()).expect("it is interesting")
}

#[test]
fn nesting_of_any_depth_is_parsed() {
    let depth = 1_000_000;
    let json = bundled("json");
    assert!(json.parse(&nested("[", "", "]", depth)).is_ok());
    for wrong in
        [nested("[", "", "", depth), nested("]", "", "", depth), [nested("[", "", "]", depth), b"]".to_vec()].concat()]
    {
        let error = json.parse(&wrong).expect_err("it does not end");
        assert_eq!((error.line, error.column - 1), (1, if wrong[0] == b'[' { wrong.len().min(2 * depth) } else { 0 }));
    }
    let tree = bundled("expr").parse(&nested("(", "1", ")", depth / 4)).expect("an expression");
    assert!(tree.len() > depth / 4);
    let html = bundled("html");
    assert!(html.parse(&nested("<div>", "x", "</div>", depth / 10)).is_ok());
    assert!(html.parse(&nested("<div>", "x", "", depth / 10)).is_ok());
}

#[test]
fn nesting_of_any_depth_is_reduced_with_few_questions() {
    let depth = 1_000_000;
    let json = bundled("json");
    let unbalanced = [nested("[", "", "", depth), nested("", "", "]", depth / 2)].concat();
    let crossed = nested("{([", "", "", depth / 30);
    let cases = [
        (&json, nested("[", "12345", "]", depth / 10), "12345"),
        (&json, nested("[", "", "]", depth), "[[]"),
        (&json, unbalanced, "[]"),
        (&json, nested("[", "", "", depth / 10), "[[[["),
        (&json, nested("]", "", "", depth), "]"),
        (&ISLAND, crossed, "{([{"),
        (&bundled("expr"), nested("(", "1", ")", depth / 10), "(1)"),
        (&bundled("html"), nested("<div>", "x", "</div>", depth / 10), "<div>x"),
        (&bundled("html"), nested("<div>", "x", "", depth / 10), "<div><div>"),
    ];
    for (language, input, part) in cases {
        let reduced = reduced(language, &input, part);
        assert_eq!(String::from_utf8_lossy(&reduced.text), part);
        assert!(reduced.counters.tests <= QUESTIONS, "{} questions for {part}", reduced.counters.tests);
    }
}

#[test]
fn a_text_that_comes_to_the_grammar_on_the_way_ends() {
    // Both begin as island trees. After a replacement they are JSON, where symbols have other numbers.
    let json = bundled("json");
    let wrap = strategy("wrap").expect("it is one");
    for (input, part) in [("true:,true,77[null]} ", "true"), ("77{true} ,{}}}\"id\"", "77")] {
        let oracle = |text: &[u8]| contains(text, part.as_bytes());
        let options = Options { strategies: vec![wrap], ..Options::default() };
        let reduced = reduce(&json, input.as_bytes(), &oracle, &options).expect("it is interesting");
        assert!(reduced.text.len() < input.len(), "{input}");
    }
}

/// Records, one a line, and one that is not like the others at the end.
fn records(bytes: usize) -> Vec<u8> {
    let record = |number| {
        format!("{{\"id\": {number}, \"tags\": [\"a\", \"b\"], \"score\": 0.5, \"text\": \"lorem ipsum\"}},\n")
    };
    let records: String = (0..bytes / 70).map(record).collect();
    format!("[\n{records}{{\"needle\": true}}\n]\n").into_bytes()
}

#[test]
fn much_json_takes_linear_time() {
    let json = bundled("json");
    for engine in [EngineChoice::Engine, EngineChoice::Earley] {
        let taken = |bytes| {
            let input = records(bytes);
            let (parsed, taken) = steps::within(u64::MAX >> 1, || json.parsing().by(engine).run(&input).is_ok());
            assert_eq!(parsed, Some(true));
            taken
        };
        // Sixteen times as much; quadratic would be 256 times.
        let (small, large) = (taken(100_000), taken(1_600_000));
        assert!(small > 1_000 && large < small * 20, "{engine:?}: {small}, then {large} steps");
    }
}

/// Every byte value in an order that looks like chance.
fn noise(length: usize) -> Vec<u8> {
    let mut state = 1_u64;
    let step = |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    (0..length).map(step).collect()
}

/// Inputs of all kinds, and a part of each that stays.
fn oddities() -> Vec<(&'static str, Vec<u8>, Vec<u8>)> {
    let all: Vec<u8> = (0..=255).collect();
    vec![
        ("empty", Vec::new(), Vec::new()),
        ("one byte", b"x".to_vec(), b"x".to_vec()),
        ("one byte that is no text", b"\xff".to_vec(), b"\xff".to_vec()),
        ("noise", noise(20_000), b"a".to_vec()),
        ("all bytes", all.repeat(3), vec![255, 0]),
        ("invalid UTF-8", b"{\"a\": \"\xff\xfe\xc0\x80\"}".to_vec(), b"\xfe".to_vec()),
        ("half a character", b"[\"\xe2\x82".to_vec(), b"\xe2".to_vec()),
        ("a byte order mark", b"\xef\xbb\xbf{\"a\": 1}".to_vec(), b"a".to_vec()),
        ("UTF-16", b"\xff\xfe[\x001\x00]\x00".to_vec(), b"1".to_vec()),
        ("NULs", vec![0; 20_000], vec![0, 0]),
        ("CRLF", b"{\r\n\"a\": [1,\r\n2]\r\n}\r\n".repeat(50), b"2]\r\n".to_vec()),
        ("lone CR", b"[1,\r2]\r\r".repeat(50), b"2]\r".to_vec()),
        ("quotes without end", b"\"'`/*<!--".repeat(500), b"<!--".to_vec()),
        ("a long line", b"[1, 2], ".repeat(20_000), b"2], [1".to_vec()),
        ("a long word", vec![b'a'; 300_000], b"aaa".to_vec()),
    ]
}

#[test]
fn every_grammar_takes_every_input() {
    let languages = ["json", "html", "expr"].map(bundled);
    for language in languages.iter().chain([&ISLAND]) {
        for (what, input, part) in oddities() {
            if let Err(error) = language.parse(&input) {
                assert!(error.offset <= input.len() && !error.message().is_empty(), "{what}");
            }
            let oracle = |text: &[u8]| part.is_empty() || contains(text, &part);
            let reduced = reduce(language, &input, &oracle, &Options::default()).expect("it is interesting");
            assert_eq!(reduced.text, part, "{what} by {}", language.name);
        }
    }
}

/// A folder of files, in which the program is run.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).expect("it can be written");
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Runs `grammarc`; returns its status and what it said.
    fn run(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let Output { status, stderr, .. } = program(self.0.path(), arguments).output().expect("it runs");
        (status.code(), String::from_utf8_lossy(&stderr).into_owned())
    }
}

fn program(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -t \"$0\"; exec \"$@\"", MAX_CPU_SECONDS]).arg(binary().get_program());
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null());
    command
}

#[test]
fn the_program_reduces_what_it_cannot_name() {
    for (number, (what, input, part)) in
        oddities().into_iter().enumerate().filter(|(_, (_, input, _))| input.len() < 999)
    {
        let folder = Folder::new();
        let name = format!("in.{}", ["json", "html", "expr", "bin"][number % 4]);
        folder.write(&name, &input);
        folder.write("part", &part);
        // `grep` reads patterns as text: compare bytes instead.
        let script = r#"bytes() { od -An -v -tx1 "$1" | tr -d '\n'; }; case $(bytes "$1") in *"$(bytes "$0")"*) ;; *) exit 1; esac"#;
        let part_path = folder.path("part").display().to_string();
        let (status, said) = folder.run(&["reduce", &name, "-o", "out", "--", "sh", "-c", script, &part_path, "{}"]);
        assert_eq!(status, Some(0), "{what}: {said}");
        assert_eq!((folder.read("out"), folder.read(&name)), (part, input), "{what}");
    }
}

#[test]
fn a_million_brackets_go_through_a_real_command() {
    let folder = Folder::new();
    folder.write("in.json", nested("[", "12345", "]", 1_000_000));
    let (status, said) = folder.run(&["reduce", "in.json", "-o", "out", "--", "grep", "-q", "12345"]);
    assert_eq!((status, folder.read("out")), (Some(0), b"12345".to_vec()), "{said}");
}

/// Grammar files that are wrong or strange; how `check`, `parse` and `fuzz` end, and what they say of it.
fn grammars() -> Vec<(&'static str, Vec<u8>, i32, &'static str)> {
    let many = |number: usize, text: fn(usize) -> String| (0..number).map(text).collect::<String>().into_bytes();
    vec![
        ("empty", Vec::new(), 2, "the grammar has no rules"),
        ("comments", b"# one\n## two\n\n# three".to_vec(), 2, "the grammar has no rules"),
        ("blank", b"\n \r\n\t\n".to_vec(), 2, "the grammar has no rules"),
        ("marked", b"\xef\xbb\xbf".to_vec(), 2, "the grammar has no rules"),
        ("crlf", b"<a> ::= \"x\"\r\n  | \"y\"\r\n".to_vec(), 0, ""),
        ("latin", b"<a> ::= \"\xe9\"\n".to_vec(), 2, "not UTF-8"),
        ("utf16", b"\xff\xfe<\0a\0>\0".to_vec(), 2, "not UTF-8"),
        ("maybes", [b"<a> ::= \"x\"".to_vec(), vec![b'?'; 1_000_000]].concat(), 2, "two repetitions of one item"),
        ("options", [b"<a> ::= ".to_vec(), b"\"x\"? ".repeat(50_000)].concat(), 2, "the limit is 10000"),
        (
            "choices",
            [b"<a> ::= ".to_vec(), many(70_000, |n| format!("\"{n}\" | ")), b"\"x\"".to_vec()].concat(),
            2,
            "the limit is 10000",
        ),
        (
            "group",
            [b"<a> ::= <a>? (".to_vec(), many(20_000, |n| format!("<a> \"{n}\" | ")), b"\"x\")".to_vec()].concat(),
            2,
            "the limit is 10000",
        ),
        ("squares", [b"<a> ::= ".to_vec(), vec![b'['; 10_000]].concat(), 2, "unclosed class: missing `]`"),
        ("angles", [b"<a> ::= ".to_vec(), vec![b'<'; 10_000]].concat(), 2, "unclosed `<`"),
        ("braces", [b"<a> ::= \"x\"".to_vec(), vec![b'{'; 10_000]].concat(), 2, ""),
        ("looks", [b"<a> ::= ".to_vec(), nested("!(", "\"x\"", ")", 10_000)].concat(), 2, "more than 200 deep"),
        ("unclosed", [b"<a> ::= ".to_vec(), vec![b'('; 10_000]].concat(), 2, "more than 200 deep"),
        ("arguments", [b"<a> ::= ".to_vec(), nested("<a(", "1", ")>", 10_000)].concat(), 2, ""),
        ("noise", noise(100_000), 2, "not UTF-8"),
        ("nul", vec![0; 1000], 2, "U+0000"),
        ("groups", [b"<a> ::= ".to_vec(), nested("(", "\"x\"", ")", 10_000)].concat(), 2, "more than 200 deep"),
        ("open", nested("(", "", "", 10_000_000), 2, "more than 200 deep"),
        ("junk", vec![b'a'; 10_000_000], 2, "not a grammar file"),
        ("comment", [b"#".to_vec(), vec![b'x'; 10_000_000], b"\n<a> ::= \"x\"\n".to_vec()].concat(), 0, ""),
        ("mark", b"\xef\xbb\xbf<a> ::= \"x\"\r\n".to_vec(), 0, ""),
        ("literal", format!("<a> ::= \"{}\"", "x".repeat(1_000_000)).into_bytes(), 2, "too large"),
        ("name", format!("<{}> ::= \"x\"", "a".repeat(100_000)).into_bytes(), 0, ""),
        ("count", b"<a> ::= ((\"x\"{1000}){1000}){1000}\n".to_vec(), 2, "too large"),
        ("counts", b"<a> ::= <x> \"!\"\n%token <x> ::= ([a-z]{0,250}){0,250}\n".to_vec(), 0, ""),
        (
            "watches",
            b"<a> ::= <x> \"!\"\n%token <x> ::= ((!\"y\" [a-z])? (!\"xy\" [a-z])? (!\"xyz\" [a-z])?){0,500}\n".to_vec(),
            0,
            "",
        ),
        ("missing", b"<a> ::= ".iter().copied().chain(many(3000, |n| format!("<b{n}> "))).collect(), 2, "2900 more"),
        ("endless", b"%import \"/dev/zero\"\n<a> ::= \"x\"".to_vec(), 2, "outside of the folder of the grammar"),
        ("itself", b"%import \"itself.bnf\"\n<a> ::= \"x\"".to_vec(), 2, "imports itself"),
        ("nothing", b"<a> ::= <a> \"x\"".to_vec(), 2, ""),
        ("rules", many(1500, |n| format!("<r{n}> ::= \"x\" <r{}>? | [a-z]+ \",\"\n", (n + 1) % 1500)), 0, ""),
        ("items", [b"<a> ::= ".to_vec(), b"<b> ".repeat(5000), b"\n<b> ::= \"x\"".to_vec()].concat(), 0, ""),
        ("wide", [b"<a> ::= ".to_vec(), b"<b>? ".repeat(9_900), b"\n<b> ::= \"x\"".to_vec()].concat(), 0, ""),
        ("alike", format!("<a> ::= {0} \"y\" | {0} \"z\"\n<b> ::= \"x\"", "<b> ".repeat(5_000)).into_bytes(), 0, ""),
        (
            "wider",
            [b"<a> ::= (".to_vec(), b"<b>? ".repeat(50_000), b")+\n<b> ::= \"x\"".to_vec()].concat(),
            2,
            "the limit is 10000",
        ),
    ]
}

#[test]
fn no_grammar_file_breaks_the_program() {
    let folder = Folder::new();
    folder.write("in", "x");
    for (name, text, wanted, message) in grammars() {
        let path = format!("./{name}.bnf");
        folder.write(&path, text);
        for arguments in [&["check", &path][..], &["parse", "-g", &path, "in"], &["fuzz", "-g", &path, "--seed", "1"]] {
            let (status, said) = folder.run(arguments);
            let expected = if wanted == 0 && arguments[0] == "parse" && status == Some(1) { 1 } else { wanted };
            assert_eq!(status, Some(expected), "{arguments:?}: {said:.2000}");
            assert!(said.contains(message) && said.len() < 2_000_000, "{arguments:?}: {said:.2000}");
        }
        if wanted != 0 {
            let (status, said) = folder.run(&["compile", &path, "-o", "made"]);
            assert_eq!(status, Some(wanted), "{said:.2000}");
            assert!(!folder.path("made").exists(), "nothing is written for {name}");
        }
    }
    let (status, said) = folder.run(&["check", "/dev/zero"]);
    assert!(status == Some(2) && said.contains("64 MiB"), "{said:.2000}");
}

/// Each rule is the next one twice: the shortest text has 2⁶⁰ bytes.
#[test]
fn a_shortest_text_may_be_longer_than_any_memory() {
    let doubled: String = (0..60).map(|n| format!("<r{n}> ::= <r{0}> <r{0}>\n", n + 1)).collect();
    let folder = Folder::new();
    folder.write("it.bnf", format!("{doubled}<r60> ::= \"x\"\n"));
    folder.write("in", "xx");
    let (status, said) = folder.run(&["check", "it.bnf"]);
    assert_eq!(status, Some(0), "{said}");
    let loaded = grammarc::load(&folder.path("it.bnf")).expect("it can be used");
    let minimal: Vec<Option<usize>> =
        grammarc::describe::describe(&loaded).iter().map(|rule| rule.minimal.as_ref().map(Vec::len)).collect();
    assert_eq!((&minimal[..49], &minimal[49..51]), (&[None; 49][..], &[Some(2048), Some(1024)][..]));
    let (status, said) = folder.run(&["fuzz", "-g", "it.bnf", "--seed", "1"]);
    assert_eq!((status, said.contains("beyond 64 MiB")), (Some(1), true), "{said:.2000}");
    let (status, said) = folder.run(&["reduce", "-g", "it.bnf", "in", "-o", "out", "--", "grep", "-q", "x"]);
    assert_eq!((status, folder.read("out")), (Some(0), b"x".to_vec()), "{said:.2000}");
}

#[test]
fn ten_megabytes_of_anything_end_soon() {
    let filled = |number: usize, line: &dyn Fn(usize) -> String| (0..number).map(line).collect::<String>();
    let cases = [
        (
            "rules",
            filled(75_000, &|n| format!("<r{n}> ::= \"{n}\" <r{}> | [a-z]+ # {}\n", (n + 1) % 75_000, "x".repeat(90))),
            2,
            "the limit is 300000",
        ),
        (
            "choices",
            format!("<a> ::= {}\"x\"", filled(250_000, &|n| format!("\"{n:036}\" | "))),
            2,
            "the limit is 10000",
        ),
        (
            "class",
            format!(
                "<a> ::= [{}]",
                filled(3_300_000, &|n| char::from_u32(0x4e00 + n as u32 % 20_000).unwrap_or('x').to_string())
            ),
            0,
            "",
        ),
        ("literal", format!("<a> ::= \"{}\"", "x".repeat(10_000_000)), 2, "too large"),
    ];
    for (name, text, wanted, message) in cases {
        assert!(text.len() > 9_000_000, "{name}");
        let folder = Folder::new();
        folder.write("it.bnf", text);
        let (status, said) = folder.run(&["check", "it.bnf"]);
        assert_eq!((status, said.contains(message)), (Some(wanted), true), "{name}: {said:.2000}");
        assert!(said.len() < 100_000, "{name}");
    }
}

#[test]
fn imports_that_lead_back_are_found_however_they_are_written() {
    let folder = Folder::new();
    fs::create_dir(folder.path("sub")).expect("a folder");
    let here = folder.0.path().file_name().expect("it has a name").to_string_lossy().into_owned();
    let files = [
        ("self.bnf", "self.bnf"),
        ("a2.bnf", "b2.bnf"),
        ("b2.bnf", "a2.bnf"),
        ("a3.bnf", "sub/b3.bnf"),
        ("sub/b3.bnf", "../sub/./c3.bnf"),
        ("sub/c3.bnf", "../a3.bnf"),
        ("spelled.bnf", &format!("../{here}/./spelled.bnf")),
        ("linked.bnf", "link.bnf"),
        ("endless.bnf", "round.bnf"),
    ];
    for (name, path) in files {
        folder.write(name, format!("%import \"{path}\"\n<{}> ::= \"x\"\n", name.replace(['/', '.', '_'], "-")));
    }
    folder.write("as.bnf", "%import \"as.bnf\" as me\n<a> ::= \"x\" <me.a>?\n");
    for (link, target) in [("link.bnf", "linked.bnf"), ("round.bnf", "back.bnf"), ("back.bnf", "round.bnf")] {
        std::os::unix::fs::symlink(target, folder.path(link)).expect("a link");
    }
    for (name, message) in [
        ("self.bnf", "the cycle: self.bnf → self.bnf"),
        ("as.bnf", "the cycle: as.bnf → as.bnf"),
        ("a2.bnf", "the cycle: a2.bnf → b2.bnf → a2.bnf"),
        ("a3.bnf", "the cycle: a3.bnf → sub/b3.bnf → sub/../sub/./c3.bnf → a3.bnf"),
        ("spelled.bnf", "the cycle: spelled.bnf → spelled.bnf"),
        ("linked.bnf", "the cycle: linked.bnf → linked.bnf"),
        ("endless.bnf", "symbolic links"),
    ] {
        for arguments in [&["check", name][..], &["fuzz", "-g", name], &["compile", name]] {
            let (status, said) = folder.run(arguments);
            assert_eq!((status, said.contains(message)), (Some(2), true), "{arguments:?}: {said}");
        }
    }
}

#[test]
fn what_is_no_grammar_file_is_said_to_be_none() {
    let folder = Folder::new();
    fs::create_dir(folder.path("dir.bnf")).expect("a folder");
    folder.write("in", "x");
    let cases = [
        ("./dir.bnf", "directory"),
        ("./absent.bnf", "No such file"),
        ("/dev/null", "the grammar has no rules"),
        ("/dev/zero", "64 MiB"),
    ];
    for (path, message) in cases {
        for arguments in [&["check", path][..], &["parse", "-g", path, "in"], &["fuzz", "-g", path], &["compile", path]]
        {
            let (status, said) = folder.run(arguments);
            assert_eq!((status, said.contains(message)), (Some(2), true), "{arguments:?}: {said}");
        }
    }
}

#[test]
fn no_list_of_choices_breaks_the_fuzzer() {
    let folder = Folder::new();
    let lists =
        [noise(5000), Vec::new(), vec![0; 5000], b"alt 99999999999999999999\n".to_vec(), b"more\n\xff".to_vec()];
    for list in lists {
        folder.write("choices", &list);
        for grammar in ["json", "html", "expr"] {
            let (status, said) = folder.run(&["fuzz", "-g", grammar, "--replay", "choices"]);
            assert!(matches!(status, Some(0 | 2)), "{status:?}: {said}");
            assert!(status == Some(0) || said.contains("choices"), "{said}");
        }
    }
}

#[test]
fn a_full_disk_stops_the_search_and_leaves_what_was_written() {
    let folder = Folder::new();
    let input: String = (1..=3000).map(|number| format!("{number}\n")).collect();
    folder.write("in.txt", &input);
    // A limit of 8 KiB a file stands for a full disk: the input fits, and half of it does; the journal outgrows it.
    let script = r#"trap '' XFSZ; ulimit -f 16; exec "$0" reduce in.txt -o out --strategy bytes -- grep -q 1234"#;
    let program = env!("CARGO_BIN_EXE_grammarc");
    let mut shell = Command::new("sh");
    shell.args(["-c", script, program]).current_dir(folder.0.path()).env("GRAMMARC_CACHE_DIR", "");
    let ended = shell.output().expect("it runs");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(3), "{said}");
    assert_eq!(folder.read("in.txt"), input.as_bytes());
    if folder.path("out").exists() {
        assert!(contains(&folder.read("out"), b"1234"), "{said}");
    }
    let (status, said) = folder.run(&["reduce", "in.txt", "-o", "out", "--", "grep", "-q", "1234"]);
    assert_eq!((status, folder.read("out")), (Some(0), b"1234".to_vec()), "{said}");
}
