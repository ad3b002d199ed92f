//! Runs of bytes, eight at a time: the matchers of generated parsers skip white space and names this way.
//!
//! Eight bytes are one word, and each is compared in its own lane: bit 7 of a lane says that the byte is in a range. No lane
//! carries into the next one. L. Lamport, *Multiple Byte Processing with Full-Word Instructions*, CACM 18(8), 1975.

/// Bit 7 of each lane, the sign of its byte.
const HIGH: u64 = splat(0x80);

/// Returns the end of the run of bytes that begins at `start`: the offset of the first byte outside of all ranges. A range, both
/// ends included, lies below 0x80 as a whole or not at all, and no two ranges overlap. For example, the run of `(b'0', b'9')` at
/// 1 in `x123;` ends at 4.
#[inline(always)]
pub fn end_of_run<const N: usize>(input: &[u8], start: usize, ranges: [(u8, u8); N]) -> usize {
    let is_inside = |byte: &u8| ranges.iter().any(|(low, high)| (*low..=*high).contains(byte));
    let mut at = start;
    // Many runs are short, and the branches of two single bytes are predicted well.
    for _ in 0..2 {
        if !input.get(at).is_some_and(is_inside) {
            return at;
        }
        at += 1;
    }
    while let Some(eight) = input.get(at..).and_then(<[u8]>::first_chunk) {
        let outside = outside(u64::from_le_bytes(*eight), ranges);
        if outside != 0 {
            return at + outside.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    while input.get(at).is_some_and(is_inside) {
        at += 1;
    }
    at
}

/// Returns the end of the run of bytes that begins at `start`, as [`end_of_run`] does, one byte after the other.
#[inline(always)]
pub fn end_of_bytes(input: &[u8], start: usize, is_inside: impl Fn(u8) -> bool) -> usize {
    let mut at = start;
    while input.get(at).is_some_and(|byte| is_inside(*byte)) {
        at += 1;
    }
    at
}

/// Returns the end of the run of characters that begins at `start`. A character below 0x80 belongs to the run if it is in one of
/// the ranges, and every other character if it is valid UTF-8. For example, the run of letters at 0 in `aé"` ends at 3, before
/// the quote.
#[inline(always)]
pub fn end_of_text<const N: usize>(input: &[u8], start: usize, ascii: [(u8, u8); N]) -> usize {
    let mut at = end_of_run(input, start, ascii);
    while input.get(at).is_some_and(|byte| *byte >= 0x80) {
        let length = length_of_character(&input[at..]);
        if length == 0 {
            break;
        }
        at = end_of_run(input, at + length, ascii);
    }
    at
}

/// Returns the end of the run of characters that begins at `start`, as [`end_of_text`] does, one byte after the other.
#[inline(always)]
pub fn end_of_characters(input: &[u8], start: usize, is_inside: impl Fn(u8) -> bool) -> usize {
    let mut at = end_of_bytes(input, start, &is_inside);
    while let Some(next) = input.get(at).filter(|byte| **byte >= 0x80).and(end_of_character(input, at)) {
        at = end_of_bytes(input, next, &is_inside);
    }
    at
}

/// Returns the end of the character at an offset; none at the end of the input, or if it is not valid UTF-8. For example, `é` at
/// 0 ends at 2.
#[inline]
pub fn end_of_character(input: &[u8], at: usize) -> Option<usize> {
    match *input.get(at)? {
        0..0x80 => Some(at + 1),
        _ => Some(length_of_character(&input[at..])).filter(|length| *length > 0).map(|length| at + length),
    }
}

/// Returns the end of a literal at an offset; none if the input differs there.
#[inline(always)]
pub fn end_of_literal(input: &[u8], at: usize, text: &[u8]) -> Option<usize> {
    input.get(at..)?.starts_with(text).then_some(at + text.len())
}

/// Returns the number of bytes of the first character of a text, which is not ASCII. Returns 0 if it is not valid UTF-8 (The
/// Unicode Standard, table 3-7).
#[inline]
fn length_of_character(text: &[u8]) -> usize {
    match text {
        [0xc2..=0xdf, 0x80..=0xbf, ..] => 2,
        [0xe1..=0xec | 0xee | 0xef, 0x80..=0xbf, 0x80..=0xbf, ..] => 3,
        [0xe0, 0xa0..=0xbf, 0x80..=0xbf, ..] | [0xed, 0x80..=0x9f, 0x80..=0xbf, ..] => 3,
        [0xf1..=0xf3, 0x80..=0xbf, 0x80..=0xbf, 0x80..=0xbf, ..] => 4,
        [0xf0, 0x90..=0xbf, 0x80..=0xbf, 0x80..=0xbf, ..] => 4,
        [0xf4, 0x80..=0x8f, 0x80..=0xbf, 0x80..=0xbf, ..] => 4,
        _ => 0,
    }
}

/// Sets bit 7 of each lane whose byte is in none of the ranges. For example, for digits and the bytes `12345;78` only the lane
/// of `;` is set.
#[inline(always)]
fn outside<const N: usize>(word: u64, ranges: [(u8, u8); N]) -> u64 {
    let low_bits = word & !HIGH;
    let is_from = |least: u8| low_bits + splat(0x80 - least);
    // A byte is inside where an odd number of bounds are not above it.
    let (mut lower, mut upper) = (0, 0);
    for (low, high) in ranges {
        if low < 0x80 {
            lower ^= is_from(low) ^ is_from(high + 1);
        } else {
            upper ^= is_from(low - 0x80) ^ is_from(high - 0x80 + 1);
        }
    }
    !(lower & !word | upper & word) & HIGH
}

const fn splat(byte: u8) -> u64 {
    byte as u64 * 0x0101_0101_0101_0101
}

#[cfg(test)]
mod tests {
    use super::{end_of_bytes, end_of_character, end_of_characters, end_of_literal, end_of_run, end_of_text};

    fn check<const N: usize>(ranges: [(u8, u8); N]) {
        let is_inside = |byte: u8| ranges.iter().any(|(low, high)| (*low..=*high).contains(&byte));
        let member = (0..=255).find(|&byte| is_inside(byte)).unwrap();
        // Each byte at each distance from the start and from the end of the input.
        for byte in 0..=255 {
            for (before, after) in (0..20).flat_map(|before| (0..10).map(move |after| (before, after))) {
                let mut input = vec![0xff; 3];
                input.resize(3 + before, member);
                input.push(byte);
                input.resize(3 + before + 1 + after, member);
                let end = (3..input.len()).find(|&at| !is_inside(input[at])).unwrap_or(input.len());
                assert_eq!(
                    end_of_run(&input, 3, ranges),
                    end,
                    "{byte} after {before} and before {after} of {ranges:?}"
                );
            }
        }
    }

    #[test]
    fn a_run_ends_at_the_first_byte_outside() {
        check([(b'0', b'9')]);
        check([(b'\t', b'\n'), (b'\r', b'\r'), (b' ', b' ')]);
        check([(0, 0), (0x7f, 0x7f), (0x80, 0x80), (0xff, 0xff)]);
        check([(0, 0x21), (0x23, 0x7f), (0x80, 0xbf)]);
        check([(0, 0x7f), (0x80, 0xff)]);
    }

    #[test]
    fn a_run_of_characters_ends_where_they_are_not_valid() {
        for lead in 0x80..=0xff {
            for second in [0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0] {
                for rest in [&b""[..], b"\x80", b"\x80\xbf", b"\xbf\x80b", b"\x7f\x80", b"\x80\xc0"] {
                    let text = [b"ab", &[lead, second][..], rest].concat();
                    let valid = std::str::from_utf8(&text).map_or_else(|error| error.valid_up_to(), str::len);
                    assert_eq!(end_of_text(&text, 1, [(0, 0x7f)]), valid, "{text:x?}");
                    assert_eq!(end_of_characters(&text, 1, |byte| byte < 0x80), valid, "{text:x?}");
                    let first = std::str::from_utf8(&text[2..]).map_or_else(|error| error.valid_up_to(), str::len);
                    let length = String::from_utf8_lossy(&text[2..]).chars().next().map_or(0, char::len_utf8);
                    let end = (first > 0).then_some(2 + length);
                    assert_eq!(end_of_character(&text, 2), end, "{text:x?}");
                }
            }
        }
        assert_eq!(end_of_text("aé😀漢a\"b".as_bytes(), 0, [(0, 0x21), (0x23, 0x7f)]), 11);
    }

    #[test]
    fn there_is_none_behind_the_input() {
        assert_eq!(end_of_run(b"", 0, [(0, 0x7f)]), 0);
        assert_eq!(end_of_run(b"a", 1, [(0, 0x7f)]), 1);
        assert_eq!(end_of_bytes(b"a", 1, |_| true), 1);
        assert_eq!(end_of_character(b"a", 1), None);
        assert_eq!(end_of_literal(b"a", 1, b""), Some(1));
        assert_eq!(end_of_literal(b"a", 0, b"ab"), None);
    }
}
