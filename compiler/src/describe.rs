//! The description of each rule in `grammarc check`: how it is parsed, whether the next bytes decide it, its shortest text.

mod ambiguous;
mod lost;
mod readings;
pub mod witness;

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use grammarc_runtime::grammar::{Grammar, Plan, ProductionId, RuleKind, Shape, Symbol, TerminalKind};
use grammarc_runtime::parse::decisions::Decisions;
use grammarc_runtime::regular::Automata;
use grammarc_runtime::shortest::{self, MAX_SHORTEST_BYTES};

pub use readings::Readings;

use crate::LoadedGrammar;
use crate::clash::{self, Clash};
use crate::facts::left_recursion::{self, LeftRecursion};
use crate::facts::nullable;
use crate::plan::{CodePlan, Unit};
use witness::{Example, Witnesses};

/// The facts about one rule, its hidden rules included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Description {
    /// Its name.
    pub name: String,
    /// The path of its file, as messages show it.
    pub file: String,
    /// Where the whole rule stands in that file.
    pub span: Range<usize>,
    /// How it is parsed.
    pub method: Method,
    /// How generated code reads it. Its hidden rules may be read in another way.
    pub unit: Unit,
    /// Most alternatives that the next bytes leave open at once: 1 where they decide, 0 where there is nothing to decide.
    pub options: usize,
    /// Whether more than the next byte is looked at.
    pub looks_ahead: bool,
    /// Whether the empty text is one of its texts.
    pub nullable: bool,
    /// A shortest of its texts; none where that has [`MAX_SHORTEST_BYTES`] bytes or more.
    pub minimal: Option<Vec<u8>>,
    /// The nesting of named rules in the cheapest text, the rule included; 0 for a token or leaf, which is written at once. From
    /// the greatest depth on, the fuzzer follows the alternatives of least cost.
    pub cost: u32,
    /// The cost of each alternative, in the order of the file, as in R. Gopinath's LimitFuzzer: 1 and the cost of its dearest rule.
    pub costs: Vec<u32>,
    /// Whether it can begin with itself, and how.
    pub left_recursion: LeftRecursion,
    /// Texts that it would match without its precedence.
    pub lost: Vec<Vec<u8>>,
    /// A short text that has two trees, if one was found. Of rules in one another the innermost has it.
    pub ambiguous: Option<Vec<u8>>,
    /// Both trees of that text, if their difference can be written in a line.
    pub readings: Option<Readings>,
    /// Two options that the next bytes do not tell apart; the first if there are several.
    pub clash: Option<(Clash, Option<Example>)>,
}

/// How a rule is parsed: by the hardest of its hidden rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// It is a token: the longest match, found by an automaton.
    /// For example, `%token <ident> ::= [a-z]+`.
    Token,
    /// A regular rule without inner structure, found by an automaton.
    /// For example, a rule `%opaque <comment> ::= "#" [^\n]*`.
    Leaf,
    /// The next bytes decide.
    /// For example, `<value> ::= "[" <value>* "]" | "{" <value>* "}"`: the bracket tells the alternative.
    Predict,
    /// Left-recursive, and the next bytes decide when to go on.
    /// For example, `<sum> ::= <sum> "+" <digit> | <digit>`: it goes on at each `+`.
    Loop,
    /// Options are tried in order. Where one fails that another could replace, Earley decides about the input.
    Ordered,
    /// Earley always.
    Chart,
}

impl Method {
    /// Returns the word for it in the report for machines.
    pub fn word(self) -> &'static str {
        match self {
            Self::Token => "token",
            Self::Leaf => "leaf",
            Self::Predict => "predict",
            Self::Loop => "loop",
            Self::Ordered => "ordered",
            Self::Chart => "chart",
        }
    }

    /// Returns in a word how often the rule makes Earley necessary.
    pub fn earley(self) -> &'static str {
        match self {
            Self::Chart => "always",
            Self::Ordered => "sometimes",
            _ => "never",
        }
    }

    /// Returns whether the next bytes always decide, so that the rule never needs Earley.
    pub fn is_deterministic(self) -> bool {
        !matches!(self, Self::Ordered | Self::Chart)
    }
}

/// Describes all rules that a text of the grammar can use, in the order of the files. Macros and parts of tokens are left out,
/// because the tables do not have them.
pub fn describe(loaded: &LoadedGrammar) -> Vec<Description> {
    let grammar = &loaded.grammar;
    let language = loaded.format();
    let facts = Facts {
        grammar,
        automata: loaded.automata(),
        decisions: language.decisions(),
        plan: loaded.code_plan(),
        recursion: left_recursion::of_rules(grammar),
        empty: nullable::with_terminals(grammar).rules,
        minimal: shortest::texts(grammar),
        families: families(grammar),
    };
    let mut witnesses = Witnesses::new(&language, &facts.minimal);
    let mut described: Vec<(String, usize, Description)> = Vec::new();
    for symbol in (0..(grammar.rules.len() + grammar.terminals.len()) as u32).map(Symbol) {
        let Some(origin) = loaded.origin(symbol) else { continue };
        let description = match (grammar.rule(symbol), grammar.terminal(symbol)) {
            (Some(rule), _) if rule.kind == RuleKind::Named => facts.of_rule(symbol, &mut witnesses),
            (_, Some(terminal)) => facts.of_terminal(symbol, terminal.kind),
            _ => continue,
        };
        let description = Description {
            name: origin.name.clone(),
            file: origin.file.clone(),
            span: origin.span.clone(),
            ..description
        };
        described.push((origin.file.clone(), origin.span.start, description));
    }
    let files: HashMap<&str, usize> = loaded.files().enumerate().map(|(number, file)| (file, number)).collect();
    described.sort_by_key(|(file, start, _)| (files.get(&**file).copied(), *start));
    let mut described: Vec<Description> = described.into_iter().map(|(_, _, description)| description).collect();
    ambiguous::add(&language, &mut described);
    described
}

