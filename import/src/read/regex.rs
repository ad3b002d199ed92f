//! Regular expressions, as JavaScript and Python write them: the patterns of tree-sitter and Lark.
//!
//! Look-ahead stays, since grammars have it. Look-behind, anchors and references to groups are left out, with a problem.

use super::expressions::{Expressions, exact_text, nothing, repeat};
use super::scan::{Cursor, Reading};
use crate::problem::ImportProblem;
use crate::source::{SourceItem, SourceItemKind, SourcePlace};
use grammarc_dsl::diagnostic::Diagnostic;

/// Characters that are no end of a line, for `.`.
const LINE_ENDS: &[(u32, u32)] = &[(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)];
const DIGITS: &[(u32, u32)] = &[(0x30, 0x39)];
const WORD: &[(u32, u32)] = &[(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)];
const SPACES: &[(u32, u32)] = &[
    (0x09, 0x0D),
    (0x20, 0x20),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
    (0xFEFF, 0xFEFF),
];

/// A pattern that was read: its items, and the parts that were left out.
pub(super) struct Pattern {
    pub(super) kind: SourceItemKind,
    pub(super) problems: Vec<Diagnostic<ImportProblem>>,
}

/// Reads a pattern that stands as a string at `place`. Of the flags, `i` and `s` count.
pub(super) fn read(pattern: &str, flags: &str, place: &SourcePlace) -> Reading<Pattern> {
    let mut reader = Regex {
        cursor: Cursor::within(pattern, place),
        fold: flags.contains('i'),
        dot_is_all: flags.contains('s'),
        is_verbose: flags.contains('x'),
    };
    let alternatives = reader.choice()?;
    if !reader.cursor.is_done() {
        return Err(reader.cursor.expected("the end of the pattern"));
    }
    Ok(Pattern { kind: super::expressions::group_of(alternatives), problems: reader.cursor.problems })
}

struct Regex<'t> {
    cursor: Cursor<'t>,
    fold: bool,
    dot_is_all: bool,
    /// Blanks and comments count for nothing (`x` of Python).
    is_verbose: bool,
}

impl<'t> Expressions<'t> for Regex<'t> {
    const CHOICE: &'static str = "|";

    fn cursor(&mut self) -> &mut Cursor<'t> {
        &mut self.cursor
    }

    fn blanks(&mut self) -> Reading<()> {
        while self.is_verbose && (self.cursor.peek().is_some_and(char::is_whitespace) || self.cursor.sees("#")) {
            self.cursor.spaces();
            self.cursor.line_comment("#");
        }
        Ok(())
    }

    fn item(&mut self) -> Reading<Option<SourceItem>> {
        let from = self.cursor.at();
        let Some(mut item) = self.atom()? else {
            return Ok(None);
        };
        let mut wraps = 0;
        while let Some((min, max)) = self.quantifier()? {
            wraps += 1;
            self.cursor.bound_wraps(wraps)?;
            let is_lazy = self.cursor.eat("?");
            self.cursor.eat("+");
            let kind = match repeat(item, min, max) {
                SourceItemKind::Repeat { body, min, max, .. } => SourceItemKind::Repeat { body, min, max, is_lazy },
                kind => kind,
            };
            item = self.cursor.item(kind, from);
        }
        Ok(Some(item))
    }
}

