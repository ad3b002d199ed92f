//! Deterministic automata: the subset construction, in two orders.
//!
//! M. O. Rabin, D. Scott, *Finite Automata and Their Decision Problems*, IBM Journal 3(2), 1959. With [`Order::First`] a
//! state is an ordered list of steps that ends at the first match, as in RE2: what is longest in it is then what
//! backtracking would find first. A thread that has passed a look-ahead keeps a watch on it; see [`super::ahead`].

use std::collections::{HashMap, HashSet};

use super::ahead::{Conditions, FAILS, Finding, HOLDS, NONE, Watches};
use super::program::{Program, Step};

/// The state that nothing leads out of.
pub(super) const DEAD: u32 = 0;
const START: u32 = 1;

/// Most states of one automaton, most conditions, and most sets of watches; expressions that need more are simulated.
const MAX_STATES: usize = 2_000;
/// Most threads moved to find one automaton: under a second.
const MAX_MOVES: usize = 1 << 25;

/// Which matches an automaton accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Order {
    /// All. The last accepting state on the way is the longest match.
    All,
    /// The last accepting state on the way is the match that backtracking would find first.
    First,
}

/// A deterministic automaton over bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dfa {
    /// The class of every byte; bytes of one class are never told apart.
    classes: Box<[u8; 256]>,
    /// Number of classes.
    stride: usize,
    /// Where each state goes on each class: `next[state * stride + class]`.
    next: Vec<u32>,
    /// What must follow for each state to accept.
    accepting: Vec<u32>,
    conditions: Conditions,
}

impl Dfa {
    /// Builds the automaton of a program with at most 2,000 states. Look-aheads can be followed if their own automata accept
    /// whatever follows, and only where all matches are accepted.
    pub fn new(program: &Program, order: Order) -> Option<Self> {
        let is_possible = match order {
            Order::All => program.steps().iter().all(|step| program.is_followed(step)),
            Order::First => program.is_plain(),
        };
        if !is_possible {
            return None;
        }
        let (classes, stride) = classes(program);
        let (next, accepting, conditions) = Construction::new(program, order).run(&classes, stride)?;
        Some(Self { classes, stride, next, accepting, conditions })
    }

    /// Returns the state to begin in.
    pub fn start(&self) -> u32 {
        START
    }

    /// Returns the state that no input leads out of; it does not accept.
    pub fn dead(&self) -> u32 {
        DEAD
    }

    /// Returns the number of states. The dead state is 0, the start 1.
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    /// Returns where a state goes on a byte.
    pub fn next(&self, state: u32, byte: u8) -> u32 {
        self.next[state as usize * self.stride + usize::from(self.classes[usize::from(byte)])]
    }

    /// Returns whether what was read so far is a match, whatever follows.
    pub fn is_accepting(&self, state: u32) -> bool {
        self.accepting[state as usize] == HOLDS
    }

    /// Returns whether what was read so far is a match if nothing follows.
    pub fn is_accepting_at_end(&self, state: u32) -> bool {
        self.accepts(state, b"")
    }

    /// Returns whether no match depends on what follows it: then [`Dfa::is_accepting`] says all.
    pub fn is_unconditional(&self) -> bool {
        self.accepting.iter().all(|&condition| condition <= HOLDS)
    }

    /// Returns whether what was read so far is a match where this follows.
    fn accepts(&self, state: u32, rest: &[u8]) -> bool {
        match self.accepting[state as usize] {
            FAILS => false,
            HOLDS => true,
            condition => self.conditions.hold(condition, rest, &self.classes, self.stride),
        }
    }

    /// Returns the transitions out of a state to live states, as ascending inclusive ranges of bytes.
    pub fn transitions(&self, state: u32) -> Vec<(u8, u8, u32)> {
        let mut found: Vec<(u8, u8, u32)> = Vec::new();
        for byte in 0..=255 {
            match (self.next(state, byte), found.last_mut()) {
                (DEAD, _) => {}
                (target, Some((_, high, same))) if *same == target && *high + 1 == byte => *high = byte,
                (target, _) => found.push((byte, byte, target)),
            }
        }
        found
    }

    /// Returns every end of a match that begins at `at`, ascending.
    pub fn ends<'a>(&'a self, input: &'a [u8], at: usize) -> impl Iterator<Item = usize> + 'a {
        let mut state = START;
        let mut end = at;
        let mut begun = false;
        std::iter::from_fn(move || {
            loop {
                if std::mem::replace(&mut begun, true) {
                    state = self.next(state, *input.get(end)?);
                    end += 1;
                }
                match state {
                    DEAD => return None,
                    state if self.accepts(state, &input[end..]) => return Some(end),
                    _ => {}
                }
            }
        })
        .fuse()
    }

    /// Returns the end of the longest match that begins at `at`; with [`Order::First`], of the first by priority.
    pub fn longest(&self, input: &[u8], at: usize) -> Option<usize> {
        let mut state = START;
        let input = input.get(at..)?;
        let mut longest = self.accepts(state, input).then_some(at);
        for (read, &byte) in input.iter().enumerate() {
            state = self.next(state, byte);
            if state == DEAD {
                break;
            }
            if self.accepts(state, &input[read + 1..]) {
                longest = Some(at + read + 1);
            }
        }
        longest
    }

