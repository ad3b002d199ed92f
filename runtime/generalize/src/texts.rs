//! All texts of a symbol, where they are few enough to try each. Trying all of them proves more than samples do.

use std::collections::BTreeSet;

use grammarc_core::grammar::{Check, Drive, Grammar, Item, Regular, RegularId, Slot, Symbol, TerminalKind};

/// Some texts; none if they are too many, or depend on other parts of the input.
type Texts = Option<BTreeSet<Vec<u8>>>;

/// All texts of each symbol, in order; none where there are too many. For example, `<sign> ::= "+" | "-"` has `+` and `-`, and
/// `<number> ::= [0-9]+` has too many.
pub(super) type TextLists = Vec<Option<Vec<Vec<u8>>>>;

/// Returns all texts of each symbol, without skipped text, if there are at most `most`. Look-aheads and the exclusions after `-` are
/// ignored, so some of the texts may not be in the language. O(grammar · most²).
pub(super) fn few(grammar: &Grammar, most: usize) -> TextLists {
    let terminals = grammar.terminals.iter().map(|terminal| match terminal.kind {
        TerminalKind::Token | TerminalKind::Leaf => Some(regular(grammar, terminal.regular, most)),
        TerminalKind::Ahead { .. } => Some(nothing()),
        TerminalKind::Text { .. } | TerminalKind::Indent(_) => Some(None),
    });
    let mut known: Vec<Option<Texts>> = vec![None; grammar.rules.len()];
    known.extend(terminals);
    loop {
        let mut is_settled = true;
        for rule in 0..grammar.rules.len() {
            if known[rule].is_none()
                && let Some(texts) = of_rule(grammar, Symbol(rule as u32), most, &known)
            {
                (known[rule], is_settled) = (Some(texts), false);
            }
        }
        if is_settled {
            // The rules left are recursive, or need a recursive one.
            return known.into_iter().map(|texts| Some(texts??.into_iter().collect())).collect();
        }
    }
}

/// Returns the texts of a rule, if the texts of all its items are known.
fn of_rule(grammar: &Grammar, rule: Symbol, most: usize, known: &[Option<Texts>]) -> Option<Texts> {
    let mut all = Some(BTreeSet::new());
    for production in grammar.productions_of(rule) {
        let mut texts = nothing();
        for item in grammar.items_of(production) {
            texts = product(texts, &of_item(grammar, item, known)?, most);
        }
        all = union(all, texts, most);
    }
    Some(all)
}

fn of_item(grammar: &Grammar, item: &Item, known: &[Option<Texts>]) -> Option<Texts> {
    if item.slot == Slot::Skip || grammar.is_optional_skip(item.symbol) {
        return Some(nothing());
    }
    let depends = matches!(item.check, Check::Text { .. }) || item.field.is_some() || item.drive != Drive::None;
    if depends { Some(None) } else { known[item.symbol.0 as usize].clone() }
}

/// Returns the texts of an expression. It recurses no deeper than the grammar file nests.
fn regular(grammar: &Grammar, id: RegularId, most: usize) -> Texts {
    match &grammar.regulars[id.0 as usize] {
        Regular::Literal { text, fold: false } => Some(BTreeSet::from([text.to_vec()])),
        Regular::Literal { text, fold: true } => text.iter().fold(nothing(), |texts, &byte| {
            let cases = [byte.to_ascii_lowercase(), byte.to_ascii_uppercase()];
            product(texts, &Some(cases.into_iter().map(|case| vec![case]).collect()), most)
        }),
        Regular::Chars(ranges) => members(ranges, most, |scalar| {
            let c = char::from_u32(scalar).unwrap_or(char::REPLACEMENT_CHARACTER);
            c.to_string().into_bytes()
        }),
        Regular::Bytes(ranges) => {
            let wide: Vec<(u32, u32)> = ranges.iter().map(|&(low, high)| (low.into(), high.into())).collect();
            members(&wide, most, |byte| vec![byte as u8])
        }
        Regular::Sequence(parts) => {
            parts.iter().fold(nothing(), |texts, &part| product(texts, &regular(grammar, part, most), most))
        }
        Regular::Choice(parts) => parts
            .iter()
            .try_fold(BTreeSet::new(), |texts, &part| union(Some(texts), regular(grammar, part, most), most)),
        Regular::Repeat { body, min, max } => {
            let body = regular(grammar, *body, most);
            repeated(&body, *min, *max, most)
        }
        Regular::Ahead { .. } => nothing(),
        Regular::Except { body, .. } => regular(grammar, *body, most),
        Regular::Text { .. } => None,
    }
}

fn repeated(body: &Texts, min: u32, max: Option<u32>, most: usize) -> Texts {
    if body == &nothing() {
        return nothing();
    }
    // More than `most` iterations of a body make more than `most` texts, or one that is too long to be tried.
    let last = max.filter(|&max| max as usize <= most)?;
    let (mut power, mut all) = (nothing(), Some(BTreeSet::new()));
    for count in 0..=last {
        if count >= min {
            all = union(all, power.clone(), most);
        }
        if all.is_none() || power.is_none() {
            return None;
        }
        power = if count < last { product(power, body, most) } else { power };
    }
    all
}

fn members(ranges: &[(u32, u32)], most: usize, encode: impl Fn(u32) -> Vec<u8>) -> Texts {
    let count: u64 = ranges.iter().map(|&(low, high)| u64::from(high - low) + 1).sum();
    let each = || ranges.iter().flat_map(|&(low, high)| low..=high).map(encode).collect();
    (count <= most as u64).then(each)
}

/// The empty text alone.
fn nothing() -> Texts {
    Some(BTreeSet::from([Vec::new()]))
}

fn union(one: Texts, other: Texts, most: usize) -> Texts {
    let mut all = one?;
    all.extend(other?);
    (all.len() <= most).then_some(all)
}

/// Returns each of the first texts followed by each of the second. For example, `a`, `b` and `1`, `2` give `a1`, `a2`, `b1`, `b2`.
fn product(one: Texts, other: &Texts, most: usize) -> Texts {
    let (one, other) = (one?, other.as_ref()?);
    let mut all = BTreeSet::new();
    for (left, right) in one.iter().flat_map(|left| other.iter().map(move |right| (left, right))) {
        all.insert([left.as_slice(), right].concat());
        if all.len() > most {
            return None;
        }
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_known_if_there_are_no_more_than_asked_for() {
        let letters: Texts = Some(BTreeSet::from([b"a".to_vec(), b"b".to_vec()]));
        let count = |most| product(letters.clone(), &letters, most).map(|texts| texts.len());
        assert_eq!([3, 4, 5].map(count), [None, Some(4), Some(4)]);
    }
}
