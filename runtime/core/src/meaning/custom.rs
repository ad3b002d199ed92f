//! What functions of the author are given, and what they answer.

use super::State;
use crate::grammar::{FunctionId, Value};

/// The functions of `@pre`, `@post` and `:=`, by number. Generated code implements it for the author's `Hooks`.
pub trait Custom: Sync {
    /// Says what the text of an item may be, before it.
    fn pre(&self, function: FunctionId, state: &State) -> Offer;

    /// Judges an item, after it.
    fn post(&self, function: FunctionId, state: &mut State, node: Node<'_>) -> Verdict;

    /// Returns what a field must be, given the texts of the labels that `:=` names.
    fn compute(&self, function: FunctionId, texts: &[&[u8]]) -> Value;
}

/// What the text of an item may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Offer {
    /// Anything.
    Any,
    /// One of these.
    OneOf(Vec<Vec<u8>>),
    /// None of these.
    NoneOf(Vec<Vec<u8>>),
    /// Nothing: the item cannot stand here.
    Nothing,
}

impl Offer {
    /// Returns whether no text is offered at all.
    #[doc(hidden)]
    pub fn is_nothing(&self) -> bool {
        match self {
            Self::OneOf(texts) => texts.is_empty(),
            Self::Nothing => true,
            Self::Any | Self::NoneOf(_) => false,
        }
    }

    /// Returns whether a text is among what is offered.
    pub fn admits(&self, text: &[u8]) -> bool {
        match self {
            Self::Any => true,
            Self::OneOf(texts) => texts.iter().any(|offered| offered == text),
            Self::NoneOf(texts) => texts.iter().all(|taken| taken != text),
            Self::Nothing => false,
        }
    }
}

/// What a function judges: a text, and where it stands.
#[derive(Debug, Clone, Copy)]
pub struct Node<'a> {
    text: &'a [u8],
    start: usize,
}

impl<'a> Node<'a> {
    /// Makes one of the bytes that begin at `start`.
    pub fn new(text: &'a [u8], start: usize) -> Self {
        Self { text, start }
    }

    /// Returns its bytes, without what is skipped after them.
    pub fn text(&self) -> &'a [u8] {
        self.text
    }

    /// Returns where it begins, in bytes.
    pub fn start(&self) -> usize {
        self.start
    }
}

/// What a function says of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It may be so.
    Ok,
    /// It may not, for this reason.
    Reject(String),
}

impl From<bool> for Verdict {
    fn from(is_right: bool) -> Self {
        if is_right { Self::Ok } else { Self::Reject(String::new()) }
    }
}
