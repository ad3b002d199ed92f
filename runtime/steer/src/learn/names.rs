//! Names of choices and terminals, as a file of learned counts has them: those of the grammar file, and no numbers. So counts are still of
//! use after the grammar has changed elsewhere.
//!
//! A hidden rule is named by the named rule around it and by its text. For example, with `<array> ::= "[" <value> ** "," "]"`:
//!
//! ```text
//! rule                            alternatives
//! array: ("," <value>)*           again, stop
//! array: (<value> …)?             present, absent
//! ```

use std::collections::HashMap;

use grammarc_core::grammar::{Grammar, Item, ProductionId, Rule, RuleKind, Slot, Symbol, TerminalKind};

/// Longest text of an alternative or hidden rule in a name, in bytes. Names are for people as well.
const MAX_NAME_BYTES: usize = 120;
/// The alternatives of a repetition: it goes on, or it stops.
const REPETITION: [&str; 2] = ["again", "stop"];
/// The alternatives of `<x>?`, which is a repetition of at most one.
const OPTION: [&str; 2] = ["present", "absent"];

/// The names of all choices and terminals of a grammar.
#[derive(Debug)]
pub(super) struct ChoiceNames {
    /// The rules with several alternatives.
    pub(super) rules: Vec<NamedChoice>,
    /// By terminal: its name, different from all others.
    pub(super) terminals: Vec<String>,
}

/// The name of a rule with several alternatives.
#[derive(Debug)]
pub(super) struct NamedChoice {
    /// Different from those of all other rules.
    pub(super) name: String,
    /// The number of its first production.
    pub(super) first: usize,
    /// The names of its alternatives, in order of priority; different from each other.
    pub(super) options: Vec<String>,
}

impl ChoiceNames {
    /// Names the choices of a grammar.
    pub(super) fn new(grammar: &Grammar) -> Self {
        let mut taken = HashMap::new();
        let symbols = (0..grammar.rules.len() as u32).map(Symbol);
        // The number of iterations decides a counted repetition.
        let is_choice = |rule: &&Rule| rule.productions.len() > 1 && rule.count.is_none();
        let rules = symbols
            .filter_map(|symbol| grammar.rule(symbol).filter(is_choice).map(|rule| (symbol, rule)))
            .map(|(symbol, rule)| NamedChoice {
                name: distinct(&mut taken, rule_name(grammar, symbol, rule)),
                first: rule.productions.start as usize,
                options: options(grammar, symbol, rule),
            })
            .collect();
        let mut taken = HashMap::new();
        let terminals =
            grammar.terminals.iter().map(|terminal| distinct(&mut taken, terminal.name.to_string())).collect();
        Self { rules, terminals }
    }
}

/// Returns a name, with a number behind it if it was taken before. For example, the second `a` becomes `a #2`.
fn distinct(taken: &mut HashMap<String, u32>, name: String) -> String {
    let count = taken.entry(name.clone()).or_default();
    *count += 1;
    if *count == 1 { name } else { format!("{name} #{count}") }
}

fn rule_name(grammar: &Grammar, symbol: Symbol, rule: &Rule) -> String {
    match rule.kind {
        RuleKind::Named => rule.name.to_string(),
        RuleKind::Level(_) => format!("{} level", rule.name),
        RuleKind::Group | RuleKind::Repeat | RuleKind::Anonymous => {
            let mut text = NameText::default();
            text.add_symbol(grammar, symbol);
            format!("{}: {}", rule.name, text.finish())
        }
    }
}

/// Returns the names of a rule's alternatives: their names by `@as`, or their texts.
fn options(grammar: &Grammar, symbol: Symbol, rule: &Rule) -> Vec<String> {
    if rule.kind == RuleKind::Repeat {
        let names = if goes_on(grammar, symbol) { REPETITION } else { OPTION };
        return names.map(str::to_owned).to_vec();
    }
    let mut taken = HashMap::new();
    let name = |id: ProductionId| {
        let given = grammar.production(id).name.as_ref().map(ToString::to_string);
        given.unwrap_or_else(|| {
            let mut text = NameText::default();
            text.add_production(grammar, id);
            text.finish()
        })
    };
    grammar.productions_of(symbol).map(|id| distinct(&mut taken, name(id))).collect()
}

