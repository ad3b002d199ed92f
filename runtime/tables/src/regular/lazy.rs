//! Automata whose states are made when an input first reaches them, for look-aheads: does the input go on with a match?
//!
//! A look-ahead of a programming language can have more states than fit into a table, and look-aheads inside look-aheads. A real
//! input reaches a few hundred of them. T. Parr, S. Harwell, K. Fisher, *Adaptive LL(\*) Parsing: The Power of Dynamic Analysis*,
//! OOPSLA 2014, do the same for grammars, and R. Cox, *Regular Expression Matching in the Wild*, 2010, for expressions.
//!
//! A state is a set of threads, as in [`super::subsets`], but a thread that has found a match stays until the watches on the bytes
//! behind the match are decided. So the two final states are the whole answer. The state of a watch is a state of another
//! machine of this kind, so look-aheads may nest:
//!
//! ```text
//! "a" !("b" !"c")        the text `abd`
//!
//! behind `a`     match, watch: `b` is sought       open; at the end of input it would be a match
//!        `b`     match, watch: match, watch `c`    open
//!        `d`     the inner watch comes true, so the outer one fails: no match
//! ```

use std::sync::{Mutex, PoisonError};

use super::program::{Program, Step, target};
use super::quick::{QuickMap, QuickSet};

/// No match, whatever follows.
const FALSE: u32 = 0;
/// A match, whatever follows.
const TRUE: u32 = 1;
/// A transition that no input has asked for.
const UNKNOWN: u32 = u32::MAX;
/// The set of no watches.
const NONE: u32 = 0;

/// Size in bytes at which the states of an automaton are dropped: some thousand states.
const MAX_BYTES: usize = 1 << 20;
/// Number of bytes that must be read for each state. If fewer are, making states takes longer than a simulation would.
const MIN_BYTES_PER_STATE: usize = 10;

/// The automata of one expression. A thread that finds the first one in use takes another, because a parse asks for look-aheads
/// too often to wait.
#[derive(Debug, Default)]
pub(super) struct LazyPool {
    first: Mutex<Option<Lazy>>,
    /// Those of the others that no thread uses at the moment.
    others: Mutex<Vec<Lazy>>,
}

impl LazyPool {
    /// Returns whether a match begins at the start of `rest`; none if an automaton is of no use for the expression.
    pub(super) fn is_prefix(&self, program: &Program, rest: &[u8]) -> Option<bool> {
        if !program.is_lazy() {
            return None;
        }
        if let Ok(mut first) = self.first.try_lock() {
            return first.get_or_insert_with(|| Lazy::new(program)).is_prefix(program, rest);
        }
        let free = self.others.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut automaton = free.unwrap_or_else(|| Lazy::new(program));
        let found = automaton.is_prefix(program, rest);
        self.others.lock().unwrap_or_else(PoisonError::into_inner).push(automaton);
        found
    }
}

/// An automaton that grows, up to a size.
#[derive(Debug)]
struct Lazy {
    machine: Box<LazyDfa>,
    size: Size,
    /// Number of bytes read since the states were last dropped.
    read: usize,
    /// Whether inputs reach new states all the time.
    is_useless: bool,
}

/// The size of all machines of an automaton.
#[derive(Debug, Default)]
struct Size {
    bytes: usize,
    states: usize,
}

impl Lazy {
    fn new(program: &Program) -> Self {
        let mut size = Size::default();
        Self { machine: Box::new(LazyDfa::new(program, &mut size)), size, read: 0, is_useless: false }
    }

    /// Returns whether a match begins at the start of `rest`. After too many new states it begins again with none, and gives up the
    /// second time.
    fn is_prefix(&mut self, program: &Program, rest: &[u8]) -> Option<bool> {
        if self.is_useless {
            return None;
        }
        self.run(program, rest).or_else(|| {
            self.is_useless = self.read < MIN_BYTES_PER_STATE * self.size.states;
            (self.size, self.read) = (Size::default(), 0);
            *self.machine = LazyDfa::new(program, &mut self.size);
            if self.is_useless { None } else { self.run(program, rest) }
        })
    }

