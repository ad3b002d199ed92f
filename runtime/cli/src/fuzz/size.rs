//! The sizes that `fuzz` asks for: `--size 1k` or `--size 200..4k`, and without the option some hundred bytes to some kilobytes.

use std::str::FromStr;

use grammarc_generate::choices::Random;

/// The sizes of texts without `--size`, in bytes: small enough to run fast, large enough to hold several features each.
const DEFAULT_BYTES: (u32, u32) = (64, 4_096);
/// The largest size, in bytes. Larger texts would take more memory than a test of a parser is worth.
const MAX_BYTES: u32 = 1 << 26;

/// A range of sizes of texts, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sizes {
    least: u32,
    most: u32,
}

impl Default for Sizes {
    fn default() -> Self {
        let (least, most) = DEFAULT_BYTES;
        Self { least, most }
    }
}

impl Sizes {
    /// Returns the size of the text of a seed. Sizes of each magnitude are as frequent: in `100..10k`, half of them are below 1,000.
    pub(super) fn of_seed(self, seed: u64) -> u32 {
        let mut random = Random::new(!seed);
        let (mut low, mut high) = (self.least, self.most);
        // Halves the range by magnitudes until it is narrow enough to be drawn from evenly.
        while high > low.saturating_mul(2) {
            let middle = (u64::from(low.max(1)) * u64::from(high)).isqrt() as u32;
            if random.flip() {
                low = middle.max(low + 1);
            } else {
                high = middle.max(low + 1);
            }
        }
        low + random.below(high - low + 1)
    }
}

impl FromStr for Sizes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (least, most) = text.split_once("..").map_or((text, text), |(least, most)| (least, most));
        let sizes = Self { least: bytes(least)?, most: bytes(most)? };
        match sizes.least <= sizes.most {
            true => Ok(sizes),
            false => Err(format!("the first size is larger than the second: write {most}..{least}")),
        }
    }
}

/// Reads a number of bytes: `300`, `4k`, `1M`.
fn bytes(text: &str) -> Result<u32, String> {
    let (digits, unit) = match text.as_bytes().last() {
        Some(b'k' | b'K') => (&text[..text.len() - 1], 1_u64 << 10),
        Some(b'm' | b'M') => (&text[..text.len() - 1], 1 << 20),
        _ => (text, 1),
    };
    let number = digits.parse::<u32>().map_err(|_| "expected bytes, such as 300, 4k, 1M or 200..4k".to_owned())?;
    let bytes = u64::from(number) * unit;
    u32::try_from(bytes).ok().filter(|&bytes| bytes <= MAX_BYTES).ok_or_else(|| "at most 64M".to_owned())
}

#[cfg(test)]
mod tests {
    use super::Sizes;

    #[test]
    fn sizes_are_read_and_wrong_ones_named() {
        for (text, expected) in [("300", (300, 300)), ("1k", (1024, 1024)), ("200..4k", (200, 4096))] {
            assert_eq!(text.parse(), Ok(Sizes { least: expected.0, most: expected.1 }));
        }
        for text in ["", "k", "4k..200", "..", "1..", "-1", "5G", "99M", "\u{e9}"] {
            assert!(text.parse::<Sizes>().is_err(), "{text}");
        }
    }

    #[test]
    fn each_magnitude_is_as_frequent() {
        let sizes = Sizes { least: 100, most: 10_000 };
        let drawn: Vec<u32> = (0..4_000).map(|seed| sizes.of_seed(seed)).collect();
        assert!(drawn.iter().all(|size| (100..=10_000).contains(size)));
        let small = drawn.iter().filter(|&&size| size < 1_000).count();
        assert!((1_800..2_200).contains(&small), "{small}");
    }

    #[test]
    fn any_range_has_sizes() {
        for sizes in [Sizes { least: 0, most: 0 }, Sizes { least: 0, most: 9 }, Sizes { least: 7, most: 8 }] {
            assert!((0..99).all(|seed| (sizes.least..=sizes.most).contains(&sizes.of_seed(seed))));
        }
    }
}
