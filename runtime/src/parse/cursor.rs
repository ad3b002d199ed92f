//! Where a deterministic parse stands: what generated parsers and the interpreter share.
//!
//! A [`Cursor`] has the position, the tree so far, and two stacks: one of frames, for the rules that wait for another one
//! to be complete, and one of choices, for the options that can still be taken. `S` is a place in the parser: a state of
//! generated code, a point of the interpreter. Nothing here nests with the input.
//!
//! A choice that succeeds while another option could have been taken stays behind as an *open decision*. They are only
//! counted: where something fails and one was taken since it began, the whole input is [`Attempt::Undecided`].

use std::ops::Range;

use crate::byteset::ByteSet;
use crate::grammar::{Check, Grammar, ItemId, Label, ProductionId, RuleKind, Symbol, TerminalKind};
use crate::language::{Attempt, Language};
use crate::parse::decisions::Branch;
use crate::regular::{Matcher, is_match};
use crate::tree::{Builder, Mark};

/// A deterministic parse under way.
pub struct Cursor<'a, S> {
    language: &'a Language,
    input: &'a [u8],
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
    /// The rule that runs.
    rule: Activation,
    /// Where the item began that was completed last.
    item_start: usize,
    frames: Vec<Frame<S>>,
    choices: Vec<Choice<'a, S>>,
    /// How many choices belong to runs of the loop outside this one.
    base: usize,
    bindings: Vec<Binding>,
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
    start: usize,
    mark: Mark,
    /// The item that the rule was called for.
    item: ItemId,
    /// Number of open decisions when it began.
    open: u32,
    /// The labels that it sees: the last binding.
    labels: Option<u32>,
}

/// A rule that waits for another one.
#[derive(Debug, Clone, Copy)]
struct Frame<S> {
    /// Where it goes on.
    back: S,
    /// Where the rule that it waits for began.
    at: usize,
    rule: Activation,
}

/// All that has to be restored when an option is given up.
#[derive(Debug, Clone, Copy)]
struct Saved {
    position: usize,
    mark: Mark,
    rule: Activation,
    frames: usize,
    bindings: usize,
}

/// Options that can still be taken.
#[derive(Debug, Clone, Copy)]
struct Choice<'a, S> {
    saved: Saved,
    /// At least one of them is open at the position of the choice.
    rest: &'a [Branch<S>],
}

/// The options of a function of a generated parser.
#[derive(Debug)]
struct Options<'a> {
    saved: Saved,
    /// The ones not tried yet.
    rest: &'a [Branch<u8>],
    /// What is taken where none of them is open.
    otherwise: Option<u8>,
    tried: bool,
}

/// A function's caller, to go back to.
#[derive(Debug, Clone, Copy)]
pub struct Caller {
    at: usize,
    rule: Activation,
}

/// A caller of the loop of a generated parser, to go back to.
#[derive(Debug, Clone, Copy)]
pub struct Outside {
    base: usize,
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

#[derive(Debug, Clone, Copy)]
struct Binding {
    label: Label,
    start: usize,
    end: usize,
    /// The binding before it.
    before: Option<u32>,
}

impl<'a, S: Copy> Cursor<'a, S> {
    /// Stands before the input.
    pub fn new(language: &'a Language, input: &'a [u8], builder: &'a mut Builder) -> Self {
        let rule = Activation { start: 0, mark: builder.mark(), item: ItemId::NONE, open: 0, labels: None };
        Self {
            language,
            input,
            matcher: Matcher { grammar: &language.grammar, automata: &language.automata, input },
            builder,
            position: 0,
            open: 0,
            steps: 64 * input.len() as u64 + 1024,
            undecided: false,
            rigour: Rigour::Strict,
            rule,
            item_start: 0,
            frames: Vec::new(),
            choices: Vec::new(),
            base: 0,
            bindings: Vec::new(),
        }
    }

    /// Returns the input.
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

    /// Returns the item that the rule was called for.
    #[inline]
    pub fn item(&self) -> ItemId {
        self.rule.item
    }

    /// Goes on where Earley would have to be asked.
    #[must_use]
    pub fn lenient(mut self) -> Self {
        self.rigour = Rigour::Lenient;
        self
    }

    /// Returns where the rules that wait go on, the innermost first.
    pub fn waiting(&self) -> impl Iterator<Item = S> + '_ {
        self.frames.iter().rev().map(|frame| frame.back)
    }

