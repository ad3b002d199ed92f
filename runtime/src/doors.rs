//! The functions that every generated crate offers, over the tables and code of its format.

/// Defines `parse`, `fuzz`, `reduce` and `generalize` for a static [`Language`](crate::language::Language).
#[doc(hidden)]
#[macro_export]
macro_rules! front_doors {
    ($language:ident) => {
        /// Parses a whole input. The tree is a view of it and holds no text.
        ///
        /// # Errors
        /// Where the input is not in the language, and what was expected there.
        pub fn parse(input: &[u8]) -> Result<$crate::tree::Tree, $crate::parse::ParseError> {
            $language.parse(input)
        }

        /// Returns a text of the language, always the same for the same seed. Beyond `max_depth` nested rules, only what ends
        /// soonest is chosen.
        ///
        /// # Errors
        /// If every way that was tried ended where nothing could be written.
        pub fn fuzz(seed: u64, max_depth: usize) -> Result<Vec<u8>, $crate::fuzz::DeadEnd> {
            $crate::fuzz::fuzz(&$language, &mut $crate::choices::Choices::fresh(seed), max_depth)
        }

        /// Returns the smallest text found that is still interesting to the oracle. `input` need not be in the language.
        ///
        /// # Errors
        /// If the input is not interesting.
        pub fn reduce(input: &[u8], oracle: impl Fn(&[u8]) -> bool + Sync) -> Result<Vec<u8>, $crate::reduce::Error> {
            let options = $crate::reduce::Options::default();
            let reduced = $crate::reduce::reduce(&$language, input, &oracle, &options)?;
            Ok(reduced.text)
        }

        /// Finds out which parts of an input can be anything of their kind while it stays interesting to the oracle. The input should
        /// be small, as [`reduce`] makes it.
        ///
        /// # Errors
        /// If the input is not interesting, or not in the language.
        pub fn generalize(
            input: &[u8],
            oracle: impl Fn(&[u8]) -> bool + Sync,
        ) -> Result<$crate::generalize::Generalized, $crate::generalize::Error> {
            let options = $crate::generalize::Options::default();
            $crate::generalize::generalize(&$language, input, &oracle, &options)
        }
    };
}
