//! Breaks long alternatives into lines.

/// Where a line may be broken. It stands in no text of a grammar file, because control characters are escaped there.
pub(super) const BREAK: char = '\u{1}';
/// The text between two alternatives of a rule.
pub(super) const NEXT_ALTERNATIVE: &str = "\n  | ";

/// Maximum length of a line, in characters.
const MAX_WIDTH: usize = 110;
/// Indentation of the further lines of an alternative.
const INDENTATION: &str = "      ";

/// Makes spaces or line ends of the places where a line may be broken. `used` is the length of the text before.
pub(super) fn fill(body: &str, used: usize) -> String {
    let mut out = String::with_capacity(body.len());
    let mut width = used;
    for (at, alternative) in body.split(NEXT_ALTERNATIVE).enumerate() {
        if at > 0 {
            out.push_str(NEXT_ALTERNATIVE);
            width = NEXT_ALTERNATIVE.len() - 1;
        }
        for (at, part) in alternative.split(BREAK).enumerate() {
            let length = part.chars().count();
            if at > 0 && width + 1 + length > MAX_WIDTH && !is_bound(part) {
                out.push('\n');
                out.push_str(INDENTATION);
                width = INDENTATION.len();
            } else if at > 0 {
                out.push(' ');
                width += 1;
            }
            out.push_str(part);
            width += length;
        }
    }
    out
}

/// Whether a part belongs to the end of the one before it.
fn is_bound(part: &str) -> bool {
    part.starts_with(['@', ')'])
}
