//! The tree of an input: of all derivations in the chart the first by priority.
//!
//! A derivation is its list of decisions in preorder, and the first list in lexicographic order wins. So `best(A, i, ends)`
//! takes the first production of `A` that reaches an allowed end, then its items from left to right, each with the ends
//! from which the rest still gets there; these are found backwards, through the links of the chart. Where decisions are
//! not forced, that set of ends is all that has to be carried along: no derivation is ever built and thrown away.
//!
//! Rules that can hold themselves over the same span need more care, since a node below another of the same symbol and
//! span is not considered. There every allowed end is carried with the ancestors that would have the same span.

use std::ops::Range;

use super::chart::{ItemNumber, NONE, NodeNumber, SetNumber, Way};
use super::earley::Recognized;
use super::tables::{Next, Tables};
use crate::byteset::ByteSet;
use crate::grammar::{ItemId, ProductionId, RuleKind, Symbol, TerminalKind};
use crate::regular::Matcher;
use crate::tree::{Builder, Mark, Tree};

/// Builds the tree. Time and memory follow the derivations in the chart; depth is on the heap.
pub(super) fn tree(matcher: Matcher<'_>, tables: &Tables, recognized: &Recognized<'_>, builder: Builder) -> Tree {
    let first = || Decisions { least: &[], made: None, is_exhausted: false };
    let (mut builder, _) = extract(matcher, tables, recognized, first(), builder);
    if builder.is_lost() {
        (builder, _) = extract(matcher, tables, recognized, first(), Builder::new());
    }
    builder.finish()
}

/// Builds the first tree whose decisions are at least these, and returns it with all its decisions. None if the last of
/// these has no option left.
pub(super) fn tree_from(
    matcher: Matcher<'_>,
    tables: &Tables,
    recognized: &Recognized<'_>,
    least: &[u32],
) -> Option<(Tree, Vec<Decision>)> {
    let from = Decisions { least, made: Some(Vec::new()), is_exhausted: false };
    let (builder, decisions) = extract(matcher, tables, recognized, from, Builder::new());
    decisions.made.filter(|_| !decisions.is_exhausted).map(|made| (builder.finish(), made))
}

/// A choice between several derivations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Decision {
    /// Where it was made, in bytes.
    pub(super) at: usize,
    /// Which of the options it was; some of those before it may have been none.
    pub(super) chosen: u32,
    /// How many there are, at most.
    pub(super) options: u32,
}

/// The decisions of one extraction, in preorder.
struct Decisions<'a> {
    /// No decision is below these.
    least: &'a [u32],
    /// What was decided, if that is of interest.
    made: Option<Vec<Decision>>,
    /// Whether the last of `least` could not be met.
    is_exhausted: bool,
}

impl Decisions<'_> {
    /// Returns the first option of the next decision that may be taken.
    fn least(&self) -> usize {
        let next = self.made.as_ref().map_or(0, Vec::len);
        self.least.get(next).map_or(0, |&least| least as usize)
    }

    fn make(&mut self, at: usize, chosen: usize, options: usize) {
        let decision = Decision { at, chosen: chosen as u32, options: options as u32 };
        self.made.iter_mut().for_each(|made| made.push(decision));
    }
}

fn extract<'d>(
    matcher: Matcher<'_>,
    tables: &Tables,
    recognized: &Recognized<'_>,
    decisions: Decisions<'d>,
    builder: Builder,
) -> (Builder, Decisions<'d>) {
    let mut extractor = Extractor {
        matcher,
        tables,
        recognized,
        frames: Vec::new(),
        targets: Vec::new(),
        edges: Vec::new(),
        builder,
        decisions,
        productions: Vec::new(),
        level: Vec::new(),
        before: Vec::new(),
    };
    extractor.targets.push(Target { node: recognized.root, run: 0 });
    extractor.enter(matcher.grammar.start, 0, ItemId::NONE);
    while let Some(frame) = extractor.frames.last().filter(|_| !extractor.decisions.is_exhausted) {
        let current = frame.current;
        match tables.dot(recognized.chart.item(current).key.dot).next {
            Next::Rule(rule) => extractor.descend(current, rule),
            Next::Terminal(terminal) => extractor.read(current, terminal),
            Next::End => extractor.leave(current),
        }
    }
    (extractor.builder, extractor.decisions)
}

