//! The role of each symbol of a grammar for people who read a tree. Views and searches by name leave out brackets, white space
//! and helper rules by it.

mod contents;

use std::collections::HashMap;

pub use contents::{Contents, LabelId, Multiplicity, RulePart};

use crate::grammar::{
    Grammar, Item, ItemId, LabelName, ProductionId, Regular, RegularId, RuleKind, Shape, Slot, Symbol, TerminalKind,
};
use contents::HelperContents;

/// The role of the nodes of a symbol for people who read a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A rule or a token.
    Shown,
    /// Its children show in its place: a group or repetition; a list or option of one other rule,
    /// `<members> ::= <member> ++ ","`; one other rule between white space, `<element> ::= <ws> <value> <ws>`.
    Helper,
    /// A token of white space.
    Blank,
    /// A terminal without a name, `"{"`. It shows where it has a label. For example, `op:"+"` shows.
    Punctuation,
}

/// Facts about all nodes that are parsed for one item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ItemFacts {
    /// The label of the item.
    pub own: Option<LabelId>,
    /// The same, or else the label of the innermost group around it that has one: for example `args` for both `<a>` of
    /// `args:(<a> "," <a>)`.
    pub outer: Option<LabelId>,
    /// Whether it stands between the elements of a list, or in a group that does. For example, the comma in `<value> ** ","`.
    pub is_between: bool,
    /// Whether `%skip` put it there.
    pub is_skipped: bool,
}

/// The roles of all symbols of a grammar, and the labels of its items.
#[derive(Debug, Clone)]
pub struct Roles {
    /// By symbol.
    roles: Vec<Role>,
    /// By symbol: whether it is a helper rule that is a list or an option.
    lists: Vec<bool>,
    /// By item.
    places: Vec<ItemFacts>,
    /// By named rule: the productions that become its nodes, including those of its precedence levels.
    productions: Vec<Vec<ProductionId>>,
    /// Of rules that do not show.
    inner: HelperContents,
}

impl Roles {
    /// Works them out in O(grammar).
    pub fn new(grammar: &Grammar) -> Self {
        let rules = grammar.rules.iter().map(|rule| match rule.kind {
            RuleKind::Named | RuleKind::Level(_) => Role::Shown,
            RuleKind::Group | RuleKind::Repeat | RuleKind::Anonymous => Role::Helper,
        });
        let terminals = grammar.terminals.iter().map(|terminal| match terminal.kind {
            TerminalKind::Token if is_blank(grammar, terminal.regular) => Role::Blank,
            TerminalKind::Token => Role::Shown,
            _ => Role::Punctuation,
        });
        let roles: Vec<Role> = rules.chain(terminals).collect();
        let mut productions = vec![Vec::new(); grammar.rules.len()];
        for (number, production) in grammar.productions.iter().enumerate() {
            if let Shape::Node(symbol) = production.shape {
                productions[symbol.0 as usize].push(ProductionId(number as u32));
            }
        }
        let (lists, places) = (vec![false; roles.len()], places(grammar));
        let mut all = Self { roles, lists, places, productions, inner: HelperContents::default() };
        all.inner = HelperContents::new(grammar, &all);
        all.show_texts(grammar);
        for (helper, is_list) in all.helpers(grammar) {
            all.roles[helper.0 as usize] = Role::Helper;
            all.lists[helper.0 as usize] = is_list;
        }
        all.inner = HelperContents::new(grammar, &all);
        all
    }

    /// Returns the role of a symbol's nodes.
    #[inline]
    pub fn of(&self, symbol: Symbol) -> Role {
        self.roles[symbol.0 as usize]
    }

    /// Returns whether a symbol is a helper rule that is a list or an option. Its name stands for its children. For example,
    /// `<members> ::= <member> ++ ","`.
    pub fn is_list(&self, symbol: Symbol) -> bool {
        self.lists[symbol.0 as usize]
    }