/// Returns whether a repetition can go on after an iteration: that of `<x>*` can, and that of `<x>?` cannot.
fn goes_on(grammar: &Grammar, symbol: Symbol) -> bool {
    grammar.productions_of(symbol).any(|id| grammar.items_of(id).iter().any(|item| item.symbol == symbol))
}

/// The text of a part of a grammar, as far as a name may have it.
#[derive(Debug, Default)]
struct NameText {
    text: String,
}

impl NameText {
    /// Returns the text, cut to [`MAX_NAME_BYTES`].
    fn finish(mut self) -> String {
        if self.is_full() {
            let end = (0..=MAX_NAME_BYTES).rev().find(|&end| self.text.is_char_boundary(end));
            self.text.truncate(end.unwrap_or(0));
            self.text.push('…');
        }
        self.text
    }

    fn is_full(&self) -> bool {
        self.text.len() > MAX_NAME_BYTES
    }

    /// Adds a symbol. It recurses no deeper than the grammar file nests: only hidden rules are spelled out.
    fn add_symbol(&mut self, grammar: &Grammar, symbol: Symbol) {
        if self.is_full() {
            return;
        }
        match (grammar.rule(symbol), grammar.terminal(symbol)) {
            (Some(rule), _) => self.add_rule(grammar, symbol, rule),
            (_, Some(terminal)) if terminal.kind == TerminalKind::Token => self.add_name(&terminal.name),
            _ => self.text.push_str(grammar.name(symbol)),
        }
    }

    fn add_name(&mut self, name: &str) {
        self.text.push('<');
        self.text.push_str(name);
        self.text.push('>');
    }

    fn add_rule(&mut self, grammar: &Grammar, symbol: Symbol, rule: &Rule) {
        if matches!(rule.kind, RuleKind::Named | RuleKind::Level(_)) {
            return self.add_name(&rule.name);
        }
        let mut productions: Vec<ProductionId> = grammar.productions_of(symbol).collect();
        let is_optional = rule.kind != RuleKind::Repeat
            && productions.len() > 1
            && productions.last().is_some_and(|&last| grammar.items_of(last).is_empty());
        if is_optional || rule.kind == RuleKind::Repeat {
            productions.pop();
        }
        let is_single = |id: &ProductionId| shown_items(grammar, *id).count() < 2;
        let is_plain = productions.len() == 1 && productions.iter().all(is_single);
        self.text.push_str(if is_plain { "" } else { "(" });
        for (place, &id) in productions.iter().enumerate() {
            self.text.push_str(if place > 0 { " | " } else { "" });
            self.add_production(grammar, id);
        }
        self.text.push_str(if is_plain { "" } else { ")" });
        self.text.push_str(match rule.kind {
            RuleKind::Repeat if goes_on(grammar, symbol) => "*",
            RuleKind::Repeat => "?",
            _ if is_optional => "?",
            _ => "",
        });
    }

    fn add_production(&mut self, grammar: &Grammar, id: ProductionId) {
        let start = self.text.len();
        for item in shown_items(grammar, id) {
            if self.is_full() {
                return;
            }
            self.text.push_str(if self.text.len() > start { " " } else { "" });
            self.add_symbol(grammar, item.symbol);
        }
        if self.text.len() == start {
            self.text.push_str("\"\"");
        }
    }
}

/// Returns the items of a production that a reader of the grammar file sees: no skip, and not the rest of a repetition.
fn shown_items(grammar: &Grammar, id: ProductionId) -> impl Iterator<Item = &Item> {
    let rule = grammar.production(id).rule;
    let is_repeat = grammar.rule(rule).is_some_and(|row| row.kind == RuleKind::Repeat);
    let is_shown = move |item: &&Item| {
        item.slot != Slot::Skip && !grammar.is_optional_skip(item.symbol) && !(is_repeat && item.symbol == rule)
    };
    grammar.items_of(id).iter().filter(is_shown)
}
