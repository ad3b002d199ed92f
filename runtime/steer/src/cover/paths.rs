//! The k-paths of a grammar, as numbers.
//!
//! A k-path is a chain of k alternatives, each of which stands directly below the one before, in one of its items. A chain that begins at
//! the start rule may be shorter. So every application of an alternative in a text is the end of exactly one k-path. Instead of its last
//! alternative, a path may end with an option in it: of a group, or of a repetition. For example, the 2-paths of
//!
//! ```text
//! <s> ::= <a> <b>?     <a> ::= "x" | "y"     <b> ::= "z"
//! ```
//!
//! are: `<s>/1`, which begins a text, and in it `<b>?` taken and left out; `<a>/1` and `<a>/2` in the first item of `<s>/1`; and `<b>/1` in
//! its second item.
//!
//! The paths are enumerated as the states of an automaton: a state remembers the last k alternatives, and a step goes down to a child.
//! Breadth first, so that a state also knows a shortest way from the start rule.

use std::collections::HashMap;

use grammarc_core::grammar::{Grammar, ItemId, ProductionId, Symbol};

use super::frames::{Child, Frames, is_chosen, is_written};

/// Greatest number of k-paths that are counted. More of them would take gigabytes, and nobody reads so many texts.
pub const MAX_PATHS: usize = 1 << 20;
/// Greatest number of steps from a state to one below it, for all states together. They are as many as there are paths of one alternative
/// more.
const MAX_STEPS_DOWN: usize = 1 << 26;
/// The state before the start rule, where no alternative was chosen yet.
pub(super) const BEFORE: u32 = 0;

/// A grammar has more than [`MAX_PATHS`] k-paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManyPaths {
    /// The length of the paths, in alternatives.
    pub length: usize,
}

impl std::fmt::Display for TooManyPaths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the grammar has more than {MAX_PATHS} {}-paths", self.length)
    }
}

impl std::error::Error for TooManyPaths {}

/// The last alternatives of a chain.
#[derive(Debug, Clone, Copy)]
pub(super) struct ChainState {
    /// The last alternative. [`BEFORE`] has none that counts.
    pub(super) production: ProductionId,
    /// The state that it was found from, on a shortest way.
    pub(super) parent: u32,
    /// The item in which it stands there.
    pub(super) item: ItemId,
    /// Number of the item of the frame that holds it.
    pub(super) index: u16,
    /// Number of the path that ends with the alternative. The paths that end with its options have the following numbers.
    pub(super) first: u32,
    /// Its last alternatives but the oldest: all that the next states depend on.
    suffix: u32,
}

/// All k-paths of a grammar.
#[derive(Debug)]
pub(super) struct Paths {
    length: usize,
    pub(super) frames: Frames,
    states: Vec<ChainState>,
    /// By state: where its states below begin in `below`.
    starts: Vec<u32>,
    /// The states below each state, each once.
    below: Vec<u32>,
    /// By suffix and edge: the next state.
    next: HashMap<(u32, u32), u32>,
    /// By alternative, item and alternative below: the number of the edge.
    edges: HashMap<(u32, u16, u32), u32>,
    count: usize,
}

impl Paths {
    /// Enumerates the k-paths of a grammar, for k = `length`, which is at least 1. O(n) time for n paths.
    pub(super) fn new(grammar: &Grammar, length: usize) -> Result<Self, TooManyPaths> {
        let before = ChainState {
            production: ProductionId(u32::MAX),
            parent: BEFORE,
            item: ItemId::NONE,
            index: 0,
            first: 0,
            suffix: 0,
        };
        let mut paths = Self {
            length,
            frames: Frames::new(grammar),
            states: vec![before],
            starts: vec![0],
            below: Vec::new(),
            next: HashMap::new(),
            edges: HashMap::new(),
            count: 0,
        };
        let mut windows: Vec<Vec<u32>> = vec![Vec::new()];
        let mut suffixes: HashMap<Vec<u32>, u32> = HashMap::from([(Vec::new(), 0)]);
        let mut at = 0;
        while at < paths.states.len() {
            let first = paths.below.len();
            for child in paths.children_of(grammar, at as u32) {
                let edge = paths.add_edge(paths.states[at].production, &child);
                let suffix = paths.states[at].suffix;
                if let Some(&known) = paths.next.get(&(suffix, edge)) {
                    paths.below.push(known);
                    continue;
                }
                let window = [&windows[suffix as usize][..], &[edge]].concat();
                let rest = &window[window.len().saturating_sub(length.saturating_sub(2))..];
                let number = suffixes.len() as u32;
                let suffix_after = *suffixes.entry(rest.to_vec()).or_insert_with(|| {
                    windows.push(rest.to_vec());
                    number
                });
                paths.below.push(paths.states.len() as u32);
                paths.add_state(at as u32, suffix, edge, &child, suffix_after)?;
            }
            paths.end_state(first)?;
            at += 1;
        }
        Ok(paths)
    }