    /// Returns whether the nodes of a symbol are one text to their reader: terminals, `%opaque` rules and labelled groups of
    /// terminals.
    pub fn is_text(&self, grammar: &Grammar, symbol: Symbol) -> bool {
        grammar.rule(symbol).is_none_or(|rule| rule.opaque || is_hidden(rule.kind))
    }

    /// Returns the name that the grammar file gives a symbol: of a rule or a token.
    pub fn name<'g>(&self, grammar: &'g Grammar, symbol: Symbol) -> Option<&'g str> {
        let is_named = match grammar.rule(symbol) {
            Some(rule) => !is_hidden(rule.kind),
            None => self.of(symbol) != Role::Punctuation,
        };
        is_named.then(|| grammar.name(symbol))
    }

    /// Returns the rule that a whole input is a node of.
    pub fn start(&self, grammar: &Grammar) -> Symbol {
        start(grammar)
    }

    /// Returns the label of an item.
    #[inline]
    pub fn label(&self, item: ItemId) -> Option<LabelId> {
        self.place(item).own
    }

    /// Returns the facts about the nodes of an item. The root has no item and gets the default.
    #[inline]
    pub fn place(&self, item: ItemId) -> ItemFacts {
        self.places.get(item.0 as usize).copied().unwrap_or_default()
    }

    /// Returns the productions that become a node of a named rule, by alternative.
    pub fn productions(&self, rule: Symbol) -> &[ProductionId] {
        &self.productions[rule.0 as usize]
    }

    /// Returns the parts of some productions of a named rule. O(their items).
    pub fn contents(&self, grammar: &Grammar, productions: &[ProductionId]) -> Contents {
        self.inner.any(grammar, self, productions).unwrap_or_default()
    }

    /// Shows labelled groups without named parts, because each is one text to its reader. For example, `op:("+" | "-")`.
    fn show_texts(&mut self, grammar: &Grammar) {
        let mut is_text: Vec<bool> = grammar.rules.iter().map(|rule| rule.kind == RuleKind::Anonymous).collect();
        for (number, item) in grammar.items.iter().enumerate() {
            let Some(is_text) = is_text.get_mut(item.symbol.0 as usize) else { continue };
            let parts = self.inner.of(item.symbol).map_or(&[][..], |contents| &contents.parts);
            let is_plain = |part: &RulePart| part.label.is_none() && self.of(part.symbol) == Role::Punctuation;
            *is_text &= self.places[number].own.is_some() && !parts.is_empty() && parts.iter().all(is_plain);
        }
        for rule in (0..is_text.len()).filter(|&rule| is_text[rule] && rule != grammar.start.0 as usize) {
            self.roles[rule] = Role::Shown;
        }
    }

    /// Returns the named rules that are helpers, each with whether it is a list or an option.
    ///
    /// A list shows if it can stand several times in a rule, so that its parts stay apart. For example,
    /// `<row> ::= <cell> ++ ","` shows in `<table> ::= <row> ++ "\n"`. Rules that would stand for themselves in the end show
    /// too.
    fn helpers(&self, grammar: &Grammar) -> Vec<(Symbol, bool)> {
        let mut candidates: Vec<Option<(Symbol, bool)>> = vec![None; grammar.rules.len()];
        let mut is_repeated = vec![false; self.roles.len()];
        for rule in (0..grammar.rules.len() as u32).map(Symbol) {
            let contents = self.contents(grammar, self.productions(rule));
            for part in contents.parts.iter().filter(|part| part.count.is_many) {
                is_repeated[part.symbol.0 as usize] = true;
            }
            candidates[rule.0 as usize] = self.candidate(grammar, rule, &contents);
        }
        let next = |rule: Symbol| candidates.get(rule.0 as usize).copied().flatten().map(|(part, _)| part);
        for number in 0..grammar.rules.len() as u32 {
            if !is_repeated[number as usize] {
                continue;
            }
            // A rule is repeated if a helper that stands for it is.
            let mut rule = Symbol(number);
            while let Some(part) = next(rule).filter(|part| !is_repeated[part.0 as usize]) {
                is_repeated[part.0 as usize] = true;
                rule = part;
            }
        }
        let found = (0..grammar.rules.len() as u32).filter_map(|rule| {
            let (_, is_list) = candidates[rule as usize]?;
            (!is_list || !is_repeated[rule as usize]).then_some((Symbol(rule), is_list))
        });
        let found: Vec<(Symbol, bool)> = found.collect();
        let circles = circles(&candidates);
        found.into_iter().filter(|(rule, _)| !circles[rule.0 as usize]).collect()
    }

    /// Returns the one part that a rule stands for if it is a helper, and whether it is a list or an option of it.
    fn candidate(&self, grammar: &Grammar, rule: Symbol, contents: &Contents) -> Option<(Symbol, bool)> {
        let productions = self.productions(rule);
        let first = grammar.production(*productions.first()?);
        let is_plain = |id: &ProductionId| {
            let production = grammar.production(*id);
            production.name.is_none() && production.rule == rule
        };
        if rule == start(grammar) || !productions.iter().all(is_plain) {
            return None;
        }
        let role = |part: &RulePart| self.of(part.symbol);
        let mut shown = contents.parts.iter().filter(|part| role(part) == Role::Shown && !part.is_separator);
        let (part, is_alone) = (shown.next()?, shown.next().is_none());
        let has_marks = contents.parts.iter().any(|part| role(part) == Role::Punctuation && !part.is_separator);
        let has_label = contents.parts.iter().any(|part| part.label.is_some());
        if !is_alone || has_marks || has_label || part.symbol == rule {
            return None;
        }
        let is_list = part.count.is_many || !part.count.is_certain;
        let is_one = productions.iter().all(|&id| grammar.production(id).alternative == first.alternative);
        let is_padded = is_one && contents.parts.iter().any(|part| role(part) == Role::Blank);
        (is_list || is_padded).then_some((part.symbol, is_list))
    }
}

