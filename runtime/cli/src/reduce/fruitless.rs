//! Binary inputs that do not get smaller: says why, and what helps.

use super::language::SeenLanguage;
use grammarc_reduce::format::Format;
use grammarc_reduce::island::ISLAND;
use grammarc_reduce::reduce::is_binary;

/// Number of tests after which an input that is nearly as large as before is called fruitless.
const FRUITLESS_TESTS: u64 = 200;
/// Share of the input, in percent, that is nearly all of it.
const NEARLY_ALL_PERCENT: usize = 90;

/// A binary input without a grammar, which may turn out not to get smaller.
#[derive(Debug)]
pub(super) struct Fruitless {
    /// Size of the input in bytes.
    before: usize,
}

impl Fruitless {
    /// Returns none for a text, and for an input that its grammar knows.
    pub(super) fn new(language: &Format, seen: &SeenLanguage, input: &[u8]) -> Option<Self> {
        let is_known = language.name != ISLAND.name && !matches!(seen, SeenLanguage::Alien(_));
        (!is_known && is_binary(input)).then_some(Self { before: input.len() })
    }

    /// Returns the note to print after so many tests, if the input is still nearly as large as it was.
    pub(super) fn note(&self, tests: u64, now: usize) -> Option<String> {
        let is_fruitless = tests >= FRUITLESS_TESTS && now * 100 >= self.before * NEARLY_ALL_PERCENT;
        is_fruitless.then(|| {
            format!(
                "after {tests} tests {now} of {} bytes are left: the input is binary, and no grammar knows its lengths, checksums or \
                 compressed parts, so nearly every candidate is a broken file\n\
                 help: unpack the input, reduce a part of it, and let the test pack it again; or write a grammar with computed fields, \
                 such as the bundled `png`",
                self.before
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{FRUITLESS_TESTS, Fruitless, SeenLanguage};
    use grammarc_reduce::island::ISLAND;

    #[test]
    fn only_a_binary_input_that_stays_large_is_fruitless() {
        let new = |input: &[u8]| Fruitless::new(&ISLAND, &SeenLanguage::Parsed, input);
        assert!(["int a;", "", "Gr\u{fc}\u{df}e"].iter().all(|text| new(text.as_bytes()).is_none()));
        let binary = new(b"PK\x03\x04\0\0\x08\0ab").expect("it is binary");
        assert!(binary.note(FRUITLESS_TESTS, 10).is_some_and(|note| note.contains("10 of 10 bytes")));
        assert!(binary.note(FRUITLESS_TESTS - 1, 10).is_none() && binary.note(FRUITLESS_TESTS, 8).is_none());
    }
}
