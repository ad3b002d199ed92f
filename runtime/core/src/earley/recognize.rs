//! Recognition for every context-free grammar.
//!
//! J. Earley, *An Efficient Context-Free Parsing Algorithm*, CACM 13(2), 1970. Sets exist only where a terminal ended, since a
//! terminal may be long. Empty rules: the chart remembers a rule that was completed where it began, and an item that waits for the
//! rule later moves on at once (the same result as Aycock, Horspool, *Practical Earley Parsing*, 2002). One byte of lookahead keeps
//! out items that cannot go on. For example, before `;` no item is added that only `)` can follow. Where that byte does not decide,
//! leaps keep right recursion linear (`leaps`).

mod explain;
mod leaps;
mod scan;
mod surroundings;

use super::chart::{Chart, ChartMemory, Key, Link, Links, NodeKey};
use super::environment::{Environments, IterationsLeft};
use super::spare::Spare;
use super::tables::{Dot, NextSymbol, Tables};
use super::waiting::{Queue, WaitingRun};
use crate::earley::numbers::{ItemNumber, NONE, NodeNumber, SetNumber};
use crate::error::{Failure, ParseError};
use crate::grammar::{Grammar, ProductionId, Symbol};
use crate::regular::{Automata, Matcher};
use crate::steps;
use scan::{PendingItems, Scan};

/// Maximum number of links that are looked at one by one for one chart, and of words that are compared instead. So many take some ten
/// seconds. Links behind items that have too many already are not among them, because an ambiguous text of 1 kB has 100 million.
const MAX_CHART_WORK: usize = 1 << 28;
/// Number of links that count as one item of the effort for a part of the input.
const WORK_PER_ITEM: usize = 4;
/// Number of steps that an item counts for, because it takes longer than other steps.
const STEPS_PER_ITEM: u64 = 4;
/// Number of items after which the memory of a chart is measured again.
const ITEMS_PER_MEASUREMENT: u32 = 1 << 10;
/// Number of terminal ends that may be looked at per item or link of the budget, where the effort is limited. Without it, a
/// terminal with thousands of ends would take time that the number of items does not show.
const MAX_ENDS_PER_ITEM: usize = 8;

/// The result of recognition.
pub(crate) struct Recognition<'a> {
    pub(super) chart: Chart,
    pub(super) environments: Environments<'a>,
    /// The symbol that was looked for, over each of its texts that begin where the chart does. Of a whole input there is one.
    pub(super) roots: Vec<RootNode>,
}

impl Recognition<'_> {
    /// Returns where the texts of the symbol end, ascending.
    pub(crate) fn ends(&self) -> impl Iterator<Item = usize> + '_ {
        self.roots.iter().map(|root| root.end)
    }
}

/// A text of the symbol that a chart looks for.
#[derive(Debug, Clone, Copy)]
pub(super) struct RootNode {
    pub(super) node: NodeNumber,
    pub(super) end: usize,
}

/// The texts that a chart looks for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Goal {
    pub(super) symbol: Symbol,
    /// Where they begin.
    pub(super) from: usize,
    pub(super) extent: Extent,
}

/// How far a text reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// To the end of the input. For example, the start rule.
    Whole,
    /// To any place where it can be followed. For example, an expression in a statement.
    Any,
}

/// The reason why there is no tree.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The input is not in the language.
    Failed(Failure),
    /// The chart would be too large.
    Limit(LargeChart),
}

/// A chart that reached its limit.
#[derive(Debug)]
pub(crate) struct LargeChart {
    /// How far the input was read, in bytes.
    pub(super) offset: usize,
    /// The rule of most of its items: its alternatives multiply.
    pub(super) rule: Symbol,
}

impl Stop {
    /// Returns the error for an input.
    pub(crate) fn into_error(self, grammar: &Grammar, automata: &Automata, input: &[u8]) -> ParseError {
        match self {
            Self::Failed(failure) => ParseError::unexpected(grammar, automata, input, &failure),
            Self::Limit(LargeChart { offset, rule }) => ParseError::too_ambiguous(grammar, input, offset, rule),
        }
    }
}

/// Returns the effort that a chart has taken. There may be many charts of parts, whose work must not add up.
fn spent(chart: &Chart, extent: Extent) -> usize {
    match extent {
        Extent::Whole => chart.size(),
        Extent::Any => chart.size().max(chart.work() / WORK_PER_ITEM),
    }
}