    /// Returns the length of the paths, in alternatives.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// Returns how many there are.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Returns a state.
    pub(super) fn state(&self, state: u32) -> &ChainState {
        &self.states[state as usize]
    }

    /// Returns the state of a child below a state. None if generation does not take the child.
    pub(super) fn below(&self, state: u32, index: u16, production: ProductionId) -> Option<u32> {
        let ChainState { production: around, suffix, .. } = *self.state(state);
        let edge = self.edges.get(&self.edge(around, index, production))?;
        self.next.get(&(suffix, *edge)).copied()
    }

    /// Returns how many states there are, [`BEFORE`] included.
    pub(super) fn state_count(&self) -> usize {
        self.states.len()
    }

    /// Returns the states of all alternatives below a state, each once.
    pub(super) fn all_below(&self, state: u32) -> &[u32] {
        let state = state as usize;
        &self.below[self.starts[state] as usize..self.starts[state + 1] as usize]
    }

    /// Returns the state and, for an option, the production in which a path ends.
    pub(super) fn end(&self, path: u32) -> (u32, Option<ProductionId>) {
        // The state before the start has no path, and the number 0 like the first one.
        let state = self.states.partition_point(|state| state.first <= path) - 1;
        let ChainState { production, first, .. } = self.states[state];
        let option = (path - first).checked_sub(1);
        let frame = self.frames.frame(production);
        let option = option.zip(frame).and_then(|(number, frame)| frame.options.get(number as usize));
        (state as u32, option.copied())
    }

    /// Returns the number of the path that ends with an option in a state.
    pub(super) fn option(&self, state: u32, option: ProductionId) -> Option<u32> {
        let number = self.frames.number(option).filter(|_| state != BEFORE)?;
        Some(self.state(state).first + 1 + u32::from(number))
    }

    /// Returns the states from the one below [`BEFORE`] to this one.
    pub(super) fn way(&self, state: u32) -> Vec<u32> {
        let mut way = vec![state];
        while let Some(&last) = way.last().filter(|&&last| last != BEFORE) {
            way.push(self.state(last).parent);
        }
        way.pop();
        way.reverse();
        way
    }

    /// Returns the children of a state: of its frame, or of the start symbol.
    fn children_of(&self, grammar: &Grammar, state: u32) -> Vec<Child> {
        if state == BEFORE {
            return start(grammar, &self.frames);
        }
        self.frames.frame(self.state(state).production).map_or_else(Vec::new, |frame| frame.children.clone())
    }

    /// Returns the key of an edge. Paths of length 1 do not depend on the alternative above.
    fn edge(&self, around: ProductionId, index: u16, production: ProductionId) -> (u32, u16, u32) {
        if self.length == 1 { (0, 0, production.0) } else { (around.0, index, production.0) }
    }

    fn add_edge(&mut self, around: ProductionId, child: &Child) -> u32 {
        let number = self.edges.len() as u32;
        *self.edges.entry(self.edge(around, child.index, child.production)).or_insert(number)
    }

    /// Ends the list of the states below one, which begins at `first`.
    fn end_state(&mut self, first: usize) -> Result<(), TooManyPaths> {
        let mut own = self.below.split_off(first);
        own.sort_unstable();
        own.dedup();
        self.below.extend(own);
        self.starts.push(self.below.len() as u32);
        if self.below.len() > MAX_STEPS_DOWN { Err(TooManyPaths { length: self.length }) } else { Ok(()) }
    }

    fn add_state(
        &mut self,
        parent: u32,
        suffix: u32,
        edge: u32,
        child: &Child,
        suffix_after: u32,
    ) -> Result<(), TooManyPaths> {
        let options = self.frames.frame(child.production).map_or(0, |frame| frame.options.len());
        let first = self.count as u32;
        self.count += 1 + options;
        if self.count > MAX_PATHS {
            return Err(TooManyPaths { length: self.length });
        }
        self.next.insert((suffix, edge), self.states.len() as u32);
        let Child { item, index, production } = *child;
        self.states.push(ChainState { production, parent, item, index, first, suffix: suffix_after });
        Ok(())
    }
}

/// Returns the alternatives of the start rule. Where skip can stand before it, the start symbol is a node around the rule.
fn start(grammar: &Grammar, frames: &Frames) -> Vec<Child> {
    let child = |item: ItemId, symbol: Symbol| {
        frames.targets(symbol).iter().map(move |&production| Child { item, index: 0, production }).collect()
    };
    if is_written(grammar, grammar.start) {
        return child(ItemId::NONE, grammar.start);
    }
    let Some(wrapper) = grammar.rule(grammar.start) else { return Vec::new() };
    let items = grammar.production(ProductionId(wrapper.productions.start)).items.clone().map(ItemId);
    let mut rules = items.filter(|id| is_chosen(grammar, &grammar.items[id.0 as usize]));
    rules.next().map_or_else(Vec::new, |id| child(id, grammar.items[id.0 as usize].symbol))
}
