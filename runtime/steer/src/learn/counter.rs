//! Counts the texts of one terminal in bounded memory. If there are too many, rare texts are dropped, because
//! samples have the frequent ones in common.

use std::collections::{BTreeMap, HashMap};

/// Greatest number of texts that a model keeps for one terminal: enough for the names of a schema.
pub const MAX_TOKENS: usize = 1_024;
/// Longest text that a model keeps, in bytes. Longer ones are comments and data, which would fill most of a text.
pub(super) const MAX_TOKEN_BYTES: usize = 256;
/// How often the limit is exceeded before rare texts are dropped. With 8, a text that comes again within some thousand others is counted.
const TOKENS_BEFORE_PRUNING: usize = 8 * MAX_TOKENS;

/// Texts and how often each was met.
#[derive(Debug, Default)]
pub(super) struct TokenCounter {
    counts: HashMap<Vec<u8>, u64>,
}

impl TokenCounter {
    /// Counts a text, unless it is too long.
    pub(super) fn add(&mut self, text: &[u8]) {
        if text.len() > MAX_TOKEN_BYTES {
            return;
        }
        if let Some(count) = self.counts.get_mut(text) {
            *count = count.saturating_add(1);
            return;
        }
        if self.counts.len() >= TOKENS_BEFORE_PRUNING {
            let kept = most_frequent(&self.counts);
            self.counts = kept.into_iter().collect();
        }
        self.counts.insert(text.to_vec(), 1);
    }

    /// Returns the most frequent texts, in order of their bytes.
    pub(super) fn texts(&self) -> BTreeMap<Vec<u8>, u64> {
        most_frequent(&self.counts).into_iter().collect()
    }
}

/// Returns up to [`MAX_TOKENS`] texts, the most frequent first. Of equally frequent ones, the shorter and then the smaller goes first, so
/// that the order of the samples does not matter.
pub(super) fn most_frequent<'t>(counts: impl IntoIterator<Item = (&'t Vec<u8>, &'t u64)>) -> Vec<(Vec<u8>, u64)> {
    let is_short = |(text, _): &(&Vec<u8>, &u64)| text.len() <= MAX_TOKEN_BYTES;
    let mut all: Vec<(&Vec<u8>, &u64)> = counts.into_iter().filter(is_short).collect();
    all.sort_unstable_by(|(text, count), (other, than)| {
        than.cmp(count).then(text.len().cmp(&other.len())).then_with(|| text.cmp(other))
    });
    all.truncate(MAX_TOKENS);
    all.into_iter().map(|(text, count)| (text.clone(), *count)).collect()
}

#[cfg(test)]
mod tests {
    use super::{MAX_TOKENS, TOKENS_BEFORE_PRUNING, TokenCounter};

    #[test]
    fn frequent_texts_survive_many_rare_ones() {
        let mut counter = TokenCounter::default();
        for number in 0..3 * TOKENS_BEFORE_PRUNING {
            counter.add(number.to_string().as_bytes());
            counter.add(b"often");
        }
        counter.add(&[b'x'; 1_000]);
        let texts = counter.texts();
        assert_eq!((texts.len(), texts[&b"often"[..]]), (MAX_TOKENS, 3 * TOKENS_BEFORE_PRUNING as u64));
        assert!(texts.keys().all(|text| text.len() < 1_000));
    }
}
