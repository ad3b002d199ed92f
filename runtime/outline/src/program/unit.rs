//! A unit of a program, with its names resolved.

use std::ops::Range;

use super::groups::{Groups, ResolvedName};
use super::signature::{Inside, Signature};
use super::units::{Extent, UnitList, UnitSource};
use super::{GroupId, UnitId, WordId};

/// The content of an empty block that no brackets are around, as in Python.
pub(super) const INDENTED_FILLER: &[u8] = b"pass";

/// A declaration, statement, member or another part that can go by itself.
pub(super) struct Unit {
    /// Its bytes, with the white space behind it.
    pub bytes: Range<usize>,
    pub parent: Option<UnitId>,
    /// The unit behind the last one inside it.
    pub end: UnitId,
    /// Number of its bytes that belong to no unit inside it.
    pub own: usize,
    /// Whether it declares or defines a class.
    pub is_class: bool,
    /// Whether it is a function with a body, which may be empty.
    pub is_function: bool,
    /// Whether it has the shortest body, such as `{throw null;}`.
    pub is_short: bool,
    /// The content of its body, if that is longer than the shortest one.
    pub body: Option<Range<usize>>,
    /// The block or body that begins with it, which gets other content when it loses its own.
    pub opens: Option<Block>,
    /// Whether it is a comment.
    pub is_comment: bool,
    /// Whether it ends the body of a function and may return from it.
    pub is_return: bool,
    /// The content of its body once it is empty, such as `loop{}`. If it ends a function and may return, that of the function.
    pub filler: &'static [u8],
    /// Whether code may use it without its name: a constructor, an operator, or a specialization of a template.
    pub is_nameless: bool,
    /// Whether it is a block of members outside of their type.
    pub is_extension: bool,
    /// The names that it declares, in a language that wants all of them to be used.
    pub declared: Option<Declared>,
    pub kind: UnitKind,
    /// The groups that it belongs to.
    pub groups: Vec<GroupId>,
    /// The groups that it uses.
    pub uses: Vec<GroupId>,
    /// The words that it uses as members of something.
    pub members: Vec<WordId>,
    /// The words that it defines as a member of something, in no order.
    pub member_words: Vec<WordId>,
    /// The groups that it goes with.
    pub targets: Vec<GroupId>,
}

/// The inside of a function, or of another unit in a language without brackets around blocks.
pub(super) struct Block {
    /// The bytes that its new content replaces.
    pub bytes: Range<usize>,
    /// The unit behind the last one inside it.
    pub end: UnitId,
    /// The text in their place once all units inside it are gone.
    pub filler: &'static [u8],
}

