//! Definitions of C++ that belong together, though no name tells which: overloads, and partial specializations.
//!
//! ```text
//! struct a { a(int b); a(char c); };
//! a::a(int b) {}                            goes with the first constructor
//! template<bool b, class c> struct d {};
//! template<class c> struct d<true, c> { typedef c e; };
//! d<f, g>::e h;                             needs the specialization, too: `d` itself is empty
//! ```

use std::collections::HashMap;

use super::groups::{CONSTRUCTOR, Groups, ResolvedName};
use super::keywords::CLASSES;
use super::signature::{Inside, Signature, Used};
use super::units::{Extent, UnitList};
use super::{GroupId, UnitId};
use crate::word::is_name;
use grammarc_core::steps::step;

/// Number of functions of one name among which the one with the same parameters is looked for.
const MAX_OVERLOADS: usize = 64;
/// Number of words of a unit that are looked at.
const MAX_WORDS: usize = 512;
/// Number of members of a class among which an operator is looked for.
const MAX_MEMBERS: usize = 1024;
/// Number of specializations of one template that its users need.
const MAX_SPECIALIZATIONS: usize = 16;

/// Returns the definitions in its class that a function outside of it goes with, if the name of both does not tell.
pub(super) fn declared(
    source: &UnitList<'_>,
    id: UnitId,
    signature: &Signature<'_>,
    groups: &mut Groups<'_>,
) -> Option<ResolvedName> {
    if signature.around == Inside::Statements || !signature.uses.iter().any(|used| used.is_target) {
        return None;
    }
    let words = words(source, id);
    let class = *groups.targets(id, signature).first()?;
    if let Some(operator) = words.windows(2).position(|pair| pair == [b"::".as_slice(), b"operator"]) {
        let declaration = declared_operator(source, &words[operator + 1..], class, groups)?;
        return Some(ResolvedName::Target(groups.alone(declaration)));
    }
    let open =
        (3..words.len()).find(|&open| words[open] == b"(" && is_name(words[open - 1]) && words[open - 2] == b"::")?;
    let name = words[open - 1];
    let is_constructor = words[..open - 1].contains(&name);
    let member = groups.words.known(if is_constructor { CONSTRUCTOR } else { name })?;
    let declarations = groups.member_of(class, member)?;
    let units = &groups.units[declarations];
    let wanted = parameters(&words, open);
    let is_same = |&&unit: &&UnitId| {
        let words = self::words(source, unit);
        let open = (1..words.len()).find(|&open| words[open] == b"(" && words[open - 1] == name);
        open.is_some_and(|open| parameters(&words, open) == wanted)
    };
    match units.iter().take(MAX_OVERLOADS).find(is_same).copied() {
        Some(unit) => Some(ResolvedName::Target(groups.alone(unit))),
        None => is_constructor.then_some(ResolvedName::Target(declarations)),
    }
}

/// Returns the declaration of an operator in its class. `words` are those of its definition, from the word `operator` on.
fn declared_operator(source: &UnitList<'_>, words: &[&[u8]], class: GroupId, groups: &Groups<'_>) -> Option<UnitId> {
    let key = |words: &[&[u8]]| {
        let open = words.iter().skip(2).position(|&word| word == b"(")? + 2;
        Some((words[1..open].concat(), parameters(words, open).concat()))
    };
    let wanted = key(words)?;
    let inside = |unit: UnitId, class: UnitId| (unit < source.units[class].end).then_some(unit);
    let members = groups.units[class].iter().flat_map(|&class| {
        std::iter::successors(inside(class + 1, class), move |&unit| inside(source.units[unit].end, class))
    });
    members.take(MAX_MEMBERS).find(|&member| {
        let words = self::words(source, member);
        let operator = words.iter().position(|&word| word == b"operator");
        operator.and_then(|operator| key(&words[operator..])).as_ref() == Some(&wanted)
    })
}

/// Returns for the group of each template the groups of the specializations that its users need, too: those of a template that is empty
/// itself, if their arguments are no classes.
pub(super) fn specializations(
    source: &UnitList<'_>,
    signatures: &[Signature<'_>],
    groups: &mut Groups<'_>,
) -> HashMap<GroupId, Vec<GroupId>> {
    let is_class = |&unit: &UnitId| {
        let signature = &signatures[unit];
        signature.inside == Inside::Members && words(source, unit).iter().any(|word| CLASSES.contains(word))
    };
    let mut found: HashMap<GroupId, Vec<GroupId>> = HashMap::new();
    for (id, signature) in signatures.iter().enumerate().filter(|(_, signature)| signature.inside == Inside::Members) {
        let words = words(source, id);
        if words.first() != Some(&b"template".as_slice()) || words.get(2) == Some(&b">".as_slice()) {
            continue;
        }
        let Some(target) = signature.uses.iter().find(|used| used.is_target) else { continue };
        let Some(&template) = groups.targets(id, signature).first() else { continue };
        let is_empty =
            |&unit: &UnitId| (unit + 1..source.units[unit].end).all(|part| source.units[part].extent == Extent::Clause);
        let arguments = words.iter().skip_while(|word| **word != target.name).skip(1);
        let arguments = arguments.take_while(|word| !matches!(**word, b"{" | b":" | b";"));
        let is_defined = |name: &&[u8]| {
            let used = Used { name, ..Used::default() };
            is_name(name)
                && match groups.resolve(id, &used, None, &mut Vec::new()) {
                    Some(ResolvedName::Group(group)) => groups.units[group].iter().any(is_class),
                    _ => false,
                }
        };
        step(groups.units[template].len() as u64);
        if groups.units[template].iter().all(is_empty) && !arguments.copied().any(|word| is_defined(&word)) {
            let specializations = found.entry(template).or_default();
            if specializations.len() < MAX_SPECIALIZATIONS {
                specializations.push(groups.alone(id));
            }
        }
    }
    found
}

/// Returns the first words of a unit.
fn words<'t>(source: &UnitList<'t>, id: UnitId) -> Vec<&'t [u8]> {
    let words: Vec<&[u8]> = source.units[id].tokens.iter().take(MAX_WORDS).map(|token| source.word(token)).collect();
    step(words.len() as u64);
    words
}

/// Returns the words between the bracket at a token and the one that closes it, without default values.
fn parameters<'t>(words: &[&'t [u8]], open: usize) -> Vec<&'t [u8]> {
    let (mut depth, mut is_value, mut found) = (0_usize, false, Vec::new());
    for &word in &words[open..] {
        match word {
            b"(" | b"[" | b"{" | b"<" => depth += 1,
            b")" | b"]" | b"}" | b">" => depth = depth.saturating_sub(1),
            b"," if depth == 1 => is_value = false,
            b"=" if depth == 1 => is_value = true,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        found.extend((!is_value).then_some(word));
    }
    found
}
