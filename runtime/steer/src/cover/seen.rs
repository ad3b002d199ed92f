//! Finds the k-paths of a text in its trace.
//!
//! The grammar is walked along the steps. Texts of tokens and skip are passed over: only alternatives, and whether repetitions go on, matter.

use std::ops::Range;

use grammarc_core::grammar::{Grammar, ItemId, ProductionId, RuleKind, Symbol};

use super::frames::{is_chosen, is_written, pass};
use super::paths::{BEFORE, Paths};
use grammarc_generate::choices::{Choice, Step};

/// The k-paths of one text.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// Their numbers, in the order of the text. One is there several times if the text has it several times.
    pub(super) paths: Vec<u32>,
    /// The applications of alternatives: their state, and their steps with `Open` and `Close`.
    pub(super) places: Vec<(u32, Range<usize>)>,
    /// How deep alternatives nest. For example, 2 for a start rule with a token rule in it.
    pub(super) depth: usize,
}

/// The walk in one place.
#[derive(Debug, Clone, Copy)]
enum PathVisit {
    /// An item in a state, held by the item of that number of the frame.
    Item(ItemId, u16, u32),
    /// The rest of a repetition.
    Tail(Symbol, u16, u32),
    /// A hidden rule ends.
    Close,
    /// An alternative ends. It has this state, and its steps began there.
    Leave(u32, usize),
}

struct PathWalk<'a> {
    grammar: &'a Grammar,
    paths: &'a Paths,
    steps: &'a [Step],
    at: usize,
    visits: Vec<PathVisit>,
    depth: usize,
    seen: Seen,
}

impl Seen {
    /// Walks the steps of a trace. None if they are not steps of a text of the grammar. O(n) time for n steps.
    pub(super) fn new(grammar: &Grammar, paths: &Paths, steps: &[Step]) -> Option<Self> {
        let mut walk = PathWalk { grammar, paths, steps, at: 0, visits: Vec::new(), depth: 0, seen: Self::default() };
        match is_written(grammar, grammar.start) {
            true => walk.alternative(grammar.start, 0, BEFORE)?,
            false => walk.hidden(grammar.start, 0, BEFORE)?,
        }
        while let Some(visit) = walk.visits.pop() {
            walk.visit(visit)?;
        }
        Some(walk.seen)
    }
}

impl PathWalk<'_> {
    fn visit(&mut self, visit: PathVisit) -> Option<()> {
        match visit {
            PathVisit::Item(id, index, state) => {
                let item = &self.grammar.items[id.0 as usize];
                match is_written(self.grammar, item.symbol) {
                    _ if !is_chosen(self.grammar, item) => Some(()),
                    true => self.alternative(item.symbol, index, state),
                    false => self.hidden(item.symbol, index, state),
                }
            }
            PathVisit::Tail(symbol, index, state) => self.iteration(symbol, index, state).map(|_| ()),
            PathVisit::Close => self.expect(&Step::Close),
            PathVisit::Leave(state, start) => {
                self.expect(&Step::Close)?;
                self.depth -= 1;
                self.seen.places.push((state, start..self.at));
                Some(())
            }
        }
    }

    /// Enters an alternative of a named rule. Levels that pass are no alternatives.
    fn alternative(&mut self, symbol: Symbol, index: u16, state: u32) -> Option<()> {
        let mut symbol = symbol;
        loop {
            let (start, production) = (self.place(), self.enter(symbol)?);
            if let Some(tighter) = pass(self.grammar, production) {
                self.visits.push(PathVisit::Close);
                symbol = tighter;
                continue;
            }
            // A state that generation does not take: the states below it are walked, but not counted.
            let below = self.paths.below(state, index, production).unwrap_or(BEFORE);
            if below != BEFORE {
                self.seen.paths.push(self.paths.state(below).first);
            }
            self.depth += 1;
            self.seen.depth = self.seen.depth.max(self.depth);
            self.visits.push(PathVisit::Leave(below, start));
            let items = self.grammar.production(production).items.clone().rev().map(ItemId);
            self.visits.extend(items.map(|id| PathVisit::Item(id, self.grammar.items[id.0 as usize].index, below)));
            return Some(());
        }
    }

    /// Enters a hidden rule.
    fn hidden(&mut self, symbol: Symbol, index: u16, state: u32) -> Option<()> {
        let production = match self.grammar.rule(symbol)?.kind {
            RuleKind::Repeat => self.iteration(symbol, index, state)?,
            _ => {
                let production = self.enter(symbol)?;
                self.visits.push(PathVisit::Close);
                self.push_items(production, symbol, index, state);
                production
            }
        };
        self.seen.paths.extend(self.paths.option(state, production));
        Some(())
    }

    /// Goes on with a repetition, or ends it.
    fn iteration(&mut self, symbol: Symbol, index: u16, state: u32) -> Option<ProductionId> {
        let mut productions = self.grammar.productions_of(symbol);
        let production = match self.choice()? {
            Choice::More(true) => productions.next()?,
            Choice::More(false) => productions.next_back()?,
            _ => return None,
        };
        self.push_items(production, symbol, index, state);
        Some(production)
    }

    fn push_items(&mut self, production: ProductionId, symbol: Symbol, index: u16, state: u32) {
        let items = self.grammar.production(production).items.clone().rev().map(ItemId);
        let visit = |id: ItemId| match self.grammar.items[id.0 as usize].symbol == symbol {
            true => PathVisit::Tail(symbol, index, state),
            false => PathVisit::Item(id, index, state),
        };
        self.visits.extend(items.map(visit));
    }

    /// Enters an application, and returns its production.
    fn enter(&mut self, symbol: Symbol) -> Option<ProductionId> {
        self.expect(&Step::Open(symbol))?;
        let mut productions = self.grammar.productions_of(symbol);
        match productions.len() {
            1 => productions.next(),
            _ => match self.choice()? {
                Choice::Alt(option) => productions.nth(*option as usize),
                _ => None,
            },
        }
    }

    /// Returns the next step that is no text.
    fn place(&mut self) -> usize {
        while let Some(Step::Choice(Choice::Text(_)) | Step::Draw) = self.steps.get(self.at) {
            self.at += 1;
        }
        self.at
    }

    fn expect(&mut self, step: &Step) -> Option<()> {
        let place = self.place();
        self.at += 1;
        (self.steps.get(place) == Some(step)).then_some(())
    }

    fn choice(&mut self) -> Option<&Choice> {
        let place = self.place();
        self.at += 1;
        match self.steps.get(place)? {
            Step::Choice(choice) => Some(choice),
            _ => None,
        }
    }
}
