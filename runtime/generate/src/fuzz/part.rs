//! Writes the text of one symbol alone. Mutants need parts, and the context of a part is known only when the part is put in place.

use crate::choices::{Choices, Step};
use crate::fuzz::Fuzzer;
use grammarc_core::grammar::Symbol;

/// Choices of one part before only the cheapest options are taken. A part of a mutant should be small, so that most of its parent is left.
const MAX_PART_CHOICES: u32 = 256;

impl Fuzzer<'_> {
    /// Draws a text of one symbol from a seed; none in a dead end. Labels around the symbol count as empty. For example, that is `3*(x)` for
    /// the symbol `<expr>`.
    ///
    /// The symbol is a drawn part of a replay. Otherwise the driver would judge the finished text as a whole one, which it is not.
    #[doc(hidden)]
    pub fn draw_part(&mut self, symbol: Symbol, seed: u64) -> Option<&[u8]> {
        let is_rule = self.grammar().rule(symbol).is_some();
        let rule = [Step::Open(symbol), Step::Draw, Step::Close];
        let steps = if is_rule { &rule[..] } else { &[Step::Draw] };
        self.write_part(Choices::redraw(steps, seed), MAX_PART_CHOICES, symbol).ok()?;
        Some(self.output.bytes())
    }
}
