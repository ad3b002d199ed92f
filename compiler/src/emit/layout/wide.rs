//! Gives laid out code the width of this project: `prettyplease` breaks lines at 89 columns and lists one element a line.
//!
//! Lines are read as pieces, which are texts with bracketed groups between them, and written again. A piece that fits stands on
//! one line.
//!
//! For example, a call becomes one line if it fits in 120 columns:
//!
//! ```text
//! f(
//!     first,
//!     second,      becomes   f(first, second);
//! );
//! ```

use super::super::bare::{bare, literal};
use super::INDENT_COLUMNS;

/// Most columns of a line: the width that the repository's own code has.
pub(crate) const WIDTH: usize = 120;

/// Code at one level: `f(` and `);` are its texts, and the arguments on the lines between them are the group.
#[derive(Debug, Clone)]
struct Piece {
    texts: Vec<String>,
    groups: Vec<Vec<Self>>,
}

/// Lays code out anew. Every bracket whose content has lines of its own ends a line and begins one.
pub(super) fn widened(code: &str) -> Vec<String> {
    let mut out = Vec::new();
    pieces(code).into_iter().for_each(|piece| write(&mut out, piece, 0));
    out
}

/// Reads lines as pieces.
fn pieces(code: &str) -> Vec<Piece> {
    let mut done: Vec<Piece> = Vec::new();
    // The open pieces, each with the pieces before it.
    let mut open: Vec<(Piece, Vec<Piece>)> = Vec::new();
    let mut lines = code.lines().map(str::trim);
    while let Some(line) = lines.next() {
        let line = match line {
            _ if line.ends_with("!(") => until(line, ')', &mut lines),
            // `prettyplease` breaks a slice pattern in another way than lists.
            _ if line.ends_with(',') && opens_list(line) => until(line, ']', &mut lines),
            // Documentation of an arm would be a warning.
            _ if open.last().is_some_and(|(around, _)| around.last().contains("match ")) => {
                line.replacen("/// ", "// ", 1)
            }
            _ => line.to_owned(),
        };
        let line = with_close_ranges(line);
        let (piece, outer) = if line.starts_with([')', ']', '}']) {
            let Some((mut piece, outer)) = open.pop() else { continue };
            piece.groups.push(done);
            piece.texts.push(line.clone());
            (piece, outer)
        } else if let Some(before) = done.pop_if(|before| before.goes_on_with(&line)) {
            (before.followed_by(&line), done)
        } else {
            (Piece { texts: vec![line.clone()], groups: Vec::new() }, done)
        };
        if !is_comment(&line) && line.ends_with(['(', '[', '{']) {
            open.push((piece, outer));
            done = Vec::new();
        } else {
            done = outer;
            done.push(piece);
        }
    }
    done
}

/// Returns whether a line begins a list and goes on with it.
fn opens_list(line: &str) -> bool {
    let is_open = |code: &str| code.rfind('[') > code.rfind(']');
    line.contains('[') && is_open(&bare(line))
}

/// Takes away the blank that stands after the `..=` of patterns in the arguments of macros.
fn with_close_ranges(mut line: String) -> String {
    for at in breaks(&line, &["..= "]).into_iter().rev() {
        line.remove(at + "..=".len());
    }
    line
}

/// Joins the lines up to the one that begins with `close`.
fn until<'a>(begin: &str, close: char, lines: &mut impl Iterator<Item = &'a str>) -> String {
    let mut parts = vec![begin];
    for line in lines {
        if line.starts_with(close) {
            // The first part ends with an element of the list, or with the bracket that opens it.
            let blank = if parts[0].ends_with(',') { " " } else { "" };
            let list = format!("{}{blank}{}", parts[0], parts[1..].join(" "));
            return format!("{}{line}", list.trim_end().trim_end_matches(','));
        }
        parts.push(line);
    }
    parts.join(" ")
}

impl Piece {
    /// Returns whether a line belongs to the statement before it.
    fn goes_on_with(&self, line: &str) -> bool {
        let last = self.last();
        let is_operator = ["| ", "&& ", "|| ", "== ", "!= "].iter().any(|operator| line.starts_with(operator));
        let is_call = line == "{" || line.starts_with('.') && !line.starts_with("..");
        !is_comment(last) && (is_call || is_operator && !last.ends_with([',', ';', '{', '}']))
    }

    /// Appends a line to the last text.
    fn followed_by(mut self, line: &str) -> Self {
        if let Some(last) = self.texts.last_mut() {
            *last += if line.starts_with('.') { "" } else { " " };
            *last += line;
        }
        self
    }

    fn first(&self) -> &str {
        self.texts.first().map_or("", String::as_str)
    }

    fn last(&self) -> &str {
        self.texts.last().map_or("", String::as_str)
    }

    /// Returns the piece on one line; none if something in it needs a line of its own.
    fn flat(&self) -> Option<String> {
        let mut line = self.texts[0].clone();
        for (group, text) in self.groups.iter().zip(&self.texts[1..]) {
            line = format!("{}{text}", with_group(&line, group)?);
        }
        (!is_comment(&line) && !line.ends_with(';') || self.is_use()).then_some(line)
    }