    /// Says what became of it all, given whether the start rule was recognized.
    pub fn finish(self, recognized: bool) -> Attempt {
        match recognized && self.position == self.input.len() {
            _ if self.undecided => Attempt::Undecided,
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
        let (frames, bindings) = (self.frames.len(), self.bindings.len());
        Saved { position: self.position, mark: self.builder.mark(), rule: self.rule, frames, bindings }
    }

    fn restore(&mut self, saved: &Saved) {
        self.position = saved.position;
        self.builder.truncate(saved.mark);
        self.rule = saved.rule;
        self.frames.truncate(saved.frames);
        self.bindings.truncate(saved.bindings);
        self.step();
    }

    /// Returns the tables.
    pub fn grammar(&self) -> &'a Grammar {
        &self.language.grammar
    }
}

/// Terminals.
impl<'a, S: Copy> Cursor<'a, S> {
    /// Matches a terminal item by the tables. `follow` is what can stand after it here.
    pub fn scan(&mut self, item: ItemId, follow: &ByteSet) -> bool {
        let row = &self.grammar().items[item.0 as usize];
        let Some(terminal) = self.grammar().terminal(row.symbol) else { return false };
        self.item_start = self.position;
        let end = match terminal.kind {
            TerminalKind::Token => self.matcher.token(row.symbol, self.position),
            TerminalKind::Ahead { .. } => return !row.consume && !self.ends(row.symbol).is_empty(),
            TerminalKind::Text { label, fold } => self.back_reference(label, fold),
            TerminalKind::Leaf => self.first_end(row.symbol, follow),
        };
        self.leaf(row.symbol, item, end) && self.settle(item)
    }

    /// Returns the end of a text that stands here.
    #[inline]
    pub fn literal(&self, text: &[u8]) -> Option<usize> {
        self.input[self.position..].starts_with(text).then_some(self.position + text.len())
    }

    /// Adds a leaf that ends there, unless there is none.
    #[inline]
    pub fn leaf(&mut self, terminal: Symbol, item: ItemId, end: Option<usize>) -> bool {
        let Some(end) = end else { return false };
        self.item_start = self.position;
        self.builder.leaf(terminal, self.position..end, item);
        self.position = end;
        true
    }

    /// Says that a leaf has another end from which parsing could go on.
    pub fn leave_open(&mut self) {
        self.open += 1;
    }

    /// Checks what an item demands besides ([`Item::consume`](crate::grammar::Item::consume), [`Check`]) of the text from
    /// its start to here, and binds its label.
    pub fn settle(&mut self, item: ItemId) -> bool {
        let row = &self.grammar().items[item.0 as usize];
        let span = self.item_start..self.position;
        if row.consume && span.is_empty() || !self.passes(row.check, span.clone()) {
            return false;
        }
        if let Some(label) = row.label {
            self.bindings.push(Binding { label, start: span.start, end: span.end, before: self.rule.labels });
            self.rule.labels = Some(self.bindings.len() as u32 - 1);
        }
        true
    }

    /// Returns whether the item that was completed last is not empty.
    #[inline]
    pub fn consumed(&self) -> bool {
        self.position > self.item_start
    }

    fn passes(&self, check: Check, span: Range<usize>) -> bool {
        let text = &self.input[span];
        match check {
            Check::None => true,
            Check::Text { label, fold: false } => text == self.text(label),
            Check::Text { label, fold: true } => text.eq_ignore_ascii_case(self.text(label)),
            Check::Except(regular) => !is_match(self.grammar(), &self.language.automata, regular, text),
        }
    }

    fn first_end(&mut self, terminal: Symbol, follow: &ByteSet) -> Option<usize> {
        let (end, is_open) = self.matcher.first(terminal, self.position, follow, &|label| self.text(label))?;
        self.open += u32::from(is_open);
        Some(end)
    }

    fn ends(&self, terminal: Symbol) -> Vec<usize> {
        self.matcher.ends(terminal, self.position, &|label| self.text(label))
    }

    fn back_reference(&self, label: Label, fold: bool) -> Option<usize> {
        let text = self.text(label);
        let end = self.position + text.len();
        let found = self.input.get(self.position..end)?;
        let is_same = if fold { found.eq_ignore_ascii_case(text) } else { found == text };
        is_same.then_some(end)
    }

    /// Returns the text of a label of the rule that runs; an absent one is empty.
    fn text(&self, label: Label) -> &'a [u8] {
        let mut last = self.rule.labels;
        while let Some(number) = last {
            let binding = self.bindings[number as usize];
            if binding.label == label {
                return &self.input[binding.start..binding.end];
            }
            last = binding.before;
        }
        &[]
    }
}