/// An application of a rule whose items are being gone through.
struct Frame {
    rule: Symbol,
    /// Where its slice ends, and the texts of its parameters. In another slice a rule counts as another.
    environment: u32,
    production: ProductionId,
    /// Where it begins.
    origin: SetNumber,
    /// The place that asked for it.
    item: ItemId,
    mark: Mark,
    /// How far it has come.
    current: ItemNumber,
    /// Where its targets and edges begin; they reach to the end, or to those of the next frame.
    targets: u32,
    edges: u32,
    /// The end that it must not have, because something below it of its own kind already has that span.
    forbidden: SetNumber,
    /// Only where rules can hold themselves over the same span; a million frames have none.
    below: Option<Box<Below>>,
}

impl Frame {
    /// What it is besides its span.
    fn identity(&self) -> (Symbol, u32) {
        (self.rule, self.environment)
    }
}

/// What lies below a frame over a span that may become its own.
struct Below {
    /// Rules of the same cycle, with their slices.
    rules: Vec<(Symbol, u32)>,
    /// They span from the frame's origin to here.
    end: SetNumber,
}

/// An end that a frame may have, as the node that it then is.
#[derive(Debug, Clone, Copy)]
struct Target {
    node: NodeNumber,
    /// The frames from this one on would have the same span.
    run: u32,
}

/// A step from one item to the next that leads to an allowed end.
#[derive(Debug, Clone, Copy)]
struct Edge {
    from: ItemNumber,
    to: ItemNumber,
    /// What is between them; `NONE` for a terminal.
    child: NodeNumber,
    /// As [`Target::run`], for the child.
    run: u32,
}

/// An item from which allowed ends are reached.
#[derive(Debug, Clone, Copy)]
struct Reach {
    item: ItemNumber,
    /// An end further right than where the item stands.
    beyond: bool,
    /// The place itself: what is left is empty.
    here: bool,
    /// The run of the target that ends here, if one does.
    run: u32,
}

struct Extractor<'a, 't, 'd> {
    matcher: Matcher<'a>,
    tables: &'t Tables,
    recognized: &'t Recognized<'a>,
    frames: Vec<Frame>,
    targets: Vec<Target>,
    edges: Vec<Edge>,
    builder: Builder,
    decisions: Decisions<'d>,
    /// The productions that reach a target; kept for its memory, as what follows.
    productions: Vec<ProductionId>,
    /// The items of one place in a production from which allowed ends are reached, and those of the place before.
    level: Vec<Reach>,
    before: Vec<Reach>,
}

