//! Chooses how the deterministic engines parse each rule; nothing else does.
//!
//! *Predict* where the next bytes decide, *ordered* where options are tried, *loop* for direct left recursion that goes on
//! wherever it can, *chart* where only Earley will do: left recursion that is hidden, indirect, or open to stop.

use grammarc_runtime::grammar::{Check, Grammar, Item, Plan, ProductionId, RuleKind, Symbol};
use grammarc_runtime::parse::decisions::{Decisions, Point};
use grammarc_runtime::parse::lookahead::{Lookahead, Prefix};

/// Fills in the plan of every rule.
pub fn plan(grammar: &mut Grammar) {
    let lookahead = Lookahead::new(grammar);
    let corners = left_corners(grammar, &lookahead);
    for rule in (0..grammar.rules.len() as u32).map(Symbol) {
        let plan = choose(grammar, &lookahead, &corners, rule);
        grammar.rules.to_mut()[rule.0 as usize].plan = plan;
    }
    let decisions = Decisions::new(grammar);
    for (number, rule) in grammar.rules.to_mut().iter_mut().enumerate() {
        if rule.plan == Plan::Ordered && is_predicted(&decisions, Symbol(number as u32)) {
            rule.plan = Plan::Predict;
        }
    }
}

fn choose(grammar: &Grammar, lookahead: &Lookahead, corners: &[Vec<Symbol>], rule: Symbol) -> Plan {
    let own = &corners[rule.0 as usize];
    let others = own.iter().copied().filter(|corner| *corner != rule);
    if reaches(corners, others.collect(), rule) || is_hidden(grammar, lookahead, rule) {
        Plan::Chart
    } else if !own.contains(&rule) {
        Plan::Ordered
    } else if is_loop(grammar, lookahead, rule) {
        Plan::Loop
    } else {
        Plan::Chart
    }
}

/// Returns for each rule the rules that can stand at the beginning of a text of it, after nothing that consumes.
fn left_corners(grammar: &Grammar, lookahead: &Lookahead) -> Vec<Vec<Symbol>> {
    let mut corners = vec![Vec::new(); grammar.rules.len()];
    for production in (0..grammar.productions.len() as u32).map(ProductionId) {
        let own: &mut Vec<Symbol> = &mut corners[grammar.production(production).rule.0 as usize];
        for item in leading(grammar, lookahead, production) {
            if grammar.rule(item.symbol).is_some() && !own.contains(&item.symbol) {
                own.push(item.symbol);
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

/// Returns whether one of the rules leads to `goal` from left corner to left corner.
fn reaches(corners: &[Vec<Symbol>], from: Vec<Symbol>, goal: Symbol) -> bool {
    let mut seen = vec![false; corners.len()];
    let mut waiting = from;
    while let Some(rule) = waiting.pop() {
        if rule == goal {
            return true;
        }
        if !std::mem::replace(&mut seen[rule.0 as usize], true) {
            waiting.extend(corners[rule.0 as usize].iter().copied());
        }
    }
    false
}

/// Returns whether a production comes back to its rule behind something that can be empty.
fn is_hidden(grammar: &Grammar, lookahead: &Lookahead, rule: Symbol) -> bool {
    let comes_back = |id| leading(grammar, lookahead, id).iter().skip(1).any(|item| item.symbol == rule);
    grammar.productions_of(rule).any(comes_back)
}

/// Returns whether a directly left-recursive rule can be a loop: its node is wrapped again wherever that is possible.
fn is_loop(grammar: &Grammar, lookahead: &Lookahead, rule: Symbol) -> bool {
    let row = &grammar.rules[rule.0 as usize];
    let begins = |id: &ProductionId| grammar.items_of(*id).first().is_some_and(|item| item.symbol == rule);
    let (tails, bases): (Vec<_>, Vec<_>) = grammar.productions_of(rule).partition(begins);
    let is_plain = |head: &Item| !head.consume && !head.pass && head.label.is_none() && head.check == Check::None;
    let is_tail = |id: &ProductionId| {
        let items = grammar.items_of(*id);
        is_plain(&items[0]) && !lookahead.of_items(&items[1..]).is_nullable()
    };
    let stop = lookahead.stop(grammar, rule);
    let goes_on = |id: &ProductionId| rest(grammar, lookahead, *id).parting(stop).is_some();
    let is_named = matches!(row.kind, RuleKind::Named | RuleKind::Level(_));
    is_named
        && !bases.is_empty()
        && tails.iter().all(is_tail)
        && (is_precedence(grammar, rule) || tails.iter().all(goes_on))
}

/// Returns what a production needs behind its first item.
fn rest(grammar: &Grammar, lookahead: &Lookahead, production: ProductionId) -> Prefix {
    lookahead.rest(grammar, production, &grammar.items_of(production)[1..])
}

/// Returns whether a rule is a level of precedence.
fn is_precedence(grammar: &Grammar, rule: Symbol) -> bool {
    let is_above = |kind: RuleKind| kind == RuleKind::Level(rule);
    matches!(grammar.rules[rule.0 as usize].kind, RuleKind::Level(_))
        || grammar.rules.iter().any(|other| is_above(other.kind))
}

/// Returns whether at every point of the rule no input is open to two options.
fn is_predicted(decisions: &Decisions, rule: Symbol) -> bool {
    let mut seen = vec![false; decisions.points.len()];
    let mut waiting = vec![decisions.entry(rule)];
    while let Some(id) = waiting.pop() {
        if std::mem::replace(&mut seen[id.0 as usize], true) {
            continue;
        }
        match decisions.point(id) {
            &Point::Terminal { next, .. } | &Point::Settle { next, .. } => waiting.push(next),
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
