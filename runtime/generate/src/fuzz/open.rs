//! Choices under hooks and counts: an option is closed if it needs a name and none can be used here, or if a number forbids it. For
//! example, an operand cannot become a variable before one is defined.

use crate::choices::Choice;
use crate::fuzz::options::Namespaces;
use crate::fuzz::options::Options;
use crate::fuzz::size::GoingOn;
use crate::fuzz::{Fuzzer, Task};
use grammarc_core::grammar::Namespace;

/// The names that limit a choice.
#[derive(Clone, Copy)]
struct Limits {
    /// The production of the first option.
    first: usize,
    /// The namespaces that have a name here, of those that decide.
    usable: Namespaces,
}

impl Fuzzer<'_> {
    /// Replays or draws an option that is not closed and was not tried before; `forbidden` is closed. A replay also takes a closed option.
    pub(super) fn open_option(
        &mut self,
        options: &Options<'_>,
        forbidden: Option<u32>,
        choice: fn(u32) -> Choice,
    ) -> usize {
        if self.mode.is_integers() {
            return self.option_of_integer(options, forbidden, choice);
        }
        let is_new = self.begin_choice();
        let count = options.count();
        let limits = self.limits(count);
        let is_free = forbidden.is_none() && limits.is_none() && self.are_open(options);
        if is_free && is_new && !self.choices.is_replay() {
            let chosen = self.draw_open(options, &[]);
            return self.settle_on(chosen, count, choice);
        }
        let next = self.replayed_option(count, choice);
        let mut excluded = std::mem::take(&mut self.excluded);
        excluded.clear();
        excluded.extend_from_slice(self.history.tried());
        let replayed = next.filter(|option| !excluded.contains(option));
        let tried = excluded.len();
        let asked = if is_free { 0 } else { count as u32 };
        for option in 0..asked {
            let is_closed = || {
                forbidden == Some(option)
                    || !self.has_names_for(options, option as usize)
                    || limits.is_some_and(|limits| self.is_limited(limits, option))
            };
            if !excluded[..tried].contains(&option) && is_closed() {
                excluded.push(option);
            }
        }
        let chosen = match replayed {
            Some(option) => Some(option as usize),
            None if excluded.len() == count => None,
            // Where a number closes an option, the other one is no detour.
            None if forbidden.is_some() => Some(options.draw_other(self.choices.dice(), &excluded)),
            None => self.draw_open(options, &excluded),
        };
        let is_new = chosen.is_some_and(|chosen| !excluded.contains(&(chosen as u32)));
        let is_last = excluded.len() + usize::from(is_new) == count;
        self.excluded = excluded;
        self.settle_on(chosen, if is_last { 0 } else { count }, choice)
    }

    /// Returns the names that limit the choice among `count` options; none if none is closed by a missing name.
    fn limits(&self, count: usize) -> Option<Limits> {
        let Task::Part(symbol) = self.stack.current().task else { return None };
        let ways = &self.recipe.needs.ways;
        let deciding = ways.deciding(symbol);
        if deciding == 0 {
            return None;
        }
        let productions = &self.grammar().rule(symbol)?.productions;
        let mut usable = deciding;
        let mut left = deciding;
        while left != 0 {
            let number = left.trailing_zeros();
            left &= left - 1;
            if !self.names.state.is_usable(Namespace(number as u16)) {
                usable &= !(1 << number);
            }
        }
        let first = productions.start as usize;
        let is_closed = |option: usize| !ways.is_open(first + option, usable);
        (usable != deciding && productions.len() == count && (0..count).any(is_closed))
            .then_some(Limits { first, usable })
    }

    fn is_limited(&self, limits: Limits, option: u32) -> bool {
        !self.recipe.needs.ways.is_open(limits.first + option as usize, limits.usable)
    }

    /// Notes the chosen option, or that none can be chosen. `options` is how many there are, or 0 if no other is left to try.
    pub(super) fn settle_on(&mut self, chosen: Option<usize>, options: usize, choice: fn(u32) -> Choice) -> usize {
        let Some(chosen) = chosen else {
            self.history.note(0, 0);
            self.is_stuck = true;
            return 0;
        };
        self.history.note(chosen as u32, options);
        self.choices.keep(|| choice(chosen as u32));
        chosen
    }

    /// Draws an option that is not excluded; at least one is left. Returns none if the text might never end with it, or should not end here.
    fn draw_open(&mut self, options: &Options<'_>, excluded: &[u32]) -> Option<usize> {
        if self.is_aimed() {
            return self.draw_aimed(options, excluded);
        }
        match (self.is_deep(), excluded) {
            (true, _) => self.draw_safe(options, excluded),
            (false, []) => Some(options.draw(self.choices.dice())),
            (false, _) => Some(options.draw_other(self.choices.dice(), excluded)),
        }
    }

    /// Draws an option for a text that has a size to reach: one that fits, or else one that ends soon.
    fn draw_aimed(&mut self, options: &Options<'_>, excluded: &[u32]) -> Option<usize> {
        if !self.is_deep() {
            match self.going_on() {
                GoingOn::Again => return Some(0),
                GoingOn::No => return None,
                GoingOn::Free => {}
            }
            if let Some(fitting) = self.fitting(options, excluded) {
                return Some(fitting);
            }
        }
        if let Some(avoided) = self.avoided(options, excluded)
            && let Some(safe) = options.draw_safe_of(self.choices.dice(), &avoided)
        {
            return Some(safe);
        }
        self.draw_safe(options, excluded)
    }

    /// Draws one of the options that end soonest without a hook, or else a detour.
    fn draw_safe(&mut self, options: &Options<'_>, excluded: &[u32]) -> Option<usize> {
        let safe = match excluded {
            [] => options.draw_safest(self.choices.dice()),
            _ => options.draw_safe_of(self.choices.dice(), excluded),
        };
        safe.or_else(|| self.draw_detour(options, excluded))
    }

    /// Draws one of the cheapest options that are not excluded, where a hook can reject each of them. Returns none if the text might never
    /// end with it.
    fn draw_detour(&mut self, options: &Options<'_>, excluded: &[u32]) -> Option<usize> {
        let cheapest = options.draw_cheapest_of(self.choices.dice(), excluded);
        self.budget.allows_detour(options.is_cheapest(cheapest)).then_some(cheapest)
    }

    /// Returns whether every option has the names that it needs.
    fn are_open(&self, options: &Options<'_>) -> bool {
        !options.needs_names() || (0..options.count()).all(|option| self.has_names_for(options, option))
    }

    /// Returns whether an option has the names that it needs.
    pub(super) fn has_names_for(&self, options: &Options<'_>, option: usize) -> bool {
        !options.needs_names() || self.is_open(options.needs(option))
    }

    /// Returns whether each of these namespaces has a name that can be used here.
    fn is_open(&self, needs: &[Namespaces]) -> bool {
        needs.iter().enumerate().all(|(word, &needs)| {
            let of = |bit: u32| Namespace((word as u32 * Namespaces::BITS + bit) as u16);
            let mut needed = (0..Namespaces::BITS - needs.leading_zeros()).filter(|bit| needs >> bit & 1 == 1);
            needed.all(|bit| self.names.state.is_usable(of(bit)))
        })
    }
}
