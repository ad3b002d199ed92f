//! Chooses how the deterministic engines parse each rule; nothing else does.
//!
//! *Predict* where the next bytes decide, *ordered* where options are tried, *loop* for direct left recursion that goes on
//! wherever it can, *chart* where only Earley will do: left recursion that is hidden, indirect, or open to stop.

use std::collections::HashSet;

use grammarc_runtime::grammar::{Check, Drive, Grammar, Item, Plan, ProductionId, RuleKind, Symbol};
use grammarc_runtime::parse::decisions::{Decisions, Point};
use grammarc_runtime::parse::lookahead::{Lookahead, Prefix};

use crate::facts::left_recursion::components;

/// Fills in the plan of every rule, and returns the decisions that follow from the plans.
pub fn plan(grammar: &mut Grammar) -> Decisions {
    let lookahead = Lookahead::new(grammar);
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
        Plan::Ordered
    } else if is_loop(grammar, lookahead, cycles, rule) {
        Plan::Loop
    } else {
        Plan::Chart
    }
}

/// Returns for each rule the rules that can stand at the beginning of a text of it, after nothing that consumes.
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

/// Which rules lead back to themselves from left corner to left corner, and which have levels of precedence.
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

    /// Returns whether a rule leads back to itself by way of others.
    fn has_others(&self, rule: Symbol) -> bool {
        self.sizes[self.component[rule.0 as usize]] > 1
    }
}

/// Returns whether a production comes back to its rule behind something that can be empty.
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

/// Returns what a production needs behind its first item.
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