    /// Returns whether the whole text is a match.
    pub fn is_match(&self, text: &[u8]) -> bool {
        let mut state = START;
        for &byte in text {
            state = self.next(state, byte);
            if state == DEAD {
                return false;
            }
        }
        self.is_accepting_at_end(state)
    }
}

/// Numbers the classes of bytes that neither a step of the program nor a look-ahead tells apart.
fn classes(program: &Program) -> (Box<[u8; 256]>, usize) {
    let mut begins = [false; 257];
    for step in program.steps() {
        match step {
            Step::Bytes(ranges) => {
                for &(low, high, _) in ranges {
                    begins[usize::from(low)] = true;
                    begins[usize::from(high) + 1] = true;
                }
            }
            &Step::Ahead { part, .. } => {
                let classes = program.part(part).dfa.as_ref().map(|dfa| &dfa.classes);
                let pairs = classes.iter().flat_map(|classes| classes.windows(2));
                pairs.zip(1..).for_each(|(pair, byte)| begins[byte] |= pair[0] != pair[1]);
            }
            _ => {}
        }
    }
    let mut classes = Box::new([0; 256]);
    let mut class = 0;
    for byte in 1..256 {
        class += u8::from(begins[byte]);
        classes[byte] = class;
    }
    (classes, usize::from(class) + 1)
}

/// A step, and the set of watches on what follows.
type Thread = (u32, u32);

/// The subset construction under way.
struct Construction<'p> {
    program: &'p Program,
    order: Order,
    /// The states found.
    states: HashMap<Vec<Thread>, u32>,
    /// States in the order of their numbers.
    lists: Vec<Vec<Thread>>,
    /// When each step was last reached without a watch: then it is not looked at again.
    seen: Vec<u32>,
    round: u32,
    /// The threads with watches that were reached in this round.
    watching: HashSet<Thread>,
    watches: Watches<'p>,
    /// How many threads may still be moved.
    moves: usize,
}

impl<'p> Construction<'p> {
    fn new(program: &'p Program, order: Order) -> Self {
        let seen = vec![0; program.steps().len()];
        let (states, lists) = (HashMap::new(), Vec::new());
        let watches = Watches::new(program);
        Self { program, order, states, lists, seen, round: 0, watching: HashSet::new(), watches, moves: MAX_MOVES }
    }

    /// Returns the transitions, what must follow for each state to accept, and the conditions that these are.
    fn run(mut self, classes: &[u8; 256], stride: usize) -> Option<(Vec<u32>, Vec<u32>, Conditions)> {
        let mut samples = vec![0; stride];
        (0..=255).for_each(|byte| samples[usize::from(classes[usize::from(byte)])] = byte);
        let start = self.close(&[(self.program.start(), NONE)])?;
        self.number(Vec::new());
        // The start has its own state even if it is dead.
        self.states.entry(start.clone()).or_insert(START);
        self.lists.push(start);
        let mut next = Vec::new();
        let mut place = 0;
        while place < self.lists.len() {
            for &byte in &samples {
                let targets = self.read(place, byte);
                let list = self.close(&targets)?;
                next.push(self.number(list));
            }
            place += 1;
            if self.lists.len().max(self.watches.len()) > MAX_STATES {
                return None;
            }
        }
        let mut finding = Finding::default();
        let accepts = |list: &Vec<Thread>| {
            let ends = list.iter().filter(|thread| *self.program.step(thread.0) == Step::Accept);
            finding.condition(ends.map(|thread| thread.1).collect())
        };
        let accepting = self.lists.iter().map(accepts).collect();
        let conditions = finding.follow(&mut self.watches, &samples, MAX_STATES)?;
        Some((next, accepting, conditions))
    }

    fn read(&mut self, state: usize, byte: u8) -> Vec<Thread> {
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

    /// Follows the steps that read nothing, in order; each step counts where it is first reached. None if too many threads
    /// were moved.
    fn close(&mut self, from: &[Thread]) -> Option<Vec<Thread>> {
        self.round += 1;
        self.watching.clear();
        let mut list = Vec::new();
        let mut open: Vec<Thread> = from.iter().rev().copied().collect();
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
            // A thread without watches has all matches of those at the same step that have some.
            list.dedup_by_key(|&mut (place, set)| {
                (place, if self.seen[place as usize] == self.round { NONE } else { set })
            });
        }
        Some(list)
    }

    fn number(&mut self, list: Vec<Thread>) -> u32 {
        let number = self.lists.len() as u32;
        *self.states.entry(list).or_insert_with_key(|list| {
            self.lists.push(list.clone());
            number
        })
    }
}

/// Returns where a step goes on a byte.
pub(super) fn target(ranges: &[(u8, u8, u32)], byte: u8) -> Option<u32> {
    let place = ranges.partition_point(|&(_, high, _)| high < byte);
    ranges.get(place).filter(|&&(low, _, _)| low <= byte).map(|&(_, _, target)| target)
}
