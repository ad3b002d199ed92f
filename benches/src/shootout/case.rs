//! A fuzzed text and a set of symbols. A reduced text is interesting if it still holds all of them. For example, a reduced text of JSON
//! must still have a `number` and a `member`.

use std::collections::BTreeSet;

use grammarc_runtime::choices::{Choices, Step};
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::Fuzzer;
use grammarc_runtime::fuzz::recipe::Recipe;
use grammarc_runtime::grammar::{RuleKind, Symbol};
use grammarc_runtime::hooks::violations;
use grammarc_runtime::oracle::Verdict;
use grammarc_runtime::reduce::View;

/// A text that holds the symbols.
pub(super) struct Case {
    pub(super) text: Vec<u8>,
    pub(super) symbols: BTreeSet<Symbol>,
}

impl Case {
    /// Judges a text: interesting if it holds the symbols, unresolved if it is not in the language.
    pub(super) fn judge(&self, language: &Format, text: &[u8]) -> Verdict {
        match symbols(language, text) {
            None => Verdict::Unresolved,
            Some(found) if self.symbols.is_subset(&found) => Verdict::Interesting,
            Some(_) => Verdict::Boring,
        }
    }
}

/// The sizes of texts that are worth reducing, in bytes.
const SIZES: std::ops::Range<usize> = 60..3000;
/// Nested named rules of the texts, beyond which the cheapest options are taken. Less would make them too small to be
/// worth reducing.
const MAX_DEPTH: usize = 30;
/// Seeds tried for one grammar. In some of them few texts have the wanted size.
const MAX_SEEDS: u64 = 20_000;

/// Makes three cases of each of `texts` texts: with one, two and three of its symbols. Empty if the language has no texts of these
/// sizes.
pub(super) fn cases(language: &Format, texts: usize) -> Vec<Case> {
    let mut write = writer(language);
    let fuzzed = (0..MAX_SEEDS).filter_map(|seed| {
        let text = write(seed).filter(|text| SIZES.contains(&text.len()))?;
        Some((seed, symbols(language, &text)?.into_iter().collect::<Vec<_>>(), text))
    });
    let fuzzed = fuzzed.filter(|(_, symbols, _)| symbols.len() >= 3).take(texts);
    fuzzed
        .flat_map(|(seed, symbols, text)| (1..=3).map(move |count| case(seed, &symbols, count, text.clone())))
        .collect()
}

/// Returns a function that writes the text of a seed. Without dead ends, it draws the text as a replay draws parts, so that the
/// cases stay the same as in earlier tables.
fn writer(language: &Format) -> impl FnMut(u64) -> Option<Vec<u8>> {
    let is_quick = !Recipe::new(&language.grammar).has_dead_ends;
    let all = [Step::Open(language.grammar.start), Step::Draw, Step::Close];
    let (mut fuzzer, mut draw) = (Fuzzer::new(language, MAX_DEPTH), language.drawer(MAX_DEPTH - 1));
    move |seed| match is_quick {
        true => draw(&all, seed),
        false => fuzzer.run(&mut Choices::fresh(seed)).ok().map(<[u8]>::to_vec),
    }
}

/// Picks `count` of the symbols.
fn case(seed: u64, all: &[Symbol], count: usize, text: Vec<u8>) -> Case {
    let mut dice = seed.wrapping_mul(31).wrapping_add(count as u64);
    let mut symbols = BTreeSet::new();
    while symbols.len() < count {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        symbols.insert(all[(dice >> 33) as usize % all.len()]);
    }
    Case { text, symbols }
}

/// Returns the named rules and the terminals in a text; `None` if it is invalid.
fn symbols(language: &Format, text: &[u8]) -> Option<BTreeSet<Symbol>> {
    let view = View::parse(language, text)?;
    if !violations(language.meaning(), text, &view.tree).is_empty() {
        return None;
    }
    let is_named = |symbol: &Symbol| language.grammar.rule(*symbol).is_none_or(|rule| rule.kind == RuleKind::Named);
    Some(view.tree.walk().map(|(id, _)| view.tree.node(id).symbol).filter(is_named).collect())
}
