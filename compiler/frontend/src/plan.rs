//! Chooses how each rule is read; nothing else does.
//!
//! A [`Plan`] says how the deterministic engines parse a rule: *predict* where the next bytes decide, *ordered* where options are
//! tried, *loop* for direct left recursion that goes on wherever it can. *Chart* is for the rest, which needs Earley: left
//! recursion that is hidden, indirect, or ends where the next bytes do not tell. The [`CodePlan`] of generated code follows from
//! the plans. A parser follows the next bytes, or consists of functions and states over a cursor, or is the interpreter of the
//! grammar's tables. `emit` writes the code, `check` shows the plans.
//!
//! The analyses behind a `CodePlan` are in files of their own. `next_bytes` finds out whether backtracking is ever needed, `heads` which
//! rules have code of their own, `kind` whether that is a function or a state, `nodes` when a node is known, and `choice` where productions
//! part. `operators` copies operator rules, and `terminals` chooses how terminals are matched.

pub mod choice;
pub mod heads;
pub mod kind;
pub mod next_bytes;
pub mod nodes;
mod operators;
pub mod terminals;

use std::collections::{BTreeSet, HashSet};

use grammarc_runtime::grammar::{Check, Drive, Grammar, Item, Plan, ProductionId, RuleKind, Symbol};
use grammarc_runtime::parse::decisions::{Decisions, Point};
use grammarc_runtime::parse::lookahead::{Lookahead, Prefix};
use grammarc_runtime::regular::Automata;

use choice::{Choice, Class, classes};
use grammarc_runtime::components::components;
use kind::Kinds;

/// Rules that are tried in order beyond which generated code leaves parsing to the interpreter. Where so much is tried, charts decide
/// parts of the input. Functions cannot be resumed behind such a part, and the interpreter can; and what code saves at each step counts
/// for little beside what is tried. For example, parsers of C and Python written as functions were 0.9 to 1.0 times as fast as the
/// interpreter, and had ten thousand lines; those of HTML, XML and TOML are more than twice as fast.
///
/// Code for parts alone, called by the interpreter, would not take the place of either: the parts that the next bytes decide with all that
/// they reach have 12 % of the nodes of HTML pages, 2 % of those of TOML, and none of those of XML, SQL and programs.
const MAX_ORDERED_RULES: usize = 16;

/// How generated code reads and writes the texts of a grammar.
#[derive(Debug)]
pub struct CodePlan {
    /// How generated code parses.
    pub reader: Reader,
    /// The automata of the grammar.
    pub automata: Automata,
    /// Where productions part.
    pub decisions: Decisions,
    /// Which rules are functions, and which are states.
    pub kinds: Kinds,
}

/// How the parser of a grammar works.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reader {
    /// Code that follows the next bytes and never goes back, with the rules that are states of its loop.
    NextBytes(BTreeSet<Symbol>),
    /// Functions, and states of a loop, over a cursor that can give options up.
    Cursor,
    /// No code: the interpreter walks the tables.
    Tables,
}

/// How generated code reads one rule or token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// By an automaton: a token, or a leaf.
    Automaton,
    /// By the next bytes.
    NextBytes,
    /// By a function over the cursor.
    Function,
    /// By states of the loop over the cursor.
    States,
    /// By the interpreter.
    Tables,
    /// Not at all: Earley parses every input that reaches it.
    Earley,
}

impl Unit {
    /// Returns the word for it in the report for machines.
    pub fn word(self) -> &'static str {
        match self {
            Self::Automaton => "automaton",
            Self::NextBytes => "next-bytes",
            Self::Function => "function",
            Self::States => "states",
            Self::Tables => "tables",
            Self::Earley => "earley",
        }
    }
}

impl CodePlan {
    /// Chooses how the code of a grammar reads and writes, given the decisions that follow from its plans.
    pub fn new(grammar: &Grammar, automata: &Automata, decisions: &Decisions) -> Self {
        let kinds = Kinds::new(grammar, decisions);
        let tried = grammar.rules.iter().filter(|rule| !matches!(rule.plan, Plan::Predict | Plan::Loop));
        // Hidden rules bear the name of the rule that they came from.
        let tried: HashSet<&str> = tried.map(|rule| rule.name.as_ref()).collect();
        let reader = match next_bytes::heads(grammar, automata, decisions, &kinds) {
            Some(heads) => Reader::NextBytes(heads),
            None if tried.len() > MAX_ORDERED_RULES => Reader::Tables,
            None => Reader::Cursor,
        };
        Self { reader, automata: automata.shared(grammar), decisions: decisions.clone(), kinds }
    }

