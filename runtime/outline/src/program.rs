//! A program as declarations and statements that name one another, in any language.
//!
//! A *unit* is a part that can go by itself: a declaration, a statement, a member of a class, a line of an import. Its *definitions* are
//! found by their positions: behind words such as `class` and `func`, before the parentheses of a function, before `=`. A *use* is any
//! other word. It means the definitions of that name in the innermost scope around it that has any; parts of one namespace are one scope.
//! A word behind a dot, or one that no scope around it defines, is looked up among the members of all units: such a use keeps a member, but
//! not the class around it.
//!
//! ```text
//! import "fmt"                  defines fmt
//! type point struct { x int }   defines point
//! func (p point) show() {       defines show, and goes with point
//!     fmt.Print(p.x)            uses fmt, p, and any member x or Print
//! }
//! ```

mod bonds;
mod definitions;
mod gains;
mod groups;
mod kept;
mod keywords;
mod language;
mod reader;
mod renamed;
mod signature;
mod templates;
mod unit;
mod units;

pub use gains::{Gains, NodeNumber, Ranges};
pub use kept::{Choice, Kept, Surroundings};

use std::collections::HashMap;
use std::ops::Range;

use grammarc_core::steps::step;
use grammarc_core::tree::Tree;
use groups::{Groups, ResolvedName};
use language::Language;
use signature::{Inside, Signature};
use unit::{Declared, INDENTED_FILLER, Unit, UnitKind, mark_blocks, mark_returns};
use units::{UnitList, UnitSource};

/// The number of a unit, in the order of the text: a unit comes before those inside it.
pub type UnitId = usize;
/// The number of a group: the units that define one name in one scope.
type GroupId = usize;
/// The number of a word.
type WordId = usize;

/// The units of one text, with the definitions that each needs.
pub struct Program {
    units: Vec<Unit>,
    /// By group: the units that define its name.
    groups: Vec<Vec<UnitId>>,
    /// By group: the units that use it.
    users: Vec<Vec<UnitId>>,
    /// By word: the units that define it as a member of something.
    members: HashMap<WordId, Vec<UnitId>>,
    /// By word: the units that use it as a member of something.
    member_users: HashMap<WordId, Vec<UnitId>>,
    /// The names that may become others, each once, in no order.
    names: Vec<Vec<u8>>,
    rejects_unused: bool,
    is_indented: bool,
}

impl Program {
    /// Finds the units of a text by its island tree, and resolves their names. O(n log n).
    ///
    /// The text may be that of several files, one behind the other: `starts` are the places of all but the first one, ascending. The imports
    /// of a file are not seen in the others.
    pub fn of(text: &[u8], tree: &Tree, starts: &[usize]) -> Self {
        let source = UnitList::of(text, tree);
        let language = Language::of(&source);
        let mut signatures: Vec<Signature<'_>> = Vec::with_capacity(source.units.len());
        for unit in &source.units {
            step(unit.tokens.len() as u64);
            let parent = unit.parent.map(|parent| &signatures[parent]);
            signatures.push(definitions::signature(&source, unit, parent, language));
        }
        let file = |unit: &UnitSource| starts.partition_point(|&start| start <= unit.bytes.start);
        let files: Vec<usize> = source.units.iter().map(file).collect();
        let mut groups = Groups::of(&source.units, &signatures, &files, language);
        groups.define_fields(&signatures);
        groups.find_bases(&source.units, &signatures);
        groups.define_assigned(&signatures);
        let bonds = bonds::bonds(&source, &signatures, &mut groups, language);
        let specializations = templates::specializations(&source, &signatures, &mut groups);
        let is_class = |group: GroupId| {
            let of_class =
                |&unit: &UnitId| signatures[unit].inside == Inside::Members && !signatures[unit].is_transparent;
            groups.units[group].iter().any(of_class)
        };
        let resolved = signatures.iter().enumerate().map(|(id, signature)| {
            let field = signature.field.and_then(|name| groups.words.known(name));
            let used_field = field.filter(|&word| !groups.defines_member(word, id));
            let is_overload = groups.is_overload(id, signature);
            let own = (source.units[id].end == id + 1 && !signature.is_function).then_some(id);
            let mut clauses = Vec::new();
            let uses = signature.uses.iter().filter_map(|used| {
                let name = groups.resolve(id, used, own, &mut clauses)?;
                let is_inside = |unit: &UnitId| source.units[*unit].parent == Some(id);
                Some(match name {
                    // `use a::{self}` does not need the names that it imports.
                    ResolvedName::Group(group) if signature.is_import && groups.units[group].iter().all(is_inside) => {
                        return None;
                    }
                    // An overload such as `swap(a&, a&)` goes with `a`.
                    ResolvedName::Group(group) if is_overload && used.is_parameter && is_class(group) => {
                        ResolvedName::Target(group)
                    }
                    _ => name,
                })
            });
            let mut names: Vec<ResolvedName> = uses.collect();
            names.extend(clauses.into_iter().map(ResolvedName::Group).chain(used_field.map(ResolvedName::Member)));
            let filler = match source.units[id].is_indented {
                true => INDENTED_FILLER,
                false => language.filler(source.units[id].tokens.iter().map(|token| source.word(token))),
            };
            let mut unit = Unit::new(&source.units[id], signature, names, filler);
            let body = source.units[id].body.clone();
            unit.is_short = body.is_some_and(|body| text[body].trim_ascii() == filler);
            unit.declared = Declared::of(&source, id, signature, &groups);
            unit
        });
        let mut units: Vec<Unit> = resolved.collect();
        for (unit, name) in bonds {
            match name {
                ResolvedName::Target(group) => units[unit].targets.push(group),
                ResolvedName::Group(group) => units[unit].uses.push(group),
                ResolvedName::Member(word) => units[unit].members.push(word),
            }
        }
        mark_returns(&mut units, &source.units, &signatures, text);
        mark_blocks(&mut units, &source.units, text, language.is_indented);
        let mut users: Vec<Vec<UnitId>> = vec![Vec::new(); groups.units.len()];
        let mut member_users: HashMap<WordId, Vec<UnitId>> = HashMap::new();
        for &(unit, group) in &groups.assigned {
            units[unit].uses.retain(|&used| used != group);
        }
        for (id, unit) in units.iter_mut().enumerate() {
            let hidden = unit.uses.iter().filter_map(|group| specializations.get(group)).flatten();
            let hidden: Vec<GroupId> = hidden.copied().collect();
            unit.uses.extend(hidden);
            unit.uses.retain(|group| !unit.targets.contains(group));
            unit.uses.iter().chain(&unit.targets).for_each(|&group| users[group].push(id));
            unit.members.iter().for_each(|&word| member_users.entry(word).or_default().push(id));
        }
        for (&word, members) in &groups.members {
            members.iter().for_each(|&unit| units[unit].member_words.push(word));
        }
        for unit in &mut units {
            let is_used = |(_, group): &(Range<usize>, GroupId)| !users[*group].is_empty();
            unit.declared = unit.declared.take().filter(|declared| declared.names.iter().all(is_used));
        }
        for (group, members) in groups.units.iter().enumerate() {
            members.iter().for_each(|&unit| units[unit].groups.push(group));
        }
        let names = renamed::renamed(&source, &signatures).into_iter().map(<[u8]>::to_vec).collect();
        Self {
            units,
            groups: groups.units,
            users,
            members: groups.members,
            member_users,
            names,
            rejects_unused: language.rejects_unused,
            is_indented: language.is_indented,
        }
    }

