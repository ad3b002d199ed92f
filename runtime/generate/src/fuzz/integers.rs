//! Decisions by integers: each takes the next one, modulo the number of options, and nothing is tried again. So lists of integers of other
//! fuzzers can be replayed.

use crate::choices::{Choice, Dice, NOTHING};
use crate::fuzz::Fuzzer;
use crate::fuzz::Rollback;
use crate::fuzz::options::Options;
use grammarc_core::grammar::{RuleKind, Symbol};

impl Fuzzer<'_> {
    /// Takes the only alternative of a rule. Where integers decide, one is taken for each application of a named rule, so that the list
    /// does not depend on how many alternatives there are; but none inside of an item whose text is taken from a list.
    pub(super) fn only_option(&mut self, kind: RuleKind) -> usize {
        if self.mode.is_integers() && kind == RuleKind::Named && !self.is_listed() {
            self.is_stuck = self.is_stuck || self.decide(1).is_none();
        }
        0
    }

    /// Takes one of the options by an integer. `forbidden` is closed.
    pub(super) fn option_of_integer(
        &mut self,
        options: &Options<'_>,
        forbidden: Option<u32>,
        choice: fn(u32) -> Choice,
    ) -> usize {
        let is_closed = |option: usize| forbidden == Some(option as u32) || !self.has_names_for(options, option);
        let mut left: Vec<usize> = (0..options.count()).filter(|&option| !is_closed(option)).collect();
        let least = left.iter().map(|&option| options.rank(option)).min();
        let cheapest = left.iter().position(|&option| Some(options.rank(option)) == least);
        if self.is_deep() {
            left.retain(|&option| Some(options.rank(option)) == least);
        }
        let decided = if left.is_empty() { None } else { self.decide(left.len()) };
        let chosen = match decided {
            Some(Decision::Option(number)) => left.get(number).copied(),
            Some(Decision::Default) => cheapest.and_then(|number| left.get(number)).or(left.first()).copied(),
            None => None,
        };
        let Some(chosen) = chosen else {
            self.is_stuck = true;
            return 0;
        };
        self.choices.keep(|| choice(chosen as u32));
        chosen
    }

    /// Takes one of some texts by an integer, even where there is a single one: so the list does not depend on how many there are.
    pub(super) fn pick_by_integer(&mut self, texts: usize) -> Result<usize, Rollback> {
        match self.decide(texts).ok_or(Rollback)? {
            Decision::Option(number) => Ok(number),
            Decision::Default => Ok(0),
        }
    }

    /// Takes the seed of the text of a terminal from an integer. Returns whether that is written, because it is the default.
    pub(super) fn text_of_integer(&mut self, symbol: Symbol) -> Result<bool, Rollback> {
        match self.decide(1).ok_or(Rollback)? {
            Decision::Option(_) => Ok(false),
            Decision::Default => {
                let simplest = self.language.shortest(symbol);
                Ok(self.is_text_of(symbol, simplest) && self.write(simplest).is_ok())
            }
        }
    }

    /// Takes an integer for a decision among `options` options, unless all decisions are defaults; none where the list ends.
    fn decide(&mut self, options: usize) -> Option<Decision> {
        if self.stack.current().is_default() {
            return Some(Decision::Default);
        }
        let Ok(integer) = u64::try_from(self.choices.next_integer()?) else {
            self.stack.current_mut().script = NOTHING;
            return Some(Decision::Default);
        };
        *self.choices.dice() = Dice::new(integer);
        self.choices.dice().slow_down();
        Some(Decision::Option((integer % options as u64) as usize))
    }
}

/// Meaning of an integer.
enum Decision {
    /// The option with this number.
    Option(usize),
    /// The default.
    Default,
}
