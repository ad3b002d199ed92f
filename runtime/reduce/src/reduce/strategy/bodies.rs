//! Bodies of functions: all of them become empty at once, or those of one half, and so on. For example, `int f() { return g(1); }`
//! becomes `int f() {}`.
//!
//! A bug seldom needs more than a few bodies, but bodies are most of a program, and their uses keep its other definitions alive. So
//! emptying them is worth a few tests before anything else. A large body that must stay is looked into: the bodies and blocks in it
//! become empty. Only texts without a grammar begin so: the grammars of C and JavaScript know better cuts, and without this stage three of
//! six real cases ended smaller, and one after fewer tests.
//!
//! C-Reduce has a pass for C that makes declarations of definitions, one function a test (J. Regehr et al., *Test-Case Reduction for C
//! Compiler Bugs*, PLDI 2012). Here it is any language with curly brackets, and k of n bodies that are needed take about k·log(n/k) tests.

use std::collections::HashMap;
use std::ops::Range;

use super::bindings::distinct_names;
use super::halving::{self, FirstChunks};
use super::token_list::TokenList;
use super::{Search, Stop, Strategy, View};
use crate::edit::{Candidate, Edit};
use crate::island::ISLAND;
use grammarc_core::steps::step;
use grammarc_core::tree::NodeId;

/// Emptying bodies.
pub(in crate::reduce) const STRATEGY: Strategy = Strategy {
    name: "bodies",
    paper: "empty the bodies of functions, all at once and by halves, in texts without a grammar",
    run,
};

/// With fewer bodies, the stages on single nodes find them as fast.
const MIN_BODIES: usize = 8;
/// A body that stays is looked into if it has at least this share of the text's bytes: one in so many.
const LARGE_BODY_SHARE: usize = 50;
/// A chunk of bodies is tested if it has at least this share of the text's bytes: one in so many.
const CHUNK_SHARE: usize = 500;
/// How deep bodies are looked into. The stages on single nodes come to the deeper ones.
const MAX_DEPTH: usize = 8;
/// Number of tokens before a body that are looked at.
const MAX_HEAD_TOKENS: usize = 64;

/// An empty body for each language that wants more than `{}`, where a value must be returned; and words that tell the language.
const EMPTY_BODIES: [(&[&str], &[u8]); 3] =
    [(&["fn"], b"{loop{}}"), (&["func"], b"{panic(0)}"), (&["class", "import"], b"{throw null;}")];

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    search.parse_again();
    let view = search.view();
    let is_island = std::ptr::eq(view.language, &raw const ISLAND);
    // An empty body may need a word that the text lacks.
    if !is_island || search.keeps_names() || count(&view) < MIN_BODIES {
        return Ok(());
    }
    let whole = 0..view.text.len();
    let mut bodies = outermost(&view, &[whole]);
    let texts = empty_bodies(&view);
    let all = texts.iter().map(|&text| (text, emptied(&view, &bodies, text)));
    let text = search.first(all)?.unwrap_or(texts[0]);
    let floor = |view: &View<'_>| view.text.len() / CHUNK_SHARE;
    let mut begin = FirstChunks::Halves;
    for _ in 0..MAX_DEPTH {
        let kept = halving::minimize(search, bodies, begin, floor, |drop| {
            let is_worth = drop.view.weights(drop.chunk) >= floor(drop.view);
            is_worth.then(|| emptied(drop.view, drop.chunk, text))
        })?;
        let view = search.view();
        let large = kept.iter().filter(|&&body| view.weight(body) * LARGE_BODY_SHARE >= view.text.len());
        let inside = large.map(|&body| view.tree.node(body).span).map(|span| span.start + 1..span.end);
        bodies = outermost(&view, &inside.collect::<Vec<_>>());
        if bodies.is_empty() {
            break;
        }
        begin = FirstChunks::Whole;
    }
    Ok(())
}

