//! Recognition for every context-free grammar.
//!
//! J. Earley, *An Efficient Context-Free Parsing Algorithm*, CACM 13(2), 1970. Sets exist only where a terminal ended, since
//! a terminal may be long. Empty rules: a rule that was completed where it began is remembered, so that an item which
//! comes to wait for it later goes on at once (the same end as Aycock, Horspool, *Practical Earley Parsing*, 2002).
//! One byte of look-ahead keeps out items that cannot go on, which makes right recursion linear on ordinary grammars.

mod scan;

use super::chart::{Chart, Item, ItemNumber, Key, Link, Links, NONE, NodeKey, NodeNumber, SetNumber};
use super::environment::{Bound, Environments, In, Left};
use super::error::{ErrorKind, Failure, ParseError, Room};
use super::tables::{Dot, Next, Tables};
use super::waiting::Queue;
use crate::grammar::{Check, Drive, Grammar, ProductionId, Slot, Symbol, TerminalKind};
use crate::regular::{Matcher, is_match};
use scan::Pending;

/// Most items and links of one chart, about 1.5 GB: an input that needs more is given up.
pub(super) const MAX_SIZE: usize = 64_000_000;
/// How many ends of terminals may be looked at for each of them where fewer are allowed: then time matters.
const ENDS: usize = 8;

/// What is known of an input that is in the language.
pub(super) struct Recognized<'a> {
    pub(super) chart: Chart,
    pub(super) environments: Environments<'a>,
    /// The start symbol over the whole input.
    pub(super) root: NodeNumber,
}

/// Why there is no tree.
#[derive(Debug)]
pub(super) enum Stop {
    /// The input is not in the language.
    Failed(Failure),
    /// The chart would be too large.
    Limit,
}

impl Stop {
    /// Says of an input why it has no tree.
    pub(super) fn into_error(self, grammar: &Grammar, input: &[u8]) -> ParseError {
        match self {
            Self::Failed(failure) => ParseError::unexpected(grammar, input, &failure),
            Self::Limit => ParseError::at_start(ErrorKind::Limit),
        }
    }
}

/// Fills the chart, up to so many items and links.
pub(super) fn recognize<'a>(matcher: Matcher<'a>, tables: &Tables, size: usize) -> Result<Recognized<'a>, Stop> {
    let ends = if size < MAX_SIZE { size * ENDS } else { usize::MAX };
    let mut recognizer = Recognizer { size, ends, ..Recognizer::new(matcher, tables) };
    recognizer.open(0);
    recognizer.predict(matcher.grammar.start, 0);
    recognizer.finish_set()?;
    while let Some(at) = recognizer.pending.at() {
        recognizer.open(at);
        recognizer.finish_set()?;
    }
    match recognizer.root {
        Some(root) => {
            recognizer.chart.end();
            Ok(Recognized { chart: recognizer.chart, environments: recognizer.environments, root })
        }
        None => Err(Stop::Failed(recognizer.explain()?)),
    }
}

/// The chart under way.
struct Recognizer<'a, 't> {
    matcher: Matcher<'a>,
    tables: &'t Tables,
    chart: Chart,
    environments: Environments<'a>,
    /// What terminals lead to, the nearest first.
    pending: Pending,
    /// Where the terminal ends that is being looked for.
    found: Vec<usize>,
    /// For every rule, one more than the set where it was last predicted without parameters.
    predicted: Vec<SetNumber>,
    root: Option<NodeNumber>,
    /// Where the furthest terminal ended.
    furthest: usize,
    /// The items after the terminals that ended there, those included that could not go on.
    kernels: Vec<Key>,
    lookahead: Lookahead,
    /// Most items and links.
    size: usize,
    /// How many more ends of terminals may be looked at.
    ends: usize,
}

/// What becomes of an item when what stands after its dot ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    /// It moves on, and nothing else matters.
    Alone(Links),
    /// It cannot go on.
    Blocked,
    /// That depends on what surrounds it, or adds to that.
    Surrounded,
}

/// Whether items that cannot go on are kept out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lookahead {
    OneByte,
    /// To list what was expected, all must be predicted.
    None,
}

impl<'a, 't> Recognizer<'a, 't> {
    fn new(matcher: Matcher<'a>, tables: &'t Tables) -> Self {
        let rules = matcher.grammar.rules.len();
        Self {
            matcher,
            tables,
            chart: Chart::new(rules, tables.count(), tables.memory()),
            environments: Environments::new(matcher.input.len()),
            pending: Pending::default(),
            found: Vec::new(),
            predicted: vec![0; rules],
            root: None,
            furthest: 0,
            kernels: Vec::new(),
            lookahead: Lookahead::OneByte,
            size: MAX_SIZE,
            ends: usize::MAX,
        }
    }

