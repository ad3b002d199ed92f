//! Line ends between statements, where the source has them behind each: `stmt+` becomes `<stmt> ++ line`.
//!
//! A part is *closed* if every text of it ends with a line end. Its last line end is left out, and `line` is written before whatever
//! follows: `(decorator NEWLINE)* 'def' name` becomes `(<decorator> line)* "def" <name>`.

use super::lazy::{is_nullable, nullable_rules, sequence};
use crate::source::{RuleRole, SourceAlternative, SourceGrammar, SourceItem, SourceItemKind, SourcePlace, SourceRule};
use std::collections::{HashSet, VecDeque};

/// The line ends of a grammar.
pub(super) struct LineEnds {
    /// The token of the source.
    newline: String,
    /// The token of `%layout`, for line ends that no `line` can stand for.
    plain: String,
    nullable: HashSet<String>,
    closed: HashSet<String>,
}

/// Whether an item is this rule or token.
pub(super) fn is_named(kind: &SourceItemKind, wanted: &str) -> bool {
    matches!(kind, SourceItemKind::Name(name) if name == wanted)
}

impl LineEnds {
    pub(super) fn new(grammar: &SourceGrammar, newline: &str, plain: &str) -> Self {
        let nullable = nullable_rules(&grammar.rules);
        let syntax = || grammar.rules.iter().filter(|rule| rule.role == RuleRole::Syntax);
        // All rules but those that end otherwise, so that a rule may end with itself, as `elif` chains do.
        let closed: HashSet<String> = syntax().map(|rule| rule.name.clone()).collect();
        let mut ends = Self { newline: newline.to_owned(), plain: plain.to_owned(), nullable, closed };
        loop {
            let is_closed = |rule: &&SourceRule| ends.is_closed_choice(&rule.alternatives);
            let found: HashSet<String> = syntax().filter(is_closed).map(|rule| rule.name.clone()).collect();
            if found.len() == ends.closed.len() {
                return ends;
            }
            ends.closed = found;
        }
    }

    /// Moves line ends between the parts that they close.
    pub(super) fn separate(&self, grammar: &mut SourceGrammar) {
        let lists = self.lists(grammar);
        for rule in grammar.rules.iter_mut().filter(|rule| rule.role == RuleRole::Syntax) {
            let is_start = grammar.starts.contains(&rule.name);
            let is_closed = self.closed.contains(&rule.name);
            let writer = LineWriter { ends: self, lists: &lists };
            for alternative in &mut rule.alternatives {
                let items = std::mem::take(&mut alternative.items);
                alternative.items = writer.sequence(items, is_closed || is_start);
                if is_start {
                    self.open(&mut alternative.items);
                }
            }
            if !is_start {
                drop_doubles(&mut rule.alternatives);
            }
        }
    }

    /// Lets an input begin and end with empty lines.
    fn open(&self, items: &mut Vec<SourceItem>) {
        items.insert(0, optional(self.plain_end()));
        let end = items.iter().position(|item| item.kind == SourceItemKind::End).unwrap_or(items.len());
        items.insert(end, optional(self.plain_end()));
    }

    fn plain_end(&self) -> SourceItem {
        item(SourceItemKind::Name(self.plain.clone()))
    }

    /// Rules that are only a repetition, with its element: `statements: statement+`.
    fn lists(&self, grammar: &SourceGrammar) -> Vec<(String, SourceItem)> {
        let syntax = grammar.rules.iter().filter(|rule| rule.role == RuleRole::Syntax);
        let lists = syntax.filter_map(|rule| match rule.alternatives.as_slice() {
            [SourceAlternative { items, .. }] => Some((rule.name.clone(), element(items)?.clone())),
            _ => None,
        });
        lists.collect()
    }

    /// Whether all alternatives are closed. One of them has a text.
    fn is_closed_choice(&self, alternatives: &[SourceAlternative]) -> bool {
        let is_closed = |alternative: &SourceAlternative| self.is_closed_sequence(&alternative.items);
        alternatives.iter().all(is_closed) && alternatives.iter().any(|alternative| !alternative.items.is_empty())
    }

    /// Whether every text of a sequence that is not empty ends with a line end.
    fn is_closed_sequence(&self, items: &[SourceItem]) -> bool {
        for item in items.iter().rev() {
            let is_closed = self.is_closed(&item.kind);
            if !is_closed && matches!(item.kind, SourceItemKind::Ahead { .. }) {
                continue;
            }
            if !is_closed || !is_nullable(&item.kind, &self.nullable) {
                return is_closed;
            }
        }
        true
    }

    /// Whether every text of an item that is not empty ends with a line end.
    fn is_closed(&self, kind: &SourceItemKind) -> bool {
        match kind {
            SourceItemKind::Name(name) => *name == self.newline || self.closed.contains(name),
            SourceItemKind::Block(_) => true,
            SourceItemKind::Group(alternatives) => self.is_closed_choice(alternatives),
            SourceItemKind::Repeat { body, .. } | SourceItemKind::Separated { body, .. } => self.is_closed(&body.kind),
            _ => false,
        }
    }

