//! The state of a deterministic parse, shared by generated parsers and the interpreter.
//!
//! A [`Cursor`] has the position, the tree so far, and two stacks. The frames are the rules that wait for another rule to be
//! complete. The choices are the options that can still be taken. `S` is a place in the parser: a state of generated code, or a
//! point of the interpreter. The stacks are explicit, so nothing here recurses with the nesting of the input.
//!
//! A rule that succeeds while another option could have been taken keeps its choices: if its caller fails later, the cursor goes
//! back into it. For example, in C the `x` of `T x = 1;` is read as a second type first, and is given back at the `=`. Frames that
//! such choices return to stay where they are (`frames`).
//!
//! Some decisions cannot be kept. For example, the leaf `[0-9]+` takes all of `12`, but could have ended behind `1`. Such *open
//! decisions* are only counted. If something fails after one was taken, only a chart can tell which option comes first. It reads the rule
//! around (`regions`), or the whole input, which is [`Attempt::Undecided`] then.

mod calls;
mod choices;
mod closed;
mod drives;
mod frames;
mod functions;
mod nodes;
mod regions;
mod terminals;
mod walk;

pub use calls::LoopCaller;
pub use drives::Count;

use crate::byteset::ByteSet;
use crate::decisions::PointId;
pub use crate::decisions::Scope;
use crate::grammar::{Grammar, ItemId, Label};
use crate::language::{Attempt, Language};
use crate::regular::Matcher;
use crate::steps;
use crate::tree::{Builder, ClaimUndo, NodeMark};
use choices::Choices;
use closed::Closed;
use frames::Frames;
use regions::{Regions, Request};
use terminals::Binding;

/// Number of steps that a parse may take for each byte. A parse that backtracks more is left to Earley, which takes no more
/// than cubic time.
const STEPS_PER_BYTE: u64 = 64;
/// Number of steps that a parse may take beside those, because even an empty input takes some.
const BASE_STEPS: u64 = 1024;
/// Number of steps after which they are counted as work of the thread, a power of two.
const STEPS_PER_COUNT: u64 = 1 << 10;
/// Bytes before the furthest failure for each time that a parse may go back into complete rules. Where options multiply, the cursor
/// notices soon, and Earley shares them.
const BYTES_PER_RETURN: usize = 8;
/// Number of times that it may go back into complete rules beside those.
const BASE_RETURNS: u64 = 1024;

/// A deterministic parse under way.
pub struct Cursor<'a, S> {
    language: &'a Language,
    /// The input, up to the end of the slice that is being parsed.
    input: &'a [u8],
    /// The whole input.
    whole: &'a [u8],
    matcher: Matcher<'a>,
    builder: &'a mut Builder,
    /// Offset of the next byte.
    position: usize,
    /// Number of open decisions so far.
    open: u32,
    /// Number of steps left before the cursor gives up.
    steps: u64,
    /// Number of times that it went back into complete rules.
    returns: u64,
    /// Offset of the furthest failure before such a return.
    furthest: usize,
    /// The part of the input that only a chart can decide, if the cursor has come to one.
    request: Option<Request<S>>,
    regions: Regions<'a>,
    /// Whether to give up where only Earley can decide.
    rigour: Rigour,
    /// Start of the item that was completed last.
    item_start: usize,
    frames: Frames<S>,
    choices: Choices<'a, S>,
    bindings: Vec<Binding>,
    /// Undo log of nodes that were given to another item. It has only the nodes that survive backtracking: the others are
    /// truncated.
    claims: Vec<ClaimUndo>,
    /// Nodes and bindings before the current option of a function.
    option: Watermark,
    /// The ends of the slices around this one.
    slices: Vec<usize>,
    closed: Closed,
}

/// The reaction to a failure after an open decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rigour {
    /// Leave the input to Earley.
    Strict,
    /// Backtrack all the same: the parse only finds the furthest offset.
    Lenient,
}

/// A running rule, with the data for its node. For example, a list that began at 0, as the item `<value>`.
#[derive(Debug, Clone, Copy)]
struct Activation {
    /// Offset of its first byte.
    start: u32,
    mark: NodeMark,
    /// The item that the rule was called for.
    item: ItemId,
    /// Number of open decisions when it began.
    open: u32,
    /// Number of choices when it began.
    base: u32,
    /// The same, or the number when its latest iteration or its latest choice of its own began.
    choices: u32,
    /// Offset where it began, or where its latest iteration or round of left recursion did.
    round: u32,
    /// The labels that it sees: one more than the number of the last binding, or 0 if there is none.
    labels: u32,
}

