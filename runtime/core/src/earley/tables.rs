//! The grammar as Earley walks it: one row for every dot, that is, for every place in every production. For example,
//! `<sum> ::= <n> "+" <n>` has four dots.

mod ahead;
mod chains;
mod links;

use std::ops::Range;

use super::chart::Links;
use crate::byteset::ByteSet;
use crate::components::cycles;
use crate::grammar::{Check, Drive, Grammar, Item, ItemId, Label, ProductionId, Shape, Slot, Symbol, TerminalKind};
use ahead::{Predictions, reading};

pub(super) use ahead::ScanMethod;

/// All dots, and facts about the rules.
pub(super) struct Tables {
    dots: Vec<Dot>,
    /// The first dot of every production, and the end of the last.
    first: Vec<u32>,
    /// The dots of every rule.
    rules: Vec<Range<u32>>,
    /// The number of each rule's cycle: rules that can derive one another over the same span share it. 0 if the rule cannot derive
    /// itself. For example, `<a> ::= <b> | "x"` and `<b> ::= <a>` are one cycle.
    cycles: Vec<u32>,
    /// Whether any rule can derive itself over the same span.
    has_cycles: bool,
    /// For every rule whether it may derive the empty text.
    vanishing: Vec<bool>,
    /// How each terminal is read.
    readings: Vec<ScanMethod>,
    predictions: Predictions,
    /// For every rule whether a dot of right recursion stands before it.
    chained: Vec<bool>,
}

/// A place in a production.
pub(super) struct Dot {
    pub(super) next: NextSymbol,
    pub(super) production: ProductionId,
    /// The item after the dot.
    pub(super) item: ItemId,
    /// The bytes that can stand here in a text of the language.
    pub(super) admits: ByteSet,
    /// The labels whose values matter from here on, and the parameters of the rule; ascending.
    pub(super) live: Box<[Label]>,
    pub(super) consume: bool,
    pub(super) check: Check,
    pub(super) drive: Drive,
    pub(super) label: Option<Label>,
    /// Whether a label or check needs the end of the rule's last byte that was not skipped. For example, in `x = x` with spaces
    /// skipped, `:= text(name)` compares `x`, not `x `.
    pub(super) is_seen: bool,
    /// Whether the item after the dot is skip.
    pub(super) is_skip: bool,
    /// Whether the item after the dot neither depends on the environment nor changes it.
    pub(super) is_plain: bool,
    /// The way to keep the links of the item behind.
    pub(super) links: Links,
    /// Whether a predicted item moves on at once, without being stored, in the empty environment. For example,
    /// `<object> ::= . "{" …` moves over `{`.
    pub(super) is_passing: bool,
    /// Whether the child after the dot takes the item of the place that called the rule.
    pub(super) pass: bool,
    /// The rule of the production, if the dot is one of right recursion. For example, `<l>` in `<l> ::= <x> "," . <l>`.
    pub(super) chain: Option<Symbol>,
    /// Whether an item at a dot of right recursion has the environment of its rule, and of the rule after the dot.
    pub(super) is_steady: bool,
}

/// The symbol after a dot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NextSymbol {
    Rule(Symbol),
    Terminal(Symbol),
    End,
}

impl Tables {
    pub(super) fn new(grammar: &Grammar) -> Self {
        let vanishing = vanishing(grammar);
        let cycles = cycles(&same_span(grammar, &vanishing));
        let has_cycles = cycles.iter().any(|&cycle| cycle != 0);
        let (dots, first, rules) = (Vec::new(), Vec::new(), Vec::new());
        let readings = grammar.terminals.iter().map(|terminal| reading(grammar, terminal)).collect();
        let mut tables = Self {
            dots,
            first,
            rules,
            cycles,
            has_cycles,
            vanishing: Vec::new(),
            readings,
            predictions: Predictions::default(),
            chained: vec![false; grammar.rules.len()],
        };
        for number in 0..grammar.productions.len() as u32 {
            tables.first.push(tables.dots.len() as u32);
            tables.add(grammar, ProductionId(number), &vanishing);
        }
        tables.first.push(tables.dots.len() as u32);
        for rule in grammar.rules.iter() {
            let Range { start, end } = rule.productions;
            tables.rules.push(tables.first[start as usize]..tables.first[end as usize]);
        }
        tables.find_seen(grammar, &vanishing);
        for dot in &mut tables.dots {
            let is_free = dot.check == Check::None && dot.drive == Drive::None;
            dot.is_plain = is_free && dot.label.is_none() && !dot.is_seen;
        }
        tables.find_chains(grammar);
        tables.find_links(grammar);
        tables.find_single();
        tables.predictions = Predictions::new(grammar, &tables);
        Self { vanishing, ..tables }
    }