    /// Whether an item is line ends and nothing else.
    fn is_only_ends(&self, kind: &SourceItemKind) -> bool {
        match kind {
            SourceItemKind::Name(name) => *name == self.newline,
            SourceItemKind::Repeat { body, .. } => self.is_only_ends(&body.kind),
            SourceItemKind::Group(alternatives) => alternatives
                .iter()
                .all(|it| !it.items.is_empty() && it.items.iter().all(|item| self.is_only_ends(&item.kind))),
            _ => false,
        }
    }
}

/// The element, if a sequence is one repetition.
fn element(items: &[SourceItem]) -> Option<&SourceItem> {
    match items {
        [SourceItem { kind: SourceItemKind::Repeat { body, max: None, .. }, .. }] => Some(body),
        [SourceItem { kind: SourceItemKind::Group(alternatives), .. }] => match alternatives.as_slice() {
            [SourceAlternative { items, .. }] => element(items),
            _ => None,
        },
        _ => None,
    }
}

/// Writes the items of sequences.
struct LineWriter<'a> {
    ends: &'a LineEnds,
    lists: &'a [(String, SourceItem)],
}

impl LineWriter<'_> {
    /// Writes a sequence. Its last line end is left out if `is_open_ended`.
    fn sequence(&self, items: Vec<SourceItem>, is_open_ended: bool) -> Vec<SourceItem> {
        let (mut written, is_due) = self.items(VecDeque::from(items), false);
        if is_due && !is_open_ended {
            written.push(self.ends.plain_end());
        }
        written
    }

    /// Writes items, and returns whether a line end is due behind them. `is_due` says that one is due before the first.
    fn items(&self, mut items: VecDeque<SourceItem>, mut is_due: bool) -> (Vec<SourceItem>, bool) {
        let mut written: Vec<SourceItem> = Vec::new();
        while let Some(item) = items.pop_front() {
            let is_nothing = |item: &SourceItem| is_nullable(&item.kind, &self.ends.nullable);
            let end = items.iter().position(|item| item.kind == SourceItemKind::End).unwrap_or(items.len());
            let is_last = items.iter().take(end).all(is_nothing);
            if item.kind == SourceItemKind::End {
                written.push(item);
                is_due = false;
            } else if self.ends.is_only_ends(&item.kind) {
                let may_be_missing = is_nothing(&item);
                if may_be_missing && !is_due && end > 0 {
                    written.push(optional(line()));
                }
                is_due |= !may_be_missing;
            } else if !self.ends.is_closed(&item.kind) {
                if std::mem::take(&mut is_due) {
                    written.push(if is_last && is_nothing(&item) { self.ends.plain_end() } else { line() });
                }
                written.push(self.inner(item));
            } else if !is_due && is_last && end > 0 && is_nothing(&item) {
                let rest = items.drain(..end).collect();
                written.push(self.first_of(item, rest));
                is_due = true;
            } else {
                is_due = self.closed(item, is_due, is_last, &mut written);
            }
        }
        (written, is_due)
    }

    /// Parts that may all be missing: no line end stands before the first that is there. For example, `a? b?` becomes
    /// `(<a> (line <b>)? | <b>?)`.
    fn first_of(&self, mut first: SourceItem, rest: VecDeque<SourceItem>) -> SourceItem {
        if let SourceItemKind::Repeat { min, .. } = &mut first.kind {
            *min = 1;
        }
        let mut with = Vec::new();
        self.closed(first, false, true, &mut with);
        with.extend(self.items(rest.clone(), true).0);
        let without = self.items(rest, false).0;
        let alternative = |items| SourceAlternative { items, ..Default::default() };
        item(SourceItemKind::Group(vec![alternative(with), alternative(without)]))
    }

    /// Writes a closed part that is more than line ends, and returns whether a line end is due behind it. `is_last` says that nothing
    /// needs to follow.
    fn closed(&self, item: SourceItem, is_due: bool, is_last: bool, written: &mut Vec<SourceItem>) -> bool {
        let place = item.place.clone();
        match item.kind {
            SourceItemKind::Repeat { body, min, max, is_lazy } => {
                let body = self.without_end(*body);
                let repeat = |body: SourceItem, min| {
                    let kind = SourceItemKind::Repeat { body: Box::new(body), min, max, is_lazy };
                    SourceItem::new(kind, place.clone())
                };
                let list = || match max {
                    Some(1) => body.clone(),
                    _ => {
                        let (body, separator) = (Box::new(body.clone()), Box::new(line()));
                        SourceItem::new(SourceItemKind::Separated { body, separator }, place.clone())
                    }
                };
                if is_due && min == 0 {
                    written.push(repeat(one(vec![line(), body]), min));
                } else if min == 0 && is_last {
                    written.push(optional(list()));
                } else if min == 0 {
                    written.push(repeat(one(vec![body, line()]), min));
                    return false;
                } else {
                    written.extend(is_due.then(line));
                    written.push(list());
                }
            }
            _ => {
                let is_optional = is_nullable(&item.kind, &self.ends.nullable);
                let body = self.without_end(item);
                if !is_optional {
                    written.extend(is_due.then(line));
                    written.push(body);
                } else if is_due {
                    written.push(optional(one(vec![line(), body])));
                } else if is_last {
                    written.push(if matches!(body.kind, SourceItemKind::Name(_)) { body } else { optional(body) });
                } else {
                    written.push(optional(one(vec![body, line()])));
                    return false;
                }
            }
        }
        true
    }

    /// A closed part without its last line end. A group that may be empty is not empty in it.
    fn without_end(&self, item: SourceItem) -> SourceItem {
        let SourceItem { kind, label, place } = item;
        let kind = match kind {
            SourceItemKind::Group(alternatives) => {
                let mut alternatives = self.alternatives(alternatives, true);
                // An empty line is part of the line end before it.
                alternatives.retain(|alternative| !alternative.items.is_empty());
                alternatives.iter_mut().for_each(|alternative| require(&mut alternative.items));
                match alternatives.as_mut_slice() {
                    [only] if only.items.len() == 1 => only.items.remove(0).kind,
                    _ => SourceItemKind::Group(alternatives),
                }
            }
            SourceItemKind::Block(body) => self.block(*body),
            SourceItemKind::Separated { body, separator } => {
                let is_line = self.ends.is_only_ends(&separator.kind);
                let separator = if is_line { line() } else { one(vec![line(), self.inner(*separator)]) };
                SourceItemKind::Separated { body: Box::new(self.without_end(*body)), separator: Box::new(separator) }
            }
            SourceItemKind::Repeat { .. } => one(self.sequence(vec![SourceItem::new(kind, place.clone())], true)).kind,
            kind => kind,
        };
        SourceItem { kind, label, place }
    }

    /// A block: its lines are equal parts, or a part that has lines.
    fn block(&self, body: SourceItem) -> SourceItemKind {
        let items = match body.kind {
            SourceItemKind::Group(mut alternatives) if alternatives.len() == 1 => alternatives.remove(0).items,
            kind => vec![SourceItem { kind, ..body }],
        };
        let list = match items.as_slice() {
            [SourceItem { kind: SourceItemKind::Name(name), .. }] => {
                self.lists.iter().find(|(list, _)| list == name).map(|(_, element)| element)
            }
            items => element(items),
        };
        match list.filter(|element| self.ends.is_closed(&element.kind)) {
            Some(element) => SourceItemKind::Block(Box::new(self.without_end(element.clone()))),
            None => SourceItemKind::Inside(Box::new(one(self.sequence(items, true)))),
        }
    }

    fn alternatives(&self, alternatives: Vec<SourceAlternative>, is_open_ended: bool) -> Vec<SourceAlternative> {
        let written = alternatives.into_iter().map(|mut alternative| {
            alternative.items = self.sequence(std::mem::take(&mut alternative.items), is_open_ended);
            alternative
        });
        written.collect()
    }

    /// A part that is not closed, with its own parts.
    fn inner(&self, mut item: SourceItem) -> SourceItem {
        item.kind = match item.kind {
            SourceItemKind::Group(alternatives) => SourceItemKind::Group(self.alternatives(alternatives, false)),
            SourceItemKind::Repeat { body, min, max, is_lazy } => {
                SourceItemKind::Repeat { body: Box::new(one(self.sequence(vec![*body], false))), min, max, is_lazy }
            }
            SourceItemKind::Separated { body, separator } => {
                let is_line = self.ends.is_only_ends(&separator.kind);
                let separator = if is_line { line() } else { self.inner(*separator) };
                let body = one(self.sequence(vec![*body], is_line));
                SourceItemKind::Separated { body: Box::new(body), separator: Box::new(separator) }
            }
            kind => kind,
        };
        item
    }
}