    /// Returns the number of units.
    #[expect(clippy::len_without_is_empty, reason = "a program without functions is left alone, so nobody asks")]
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// Returns whether a definition must go with its last use, as in Go.
    pub fn rejects_unused(&self) -> bool {
        self.rejects_unused
    }

    /// Returns whether no unit has bytes both before a place and behind it.
    pub fn is_apart(&self, place: usize) -> bool {
        let mut outermost =
            std::iter::successors(self.units.first(), |unit| self.units.get(unit.end)).map(|unit| &unit.bytes);
        !outermost.any(|bytes| bytes.start < place && place < bytes.end)
    }

    /// Returns whether its blocks are known by their indentation, as in Python.
    pub fn is_indented(&self) -> bool {
        self.is_indented
    }

    /// Returns the names that units define and that mean nothing outside of the text, each once, in no order.
    pub fn names(&self) -> impl Iterator<Item = &[u8]> {
        self.names.iter().map(Vec::as_slice)
    }

    /// Returns the number of bytes of the functions with a body.
    pub fn bytes_of_functions(&self) -> usize {
        let (mut unit, mut bytes) = (0, 0);
        while let Some(Unit { is_function, end, bytes: all, .. }) = self.units.get(unit) {
            bytes += if *is_function { all.len() } else { 0 };
            unit = if *is_function { *end } else { unit + 1 };
        }
        bytes
    }

    /// Returns the number of bytes of a unit, with all units inside it.
    pub fn bytes(&self, unit: UnitId) -> usize {
        self.units[unit].bytes.len()
    }

    /// Returns the number of bytes of a unit that belong to no unit inside it.
    pub fn own_bytes(&self, unit: UnitId) -> usize {
        self.units[unit].own
    }

    /// Returns whether a unit must stay as long as the one around it: a label, such as `public:`, and the value of a `constexpr` function.
    pub fn is_fixed(&self, unit: UnitId) -> bool {
        self.units[unit].kind == UnitKind::Fixed
    }

    /// Returns the units of the text and of its namespaces that go with nothing else, in order.
    pub fn declarations(&self) -> Vec<UnitId> {
        (0..self.len()).filter(|&unit| self.units[unit].kind == UnitKind::Declaration).collect()
    }

    /// Returns the attributes of the whole text, such as `#![a]`, in order.
    pub fn file_attributes<'a>(&'a self, text: &'a [u8]) -> impl Iterator<Item = UnitId> + 'a {
        let begins = |unit: &UnitId| text[self.units[*unit].bytes.clone()].starts_with(b"#![");
        (0..self.len()).filter(|&unit| self.units[unit].kind == UnitKind::Annotation).filter(begins)
    }

