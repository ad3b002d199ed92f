//! Characters of ANTLR: texts with escapes, ranges, sets, and the complements of those.

use super::super::expressions::{Expressions, alternative_of};
use super::super::scan::Reading;
use super::file::FileReader;
use crate::source::{SourceItem, SourceItemKind};

/// The last character.
const LAST: u32 = 0x0010_FFFF;

impl FileReader<'_> {
    /// `'text'`, or `'a'..'z'`.
    pub(super) fn text_or_range(&mut self) -> Reading<SourceItemKind> {
        let from = self.cursor.at();
        let low = self.quoted_codes()?;
        let end = self.cursor.at();
        self.blanks()?;
        if !self.cursor.eat("..") {
            self.cursor.go(end);
            return Ok(SourceItemKind::Text { text: self.text_of(&low, from), fold: false });
        }
        self.blanks()?;
        let high = self.quoted_codes()?;
        match (low.as_slice(), high.as_slice()) {
            (&[low], &[high]) if low <= high => Ok(SourceItemKind::Class { ranges: vec![(low, high)], negated: false }),
            _ => Err(self.cursor.expected("one character on both sides of `..`, the lower one first")),
        }
    }

    /// A text between quotes, without escapes.
    pub(super) fn quoted(&mut self) -> Reading<String> {
        let from = self.cursor.at();
        let codes = self.quoted_codes()?;
        Ok(self.text_of(&codes, from))
    }

    fn text_of(&mut self, codes: &[u32], from: usize) -> String {
        let text: String = codes.iter().filter_map(|&code| char::from_u32(code)).collect();
        if text.chars().count() < codes.len() {
            self.cursor.left_out("half a character", from);
        }
        text
    }

    /// The characters of a text between quotes. A half of a character above U+FFFF joins the other half, as in `'\uD83D\uDE00'`.
    fn quoted_codes(&mut self) -> Reading<Vec<u32>> {
        let from = self.cursor.at();
        let Some(quote @ ('\'' | '"')) = self.cursor.next() else {
            self.cursor.go(from);
            return Err(self.cursor.expected("a text in quotes"));
        };
        let mut codes: Vec<u32> = Vec::new();
        loop {
            let at = self.cursor.at();
            let code = match self.cursor.next() {
                Some(c) if c == quote => return Ok(codes),
                None | Some('\n' | '\r') => {
                    self.cursor.go(at);
                    return Err(self.cursor.expected(&format!("`{quote}` at the end of the text")));
                }
                Some('\\') => self.escape()?,
                Some(c) => u32::from(c),
            };
            match codes.last_mut() {
                Some(high @ 0xD800..=0xDBFF) if (0xDC00..=0xDFFF).contains(&code) => {
                    *high = 0x1_0000 + ((*high - 0xD800) << 10) + (code - 0xDC00);
                }
                _ => codes.push(code),
            }
        }
    }

    /// A character behind `\`.
    fn escape(&mut self) -> Reading<u32> {
        Ok(match self.cursor.next() {
            Some('n') => 0x0A,
            Some('r') => 0x0D,
            Some('t') => 0x09,
            Some('b') => 0x08,
            Some('f') => 0x0C,
            Some('u') => {
                let digits = if self.cursor.eat("{") {
                    self.cursor.take_until("}")?
                } else {
                    let digits = self.cursor.rest().get(..4).unwrap_or("");
                    self.cursor.go(self.cursor.at() + digits.len());
                    digits
                };
                self.cursor.code(digits, 16)?
            }
            Some(c) => u32::from(c),
            None => return Err(self.cursor.expected("a character behind `\\`")),
        })
    }

    /// `[a-z_\p{L}]`
    pub(super) fn set(&mut self) -> Reading<SourceItemKind> {
        self.cursor.next();
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        loop {
            let from = self.cursor.at();
            if self.cursor.eat("]") {
                return Ok(SourceItemKind::Class { ranges, negated: false });
            }
            if self.cursor.eat("\\p") || self.cursor.eat("\\P") {
                let negated = self.cursor.since(from) == "\\P";
                ranges.extend(self.property(negated, from)?);
                continue;
            }
            let low = self.set_character()?;
            let end = self.cursor.at();
            if !self.cursor.eat("-") || self.cursor.sees("]") || self.cursor.sees("\\p") {
                self.cursor.go(end);
                ranges.push((low, low));
                continue;
            }
            let high = self.set_character()?;
            if low > high {
                return Err(self.cursor.expected("a range whose lower character is the first one"));
            }
            ranges.push((low, high));
        }
    }

    fn set_character(&mut self) -> Reading<u32> {
        let at = self.cursor.at();
        match self.cursor.next() {
            Some('\\') => self.escape(),
            None | Some('\n' | '\r') => {
                self.cursor.go(at);
                Err(self.cursor.expected("`]` at the end of the set"))
            }
            Some(c) => Ok(u32::from(c)),
        }
    }

    /// `{L}` behind `\p`. An unknown property has no characters.
    fn property(&mut self, negated: bool, from: usize) -> Reading<Vec<(u32, u32)>> {
        self.cursor.expect("{")?;
        let name = self.cursor.take_until("}")?;
        let Some(ranges) = grammarc_dsl::property::ranges(name) else {
            self.cursor.left_out(format!("the property `{name}`, which is none of grammarc's,"), from);
            return Ok(Vec::new());
        };
        Ok(if negated { others(&ranges) } else { ranges })
    }

    /// `~x` for an x that has been read: one character, or in the parser one token.
    pub(super) fn complement(&mut self, inner: SourceItem, from: usize) -> Reading<SourceItemKind> {
        if !self.is_in_lexer {
            let mut tokens = Vec::new();
            return if collect_tokens(&inner.kind, &mut tokens) {
                Ok(if tokens.is_empty() { SourceItemKind::Any } else { SourceItemKind::AnyTokenBut(tokens) })
            } else {
                Err(self.cursor.expected("tokens in the set behind `~`"))
            };
        }
        let mut ranges = Vec::new();
        if collect_ranges(&inner.kind, &mut ranges) {
            return Ok(SourceItemKind::Class { ranges, negated: true });
        }
        // A name, or a text of several characters: ANTLR refuses it, but its meaning is clear.
        let ahead = self.cursor.item(SourceItemKind::Ahead { body: Box::new(inner), negative: true }, from);
        let any = self.cursor.item(SourceItemKind::Any, from);
        Ok(SourceItemKind::Group(vec![alternative_of(vec![ahead, any])]))
    }
}

