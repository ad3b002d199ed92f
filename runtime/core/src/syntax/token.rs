//! The texts at the leaves of a tree. A program reads them as `str`, or as bytes where the grammar is one of bytes.

use std::fmt;
use std::ops::Range;

use super::{SyntaxNode, View};

/// A token, or another part of an input that its reader sees as one text. For example, `"a"` of `{"a": 1}`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Token<'t>(SyntaxNode<'t>);

/// A token in a grammar of bytes: its text need not be UTF-8. For example, the byte `ff`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bytes<'t>(SyntaxNode<'t>);

impl<'t> Token<'t> {
    /// Returns its text.
    pub fn text(self) -> &'t str {
        self.0.str()
    }

    /// Returns where it stands in the input, in bytes.
    pub fn span(self) -> Range<usize> {
        self.0.span()
    }
}

impl<'t> Bytes<'t> {
    /// Returns its bytes.
    pub fn text(self) -> &'t [u8] {
        self.0.bytes()
    }

    /// Returns where it stands in the input, in bytes.
    pub fn span(self) -> Range<usize> {
        self.0.span()
    }
}

impl<'t> View<'t> for Token<'t> {
    fn cast(node: SyntaxNode<'t>) -> Option<Self> {
        Some(Self(node))
    }

    fn syntax(self) -> SyntaxNode<'t> {
        self.0
    }
}

impl<'t> View<'t> for Bytes<'t> {
    fn cast(node: SyntaxNode<'t>) -> Option<Self> {
        Some(Self(node))
    }

    fn syntax(self) -> SyntaxNode<'t> {
        self.0
    }
}

impl fmt::Debug for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl fmt::Debug for Bytes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b\"{}\"", self.text().escape_ascii())
    }
}

/// The text of a token, as it stands in the input.
impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}
