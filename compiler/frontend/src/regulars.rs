//! Builds the table of regular expressions: equal ones are shared, classes become ascending disjoint ranges.
//!
//! For example, `[a-z]` that stands in ten rules is one entry of the table.

use std::borrow::Cow;
use std::collections::HashMap;

use grammarc_dsl::ast::{Class, Encoding, Literal, Property, Unit};
use grammarc_dsl::property;
use grammarc_runtime::grammar::{Label, Regular, RegularId};
use grammarc_runtime::regular::join_ranges;

use crate::facts::first::{Begin, of_regular};

/// The last Unicode scalar value, as a code point.
const LAST_CHARACTER: u32 = 0x0010_ffff;
const SURROGATES: (u32, u32) = (0xd800, 0xdfff);

/// The table under construction, with facts about each expression.
#[derive(Debug, Default)]
pub struct Regulars {
    table: Vec<Regular>,
    ids: HashMap<Regular, RegularId>,
    begins: Vec<Begin>,
    /// Number of parts when every repetition and every shared part is written out.
    sizes: Vec<u64>,
    /// Nesting.
    depths: Vec<u32>,
    /// Labels whose texts decide, ascending.
    labels: Vec<Vec<Label>>,
}

impl Regulars {
    /// Adds an expression whose parts are in the table, unless it is there already.
    pub fn add(&mut self, regular: Regular) -> RegularId {
        if let Some(&id) = self.ids.get(&regular) {
            return id;
        }
        let id = RegularId(self.table.len() as u32);
        let parts = regular.parts();
        let size = parts.iter().fold(0_u64, |sum, &part| sum.saturating_add(self.size(part)));
        self.sizes.push(size.saturating_mul(copies(&regular)).saturating_add(own_size(&regular)));
        self.depths.push(1 + parts.iter().map(|&part| self.depth(part)).max().unwrap_or(0));
        self.begins.push(of_regular(&regular, &self.begins));
        self.labels.push(self.labels_of(&regular, &parts));
        self.ids.insert(regular.clone(), id);
        self.table.push(regular);
        id
    }

    /// Returns the finished table.
    pub fn into_table(self) -> Vec<Regular> {
        self.table
    }

    /// Returns the table so far.
    pub fn table(&self) -> &[Regular] {
        &self.table
    }

    /// Returns the bytes that can begin the expression, and whether it can be empty.
    pub fn begin(&self, id: RegularId) -> Begin {
        self.begins[id.0 as usize]
    }

    /// Returns the number of parts of the expression when it is written out; `u64::MAX` means at least that.
    pub fn size(&self, id: RegularId) -> u64 {
        self.sizes[id.0 as usize]
    }

    /// Returns how deep the expression nests.
    pub fn depth(&self, id: RegularId) -> u32 {
        self.depths[id.0 as usize]
    }

    /// Returns the labels on whose texts the expression depends, ascending.
    pub fn labels(&self, id: RegularId) -> &[Label] {
        &self.labels[id.0 as usize]
    }

    /// Adds one after another.
    pub fn sequence(&mut self, parts: Vec<RegularId>) -> RegularId {
        match parts[..] {
            [] => self.empty(),
            [one] => one,
            _ => self.add(Regular::Sequence(Cow::Owned(parts))),
        }
    }

    /// Adds a choice, the first first.
    pub fn choice(&mut self, parts: Vec<RegularId>) -> RegularId {
        match parts[..] {
            [one] => one,
            _ => self.add(Regular::Choice(Cow::Owned(parts))),
        }
    }

    /// Adds a repetition.
    pub fn repeat(&mut self, body: RegularId, min: u32, max: Option<u32>) -> RegularId {
        match (min, max) {
            (1, Some(1)) => body,
            _ => self.add(Regular::Repeat { body, min, max }),
        }
    }

    /// Adds the empty text.
    pub fn empty(&mut self) -> RegularId {
        self.add(Regular::Literal { text: Cow::Borrowed(&[]), fold: false })
    }

    /// Adds a literal.
    pub fn literal(&mut self, literal: &Literal, encoding: Encoding) -> RegularId {
        let text = literal_bytes(literal, encoding);
        let fold = literal.fold && text.iter().any(u8::is_ascii_alphabetic);
        self.add(Regular::Literal { text: Cow::Owned(text), fold })
    }

    /// Adds a class. An empty one never matches.
    pub fn class(&mut self, class: &Class, encoding: Encoding) -> RegularId {
        let ranges = class_ranges(class, encoding);
        self.ranges(ranges, encoding)
    }

    /// Adds any one character.
    pub fn any(&mut self, encoding: Encoding) -> RegularId {
        self.ranges(normalize(vec![(0, last(encoding))], encoding), encoding)
    }

    fn ranges(&mut self, ranges: Vec<(u32, u32)>, encoding: Encoding) -> RegularId {
        let byte = |code: u32| u8::try_from(code).unwrap_or(u8::MAX);
        self.add(match encoding {
            Encoding::Utf8 => Regular::Chars(Cow::Owned(ranges)),
            Encoding::Bytes | Encoding::Latin1 => {
                Regular::Bytes(ranges.into_iter().map(|(a, b)| (byte(a), byte(b))).collect())
            }
        })
    }

    fn labels_of(&self, regular: &Regular, parts: &[RegularId]) -> Vec<Label> {
        let mut labels: Vec<Label> = parts.iter().flat_map(|&part| self.labels(part)).copied().collect();
        if let Regular::Text { label, .. } = regular {
            labels.push(*label);
        }
        labels.sort_unstable();
        labels.dedup();
        labels
    }
}

