//! Decimal numbers that are hard to convert: with many digits, with exponents at the limits of floats, and halfway between two floats, where
//! a reader has to compare exactly. W. D. Clinger, *How to Read Floating Point Numbers Accurately*, PLDI 1990.

use grammarc_generate::choices::Random;

/// Greatest numbers of digits, each as frequent as the others. Readers have limits at the digits of an integer of 32 and 64 bits, at some
/// 20 and 40 digits of a float, and at the 770 digits that its exact value may have.
const MAX_DIGITS: [u32; 6] = [2, 10, 20, 45, 100, 800];
/// Greatest exponents, each as frequent as the others. `e-330` is below all doubles, and most with 6 digits are beyond all limits.
const MAX_EXPONENTS: [u32; 4] = [30, 330, 1_000, 1_000_000];
/// Bits of a double's significand.
const SIGNIFICAND_BITS: u32 = 53;

/// Draws a number. For example, `-8.1e-310`, `18014398509481985`, `0.00739`, `4503599627370497.5000001`.
pub(super) fn decimal(random: &mut Random) -> String {
    let sign = if random.below(4) == 0 { "-" } else { "" };
    let number = match random.below(4) {
        0 => finite(random),
        1 => (random.bits() >> random.below(64)).to_string(),
        2 => halfway(random),
        _ => free(random),
    };
    format!("{sign}{number}")
}

/// Returns the shortest text of a random double, whose exponent may have any value: `3.7e-291`.
fn finite(random: &mut Random) -> String {
    let double = f64::from_bits(random.bits()).abs();
    if double.is_finite() { format!("{double:e}") } else { f64::MAX.to_string() }
}

/// Returns a number halfway between two doubles, or a little above.
fn halfway(random: &mut Random) -> String {
    // An odd number of one bit more than fits.
    let odd = 1 << SIGNIFICAND_BITS | random.bits() >> (u64::BITS - SIGNIFICAND_BITS) | 1;
    let shift = random.below(u128::BITS - SIGNIFICAND_BITS - 1);
    let mut number = (u128::from(odd) << shift).to_string();
    if random.flip() {
        number.push_str(&format!(".{}{}", "0".repeat(random.below(40) as usize), random.below(2)));
    }
    number
}

/// Returns digits with a point and an exponent, or without.
fn free(random: &mut Random) -> String {
    let most = random.one_of(&MAX_DIGITS);
    let count = 1 + random.below(most);
    let is_run = random.below(4) == 0;
    let digit = |random: &mut Random| {
        if is_run { random.one_of(b"09") } else { b'0' + random.below(10) as u8 }
    };
    let mut digits: Vec<u8> = (0..count).map(|_| digit(random)).collect();
    // Most notations forbid a zero in front of other digits.
    if digits.len() > 1 && digits[0] == b'0' {
        digits[0] = b'1';
    }
    let mut number = String::from_utf8_lossy(&digits).into_owned();
    match random.below(3) {
        0 => {}
        1 => number.insert_str(0, "0."),
        _ if count > 1 => number.insert(1 + random.below(count - 1) as usize, '.'),
        _ => {}
    }
    if random.flip() {
        let greatest = random.one_of(&MAX_EXPONENTS);
        let exponent = random.below(greatest);
        let sign = random.one_of(&["", "+", "-", "-0"]);
        number.push_str(&format!("{}{sign}{exponent}", random.one_of(&["e", "E"])));
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_decimal_and_reach_the_limits() {
        let mut random = Random::new(1);
        let numbers: Vec<String> = (0..10_000).map(|_| decimal(&mut random)).collect();
        for number in &numbers {
            assert!(number.parse::<f64>().is_ok(), "{number}");
        }
        let values: Vec<f64> = numbers.iter().filter_map(|number| number.parse().ok()).collect();
        assert!(
            values.iter().any(|value| value.is_subnormal()) && values.contains(&f64::INFINITY) && values.contains(&0.0)
        );
        assert!(numbers.iter().any(|number| number.len() > 700));
    }

    #[test]
    fn halfway_numbers_lie_between_two_doubles() {
        let mut random = Random::new(1);
        for _ in 0..1_000 {
            let text = halfway(&mut random);
            let whole: u128 = text.split('.').next().and_then(|whole| whole.parse().ok()).expect("an integer");
            // 54 significant bits, of which the last one is set, do not fit into a double.
            assert_eq!(u128::BITS - whole.leading_zeros() - whole.trailing_zeros(), SIGNIFICAND_BITS + 1, "{text}");
        }
    }
}
