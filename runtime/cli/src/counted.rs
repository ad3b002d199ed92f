//! Numbers with their nouns, as messages count things: `1 file`, `12 files`.

/// Returns a number with its noun. The plural is formed by an `s`.
///
/// ```
/// use grammarc_runtime::cli::counted::counted;
///
/// assert_eq!(counted(1, "byte"), "1 byte");
/// assert_eq!(counted(0, "byte"), "0 bytes");
/// ```
pub fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// Returns a number with commas.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn numbers_are_grouped() {
        let all = [0, 12, 999, 1000, 12_345, 123_456, 1_000_000].map(grouped);
        assert_eq!(all, ["0", "12", "999", "1,000", "12,345", "123,456", "1,000,000"]);
    }
}
