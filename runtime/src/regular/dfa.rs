//! Deterministic automata: the subset construction, in two orders.
//!
//! M. O. Rabin, D. Scott, *Finite Automata and Their Decision Problems*, IBM Journal 3(2), 1959. With [`Order::First`] a
//! state is an ordered list of steps that ends at the first match, as in RE2: what is longest in it is then what
//! backtracking would find first.

use std::collections::HashMap;

use super::program::{Program, Step};

/// The state that nothing leads out of.
pub(super) const DEAD: u32 = 0;
const START: u32 = 1;

/// Most states of one automaton; expressions that need more are simulated.
const MAX_STATES: usize = 2_000;

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
    accepting: Vec<bool>,
}

impl Dfa {
    /// Builds the automaton of a plain program with at most 2,000 states.
    pub fn new(program: &Program, order: Order) -> Option<Self> {
        if !program.is_plain() {
            return None;
        }
        let (classes, stride) = classes(program);
        Construction::new(program, order).run(&classes, stride).map(|(next, accepting)| Self {
            classes,
            stride,
            next,
            accepting,
        })
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

    /// Returns whether what was read so far is a match.
    pub fn is_accepting(&self, state: u32) -> bool {
        self.accepting[state as usize]
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
                    state if self.is_accepting(state) => return Some(end),
                    _ => {}
                }
            }
        })
        .fuse()
    }

    /// Returns the end of the longest match that begins at `at`; with [`Order::First`], of the first by priority.
    pub fn longest(&self, input: &[u8], at: usize) -> Option<usize> {
        let mut state = START;
        let mut longest = self.is_accepting(state).then_some(at);
        for (read, &byte) in input.get(at..)?.iter().enumerate() {
            state = self.next(state, byte);
            if state == DEAD {
                break;
            }
            if self.is_accepting(state) {
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
        self.is_accepting(state)
    }
}

/// Numbers the classes of bytes that no step of the program tells apart.
fn classes(program: &Program) -> (Box<[u8; 256]>, usize) {
    let mut begins = [false; 257];
    for step in program.steps() {
        if let Step::Bytes(ranges) = step {
            for &(low, high, _) in ranges {
                begins[usize::from(low)] = true;
                begins[usize::from(high) + 1] = true;
            }
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

/// The subset construction under way.
struct Construction<'p> {
    program: &'p Program,
    order: Order,
    /// The states found, each as the steps that its threads stand at.
    states: HashMap<Vec<u32>, u32>,
    /// States in the order of their numbers.
    lists: Vec<Vec<u32>>,
    /// When each step was last reached: a step that was reached before is not looked at again.
    seen: Vec<u32>,
    round: u32,
}

impl<'p> Construction<'p> {
    fn new(program: &'p Program, order: Order) -> Self {
        let seen = vec![0; program.steps().len()];
        Self { program, order, states: HashMap::new(), lists: Vec::new(), seen, round: 0 }
    }

    /// Returns the transitions and which states accept.
    fn run(mut self, classes: &[u8; 256], stride: usize) -> Option<(Vec<u32>, Vec<bool>)> {
        let mut samples = vec![0; stride];
        (0..=255).for_each(|byte| samples[usize::from(classes[usize::from(byte)])] = byte);
        let start = self.close(&[self.program.start()]);
        self.number(Vec::new());
        // The start has its own state even if it is dead.
        self.states.entry(start.clone()).or_insert(START);
        self.lists.push(start);
        let mut next = Vec::new();
        let mut place = 0;
        while place < self.lists.len() {
            for &byte in &samples {
                let targets = self.read(place, byte);
                let list = self.close(&targets);
                next.push(self.number(list));
            }
            place += 1;
            if self.lists.len() > MAX_STATES {
                return None;
            }
        }
        let accepts = |list: &Vec<u32>| list.iter().any(|&step| *self.program.step(step) == Step::Accept);
        Some((next, self.lists.iter().map(accepts).collect()))
    }

    fn read(&self, state: usize, byte: u8) -> Vec<u32> {
        let mut targets = Vec::new();
        for &step in &self.lists[state] {
            if let Step::Bytes(ranges) = self.program.step(step) {
                targets.extend(target(ranges, byte));
            }
        }
        targets
    }

    /// Follows the steps that read nothing, in order; each step counts where it is first reached.
    fn close(&mut self, from: &[u32]) -> Vec<u32> {
        self.round += 1;
        let mut list = Vec::new();
        let mut open: Vec<u32> = from.iter().rev().copied().collect();
        while let Some(place) = open.pop() {
            if std::mem::replace(&mut self.seen[place as usize], self.round) == self.round {
                continue;
            }
            match self.program.step(place) {
                Step::Split(targets) => open.extend(targets.iter().rev()),
                Step::Accept if self.order == Order::First => {
                    list.push(place);
                    break;
                }
                _ => list.push(place),
            }
        }
        if self.order == Order::All {
            list.sort_unstable();
        }
        list
    }

    fn number(&mut self, list: Vec<u32>) -> u32 {
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
