//! What may be skipped at the end of a slice stands behind it: a slice has as many bytes as its label, and labels do not see
//! what is skipped at their end.

use std::collections::{HashMap, VecDeque};

use grammarc_runtime::grammar::{Drive, Item, Slot, Symbol, TerminalKind};

use super::items::plain;
use super::{DraftProduction, Lowering, terminal_number};

/// What the texts of a rule can end with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct End {
    /// The hidden rules of skip.
    skips: Vec<Symbol>,
    /// Whether there may be no text: then what stands before it is at the end.
    vanishes: bool,
}

impl Lowering<'_> {
    /// Adds skip behind each rule that fills a slice and can end with it.
    pub(super) fn skip_after_slices(&mut self) {
        let is_slice = |item: &Item| matches!(item.drive, Drive::Size(_)) && terminal_number(item.symbol).is_none();
        let productions = self.drafts.iter().flat_map(|draft| &draft.productions);
        if !productions.flat_map(|production| &production.items).any(is_slice) {
            return;
        }
        let ends = self.ends();
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

    /// Returns for every rule what its texts can end with.
    fn ends(&self) -> Vec<End> {
        let mut users: HashMap<usize, Vec<usize>> = HashMap::new();
        for (number, draft) in self.drafts.iter().enumerate() {
            for item in draft.productions.iter().flat_map(|production| &production.items) {
                if terminal_number(item.symbol).is_none() {
                    users.entry(item.symbol.0 as usize).or_default().push(number);
                }
            }
        }
        let mut ends = vec![End::default(); self.drafts.len()];
        let mut open: VecDeque<usize> = (0..self.drafts.len()).collect();
        while let Some(number) = open.pop_front() {
            let mut end = End::default();
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

    /// Adds what the texts of a production can end with.
    fn add_end(&self, production: &DraftProduction, ends: &[End], end: &mut End) {
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
            if !vanishes {
                return;
            }
        }
        end.vanishes = true;
    }
}
