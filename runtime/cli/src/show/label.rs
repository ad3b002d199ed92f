//! Texts as pictures show them: every byte visible, on one line, not too long.

/// Widest text in a picture, in columns.
const MAX_LABEL_COLUMNS: usize = 48;
/// How many of them show the end of a longer text.
const TAIL: usize = 12;

/// Escapes invisible text: control characters, those that change the direction of writing, bytes that are no UTF-8, and the
/// backslash itself. The result is valid in XML up to `&`, `<` and `>`.
pub(super) fn readable(text: &[u8]) -> String {
    let mut out = String::new();
    for chunk in text.utf8_chunks() {
        out += &chunk.valid().escape_debug().to_string().replace("\\\"", "\"").replace("\\'", "'");
        out.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    out
}

/// Returns the same, with blanks at the ends marked, and a long text without its middle.
pub(super) fn shortened(text: &[u8]) -> String {
    let all = marked(&readable(text));
    if columns(&all) <= MAX_LABEL_COLUMNS {
        return all;
    }
    let head: String = up_to(MAX_LABEL_COLUMNS - TAIL - 1, all.chars()).collect();
    let tail: Vec<char> = up_to(TAIL, all.chars().rev()).collect();
    head + "…" + &tail.into_iter().rev().collect::<String>()
}

/// Marks the blanks at both ends, which would be invisible there.
fn marked(text: &str) -> String {
    let middle = text.trim_matches(' ');
    let after = text.trim_start_matches(' ').len() - middle.len();
    let before = text.len() - middle.len() - after;
    "␣".repeat(before) + middle + &"␣".repeat(after)
}

/// Returns how many columns of a monospaced font a text takes: near enough to draw a box around it.
pub(super) fn columns(text: &str) -> usize {
    text.chars().map(width).sum()
}

/// Ideographs, Hangul, emoji and the like take two columns.
fn width(c: char) -> usize {
    match c {
        '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' => 2,
        '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}' | '\u{1f300}'.. => 2,
        _ => 1,
    }
}

fn up_to(limit: usize, text: impl Iterator<Item = char>) -> impl Iterator<Item = char> {
    let mut used = 0;
    text.take_while(move |&c| {
        used += width(c);
        used <= limit
    })
}

#[cfg(test)]
mod tests {
    use super::{MAX_LABEL_COLUMNS, columns, readable, shortened};

    #[test]
    fn what_cannot_be_seen_is_escaped() {
        let text = "a\"b'c\\d\n\t\0\u{7f}é漢\u{202e}\u{feff}\u{fffe}".as_bytes();
        let expected = r#"a"b'c\\d\n\t\0\u{7f}é漢\u{202e}\u{feff}\u{fffe}"#;
        assert_eq!(readable(text), expected);
        assert_eq!(readable(b"\x89PNG\xff\xc3"), r"\x89PNG\xff\xc3");
    }

    #[test]
    fn long_texts_keep_their_ends() {
        let text = format!("begin{}end", "漢".repeat(1000));
        let short = shortened(text.as_bytes());
        assert!(short.starts_with("begin漢") && short.contains("漢…漢") && short.ends_with("漢end"), "{short}");
        assert!(columns(&short) <= MAX_LABEL_COLUMNS, "{short}");
        assert_eq!(shortened(&[b'x'; MAX_LABEL_COLUMNS]), "x".repeat(MAX_LABEL_COLUMNS));
    }

    #[test]
    fn blanks_at_the_ends_are_marked() {
        for (text, expected) in [("", ""), ("  ", "␣␣"), (" a b  ", "␣a b␣␣"), ("a", "a")] {
            assert_eq!(shortened(text.as_bytes()), expected);
        }
    }
}
