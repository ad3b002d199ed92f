//! A parameter of a template goes, and its argument stands in its places. For example, `template <class T> struct A { T b; }; A<int> a;`
//! becomes `struct A { int b; }; A a;`.
//!
//! The passes of C-Reduce that reduce and instantiate template parameters (J. Regehr et al., PLDI 2012), by words instead of C++: any
//! language has lists in angle brackets, behind `template` or behind the name of the definition.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::token_list::TokenList;
use grammarc_outline::word::is_name;

/// Number of tokens in which a list must end: behind a `<` that compares, `>` may never come. The head of a definition is no longer, either.
const MAX_LIST_TOKENS: usize = 256;
/// Number of tokens of a definition in which its parameters are looked for, so that definitions without an end cost little.
const MAX_DEFINITION_TOKENS: usize = 1 << 13;
/// Words behind which a definition has its name.
const DEFINITION_WORDS: [&[u8]; 12] = [
    b"class",
    b"struct",
    b"union",
    b"interface",
    b"record",
    b"enum",
    b"trait",
    b"type",
    b"using",
    b"concept",
    b"fn",
    b"function",
];

/// A list in angle brackets.
struct AngleList {
    /// Its bytes, with the brackets.
    span: Range<usize>,
    /// The number of the token that closes it.
    close: usize,
    /// The tokens of its parts, between the commas.
    parts: Vec<Range<usize>>,
}

/// A definition with a list of parameters.
struct Generic<'a> {
    name: &'a [u8],
    parameters: AngleList,
    /// The bytes that go with the last parameter: `template` and the list, or the list alone.
    head: Range<usize>,
    /// Whether its name has arguments itself, so that it is one case of another definition.
    is_special: bool,
    /// The definition that it is a part of, whose arguments are its parameters: `A` in `template <class T> T A<T>::f()` and `impl<T> A<T>`.
    owner: Option<&'a [u8]>,
}

/// Returns the texts in which one parameter of a template has become its argument, or `int`.
pub(super) fn instantiated(tokens: &TokenList<'_>) -> impl Iterator<Item = Vec<u8>> {
    let all: Vec<Generic<'_>> = (0..tokens.nodes().len()).filter_map(|number| Generic::at(tokens, number)).collect();
    // A definition beside its declaration has the same parameters.
    let mut known = HashSet::new();
    let firsts = (0..all.len()).filter(|&number| !all[number].is_special && known.insert(all[number].name));
    let firsts: Vec<usize> = firsts.collect();
    firsts.into_iter().flat_map(move |number| {
        let places = 0..all[number].parameters.parts.len();
        places.flat_map(|place| without(tokens, &all, &all[number], place)).collect::<Vec<_>>()
    })
}

/// Returns the texts without the parameter at a place, for each value that may stand for it.
fn without(tokens: &TokenList<'_>, all: &[Generic<'_>], generic: &Generic<'_>, place: usize) -> Vec<Vec<u8>> {
    let is_same =
        |other: &&Generic<'_>| other.name == generic.name && !other.is_special || other.owner == Some(generic.name);
    let same: Vec<&Generic<'_>> = all.iter().filter(is_same).collect();
    let heads: HashSet<usize> = same.iter().map(|it| it.parameters.span.start).collect();
    let named = (0..tokens.nodes().len()).filter(|&number| tokens.text(number) == generic.name);
    let lists = named.filter_map(|number| angle_list(tokens, number + 1));
    let uses: Vec<AngleList> = lists.filter(|list| !heads.contains(&list.span.start)).collect();
    let lists = same.iter().map(|it| (&it.parameters, &it.head)).chain(uses.iter().map(|list| (list, &list.span)));
    let lists = lists.filter(|(list, _)| list.parts.len() > place);
    let cuts: Vec<Range<usize>> = lists.map(|(list, whole)| cut(tokens, list, place, whole)).collect();
    // By name: the token up to which its places are known, because definitions without an end lie in each other.
    let (mut names, mut places) = (HashMap::new(), Vec::new());
    for it in &same {
        let Some(name) = it.parameters.parts.get(place).and_then(|part| parameter_name(tokens, part)) else { continue };
        let behind = it.parameters.close + 1;
        let end = definition_end(tokens, behind);
        let known = names.entry(name).or_insert(0);
        let named = (behind.max(*known)..end).filter(|&number| tokens.text(number) == name);
        places.extend(named.map(|number| tokens.span(&(number..number + 1))));
        *known = end.max(*known);
    }
    let is_apart = |part: &&Range<usize>| {
        let mut words = (*part).clone().map(|number| tokens.text(number));
        !part.is_empty() && words.all(|word| word != generic.name && !names.contains_key(word))
    };
    let argument = uses.iter().filter_map(|list| list.parts.get(place)).find(is_apart);
    let values = values(tokens, &generic.parameters.parts[place], argument);
    let texts = values.into_iter().filter_map(|value| {
        let changes = places.iter().map(|range| (range.clone(), value.clone()));
        let changes = cuts.iter().map(|range| (range.clone(), Vec::new())).chain(changes);
        tokens.changed(outermost(changes.collect()))
    });
    texts.collect()
}

