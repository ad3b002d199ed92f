//! The tree of an input: the derivation of the highest priority in the chart. For example, `<s> ::= <x> <x>` and
//! `<x> ::= "a" "a" | "a"` give `aaa` the parts `aa` and `a`, because the first production of the first `<x>` can still be
//! followed by the rest.
//!
//! A derivation is its list of decisions in preorder, and the first list in lexicographic order wins. So `best(A, i, ends)` takes
//! the first production of `A` that reaches an allowed end, then its items from left to right. Each item gets the ends from which
//! the rest can still be parsed; they are found backwards, through the links of the chart. Where decisions are not forced, only
//! that set of ends is carried along, so no derivation is built and thrown away.
//!
//! Rules that can hold themselves over the same span need more care, because derivations with a node below another of the same
//! symbol and span are left out. There every allowed end is carried with the ancestors that would have the same span.

mod cycles;
mod decisions;
mod many;
mod reach;

use std::cell::OnceCell;

use super::chart::{Link, Way};
use super::recognize::{LargeChart, Recognition};
use super::spare::{Memory, Spare};
use super::tables::{NextSymbol, Tables};
use crate::byteset::ByteSet;
use crate::earley::numbers::{ItemNumber, NONE, NodeNumber};
use crate::grammar::{ItemId, ProductionId, Symbol, TerminalKind};
use crate::regular::Matcher;
use crate::steps::step;
use crate::tree::{Builder, NodeMark, Tree};
use cycles::Cycle;
use decisions::DecisionLog;
use many::OriginIndex;
use reach::Reach;

pub(crate) use decisions::Decision;

/// Builds the tree. Time and memory grow with the derivations in the chart; the nesting is on the heap. Fails if there is no room in
/// the chart for the nodes that leaps left out.
pub(super) fn tree<'a>(
    matcher: Matcher<'a>,
    tables: &Tables,
    stacks: &Spare<Stacks>,
    recognized: &mut Recognition<'a>,
    builder: Builder,
) -> Result<Tree, LargeChart> {
    let roots: Vec<NodeNumber> = recognized.roots.iter().map(|root| root.node).collect();
    let mut extract = |builder| extract(matcher, tables, stacks, recognized, Wanted::of(&roots), builder);
    let mut extracted = extract(builder)?;
    if extracted.builder.is_lost() {
        extracted = extract(Builder::new())?;
    }
    Ok(extracted.builder.finish())
}

/// Builds the first tree whose decisions are at least `least`, and returns it with all its decisions. Returns none if the last
/// decision of `least` has no option left.
pub(super) fn tree_from<'a>(
    matcher: Matcher<'a>,
    tables: &Tables,
    stacks: &Spare<Stacks>,
    recognized: &mut Recognition<'a>,
    least: &[u32],
) -> Result<Option<(Tree, Vec<Decision>)>, LargeChart> {
    let roots: Vec<NodeNumber> = recognized.roots.iter().map(|root| root.node).collect();
    let decisions = DecisionLog { least, made: Some(Vec::new()), is_exhausted: false };
    let wanted = Wanted { decisions, ..Wanted::of(&roots) };
    let Extracted { builder, decisions, .. } = extract(matcher, tables, stacks, recognized, wanted, Builder::new())?;
    Ok(decisions.made.filter(|_| !decisions.is_exhausted).map(|made| (builder.finish(), made)))
}

/// Writes the first tree of those whose texts end at one of `ends`, as the node for an item, and returns where its text ends.
pub(super) fn one_of<'a>(
    matcher: Matcher<'a>,
    tables: &Tables,
    stacks: &Spare<Stacks>,
    recognized: &mut Recognition<'a>,
    ends: &[usize],
    item: ItemId,
    builder: &mut Builder,
) -> Result<usize, LargeChart> {
    let roots = recognized.roots.iter().filter(|root| ends.contains(&root.end));
    let roots: Vec<NodeNumber> = roots.map(|root| root.node).collect();
    let wanted = Wanted { item, ..Wanted::of(&roots) };
    let written = extract(matcher, tables, stacks, recognized, wanted, std::mem::take(builder))?;
    *builder = written.builder;
    Ok(written.end)
}

/// The tree that is wanted.
struct Wanted<'d> {
    /// The nodes that it may be of.
    roots: &'d [NodeNumber],
    /// The item of its root.
    item: ItemId,
    decisions: DecisionLog<'d>,
}

impl<'d> Wanted<'d> {
    /// The first tree of a few nodes.
    fn of(roots: &'d [NodeNumber]) -> Self {
        let decisions = DecisionLog { least: &[], made: None, is_exhausted: false };
        Self { roots, item: ItemId::NONE, decisions }
    }
}

