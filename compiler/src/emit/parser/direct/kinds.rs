//! The names of kinds of node: `kind::MEMBER_VALUE_STRING` is a `<string>` that is the `<value>` of a `<member>`.
//!
//! The kinds of an item are consecutive numbers, one for each alternative with a node. A rule that is written for several items
//! adds two numbers: the first kind of the item, which the caller knows, and `form::VALUE_STRING`, the distance from it.

use std::cell::RefCell;
use std::collections::BTreeMap;

use grammarc_runtime::grammar::{ItemId, ProductionId, Symbol};

use super::super::super::bare::bare;
use super::super::super::numbers::Numbers;
use super::Direct;

impl Direct<'_> {
    /// The kind of the leaf of a terminal that is parsed for an item.
    pub(super) fn leaf_kind(&self, terminal: Symbol, item: ItemId) -> Option<String> {
        let number = self.kinds.leaf(terminal, item)?;
        Some(self.kind(self.asked_name(item), number))
    }

    /// Returns the constant for the first kind of an item.
    pub(super) fn first_of(&self, item: ItemId) -> String {
        self.kind(self.asked_name(item), self.kinds.first(item))
    }

    /// Returns the constant for the kind `number`, which a production has under an item.
    pub(super) fn node_kind(&self, production: ProductionId, item: ItemId, number: u32) -> String {
        let grammar = self.parser.grammar;
        let (asked, names) = (self.asked_name(item), self.parser.names);
        let rule = grammar.production(production).rule;
        let alternative = names.alternative(production).to_ascii_uppercase();
        let is_asked = match item {
            ItemId::NONE => rule == grammar.start,
            ItemId(item) => rule == grammar.items[item as usize].symbol,
        };
        let own = alternative.strip_prefix(&names.constant(rule)).filter(|_| is_asked);
        let name = own.map_or_else(|| format!("{asked}_{alternative}"), |rest| format!("{asked}{rest}"));
        self.kind(name, number)
    }

    /// The distance of the kind of a production from the first one of its rule.
    pub(super) fn form(&self, production: ProductionId, distance: u32) -> String {
        let name = self.parser.names.alternative(production).to_ascii_uppercase();
        self.forms.borrow_mut().insert(name.clone(), distance);
        format!("form::{name}")
    }

    fn asked_name(&self, item: ItemId) -> String {
        match item {
            ItemId::NONE => self.parser.names.constant(self.parser.grammar.start),
            item => self.parser.names.item(item).replace("item::", ""),
        }
    }

    /// Returns the constant of a kind. A name that another kind has gets the number behind it.
    fn kind(&self, mut name: String, number: u32) -> String {
        let mut named = self.named.borrow_mut();
        if *named.entry(name.clone()).or_insert(number) != number {
            name = format!("{name}_{number}");
            named.insert(name.clone(), number);
        }
        format!("kind::{name}")
    }

    /// The modules of the constants that laid out code refers to.
    pub(super) fn constants(&self, code: &str) -> String {
        let code = bare(code);
        let rows = |names: &RefCell<BTreeMap<String, u32>>| {
            let mut rows: Vec<(String, u32)> = names.borrow().clone().into_iter().collect();
            rows.sort_by_key(|(_, number)| *number);
            rows
        };
        let kinds = Numbers {
            module: "kind",
            doc: "Kinds of nodes: a number for each alternative at each place in a rule.",
            kind: "u32",
            rows: rows(&self.named),
        };
        let forms = Numbers {
            module: "form",
            doc: "Distances of kinds from the first alternative at the same place.",
            kind: "u32",
            rows: rows(&self.forms),
        };
        kinds.used_in(&code) + &forms.used_in(&code)
    }
}
