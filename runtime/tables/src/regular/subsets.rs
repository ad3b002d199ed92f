//! The subset construction of automata, in two orders.
//!
//! M. O. Rabin, D. Scott, *Finite Automata and Their Decision Problems*, IBM Journal 3(2), 1959. With [`Order::First`]
//! a state is an ordered list of steps that ends at the first match, as in RE2. So the longest match of the automaton
//! is the match that backtracking would find first. A thread that has passed a look-ahead keeps a watch on it; see
//! [`super::ahead`].

use super::ahead::{ConditionTable, NONE, Watches};
use super::conditions::Conditions;
use super::dfa::{DEAD, Dfa, Order, START};
use super::program::{Program, Step, target};
use super::quick::{QuickMap, QuickSet};

/// Maximum number of states of one automaton, of conditions, and of sets of watches; or the number of the program's steps, if that is
/// larger. An expression that needs more is simulated, because its table would take megabytes. For example, a word without 900
/// keywords has about as many states as steps.
const MAX_STATES: usize = 2_000;
/// Maximum number of threads moved to build one automaton. So many take under a second.
const MAX_MOVES: usize = 1 << 25;

impl Dfa {
    /// Builds the automaton of a program with at most 2,000 states, or as many as the program has steps. Look-aheads can be followed only with `Order::All`,
    /// and if their own automata accept without conditions.
    pub fn new(program: &Program, order: Order) -> Option<Self> {
        let is_possible = match order {
            Order::All => program.steps().iter().all(|step| program.is_followed(step)),
            Order::First => program.is_plain(),
        };
        if !is_possible {
            return None;
        }
        let (classes, stride) = program.classes();
        let (next, accepting, conditions) = Construction::new(program, order).run(&classes, stride)?;
        Some(Self { classes, stride, next, accepting, conditions })
    }
}

/// A step, and the set of watches on the bytes after it.
type WatchedStep = (u32, u32);

/// The subset construction under way.
struct Construction<'p> {
    program: &'p Program,
    order: Order,
    /// The states found.
    states: QuickMap<Vec<WatchedStep>, u32>,
    /// States in the order of their numbers.
    lists: Vec<Vec<WatchedStep>>,
    /// The round in which each step was last reached without a watch. It is followed once a round.
    seen: Vec<u32>,
    round: u32,
    /// The threads with watches that were reached in this round.
    watching: QuickSet<WatchedStep>,
    watches: Watches<'p>,
    /// Number of threads that may still be moved.
    moves: usize,
}

impl<'p> Construction<'p> {
    fn new(program: &'p Program, order: Order) -> Self {
        let seen = vec![0; program.steps().len()];
        let (states, lists) = (QuickMap::default(), Vec::new());
        let watches = Watches::new(program);
        Self { program, order, states, lists, seen, round: 0, watching: QuickSet::default(), watches, moves: MAX_MOVES }
    }

    /// Returns the transitions, the condition under which each state accepts, and the automaton of these conditions.
    fn run(mut self, classes: &[u8; 256], stride: usize) -> Option<(Vec<u32>, Vec<u32>, Conditions)> {
        let mut samples = vec![0; stride];
        (0..=255).for_each(|byte| samples[usize::from(classes[usize::from(byte)])] = byte);
        let start = self.close(&[(self.program.start(), NONE)])?;
        self.number(Vec::new());
        // The start has its own state even if it is dead.
        self.states.entry(start.clone()).or_insert(START);
        self.lists.push(start);
        let most = MAX_STATES.max(self.program.steps().len());
        let mut next = Vec::new();
        let mut place = 0;
        while place < self.lists.len() {
            // Neighbouring classes of bytes often lead to the same steps.
            let mut last = (Vec::new(), DEAD);
            for &byte in &samples {
                let targets = self.read(place, byte);
                if targets != last.0 {
                    let list = self.close(&targets)?;
                    last = (targets, self.number(list));
                }
                next.push(last.1);
            }
            place += 1;
            if self.lists.len().max(self.watches.len()) > most {
                return None;
            }
        }
        let mut finding = ConditionTable::default();
        let accepts = |list: &Vec<WatchedStep>| {
            let ends = list.iter().filter(|thread| *self.program.step(thread.0) == Step::Accept);
            finding.condition(ends.map(|thread| thread.1).collect())
        };
        let accepting = self.lists.iter().map(accepts).collect();
        let conditions = finding.follow(&mut self.watches, &samples, most)?;
        Some((next, accepting, conditions))
    }

    fn read(&mut self, state: usize, byte: u8) -> Vec<WatchedStep> {
        let mut targets = Vec::new();
        self.moves = self.moves.saturating_sub(self.lists[state].len());
        for &(step, set) in &self.lists[state] {
            if let Step::Bytes(ranges) = self.program.step(step)
                && let Some(target) = target(ranges, byte)
                && let Some(set) = self.watches.read(set, byte)
            {
                targets.push((target, set));
            }
        }
        targets
    }

    /// Follows the steps that read nothing, in order. Each step counts where it is first reached. None if too many
    /// threads were moved.
    fn close(&mut self, from: &[WatchedStep]) -> Option<Vec<WatchedStep>> {
        self.round += 1;
        self.watching.clear();
        let mut list = Vec::new();
        let mut open: Vec<WatchedStep> = from.iter().rev().copied().collect();
        while let Some(thread @ (place, set)) = open.pop() {
            let is_seen = match set {
                NONE => std::mem::replace(&mut self.seen[place as usize], self.round) == self.round,
                _ => self.seen[place as usize] == self.round || !self.watching.insert(thread),
            };
            if is_seen {
                continue;
            }
            match self.program.step(place) {
                Step::Split(targets) => open.extend(targets.iter().rev().map(|&target| (target, set))),
                &Step::Ahead { part, negative, next } => {
                    open.extend(self.watches.with(set, part, negative).map(|set| (next, set)));
                }
                Step::Accept if self.order == Order::First => {
                    list.push(thread);
                    break;
                }
                _ => list.push(thread),
            }
            self.moves = self.moves.checked_sub(1)?;
        }
        if self.order == Order::All {
            list.sort_unstable();
            // A thread without watches finds every match of a thread with watches at the same step.
            list.dedup_by_key(|&mut (place, set)| {
                (place, if self.seen[place as usize] == self.round { NONE } else { set })
            });
        }
        Some(list)
    }

    fn number(&mut self, list: Vec<WatchedStep>) -> u32 {
        let number = self.lists.len() as u32;
        *self.states.entry(list).or_insert_with_key(|list| {
            self.lists.push(list.clone());
            number
        })
    }
}