    fn open(&mut self, at: usize) {
        self.chart.open(at);
        self.reach(at);
        while let Some(seed) = self.pending.pop_at(at) {
            if at == self.furthest {
                self.kernels.push(seed.key);
            }
            self.chart.add(seed.key, Some((seed.from, NONE)));
        }
    }

    fn finish_set(&mut self) -> Result<(), Stop> {
        let mut number = self.chart.current_items().start;
        while number < self.chart.current_items().end {
            let item = self.chart.item(number);
            let dot = self.tables.dot(item.key.dot);
            match dot.next {
                Next::Rule(rule) => self.call(number, rule),
                Next::Terminal(terminal) => self.scan(number, terminal),
                Next::End => self.complete(number, dot),
            }
            if self.chart.size() > self.size || self.ends == 0 {
                return Err(Stop::Limit);
            }
            number += 1;
        }
        Ok(())
    }

    /// Asks for the rule after the dot of an item; one that was completed here already is empty.
    fn call(&mut self, number: ItemNumber, rule: Symbol) {
        let Some(parameters) = self.parameters(number, rule) else { return };
        self.predict(rule, parameters);
        self.chart.wait(number, rule, parameters);
        let key = self.node_key(rule, self.chart.current(), parameters);
        if self.tables.vanishes(rule)
            && let Some(node) = self.chart.node(&key)
        {
            self.advance(number, node);
        }
    }

