//! Ranges of characters as ranges of bytes: which sequences of bytes encode them in UTF-8.

/// Returns sequences of byte ranges that together match exactly the encodings of the scalar values in an inclusive range.
pub(crate) fn sequences((low, high): (u32, u32)) -> Vec<Vec<(u8, u8)>> {
    const LENGTHS: [(u32, u32); 4] = [(0, 0x7f), (0x80, 0x7ff), (0x800, 0xffff), (0x1_0000, 0x10_ffff)];
    let mut all = Vec::new();
    for (from, to) in LENGTHS {
        let (low, high) = (low.max(from), high.min(to));
        if low <= high {
            split(&encode(low), &encode(high), &mut Vec::new(), &mut all);
        }
    }
    all
}

/// Splits the range between two encodings of one length at the first byte where they differ.
fn split(low: &[u8], high: &[u8], prefix: &mut Vec<(u8, u8)>, all: &mut Vec<Vec<(u8, u8)>>) {
    let (Some((&first, low)), Some((&last, high))) = (low.split_first(), high.split_first()) else {
        all.push(prefix.clone());
        return;
    };
    let (least, most) = (vec![0x80; low.len()], vec![0xbf; low.len()]);
    let (whole_low, whole_high) = (low == least, high == most);
    let mut part = |range, low: &[u8], high: &[u8]| {
        prefix.push(range);
        split(low, high, prefix, all);
        prefix.pop();
    };
    if first == last {
        return part((first, last), low, high);
    }
    if !whole_low {
        part((first, first), low, &most);
    }
    let (from, to) = (first + u8::from(!whole_low), last - u8::from(!whole_high));
    if from <= to {
        part((from, to), &least, &most);
    }
    if !whole_high {
        part((last, last), &least, high);
    }
}

/// Encodes a number below 0x110000 as UTF-8 would, surrogates too.
fn encode(scalar: u32) -> Vec<u8> {
    let tail = |shift: u32| 0x80 | (scalar >> shift & 0x3f) as u8;
    match scalar {
        0..0x80 => vec![scalar as u8],
        0x80..0x800 => vec![0xc0 | (scalar >> 6) as u8, tail(0)],
        0x800..0x1_0000 => vec![0xe0 | (scalar >> 12) as u8, tail(6), tail(0)],
        _ => vec![0xf0 | (scalar >> 18) as u8, tail(12), tail(6), tail(0)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sequence_matches_exactly_its_range() {
        for (low, high) in [(0, 0x10_ffff), (0x61, 0x7a), (0x7f, 0x801), (0xe000, 0x1_0fff), (0xabc, 0xdef)] {
            let sequences = sequences((low, high));
            for c in ('\0'..=char::MAX).step_by(7) {
                let mut buffer = [0; 4];
                let bytes = c.encode_utf8(&mut buffer).as_bytes();
                let is_in = |ranges: &Vec<(u8, u8)>| {
                    ranges.len() == bytes.len() && ranges.iter().zip(bytes).all(|(&(l, h), b)| (l..=h).contains(b))
                };
                assert_eq!(
                    sequences.iter().filter(|s| is_in(s)).count(),
                    usize::from((low..=high).contains(&(c as u32))),
                    "{c:?}"
                );
            }
        }
    }
}
