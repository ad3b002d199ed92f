//! The units that stay if some are wanted, and their text.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::{Declared, GroupId, Program, Unit, UnitId, UnitKind, WordId};
use grammarc_core::steps::step;

/// The units that a candidate asks for.
#[derive(Clone)]
pub struct Choice {
    /// By unit: whether it stays even if no other unit needs it, as long as the unit around it stays.
    pub wanted: Vec<bool>,
    /// By unit: whether it goes, with all that needs it.
    pub gone: Vec<bool>,
}

impl Choice {
    /// Returns the choice of all units.
    pub fn all(program: &Program) -> Self {
        Self { wanted: vec![true; program.len()], gone: vec![false; program.len()] }
    }
}

/// The units that stay beside the roots of a candidate. For the root `a == b;`, both classes are named, and their `operator==` is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Surroundings {
    /// Units that the roots need by name. The functions among them lose their bodies.
    Named,
    /// Also units that a compiler needs without a name: clauses, constructors, operators, and the bodies of `constexpr` functions.
    Unnamed,
    /// Also the bodies of all functions that stay.
    Bodies,
}

impl Program {
    /// Returns the choice of some roots: units with their parts, the units around them, and the targets of those, such as the type of an
    /// `impl`. O(n).
    pub fn rooted(&self, roots: impl Iterator<Item = UnitId>, surroundings: Surroundings) -> Choice {
        let mut choice = Choice { wanted: vec![false; self.len()], ..Choice::all(self) };
        for (id, unit) in self.units.iter().enumerate() {
            let has_unnamed = surroundings >= Surroundings::Unnamed;
            choice.wanted[id] |= match unit.kind {
                UnitKind::Fixed | UnitKind::Annotation => true,
                UnitKind::Clause => has_unnamed,
                _ => has_unnamed && unit.is_nameless && !unit.is_class,
            };
            // A `constexpr` function must return, so its last statement is fixed.
            if let Some(function) =
                unit.parent.filter(|_| has_unnamed && unit.is_return && unit.kind == UnitKind::Fixed)
            {
                choice.wanted[function + 1..self.end(function)].fill(true);
            }
            if surroundings >= Surroundings::Bodies {
                self.body(id).for_each(|part| choice.wanted[part..self.end(part)].fill(true));
            }
        }
        let mut open: Vec<UnitId> = Vec::new();
        for root in roots {
            choice.wanted[root..self.end(root)].fill(true);
            open.push(root);
        }
        let mut is_seen = vec![false; self.len()];
        while let Some(unit) = open.pop() {
            if !std::mem::replace(&mut is_seen[unit], true) {
                choice.wanted[unit] = true;
                open.extend(self.units[unit].parent);
                // `a, b = f()` goes with the definitions of both, too, but does not want them.
                let is_around = self.end(unit) > unit + 1;
                let targets = self.units[unit].targets.iter().filter(|_| is_around);
                open.extend(targets.flat_map(|&group| &self.groups[group]));
            }
        }
        choice
    }
}

/// The units that stay.
pub struct Kept {
    /// By unit: whether it stays.
    pub units: Vec<bool>,
    /// By unit: whether another one that stays needs it by name.
    pub needed: Vec<bool>,
    /// By group: whether a unit that stays uses it.
    followed: Vec<bool>,
}

/// Number of definitions of a name among which an earlier one is looked for.
const MAX_BEFORE: usize = 32;

/// Follows names from the units that are wanted.
struct NameClosure<'p> {
    program: &'p Program,
    choice: &'p Choice,
    kept: Kept,
    /// By unit: whether it must not stay.
    gone: Vec<bool>,
    /// The units that stay, and whose names are not followed yet.
    open: Vec<UnitId>,
    /// By group: whether a unit of it stays.
    held: Vec<bool>,
    /// The words that are used as members of something.
    members: HashSet<WordId>,
    /// By group: the units that wait for it, because they go with it.
    waiting: HashMap<GroupId, Vec<UnitId>>,
}

