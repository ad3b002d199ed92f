//! The automaton that a matcher is written from. It is minimal, and its states are numbered in preorder. It reads characters
//! instead of bytes where it tells no two characters beyond ASCII apart: `[^a] "x"` passes `é` or `€` in one step.

use std::collections::BTreeMap;

use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::regular::Dfa;

/// A deterministic automaton. The first state is the start; those that nothing leads out of are last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Machine {
    pub(super) states: Vec<MachineState>,
    /// Whether the bytes from 0x80 on stand for any character beyond ASCII.
    pub(super) is_text: bool,
}

/// A state, and where it goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MachineState {
    pub(super) is_accepting: bool,
    /// The bytes on which it stays.
    pub(super) run: ByteSet,
    /// Whether it stays on characters beyond ASCII as well, which are not in the run then.
    pub(super) runs_on_characters: bool,
    /// The bytes on which it goes to each other state.
    pub(super) ways: BTreeMap<usize, ByteSet>,
}

impl MachineState {
    fn of(dfa: &Dfa, state: u32) -> Self {
        let mut ways = BTreeMap::new();
        for (low, high, target) in dfa.transitions(state) {
            ways.entry(target as usize).or_insert(ByteSet::EMPTY).insert_range(low, high);
        }
        Self { is_accepting: dfa.is_accepting(state), run: ByteSet::EMPTY, runs_on_characters: false, ways }
    }

    /// Whether the match ends here, whatever is next.
    pub(super) fn is_final(&self) -> bool {
        self.ways.is_empty() && self.run.is_empty() && !self.runs_on_characters
    }

    /// Forgets the ways beyond ASCII.
    fn keep_ascii(&mut self) {
        self.ways.values_mut().for_each(|set| *set = set.intersection(range(0, 0x7f)));
        self.ways.retain(|_, set| !set.is_empty());
    }

    /// Returns the ways with the states renamed.
    fn ways_by(&self, names: &[usize]) -> BTreeMap<usize, ByteSet> {
        let mut ways = BTreeMap::new();
        for (&to, &set) in &self.ways {
            ways.entry(names[to]).or_insert(ByteSet::EMPTY).grow(set);
        }
        ways
    }
}

impl Machine {
    /// Makes the smallest automaton that accepts the same.
    pub(super) fn new(dfa: &Dfa) -> Self {
        let states = (0..dfa.states() as u32).map(|state| MachineState::of(dfa, state)).collect();
        let (bytes, start) = Self { states, is_text: false }.minimal(dfa.start() as usize);
        bytes.with_characters(start).with_runs().in_order(start)
    }

    /// Merges equivalent states: parts are split until no transition tells two states of a part apart.
    ///
    /// E. F. Moore, *Gedanken-Experiments on Sequential Machines*, Automata Studies, 1956.
    fn minimal(&self, start: usize) -> (Self, usize) {
        let mut parts: Vec<usize> = self.states.iter().map(|state| usize::from(state.is_accepting)).collect();
        let mut count = 0;
        loop {
            let mut known = BTreeMap::new();
            let mut first = Vec::new();
            let mut next = Vec::new();
            for (number, state) in self.states.iter().enumerate() {
                let ways: Vec<_> = state.ways_by(&parts).into_iter().map(|(to, set)| (to, set.words())).collect();
                next.push(*known.entry((parts[number], ways)).or_insert_with(|| {
                    first.push(number);
                    first.len() - 1
                }));
            }
            parts = next;
            if first.len() == count {
                let state = |&number: &usize| MachineState {
                    ways: self.states[number].ways_by(&parts),
                    ..self.states[number].clone()
                };
                return (Self { states: first.iter().map(state).collect(), ..*self }, parts[start]);
            }
            count = first.len();
        }
    }

    /// Reads characters instead of bytes, if no state tells two beyond ASCII apart; otherwise only where a state stays on them.
    fn with_characters(mut self, start: usize) -> Self {
        let targets: Vec<Option<usize>> = (0..self.states.len()).map(|state| self.after_character(state)).collect();
        let staying = targets.iter().enumerate().map(|(number, target)| *target == Some(number));
        for (state, _) in self.states.iter_mut().zip(staying).filter(|(_, stays)| *stays) {
            state.keep_ascii();
            state.runs_on_characters = true;
        }
        let mut whole = Self { is_text: true, ..self.clone() };
        for (state, target) in whole.states.iter_mut().zip(targets) {
            if let Some(target) = target.filter(|_| !state.runs_on_characters) {
                state.keep_ascii();
                state.ways.entry(target).or_insert(ByteSet::EMPTY).grow(beyond_ascii());
            }
        }
        let is_whole = |&number: &usize| {
            let (bytes, characters) = (&self.states[number], &whole.states[number]);
            bytes != characters || bytes.ways.values().all(|set| set.intersection(beyond_ascii()).is_empty())
        };
        let reached = whole.reached(start);
        let is_text = reached.iter().any(|&number| self.states[number] != whole.states[number]);
        if is_text && reached.iter().all(is_whole) { whole } else { self }
    }

