//! The interface of the author's functions: their arguments and answers. It is a trait, so that the runtime need not
//! know the type that holds them.

use super::State;
use crate::grammar::{FunctionId, Value};

/// The functions of `@pre`, `@post` and `:=`, by number. Generated code implements this trait for the author's `Hooks`.
pub trait CustomFunctions: Sync {
    /// Returns the texts that an item may have, before the item.
    fn pre(&self, function: FunctionId, state: &State) -> Offer;

    /// Judges an item, after the item.
    fn post(&self, function: FunctionId, state: &mut State, node: Node<'_>) -> Verdict;

    /// Returns the right value of a field, given the texts of the labels that its `:=` names. For example, a checksum
    /// that is no built-in one.
    fn compute(&self, function: FunctionId, texts: &[&[u8]]) -> Value;
}

/// The texts that an item may have. For example, a variable may be `OneOf` the names defined so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Offer {
    /// Any text.
    Any,
    /// This text. There is no choice, so where integers decide, it takes none.
    Only(Vec<u8>),
    /// One of these. Where integers decide, it takes one, even if there is a single text.
    OneOf(Vec<Vec<u8>>),
    /// None of these.
    NoneOf(Vec<Vec<u8>>),
    /// No text: the item cannot stand here.
    Nothing,
}

impl Offer {
    /// Returns whether no text is offered at all.
    #[doc(hidden)]
    pub fn is_nothing(&self) -> bool {
        match self {
            Self::OneOf(texts) => texts.is_empty(),
            Self::Nothing => true,
            Self::Any | Self::Only(_) | Self::NoneOf(_) => false,
        }
    }

    /// Returns the texts that it lists; none if it lists no texts that are allowed.
    #[doc(hidden)]
    pub fn listed(&self) -> Option<&[Vec<u8>]> {
        match self {
            Self::Only(text) => Some(std::slice::from_ref(text)),
            Self::OneOf(texts) => Some(texts),
            Self::Any | Self::NoneOf(_) | Self::Nothing => None,
        }
    }

    /// Returns whether the offer contains a text.
    pub fn admits(&self, text: &[u8]) -> bool {
        match self {
            Self::Any => true,
            Self::Only(only) => only == text,
            Self::OneOf(texts) => texts.iter().any(|offered| offered == text),
            Self::NoneOf(texts) => texts.iter().all(|taken| taken != text),
            Self::Nothing => false,
        }
    }
}

/// The argument of a `@post` function: a text, and its place. For example, `x` at 4 in `let x = 1`.
#[derive(Debug, Clone, Copy)]
pub struct Node<'a> {
    text: &'a [u8],
    start: usize,
}

impl<'a> Node<'a> {
    /// Makes a node of the bytes that begin at `start`.
    pub fn new(text: &'a [u8], start: usize) -> Self {
        Self { text, start }
    }

    /// Returns its bytes, without the skipped bytes after them.
    pub fn text(&self) -> &'a [u8] {
        self.text
    }

    /// Returns its start, in bytes.
    pub fn start(&self) -> usize {
        self.start
    }
}

/// The answer of a `@post` function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The item is accepted.
    Ok,
    /// The item is rejected, for this reason.
    Reject(String),
}

impl From<bool> for Verdict {
    fn from(is_right: bool) -> Self {
        if is_right { Self::Ok } else { Self::Reject(String::new()) }
    }
}