/// The facts about all rules from which descriptions are made.
struct Facts<'g> {
    grammar: &'g Grammar,
    automata: &'g Automata,
    decisions: &'g Decisions,
    plan: CodePlan,
    recursion: Vec<LeftRecursion>,
    empty: Vec<bool>,
    minimal: Vec<Vec<u8>>,
    /// For each named rule itself and the hidden rules that came from it.
    families: HashMap<Symbol, Vec<Symbol>>,
}

impl Facts<'_> {
    fn of_rule(&self, symbol: Symbol, witnesses: &mut Witnesses<'_>) -> Description {
        let family = &self.families[&symbol];
        let plans = || family.iter().map(|rule| self.grammar.rules[rule.0 as usize].plan);
        let method = plans().map(method).max_by_key(|method| *method as u8).unwrap_or(Method::Predict);
        let clash = family.iter().find_map(|&rule| clash::of_rule(self.grammar, self.decisions, rule));
        let clash = clash.filter(|_| !method.is_deterministic()).map(|clash| {
            let example = witnesses.of(&clash);
            (clash, example)
        });
        Description {
            method,
            options: family.iter().map(|rule| self.plan.options(*rule)).max().unwrap_or(0),
            looks_ahead: family.iter().any(|rule| self.plan.looks_ahead(*rule)),
            nullable: self.empty[symbol.0 as usize],
            left_recursion: self.recursion[symbol.0 as usize],
            cost: self.grammar.rules[symbol.0 as usize].cost,
            costs: self.costs(family),
            lost: lost::texts(self.grammar, self.automata, symbol, family, &self.minimal),
            clash,
            ..self.blank(symbol)
        }
    }

    /// Returns the cost of each alternative of a rule: the least of its copies, since precedence puts one into several levels.
    fn costs(&self, family: &[Symbol]) -> Vec<u32> {
        let rules = family.iter().map(|rule| &self.grammar.rules[rule.0 as usize]);
        let levels = rules.filter(|rule| matches!(rule.kind, RuleKind::Named | RuleKind::Level(_)));
        let productions = levels.flat_map(|rule| rule.productions.clone()).map(ProductionId);
        let mut costs: BTreeMap<u16, u32> = BTreeMap::new();
        for production in productions.map(|id| self.grammar.production(id)) {
            if matches!(production.shape, Shape::Node(_) | Shape::Leaf(_)) {
                let own = production.cost.saturating_add(1);
                let cost = costs.entry(production.alternative).or_insert(own);
                *cost = own.min(*cost);
            }
        }
        costs.into_values().collect()
    }

    fn of_terminal(&self, symbol: Symbol, kind: TerminalKind) -> Description {
        let method = if kind == TerminalKind::Token { Method::Token } else { Method::Leaf };
        let nullable = self.grammar.terminal(symbol).is_some_and(|terminal| terminal.nullable);
        Description { method, nullable, ..self.blank(symbol) }
    }

    fn blank(&self, symbol: Symbol) -> Description {
        Description {
            name: String::new(),
            file: String::new(),
            span: 0..0,
            method: Method::Predict,
            unit: self.plan.unit(self.grammar, symbol),
            options: 0,
            looks_ahead: false,
            nullable: false,
            minimal: Some(&self.minimal[symbol.0 as usize]).filter(|text| text.len() < MAX_SHORTEST_BYTES).cloned(),
            cost: 0,
            costs: Vec::new(),
            left_recursion: LeftRecursion::None,
            lost: Vec::new(),
            ambiguous: None,
            readings: None,
            clash: None,
        }
    }
}

fn method(plan: Plan) -> Method {
    match plan {
        Plan::Predict => Method::Predict,
        Plan::Loop => Method::Loop,
        Plan::Ordered | Plan::Exclusive => Method::Ordered,
        Plan::Chart => Method::Chart,
    }
}

/// Groups hidden rules with the named ones that they came from.
fn families(grammar: &Grammar) -> HashMap<Symbol, Vec<Symbol>> {
    let symbols = || (0..grammar.rules.len() as u32).map(Symbol);
    let kind = |symbol: Symbol| grammar.rules[symbol.0 as usize].kind;
    let named: HashMap<&str, Symbol> = symbols()
        .filter(|&symbol| kind(symbol) == RuleKind::Named)
        .map(|symbol| (&*grammar.rules[symbol.0 as usize].name, symbol))
        .collect();
    let mut families: HashMap<Symbol, Vec<Symbol>> = HashMap::new();
    for symbol in symbols() {
        let head = match kind(symbol) {
            RuleKind::Level(head) => Some(head),
            _ => named.get(&*grammar.rules[symbol.0 as usize].name).copied(),
        };
        if let Some(head) = head {
            families.entry(head).or_default().push(symbol);
        }
    }
    families
}
