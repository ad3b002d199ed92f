//! Texts as a page shows them: with colours by the tokens of the island language, every byte visible, long ones in parts.

use std::iter::once;
use std::ops::Range;

use super::visible;
use crate::counted::grouped;
use grammarc_reduce::island::{Kind, tokens};

/// Most bytes shown of a text.
const MAX_SHOWN_BYTES: usize = 1 << 16;
/// Bytes shown around each remaining part, if the text is shown in pieces.
const AROUND: usize = 200;

/// Returns the input, with the remaining parts marked.
pub(crate) fn before(input: &[u8], left: &[Range<usize>]) -> String {
    let pieces =
        if input.len() <= MAX_SHOWN_BYTES { once(0..input.len()).collect() } else { around(input.len(), left) };
    shown(input, &pieces, left)
}

/// Returns the result.
pub(crate) fn after(text: &[u8]) -> String {
    let half = MAX_SHOWN_BYTES / 2;
    let pieces = if text.len() <= MAX_SHOWN_BYTES {
        once(0..text.len()).collect()
    } else {
        vec![0..half, text.len() - half..text.len()]
    };
    shown(text, &pieces, &[])
}

/// Returns the pieces of a long text to show: its beginning, and each remaining part with its surroundings, `MAX_SHOWN_BYTES` bytes at
/// most.
fn around(length: usize, left: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut pieces: Vec<Range<usize>> = once(0..AROUND.min(length)).collect();
    let mut room = MAX_SHOWN_BYTES;
    for part in left {
        let piece = part.start.saturating_sub(AROUND)..length.min(part.end + AROUND);
        let piece = piece.start..piece.end.min(piece.start + room);
        room -= piece.len();
        match pieces.last_mut() {
            Some(last) if piece.start <= last.end => last.end = last.end.max(piece.end),
            _ => pieces.push(piece),
        }
        if room == 0 {
            break;
        }
    }
    pieces
}

/// Writes pieces of a text, with the number of omitted bytes between them.
fn shown(text: &[u8], pieces: &[Range<usize>], left: &[Range<usize>]) -> String {
    // The first newline of a `pre` element does not count.
    let mut out = String::from("<pre>\n");
    let mut at = 0;
    for piece in pieces {
        gap(piece.start - at, &mut out);
        write_piece(text, piece.clone(), left, &mut out);
        at = piece.end;
    }
    gap(text.len() - at, &mut out);
    out + "</pre>\n"
}

fn gap(bytes: usize, out: &mut String) {
    if bytes > 0 {
        *out += &format!("<span class=\"gap\">⋯ {} bytes ⋯</span>", grouped(bytes as u64));
    }
}

/// Writes a piece of a text, cut at the ends of tokens and of remaining parts.
fn write_piece(text: &[u8], piece: Range<usize>, left: &[Range<usize>], out: &mut String) {
    let mut left = left.iter().skip_while(|part| part.end <= piece.start).peekable();
    let mut run = (piece.start..piece.start, ("", false));
    for token in tokens(&text[piece.clone()]) {
        let (mut at, end) = (piece.start + token.start, piece.start + token.end);
        while at < end {
            let _ = left.next_if(|part| part.end <= at);
            let (is_left, next) = match left.peek() {
                Some(part) if part.start <= at => (true, part.end),
                Some(part) => (false, part.start),
                None => (false, end),
            };
            let (next, look) = (next.min(end), (color(token.kind), is_left));
            if look != run.1 {
                write_run(&text[run.0.clone()], run.1, out);
                run = (at..at, look);
            }
            run.0.end = next;
            at = next;
        }
    }
    write_run(&text[run.0], run.1, out);
}

fn color(kind: Kind) -> &'static str {
    match kind {
        Kind::String => "string",
        Kind::Number => "number",
        Kind::Comment => "comment",
        Kind::Open(_) | Kind::Close(_) => "bracket",
        Kind::Space | Kind::Word | Kind::Comma | Kind::Semicolon | Kind::Directive | Kind::Sign => "",
    }
}

fn write_run(text: &[u8], (color, is_left): (&str, bool), out: &mut String) {
    let class = format!("{color}{}", if is_left { " left" } else { "" });
    match class.trim() {
        "" => *out += &visible(text),
        _ if text.is_empty() => {}
        class => *out += &format!("<span class=\"{class}\">{}</span>", visible(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_SHOWN_BYTES, after, before};

    #[test]
    fn what_is_left_stands_out_within_tokens() {
        let page = before(b"f(\"<a>\", 12)", &[1..5, 10..11]);
        let expected = "<pre>\nf<span class=\"bracket left\">(</span><span class=\"string left\">&quot;&lt;a</span>\
                        <span class=\"string\">&gt;&quot;</span>, <span class=\"number\">1</span>\
                        <span class=\"number left\">2</span><span class=\"bracket\">)</span></pre>\n";
        assert_eq!(page.replace("</span><span class=\"string left\">&lt;", "&lt;"), expected);
    }

    #[test]
    fn what_cannot_be_seen_is_escaped() {
        let page = after(b"\n\0a\xff\xc3\tb\r\xe2\x80\xae\\'");
        assert_eq!(page, "<pre>\n\n\\0a\\xff\\xc3\tb\\r\\u{202e}\\'</pre>\n");
        assert_eq!(after(b""), "<pre>\n</pre>\n");
    }

    #[test]
    fn long_texts_are_shown_in_parts() {
        let long = b"word ".repeat(MAX_SHOWN_BYTES);
        let page = before(&long, &[1000..1002, 300_000..300_004]);
        assert!(page.len() < 3000 && page.contains("⋯ 600 bytes ⋯") && page.matches("left").count() == 2, "{page}");
        assert!(before(&long, &[0..1000, 1000..long.len()]).len() < 3 * MAX_SHOWN_BYTES);
        assert!(before(&long, &[]).len() < 1000);
        assert!(after(&long).len() < 3 * MAX_SHOWN_BYTES && after(&long).contains("⋯ 262,144 bytes ⋯"));
    }
}
