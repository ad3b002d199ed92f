//! Comments: drops all of them at once, or in large chunks. Hardly any failure needs one, and half of a documented source is comments.
//!
//! A comment is skipped text that is more than white space, or a node whose rule or token has "comment" in its name, as in the island
//! language and in XML. In Rust the attributes of the whole file, such as `#![deny(missing_docs)]`, go with all comments, because one of
//! them may want the comments. For example, in `// one⏎f(); // two` there are two. The line end behind a comment stays, because it may mean
//! something once the comment is gone: it ends a directive in C, and a statement in Go, shell and Python.

use super::halving::FirstChunks;
use super::program::program_of;
use super::{Search, Stop, Strategy, View, thin};
use crate::edit::{Candidate, Edit};
use crate::facts::Place;
use crate::island::ISLAND;
use grammarc_core::grammar::Grammar;
use grammarc_core::tree::{NodeId, TreeNode};
use grammarc_outline::program::Choice;

/// Dropping comments.
pub(super) const STRATEGY: Strategy =
    Strategy { name: "comments", paper: "drop comments, if they are a fiftieth of the text or more", run };

/// The least share of the text that a test may drop: one in so many bytes.
const LEAST_SHARE: usize = 50;

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let comments = comments(&search.view());
    if search.view.weights(&comments) * LEAST_SHARE < search.text().len() {
        return Ok(());
    }
    let without_attributes = without_attributes(search);
    if search.first(without_attributes.map(|text| ((), Candidate::Text(text))))?.is_some() {
        return Ok(());
    }
    search.keeping_lines(|search| thin::coarsely(search, comments, FirstChunks::Whole, LEAST_SHARE))
}

/// Returns the text without its comments and without the attributes of the whole file; none if it has no such attribute.
fn without_attributes(search: &Search<'_, '_>) -> Option<Vec<u8>> {
    if !search.text().windows(3).any(|sign| sign == b"#![") {
        return None;
    }
    let (view, program) = program_of(search)?;
    let mut choice = Choice::all(&program);
    program.file_attributes(&view.text).for_each(|attribute| choice.wanted[attribute] = false);
    without_comments(&program.text(&view.text, &program.kept(&choice)))
}

/// Returns a program without its comments; none if it has no tree.
pub(super) fn without_comments(text: &[u8]) -> Option<Vec<u8>> {
    let view = View::parse(&ISLAND, text)?;
    let edits: Vec<Edit> = comments(&view).into_iter().map(Edit::Drop).collect();
    Some(view.change_keeping(true, &edits)?.1.text)
}

/// Returns the nodes that are comments and nothing else, in order, each with as much as can be dropped with it.
fn comments(view: &View<'_>) -> Vec<NodeId> {
    let (tree, is_named) = (&view.tree, named(&view.language.grammar));
    let mut parents = Vec::new();
    let mut found: Vec<NodeId> = Vec::new();
    let mut next = 0;
    while next < tree.len() {
        let node = tree.node_at(next);
        if !is_comment(view, &node, &is_named) {
            next += 1;
            continue;
        }
        let id = node.id;
        next += tree.size(id);
        if parents.is_empty() {
            parents = tree.parents();
        }
        let text = view.text_of(id).trim_ascii();
        let parent = |id: &NodeId| tree.index_of(*id).map(|index| parents[index]).filter(|parent| parent != id);
        let around = std::iter::successors(Some(id), parent);
        let alone = around.take_while(|&id| view.text_of(id).trim_ascii().len() == text.len());
        found.extend(alone.filter(|&id| view.is_droppable(id)).last().filter(|id| found.last() != Some(id)));
    }
    found
}

/// Returns for each symbol whether its name says that it is a comment.
fn named(grammar: &Grammar) -> Vec<bool> {
    let rules = grammar.rules.iter().map(|rule| &*rule.name);
    let names = rules.chain(grammar.terminals.iter().map(|terminal| &*terminal.name));
    names.map(|name| name.as_bytes().windows(7).any(|part| part.eq_ignore_ascii_case(b"comment"))).collect()
}

fn is_comment(view: &View<'_>, node: &TreeNode, is_named: &[bool]) -> bool {
    let is_skipped = || view.language.facts().place(node.item) == Place::Skip;
    let text = &view.text[node.span.clone()];
    (is_named[node.symbol.0 as usize] || is_skipped()) && !text.trim_ascii().is_empty()
}