    fn is_use(&self) -> bool {
        let words = self.first().trim_start_matches("pub ");
        words.starts_with("use ")
    }

    /// Puts the body of a closure in braces, if it fits on a line of its own there.
    fn in_braces(&self, room: usize) -> Option<Self> {
        let begin = self.first().strip_prefix('|')?.find("| ")? + "|| ".len();
        let mut body = self.clone();
        let parameters = body.texts[0].drain(..begin).collect::<String>();
        let body = body.flat()?.trim_end_matches(',').to_owned();
        let inner = Self { texts: vec![body], groups: Vec::new() };
        let fits = inner.first().chars().count() <= room && !inner.first().starts_with('{');
        fits.then(|| Self { texts: vec![parameters + "{", "}".to_owned()], groups: vec![vec![inner]] })
    }

    /// Takes the braces off an expression that is all that stands in them, where it begins on the same line.
    fn unwrapped(mut self, room: usize) -> Self {
        let [group] = self.groups.as_mut_slice() else { return self };
        let end = match self.texts[0].strip_suffix('{') {
            Some(before) if before.ends_with("=> ") && group.len() == 1 => ",",
            Some(before) if before.ends_with("= ") && group.len() == 1 && self.texts[1] == "};" => ";",
            _ => return self,
        };
        let inner = &group[0];
        let is_statement = ["let ", "if ", "while ", "for "].iter().any(|word| inner.first().starts_with(word));
        let last = match inner.last().strip_suffix(';') {
            Some(last) if inner.first().starts_with("return ") => last,
            Some(_) => return self,
            None => inner.last(),
        };
        // Where it needs several lines anyway, only the first must fit.
        let flat = inner.flat().map(|line| line.chars().count() + 1).filter(|whole| INDENT_COLUMNS + whole <= room);
        let whole = flat.unwrap_or_else(|| inner.first().chars().count());
        // The brace goes.
        let begin = self.texts[0].chars().count() - 1;
        if is_statement || is_comment(last) || begin + whole > room {
            return self;
        }
        let (mut inner, last) = (inner.clone(), format!("{last}{end}"));
        inner.texts.pop();
        inner.texts.push(last);
        inner.texts[0] = format!("{}{}", self.texts[0].trim_end_matches('{'), inner.texts[0]);
        inner
    }
}

/// Appends a bracketed group to the line that opens it; none if something in it needs a line of its own.
fn with_group(line: &str, group: &[Piece]) -> Option<String> {
    let parts: Vec<String> = group.iter().map(Piece::flat).collect::<Option<_>>()?;
    let inner = parts.join(" ");
    let list = inner.trim_end_matches(',');
    match line.chars().last() {
        // A tuple of one must keep its comma.
        Some('(') if line.ends_with(" (") || line == "(" => None,
        Some('(' | '[') => Some(format!("{line}{list}")),
        Some('{') if line.ends_with("::{") => Some(format!("{line}{list}")),
        Some('{') if line.ends_with("const {") => Some(format!("{line} {inner} ")),
        Some('{') if has_fields(line, group) => Some(format!("{line} {list} ")),
        _ => None,
    }
}

/// Returns whether braces hold the fields of a value.
fn has_fields(line: &str, group: &[Piece]) -> bool {
    let is_field = |piece: &Piece| {
        let name = piece.first().trim_start_matches(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
        (name.starts_with(": ") || name == ",") && piece.last().ends_with(',')
    };
    let is_type = ["struct ", "enum ", "impl ", "trait "].iter().any(|word| line.contains(word));
    !is_type && group.iter().all(is_field) && !group.is_empty()
}

fn is_comment(line: &str) -> bool {
    line.starts_with("//")
}

/// Writes a piece: on one line if it fits, otherwise with its groups on the lines below.
fn write(out: &mut Vec<String>, piece: Piece, indent: usize) {
    let fits = |line: &str| indent + line.chars().count() <= WIDTH;
    let mut piece = piece.unwrapped(WIDTH.saturating_sub(indent));
    let mut line = std::mem::take(&mut piece.texts[0]);
    let (mut groups, mut texts) = (piece.groups.into_iter(), piece.texts.into_iter().skip(1));
    while let (Some(group), Some(text)) = (groups.next(), texts.next()) {
        if let Some(whole) = with_group(&line, &group).map(|whole| whole + &text).filter(|whole| fits(whole)) {
            line = whole;
        } else if let Some(mut whole) = hugged(&line, &group, &text, indent).filter(|whole| fits(whole.first())) {
            whole.groups.extend(groups);
            whole.texts.extend(texts);
            return write(out, whole, indent);
        } else {
            push(out, &line, indent);
            let is_list = line.ends_with(['[', '(']) || line.ends_with("::{") || line.starts_with("enum ");
            write_group(out, group, if is_list { Fill::Lines } else { Fill::None }, indent + INDENT_COLUMNS);
            line = text;
        }
    }
    push(out, &line, indent);
}

/// Whether several pieces stand on one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fill {
    None,
    Lines,
}