/// Returns for each rule whether the rules that it stands for lead into a circle. For example, `<a> ::= <b>?` and `<b> ::= <a>?`
/// stand for each other.
fn circles(next: &[Option<(Symbol, bool)>]) -> Vec<bool> {
    // By rule: none until it is known.
    let mut known: Vec<Option<bool>> = vec![None; next.len()];
    for first in 0..next.len() {
        let mut path = Vec::new();
        let mut rule = first;
        let leads_to_circle = loop {
            match (known.get(rule), next.get(rule).copied().flatten()) {
                (Some(Some(known)), _) => break *known,
                (None, _) | (_, None) => break false,
                (Some(None), Some((part, _))) => {
                    // Until its end is known, a rule on the way counts as part of a circle.
                    known[rule] = Some(true);
                    path.push(rule);
                    rule = part.0 as usize;
                }
            }
        };
        path.into_iter().for_each(|rule| known[rule] = Some(leads_to_circle));
    }
    known.into_iter().map(|known| known.unwrap_or(false)).collect()
}

/// Returns the rule that a whole input is a node of.
fn start(grammar: &Grammar) -> Symbol {
    let named = |symbol: Symbol| match grammar.rule(symbol)?.kind {
        RuleKind::Named => Some(symbol),
        RuleKind::Level(named) => Some(named),
        _ => None,
    };
    let wrapped = || {
        let mut items = grammar.productions_of(grammar.start).flat_map(|id| grammar.items_of(id));
        items.find_map(|item| named(item.symbol))
    };
    named(grammar.start).or_else(wrapped).unwrap_or(grammar.start)
}

/// Whether a rule has no name in the grammar file.
fn is_hidden(kind: RuleKind) -> bool {
    !matches!(kind, RuleKind::Named | RuleKind::Level(_))
}

