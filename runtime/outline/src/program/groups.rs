//! The meaning of names: which definitions a word stands for where it is used.
//!
//! The definitions of a name in one scope are a group. A scope sees its own groups and those of the scopes around it. A class has the members
//! of the classes that a clause of it names, and a function that is defined outside of its class those of the class, too.

use std::collections::{HashMap, HashSet};

use super::language::Language;
use super::signature::{Inside, Signature, Used};
use super::units::{Extent, UnitSource};
use super::{GroupId, UnitId, WordId};

/// The meaning of a use.
pub(super) enum ResolvedName {
    /// It needs these definitions.
    Group(GroupId),
    /// The unit goes with these definitions.
    Target(GroupId),
    /// It needs members of that name.
    Member(WordId),
}

/// The words of a text by number.
#[derive(Default)]
pub(super) struct Words<'t> {
    ids: HashMap<&'t [u8], WordId>,
}

impl<'t> Words<'t> {
    pub(super) fn id(&mut self, word: &'t [u8]) -> WordId {
        let next = self.ids.len();
        *self.ids.entry(word).or_insert(next)
    }

    pub(super) fn known(&self, word: &[u8]) -> Option<WordId> {
        self.ids.get(word).copied()
    }
}

/// The number of a scope. That of the text is 0. Behind it come those of its files, for the names that each of them imports.
pub(super) type ScopeId = usize;

/// The scopes of all units.
pub(super) struct Scopes {
    /// By scope: the one around it.
    parents: Vec<Option<ScopeId>>,
    /// By scope: whether its names are not seen inside of it, as those of a type in Go.
    is_closed: Vec<bool>,
    /// By scope: whether its names are members of something, as those of a class and of a namespace.
    has_members: Vec<bool>,
    /// By unit: the scope that its definitions belong to.
    pub around: Vec<ScopeId>,
    /// By unit: the innermost scope around it that it sees.
    pub seen: Vec<ScopeId>,
    /// By unit: the scope of the units inside it.
    pub inside: Vec<ScopeId>,
}

impl Scopes {
    /// Returns a scope and those around it, the innermost first.
    pub(super) fn outwards(&self, scope: ScopeId) -> impl Iterator<Item = ScopeId> + '_ {
        std::iter::successors(Some(scope), |&scope| self.parents[scope]).filter(|&scope| !self.is_closed[scope])
    }

    /// Returns the innermost scope that the uses in a unit see: the one inside of it, unless its parts belong to the text.
    fn of_uses(&self, unit: UnitId) -> ScopeId {
        match self.inside[unit] {
            0 => self.seen[unit],
            inside => inside,
        }
    }

    pub(super) fn of<'t>(
        units: &[UnitSource],
        signatures: &[Signature<'t>],
        words: &mut Words<'t>,
        files: &[usize],
        language: Language,
    ) -> Self {
        let file_count = files.last().map_or(1, |last| last + 1);
        let mut found = Self {
            parents: std::iter::once(None).chain((0..file_count).map(|_| Some(0))).collect(),
            is_closed: vec![false; 1 + file_count],
            has_members: vec![true; 1 + file_count],
            around: Vec::new(),
            seen: Vec::new(),
            inside: Vec::new(),
        };
        let mut namespaces: HashMap<(ScopeId, WordId), ScopeId> = HashMap::new();
        for ((unit, signature), file) in units.iter().zip(signatures).zip(files) {
            let of_file = 1 + file;
            let outermost = if signature.is_import { of_file } else { 0 };
            let around = unit.parent.map_or(outermost, |parent| found.inside[parent]);
            let seen = if around == 0 { of_file } else { around };
            let next = found.parents.len();
            let inside = match signature.defines.first().filter(|_| signature.is_namespace) {
                _ if signature.is_transparent => around,
                Some(name) => {
                    let first = if signature.is_inline { around } else { next };
                    *namespaces.entry((around, words.id(name))).or_insert(first)
                }
                None => next,
            };
            if inside == next {
                found.parents.push(Some(seen));
                found.is_closed.push(language.has_closed_types && signature.inside == Inside::Members);
                found.has_members.push(signature.inside != Inside::Statements);
            }
            found.around.push(around);
            found.seen.push(seen);
            found.inside.push(inside);
        }
        found
    }
}

