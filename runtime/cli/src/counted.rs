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