#[cfg(test)]
mod tests {
    use super::comments;
    use crate::edit::{Candidate, drop_all};
    use crate::island::ISLAND;
    use crate::reduce::{Options, View, reduce};

    const DOCUMENTED: &str = "/**\n * Adds.\n */\nfunction add(a, b) {\n  // The sum.\n  return a + b; // of both\n}\n\n\
                              // Nothing else.\nvar url = \"http://a\"; /* one */ /* two */\n";

    #[test]
    fn attributes_of_the_file_go_with_the_comments() {
        let text = b"//! A crate.\n#![deny(missing_docs)]\n#![no_std]\n\n/// Adds one.\n/// It adds no more than that.\npub fn add(a: u8) -> u8 { a + 1 }\n";
        let oracle = |text: &[u8]| {
            let has = |words: &str| String::from_utf8_lossy(text).contains(words);
            has("pub fn add(a: u8) -> u8 { a + 1 }") && (!has("deny(missing_docs)") || (has("///") && has("//!")))
        };
        let options = Options { strategies: vec![&super::STRATEGY], ..Options::default() };
        let reduced = reduce(&ISLAND, text, &oracle, &options).expect("the input is interesting");
        assert_eq!(String::from_utf8_lossy(&reduced.text).trim(), "pub fn add(a: u8) -> u8 { a + 1 }");
        assert_eq!(reduced.counters.tests, 1);
    }

    #[test]
    fn comments_are_found_wherever_they_stand() {
        let view = View::parse(&ISLAND, DOCUMENTED).expect("it has an island tree");
        let found: Vec<String> = comments(&view)
            .iter()
            .map(|&id| String::from_utf8_lossy(view.text_of(id).trim_ascii()).into_owned())
            .collect();
        assert_eq!(
            found,
            ["/**\n * Adds.\n */", "// The sum.", "// of both", "// Nothing else.", "/* one */", "/* two */"]
        );
    }

