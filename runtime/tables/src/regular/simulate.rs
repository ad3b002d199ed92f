//! Simulation of a program: an ordered list of threads, one for each way that is still open.
//!
//! After R. Pike's virtual machine, see R. Cox, *Regular Expression Matching: the Virtual Machine Approach*, 2009. Here all
//! ends are wanted, in the order in which backtracking would find them: a match leaves a marker that keeps its place among
//! the threads. Time O(bytes · steps); memory O(steps), and one marker for each end that is kept.

use super::LabelTexts;
use super::program::{Program, Step, SubProgram, target};

/// The ends that the caller wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MatchGoal {
    /// All that are kept, in the order of backtracking.
    All,
    /// The first.
    First,
    /// The longest.
    Longest,
    /// Whichever is found first.
    Any,
}

/// The input of a simulation, and the texts of labels.
#[derive(Clone, Copy)]
pub(super) struct Subject<'i, 'l> {
    pub(super) input: &'i [u8],
    pub(super) labels: LabelTexts<'l>,
}

/// Returns the ends of matches that begin at `at` and that `keep` lets through; one at most unless all are wanted.
pub(super) fn ends(
    program: &Program,
    subject: Subject<'_, '_>,
    at: usize,
    want: MatchGoal,
    keep: &mut dyn FnMut(usize) -> bool,
) -> Vec<usize> {
    let mut machine = Machine::new(program, subject, want, keep);
    machine.run(at);
    match want {
        MatchGoal::All => machine.ends.in_order(machine.front),
        MatchGoal::First | MatchGoal::Longest | MatchGoal::Any => machine.best.into_iter().collect(),
    }
}

/// Returns whether a match begins at `at`.
pub(super) fn is_prefix(part: &SubProgram, subject: Subject<'_, '_>, at: usize) -> bool {
    match &part.dfa {
        Some(dfa) => dfa.ends(subject.input, at).next().is_some(),
        None => !ends(&part.program, subject, at, MatchGoal::Any, &mut |_| true).is_empty(),
    }
}

/// Returns whether the whole text is a match.
pub(super) fn is_match(program: &Program, text: &[u8], labels: LabelTexts<'_>) -> bool {
    let subject = Subject { input: text, labels };
    !ends(program, subject, 0, MatchGoal::Any, &mut |end| end == text.len()).is_empty()
}

/// One way that is still open. For example, after `1` of `12` a thread of `[0-9]+` waits for another digit.
struct Thread {
    /// The step to make.
    place: u32,
    /// The position at which to make it: the thread has already read up to there. It is 0 for a step that reads the
    /// next byte.
    resume: usize,
    /// The ends found with a priority between this thread and the next.
    after: Chain,
}

/// A step still to be followed.
enum Visit {
    At(u32),
    /// At this step, from this place on.
    Later(u32, usize),
}

/// The threads at one position, and the ends found before.
struct Machine<'m, 'i, 'l> {
    program: &'m Program,
    subject: Subject<'i, 'l>,
    want: MatchGoal,
    keep: &'m mut dyn FnMut(usize) -> bool,
    threads: Vec<Thread>,
    next: Vec<Thread>,
    open: Vec<Visit>,
    /// One more than the position at which each step was last followed.
    seen: Vec<usize>,
    /// Unless all are wanted: the best end so far.
    best: Option<usize>,
    /// Whether a match was found: then the threads after it have lower priority and are dropped.
    cut: bool,
    /// The ends with a priority before all threads.
    front: Chain,
    ends: Ends,
}

impl<'m, 'i, 'l> Machine<'m, 'i, 'l> {
    fn new(
        program: &'m Program,
        subject: Subject<'i, 'l>,
        want: MatchGoal,
        keep: &'m mut dyn FnMut(usize) -> bool,
    ) -> Self {
        Self {
            program,
            subject,
            want,
            keep,
            threads: Vec::new(),
            next: Vec::new(),
            open: Vec::new(),
            seen: vec![0; program.steps().len()],
            best: None,
            cut: false,
            front: Chain::EMPTY,
            ends: Ends::default(),
        }
    }

    fn run(&mut self, at: usize) {
        self.follow(Visit::At(self.program.start()), at);
        let mut position = at;
        while !self.next.is_empty() && position < self.subject.input.len() {
            if self.want == MatchGoal::Any && self.best.is_some() {
                return;
            }
            std::mem::swap(&mut self.threads, &mut self.next);
            self.advance(position);
            position += 1;
        }
        for thread in std::mem::take(&mut self.next) {
            self.ends.append(&mut self.front, thread.after);
        }
    }