/// Returns the texts that an empty body may have, the likeliest first. A guess that is wrong costs a test.
fn empty_bodies(view: &View<'_>) -> Vec<&'static [u8]> {
    let words = distinct_names(&view.text);
    let fits = |wanted: &[&str]| wanted.iter().all(|word| words.contains(word.as_bytes()));
    let found = EMPTY_BODIES.iter().find(|(wanted, _)| fits(wanted));
    found.map(|(_, text)| *text).into_iter().chain([b"{}".as_slice()]).collect()
}

/// Proposes another text for all bodies that are longer.
fn emptied(view: &View<'_>, bodies: &[NodeId], text: &[u8]) -> Candidate {
    let longer = bodies.iter().filter(|&&body| view.weight(body) > text.len());
    Candidate::Edits(longer.map(|&node| Edit::Text { node, text: text.to_vec() }).collect())
}

/// Returns the number of bodies, those inside of others included.
fn count(view: &View<'_>) -> usize {
    let tokens = TokenList::of(view);
    step(tokens.nodes().len() as u64);
    tokens.pairs().iter().filter(|&&(open, _)| tokens.text(open) == b"{" && is_body(&tokens, open)).count()
}

/// Returns the nodes of the outermost bodies in some ranges of bytes, in order. O(n log n).
fn outermost(view: &View<'_>, ranges: &[Range<usize>]) -> Vec<NodeId> {
    let tokens = TokenList::of(view);
    let closing: HashMap<usize, usize> = tokens.pairs().iter().copied().collect();
    let parents = view.tree.parents();
    let mut found = Vec::new();
    for range in ranges {
        let (mut at, end) = (tokens.from(range.start), tokens.from(range.end));
        while at < end {
            step(1);
            let close = closing.get(&at).filter(|_| tokens.text(at) == b"{" && is_body(&tokens, at));
            let body = close.and_then(|&close| Some((node_of(&tokens, &parents, at..close + 1)?, close)));
            if let Some((node, close)) = body {
                found.push(node);
                at = close;
            }
            at += 1;
        }
    }
    found
}

/// Returns whether a list in round brackets stands before an opening bracket, as before the body of a function. For example, before
/// that of `f() -> int {`, but not before those of `struct s {` and `x = {`.
fn is_body(tokens: &TokenList<'_>, open: usize) -> bool {
    // `): { a: number }` is a type.
    if open > 0 && tokens.text(open - 1) == b":" {
        return false;
    }
    let head = (open.saturating_sub(MAX_HEAD_TOKENS)..open).rev().map(|number| tokens.text(number));
    let mut ends = head.filter_map(|text| match text {
        b")" => Some(true),
        b";" | b"{" | b"}" | b"=" => Some(false),
        b"class" | b"struct" | b"interface" | b"enum" | b"namespace" | b"impl" | b"trait" | b"union" => Some(false),
        _ => None,
    });
    ends.next().unwrap_or(false)
}

/// Returns the node that has exactly these tokens, if there is one.
fn node_of(tokens: &TokenList<'_>, parents: &[NodeId], wanted: Range<usize>) -> Option<NodeId> {
    let tree = &tokens.view.tree;
    let span = tokens.span(&wanted);
    let parent = |node: &NodeId| tree.index_of(*node).map(|index| parents[index]).filter(|parent| parent != node);
    let mut around = std::iter::successors(Some(tokens.nodes()[wanted.start]), parent);
    around.find(|&node| tree.node(node).span.end >= span.end).filter(|&node| tree.node(node).span == span)
}

#[cfg(test)]
mod tests {
    use super::outermost;
    use crate::island::ISLAND;
    use crate::reduce::view::View;

    #[test]
    fn bodies_stand_behind_lists_in_round_brackets() {
        let cases: [(&str, &[&str]); 7] = [
            ("int f() { return 1; } struct s { int x; };", &["{ return 1; }"]),
            ("class a extends b { a() throws c { super(); } int[] d = { 1 }; }", &["{ super(); }"]),
            ("impl a { fn b(&self) -> c<d> where d: e { if x { y } } }", &["{ if x { y } }"]),
            ("func (a b) c(d e) (f, error) { g(func() { h() }) }", &["{ g(func() { h() }) }"]),
            ("namespace a { template <class b> struct c { c() : d(1) { } }; }", &["{ }"]),
            ("if (a) { b } else { c }", &["{ b }"]),
            ("{\"a\": [{}, {\"b\": 1}]}", &[]),
        ];
        for (text, expected) in cases {
            let view = View::parse(&ISLAND, text.as_bytes()).expect("islands accept every text");
            let whole = 0..text.len();
            let found = outermost(&view, &[whole]);
            let texts: Vec<&str> = found.iter().map(|&body| &text[view.tree.node(body).span]).collect();
            assert_eq!(texts, expected, "{text}");
        }
    }
}
