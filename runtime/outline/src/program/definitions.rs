//! Reads the definitions and uses of a unit.

use super::groups::CONSTRUCTOR;
use super::keywords::KEYWORDS;
use super::language::Language;
use super::reader::{Reader, SUBSCRIPT};
use super::signature::{Inside, Signature, Used};
use super::units::{Extent, UnitList, UnitSource};
use crate::word::is_name;

/// Reads the definitions and uses of a unit.
pub(super) fn signature<'t>(
    source: &UnitList<'t>,
    unit: &UnitSource,
    parent: Option<&Signature<'t>>,
    language: Language,
) -> Signature<'t> {
    let tokens: Vec<&'t [u8]> = unit.tokens.iter().map(|token| source.word(token)).collect();
    let around = parent.map_or(Inside::Declarations, |parent| parent.inside);
    let is_imported = parent.is_some_and(|parent| parent.is_import) && unit.extent == Extent::Node;
    let reader = if is_imported { Reader::of_imported(&tokens, around) } else { Reader::read(&tokens, around) };
    let Reader { mut found, is_definition, targets, parameters, .. } = reader;
    found.names = found.defines.iter().copied().chain(tokens[targets.clone()].iter().copied()).collect();
    if unit.is_field && language.has_closed_types && tokens.contains(&b"=>".as_slice()) {
        // An arm of `match` defines nothing that others see.
        found.defines.clear();
    }
    if let Some(parent) = parent.filter(|parent| parent.inside == Inside::Members) {
        // The name of a constructor is that of its class.
        let count = found.defines.len();
        found.defines.retain(|name| parent.is_extension || !parent.names.contains(name));
        let is_constructor = found.defines.len() < count || found.defines == [b"constructor"];
        found.is_constructor = is_constructor && found.is_function;
        found.is_fixed |= parent.is_implementation && !found.defines.is_empty();
    }
    if let Some(path) = parent.and_then(|parent| parent.path).filter(|_| tokens.first() == Some(&b"self".as_slice())) {
        found.defines.push(path);
    }
    // The variants of an enumeration are members in these languages.
    found.is_transparent &= !(language.has_closed_types && found.inside == Inside::Members);
    let before = unit.parent.and_then(|parent| source.units[parent].tokens.first());
    found.repeats = unit.extent == Extent::Line
        && tokens.len() == 1
        && before.is_some_and(|before| source.word(before) == b"const");
    let is_literal = unit.is_field && !is_definition.contains(&true) && !found.is_control;
    let field = is_literal.then(|| field(&tokens)).flatten();
    found.field = field.map(|number| unquoted(tokens[number]));
    let is_use = |number: &usize| {
        field != Some(*number) && !is_definition[*number] && is_name(tokens[*number]) && tokens[*number] != b"_"
    };
    let is_clause = unit.extent == Extent::Clause;
    let levels: Vec<usize> = if is_clause { angle_levels(&tokens) } else { Vec::new() };
    let is_base = |number: usize| is_clause && levels[number] == 0 && tokens.get(number + 1) != Some(&b"::".as_slice());
    let assigned = if language.rejects_unused { assigned(&tokens) } else { 0 };
    let uses = (0..tokens.len()).filter(is_use).map(|number| Used {
        is_base: is_base(number),
        is_target: targets.contains(&number) || number < assigned,
        is_parameter: parameters.contains(&number),
        ..used(&tokens, number, language)
    });
    found.uses = uses.collect();
    found.is_operator = tokens.contains(&b"operator".as_slice());
    found.declares = found.declares.filter(|_| language.rejects_unused);
    if let (&[name], Inside::Members, true) = (tokens.as_slice(), around, language.has_closed_types) {
        // A field without a name has that of its type.
        found.uses.extend(is_name(name).then(|| Used { name, ..Used::default() }));
    }
    if language.has_closed_types {
        // The name before a value may also be a key: that is a use.
        found
            .uses
            .extend(field.filter(|&number| is_name(tokens[number])).map(|number| used(&tokens, number, language)));
    }
    found.uses.extend((0..tokens.len()).filter_map(|number| constructed(&tokens, number)));
    if parent.is_some_and(|parent| parent.is_interface) && found.is_function && !tokens.contains(&b"{".as_slice()) {
        // A type that has this interface must have such a method.
        found.uses.extend(found.defines.iter().map(|&name| Used { name, is_member: true, ..Used::default() }));
    }
    let is_subscript = |number: usize| {
        tokens[number] == b"[" && (is_name(tokens[number - 1]) || matches!(tokens[number - 1], b")" | b"]"))
    };
    if (1..tokens.len()).any(is_subscript) {
        found.uses.push(Used { name: SUBSCRIPT, is_member: true, ..Used::default() });
    }
    let implied = language.implied.iter().filter(|(word, _)| tokens.contains(word));
    found.uses.extend(implied.map(|&(_, name)| Used { name, is_member: true, ..Used::default() }));
    if found.is_control && tokens[0] == b"for" && tokens.contains(&b":".as_slice()) {
        // A loop over a range calls them in C++.
        let hidden = [b"begin".as_slice(), b"end"].map(|name| Used { name, is_member: true, ..Used::default() });
        found.uses.extend(hidden);
    }
    found
}

/// Returns the number of tokens before `=`, if they are names and commas.
fn assigned(tokens: &[&[u8]]) -> usize {
    let is_place =
        |(number, token): &(usize, &&[u8])| if number.is_multiple_of(2) { is_name(token) } else { **token == b"," };
    let count = tokens.iter().enumerate().take_while(is_place).count();
    if tokens.get(count) == Some(&b"=".as_slice()) { count } else { 0 }
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

/// Returns the use of constructors that a word stands for: `new` before the name of a class, `this` and `super` before parentheses.
fn constructed<'t>(tokens: &[&'t [u8]], number: usize) -> Option<Used<'t>> {
    let used = Used { name: CONSTRUCTOR, ..Used::default() };
    match (tokens[number], *tokens.get(number + 1)?) {
        (b"this", b"(") => Some(used),
        (b"super", b"(") => Some(Used { is_constructor: true, ..used }),
        (b"new", name) if is_name(name) => {
            let dots = (number + 2..tokens.len()).step_by(2).take_while(|&place| tokens[place] == b".").count();
            let qualifier = tokens.get(number + 1 + 2 * dots).copied();
            // `new a[2]` makes an array.
            let is_array = tokens.get(number + 2 + 2 * dots) == Some(&b"[".as_slice());
            (!is_array).then_some(Used { qualifier, is_constructor: true, ..used })
        }
        _ => None,
    }
}

/// Returns the use that a word is, by the tokens before it.
fn used<'t>(tokens: &[&'t [u8]], number: usize, language: Language) -> Used<'t> {
    let before = |count: usize| number.checked_sub(count).map(|place| tokens[place]);
    let is_member = match before(1) {
        Some(b"->") => !language.has_arrow_types,
        sign => matches!(sign, Some(b"." | b"::" | b"?." | b".*" | b"->*")),
    };
    let qualifier = before(2).filter(|word| is_member && is_name(word) && !KEYWORDS.contains(word));
    let is_global = before(1) == Some(b"::") && qualifier.is_none() && before(2) != Some(b">");
    Used { name: tokens[number], qualifier, is_member, is_global, ..Used::default() }
}
