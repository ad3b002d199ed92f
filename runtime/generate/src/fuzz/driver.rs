//! The main loop: it takes tasks from the top of the stack and does them until the stack is empty. The stack is on the heap, so that no
//! text is too deep for it.

use crate::choices::{Choice, Choices, DRAWN};
use crate::fuzz::cell::Cell;
use crate::fuzz::mode::Mode;
use crate::fuzz::options::Options;
use crate::fuzz::recipe::{ItemStep, is_nested};
use crate::fuzz::{self as tables, CHEAP_AFTER_CHOICES, DeadEnd, Fuzzer, MAX_TEXT_BYTES, Rollback, Task};
use grammarc_core::grammar::{Check, Drive, Item, ItemId, RuleKind, Symbol};
use grammarc_core::steps::step;

impl Fuzzer<'_> {
    /// Forgets the last run, and pushes the start symbol.
    pub(super) fn begin(&mut self) {
        self.mode = Mode::of(&self.choices, self.recipe.has_dead_ends);
        if self.recipe.has_dead_ends || self.choices.is_replay() {
            self.choices.dice().slow_down();
        } else {
            self.choices.dice().quick();
        }
        self.begin_imitation();
        self.output.clear();
        self.labels.begin(self.recipe.labels);
        self.watches.begin();
        self.deferred.truncate(0);
        self.history.begin(self.aim.size());
        self.kept.clear();
        self.budget.begin(CHEAP_AFTER_CHOICES);
        self.is_stuck = false;
        if self.recipe.needs.is_any() {
            self.names.clear();
        }
        let start = self.grammar().start;
        self.stack.begin(Task::Part(start));
        self.begin_aimed();
        let is_named = self.grammar().rule(start).is_some_and(|rule| rule.kind == RuleKind::Named);
        self.push(if is_named { Task::Rule(start) } else { Task::Part(start) });
    }

    /// Writes the text of `symbol` alone, with so many choices before only the cheapest options are taken.
    pub(super) fn write_part(&mut self, choices: Choices, choices_left: u32, symbol: Symbol) -> Result<(), DeadEnd> {
        self.choices = choices;
        self.deferred.switch(false);
        self.history.doubt();
        self.begin();
        let task = self.stack.current().task;
        self.stack.begin(task);
        self.budget.set_choices(choices_left);
        self.push(Task::Part(symbol));
        self.write_all()
    }

    /// Works until nothing is left to be done.
    pub(super) fn write_all(&mut self) -> Result<(), DeadEnd> {
        loop {
            let outcome = match self.stack.pop(self.history.cells()) {
                Some(_) if self.output.len() > MAX_TEXT_BYTES => return Err(DeadEnd),
                Some(_) if !self.budget.allows_task(self.history.reached().max(self.output.len())) => {
                    return Err(DeadEnd);
                }
                Some(cell) => self.work(cell),
                None if self.watches.admit_end() => match self.finish() {
                    Ok(()) => return Ok(()),
                    blocked => blocked,
                },
                None => Err(Rollback),
            };
            let mut outcome = outcome;
            while outcome == Err(Rollback) {
                step(1);
                outcome = self.take_back()?;
            }
        }
    }

    /// Pushes a task, to be done before those pushed earlier.
    #[inline]
    pub fn push(&mut self, task: Task) {
        self.stack.push(task, self.output.len() as u32);
    }

    /// Does the task of a cell.
    fn work(&mut self, cell: Cell) -> Result<(), Rollback> {
        self.stack.work_on(cell);
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
            Task::WriteSize(id) => self.write_size(id),
        }
    }

    /// Writes an item: its end is pushed if something happens there, then its symbol is expanded.
    fn item(&mut self, id: ItemId) -> Result<(), Rollback> {
        let item = &self.grammar().items[id.0 as usize];
        let step = self.recipe.step(id);
        if self.is_aimed() && !matches!(step, ItemStep::Skip | ItemStep::Literal) {
            self.share(id);
        }
        match step {
            ItemStep::Skip => self.skip(item.symbol),
            ItemStep::Literal => self.terminal(item.symbol),
            ItemStep::Rule => self.rule(item.symbol),
            ItemStep::Part => self.expand(item.symbol),
            ItemStep::Marked => self.marked(id, item),
        }
    }

    /// Writes an item with a label, a condition, a drive or hooks.
    fn marked(&mut self, id: ItemId, item: &Item) -> Result<(), Rollback> {
        let hooks = self.recipe.hooks_of(self.grammar(), item);
        if !hooks.is_empty() {
            self.open_item(id, hooks)?;
        }
        if self.recipe.slices.field_of(id).is_some() {
            self.push(Task::WriteSize(id));
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
            Drive::Here => self.begin_block(),
            Drive::None | Drive::Iteration(_) => {}
        }
        match item.check {
            Check::Text { label, fold } => return self.same_text(id, label, fold),
            Check::Except(regular) => self.push(Task::Except(regular)),
            Check::None => {}
        }
        if is_nested(self.grammar(), item) { self.rule(item.symbol) } else { self.expand(item.symbol) }
    }

    /// Returns whether an item is a place for skip.
    pub(super) fn is_skip(&self, id: ItemId) -> bool {
        self.recipe.step(id) == ItemStep::Skip
    }

    /// Begins the application of a named rule.
    #[inline]
    fn rule(&mut self, symbol: Symbol) -> Result<(), Rollback> {
        self.stack.current_mut().depth += 1;
        if self.recipe.labels > 0 {
            self.stack.current_mut().labels = self.labels.open(self.recipe.labels);
        }
        if self.recipe.has_dead_ends {
            self.stack.current_mut().application = self.history.begin_application();
            if self.recipe.needs.settles.get(symbol.0 as usize) == Some(&true) {
                self.stack.push(Task::Settle, self.names.state.pending() as u32);
            }
        }
        self.expand(symbol)
    }

    /// Replaces a symbol. It is done again, from here, when a later dead end comes back to its choice.
    #[inline]
    pub(super) fn expand(&mut self, symbol: Symbol) -> Result<(), Rollback> {
        self.stack.current_mut().task = Task::Part(symbol);
        if self.mode.is_steps() && self.grammar().rule(symbol).is_some_and(|rule| rule.kind != RuleKind::Repeat) {
            let current = self.stack.current_mut();
            let script = self.choices.enter(current.script, symbol);
            // A drawn part may have the full depth, wherever it stands.
            if script == DRAWN && current.script != DRAWN {
                current.depth = 0;
            }
            current.script = script;
        }
        self.replace(symbol)
    }

    /// Calls the function that replaces a symbol. For nested replays and for integers, and for texts of a size, this is the
    /// interpreter of the tables, because every step of it passes through the driver.
    #[inline]
    fn replace(&mut self, symbol: Symbol) -> Result<(), Rollback> {
        let done = if self.mode.is_steps() || self.mode.is_integers() || self.is_aimed() || self.imitation.is_some() {
            tables::expand(self, symbol)
        } else {
            (self.language.expand)(self, symbol)
        };
        if std::mem::take(&mut self.is_stuck) { Err(Rollback) } else { done }
    }

    /// Makes a choice again, with another option.
    pub(super) fn resume(&mut self, cell: Cell) -> Result<(), Rollback> {
        self.stack.work_on(cell);
        match cell.task {
            Task::Part(symbol) => self.replace(symbol),
            _ => Err(Rollback),
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
        self.budget.count_choice();
        if !self.mode.is_plain() {
            return self.option_with_way_back(options, choice);
        }
        let is_deep = self.is_deep();
        if !is_deep && self.is_aimed() {
            return self.fitting_or_cheapest(options, &[]).unwrap_or(0);
        }
        let dice = self.choices.dice();
        if is_deep { options.draw_cheapest(dice) } else { options.draw(dice) }
    }

    /// Replays or draws an option that was not tried before.
    fn option_with_way_back(&mut self, options: &Options<'_>, choice: fn(u32) -> Choice) -> usize {
        if self.mode.is_integers() {
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
        let aimed = match replayed {
            None if !is_deep && self.is_aimed() => {
                let tried = tried.to_vec();
                let Some(fitting) = self.fitting_or_cheapest(options, &tried) else {
                    return self.settle_on(None, 0, choice);
                };
                Some(fitting as u32)
            }
            _ => None,
        };
        let tried = self.history.tried();
        let dice = self.choices.dice();
        let chosen = match (replayed.or(aimed), tried, is_deep) {
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

    /// Takes the next choice of a replay that is one of `count` options.
    pub(super) fn replayed_option(&mut self, count: usize, choice: fn(u32) -> Choice) -> Option<u32> {
        let numbers = 0..count as u32;
        self.choices.take(self.stack.current().script, |next| numbers.clone().find(|&option| choice(option) == *next))
    }

    /// Notes whether the next text is drawn within a replay.
    pub(super) fn begin_text(&mut self) {
        if let Mode::Steps { is_text_drawn } = &mut self.mode {
            *is_text_drawn = self.choices.draws(self.stack.current().script);
        }
    }

    /// Takes the next text of a replay that fits.
    pub(super) fn replayed_text(&mut self, fits: impl Fn(&mut Self, &[u8]) -> bool) -> Option<Vec<u8>> {
        if !self.choices.is_replay() {
            return None;
        }
        let mut choices = std::mem::replace(&mut self.choices, Choices::fresh(0));
        let text = choices.take(self.stack.current().script, |choice| match choice {
            Choice::Text(text) if fits(self, text) => Some(text.clone()),
            _ => None,
        });
        self.choices = choices;
        text
    }

    /// Returns whether only the cheapest options are taken.
    #[inline]
    pub(super) fn is_deep(&self) -> bool {
        self.stack.current().depth > self.budget.max_depth() + 1 || self.is_spent() || self.is_given()
    }

    /// Returns whether the present part is replayed, with the simplest text where the replay has none. It is false in a drawn part.
    #[inline]
    pub(super) fn is_given(&self) -> bool {
        self.choices.is_replay() && self.stack.current().script != DRAWN
    }

    /// Returns whether the text is long enough.
    #[inline]
    pub(super) fn is_spent(&self) -> bool {
        self.output.len() >= self.aim.size_limit() || self.budget.choices() == 0
    }
}
