//! Declarations that move: to the first assignment, or out of the record or class around them. For example, `int s; for (s = 0; …)`
//! becomes `for (int s = 0; …)`, and `struct { int c; } g; g.c = 1;` becomes `int c; c = 1;`.
//!
//! The passes of C-Reduce that combine a declaration with an assignment and that flatten records (J. Regehr et al., PLDI 2012), by
//! words instead of C.

use std::collections::BTreeMap;
use std::ops::Range;

use super::bindings::{Binding, Bindings};
use super::token_list::TokenList;
use grammarc_core::regular::column::line_start;
use grammarc_outline::word::is_name;

/// Returns the texts in which the declaration of a name and an assignment to it are one, at the place of either.
pub(super) fn initialized(names: &Bindings<'_>, name: &Binding) -> Vec<Vec<u8>> {
    let tokens = names.tokens();
    let Some(definition) = name.definition else { return Vec::new() };
    let gone = tokens.view.tree.node(definition).span;
    let whole = tokens.from(gone.start)..tokens.from(gone.end);
    let ends = whole.clone().rev().take_while(|&number| matches!(tokens.text(number), b";" | b",")).count();
    let declared = whole.start..whole.end - ends;
    // `int s`, but neither `s` nor `int s = 1`
    if declared.len() < 2 || tokens.text(declared.end - 1) != name.text {
        return Vec::new();
    }
    let places = name.places.iter().map(|&place| tokens.number(place)).filter(|place| !whole.contains(place));
    let assigned = places.filter_map(|place| Some((place, value(tokens, place)?)));
    let texts = assigned.flat_map(|(place, value)| {
        let (declaration, name) = (tokens.span(&declared), tokens.span(&(place..place + 1)));
        let end = tokens.start(value.end + usize::from(is_text(tokens, value.end, b";")));
        let initializer = tokens.view.text[name.end..tokens.span(&value).end].to_vec();
        let first = vec![(declaration.end..declaration.end, initializer), (name.start..end, Vec::new())];
        let there = vec![(gone.clone(), Vec::new()), (name, tokens.view.text[declaration].to_vec())];
        [tokens.changed(first), tokens.changed(there)]
    });
    texts.flatten().collect()
}

/// Returns the tokens of the value that is assigned to the name at a place, if any.
fn value(tokens: &TokenList<'_>, place: usize) -> Option<Range<usize>> {
    let (start, depth) = (place + 2, tokens.depth(place));
    let is_end = |&number: &usize| {
        tokens.depth(number) < depth || (tokens.depth(number) == depth && is_text(tokens, number, b";"))
    };
    let end = (start..tokens.nodes().len()).find(is_end).unwrap_or(tokens.nodes().len());
    (is_text(tokens, place + 1, b"=") && start < end).then_some(start..end)
}

/// Returns the texts without a word and the dot behind it, with the content of its definition in the place of that and as it is.
pub(super) fn unqualified(names: &Bindings<'_>) -> Vec<Vec<u8>> {
    let tokens = names.tokens();
    let mut cuts: BTreeMap<&[u8], Vec<Range<usize>>> = BTreeMap::new();
    for number in (0..tokens.nodes().len()).filter(|&number| is_name(tokens.text(number))) {
        if let Some(behind) = behind_dot(tokens, number + 1) {
            cuts.entry(tokens.text(number)).or_default().push(tokens.start(number)..tokens.start(behind));
        }
    }
    let texts = cuts.into_iter().flat_map(|(word, cuts)| {
        let without = |more: Vec<Range<usize>>| {
            tokens.changed(cuts.iter().cloned().chain(more).map(|range| (range, Vec::new())).collect())
        };
        [around_content(names, word).and_then(without), without(Vec::new())]
    });
    texts.flatten().collect()
}

/// Returns the number of the token behind a dot, an arrow or two colons.
fn behind_dot(tokens: &TokenList<'_>, number: usize) -> Option<usize> {
    let next = |text: &[u8]| is_text(tokens, number + 1, text);
    let length = match number < tokens.nodes().len() {
        true if matches!(tokens.text(number), b"." | b"->" | b"::") => 1,
        true if tokens.text(number) == b"-" && next(b">") || tokens.text(number) == b":" && next(b":") => 2,
        _ => return None,
    };
    (number + length < tokens.nodes().len()).then_some(number + length)
}

/// Returns the bytes of a definition around its content. The content stands in the largest curly brackets, or in the block behind a
/// colon.
fn around_content(names: &Bindings<'_>, word: &[u8]) -> Option<Vec<Range<usize>>> {
    let tokens = names.tokens();
    let definition = names.names.iter().find(|name| name.text == word)?.definition?;
    let span = tokens.view.tree.node(definition).span;
    let whole = tokens.from(span.start)..tokens.from(span.end);
    let inside = tokens
        .pairs()
        .iter()
        .filter(|&&(open, close)| whole.contains(&open) && whole.contains(&close) && tokens.text(open) == b"{");
    match inside.max_by_key(|(open, close)| close - open) {
        Some(&(open, close)) => Some(vec![span.start..tokens.end(open), tokens.start(close)..span.end]),
        None => around_block(tokens, whole),
    }
}

/// Returns the bytes before the block of a definition, and those by which each line of the block is indented deeper. For example,
/// `class c:` with its line end, and four blanks a line.
fn around_block(tokens: &TokenList<'_>, whole: Range<usize>) -> Option<Vec<Range<usize>>> {
    let is_colon =
        |number: &usize| is_text(tokens, *number, b":") && tokens.depth(*number) == tokens.depth(whole.start);
    let first = whole.clone().find(is_colon)? + 1;
    let (text, start) = (&tokens.view.text, tokens.start(whole.start));
    let body = tokens.start(first)..tokens.span(&whole).end;
    let column = |at: usize| at - line_start(text, at);
    let indentation =
        column(body.start).checked_sub(column(start)).filter(|_| text[start..body.start].contains(&b'\n'));
    let lines = body.clone().filter(|&at| text[at] == b'\n').map(|end| end + 1);
    let columns = lines.filter_map(|line| {
        let blanks = text[line..].iter().take(indentation?).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        Some(line..line + blanks)
    });
    (first < whole.end).then(|| std::iter::once(start..body.start).chain(columns).collect())
}

fn is_text(tokens: &TokenList<'_>, number: usize, text: &[u8]) -> bool {
    number < tokens.nodes().len() && tokens.text(number) == text
}
