//! Which start tag of a page an end tag belongs to, found by a plain stack and without any grammar.

use std::ops::Range;

const VOID: [&str; 14] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"];
const RAW: [&str; 4] = ["script", "style", "textarea", "title"];
/// Before these a paragraph ends, says the HTML standard.
const AFTER_PARAGRAPH: [&str; 46] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "center",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "li",
    "listing",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "plaintext",
    "pre",
    "search",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "ul",
];

/// A tag of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tag {
    /// In lower case.
    pub(crate) name: String,
    pub(crate) span: Range<usize>,
    is_end: bool,
}

/// An element with both its tags.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    pub(crate) start: Tag,
    pub(crate) end: Tag,
}

/// Matches every end tag with the last start tag of its name that is still open, as written; start tags that are left open
/// between them are closed with it. One thing is not as written, but as every browser sees it: a paragraph ends before the
/// next block, so an end tag behind that block is not the paragraph's.
pub(crate) fn pairs(page: &[u8]) -> Vec<Pair> {
    let mut open: Vec<Tag> = Vec::new();
    let mut pairs = Vec::new();
    for tag in tags(page) {
        if !tag.is_end {
            if AFTER_PARAGRAPH.contains(&tag.name.as_str()) {
                open.retain(|start| start.name != "p");
            }
            if !VOID.contains(&tag.name.as_str()) {
                open.push(tag);
            }
        } else if let Some(start) = open.iter().rposition(|start| start.name == tag.name) {
            pairs.extend(open.drain(start..).next().map(|start| Pair { start, end: tag }));
        }
    }
    pairs
}

/// Returns the tags of a page in order, without what looks like tags in comments and raw text.
fn tags(page: &[u8]) -> Vec<Tag> {
    let mut tags = Vec::new();
    let mut at = 0;
    while let Some(offset) = page[at..].iter().position(|&byte| byte == b'<') {
        at += offset;
        let rest = &page[at..];
        if rest.starts_with(b"<!--") {
            at = find(page, at, b"-->");
        } else if rest.starts_with(b"<!") || rest.starts_with(b"<?") {
            at = find(page, at, b">");
        } else if let Some(tag) = tag(page, at) {
            at = tag.span.end;
            if !tag.is_end && RAW.contains(&tag.name.as_str()) {
                at = raw_end(page, at, &tag.name);
            }
            tags.push(tag);
        } else {
            at += 1;
        }
    }
    tags
}

/// Returns the tag that begins at `at`, if one does.
fn tag(page: &[u8], at: usize) -> Option<Tag> {
    let is_end = page.get(at + 1) == Some(&b'/');
    let start = at + 1 + usize::from(is_end);
    page.get(start).filter(|byte| byte.is_ascii_alphabetic())?;
    let length = page[start..].iter().position(|byte| byte.is_ascii_whitespace() || b"/>".contains(byte))?;
    let name = String::from_utf8_lossy(&page[start..start + length]).to_ascii_lowercase();
    let end = if is_end { find(page, start, b">") } else { start_tag_end(page, start + length) };
    Some(Tag { name, span: at..end, is_end })
}

/// Returns where a start tag ends whose name ended at `at`: `>` in a quoted value is not its end.
fn start_tag_end(page: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = page.get(at) {
        at = match byte {
            b'>' => return at + 1,
            b'=' => value_end(page, at + 1),
            _ => at + 1,
        };
    }
    at
}

/// Returns where an attribute's value ends, if it is quoted; where it begins, if not.
fn value_end(page: &[u8], at: usize) -> usize {
    let blanks = page[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    match page.get(at + blanks) {
        Some(quote @ (b'"' | b'\'')) => find(page, at + blanks + 1, &[*quote]),
        _ => at,
    }
}

/// Returns where the end tag of a raw text element begins.
fn raw_end(page: &[u8], at: usize, name: &str) -> usize {
    let wanted = format!("</{name}");
    let is_end = |window: &[u8]| window.eq_ignore_ascii_case(wanted.as_bytes());
    page[at..].windows(wanted.len()).position(is_end).map_or(page.len(), |offset| at + offset)
}

/// Returns the end of the next `text` at or after `at`; the end of the page if there is none.
fn find(page: &[u8], at: usize, text: &[u8]) -> usize {
    page[at..]
        .windows(text.len())
        .position(|window| window == text)
        .map_or(page.len(), |offset| at + offset + text.len())
}

#[test]
fn tags_are_matched_as_written() {
    let page = br#"</x><!-- <a> --><UL class='>' id = ">"><li>1<li>2</li><br></ul x><script>"</b><b>"</Script ><b><i></b></i><p>x<p>y</p><hr></p><"#;
    let found: Vec<_> =
        pairs(page).into_iter().map(|pair| (pair.start.name, pair.start.span.start, pair.end.span.end)).collect();
    let place =
        |text: &str| page.windows(text.len()).position(|window| window == text.as_bytes()).expect("it is there");
    let expected = [
        ("li", place("<li>2"), place("<br>")),
        ("ul", place("<UL"), place("<script>")),
        ("script", place("<script>"), place("<b><i>")),
        ("b", place("<b><i>"), place("</i>")),
        ("p", place("<p>y"), place("<hr>")),
    ];
    assert_eq!(found, expected.map(|(name, start, end)| (name.to_owned(), start, end)));
}