    /// Returns whether the parser of the grammar is code, and not the interpreter.
    pub fn has_parser(&self) -> bool {
        self.reader != Reader::Tables
    }

    /// Returns how generated code reads a rule or terminal.
    pub fn unit(&self, grammar: &Grammar, rule: Symbol) -> Unit {
        match &self.reader {
            _ if grammar.rule(rule).is_none() => Unit::Automaton,
            _ if grammar.rules[rule.0 as usize].plan == Plan::Chart => Unit::Earley,
            Reader::NextBytes(_) => Unit::NextBytes,
            Reader::Tables => Unit::Tables,
            Reader::Cursor if self.kinds.is_state(rule) => Unit::States,
            Reader::Cursor => Unit::Function,
        }
    }

    /// Returns at how many alternatives of a rule the next bytes can leave the choice open at once; 1 where they decide, and 0 where there
    /// is nothing to decide.
    pub fn options(&self, rule: Symbol) -> usize {
        let open = |choice: &Choice<'_>| {
            let clash = |one: usize, class: &Class| {
                class.open.iter().any(|&other| other != one && !choice.branches[one].excludes(&choice.branches[other]))
            };
            let most =
                classes(choice).iter().map(|class| class.open.iter().filter(|one| clash(**one, class)).count()).max();
            most.unwrap_or(0).max(1)
        };
        let choices = kind::points(&self.decisions, rule);
        choices
            .into_iter()
            .filter_map(|id| Choice::at(&self.decisions, id))
            .map(|choice| open(&choice))
            .max()
            .unwrap_or(0)
    }

    /// Returns whether a choice of a rule needs more than one byte of lookahead.
    pub fn looks_ahead(&self, rule: Symbol) -> bool {
        let choices = kind::points(&self.decisions, rule);
        let mut choices = choices.into_iter().filter_map(|id| Choice::at(&self.decisions, id));
        choices.any(|choice| choice.branches.iter().any(|branch| branch.look.iter().any(|(distance, _)| *distance > 0)))
    }
}

/// Fills in the plan of every rule, and returns the decisions that follow from the plans.
pub fn plan(grammar: &mut Grammar, automata: &Automata) -> Decisions {
    let lookahead = Lookahead::new(grammar, automata);
    let corners = left_corners(grammar, &lookahead);
    let cycles = Cycles::of(grammar, &corners);
    for rule in (0..grammar.rules.len() as u32).map(Symbol) {
        let plan = choose(grammar, &lookahead, &cycles, &corners[rule.0 as usize], rule);
        grammar.rules.to_mut()[rule.0 as usize].plan = plan;
    }
    let decisions = Decisions::with(grammar, lookahead);
    // Both plans are laid out alike.
    for (number, rule) in grammar.rules.to_mut().iter_mut().enumerate() {
        if rule.plan == Plan::Ordered && is_predicted(&decisions, Symbol(number as u32)) {
            rule.plan = Plan::Predict;
        }
    }
    decisions
}

fn choose(grammar: &Grammar, lookahead: &Lookahead, cycles: &Cycles, corners: &[usize], rule: Symbol) -> Plan {
    if cycles.has_others(rule) || is_hidden(grammar, lookahead, rule) {
        Plan::Chart
    } else if !corners.contains(&(rule.0 as usize)) {
        if operators::is_exclusive(grammar, lookahead, rule) { Plan::Exclusive } else { Plan::Ordered }
    } else if is_loop(grammar, lookahead, cycles, rule) {
        Plan::Loop
    } else {
        Plan::Chart
    }
}

/// Returns the left corners of each rule: the rules that can begin its text, after nothing that consumes.
fn left_corners(grammar: &Grammar, lookahead: &Lookahead) -> Vec<Vec<usize>> {
    let mut corners = vec![Vec::new(); grammar.rules.len()];
    for production in (0..grammar.productions.len() as u32).map(ProductionId) {
        let own: &mut Vec<usize> = &mut corners[grammar.production(production).rule.0 as usize];
        for item in leading(grammar, lookahead, production) {
            if grammar.rule(item.symbol).is_some() && own.last() != Some(&(item.symbol.0 as usize)) {
                own.push(item.symbol.0 as usize);
            }
        }
    }
    corners
}

