//! Generates one text. The driver keeps choice points, or leaves them out while texts succeed without them.

use crate::choices::{Choices, Dice};
use crate::fuzz::DeadEnd;
use crate::fuzz::Fuzzer;
use crate::fuzz::recipe::Recipe;
use grammarc_core::parse::{effort, fill, within};

/// Texts that are drawn for one size while dead ends keep them short.
const MAX_SHORT_TEXTS: u32 = 4;

impl Fuzzer<'_> {
    /// Generates one text. It stays valid until the next run.
    ///
    /// # Errors
    /// If every way that was tried ended in a dead end.
    pub fn run(&mut self, choices: &mut Choices) -> Result<&[u8], DeadEnd> {
        if self.aim.is_none() || choices.is_replay() || choices.are_integers() {
            self.run_by_driver(choices)
        } else {
            self.run_aimed(choices)
        }
    }

    /// Generates a text of the size asked for. If dead ends keep it short, some more texts are drawn, and the longest counts. If none is
    /// found, or if its fields cannot be filled, or if it is too ambiguous to be parsed, half the size is asked for.
    fn run_aimed(&mut self, choices: &mut Choices) -> Result<&[u8], DeadEnd> {
        let wanted = self.aim.size();
        if self.is_beyond(wanted) {
            return self.run_by_driver(choices);
        }
        let mut size = wanted.min(self.aim.fillable());
        let found = loop {
            self.aim(Some(size));
            let found = self.draw_longest(choices);
            let is_filled = found.is_ok() && self.can_be_filled();
            let is_read = is_filled && self.can_be_read();
            if size == 0 || is_read {
                break found;
            }
            size /= 2;
            if found.is_ok() {
                self.aim.limit(size, is_filled);
            }
        };
        self.aim(Some(wanted));
        found.map(|()| self.output.bytes())
    }

    /// Draws a text of the size asked for, and others while it is too short. The longest is the output at the end.
    fn draw_longest(&mut self, choices: &mut Choices) -> Result<(), DeadEnd> {
        let mut longest: Option<(usize, Dice)> = None;
        for _ in 0..MAX_SHORT_TEXTS {
            choices.forget(0);
            let dice = choices.dice().clone();
            let length = self.run_by_driver(choices)?.len();
            if self.is_bounded() || 2 * length >= self.aim.size() as usize {
                return Ok(());
            }
            if longest.as_ref().is_none_or(|(other, _)| *other < length) {
                longest = Some((length, dice));
            }
        }
        if let Some((length, dice)) = longest
            && length > self.output.len()
        {
            choices.forget(0);
            *choices.dice() = dice;
            self.run_by_driver(choices)?;
        }
        Ok(())
    }

    /// Returns whether the fields of the text can be filled, so that it is in the language. Where a decimal number says how large a part is,
    /// a text with wrong fields has a great many trees, and the effort for them is limited.
    fn can_be_filled(&self) -> bool {
        !self.recipe.slices.is_any_filled
            || self.language.parse(&fill(self.language, self.output.bytes().to_vec())).is_ok()
    }

    /// Returns whether the text can be parsed with the effort of one chart. A text of a very ambiguous grammar, such as
    /// `<s> ::= <s> <s> <s> | <s> <s> | "a"`, has a chart that grows with the third power of its length.
    fn can_be_read(&self) -> bool {
        let text = self.output.bytes();
        let is_read = |left: &mut usize| self.language.parsing().within(left).tree(text).is_some();
        !self.recipe.needs_charts || within(text, &mut effort(text), is_read)
    }

    /// Generates the text of a seed, as [`Fuzzer::run`] does from [`Choices::fresh`].
    ///
    /// # Errors
    /// If every way that was tried ended in a dead end.
    #[inline]
    pub fn run_seed(&mut self, seed: u64) -> Result<&[u8], DeadEnd> {
        self.run(&mut Choices::fresh(seed))
    }

    /// Generates one text by the driver.
    #[inline(never)]
    fn run_by_driver(&mut self, choices: &mut Choices) -> Result<&[u8], DeadEnd> {
        std::mem::swap(&mut self.choices, choices);
        self.deferred.switch(self.choices.is_replay());
        let mut done = if self.may_hope() { self.write_hopefully() } else { self.write_with_points() };
        if self.deferred.is_on() && !self.deferred_hold() {
            self.deferred.switch(false);
            self.choices.restart();
            done = self.write_with_points();
        }
        std::mem::swap(&mut self.choices, choices);
        done.map(|()| self.output.bytes())
    }

    /// Returns whether a text may be written without choice points. It may if it can be written again from its dice, and if it needs no
    /// check at the end. Such a check takes most of the time and would run twice.
    fn may_hope(&self) -> bool {
        let Recipe { needs, counts, has_dead_ends, .. } = self.recipe;
        *has_dead_ends && self.choices.is_plain() && !needs.is_ambiguous && !counts.is_unsure
    }

    /// Writes a text without points, or with them where that leads into a dead end. The text is the same.
    fn write_hopefully(&mut self) -> Result<(), DeadEnd> {
        if !self.history.hope() {
            let done = self.write_with_points();
            self.history.end();
            return done;
        }
        let dice = self.choices.dice().clone();
        self.begin();
        let done = self.write_all();
        if self.history.end() {
            *self.choices.dice() = dice;
            return self.write_with_points();
        }
        done
    }

    /// Writes a text with points to go back to.
    fn write_with_points(&mut self) -> Result<(), DeadEnd> {
        self.history.doubt();
        self.begin();
        self.write_all()
    }
}
