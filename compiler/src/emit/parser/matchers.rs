//! Terminals in `parser.rs`: literals as comparisons, tokens and plain leaves as state machines written out from their
//! automata. What looks ahead, excludes, or may have to be left open is matched by the tables of the runtime.

use codegen::Function;
use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::grammar::{Check, Drive, ItemId, Regular, RegularId, Symbol, Terminal, TerminalKind};
use grammarc_runtime::regular::{Dfa, Order, token_parts};

use super::super::names::byte_lit;
use super::{Parser, Part, code_doc, then};
use machine::Machine;
use steps::written;

mod machine;
mod steps;

/// States beyond which a machine stays a table.
const MAX_STATES: usize = 64;

impl Parser<'_> {
    /// What matches a terminal item, or returns none.
    pub(super) fn terminal(&self, item: ItemId, follow: &ByteSet) -> String {
        let row = &self.grammar.items[item.0 as usize];
        let symbol = row.symbol;
        let is_slice = matches!(row.drive, Drive::Size(_));
        match self.end_of(symbol, follow).filter(|_| !is_slice) {
            Some(end) => {
                let symbol = self.symbol(symbol);
                let leaf = format!("p.leaf({symbol}, {}, {end})", item.0);
                match self.demand(item) {
                    Some(demand) => then(&leaf, demand),
                    None => leaf,
                }
            }
            None => format!("p.scan({}, {})", item.0, self.set(*follow)),
        }
    }

    /// The test of whether a text is what its item demands besides; none if it demands nothing.
    pub(super) fn demand(&self, item: ItemId) -> Option<String> {
        let row = &self.grammar.items[item.0 as usize];
        match (row.consume, row.check, row.label, row.drive) {
            (false, Check::None, None, Drive::None | Drive::Count { .. } | Drive::Next(_)) => None,
            (true, Check::None, None, Drive::None) if self.is_sure(row.symbol) => None,
            (true, Check::None, None, Drive::None) => Some("p.consumed()".to_owned()),
            _ => Some(format!("p.settle({})", item.0)),
        }
    }

    /// Whether a symbol is a terminal that is never empty.
    fn is_sure(&self, symbol: Symbol) -> bool {
        self.grammar.terminal(symbol).is_some_and(|terminal| !terminal.nullable)
    }

    /// The expression for the end of a terminal; none if only the tables know.
    pub(super) fn end_of(&self, symbol: Symbol, follow: &ByteSet) -> Option<String> {
        let terminal = self.grammar.terminal(symbol)?;
        if let Some((text, fold)) = self.literal(terminal) {
            let method = if fold { "folded" } else { "literal" };
            return Some(format!("p.{method}({})", byte_lit(text)));
        }
        let dfa = self.dfa(terminal)?;
        if terminal.kind == TerminalKind::Leaf && !self.is_closed(terminal, dfa, follow) {
            return None;
        }
        self.ask(Part::Matcher(symbol));
        Some(format!("{}(p.input(), p.position())", self.names.function("match", symbol)))
    }

    /// The only text of a terminal, and whether its letters may be in either case.
    fn literal(&self, terminal: &Terminal) -> Option<(&[u8], bool)> {
        let is_plain = matches!(terminal.kind, TerminalKind::Token | TerminalKind::Leaf) && terminal.word.is_none();
        match &self.grammar.regulars[terminal.regular.0 as usize] {
            Regular::Literal { text, fold } if is_plain => Some((text.as_ref(), *fold)),
            _ => None,
        }
    }

    /// The automaton to write out for a terminal.
    fn dfa(&self, terminal: &Terminal) -> Option<&Dfa> {
        if terminal.word.is_some() {
            return None;
        }
        let regular = match terminal.kind {
            TerminalKind::Token => match token_parts(self.grammar, terminal.regular) {
                (body, None) => body,
                _ => return None,
            },
            TerminalKind::Leaf => terminal.regular,
            TerminalKind::Ahead { .. } | TerminalKind::Text { .. } => return None,
        };
        self.dfa_of(regular)
    }

    fn dfa_of(&self, regular: RegularId) -> Option<&Dfa> {
        let dfa = self.automata.dfa(self.grammar, regular, Order::All)?;
        (dfa.states() <= MAX_STATES && is_live(dfa)).then_some(dfa)
    }

    /// Whether the first end of a leaf is the longest, and no other could be gone on from.
    fn is_closed(&self, terminal: &Terminal, all: &Dfa, follow: &ByteSet) -> bool {
        let goes_on = |state: u32| {
            all.transitions(state).into_iter().any(|(low, high, _)| (low..=high).any(|byte| follow.contains(byte)))
        };
        let accepting = (0..all.states() as u32).filter(|&state| all.is_accepting(state));
        let is_longest = self.automata.dfa(self.grammar, terminal.regular, Order::First) == Some(all);
        let is_single = accepting.clone().all(|state| all.transitions(state).is_empty());
        is_single || is_longest && !accepting.into_iter().any(goes_on)
    }

    /// `fn match_<terminal>(input, at) -> Option<usize>`: the end of the longest match.
    pub(super) fn matcher(&self, symbol: Symbol) -> Function {
        let dfa = self.grammar.terminal(symbol).and_then(|terminal| self.dfa(terminal));
        let mut function = Function::new(self.names.function("match", symbol));
        function.attr(&format!("doc = {}", code_doc(&self.texts[symbol.0 as usize])));
        function.arg("input", "&[u8]").arg("start", "usize").ret("Option<usize>");
        function.line(dfa.map_or_else(|| "None".to_owned(), |dfa| written(Machine::new(dfa))));
        function
    }

    /// The constant of a symbol.
    fn symbol(&self, symbol: Symbol) -> String {
        self.names.symbol(symbol)
    }
}

/// Whether a match can be longer than nothing.
fn is_live(dfa: &Dfa) -> bool {
    (0..dfa.states() as u32).any(|state| !dfa.transitions(state).is_empty())
}
