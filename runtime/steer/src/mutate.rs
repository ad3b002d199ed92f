//! Mutates texts of a language: parts are drawn anew, swapped, taken from other texts, repeated, dropped, nested deeper, and replaced by
//! boundary values or noise.
//!
//! An edit replaces ranges of the parent's bytes, and the result is parsed, which takes far less time than to write all of it again. Only a
//! mutant whose fields or names are wrong is filled, and written again with names that exist. So the mutant is a text of the language again.
//! For example, `[1,2]` and `{"a":3}` give `[1,{"a":3}]`: the value `2` was replaced by the value `{"a":3}`.
//!
//! A text with a new feature joins the population, after it was reduced to the new part. So most members and their mutants stay small (The
//! Fuzzing Book, the exercise "Mutation-Based Fuzzing with Input Reduction"). A fuzzer that reduces nothing needs no reducer, so
//! [`Population::add`] is handed one. Whole seeds stand beside the reduced ones ([`Population::keep`]), because their parts belong
//! together: a `SELECT` needs the `CREATE TABLE` before it, which has no feature of its own. A text that does not parse can be a member as
//! well, if somebody knows which of its parts do ([`Population::keep_around`]).
//!
//! `mutator` changes one text: it takes a `piece` of it, and `edits` makes the splices, with values from `boundary` and `decimal`. `check`
//! repairs fields and names of the result; `damage` makes texts that do not parse. `members` and `energy` are the population.

mod boundary;
mod check;
mod damage;
mod decimal;
mod edits;
mod energy;
mod feature;
mod members;
mod mutator;
mod noise;
mod piece;
mod splice;
mod wrap;

use std::collections::HashSet;

pub use edits::Mutation;
pub use grammarc_generate::seed::{FeatureTest, TextPart};
pub use mutator::{MutationTally, Mutator};

use check::Mutant;
use damage::damaged;
use edits::drawn_kinds;
use energy::Energy;
use feature::{Feature, features};
use members::{Member, Members, Standing};
use mutator::{Demand, MUTANT_TRIES, Parent};
use piece::{Piece, Source};
use splice::spliced;

use grammarc_core::parse::ParseError;
use grammarc_core::tree::Tree;
use grammarc_generate::choices::Random;
use grammarc_generate::fuzz::generator::Generator;

/// One broken text out of so many has noise in a token that keeps all other tokens as they are.
const TOKEN_DAMAGES: u32 = 4;

/// Texts that serve as parents of mutants, in the order in which they joined. The mutants depend on the added texts and the seeds alone.
///
/// Small members and members with rare features are mutated more often. Besides the texts, up to 128 MB are kept for their parts.
pub struct Population<'a> {
    language: &'a Generator,
    mutator: Mutator<'a>,
    members: Members,
    /// The features of the members, and how often each member becomes a parent.
    energy: Energy,
    /// The last mutant with its tree, because it is often added next.
    last: Option<(Vec<u8>, Tree)>,
}

impl<'a> Population<'a> {
    /// Makes an empty population. Beyond `max_depth` nested rules, parts that are drawn anew take only the cheapest options.
    pub fn new(language: &'a Generator, max_depth: usize) -> Self {
        let mutator = Mutator::new(language, max_depth);
        Self { language, mutator, members: Members::default(), energy: Energy::default(), last: None }
    }

