//! Measures parsers of programming languages beside tree-sitter's for the same language, on the same files, for `docs/languages.md`.
//!
//! Nothing of it is in the repository: the files are those of a folder, and the grammars were imported. Whatever is missing is
//! skipped, and the benchmark says so. With `write` it writes the page.

#[path = "languages/files.rs"]
mod files;
#[path = "memory.rs"]
mod memory;

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use files::File;
use grammarc_benches::machine::{METHOD, machine};
use grammarc_benches::page::{Page, Part, Section};
use grammarc_benches::side_by_side::{Race, Run, figure, race, table};
use grammarc_benches::table::Table;
use grammarc_benches::{begin, geometric_mean};
use grammarc_runtime::language::Language;
use tree_sitter::Parser;

/// Environment variable that names the folder of the files.
const FOLDER: &str = "BENCH_LANGUAGES";
/// Environment variable that names the folder of the grammars that are not bundled.
const GRAMMARS: &str = "BENCH_GRAMMARS";
// Names of our parser and of the peer, in tables and as arguments of the process that measures memory.
const OURS: &str = "grammarc";
const PEER: &str = "tree-sitter";

/// A language that both can parse.
struct Programs {
    name: &'static str,
    extension: &'static str,
    /// Stem of the grammar file.
    grammar: &'static str,
    peer: fn() -> tree_sitter::Language,
}

const LANGUAGES: [Programs; 6] = [
    Programs { name: "C", extension: "c", grammar: "c", peer: || tree_sitter_c::LANGUAGE.into() },
    Programs { name: "Go", extension: "go", grammar: "golang", peer: || tree_sitter_go::LANGUAGE.into() },
    Programs { name: "Java", extension: "java", grammar: "java8", peer: || tree_sitter_java::LANGUAGE.into() },
    Programs {
        name: "JavaScript",
        extension: "js",
        grammar: "javascript",
        peer: || tree_sitter_javascript::LANGUAGE.into(),
    },
    Programs { name: "Python", extension: "py", grammar: "python", peer: || tree_sitter_python::LANGUAGE.into() },
    Programs { name: "Rust", extension: "rs", grammar: "rust", peer: || tree_sitter_rust::LANGUAGE.into() },
];

impl Programs {
    /// Returns our parser, or none and a message if there is no grammar.
    #[expect(clippy::print_stdout, reason = "a benchmark says what it skips")]
    fn ours(&self) -> Option<Language> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let bundled = root.join("grammars").join(self.grammar).join(self.grammar).with_extension("bnf");
        let folder = std::env::var_os(GRAMMARS).map_or_else(|| root.join("../shared/corpus/foreign"), PathBuf::from);
        let path = if bundled.exists() { bundled } else { folder.join(self.grammar).with_extension("bnf") };
        match grammarc::load(&path) {
            Ok(loaded) => Some(loaded.language()),
            Err(report) => {
                println!("skipped {}: {report}", self.name);
                println!("{GRAMMARS} names the folder of grammars, and `grammarc import` makes one");
                None
            }
        }
    }

    fn peer(&self) -> Parser {
        let mut parser = Parser::new();
        parser.set_language(&(self.peer)()).expect("the versions fit");
        parser
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match &words[..] {
        [child, name, engine, path] if child == memory::CHILD => match parse_once(name, engine, path) {
            Some(run) => memory::report(run),
            None => ExitCode::FAILURE,
        },
        _ => parts(&begin()),
    }
}

/// Measures all languages, and writes the page if that is asked for.
fn parts(arguments: &[String]) -> ExitCode {
    match arguments {
        [] => measure().map_or(ExitCode::FAILURE, |_| ExitCode::SUCCESS),
        [only] if only == "write" => {
            let Some(section) = measure() else { return ExitCode::FAILURE };
            let page =
                Page { name: "languages", title: "Programming languages", head: head(), sections: vec![section] };
            page.write().expect("the page can be written");
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("the only argument is `write`, which writes docs/languages.md");
            ExitCode::FAILURE
        }
    }
}

