//! Learns from samples: how often each alternative is chosen, and the texts of tokens. Texts that are drawn by a [`Model`] look like the
//! samples.
//!
//! A sample is parsed, and its tree is walked as the fuzzer would write it ([`Generator::trace`]), so each choice of the fuzzer is counted.
//! The counts of a rule become weights. For example, samples with eight numbers and two strings as `<value>` make the fuzzer choose numbers
//! in about four of five draws (`learn/weights.rs`).
//!
//! The weights of a rule are the same everywhere; they do not depend on the rules around it. This is a
//! probabilistic grammar (E. Soremekun, E. Pavese, N. Havrikov, L. Grunske, A. Zeller, *Inputs From Hell: Learning Input
//! Distributions for Grammar-Based Test Generation*, TSE 48(4), 2020).

mod counter;
mod dictionary;
mod names;
mod weights;

use std::collections::{BTreeMap, BTreeSet};

pub use counter::MAX_TOKENS;
pub use dictionary::Dictionary;

use counter::TokenCounter;
use grammarc_core::parse::ParseError;
use grammarc_generate::choices::SpanKind;
use grammarc_generate::fuzz::generator::Generator;
use grammarc_generate::fuzz::imitation::Imitation;
use names::ChoiceNames;

/// Counts by names of the grammar, so that they survive small changes of it. Names are ordered, so equal samples give equal models.
///
/// For example, of the text `[1,2]` for JSON:
///
/// ```text
/// texts    1
/// choices  element: …   value: { <array>: 1, <number>: 2 }   elements: ("," <element>)*: { again: 1, stop: 1 }   …
/// tokens   number: { 1: 1, 2: 1 }   ws: …
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Model {
    /// How many texts it was learned from.
    pub texts: u64,
    /// By rule with several alternatives: how often each of them was chosen. A repetition has the alternatives `again` and `stop`.
    pub choices: BTreeMap<String, BTreeMap<String, u64>>,
    /// By terminal: its texts, and how often each was met. At most [`MAX_TOKENS`] each are used.
    pub tokens: BTreeMap<String, BTreeMap<Vec<u8>, u64>>,
}

/// The names in a [`Model`] that a grammar does not have. For example, they are rules that were renamed since.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Unknown {
    /// Rules, `rule: alternative` for an alternative of a known rule, and terminals, in order.
    pub names: Vec<String>,
    /// How many names the grammar has.
    pub known: usize,
}

impl Model {
    /// Adds the counts of another model.
    pub fn merge(&mut self, other: &Self) {
        self.texts = self.texts.saturating_add(other.texts);
        merge(&mut self.choices, &other.choices);
        merge(&mut self.tokens, &other.tokens);
    }

    /// Lays the model out for drawing by a grammar. Entries whose name the grammar does not have are ignored, and returned.
    pub fn imitation(&self, language: &Generator) -> (Imitation, Unknown) {
        let grammar = &language.grammar;
        let names = ChoiceNames::new(grammar);
        let mut unknown = Unknown::default();
        let mut weights: Vec<u32> = grammar.productions.iter().map(|production| production.weight).collect();
        let rules: BTreeSet<&str> = names.rules.iter().map(|rule| &*rule.name).collect();
        unknown.split(self.choices.keys().map(|name| (name.clone(), rules.contains(&**name))));
        for rule in &names.rules {
            let Some(counted) = self.choices.get(&rule.name) else { continue };
            unknown.split(counted.keys().map(|name| (format!("{}: {name}", rule.name), rule.options.contains(name))));
            let counts: Vec<u64> = rule.options.iter().map(|name| counted.get(name).copied().unwrap_or(0)).collect();
            let range = rule.first..rule.first + counts.len();
            let smoothed = weights::smoothed(&counts, &weights[range.clone()]);
            weights[range].copy_from_slice(&smoothed);
        }
        let terminals: BTreeSet<&str> = names.terminals.iter().map(|name| &**name).collect();
        unknown.split(self.tokens.keys().map(|name| (name.clone(), terminals.contains(&**name))));
        let texts =
            names.terminals.iter().map(|name| self.tokens.get(name).map_or_else(Vec::new, counter::most_frequent));
        let texts = texts.collect();
        (Imitation::new(language, weights, texts), unknown)
    }
}

