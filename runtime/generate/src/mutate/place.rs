//! A text with another subtree in one place: the mutation of the Debugging Book's `TreeMutator`.

use crate::choices::{Choices, Random, Step};
use crate::fuzz::Fuzzer;
use crate::fuzz::generator::Generator;
use grammarc_core::parse::{Outcome, fill};
use grammarc_core::tree::Tree;

/// How often another subtree is drawn where one breaks what fields and hooks say elsewhere.
const ATTEMPTS: u32 = 64;

impl Generator {
    /// Returns a text with a new subtree of the same symbol at a path of its tree ([`Tree::at`]), drawn from a seed. What is drawn nests
    /// no deeper than `max_depth`, beyond which only what ends soonest is chosen; fields are computed again. It may happen to be what
    /// was there.
    ///
    /// None if there is no such path, if nothing else could stand there (a literal; what repeats another text), or if the text was valid
    /// and no valid one was found in 64 attempts.
    ///
    /// ```
    /// use grammarc_runtime::flat::LINES;
    ///
    /// let text = b"one\ntwo\nthree\n";
    /// let tree = LINES.parse(text).unwrap();
    /// let mutant = LINES.mutated(text, &tree, &[1], 7, 8).unwrap();
    /// assert!(mutant.starts_with(b"one\n") && mutant.ends_with(b"three\n"));
    /// assert_eq!(LINES.mutated(text, &tree, &[3], 7, 8), None);
    /// ```
    pub fn mutated(&self, text: &[u8], tree: &Tree, path: &[usize], seed: u64, max_depth: usize) -> Option<Vec<u8>> {
        let trace = self.trace(text, tree)?;
        let range = trace.steps_of(&self.grammar, tree, &[tree.at(path)?])?.pop()?;
        let mut steps = trace.steps;
        // The application of the start symbol has steps around it like any other.
        steps.splice(range, [Step::Draw]);
        let is_valid = |text: &[u8]| matches!(self.parsing().judge(text), Outcome::Valid(_));
        let was_valid = is_valid(text);
        let (mut random, mut fuzzer) = (Random::new(seed), Fuzzer::new(self, max_depth));
        (0..ATTEMPTS).find_map(|_| {
            let drawn = fuzzer.run(&mut Choices::redraw(&steps, random.bits())).ok()?.to_vec();
            let mutant = fill(self, drawn);
            let is_right = if was_valid { is_valid(&mutant) } else { self.parse(&mutant).is_ok() };
            is_right.then_some(mutant)
        })
    }
}
