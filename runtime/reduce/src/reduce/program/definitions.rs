//! The definitions and uses of a unit, before its names are resolved.

use super::keywords::KEYWORDS;
use super::reader::Reader;
use super::units::{UnitList, UnitSource};
use crate::reduce::word::is_name;

/// The names in a unit. For example, `int a = b;` defines `a` and uses `b`.
#[derive(Default)]
pub(super) struct Signature<'t> {
    pub defines: Vec<&'t [u8]>,
    pub uses: Vec<Used<'t>>,
    /// Its definitions and the words of its targets: a constructor repeats one of them.
    pub names: Vec<&'t [u8]>,
    /// The kind of the place that it stands in.
    pub around: Inside,
    /// The kind of the place that it makes for its parts.
    pub inside: Inside,
    /// Whether the names inside belong to the scope around it.
    pub is_transparent: bool,
    /// Whether other units of its name have the same scope inside.
    pub is_namespace: bool,
    /// Whether it is a namespace whose names belong to the scope around it, too.
    pub is_inline: bool,
    /// Whether it is a label such as `public:`.
    pub is_label: bool,
    /// Whether it begins with a word such as `if`.
    pub is_control: bool,
}

/// The kinds of places for units.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Inside {
    /// Declarations, as in a namespace and in the text itself.
    Declarations,
    /// Members of a type.
    Members,
    /// Statements.
    #[default]
    Statements,
}

/// A use of a name.
pub(super) struct Used<'t> {
    pub name: &'t [u8],
    /// The name before the dot or the colons.
    pub qualifier: Option<&'t [u8]>,
    /// Whether it stands behind a dot, an arrow or two colons.
    pub is_member: bool,
    /// Whether it is a name of the outermost scope, as in `::f`.
    pub is_global: bool,
    /// Whether it is a target: the unit goes with the definition, as a method in Go with its type.
    pub is_target: bool,
}

/// Reads the definitions and uses of a unit.
pub(super) fn signature<'t>(source: &UnitList<'t>, unit: &UnitSource, parent: Option<&Signature<'t>>) -> Signature<'t> {
    let tokens: Vec<&'t [u8]> = unit.tokens.iter().map(|token| source.word(token)).collect();
    let around = parent.map_or(Inside::Declarations, |parent| parent.inside);
    let Reader { mut found, is_definition, targets, .. } = Reader::read(&tokens, around);
    found.names = found.defines.iter().copied().chain(tokens[targets.clone()].iter().copied()).collect();
    if let Some(parent) = parent.filter(|parent| parent.inside == Inside::Members) {
        // The name of a constructor is that of its class.
        found.defines.retain(|name| !parent.names.contains(name));
    }
    let is_use = |number: &usize| !is_definition[*number] && is_name(tokens[*number]);
    let uses = (0..tokens.len()).filter(is_use).map(|number| used(&tokens, number, targets.contains(&number)));
    found.uses = uses.collect();
    found
}

/// Returns the use that a word is, by the tokens before it.
fn used<'t>(tokens: &[&'t [u8]], number: usize, is_target: bool) -> Used<'t> {
    let before = |count: usize| number.checked_sub(count).map(|place| tokens[place]);
    let is_member = matches!(before(1), Some(b"." | b"->" | b"::" | b"?." | b".*" | b"->*"));
    let qualifier = before(2).filter(|word| is_member && is_name(word) && !KEYWORDS.contains(word));
    let is_global = before(1) == Some(b"::") && qualifier.is_none() && before(2) != Some(b">");
    Used { name: tokens[number], qualifier, is_member, is_global, is_target }
}
