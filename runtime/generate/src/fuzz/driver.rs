//! The stack of what is still to be written, and the loop that writes it.

use std::collections::HashMap;

use crate::choices::{Choice, Choices, DRAWN, NOTHING};
use crate::fuzz::generator::Generator;
use crate::fuzz::names::Names;
use crate::fuzz::options::Options;
use crate::fuzz::recipe::Recipe;
use crate::fuzz::rollback::History;
use crate::fuzz::watch::Watches;
use crate::fuzz::{self as tables, Blocked, DeadEnd, LARGEST, SIZE, STEPS};
use grammarc_core::grammar::{Check, Drive, Grammar, Item, ItemId, Label, RegularId, RuleKind, Slot, Symbol};
use grammarc_core::parse::Part;

/// One thing that is still to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// An item of a production, with its label, slot and condition.
    Item(ItemId),
    /// A named rule that has no label and no condition.
    Rule(Symbol),
    /// A hidden rule or a terminal that has no label and no condition.
    Part(Symbol),
    /// A place for skip, by its symbol.
    Skip(Symbol),
    /// A labelled text ends here.
    Bind(Label),
    /// The number of this item ends here, on which a count depends.
    Number(ItemId),
    /// A text ends here that must not be in this expression.
    Except(RegularId),
    /// An item with hooks ends here.
    Judge(ItemId),
    /// A rule application ends here, and names that were put off become visible.
    Settle,
    /// A slice ends here, inside of which the watches from this number on were started.
    Slice(u32),
    /// The slice of this item ends here, whose size a number says that was chosen before.
    Measure(ItemId),
}

/// A cell of the stack. Cells are never changed, so that an earlier stack lives on beside a later one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell {
    task: Task,
    /// Where the text begins that ends with a task such as [`Task::Bind`] or [`Task::Except`]; for [`Task::Settle`], how many names
    /// were put off before.
    start: u32,
    /// The cell below.
    below: u32,
    /// How many named rules it is nested in.
    depth: u32,
    /// First of the labels of its alternative.
    labels: u32,
    /// The rule application it is in.
    application: u32,
    /// The application in what is replayed.
    script: u32,
}

impl Cell {
    /// Returns what is to be done.
    pub(super) fn task(&self) -> Task {
        self.task
    }

    /// Returns the number of the cell below.
    pub(super) fn below(&self) -> u32 {
        self.below
    }

    /// Returns the number of the first label of its alternative.
    pub(super) fn first_label(&self) -> u32 {
        self.labels
    }

    /// Returns whether integers say that all in it is default.
    pub(super) fn is_default(&self) -> bool {
        self.script == NOTHING
    }

    /// Sets the application of a rule in the replayed choices.
    pub(super) fn set_script(&mut self, script: u32) {
        self.script = script;
    }

    /// Returns the rule application it is in.
    pub(super) fn application(&self) -> u32 {
        self.application
    }
}

/// The bottom of the stack.
const BOTTOM: u32 = u32::MAX;

/// A place between two terminals where skip can stand, and where nothing was written since.
#[derive(Debug, Clone, Copy)]
pub(super) struct Boundary {
    /// What stands there.
    pub(super) skip: Symbol,
    /// Offset in the output.
    pub(super) at: usize,
    /// How many watches are older. The younger ones begin after the skip.
    pub(super) older: u32,
    /// Where the choice of the skip's text was kept.
    pub(super) mark: usize,
}

/// A part of the output that is skip.
#[derive(Debug, Clone, Copy)]
pub(super) struct Skipped {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) written: Written,
}

/// When skip was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Written {
    /// When its place was reached.
    InTurn,
    /// When what came next would have run into what was there.
    Late,
}

