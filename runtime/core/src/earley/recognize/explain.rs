//! Explains why there is no tree: the furthest offset, and the terminals expected there. For example, `[1 2]` as JSON
//! stops at 3, where `,` and `]` are expected.

use super::{ItemFilter, Recognizer, Stop};
use crate::earley::numbers::ItemNumber;
use crate::earley::tables::{Dot, NextSymbol};
use crate::error::{Failure, Room};
use crate::grammar::{Slot, Symbol, TerminalKind};

impl Recognizer<'_, '_> {
    /// Opens the furthest set once more, without lookahead, to list all terminals that could have stood there.
    pub(super) fn explain(&mut self) -> Result<Failure, Stop> {
        self.lookahead = ItemFilter::None;
        self.chart.open(self.furthest);
        for key in std::mem::take(&mut self.kernels) {
            self.chart.add(key, None);
        }
        if self.furthest == self.goal.from {
            self.chart.expect(self.goal.symbol);
            self.predict(self.goal.symbol, 0);
        }
        self.finish_set()?;
        let mut failure = Failure { offset: self.furthest, expected: Vec::new(), end: false, room: Room::Free };
        for number in self.chart.current_items() {
            let key = self.chart.item(number).key;
            let dot = self.tables.dot(key.dot);
            failure.room = failure.room.max(self.room(number));
            match dot.next {
                NextSymbol::Terminal(terminal) if self.is_shown(terminal, dot) => failure.expected.push(terminal),
                NextSymbol::End => {
                    failure.end |= self.is_goal(&key, self.matcher.grammar.production(dot.production).rule)
                }
                NextSymbol::Terminal(_) | NextSymbol::Rule(_) => {}
            }
        }
        failure.expected.sort_unstable();
        failure.expected.dedup();
        if failure.room == Room::GoesOn && (failure.end || !failure.expected.is_empty()) {
            failure.room = Room::Free;
        }
        Ok(failure)
    }

    /// Returns the limit that a field puts on an item that does not go on there. For example, `Room::Short` where a
    /// field asks for 9 bytes and 4 are left.
    fn room(&mut self, number: ItemNumber) -> Room {
        let key = self.chart.item(number).key;
        let dot = self.tables.dot(key.dot);
        let is_there = match dot.next {
            NextSymbol::Rule(rule) => self.parameters(number, rule).is_some(),
            NextSymbol::Terminal(_) => self.limit(&key, dot.drive, self.furthest).is_some(),
            NextSymbol::End => true,
        };
        let limit = self.environments.limit(key.environment);
        match dot.next {
            _ if !is_there => Room::Short,
            NextSymbol::Terminal(terminal) if limit == self.furthest && self.is_shown(terminal, dot) => {
                if limit < self.matcher.input.len() { Room::Ends } else { Room::Free }
            }
            NextSymbol::End if self.furthest < limit && limit < self.matcher.input.len() => Room::GoesOn,
            _ => Room::Free,
        }
    }

    /// Whether to list a terminal: lookaheads have no text, and skip could stand anywhere.
    fn is_shown(&self, terminal: Symbol, dot: &Dot) -> bool {
        let grammar = self.matcher.grammar;
        let ahead = grammar.terminal(terminal).is_some_and(|row| matches!(row.kind, TerminalKind::Ahead { .. }));
        !ahead && grammar.item(dot.item).is_none_or(|item| item.slot != Slot::Skip)
    }
}