/// The names in `a, b := c`. An unused one becomes `_`.
pub(super) struct Declared {
    /// The bytes of each name, with its definitions.
    pub names: Vec<(Range<usize>, GroupId)>,
    /// The bytes of `:=`, which becomes `=` if no name is new.
    pub sign: Range<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum UnitKind {
    /// It stands in the text or in a namespace, and goes with nothing.
    Declaration,
    /// A place for declarations, such as a namespace.
    Container,
    /// A label, or the value of a function that must have one: it stays.
    Fixed,
    /// A clause of a class, such as `implements a`.
    Clause,
    /// An annotation or attribute, such as `@a`.
    Annotation,
    /// A function in a class.
    Method,
    /// Any other.
    Part,
}

impl Unit {
    pub(super) fn new(
        source: &UnitSource,
        signature: &Signature<'_>,
        names: Vec<ResolvedName>,
        filler: &'static [u8],
    ) -> Self {
        let (mut uses, mut targets, mut members) = (Vec::new(), Vec::new(), Vec::new());
        for name in names {
            match name {
                ResolvedName::Group(group) => uses.push(group),
                ResolvedName::Target(group) => targets.push(group),
                ResolvedName::Member(word) => members.push(word),
            }
        }
        for list in [&mut uses, &mut targets, &mut members] {
            list.sort_unstable();
            list.dedup();
        }
        let UnitSource { bytes, parent, end, own, body, extent, is_empty, .. } = source;
        let is_class =
            signature.inside == Inside::Members && !signature.is_transparent && !signature.defines.is_empty();
        let may_be_empty = !signature.is_control && !signature.must_return;
        let is_function = (body.is_some() || *is_empty) && may_be_empty;
        let body = body.clone().filter(|body| may_be_empty && body.len() > filler.len());
        let kind = match signature.around {
            _ if signature.is_fixed => UnitKind::Fixed,
            _ if *extent == Extent::Clause => UnitKind::Clause,
            _ if *extent == Extent::Annotation => UnitKind::Annotation,
            Inside::Members if signature.is_function => UnitKind::Method,
            _ if signature.inside == Inside::Declarations => UnitKind::Container,
            Inside::Declarations if targets.is_empty() => UnitKind::Declaration,
            _ => UnitKind::Part,
        };
        let is_specialization = signature.inside == Inside::Members && !targets.is_empty() && !signature.is_extension;
        let is_comment = source.tokens.is_empty() && *own == bytes.len();
        let is_nameless = signature.is_constructor || signature.is_operator || is_specialization;
        let (bytes, groups, member_words) = (bytes.clone(), Vec::new(), Vec::new());
        let (parent, end, own) = (*parent, *end, *own);
        Self {
            bytes,
            parent,
            end,
            own,
            is_class,
            is_function,
            is_short: false,
            body,
            opens: None,
            is_comment,
            is_return: false,
            filler,
            is_nameless,
            is_extension: signature.is_extension && !signature.is_implementation,
            declared: None,
            kind,
            groups,
            uses,
            members,
            member_words,
            targets,
        }
    }
}

impl Declared {
    /// Finds the names that a unit declares with `:=`.
    pub(super) fn of(
        source: &UnitList<'_>,
        unit: UnitId,
        signature: &Signature<'_>,
        groups: &Groups<'_>,
    ) -> Option<Self> {
        let (sign, first) = signature.declares?;
        let scopes = &groups.scopes;
        let scope = if signature.is_control { scopes.inside[unit] } else { scopes.around[unit] };
        let tokens = &source.units[unit].tokens;
        let names = tokens[first..sign].iter().filter_map(|token| {
            let word = groups.words.known(source.word(token))?;
            Some((token.clone(), groups.of_scope(scope, word)?))
        });
        Some(Self { names: names.collect(), sign: tokens[sign].clone() })
    }
}

/// Marks the last unit of each function, if the function may return there. O(n).
pub(super) fn mark_returns(units: &mut [Unit], sources: &[UnitSource], signatures: &[Signature<'_>], text: &[u8]) {
    let has_return = |source: &UnitSource| {
        let mut words = source.tokens.iter().map(|token| &text[token.clone()]);
        words.any(|word| matches!(word, b"return" | b"throw"))
    };
    let mut returns: Vec<bool> = sources.iter().map(has_return).collect();
    let mut last: Vec<Option<UnitId>> = vec![None; units.len()];
    for (id, unit) in units.iter().enumerate().rev() {
        let Some(parent) = unit.parent else { continue };
        returns[parent] |= returns[id];
        let has_value =
            (units[parent].body.is_some() && !sources[parent].is_indented) || signatures[parent].must_return;
        let body = sources[parent].body.as_ref().filter(|_| has_value);
        if last[parent].is_none() && body.is_some_and(|body| body.contains(&unit.bytes.start)) {
            last[parent] = Some(id);
        }
    }
    for (function, id) in last.iter().enumerate().filter_map(|(function, last)| Some((function, (*last)?))) {
        // A function of Rust returns its last value, which has no semicolon.
        let is_value = !text[units[id].bytes.clone()].trim_ascii_end().ends_with(b";");
        units[id].is_return = is_value || returns[id];
        units[id].filler = units[function].filler;
        if units[id].is_return && signatures[function].must_return {
            units[id].kind = UnitKind::Fixed;
        }
    }
}

/// Marks the first unit of each body and, in a language without brackets around them, of each block. O(n).
pub(super) fn mark_blocks(units: &mut [Unit], sources: &[UnitSource], text: &[u8], is_indented: bool) {
    for function in 0..units.len() {
        let Unit { body: Some(body), end, filler, .. } = &units[function] else { continue };
        let is_content = |part: &UnitId| units[*part].bytes.start >= body.start;
        let parts = std::iter::successors(Some(function + 1), |&part| Some(units.get(part)?.end));
        let first = parts.take_while(|part| part < end).find(is_content);
        if let Some(first) = first.filter(|_| !sources[function].is_indented) {
            units[first].opens = Some(Block { bytes: body.clone(), end: *end, filler });
        }
    }
    for (first, block) in sources.iter().enumerate().filter_map(|(id, source)| Some((id, source.block.as_ref()?))) {
        let inside = text[block.clone()].trim_ascii_end();
        let blanks = inside.len() - inside.trim_ascii_start().len();
        let last = units[first].parent.map_or(units.len(), |parent| units[parent].end);
        let parts = std::iter::successors(Some(first), |&part| Some(units.get(part)?.end));
        let end = parts.take_while(|&part| part < last && units[part].bytes.start < block.end).last();
        let end = end.map_or(first + 1, |part| units[part].end);
        let bytes = block.start + blanks..block.start + inside.len();
        units[first].opens = is_indented.then_some(Block { bytes, end, filler: INDENTED_FILLER });
    }
}