    /// Adds a text if it has a production in a place where no earlier text has it. First `reduce` gets the text and a test, which answers
    /// `Some(true)` for texts with all new features, `Some(false)` for other texts of the language, and none for the rest. To keep texts
    /// whole, return the text. Returns whether the text was added. Takes one parse if nothing is new, and none for the last mutant.
    ///
    /// # Errors
    /// If the text is not in the language.
    pub fn add(
        &mut self,
        text: &[u8],
        reduce: impl FnOnce(&[u8], &FeatureTest<'_>) -> Vec<u8>,
    ) -> Result<bool, ParseError> {
        let tree = match self.last.take() {
            Some((last, tree)) if last == text => tree,
            _ => self.language.parse(text)?,
        };
        let new: HashSet<Feature> = features(&tree).into_iter().filter(|feature| !self.energy.has(feature)).collect();
        if new.is_empty() {
            return Ok(false);
        }
        let has_new = |text: &[u8]| Some(features(&self.language.parse(text).ok()?).is_superset(&new));
        let reduced = reduce(text, &has_new);
        match self.language.parse(&reduced) {
            Ok(tree) => self.join(&reduced, &tree),
            Err(_) => self.join(text, &tree),
        }
        Ok(true)
    }

    /// Adds a text as it is, for example a seed, unless it is a member already. Returns whether it was added. Takes one parse.
    ///
    /// ```
    /// use grammarc_runtime::flat::LINES;
    /// use grammarc_runtime::mutate::Population;
    ///
    /// let mut population = Population::new(&LINES, 8);
    /// assert_eq!(population.keep(b"one\ntwo\n"), Ok(true));
    /// assert_eq!(population.keep(b"one\ntwo\n"), Ok(false));
    /// ```
    ///
    /// # Errors
    /// If the text is not in the language.
    pub fn keep(&mut self, text: &[u8]) -> Result<bool, ParseError> {
        let tree = self.language.parse(text)?;
        let is_new = self.is_new(text);
        if is_new {
            self.join(text, &tree);
        }
        Ok(is_new)
    }

    /// Adds a text that does not parse, with the parts of it that do, unless it is a member already. Its mutants change these parts and keep
    /// all other bytes, so they need not parse. Parts may nest; the outer ones come first. Parts beyond the text are left out, and so are
    /// those that the grammar gives no choice. Returns whether the text was added: it is not if no part is left.
    pub fn keep_around(&mut self, text: &[u8], parts: &[TextPart]) -> bool {
        let kinds = &self.mutator.editor.kinds;
        let is_part = |part: &&TextPart| {
            part.span.start < part.span.end && part.span.end <= text.len() && kinds.of(part.item).is_some()
        };
        let pieces: Vec<Piece> =
            parts.iter().filter(is_part).map(|part| Piece::new(part.item, part.span.clone())).collect();
        if pieces.is_empty() || text.len() >= u32::MAX as usize || !self.is_new(text) {
            return false;
        }
        let items: HashSet<Feature> = pieces.iter().map(|piece| (piece.item, None)).collect();
        self.energy.add(text.len(), sorted(items));
        self.members.push(Member { text: text.to_vec(), standing: Standing::Broken(pieces.into()) });
        true
    }

    /// Returns whether no member has this text.
    fn is_new(&self, text: &[u8]) -> bool {
        self.members.all().iter().all(|member| member.text != text)
    }

    /// Makes a text with this tree a member.
    fn join(&mut self, text: &[u8], tree: &Tree) {
        let is_valid = self.mutator.checker.is_valid(text, tree);
        let standing = if is_valid { Standing::Valid } else { Standing::Parsed };
        self.energy.add(text.len(), sorted(features(tree)));
        self.members.push(Member { text: text.to_vec(), standing });
    }

    /// Makes a text from a text of the population and parts of others. It is in the language, unless its parent is not. None if the
    /// population is empty, or if 64 attempts gave no text that differs from its parent. If the parent's fields and hooks are right, the
    /// mutant's are, too. The same population and seed give the same text. Usually O(n) time for a text of n bytes.
    ///
    /// ```
    /// use grammarc_runtime::flat::LINES;
    /// use grammarc_runtime::mutate::Population;
    ///
    /// let mut population = Population::new(&LINES, 8);
    /// assert_eq!(population.add(b"one\ntwo\nthree\n", |text, _| text.to_vec()), Ok(true));
    /// let mutant = population.mutate(1).unwrap();
    /// assert!(population.texts().all(|text| text != mutant));
    /// ```
    pub fn mutate(&mut self, seed: u64) -> Option<Vec<u8>> {
        let mut random = Random::new(seed);
        let Mutant { text, tree } = (0..MUTANT_TRIES).find_map(|_| self.attempt(&mut random))?;
        self.last = tree.map(|tree| (text.clone(), tree));
        Some(text)
    }

    /// Tries to make a mutant of one member.
    fn attempt(&mut self, random: &mut Random) -> Option<Mutant> {
        let parent = self.energy.pick(random)?;
        let mutations = drawn_kinds(random);
        let needs_donor = mutations.iter().any(|mutation| mutation.needs_donor());
        let donor = if needs_donor { self.energy.pick(random)? } else { parent };
        let Self { language, mutator, members, .. } = self;
        let [pieces, donated] = [parent, donor].map(|member| members.pieces(member, language, &mutator.editor.kinds));
        let member = &members.all()[parent];
        let demand = match member.standing {
            Standing::Valid => Demand::Valid,
            Standing::Parsed => Demand::Parsed,
            Standing::Broken(_) => Demand::Nothing,
        };
        let source = Source { text: &member.text, pieces: &pieces };
        let donor = Source { text: &members.all()[donor].text, pieces: &donated };
        mutator.mutant(&mutations, Parent { source, demand }, donor, random)
    }

    /// Makes a text that is not in the language, from a member or, in half of the cases, from a mutant. One token changes so that it is no
    /// text of its terminal any more, or up to three damages are done anywhere: bytes change, ranges are cut out or repeated, the text ends
    /// early or goes on as another one, parts stand where others belong, and ill-formed UTF-8 is put in. For example, `[1,2]` becomes
    /// `[1,;]`, `[1,` and `[1,2:2]`. None if 64 attempts gave no such text. The same population and seed give the same text. Costs a parse
    /// with an error for each attempt.
    ///
    /// ```
    /// use grammarc_runtime::flat::LINES;
    /// use grammarc_runtime::mutate::Population;
    ///
    /// let mut population = Population::new(&LINES, 8);
    /// assert_eq!(population.keep(b"one\ntwo\n"), Ok(true));
    /// // Every text is a list of lines.
    /// assert_eq!(population.corrupt(1), None);
    /// ```
    pub fn corrupt(&mut self, seed: u64) -> Option<Vec<u8>> {
        let mut random = Random::new(seed);
        (0..MUTANT_TRIES).find_map(|_| {
            let text = self.broken(&mut random)?;
            self.mutator.checker.tree(&text).is_none().then_some(text)
        })
    }

    /// Tries to break a member, or a mutant.
    fn broken(&mut self, random: &mut Random) -> Option<Vec<u8>> {
        let mutant = if random.flip() { self.attempt(random) } else { None };
        let [number, other] = [self.energy.pick(random)?, self.energy.pick(random)?];
        let Self { language, mutator: Mutator { editor, .. }, members, .. } = self;
        let [pieces, others] = [number, other].map(|member| members.pieces(member, language, &editor.kinds));
        let member = Source { text: &members.all()[number].text, pieces: &pieces };
        let other = Source { text: &members.all()[other].text, pieces: &others };
        let pieces = mutant.as_ref().and_then(|mutant| mutant.tree.as_ref());
        let pieces = pieces.map_or_else(Vec::new, |tree| editor.kinds.pieces(&language.grammar, tree));
        let source = mutant.as_ref().map_or(member, |mutant| Source { text: &mutant.text, pieces: &pieces });
        if random.below(TOKEN_DAMAGES) == 0 {
            let splice = editor.broken(source, random)?;
            return Some(spliced(source.text, vec![splice], b""));
        }
        Some(damaged(source, other, random))
    }

    /// Returns the texts, in the order in which they joined.
    pub fn texts(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.members.all().iter().map(|member| &member.text[..])
    }

    /// Returns by kind of edit how often it was tried, and how often the mutant was in the language.
    pub fn tallies(&self) -> &[MutationTally] {
        self.mutator.tallies()
    }
}

/// Returns features in their order, so that numbers given to them do not depend on the order of a set.
fn sorted(features: HashSet<Feature>) -> Vec<Feature> {
    let mut features: Vec<Feature> = features.into_iter().collect();
    features.sort_unstable();
    features
}

#[cfg(test)]
mod tests {
    use grammarc_core::language::Language;
    use grammarc_runtime::flat::LINES;

    use grammarc_generate::fuzz::generator::Generator;

    /// Returns the generator of lines: that of `LINES` is a type of the crate as it is built without tests.
    pub(super) fn lines() -> Generator {
        Generator::new(Language::new(LINES.name.clone(), LINES.grammar.clone(), LINES.engine))
    }
}