/// Returns the texts that may stand for a parameter: an argument or its default, and the simplest type or number.
fn values(tokens: &TokenList<'_>, part: &Range<usize>, argument: Option<&Range<usize>>) -> Vec<Vec<u8>> {
    let default = part.clone().find(|&number| tokens.text(number) == b"=").map(|sign| sign + 1..part.end);
    let is_type = part.len() < 2 || matches!(tokens.text(part.start), b"class" | b"typename");
    let simple = if is_type { b"int".to_vec() } else { b"0".to_vec() };
    let given = argument.cloned().or(default).map(|part| tokens.view.text[tokens.span(&part)].to_vec());
    let mut values: Vec<Vec<u8>> = given.into_iter().chain([simple]).collect();
    values.dedup();
    values
}

/// Returns the bytes of a part of a list with its comma, or `whole` if it is the only part.
fn cut(tokens: &TokenList<'_>, list: &AngleList, place: usize, whole: &Range<usize>) -> Range<usize> {
    match (list.parts.len(), place) {
        (1, _) => whole.clone(),
        (_, 0) => tokens.start(list.parts[0].start)..tokens.start(list.parts[1].start),
        _ => {
            tokens.end(list.parts[place - 1].end.saturating_sub(1))..tokens.end(list.parts[place].end.saturating_sub(1))
        }
    }
}

/// Returns the changes without those inside of others.
fn outermost(mut changes: Vec<(Range<usize>, Vec<u8>)>) -> Vec<(Range<usize>, Vec<u8>)> {
    changes.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
    let mut end = 0;
    changes.retain(|(range, _)| {
        let is_outside = range.start >= end;
        end = end.max(range.end);
        is_outside
    });
    changes
}

/// Returns the name in a parameter, if it has one: `T` in `class T = int`, in `T extends U` and in `T: U`.
fn parameter_name<'a>(tokens: &TokenList<'a>, part: &Range<usize>) -> Option<&'a [u8]> {
    let ends = |&number: &usize| matches!(tokens.text(number), b"=" | b":" | b"extends");
    let named = part.start..part.clone().find(ends).unwrap_or(part.end);
    let name = tokens.text(named.clone().next_back()?);
    // `class` has no name, and `class... T` has many arguments.
    let is_pack = named.clone().any(|number| tokens.text(number) == b"...");
    (is_name(name) && !is_pack && !matches!(name, b"class" | b"typename")).then_some(name)
}

impl<'a> Generic<'a> {
    /// Finds the definition whose parameters begin behind a token: `template`, `impl`, or a name behind `class`, `fn` and the like.
    fn at(tokens: &TokenList<'a>, number: usize) -> Option<Self> {
        let parameters = angle_list(tokens, number + 1).filter(|list| !list.parts.is_empty())?;
        let (is_template, is_impl) = (tokens.text(number) == b"template", tokens.text(number) == b"impl");
        let behind = parameters.close + 1;
        let named = if is_template || is_impl {
            name_behind(tokens, behind)?
        } else {
            let before = number.checked_sub(1)?;
            (is_name(tokens.text(number)) && DEFINITION_WORDS.contains(&tokens.text(before))).then_some(number)?
        };
        let head = if is_template { tokens.start(number)..parameters.span.end } else { parameters.span.clone() };
        let has_arguments = named + 1 < tokens.nodes().len() && tokens.text(named + 1) == b"<";
        let is_special = is_impl || is_template && has_arguments;
        let owner = if is_template || is_impl { owner(tokens, behind, is_impl) } else { None };
        Some(Self { name: tokens.text(named), parameters, head, is_special, owner })
    }
}

