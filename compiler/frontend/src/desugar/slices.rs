//! Skip at the end of a slice is moved behind it. A slice has as many bytes as its label, and a label's text does not include skip
//! at its end.
//!
//! For example, in `n := size(v) v:<body>` the blanks behind the last token of `<body>` do not count to the size `n`.

use grammarc_runtime::grammar::{Drive, Item, Slot, Symbol};

use super::ends::RuleEnd;
use super::items::plain;
use super::{Lowering, terminal_number};

impl Lowering<'_> {
    /// Adds skip behind each rule that fills a slice and can end with it.
    pub(super) fn skip_after_slices(&mut self, ends: &[RuleEnd]) {
        let is_slice = |item: &Item| matches!(item.drive, Drive::Size(_)) && terminal_number(item.symbol).is_none();
        for draft in &mut self.drafts {
            for production in &mut draft.productions {
                let items = std::mem::take(&mut production.items);
                let mut rest = items.into_iter().peekable();
                while let Some(item) = rest.next() {
                    production.items.push(item);
                    let is_followed = rest.peek().is_some_and(|next| next.slot == Slot::Skip);
                    if is_slice(&item) && !is_followed {
                        let skips = ends[item.symbol.0 as usize].skips.iter();
                        let skip = |&skip: &Symbol| Item { index: item.index, slot: Slot::Skip, ..plain(skip) };
                        production.items.extend(skips.map(skip));
                    }
                }
            }
        }
    }
}
