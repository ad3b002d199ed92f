//! Plans a text that has a k-path: the steps of a trace, to be replayed.
//!
//! The spine of the plan leads from the start rule to the path on a shortest way. A rule off the spine, or below it, takes an alternative
//! that ends a path which is missing as well, or leads to one nearby, as long as the text stays short. Every other part gets no steps, so
//! that the fuzzer writes its cheapest text. N. Havrikov, A. Zeller, *Systematically Covering Input Structure*, ASE 2019, has the spines;
//! there, each path takes a text of its own.
//!
//! For example, with `<list> ::= "[" <item> ++ "," "]"`, `<item> ::= <list> | <number>` and `<number> ::= [0-9]`, the plan for the 2-path
//! from `<item>/1` to `<list>/1` is:
//!
//! ```text
//! spine    <list>/1  <item>/1  <list>/1
//! below    <item>/2  <number>/1: its path is missing, too
//! steps    Open(list) More(false) Open(item) Alt(0) Open(list) … Open(item) Alt(1) Open(number) Draw Close Close … Close
//! ```

use std::collections::{HashMap, HashSet, VecDeque};

use grammarc_core::grammar::{Grammar, ItemId, ProductionId, RuleKind, Symbol};

use super::frames::{has_text, is_chosen, is_written, pass};
use super::paths::{BEFORE, Paths};
use grammarc_generate::choices::{Choice, Random, Step};

/// States below a part that are looked through for missing paths. A look takes some ten microseconds then.
const MAX_LOOK_DOWN: usize = 2_000;

/// How a plan fills the parts beside the spine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PlanStyle {
    /// Bytes, estimated, up to which other missing paths are taken along.
    pub(super) bytes: usize,
    /// Whether the texts of tokens are drawn, rather than the simplest ones.
    pub(super) draws_texts: bool,
    /// Whether parts off the spine are drawn, rather than the cheapest ones.
    pub(super) draws_parts: bool,
}

/// The part of a plan that is still to be written.
#[derive(Debug, Clone, Copy)]
enum PlanTask {
    /// An item in a state, held by the item of that number of the frame. The depth is that of the frame on the spine.
    Item {
        id: ItemId,
        index: u16,
        state: u32,
        depth: Option<usize>,
    },
    /// The rest of a repetition.
    Tail {
        symbol: Symbol,
        index: u16,
        state: u32,
    },
    Close,
}

/// Writes one plan.
pub(super) struct Planner<'a> {
    grammar: &'a Grammar,
    paths: &'a Paths,
    /// By path: whether it is taken along.
    is_wanted: &'a [bool],
    /// By symbol: the length of its shortest text.
    lengths: &'a [u32],
    fill: PlanStyle,
    random: Random,
    /// The missing paths that this plan has already.
    planned: HashSet<u32>,
    /// The states below which no missing path was found. Planning makes fewer of them missing, so they stay as they are.
    barren: HashSet<u32>,
    /// By state: the number of the last look that saw it.
    looked: Vec<u32>,
    looks: u32,
    /// Bytes that are left for other paths.
    left: i64,
    spine: Vec<u32>,
    /// How much of the spine is written.
    reached: usize,
    /// By depth on the spine: the productions of hidden rules that lead to the next part of it.
    forced: Vec<HashMap<Symbol, ProductionId>>,
    tasks: Vec<PlanTask>,
    steps: Vec<Step>,
}

