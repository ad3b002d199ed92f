//! The terms in which mutation and reduction speak of seeds: the reducer makes a seed smaller for a population, and finds the parts of a
//! broken one. Neither needs the other for that.

use std::ops::Range;

use grammarc_core::grammar::ItemId;

/// Test of a reduced text: whether it still has all features for which the original joins a population. None if it is not in the language.
pub type FeatureTest<'a> = dyn Fn(&[u8]) -> Option<bool> + Sync + 'a;

/// A part of a text that does not parse as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextPart {
    /// The item of the grammar for which the part was parsed. For example, the item `<value>` of an array.
    pub item: ItemId,
    /// Its bytes in the text.
    pub span: Range<usize>,
}
