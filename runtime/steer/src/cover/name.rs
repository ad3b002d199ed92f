//! The name of a k-path for people: rules and numbers of alternatives.

use std::fmt::{self, Display, Formatter};

use grammarc_core::grammar::{Grammar, Item, ProductionId, RuleKind, Slot, Symbol};

use super::frames::{is_written, pass};
use super::paths::Paths;

/// Items of a group that are shown; `…` stands for the rest.
const MAX_SHOWN_ITEMS: usize = 4;

/// A k-path, to be shown: `<value>/2 <array>/2 <elements>/1`. The numbers are those of the alternatives, from 1. Where an alternative
/// mentions a rule in several items, the number of the item, from 1, stands before the rule: `<sum>/1 3:<product>/2`. An option stands
/// at the end: `<array>/1 ("," <value>)*: none`.
#[derive(Clone, Copy)]
pub struct PathName<'a> {
    grammar: &'a Grammar,
    paths: &'a Paths,
    path: u32,
}

impl<'a> PathName<'a> {
    pub(super) fn new(grammar: &'a Grammar, paths: &'a Paths, path: u32) -> Self {
        Self { grammar, paths, path }
    }
}

impl Display for PathName<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (state, option) = self.paths.end(self.path);
        let way = self.paths.way(state);
        let shown = &way[way.len().saturating_sub(self.paths.length())..];
        let mut above: Option<ProductionId> = None;
        for &state in shown {
            let row = self.paths.state(state);
            if let Some(above) = above {
                f.write_str(" ")?;
                if self.is_mentioned_again(above, row.production, row.index) {
                    write!(f, "{}:", row.index + 1)?;
                }
            }
            write_alternative(f, self.grammar, row.production)?;
            above = Some(row.production);
        }
        match option {
            Some(option) => {
                f.write_str(" ")?;
                write_option(f, self.grammar, option)
            }
            None => Ok(()),
        }
    }
}

impl PathName<'_> {
    /// Returns whether an alternative can stand in another item of the alternative above, too.
    fn is_mentioned_again(&self, above: ProductionId, production: ProductionId, index: u16) -> bool {
        let children = self.paths.frames.frame(above).map_or(&[][..], |frame| &frame.children);
        children.iter().any(|child| child.production == production && child.index != index)
    }
}

/// An alternative, or an option of one, that generation never takes: it has weight 0, or no text.
#[derive(Clone, Copy)]
pub struct LeftOut<'a> {
    grammar: &'a Grammar,
    production: ProductionId,
}

impl LeftOut<'_> {
    /// Returns whether it has weight 0. If not, it has no text.
    pub fn has_weight_0(&self) -> bool {
        self.grammar.production(self.production).weight == 0
    }
}

impl Display for LeftOut<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match is_written(self.grammar, self.grammar.production(self.production).rule) {
            true => write_alternative(f, self.grammar, self.production),
            false => {
                let rule = self.grammar.production(self.production).rule;
                write!(f, "<{}> ", self.grammar.name(rule))?;
                write_option(f, self.grammar, self.production)
            }
        }
    }
}

/// Returns the alternatives and options that generation never takes.
pub(super) fn left_out<'a>(grammar: &'a Grammar, paths: &'a Paths) -> impl Iterator<Item = LeftOut<'a>> {
    let all = (0..grammar.productions.len() as u32).map(ProductionId);
    let out = all.filter(|&id| !paths.frames.is_usable(id) && pass(grammar, id).is_none());
    out.map(|production| LeftOut { grammar, production })
}

/// Writes an alternative: `<value>/2`.
fn write_alternative(f: &mut Formatter<'_>, grammar: &Grammar, id: ProductionId) -> fmt::Result {
    let production = grammar.production(id);
    write!(f, "<{}>/{}", grammar.name(production.rule), production.alternative + 1)
}

/// Writes an option: `("," <value>)*: one or more`.
fn write_option(f: &mut Formatter<'_>, grammar: &Grammar, option: ProductionId) -> fmt::Result {
    let rule = grammar.production(option).rule;
    let ids: Vec<ProductionId> = grammar.productions_of(rule).collect();
    let is_repeat = grammar.rule(rule).is_some_and(|rule| rule.kind == RuleKind::Repeat);
    if !is_repeat {
        f.write_str("(")?;
        for (number, &id) in ids.iter().enumerate() {
            f.write_str(if number > 0 { " | " } else { "" })?;
            write_items(f, grammar, grammar.items_of(id), rule)?;
        }
        let number = ids.iter().position(|&id| id == option).unwrap_or(0);
        return write!(f, "): option {}", number + 1);
    }
    let items = grammar.items_of(ids[0]);
    let is_list = items.iter().any(|item| item.symbol == rule);
    f.write_str("(")?;
    write_items(f, grammar, items, rule)?;
    f.write_str(match (is_list, option == ids[0]) {
        (true, true) => ")*: one or more",
        (true, false) => ")*: none",
        (false, true) => ")?: taken",
        (false, false) => ")?: left out",
    })
}

/// Writes the items of a hidden rule.
fn write_items(f: &mut Formatter<'_>, grammar: &Grammar, items: &[Item], around: Symbol) -> fmt::Result {
    let is_shown =
        |item: &&Item| item.slot != Slot::Skip && item.symbol != around && !grammar.is_optional_skip(item.symbol);
    let mut shown: Vec<&Item> = items.iter().filter(is_shown).collect();
    // The body of a repetition is a group of its own: its items are shown instead.
    while let [only] = shown[..]
        && grammar.rule(only.symbol).is_some()
        && !is_written(grammar, only.symbol)
        && grammar.productions_of(only.symbol).len() == 1
    {
        let inner = grammar.productions_of(only.symbol).next().map_or(&[][..], |id| grammar.items_of(id));
        shown = inner.iter().filter(is_shown).collect();
    }
    if shown.is_empty() {
        f.write_str("\"\"")?;
    }
    for (number, item) in shown.iter().enumerate().take(MAX_SHOWN_ITEMS) {
        f.write_str(if number > 0 { " " } else { "" })?;
        match grammar.rule(item.symbol) {
            Some(_) if is_written(grammar, item.symbol) => write!(f, "<{}>", grammar.name(item.symbol))?,
            Some(_) => f.write_str("(…)")?,
            None => f.write_str(&terminal(grammar, item.symbol))?,
        }
    }
    f.write_str(if shown.len() > MAX_SHOWN_ITEMS { " …" } else { "" })
}

/// Returns the name of a terminal as it is mentioned: a token in brackets, another one as it is written.
fn terminal(grammar: &Grammar, symbol: Symbol) -> String {
    let name = grammar.name(symbol);
    let is_token = grammar.symbol(name) == Some(symbol);
    if is_token { format!("<{name}>") } else { name.to_owned() }
}
