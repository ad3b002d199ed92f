//! Fields that say how large a slice is: where they stand, and how their number is written.
//!
//! In `n:<u16be> := size(v) v:<bytes>`, the slice is `v`, and its field is `n`. The fuzzer writes `n` anew when `v` ends, so that the text can
//! be parsed without a search for the end of `v`.

use std::collections::HashMap;

use grammarc_core::grammar::{Codec, Drive, Expression, ExpressionId, FieldId, Grammar, Item, ItemId, Label, Symbol};

/// The field that says how large a slice is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::fuzz) struct SizeField {
    /// The label of its item.
    pub(in crate::fuzz) label: Label,
    /// The symbol of its item.
    pub(in crate::fuzz) symbol: Symbol,
    /// How it is computed.
    pub(in crate::fuzz) field: FieldId,
    /// How its number is written: always in as many bytes.
    pub(in crate::fuzz) codec: Codec,
}

impl SizeField {
    /// Returns how many bytes the slice should have at most: a few less than its field can say, because a part may become longer than its
    /// goal.
    pub(in crate::fuzz) fn goal_bytes(&self) -> u32 {
        let most = u32::try_from(self.codec.range().1).unwrap_or(u32::MAX);
        most - most / 8
    }
}

/// The slices of a grammar.
#[derive(Debug, Default)]
pub(in crate::fuzz) struct Slices {
    /// By slice: its field, if that can be written anew in place.
    fields: HashMap<ItemId, SizeField>,
    /// Whether there are any.
    pub(in crate::fuzz) is_any: bool,
    /// Whether some slice has another field, such as a decimal number, which is filled when all is written.
    pub(in crate::fuzz) is_any_filled: bool,
}

impl Slices {
    /// Finds the slices, except those whose field counts a repetition, too: such a field is chosen first.
    pub(super) fn new(grammar: &Grammar, is_number: impl Fn(ItemId) -> bool) -> Self {
        let mut slices = Self::default();
        if !grammar.items.iter().any(|item| matches!(item.drive, Drive::Size(_))) {
            return slices;
        }
        slices.is_any = true;
        for alternative in grammar.alternatives() {
            let items = grammar.items_within(alternative);
            for &(id, item) in &items {
                let Drive::Size(size) = item.drive else { continue };
                let numbers = || {
                    items
                        .iter()
                        .filter(|(_, other)| other.label.is_some_and(|it| grammar.labels_of(size).contains(&it)))
                };
                if numbers().any(|&(number, _)| is_number(number)) {
                    continue;
                }
                match numbers().collect::<Vec<_>>()[..] {
                    [&(_, number)] => match size_field(grammar, size, number) {
                        Some(field) => _ = slices.fields.insert(id, field),
                        None => slices.is_any_filled = true,
                    },
                    _ => slices.is_any_filled = true,
                }
            }
        }
        slices
    }

    /// Returns the field of a slice, if it can be written anew in place.
    pub(in crate::fuzz) fn field_of(&self, slice: ItemId) -> Option<&SizeField> {
        self.fields.get(&slice)
    }

    /// Returns whether any field can be written anew in place.
    pub(in crate::fuzz) fn is_any_written(&self) -> bool {
        !self.fields.is_empty()
    }
}

/// Returns the field in `number`, if its text always has the same length.
fn size_field(grammar: &Grammar, size: ExpressionId, number: &Item) -> Option<SizeField> {
    let label = number.label?;
    let codec = codec(grammar, size, label).filter(|codec| matches!(codec, Codec::Fixed { .. }))?;
    Some(SizeField { label, symbol: number.symbol, field: number.field?, codec })
}

/// Returns how the text of a label is read in an expression.
fn codec(grammar: &Grammar, id: ExpressionId, label: Label) -> Option<Codec> {
    match &grammar.expressions[id.0 as usize] {
        Expression::Value { label: other, codec } if *other == label => Some(*codec),
        Expression::Binary { left, right, .. } => {
            codec(grammar, *left, label).or_else(|| codec(grammar, *right, label))
        }
        _ => None,
    }
}
