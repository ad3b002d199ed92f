//! A grammar without what its fields say of sizes and counts: how an input reads that lies about them.

use crate::grammar::{Drive, Grammar, Symbol};
use crate::parse::lookahead::Lookahead;

/// Returns the grammar with every slice as long as it likes, and every count as high.
pub(super) fn grammar(grammar: &Grammar) -> Grammar {
    let mut free = grammar.clone();
    free.items.to_mut().iter_mut().for_each(|item| item.drive = Drive::None);
    free.rules.to_mut().iter_mut().for_each(|rule| rule.count = None);
    // What fills a slice is followed by more than its end now.
    let lookahead = Lookahead::new(&free);
    for (number, rule) in free.rules.to_mut().iter_mut().enumerate() {
        rule.follow = lookahead.follow(Symbol(number as u32)).sets[0];
    }
    free
}

/// Returns whether fields say anything of sizes or counts.
pub(super) fn is_driven(grammar: &Grammar) -> bool {
    grammar.items.iter().any(|item| item.drive != Drive::None)
}
