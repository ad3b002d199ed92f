//! Writes the texts of terminals, drawn from their expressions. A text that a watch forbids is drawn again, because that takes less time
//! than a rollback.

use std::cell::Cell;

use crate::choices::{Choice, Dice};
use crate::fuzz::class::Class;
use crate::fuzz::recipe::left_side;
use crate::fuzz::{Fuzzer, IdleRounds};
use crate::fuzz::{Rollback, Task};
use grammarc_core::grammar::{Regular, RegularId, Symbol, Terminal, TerminalKind};

/// Texts drawn for one place before the choice before it is made again. The last one is drawn with backtracking inside.
const TEXT_TRIES: usize = 8;
/// Characters drawn for one place before the text is given up, because a watch forbids each of them. A watch mostly forbids few: after `1`
/// the digits.
const CHARACTER_TRIES: u32 = 16;
/// Rounds of repetitions inside a text that may write nothing, one after the other, before they end.
const MAX_IDLE_ROUNDS: u32 = 64;
/// Iterations inside a text that bring no look-ahead closer to its end before another one is left to chance.
const MAX_VAIN_ITERATIONS: u32 = 16;
/// Texts drawn where `-` excludes the first ones. Of `[a-z]+ - "if"` one draw in some thousand is excluded; of `[ab] - "a"` each second
/// one.
const EXCEPT_TRIES: u32 = 64;

