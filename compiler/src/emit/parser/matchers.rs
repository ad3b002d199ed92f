//! Terminals in `parser.rs`: literals as comparisons, tokens and plain leaves as state machines written out from their automata.
//! The tables of the runtime match the terminals that look ahead, exclude texts, or may stay undecided.

use codegen::Function;
use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::grammar::{Check, Drive, ItemId, Symbol, TerminalKind};

use super::super::names::byte_lit;
use super::{Parser, Part, code_doc, then, written};
use machine::Machine;

mod machine;
mod steps;

impl Parser<'_> {
    /// Writes the expression that matches a terminal item, which is none if the terminal does not match.
    pub(super) fn terminal(&self, item: ItemId, follow: &ByteSet) -> String {
        let row = &self.grammar.items[item.0 as usize];
        let symbol = row.symbol;
        let is_slice = matches!(row.drive, Drive::Size(_));
        match self.end_of(symbol, follow).filter(|_| !is_slice) {
            Some(end) => {
                let symbol = self.symbol(symbol);
                let leaf = format!("p.leaf({symbol}, {}, {end})", self.names.item(item));
                match self.demand(item) {
                    Some(demand) => then(&leaf, demand),
                    None => leaf,
                }
            }
            None if self.grammar.terminal(symbol).is_some_and(|it| it.kind == TerminalKind::Leaf) && !is_slice => {
                let item = self.names.item(item);
                format!("p.scan_before({item}, {})", self.after(*follow, item.trim_start_matches("item::")))
            }
            None => format!("p.scan({})", self.names.item(item)),
        }
    }

    /// Writes the test of an item's further demands, for example its check or its label; none if it has none.
    pub(super) fn demand(&self, item: ItemId) -> Option<String> {
        let row = &self.grammar.items[item.0 as usize];
        match (row.consume, row.check, row.label, row.drive) {
            (false, Check::None, None, Drive::None | Drive::Count { .. } | Drive::Next(_) | Drive::Here) => None,
            (true, Check::None, None, Drive::None) if self.is_sure(row.symbol) => None,
            (true, Check::None, None, Drive::None) => Some("p.consumed()".to_owned()),
            _ => Some(format!("p.settle({})", self.names.item(item))),
        }
    }

    /// Whether a symbol is a terminal that is never empty.
    fn is_sure(&self, symbol: Symbol) -> bool {
        self.grammar.terminal(symbol).is_some_and(|terminal| !terminal.nullable)
    }

    /// The expression for the end of a terminal; none if only the tables know.
    pub(super) fn end_of(&self, symbol: Symbol, follow: &ByteSet) -> Option<String> {
        let terminal = self.grammar.terminal(symbol)?;
        if let Some((text, fold)) = self.terminals.literal(terminal) {
            let method = if fold { "folded" } else { "literal" };
            return Some(format!("p.{method}({})", byte_lit(text)));
        }
        self.terminals.machine(terminal, follow)?;
        self.ask(Part::Matcher(symbol));
        Some(format!("{}(p.input(), p.position())", self.names.function("match", symbol)))
    }

    /// `fn match_<terminal>(input, at) -> Option<usize>`: the end of the longest match.
    pub(super) fn matcher(&self, symbol: Symbol) -> String {
        let dfa = self.grammar.terminal(symbol).and_then(|terminal| self.terminals.dfa(terminal));
        let mut function = Function::new(self.names.function("match", symbol));
        function.attr(&format!("doc = {}", code_doc(&self.texts[symbol.0 as usize])));
        function.arg("input", "&[u8]").arg("start", "usize").ret("Option<usize>");
        let helper = self.names.function("step_in", symbol);
        let (body, functions) = match dfa {
            Some(dfa) => steps::written(Machine::new(dfa), &helper),
            None => ("None".to_owned(), String::new()),
        };
        function.line(body);
        written(function) + &functions
    }

    /// The constant of a symbol.
    fn symbol(&self, symbol: Symbol) -> String {
        self.names.symbol(symbol)
    }
}
