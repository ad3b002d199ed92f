//! Deterministic automata over bytes. A state may accept under a condition on the bytes after it. [`super::subsets`]
//! builds them.

use super::conditions::{Conditions, FAILS, HOLDS};

/// The state that no byte leads out of.
pub(super) const DEAD: u32 = 0;
/// The state to begin in.
pub(super) const START: u32 = 1;

/// Which matches an automaton accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Order {
    /// All. The last accepting state on the way is the longest match. For example, `"a" | "ab"` accepts `a` and `ab`.
    All,
    /// The last accepting state on the way is the match that backtracking would find first. For example, `"a" | "ab"`
    /// accepts `a` alone.
    First,
}

/// A deterministic automaton over bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dfa {
    /// The class of every byte; bytes of one class are never told apart. For example, `[0-9]+` has three classes, the
    /// digits and the bytes below and above them.
    pub(super) classes: Box<[u8; 256]>,
    /// Number of classes.
    pub(super) stride: usize,
    /// The next state by state and class: `next[state * stride + class]`.
    pub(super) next: Vec<u32>,
    /// The condition under which each state accepts.
    pub(super) accepting: Vec<u32>,
    pub(super) conditions: Conditions,
}

impl Dfa {
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

    /// Returns the state after a byte.
    #[inline]
    pub fn next(&self, state: u32, byte: u8) -> u32 {
        self.next[state as usize * self.stride + usize::from(self.classes[usize::from(byte)])]
    }

    /// Returns whether the bytes read so far are a match, whatever follows.
    #[inline]
    pub fn is_accepting(&self, state: u32) -> bool {
        self.accepting[state as usize] == HOLDS
    }

    /// Returns whether the bytes read so far are a match at the end of input.
    pub fn is_accepting_at_end(&self, state: u32) -> bool {
        self.accepts(state, b"")
    }

    /// Returns whether no match depends on the bytes after it. Then [`Dfa::is_accepting`] is the whole answer.
    pub fn is_unconditional(&self) -> bool {
        self.accepting.iter().all(|&condition| condition <= HOLDS)
    }

    /// Returns whether the bytes read so far are a match before `rest`.
    fn accepts(&self, state: u32, rest: &[u8]) -> bool {
        match self.accepting[state as usize] {
            FAILS => false,
            HOLDS => true,
            condition => self.conditions.hold(condition, rest, &self.classes, self.stride),
        }
    }

    /// Returns the transitions out of a state to live states, as ascending inclusive ranges of bytes. For example,
    /// the start of `[0-9]+` has the transition from `0` to `9`.
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

    /// Returns every end of a match that begins at `at`, ascending. For example, `[0-9]+` at 0 in `123;` ends at 1, 2
    /// and 3.
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
