//! The type of programs: an expression as ordered nondeterministic steps over bytes. [`super::writer`] writes them.
//!
//! After K. Thompson, *Regular Expression Search Algorithm*, CACM 11(6), 1968, with the order of alternatives kept as in
//! R. Pike's virtual machine.

use std::sync::Arc;

use super::dfa::Dfa;
use crate::byteset::ByteSet;
use crate::grammar::Label;

/// An expression with its counted repetitions written out has more than a million steps. For example,
/// `("ab"{1000}){1000}` has two million.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProgramSizeError;

/// An ordered nondeterministic program.
///
/// It is written from its end to its beginning:
///
/// ```text
/// "a" "b"* "c"
///
/// 0  fail                 the step that no thread survives
/// 1  accept
/// 2  `c` → 1
/// 3  split → 4, 2         one more `b`, or on
/// 4  `b` → 3
/// 5  `a` → 3              the start
/// ```
#[derive(Debug)]
pub struct Program {
    pub(super) steps: Vec<Step>,
    pub(super) start: u32,
    /// The programs that [`Step::Ahead`] and [`Step::Except`] refer to.
    pub(super) parts: Vec<SubProgram>,
    /// The bytes that a step, or one of a look-ahead, tells from the byte before. For example, `0` and `:` in `[0-9]`.
    begins: ByteSet,
    /// Number of programs in this one: itself, and those in each look-ahead. None if a step reads more than bytes.
    nested: Option<usize>,
}

/// The next step by byte: ascending, disjoint, inclusive ranges, each with the place of a step.
pub type Ranges = Box<[(u8, u8, u32)]>;

/// One step of a program; the numbers are places of other steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Reads a byte that is in one of these ranges and goes on where the range says.
    Bytes(Ranges),
    /// Goes on at each of these, in order of priority.
    Split(Box<[u32]>),
    /// Goes on if a prefix of the rest is in the part, or if none is.
    Ahead {
        /// Number of the part.
        part: u32,
        /// True for `!`.
        negative: bool,
        /// Where to go on.
        next: u32,
    },
    /// Reads the text of a label.
    Text {
        /// Which label.
        label: Label,
        /// Whether ASCII case is ignored.
        fold: bool,
        /// Where to go on.
        next: Exit,
    },
    /// Reads a text of `body` that is no text of `without`. Written only where no product of both can be built.
    Except {
        /// Left of `-`.
        body: u32,
        /// Right of `-`.
        without: u32,
        /// Where to go on.
        next: Exit,
    },
    /// The text read so far is a match.
    Accept,
}

/// Where to go on, by whether anything was read. For example, behind `"a"?` in `("a"?)*` the loop goes on only if the
/// `a` was there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exit {
    /// If nothing was read since the innermost iteration began.
    pub empty: u32,
    /// If something was read.
    pub consumed: u32,
}

/// A program inside a program, with its automaton where there is one.
#[derive(Debug)]
pub(super) struct SubProgram {
    pub(super) program: Arc<Program>,
    pub(super) dfa: Option<Arc<Dfa>>,
}

/// Maximum number of programs in one that a lazy automaton follows, because it has a machine for each.
const MAX_NESTED: usize = 1_000;

impl Program {
    /// Puts a program together. O(steps).
    pub(super) fn of(steps: Vec<Step>, start: u32, parts: Vec<SubProgram>) -> Self {
        let (mut begins, mut nested) = (ByteSet::EMPTY, Some(1_usize));
        for step in &steps {
            match step {
                Step::Bytes(ranges) => {
                    for &(low, high, _) in ranges {
                        begins.insert(low);
                        high.checked_add(1).into_iter().for_each(|next| begins.insert(next));
                    }
                }
                Step::Ahead { part, .. } => begins = begins.union(parts[*part as usize].program.begins),
                Step::Split(_) | Step::Accept => {}
                Step::Text { .. } | Step::Except { .. } => nested = None,
            }
        }
        for part in &parts {
            nested = nested.zip(part.program.nested).map(|(all, part)| all.saturating_add(part));
        }
        Self { steps, start, parts, begins, nested }
    }

    /// Returns whether a lazy automaton can follow it: it has no back-reference, and look-aheads in look-aheads are few.
    pub(super) fn is_lazy(&self) -> bool {
        self.nested.is_some_and(|nested| nested <= MAX_NESTED)
    }

    /// Numbers the classes of bytes that neither a step of the program nor a look-ahead tells apart, and returns how many there are.
    /// For example, `[0-9]` has the classes `00-2f`, `30-39` and `3a-ff`.
    pub(super) fn classes(&self) -> (Box<[u8; 256]>, usize) {
        let mut classes = Box::new([0; 256]);
        let mut class = 0;
        for byte in 1..=u8::MAX {
            class += u8::from(self.begins.contains(byte));
            classes[usize::from(byte)] = class;
        }
        (classes, usize::from(class) + 1)
    }

    /// Returns the steps.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the first step.
    pub fn start(&self) -> u32 {
        self.start
    }

    /// Returns whether it is a plain expression: no look-ahead, no back-reference.
    pub fn is_plain(&self) -> bool {
        let plain = |step: &Step| matches!(step, Step::Bytes(_) | Step::Split(_) | Step::Accept);
        self.steps.iter().all(plain)
    }

    /// Returns whether an automaton can follow a step: a look-ahead by the automaton of its part.
    pub(super) fn is_followed(&self, step: &Step) -> bool {
        match step {
            Step::Bytes(_) | Step::Split(_) | Step::Accept => true,
            Step::Ahead { part, .. } => self.part(*part).dfa.as_deref().is_some_and(Dfa::is_unconditional),
            Step::Text { .. } | Step::Except { .. } => false,
        }
    }

    pub(super) fn step(&self, place: u32) -> &Step {
        &self.steps[place as usize]
    }

    pub(super) fn part(&self, number: u32) -> &SubProgram {
        &self.parts[number as usize]
    }

    /// Returns the bytes that can be read first, and whether the empty text can match.
    pub(super) fn first_bytes(&self) -> (ByteSet, bool) {
        let (mut first, mut nullable) = (ByteSet::EMPTY, false);
        let mut seen = vec![false; self.steps.len()];
        let mut open = vec![self.start];
        while let Some(place) = open.pop() {
            if std::mem::replace(&mut seen[place as usize], true) {
                continue;
            }
            match self.step(place) {
                Step::Bytes(ranges) => ranges.iter().for_each(|&(low, high, _)| first.insert_range(low, high)),
                Step::Split(targets) => open.extend(targets),
                Step::Ahead { next, .. } => open.push(*next),
                Step::Text { .. } | Step::Except { .. } => (first, nullable) = (ByteSet::ALL.without_end(), true),
                Step::Accept => nullable = true,
            }
        }
        (first, nullable)
    }
}

/// Returns where a step goes on a byte.
pub(super) fn target(ranges: &[(u8, u8, u32)], byte: u8) -> Option<u32> {
    let place = ranges.partition_point(|&(_, high, _)| high < byte);
    ranges.get(place).filter(|&&(low, _, _)| low <= byte).map(|&(_, _, target)| target)
}
