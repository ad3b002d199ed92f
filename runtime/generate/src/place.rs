//! A text with another subtree in one place: the mutation of the Debugging Book's `TreeMutator`.

use crate::choices::{Choices, Random, Step};
use crate::fuzz::Fuzzer;
use crate::fuzz::generator::Generator;
use grammarc_core::parse::{Outcome, fill};
use grammarc_core::tree::Tree;

/// Subtrees that are drawn until one keeps the fields and hooks of the other parts valid. Each costs a parse. A name that is used
/// elsewhere, for example, can only be replaced by itself, so that most of them fail.
const SUBTREE_TRIES: u32 = 64;

impl Generator {
    /// Returns the text with a new subtree of the same symbol at a path of its tree ([`Tree::at`]), drawn from a seed. Beyond `max_depth`
    /// nested rules, the new subtree takes only the cheapest options. Fields are computed again. By chance the new subtree may equal the
    /// old one.
    ///
    /// None if there is no such path, if no other text can stand there (a literal, or a repetition of a label's text), or if the text was
    /// valid and 64 attempts found no valid one.
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
        (0..SUBTREE_TRIES).find_map(|_| {
            let drawn = fuzzer.run(&mut Choices::redraw(&steps, random.bits())).ok()?.to_vec();
            let mutant = fill(self, drawn);
            let is_right = if was_valid { is_valid(&mutant) } else { self.parse(&mutant).is_ok() };
            is_right.then_some(mutant)
        })
    }
}