impl Extractor<'_, '_, '_> {
    /// Opens a frame for the targets from `targets` on, with the first production that reaches one of them.
    fn enter(&mut self, rule: Symbol, targets: usize, item: ItemId) {
        let chart = &self.recognized.chart;
        let origin = chart.span(self.targets[targets].node).start;
        let (_, environment) = self.identity(self.targets[targets].node);
        let mut productions = std::mem::take(&mut self.productions);
        let reached = |target: &Target| chart.completions(target.node).map(|item| self.production(item));
        productions.extend(self.targets[targets..].iter().flat_map(reached));
        productions.sort_unstable();
        productions.dedup();
        self.frames.push(Frame {
            rule,
            environment,
            production: ProductionId(NONE),
            origin,
            item,
            mark: self.builder.open(item),
            current: NONE,
            targets: targets as u32,
            edges: self.edges.len() as u32,
            forbidden: NONE,
            below: None,
        });
        let (options, least) = (productions.len(), if productions.len() > 1 { self.decisions.least() } else { 0 });
        let mut from_least = productions.drain(..).enumerate().skip(least);
        let chosen = from_least.find_map(|(number, it)| Some((number, it, self.connect(it)?)));
        drop(from_least);
        self.productions = productions;
        let Some((number, production, current)) = chosen else {
            assert!(least > 0, "a node in the chart has a derivation without cycles");
            self.decisions.is_exhausted = true;
            return;
        };
        if options > 1 {
            self.decisions.make(self.recognized.chart.at(origin), number, options);
        }
        let frame = self.top();
        (frame.production, frame.current) = (production, current);
    }

    /// Goes into the rule after the current item.
    fn descend(&mut self, current: ItemNumber, rule: Symbol) {
        let frame = self.frames.len() - 1;
        let targets = self.targets.len();
        let edges = self.edges[self.frames[frame].edges as usize..].iter().filter(|edge| edge.from == current);
        self.targets.extend(edges.map(|edge| Target { node: edge.child, run: edge.run }));
        let item = self.call_site(current);
        self.enter(rule, targets, item);
    }

    /// Takes the first end of the terminal after the current item, of those that lead on.
    fn read(&mut self, current: ItemNumber, terminal: Symbol) {
        let chart = &self.recognized.chart;
        let at = |item: ItemNumber| chart.at(chart.item(item).set);
        let edges = &self.edges[self.frames[self.frames.len() - 1].edges as usize..];
        let mut leading = edges.iter().filter(|edge| edge.from == current);
        let (Some(&first), second) = (leading.next(), leading.next()) else { unreachable!("an edge leads on") };
        let mut taken = first;
        if second.is_some() {
            let environment = chart.item(current).key.environment;
            let labels = |label| self.recognized.environments.text(environment, label);
            let limit = self.recognized.environments.limit(environment);
            let matcher = Matcher { input: &self.matcher.input[..limit], ..self.matcher };
            let ends = matcher.ends_before(terminal, at(current), &ByteSet::ALL, &labels);
            let edge_to = |&end: &usize| edges.iter().find(|edge| edge.from == current && at(edge.to) == end);
            let least = self.decisions.least();
            let found = ends.iter().enumerate().skip(least).find_map(|(number, end)| Some((number, *edge_to(end)?)));
            let Some((number, edge)) = found.or((least == 0).then_some((0, first))) else {
                self.decisions.is_exhausted = true;
                return;
            };
            taken = edge;
            self.decisions.make(at(current), number, ends.len());
        }
        let span = at(current)..at(taken.to);
        let ahead = |kind| matches!(kind, TerminalKind::Ahead { .. });
        if !self.matcher.grammar.terminal(terminal).is_some_and(|row| ahead(row.kind)) {
            let item = self.call_site(current);
            self.builder.leaf(terminal, span, item);
        }
        self.move_to(taken.to);
    }

    /// Moves the top frame on to its next item. Edges over what was passed lead nowhere any more.
    fn move_to(&mut self, next: ItemNumber) {
        let chart = &self.recognized.chart;
        let Some(frame) = self.frames.last_mut() else { return };
        let passed = chart.item(frame.current).key.dot;
        frame.current = next;
        let own = &self.edges[frame.edges as usize..];
        let spent = own.iter().rev().take_while(|edge| chart.item(edge.from).key.dot <= passed).count();
        self.edges.truncate(self.edges.len() - spent);
    }

    /// Closes the top frame, whose items are done, and moves the frame below over it.
    fn leave(&mut self, current: ItemNumber) {
        let chart = &self.recognized.chart;
        let Some(frame) = self.frames.pop() else { return };
        let end = chart.item(current).set;
        let span = chart.at(frame.origin)..chart.at(end);
        self.builder.close(self.matcher.grammar, frame.production, frame.mark, span, frame.item);
        let environment = chart.item(current).key.environment;
        let is_reached = |target: &&Target| {
            let completed = chart.completed(target.node);
            completed.set == end && completed.key.environment == environment
        };
        let node = self.targets[frame.targets as usize..].iter().find(is_reached).map_or(NONE, |target| target.node);
        self.targets.truncate(frame.targets as usize);
        self.edges.truncate(frame.edges as usize);
        let Some(parent) = self.frames.last() else { return };
        let is_cycle = frame.origin == parent.origin && self.tables.in_one_cycle(frame.rule, parent.rule);
        let mut edges = self.edges[parent.edges as usize..].iter();
        let edge = edges.find(|edge| edge.from == parent.current && edge.child == node);
        let next = edge.expect("the node was a target of its parent").to;
        self.move_to(next);
        if is_cycle {
            self.remember(frame, node, end);
        }
    }

    /// Tells the top frame what now lies below it over a span that may become its own.
    fn remember(&mut self, child: Frame, node: NodeNumber, end: SetNumber) {
        let chart = &self.recognized.chart;
        let seen = |node: NodeNumber| self.recognized.environments.seen(chart.completed(node).key.environment);
        let depth = self.frames.len() - 1;
        let written = self.is_written(child.rule).then_some(child.identity());
        let parent = &mut self.frames[depth];
        let kept = parent.below.take().filter(|below| below.end == end);
        let mut below = kept.unwrap_or_else(|| Box::new(Below { rules: Vec::new(), end }));
        below.rules.extend(written);
        if let Some(deeper) = child.below.filter(|deeper| deeper.end == end) {
            below.rules.extend(deeper.rules);
        }
        let targets = &self.targets[parent.targets as usize..];
        let mut ending = targets.iter().filter(|target| chart.span(target.node).end == end);
        // Nothing but empty parts would be added to the child.
        let target = ending.clone().find(|target| seen(target.node) == seen(node)).or(ending.next());
        let clashes =
            |run: u32| self.frames[run as usize..].iter().any(|frame| below.rules.contains(&frame.identity()));
        let clash = target.is_some_and(|target| clashes(target.run));
        self.top().below = Some(below);
        if clash {
            self.forbid(end);
        }
    }

    /// Takes an end away from the top frame.
    fn forbid(&mut self, end: SetNumber) {
        let frame = self.top();
        frame.forbidden = end;
        let (production, edges) = (frame.production, frame.edges);
        self.edges.truncate(edges as usize);
        self.connect(production);
    }

    /// Finds the edges of the top frame that lead to its targets by a production, last item first. Returns the item that
    /// they start from, or none if no derivation without cycles remains.
    fn connect(&mut self, production: ProductionId) -> Option<ItemNumber> {
        let begin = self.edges.len();
        if let Some(start) = self.only_way() {
            return Some(start);
        }
        let (mut level, mut before) = (std::mem::take(&mut self.level), std::mem::take(&mut self.before));
        self.completions(production, &mut level);
        for _ in self.matcher.grammar.items_of(production) {
            level.drain(..).for_each(|reach| self.step_back(reach, &mut before));
            merge(&mut before);
            std::mem::swap(&mut level, &mut before);
        }
        let start = level.first().map(|reach| reach.item);
        if start.is_none() {
            self.edges.truncate(begin);
        }
        level.clear();
        (self.level, self.before) = (level, before);
        start
    }

    /// The same where there is one way to one target: no decision has to be left open. None if there may be others.
    fn only_way(&mut self) -> Option<ItemNumber> {
        let chart = &self.recognized.chart;
        let frame = self.frames.last()?;
        let &[target] = &self.targets[frame.targets as usize..] else { return None };
        let is_free = frame.forbidden == NONE && !self.tables.is_cyclic(frame.rule);
        let mut item = chart.only_completion(target.node).filter(|_| is_free)?;
        let (begin, run) = (self.edges.len(), self.frames.len() as u32);
        loop {
            match chart.way(item) {
                Way::Predicted => return Some(item),
                Way::Only(link) => {
                    self.edges.push(Edge { from: link.from, to: item, child: link.child, run });
                    item = link.from;
                }
                Way::Several => {
                    self.edges.truncate(begin);
                    return None;
                }
            }
        }
    }

    /// Adds the completed items of a production in the targets of the top frame.
    fn completions(&self, production: ProductionId, level: &mut Vec<Reach>) {
        let chart = &self.recognized.chart;
        let frame = &self.frames[self.frames.len() - 1];
        for target in &self.targets[frame.targets as usize..] {
            let completing = chart.completions(target.node).filter(|&item| self.production(item) == production);
            let allowed = completing.filter(|&item| chart.item(item).set != frame.forbidden);
            level.extend(allowed.map(|item| Reach { item, beyond: false, here: true, run: target.run }));
        }
    }

    /// Adds the edges that lead to an item, and the items that they come from.
    fn step_back(&mut self, reach: Reach, before: &mut Vec<Reach>) {
        let chart = &self.recognized.chart;
        let set = chart.item(reach.item).set;
        for link in chart.links(reach.item) {
            let start = chart.item(link.from).set;
            let own = self.frames.len() as u32;
            let spans = link.child != NONE && self.may_span(link.child, start);
            let here = reach.here && (!spans || self.is_derivable(link.child, reach.run));
            if !here && !reach.beyond {
                continue;
            }
            let run = if spans && !reach.beyond { reach.run } else { own };
            self.edges.push(Edge { from: link.from, to: reach.item, child: link.child, run });
            let (beyond, here) = (reach.beyond || (here && start < set), here && start == set);
            before.push(Reach { item: link.from, beyond, here, run: reach.run });
        }
    }

    /// Whether a child that begins at `start` could have the span of the top frame, and be an ancestor of its like.
    fn may_span(&self, child: NodeNumber, start: SetNumber) -> bool {
        let frame = &self.frames[self.frames.len() - 1];
        start == frame.origin
            && self.tables.is_cyclic(frame.rule)
            && self.tables.in_one_cycle(self.rule(child), frame.rule)
    }

    /// Whether a node has a derivation that holds none of the rules of the frames from `run` on over its own span.
    fn is_derivable(&self, node: NodeNumber, run: u32) -> bool {
        let above = &self.frames[run as usize..];
        let blocked = |node| {
            let identity = self.identity(node);
            self.is_written(identity.0) && above.iter().any(|frame| frame.identity() == identity)
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

    /// Whether a node has a derivation in which every child of its own cycle over the same span is in `derivable`. The
    /// others that it would need are added to `open`.
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

    /// The place that the child after an item is parsed for.
    fn call_site(&self, item: ItemNumber) -> ItemId {
        let id = self.tables.dot(self.recognized.chart.item(item).key.dot).item;
        let pass = self.matcher.grammar.item(id).is_some_and(|item| item.pass);
        match self.frames.last() {
            Some(frame) if pass => frame.item,
            _ => id,
        }
    }

    fn production(&self, item: ItemNumber) -> ProductionId {
        self.tables.dot(self.recognized.chart.item(item).key.dot).production
    }

    fn rule(&self, node: NodeNumber) -> Symbol {
        self.identity(node).0
    }

    /// What a node is besides its span.
    fn identity(&self, node: NodeNumber) -> (Symbol, u32) {
        let key = self.recognized.chart.completed(node).key;
        let production = self.tables.dot(key.dot).production;
        let environment = self.recognized.environments.outside(key.environment);
        (self.matcher.grammar.production(production).rule, environment)
    }

    /// Whether a rule is one of the grammar file, at some level of precedence: groups and repetitions are no nodes that
    /// must not stand below another of their kind.
    fn is_written(&self, rule: Symbol) -> bool {
        matches!(self.matcher.grammar.rules[rule.0 as usize].kind, RuleKind::Named | RuleKind::Level(_))
    }

    fn top(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a frame is open")
    }
}

/// Joins what is known of the same item.
fn merge(level: &mut Vec<Reach>) {
    level.sort_unstable_by_key(|reach| reach.item);
    level.dedup_by(|reach, kept| {
        let same = reach.item == kept.item;
        if same {
            kept.beyond |= reach.beyond;
            if reach.here {
                (kept.here, kept.run) = (true, reach.run);
            }
        }
        same
    });
}
