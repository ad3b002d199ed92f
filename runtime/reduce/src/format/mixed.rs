//! A language and the island language in one, for the tree of an input with parts that the language does not accept.
//!
//! The rules, productions and items of the language keep their numbers; those of islands come after them. Nothing is parsed by
//! it: a tree of the language and trees of islands are put together. An island may be a node of any item, or go without leaving
//! anything ([`MixedLanguage::part`]).

use std::borrow::Cow;

use super::Format;
use grammarc_core::byteset::ByteSet;
use grammarc_core::grammar::{
    Grammar, Item, ItemId, Plan, Production, ProductionId, Regular, RegularId, Rule, RuleKind, Shape, Symbol, Table,
    Terminal, rows,
};
use grammarc_core::language::{Attempt, Language};
use grammarc_core::tree::Builder;
use grammarc_outline::outline;

/// A language with islands, and the offsets that turn the numbers of either into its own. For example, JSON with
/// islands has the rules of JSON first, with their numbers, then those of islands.
pub(crate) struct MixedLanguage {
    /// The format whose trees have nodes of both.
    pub(crate) language: Format,
    /// The item of an island that stands where the language asks for nothing.
    pub(crate) part: ItemId,
    /// How many rules, productions and items the language has alone.
    rules: u32,
    productions: u32,
    items: u32,
    terminals: u32,
}

/// The rules of islands, and the one of [`MixedLanguage::part`].
const MORE_RULES: u32 = outline::GRAMMAR_RULES + 1;

impl MixedLanguage {
    /// Puts islands beside a language. O(grammar).
    pub(crate) fn new(base: &Language) -> Self {
        let (grammar, island) = (&base.grammar, &outline::GRAMMAR);
        let items = grammar.items.len() as u32;
        let language = Language::new(Cow::Owned(format!("{} with islands", base.name)), grammar.clone(), no_engine);
        let mut mixed = Self {
            language: Format::of(language),
            part: ItemId(items + island.items.len() as u32),
            rules: grammar.rules.len() as u32,
            productions: grammar.productions.len() as u32,
            items,
            terminals: grammar.terminals.len() as u32,
        };
        mixed.language.generator.language.grammar = mixed.grammar(grammar, island);
        mixed
    }

    /// Returns the number of a symbol of the language.
    pub(crate) fn base(&self, symbol: Symbol) -> Symbol {
        if symbol.0 < self.rules { symbol } else { Symbol(symbol.0 + MORE_RULES) }
    }

    /// Returns the number of a symbol of islands.
    pub(crate) fn symbol(&self, symbol: Symbol) -> Symbol {
        let before = if symbol.0 < outline::GRAMMAR_RULES { self.rules } else { self.rules + 1 + self.terminals };
        Symbol(before + symbol.0)
    }

    /// Returns the number of a production of islands.
    pub(crate) fn production(&self, production: ProductionId) -> ProductionId {
        ProductionId(self.productions + production.0)
    }

    /// Returns the number of an item of islands.
    pub(crate) fn item(&self, item: ItemId) -> ItemId {
        if item == ItemId::NONE { item } else { ItemId(self.items + item.0) }
    }

    /// Returns whether a symbol is one of islands.
    pub(crate) fn is_island(&self, symbol: Symbol) -> bool {
        let islands = self.rules..self.rules + MORE_RULES;
        islands.contains(&symbol.0) || symbol.0 >= islands.end + self.terminals
    }