    fn run(&mut self, program: &Program, rest: &[u8]) -> Option<bool> {
        let mut state = self.machine.start;
        for (read, &byte) in rest.iter().enumerate() {
            if state <= TRUE {
                self.read += read;
                return Some(state == TRUE);
            }
            let known = self.machine.known(state, byte);
            if known == UNKNOWN && self.size.bytes > MAX_BYTES {
                self.read += read;
                return None;
            }
            state = if known == UNKNOWN { self.machine.read(program, state, byte, &mut self.size) } else { known };
        }
        self.read += rest.len();
        Some(self.machine.at_end[state as usize])
    }
}

/// A step, and the set of watches on the bytes after it.
type LazyThread = (u32, u32);

/// An undecided look-ahead: a state of the machine of its part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct LazyWatch {
    part: u32,
    negative: bool,
    state: u32,
}

/// The states of one program. The program is handed over with each call, because the machine of a part belongs to that of
/// the whole.
#[derive(Debug)]
struct LazyDfa {
    /// The class of every byte; bytes of one class are never told apart.
    classes: Box<[u8; 256]>,
    stride: usize,
    start: u32,
    /// The next state by state and class: `next[state * stride + class]`.
    next: Vec<u32>,
    /// Whether each state is a match at the end of input.
    at_end: Vec<bool>,
    /// The threads of each state, sorted.
    lists: Vec<Box<[LazyThread]>>,
    states: QuickMap<Box<[LazyThread]>, u32>,
    /// The sets of watches, sorted; all watches of a set must come true.
    sets: Vec<Box<[LazyWatch]>>,
    numbers: QuickMap<Box<[LazyWatch]>, u32>,
    /// The machines of the look-aheads, by part, each made when it is first needed.
    parts: Vec<Option<Box<Self>>>,
    /// The round in which each step was last reached without a watch. It is followed once a round.
    seen: Vec<u32>,
    round: u32,
    /// The threads with watches that were reached in this round.
    watching: QuickSet<LazyThread>,
}

impl LazyDfa {
    fn new(program: &Program, size: &mut Size) -> Self {
        let (classes, stride) = program.classes();
        let mut machine = Self {
            classes,
            stride,
            start: FALSE,
            next: [FALSE, TRUE].into_iter().flat_map(|state| std::iter::repeat_n(state, stride)).collect(),
            at_end: vec![false, true],
            lists: vec![Box::default(), Box::default()],
            states: QuickMap::default(),
            sets: vec![Box::default()],
            numbers: std::iter::once((Box::default(), NONE)).collect(),
            parts: std::iter::repeat_with(|| None).take(program.parts.len()).collect(),
            seen: vec![0; program.steps.len()],
            round: 0,
            watching: QuickSet::default(),
        };
        size.bytes += size_of::<Self>() + size_of_val(&*machine.seen) + size_of_val(&*machine.next);
        machine.start = machine.state(program, vec![(program.start, NONE)], size);
        machine
    }

    /// Returns the state after a byte, if an input has asked for it before.
    #[inline]
    fn known(&self, state: u32, byte: u8) -> u32 {
        self.next[state as usize * self.stride + usize::from(self.classes[usize::from(byte)])]
    }

    /// Returns the state after a byte.
    fn read(&mut self, program: &Program, state: u32, byte: u8, size: &mut Size) -> u32 {
        let known = self.known(state, byte);
        if known != UNKNOWN {
            return known;
        }
        let list = std::mem::take(&mut self.lists[state as usize]);
        let mut targets = Vec::new();
        for &(place, set) in &list {
            let to = match program.step(place) {
                Step::Bytes(ranges) => target(ranges, byte),
                _ => Some(place),
            };
            if let Some(to) = to
                && let Some(set) = self.watch(program, set, byte, size)
            {
                targets.push((to, set));
            }
        }
        self.lists[state as usize] = list;
        let next = self.state(program, targets, size);
        let class = usize::from(self.classes[usize::from(byte)]);
        self.next[state as usize * self.stride + class] = next;
        next
    }

