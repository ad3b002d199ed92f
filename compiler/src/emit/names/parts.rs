//! Names for the numbered parts of a grammar: its productions and their items.
//!
//! `<pair> ::= <key> "=" <value> @as(Named) | <value>` has the productions `PAIR_NAMED` and `PAIR_VALUE`, and the items
//! `PAIR_NAMED_KEY`, `PAIR_NAMED_EQUALS`, `PAIR_NAMED_VALUE` and `PAIR_VALUE`.

use std::collections::HashMap;

use grammarc_runtime::grammar::{Grammar, ItemId, Production, ProductionId, RuleKind, Slot};

use super::{Names, snake};

/// The names of the parts of one grammar, each unique among its like.
#[derive(Debug, Clone, Default)]
pub(crate) struct PartNames {
    pub(crate) productions: Vec<String>,
    pub(crate) items: Vec<String>,
}

impl PartNames {
    /// Names the parts of a grammar whose symbols are named.
    pub(super) fn new(grammar: &Grammar, names: &Names) -> Self {
        let (mut productions, mut items) = (Unique::default(), Unique::default());
        let ids = || (0..grammar.productions.len() as u32).map(ProductionId);
        let named = |id| {
            let row = grammar.production(id);
            let count = grammar.productions_of(row.rule).len();
            wish(grammar, names, id).unwrap_or_else(|| match count {
                1 => names.constant(row.rule),
                _ => format!("{}_{}", names.constant(row.rule), id.0 + 1 - rule_start(grammar, row)),
            })
        };
        let productions = ids().map(|id| productions.of(named(id))).collect();
        let mut parts = Self { productions, items: vec![String::new(); grammar.items.len()] };
        for id in ids() {
            let row = grammar.production(id);
            let owner = match &row.name {
                Some(_) => parts.productions[id.0 as usize].clone(),
                None => names.constant(row.rule),
            };
            let root = format!("{}_", snake(&grammar.rules[row.rule.0 as usize].name).to_ascii_uppercase());
            for number in row.items.clone().map(|number| number as usize) {
                // Productions can share their items.
                if parts.items[number].is_empty() {
                    parts.items[number] = items.of(format!("{owner}_{}", part(grammar, names, &root, number)));
                }
            }
        }
        parts
    }
}

/// Names an item within its production after its symbol. A hidden rule loses the prefix of the rule that it came from.
fn part(grammar: &Grammar, names: &Names, root: &str, item: usize) -> String {
    let item = &grammar.items[item];
    let name = names.constant(item.symbol);
    match grammar.rule(item.symbol) {
        _ if item.slot == Slot::Skip => "GAP".to_owned(),
        Some(rule) if rule.kind != RuleKind::Named => name.strip_prefix(root).unwrap_or(&name).to_owned(),
        Some(_) => name,
        None => name.strip_prefix("TEXT_").unwrap_or(&name).to_owned(),
    }
}

/// Returns the number of the first production of the rule that a production belongs to.
fn rule_start(grammar: &Grammar, row: &Production) -> u32 {
    grammar.rules[row.rule.0 as usize].productions.start
}

/// Returns the name of a production by its `@as(…)` or its only item, or `PAIR_NOTHING` if it is empty; none for any other.
fn wish(grammar: &Grammar, names: &Names, id: ProductionId) -> Option<String> {
    let row = grammar.production(id);
    let rule = names.constant(row.rule);
    if let Some(name) = &row.name {
        return Some(format!("{rule}_{}", snake(name).to_ascii_uppercase()));
    }
    match grammar.items_of(id) {
        _ if grammar.productions_of(row.rule).len() == 1 => None,
        [] => Some(format!("{rule}_NOTHING")),
        [only] => Some(format!("{rule}_{}", names.constant(only.symbol))),
        _ => None,
    }
}

impl Names {
    /// Returns how code refers to an item: `item::PAIR_KEY`.
    pub(crate) fn item(&self, ItemId(number): ItemId) -> String {
        format!("item::{}", self.parts.items[number as usize])
    }

    /// Returns the name of an item as part of that of a function: `pair_key`.
    pub(crate) fn item_stem(&self, ItemId(number): ItemId) -> String {
        self.parts.items[number as usize].to_ascii_lowercase()
    }

    /// Returns the name of a production as part of that of a function: `pair_value`.
    pub(crate) fn alternative(&self, ProductionId(number): ProductionId) -> String {
        self.parts.productions[number as usize].to_ascii_lowercase()
    }

    /// Returns how code refers to a production: `production::PAIR_VALUE`.
    pub(crate) fn production(&self, ProductionId(number): ProductionId) -> String {
        format!("production::{}", self.parts.productions[number as usize])
    }
}

/// Names that were given, with the number that the next one of each wish gets.
#[derive(Debug, Default)]
pub(crate) struct Unique {
    next: HashMap<String, u32>,
}

impl Unique {
    /// Returns `wish`, or `wish` with a number where it is taken.
    /// For example, the second `PAIR_VALUE` becomes `PAIR_VALUE_2`.
    pub(crate) fn of(&mut self, wish: String) -> String {
        let mut name = wish.clone();
        while self.next.contains_key(&name) {
            let next = self.next.entry(wish.clone()).or_insert(2);
            name = format!("{wish}_{next}");
            *next += 1;
        }
        self.next.insert(name.clone(), 2);
        name
    }
}
