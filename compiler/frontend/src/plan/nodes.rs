//! When the nodes of a rule are known: at its beginning, where productions part, or only at its end.

use grammarc_runtime::grammar::{Grammar, ItemId, Plan, ProductionId, Shape, Symbol};
use grammarc_runtime::parse::decisions::{Decisions, Point, PointId, SharedItems};

use super::kind;

/// Answers about the nodes of rules.
#[derive(Debug, Clone, Copy)]
pub struct Nodes<'a> {
    /// The tables of the rules.
    pub grammar: &'a Grammar,
    /// Where their productions part.
    pub decisions: &'a Decisions,
}

impl<'a> Nodes<'a> {
    /// Returns whether the nodes of a rule are known only at its end.
    pub fn is_late(self, rule: Symbol) -> bool {
        self.grammar.rules[rule.0 as usize].plan == Plan::Loop
            || self.has_node(rule) && self.grammar.productions_of(rule).any(|id| self.is_splice(id))
    }

    /// Returns whether some production of a rule has a node of its own.
    pub fn has_node(self, rule: Symbol) -> bool {
        self.grammar.productions_of(rule).any(|id| !self.is_splice(id))
    }

    /// Returns whether each application of a rule has exactly one node around all of it, its own or that of the rule it stands for.
    pub fn has_one_node(self, rule: Symbol) -> bool {
        let stands =
            |id: ProductionId| matches!(self.grammar.items_of(id), [item] if item.pass && self.has_node(item.symbol));
        self.grammar.productions_of(rule).all(|id| !self.is_splice(id) || stands(id))
    }

    /// Returns whether a production has no node of its own.
    pub fn is_splice(self, production: ProductionId) -> bool {
        self.grammar.production(production).shape == Shape::Splice
    }

    /// Returns the productions that a rule may be completed by from a point on.
    pub fn ends(self, point: PointId) -> Vec<(ProductionId, &'a SharedItems)> {
        let (mut seen, mut found) = (vec![point], Vec::new());
        let mut next = 0;
        while let Some(&id) = seen.get(next) {
            next += 1;
            match self.decisions.point(id) {
                Point::End { production, shared }
                | Point::Repeat { production, shared, .. }
                | Point::Grow { production, shared, .. } => found.push((*production, shared)),
                point => {
                    for to in kind::successors(point) {
                        if !seen.contains(&to) {
                            seen.push(to);
                        }
                    }
                }
            }
        }
        found
    }

    /// Returns the loop of a left-recursive rule.
    pub fn loop_of(self, rule: Symbol) -> Option<PointId> {
        let points = kind::points(self.decisions, rule);
        points.into_iter().find_map(|id| match self.decisions.point(id) {
            Point::Grow { to, .. } => Some(*to),
            _ => None,
        })
    }

    /// Returns whether the node of a shared item, which another node may wrap, is handed to the other item as soon as the productions part.
    pub fn is_given(self, production: ProductionId, pair: (ItemId, ItemId)) -> bool {
        let rule = self.grammar.production(production).rule;
        let calls = |id: &PointId| match self.decisions.point(*id) {
            Point::Call { item, back } if *item == pair.0 => Some(*back),
            _ => None,
        };
        let back = kind::points(self.decisions, rule).iter().find_map(calls);
        let Some(Point::Choose { branches, otherwise, .. }) = back.map(|id| self.decisions.point(id)) else {
            return false;
        };
        let ways = || branches.iter().map(|branch| branch.to).chain(*otherwise);
        let leads = |to: &PointId| self.ends(*to).iter().any(|(id, _)| *id == production);
        ways().filter(leads).all(|to| self.are_given(to, pair))
    }

    /// Returns whether all productions that a rule may be completed by from a point on share a pair of items.
    pub fn are_given(self, point: PointId, pair: (ItemId, ItemId)) -> bool {
        self.ends(point).iter().all(|(_, shared)| shared.contains(&pair))
    }

    /// Returns whether another node may wrap the node of an item.
    pub fn is_wrapped(self, item: ItemId) -> bool {
        let symbol = self.grammar.items[item.0 as usize].symbol;
        self.grammar.rule(symbol).is_some() && self.is_late(symbol)
    }

    /// Returns how many nodes stand before an item's node in its production, if that is always the same.
    pub fn before(self, production: ProductionId, item: ItemId) -> Option<usize> {
        let first = self.grammar.production(production).items.start;
        let before = &self.grammar.items[first as usize..item.0 as usize];
        before.iter().all(|item| self.grammar.terminal(item.symbol).is_some()).then_some(before.len())
    }
}