/// Makes a sequence of one optional part that part.
fn require(items: &mut [SourceItem]) {
    if let [item] = items
        && let SourceItemKind::Repeat { body, min: 0, max: Some(1), .. } = &item.kind
    {
        *item = SourceItem::clone(body);
    }
}

/// Removes alternatives that became equal to an earlier one.
fn drop_doubles(alternatives: &mut Vec<SourceAlternative>) {
    let mut seen: Vec<Vec<SourceItemKind>> = Vec::new();
    alternatives.retain(|alternative| {
        let kinds: Vec<SourceItemKind> = alternative.items.iter().map(|item| item.kind.clone()).collect();
        let is_new = !seen.contains(&kinds);
        seen.push(kinds);
        is_new
    });
}

fn one(mut items: Vec<SourceItem>) -> SourceItem {
    if items.len() == 1 { items.remove(0) } else { item(sequence(items)) }
}

fn line() -> SourceItem {
    item(SourceItemKind::Line)
}

/// A part that may be missing.
fn optional(body: SourceItem) -> SourceItem {
    item(SourceItemKind::Repeat { body: Box::new(body), min: 0, max: Some(1), is_lazy: false })
}

/// A part of no place in the source.
pub(super) fn item(kind: SourceItemKind) -> SourceItem {
    SourceItem::new(kind, SourcePlace::default())
}