/// Nodes.
impl<S: Copy> Cursor<'_, S> {
    /// Makes everything since the rule began an application of a production.
    #[inline]
    pub fn close(&mut self, production: ProductionId) {
        let span = self.rule.start..self.position;
        self.builder.close(&self.language.grammar, production, self.rule.mark, span, self.rule.item);
    }

    /// Gives the nodes of items that productions share to the one that it was.
    pub fn claim(&mut self, shared: &[(ItemId, ItemId)]) {
        self.builder.claim(self.rule.mark, shared);
    }

    /// Gives the first node since the rule began to the first item of a production of the same rule.
    pub fn adopt(&mut self, production: ProductionId) {
        let first = ItemId(self.grammar().production(production).items.start);
        self.builder.adopt(self.rule.mark, first);
    }
}

/// The loop: rules call one another over an explicit stack. What returns a place returns none to say that all is over.
impl<'a, S: Copy> Cursor<'a, S> {
    /// Begins a run of the loop for a rule; at its end `back` is next.
    pub fn begin(&mut self, back: S, item: ItemId, scope: Scope) -> Outside {
        let outside = Outside { base: self.base };
        self.base = self.choices.len();
        self.push(back, item, scope);
        outside
    }

    /// Ends a run of the loop.
    pub fn end(&mut self, outside: Outside) {
        self.base = outside.base;
    }

    /// Calls a rule that begins at `to`, to go on at `back`.
    #[inline]
    pub fn call(&mut self, back: S, to: S, item: ItemId, scope: Scope) -> Option<S> {
        self.push(back, item, scope);
        (!self.undecided).then_some(to)
    }

    /// Calls a rule at the end of a production that leaves no node. The caller is forgotten, unless options of it remain:
    /// then it goes on at `end`.
    #[inline]
    pub fn tail(&mut self, end: S, to: S, item: ItemId, scope: Scope) -> Option<S> {
        if self.has_choice() {
            return self.call(end, to, item, scope);
        }
        self.rule = self.activation(item, scope);
        self.step();
        (!self.undecided).then_some(to)
    }

    /// Goes back to the rule that waits.
    #[inline]
    pub fn leave(&mut self) -> Option<S> {
        let frame = self.frames.pop()?;
        self.rule = frame.rule;
        self.item_start = frame.at;
        Some(frame.back)
    }

    /// Completes a rule by a production. `follow` is what can stand after the rule.
    #[inline]
    pub fn complete(&mut self, production: ProductionId, follow: &ByteSet) -> Option<S> {
        if !self.commit(follow) {
            return self.fail();
        }
        self.close(production);
        self.leave()
    }

    /// Ends an iteration of a repetition, which goes on at `to`. `follow` is what can stand after the iteration.
    #[inline]
    pub fn repeat(&mut self, to: S, follow: &ByteSet) -> Option<S> {
        if !self.commit(follow) {
            return self.fail();
        }
        self.rule.open = self.open;
        self.step();
        (!self.undecided).then_some(to)
    }

    /// Ends a production of a left-recursive rule, which goes on or stops at `to`.
    ///
    /// Which production is outermost is decided last and counts first: so no open decision may be left inside.
    #[inline]
    pub fn grow(&mut self, production: ProductionId, to: S, follow: &ByteSet) -> Option<S> {
        if !self.commit(follow) {
            return self.fail();
        }
        self.close(production);
        self.step();
        self.is_settled().then_some(to)
    }

    /// Takes the first open branch, and remembers the others that are open.
    #[inline]
    pub fn choose(&mut self, branches: &'a [Branch<S>], otherwise: Option<S>) -> Option<S> {
        let admits = |branch: &Branch<S>| branch.admits(self.input, self.position);
        let Some(first) = branches.iter().position(admits) else {
            return match otherwise {
                Some(to) => self.is_settled().then_some(to),
                None => self.fail(),
            };
        };
        if first > 0 && !self.is_settled() {
            return None;
        }
        let rest = &branches[first + 1..];
        if rest.iter().any(|branch| branch.admits(self.input, self.position)) {
            self.choices.push(Choice { saved: self.save(), rest });
        }
        Some(branches[first].to)
    }

    /// Gives up the option that is being tried and goes on with the next one.
    pub fn fail(&mut self) -> Option<S> {
        let last = self.choices.len().checked_sub(1).filter(|last| *last >= self.base)?;
        let Choice { saved, rest } = self.choices[last];
        if !self.is_settled_since(saved.rule.open) {
            return None;
        }
        self.restore(&saved);
        let admits = |branch: &Branch<S>| branch.admits(self.input, saved.position);
        let next = rest.iter().position(admits)?;
        let (to, rest) = (rest[next].to, &rest[next + 1..]);
        if rest.iter().any(admits) {
            self.choices[last].rest = rest;
        } else {
            self.choices.pop();
        }
        self.restore(&saved);
        (!self.undecided).then_some(to)
    }

