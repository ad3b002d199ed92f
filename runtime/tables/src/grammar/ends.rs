//! The terminals and rules at the end of texts. Needed where the text of a label is repeated, because it can be any
//! text of the rule. For example, `<tag> ::= "<" <name>` ends with the terminals of `<name>`.

use std::collections::{HashMap, HashSet};

use super::{Check, Grammar, Item, Symbol};

/// The terminals and rules at the end of texts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct End {
    /// The hidden rule of an optional skip.
    pub skip: Option<Symbol>,
    /// The last terminals, before the skip.
    pub terminals: Vec<Symbol>,
    /// The rules that end with these terminals, the given rules included.
    pub rules: Vec<Symbol>,
}

impl Grammar {
    /// Returns the ends of each rule whose text must repeat a label, for example `<name>` in `<name> := text(open)`.
    /// O(grammar) for each rule.
    pub fn ends_of_repeated(&self) -> HashMap<Symbol, End> {
        let repeats = |item: &&Item| matches!(item.check, Check::Text { .. }) && self.rule(item.symbol).is_some();
        let rules: HashSet<Symbol> = self.items.iter().filter(repeats).map(|item| item.symbol).collect();
        rules.into_iter().map(|rule| (rule, self.end_of(vec![rule]))).collect()
    }

    /// Returns the ends of the texts of some symbols. O(grammar).
    pub fn end_of(&self, symbols: Vec<Symbol>) -> End {
        let mut seen: HashSet<Symbol> = symbols.iter().copied().collect();
        let (mut open, mut end) = (symbols, End::default());
        while let Some(symbol) = open.pop() {
            if self.terminal(symbol).is_some() {
                end.terminals.push(symbol);
                continue;
            }
            end.rules.push(symbol);
            for production in self.productions_of(symbol) {
                for item in self.items_of(production).iter().rev() {
                    if self.is_optional_skip(item.symbol) {
                        end.skip = end.skip.or(Some(item.symbol));
                    } else if seen.insert(item.symbol) {
                        open.push(item.symbol);
                    }
                    if !self.is_nullable(item.symbol) {
                        break;
                    }
                }
            }
        }
        end
    }

    fn is_nullable(&self, symbol: Symbol) -> bool {
        match self.terminal(symbol) {
            Some(terminal) => terminal.nullable,
            None => self.rules[symbol.0 as usize].nullable,
        }
    }
}
