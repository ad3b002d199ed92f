//! Conditions on the text in a hole, beyond its kind: a feature is in it or is not, its length, its numeric value.
//!
//! The features are those of A. Kampmann, N. Havrikov, E. Soremekun, A. Zeller, *When Does My Program Do This? Learning Circumstances of
//! Software Behavior*, ESEC/FSE 2020 (ALHAZEN): existence, length and numeric value of the grammar's rules and tokens.

mod written;

pub use written::BadConstraint;

use super::align::ParsedText;
use super::naming::is_named;
use grammarc_core::grammar::Grammar;
use grammarc_core::tree::{NodeId, Tree, name_span};

/// A condition on the text in a hole.
///
/// It is written, and read by `parse`, as it stands after the name of the hole: `≥ 3`, `with length ≤ 8`, `without <quote>`,
/// `without <char> "'"`, `with "null"`, `with at least 2 <item>`, `with each <number> ≥ 0`, `≠ "if"`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Constraint {
    /// The text contains this. For example, `with "null"` holds for `[null]`.
    With(Content),
    /// The text does not contain this. For example, `without <quote>` holds for a string without a quote in it.
    Without(Content),
    /// The quantity is at least this. A condition on numbers fails for a text without any, unless it is about each
    /// (`with each <number> ≥ 3`).
    AtLeast(Quantity, i128),
    /// The quantity is at most this. A condition on numbers fails for a text without any, unless it is about each
    /// (`with each <number> ≤ 3`).
    AtMost(Quantity, i128),
    /// The whole text is not this one. For example, `≠ "if"` holds for `iff`.
    Except(Vec<u8>),
}

/// A feature that a text can contain.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Content {
    /// A rule or token of this name.
    Name(String),
    /// A rule or token of this name, with this text. For example, `<char> "'"` is an apostrophe as a character of a string.
    Exactly(String, Vec<u8>),
    /// These bytes, whatever they are part of.
    Bytes(Vec<u8>),
}

/// A quantity of a text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Quantity {
    /// The number that the text is, in decimal digits with or without a sign. For example, it is 7 for `007`, and `1.5` has none.
    Value,
    /// Length in bytes, without skipped text at the end.
    Length,
    /// Number of rules or tokens of this name.
    Count(String),
    /// The largest number among the rules or tokens of this name. So an upper bound is a condition on each of them, a lower bound on some.
    /// For example, it is 9 for `number` in `[1,9,5]`.
    Largest(String),
    /// The smallest number among them. So a lower bound is a condition on each of them, an upper bound on some. For example, it is 1 for
    /// `[1,9,5]`.
    Smallest(String),
}

impl Constraint {
    /// Returns the name of the rule or token that it is about, if it is about one.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::With(Content::Name(name) | Content::Exactly(name, _))
            | Self::Without(Content::Name(name) | Content::Exactly(name, _))
            | Self::AtLeast(Quantity::Count(name) | Quantity::Largest(name) | Quantity::Smallest(name), _)
            | Self::AtMost(Quantity::Count(name) | Quantity::Largest(name) | Quantity::Smallest(name), _) => Some(name),
            _ => None,
        }
    }

    /// Returns whether it holds for the text of a node. O(n) time for n bytes.
    pub fn holds(&self, grammar: &Grammar, text: &[u8], tree: &Tree, node: NodeId) -> bool {
        self.holds_at(Place { grammar, seen: ParsedText { text, tree }, node })
    }

    /// As [`Constraint::holds`].
    pub(super) fn holds_at(&self, place: Place<'_>) -> bool {
        match self {
            Self::With(content) => place.has(content),
            Self::Without(content) => !place.has(content),
            Self::AtLeast(quantity @ Quantity::Smallest(_), bound) => {
                place.measure(quantity).is_none_or(|value| value >= *bound)
            }
            Self::AtMost(quantity @ Quantity::Largest(_), bound) => {
                place.measure(quantity).is_none_or(|value| value <= *bound)
            }
            Self::AtLeast(quantity, bound) => place.measure(quantity).is_some_and(|value| value >= *bound),
            Self::AtMost(quantity, bound) => place.measure(quantity).is_some_and(|value| value <= *bound),
            Self::Except(other) => place.text(place.node) != other.as_slice(),
        }
    }
}

/// A node of a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) grammar: &'a Grammar,
    pub(super) seen: ParsedText<'a>,
    pub(super) node: NodeId,
}

impl<'a> Place<'a> {
    /// Returns whether the text has a feature.
    fn has(&self, content: &Content) -> bool {
        match content {
            Content::Name(name) => self.named(name).next().is_some(),
            Content::Exactly(name, text) => self.named(name).any(|node| self.text(node) == text.as_slice()),
            Content::Bytes(bytes) => contains(self.text(self.node), bytes),
        }
    }

    /// Returns a quantity of the text; none if it is about numbers and there are none.
    pub(super) fn measure(&self, quantity: &Quantity) -> Option<i128> {
        let numbers = |name| self.named(name).filter_map(|node| number(self.text(node)));
        match quantity {
            Quantity::Value => number(self.text(self.node)),
            Quantity::Length => Some(self.text(self.node).len() as i128),
            Quantity::Count(name) => Some(self.named(name).count() as i128),
            Quantity::Largest(name) => numbers(name).max(),
            Quantity::Smallest(name) => numbers(name).min(),
        }
    }

    /// Returns the node whose text is this number, among the nodes that the quantity is about.
    pub(super) fn numbered(&self, quantity: &Quantity, value: i128) -> Option<NodeId> {
        let is_it = |&node: &NodeId| number(self.text(node)) == Some(value);
        match quantity {
            Quantity::Value => Some(self.node).filter(is_it),
            Quantity::Largest(name) | Quantity::Smallest(name) => self.named(name).find(is_it),
            Quantity::Length | Quantity::Count(_) => None,
        }
    }

    /// Returns the text of a node, without skipped text at its end.
    pub(super) fn text(&self, node: NodeId) -> &'a [u8] {
        &self.seen.text[name_span(self.grammar, self.seen.tree, node)]
    }

    /// Returns the nodes of a rule or token in this place, its own node included.
    fn named<'n>(&self, name: &'n str) -> impl Iterator<Item = NodeId> + use<'a, 'n> {
        let Place { grammar, seen, node } = *self;
        seen.tree.subtree(node).filter(move |&node| is_named(grammar, seen.tree, node, name))
    }
}

/// Returns the integer that a text is in decimal digits, or the one closest to it that fits.
fn number(text: &[u8]) -> Option<i128> {
    let digits = text.strip_prefix(b"-").or_else(|| text.strip_prefix(b"+")).unwrap_or(text);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let sign = if text.starts_with(b"-") { -1 } else { 1 };
    let push = |value: i128, digit: &u8| value.saturating_mul(10).saturating_add(sign * i128::from(digit - b'0'));
    Some(digits.iter().fold(0, push))
}

fn contains(text: &[u8], bytes: &[u8]) -> bool {
    bytes.is_empty() || text.windows(bytes.len()).any(|window| window == bytes)
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_are_decimal_integers() {
        for (text, value) in [
            ("0", Some(0)),
            ("007", Some(7)),
            ("-12", Some(-12)),
            ("+5", Some(5)),
            ("", None),
            ("-", None),
            ("1.5", None),
            ("1 2", None),
        ] {
            assert_eq!(number(text.as_bytes()), value, "{text}");
        }
        assert_eq!(number(&[b'9'; 100]), Some(i128::MAX));
        assert_eq!(number(&[b"-".as_slice(), &[b'9'; 100]].concat()), Some(i128::MIN));
    }
}
