//! Ranges of Unicode scalar values as sequences of byte ranges. For example, U+80 to U+7FF is the sequence
//! `c2-df 80-bf`.
//!
//! After R. Cox's description of RE2's UTF-8 automata: split a range where the length of the encoding changes and where
//! the continuation bytes below do not run from 80 to BF in full.

/// One to four byte ranges; a text matches if each of its bytes is in the range of its place. For example, `é`
/// (`c3 a9`) matches `c2-df 80-bf`.
pub(crate) type Sequence = Vec<(u8, u8)>;

/// Returns the byte sequences of the scalar values from `low` to `high`, ascending; surrogates are left out.
#[doc(hidden)]
pub fn sequences(low: u32, high: u32) -> Vec<Sequence> {
    let mut found = Vec::new();
    for (low, high) in [(low, high.min(0xD7FF)), (low.max(0xE000), high.min(0x10_FFFF))] {
        split(low, high, &mut found);
    }
    found
}

/// Depth is bounded by the lengths of encodings and their bytes.
fn split(low: u32, high: u32, found: &mut Vec<Sequence>) {
    if low > high {
        return;
    }
    for limit in [0x7F, 0x7FF, 0xFFFF] {
        if low <= limit && high > limit {
            split(low, limit, found);
            return split(limit + 1, high, found);
        }
    }
    if high > 0x7F {
        for shift in [6, 12, 18] {
            let mask = (1 << shift) - 1;
            if low & !mask == high & !mask {
                break;
            }
            if low & mask != 0 {
                split(low, low | mask, found);
                return split((low | mask) + 1, high, found);
            }
            if high & mask != mask {
                split(low, (high & !mask) - 1, found);
                return split(high & !mask, high, found);
            }
        }
    }
    let (low, high) = (encode(low), encode(high));
    found.push(low.into_iter().zip(high).collect());
}

fn encode(scalar: u32) -> Vec<u8> {
    let mut buffer = [0; 4];
    let scalar = char::from_u32(scalar).unwrap_or('\0');
    scalar.encode_utf8(&mut buffer).as_bytes().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(sequences: &[Sequence], bytes: &[u8]) -> bool {
        let fits = |s: &Sequence| s.len() == bytes.len() && s.iter().zip(bytes).all(|(r, b)| (r.0..=r.1).contains(b));
        sequences.iter().filter(|s| fits(s)).count() == 1
    }

    #[test]
    fn every_scalar_value_is_in_exactly_the_ranges_that_hold_it() {
        for (low, high) in [(0, 0x10_FFFF), (0x41, 0x41), (0x70, 0x900), (0xD000, 0xE100), (0xFFFE, 0x1_2345)] {
            let sequences = sequences(low, high);
            for scalar in (0..=0x10_FFFF_u32).filter(|s| s % 61 == 0 || s.abs_diff(low) < 70 || s.abs_diff(high) < 70) {
                let Some(char) = char::from_u32(scalar) else { continue };
                let inside = (low..=high).contains(&scalar);
                assert_eq!(accepts(&sequences, char.to_string().as_bytes()), inside, "{scalar:x}");
            }
        }
    }

    #[test]
    fn overlong_forms_and_surrogates_are_not_text() {
        let any = sequences(0, 0x10_FFFF);
        for bytes in [&[0xC0, 0x80][..], &[0xE0, 0x80, 0x80], &[0xED, 0xA0, 0x80], &[0xF4, 0x90, 0x80, 0x80], &[0x80]] {
            assert!(!accepts(&any, bytes), "{bytes:x?}");
        }
    }
}