/// The tree that was written.
struct Extracted<'d> {
    builder: Builder,
    decisions: DecisionLog<'d>,
    /// Where its text ends.
    end: usize,
}

fn extract<'a, 'd>(
    matcher: Matcher<'a>,
    tables: &Tables,
    stacks: &Spare<Stacks>,
    recognized: &mut Recognition<'a>,
    Wanted { roots, item, decisions }: Wanted<'d>,
    builder: Builder,
) -> Result<Extracted<'d>, LargeChart> {
    let Stacks { frames, targets, reached, .. } = stacks.take();
    let mut extractor = Extractor {
        matcher,
        tables,
        recognized,
        frames,
        targets,
        reached,
        used: 0,
        cycles: Vec::new(),
        places: OnceCell::new(),
        builder,
        decisions,
        productions: Vec::new(),
        level: Vec::new(),
        before: Vec::new(),
        found: Vec::new(),
        large: None,
        end: 0,
    };
    extractor.targets.extend(roots.iter().map(|&node| Target { node, run: 0 }));
    extractor.enter(0, item);
    while let Some(frame) = extractor.frames.last().filter(|_| extractor.is_going_on()) {
        step(1);
        let current = frame.current;
        match tables.dot(extractor.recognized.chart.item(current).key.dot).next {
            NextSymbol::Rule(_) => extractor.descend(current),
            NextSymbol::Terminal(terminal) => extractor.read(current, terminal),
            NextSymbol::End => extractor.leave(current),
        }
    }
    let Extractor { frames, targets, reached, used, builder, decisions, large, end, .. } = extractor;
    stacks.keep(Stacks { frames, targets, reached, used });
    match large {
        Some(large) => Err(large),
        None => Ok(Extracted { builder, decisions, end }),
    }
}

/// The memory of an extraction, for the next one.
#[derive(Default)]
pub(super) struct Stacks {
    frames: Vec<WalkFrame>,
    targets: Vec<Target>,
    reached: Vec<Reach>,
    /// Maximum number of bytes needed.
    used: usize,
}

impl Memory for Stacks {
    fn used(&self) -> usize {
        self.used
    }

    fn held(&self) -> usize {
        self.frames.held() + self.targets.held() + self.reached.held()
    }

    fn clear(&mut self) {
        self.frames.clear();
        self.targets.clear();
        self.reached.clear();
    }
}

/// An application of a rule whose items are being walked. For example, while `2` in `[1,2]` is read, the top frames are those of
/// the array, of its repetition and of the value.
struct WalkFrame {
    /// The item that the rule was called for.
    item: ItemId,
    mark: NodeMark,
    /// The item that the walk has reached.
    current: ItemNumber,
    /// Start of its targets, and start of the items that reach them. Both end where the next frame's begin.
    targets: u32,
    reached: u32,
}

/// An allowed end of a frame, as the node that the frame becomes with it. For example, the first `<x>` in `<x> <x>` over `aaa`
/// may end at 1 or at 2.
#[derive(Debug, Clone, Copy)]
struct Target {
    node: NodeNumber,
    /// The first of the frames that would have the same span.
    run: u32,
}

struct Extractor<'a, 't, 'd> {
    matcher: Matcher<'a>,
    tables: &'t Tables,
    recognized: &'t mut Recognition<'a>,
    frames: Vec<WalkFrame>,
    targets: Vec<Target>,
    /// For each frame the items from which its targets are reached: the items behind its current one, last to first.
    reached: Vec<Reach>,
    /// Maximum number of bytes that the stacks took.
    used: usize,
    /// Facts about frames that have a rule of the same cycle below them, with the depth of the frame.
    cycles: Vec<(usize, Cycle)>,
    /// Items and nodes by place, made at the first item with too many links to be stored. Most of these items lie on no way to the
    /// root, so most inputs do without.
    places: OnceCell<OriginIndex>,
    builder: Builder,
    decisions: DecisionLog<'d>,
    /// The productions that reach a target. This vector and the next ones are kept for their memory.
    productions: Vec<ProductionId>,
    /// The items of one place in a production from which allowed ends are reached, and the items of the place before.
    level: Vec<Reach>,
    before: Vec<Reach>,
    /// The targets of the next frame.
    found: Vec<Target>,
    /// Set if the chart has no room for the nodes that leaps left out.
    large: Option<LargeChart>,
    /// Where the text of the tree ends, once it is written.
    end: usize,
}

