//! Finds the productions of hidden rules in a tree: it has no nodes for these, but every node names the item that it stands for.
//!
//! Each item is in one production only. So the first node of an application of a hidden rule tells which production was taken, as the first
//! byte of a text does by FIRST sets. For example, `<x>?` before `"b"` becomes a hidden rule with the productions `<x>` and nothing. If the
//! next node stands for the item `<x>`, it was the first one; if it stands for `"b"`, it was the second one.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use grammarc_core::grammar::{End, Grammar, Item, ItemId, ProductionId, RuleKind, Shape, Symbol, TerminalKind};

/// Holds the guide of a language from its first use on.
#[derive(Debug, Default)]
pub(crate) struct Guides(OnceLock<Guide>);

impl Guides {
    /// Makes the empty holder, for a static.
    pub(crate) const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// Returns the guide, made now if need be.
    pub(crate) fn of(&self, grammar: &Grammar) -> &Guide {
        self.0.get_or_init(|| Guide::new(grammar))
    }
}

/// Relation of the first node of an application to the application.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Start {
    /// It stands for this item.
    Item(ItemId),
    /// It is an application of this production, and stands for the item that asked for the rule.
    Own(ProductionId),
}

/// Tells the production of each rule by the first node of its application.
#[derive(Debug)]
pub(crate) struct Guide {
    productions: Vec<HashMap<Start, ProductionId>>,
    /// The productions that can be without a node, in order of priority.
    nodeless: Vec<Vec<ProductionId>>,
    /// By rule that repeats the text of a label: the terminals and the skip at the end of its texts.
    ends: HashMap<Symbol, End>,
}

impl Guide {
    fn new(grammar: &Grammar) -> Self {
        let nodeless = nodeless(grammar);
        let starts = starts(grammar, &nodeless);
        let rules = || (0..grammar.rules.len() as u32).map(Symbol);
        let productions = rules().map(|rule| {
            let mut found = HashMap::new();
            for production in grammar.productions_of(rule) {
                for &start in &starts[production.0 as usize] {
                    found.entry(start).or_insert(production);
                }
            }
            found
        });
        let silent = |rule| {
            let productions = grammar.productions_of(rule);
            productions.filter(|&production| is_nodeless(grammar, production, &nodeless)).collect()
        };
        let nodeless = rules().map(silent).collect();
        Self { productions: productions.collect(), nodeless, ends: grammar.ends_of_repeated() }
    }

    /// Returns the hidden rule of the skip at the end of a symbol's texts, if the symbol repeats the text of a label.
    pub(crate) fn end(&self, symbol: Symbol) -> Option<Symbol> {
        self.ends.get(&symbol)?.skip
    }

    /// Returns the production of `rule`, asked for by `caller`, that begins with a node of this item and production.
    pub(crate) fn production(
        &self,
        rule: Symbol,
        caller: ItemId,
        item: ItemId,
        production: Option<ProductionId>,
    ) -> Option<ProductionId> {
        let productions = self.productions.get(rule.0 as usize)?;
        let own = production.filter(|_| item == caller).and_then(|own| productions.get(&Start::Own(own)));
        own.or_else(|| productions.get(&Start::Item(item))).copied()
    }

    /// Returns the productions of a rule that can be without a node, in order of priority.
    pub(crate) fn nodeless(&self, rule: Symbol) -> &[ProductionId] {
        &self.nodeless[rule.0 as usize]
    }
}

/// Returns for every rule whether it can be without a node. A repetition then stops: an iteration consumes something. For example, `!"a"`
/// has no node, and neither has `<x>*` for no `<x>`.
fn nodeless(grammar: &Grammar) -> Vec<bool> {
    let mut nodeless = vec![false; grammar.rules.len()];
    grammar.until_settled(|id| {
        let rule = grammar.production(id).rule.0 as usize;
        let is_new = !nodeless[rule] && is_nodeless(grammar, id, &nodeless);
        nodeless[rule] |= is_new;
        is_new
    });
    nodeless
}

fn is_nodeless(grammar: &Grammar, production: ProductionId, rules: &[bool]) -> bool {
    let row = grammar.production(production);
    let goes_on = grammar.rules[row.rule.0 as usize].kind == RuleKind::Repeat && row.items.start < row.items.end;
    let is_silent = |item: &Item| match grammar.terminal(item.symbol) {
        Some(terminal) => matches!(terminal.kind, TerminalKind::Ahead { .. }),
        None => rules[item.symbol.0 as usize],
    };
    !goes_on && row.shape == Shape::Splice && grammar.items_of(production).iter().all(is_silent)
}

/// Returns the possible first nodes of every production.
fn starts(grammar: &Grammar, nodeless: &[bool]) -> Vec<HashSet<Start>> {
    let mut rules: Vec<HashSet<Start>> = vec![HashSet::new(); grammar.rules.len()];
    let mut productions: Vec<HashSet<Start>> = vec![HashSet::new(); grammar.productions.len()];
    grammar.until_settled(|id| {
        let found = first(grammar, id, &rules, nodeless);
        let rule = &mut rules[grammar.production(id).rule.0 as usize];
        let before = rule.len();
        rule.extend(&found);
        productions[id.0 as usize] = found;
        rule.len() > before
    });
    productions
}

fn first(grammar: &Grammar, production: ProductionId, rules: &[HashSet<Start>], nodeless: &[bool]) -> HashSet<Start> {
    let row = grammar.production(production);
    if row.shape != Shape::Splice {
        return HashSet::from([Start::Own(production)]);
    }
    let mut found = HashSet::new();
    for (number, item) in row.items.clone().zip(grammar.items_of(production)) {
        let id = ItemId(number);
        let stands = |start: &Start| match *start {
            Start::Own(_) if !item.pass => Start::Item(id),
            start => start,
        };
        match grammar.terminal(item.symbol).map(|terminal| terminal.kind) {
            Some(TerminalKind::Ahead { .. }) => continue,
            Some(_) => _ = found.insert(Start::Item(id)),
            None => found.extend(rules[item.symbol.0 as usize].iter().map(stands)),
        }
        if !nodeless.get(item.symbol.0 as usize).is_some_and(|&nodeless| nodeless) {
            break;
        }
    }
    found
}
