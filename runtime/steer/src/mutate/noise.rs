//! Noise in the bytes of one token: some are flipped, inserted and deleted. The token either stays a text of its terminal, or it does not,
//! as the caller wishes. For example, `one` becomes `onR`, `oone` or `oe`.

use grammarc_generate::choices::Random;

/// Versions of a token that are tried. Where characters of several bytes or escapes stand, most changes break the token.
const NOISE_TRIES: u32 = 16;
/// Greatest number of bytes that are changed in one token.
const MAX_CHANGED_BYTES: u32 = 4;

/// Returns the token with noise in it for which `is_right` holds; none if no version does that was tried.
pub(super) fn noisy(token: &[u8], random: &mut Random, is_right: impl Fn(&[u8]) -> bool) -> Option<Vec<u8>> {
    (0..NOISE_TRIES).find_map(|_| {
        let mut changed = token.to_vec();
        for _ in 0..1 + random.below(MAX_CHANGED_BYTES) {
            change(&mut changed, random);
        }
        (changed != token && is_right(&changed)).then_some(changed)
    })
}

/// Changes one byte: flips a bit, inserts a byte, deletes it, or replaces it by another byte.
pub(super) fn change(text: &mut Vec<u8>, random: &mut Random) {
    let place = random.below(text.len() as u32) as usize;
    match random.below(4) {
        0 if !text.is_empty() => text[place] ^= 1 << random.below(8),
        1 if !text.is_empty() => drop(text.remove(place)),
        2 if !text.is_empty() => text[place] = byte(text, random),
        _ => {
            let byte = byte(text, random);
            text.insert(random.below(text.len() as u32 + 1) as usize, byte);
        }
    }
}

/// Returns a byte: a printable one, one of the text, or any. Most tokens admit few others. For example, a digit is often one of a number.
fn byte(text: &[u8], random: &mut Random) -> u8 {
    match random.below(4) {
        0 => random.below(256) as u8,
        1 if !text.is_empty() => text[random.below(text.len() as u32) as usize],
        _ => b' ' + random.below(95) as u8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_flipped_inserted_and_deleted() {
        let mut random = Random::new(1);
        let is_word = |text: &[u8]| text.iter().all(u8::is_ascii_lowercase);
        let words: Vec<Vec<u8>> = (0..2_000).filter_map(|_| noisy(b"word", &mut random, is_word)).collect();
        let has = |test: fn(&[u8]) -> bool| words.iter().any(|word| test(word));
        assert!(has(|word| word.len() == 4) && has(|word| word.len() > 4) && has(|word| word.len() < 4));
        assert!(words.iter().all(|word| is_word(word) && word != b"word"));
        assert!(noisy(b"", &mut random, |text| text.len() == 1).is_some());
        assert_eq!(noisy(b"word", &mut random, |_| false), None);
    }
}
