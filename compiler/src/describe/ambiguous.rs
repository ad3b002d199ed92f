//! Ambiguous rules: a short text that has two trees. It is found among random texts of the rule, and made smaller.

use std::cmp::Reverse;
use std::collections::HashSet;

use grammarc_runtime::choices::Choices;
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::{Fuzzer, WarmAutomata};
use grammarc_runtime::order;
use grammarc_runtime::reduce::{Hooks, Options, Validity, reduce};
use grammarc_runtime::tree::Tree;

use super::Description;
use super::readings::{Readings, Reason, TwoTrees};

/// Most rules that are looked at, because each takes charts of many texts.
const MAX_RULES: usize = 100;
/// Fewest rules that are looked at, however large the grammar is.
const MIN_RULES: usize = 10;
/// Most items of all copies of the grammar together: each rule that is looked at takes tables as large as the grammar.
const MAX_GRAMMAR_ITEMS: usize = 400_000;
/// Greatest nesting of the random texts.
const MAX_DEPTH: usize = 4;
/// Random texts of each depth.
const TEXTS: u64 = 32;
/// Longest text that is looked at, in bytes.
const MAX_BYTES: usize = 60;
/// Bytes of random texts of each depth. Most texts of a rule that writes long ones are of no use here, and take time.
const MAX_WRITTEN_BYTES: usize = 4_000;
/// Most failures of a fuzzer on the way to the random texts of one rule and depth. Most rules take fewer than 30, but where the draw of
/// a name is often excluded, these texts can fail two million times.
const MAX_FAILURES: u32 = 2_000;
/// Most failures for all rules of a grammar together, so that a large grammar takes about a second.
const MAX_GRAMMAR_FAILURES: u32 = 40_000;
/// Effort allowed for one text, in chart items.
const MAX_CHART_ITEMS: usize = 20_000;
/// Most candidates that are tried to make a text smaller.
const MAX_TESTS: u64 = 500;

/// Adds an ambiguous text to each rule that is ambiguous itself, and not only by a rule in it.
pub(super) fn add(format: &Format, rules: &mut [Description]) {
    let mut open: Vec<usize> = (0..rules.len()).filter(|&rule| !rules[rule].method.is_deterministic()).collect();
    open.truncate((MAX_GRAMMAR_ITEMS / format.grammar.items.len().max(1)).clamp(MIN_RULES, MAX_RULES));
    // Inner rules come first, so that the rules around them need not find their texts again.
    open.sort_by_key(|&rule| (rules[rule].cost, Reverse(rule)));
    let mut known = KnownTexts {
        texts: Vec::new(),
        reasons: HashSet::new(),
        automata: WarmAutomata::default(),
        failures: MAX_GRAMMAR_FAILURES,
    };
    let mut found: Vec<(Vec<u8>, usize)> = Vec::new();
    let mut parts = RuleFormats::new(format);
    for rule in open {
        let Some(part) = parts.starting_with(&rules[rule].name) else { continue };
        if let Some((text, readings)) = text(part, &mut known) {
            known.texts.push(text.clone());
            found.push((text, rule));
            rules[rule].readings = readings;
        }
    }
    found.sort_by(|(one, rule), (two, other)| {
        order::compare(one, two).then(rules[*rule].cost.cmp(&rules[*other].cost)).then(other.cmp(rule))
    });
    let mut told: Vec<Vec<u8>> = Vec::new();
    for (text, rule) in found {
        // The rule around an ambiguous one has its text within its own.
        if holds_any(&text, &told) {
            rules[rule].readings = None;
        } else {
            rules[rule].ambiguous = Some(text.clone());
            told.push(text);
        }
    }
}

/// Returns whether one of these texts is part of a text.
fn holds_any(text: &[u8], parts: &[Vec<u8>]) -> bool {
    parts.iter().any(|inner| text.windows(inner.len().max(1)).any(|part| part == inner))
}

