//! The texts that samples have for one terminal, and the look-aheads inside it.

use crate::fuzz::derivative::looks_ahead;
use crate::fuzz::generator::Generator;
use grammarc_core::grammar::{Grammar, Regular, RegularId, Symbol, TerminalKind};
use grammarc_core::regular::{Matcher, no_labels};

/// Greatest sum of the counts of a pool: numbers below it are drawn.
const MAX_TOTAL: u32 = 1 << 24;

/// Texts to draw from, each as often as samples have it. For example, `a` twice and `b` once are the bounds 2 and 3.
#[derive(Debug)]
pub(super) struct TokenPool {
    /// The texts, each behind the number below which it and the texts before it are drawn.
    texts: Vec<(u32, Vec<u8>)>,
    /// The negative look-aheads of the terminal.
    pub(super) aheads: Vec<LookAhead>,
}

/// A negative look-ahead inside a terminal, for example `!"]]>"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LookAhead {
    /// The expression that must not follow.
    pub(super) regular: RegularId,
    /// Whether it is asked behind the last byte of a token. For example, it is in `" " !"/"`, and it is not in `(!"/" <char>)*`.
    pub(super) is_at_end: bool,
}

impl TokenPool {
    /// Makes the pool of a terminal from texts and their counts. Texts of another terminal are left out. Returns none if no text is left,
    /// or if the text of the terminal depends on its surroundings.
    pub(super) fn new(language: &Generator, symbol: Symbol, counted: Vec<(Vec<u8>, u64)>) -> Option<Self> {
        let grammar = &language.grammar;
        let terminal = grammar.terminal(symbol)?;
        let is_own = matches!(terminal.kind, TerminalKind::Token | TerminalKind::Leaf);
        if !is_own || !grammar.labels_in(terminal.regular).is_empty() {
            return None;
        }
        let aheads = look_aheads(grammar, terminal.regular)?;
        let is_text = |text: &[u8]| {
            let matcher = Matcher { grammar, automata: &language.automata, input: text };
            matcher.ends(symbol, 0, &no_labels).contains(&text.len())
        };
        let counted: Vec<(Vec<u8>, u64)> = counted.into_iter().filter(|(text, _)| is_text(text)).collect();
        let sum = counted.iter().fold(0_u64, |sum, (_, count)| sum.saturating_add(*count));
        let most = u64::from(MAX_TOTAL) / (counted.len() as u64).max(1);
        // Large counts are scaled down together; each text keeps a chance.
        let scaled = |count: u64| match sum > most {
            true => (u128::from(count) * u128::from(most) / u128::from(sum)).max(1) as u32,
            false => count.max(1) as u32,
        };
        let mut total = 0;
        let mut bound = |count: u64| {
            total += scaled(count);
            total
        };
        let texts: Vec<(u32, Vec<u8>)> = counted.into_iter().map(|(text, count)| (bound(count), text)).collect();
        (!texts.is_empty()).then_some(Self { texts, aheads })
    }

    /// Returns the sum of the counts.
    pub(super) fn total(&self) -> u32 {
        self.texts.last().map_or(0, |(bound, _)| *bound)
    }

    /// Returns the text of a number below the total.
    pub(super) fn text_at(&self, number: u32) -> &[u8] {
        let place = self.texts.partition_point(|(bound, _)| *bound <= number);
        self.texts.get(place).map_or(&[], |(_, text)| text)
    }
}

/// Returns the negative look-aheads in an expression; none if a look-ahead contains or excludes another, which no watch follows. The
/// positive ones held before the end of the input, so nothing behind the token decides them.
fn look_aheads(grammar: &Grammar, id: RegularId) -> Option<Vec<LookAhead>> {
    let mut found = Vec::new();
    collect(grammar, id, true, &mut found)?;
    found.sort_by_key(|ahead| (ahead.regular, !ahead.is_at_end));
    found.dedup_by_key(|ahead| ahead.regular);
    Some(found)
}

/// Adds the look-aheads in an expression, which ends the token or not. It recurses no deeper than the grammar file nests.
fn collect(grammar: &Grammar, id: RegularId, is_at_end: bool, found: &mut Vec<LookAhead>) -> Option<()> {
    if !looks_ahead(grammar, id) {
        return Some(());
    }
    match &grammar.regulars[id.0 as usize] {
        Regular::Ahead { body, .. } if looks_ahead(grammar, *body) => return None,
        Regular::Ahead { body, negative: true } => found.push(LookAhead { regular: *body, is_at_end }),
        Regular::Ahead { .. } => {}
        Regular::Except { without, .. } if looks_ahead(grammar, *without) => return None,
        Regular::Except { body, .. } => collect(grammar, *body, is_at_end, found)?,
        Regular::Sequence(parts) => {
            let mut is_last = is_at_end;
            for &part in parts.iter().rev() {
                collect(grammar, part, is_last, found)?;
                is_last &= is_nullable(grammar, part);
            }
        }
        other => other.parts().into_iter().try_for_each(|part| collect(grammar, part, is_at_end, found))?,
    }
    Some(())
}

/// Returns whether the empty text is one of an expression's. It recurses no deeper than the grammar file nests.
fn is_nullable(grammar: &Grammar, id: RegularId) -> bool {
    match &grammar.regulars[id.0 as usize] {
        Regular::Literal { text, .. } => text.is_empty(),
        Regular::Chars(_) | Regular::Bytes(_) => false,
        Regular::Ahead { .. } | Regular::Text { .. } => true,
        Regular::Sequence(parts) => parts.iter().all(|&part| is_nullable(grammar, part)),
        Regular::Choice(parts) => parts.iter().any(|&part| is_nullable(grammar, part)),
        Regular::Repeat { body, min, .. } => *min == 0 || is_nullable(grammar, *body),
        Regular::Except { body, .. } => is_nullable(grammar, *body),
    }
}
