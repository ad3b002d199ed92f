//! Plans the size of a text. Each part of the text gets a goal: the offset at which it should end.
//!
//! The start symbol's goal is the size. An item of a production gets its share of the bytes up to the goal of the production; the items
//! behind it keep at least their shortest texts. For example, with 100 bytes for `<pair> ::= <value> "," <value>`, the first value may get
//! 30: its goal is 30, and that of the second one 100. A goal is an offset and no length, so a part that has become too long or too short
//! changes the share of those behind it, and not the size of the text.
//!
//! A choice takes an option that can fill the bytes up to its goal; if none is left, the cheapest one. A repetition goes on as long as
//! another element fits. The elements of a list get shares of all magnitudes, so that a few of them are large.

use crate::choices::Dice;
use crate::fuzz::cell::Goal;
use crate::fuzz::options::Options;
use crate::fuzz::recipe::fits::{self, Bytes, Fit, room};
use crate::fuzz::recipe::lengths::{Longest, is_list};
use crate::fuzz::{CHEAP_AFTER_BYTES, CHEAP_AFTER_CHOICES, Fuzzer, Rollback, Task};
use grammarc_core::grammar::{Drive, ItemId, ProductionId, RegularId, Rule, Symbol};

/// Distance from the wanted size, in bytes, at which the text may end. Before it, options that nothing can follow are avoided, such as
/// `[ \t]* !.`, which looks ahead for the end of the input.
const NEAR_END_BYTES: usize = 8;
/// Of so many tokens beside rules that can grow, one is long: numbers of 100 digits and names of 200 letters find other bugs than short
/// ones.
const TOKENS_PER_LONG_TOKEN: u32 = 16;
/// Bytes of a long token beyond its shortest text, at most; and a quarter of those that are left, because a name may be used again.
const MAX_LONG_TOKEN_BYTES: u32 = 256;
/// How often the repetitions of one text may refuse to end. A longer text allows more: see [`BYTES_PER_REFUSAL`].
const MIN_REFUSALS: u32 = 64;
/// Bytes of the wanted size that allow one refusal more.
const BYTES_PER_REFUSAL: u32 = 4;
/// How often another element of a list is drawn in a place where one failed, before the list would have to end.
const ELEMENTS_PER_PLACE: u32 = 4;
/// Bytes of an element that failed, at most, if no other one is drawn in its place. The text before it does not let any element follow:
/// after `<style>a`, for example, `<b` fails as `<i` does, because `</style>` has to come first.
const MAX_STILLBORN_BYTES: usize = 2;
/// Choices that a text may take for each byte of its size. After them only the cheapest options are taken.
const CHOICES_PER_BYTE: u32 = 16;

/// The size that texts should have.
///
/// For example, with `Fuzzer::aim(Some(1_000))` and a replay, `wanted` is 1,000, and `present` is none, because the replayed choices
/// determine the size.
#[derive(Debug, Default)]
pub(super) struct Aim {
    /// Size of the texts from now on, in bytes; none if they may have any size.
    wanted: Option<u32>,
    /// Size of the text being written, in bytes; none if it may have any size.
    present: Option<u32>,
    /// How often a repetition of the present text refused to end.
    refused: u32,
    /// The last place where an element was drawn again, and how often it was.
    again: (usize, u32),
    /// The largest size at which texts may still be filled and parsed; 0 as long as no text was too large for that.
    most: u32,
    /// Whether a text was too ambiguous to be parsed.
    is_too_ambiguous: bool,
    /// The options that fit, for a choice of which some are excluded; kept so that no choice allocates.
    fits: Vec<Fit>,
}

impl Aim {
    /// Returns whether texts may have any size.
    pub(super) fn is_none(&self) -> bool {
        self.wanted.is_none()
    }

    /// Returns the bytes that texts should have, or 0.
    pub(super) fn size(&self) -> u32 {
        self.wanted.unwrap_or(0)
    }

    /// Returns the bytes of the present text after which only the cheapest options are taken.
    #[inline]
    pub(super) fn size_limit(&self) -> usize {
        CHEAP_AFTER_BYTES.max(self.present.map_or(0, |bytes| bytes as usize))
    }