    /// Moves all threads from `position` over one byte.
    fn advance(&mut self, position: usize) {
        let byte = self.subject.input[position];
        let mut threads = std::mem::take(&mut self.threads);
        self.cut = false;
        for thread in threads.drain(..) {
            if self.cut {
                break;
            }
            if thread.resume > position + 1 {
                self.next.push(thread);
                continue;
            }
            if thread.resume == position + 1 {
                self.follow(Visit::At(thread.place), position + 1);
            } else if let Step::Bytes(ranges) = self.program.step(thread.place)
                && let Some(target) = target(ranges, byte)
            {
                self.follow(Visit::At(target), position + 1);
            }
            let last = self.next.last_mut().map_or(&mut self.front, |last| &mut last.after);
            self.ends.append(last, thread.after);
        }
        self.threads = threads;
    }

    /// Follows the steps that read nothing, in order. Each step counts where it is first reached.
    fn follow(&mut self, visit: Visit, at: usize) {
        self.open.push(visit);
        while let Some(visit) = self.open.pop() {
            let place = match visit {
                Visit::At(place) => place,
                Visit::Later(place, resume) => {
                    self.next.push(Thread { place, resume, after: Chain::EMPTY });
                    continue;
                }
            };
            if std::mem::replace(&mut self.seen[place as usize], at + 1) == at + 1 {
                continue;
            }
            match self.program.step(place) {
                Step::Bytes(_) => self.next.push(Thread { place, resume: 0, after: Chain::EMPTY }),
                Step::Split(targets) => self.open.extend(targets.iter().rev().map(|&target| Visit::At(target))),
                Step::Accept => self.found(at),
                step => self.look(step, at),
            }
        }
    }

    /// Makes a step that looks at more than one byte.
    fn look(&mut self, step: &Step, at: usize) {
        let input = self.subject.input;
        let visit = |next: &super::program::Exit, end: usize| match end == at {
            true => Visit::At(next.empty),
            false => Visit::Later(next.consumed, end),
        };
        match step {
            Step::Ahead { part, negative, next } => {
                if is_prefix(self.program.part(*part), self.subject, at) != *negative {
                    self.open.push(Visit::At(*next));
                }
            }
            Step::Text { label, fold, next } => {
                let text = (self.subject.labels)(*label);
                self.open.extend(text_end(input, at, text, *fold).map(|end| visit(next, end)));
            }
            Step::Except { body, without, next } => {
                let without = self.program.part(*without);
                let mut keep = |end: usize| !is_match(&without.program, &input[at..end], self.subject.labels);
                let body = &self.program.part(*body).program;
                let found = ends(body, self.subject, at, MatchGoal::All, &mut keep);
                self.open.extend(found.into_iter().rev().map(|end| visit(next, end)));
            }
            Step::Bytes(_) | Step::Split(_) | Step::Accept => {}
        }
    }

    fn found(&mut self, end: usize) {
        if !(self.keep)(end) {
            return;
        }
        match self.want {
            MatchGoal::All => {
                let last = self.next.last_mut().map_or(&mut self.front, |last| &mut last.after);
                self.ends.add(last, end);
            }
            MatchGoal::Longest => self.best = Some(end),
            MatchGoal::First | MatchGoal::Any => {
                self.best = Some(end);
                self.cut = true;
                self.open.clear();
            }
        }
    }
}

/// Returns the end of the text at `at`, if it stands there. For example, `ab` at 1 in `xab` ends at 3.
#[inline]
pub(super) fn text_end(input: &[u8], at: usize, text: &[u8], fold: bool) -> Option<usize> {
    let found = input.get(at..at.checked_add(text.len())?)?;
    let same = if fold { is_same_folded(found, text) } else { found == text };
    same.then_some(at + text.len())
}

/// Returns whether two texts are the same but for case. It is a function of its own, because with its long loop `text_end` would be
/// called instead of inlined.
#[inline(never)]
fn is_same_folded(found: &[u8], text: &[u8]) -> bool {
    found.eq_ignore_ascii_case(text)
}

/// The ends found, as linked lists that can be joined in O(1). For example, the ends 2 and 1 of `[0-9]+` in `12` are a
/// chain of two links, the first by priority in front.
#[derive(Default)]
struct Ends {
    /// Each with the number of the next in its chain.
    links: Vec<(usize, u32)>,
}

/// The first and last link of a chain.
#[derive(Clone, Copy)]
struct Chain {
    first: u32,
    last: u32,
}

/// No link: the end of a chain.
const NONE: u32 = u32::MAX;

impl Chain {
    const EMPTY: Self = Self { first: NONE, last: NONE };
}

impl Ends {
    fn add(&mut self, chain: &mut Chain, end: usize) {
        let link = self.links.len() as u32;
        self.links.push((end, NONE));
        self.append(chain, Chain { first: link, last: link });
    }

    fn append(&mut self, chain: &mut Chain, other: Chain) {
        if other.first == NONE {
            return;
        }
        match chain.first {
            NONE => chain.first = other.first,
            _ => self.links[chain.last as usize].1 = other.first,
        }
        chain.last = other.last;
    }

    fn in_order(&self, chain: Chain) -> Vec<usize> {
        let mut ends = Vec::new();
        let mut link = chain.first;
        while link != NONE {
            let (end, next) = self.links[link as usize];
            ends.push(end);
            link = next;
        }
        ends
    }
}