    /// Returns the number of dots.
    pub(super) fn count(&self) -> u32 {
        self.dots.len() as u32
    }

    #[inline]
    pub(super) fn dot(&self, dot: u32) -> &Dot {
        &self.dots[dot as usize]
    }

    /// Returns the first dots of the productions of a rule that can go on with a byte, or with the end of the input.
    #[inline]
    pub(super) fn predicted(&self, rule: Symbol, next: Option<u8>) -> &[u32] {
        self.predictions.of(rule, next)
    }

    /// Returns how a terminal is read.
    pub(super) fn reading(&self, terminal: Symbol) -> ScanMethod {
        self.readings[terminal.0 as usize - self.rules.len()]
    }

    /// Returns the dot before the first item of a production.
    pub(super) fn first(&self, production: ProductionId) -> u32 {
        self.first[production.0 as usize]
    }

    /// Returns the dots of all productions of a rule.
    pub(super) fn dots_of(&self, rule: Symbol) -> Range<u32> {
        self.rules[rule.0 as usize].clone()
    }

    /// Returns whether a rule may derive the empty text.
    pub(super) fn vanishes(&self, rule: Symbol) -> bool {
        self.vanishing[rule.0 as usize]
    }

    /// Returns whether a dot of right recursion stands before a rule.
    #[inline]
    pub(super) fn is_chained(&self, rule: Symbol) -> bool {
        self.chained[rule.0 as usize]
    }

    /// Returns whether any rule can hold itself over the same span.
    pub(super) fn has_cycles(&self) -> bool {
        self.has_cycles
    }

    /// Returns whether a derivation of a rule over a span can hold the rule over the same span. For example, `e := e | "x"`.
    pub(super) fn is_cyclic(&self, rule: Symbol) -> bool {
        self.cycles[rule.0 as usize] != 0
    }

    /// Returns whether each of two rules can hold the other over the same span.
    pub(super) fn in_one_cycle(&self, rule: Symbol, other: Symbol) -> bool {
        let cycle = self.cycles[rule.0 as usize];
        cycle != 0 && cycle == self.cycles[other.0 as usize]
    }

    /// Finds the rules whose text must end before the skip at its end. Their text, or that of a rule that they can end, is compared
    /// or has a label that is used later. An opaque rule is one text.
    fn find_seen(&mut self, grammar: &Grammar, vanishing: &[bool]) {
        if !grammar.items.iter().any(|item| item.slot == Slot::Skip) {
            return;
        }
        let is_leaf = |id: ProductionId| matches!(grammar.production(id).shape, Shape::Leaf(_));
        let mut open: Vec<Symbol> = Vec::new();
        for (dot, next) in self.dots.iter().zip(self.dots.iter().skip(1)) {
            let is_live = dot.label.is_some_and(|label| next.live.contains(&label));
            let NextSymbol::Rule(rule) = dot.next else { continue };
            open.extend((is_live || dot.check != Check::None).then_some(rule));
        }
        let mut seen = vec![false; grammar.rules.len()];
        while let Some(rule) = open.pop() {
            if grammar.productions_of(rule).any(is_leaf) || std::mem::replace(&mut seen[rule.0 as usize], true) {
                continue;
            }
            for production in grammar.productions_of(rule) {
                for item in grammar.items_of(production).iter().rev() {
                    let is_part = item.slot != Slot::Skip && grammar.rule(item.symbol).is_some();
                    open.extend(is_part.then_some(item.symbol));
                    if !vanishes(grammar, vanishing, item.symbol) {
                        break;
                    }
                }
            }
        }
        for dot in &mut self.dots {
            dot.is_seen = seen[grammar.production(dot.production).rule.0 as usize];
        }
    }

