//! Look-aheads in automata, followed over the bytes to come until they are decided.
//!
//! A thread of the subset construction that passes a look-ahead goes on with a [`Watch`]: the state of the look-ahead's
//! own automaton, which reads the same bytes. A thread can accept while a watch is undecided. Then the match has a
//! condition on the bytes after it, which is a state of [`Conditions`].
//!
//! For example, one watch, and the bytes that decide it:
//!
//! ```text
//! "a" !"bc"          the text `abd`
//!
//! thread behind `a`, watch at the start of the automaton of "bc"       accepts, under a condition
//!          `b`       watch in its middle state                         still open
//!          `d`       its automaton is dead: the negative watch is true, and `a` is a match
//! ```

use super::conditions::{Conditions, FAILS, HOLDS};
use super::dfa::{DEAD, Dfa};
use super::program::Program;
use super::quick::QuickMap;

/// The set of no watches.
pub(super) const NONE: u32 = 0;

/// An undecided look-ahead. It comes true when its automaton accepts; if it is negative, when its automaton dies or the
/// input ends. For example, `!"b"` is undecided until the next byte is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Watch {
    /// Number of the part of the program.
    part: u32,
    negative: bool,
    /// Where its automaton is: in a state that does not accept.
    state: u32,
}

/// Sets of watches, numbered. All watches of a set must come true. For example, `!"b" !"c"` is a set of two.
pub(super) struct Watches<'p> {
    program: &'p Program,
    sets: Vec<Box<[Watch]>>,
    numbers: QuickMap<Box<[Watch]>, u32>,
    /// For each set the sets after each byte, as far as they were asked for.
    next: Vec<Option<Box<[Next; 256]>>>,
}

/// The set after a byte.
#[derive(Clone, Copy)]
enum Next {
    /// Nobody has asked yet.
    Unknown,
    /// A watch fails.
    Fails,
    Set(u32),
}

impl<'p> Watches<'p> {
    /// Makes the empty set. The look-aheads of the program must have automata that accept without conditions.
    pub(super) fn new(program: &'p Program) -> Self {
        let numbers = std::iter::once((Box::default(), NONE)).collect();
        Self { program, sets: vec![Box::default()], numbers, next: Vec::new() }
    }

    /// Returns the number of sets.
    pub(super) fn len(&self) -> usize {
        self.sets.len()
    }

    /// Returns the set with one more watch, which begins here; none if this watch fails at once.
    pub(super) fn with(&mut self, set: u32, part: u32, negative: bool) -> Option<u32> {
        let dfa = self.dfa(part);
        if dfa.is_accepting(dfa.start()) {
            return (!negative).then_some(set);
        }
        let watch = Watch { part, negative, state: dfa.start() };
        let watches = self.sets[set as usize].iter().copied().chain([watch]).collect();
        Some(self.number(watches))
    }

    /// Returns the set after a byte; none if a watch in it fails.
    pub(super) fn read(&mut self, set: u32, byte: u8) -> Option<u32> {
        if set == NONE {
            return Some(NONE);
        }
        self.next.resize(self.sets.len(), None);
        let known = self.next[set as usize].as_ref().map_or(Next::Unknown, |row| row[usize::from(byte)]);
        match known {
            Next::Set(next) => Some(next),
            Next::Fails => None,
            Next::Unknown => {
                let next = self.follow(set, byte);
                let row = self.next[set as usize].get_or_insert_with(|| Box::new([Next::Unknown; 256]));
                row[usize::from(byte)] = next.map_or(Next::Fails, Next::Set);
                next
            }
        }
    }

    fn follow(&mut self, set: u32, byte: u8) -> Option<u32> {
        let mut watches = Vec::new();
        for &watch in &self.sets[set as usize] {
            let dfa = self.dfa(watch.part);
            let state = dfa.next(watch.state, byte);
            match state == DEAD || dfa.is_accepting(state) {
                true if (state == DEAD) == watch.negative => {}
                true => return None,
                false => watches.push(Watch { state, ..watch }),
            }
        }
        Some(self.number(watches))
    }

    /// Whether all watches of a set come true at the end of input.
    fn hold_at_end(&self, set: u32) -> bool {
        self.sets[set as usize].iter().all(|watch| watch.negative)
    }

    fn dfa(&self, part: u32) -> &'p Dfa {
        self.program.part(part).dfa.as_deref().expect("every part has an automaton")
    }

    fn number(&mut self, mut watches: Vec<Watch>) -> u32 {
        watches.sort_unstable();
        watches.dedup();
        let number = self.sets.len() as u32;
        *self.numbers.entry(watches.into()).or_insert_with_key(|watches| {
            self.sets.push(watches.clone());
            number
        })
    }
}

/// The conditions found so far. Each holds if at least one of its sets of watches comes true.
#[derive(Default)]
pub(super) struct ConditionTable {
    numbers: QuickMap<Vec<u32>, u32>,
    /// The sets of each condition, from the third condition on.
    sets: Vec<Vec<u32>>,
}

impl ConditionTable {
    /// Returns the condition that at least one of these sets comes true.
    pub(super) fn condition(&mut self, mut sets: Vec<u32>) -> u32 {
        if sets.is_empty() {
            return FAILS;
        }
        if sets.contains(&NONE) {
            return HOLDS;
        }
        sets.sort_unstable();
        sets.dedup();
        let number = HOLDS + 1 + self.sets.len() as u32;
        *self.numbers.entry(sets).or_insert_with_key(|sets| {
            self.sets.push(sets.clone());
            number
        })
    }

    /// Follows all conditions over a byte of each class; none if this takes more than `most` conditions.
    pub(super) fn follow(mut self, watches: &mut Watches<'_>, samples: &[u8], most: usize) -> Option<Conditions> {
        if self.sets.is_empty() {
            return Some(Conditions::default());
        }
        let both = |condition| std::iter::repeat_n(condition, samples.len());
        let mut found = Conditions { next: both(FAILS).chain(both(HOLDS)).collect(), at_end: vec![false, true] };
        let mut place = 0;
        while place < self.sets.len() {
            let mut last = None;
            for &byte in samples {
                let sets: Vec<u32> = self.sets[place].iter().filter_map(|&set| watches.read(set, byte)).collect();
                let condition = match &last {
                    Some((same, condition)) if *same == sets => *condition,
                    _ => self.condition(sets.clone()),
                };
                found.next.push(condition);
                last = Some((sets, condition));
            }
            found.at_end.push(self.sets[place].iter().any(|&set| watches.hold_at_end(set)));
            place += 1;
            if self.sets.len() > most {
                return None;
            }
        }
        Some(found)
    }
}