/// The rules of a grammar as formats of their own.
struct RuleFormats<'f> {
    whole: &'f Format,
    part: Format,
    /// Whether `part` can start with any rule.
    is_shared: bool,
}

impl<'f> RuleFormats<'f> {
    fn new(whole: &'f Format) -> Self {
        let is_shared = whole.grammar.hooks.is_empty() && !whole.is_bound();
        Self { whole, part: whole.starting_anywhere(), is_shared }
    }

    /// Returns the format of the texts of a rule. It has the tables of the format before, if no facts depend on the start rule.
    fn starting_with(&mut self, rule: &str) -> Option<&Format> {
        if self.is_shared {
            self.part.generator.language.start_with(self.whole.grammar.symbol(rule)?);
        } else {
            self.part = self.whole.starting_with(rule).ok()?;
        }
        Some(&self.part)
    }
}

/// The ambiguous texts of inner rules, and why they are.
struct KnownTexts {
    texts: Vec<Vec<u8>>,
    reasons: HashSet<Reason>,
    /// The automata of the fuzzer that wrote the last text.
    automata: WarmAutomata,
    /// What is left of [`MAX_GRAMMAR_FAILURES`].
    failures: u32,
}

impl KnownTexts {
    /// Returns another tree of a text, if it has one, and none of the known texts in it.
    fn second(&self, format: &Format, text: &[u8]) -> Option<Tree> {
        (!holds_any(text, &self.texts)).then(|| format.second_tree(text, MAX_CHART_ITEMS)).flatten()
    }

    /// Returns both trees of a text, if it is ambiguous for a reason of its own.
    fn trees<'l>(&self, format: &'l Format, text: &[u8]) -> Option<TwoTrees<'l>> {
        let trees = TwoTrees::new(format, text, &self.second(format, text)?)?;
        (!self.reasons.contains(&trees.reason())).then_some(trees)
    }
}

/// Returns an ambiguous text of a language, for another reason than the known ones, and its trees; none if none was found.
fn text(format: &Format, known: &mut KnownTexts) -> Option<(Vec<u8>, Option<Readings>)> {
    let found = random_text(format, known)?;
    known.reasons.extend(known.trees(format, &found).map(|trees| trees.reason()));
    let is_ambiguous = |text: &[u8]| known.second(format, text).is_some();
    let options =
        Options { validity: Validity::Strict, hooks: Hooks::Off, tests: Some(MAX_TESTS), ..Options::default() };
    let reduced = reduce(format, &found, &is_ambiguous, &options).map_or(found, |reduced| reduced.text);
    let trees = TwoTrees::new(format, &reduced, &known.second(format, &reduced)?);
    let readings = trees.as_ref().and_then(|trees| trees.readings(&reduced));
    known.reasons.extend(trees.map(|trees| trees.reason()));
    Some((reduced, readings))
}

/// Returns the smallest of some random texts that are ambiguous.
fn random_text(format: &Format, known: &mut KnownTexts) -> Option<Vec<u8>> {
    let mut best: Option<Vec<u8>> = None;
    for depth in 1..=MAX_DEPTH {
        let automata = std::mem::take(&mut known.automata);
        let failures = MAX_FAILURES.min(known.failures);
        let mut fuzzer = Fuzzer::warmed(format, depth, automata).limited(failures);
        let mut written = 0;
        for seed in 0..TEXTS {
            let Ok(text) = fuzzer.run(&mut Choices::fresh(seed)) else { continue };
            let is_shorter = best.as_ref().is_none_or(|best| order::compare(text, best).is_lt());
            if text.len() <= MAX_BYTES && is_shorter && known.trees(format, text).is_some() {
                best = Some(text.to_vec());
            }
            written += text.len();
            if written > MAX_WRITTEN_BYTES {
                break;
            }
        }
        known.failures -= failures - fuzzer.failures_left();
        known.automata = fuzzer.take_automata();
        if best.is_some() {
            break;
        }
    }
    best
}