    /// Texts of many languages, with the comments between « and ».
    const COMMENTED: [&str; 31] = [
        "struct S {\n    a: u8, «// one»\n    b: u8, «// two»\n}\n",
        "enum E {\n    «/// One.»\n    A,\n    «/* two */» B«/* 2 */», «// and»\n    «// last»\n}\n",
        "f(\n    a, «// first»\n    b«/* it */», «/* second */»\n    «// nothing else»\n);\n",
        "let a = [\n    1, «// one»\n    «// two is left out»\n    3 «// three»\n];\n",
        "#![allow(\n    «// noisy»\n    clippy::a,\n    clippy::b, «// not practical»\n)]\nfn f() {}\n",
        "match x { «// of three»\n    A => 1, «// a»\n    _ => { 2 } «// else»\n}\n",
        "int x; «// before a directive»\n#include <b>\nint y; «/* so */» «// too»\n#endif\n",
        "struct a { «// begins»\n#if X\n  int x; «// x»\n#endif «// X»\n};\n",
        "#define A 1 «// one»\n#define B 2 «/* two */»\nint a[] = { A, «/* a */»\n  B, «/* b */» };\n",
        "«/* head */»\nint f(int «/* unused */», int b «/* used */») { return b; «/* done */» }\n",
        "for (i = 0; «// from»\n  i < 9; «// to»\n  i++ «// by»\n) { g(); «// go»\n}\n",
        "var a = {\n  b: 1, «// b»\n  c: f(x, «/* y */»), «// c»\n  «// end»\n};\n",
        "a\n  «// why»\n  .b() «// b»\n  .c();\nd = «// d»\n  e;\n",
        "enum E {\n  A(1), «// a»\n  B(2); «// b»\n\n  int x; «// field»\n}\n",
        "var a = []T{\n\t{1, 2}, «// first»\n\t{3, 4}, «// second»\n}\n\nfunc f() { «// nothing»\n}\n",
        "local t = {\n  a = 1, «-- one»\n  2, «-- two»\n  «-- three»\n}\nx = 1; «-- x»\ny = 2\n",
        "CREATE TABLE t (\n  a int, «-- key»\n  b text «-- value»\n); «-- done»\nSELECT a, «/* b */»\n  c FROM t;\n",
        "x = [\n    1,  «# one»\n    2,  «# two»\n]\nf(a,  «# a»\n  b)\n",
        "d = {\n    'a': 1,  «# one»\n    «# two»\n}\nif x:  «# so»\n    «# only»\n    y = 1, 2  «# pair»\n",
        "a=(\n  1 «# one»\n  2\n)\n«# alone»\nif x; then «# so»\n  f; «# f»\nfi\n",
        "a { «/* all */»\n  color: red; «/* c */»\n  margin: 1px, «/* m */» 2px;\n}\n",
        "package p; «// p»\nimport (\n\t\"a\" «// a»\n\t«// b»\n\t\"c\"\n)\n",
        // The line end behind these comments means something.
        "enum e { «// begins»\n#if X\n  A, «// a»\n#endif «// X»\n  B «// b»\n};\n",
        "int f(int a, «// one»\n#ifdef Y «// y»\n  int b, «// two»\n#endif\n  int c) { «// body»\n#define Z 1\n  f(a «/* */ // x»\n#undef Z\n);}\n",
        "int a[] = { «// a»\n  1, «// x»\n#if 0\n  2 «// y»\n#endif\n};\n",
        "type T struct { «// T»\n\tA int «// a»\n\tB int\n}\n\nfunc f() { «// f»\n\tx := 1 «// x»\n\ty := 2\n\tgo func() { «// g»\n\t\tg()\n\t}()\n}\n",
        "import ( «// imports»\n\t\"a\" «// a»\n\t\"b\"\n)\n\nfunc g() {\n\tswitch x { «// s»\n\tcase 1: «// one»\n\t\tg()\n\t}\n}\n",
        "f() { «# f»\n  a «# one»\n  b\n}\ncase x in «# c»\n  a) «# a»\n    b ;; «# b»\nesac\nx=$(a «# one»\n  b)\n",
        "class A:  «# a»\n    x = 1  «# x»\n    y = (1,  «# one»\n         2)  «# two»\n    z = [  «# z»\n        1,  «# 1»\n    ]\n",
        "function f() { «// f»\n  let a = 1 «// a»\n  let b = () => { «// b»\n    g() «// g»\n    h()\n  }\n  return [ «// r»\n    a, «// a»\n    b\n  ]\n}\n",
        "{\r\n  a «// a»\r\n  b; «// b»\r\n#if c «// c»\r\n}\r\n",
    ];

    /// Returns the words of each line that has any.
    fn lines(text: &[u8]) -> Vec<Vec<String>> {
        let text = String::from_utf8_lossy(text);
        let words = text.lines().map(|line| line.split_whitespace().map(str::to_owned).collect());
        words.filter(|words: &Vec<String>| !words.is_empty()).collect()
    }

    fn without_comments(text: &str) -> Vec<u8> {
        let view = View::parse(&ISLAND, text).expect("it has an island tree");
        let Candidate::Edits(edits) = drop_all(comments(&view)) else { panic!("comments are dropped by edits") };
        view.change_keeping(true, &edits).expect("the nodes are there").1.text
    }

    #[test]
    fn without_comments_everything_else_stays() {
        for case in COMMENTED {
            let text = case.replace(['«', '»'], "");
            let parts = case.split('«').map(|part| part.split_once('»').map_or(part, |(_, behind)| behind));
            let rest = parts.collect::<String>();
            let left = without_comments(&text);
            assert_eq!(lines(&left), lines(rest.as_bytes()), "{case}");
        }
    }

    #[test]
    fn a_part_behind_a_comment_on_its_line_keeps_its_line() {
        assert_eq!(without_comments("f(\n  a, // one\n  /* two */ b);\n"), b"f(\n  a, \n  b);\n");
    }

    #[test]
    fn they_go_first_and_at_once() {
        let input = format!("{}call(1, 2);\n", DOCUMENTED.repeat(50));
        // Each function must stay.
        let oracle = |text: &[u8]| text.windows(8).filter(|window| *window == b"function").count() == 50;
        let options = Options { tests: Some(1), ..Options::default() };
        let reduced = reduce(&ISLAND, input.as_bytes(), &oracle, &options).expect("the input is interesting");
        assert!(!String::from_utf8_lossy(&reduced.text).contains("The sum"), "{} bytes", reduced.text.len());
    }
}
