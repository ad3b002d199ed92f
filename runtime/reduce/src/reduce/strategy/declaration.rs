//! Declarations that move: to the first assignment, out of the record or class around them, or out of the head of a statement. For
//! example, `int s; for (s = 0; …)` becomes `for (int s = 0; …)`, `struct { int c; } g; g.c = 1;` becomes `int c; c = 1;`, and
//! `for (T x : list) f(x);` becomes `T x; f(x);`.
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
/// An import of the word's names goes with it, such as `using a::b;`.
pub(super) fn unqualified(names: &Bindings<'_>) -> impl Iterator<Item = Vec<u8>> {
    let tokens = names.tokens();
    let mut cuts: BTreeMap<&[u8], Vec<Range<usize>>> = BTreeMap::new();
    for number in (0..tokens.nodes().len()).filter(|&number| is_name(tokens.text(number))) {
        if let Some(behind) = behind_dot(tokens, number + 1) {
            let whole = imported(tokens, number);
            let cut = whole.unwrap_or_else(|| tokens.start(number)..tokens.start(behind));
            cuts.entry(tokens.text(number)).or_default().push(cut);
        }
    }
    cuts.into_iter().flat_map(|(word, cuts)| {
        let without = |more: Vec<Range<usize>>| {
            tokens.changed(cuts.iter().cloned().chain(more).map(|range| (range, Vec::new())).collect())
        };
        [around_content(names, word).and_then(without), without(Vec::new())].into_iter().flatten()
    })
}

/// Returns the bytes of the statement of a path that begins at a token, if it lets the names in it be used alone, as `using a::b;` does.
fn imported(tokens: &TokenList<'_>, number: usize) -> Option<Range<usize>> {
    let before =
        number.checked_sub(1).filter(|&before| matches!(tokens.text(before), b"using" | b"use" | b"import"))?;
    let is_of_path = |text: &[u8]| is_name(text) || matches!(text, b"." | b":" | b"::" | b"*" | b"," | b"{" | b"}");
    let end = (number..tokens.nodes().len()).find(|&number| !is_of_path(tokens.text(number)))?;
    (tokens.text(end) == b";").then(|| tokens.start(before)..tokens.end(end))
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

/// Words before the brackets of a head that may declare a name.
const HEAD_WORDS: [&[u8]; 6] = [b"for", b"foreach", b"if", b"while", b"switch", b"catch"];

/// Returns the texts in which a statement has become its body, with the declaration in its head before it.
pub(super) fn out_of_heads(tokens: &TokenList<'_>) -> impl Iterator<Item = Vec<u8>> {
    let heads = (0..tokens.nodes().len()).filter(|&number| HEAD_WORDS.contains(&tokens.text(number)));
    heads.filter_map(|word| {
        let close = tokens.list(word + 1)?.close;
        let inside = word + 2..close;
        let ends = |&number: &usize| {
            tokens.depth(number) == tokens.depth(word) + 1 && matches!(tokens.text(number), b":" | b";" | b"of" | b"in")
        };
        let declared = inside.start..inside.clone().find(ends).unwrap_or(inside.end);
        let end = declared.clone().find(|&number| tokens.text(number) == b"=").unwrap_or(declared.end);
        let is_before_name = |text: &[u8]| is_name(text) || matches!(text, b"*" | b"&" | b"&&" | b">");
        // `x == 1` declares nothing, and neither does `x`.
        let is_declaration =
            end > inside.start + 1 && is_name(tokens.text(end - 1)) && is_before_name(tokens.text(end - 2));
        let head = tokens.start(word)..tokens.start(inside.start);
        let rest = tokens.end(declared.end.checked_sub(1)?)..tokens.end(close);
        is_declaration.then(|| tokens.changed(vec![(head, Vec::new()), (rest, b";".to_vec())]))?
    })
}

/// Number of parts around a name in which the content of its definition is looked for.
const MAX_PARTS: usize = 3;

/// Returns the bytes of a definition around its content. The content stands in the largest curly brackets, or in the block behind a
/// colon.
fn around_content(names: &Bindings<'_>, word: &[u8]) -> Option<Vec<Range<usize>>> {
    let tokens = names.tokens();
    let definition = names.names.iter().find(|name| name.text == word)?.definition?;
    // The smallest part that can go is perhaps the name alone, as in `namespace a::b {}`.
    names.parts_around(definition).take(MAX_PARTS).find_map(|part| {
        let span = tokens.view.tree.node(part).span;
        let whole = tokens.from(span.start)..tokens.from(span.end);
        let depth = whole.clone().find(|&number| tokens.text(number) == word).map(|number| tokens.depth(number));
        let inside = tokens.pairs().iter().filter(|&&(open, close)| {
            whole.contains(&open)
                && whole.contains(&close)
                && tokens.text(open) == b"{"
                && Some(tokens.depth(open)) == depth
        });
        match inside.max_by_key(|(open, close)| close - open) {
            Some(&(open, close)) => Some(vec![span.start..tokens.end(open), tokens.start(close)..span.end]),
            None => around_block(tokens, whole),
        }
    })
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
