//! The deterministic engine run from tables: walks the [`Decisions`] of a grammar, for languages that are not compiled. For
//! example, `grammarc parse -g json.bnf` runs it.

use std::collections::HashSet;

use crate::decisions::{Decisions, Point, PointId};
use crate::grammar::{Terminal, TerminalKind};
use crate::language::{Attempt, Language};
use crate::parse::cursor::Cursor;
use crate::parse::{Failure, Room};
use crate::regular::{Matcher, no_labels};
use crate::tree::Builder;

/// Parses a whole input: the [`Engine`](crate::language::Engine) of a language that is not compiled.
pub fn parse(language: &Language, input: &[u8], builder: &mut Builder) -> Attempt {
    Cursor::<PointId>::parse(language, input, builder)
}

/// Explains why an input is not in the language: parses twice more, and returns the furthest offset and the terminals expected
/// there.
///
/// The list of expected terminals may be incomplete, because the engine does not try the other options once an earlier one has
/// succeeded. Only Earley finds all. O(n) time, and memory for the nesting alone.
pub fn explain(language: &Language, input: &[u8]) -> Failure {
    let (grammar, decisions) = (&language.grammar, &language.decisions().shallow());
    let mut furthest = 0;
    Cursor::new(language, input, &mut Builder::new())
        .lenient()
        .run(decisions, |_, cursor| furthest = furthest.max(cursor.position()));
    let empty = decisions.empty_items(grammar, &empty_terminals(language, input, furthest));
    let mut sought =
        ReachedPoints { decisions, empty: &empty, offset: furthest, points: Vec::new(), seen: HashSet::new() };
    Cursor::new(language, input, &mut Builder::new())
        .lenient()
        .run(decisions, |point, cursor| sought.reach(point, cursor));
    let end = sought.points.contains(&Decisions::DONE);
    let mut expected = decisions.terminals(grammar, sought.points, &empty);
    expected.sort_unstable();
    expected.dedup();
    Failure { offset: furthest, expected, end, room: Room::Free }
}

/// Returns for each terminal whether it matches the empty text at this offset. For example, `[0-9]*` before `x`. Labels are not
/// known here, so a terminal that depends on a label counts as not empty. Where it does match the empty text, the parse itself
/// goes on behind it.
fn empty_terminals(language: &Language, input: &[u8], offset: usize) -> Vec<bool> {
    let grammar = &language.grammar;
    let matcher = Matcher { grammar, automata: &language.automata, input };
    let is_empty = |(number, terminal): (usize, &Terminal)| {
        let symbol = grammar.terminal_symbol(number);
        let is_text = matches!(terminal.kind, TerminalKind::Text { .. });
        terminal.nullable && !is_text && matcher.ends(symbol, offset, &no_labels).contains(&offset)
    };
    grammar.terminals.iter().enumerate().map(is_empty).collect()
}

/// The points reached at one offset, and the points that come next where a rule can end there.
struct ReachedPoints<'a> {
    decisions: &'a Decisions,
    /// Which items are empty there.
    empty: &'a [bool],
    offset: usize,
    points: Vec<PointId>,
    seen: HashSet<PointId>,
}

impl ReachedPoints<'_> {
    /// Adds a point, if the cursor reaches it at the offset.
    fn reach(&mut self, point: PointId, cursor: &Cursor<'_, PointId>) {
        // An item may still refuse the text behind it, so this point does not tell yet which terminals can follow.
        if cursor.position() != self.offset || matches!(self.decisions.point(point), Point::Settle { .. }) {
            return;
        }
        // If the rule can end here, its caller's terminals are expected too.
        for point in std::iter::once(point).chain(cursor.waiting()) {
            if !self.seen.insert(point) {
                return;
            }
            self.points.push(point);
            if point == Decisions::DONE || !self.decisions.can_end(point, self.empty) {
                return;
            }
        }
    }
}