impl<'t> Extractor<'_, 't, '_> {
    /// Opens a frame for the targets from `targets` on, with the first production that reaches any of them.
    fn enter(&mut self, targets: usize, item: ItemId) {
        self.frames.push(WalkFrame {
            item,
            mark: self.builder.open(item),
            current: NONE,
            targets: targets as u32,
            reached: self.reached.len() as u32,
        });
        self.used = self.used.max(self.frames.used() + self.targets.used() + self.reached.used());
        if self.recognized.chart.has_leaps() && !self.expand(targets) {
            return;
        }
        if let Some(start) = self.only_way() {
            self.top().current = start;
            return;
        }
        let chart = &self.recognized.chart;
        let mut productions = std::mem::take(&mut self.productions);
        for target in &self.targets[targets..] {
            let reached = chart.completions(target.node).map(|item| self.production(item));
            reached.for_each(|it| productions.extend((!productions.contains(&it)).then_some(it)));
        }
        productions.sort_unstable();
        let (options, least) = (productions.len(), if productions.len() > 1 { self.decisions.least() } else { 0 });
        let mut from_least = productions.drain(..).enumerate().skip(least);
        let chosen = from_least.find_map(|(number, it)| Some((number, self.connect(it)?)));
        drop(from_least);
        self.productions = productions;
        let Some((number, current)) = chosen else {
            assert!(least > 0, "a node in the chart has a derivation without cycles");
            self.decisions.is_exhausted = true;
            return;
        };
        if options > 1 {
            self.decisions.make(self.recognized.chart.at(self.origin()), number, options);
        }
        self.top().current = current;
    }

    /// Returns whether there is something to walk over.
    fn is_going_on(&self) -> bool {
        !self.decisions.is_exhausted && self.large.is_none()
    }

    /// Goes into the rule after the current item.
    fn descend(&mut self, current: ItemNumber) {
        let targets = self.targets.len();
        match self.only_next().map(|next| self.recognized.chart.way(next)) {
            Some(Way::Only(link)) => self.targets.push(Target { node: link.child, run: self.frames.len() as u32 }),
            _ => {
                let mut found = std::mem::take(&mut self.found);
                for &reach in &self.reached[self.next_level()..] {
                    let links = self.links_between(current, reach.item);
                    found.extend(
                        links.filter_map(|link| Some(Target { node: link.child, run: self.run(reach, link)? })),
                    );
                }
                self.targets.append(&mut found);
                self.found = found;
            }
        }
        let item = self.call_site(current);
        self.enter(targets, item);
    }

    /// Takes the first end of the terminal after the current item from which the rest can be parsed.
    fn read(&mut self, current: ItemNumber, terminal: Symbol) {
        let next = self.only_next().or_else(|| {
            let level = self.reached[self.next_level()..].iter().map(|reach| reach.item);
            let next: Vec<ItemNumber> =
                level.filter(|&item| self.links_between(current, item).next().is_some()).collect();
            if let &[only] = &next[..] { Some(only) } else { self.decide(current, terminal, &next) }
        });
        let Some(next) = next else {
            self.decisions.is_exhausted = true;
            return;
        };
        let chart = &self.recognized.chart;
        let at = |item: ItemNumber| chart.at(chart.item(item).set);
        let ahead = |kind| matches!(kind, TerminalKind::Ahead { .. });
        if !self.matcher.grammar.terminal(terminal).is_some_and(|row| ahead(row.kind)) {
            let item = self.call_site(current);
            self.builder.leaf(terminal, at(current)..at(next), item);
        }
        self.move_to(next);
    }

    /// Returns the first item by priority behind a terminal that the decisions allow.
    fn decide(&mut self, current: ItemNumber, terminal: Symbol, next: &[ItemNumber]) -> Option<ItemNumber> {
        let chart = &self.recognized.chart;
        let at = |item: ItemNumber| chart.at(chart.item(item).set);
        let environment = chart.item(current).key.environment;
        let labels = |label| self.recognized.environments.text(environment, label);
        let limit = self.recognized.environments.limit(environment);
        let matcher = Matcher { input: &self.matcher.input[..limit], ..self.matcher };
        let ends = matcher.ends_before(terminal, at(current), &ByteSet::ALL, &labels);
        let item_at = |&end: &usize| next.iter().copied().find(|&item| at(item) == end);
        let least = self.decisions.least();
        let found = ends.iter().enumerate().skip(least).find_map(|(number, end)| Some((number, item_at(end)?)));
        let (number, item) = found.or((least == 0).then_some((0, next[0])))?;
        self.decisions.make(at(current), number, ends.len());
        Some(item)
    }