    fn grammar(&self, base: &Grammar, island: &Grammar) -> Grammar {
        let part = Symbol(self.rules + outline::GRAMMAR_RULES);
        let regulars = base.regulars.len() as u32;
        let both = |base: Vec<Item>| -> Table<Item> {
            let islands = island.items.iter().map(|item| Item { symbol: self.symbol(item.symbol), ..*item });
            base.into_iter().chain(islands).chain([rows::item(self.symbol(island.start), 0).consume()]).collect()
        };
        Grammar {
            start: self.base(base.start),
            rules: base.rules.iter().cloned().chain(self.rules_of(island)).chain([self.rule_of_part(island)]).collect(),
            productions: self.productions_of(base, island, part).collect(),
            items: both(base.items.iter().map(|item| Item { symbol: self.base(item.symbol), ..*item }).collect()),
            terminals: self.terminals_of(base, island, regulars).collect(),
            regulars: base
                .regulars
                .iter()
                .cloned()
                .chain(island.regulars.iter().map(|it| moved(it, regulars)))
                .collect(),
            ..base.clone()
        }
    }

    fn rules_of(&self, island: &Grammar) -> impl Iterator<Item = Rule> {
        island.rules.iter().map(|rule| {
            let productions = rule.productions.start + self.productions..rule.productions.end + self.productions;
            Rule { productions, ..rule.clone() }
        })
    }

    /// An island or nothing.
    fn rule_of_part(&self, island: &Grammar) -> Rule {
        let first = self.productions + island.productions.len() as u32;
        rows::rule("island", RuleKind::Repeat, first..first + 2, Plan::Ordered, [ByteSet::ALL; 2], 0).nullable()
    }

    fn productions_of(&self, base: &Grammar, island: &Grammar, part: Symbol) -> impl Iterator<Item = Production> {
        let own = base
            .productions
            .iter()
            .map(|row| Production { shape: shape(row.shape, |it| self.base(it)), ..row.clone() });
        let islands = island.productions.iter().map(|row| Production {
            rule: self.symbol(row.rule),
            items: row.items.start + self.items..row.items.end + self.items,
            shape: shape(row.shape, |symbol| self.symbol(symbol)),
            ..row.clone()
        });
        let items = [self.part.0..self.part.0 + 1, self.part.0 + 1..self.part.0 + 1];
        let parts = items.into_iter().enumerate().map(move |(number, items)| {
            rows::production(part, items, Shape::Splice, ByteSet::ALL, 0).alternative(number as u16).nullable()
        });
        own.chain(islands).chain(parts)
    }

    fn terminals_of(&self, base: &Grammar, island: &Grammar, regulars: u32) -> impl Iterator<Item = Terminal> {
        let own = base.terminals.iter().map(|it| Terminal { word: it.word.map(|word| self.base(word)), ..it.clone() });
        let regular = move |RegularId(number)| RegularId(number + regulars);
        own.chain(island.terminals.iter().map(move |it| Terminal { regular: regular(it.regular), ..it.clone() }))
    }
}

fn shape(shape: Shape, number: impl Fn(Symbol) -> Symbol) -> Shape {
    match shape {
        Shape::Node(symbol) => Shape::Node(number(symbol)),
        Shape::Leaf(symbol) => Shape::Leaf(number(symbol)),
        Shape::Element | Shape::Splice => shape,
    }
}

/// Returns an expression whose parts have higher numbers.
fn moved(regular: &Regular, by: u32) -> Regular {
    let id = |RegularId(number): RegularId| RegularId(number + by);
    let all = |parts: &Table<RegularId>| parts.iter().map(|&part| id(part)).collect();
    match regular {
        Regular::Sequence(parts) => Regular::Sequence(all(parts)),
        Regular::Choice(parts) => Regular::Choice(all(parts)),
        &Regular::Repeat { body, min, max } => Regular::Repeat { body: id(body), min, max },
        &Regular::Ahead { body, negative } => Regular::Ahead { body: id(body), negative },
        &Regular::Except { body, without } => Regular::Except { body: id(body), without: id(without) },
        Regular::Literal { .. } | Regular::Chars(_) | Regular::Bytes(_) | Regular::Text { .. } => regular.clone(),
    }
}

/// Which parts of a text are islands does not follow from its grammar: [`crate::reduce`] finds out.
fn no_engine(_: &Language, _: &[u8], _: &mut Builder) -> Attempt {
    Attempt::Failed
}