    /// Returns the largest size at which texts may still be filled and parsed.
    pub(super) fn fillable(&self) -> u32 {
        if self.most == 0 { u32::MAX } else { self.most }
    }

    /// Notes that a larger text could not be filled, or that it was too ambiguous to be parsed.
    pub(super) fn limit(&mut self, bytes: u32, is_filled: bool) {
        self.most = bytes.max(1);
        self.is_too_ambiguous |= is_filled;
    }

    /// Counts an element that is drawn again at a place, and returns whether it may.
    fn draw_again(&mut self, place: usize) -> bool {
        let times = if self.again.0 == place { self.again.1 + 1 } else { 1 };
        self.again = (place, times);
        times <= ELEMENTS_PER_PLACE
    }

    /// Counts a repetition that refuses to end, and returns whether it may.
    fn refuse(&mut self) -> bool {
        let may = self.refused < MIN_REFUSALS + self.present.unwrap_or(0) / BYTES_PER_REFUSAL;
        self.refused += u32::from(may);
        may
    }
}

/// The way on where an element of a list has failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GoingOn {
    /// Another element is drawn.
    Again,
    /// The list does not end here, so an earlier choice is made again.
    No,
    /// The list may end.
    Free,
}

impl Fuzzer<'_> {
    /// Sets the size of the next texts to about `bytes`; with none, they may have any size. A text gets as close to the size as the
    /// language and the greatest depth allow. A replay ignores it.
    ///
    /// ```
    /// use grammarc_runtime::choices::Choices;
    /// use grammarc_runtime::flat::LINES;
    /// use grammarc_runtime::fuzz::Fuzzer;
    ///
    /// let mut fuzzer = Fuzzer::new(&LINES, 16);
    /// fuzzer.aim(Some(1_000));
    /// let text = fuzzer.run(&mut Choices::fresh(1)).unwrap();
    /// assert!((500..2_000).contains(&text.len()));
    /// ```
    pub fn aim(&mut self, bytes: Option<u32>) {
        self.aim.wanted = bytes;
    }

    /// Returns the size in bytes above which texts of this grammar are too ambiguous to be parsed, so that texts were written smaller; none
    /// if no text was.
    #[doc(hidden)]
    pub fn parsable_bytes(&self) -> Option<u32> {
        Some(self.aim.most).filter(|_| self.aim.is_too_ambiguous)
    }

    /// Returns whether the present text has a size to reach.
    #[inline]
    pub(super) fn is_aimed(&self) -> bool {
        self.aim.present.is_some()
    }

    /// Begins a text: its size is the goal of the start symbol.
    pub(super) fn begin_aimed(&mut self) {
        let is_free = !self.choices.is_replay() && !self.choices.are_integers();
        (self.aim.present, self.aim.refused, self.aim.again) = (self.aim.wanted.filter(|_| is_free), 0, (0, 0));
        if let Some(bytes) = self.aim.present {
            self.stack.current_mut().goal = Goal { offset: bytes, is_filled: true };
            self.budget.set_choices(CHEAP_AFTER_CHOICES.max(bytes.saturating_mul(CHOICES_PER_BYTE)));
        }
    }

    /// Returns how many bytes are left up to the goal of the present part.
    fn bytes_left(&self) -> u32 {
        self.stack.current().goal.offset.saturating_sub(self.output.len() as u32)
    }

    /// Narrows the bounds of a repetition of characters: it has as many as are left up to a goal that should be filled, and no more than
    /// that up to another.
    pub(super) fn narrowed(&self, min: u32, max: u32) -> (u32, u32) {
        let most = self.bytes_left().clamp(min, max);
        (if self.stack.current().goal.is_filled { most } else { min }, most)
    }

    /// Returns whether a repetition inside a token goes on. It fills the bytes up to its goal, or is drawn freely and stays shorter.
    pub(super) fn is_short(&mut self) -> bool {
        self.bytes_left() > 0 && (self.stack.current().goal.is_filled || self.choices.dice().flip())
    }

    /// Draws the parts of a token. In a text that has a size to reach, each part that can grow gets a share of the bytes that are left.
    /// Otherwise the first of them would take all bytes, and no number would have a fraction or an exponent.
    pub(super) fn draw_parts(
        &mut self,
        parts: &[RegularId],
        draw: impl Fn(&mut Self, RegularId) -> Result<(), Rollback>,
    ) -> Result<(), Rollback> {
        if !self.is_aimed() {
            return parts.iter().try_for_each(|&part| draw(self, part));
        }
        let lengths = self.recipe.lengths(self.grammar());
        let mut growing = parts.iter().filter(|&&part| lengths.is_growing_regular(part)).count();
        if growing < 2 {
            return parts.iter().try_for_each(|&part| draw(self, part));
        }
        let goal = self.stack.current().goal;
        for &part in parts {
            growing -= usize::from(lengths.is_growing_regular(part));
            if lengths.is_growing_regular(part) && growing > 0 {
                let left = self.bytes_left();
                let dice = self.choices.dice();
                let share = (0..growing).map(|_| below(dice, left)).min().unwrap_or(left);
                self.stack.current_mut().goal.offset = goal.offset.min(self.output.len() as u32 + share);
            }
            let done = draw(self, part);
            self.stack.current_mut().goal = goal;
            done?;
        }
        Ok(())
    }

    /// Returns whether a repetition of at most `max` times in a token goes on. An optional part that cannot grow, such as the sign of a
    /// number, is left out of half of the texts, also where the goal is to be filled.
    pub(super) fn takes_another(&mut self, body: RegularId, max: Option<u32>) -> bool {
        if !self.is_aimed() || max != Some(1) || self.recipe.lengths(self.grammar()).is_growing_regular(body) {
            return self.again();
        }
        self.bytes_left() > 0 && self.choices.dice().flip()
    }

    /// Sets the goal of an item to its share of the bytes that are left.
    pub(super) fn share(&mut self, id: ItemId) {
        let lengths = self.recipe.lengths(self.grammar());
        let item = &self.grammar().items[id.0 as usize];
        let (own, rest) = (lengths.of_symbol(item.symbol), lengths.after(id));
        if rest.is_nothing() {
            return;
        }
        let left = self.bytes_left();
        let extra = left.saturating_sub(own.least.saturating_add(rest.length.least));
        let counted = self.iterations_left(id);
        let top = own.longest.max(rest.length.longest);
        let (room, rest_room) = (room(own, top), room(rest.length, top));
        // An item of limited length is drawn freely if the rest of the production has no limit: the rest takes the bytes.
        self.stack.current_mut().goal.is_filled &= room.is_none() || rest_room.is_some();
        // Elements like those of samples end by learned weights, and the list takes the bytes.
        let is_like_samples = rest.is_repeated && self.imitation.is_some();
        self.stack.current_mut().goal.is_filled &= !is_like_samples;
        let is_token = own.longest == Longest::Token && rest_room.is_none();
        let is_long = is_token && self.choices.dice().below(TOKENS_PER_LONG_TOKEN) == 0;
        self.stack.current_mut().goal.is_filled |= is_long;
        let dice = self.choices.dice();
        let share = match (room, rest_room) {
            (Some(_), None) if is_long => of_any_magnitude(dice, (extra / 4).min(MAX_LONG_TOKEN_BYTES)),
            (Some(own), None) => own.min(extra),
            (Some(own), Some(rest)) => {
                // Draws around the share with which both use the same fraction of their room.
                let all = u64::from(own) + u64::from(rest);
                let share = (u64::from(extra) * u64::from(own)).checked_div(all).unwrap_or(0) as u32;
                below(dice, own.min(2 * share.min(u32::MAX / 2)))
            }
            (None, Some(rest)) => extra - below(dice, (rest / 2).min(extra / 4)),
            (None, None) if counted == Some(1) => extra,
            (None, None) if counted.is_some_and(|count| count > 1) => {
                below(dice, (2 * u64::from(extra) / u64::from(counted.unwrap_or(1))).min(extra.into()) as u32)
            }
            (None, None) if is_like_samples => extra,
            (None, None) if rest.is_repeated => of_any_magnitude(dice, extra),
            (None, None) => (0..rest.growing).map(|_| below(dice, extra)).min().unwrap_or(extra),
        };
        let end = self.output.len() as u32;
        let most = self.recipe.slices.field_of(id).map_or(u32::MAX, |slice| slice.goal_bytes());
        let goal = &mut self.stack.current_mut().goal;
        goal.offset = goal.offset.min(end.saturating_add(own.least.saturating_add(share).min(most)));
    }

    /// Returns how many iterations a counted list still needs, with that of the item, if the item is an element of one.
    fn iterations_left(&self, id: ItemId) -> Option<u32> {
        match self.grammar().items[id.0 as usize].drive {
            Drive::Iteration(left) => Some(self.kept_at(left).0),
            _ => None,
        }
    }

    /// Draws an option that fits, or one of the cheapest. Returns none where a repetition should not end yet.
    pub(super) fn fitting_or_cheapest(&mut self, options: &Options<'_>, excluded: &[u32]) -> Option<usize> {
        match self.going_on() {
            GoingOn::Again => return Some(0),
            GoingOn::No => return None,
            GoingOn::Free => {}
        }
        if let Some(fitting) = self.fitting(options, excluded) {
            return Some(fitting);
        }
        let avoided = self.avoided(options, excluded);
        Some(options.draw_cheapest_of(self.choices.dice(), avoided.as_deref().unwrap_or(excluded)))
    }

    /// Returns what happens where an element of a list has failed while more than a quarter of the text is missing: another one is drawn,
    /// a few times. After that the fuzzer goes back. An earlier choice was wrong then: in HTML, for example, `<script>` takes
    /// everything up to its end tag.
    pub(super) fn going_on(&mut self) -> GoingOn {
        let goal = self.stack.current().goal;
        let Some(bytes) = self.aim.present.filter(|_| goal.is_filled && self.history.tried().contains(&0)) else {
            return GoingOn::Free;
        };
        let Task::Part(symbol) = self.stack.current().task else { return GoingOn::Free };
        let lengths = self.recipe.lengths(self.grammar());
        let is_endless = |rule: &Rule| {
            is_list(self.grammar(), rule)
                && lengths.of_options(rule).first().is_some_and(|it| it.longest == Longest::Endless)
        };
        let is_short = self.bytes_left() > bytes / 4;
        if !is_short || !self.grammar().rule(symbol).is_some_and(is_endless) {
            return GoingOn::Free;
        }
        let has_begun = self.history.reached() > self.output.len() + MAX_STILLBORN_BYTES;
        if has_begun && self.aim.draw_again(self.output.len()) {
            self.history.forget_tried(0);
            return GoingOn::Again;
        }
        if self.aim.refuse() { GoingOn::No } else { GoingOn::Free }
    }

    /// Returns the options to leave out because the text would end too early: those that nothing can follow, together with those in
    /// `excluded`. Returns none if no option ends the text, or if none would be left.
    pub(super) fn avoided(&self, options: &Options<'_>, excluded: &[u32]) -> Option<Vec<u32>> {
        let Task::Part(symbol) = self.stack.current().task else { return None };
        let lengths = self.recipe.lengths(self.grammar());
        if !lengths.has_final(symbol) || self.is_near_end() {
            return None;
        }
        let of = lengths.of_options(self.grammar().rule(symbol)?);
        let is_final = |&option: &u32| of[option as usize].is_final;
        let mut avoided: Vec<u32> = (0..options.count() as u32).filter(is_final).collect();
        if avoided.is_empty() {
            return None;
        }
        avoided.extend(excluded.iter().filter(|&option| !is_final(option)));
        (avoided.len() < options.count()).then_some(avoided)
    }

    /// Returns whether the text may end here.
    fn is_near_end(&self) -> bool {
        self.aim.present.is_none_or(|bytes| self.output.len() + NEAR_END_BYTES >= bytes as usize)
    }

    /// Draws one of several regular expressions. In a text that has a size to reach, one that nothing can follow is left out before the end.
    pub(super) fn pick_part(&mut self, parts: &[RegularId]) -> usize {
        let first = self.pick(parts.len() as u32) as usize;
        if !self.is_aimed() || self.is_near_end() {
            return first;
        }
        let lengths = self.recipe.lengths(self.grammar());
        let mut all = (first..parts.len()).chain(0..first);
        all.find(|&part| !lengths.is_final_regular(parts[part])).unwrap_or(first)
    }

    /// Returns whether every text has more than `bytes` bytes.
    pub(super) fn is_beyond(&self, bytes: u32) -> bool {
        self.recipe.lengths(self.grammar()).of_symbol(self.grammar().start).least > bytes
    }

    /// Returns whether the language has a longest text.
    pub(super) fn is_bounded(&self) -> bool {
        let lengths = self.recipe.lengths(self.grammar());
        matches!(lengths.of_symbol(self.grammar().start).longest, Longest::Bytes(_))
    }

    /// Returns the number of elements that `list`, whose count is being written, should have; none if the text has no size to reach. For
    /// example, it is the `2` of `2xx` by `n:<dec> "x"{n}`.
    pub(super) fn count_of(&mut self, list: Symbol) -> Option<u32> {
        self.aim.present?;
        let goal = self.stack.next_goal()?;
        let left = goal.offset.saturating_sub(self.output.len() as u32);
        let lengths = self.recipe.lengths(self.grammar());
        let first = self.grammar().rule(list)?.productions.start as usize;
        let items = self.grammar().items_of(ProductionId(first as u32));
        let element = items.iter().find(|item| item.symbol != list).map(|item| lengths.of_symbol(item.symbol))?;
        let most = left / element.least.max(1);
        Some(match element.longest {
            _ if !goal.is_filled => below(self.choices.dice(), most.min(4)),
            Longest::Bytes(_) => most,
            Longest::Token | Longest::Endless => of_any_magnitude(self.choices.dice(), most).max(1),
        })
    }

    /// Draws an option that can fill the bytes up to the goal. If there is none, draws one of those that get closest to it. Returns none if
    /// every option is too long: the caller then takes a cheapest one. The options in `excluded` are left out.
    pub(super) fn fitting(&mut self, options: &Options<'_>, excluded: &[u32]) -> Option<usize> {
        let Task::Part(symbol) = self.stack.current().task else { return None };
        let bytes = Bytes { left: self.bytes_left(), is_filled: self.stack.current().goal.is_filled };
        if bytes.left == 0 {
            return None;
        }
        let lengths = self.recipe.lengths(self.grammar());
        let may_end = !lengths.has_final(symbol) || self.is_near_end();
        if excluded.is_empty() && may_end {
            let (fits, total) = self.recipe.fits(self.grammar()).of(symbol, bytes);
            let number = self.choices.dice().below(total);
            return fits::option_at(fits, number);
        }
        let of = lengths.of_options(self.grammar().rule(symbol)?);
        let is_allowed = |option: usize| !excluded.contains(&(option as u32)) && (may_end || !of[option].is_final);
        let mut fits = std::mem::take(&mut self.aim.fits);
        fits::fitting(of, |option| options.weight(option), bytes, is_allowed, &mut fits);
        let number = self.choices.dice().below(fits::total(&fits));
        let found = fits::option_at(&fits, number);
        self.aim.fits = fits;
        found
    }
}

/// Draws a number from 0 to `most`, each with the same probability.
fn below(dice: &mut Dice, most: u32) -> u32 {
    dice.below(most.saturating_add(1))
}

/// Draws a number from 0 to `most`: first its number of bits, then its value. For example, about half of the numbers up to 1,000 are below
/// 32.
fn of_any_magnitude(dice: &mut Dice, most: u32) -> u32 {
    let bits = below(dice, u32::BITS - most.leading_zeros());
    let low = (1_u64 << bits) >> 1;
    let high = ((1_u64 << bits) - 1).min(most.into());
    (low as u32).min(most) + dice.below((high.saturating_sub(low) + 1) as u32)
}