    /// Returns the choice without the definitions that other units need: each stays for them, and goes with its last use. The text is the
    /// same, because definitions that need only one another are still wanted.
    pub fn released(&self, choice: &Choice, kept: &Kept) -> Choice {
        let mut released = choice.clone();
        for (id, unit) in self.units.iter().enumerate().filter(|(_, unit)| unit.kind != UnitKind::Container) {
            released.wanted[id] &= !kept.needed[id] || unit.kind == UnitKind::Fixed;
        }
        let left = self.kept(&released);
        let lost = (0..self.len()).filter(|&unit| kept.units[unit] && !left.units[unit]);
        lost.for_each(|unit| released.wanted[unit] = choice.wanted[unit]);
        released
    }

    /// Returns a unit with those that declare the same class, for example before its definition; it may be there twice.
    pub fn declarations_of(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let is_class = self.units[unit].is_class;
        let groups = self.units[unit].groups.iter().filter(move |_| is_class);
        let others = groups.flat_map(|&group| self.groups[group].iter().copied());
        others.filter(|&other| self.units[other].is_class).chain([unit])
    }

    /// Returns the units around a byte of the text, from the inside out.
    pub fn around(&self, place: usize) -> impl Iterator<Item = UnitId> + '_ {
        let before = self.units.partition_point(|unit| unit.bytes.start <= place).checked_sub(1);
        let units = std::iter::successors(before, |&unit| self.units[unit].parent);
        units.filter(move |&unit| place < self.units[unit].bytes.end)
    }

    /// Returns whether a unit is a function with a body, which may be empty.
    pub fn is_function(&self, unit: UnitId) -> bool {
        self.units[unit].is_function
    }

    /// Returns the units inside a unit, without those inside them, in order.
    pub fn children(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let end = self.units[unit].end;
        let inside = move |child: UnitId| (child < end).then_some(child);
        std::iter::successors(inside(unit + 1), move |&child| inside(self.units[child].end))
    }

    /// Returns the first unit in the body of a function.
    fn content(&self, function: UnitId) -> Option<UnitId> {
        let body = self.units[function].body.as_ref()?;
        self.children(function).find(|&part| self.units[part].bytes.start >= body.start)
    }

    /// Returns the units in the body of a function, without those inside them, in order.
    pub fn body(&self, function: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let first = self.content(function).unwrap_or(usize::MAX);
        self.children(function).filter(move |&part| part >= first)
    }

    /// Returns the outermost functions with a body in a unit, in order. It may be one.
    pub fn functions(&self, unit: UnitId) -> Vec<UnitId> {
        let (mut next, mut found) = (unit, Vec::new());
        while next < self.units[unit].end {
            let is_function = self.units[next].body.is_some();
            found.extend(is_function.then_some(next));
            next = if is_function { self.units[next].end } else { next + 1 };
        }
        found
    }

    /// Returns the clauses and the empty methods of the classes that have both, in order: such a class keeps its promises no more. The
    /// annotations of such methods are among them. O(n).
    pub fn promises(&self, kept: &Kept) -> Vec<UnitId> {
        let is_kept = |part: UnitId| kept.units[part] && self.units[part].kind != UnitKind::Annotation;
        let is_empty = |method: UnitId| self.units[method].is_short || !self.children(method).any(is_kept);
        let mut found = Vec::new();
        for class in (0..self.len()).filter(|&unit| kept.units[unit]) {
            let of =
                |kind| self.children(class).filter(move |&child| kept.units[child] && self.units[child].kind == kind);
            if of(UnitKind::Clause).next().is_none() {
                continue;
            }
            let methods: Vec<UnitId> = of(UnitKind::Method).filter(|&method| is_empty(method)).collect();
            if !methods.is_empty() {
                let methods = methods.into_iter().flat_map(|method| method..self.units[method].end);
                found.extend(of(UnitKind::Clause).chain(methods));
            }
        }
        found.sort_unstable();
        found
    }

    /// Returns the unit behind the last one inside of another.
    pub fn end(&self, unit: UnitId) -> UnitId {
        self.units[unit].end
    }

    /// Returns for each unit whether one outside of it that stays uses it by name.
    pub fn used(&self, kept: &Kept) -> Vec<bool> {
        let ends = |users: &Vec<UnitId>| {
            let mut users = users.iter().copied().filter(|&user| kept.units[user]);
            let first = users.next()?;
            Some((first, users.next_back().unwrap_or(first)))
        };
        let by_group: Vec<Option<(UnitId, UnitId)>> = self.users.iter().map(ends).collect();
        let by_word: HashMap<WordId, (UnitId, UnitId)> =
            self.member_users.iter().filter_map(|(&word, users)| Some((word, ends(users)?))).collect();
        let is_used = |(id, unit): (UnitId, &Unit)| {
            let of_groups = unit.groups.iter().filter_map(|&group| by_group[group]);
            let of_words = unit.member_words.iter().filter_map(|word| by_word.get(word).copied());
            of_groups.chain(of_words).any(|(first, last)| first < id || last >= unit.end)
        };
        self.units.iter().enumerate().map(is_used).collect()
    }
}

#[cfg(test)]
mod tests;
