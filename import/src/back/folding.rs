//! Makes case explicit: where letters stand for both cases, texts and classes say so themselves.

use crate::source::{SourceGrammar, SourceItemKind};
use crate::walk::visit_items;

/// Marks the texts of rules without case as such, and adds the other case to their classes. Afterwards no rule is marked.
pub(super) fn make_explicit(grammar: &mut SourceGrammar) {
    let everywhere = std::mem::take(&mut grammar.is_case_insensitive);
    for rule in &mut grammar.rules {
        if std::mem::take(&mut rule.is_case_insensitive) || everywhere {
            visit_items(&mut rule.alternatives, &mut |item| fold(&mut item.kind));
        }
    }
}

fn fold(kind: &mut SourceItemKind) {
    match kind {
        SourceItemKind::Text { fold, .. } => *fold = true,
        SourceItemKind::Class { ranges, .. } => {
            for (low, high) in ranges.clone() {
                ranges.extend(shared(low, high, 0x41, 0x5A).map(|(low, high)| (low + 32, high + 32)));
                ranges.extend(shared(low, high, 0x61, 0x7A).map(|(low, high)| (low - 32, high - 32)));
            }
        }
        SourceItemKind::AnyTokenBut(tokens) => tokens.iter_mut().for_each(fold),
        _ => {}
    }
}

/// The common part of two ranges.
pub(super) fn shared(low: u32, high: u32, from: u32, to: u32) -> Option<(u32, u32)> {
    let (low, high) = (low.max(from), high.min(to));
    (low <= high).then_some((low, high))
}