impl<'a> Planner<'a> {
    pub(super) fn new(
        grammar: &'a Grammar,
        paths: &'a Paths,
        is_wanted: &'a [bool],
        lengths: &'a [u32],
        fill: PlanStyle,
        seed: u64,
    ) -> Self {
        Self {
            grammar,
            paths,
            is_wanted,
            lengths,
            fill,
            random: Random::new(seed),
            planned: HashSet::new(),
            barren: HashSet::new(),
            looked: vec![0; paths.state_count()],
            looks: 0,
            left: i64::try_from(fill.bytes).unwrap_or(i64::MAX),
            spine: Vec::new(),
            reached: 0,
            forced: Vec::new(),
            tasks: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// Returns the steps of a text with the path, and all paths that the plan has. With `top`, the steps are those of the application in
    /// the state of the spine at that depth.
    pub(super) fn steps(mut self, path: u32, top: Option<usize>) -> (Vec<Step>, HashSet<u32>) {
        let (state, option) = self.paths.end(path);
        self.planned.insert(path);
        self.spine = self.paths.way(state);
        self.forced = (0..self.spine.len()).map(|depth| self.forced_at(depth, option)).collect();
        match top {
            Some(depth) => {
                let production = self.paths.state(self.spine[depth]).production;
                self.reached = depth;
                self.frame(self.grammar.production(production).rule, production, self.spine[depth], Some(depth));
            }
            None => self.begin(),
        }
        while let Some(task) = self.tasks.pop() {
            match task {
                PlanTask::Close => self.steps.push(Step::Close),
                PlanTask::Tail { symbol, index, state } => self.tail(symbol, index, state),
                PlanTask::Item { id, index, state, depth } => self.item(id, index, state, depth),
            }
        }
        (self.steps, self.planned)
    }

    /// Returns the productions of hidden rules that the frame at a depth of the spine takes.
    fn forced_at(&self, depth: usize, option: Option<ProductionId>) -> HashMap<Symbol, ProductionId> {
        let frames = &self.paths.frames;
        let way = match (self.spine.get(depth + 1), option) {
            (Some(&next), _) => frames.way_to(self.grammar, self.paths.state(next).item),
            (None, Some(option)) => frames.way_to_option(self.grammar, option),
            (None, None) => Vec::new(),
        };
        way.into_iter().map(|id| (self.grammar.production(id).rule, id)).collect()
    }

    /// Begins with the start symbol.
    fn begin(&mut self) {
        let (start, state) = (self.grammar.start, self.spine[0]);
        let production = self.paths.state(state).production;
        if is_written(self.grammar, start) {
            return self.frame(start, production, state, Some(0));
        }
        // Where skip can stand before it, the start symbol is a node around the rule.
        self.steps.push(Step::Open(start));
        self.tasks.push(PlanTask::Close);
        let rule = self.grammar.items[self.paths.state(state).item.0 as usize].symbol;
        self.frame(rule, production, state, Some(0));
    }

    /// Writes an application of a rule as this alternative, with the levels that pass to it.
    fn frame(&mut self, symbol: Symbol, production: ProductionId, state: u32, depth: Option<usize>) {
        let mut symbol = symbol;
        loop {
            let rule = self.grammar.production(production).rule;
            let mut ways = self.grammar.productions_of(symbol);
            let chosen = match rule == symbol {
                true => Some(production),
                false => ways.find(|&id| pass(self.grammar, id).is_some()),
            };
            let Some(chosen) = chosen else { return };
            self.open(symbol, chosen);
            match pass(self.grammar, chosen).filter(|_| rule != symbol) {
                Some(tighter) => symbol = tighter,
                None => break,
            }
        }
        self.planned.insert(self.paths.state(state).first);
        self.left -= 1;
        let items = self.grammar.production(production).items.clone().rev().map(ItemId);
        let index = |id: ItemId| self.grammar.items[id.0 as usize].index;
        self.tasks.extend(items.map(|id| PlanTask::Item { id, index: index(id), state, depth }));
    }

    /// Begins an application.
    fn open(&mut self, symbol: Symbol, production: ProductionId) {
        self.steps.push(Step::Open(symbol));
        let mut productions = self.grammar.productions_of(symbol);
        if productions.len() > 1 {
            let option = productions.position(|id| id == production).unwrap_or(0);
            self.steps.push(Step::Choice(Choice::Alt(option as u32)));
        }
        self.tasks.push(PlanTask::Close);
    }

    fn item(&mut self, id: ItemId, index: u16, state: u32, depth: Option<usize>) {
        let item = &self.grammar.items[id.0 as usize];
        if self.fill.draws_texts && has_text(self.grammar, item) {
            self.steps.push(Step::Draw);
        }
        if !is_chosen(self.grammar, item) {
            self.left -= i64::from(self.length(item.symbol));
            return;
        }
        if !is_written(self.grammar, item.symbol) {
            return self.hidden(item.symbol, index, state, depth);
        }
        let next = depth.filter(|&depth| depth == self.reached).and_then(|depth| self.spine.get(depth + 1).copied());
        if let Some(next) = next.filter(|&next| self.paths.state(next).item == id) {
            self.reached += 1;
            return self.frame(item.symbol, self.paths.state(next).production, next, Some(self.reached));
        }
        match self.best_child(item.symbol, index, state) {
            Some((production, below)) => self.frame(item.symbol, production, below, None),
            None => self.leave(item.symbol),
        }
    }

    /// Leaves a part to the fuzzer.
    fn leave(&mut self, symbol: Symbol) {
        if self.fill.draws_parts {
            self.steps.extend([Step::Open(symbol), Step::Draw, Step::Close]);
        }
        self.left -= i64::from(self.length(symbol));
    }

    /// Writes a hidden rule.
    fn hidden(&mut self, symbol: Symbol, index: u16, state: u32, depth: Option<usize>) {
        let Some(rule) = self.grammar.rule(symbol) else { return };
        let forced = depth.filter(|&depth| depth == self.reached).and_then(|depth| self.forced[depth].get(&symbol));
        let best = forced.copied().or_else(|| self.best_option(symbol, state));
        let is_choice = rule.productions.len() > 1;
        let Some(production) = best.or_else(|| (!is_choice).then_some(ProductionId(rule.productions.start))) else {
            match rule.kind {
                RuleKind::Repeat => self.steps.push(Step::Choice(Choice::More(false))),
                _ => self.leave(symbol),
            }
            return;
        };
        self.planned.extend(self.paths.option(state, production));
        match rule.kind {
            RuleKind::Repeat => {
                let goes_on = production.0 == rule.productions.start;
                self.steps.push(Step::Choice(Choice::More(goes_on)));
            }
            _ => self.open(symbol, production),
        }
        self.push_items(production, symbol, (index, state, depth));
    }

    /// Goes on with a repetition while it leads to paths that are missing.
    fn tail(&mut self, symbol: Symbol, index: u16, state: u32) {
        let goes_on = self.left > 0 && self.leads_to_missing(symbol, state);
        self.steps.push(Step::Choice(Choice::More(goes_on)));
        if goes_on {
            self.left -= 1;
            let Some(production) = self.grammar.productions_of(symbol).next() else { return };
            self.push_items(production, symbol, (index, state, None));
        }
    }

    fn push_items(&mut self, production: ProductionId, symbol: Symbol, place: (u16, u32, Option<usize>)) {
        let (index, state, depth) = place;
        let items = self.grammar.production(production).items.clone().rev().map(ItemId);
        let task = |id: ItemId| match self.grammar.items[id.0 as usize].symbol == symbol {
            true => PlanTask::Tail { symbol, index, state },
            false => PlanTask::Item { id, index, state, depth },
        };
        self.tasks.extend(items.map(task));
    }

    /// Returns the alternative of a rule that is nearest to a missing path, and its state. None if there is none nearby, or no room.
    fn best_child(&mut self, symbol: Symbol, index: u16, state: u32) -> Option<(ProductionId, u32)> {
        if self.left <= 0 {
            return None;
        }
        let targets = self.paths.frames.targets(symbol);
        let first = self.random.below(targets.len() as u32) as usize;
        let all = (first..targets.len()).chain(0..first).map(|number| targets[number]);
        let below: Vec<u32> = all.filter_map(|id| self.paths.below(state, index, id)).collect();
        let nearest = self.nearest(&below)?;
        Some((self.paths.state(nearest).production, nearest))
    }

    /// Returns the production of a hidden rule that leads to a missing path, if there is room.
    fn best_option(&mut self, symbol: Symbol, state: u32) -> Option<ProductionId> {
        if self.left <= 0 {
            return None;
        }
        let paths = self.paths;
        let all: Vec<ProductionId> = self.grammar.productions_of(symbol).collect();
        let usable = || all.iter().copied().filter(|&id| paths.frames.is_usable(id));
        let leading = usable().find(|&id| self.production_leads(id, symbol, state));
        let is_missing = |id: &ProductionId| paths.option(state, *id).is_some_and(|path| self.is_missing(path));
        leading.or_else(|| usable().find(is_missing))
    }

    /// Returns whether a production of a hidden rule holds something that leads to a missing path.
    fn production_leads(&mut self, id: ProductionId, symbol: Symbol, state: u32) -> bool {
        let items = self.grammar.items_of(id).iter();
        let inner: Vec<Symbol> = items
            .filter(|item| item.symbol != symbol && is_chosen(self.grammar, item))
            .map(|item| item.symbol)
            .collect();
        inner.into_iter().any(|inner| match is_written(self.grammar, inner) {
            true => self.child_leads(inner, symbol, state),
            false => self.leads_to_missing(inner, state),
        })
    }

    /// Returns whether a named rule that stands in a hidden one leads to a missing path.
    fn child_leads(&mut self, symbol: Symbol, around: Symbol, state: u32) -> bool {
        let paths = self.paths;
        let Some(frame) = paths.frames.frame(paths.state(state).production) else { return false };
        let targets = paths.frames.targets(symbol);
        let own = paths.frames.children_in(frame, around).iter();
        let own = own.filter(|child| targets.contains(&child.production));
        let below: Vec<u32> = own.filter_map(|child| paths.below(state, child.index, child.production)).collect();
        self.nearest(&below).is_some()
    }

    /// Returns whether a hidden rule holds an option or an alternative that leads to a missing path.
    fn leads_to_missing(&mut self, symbol: Symbol, state: u32) -> bool {
        let paths = self.paths;
        let Some(frame) = paths.frames.frame(paths.state(state).production) else { return false };
        let options = paths.frames.options_in(frame, symbol).iter();
        let mut ends = options.filter_map(|&number| paths.option(state, frame.options[number as usize]));
        if ends.any(|path| self.is_missing(path)) {
            return true;
        }
        let children = paths.frames.children_in(frame, symbol).iter();
        let below: Vec<u32> = children.filter_map(|child| paths.below(state, child.index, child.production)).collect();
        self.nearest(&below).is_some()
    }

    /// Returns which of some states has a missing path nearest below it, the first of several. None if there is none nearby.
    fn nearest(&mut self, states: &[u32]) -> Option<u32> {
        self.looks += 1;
        let mut open: VecDeque<(u32, u32)> = VecDeque::new();
        let mut known = 0;
        for &state in states {
            if !self.barren.contains(&state)
                && std::mem::replace(&mut self.looked[state as usize], self.looks) != self.looks
            {
                open.push_back((state, state));
            }
        }
        while let Some((state, from)) = open.pop_front() {
            if self.has_missing(state) {
                return Some(from);
            }
            for &below in self.paths.all_below(state) {
                if known < MAX_LOOK_DOWN
                    && std::mem::replace(&mut self.looked[below as usize], self.looks) != self.looks
                {
                    known += 1;
                    open.push_back((below, from));
                }
            }
        }
        self.barren.extend(states);
        None
    }

    /// Returns whether a path that ends in a state is missing.
    fn has_missing(&self, state: u32) -> bool {
        if state == BEFORE {
            return false;
        }
        let row = self.paths.state(state);
        let options = self.paths.frames.frame(row.production).map_or(0, |frame| frame.options.len());
        (row.first..=row.first + options as u32).any(|path| self.is_missing(path))
    }

    fn is_missing(&self, path: u32) -> bool {
        self.is_wanted[path as usize] && !self.planned.contains(&path)
    }

    fn length(&self, symbol: Symbol) -> u32 {
        self.lengths.get(symbol.0 as usize).copied().unwrap_or(0)
    }
}
