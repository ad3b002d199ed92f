//! The symbols that rules can end with: skip, or an opaque rule that has skip in its leaf.

use std::collections::{HashMap, VecDeque};

use grammarc_runtime::grammar::{Slot, Symbol, TerminalKind};

use super::{DraftProduction, Lowering, terminal_number};

/// The possible ends of a rule's texts.
/// For example, with `%skip <ws>` the rule `<a> ::= "x" "y"?` can end with skip after `y` or, if `y` is missing, after `x`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct RuleEnd {
    /// The hidden rules of skip.
    pub(super) skips: Vec<Symbol>,
    /// An opaque rule that may end with something skipped.
    pub(super) opaque: Option<usize>,
    /// Whether the rule can be empty: then the item before it is at the end.
    vanishes: bool,
}

impl Lowering<'_> {
    /// Returns the possible ends of every rule.
    pub(super) fn ends(&self) -> Vec<RuleEnd> {
        let mut users: HashMap<usize, Vec<usize>> = HashMap::new();
        for (number, draft) in self.drafts.iter().enumerate() {
            for item in draft.productions.iter().flat_map(|production| &production.items) {
                if terminal_number(item.symbol).is_none() {
                    users.entry(item.symbol.0 as usize).or_default().push(number);
                }
            }
        }
        let mut ends = vec![RuleEnd::default(); self.drafts.len()];
        let mut open: VecDeque<usize> = (0..self.drafts.len()).collect();
        while let Some(number) = open.pop_front() {
            let mut end = RuleEnd::default();
            for production in &self.drafts[number].productions {
                self.add_end(production, &ends, &mut end);
            }
            end.skips.sort_unstable();
            end.skips.dedup();
            if end != ends[number] {
                ends[number] = end;
                open.extend(users.get(&number).into_iter().flatten());
            }
        }
        ends
    }

    /// Adds the possible ends of a production.
    fn add_end(&self, production: &DraftProduction, ends: &[RuleEnd], end: &mut RuleEnd) {
        for item in production.items.iter().rev() {
            let vanishes = match terminal_number(item.symbol).map(|number| &self.terminals[number]) {
                Some(terminal) => terminal.nullable || matches!(terminal.kind, TerminalKind::Ahead { .. }),
                None if item.slot == Slot::Skip => {
                    end.skips.push(item.symbol);
                    true
                }
                None => {
                    let inner = &ends[item.symbol.0 as usize];
                    end.skips.extend(&inner.skips);
                    inner.vanishes
                }
            };
            if item.slot != Slot::Skip {
                end.opaque = end.opaque.max(self.opaque_end(item.symbol, ends));
            }
            if !vanishes {
                return;
            }
        }
        end.vanishes = true;
    }
}
