//! The units that stay if some are wanted, and their text.

use std::collections::{HashMap, HashSet};

use super::{GroupId, Program, Unit, UnitId, UnitKind, WordId};
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

/// The units that stay.
pub struct Kept {
    /// By unit: whether it stays.
    pub units: Vec<bool>,
    /// By unit: whether another one that stays needs it by name.
    pub needed: Vec<bool>,
}

/// Follows names from the units that are wanted.
struct NameClosure<'p> {
    program: &'p Program,
    choice: &'p Choice,
    kept: Kept,
    /// By unit: whether it must not stay.
    gone: Vec<bool>,
    /// The units that stay, and whose names are not followed yet.
    open: Vec<UnitId>,
    /// By group: whether all of it stays.
    followed: Vec<bool>,
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
        let kept = Kept { units: vec![false; self.len()], needed: vec![false; self.len()] };
        let (followed, held) = (vec![false; self.groups.len()], vec![false; self.groups.len()]);
        let gone = self.gone(choice);
        let (open, members, waiting) = (Vec::new(), HashSet::new(), HashMap::new());
        let mut closure = NameClosure { program: self, choice, kept, gone, open, followed, held, members, waiting };
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
        while let Some(unit) = open.pop() {
            if std::mem::replace(&mut gone[unit], true) {
                continue;
            }
            open.extend(self.children(unit));
            for &group in &self.units[unit].groups {
                left[group] -= 1;
                if left[group] == 0 {
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

    /// Returns the text of the units that stay.
    pub fn text(&self, text: &[u8], kept: &Kept) -> Vec<u8> {
        let mut out = Vec::with_capacity(text.len());
        let (mut at, mut unit) = (0, 0);
        while let Some(Unit { bytes, body, end, is_return, .. }) = self.units.get(unit) {
            let is_kept = kept.units[unit];
            let is_empty = || self.content(unit).is_some_and(|first| !kept.units[first..*end].contains(&true));
            let gap = match body.as_ref().filter(|_| is_kept && is_empty()) {
                Some(body) => Some((body, self.filler)),
                None if !is_kept && *is_return => Some((bytes, self.filler)),
                None if !is_kept => Some((bytes, b"".as_slice())),
                None => None,
            };
            let Some((gap, filler)) = gap else {
                unit += 1;
                continue;
            };
            if gap.start >= at {
                out.extend_from_slice(&text[at..gap.start]);
                out.extend_from_slice(filler);
            }
            at = at.max(gap.end);
            unit = *end;
        }
        out.extend_from_slice(&text[at..]);
        out
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
            unit.uses.iter().chain(&unit.targets).for_each(|&group| self.follow(group));
            unit.members.iter().for_each(|&word| self.use_member(word));
            for child in program.children(id) {
                let is_member = program.units[child].defines.iter().any(|word| self.members.contains(word));
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

    fn follow(&mut self, group: GroupId) {
        if !std::mem::replace(&mut self.followed[group], true) {
            for &unit in &self.program.groups[group] {
                self.kept.needed[unit] = true;
                self.keep(unit);
            }
        }
    }

    fn use_member(&mut self, word: WordId) {
        if self.members.insert(word) {
            for &member in self.program.members.get(&word).into_iter().flatten() {
                if self.program.units[member].parent.is_none_or(|parent| self.kept.units[parent]) {
                    self.keep_with_targets(member);
                }
            }
        }
    }
}