/// Fills the chart, with at most `effort` items and links. The chart's size is subtracted from `effort`.
pub(super) fn recognize<'a>(
    matcher: Matcher<'a>,
    goal: Goal,
    tables: &Tables,
    memory: &Spare<ChartMemory>,
    effort: &mut usize,
) -> Result<Recognition<'a>, Stop> {
    let (size, ends) = (*effort, effort.saturating_mul(MAX_ENDS_PER_ITEM));
    let mut recognizer = Recognizer { size, ends, ..Recognizer::new(matcher, goal, tables, memory.take()) };
    let run = recognizer.run();
    let Recognizer { mut chart, environments, ends, roots, .. } = recognizer;
    *effort -= if ends == 0 { size } else { spent(&chart, goal.extent).min(size) };
    match run {
        Ok(()) => {
            chart.end();
            chart.set_room(*effort);
            Ok(Recognition { chart, environments, roots })
        }
        Err(stop) => {
            memory.keep(chart.into_memory());
            Err(stop)
        }
    }
}

/// The chart under way.
struct Recognizer<'a, 't> {
    matcher: Matcher<'a>,
    goal: Goal,
    tables: &'t Tables,
    chart: Chart,
    environments: Environments<'a>,
    /// Items behind terminals, the nearest first.
    pending: PendingItems,
    /// Ends of the current terminal.
    found: Vec<usize>,
    /// For every rule, 1 plus the set where it was last predicted without parameters.
    predicted: Vec<SetNumber>,
    /// For every terminal its last match.
    scans: Vec<Scan>,
    roots: Vec<RootNode>,
    /// End of the furthest terminal.
    furthest: usize,
    /// The items behind the terminals that ended there, including the items that could not go on.
    kernels: Vec<Key>,
    lookahead: ItemFilter,
    /// Most items and links: the effort.
    size: usize,
    /// Number of terminal ends that may still be looked at.
    ends: usize,
    /// The items of a run that are looked at one by one, with their origins.
    left: Vec<(ItemNumber, SetNumber)>,
}

/// The effect on an item when the symbol after its dot ends. For example, `<call> ::= . <name> "(" …` is blocked before `;`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AdvanceEffect {
    /// The item moves on, and does not depend on its environment.
    Alone(Links),
    /// The item cannot go on.
    Blocked,
    /// The outcome depends on the environment, or changes it. For example, the symbol has a label whose text is repeated later.
    Surrounded,
}

/// Whether items that cannot go on are kept out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ItemFilter {
    OneByte,
    /// Predict everything, to list the expected terminals.
    None,
}

impl<'a, 't> Recognizer<'a, 't> {
    fn new(matcher: Matcher<'a>, goal: Goal, tables: &'t Tables, memory: ChartMemory) -> Self {
        let rules = matcher.grammar.rules.len();
        Self {
            matcher,
            goal,
            tables,
            chart: Chart::new(rules, tables.count(), memory),
            environments: Environments::new(matcher.input),
            pending: PendingItems::default(),
            found: Vec::new(),
            predicted: vec![0; rules],
            scans: vec![Scan::NONE; matcher.grammar.terminals.len()],
            roots: Vec::new(),
            furthest: goal.from,
            kernels: Vec::new(),
            lookahead: ItemFilter::OneByte,
            size: usize::MAX,
            ends: usize::MAX,
            left: Vec::new(),
        }
    }

    /// Goes through the input, and finds the texts that are looked for. A whole input must be one.
    fn run(&mut self) -> Result<(), Stop> {
        let Goal { symbol, from, extent } = self.goal;
        self.open(from);
        self.chart.expect(symbol);
        self.predict(symbol, 0);
        self.finish_set()?;
        while let Some(at) = self.pending.at() {
            self.open(at);
            self.finish_set()?;
        }
        match extent {
            Extent::Whole if self.roots.is_empty() => Err(Stop::Failed(self.explain()?)),
            Extent::Whole | Extent::Any => Ok(()),
        }
    }

    fn open(&mut self, at: usize) {
        self.chart.open(at);
        self.reach(at);
        while let Some(seed) = self.pending.pop_at(at) {
            if at == self.furthest {
                self.kernels.push(seed.key);
            }
            let Key { dot, origin, environment } = seed.key;
            match environment {
                0 => {
                    let link = Link { from: seed.from, child: NONE };
                    self.chart.add_alone(dot, origin, link, self.tables.dot(dot - 1).links);
                }
                _ => self.chart.add(seed.key, Some((seed.from, NONE))),
            }
        }
    }

    fn finish_set(&mut self) -> Result<(), Stop> {
        let mut number = self.chart.current_items().start;
        while number < self.chart.current_items().end {
            let work = self.chart.work();
            let item = self.chart.item(number);
            let dot = self.tables.dot(item.key.dot);
            match dot.next {
                NextSymbol::Rule(rule) => self.call(number, rule),
                NextSymbol::Terminal(terminal) => self.scan(number, terminal),
                NextSymbol::End => self.complete(number, dot),
            }
            steps::step(STEPS_PER_ITEM + (self.chart.work() - work) as u64);
            if self.is_too_large(number) {
                return Err(Stop::Limit(self.large_chart()));
            }
            number += 1;
        }
        Ok(())
    }

