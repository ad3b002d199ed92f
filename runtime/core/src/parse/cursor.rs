//! Where a deterministic parse stands: what generated parsers and the interpreter share.
//!
//! A [`Cursor`] has the position, the tree so far, and two stacks: one of frames, for the rules that wait for another one
//! to be complete, and one of choices, for the options that can still be taken. `S` is a place in the parser: a state of
//! generated code, a point of the interpreter. Nothing here nests with the input.
//!
//! A choice that succeeds while another option could have been taken stays behind as an *open decision*. They are only
//! counted: where something fails and one was taken since it began, the whole input is [`Attempt::Undecided`].

mod calls;
mod drives;
mod functions;
mod nodes;
mod terminals;

pub use calls::Outside;
pub use drives::Count;

use crate::byteset::ByteSet;
use crate::grammar::{Grammar, ItemId, RuleKind};
use crate::language::{Attempt, Language};
use crate::regular::Matcher;
use crate::tree::{Builder, Claimed, Mark};
use calls::{Choice, Frame};
use terminals::Binding;

/// A deterministic parse under way.
pub struct Cursor<'a, S> {
    language: &'a Language,
    /// The input, up to the end of the slice that is being parsed.
    input: &'a [u8],
    /// All of it.
    whole: &'a [u8],
    matcher: Matcher<'a>,
    builder: &'a mut Builder,
    /// Offset of the next byte.
    position: usize,
    /// Number of open decisions behind.
    open: u32,
    /// How many steps may still be made.
    steps: u64,
    /// Whether Earley has to be asked.
    undecided: bool,
    /// What to do where Earley would have to be asked.
    rigour: Rigour,
    /// Where the item began that was completed last.
    item_start: usize,
    /// The rules that were called and are not complete: never empty, and the last one is the rule that runs. It is not copied
    /// from there: a processor waits where it loads at once what it has just stored piece by piece.
    frames: Vec<Frame<S>>,
    choices: Vec<Choice<'a, S>>,
    /// How many choices belong to runs of the loop outside this one.
    base: usize,
    bindings: Vec<Binding>,
    /// Nodes that were given to another item although they stay where the option that did it is given up.
    claims: Vec<Claimed>,
    /// What there was when the option of a function began that is being tried.
    option: Kept,
    /// The ends of the slices around this one.
    slices: Vec<usize>,
}

/// What to do when something fails after an open decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rigour {
    /// Leave it to Earley.
    Strict,
    /// Go on all the same: the parse is only to find out how far one gets.
    Lenient,
}

/// A rule that runs, and what its node needs.
#[derive(Debug, Clone, Copy)]
struct Activation {
    /// Offset of its first byte.
    start: u32,
    mark: Mark,
    /// The item that the rule was called for.
    item: ItemId,
    /// Number of open decisions when it began.
    open: u32,
    /// The labels that it sees: the number of the last binding and one, 0 if there is none.
    labels: u32,
}

/// All that has to be restored when an option is given up.
#[derive(Debug, Clone, Copy)]
struct Saved {
    position: usize,
    kept: Kept,
    slices: u32,
    rule: Activation,
    frames: usize,
    claims: usize,
}

/// What stays where an option is given up.
#[derive(Debug, Clone, Copy)]
struct Kept {
    /// The end of the nodes.
    mark: Mark,
    /// How many bindings.
    bindings: usize,
}

/// Which labels a rule sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Its own: it is a named rule.
    Own,
    /// Those of the rule that it is part of: it is hidden.
    Outer,
}

impl Scope {
    /// Returns which labels a rule of that kind sees.
    pub fn of(kind: RuleKind) -> Self {
        match kind {
            RuleKind::Named | RuleKind::Level(_) => Self::Own,
            RuleKind::Group | RuleKind::Repeat | RuleKind::Anonymous => Self::Outer,
        }
    }
}

