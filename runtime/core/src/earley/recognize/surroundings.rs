//! Items that depend on their environment: texts of labels, ends of slices, iterations left. They are kept apart, because most
//! grammars have none of them.

use super::Recognizer;
use crate::earley::chart::Key;
use crate::earley::environment::{EnvironmentValues, IterationsLeft, LabelValue};
use crate::earley::numbers::{ItemNumber, NodeNumber};
use crate::grammar::{Check, Drive, Label, Symbol};
use crate::regular::{column, is_match};

impl Recognizer<'_, '_> {
    /// Whether the symbol after the dot neither depends on the environment nor changes it.
    fn stands_alone(&self, key: &Key) -> bool {
        key.environment == 0 && self.tables.dot(key.dot).is_plain
    }

    /// Returns the end of a node's last byte that is not skipped; none if all are skipped. Without a label or check that asks, it
    /// is the node's end.
    pub(super) fn seen_end(&self, node: NodeNumber) -> Option<usize> {
        let completed = self.chart.completed(node);
        match self.tables.dot(completed.key.dot).is_seen {
            true => self.environments.seen(completed.key.environment),
            false => Some(self.chart.at(completed.set)),
        }
    }

    /// Returns the key of an item after the symbol at its dot ends at `end`, or none if its conditions do not hold. For example,
    /// `b` in `<a></b>` fails for the item `<name> := text(open)`. `seen` is the end of the symbol's last byte that is not
    /// skipped.
    pub(super) fn after(&mut self, number: ItemNumber, end: usize, seen: Option<usize>) -> Option<Key> {
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
        let text_end = seen.unwrap_or(start);
        let text = &input[start..text_end];
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
        let added = dot.label.map(|label| (label, LabelValue::Text((start, text_end))));
        let live = &self.tables.dot(item.key.dot + 1).live;
        let before = self.environments.seen(item.key.environment);
        let seen = if dot.is_skip { before } else { seen.filter(|&seen| seen > start).or(before) };
        let seen = seen.filter(|_| dot.is_seen);
        let environment = self.environments.seeing(item.key.environment, seen, added, live);
        Some(Key { dot: item.key.dot + 1, environment, ..item.key })
    }

    /// Returns the end of the slice for the symbol after an item that begins at `at`. For example, a size of 3 at 2 gives 5.
    /// Returns none if the slice needs more bytes than are left.
    pub(super) fn limit(&self, key: &Key, drive: Drive, at: usize) -> Option<usize> {
        let outer = self.environments.limit(key.environment);
        let Drive::Size(size) = drive else { return Some(outer) };
        let known = EnvironmentValues { environments: &self.environments, number: key.environment };
        let size = self.matcher.grammar.amount(size, &known)?;
        at.checked_add(size).filter(|limit| *limit <= outer)
    }

    /// Returns the part of an item's environment that the rule after it depends on, as seen from inside of the rule. For example,
    /// a named rule in a slice of 3 bytes sees its end as the limit, and no label of the rule around it. Returns none if the
    /// item's size or count is impossible here.
    pub(super) fn parameters(&mut self, number: ItemNumber, rule: Symbol) -> Option<u32> {
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
                let known = EnvironmentValues { environments: &self.environments, number: environment };
                let amount = |id| self.matcher.grammar.amount(id, &known);
                let low = amount(low).filter(|low| *low <= known.environments.limit(environment) - at)?;
                let high = high.map_or(Some(usize::MAX), amount).filter(|high| low <= *high)?;
                Some((left, LabelValue::Left(IterationsLeft { low, high })))
            }
            Drive::Next(left) => Some((left, LabelValue::Left(self.environments.left(environment, left).next()))),
            Drive::Here => Some((Label::COLUMN, LabelValue::Text((column::line_start(self.matcher.input, at), at)))),
            Drive::None | Drive::Iteration(_) => None,
        };
        Some(self.environments.with(environment, added, labels))
    }
}