    /// Returns whether the chart has reached a limit with its item `number`.
    fn is_too_large(&self, number: ItemNumber) -> bool {
        let is_measured = number.is_multiple_of(ITEMS_PER_MEASUREMENT);
        spent(&self.chart, self.goal.extent) > self.size
            || self.ends == 0
            || self.chart.work() > MAX_CHART_WORK
            || (is_measured && self.chart.is_large())
    }

    /// Finds the rule of most items. Items that were only predicted do not count, since a rule with many alternatives has many.
    fn large_chart(&self) -> LargeChart {
        let mut items = vec![0_u32; self.matcher.grammar.rules.len()];
        for dot in self.chart.moved_dots() {
            items[self.matcher.grammar.production(self.tables.dot(dot).production).rule.0 as usize] += 1;
        }
        let most = (0..items.len()).max_by_key(|&rule| items[rule]).unwrap_or_default();
        LargeChart { offset: self.chart.at(self.chart.current()), rule: Symbol(most as u32) }
    }

    /// Calls the rule after the dot of an item. If the rule was completed here already, it is empty, and the item moves over it at
    /// once. For example, `<a> ::= . <ws> "x"` moves over an empty `<ws>` that another item has predicted and completed.
    fn call(&mut self, number: ItemNumber, rule: Symbol) {
        let Some(parameters) = self.parameters(number, rule) else { return };
        if parameters == 0
            && let Some(dot) = self.only_empty(rule)
        {
            let node = self.chart.complete_empty(rule, dot);
            return self.advance(number, node);
        }
        self.predict(rule, parameters);
        self.chart.wait(number, rule, parameters);
        let key = self.node_key(rule, self.chart.current(), parameters);
        if self.tables.vanishes(rule)
            && let Some(node) = self.chart.node(&key)
        {
            self.advance(number, node);
        }
    }

    /// Returns the dot of a rule's empty production, if the next byte excludes all others. Then the rule needs no items. For example,
    /// `<x>*` before `;`.
    fn only_empty(&self, rule: Symbol) -> Option<u32> {
        let grammar = self.matcher.grammar;
        if !self.tables.vanishes(rule) || self.lookahead == ItemFilter::None || rule == self.goal.symbol {
            return None;
        }
        let next = self.matcher.input.get(self.chart.at(self.chart.current())).copied();
        match self.tables.predicted(rule, next) {
            &[dot] if self.tables.dot(dot).next == NextSymbol::End => {
                grammar.rules[rule.0 as usize].count.is_none().then_some(dot)
            }
            _ => None,
        }
    }

    fn predict(&mut self, rule: Symbol, parameters: u32) {
        let origin = self.chart.current();
        if parameters == 0 {
            if std::mem::replace(&mut self.predicted[rule.0 as usize], origin + 1) == origin + 1 {
                return;
            }
            if self.lookahead == ItemFilter::OneByte && self.matcher.grammar.rules[rule.0 as usize].count.is_none() {
                let next = self.matcher.input.get(self.chart.at(origin)).copied();
                for &dot in self.tables.predicted(rule, next) {
                    match self.tables.dot(dot).is_passing {
                        true => self.pass(dot),
                        false => self.chart.predict(dot),
                    }
                }
                return;
            }
        }
        for production in self.matcher.grammar.productions_of(rule) {
            let dot = self.tables.first(production);
            if !self.is_counted_in(production, parameters) || !self.can_go_on(dot, self.chart.at(origin), parameters) {
                continue;
            }
            if parameters == 0 {
                self.chart.predict(dot);
            } else {
                self.chart.add(Key { dot, origin, environment: parameters }, None);
            }
        }
    }

    /// Whether a counted repetition may take this production, given the number of iterations left. For example, in `<x>{2}` the
    /// production that stops is left out until both are there.
    fn is_counted_in(&self, production: ProductionId, parameters: u32) -> bool {
        let rule = &self.matcher.grammar.rules[self.matcher.grammar.production(production).rule.0 as usize];
        rule.count.is_none_or(|label| {
            let IterationsLeft { low, high } = self.environments.left(parameters, label);
            if production.0 == rule.productions.start { high > 0 } else { low == 0 }
        })
    }

    fn complete(&mut self, number: ItemNumber, dot: &Dot) {
        let item = self.chart.item(number);
        let rule = self.matcher.grammar.production(dot.production).rule;
        let key = self.node_key(rule, item.key.origin, item.key.environment);
        let Some(node) = self.chart.complete(number, &key) else { return };
        if self.is_goal(&item.key, rule) {
            let end = self.chart.at(item.set);
            let is_root = self.goal.extent == Extent::Any || end == self.matcher.input.len();
            self.roots.extend(is_root.then_some(RootNode { node, end }));
        }
        let outside = self.environments.outside(item.key.environment);
        if self.tables.is_chained(rule) && self.leap(node, (item.key.origin, rule, outside)) {
            return;
        }
        let waiting = self.chart.waiting(item.key.origin, rule, outside);
        self.advance_all(waiting, node);
    }

