//! How people read bytes: the order between texts, and which bytes make words.
//!
//! The shorter of two texts comes first, then the one that is easier to read. Plain shortlex would drive results to NUL
//! bytes and join lines, so letters rank before digits, newlines and all other bytes.

use std::cmp::Ordering;

/// Compares two texts: by length, then byte by byte, `a–z < 0–9 < A–Z < newline < space < other printable < the rest`.
/// For example, `b`, `0`, `A`, `!` and `aa` are in ascending order.
pub fn compare(left: &[u8], right: &[u8]) -> Ordering {
    left.len()
        .cmp(&right.len())
        .then_with(|| first_difference(left, right).map_or(Ordering::Equal, |(one, other)| rank(one).cmp(&rank(other))))
}

/// Returns the first bytes at one place in which two texts differ. Blocks are compared first, since that is many times as fast as
/// byte by byte, and texts of one length mostly differ in a few bytes.
fn first_difference(left: &[u8], right: &[u8]) -> Option<(u8, u8)> {
    const BLOCK: usize = 256;
    let (one, other) = left.chunks(BLOCK).zip(right.chunks(BLOCK)).find(|(one, other)| one != other)?;
    one.iter().copied().zip(other.iter().copied()).find(|(one, other)| one != other)
}

/// Returns where a byte stands among all bytes, the best first. For example, `z` is before `0`.
pub const fn rank(byte: u8) -> u16 {
    let class = match byte {
        b'a'..=b'z' => 0,
        b'0'..=b'9' => 1,
        b'A'..=b'Z' => 2,
        b'\n' => 3,
        b' ' => 4,
        0x21..=0x7e => 5,
        _ => 6,
    };
    class << 8 | byte as u16
}

/// Returns whether a byte can be part of a word: `a`, `Z`, `0`, `_`, and every byte of a character beyond ASCII.
pub fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::compare;

    #[test]
    fn shorter_is_smaller_and_readable_is_smaller() {
        let ascending: [&[u8]; 9] = [b"", b"b", b"0", b"A", b"\n", b" ", b"!", b"\0", b"aa"];
        assert!(ascending.windows(2).all(|pair| compare(pair[0], pair[1]).is_lt()));
        assert!(compare(b"ab", b"ab").is_eq());
        let long = [b'a'; 1000];
        assert!(compare(&long, &long).is_eq());
        for place in 0..long.len() {
            let mut other = long;
            other[place] = b'b';
            assert!(compare(&long, &other).is_lt() && compare(&other, &long).is_gt(), "{place}");
        }
    }
}