    /// Returns where any character beyond ASCII leads; none if not all of them lead there, if any other byte beyond ASCII leads
    /// anywhere, or if something on the way accepts.
    fn after_character(&self, state: usize) -> Option<usize> {
        let ways = &self.states[state].ways;
        let leads = |(low, high): Bounds| {
            let range = range(low, high);
            ways.iter().find(|(_, set)| set.intersection(range) == range).map(|(to, _)| *to)
        };
        let follows = |from: usize, &(low, high): &Bounds| {
            let mut ways = self.states[from].ways.iter();
            let only = ways.next().filter(|_| ways.next().is_none() && !self.states[from].is_accepting)?;
            (*only.1 == range(low, high)).then_some(*only.0)
        };
        let stray = ways.values().any(|set| !set.intersection(range(0x80, 0xc1).union(range(0xf5, 0xff))).is_empty());
        let mut ends = CHARACTERS.iter().map(|(lead, rest)| rest.iter().try_fold(leads(*lead)?, follows));
        let end = ends.next()??;
        (!stray && ends.all(|other| other == Some(end))).then_some(end)
    }

    /// Sets apart the bytes on which states stay.
    fn with_runs(mut self) -> Self {
        for (number, state) in self.states.iter_mut().enumerate() {
            state.run = state.ways.remove(&number).unwrap_or(ByteSet::EMPTY);
        }
        self
    }

    /// Returns the reachable states in preorder.
    fn reached(&self, start: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let mut open = vec![start];
        while let Some(state) = open.pop() {
            if !found.contains(&state) {
                found.push(state);
                open.extend(self.states[state].ways.keys().rev());
            }
        }
        found
    }

    /// Renumbers the reachable states. Those that nothing leads out of are last.
    pub(super) fn in_order(&self, start: usize) -> Self {
        let reached = self.reached(start);
        let (last, first): (Vec<usize>, Vec<usize>) =
            reached.into_iter().partition(|&state| self.states[state].is_final());
        let order = [first, last].concat();
        let mut names = vec![0; self.states.len()];
        order.iter().enumerate().for_each(|(name, &state)| names[state] = name);
        let state =
            |&state: &usize| MachineState { ways: self.states[state].ways_by(&names), ..self.states[state].clone() };
        Self { states: order.iter().map(state).collect(), ..*self }
    }

    /// Returns the number of states that something leads out of.
    pub(super) fn live(&self) -> usize {
        self.states.iter().filter(|state| !state.is_final()).count()
    }
}

/// The lowest and the highest of some bytes.
type Bounds = (u8, u8);

/// The UTF-8 bytes of characters beyond ASCII: the first one, and those that follow (The Unicode Standard, table 3-7).
const CHARACTERS: [(Bounds, &[Bounds]); 8] = [
    ((0xc2, 0xdf), &[(0x80, 0xbf)]),
    ((0xe0, 0xe0), &[(0xa0, 0xbf), (0x80, 0xbf)]),
    ((0xe1, 0xec), &[(0x80, 0xbf), (0x80, 0xbf)]),
    ((0xed, 0xed), &[(0x80, 0x9f), (0x80, 0xbf)]),
    ((0xee, 0xef), &[(0x80, 0xbf), (0x80, 0xbf)]),
    ((0xf0, 0xf0), &[(0x90, 0xbf), (0x80, 0xbf), (0x80, 0xbf)]),
    ((0xf1, 0xf3), &[(0x80, 0xbf), (0x80, 0xbf), (0x80, 0xbf)]),
    ((0xf4, 0xf4), &[(0x80, 0x8f), (0x80, 0xbf), (0x80, 0xbf)]),
];

fn range(low: u8, high: u8) -> ByteSet {
    let mut range = ByteSet::EMPTY;
    range.insert_range(low, high);
    range
}

/// The bytes from 0x80 on.
pub(super) fn beyond_ascii() -> ByteSet {
    range(0x80, 0xff)
}

#[cfg(test)]
mod tests {
    use grammarc_runtime::regular::{Automata, Order};

    use super::Machine;

    #[test]
    fn what_is_alike_is_one_state() {
        // The states that something leads out of, and whether characters beyond ASCII are one step.
        let cases = [
            ("[0-9]+ | [0-9]+", 2, false),
            (r#"'"' ([^"\\] | "\\" [a-f])* '"'"#, 3, false),
            (r#"[^a] [^b]*"#, 2, true),
            (r#""x" [^b]*"#, 2, false),
            (r#"[\u{e9}] "x""#, 3, false),
            (r#""a" [a-z] "b" | "c" [a-z] "b""#, 3, false),
        ];
        for (pattern, live, is_text) in cases {
            let text = format!("<t> ::= <x>\n%token <x> ::= {pattern}\n");
            let loaded = crate::load_text("t", &text).unwrap_or_else(|report| panic!("{report}"));
            let grammar = &loaded.grammar;
            let terminal = &grammar.terminals[0];
            let automata = Automata::new();
            let dfa = automata.dfa(grammar, terminal.regular, Order::All).expect("it is plain");
            let machine = Machine::new(dfa);
            assert_eq!((machine.live(), machine.is_text), (live, is_text), "{pattern}");
        }
    }
}
