//! Definitions that a unit needs or goes with, and does not name.
//!
//! ```text
//! impl a for b { fn c() {} }          the function goes with that of the trait
//! impl Eq for b {}                    goes with `impl PartialEq for b`
//! struct a<b> { c: b, d: e }          needs the first field: a parameter of a type must be used
//! func (a *b) Error() string {}       the type needs it: it is an error
//! class a extends b {                 needs the methods with `@Override`
//!     @Override void c() {}           the annotation goes with the clause
//! const ( a = iota; b )               the second line needs the first
//! inline namespace a {}               later parts need the first, which has the word `inline`
//! ```

use std::collections::{BTreeSet, HashMap};

use super::groups::{Groups, ResolvedName};
use super::language::Language;
use super::signature::{Inside, Signature};
use super::units::{Extent, UnitList};
use super::{GroupId, UnitId, templates};
use crate::word::is_name;

/// Traits of Rust, each with those that its types must have, too.
#[rustfmt::skip]
const SUPERTRAITS: [(&[u8], &[&[u8]]); 9] = [
    (b"Eq", &[b"PartialEq"]), (b"Ord", &[b"Eq", b"PartialOrd"]), (b"PartialOrd", &[b"PartialEq"]), (b"Copy", &[b"Clone"]),
    (b"DoubleEndedIterator", &[b"Iterator"]), (b"ExactSizeIterator", &[b"Iterator"]), (b"FusedIterator", &[b"Iterator"]),
    (b"DerefMut", &[b"Deref"]), (b"IndexMut", &[b"Index"]),
];

/// Number of parameters of a type that are looked at.
const MAX_PARAMETERS: usize = 8;

/// Returns pairs of a unit and of definitions that it needs or goes with. Makes groups of single units for them. O(n).
pub(super) fn bonds(
    source: &UnitList<'_>,
    signatures: &[Signature<'_>],
    groups: &mut Groups<'_>,
    language: Language,
) -> Vec<(UnitId, ResolvedName)> {
    let mut found = Vec::new();
    let mut traits: HashMap<UnitId, Vec<GroupId>> = HashMap::new();
    let mut valued: HashMap<Option<UnitId>, UnitId> = HashMap::new();
    let implementations: HashMap<(&[u8], &[u8]), UnitId> =
        (0..signatures.len()).filter_map(|id| Some((implementation(source, id, &signatures[id])?, id))).collect();
    for (id, signature) in signatures.iter().enumerate() {
        let parent = source.units[id].parent;
        if signature.is_namespace && groups.scopes.inside[id] == groups.scopes.around[id] {
            let first = groups.defined_by(id, signature);
            found.extend(first.map(|first| (id, ResolvedName::Group(first))));
        }
        found.extend(templates::declared(source, id, signature, groups).map(|declared| (id, declared)));
        if signature.repeats {
            let line = valued.get(&parent).map(|&line| groups.alone(line));
            found.extend(line.map(|line| (id, ResolvedName::Group(line))));
        } else if source.units[id].extent == Extent::Line {
            valued.insert(parent, id);
        }
        if let Some(parent) = parent.filter(|&parent| signatures[parent].is_implementation) {
            let traits = traits.entry(parent).or_insert_with(|| {
                let is_interface = |group: &GroupId| groups.units[*group].iter().any(|&of| signatures[of].is_interface);
                let targets = groups.targets(parent, &signatures[parent]);
                targets.into_iter().filter(is_interface).collect()
            });
            let items = signature.defines.iter().filter_map(|name| groups.words.known(name));
            let items = items.flat_map(|word| traits.iter().map(move |&group| (group, word)));
            let items = items.filter_map(|(group, word)| groups.member_of(group, word));
            found.extend(items.map(|item| (id, ResolvedName::Target(item))));
        }
        if let Some((name, of)) = implementation(source, id, signature) {
            let wanted = SUPERTRAITS.iter().filter(|(known, _)| *known == name).flat_map(|(_, wanted)| *wanted);
            let wanted = wanted.filter_map(|wanted| implementations.get(&(*wanted, of)).copied());
            found.extend(wanted.map(|wanted| (id, ResolvedName::Target(groups.alone(wanted)))));
        }
        if language.rejects_unused && signature.defines == [b"Error"] {
            let targets = groups.targets(id, signature);
            let types: Vec<UnitId> = targets.into_iter().flat_map(|group| groups.units[group].clone()).collect();
            found.extend(types.into_iter().map(|of| (of, ResolvedName::Group(groups.alone(id)))));
        }
        if language.uses_parameters && signature.inside == Inside::Members && !signature.is_extension {
            let fields = fields_of_parameters(source, id);
            found.extend(fields.into_iter().map(|field| (id, ResolvedName::Group(groups.alone(field)))));
        }
        let is_override = source.units[id].extent == Extent::Annotation
            && source.units[id].tokens.get(1).is_some_and(|name| source.word(name) == b"Override");
        let method = parent.filter(|_| is_override);
        if let Some((method, class)) = method.and_then(|method| Some((method, source.units[method].parent?))) {
            for (clause, group) in groups.clauses.get(&class).cloned().unwrap_or_default() {
                found.push((id, ResolvedName::Target(group)));
                found.push((clause, ResolvedName::Group(groups.alone(method))));
            }
        }
    }
    found
}

/// Returns the names of the trait and of the type in the head of `impl a for b`.
fn implementation<'t>(source: &UnitList<'t>, id: UnitId, signature: &Signature<'_>) -> Option<(&'t [u8], &'t [u8])> {
    let tokens = signature.is_implementation.then_some(&source.units[id].tokens)?;
    let place = tokens.iter().position(|token| source.word(token) == b"for")?;
    let angle = tokens[..place].iter().rposition(|token| source.word(token) == b"<");
    let is_generic = source.word(&tokens[place - 1]) == b">";
    let name = source.word(&tokens[angle.filter(|_| is_generic).unwrap_or(place).checked_sub(1)?]);
    let of =
        tokens[place + 1..].iter().map(|token| source.word(token)).find(|word| is_name(word) && *word != b"mut")?;
    Some((name, of))
}

/// Returns for each parameter in the head of `struct a<b>` the shortest unit right inside of it that uses the parameter.
fn fields_of_parameters(source: &UnitList<'_>, id: UnitId) -> Vec<UnitId> {
    let unit = &source.units[id];
    let words = || unit.tokens.iter().map(|token| source.word(token)).take_while(|word| *word != b"{");
    let before = std::iter::once(b"".as_slice()).chain(words());
    let is_parameter = |(before, word): &(&[u8], &[u8])| matches!(*before, b"<" | b"," | b"'") && is_name(word);
    let parameters: BTreeSet<&[u8]> = before.zip(words()).filter(is_parameter).map(|(_, word)| word).collect();
    let uses = |field: UnitId, name: &[u8]| source.units[field].tokens.iter().any(|token| source.word(token) == name);
    let inside = |field: UnitId| (field < unit.end).then_some(field);
    let fields: Vec<UnitId> = std::iter::successors(inside(id + 1), |&field| inside(source.units[field].end)).collect();
    let shortest = |name: &[u8]| {
        let users = fields.iter().copied().filter(|&field| uses(field, name));
        users.min_by_key(|&field| source.units[field].bytes.len())
    };
    parameters.into_iter().take(MAX_PARAMETERS).filter_map(shortest).collect()
}