/// Measures all languages that are there. Returns none if there are no files.
#[expect(clippy::print_stdout, reason = "a benchmark says what it skips")]
fn measure() -> Option<Section> {
    let Some(folder) = std::env::var_os(FOLDER) else {
        println!("skipped: {FOLDER} names no folder of source files");
        // Nothing went wrong: CI has no such folder.
        return Some(Section { title: "Skipped", parts: Vec::new() });
    };
    let mut races = Vec::new();
    let mut memory = Table::new(["bytes a byte", OURS, PEER, "largest file, bytes"]);
    let mut corpus =
        Table::new(["", "files", "bytes", "refused by us", "by tree-sitter", "nodes of ours", "of tree-sitter"]);
    for programs in &LANGUAGES {
        let Some(ours) = programs.ours() else { continue };
        let all = files::sample(folder.as_ref(), programs.extension);
        let mut peer = programs.peer();
        let by_us: Vec<bool> = all.iter().map(|file| ours.parse(&file.text).is_ok()).collect();
        let by_peer: Vec<bool> = all.iter().map(|file| peer_nodes(&mut peer, &file.text).is_some()).collect();
        let refused = [&by_us, &by_peer].map(|it| it.iter().filter(|is_good| !**is_good).count().to_string());
        let good = all.iter().zip(by_us.iter().zip(&by_peer)).filter(|(_, (us, peer))| **us && **peer);
        let files: Vec<&File> = good.map(|(file, _)| file).collect();
        let Some(largest) = files.iter().max_by_key(|file| file.text.len()) else {
            println!("skipped {}: no .{} file in the folder that both parse", programs.name, programs.extension);
            continue;
        };
        let bytes: usize = files.iter().map(|file| file.text.len()).sum();
        let nodes = files.iter().map(|file| ours.parse(&file.text).expect("it parsed before").len()).sum::<usize>();
        let of_peer = files.iter().filter_map(|file| peer_nodes(&mut peer, &file.text)).sum::<usize>();
        let [us, sitter] = refused;
        corpus.row([
            programs.name.to_owned(),
            all.len().to_string(),
            bytes.to_string(),
            us,
            sitter,
            nodes.to_string(),
            of_peer.to_string(),
        ]);
        races.push(beside_peer(programs.name, &files, bytes, &ours, peer));
        let growth = |engine| {
            let most = memory::growth(&[programs.name, engine, &largest.path]);
            most.map_or("?".to_owned(), |most| figure(most as f64 / largest.text.len() as f64))
        };
        let [first, second] = [OURS, PEER].map(growth);
        println!("  memory, bytes a byte of {}: {first}, {second}", largest.path);
        memory.row([programs.name.to_owned(), first, second, largest.text.len().to_string()]);
    }
    println!("{corpus}\n{memory}");
    let mean = figure(geometric_mean(races.iter().map(|race| race.ratio(1))));
    let means = format!("On the geometric mean, grammarc has {mean} × the speed of tree-sitter.");
    println!("{means}");
    let words = |words: &str| Part::Words(words.to_owned());
    let origin = std::fs::read_to_string(Path::new(&folder).join("README.md"));
    let parts = vec![
        words(&origin.unwrap_or_default()),
        words(FILES),
        Part::Table(corpus),
        words(SPEED),
        Part::Table(table("MB/s", &races)),
        words(&means),
        words(WHY),
        words(MEMORY),
        Part::Table(memory),
    ];
    Some(Section { title: "Beside tree-sitter", parts })
}

const FILES: &str = "Only files that both parsers accept are measured. tree-sitter repairs errors and always has a tree; a file \
                     with an error in that tree counts as refused. Our trees have a node for each rule application and token; \
                     tree-sitter hides rules whose names begin with `_`, and inlines others.";
const SPEED: &str = "All files one after another, each with a new tree:";
const WHY: &str = "tree-sitter's tables are LR, with a lexer, and it keeps a third to a half of the nodes. With the bundled \
                   grammars our deterministic engine decides nearly all of a file. With the imported ones charts read much \
                   of it, expression by expression or statement by statement: there the memory is that of the tree and of \
                   the largest chart. A crate that is compiled from such a grammar has the same engine, and is as fast.";
const MEMORY: &str =
    "Growth of a process at its peak while it parses the largest file once, for each byte of the file:";

/// Lets tree-sitter and our parser take turns on all files.
fn beside_peer(name: &str, files: &[&File], bytes: usize, ours: &Language, peer: Parser) -> Race {
    let peer = RefCell::new(peer);
    let all = || files.iter().map(|file| ours.parse(&file.text).expect("it parsed before").len()).sum();
    let runs: Vec<Run<'_>> = vec![
        (
            PEER,
            Box::new(|| files.iter().filter_map(|file| peer_nodes(&mut peer.borrow_mut(), &file.text)).sum::<usize>()),
        ),
        (OURS, Box::new(all)),
    ];
    race(name, bytes, 1.0, runs)
}

/// Returns the number of nodes in the tree of tree-sitter; none if there is an error in it.
fn peer_nodes(parser: &mut Parser, text: &[u8]) -> Option<usize> {
    let tree = parser.parse(text, None)?;
    let root = tree.root_node();
    (!root.has_error()).then(|| root.descendant_count())
}

/// Returns a function that parses a file once. The grammar is loaded before, because only the parse is measured.
fn parse_once(name: &str, engine: &str, path: &str) -> Option<Box<dyn FnOnce() -> usize>> {
    let programs = LANGUAGES.iter().find(|it| it.name == name)?;
    let text = std::fs::read(path).ok()?;
    if engine == PEER {
        let mut parser = programs.peer();
        return Some(Box::new(move || {
            let tree = parser.parse(&text, None).expect("it has a language and no limit");
            tree.root_node().descendant_count()
        }));
    }
    let ours = programs.ours()?;
    // Regular expressions are determinized while they are used: that belongs to the grammar.
    Some(Box::new(move || ours.parse(&text).map_or(0, |tree| tree.len())))
}

/// Writes the head of the page: the command, the method and the machine.
fn head() -> String {
    format!(
        "Parsers of programming languages, beside tree-sitter's for the same languages. This page is written by\n\n    \
         BENCH_LANGUAGES=FOLDER cargo bench -p grammarc-benches --features languages --bench languages -- write\n\n\
         `FOLDER` has source files by extension, in folders of any depth; a sample of them is parsed. Its `README.md` \
         says where they come from, and stands below. The grammars of C, JavaScript and Python are bundled. The others are \
         ANTLR's, imported, in the folder that `BENCH_GRAMMARS` names: `golang.bnf`, `java8.bnf` and \
         `rust.bnf`.\n\n{METHOD}\n\n{}\n",
        machine()
    )
}
