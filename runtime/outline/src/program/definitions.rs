//! Reads the definitions and uses of a unit.

use super::keywords::KEYWORDS;
use super::reader::Reader;
use super::signature::{Inside, Signature, Used};
use super::units::{Extent, UnitList, UnitSource};
use crate::word::is_name;

/// Reads the definitions and uses of a unit.
pub(super) fn signature<'t>(source: &UnitList<'t>, unit: &UnitSource, parent: Option<&Signature<'t>>) -> Signature<'t> {
    let tokens: Vec<&'t [u8]> = unit.tokens.iter().map(|token| source.word(token)).collect();
    let around = parent.map_or(Inside::Declarations, |parent| parent.inside);
    let Reader { mut found, is_definition, targets, parameters, .. } = Reader::read(&tokens, around);
    found.names = found.defines.iter().copied().chain(tokens[targets.clone()].iter().copied()).collect();
    if let Some(parent) = parent.filter(|parent| parent.inside == Inside::Members) {
        // The name of a constructor is that of its class.
        found.defines.retain(|name| !parent.names.contains(name));
    }
    let is_literal = unit.is_field && !is_definition.contains(&true) && !found.is_control;
    let field = is_literal.then(|| field(&tokens)).flatten();
    found.field = field.map(|number| unquoted(tokens[number]));
    let is_use = |number: &usize| field != Some(*number) && !is_definition[*number] && is_name(tokens[*number]);
    let is_clause = unit.extent == Extent::Clause;
    let levels: Vec<usize> = if is_clause { angle_levels(&tokens) } else { Vec::new() };
    let is_base = |number: usize| is_clause && levels[number] == 0 && tokens.get(number + 1) != Some(&b"::".as_slice());
    let uses = (0..tokens.len()).filter(is_use).map(|number| Used {
        is_base: is_base(number),
        is_target: targets.contains(&number),
        is_parameter: parameters.contains(&number),
        ..used(&tokens, number)
    });
    found.uses = uses.collect();
    if found.is_control && tokens[0] == b"for" && tokens.contains(&b":".as_slice()) {
        // A loop over a range calls them in C++.
        let hidden = [b"begin".as_slice(), b"end"].map(|name| Used { name, is_member: true, ..Used::default() });
        found.uses.extend(hidden);
    }
    found
}

/// Returns the number of `<…>` around each token.
fn angle_levels(tokens: &[&[u8]]) -> Vec<usize> {
    let level = |level: &mut usize, token: &&[u8]| {
        let before = *level;
        let closed = token.iter().filter(|&&byte| byte == b'>').count();
        let is_angle = token.iter().all(|byte| matches!(byte, b'<' | b'>'));
        *level = if is_angle { (before + token.len() - closed).saturating_sub(closed) } else { before };
        Some(before)
    };
    tokens.iter().scan(0, level).collect()
}

/// Returns a word without the quotes around it.
fn unquoted(token: &[u8]) -> &[u8] {
    match token {
        [b'"' | b'\'', word @ .., b'"' | b'\''] => word,
        _ => token,
    }
}

/// Returns the token that names a field: the last one before its sign, as in `async a() {}`.
fn field(tokens: &[&[u8]]) -> Option<usize> {
    let sign = tokens.iter().position(|token| matches!(*token, b":" | b"(" | b"="))?;
    sign.checked_sub(1)
}

/// Returns the use that a word is, by the tokens before it.
fn used<'t>(tokens: &[&'t [u8]], number: usize) -> Used<'t> {
    let before = |count: usize| number.checked_sub(count).map(|place| tokens[place]);
    let is_member = matches!(before(1), Some(b"." | b"->" | b"::" | b"?." | b".*" | b"->*"));
    let qualifier = before(2).filter(|word| is_member && is_name(word) && !KEYWORDS.contains(word));
    let is_global = before(1) == Some(b"::") && qualifier.is_none() && before(2) != Some(b">");
    Used { name: tokens[number], qualifier, is_member, is_global, ..Used::default() }
}