    /// Moves all items of a queue over a node that ends here. In a long queue, neighbours usually differ only in their origin, so
    /// the step of the item before is used again.
    fn advance_all(&mut self, mut queue: Queue, node: NodeNumber) {
        let (mut dot, mut step) = (NONE, AdvanceEffect::Surrounded);
        loop {
            if let Some(run) = self.chart.run(&queue)
                && self.advance_run(run, node)
            {
                queue.skip(run.items());
                continue;
            }
            let Some(waiting) = self.chart.next_waiting(&mut queue) else { return };
            let item = self.chart.item(waiting);
            if item.key.environment != 0 {
                (dot, step) = (NONE, AdvanceEffect::Surrounded);
            } else if item.key.dot != dot {
                (dot, step) = (item.key.dot, self.step(item.key.dot, item.set));
            }
            match step {
                AdvanceEffect::Alone(links) => {
                    self.chart.add_alone(dot + 1, item.key.origin, Link { from: waiting, child: node }, links);
                }
                AdvanceEffect::Blocked => {}
                AdvanceEffect::Surrounded => self.advance(waiting, node),
            }
        }
    }

    /// Moves all items of a run over a node that ends here. Returns `false` if they are to be moved one by one.
    fn advance_run(&mut self, run: WaitingRun, node: NodeNumber) -> bool {
        let Some(dot) = self.chart.dot_of_run(run) else { return false };
        match self.step(dot, self.chart.span(node).start) {
            AdvanceEffect::Blocked => true,
            AdvanceEffect::Alone(Links::Found) => {
                let mut left = std::mem::take(&mut self.left);
                self.chart.join_run(run, &mut left);
                for (from, origin) in left.drain(..) {
                    self.chart.add_alone(dot + 1, origin, Link { from, child: node }, Links::Found);
                }
                self.left = left;
                true
            }
            AdvanceEffect::Alone(Links::One | Links::Stored) | AdvanceEffect::Surrounded => false,
        }
    }

    /// Returns the effect on an item in the empty environment, in a set, when the symbol after its dot ends here.
    fn step(&self, dot: u32, set: SetNumber) -> AdvanceEffect {
        let at = self.chart.at(self.chart.current());
        let row = self.tables.dot(dot);
        match row.is_plain {
            _ if !self.can_go_on(dot + 1, at, 0) => AdvanceEffect::Blocked,
            true if row.consume && self.chart.at(set) == at => AdvanceEffect::Blocked,
            true => AdvanceEffect::Alone(row.links),
            false => AdvanceEffect::Surrounded,
        }
    }

    /// Moves an item over a node that ends here.
    fn advance(&mut self, number: ItemNumber, node: NodeNumber) {
        let at = self.chart.at(self.chart.current());
        let item = self.chart.item(number);
        let is_alone = item.key.environment == 0;
        match if is_alone { self.step(item.key.dot, item.set) } else { AdvanceEffect::Surrounded } {
            AdvanceEffect::Alone(links) => {
                let link = Link { from: number, child: node };
                self.chart.add_alone(item.key.dot + 1, item.key.origin, link, links);
            }
            AdvanceEffect::Surrounded if self.can_go_on(item.key.dot + 1, at, item.key.environment) => {
                let seen = self.seen_end(node);
                if let Some(key) = self.after(number, at, seen) {
                    self.chart.add(key, Some((number, node)));
                }
            }
            AdvanceEffect::Blocked | AdvanceEffect::Surrounded => {}
        }
    }

    fn can_go_on(&self, dot: u32, at: usize, environment: u32) -> bool {
        let input = self.matcher.input;
        let input = if environment == 0 { input } else { &input[..self.environments.limit(environment)] };
        self.lookahead == ItemFilter::None || self.tables.dot(dot).admits.admits(input, at)
    }

    fn node_key(&self, rule: Symbol, origin: SetNumber, environment: u32) -> NodeKey {
        NodeKey { rule, dots: self.tables.dots_of(rule), origin, environment }
    }

    fn is_goal(&self, key: &Key, rule: Symbol) -> bool {
        rule == self.goal.symbol && self.chart.at(key.origin) == self.goal.from
    }

    /// Notes that a terminal ended at `at`.
    fn reach(&mut self, at: usize) {
        if at > self.furthest {
            self.furthest = at;
            self.kernels.clear();
        }
    }
}