impl<'a, S: Copy> Cursor<'a, S> {
    /// Stands before the input.
    pub fn new(language: &'a Language, input: &'a [u8], builder: &'a mut Builder) -> Self {
        builder.begin(language.kinds(), input.len());
        let rule = Activation { start: 0, mark: builder.mark(), item: ItemId::NONE, open: 0, labels: 0 };
        Self {
            language,
            input,
            whole: input,
            matcher: Matcher { grammar: &language.grammar, automata: &language.automata, input },
            builder,
            position: 0,
            open: 0,
            steps: 64 * input.len() as u64 + 1024,
            undecided: false,
            rigour: Rigour::Strict,
            item_start: 0,
            frames: vec![Frame::new(None, rule)],
            choices: Vec::new(),
            base: 0,
            bindings: Vec::new(),
            claims: Vec::new(),
            option: Kept { mark: rule.mark, bindings: 0 },
            slices: Vec::new(),
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

    /// Returns the next byte, or none at the end.
    #[inline]
    pub fn byte(&self) -> Option<u8> {
        self.input.get(self.position).copied()
    }

    /// Returns whether one of some bytes is next.
    #[inline]
    pub fn is_in(&self, bytes: &ByteSet) -> bool {
        bytes.admits(self.input, self.position)
    }

    /// Returns the item that the rule was called for.
    #[inline]
    pub fn item(&self) -> ItemId {
        self.rule().item
    }

    /// Goes on where Earley would have to be asked.
    #[must_use]
    pub fn lenient(mut self) -> Self {
        self.rigour = Rigour::Lenient;
        self
    }

    /// Says what became of it all, given whether the start rule was recognized.
    pub fn finish(self, recognized: bool) -> Attempt {
        match recognized && self.position == self.whole.len() {
            _ if self.undecided || self.builder.is_lost() => Attempt::Undecided,
            true => Attempt::Parsed,
            false if self.open > 0 => Attempt::Undecided,
            false => Attempt::Failed,
        }
    }

    /// Gives the whole input to Earley.
    #[cold]
    pub fn give_up(&mut self) {
        self.undecided = true;
    }

    /// Counts a step.
    #[inline]
    fn step(&mut self) {
        self.steps = self.steps.saturating_sub(1);
        if self.steps == 0 {
            self.give_up();
        }
    }

    fn save(&self) -> Saved {
        let kept = Kept { mark: self.builder.mark(), bindings: self.bindings.len() };
        let (slices, frames, claims) = (self.slices.len() as u32, self.frames.len(), self.claims.len());
        Saved { position: self.position, kept, slices, rule: *self.rule(), frames, claims }
    }

    fn restore(&mut self, saved: &Saved) {
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

    /// Returns what stays if the option that is being tried is given up.
    fn kept(&self) -> Kept {
        let Kept { mark, bindings } = self.option;
        self.choices.last().map_or(self.option, |choice| Kept {
            mark: mark.max(choice.saved.kept.mark),
            bindings: bindings.max(choice.saved.kept.bindings),
        })
    }

    /// Returns the tables.
    pub fn grammar(&self) -> &'a Grammar {
        &self.language.grammar
    }

    /// Returns the rule that runs.
    #[inline]
    fn rule(&self) -> &Activation {
        &self.frames[self.frames.len() - 1].rule
    }

    #[inline]
    fn rule_mut(&mut self) -> &mut Activation {
        let last = self.frames.len() - 1;
        &mut self.frames[last].rule
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

    #[inline]
    fn activation(&mut self, item: ItemId, scope: Scope) -> Activation {
        let labels = match scope {
            Scope::Own => 0,
            Scope::Outer => self.rule().labels,
        };
        Activation { start: self.position as u32, mark: self.builder.open(item), item, open: self.open, labels }
    }

    /// Returns whether no open decision was taken since the rule began; otherwise nothing can be given up any more, and
    /// Earley has to be asked.
    #[inline]
    pub fn is_settled(&mut self) -> bool {
        self.is_settled_since(self.rule().open)
    }

    #[inline]
    fn is_settled_since(&mut self, open: u32) -> bool {
        if self.open != open && self.rigour == Rigour::Strict {
            self.give_up();
        }
        !self.undecided
    }
}