impl Fuzzer<'_> {
    /// Writes a terminal from its tables.
    ///
    /// # Errors
    /// If the text cannot go on like that.
    pub fn terminal(&mut self, symbol: Symbol) -> Result<(), Rollback> {
        let Some(terminal) = self.grammar().terminal(symbol) else { return Err(Rollback) };
        let regular = terminal.regular;
        match (terminal.kind, self.grammar().regulars.get(regular.0 as usize)) {
            (TerminalKind::Ahead { negative: true }, _) => self.never(regular),
            (TerminalKind::Ahead { negative: false }, _) => self.must(regular),
            (TerminalKind::Text { .. }, _) => self.repeat(symbol),
            (TerminalKind::Indent(indent), _) => self.indent(symbol, indent),
            (_, Some(Regular::Literal { text, fold: false })) => self.literal(symbol, text),
            _ => self.text(symbol, |fuzzer| fuzzer.draw(regular)),
        }
    }

    /// Writes a terminal that has one text.
    ///
    /// # Errors
    /// If that text cannot stand here.
    #[inline]
    pub fn literal(&mut self, symbol: Symbol, text: &[u8]) -> Result<(), Rollback> {
        self.write(text)?;
        if self.is_open_ended(symbol) {
            self.watch_end(symbol, self.output.len() - text.len());
        }
        Ok(())
    }

    /// Writes a terminal that has several texts, as `draw` draws it.
    ///
    /// # Errors
    /// If no such text was drawn.
    #[inline]
    pub fn text(&mut self, symbol: Symbol, draw: impl Fn(&mut Self) -> Result<(), Rollback>) -> Result<(), Rollback> {
        self.idle = IdleRounds::default();
        if self.mode.is_plain() {
            return if self.write_token(symbol) { Ok(()) } else { draw(self) };
        }
        if !self.can_stand(symbol) {
            return Err(Rollback);
        }
        let start = self.output.len();
        let (mut place, mut attempt) = (0, 0);
        if self.recipe.has_dead_ends {
            self.begin_choice();
            (place, attempt) = (self.history.count().saturating_sub(1), self.history.tried().len());
            self.history.note(0, TEXT_TRIES);
        }
        let number = if self.recipe.counts.is_any { self.number_here() } else { None };
        let regular = self.grammar().terminal(symbol).map(|terminal| terminal.regular);
        // Of samples one text is tried: names of samples are often taken already.
        let is_untried = Cell::new(attempt == 0);
        let draw = |fuzzer: &mut Self| match (number, regular) {
            (Some(number), _) => fuzzer.draw_number(number, symbol, attempt),
            (None, Some(regular)) if attempt + 1 == TEXT_TRIES => fuzzer.draw_carefully(regular),
            (None, _) if is_untried.take() && fuzzer.write_token(symbol) => Ok(()),
            (None, _) => draw(fuzzer),
        };
        let is_first = !self.recipe.has_dead_ends || self.history.tried().len() <= 1;
        self.begin_text();
        let is_replayed = !self.mode.is_text_drawn() && self.replay_text(symbol, is_first);
        if self.names.is_limited() {
            self.names.set_replayed(is_replayed);
        }
        let is_default = self.mode.is_integers() && !self.is_listed() && self.text_of_integer(symbol)?;
        if self.names.is_limited() && !is_replayed && !is_default {
            self.draw_name(symbol, place, draw)?;
        } else if !(is_replayed || is_default || is_first && number.is_none() && self.write_simplest(symbol)) {
            self.draw_apart(draw)?;
        }
        let start = self.output.after_separator(start);
        self.keep_text(start, is_replayed || self.is_given() && !self.mode.is_text_drawn());
        let Self { choices, output, .. } = self;
        choices.keep(|| Choice::Text(output.bytes()[start..].to_vec()));
        if self.is_open_ended(symbol) {
            self.watch_end(symbol, start);
        }
        Ok(())
    }

    /// Returns whether the watches let some text of a terminal through, or a separator before it. If not, no text needs to be drawn. A
    /// replay tries its own text instead.
    fn can_stand(&mut self, symbol: Symbol) -> bool {
        if self.watches.live().is_empty() || self.choices.is_replay() {
            return true;
        }
        let Some(terminal) = self.grammar().terminal(symbol).filter(|terminal| !terminal.nullable) else { return true };
        self.can_separate() || {
            let expression = self.start(terminal.regular);
            self.watches.admit_text_of(expression)
        }
    }

    /// Writes the next text of a replay, if it is one of the terminal's. Its own look-aheads are left to the parser. A text
    /// that led into a dead end is used up.
    fn replay_text(&mut self, symbol: Symbol, is_first: bool) -> bool {
        let replayed = self.replayed_text(|fuzzer, text| fuzzer.is_text_of(symbol, text));
        replayed.is_some_and(|text| is_first && self.write(&text).is_ok())
    }

    /// Writes the simplest text of a terminal, where a replay does not say which.
    fn write_simplest(&mut self, symbol: Symbol) -> bool {
        let simplest = self.language.shortest(symbol);
        self.is_given()
            && !self.mode.is_text_drawn()
            && self.is_text_of(symbol, simplest)
            && self.write(simplest).is_ok()
    }

    /// Draws a text of an expression. It recurses no deeper than the grammar file nests.
    fn draw(&mut self, id: RegularId) -> Result<(), Rollback> {
        let recipe = self.recipe;
        if let Some(class) = &recipe.classes[id.0 as usize] {
            let is_char = matches!(self.grammar().regulars[id.0 as usize], Regular::Chars(_));
            return if is_char { self.char(class) } else { self.byte(class) };
        }
        match &self.grammar().regulars[id.0 as usize] {
            Regular::Literal { text, fold: false } => self.write(text),
            Regular::Literal { text, fold: true } => self.folded(text),
            Regular::Sequence(parts) => self.draw_parts(parts, Self::draw),
            Regular::Choice(parts) => {
                let chosen = self.pick_part(parts);
                self.draw(parts[chosen])
            }
            Regular::Repeat { body, min, max } => {
                if let Some(class) = recipe.classes[body.0 as usize].as_ref().filter(|class| class.is_plain()) {
                    return self.characters(class, *min, max.unwrap_or(u32::MAX));
                }
                let mut count = 0;
                while count < *min || max.is_none_or(|max| count < max) && self.takes_another(*body, *max) {
                    self.draw(*body)?;
                    count += 1;
                }
                Ok(())
            }
            Regular::Ahead { body, negative: true } => self.never(*body),
            Regular::Ahead { body, negative: false } => self.must(*body),
            Regular::Except { body, without } => self.except(*without, |fuzzer| fuzzer.draw(*body)),
            Regular::Text { label, .. } => self.repeat_label(*label),
            Regular::Chars(_) | Regular::Bytes(_) => Err(Rollback),
        }
    }

    /// Draws a text of an expression step by step, with backtracking. A failed option gives way to another, and a repetition goes on while
    /// a look-ahead demands more. Without this, half of all texts of `("a" &"bc" | "b" | "c")+` fail behind an `a`. It recurses no deeper
    /// than the grammar file nests.
    fn draw_carefully(&mut self, id: RegularId) -> Result<(), Rollback> {
        match &self.grammar().regulars[id.0 as usize] {
            Regular::Sequence(parts) => self.draw_parts(parts, Self::draw_carefully),
            Regular::Choice(parts) => {
                let first = self.pick_part(parts);
                let mut options = parts[first..].iter().chain(&parts[..first]);
                options.find_map(|&part| self.drafted(part)).ok_or(Rollback)
            }
            Regular::Repeat { body, min, max } => {
                let (mut count, mut vain) = (0, 0);
                while count < *min || max.is_none_or(|max| count < max) && self.goes_on(*body, *max, vain) {
                    let before = self.watches.keys();
                    match self.drafted(*body) {
                        None if count < *min => return Err(Rollback),
                        None => break,
                        Some(()) => count += 1,
                    }
                    vain = if self.watches.keys() == before { vain + 1 } else { 0 };
                }
                Ok(())
            }
            Regular::Except { body, without } => self.except(*without, |fuzzer| fuzzer.draw_carefully(*body)),
            _ => self.draw(id),
        }
    }

    /// Draws a text of an expression carefully; if there is none, takes back the bytes written for it.
    fn drafted(&mut self, id: RegularId) -> Option<()> {
        let draft = self.draft();
        self.draw_carefully(id).map_err(|Rollback| self.restore(&draft)).ok()
    }

    /// Returns whether a repetition inside a text goes on, as it does while a look-ahead demands more. It does not where the last `vain`
    /// iterations brought no look-ahead closer to its end, which may be behind this text.
    fn goes_on(&mut self, body: RegularId, max: Option<u32>, vain: u32) -> bool {
        !self.is_spent() && vain < MAX_VAIN_ITERATIONS && !self.watches.admit_end() || self.takes_another(body, max)
    }

    /// Writes `min` to `max` characters of a class. If the class is plain and the dice are quick, one draw gives four characters and how
    /// many of them are there.
    ///
    /// # Errors
    /// If every one that was drawn is forbidden here.
    pub fn characters(&mut self, class: &Class, min: u32, max: u32) -> Result<(), Rollback> {
        let (min, max) = if self.is_aimed() { self.narrowed(min, max) } else { (min, max) };
        let mut count = 0;
        if !class.is_plain() || matches!(self.choices.dice(), Dice::Thorough(_)) {
            while count < min || count < max && self.again() {
                self.char(class)?;
                count += 1;
            }
            return Ok(());
        }
        while count < max && (count < min || !self.is_spent()) {
            let four = class.four(self.choices.dice().quick());
            let there = four.count(min.saturating_sub(count)).min(max - count);
            self.write(&four.text[..there as usize])?;
            count += there;
            if there < 4 {
                break;
            }
        }
        Ok(())
    }

    /// Returns whether a repetition inside a text goes on.
    #[inline]
    pub fn again(&mut self) -> bool {
        if self.is_aimed() {
            return self.is_short() && self.gets_on();
        }
        !self.is_spent() && (self.mode.is_text_drawn() || !self.is_given()) && self.choices.dice().flip()
    }

    /// Returns whether the text has grown since the last rounds of repetitions in it. For example, `(&"b")*` never comes to the size
    /// that is asked for.
    fn gets_on(&mut self) -> bool {
        let length = self.output.len();
        if self.idle.length != length {
            self.idle = IdleRounds { length, rounds: 0 };
        }
        self.idle.rounds += 1;
        self.idle.rounds <= MAX_IDLE_ROUNDS
    }

    /// Draws one of `options` options inside a text.
    #[inline]
    pub fn pick(&mut self, options: u32) -> u32 {
        self.choices.dice().below(options)
    }

    /// Writes a character of a class in UTF-8.
    ///
    /// # Errors
    /// If every one that was drawn is forbidden here.
    #[inline]
    pub fn char(&mut self, class: &Class) -> Result<(), Rollback> {
        self.drawn(class, |scalar, buffer| {
            let c = char::from_u32(scalar).unwrap_or(char::REPLACEMENT_CHARACTER);
            c.encode_utf8(buffer).len()
        })
    }

    /// Writes a byte of a class.
    ///
    /// # Errors
    /// If every one that was drawn is forbidden here.
    #[inline]
    pub fn byte(&mut self, class: &Class) -> Result<(), Rollback> {
        self.drawn(class, |byte, buffer| {
            buffer[0] = byte as u8;
            1
        })
    }

    /// Writes a member of a class, encoded by `encode`; another one where a watch forbids the first.
    #[inline]
    fn drawn(&mut self, class: &Class, encode: fn(u32, &mut [u8; 4]) -> usize) -> Result<(), Rollback> {
        let mut buffer = [0; 4];
        for _ in 0..CHARACTER_TRIES {
            let length = encode(class.draw(self.choices.dice()), &mut buffer);
            if self.write(&buffer[..length]).is_ok() {
                return Ok(());
            }
        }
        Err(Rollback)
    }

    /// Writes a text of which the ASCII letters may be in either case: as given, in capitals, or mixed.
    ///
    /// # Errors
    /// If it cannot stand here.
    pub fn folded(&mut self, text: &[u8]) -> Result<(), Rollback> {
        let mixture = match self.pick(4) {
            0 => u64::MAX,
            1 => self.choices.dice().bits(),
            _ => return self.write(text),
        };
        let is_upper = |i: usize| mixture >> (i % 64) & 1 == 1;
        let case =
            |(i, byte): (usize, &u8)| if is_upper(i) { byte.to_ascii_uppercase() } else { byte.to_ascii_lowercase() };
        let text: Vec<u8> = text.iter().enumerate().map(case).collect();
        self.write(&text)
    }

    /// Writes a text that `draw` draws and that is not in the expression `without`.
    ///
    /// # Errors
    /// If every text that was drawn is in it.
    pub fn except(
        &mut self,
        without: RegularId,
        draw: impl Fn(&mut Self) -> Result<(), Rollback>,
    ) -> Result<(), Rollback> {
        let draft = self.draft();
        for _ in 0..EXCEPT_TRIES {
            if draw(self).is_ok() {
                let text = self.output.bytes()[self.output.after_separator(draft.output.length())..].to_vec();
                if !self.is_in(without, &text) {
                    return Ok(());
                }
            }
            self.restore(&draft);
            if !self.budget.allows_failure() {
                break;
            }
        }
        Err(Rollback)
    }

    /// Forbids that the following bytes begin with a text of the expression, as `!r` does.
    ///
    /// # Errors
    /// If the empty text is one.
    pub fn never(&mut self, regular: RegularId) -> Result<(), Rollback> {
        if self.is_put_off(regular, TerminalKind::Ahead { negative: true }) {
            return Ok(());
        }
        let state = self.start(regular);
        self.watches.never(state, self.older())
    }

    /// Demands that the following bytes begin with a text of the expression, as `&r` does.
    ///
    /// # Errors
    /// If it has none.
    pub fn must(&mut self, regular: RegularId) -> Result<(), Rollback> {
        if self.is_put_off(regular, TerminalKind::Ahead { negative: false }) {
            return Ok(());
        }
        let state = self.start(regular);
        self.watches.must(state, self.older(), self.slice_begin())
    }

    /// Returns how many watches were started before the innermost slice: a look-ahead has to end within its slice.
    fn slice_begin(&self) -> u32 {
        if !self.recipe.slices.is_any {
            return 0;
        }
        self.stack.tasks().find_map(|task| if let Task::Slice(since) = task { Some(since) } else { None }).unwrap_or(0)
    }

    /// Returns whether a look-ahead is compared at the end instead of watched, and notes it then. A watch cannot follow a look-ahead
    /// exactly if that has another look-ahead inside.
    fn is_put_off(&mut self, regular: RegularId, kind: TerminalKind) -> bool {
        let grammar = self.grammar();
        if !self.deferred.is_on() || !self.recipe().looks_ahead(regular) || !grammar.labels_in(regular).is_empty() {
            return false;
        }
        let is_it = |terminal: &Terminal| terminal.kind == kind && terminal.regular == regular;
        let found = grammar.terminals.iter().position(is_it);
        let here = self.output.len();
        let Some(number) = found else { return false };
        self.deferred.push(grammar.terminal_symbol(number), here, here);
        true
    }

    /// Writes bytes. If a watch from before forbids them and skip can stand between, a separator goes first: `x` after `if` becomes ` x`.
    ///
    /// # Errors
    /// If they cannot stand here.
    #[inline]
    pub fn write(&mut self, text: &[u8]) -> Result<(), Rollback> {
        if !self.watches.live().is_empty() {
            self.feed(text)?;
        }
        self.output.push(text);
        Ok(())
    }

    /// Returns whether the bytes after a terminal have to be watched, because they could lengthen it.
    #[inline]
    pub(super) fn is_open_ended(&self, symbol: Symbol) -> bool {
        let rules = self.grammar().rules.len();
        self.recipe.has_dead_ends && self.recipe.open_ended[symbol.0 as usize - rules]
    }

    /// Watches that nothing lengthens the token, or the `%word` token, whose text begins at `start` and ends here.
    pub(super) fn watch_end(&mut self, symbol: Symbol, start: usize) {
        let grammar = self.grammar();
        let Some(terminal) = grammar.terminal(symbol) else { return };
        let word = terminal.word.and_then(|word| grammar.terminal(word));
        let watched = left_side(grammar, word.unwrap_or(terminal));
        if self.deferred.is_on() && self.recipe().looks_ahead(watched) {
            self.deferred.push(symbol, start, self.output.len());
            return;
        }
        if let Some(state) = self.another(watched) {
            self.watches.never_surely(state, self.older());
            return;
        }
        let begin = self.start(watched);
        let state = self.watches.derivatives.run(begin, &self.output.bytes()[start..]);
        self.watches.no_longer(state, self.older());
    }

    /// Returns whether the tokens that were not watched are as long as they were written, and the look-aheads hold.
    pub(super) fn deferred_hold(&self) -> bool {
        self.deferred.hold(self.grammar(), &self.language.automata, self.output.bytes())
    }
}