/// Generates texts of one language. It can be run many times.
pub struct Fuzzer<'a> {
    pub(super) language: &'a Generator,
    pub(super) recipe: &'a Recipe,
    pub(super) choices: Choices,
    /// Whether nothing is replayed, kept or taken back.
    pub(super) is_plain: bool,
    /// Whether what is replayed belongs to applications of rules.
    is_nested: bool,
    /// Whether integers decide.
    pub(super) is_led: bool,
    /// Whether the present text is drawn in the midst of what is replayed.
    pub(super) is_drawn: bool,
    /// What is written so far.
    pub(super) output: Vec<u8>,
    pub(super) max_depth: u32,
    /// From this depth on, a [`Pen`](crate::fuzz::pen::Pen) cannot choose freely; 0 where there were enough choices.
    pub(super) bound: u32,
    /// What a pen writes on: as much of it as it says is the text, and the rest is left from before.
    pub(super) page: Vec<u8>,
    /// How much of the page the last text is, if a pen wrote it.
    pub(super) on_page: Option<usize>,
    /// Whether a pen has no text to go on with.
    pub(super) is_lost: bool,
    /// How many choices there may still be before only the cheapest options are taken.
    pub(super) steps: u32,
    /// All cells of all stacks that may be needed again.
    pub(super) cells: Vec<Cell>,
    /// The top of the stack.
    pub(super) top: u32,
    /// The cell that is worked on, whose place new cells inherit.
    pub(super) current: Cell,
    /// The number of that cell.
    pub(super) number: u32,
    /// The texts of labels, as ranges of the output; by alternative, see [`Cell::labels`].
    pub(super) labels: Vec<(u32, u32)>,
    /// What is skip in the output, which no label sees.
    pub(super) skipped: Vec<Skipped>,
    pub(super) boundary: Option<Boundary>,
    pub(super) watches: Watches,
    /// Whether tokens and look-aheads that look ahead inside are compared at the end, and not watched.
    pub(super) checks_later: bool,
    /// Those, and where they are in the output.
    pub(super) unwatched: Vec<(Symbol, usize, usize)>,
    pub(super) history: History,
    /// What hooks know.
    pub(super) names: Names,
    /// How often no name was found for a hole.
    pub(super) lost: u32,
    /// How many finished texts proved wrong.
    pub(super) checks: u32,
    /// What it took to check those, in items and links of charts.
    pub(super) spent: usize,
    /// How often an option was taken beyond the greatest depth that is neither the cheapest nor safe from hooks.
    pub(super) detours: u32,
    /// How often a repetition had to go on although the text was long enough.
    pub(super) owed: u32,
    /// Whether a choice was met of which hooks and counts allow no option.
    pub(super) is_stuck: bool,
    /// The options that are left out of the present choice.
    pub(super) excluded: Vec<u32>,
    /// By symbol: what is known of whether it derives texts that were replayed.
    pub(super) derived: HashMap<Symbol, HashMap<Vec<u8>, bool>>,
    /// By symbol: what parses it alone.
    pub(super) parts: HashMap<Symbol, Option<Part>>,
}

impl<'a> Fuzzer<'a> {
    /// Makes a fuzzer. Where named rules nest deeper than `max_depth`, it takes only the cheapest options.
    pub fn new(language: &'a Generator, max_depth: usize) -> Self {
        let root = Cell {
            task: Task::Part(language.grammar.start),
            start: 0,
            below: BOTTOM,
            depth: 0,
            labels: 0,
            application: 0,
            script: 0,
        };
        let max_depth = u32::try_from(max_depth).unwrap_or(u32::MAX).min(u32::MAX - 2);
        Self {
            language,
            recipe: language.recipes.of(&language.grammar),
            choices: Choices::fresh(0),
            is_plain: false,
            is_nested: false,
            is_led: false,
            is_drawn: false,
            output: Vec::new(),
            max_depth,
            bound: 0,
            page: Vec::new(),
            on_page: None,
            is_lost: false,
            steps: 0,
            cells: Vec::new(),
            top: BOTTOM,
            current: root,
            number: 0,
            labels: Vec::new(),
            skipped: Vec::new(),
            boundary: None,
            watches: Watches::new(),
            checks_later: false,
            unwatched: Vec::new(),
            history: History::default(),
            names: Names::new(&language.grammar),
            lost: 0,
            checks: 0,
            spent: 0,
            detours: 0,
            owed: 0,
            is_stuck: false,
            excluded: Vec::new(),
            derived: HashMap::new(),
            parts: HashMap::new(),
        }
    }