/// Whether all texts of an expression are white space. For example, `[ \t\n]+`.
fn is_blank(grammar: &Grammar, id: RegularId) -> bool {
    let blank = |code: u32| char::from_u32(code).is_some_and(char::is_whitespace);
    let all = |first: u32, last: u32| last - first < 32 && (first..=last).all(blank);
    match &grammar.regulars[id.0 as usize] {
        Regular::Literal { text, .. } => text.iter().all(u8::is_ascii_whitespace),
        Regular::Chars(ranges) => ranges.iter().all(|&(first, last)| all(first, last)),
        Regular::Bytes(ranges) => ranges.iter().all(|&(first, last)| all(first.into(), last.into()) && last < 0x80),
        Regular::Ahead { .. } => true,
        Regular::Except { body, .. } => is_blank(grammar, *body),
        Regular::Text { .. } => false,
        parts => parts.parts().into_iter().all(|part| is_blank(grammar, part)),
    }
}

/// Returns the facts about the nodes of each item.
fn places(grammar: &Grammar) -> Vec<ItemFacts> {
    let place = |item: &Item| ItemFacts {
        is_between: item.slot == Slot::Separator,
        is_skipped: item.slot == Slot::Skip,
        ..ItemFacts::default()
    };
    let mut places: Vec<ItemFacts> = grammar.items.iter().map(place).collect();
    mark_between(grammar, &mut places);
    if !grammar.labels.is_empty() {
        name(grammar, &mut places);
    }
    places
}

/// Marks the items of groups that stand between the elements of a list.
fn mark_between(grammar: &Grammar, places: &mut [ItemFacts]) {
    let separators = grammar.items.iter().filter(|item| item.slot == Slot::Separator);
    let mut open: Vec<Symbol> = separators.map(|item| item.symbol).collect();
    while let Some(symbol) = open.pop() {
        if !grammar.rule(symbol).is_some_and(|rule| is_hidden(rule.kind)) {
            continue;
        }
        for number in grammar.productions_of(symbol).flat_map(|id| grammar.production(id).items.clone()) {
            if !std::mem::replace(&mut places[number as usize].is_between, true) {
                open.push(grammar.items[number as usize].symbol);
            }
        }
    }
}

/// Enters labels. They are numbered within an alternative of a named rule, the groups in it included.
fn name(grammar: &Grammar, places: &mut [ItemFacts]) {
    let mut ids: HashMap<&str, u32> = HashMap::new();
    let mut rows = HashMap::new();
    for (number, LabelName { rule, alternative, label, name }) in grammar.labels.iter().enumerate() {
        let id = *ids.entry(name).or_insert(number as u32);
        rows.insert((*rule, *alternative, label.0), LabelId(id));
    }
    // Items of a group belong to the alternative that it stands in; a group stands in one.
    let mut is_seen = vec![false; grammar.rules.len()];
    for production in grammar.productions.iter() {
        let named = match grammar.rules[production.rule.0 as usize].kind {
            RuleKind::Named => production.rule,
            RuleKind::Level(named) => named,
            _ => continue,
        };
        let mut open: Vec<(u32, Option<LabelId>)> = production.items.clone().map(|item| (item, None)).collect();
        while let Some((number, around)) = open.pop() {
            let item = &grammar.items[number as usize];
            let own = item.label.and_then(|label| rows.get(&(named, production.alternative, label.0))).copied();
            let outer = own.or(around);
            (places[number as usize].own, places[number as usize].outer) = (own, outer);
            let is_new = grammar.rule(item.symbol).is_some_and(|rule| is_hidden(rule.kind))
                && !std::mem::replace(&mut is_seen[item.symbol.0 as usize], true);
            if is_new {
                let inside = grammar.productions_of(item.symbol).map(|id| grammar.production(id));
                open.extend(inside.flat_map(|inside| inside.items.clone()).map(|item| (item, outer)));
            }
        }
    }
}
