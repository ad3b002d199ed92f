//! Mutates one text at a time: edits are spliced into its bytes, and the result is checked. Hosts with a corpus of their own, such as AFL++
//! and libFuzzer, call this; a [`Population`](super::Population) brings its own corpus.

use super::check::{Checker, Mutant};
use super::edits::{Editor, Mutation, drawn_kinds};
use super::piece::Source;
use super::splice::spliced;
use grammarc_generate::choices::Random;
use grammarc_generate::fuzz::generator::Generator;

/// Mutants that are tried until one is in the language and differs from its parent. A text such as `{}` has few parts to change, so many
/// tries leave it as it is.
pub(super) const MUTANT_TRIES: u32 = 64;

/// Mutates texts of a language.
///
/// ```
/// use grammarc_runtime::flat::LINES;
/// use grammarc_runtime::mutate::Mutator;
///
/// let mut mutator = Mutator::new(&LINES, 8);
/// let mutant = mutator.mutate(b"one\ntwo\n", Some(b"three\n"), 1, 1_000).unwrap();
/// assert!(mutant != b"one\ntwo\n" && LINES.parse(&mutant).is_ok());
/// ```
pub struct Mutator<'a> {
    language: &'a Generator,
    pub(super) editor: Editor<'a>,
    pub(super) checker: Checker<'a>,
    tallies: [MutationTally; Mutation::ALL.len()],
}

/// How often a kind of edit was tried, and how many of the mutants were in the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MutationTally {
    /// The kind.
    pub mutation: Mutation,
    /// Mutants with such an edit.
    pub tried: u64,
    /// Those of them that were in the language.
    pub valid: u64,
}

/// A parent with its pieces, and the demand on its mutants.
#[derive(Clone, Copy)]
pub(super) struct Parent<'s> {
    pub(super) source: Source<'s>,
    pub(super) demand: Demand,
}

/// The demand on a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Demand {
    /// It parses, and its fields and hooks are right.
    Valid,
    /// It parses.
    Parsed,
    /// Nothing, because its parent does not parse.
    Nothing,
}

impl<'a> Mutator<'a> {
    /// Makes a mutator. Beyond `max_depth` nested rules, parts that are drawn anew take only the cheapest options.
    pub fn new(language: &'a Generator, max_depth: usize) -> Self {
        Self {
            language,
            editor: Editor::new(language, max_depth),
            checker: Checker::new(language, max_depth),
            tallies: Mutation::ALL.map(|mutation| MutationTally { mutation, tried: 0, valid: 0 }),
        }
    }

    /// Makes a text of at most `max_bytes` bytes from a text of the language, and from parts of another one, the donor. None if the text is
    /// not in the language, or if 64 attempts gave no mutant. A donor that is not in the language counts as none. Same arguments give the
    /// same text. Takes three parses, usually.
    pub fn mutate(&mut self, text: &[u8], donor: Option<&[u8]>, seed: u64, max_bytes: usize) -> Option<Vec<u8>> {
        let tree = self.checker.tree(text)?;
        let demand = if self.checker.is_valid(text, &tree) { Demand::Valid } else { Demand::Parsed };
        let grammar = &self.language.grammar;
        let pieces = self.editor.kinds.pieces(grammar, &tree);
        let source = Source { text, pieces: &pieces };
        let donated = donor.and_then(|text| {
            let tree = self.checker.tree(text)?;
            Some((text, self.editor.kinds.pieces(grammar, &tree)))
        });
        let donor = donated.as_ref().map_or(source, |(text, pieces)| Source { text, pieces });
        let mut random = Random::new(seed);
        (0..MUTANT_TRIES).find_map(|_| {
            let mutations = drawn_kinds(&mut random);
            let mutant = self.mutant(&mutations, Parent { source, demand }, donor, &mut random)?;
            (mutant.text.len() <= max_bytes).then_some(mutant.text)
        })
    }

    /// Returns by kind of edit how often it was tried, and how often the mutant was in the language. For example, dropped elements give a
    /// mutant nearly always, and noise in bytes more seldom.
    pub fn tallies(&self) -> &[MutationTally] {
        &self.tallies
    }

    /// Makes one mutant by edits of some kinds; none if no edit could be made, or if the result is not fit or is the parent.
    pub(super) fn mutant(
        &mut self,
        mutations: &[Mutation],
        parent: Parent<'_>,
        donor: Source<'_>,
        random: &mut Random,
    ) -> Option<Mutant> {
        let Parent { source, demand } = parent;
        if source.pieces.is_empty() {
            return self.drawn(source.text, random);
        }
        let (splices, made) = self.editor.edited(mutations, source, donor, random);
        let text = spliced(source.text, splices, &self.editor.separator);
        if text == source.text {
            return None;
        }
        let mutant = match demand {
            Demand::Nothing => Some(Mutant { text, tree: None }),
            Demand::Valid | Demand::Parsed => self.checker.admitted(text, demand == Demand::Valid, random.bits()),
        };
        for mutation in made {
            let tally = &mut self.tallies[mutation as usize];
            tally.tried += 1;
            tally.valid += u64::from(mutant.is_some());
        }
        mutant.filter(|mutant| mutant.text != source.text)
    }

    /// Draws a whole text in place of one without parts, such as the empty text.
    fn drawn(&mut self, text: &[u8], random: &mut Random) -> Option<Mutant> {
        let drawn = self.editor.whole(random.bits())?;
        let drawn = self.checker.admitted(drawn, true, random.bits())?;
        (drawn.text != text).then_some(drawn)
    }
}