    /// Adds the dots of a production, from its end to its beginning.
    fn add(&mut self, grammar: &Grammar, id: ProductionId, vanishing: &[bool]) {
        let row = grammar.production(id);
        let rule = &grammar.rules[row.rule.0 as usize];
        let (mut admits, mut live) = (rule.follow, rule.params.to_vec());
        let begin = self.dots.len();
        let end = Dot {
            next: NextSymbol::End,
            production: id,
            item: ItemId::NONE,
            admits,
            live: live.clone().into(),
            consume: false,
            check: Check::None,
            drive: Drive::None,
            label: None,
            is_seen: false,
            is_skip: false,
            is_plain: false,
            links: Links::Stored,
            is_passing: false,
            pass: false,
            chain: None,
            is_steady: false,
        };
        self.dots.push(end);
        for (index, item) in grammar.items_of(id).iter().enumerate().rev() {
            let first = first(grammar, item.symbol);
            admits = if vanishes(grammar, vanishing, item.symbol) { first.union(admits) } else { first };
            live.retain(|&label| item.label != Some(label) || rule.params.contains(&label));
            live.extend(uses(grammar, item));
            live.sort_unstable();
            live.dedup();
            let is_rule = grammar.rule(item.symbol).is_some();
            self.dots.push(Dot {
                next: if is_rule { NextSymbol::Rule(item.symbol) } else { NextSymbol::Terminal(item.symbol) },
                item: ItemId(row.items.start + index as u32),
                admits,
                live: live.clone().into(),
                consume: item.consume,
                check: item.check,
                drive: item.drive,
                label: item.label,
                production: id,
                is_seen: false,
                is_skip: item.slot == Slot::Skip,
                is_plain: false,
                links: Links::Stored,
                is_passing: false,
                pass: item.pass,
                chain: None,
                is_steady: false,
            });
        }
        self.dots[begin..].reverse();
    }
}

/// Returns for each rule whether it can derive the empty text, through empty terminals or without any. For example, `<ws> ::= [ ]*`
/// can.
fn vanishing(grammar: &Grammar) -> Vec<bool> {
    let mut found = vec![false; grammar.rules.len()];
    loop {
        let mut changed = false;
        for (number, production) in grammar.productions.iter().enumerate() {
            let rule = production.rule.0 as usize;
            let items = grammar.items_of(ProductionId(number as u32));
            if !found[rule] && items.iter().all(|item| vanishes(grammar, &found, item.symbol)) {
                (found[rule], changed) = (true, true);
            }
        }
        if !changed {
            return found;
        }
    }
}

fn vanishes(grammar: &Grammar, vanishing: &[bool], symbol: Symbol) -> bool {
    grammar.terminal(symbol).map_or_else(
        || vanishing[symbol.0 as usize],
        |t| t.nullable || matches!(t.kind, TerminalKind::Ahead { .. } | TerminalKind::Text { .. }),
    )
}

fn first(grammar: &Grammar, symbol: Symbol) -> ByteSet {
    grammar.terminal(symbol).map_or_else(|| grammar.rules[symbol.0 as usize].first, |terminal| terminal.first)
}

/// Returns the labels whose values an item needs.
fn uses(grammar: &Grammar, item: &Item) -> Vec<Label> {
    let mut labels = grammar.driving(item.drive);
    match item.check {
        Check::Text { label, .. } => labels.push(label),
        Check::Except(without) => labels.extend(grammar.labels_in(without)),
        Check::None => {}
    }
    if let Some(rule) = grammar.rule(item.symbol) {
        let bound = match item.drive {
            Drive::Count { left, .. } => Some(left),
            Drive::Here => Some(Label::COLUMN),
            _ => None,
        };
        labels.extend(rule.params.iter().filter(|label| bound != Some(**label)));
    }
    if let Some(terminal) = grammar.terminal(item.symbol) {
        match terminal.kind {
            TerminalKind::Text { label, .. } => labels.push(label),
            TerminalKind::Ahead { .. } => labels.extend(grammar.labels_in(terminal.regular)),
            TerminalKind::Indent(_) => labels.push(Label::COLUMN),
            TerminalKind::Token | TerminalKind::Leaf => {}
        }
    }
    labels
}

/// Returns, for every rule, the rules that can cover its whole span, because all other items of a production are empty. For
/// example, in `<a> ::= <b> <c>?` these are only `<b>`, unless `<b>` can be empty, too.
fn same_span(grammar: &Grammar, vanishing: &[bool]) -> Vec<Vec<usize>> {
    let mut edges = vec![Vec::new(); grammar.rules.len()];
    for (number, production) in grammar.productions.iter().enumerate() {
        let items = grammar.items_of(ProductionId(number as u32));
        let solid = items.iter().filter(|item| !vanishes(grammar, vanishing, item.symbol)).count();
        for item in items {
            let alone = solid == usize::from(!vanishes(grammar, vanishing, item.symbol));
            // A counted repetition goes on with one iteration fewer, so it never derives itself.
            let is_fewer = matches!(item.drive, Drive::Next(_)) && item.symbol == production.rule;
            if alone && !is_fewer && grammar.rule(item.symbol).is_some() {
                edges[production.rule.0 as usize].push(item.symbol.0 as usize);
            }
        }
    }
    edges
}