/// Writes the content of brackets.
fn write_group(out: &mut Vec<String>, group: Vec<Piece>, fill: Fill, indent: usize) {
    let mut line = String::new();
    for piece in group {
        let fits = |flat: &String| indent + flat.chars().count() <= WIDTH;
        let Some(flat) = piece.flat().filter(|flat| fill == Fill::Lines && fits(flat)) else {
            push(out, &std::mem::take(&mut line), indent);
            write(out, piece, indent);
            continue;
        };
        if !line.is_empty() && indent + line.len() + 1 + flat.len() > WIDTH {
            push(out, &std::mem::take(&mut line), indent);
        }
        line = if line.is_empty() { flat } else { format!("{line} {flat}") };
    }
    push(out, &line, indent);
}

/// Puts the last of several arguments where they begin, as it has lines of its own.
fn hugged(line: &str, group: &[Piece], text: &str, indent: usize) -> Option<Piece> {
    let (last, others) = group.split_last().filter(|_| line.ends_with('('))?;
    let others: Vec<String> = others.iter().map(Piece::flat).collect::<Option<_>>()?;
    let mut whole = match last.in_braces(WIDTH.saturating_sub(indent + INDENT_COLUMNS)) {
        Some(last) => last,
        None if last.groups.is_empty() || text.ends_with('{') && last.flat().is_some() => return None,
        None => last.clone(),
    };
    let gap = if others.is_empty() { "" } else { " " };
    whole.texts[0] = format!("{line}{}{gap}{}", others.join(" "), whole.first());
    if let Some(end) = whole.texts.last_mut() {
        *end = format!("{}{text}", end.trim_end_matches(','));
    }
    Some(whole)
}

/// Adds a line; one that is too long goes on in the next ones.
fn push(out: &mut Vec<String>, line: &str, indent: usize) {
    if !line.is_empty() {
        wrap(out, line, indent, &[" | b'", " && ", " || "]);
    }
}

/// Adds a line, broken before one of the marks wherever it would be too long.
pub(crate) fn wrap(out: &mut Vec<String>, line: &str, indent: usize, marks: &[&str]) {
    let (mut rest, mut before) = (line, blanks(indent));
    while before.len() + rest.len() > WIDTH && !is_comment(rest) {
        let room = WIDTH - before.len();
        let places = breaks(rest, marks);
        let Some(&at) = places.iter().rfind(|at| **at <= room).or(places.first()) else { break };
        out.push(before + rest[..at].trim_end());
        rest = rest[at..].trim_start();
        before = blanks(indent + INDENT_COLUMNS);
    }
    out.push(before + rest);
}

/// Returns where one of the marks begins, outside of literals.
fn breaks(line: &str, marks: &[&str]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < line.len() {
        let rest = &line[at..];
        if at > 0 && marks.iter().any(|mark| rest.starts_with(mark)) {
            found.push(at);
        }
        at += literal(rest).unwrap_or_else(|| rest.chars().next().map_or(1, char::len_utf8));
    }
    found
}

fn blanks(count: usize) -> String {
    " ".repeat(count)
}

#[cfg(test)]
mod tests {
    use super::widened;

    #[test]
    fn what_fits_stands_on_one_line() {
        let cases = [
            ("call(\n    a,\n    b(\n        c,\n    ),\n);", "call(a, b(c));"),
            (
                "x\n    .go(\n        a,\n        |p| match p {\n            0 => {\n                f(p)\n            }\n        },\n    )?;",
                "x.go(a, |p| match p {\n    0 => f(p),\n})?;",
            ),
            (
                "let x = {\n    match y {\n        1 => {\n            a();\n        }\n    }\n};",
                "let x = match y {\n    1 => {\n        a();\n    }\n};",
            ),
            ("fn f(\n    a: u8,\n) -> u8 {\n    a\n}", "fn f(a: u8) -> u8 {\n    a\n}"),
            (
                "static T: [u8; 2] = [\n    // one\n    a(1),\n    b(2),\n];",
                "static T: [u8; 2] = [\n    // one\n    a(1), b(2),\n];",
            ),
            ("fn f(\n    [a,\n    b,\n    ]: [u8; 2],\n) {\n    a\n}", "fn f([a, b]: [u8; 2]) {\n    a\n}"),
            ("fn f(\n    [a,\n    ]: [u8; 1],\n) {\n    a\n}", "fn f([a]: [u8; 1]) {\n    a\n}"),
            (
                "match a {\n    [b'[', _]\n    | [b']' | b'[',\n    _,\n    ] => {}\n}",
                "match a {\n    [b'[', _] | [b']' | b'[', _] => {}\n}",
            ),
            ("a(P {\n    x: 1,\n    y,\n})", "a(P { x: 1, y })"),
            (
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa(\n    bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb,\n    |p| f(\n        p,\n        cccccccccccccccccc,\n    ),\n)?;",
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa(bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb, |p| {\n    f(p, cccccccccccccccccc)\n})?;",
            ),
        ];
        for (code, expected) in cases {
            assert_eq!(widened(code).join("\n"), expected, "{code}");
        }
    }
}