impl Unknown {
    /// Returns whether the model and the grammar have no name in common.
    pub fn is_all(&self) -> bool {
        self.known == 0 && !self.names.is_empty()
    }

    /// Adds names, each with whether it is known.
    fn split(&mut self, names: impl Iterator<Item = (String, bool)>) {
        for (name, is_known) in names {
            match is_known {
                true => self.known += 1,
                false => self.names.push(name),
            }
        }
    }
}

fn merge<K: Ord + Clone>(into: &mut BTreeMap<String, BTreeMap<K, u64>>, from: &BTreeMap<String, BTreeMap<K, u64>>) {
    for (name, counts) in from {
        let own = into.entry(name.clone()).or_default();
        for (key, count) in counts {
            let sum = own.entry(key.clone()).or_default();
            *sum = sum.saturating_add(*count);
        }
    }
}

/// Counts the choices and tokens of samples.
///
/// ```
/// use grammarc_runtime::flat::LINES;
/// use grammarc_runtime::learn::Learner;
///
/// let mut learner = Learner::new(&LINES);
/// learner.add(b"one\ntwo\none\n").unwrap();
/// let model = learner.model();
/// assert_eq!((model.texts, model.tokens["line"][&b"one\n"[..]]), (1, 2));
/// ```
pub struct Learner<'a> {
    language: &'a Generator,
    names: ChoiceNames,
    texts: u64,
    /// By production: how often it was chosen among several.
    chosen: Vec<u64>,
    /// By terminal: its texts.
    tokens: Vec<TokenCounter>,
}

impl<'a> Learner<'a> {
    /// Makes a learner that has seen no text.
    pub fn new(language: &'a Generator) -> Self {
        let grammar = &language.grammar;
        Self {
            language,
            names: ChoiceNames::new(grammar),
            texts: 0,
            chosen: vec![0; grammar.productions.len()],
            tokens: grammar.terminals.iter().map(|_| TokenCounter::default()).collect(),
        }
    }

    /// Learns from a text. O(n) time for n bytes, after one parse.
    ///
    /// # Errors
    /// If the text is not in the language.
    pub fn add(&mut self, text: &[u8]) -> Result<(), ParseError> {
        let tree = self.language.parse(text)?;
        self.texts += 1;
        let Some((trace, chosen)) = self.language.counted_trace(text, &tree) else { return Ok(()) };
        for (sum, count) in self.chosen.iter_mut().zip(chosen) {
            *sum = sum.saturating_add(count);
        }
        let rules = self.language.grammar.rules.len();
        for span in trace.spans.iter().filter(|span| span.kind == SpanKind::Text) {
            // A text that repeats another one may be that of a rule.
            let counter = (span.symbol.0 as usize).checked_sub(rules).and_then(|number| self.tokens.get_mut(number));
            if let (Some(counter), Some(token)) = (counter, text.get(span.text.clone())) {
                counter.add(token);
            }
        }
        Ok(())
    }

    /// Returns the model of all texts so far.
    pub fn model(&self) -> Model {
        let mut model = Model { texts: self.texts, ..Model::default() };
        for rule in &self.names.rules {
            let counts = rule.options.iter().cloned().zip(self.chosen[rule.first..].iter().copied());
            let counts: BTreeMap<String, u64> = counts.filter(|(_, count)| *count > 0).collect();
            if !counts.is_empty() {
                model.choices.insert(rule.name.clone(), counts);
            }
        }
        for (name, counter) in self.names.terminals.iter().zip(&self.tokens) {
            let texts = counter.texts();
            if !texts.is_empty() {
                model.tokens.insert(name.clone(), texts);
            }
        }
        model
    }
}