    /// Returns the last text.
    pub fn into_output(mut self) -> Vec<u8> {
        let Some(length) = self.on_page else { return self.output };
        self.page.truncate(length);
        self.page
    }

    /// Returns the tables.
    pub fn grammar(&self) -> &'a Grammar {
        &self.language.grammar
    }

    /// Returns what is known of the tables.
    pub fn recipe(&self) -> &'a Recipe {
        self.recipe
    }

    /// Forgets the last run, and pushes the start symbol.
    pub(super) fn begin(&mut self) {
        self.is_plain = !self.recipe.has_dead_ends && self.choices.is_plain();
        if self.recipe.has_dead_ends || self.choices.is_replay() {
            self.choices.dice().slow_down();
        } else {
            self.choices.dice().quick();
        }
        (self.is_nested, self.is_led) = (self.choices.is_nested(), self.choices.are_integers());
        self.is_drawn = false;
        self.output.clear();
        self.cells.clear();
        self.labels.clear();
        self.labels.resize(self.recipe.labels.into(), (0, 0));
        self.skipped.clear();
        self.watches.restore(&[]);
        self.unwatched.clear();
        self.history.begin();
        (self.top, self.boundary, self.steps) = (BOTTOM, None, STEPS);
        (self.lost, self.checks, self.spent) = (0, 0, 0);
        (self.detours, self.owed, self.is_stuck) = (0, 0, false);
        if self.recipe.needs.is_any() {
            self.names.clear();
        }
        let start = self.grammar().start;
        let task = Task::Part(start);
        self.current = Cell { task, start: 0, below: BOTTOM, depth: 0, labels: 0, application: 0, script: 0 };
        let is_named = self.grammar().rule(start).is_some_and(|rule| rule.kind == RuleKind::Named);
        self.push(if is_named { Task::Rule(start) } else { Task::Part(start) });
    }

    /// Writes a symbol in so many named rules after what is written so far, with so many choices left.
    pub(super) fn go_on(
        &mut self,
        choices: Choices,
        written: Vec<u8>,
        steps: u32,
        symbol: Symbol,
        depth: u32,
    ) -> Result<(), DeadEnd> {
        (self.choices, self.checks_later) = (choices, false);
        self.history.doubt();
        self.begin();
        self.cells.clear();
        (self.output, self.steps, self.top, self.current.depth) = (written, steps, BOTTOM, depth);
        self.push(Task::Part(symbol));
        self.write_all()
    }

    /// Works until nothing is left to be done.
    pub(super) fn write_all(&mut self) -> Result<(), DeadEnd> {
        loop {
            let outcome = match self.pop() {
                Some(_) if self.output.len() > LARGEST => return Err(DeadEnd),
                Some(cell) => self.work(cell),
                None if self.watches.admit_end() => match self.finish() {
                    Ok(()) => return Ok(()),
                    blocked => blocked,
                },
                None => Err(Blocked),
            };
            let mut outcome = outcome;
            while outcome == Err(Blocked) {
                outcome = self.take_back()?;
            }
        }
    }

    /// Pushes a task, to be done before those pushed earlier.
    #[inline]
    pub fn push(&mut self, task: Task) {
        self.push_from(task, self.output.len() as u32);
    }

    /// Pushes a task that begins elsewhere.
    #[inline]
    fn push_from(&mut self, task: Task, start: u32) {
        let cell = Cell { task, start, below: self.top, ..self.current };
        self.top = self.cells.len() as u32;
        self.cells.push(cell);
    }

    /// Takes the topmost cell, and frees it where no earlier stack needs it.
    #[inline]
    fn pop(&mut self) -> Option<Cell> {
        let cell = *self.cells.get(self.top as usize)?;
        if self.top as usize + 1 == self.cells.len() && self.cells.len() > self.history.cells() {
            self.cells.pop();
        }
        (self.number, self.top) = (self.top, cell.below);
        Some(cell)
    }

    /// Does what a cell says.
    fn work(&mut self, cell: Cell) -> Result<(), Blocked> {
        self.current = cell;
        match cell.task {
            Task::Item(id) => self.item(id),
            Task::Rule(symbol) => self.rule(symbol),
            Task::Part(symbol) => self.expand(symbol),
            Task::Skip(symbol) => self.skip(symbol),
            Task::Bind(label) => {
                self.bind(label, cell.start);
                Ok(())
            }
            Task::Number(id) => {
                let label = self.grammar().item(id).and_then(|item| item.label);
                label.into_iter().for_each(|label| self.bind(label, cell.start));
                Ok(())
            }
            Task::Except(regular) => self.check_except(regular, cell.start),
            Task::Judge(id) => self.judge(id, cell.start),
            Task::Settle => {
                self.names.state.settle(cell.start as usize);
                Ok(())
            }
            Task::Slice(since) => self.watches.end_slice(since),
            Task::Measure(id) => self.measure(id, cell.start),
        }
    }

    /// Writes an item: its end is pushed if something happens there, then its symbol is expanded.
    fn item(&mut self, id: ItemId) -> Result<(), Blocked> {
        let item = &self.grammar().items[id.0 as usize];
        if self.is_skip(item) {
            return self.skip(item.symbol);
        }
        let hooks = self.recipe.hooks_of(self.grammar(), item);
        if !hooks.is_empty() {
            self.open_item(id, hooks)?;
        }
        let counts = &self.recipe.counts;
        match item.label {
            Some(_) if counts.numbers.contains_key(&id) => self.push(Task::Number(id)),
            Some(label) => self.push(Task::Bind(label)),
            None => {}
        }
        match item.drive {
            Drive::Size(_) => {
                if counts.measured.contains(&id) {
                    self.push(Task::Measure(id));
                }
                self.push(Task::Slice(self.watches.started()));
            }
            Drive::Count { low, high, left } => self.begin_count((low, high), left)?,
            Drive::Next(left) => self.next_iteration(left),
            Drive::None | Drive::Iteration(_) => {}
        }
        match item.check {
            Check::Text { label, fold } => return self.same_text(id, label, fold),
            Check::Except(regular) => self.push(Task::Except(regular)),
            Check::None => {}
        }
        if self.is_nested(item) { self.rule(item.symbol) } else { self.expand(item.symbol) }
    }

    /// Returns whether an item is a place for skip.
    pub(super) fn is_skip(&self, item: &Item) -> bool {
        item.slot == Slot::Skip || self.recipe.separators.contains_key(&item.symbol)
    }

    /// Returns whether an item's symbol is one level deeper than the item.
    fn is_nested(&self, item: &Item) -> bool {
        let rule = self.grammar().rule(item.symbol);
        !item.pass && rule.is_some_and(|rule| matches!(rule.kind, RuleKind::Named | RuleKind::Level(_)))
    }

    /// Begins the application of a named rule.
    #[inline]
    fn rule(&mut self, symbol: Symbol) -> Result<(), Blocked> {
        self.current.depth += 1;
        if self.recipe.labels > 0 {
            self.current.labels = self.labels.len() as u32;
            self.labels.resize(self.labels.len() + usize::from(self.recipe.labels), (0, 0));
        }
        if self.recipe.has_dead_ends {
            self.current.application = self.history.begin_application();
            if self.recipe.needs.settles.get(symbol.0 as usize) == Some(&true) {
                self.push_from(Task::Settle, self.names.state.pending() as u32);
            }
        }
        self.expand(symbol)
    }

    /// Replaces a symbol. It is done again, from here, when a later dead end comes back to its choice.
    #[inline]
    pub(super) fn expand(&mut self, symbol: Symbol) -> Result<(), Blocked> {
        self.current.task = Task::Part(symbol);
        if self.is_nested && self.grammar().rule(symbol).is_some_and(|rule| rule.kind != RuleKind::Repeat) {
            let script = self.choices.enter(self.current.script, symbol);
            // What is drawn may nest as deep wherever it stands.
            if script == DRAWN && self.current.script != DRAWN {
                self.current.depth = 0;
            }
            self.current.script = script;
        }
        self.replace(symbol)
    }

    /// Calls what replaces a symbol. Where the choices of a rule are those of its application in what is replayed, or integers, that
    /// is the tables, whose every step can be followed.
    #[inline]
    fn replace(&mut self, symbol: Symbol) -> Result<(), Blocked> {
        let done = if self.is_nested || self.is_led {
            tables::expand(self, symbol)
        } else {
            (self.language.expand)(self, symbol)
        };
        if std::mem::take(&mut self.is_stuck) { Err(Blocked) } else { done }
    }

    /// Does a choice again, from which another option is wanted.
    pub(super) fn resume(&mut self, cell: Cell) -> Result<(), Blocked> {
        self.current = cell;
        match cell.task {
            Task::Part(symbol) => self.replace(symbol),
            _ => Err(Blocked),
        }
    }

    /// Chooses one of several productions.
    #[inline]
    pub fn choose(&mut self, options: &Options<'_>) -> usize {
        self.option(options, Choice::Alt)
    }

    /// Chooses whether a repetition goes on, 0, or stops, 1.
    #[inline]
    pub fn more(&mut self, options: &Options<'_>) -> usize {
        self.option(options, |option| Choice::More(option == 0))
    }

    /// Draws one of several options, or has it replayed.
    #[inline]
    fn option(&mut self, options: &Options<'_>, choice: fn(u32) -> Choice) -> usize {
        self.steps = self.steps.saturating_sub(1);
        if !self.is_plain {
            return self.option_with_way_back(options, choice);
        }
        let is_deep = self.is_deep();
        let dice = self.choices.dice();
        if is_deep { options.draw_cheapest(dice) } else { options.draw(dice) }
    }

    /// Replays or draws one of several options, none of which was tried before.
    fn option_with_way_back(&mut self, options: &Options<'_>, choice: fn(u32) -> Choice) -> usize {
        if self.is_led {
            return self.option_of_integer(options, None, choice);
        }
        if self.recipe.needs.is_any() {
            return self.open_option(options, None, choice);
        }
        if self.recipe.has_dead_ends {
            self.begin_choice();
        }
        let is_deep = self.is_deep();
        let next = self.replayed_option(options.count(), choice);
        let tried = self.history.tried();
        let replayed = next.filter(|option| !tried.contains(option));
        let dice = self.choices.dice();
        let chosen = match (replayed, tried, is_deep) {
            (Some(option), ..) => option as usize,
            (None, [], true) => options.draw_cheapest(dice),
            (None, [], false) => options.draw(dice),
            (None, tried, true) => options.draw_cheapest_of(dice, tried),
            (None, tried, false) => options.draw_other(dice, tried),
        };
        if self.recipe.has_dead_ends {
            self.history.note(chosen as u32, options.count());
        }
        self.choices.keep(|| choice(chosen as u32));
        chosen
    }

    /// Takes the next choice of a replay that is one of so many options.
    pub(super) fn replayed_option(&mut self, count: usize, choice: fn(u32) -> Choice) -> Option<u32> {
        let numbers = 0..count as u32;
        self.choices.take(self.current.script, |next| numbers.clone().find(|&option| choice(option) == *next))
    }

    /// Notes whether the next text is drawn in the midst of what is replayed.
    pub(super) fn begin_text(&mut self) {
        self.is_drawn = self.choices.draws(self.current.script);
    }

    /// Takes the next text of a replay that fits.
    pub(super) fn replayed_text(&mut self, fits: impl Fn(&mut Self, &[u8]) -> bool) -> Option<Vec<u8>> {
        if !self.choices.is_replay() {
            return None;
        }
        let mut choices = std::mem::replace(&mut self.choices, Choices::fresh(0));
        let text = choices.take(self.current.script, |choice| match choice {
            Choice::Text(text) if fits(self, text) => Some(text.clone()),
            _ => None,
        });
        self.choices = choices;
        text
    }

    /// Returns whether only the cheapest options are taken.
    #[inline]
    pub(super) fn is_deep(&self) -> bool {
        self.current.depth > self.max_depth + 1 || self.is_spent() || self.is_given()
    }

    /// Returns whether what is written now is replayed, or else the simplest that there is.
    #[inline]
    pub(super) fn is_given(&self) -> bool {
        self.choices.is_replay() && self.current.script != DRAWN
    }

    /// Returns whether the text is long enough.
    #[inline]
    pub(super) fn is_spent(&self) -> bool {
        self.output.len() >= SIZE || self.steps == 0
    }
}
