//! The examples of docs/language.md, its table of messages, and the tables of docs/import.

use std::fs;

use tempfile::TempDir;

use crate::common::{root, run_in};

const PAGE: &str = include_str!("../../../docs/language.md");

/// A fenced block: what stands behind its fence, the line of the page where it begins, and its lines.
struct Block {
    kind: &'static str,
    line: usize,
    text: String,
}

fn blocks() -> Vec<Block> {
    let mut found = Vec::new();
    let mut lines = PAGE.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let kind = line.trim_start_matches('`');
        let fence = &line[..line.len() - kind.len()];
        if fence.len() >= 3 {
            let inside = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != fence);
            let text = inside.map(|line| format!("{line}\n")).collect();
            found.push(Block { kind, line: number + 1, text });
        }
    }
    found
}

/// An example: a grammar in a folder of its own.
struct Example {
    folder: TempDir,
    line: usize,
}

impl Example {
    fn run(&self, args: &[&str]) -> (Option<i32>, String, String) {
        run_in(self.folder.path(), args)
    }

    fn write(&self, name: &str, text: &[u8]) {
        fs::write(self.folder.path().join(name), text).expect("the folder can be written to");
    }

    /// Returns the tree of an input, or what is wrong with it.
    fn parse(&self, input: &str) -> Result<String, String> {
        self.write("input", &unescaped(input));
        let (status, tree, why) = self.run(&["parse", "-g", "./example.bnf", "input"]);
        match status {
            Some(0) => Ok(tree),
            Some(1) => Err(why),
            _ => panic!("line {}: {why}", self.line),
        }
    }
}

/// Resolves the escapes that the page allows in inputs.
fn unescaped(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        match (first, after) {
            (b'\\', [b'n', ..]) => out.push(b'\n'),
            (b'\\', [b'r', ..]) => out.push(b'\r'),
            (b'\\', [b't', ..]) => out.push(b'\t'),
            (b'\\', [b'\\', ..]) => out.push(b'\\'),
            (b'\\', [b'x', high, low, ..]) => {
                let digits = [*high, *low];
                let digits = str::from_utf8(&digits).expect("two digits stand after `\\x`");
                out.push(u8::from_str_radix(digits, 16).expect("they are hexadecimal"));
                rest = &rest[2..];
            }
            (b'\\', _) => panic!("no such escape: {text}"),
            _ => {
                out.push(*first);
                continue;
            }
        }
        rest = &rest[1..];
    }
    out
}

#[test]
fn the_examples_of_the_language_do_what_the_page_says() {
    let folder = || TempDir::new().expect("a folder can be made");
    let mut example = Example { folder: folder(), line: 0 };
    let (mut grammars, mut inputs) = (0, 0);
    let mut last = Ok(String::new());
    let blocks = blocks();
    let next = |number: usize| blocks.get(number + 1).map(|block| block.kind);
    for (number, &Block { kind, line, ref text }) in blocks.iter().enumerate() {
        match kind {
            "bnf" => {
                // A file that the example imports stands right before it.
                let imported = fs::read(example.folder.path().join("words.bnf"));
                example = Example { folder: folder(), line };
                imported.iter().for_each(|text| example.write("words.bnf", text));
                example.write("example.bnf", text.as_bytes());
                let (_, _, said) = example.run(&["check", "./example.bnf"]);
                let is_said = matches!(next(number), Some("error" | "warning"));
                assert!(is_said || said.is_empty(), "line {line}: {said}");
                grammars += 1;
            }
            "bnf words.bnf" => {
                example = Example { folder: folder(), line };
                example.write("words.bnf", text.as_bytes());
            }
            "accept" => {
                for input in text.lines() {
                    last = example.parse(input);
                    assert!(last.is_ok(), "line {line}: {input:?} is not accepted: {last:?}");
                    inputs += 1;
                }
            }
            "reject" => {
                for input in text.lines() {
                    assert!(example.parse(input).is_err(), "line {line}: {input:?} is accepted");
                    inputs += 1;
                }
            }
            "tree" => assert_eq!(last.as_ref(), Ok(text), "line {line}"),
            "error" | "warning" => {
                let (status, _, said) = example.run(&["check", "./example.bnf"]);
                assert_eq!(status, Some(if kind == "error" { 2 } else { 0 }), "line {line}: {said}");
                assert!(text.lines().all(|wanted| said.contains(wanted)), "line {line}: {said}");
            }
            _ => panic!("line {line}: a block of kind {kind:?}"),
        }
    }
    assert!(grammars > 30 && inputs > 60, "{grammars} grammars and {inputs} inputs");
}

#[test]
fn the_table_has_every_code_and_says_which_are_not_reported() {
    let root = root().join("dsl/src/diagnostic/problem.rs");
    let source = fs::read_to_string(root).expect("the problems are there");
    let is_code = |text: &&str| text.len() == 4 && text.starts_with(['G', 'W']) && text[1..].parse::<u32>().is_ok();
    let codes: Vec<&str> = source.split('"').filter(is_code).collect();
    assert!(codes.len() > 12, "{codes:?}");
    for code in &codes {
        assert!(PAGE.contains(&format!("\n| {code} | ")), "{code} is not in the table");
    }
    for line in PAGE.lines().filter(|line| line.starts_with("| G") || line.starts_with("| W")) {
        assert!(codes.contains(&&line[2..6]) || line.contains("(not reported yet)"), "{line}");
    }
}

#[test]
fn the_table_of_imports_has_every_code() {
    let read = |path: &str| fs::read_to_string(root().join(path)).expect("the file is there");
    let (source, page) = (read("import/src/problem.rs"), read("docs/import/README.md"));
    let is_code = |text: &&str| text.len() == 4 && text.starts_with('I') && text[1..].parse::<u32>().is_ok();
    let mut codes: Vec<&str> = source.split('"').filter(is_code).collect();
    codes.sort_unstable();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| I"));
    let listed: Vec<String> = rows.map(|row| format!("I{}", &row[..3])).collect();
    assert_eq!(codes, listed, "docs/import/README.md");
}

#[test]
fn the_table_of_notations_has_every_notation() {
    let page = fs::read_to_string(root().join("docs/import/README.md")).expect("the page is there");
    for notation in grammarc_import::read::NOTATIONS {
        let row = page.lines().find(|line| line.starts_with(&format!("| `{}` | ", notation.name)));
        let row = row.unwrap_or_else(|| panic!("{} has no row", notation.name));
        notation.endings.iter().for_each(|ending| assert!(row.contains(ending), "{row} lacks {ending}"));
    }
}
