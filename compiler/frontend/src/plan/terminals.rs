//! Which terminals have code of their own: literals are compared, small automata are written out. All others are matched by tables.

use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::grammar::{Grammar, Regular, RegularId, Symbol, Terminal, TerminalKind};
use grammarc_runtime::regular::{Automata, Dfa, Order, token_parts};

/// States beyond which a machine stays a table.
const MAX_STATES: usize = 64;

/// The terminals of a grammar, and their automata.
pub struct Terminals<'a> {
    grammar: &'a Grammar,
    automata: &'a Automata,
}

impl<'a> Terminals<'a> {
    /// Takes the terminals of a grammar.
    pub fn new(grammar: &'a Grammar, automata: &'a Automata) -> Self {
        Self { grammar, automata }
    }

    /// Returns whether generated code finds the end of a terminal that these bytes can follow.
    pub fn has_code(&self, symbol: Symbol, follow: &ByteSet) -> bool {
        let Some(terminal) = self.grammar.terminal(symbol) else { return false };
        self.literal(terminal).is_some() || self.machine(terminal, follow).is_some()
    }

    /// Returns the only text of a terminal, and whether its letters may be in either case.
    pub fn literal(&self, terminal: &Terminal) -> Option<(&'a [u8], bool)> {
        let is_plain = matches!(terminal.kind, TerminalKind::Token | TerminalKind::Leaf) && terminal.word.is_none();
        match &self.grammar.regulars[terminal.regular.0 as usize] {
            Regular::Literal { text, fold } if is_plain => Some((text.as_ref(), *fold)),
            _ => None,
        }
    }

    /// Returns the automaton to write out for a terminal that these bytes can follow.
    pub fn machine(&self, terminal: &Terminal, follow: &ByteSet) -> Option<&Dfa> {
        let dfa = self.dfa(terminal)?;
        (terminal.kind != TerminalKind::Leaf || self.is_closed(terminal, dfa, follow)).then_some(dfa)
    }

    /// Returns the automaton of a terminal that does not look ahead.
    pub fn dfa(&self, terminal: &Terminal) -> Option<&Dfa> {
        if terminal.word.is_some() {
            return None;
        }
        let regular = match terminal.kind {
            TerminalKind::Token => match token_parts(self.grammar, terminal.regular) {
                (body, None) => body,
                _ => return None,
            },
            TerminalKind::Leaf => terminal.regular,
            TerminalKind::Ahead { .. } | TerminalKind::Indent(_) | TerminalKind::Text { .. } => return None,
        };
        self.dfa_of(regular)
    }

    fn dfa_of(&self, regular: RegularId) -> Option<&Dfa> {
        let dfa = self.automata.dfa(self.grammar, regular, Order::All)?;
        (dfa.states() <= MAX_STATES && is_live(dfa)).then_some(dfa)
    }

    /// Whether the first end of a leaf is the longest, so that no later end needs backtracking.
    fn is_closed(&self, terminal: &Terminal, all: &Dfa, follow: &ByteSet) -> bool {
        let goes_on = |state: u32| {
            all.transitions(state).into_iter().any(|(low, high, _)| (low..=high).any(|byte| follow.contains(byte)))
        };
        let accepting = (0..all.states() as u32).filter(|&state| all.is_accepting(state));
        let is_longest = self.automata.dfa(self.grammar, terminal.regular, Order::First) == Some(all);
        let is_single = accepting.clone().all(|state| all.transitions(state).is_empty());
        is_single || is_longest && !accepting.into_iter().any(goes_on)
    }
}

/// Whether a match can be longer than nothing.
fn is_live(dfa: &Dfa) -> bool {
    (0..dfa.states() as u32).any(|state| !dfa.transitions(state).is_empty())
}
