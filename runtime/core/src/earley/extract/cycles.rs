//! Leaves out derivations in which a node stands below another of the same symbol and span. For example, with `<e> ::= <e> | "x"`
//! the input `x` has one tree, not one for each number of nested `<e>`.

use std::ops::Range;

use super::reach::Reach;
use super::{Extractor, WalkFrame};
use crate::earley::chart::Link;
use crate::earley::numbers::{ItemNumber, NONE, NodeNumber, SetNumber};
use crate::grammar::{ProductionId, RuleKind, Symbol};

/// The facts about a frame that may hold its own rule over the same span.
pub(super) struct Cycle {
    /// The end that it must not have, because a node of its own kind below it already has that span.
    pub(super) forbidden: SetNumber,
    /// The nodes below it over a span that may become its own: rules of the same cycle, with their slices.
    below: Vec<RuleInstance>,
    /// End of these nodes; they begin at the frame's origin.
    end: SetNumber,
}

/// A node without its span: its rule, and its environment, which has the slice and the values of its parameters. A rule in another
/// slice counts as another rule.
type RuleInstance = (Symbol, u32);

impl Extractor<'_, '_, '_> {
    /// Whether the frame that was just closed is in a cycle with the frame below it.
    pub(super) fn is_cycle(&self, origin: SetNumber, production: ProductionId, parent: ItemNumber) -> bool {
        let rule = |production: ProductionId| self.matcher.grammar.production(production).rule;
        let own = rule(production);
        self.tables.is_cyclic(own)
            && origin == self.recognized.chart.item(parent).key.origin
            && self.tables.in_one_cycle(own, rule(self.production(parent)))
    }

    /// Notes a child of the top frame that may have the frame's own span: a frame that was just left as a node.
    pub(super) fn remember(&mut self, deeper: Option<Cycle>, node: NodeNumber, end: SetNumber) {
        let chart = &self.recognized.chart;
        let seen = |node: NodeNumber| self.recognized.environments.seen(chart.completed(node).key.environment);
        let identity = self.identity(node);
        let written = self.is_written(identity.0).then_some(identity);
        let depth = self.frames.len() - 1;
        let known = self.cycles.pop_if(|(frame, _)| *frame == depth).map(|(_, cycle)| cycle);
        let mut cycle = known.unwrap_or_else(|| Cycle { forbidden: NONE, below: Vec::new(), end });
        if cycle.end != end {
            (cycle.below, cycle.end) = (Vec::new(), end);
        }
        cycle.below.extend(written);
        if let Some(deeper) = deeper.filter(|deeper| deeper.end == end) {
            cycle.below.extend(deeper.below);
        }
        let targets = &self.targets[self.frames[depth].targets as usize..];
        let mut ending = targets.iter().filter(|target| chart.span(target.node).end == end);
        // Only empty parts would follow the child.
        let target = ending.clone().find(|target| seen(target.node) == seen(node)).or(ending.next());
        let clashes =
            |run: u32| self.frames[run as usize..].iter().any(|frame| cycle.below.contains(&self.identity_of(frame)));
        let clash = target.is_some_and(|target| clashes(target.run));
        self.cycles.push((depth, cycle));
        if clash {
            self.forbid(end);
        }
    }

    /// Forbids an end to the top frame.
    fn forbid(&mut self, end: SetNumber) {
        self.cycles.last_mut().into_iter().for_each(|(_, cycle)| cycle.forbidden = end);
        let WalkFrame { current, reached, .. } = *self.top();
        self.reached.truncate(reached as usize);
        self.connect(self.production(current));
        self.drop_passed();
    }

    /// Whether a derivation of the rule of the top frame can hold the rule over the same span.
    pub(super) fn is_cyclic(&self) -> bool {
        self.tables.has_cycles() && self.tables.is_cyclic(self.rule(self.target()))
    }

    /// Returns the origin of the top frame.
    pub(super) fn origin(&self) -> SetNumber {
        self.recognized.chart.span(self.target()).start
    }

    /// Returns a target of the top frame. Its targets differ in their ends.
    fn target(&self) -> NodeNumber {
        let frame = &self.frames[self.frames.len() - 1];
        self.targets[frame.targets as usize].node
    }

    /// Returns the first frame that would have the span of the link's child. Returns none if the item cannot be reached by the
    /// link.
    pub(super) fn run(&self, reach: Reach, link: Link) -> Option<u32> {
        if self.may_stand(reach, link) || reach.is_beyond() {
            let is_inner = !reach.is_beyond() && self.may_span(link);
            return Some(if is_inner { reach.run() } else { self.frames.len() as u32 });
        }
        None
    }

    /// Whether the child of a link can be the last child that is not empty.
    pub(super) fn may_stand(&self, reach: Reach, link: Link) -> bool {
        reach.is_here() && (!self.may_span(link) || self.is_derivable(link.child, reach.run()))
    }

    /// Whether the child of a link could have the span of the top frame, and hold the same rule.
    fn may_span(&self, link: Link) -> bool {
        link.child != NONE
            && self.is_cyclic()
            && self.recognized.chart.item(link.from).set == self.origin()
            && self.tables.in_one_cycle(self.rule(link.child), self.rule(self.target()))
    }

    /// Whether a node has a derivation that holds none of the rules of the frames from `run` on over its own span.
    fn is_derivable(&self, node: NodeNumber, run: u32) -> bool {
        let above = &self.frames[run as usize..];
        let blocked = |node| {
            let identity = self.identity(node);
            self.is_written(identity.0) && above.iter().any(|frame| self.identity_of(frame) == identity)
        };
        if blocked(node) {
            return false;
        }
        let mut open = vec![node];
        let mut derivable = Vec::new();
        loop {
            let (nodes, proved) = (open.len(), derivable.len());
            for place in 0..nodes {
                let node = open[place];
                if !derivable.contains(&node) && self.is_provable(node, &derivable, &mut open) {
                    derivable.push(node);
                }
            }
            open.retain(|&node| !blocked(node));
            if derivable.contains(&node) {
                return true;
            }
            if open.len() == nodes && derivable.len() == proved {
                return false;
            }
        }
    }

    /// Whether a node has a derivation in which every child of its own cycle over the same span is in `derivable`. Other children
    /// of that kind are added to `open`.
    fn is_provable(&self, node: NodeNumber, derivable: &[NodeNumber], open: &mut Vec<NodeNumber>) -> bool {
        let chart = &self.recognized.chart;
        let Range { start, end } = chart.span(node);
        let rule = self.rule(node);
        let mut items: Vec<ItemNumber> = chart.completions(node).collect();
        let mut seen = Vec::new();
        while let Some(item) = items.pop() {
            if seen.contains(&item) {
                continue;
            }
            seen.push(item);
            let key = chart.item(item).key;
            if key.dot == self.tables.first(self.tables.dot(key.dot).production) {
                return true;
            }
            for link in chart.links(item) {
                let spans = chart.item(item).set == end && chart.item(link.from).set == start && link.child != NONE;
                let inside = spans && self.tables.in_one_cycle(self.rule(link.child), rule);
                if !inside || derivable.contains(&link.child) {
                    items.push(link.from);
                } else if !open.contains(&link.child) {
                    open.push(link.child);
                }
            }
        }
        false
    }

    fn rule(&self, node: NodeNumber) -> Symbol {
        self.matcher.grammar.production(self.production_of(node)).rule
    }

    fn production_of(&self, node: NodeNumber) -> ProductionId {
        self.tables.dot(self.recognized.chart.completed(node).key.dot).production
    }

    fn identity(&self, node: NodeNumber) -> RuleInstance {
        let environment = self.recognized.chart.completed(node).key.environment;
        (self.rule(node), self.recognized.environments.outside(environment))
    }

    fn identity_of(&self, frame: &WalkFrame) -> RuleInstance {
        self.identity(self.targets[frame.targets as usize].node)
    }

    /// Whether a rule is written in the grammar file, at some level of precedence. Groups and repetitions leave no nodes of their
    /// own, so they may stand below one another.
    fn is_written(&self, rule: Symbol) -> bool {
        matches!(self.matcher.grammar.rules[rule.0 as usize].kind, RuleKind::Named | RuleKind::Level(_))
    }
}
