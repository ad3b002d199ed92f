//! Texts for which a formula over patterns holds.
//!
//! An instance of a pattern has other texts in its holes, drawn as generalizing draws them, so under hooks and fields. What is to be an
//! instance of several is made of what they have in common (`meet`). What is to be no instance of one is looked for around it: something
//! is drawn anew that is fixed, or all of it. Whatever was made is kept only if the formula holds for it.

use std::collections::HashSet;

use super::filler::Filler;
use super::formula::{Clause, Formula, Sign};
use super::meet::{Meet, meet};
use super::units::{Unit, follows, is_kept, rule_of};
use super::{Hole, Pattern};
use grammarc_core::parse::{EngineChoice, Outcome, ParseError};
use grammarc_core::tree::{NodeId, Tree};
use grammarc_generate::choices::Random;
use grammarc_reduce::format::Format;

/// How many texts are made before none is found for which the formula holds.
pub const TRIES: u32 = 1_000;
/// In one of so many texts around a pattern nothing is kept of it.
const FRESH: u32 = 4;

/// Makes texts for which a formula holds.
pub struct Instances<'a> {
    language: &'a Format,
    formula: Formula,
    /// The patterns that the formula names, then what some of them have in common.
    sources: Vec<Source<'a>>,
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
        let sources = patterns.into_iter().map(|pattern| Source::new(language, pattern, max_depth));
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
                    self.sources.push(Source::new(self.language, *pattern, max_depth)?);
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
        match self.language.judge(EngineChoice::Auto, text) {
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

/// A pattern, and what makes texts of it.
pub(super) struct Source<'a> {
    pub(super) pattern: Pattern,
    pub(super) filler: Filler<'a>,
    /// Its holes.
    pub(super) holes: Vec<Unit>,
    /// What is fixed and can be replaced as a whole, from the root down.
    fixed: Vec<Unit>,
}

impl<'a> Source<'a> {
    pub(super) fn new(language: &'a Format, pattern: Pattern, max_depth: usize) -> Result<Self, ParseError> {
        let filler = Filler::new(language, &pattern.text)?.nesting(max_depth);
        // Nodes are named as in the tree that the filler has, which is an equal one.
        let Pattern { text, tree, holes: open } = pattern;
        let node = |hole: &Hole| filler.tree().id_at(tree.index_of(hole.node).unwrap_or_default());
        let open: Vec<Hole> = open.into_iter().map(|hole| Hole { node: node(&hole), ..hole }).collect();
        let pattern = Pattern { text, tree: filler.tree().clone(), holes: open };
        let mut holes: Vec<Unit> = Vec::new();
        for Hole { node, name, .. } in &pattern.holes {
            let variable = variable_at(&filler, *node);
            match holes.iter_mut().find(|unit| variable.is_some() && unit.variable == variable) {
                Some(unit) => unit.nodes.push(*node),
                None => holes.push(Unit { nodes: vec![*node], name: name.clone(), variable, constraints: Vec::new() }),
            }
        }
        let fixed = fixed(&filler, &holes);
        Ok(Self { pattern, filler, holes, fixed })
    }

    /// Makes an instance, or something like one; none if what was drawn breaks hooks, or is read in another way.
    fn text(&mut self, sign: Sign, random: &mut Random) -> Option<Vec<u8>> {
        let units = match sign {
            Sign::Is => self.holes.clone(),
            Sign::IsNot => self.loosened(random),
        };
        self.filler.drawn(&units, random.bits()).map(|sample| sample.text)
    }

    /// Returns the holes, and as one more something that is fixed.
    fn loosened(&self, random: &mut Random) -> Vec<Unit> {
        let count = if random.below(FRESH) == 0 { 1 } else { self.fixed.len() as u32 };
        let Some(chosen) = self.fixed.get(random.below(count) as usize) else { return self.holes.clone() };
        let tree = self.filler.tree();
        let inside: HashSet<NodeId> = match chosen.variable {
            Some(_) => HashSet::new(),
            None => tree.subtree(chosen.nodes[0]).collect(),
        };
        let outside = |unit: &Unit| {
            let nodes: Vec<NodeId> = unit.nodes.iter().copied().filter(|node| !inside.contains(node)).collect();
            (!nodes.is_empty()).then(|| Unit { nodes, ..unit.clone() })
        };
        self.holes.iter().filter_map(outside).chain([chosen.clone()]).collect()
    }
}

/// Returns the variable that stands at a node, if one does.
pub(super) fn variable_at(filler: &Filler<'_>, node: NodeId) -> Option<u32> {
    filler.variables.iter().position(|variable| variable.nodes.contains(&node)).map(|number| number as u32)
}

/// Returns what is in no hole and can be replaced as a whole: the root first, whatever it is.
fn fixed(filler: &Filler<'_>, holes: &[Unit]) -> Vec<Unit> {
    let (grammar, tree) = (filler.grammar(), filler.tree());
    let open: HashSet<NodeId> =
        holes.iter().flat_map(|unit| &unit.nodes).flat_map(|&node| tree.subtree(node)).collect();
    let mut taken: HashSet<u32> = HashSet::new();
    let part = |node: NodeId| {
        let variable = variable_at(filler, node);
        let name = match variable {
            Some(number) if taken.insert(number) => filler.variables[number as usize].name.clone(),
            None if !follows(grammar, tree, node) && !is_kept(grammar, tree, node) => rule_of(grammar, tree, node)?,
            _ => return None,
        };
        Some(Unit { nodes: vec![node], name, variable, constraints: Vec::new() })
    };
    let root = Unit {
        nodes: vec![tree.root()],
        name: grammar.name(grammar.start).to_owned().into(),
        variable: None,
        constraints: Vec::new(),
    };
    let others = tree.subtree(tree.root()).skip(1).filter(|node| !open.contains(node)).filter_map(part);
    std::iter::once(root).chain(others).collect()
}
