//! Terminals, which are matched without rules, and the regular expressions that they match. Parsers, the fuzzer and
//! the reducer read the same expressions.

use super::{Codec, Grammar, Label, Symbol, Table, Text};
use crate::byteset::ByteSet;

/// Number of a regular expression in [`Grammar::regulars`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegularId(pub u32);

/// A symbol that is matched without rules: a token, a literal, a look-ahead, a back-reference.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Terminal {
    /// A token's name, or the expression as written, for messages: `"{"`, `[^<&]+`.
    pub name: Text,
    /// How it is matched.
    pub kind: TerminalKind,
    /// The expression that it matches. Unused for [`TerminalKind::Text`].
    pub regular: RegularId,
    /// `%word`: it matches only where the longest match of this terminal is the same text. For example, `"if"` does
    /// not match at the start of `iffy`.
    pub word: Option<Symbol>,
    /// `%opaque`.
    pub opaque: bool,
    /// Whether it can match the empty text.
    pub nullable: bool,
    /// The bytes that can begin its text; all of them for a look-ahead or back-reference.
    pub first: ByteSet,
    /// The number that its text stands for: tokens of the built-in module.
    pub codec: Option<Codec>,
}

/// How a terminal is matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TerminalKind {
    /// Possessive: the longest match of the expression left of its outermost [`Regular::Except`], or none. For
    /// example, `<digits>` at 0 in `123` ends at 3 alone.
    Token,
    /// Every match, in the order in which backtracking would find them. For example, `[0-9]+` at 0 in `12` ends at 2,
    /// or else at 1.
    Leaf,
    /// Consumes nothing and has no node; holds where a prefix of the rest matches, or where none does if negative.
    /// For example, `!"b"` holds before `c`.
    Ahead {
        /// True for `!`.
        negative: bool,
    },
    /// The blanks at the beginning of a line, compared with [`Label::COLUMN`]. Its expression matches the blanks, all of
    /// which it takes. For example, `line` and `block(x)` have such a terminal behind the end of the line.
    Indent(Indent),
    /// The text of an earlier label, for example `text(end)` of a here-document.
    Text {
        /// Which label.
        label: Label,
        /// Whether ASCII case is ignored.
        fold: bool,
    },
}

/// How the blanks at the beginning of a line compare with the column of the block. Blanks are compared as texts: a tab equals
/// nothing but a tab. A character of the column that is no blank counts as one space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Indent {
    /// They are the same.
    Same,
    /// They begin with the column, and are longer.
    Deeper,
    /// The same; outside of all blocks they are any blanks, or none. For example, the lines of a text at the left margin.
    Inside,
}

/// A regular expression; its parts are in [`Grammar::regulars`], always before it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Regular {
    /// These bytes. With `fold`, ASCII letters in either case.
    Literal {
        /// The bytes; none for the empty text.
        text: Table<u8>,
        /// Whether ASCII case is ignored.
        fold: bool,
    },
    /// One Unicode scalar value in one of these inclusive, ascending, disjoint ranges (no surrogates), as UTF-8.
    Chars(Table<(u32, u32)>),
    /// One byte in one of these inclusive, ascending, disjoint ranges.
    Bytes(Table<(u8, u8)>),
    /// One after another.
    Sequence(Table<RegularId>),
    /// One of these, tried in order. For example, `"a" | "ab"` at 0 in `ab` ends at 1, or else at 2.
    Choice(Table<RegularId>),
    /// Greedy: tries to go on before it stops. Every iteration beyond `min` must consume something. For example,
    /// `("a"?)*` does not go on without an `a`.
    Repeat {
        /// The repeated expression.
        body: RegularId,
        /// The least number of iterations.
        min: u32,
        /// The greatest number of iterations; none if there is no limit.
        max: Option<u32>,
    },
    /// Holds where a prefix of the rest matches (or none does); consumes nothing.
    Ahead {
        /// The expression that is looked for.
        body: RegularId,
        /// True for `!`.
        negative: bool,
    },
    /// The texts of `body` that are not texts of `without`. For example, `[a-z]+ - "if"` has `of`, but not `if`.
    Except {
        /// Left of `-`.
        body: RegularId,
        /// Right of `-`.
        without: RegularId,
    },
    /// The text of an earlier label; only inside a look-ahead terminal or [`Check::Except`](super::Check::Except).
    Text {
        /// Which label.
        label: Label,
        /// Whether ASCII case is ignored.
        fold: bool,
    },
}

impl Regular {
    /// Returns the expressions that it is made of.
    pub fn parts(&self) -> Vec<RegularId> {
        match self {
            Self::Sequence(parts) | Self::Choice(parts) => parts.to_vec(),
            Self::Repeat { body, .. } | Self::Ahead { body, .. } => vec![*body],
            Self::Except { body, without } => vec![*body, *without],
            Self::Literal { .. } | Self::Chars(_) | Self::Bytes(_) | Self::Text { .. } => Vec::new(),
        }
    }
}

impl Grammar {
    /// Returns the labels that a regular expression mentions.
    pub fn labels_in(&self, id: RegularId) -> Vec<Label> {
        let mut labels = Vec::new();
        let mut open = vec![id];
        let mut seen = vec![false; self.regulars.len()];
        while let Some(RegularId(number)) = open.pop() {
            if std::mem::replace(&mut seen[number as usize], true) {
                continue;
            }
            let regular = &self.regulars[number as usize];
            open.extend(regular.parts());
            if let Regular::Text { label, .. } = regular {
                labels.push(*label);
            }
        }
        labels
    }
}
