//! Texts for which a formula over patterns holds. For example, `a.pattern and not b.pattern` makes instances of the first that the second
//! does not match.
//!
//! An instance of a pattern has other texts in its holes, drawn as in generalizing, so hooks hold and fields are right. An instance of
//! several patterns is drawn from a pattern of their common instances (`meet`). A text that must not be an instance of a pattern is
//! searched around it: a fixed part is drawn anew, or the whole text. Each text is kept only if the formula holds for it.

use super::Pattern;
use super::formula::{Clause, Formula, Sign};
use super::maker::Maker;
use super::meet::{Intersection, meet};
use grammarc_core::parse::{Outcome, ParseError};
use grammarc_core::tree::Tree;
use grammarc_generate::choices::Random;
use grammarc_reduce::format::Format;

/// Most texts made in search of one for which the formula holds. A formula that one text in a hundred satisfies fails
/// once in 23,000 seeds.
pub const MAX_INSTANCE_TRIES: u32 = 1_000;

/// Makes texts for which a formula holds.
pub struct Instances<'a> {
    language: &'a Format,
    formula: Formula,
    /// Makers for the patterns that the formula names, then for the common instances of some of them.
    sources: Vec<Maker<'a>>,
    /// Ways to make a text, each equally likely: a source by number, and whether to make an instance of it or a text around it.
    makers: Vec<(usize, Sign)>,
}

impl<'a> Instances<'a> {
    /// Takes a formula, and the patterns that it names, in the order of [`Formula::names`]. From `max_depth` nested rules inside a hole on,
    /// the draw takes the alternatives that end soonest.
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

    /// Returns the ways to make texts for a clause. If the clause wants an instance of any pattern, instances are made, and the rest of the
    /// clause is only checked afterwards.
    fn makers_of(&mut self, clause: &Clause, max_depth: usize) -> Result<Vec<(usize, Sign)>, ParseError> {
        let mut wanted = clause.iter().filter(|(_, sign)| *sign == Sign::Is).map(|&(name, _)| name);
        let Some(first) = wanted.next() else { return Ok(clause.iter().copied().collect()) };
        let mut made = first;
        for name in wanted {
            match meet(self.language, &self.sources[made], &self.sources[name].pattern) {
                Intersection::Nothing => return Ok(Vec::new()),
                Intersection::Unknown => {}
                Intersection::Pattern(pattern) => {
                    self.sources.push(Maker::new(self.language, *pattern, max_depth)?);
                    made = self.sources.len() - 1;
                }
            }
        }
        Ok(vec![(made, Sign::Is)])
    }

    /// Makes a text for which the formula holds; none if none of [`MAX_INSTANCE_TRIES`] tries gives one. The text is the same for the same
    /// seed. It breaks hooks only where the text of its pattern does.
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
        (0..MAX_INSTANCE_TRIES).find_map(|_| {
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