impl Regex<'_> {
    /// `?`, `*`, `+`, `{2}`, `{2,}`, `{2,3}` or `{,3}`. Any other `{` is an ordinary character.
    fn quantifier(&mut self) -> Reading<Option<(u32, Option<u32>)>> {
        let from = self.cursor.at();
        Ok(match self.cursor.next() {
            Some('?') => Some((0, Some(1))),
            Some('*') => Some((0, None)),
            Some('+') => Some((1, None)),
            Some('{') => {
                let min = self.cursor.number()?;
                let has_comma = self.cursor.eat(",");
                let max = if has_comma { self.cursor.number()? } else { min };
                if self.cursor.eat("}") && (min.is_some() || max.is_some()) {
                    Some((min.unwrap_or(0), max))
                } else {
                    self.cursor.go(from);
                    None
                }
            }
            _ => {
                self.cursor.go(from);
                None
            }
        })
    }

    fn atom(&mut self) -> Reading<Option<SourceItem>> {
        let from = self.cursor.at();
        let Some(c) = self.cursor.next() else {
            return Ok(None);
        };
        let kind = match c {
            '|' | ')' => {
                self.cursor.go(from);
                return Ok(None);
            }
            '(' => return self.parenthesis(from).map(Some),
            '[' => self.class()?,
            '.' if self.dot_is_all => SourceItemKind::Any,
            '.' => SourceItemKind::Class { ranges: LINE_ENDS.to_vec(), negated: true },
            '\\' => self.escape(from)?,
            '^' | '$' => {
                self.cursor.left_out(format!("`{c}` of a pattern"), from);
                nothing()
            }
            '*' | '+' | '?' => return Err(self.cursor.expected("something to repeat")),
            c => self.text(c),
        };
        Ok(Some(self.cursor.item(kind, from)))
    }

    /// Takes ordinary characters as one text. The last of them stays alone if it is repeated.
    fn text(&mut self, first: char) -> SourceItemKind {
        let mut text = String::from(first);
        while let Some(c) = self.cursor.peek().filter(|&c| !"|()[.\\^$*+?{".contains(c) && !self.is_verbose) {
            let before = self.cursor.at();
            self.cursor.next();
            if self.cursor.peek().is_some_and(|next| "*+?{".contains(next)) {
                self.cursor.go(before);
                break;
            }
            text.push(c);
        }
        SourceItemKind::Text { fold: self.fold && text.contains(|c: char| c.is_ascii_alphabetic()), text }
    }

    fn parenthesis(&mut self, from: usize) -> Reading<SourceItem> {
        if !self.cursor.eat("?") {
            return self.group(")", from);
        }
        let ahead = if self.cursor.eat("=") {
            Some(false)
        } else if self.cursor.eat("!") {
            Some(true)
        } else {
            None
        };
        if let Some(negative) = ahead {
            let body = Box::new(self.group(")", from)?);
            return Ok(self.cursor.item(SourceItemKind::Ahead { body, negative }, from));
        }
        if self.cursor.eat("<=") || self.cursor.eat("<!") {
            self.group(")", from)?;
            self.cursor.left_out("looking back", from);
            return Ok(self.cursor.item(nothing(), from));
        }
        if self.cursor.eat("<") || self.cursor.eat("P<") {
            self.cursor.take_until(">")?;
            return self.group(")", from);
        }
        let flags = self.cursor.take_while(|c| c.is_ascii_alphabetic());
        let before = (self.fold, self.dot_is_all);
        self.fold |= flags.contains('i');
        self.dot_is_all |= flags.contains('s');
        if self.cursor.eat(")") {
            return Ok(self.cursor.item(nothing(), from));
        }
        self.cursor.expect(":")?;
        let group = self.group(")", from);
        (self.fold, self.dot_is_all) = before;
        group
    }

    /// An escape outside of a class, behind the backslash.
    fn escape(&mut self, from: usize) -> Reading<SourceItemKind> {
        match self.cursor.peek() {
            Some('b' | 'B' | 'A' | 'Z' | 'z' | 'G') => {
                self.cursor.next();
                self.cursor.left_out(format!("`{}` of a pattern", self.cursor.since(from)), from);
                return Ok(nothing());
            }
            Some('1'..='9' | 'k') => {
                self.cursor.next();
                self.cursor.left_out("a reference to a group", from);
                return Ok(nothing());
            }
            _ => {}
        }
        let ranges = self.escaped_ranges()?;
        Ok(match ranges.as_slice() {
            &[(low, high)] if low == high => match char::from_u32(low) {
                Some(c) if !(self.fold && c.is_ascii_alphabetic()) => exact_text(c),
                Some(c) => SourceItemKind::Text { text: c.to_string(), fold: true },
                None => SourceItemKind::Class { ranges, negated: false },
            },
            _ => SourceItemKind::Class { ranges, negated: false },
        })
    }

    /// The characters that an escape stands for, behind the backslash.
    fn escaped_ranges(&mut self) -> Reading<Vec<(u32, u32)>> {
        let Some(c) = self.cursor.next() else {
            return Err(self.cursor.expected("a character behind the backslash"));
        };
        let one = |code: u32| Ok(vec![(code, code)]);
        match c {
            'd' => Ok(DIGITS.to_vec()),
            'D' => Ok(others(DIGITS)),
            'w' => Ok(WORD.to_vec()),
            'W' => Ok(others(WORD)),
            's' => Ok(SPACES.to_vec()),
            'S' => Ok(others(SPACES)),
            'n' => one(0x0A),
            'r' => one(0x0D),
            't' => one(0x09),
            'f' => one(0x0C),
            'v' => one(0x0B),
            'a' => one(0x07),
            'b' => one(0x08),
            '0' => one(0),
            'p' | 'P' => self.property(c == 'P'),
            'x' | 'u' | 'U' => self.coded(c),
            'c' => {
                let letter = self.cursor.next().filter(char::is_ascii_alphabetic);
                letter.map(|c| u32::from(c) & 0x1F).map_or_else(|| Err(self.cursor.expected("a letter")), one)
            }
            c => one(u32::from(c)),
        }
    }

    /// `\x41`, `\u0041`, `\u{41}` or `\U00000041`.
    fn coded(&mut self, mark: char) -> Reading<Vec<(u32, u32)>> {
        let digits = if self.cursor.eat("{") {
            self.cursor.take_until("}")?
        } else {
            let length = match mark {
                'x' => 2,
                'u' => 4,
                _ => 8,
            };
            let digits = self.cursor.rest().get(..length).unwrap_or("");
            self.cursor.go(self.cursor.at() + digits.len());
            digits
        };
        let code = self.cursor.code(digits, 16)?;
        Ok(vec![(code, code)])
    }

    /// `\p{Letter}` or `\pL`.
    fn property(&mut self, negated: bool) -> Reading<Vec<(u32, u32)>> {
        let name = if self.cursor.eat("{") {
            self.cursor.take_until("}")?
        } else {
            let from = self.cursor.at();
            self.cursor.next();
            self.cursor.since(from)
        };
        let Some(ranges) = grammarc_dsl::property::ranges(name) else {
            return Err(self.cursor.expected("a property of Unicode"));
        };
        Ok(if negated { others(&ranges) } else { ranges })
    }

    /// A class behind its `[`.
    fn class(&mut self) -> Reading<SourceItemKind> {
        let negated = self.cursor.eat("^");
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        while !self.cursor.eat("]") {
            let low = self.class_part()?;
            let before = self.cursor.at();
            if let &[(first, from)] = low.as_slice()
                && first == from
                && self.cursor.eat("-")
                && !self.cursor.sees("]")
            {
                let high = self.class_part()?;
                if let &[(to, last)] = high.as_slice()
                    && to == last
                    && first <= last
                {
                    ranges.push((first, last));
                    continue;
                }
            }
            self.cursor.go(before);
            ranges.extend(low);
        }
        if self.fold {
            let lower = ranges.iter().filter_map(|&range| shifted(range, 0x41, 0x5A, 32)).collect::<Vec<_>>();
            let upper = ranges.iter().filter_map(|&range| shifted(range, 0x61, 0x7A, -32)).collect::<Vec<_>>();
            ranges.extend(lower.into_iter().chain(upper));
        }
        if ranges.is_empty() && negated {
            return Ok(SourceItemKind::Any);
        }
        Ok(SourceItemKind::Class { ranges, negated })
    }

    fn class_part(&mut self) -> Reading<Vec<(u32, u32)>> {
        match self.cursor.next() {
            Some('\\') => self.escaped_ranges(),
            Some(c) => Ok(vec![(u32::from(c), u32::from(c))]),
            None => Err(self.cursor.expected("`]`")),
        }
    }
}

/// The part of a range within `low..=high`, moved.
fn shifted(range: (u32, u32), low: u32, high: u32, by: i32) -> Option<(u32, u32)> {
    let (from, to) = (range.0.max(low), range.1.min(high));
    (from <= to).then(|| (from.saturating_add_signed(by), to.saturating_add_signed(by)))
}

/// All other characters than these, which are sorted.
fn others(ranges: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut next = 0;
    let mut gaps = Vec::new();
    for &(low, high) in ranges {
        if low > next {
            gaps.push((next, low - 1));
        }
        next = high + 1;
    }
    if next <= 0x0010_FFFF {
        gaps.push((next, 0x0010_FFFF));
    }
    gaps
}