/// A snapshot to restore when an option is given up. It holds lengths, not copies, because everything behind them is dropped.
#[derive(Debug, Clone, Copy)]
struct Snapshot {
    position: usize,
    kept: Watermark,
    slices: u32,
    rule: Activation,
    frames: usize,
    claims: usize,
}

/// How many nodes and bindings survive backtracking. All behind them are dropped with the option.
#[derive(Debug, Clone, Copy)]
struct Watermark {
    /// The end of the nodes.
    mark: NodeMark,
    /// The number of bindings.
    bindings: usize,
}

impl<'a, S: Copy> Cursor<'a, S> {
    /// Starts before the input.
    pub fn new(language: &'a Language, input: &'a [u8], builder: &'a mut Builder) -> Self {
        builder.begin(language.kinds(), input.len());
        Self::over(language, input, builder)
    }

    /// Does the same with a builder that was begun, or whose nodes nobody asks for.
    fn over(language: &'a Language, input: &'a [u8], builder: &'a mut Builder) -> Self {
        let rule = Activation {
            start: 0,
            mark: builder.mark(),
            item: ItemId::NONE,
            open: 0,
            base: 0,
            choices: 0,
            round: 0,
            labels: 0,
        };
        Self {
            language,
            input,
            whole: input,
            matcher: Matcher { grammar: &language.grammar, automata: &language.automata, input },
            builder,
            position: 0,
            open: 0,
            steps: STEPS_PER_BYTE * input.len() as u64 + BASE_STEPS,
            returns: 0,
            furthest: 0,
            request: None,
            regions: Regions::new(input),
            rigour: Rigour::Strict,
            item_start: 0,
            frames: Frames::new(rule),
            choices: Choices::new(),
            bindings: Vec::new(),
            claims: Vec::new(),
            option: Watermark { mark: rule.mark, bindings: 0 },
            slices: Vec::new(),
            closed: Closed::default(),
        }
    }

