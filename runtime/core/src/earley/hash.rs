//! Hashes of all parts of an input, each in constant time: R. Karp, M. Rabin, *Efficient randomized pattern-matching algorithms*, IBM
//! Journal of Research and Development 31(2), 1987.
//!
//! A part is a number whose digits are its bytes, modulo a prime. For example, the digits of `ab` are 98 and 99, the values of its
//! bytes plus 1. Whoever relies on equal hashes compares the parts as well.

/// A Mersenne prime, so that a remainder takes no division.
const PRIME: u64 = (1 << 61) - 1;
/// The base of the digits. It has no unit, and any number that is larger than a byte will do; a large odd one mixes well.
const BASE: u64 = 0x1d8a_7f29_6c4b_3e51;

/// Adds the hashes of further prefixes of an input, up to the one of `end` bytes. The empty prefix comes first. Each hash has the power
/// of the base that belongs to it. Takes linear time for the new ones.
pub(super) fn add_prefixes(all: &mut Vec<(u64, u64)>, input: &[u8], end: usize) {
    if all.is_empty() {
        all.push((0, 1));
    }
    let known = all.len() - 1;
    let (mut hash, mut power) = all[known];
    for &byte in input.get(known..end).unwrap_or_default() {
        // Each byte counts as its value plus 1, so that leading zeros change the number.
        hash = reduced(product(hash, BASE) + u64::from(byte) + 1);
        power = product(power, BASE);
        all.push((hash, power));
    }
}

/// Returns the hash of a part, given the hashes of the prefixes.
pub(super) fn part(prefixes: &[(u64, u64)], start: usize, end: usize) -> u64 {
    let ((before, _), (all, _), (_, power)) = (prefixes[start], prefixes[end], prefixes[end - start]);
    reduced(all + PRIME - product(before, power))
}

/// Multiplies two remainders.
fn product(a: u64, b: u64) -> u64 {
    let wide = u128::from(a) * u128::from(b);
    reduced((wide as u64 & PRIME) + (wide >> 61) as u64)
}

/// Returns the remainder of a number below twice the prime.
fn reduced(number: u64) -> u64 {
    if number >= PRIME { number - PRIME } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_the_same_hash_where_they_are_the_same_text() {
        let input = b"abracadabra\0\0\xff\xffabra";
        let mut prefixes = Vec::new();
        (0..=input.len()).step_by(5).for_each(|end| add_prefixes(&mut prefixes, input, end));
        add_prefixes(&mut prefixes, input, input.len());
        let parts = || (0..=input.len()).flat_map(|end| (0..=end).map(move |start| (start, end)));
        for (start, end) in parts() {
            for (other, its_end) in parts() {
                let is_same = part(&prefixes, start, end) == part(&prefixes, other, its_end);
                assert_eq!(is_same, input[start..end] == input[other..its_end], "{start}..{end} {other}..{its_end}");
            }
        }
    }
}