    /// Follows the steps that read nothing, and returns the state of all threads.
    fn state(&mut self, program: &Program, mut open: Vec<LazyThread>, size: &mut Size) -> u32 {
        self.round += 1;
        self.watching.clear();
        let mut list = Vec::new();
        while let Some(thread @ (place, set)) = open.pop() {
            let is_seen = match set {
                NONE => std::mem::replace(&mut self.seen[place as usize], self.round) == self.round,
                _ => self.seen[place as usize] == self.round || !self.watching.insert(thread),
            };
            if is_seen {
                continue;
            }
            match program.step(place) {
                Step::Split(targets) => open.extend(targets.iter().map(|&target| (target, set))),
                &Step::Ahead { part, negative, next } => {
                    open.extend(self.with(program, set, part, negative, size).map(|set| (next, set)));
                }
                Step::Accept if set == NONE => return TRUE,
                _ => list.push(thread),
            }
        }
        list.sort_unstable();
        // A thread without watches finds every match of a thread with watches at the same step.
        list.retain(|&(place, set)| set == NONE || self.seen[place as usize] != self.round);
        if list.is_empty() { FALSE } else { self.number(program, list.into(), size) }
    }

    fn number(&mut self, program: &Program, list: Box<[LazyThread]>, size: &mut Size) -> u32 {
        if let Some(&number) = self.states.get(&list) {
            return number;
        }
        let number = self.lists.len() as u32;
        let is_match = |&(place, set): &LazyThread| *program.step(place) == Step::Accept && self.holds_at_end(set);
        self.at_end.push(list.iter().any(is_match));
        self.next.resize(self.next.len() + self.stride, UNKNOWN);
        size.states += 1;
        size.bytes += self.stride * size_of::<u32>() + 2 * (size_of_val(&*list) + size_of::<Box<[LazyThread]>>());
        self.lists.push(list.clone());
        self.states.insert(list, number);
        number
    }

    /// Returns the set with one more watch, which begins here; none if this watch fails at once.
    fn with(&mut self, program: &Program, set: u32, part: u32, negative: bool, size: &mut Size) -> Option<u32> {
        let machine =
            self.parts[part as usize].get_or_insert_with(|| Box::new(Self::new(&program.part(part).program, size)));
        let state = machine.start;
        if state <= TRUE {
            return ((state == TRUE) != negative).then_some(set);
        }
        let watches = self.sets[set as usize].iter().copied().chain([LazyWatch { part, negative, state }]).collect();
        Some(self.set(watches, size))
    }

    /// Returns the set of watches after a byte; none if a watch in it fails.
    fn watch(&mut self, program: &Program, set: u32, byte: u8, size: &mut Size) -> Option<u32> {
        let mut watches = Vec::new();
        for &watch in &self.sets[set as usize] {
            let machine = self.parts[watch.part as usize].as_mut()?;
            match machine.read(&program.part(watch.part).program, watch.state, byte, size) {
                state @ (FALSE | TRUE) if (state == TRUE) == watch.negative => return None,
                FALSE | TRUE => {}
                state => watches.push(LazyWatch { state, ..watch }),
            }
        }
        Some(self.set(watches, size))
    }

    /// Returns whether all watches of a set come true at the end of input.
    fn holds_at_end(&self, set: u32) -> bool {
        self.sets[set as usize].iter().all(|watch| {
            let machine = self.parts[watch.part as usize].as_ref();
            machine.is_some_and(|machine| machine.at_end[watch.state as usize] != watch.negative)
        })
    }

    fn set(&mut self, mut watches: Vec<LazyWatch>, size: &mut Size) -> u32 {
        if watches.is_empty() {
            return NONE;
        }
        watches.sort_unstable();
        watches.dedup();
        let number = self.sets.len() as u32;
        *self.numbers.entry(watches.into()).or_insert_with_key(|watches| {
            size.bytes += 2 * (size_of_val(&**watches) + size_of::<Box<[LazyWatch]>>());
            self.sets.push(watches.clone());
            number
        })
    }
}