/// The characters outside of sorted ranges.
fn others(ranges: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut from = 0;
    let mut found = Vec::new();
    for &(low, high) in ranges {
        if low > from {
            found.push((from, low - 1));
        }
        from = high + 1;
    }
    if from <= LAST {
        found.push((from, LAST));
    }
    found
}

/// Adds the characters of a set, and returns whether it is one.
fn collect_ranges(kind: &SourceItemKind, ranges: &mut Vec<(u32, u32)>) -> bool {
    match kind {
        SourceItemKind::Class { ranges: inner, negated: false } => {
            ranges.extend(inner);
            true
        }
        SourceItemKind::Class { ranges: inner, negated: true } => {
            let mut inner = inner.clone();
            inner.sort_unstable();
            ranges.extend(others(&merged(&inner)));
            true
        }
        SourceItemKind::Text { text, .. } => {
            let mut characters = text.chars().map(u32::from);
            match (characters.next(), characters.next()) {
                (Some(one), None) => {
                    ranges.push((one, one));
                    true
                }
                _ => false,
            }
        }
        SourceItemKind::Group(alternatives) => {
            alternatives.iter().all(|alternative| match alternative.items.as_slice() {
                [item] => collect_ranges(&item.kind, ranges),
                _ => false,
            })
        }
        _ => false,
    }
}

/// Joins sorted ranges that touch.
fn merged(ranges: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut joined: Vec<(u32, u32)> = Vec::new();
    for &(low, high) in ranges {
        match joined.last_mut() {
            Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
            _ => joined.push((low, high)),
        }
    }
    joined
}

/// Adds the tokens of a set, and returns whether it is one. The end of the input is no token of grammarc.
fn collect_tokens(kind: &SourceItemKind, tokens: &mut Vec<SourceItemKind>) -> bool {
    match kind {
        SourceItemKind::Name(_) | SourceItemKind::Text { .. } => {
            tokens.push(kind.clone());
            true
        }
        SourceItemKind::End => true,
        SourceItemKind::AnyTokenBut(_) => false,
        SourceItemKind::Group(alternatives) => {
            alternatives.iter().all(|alternative| match alternative.items.as_slice() {
                [item] => collect_tokens(&item.kind, tokens),
                _ => false,
            })
        }
        _ => false,
    }
}