/// Returns the items of a production up to the first that cannot be empty, that one included.
fn leading<'a>(grammar: &'a Grammar, lookahead: &Lookahead, production: ProductionId) -> &'a [Item] {
    let items = grammar.items_of(production);
    let solid = items.iter().position(|item| !lookahead.of_item(item).is_nullable());
    &items[..solid.map_or(items.len(), |solid| solid + 1)]
}

/// The rules that are left-recursive, as components of left corners, and the rules with levels of precedence.
struct Cycles {
    component: Vec<usize>,
    sizes: Vec<u32>,
    /// Rules that have levels above them.
    levelled: HashSet<Symbol>,
}

impl Cycles {
    fn of(grammar: &Grammar, corners: &[Vec<usize>]) -> Self {
        let component = components(corners);
        let mut sizes = vec![0; corners.len()];
        component.iter().for_each(|&number| sizes[number] += 1);
        let levelled = grammar.rules.iter().filter_map(|rule| match rule.kind {
            RuleKind::Level(lowest) => Some(lowest),
            _ => None,
        });
        Self { component, sizes, levelled: levelled.collect() }
    }

    /// Returns whether a rule is recursive through other rules.
    fn has_others(&self, rule: Symbol) -> bool {
        self.sizes[self.component[rule.0 as usize]] > 1
    }
}

/// Returns whether a production is left-recursive behind something that can be empty.
fn is_hidden(grammar: &Grammar, lookahead: &Lookahead, rule: Symbol) -> bool {
    let comes_back = |id| leading(grammar, lookahead, id).iter().skip(1).any(|item| item.symbol == rule);
    grammar.productions_of(rule).any(comes_back)
}

/// Returns whether a directly left-recursive rule can be a loop: its node is wrapped again wherever that is possible.
fn is_loop(grammar: &Grammar, lookahead: &Lookahead, cycles: &Cycles, rule: Symbol) -> bool {
    let row = &grammar.rules[rule.0 as usize];
    let begins = |id: &ProductionId| grammar.items_of(*id).first().is_some_and(|item| item.symbol == rule);
    let (tails, bases): (Vec<_>, Vec<_>) = grammar.productions_of(rule).partition(begins);
    let is_plain = |head: &Item| {
        !head.consume && !head.pass && head.label.is_none() && head.check == Check::None && head.drive == Drive::None
    };
    let is_tail = |id: &ProductionId| {
        let items = grammar.items_of(*id);
        is_plain(&items[0]) && !lookahead.of_items(&items[1..]).is_nullable()
    };
    let stop = lookahead.stop(grammar, rule);
    let goes_on = |id: &ProductionId| lookahead.excludes(&rest(grammar, lookahead, *id), &stop);
    let is_named = matches!(row.kind, RuleKind::Named | RuleKind::Level(_));
    is_named
        && !bases.is_empty()
        && tails.iter().all(is_tail)
        && (is_precedence(grammar, cycles, rule) || tails.iter().all(goes_on))
}

/// Returns the lookahead of a production behind its first item.
fn rest(grammar: &Grammar, lookahead: &Lookahead, production: ProductionId) -> Prefix {
    lookahead.rest(grammar, production, &grammar.items_of(production)[1..])
}

/// Returns whether a rule is a level of precedence.
fn is_precedence(grammar: &Grammar, cycles: &Cycles, rule: Symbol) -> bool {
    matches!(grammar.rules[rule.0 as usize].kind, RuleKind::Level(_)) || cycles.levelled.contains(&rule)
}

/// Returns whether at every point of the rule no input is open to two options.
fn is_predicted(decisions: &Decisions, rule: Symbol) -> bool {
    let mut seen = HashSet::new();
    let mut waiting = vec![decisions.entry(rule)];
    while let Some(id) = waiting.pop() {
        if !seen.insert(id) {
            continue;
        }
        match decisions.point(id) {
            &Point::Terminal { next, .. } | &Point::Settle { next, .. } | &Point::Drive { next, .. } => {
                waiting.push(next)
            }
            &Point::Count { choose, .. } => waiting.push(choose),
            &Point::Call { back, .. } => waiting.push(back),
            Point::Choose { branches, .. } => {
                let mut pairs =
                    branches.iter().enumerate().flat_map(|(n, a)| branches[..n].iter().map(move |b| (a, b)));
                if pairs.any(|(a, b)| !a.excludes(b)) {
                    return false;
                }
                waiting.extend(branches.iter().map(|branch| branch.to));
            }
            _ => {}
        }
    }
    true
}