/// Returns the name whose arguments stand before `::` in the head of a definition, or the last one with arguments in that of an `impl`.
fn owner<'a>(tokens: &TokenList<'a>, start: usize, is_impl: bool) -> Option<&'a [u8]> {
    let ends = |&number: &usize| matches!(tokens.text(number), b"(" | b"{" | b"=" | b";");
    let count = tokens.nodes().len().min(start + MAX_LIST_TOKENS);
    let head = start..(start..count).find(ends).unwrap_or(count);
    let mut with_arguments = head.filter(|&number| {
        is_name(tokens.text(number)) && {
            let behind = angle_list(tokens, number + 1).map(|list| list.close + 1);
            behind.is_some_and(|behind| is_impl || behind < count && tokens.text(behind).starts_with(b":"))
        }
    });
    let found = if is_impl { with_arguments.next_back() } else { with_arguments.next() };
    found.map(|number| tokens.text(number))
}

/// Returns the number of the name that a template defines: the one behind `class` and the like, or else the one before the parameters of a
/// function or a value.
fn name_behind(tokens: &TokenList<'_>, start: usize) -> Option<usize> {
    let depth = tokens.depth(start.min(tokens.nodes().len().checked_sub(1)?));
    let mut last = None;
    for number in start..tokens.nodes().len().min(start + MAX_LIST_TOKENS) {
        let text = tokens.text(number);
        if tokens.depth(number) != depth {
            continue;
        }
        let is_last = number + 1 == tokens.nodes().len();
        if DEFINITION_WORDS.contains(&text) && !is_last && is_name(tokens.text(number + 1)) {
            return Some(number + 1);
        }
        match text {
            b"(" | b"=" | b";" | b"{" => return last,
            _ if is_name(text) => last = Some(number),
            _ => {}
        }
    }
    None
}

/// Returns the number of the token behind a definition: behind its block, or its semicolon.
fn definition_end(tokens: &TokenList<'_>, start: usize) -> usize {
    let count = tokens.nodes().len().min(start + MAX_DEFINITION_TOKENS);
    let Some(depth) = (start < count).then(|| tokens.depth(start)) else { return count };
    let is_end = |&number: &usize| {
        tokens.depth(number) < depth || tokens.depth(number) == depth && matches!(tokens.text(number), b";" | b"}")
    };
    (start..count).find(is_end).map_or(count, |end| end + 1)
}

/// Reads the list in angle brackets that begins at a token; none where `<` compares.
fn angle_list(tokens: &TokenList<'_>, open: usize) -> Option<AngleList> {
    let count = tokens.nodes().len();
    if open >= count || tokens.text(open) != b"<" {
        return None;
    }
    let (depth, mut angles, mut start, mut parts) = (tokens.depth(open), 1_usize, open + 1, Vec::new());
    for number in open + 1..count.min(open + MAX_LIST_TOKENS) {
        let text = tokens.text(number);
        if tokens.depth(number) < depth {
            return None;
        }
        if tokens.depth(number) > depth {
            continue;
        }
        match text {
            b"<" => angles += 1,
            b"," if angles == 1 => {
                parts.push(start..number);
                start = number + 1;
            }
            // `>>` may be one token, and close two lists.
            _ if !text.is_empty() && text.iter().all(|&byte| byte == b'>') => {
                if angles <= text.len() {
                    parts.extend((start < number).then_some(start..number));
                    return Some(AngleList {
                        span: tokens.start(open)..tokens.start(number) + angles,
                        close: number,
                        parts,
                    });
                }
                angles -= text.len();
            }
            b";" | b"{" | b"}" => return None,
            _ => {}
        }
    }
    None
}