    /// Returns the input, up to the end of the slice that is being parsed.
    #[inline]
    pub fn input(&self) -> &'a [u8] {
        self.input
    }

    /// Returns the offset of the next byte.
    #[inline]
    pub fn position(&self) -> usize {
        self.position
    }

    /// Returns whether no byte is left.
    pub fn is_at_end(&self) -> bool {
        self.position == self.whole.len()
    }

    /// Returns the next byte, or none at the end.
    #[inline]
    pub fn byte(&self) -> Option<u8> {
        self.input.get(self.position).copied()
    }

    /// Returns whether one of `bytes` is next.
    #[inline]
    pub fn is_in(&self, bytes: &ByteSet) -> bool {
        bytes.admits(self.input, self.position)
    }

    /// Returns the item that the rule was called for.
    #[inline]
    pub fn item(&self) -> ItemId {
        self.rule().item
    }

    /// Makes the cursor backtrack even where only Earley can decide.
    #[must_use]
    pub fn lenient(mut self) -> Self {
        self.rigour = Rigour::Lenient;
        self
    }

    /// Returns the result of generated code, given whether the start rule was recognized. If the code cannot decide, the decisions are
    /// walked from the start: functions cannot be resumed, and charts of parts go on at points.
    pub fn finish(self, recognized: bool) -> Attempt {
        let attempt = self.outcome(recognized);
        if attempt != Attempt::Undecided || self.builder.is_lost() {
            return attempt;
        }
        self.builder.clear();
        Cursor::<PointId>::parse(self.language, self.whole, self.builder)
    }

    /// Returns the result of the parse, given whether the start rule was recognized.
    fn outcome(&self, recognized: bool) -> Attempt {
        match recognized && self.is_at_end() {
            _ if self.request.is_some() || self.builder.is_lost() => Attempt::Undecided,
            true => Attempt::Parsed,
            false if self.open > 0 || self.choices.height() > 0 => Attempt::Undecided,
            false => Attempt::Failed,
        }
    }

    /// Gives the whole input to Earley.
    #[cold]
    pub fn give_up(&mut self) {
        self.request = Some(Request::Whole);
    }

    /// Gives a part of the input to Earley, unless it has been given one.
    #[cold]
    fn ask(&mut self, request: Request<S>) {
        self.request.get_or_insert(request);
    }

    /// Returns where the cursor goes on, unless only a chart can.
    #[inline]
    fn go_on<T>(&self, to: T) -> Option<T> {
        self.request.is_none().then_some(to)
    }

    /// Counts a step.
    #[inline]
    fn step(&mut self) {
        self.steps = self.steps.saturating_sub(1);
        if self.steps.is_multiple_of(STEPS_PER_COUNT) {
            self.count_steps();
        }
    }

    #[cold]
    fn count_steps(&mut self) {
        steps::step(STEPS_PER_COUNT);
        if self.steps == 0 {
            self.give_up();
        }
    }

    /// Counts a return into the complete rule of a frame. Returns false if a chart should read the rule around it instead.
    #[inline]
    fn go_back(&mut self, frame: usize) -> bool {
        self.returns += 1;
        self.furthest = self.furthest.max(self.position);
        if self.regions.is_walk {
            return self.count_return(frame);
        }
        if self.returns > (self.furthest / BYTES_PER_RETURN) as u64 + BASE_RETURNS {
            self.give_up();
        }
        true
    }

    fn save(&self) -> Snapshot {
        let kept = Watermark { mark: self.builder.mark(), bindings: self.bindings.len() };
        let (slices, frames, claims) = (self.slices.len() as u32, self.frames.len(), self.claims.len());
        Snapshot { position: self.position, kept, slices, rule: *self.rule(), frames, claims }
    }

    fn restore(&mut self, saved: &Snapshot) {
        self.position = saved.position;
        self.builder.truncate(saved.kept.mark, saved.position);
        self.claims.drain(saved.claims..).rev().for_each(|claimed| self.builder.give_back(claimed));
        self.frames.truncate(saved.frames);
        *self.rule_mut() = saved.rule;
        self.bindings.truncate(saved.kept.bindings);
        if self.slices.len() > saved.slices as usize {
            self.leave_slices(saved.slices as usize);
        }
        self.step();
    }

    /// Returns the nodes and bindings that survive if the current option is given up.
    fn kept(&self) -> Watermark {
        let Watermark { mark, bindings } = self.option;
        self.choices
            .kept()
            .map_or(self.option, |kept| Watermark { mark: mark.max(kept.mark), bindings: bindings.max(kept.bindings) })
    }

    /// Returns the tables of the grammar.
    pub fn grammar(&self) -> &'a Grammar {
        &self.language.grammar
    }

    /// Returns the rule that runs.
    #[inline]
    fn rule(&self) -> &Activation {
        self.frames.rule()
    }

    #[inline]
    fn rule_mut(&mut self) -> &mut Activation {
        self.frames.rule_mut()
    }

    /// Returns the number of the last binding that the rule that runs sees.
    fn labels(&self) -> Option<u32> {
        self.rule().labels.checked_sub(1)
    }

    /// Binds a label for the rest of the rule.
    fn bind(&mut self, binding: Binding) {
        self.bindings.push(binding);
        self.rule_mut().labels = self.bindings.len() as u32;
    }

    /// Returns the labels of the running rule without its own: one more than the number of the column's binding, or 0 at the left
    /// margin.
    fn column(&self) -> u32 {
        self.number(Label::COLUMN).map_or(0, |number| number as u32 + 1)
    }

    #[inline]
    fn activation(&mut self, item: ItemId, scope: Scope) -> Activation {
        let labels = match scope {
            Scope::Own => 0,
            Scope::Column => self.column(),
            Scope::Outer => self.rule().labels,
        };
        let (open, choices) = (self.open, self.choices.height());
        let start = self.position as u32;
        Activation { start, mark: self.builder.open(item), item, open, base: choices, choices, round: start, labels }
    }

    /// Returns whether no decision was left open since the rule began, and no called rule has kept a choice. Otherwise another
    /// option of an earlier item may come first, and the cursor gives the input to Earley.
    #[inline]
    pub fn is_settled(&mut self) -> bool {
        let &Activation { open, choices, .. } = self.rule();
        self.is_settled_since(open, choices == self.choices.height())
    }

    #[inline]
    fn is_settled_since(&mut self, open: u32, is_first: bool) -> bool {
        if self.is_unsettled_since(open, is_first) {
            self.ask(Request::rule(self.frames.len() - 1, None));
        }
        self.request.is_none()
    }

    #[inline]
    fn is_unsettled_since(&self, open: u32, is_first: bool) -> bool {
        (self.open != open || !is_first) && self.rigour == Rigour::Strict
    }
}