impl Program {
    /// Returns the units that stay: those wanted, and all that they need. O(n) in the units and their uses.
    pub fn kept(&self, choice: &Choice) -> Kept {
        step(self.len() as u64);
        let (units, groups) = (vec![false; self.len()], vec![false; self.groups.len()]);
        let kept = Kept { needed: units.clone(), units, followed: groups.clone() };
        let held = groups;
        let gone = self.gone(choice);
        let (open, members, waiting) = (Vec::new(), HashSet::new(), HashMap::new());
        let mut closure = NameClosure { program: self, choice, kept, gone, open, held, members, waiting };
        let outermost = std::iter::successors(Some(0), |&unit| Some(self.units.get(unit)?.end));
        for unit in outermost.take_while(|&unit| unit < self.len()).filter(|&unit| choice.wanted[unit]) {
            closure.keep_with_targets(unit);
        }
        closure.run();
        let mut kept = closure.kept;
        self.close_empty(&mut kept);
        kept
    }

    /// Drops the namespaces of which nothing is left inside, unless a name needs them.
    fn close_empty(&self, kept: &mut Kept) {
        let is_container = |&unit: &UnitId| self.units[unit].kind == UnitKind::Container;
        for unit in (0..self.len()).rev().filter(is_container) {
            let inside = self.children(unit).filter(|&part| self.units[part].kind != UnitKind::Annotation);
            let mut inside = inside.peekable();
            let is_empty = inside.peek().is_some() && !inside.any(|part| kept.units[part]);
            kept.units[unit] &= !is_empty || kept.needed[unit];
        }
    }

    /// Returns the units that must go: those chosen, and all units inside them or in need of them.
    fn gone(&self, choice: &Choice) -> Vec<bool> {
        let mut gone = vec![false; self.len()];
        let mut left: Vec<usize> = self.groups.iter().map(Vec::len).collect();
        let mut left_members: HashMap<WordId, usize> = HashMap::new();
        let mut open: Vec<UnitId> = (0..self.len()).filter(|&unit| choice.gone[unit]).collect();
        // Units whose target is gone. A fixed one of these goes alone; any other takes the unit around it along.
        let mut freed: HashSet<UnitId> = HashSet::new();
        while let Some(unit) = open.pop() {
            if std::mem::replace(&mut gone[unit], true) {
                continue;
            }
            open.extend(self.children(unit));
            open.extend(self.units[unit].parent.filter(|_| self.is_fixed(unit) && !freed.contains(&unit)));
            for &group in &self.units[unit].groups {
                left[group] -= 1;
                if left[group] == 0 {
                    freed.extend(self.users[group].iter().filter(|&&user| self.units[user].targets.contains(&group)));
                    open.extend(&self.users[group]);
                }
            }
            for word in &self.units[unit].member_words {
                let left = left_members.entry(*word).or_insert_with(|| self.members[word].len());
                *left -= 1;
                if *left == 0 {
                    open.extend(self.member_users.get(word).into_iter().flatten());
                }
            }
        }
        gone
    }

    /// Returns the names in `a, b := c` that nothing uses, each with `_`, and the sign with `=` if no other one is new.
    fn unused(&self, unit: UnitId, kept: &Kept) -> impl Iterator<Item = (Range<usize>, &'static [u8])> {
        let declared = self.units[unit].declared.iter();
        declared.flat_map(move |Declared { names, sign }| {
            let is_unused = |group: GroupId| !kept.followed[group];
            let before =
                |group: GroupId| self.groups[group].iter().take(MAX_BEFORE).take_while(move |&&other| other < unit);
            let is_old = |group: GroupId| before(group).any(|&other| kept.units[other]);
            let unused: Vec<Range<usize>> =
                names.iter().filter(|&&(_, group)| is_unused(group)).map(|(place, _)| place.clone()).collect();
            let is_new = names.iter().any(|&(_, group)| !is_unused(group) && !is_old(group));
            let sign = (!unused.is_empty() && !is_new).then(|| (sign.clone(), b"=".as_slice()));
            unused.into_iter().map(|place| (place, b"_".as_slice())).chain(sign)
        })
    }

    /// Returns the text of the units that stay.
    pub fn text(&self, text: &[u8], kept: &Kept) -> Vec<u8> {
        self.texts(text, kept, std::slice::from_ref(&(0..text.len()))).concat()
    }