    fn predict(&mut self, rule: Symbol, parameters: u32) {
        let origin = self.chart.current();
        if parameters == 0 {
            if std::mem::replace(&mut self.predicted[rule.0 as usize], origin + 1) == origin + 1 {
                return;
            }
            if self.lookahead == Lookahead::OneByte && self.matcher.grammar.rules[rule.0 as usize].count.is_none() {
                let next = self.matcher.input.get(self.chart.at(origin)).copied();
                self.tables.predicted(rule, next).iter().for_each(|&dot| self.chart.predict(dot));
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

    /// Whether a production is open to a counted repetition with so many iterations left.
    fn is_counted_in(&self, production: ProductionId, parameters: u32) -> bool {
        let rule = &self.matcher.grammar.rules[self.matcher.grammar.production(production).rule.0 as usize];
        rule.count.is_none_or(|label| {
            let Left { low, high } = self.environments.left(parameters, label);
            if production.0 == rule.productions.start { high > 0 } else { low == 0 }
        })
    }

    fn complete(&mut self, number: ItemNumber, dot: &Dot) {
        let item = self.chart.item(number);
        let rule = self.matcher.grammar.production(dot.production).rule;
        let key = self.node_key(rule, item.key.origin, item.key.environment);
        let Some(node) = self.chart.complete(number, &key) else { return };
        if self.is_start(&item.key, rule) && self.chart.at(item.set) == self.matcher.input.len() {
            self.root = Some(node);
        }
        let outside = self.environments.outside(item.key.environment);
        let waiting = self.chart.waiting(item.key.origin, rule, outside);
        self.advance_all(waiting, node);
    }

    /// Moves all items of a queue over a node that ends here. Where many wait they differ in little but their origin.
    fn advance_all(&mut self, mut queue: Queue, node: NodeNumber) {
        let (mut dot, mut step) = (NONE, Step::Surrounded);
        while let Some(waiting) = self.chart.next_waiting(&mut queue) {
            let item = self.chart.item(waiting);
            if item.key.environment != 0 {
                (dot, step) = (NONE, Step::Surrounded);
            } else if item.key.dot != dot {
                (dot, step) = (item.key.dot, self.step(&item));
            }
            match step {
                Step::Alone(links) => {
                    self.chart.add_alone(dot + 1, item.key.origin, Link { from: waiting, child: node }, links);
                }
                Step::Blocked => {}
                Step::Surrounded => self.advance(waiting, node),
            }
        }
    }

    /// Returns what becomes of an item in the empty environment when what stands after its dot ends here.
    fn step(&self, item: &Item) -> Step {
        let at = self.chart.at(self.chart.current());
        let dot = self.tables.dot(item.key.dot);
        match dot.is_plain {
            _ if !self.can_go_on(item.key.dot + 1, at, 0) => Step::Blocked,
            true if dot.consume && self.chart.at(item.set) == at => Step::Blocked,
            true => Step::Alone(dot.links),
            false => Step::Surrounded,
        }
    }

    /// Moves an item over a node that ends here.
    fn advance(&mut self, number: ItemNumber, node: NodeNumber) {
        let at = self.chart.at(self.chart.current());
        let item = self.chart.item(number);
        let is_alone = item.key.environment == 0;
        match if is_alone { self.step(&item) } else { Step::Surrounded } {
            Step::Alone(links) => {
                let link = Link { from: number, child: node };
                self.chart.add_alone(item.key.dot + 1, item.key.origin, link, links);
            }
            Step::Surrounded if self.can_go_on(item.key.dot + 1, at, item.key.environment) => {
                let seen = self.seen_end(node);
                if let Some(key) = self.after(number, at, seen) {
                    self.chart.add(key, Some((number, node)));
                }
            }
            Step::Blocked | Step::Surrounded => {}
        }
    }

    /// Whether what stands after the dot neither depends on what surrounds it nor adds to that.
    fn stands_alone(&self, key: &Key) -> bool {
        key.environment == 0 && self.tables.dot(key.dot).is_plain
    }

    /// Returns where the last byte of a node ends that was not skipped, as far as anybody asks; none if there is none.
    fn seen_end(&self, node: NodeNumber) -> Option<usize> {
        let completed = self.chart.completed(node);
        match self.tables.dot(completed.key.dot).is_seen {
            true => self.environments.seen(completed.key.environment),
            false => Some(self.chart.at(completed.set)),
        }
    }

    /// Returns what an item becomes when what stands after its dot ends at `end`, the last byte of it that was not skipped at
    /// `seen`, if its conditions hold.
    fn after(&mut self, number: ItemNumber, end: usize, seen: Option<usize>) -> Option<Key> {
        let item = self.chart.item(number);
        let dot = self.tables.dot(item.key.dot);
        let start = self.chart.at(item.set);
        if self.stands_alone(&item.key) {
            return (!dot.consume || start < end).then_some(Key { dot: item.key.dot + 1, ..item.key });
        }
        let input = self.matcher.input;
        let is_demanded = match dot.drive {
            Drive::Iteration(left) => self.environments.left(item.key.environment, left).low == 0,
            _ => true,
        };
        if dot.consume && is_demanded && start == end {
            return None;
        }
        if matches!(dot.drive, Drive::Size(_)) && self.limit(&item.key, dot.drive, start) != Some(end) {
            return None;
        }
        let text = &input[start..seen.unwrap_or(start)];
        let holds = match dot.check {
            Check::None => true,
            Check::Text { label, fold } => {
                let other = self.environments.text(item.key.environment, label);
                if fold { text.eq_ignore_ascii_case(other) } else { text == other }
            }
            Check::Except(id) => {
                let labels = |label| self.environments.text(item.key.environment, label);
                !is_match(self.matcher.grammar, self.matcher.automata, id, text, &labels)
            }
        };
        if !holds {
            return None;
        }
        let added = dot.label.map(|label| (label, Bound::Text(text)));
        let live = &self.tables.dot(item.key.dot + 1).live;
        let before = self.environments.seen(item.key.environment);
        let seen = if dot.is_skip { before } else { seen.filter(|&seen| seen > start).or(before) };
        let seen = seen.filter(|_| dot.is_seen);
        let environment = self.environments.seeing(item.key.environment, seen, added, live);
        Some(Key { dot: item.key.dot + 1, environment, ..item.key })
    }

    fn can_go_on(&self, dot: u32, at: usize, environment: u32) -> bool {
        let input = self.matcher.input;
        let input = if environment == 0 { input } else { &input[..self.environments.limit(environment)] };
        self.lookahead == Lookahead::None || self.tables.dot(dot).admits.admits(input, at)
    }

    /// Returns what counts as the end of the input in what stands after an item that begins at `at`; none if more bytes are
    /// asked for than are left.
    fn limit(&self, key: &Key, drive: Drive, at: usize) -> Option<usize> {
        let outer = self.environments.limit(key.environment);
        let Drive::Size(size) = drive else { return Some(outer) };
        let known = In { environments: &self.environments, number: key.environment };
        let size = self.matcher.grammar.amount(size, &known)?;
        at.checked_add(size).filter(|limit| *limit <= outer)
    }

    /// Returns the part of an item's environment that the rule after it depends on, as it is inside of the rule; none if
    /// more is asked for than is left.
    fn parameters(&mut self, number: ItemNumber, rule: Symbol) -> Option<u32> {
        let item = self.chart.item(number);
        let dot = self.tables.dot(item.key.dot);
        if self.stands_alone(&item.key) {
            return Some(0);
        }
        let drive = dot.drive;
        let (environment, at) = (item.key.environment, self.chart.at(item.set));
        let labels = &self.matcher.grammar.rules[rule.0 as usize].params;
        let added = match drive {
            Drive::Size(_) => {
                let limit = self.limit(&item.key, drive, at)?;
                let inner = self.environments.restricted(environment, labels);
                return Some(self.environments.sliced(inner, limit));
            }
            Drive::Count { low, high, left } => {
                let known = In { environments: &self.environments, number: environment };
                let amount = |id| self.matcher.grammar.amount(id, &known);
                let low = amount(low).filter(|low| *low <= known.environments.limit(environment) - at)?;
                let high = high.map_or(Some(usize::MAX), amount).filter(|high| low <= *high)?;
                Some((left, Bound::Left(Left { low, high })))
            }
            Drive::Next(left) => Some((left, Bound::Left(self.environments.left(environment, left).next()))),
            Drive::None | Drive::Iteration(_) => None,
        };
        Some(self.environments.with(environment, added, labels))
    }

    fn node_key(&self, rule: Symbol, origin: SetNumber, environment: u32) -> NodeKey {
        NodeKey { dots: self.tables.dots_of(rule), origin, environment }
    }

    fn is_start(&self, key: &Key, rule: Symbol) -> bool {
        rule == self.matcher.grammar.start && self.chart.at(key.origin) == 0
    }

    /// Notes that a terminal ended at `at`.
    fn reach(&mut self, at: usize) {
        if at > self.furthest {
            self.furthest = at;
            self.kernels.clear();
        }
    }

    /// Opens the furthest set once more, without look-ahead, to see what could have stood there.
    fn explain(mut self) -> Result<Failure, Stop> {
        self.lookahead = Lookahead::None;
        self.root = None;
        self.chart.open(self.furthest);
        for key in std::mem::take(&mut self.kernels) {
            self.chart.add(key, None);
        }
        if self.furthest == 0 {
            self.predict(self.matcher.grammar.start, 0);
        }
        self.finish_set()?;
        let mut failure = Failure { offset: self.furthest, expected: Vec::new(), end: false, room: Room::Free };
        for number in self.chart.current_items() {
            let key = self.chart.item(number).key;
            let dot = self.tables.dot(key.dot);
            failure.room = failure.room.max(self.room(number));
            match dot.next {
                Next::Terminal(terminal) if self.is_shown(terminal, dot) => failure.expected.push(terminal),
                Next::End => failure.end |= self.is_start(&key, self.matcher.grammar.production(dot.production).rule),
                Next::Terminal(_) | Next::Rule(_) => {}
            }
        }
        failure.expected.sort_unstable();
        failure.expected.dedup();
        if failure.room == Room::GoesOn && (failure.end || !failure.expected.is_empty()) {
            failure.room = Room::Free;
        }
        Ok(failure)
    }

    /// What fields say of the place of an item that does not go on there.
    fn room(&mut self, number: ItemNumber) -> Room {
        let key = self.chart.item(number).key;
        let dot = self.tables.dot(key.dot);
        let is_there = match dot.next {
            Next::Rule(rule) => self.parameters(number, rule).is_some(),
            Next::Terminal(_) => self.limit(&key, dot.drive, self.furthest).is_some(),
            Next::End => true,
        };
        let limit = self.environments.limit(key.environment);
        match dot.next {
            _ if !is_there => Room::Short,
            Next::Terminal(terminal) if limit == self.furthest && self.is_shown(terminal, dot) => {
                if limit < self.matcher.input.len() { Room::Ends } else { Room::Free }
            }
            Next::End if self.furthest < limit && limit < self.matcher.input.len() => Room::GoesOn,
            _ => Room::Free,
        }
    }

    /// Whether a terminal is worth a word: look-aheads have no text, and skip could stand anywhere.
    fn is_shown(&self, terminal: Symbol, dot: &Dot) -> bool {
        let grammar = self.matcher.grammar;
        let ahead = grammar.terminal(terminal).is_some_and(|row| matches!(row.kind, TerminalKind::Ahead { .. }));
        !ahead && grammar.item(dot.item).is_none_or(|item| item.slot != Slot::Skip)
    }
}
