//! Choices under hooks and counts: options that need a name where there is none are closed, and so is what a number forbids.

use crate::choices::Choice;
use crate::fuzz::driver::Fuzzer;
use crate::fuzz::options::Options;
use crate::fuzz::recipe::Namespaces;
use crate::grammar::Namespace;

/// How often beyond the greatest depth, where every option can be rejected, another one than the cheapest is taken. With
/// that one alone it would end, but it may need a name that another one defines.
const DETOURS: u32 = 1_000;

impl Fuzzer<'_> {
    /// Replays or draws one of several options, none of which is closed or was tried before; `forbidden` is closed. A replay
    /// also takes a closed one.
    pub(super) fn open_option(
        &mut self,
        options: &Options<'_>,
        forbidden: Option<u32>,
        choice: fn(u32) -> Choice,
    ) -> usize {
        self.begin_choice();
        let count = options.count();
        let next = self.replayed_option(count, choice);
        let mut excluded = std::mem::take(&mut self.excluded);
        excluded.clear();
        excluded.extend_from_slice(self.history.tried());
        let replayed = next.filter(|option| !excluded.contains(option));
        let tried = excluded.len();
        let asked = if options.needs_names() || forbidden.is_some() { count as u32 } else { 0 };
        for option in 0..asked {
            let is_closed = || forbidden == Some(option) || !self.is_open(options.needs(option as usize));
            if !excluded[..tried].contains(&option) && is_closed() {
                excluded.push(option);
            }
        }
        let chosen = match replayed {
            Some(option) => Some(option as usize),
            None if excluded.len() == count => None,
            // What must go on is no detour.
            None if forbidden.is_some() => Some(options.draw_other(self.choices.dice(), &excluded)),
            None => self.draw_open(options, &excluded),
        };
        match chosen {
            Some(chosen) => {
                if !excluded.contains(&(chosen as u32)) {
                    excluded.push(chosen as u32);
                }
                self.history.note(chosen as u32, if excluded.len() == count { 0 } else { count });
                self.choices.keep(|| choice(chosen as u32));
            }
            None => {
                self.history.note(0, 0);
                self.is_stuck = true;
            }
        }
        self.excluded = excluded;
        chosen.unwrap_or(0)
    }

    /// Draws one of the options that are not excluded; none if that might never end.
    fn draw_open(&mut self, options: &Options<'_>, excluded: &[u32]) -> Option<usize> {
        let is_deep = self.is_deep();
        let dice = self.choices.dice();
        if !is_deep {
            return Some(if excluded.is_empty() { options.draw(dice) } else { options.draw_other(dice, excluded) });
        }
        let safe = options.draw_safe_of(dice, excluded);
        safe.or_else(|| {
            let cheapest = options.draw_cheapest_of(dice, excluded);
            self.detours += u32::from(!options.is_cheapest(cheapest));
            (self.detours <= DETOURS || options.is_cheapest(cheapest)).then_some(cheapest)
        })
    }

    /// Returns whether each of these namespaces has a name that can be used here.
    fn is_open(&self, needs: &[Namespaces]) -> bool {
        needs.iter().enumerate().all(|(word, &needs)| {
            let of = |bit: u32| Namespace((word as u32 * Namespaces::BITS + bit) as u16);
            let mut needed = (0..Namespaces::BITS - needs.leading_zeros()).filter(|bit| needs >> bit & 1 == 1);
            needed.all(|bit| self.names.state.usable_count(of(bit)) > 0)
        })
    }
}