/// The definitions by scope and word.
pub(super) struct Groups<'t> {
    pub words: Words<'t>,
    pub scopes: Scopes,
    ids: HashMap<(ScopeId, WordId), GroupId>,
    /// By group: the units that define its name.
    pub units: Vec<Vec<UnitId>>,
    /// By word: the units that define it as a member of something.
    pub members: HashMap<WordId, Vec<UnitId>>,
    /// By scope: the classes of which it has the members.
    bases: HashMap<ScopeId, Vec<Base>>,
    /// By class: its clauses, each with a group of its own.
    pub clauses: HashMap<UnitId, Vec<(UnitId, GroupId)>>,
    /// The units that define a name by an assignment.
    pub assigned: Vec<(UnitId, GroupId)>,
}

impl<'t> Groups<'t> {
    /// Finds the definitions, without the fields and assignments that define a name only if nothing else does.
    /// `files` has for each unit the number of its file.
    pub(super) fn of(units: &[UnitSource], signatures: &[Signature<'t>], files: &[usize], language: Language) -> Self {
        let mut words = Words::default();
        let scopes = Scopes::of(units, signatures, &mut words, files, language);
        let (ids, groups, members) = (HashMap::new(), Vec::new(), HashMap::new());
        let (bases, clauses, assigned) = (HashMap::new(), HashMap::new(), Vec::new());
        let mut found = Self { words, scopes, ids, units: groups, members, bases, clauses, assigned };
        // The parts of a namespace have one scope, so the first part defines it.
        let mut spaces = HashSet::new();
        for (id, signature) in signatures.iter().enumerate() {
            let has_target = signature.uses.iter().any(|used| used.is_target);
            if signature.is_namespace && !signature.is_inline && !spaces.insert(found.scopes.inside[id]) {
                continue;
            }
            for name in &signature.defines {
                let word = found.words.id(name);
                if !has_target {
                    found.define(found.scopes.around[id], word, id);
                }
                if has_target || (units[id].parent.is_some() && found.scopes.has_members[found.scopes.around[id]]) {
                    found.define_member(word, id);
                }
            }
            for name in &signature.locals {
                let word = found.words.id(name);
                found.define(found.scopes.inside[id], word, id);
            }
            // Only the elements of an enumeration call its constructors, so they belong to no class around it.
            let is_of_class = units[id].parent.is_some_and(|parent| !signatures[parent].is_transparent);
            if signature.is_constructor && is_of_class {
                let word = found.words.id(CONSTRUCTOR);
                found.define(found.scopes.around[id], word, id);
            }
        }
        found
    }

    /// Defines the fields outside of types as members, unless a type has one of that name.
    pub(super) fn define_fields(&mut self, signatures: &[Signature<'t>]) {
        let of_types: HashSet<WordId> = self.members.keys().copied().collect();
        for (id, name) in signatures.iter().enumerate().filter_map(|(id, signature)| Some((id, signature.field?))) {
            let word = self.words.id(name);
            if !of_types.contains(&word) {
                self.define_member(word, id);
            }
        }
    }

    fn define_member(&mut self, word: WordId, unit: UnitId) {
        let units = self.members.entry(word).or_default();
        if units.last() != Some(&unit) {
            units.push(unit);
        }
    }

    /// Returns whether a unit defines a word as a member of something.
    pub(super) fn defines_member(&self, word: WordId, unit: UnitId) -> bool {
        self.members.get(&word).is_some_and(|units| units.binary_search(&unit).is_ok())
    }

    fn define(&mut self, scope: ScopeId, word: WordId, unit: UnitId) {
        let next = self.units.len();
        let group = *self.ids.entry((scope, word)).or_insert(next);
        if group == next {
            self.units.push(Vec::new());
        }
        if self.units[group].last() != Some(&unit) {
            self.units[group].push(unit);
        }
    }

    /// Makes a group of a single unit, which no name leads to.
    pub(super) fn alone(&mut self, unit: UnitId) -> GroupId {
        self.units.push(vec![unit]);
        self.units.len() - 1
    }

    /// Returns the definitions of a word in a scope itself.
    pub(super) fn of_scope(&self, scope: ScopeId, word: WordId) -> Option<GroupId> {
        self.ids.get(&(scope, word)).copied()
    }

    /// Returns the definitions that a unit goes with.
    pub(super) fn targets(&self, unit: UnitId, signature: &Signature<'_>) -> Vec<GroupId> {
        let targets = signature.uses.iter().filter(|used| used.is_target);
        let groups = targets.filter_map(|used| match self.resolve(unit, used, None, &mut Vec::new())? {
            ResolvedName::Target(group) => Some(group),
            _ => None,
        });
        groups.collect()
    }

    /// Returns the definitions of a word inside of those of a group.
    pub(super) fn member_of(&self, group: GroupId, word: WordId) -> Option<GroupId> {
        self.inside(group, word, &mut { MAX_LOOKUPS }, &mut Vec::new())
    }

    /// Returns the definitions of the first name that a unit defines.
    pub(super) fn defined_by(&self, unit: UnitId, signature: &Signature<'_>) -> Option<GroupId> {
        let mut names = signature.defines.iter().filter_map(|name| self.words.known(name));
        names.find_map(|name| self.ids.get(&(self.scopes.around[unit], name)).copied())
    }

    /// Returns whether a unit is one of several functions of a name.
    pub(super) fn is_overload(&self, unit: UnitId, signature: &Signature<'_>) -> bool {
        let group = self.defined_by(unit, signature);
        signature.around == Inside::Declarations && group.is_some_and(|group| self.units[group].len() >= MIN_OVERLOADS)
    }

    /// Defines the names that units assign to, unless a scope around them or a class that they belong to has such a name.
    pub(super) fn define_assigned(&mut self, signatures: &[Signature<'t>]) {
        let mut groups: HashSet<GroupId> = HashSet::new();
        for (id, signature) in signatures.iter().enumerate() {
            for name in &signature.assigned {
                let (word, around) = (self.words.id(name), self.scopes.around[id]);
                let known = self.visible(self.scopes.inside[id], word, None, &mut Vec::new());
                let is_again = self.ids.get(&(around, word)).is_some_and(|group| groups.contains(group));
                if known.is_none() || is_again {
                    self.define(around, word, id);
                    let group = self.ids[&(around, word)];
                    groups.insert(group);
                    self.assigned.push((id, group));
                }
            }
        }
    }

    /// Finds the classes of which each scope has the members, too: those that a clause names, and that of a function outside of its class.
    pub(super) fn find_bases(&mut self, units: &[UnitSource], signatures: &[Signature<'_>]) {
        for (id, signature) in signatures.iter().enumerate() {
            let clause = units[id].parent.filter(|_| units[id].extent == Extent::Clause);
            let clause_group = clause.map(|class| {
                let group = self.alone(id);
                self.clauses.entry(class).or_default().push((id, group));
                group
            });
            let scope = self.scopes.inside[clause.unwrap_or(id)];
            // A specialization has no members of the class that it belongs to.
            if clause.is_none() && signature.inside == Inside::Members {
                continue;
            }
            for used in signature.uses.iter().filter(|used| used.is_target || used.is_base) {
                let group = match self.resolve(id, used, None, &mut Vec::new()) {
                    Some(ResolvedName::Group(group) | ResolvedName::Target(group)) => Some(group),
                    _ => None,
                };
                let is_new = |base: &Base| Some(base.group) != group;
                let bases = self.bases.entry(scope).or_default();
                // More of them are not looked at.
                if let Some(group) = group.filter(|_| bases.len() < MAX_LOOKUPS && bases.iter().all(is_new)) {
                    bases.push(Base { group, clause: clause_group });
                }
            }
        }
    }

    /// Returns the meaning of a use in a unit; none if nothing defines the word. `own` is a unit that does not mean itself, such as
    /// `type a = a<b>`. Clauses by which a class has the name come to `clauses`.
    pub(super) fn resolve(
        &self,
        unit: UnitId,
        used: &Used<'_>,
        own: Option<UnitId>,
        clauses: &mut Vec<GroupId>,
    ) -> Option<ResolvedName> {
        let word = self.words.known(used.name)?;
        let around = self.scopes.seen[unit];
        let inside = self.scopes.of_uses(unit);
        let found = match used.qualifier {
            Some(qualifier) => {
                let group = self.words.known(qualifier).and_then(|name| self.visible(inside, name, own, clauses));
                group.and_then(|group| self.inside(group, word, &mut { MAX_LOOKUPS }, clauses))
            }
            None if used.is_global => self.outwards(0, word),
            None if used.is_member => None,
            None if used.is_target => self.outwards(around, word),
            None if used.is_constructor => self.constructors_of_bases(around, word),
            None => self.visible(inside, word, own, clauses),
        };
        Some(match found {
            None if used.is_constructor => return None,
            Some(group) if used.is_target => ResolvedName::Target(group),
            Some(group) => ResolvedName::Group(group),
            None => ResolvedName::Member(word),
        })
    }

    /// Returns the definitions of a word in the innermost scope that has any, without those of other classes.
    fn outwards(&self, scope: ScopeId, word: WordId) -> Option<GroupId> {
        self.scopes.outwards(scope).find_map(|scope| self.ids.get(&(scope, word)).copied())
    }

    /// Returns the definitions of a word that a scope sees: those of the innermost scope that has any.
    fn visible(
        &self,
        scope: ScopeId,
        word: WordId,
        own: Option<UnitId>,
        clauses: &mut Vec<GroupId>,
    ) -> Option<GroupId> {
        let mut left = MAX_LOOKUPS;
        let is_other = |group: &GroupId| own.is_none_or(|own| self.units[*group] != [own]);
        self.scopes.outwards(scope).find_map(|scope| self.in_scope(scope, word, &mut left, clauses).filter(is_other))
    }

    /// Returns the constructors that `super()` means.
    fn constructors_of_bases(&self, scope: ScopeId, word: WordId) -> Option<GroupId> {
        let bases = self.scopes.outwards(scope).find_map(|scope| self.bases.get(&scope))?;
        bases.iter().find_map(|base| self.member_of(base.group, word))
    }

    /// Returns the definitions of a word in a scope, or in the classes of which it has the members.
    fn in_scope(&self, scope: ScopeId, word: WordId, left: &mut usize, clauses: &mut Vec<GroupId>) -> Option<GroupId> {
        if let Some(&group) = self.ids.get(&(scope, word)) {
            return Some(group);
        }
        let bases = self.bases.get(&scope).map_or(&[] as &[Base], Vec::as_slice);
        bases.iter().find_map(|base| {
            let found = self.inside(base.group, word, left, clauses)?;
            clauses.extend(base.clause);
            Some(found)
        })
    }

    /// Returns the definitions of a word inside of those of another one.
    fn inside(&self, group: GroupId, word: WordId, left: &mut usize, clauses: &mut Vec<GroupId>) -> Option<GroupId> {
        self.units[group].iter().find_map(|&unit| {
            *left = left.checked_sub(1)?;
            let scope = Some(self.scopes.inside[unit]).filter(|&scope| self.scopes.has_members[scope])?;
            self.in_scope(scope, word, left, clauses)
        })
    }
}

/// A class of which a scope has the members.
struct Base {
    group: GroupId,
    /// The clause that says so.
    clause: Option<GroupId>,
}

/// The word that stands for the constructors of a class among its members. It is no token, so that no name of a text is the same.
pub(super) const CONSTRUCTOR: &[u8] = b"new()";
/// Number of functions of one name that are overloads. Two may be a declaration and its definition.
const MIN_OVERLOADS: usize = 3;
/// Number of definitions in which a name is looked for. The parts of a namespace are one scope, so the first is enough there.
const MAX_LOOKUPS: usize = 32;