    /// Returns the text that stays of each of some parts of the text, such as files. They are apart and ascending, and
    /// [no unit is in two](Self::is_apart).
    pub fn texts(&self, text: &[u8], kept: &Kept, parts: &[Range<usize>]) -> Vec<Vec<u8>> {
        let mut changes = self.changes(kept).into_iter().peekable();
        let text_of = |part: &Range<usize>| {
            let (mut left, mut at) = (Vec::with_capacity(part.len()), part.start);
            while let Some((gone, filler)) = changes.next_if(|(gone, _)| gone.start < part.end) {
                if gone.start >= at {
                    left.extend_from_slice(&text[at..gone.start]);
                    left.extend_from_slice(filler);
                }
                at = at.max(gone.end);
            }
            left.extend_from_slice(&text[at.min(part.end)..part.end]);
            left
        };
        parts.iter().map(text_of).collect()
    }

    /// Returns the ranges of bytes that go, in order, each with the text in its place.
    fn changes(&self, kept: &Kept) -> Vec<(Range<usize>, &'static [u8])> {
        let (mut found, mut unit) = (Vec::new(), 0);
        while let Some(Unit { bytes, opens, end, is_return, filler, .. }) = self.units.get(unit) {
            let is_left = |part: UnitId| kept.units[part] && !self.units[part].is_comment;
            let (gone, behind, filler) = match opens.as_ref().filter(|block| !(unit..block.end).any(is_left)) {
                Some(block) => (&block.bytes, block.end, block.filler),
                None if !kept.units[unit] => (bytes, *end, if *is_return { *filler } else { b"" }),
                None => {
                    found.extend(self.unused(unit, kept));
                    unit += 1;
                    continue;
                }
            };
            found.push((gone.clone(), filler));
            unit = behind;
        }
        found
    }
}

impl NameClosure<'_> {
    /// Keeps a unit, once all that it goes with stays.
    fn keep_with_targets(&mut self, unit: UnitId) {
        let targets = &self.program.units[unit].targets;
        match targets.iter().find(|&&group| !self.held[group]) {
            Some(&group) => self.waiting.entry(group).or_default().push(unit),
            None => self.keep(unit),
        }
    }

    fn keep(&mut self, unit: UnitId) {
        if !self.gone[unit] && !std::mem::replace(&mut self.kept.units[unit], true) {
            self.open.push(unit);
        }
    }

    fn run(&mut self) {
        while let Some(id) = self.open.pop() {
            let program = self.program;
            let unit = &program.units[id];
            unit.parent.into_iter().for_each(|parent| self.keep(parent));
            unit.uses.iter().chain(&unit.targets).for_each(|&group| self.follow(group, id));
            unit.members.iter().for_each(|&word| self.use_member(word));
            for child in program.children(id) {
                let is_member = program.units[child].member_words.iter().any(|word| self.members.contains(word));
                if self.choice.wanted[child] || is_member {
                    self.keep_with_targets(child);
                }
            }
            for &group in &unit.groups {
                if !std::mem::replace(&mut self.held[group], true) {
                    let waiting = self.waiting.remove(&group).unwrap_or_default();
                    waiting.into_iter().for_each(|unit| self.keep_with_targets(unit));
                }
            }
        }
    }

    /// Keeps all of a group that a unit uses.
    fn follow(&mut self, group: GroupId, user: UnitId) {
        let units = &self.program.groups[group];
        if let &[unit] = units.as_slice() {
            // A parameter is used inside of its function, which does not need itself.
            self.kept.needed[unit] |= !(unit..self.program.units[unit].end).contains(&user);
        }
        if !std::mem::replace(&mut self.kept.followed[group], true) {
            for &unit in units {
                self.kept.needed[unit] |= units.len() > 1;
                self.keep(unit);
            }
        }
    }

    fn use_member(&mut self, word: WordId) {
        if self.members.insert(word) {
            for &member in self.program.members.get(&word).into_iter().flatten() {
                let parent = self.program.units[member].parent;
                if let Some(parent) = parent.filter(|&parent| self.program.units[parent].is_extension) {
                    self.keep_with_targets(parent);
                }
                if parent.is_none_or(|parent| self.kept.units[parent]) {
                    self.keep_with_targets(member);
                }
            }
        }
    }
}