/// Returns the bytes of a literal: its characters in UTF-8 or Latin-1, `\xNN` as the encoding has it.
/// For example, `"é"` becomes C3 A9, and E9 in Latin-1.
pub fn literal_bytes(literal: &Literal, encoding: Encoding) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(literal.units.len());
    for &unit in &literal.units {
        match unit {
            Unit::Hex(byte) if literal.bytes || encoding.is_one_byte() => bytes.push(byte),
            Unit::Char(c) if encoding == Encoding::Latin1 => bytes.extend(u8::try_from(c)),
            Unit::Hex(byte) => push_char(char::from(byte), &mut bytes),
            Unit::Char(c) => push_char(c, &mut bytes),
        }
    }
    bytes
}

fn push_char(c: char, bytes: &mut Vec<u8>) {
    bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
}

/// Returns the members of a class as ascending, disjoint, inclusive ranges, negation resolved. Inverted ranges are empty.
/// For example, `b[^b-c]` becomes the ranges from 0 to `a` and from `d` to 255.
pub fn class_ranges(class: &Class, encoding: Encoding) -> Vec<(u32, u32)> {
    let written = class.ranges.iter().map(|range| (code(range.low), code(range.high)));
    let properties = class.properties.iter().flat_map(with_property);
    let ranges = normalize(written.chain(properties).collect(), encoding);
    if class.negated { normalize(complement(&ranges, last(encoding)), encoding) } else { ranges }
}

/// Returns the characters of `\p{…}`.
fn with_property(property: &Property) -> Vec<(u32, u32)> {
    let ranges = property::ranges(&property.name).unwrap_or_default();
    if property.negated { complement(&ranges, LAST_CHARACTER) } else { ranges }
}

/// Returns the number of a character or byte.
pub fn code(unit: Unit) -> u32 {
    match unit {
        Unit::Char(c) => u32::from(c),
        Unit::Hex(byte) => u32::from(byte),
    }
}

fn last(encoding: Encoding) -> u32 {
    match encoding {
        Encoding::Utf8 => LAST_CHARACTER,
        Encoding::Bytes | Encoding::Latin1 => 0xff,
    }
}

/// Sorts ranges, joins neighbours (`a-c` and `d-f` become `a-f`), and removes surrogates and what the encoding does not have.
fn normalize(mut ranges: Vec<(u32, u32)>, encoding: Encoding) -> Vec<(u32, u32)> {
    if encoding == Encoding::Utf8 {
        let (low, high) = SURROGATES;
        ranges = ranges.into_iter().flat_map(|(a, b)| [(a, b.min(low - 1)), (a.max(high + 1), b)]).collect();
    }
    ranges.iter_mut().for_each(|(_, high)| *high = last(encoding).min(*high));
    ranges.retain(|(low, high)| low <= high);
    join_ranges(ranges)
}

fn complement(ranges: &[(u32, u32)], last: u32) -> Vec<(u32, u32)> {
    let lows = std::iter::once(0).chain(ranges.iter().map(|&(_, high)| high + 1));
    let highs = ranges.iter().map(|&(low, _)| low.checked_sub(1)).chain(std::iter::once(Some(last)));
    lows.zip(highs).filter_map(|(low, high)| high.filter(|&high| low <= high).map(|high| (low, high))).collect()
}

fn copies(regular: &Regular) -> u64 {
    match regular {
        Regular::Repeat { min, max, .. } => u64::from(max.unwrap_or(*min).max(1)),
        _ => 1,
    }
}

fn own_size(regular: &Regular) -> u64 {
    match regular {
        Regular::Literal { text, .. } => text.len().max(1) as u64,
        Regular::Chars(ranges) => ranges.len().max(1) as u64,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grammarc_dsl::ast::ClassRange;

    fn class(negated: bool, ranges: &[(char, char)]) -> Class {
        let range =
            |&(low, high): &(char, char)| ClassRange { low: Unit::Char(low), high: Unit::Char(high), span: 0..0 };
        Class { negated, ranges: ranges.iter().map(range).collect(), properties: Vec::new(), bytes: false }
    }

    #[test]
    fn ranges_are_ascending_and_disjoint() {
        let written = class(false, &[('x', 'z'), ('a', 'f'), ('e', 'k'), ('l', 'l'), ('9', '0')]);
        assert_eq!(class_ranges(&written, Encoding::Utf8), [(0x61, 0x6c), (0x78, 0x7a)]);
    }

    #[test]
    fn properties_are_ranges() {
        let with = |name: &str, negated| {
            let property = Property { name: name.to_owned(), negated, span: 0..0 };
            let class = Class { properties: vec![property], ..class(false, &[('_', '_')]) };
            class_ranges(&class, Encoding::Utf8)
        };
        assert_eq!(with("Zl", false), [(0x5f, 0x5f), (0x2028, 0x2028)]);
        assert_eq!(with("ASCII", true), [(0x5f, 0x5f), (0x80, 0xd7ff), (0xe000, 0x0010_ffff)]);
        assert_eq!(with("Uppercase_Letter", false), with("Lu", false));
    }

    #[test]
    fn negation_leaves_surrogates_out() {
        let written = class(true, &[('\0', 'a'), ('c', 'd')]);
        let expected = [(0x62, 0x62), (0x65, 0xd7ff), (0xe000, 0x0010_ffff)];
        assert_eq!(class_ranges(&written, Encoding::Utf8), expected);
        assert_eq!(class_ranges(&written, Encoding::Bytes), [(0x62, 0x62), (0x65, 0xff)]);
        assert_eq!(class_ranges(&class(true, &[('\0', '\u{10ffff}')]), Encoding::Utf8), []);
    }
}
