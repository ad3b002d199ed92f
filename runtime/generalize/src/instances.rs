//! Texts for which a formula over patterns holds.
//!
//! An instance of a pattern has other texts in its holes, drawn as generalizing draws them, so under hooks and fields. What is to be an
//! instance of several is made of what they have in common (`meet`). What is to be no instance of one is looked for around it: something
//! is drawn anew that is fixed, or all of it. Whatever was made is kept only if the formula holds for it.

use super::Pattern;
use super::formula::{Clause, Formula, Sign};
use super::maker::Maker;
use super::meet::{Meet, meet};
use grammarc_core::parse::{Outcome, ParseError};
use grammarc_core::tree::Tree;
use grammarc_generate::choices::Random;
use grammarc_reduce::format::Format;

/// How many texts are made before none is found for which the formula holds.
pub const TRIES: u32 = 1_000;

/// Makes texts for which a formula holds.
pub struct Instances<'a> {
    language: &'a Format,
    formula: Formula,
    /// The patterns that the formula names, then what some of them have in common.
    sources: Vec<Maker<'a>>,
    /// What texts are made from: any of these.
    makers: Vec<(usize, Sign)>,
}

impl<'a> Instances<'a> {
    /// Takes a formula, and the patterns that it names, in the order of [`Formula::names`]. In a hole no more than `max_depth` rules
    /// nest, beyond which only what ends soonest is drawn.
    ///
    /// # Errors
    /// If the text of a pattern is not in the language.
    ///
    /// # Panics
    /// If there are fewer patterns than names.
    pub fn new(
        language: &'a Format,
        formula: Formula,
        patterns: Vec<Pattern>,
        max_depth: usize,
    ) -> Result<Self, ParseError> {
        assert!(patterns.len() >= formula.names().len(), "each name has a pattern");
        let sources = patterns.into_iter().map(|pattern| Maker::new(language, pattern, max_depth));
        let sources = sources.collect::<Result<Vec<_>, _>>()?;
        let clauses = formula.clauses();
        let mut instances = Self { language, formula, sources, makers: Vec::new() };
        for clause in clauses {
            let makers = instances.makers_of(&clause, max_depth)?;
            instances.makers.extend(makers);
        }
        Ok(instances)
    }

    /// Returns what texts are made from that are to be instances of some patterns and not of others. As long as there is one that they
    /// must be, that is made.
    fn makers_of(&mut self, clause: &Clause, max_depth: usize) -> Result<Vec<(usize, Sign)>, ParseError> {
        let mut wanted = clause.iter().filter(|(_, sign)| *sign == Sign::Is).map(|&(name, _)| name);
        let Some(first) = wanted.next() else { return Ok(clause.iter().copied().collect()) };
        let mut made = first;
        for name in wanted {
            match meet(self.language, &self.sources[made], &self.sources[name].pattern) {
                Meet::Nothing => return Ok(Vec::new()),
                Meet::Unknown => {}
                Meet::Pattern(pattern) => {
                    self.sources.push(Maker::new(self.language, *pattern, max_depth)?);
                    made = self.sources.len() - 1;
                }
            }
        }
        Ok(vec![(made, Sign::Is)])
    }

    /// Makes a text for which the formula holds; none if it does not for [`TRIES`] that were made. The text is the same for the same seed.
    /// It breaks hooks only where the text of its pattern does.
    ///
    /// ```
    /// use grammarc_runtime::flat::LINES;
    /// use grammarc_runtime::generalize::{Instances, Options, generalize};
    ///
    /// let is_bug = |text: &[u8]| text.starts_with(b"one\n");
    /// let found = generalize(&LINES, b"one\ntwo\n", &is_bug, &Options::default()).unwrap();
    /// let around = "not bug".parse().unwrap();
    /// let mut instances = Instances::new(&LINES, around, vec![found.pattern], 16).unwrap();
    /// assert_ne!(instances.text(1).unwrap(), b"one\ntwo\n");
    /// ```
    pub fn text(&mut self, seed: u64) -> Option<Vec<u8>> {
        let mut random = Random::new(seed);
        (0..TRIES).find_map(|_| {
            let (number, sign) = *self.makers.get(random.below(self.makers.len() as u32) as usize)?;
            let text = self.sources[number].text(sign, &mut random)?;
            self.is_wanted(&text).then_some(text)
        })
    }

    fn is_wanted(&self, text: &[u8]) -> bool {
        match self.language.parsing().judge(text) {
            Outcome::Valid(tree) | Outcome::Invalid(tree, _) => self.holds(text, &tree),
            Outcome::NoParse(_) => false,
        }
    }

    /// Returns whether the formula holds for a text, given its tree.
    pub fn holds(&self, text: &[u8], tree: &Tree) -> bool {
        let grammar = &self.language.grammar;
        self.formula.holds(|name| self.sources[name].pattern.matched(grammar, text, tree).is_some())
    }
}