    #[inline]
    fn push(&mut self, back: S, item: ItemId, scope: Scope) {
        self.frames.push(Frame { back, at: self.position, rule: self.rule });
        self.rule = self.activation(item, scope);
        self.step();
    }

    #[inline]
    fn activation(&self, item: ItemId, scope: Scope) -> Activation {
        let labels = match scope {
            Scope::Own => None,
            Scope::Outer => self.rule.labels,
        };
        Activation { start: self.position, mark: self.builder.mark(), item, open: self.open, labels }
    }

    /// Returns whether options of the rule that runs remain.
    #[inline]
    fn has_choice(&self) -> bool {
        self.choices.last().is_some_and(|choice| choice.saved.frames == self.frames.len())
    }

    /// Forgets the options of the rule that runs: it has succeeded, if what can follow it is next.
    #[inline]
    fn commit(&mut self, follow: &ByteSet) -> bool {
        if !self.has_choice() {
            return true;
        }
        if !follow.admits(self.input, self.position) {
            return false;
        }
        while self.has_choice() {
            self.choices.pop();
            self.open += 1;
        }
        true
    }

    /// Returns whether no open decision was taken since the rule began; otherwise nothing can be given up any more, and
    /// Earley has to be asked.
    #[inline]
    pub fn is_settled(&mut self) -> bool {
        self.is_settled_since(self.rule.open)
    }

    #[inline]
    fn is_settled_since(&mut self, open: u32) -> bool {
        if self.open != open && self.rigour == Rigour::Strict {
            self.give_up();
        }
        !self.undecided
    }
}

/// Functions: rules that are not recursive call one another as functions do. One that returns false leaves the restoring
/// to the choice that it was an option of.
impl<'a, S: Copy> Cursor<'a, S> {
    /// Begins a rule.
    #[inline]
    pub fn enter(&mut self, item: ItemId, scope: Scope) -> Caller {
        let caller = Caller { at: self.position, rule: self.rule };
        self.rule = self.activation(item, scope);
        self.step();
        caller
    }

    /// Ends a rule that has succeeded.
    #[inline]
    pub fn exit(&mut self, caller: Caller) {
        self.item_start = caller.at;
        self.rule = caller.rule;
    }

    /// Begins another iteration of a repetition, or gives up.
    #[inline]
    pub fn iterate(&mut self) -> bool {
        self.rule.open = self.open;
        self.step();
        !self.undecided
    }

    /// Tries the open branches in turn and returns the number of the first that succeeds; `option` runs one and returns
    /// whether it did. `otherwise` is taken where none of them is open. `follow` is what can stand after them.
    #[inline]
    pub fn attempt(
        &mut self,
        branches: &'a [Branch<u8>],
        otherwise: Option<u8>,
        follow: &ByteSet,
        option: impl Fn(&mut Self, u8) -> bool,
    ) -> Option<u8> {
        let mut options = Options { saved: self.save(), rest: branches, otherwise, tried: false };
        while let Some(number) = self.try_next(&mut options) {
            if option(self, number) && self.take(&options, follow) {
                return Some(number);
            }
            options.tried = true;
        }
        None
    }

    /// Returns the next open option, from where the point is.
    fn try_next(&mut self, options: &mut Options<'a>) -> Option<u8> {
        if options.tried {
            if !self.is_settled_since(options.saved.rule.open) {
                return None;
            }
            self.restore(&options.saved);
        }
        let admits = |branch: &Branch<u8>| branch.admits(self.input, options.saved.position);
        let Some(next) = options.rest.iter().position(admits) else {
            let otherwise = options.otherwise.take().filter(|_| !options.tried)?;
            return self.is_settled().then_some(otherwise);
        };
        if next > 0 && !self.is_settled() {
            return None;
        }
        let to = options.rest[next].to;
        options.rest = &options.rest[next + 1..];
        (!self.undecided).then_some(to)
    }

    /// Forgets the other options: one has succeeded, if what can follow the rule is next.
    #[inline]
    fn take(&mut self, options: &Options<'a>, follow: &ByteSet) -> bool {
        let admits = |branch: &Branch<u8>| branch.admits(self.input, options.saved.position);
        if !options.rest.iter().any(admits) {
            return true;
        }
        if !follow.admits(self.input, self.position) {
            return false;
        }
        self.open += 1;
        true
    }
}