    /// Moves the top frame on to its next item.
    fn move_to(&mut self, next: ItemNumber) {
        self.top().current = next;
        match self.only_next() {
            Some(_) => _ = self.reached.pop(),
            None => self.drop_passed(),
        }
    }

    /// Returns the item behind the current one of the top frame, if no other item can be there.
    fn only_next(&self) -> Option<ItemNumber> {
        self.reached.last().filter(|reach| reach.is_only()).map(|reach| reach.item)
    }

    /// Returns the links from one item to another.
    fn links_between(&self, from: ItemNumber, to: ItemNumber) -> impl Iterator<Item = Link> + '_ {
        let chart = &self.recognized.chart;
        let is_many = matches!(chart.way(to), Way::Many);
        let found = is_many.then(|| self.places().link(self.matcher.grammar, self.tables, chart, from, to)).flatten();
        // A link over an added node may be both found and stored.
        let stored = chart.links(to).filter(move |link| link.from == from && found.is_none());
        found.into_iter().chain(stored)
    }

    /// Drops the reached items at the top frame's current dot or before.
    fn drop_passed(&mut self) {
        let dot = |item| self.recognized.chart.item(item).key.dot;
        let Some(frame) = self.frames.last() else { return };
        let passed = dot(frame.current);
        let own = &self.reached[frame.reached as usize..];
        let spent = own.iter().rev().take_while(|reach| dot(reach.item) <= passed).count();
        self.reached.truncate(self.reached.len() - spent);
    }

    /// Returns the start of the reached items that come right after the current item of the top frame.
    fn next_level(&self) -> usize {
        let frame = &self.frames[self.frames.len() - 1];
        let dot = |item| self.recognized.chart.item(item).key.dot;
        let own = &self.reached[frame.reached as usize..];
        let next = dot(frame.current) + 1;
        self.reached.len() - own.iter().rev().take_while(|reach| dot(reach.item) == next).count()
    }

    /// Closes the top frame, whose items are complete, and moves the frame below over it.
    fn leave(&mut self, current: ItemNumber) {
        let chart = &self.recognized.chart;
        let Some(frame) = self.frames.pop() else { return };
        let depth = self.frames.len();
        let cycle = self.cycles.pop_if(|(frame, _)| *frame == depth);
        let completed = chart.item(current);
        let span = chart.at(completed.key.origin)..chart.at(completed.set);
        let production = self.production(current);
        self.end = span.end;
        self.builder.close(self.matcher.grammar, production, frame.mark, span, frame.item);
        self.reached.truncate(frame.reached as usize);
        if let Some(next) = self.only_next() {
            self.targets.truncate(frame.targets as usize);
            self.move_to(next);
            return;
        }
        let node = self.node_of(&frame, current);
        self.targets.truncate(frame.targets as usize);
        let Some(parent) = self.frames.last() else { return };
        let mut level = self.reached[self.next_level()..].iter().map(|reach| reach.item);
        let mut ends_here = level.clone().filter(|&item| chart.item(item).set == completed.set);
        let is_over = |item: &ItemNumber| self.links_between(parent.current, *item).any(|link| link.child == node);
        let next = if level.len() == 1 { level.next() } else { ends_here.find(is_over) };
        let is_cycle = self.is_cycle(completed.key.origin, production, parent.current);
        self.move_to(next.expect("the node was a target of its parent"));
        if is_cycle {
            self.remember(cycle.map(|(_, cycle)| cycle), node, completed.set);
        }
    }

    /// Returns the target that a frame has become with its last item.
    fn node_of(&self, frame: &WalkFrame, current: ItemNumber) -> NodeNumber {
        let chart = &self.recognized.chart;
        let completed = chart.item(current);
        let is_reached = |target: &&Target| {
            let other = chart.completed(target.node);
            other.set == completed.set && other.key.environment == completed.key.environment
        };
        match &self.targets[frame.targets as usize..] {
            [target] => target.node,
            several => several.iter().find(is_reached).map_or(NONE, |target| target.node),
        }
    }

    /// Returns the item for the node of the child after an item.
    fn call_site(&self, item: ItemNumber) -> ItemId {
        let dot = self.tables.dot(self.recognized.chart.item(item).key.dot);
        match self.frames.last() {
            Some(frame) if dot.pass => frame.item,
            _ => dot.item,
        }
    }

    fn production(&self, item: ItemNumber) -> ProductionId {
        self.tables.dot(self.recognized.chart.item(item).key.dot).production
    }

    fn top(&mut self) -> &mut WalkFrame {
        self.frames.last_mut().expect("a frame is open")
    }
}
