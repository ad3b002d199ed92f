//! Lays out the productions of a grammar as decisions: left-factored, with a test of the next bytes at each choice.
//!
//! Neighbouring productions of a rule share the points of their common first items. Where they part there is a
//! [`Point::Choose`].

use std::sync::OnceLock;

use super::{Branch, Callee, Decisions, KEYWORD, NO_WORD, Point, PointId};
use crate::byteset::ByteSet;
use crate::grammar::{
    Check, Drive, Grammar, Item, ItemId, Label, Plan, ProductionId, Regular, RuleKind, Shape, Symbol, TerminalKind,
};
use crate::lookahead::{Lookahead, Prefix};

/// Lays out all rules.
pub(super) fn of_rules(grammar: &Grammar, lookahead: Lookahead) -> Decisions {
    let rules = || (0..grammar.rules.len() as u32).map(Symbol);
    let follow = rules().map(|rule| lookahead.follow(rule).sets[0]).collect();
    let decisions =
        Decisions { entries: Vec::new(), points: vec![Point::Done], follow, callees: Vec::new(), by_byte: Vec::new() };
    let mut layout = Layout { grammar, lookahead, decisions };
    for rule in rules() {
        let entry = layout.rule(rule);
        layout.decisions.entries.push(entry);
    }
    layout.decisions.callees = Callee::all(grammar, &layout.decisions.entries);
    layout.decisions.by_byte.resize(layout.decisions.points.len(), OnceLock::new());
    layout.decisions
}

/// Lays out the points of one rule after another.
struct Layout<'a> {
    grammar: &'a Grammar,
    lookahead: Lookahead,
    decisions: Decisions,
}

/// How the productions of one trie end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// The rule is complete.
    Return,
    /// The left-recursive rule goes on or stops at `to`. `recursive` says whether the productions begin with the rule
    /// itself.
    Grow { to: PointId, recursive: bool },
}

/// Productions of one rule that are alike up to some item. For example, at place 1 the two productions of
/// `<a> ::= "x" "y" | "x" "z"`.
#[derive(Clone, Copy)]
struct ProductionGroup<'p> {
    /// In order of priority, never empty.
    productions: &'p [ProductionId],
    /// Number of the first item that may differ.
    place: usize,
    /// The items that the points before this one use for the shared items.
    path: &'p [ItemId],
    /// The first point of the rule, for its repetitions.
    entry: PointId,
    ending: Ending,
}

impl<'a> Layout<'a> {
    /// Lays out a rule and returns where it begins.
    fn rule(&mut self, rule: Symbol) -> PointId {
        let productions: Vec<ProductionId> = self.grammar.productions_of(rule).collect();
        let entry = self.add(Point::Chart);
        match self.grammar.rules[rule.0 as usize].plan {
            Plan::Chart => {}
            Plan::Predict | Plan::Ordered | Plan::Exclusive => {
                let all =
                    ProductionGroup { productions: &productions, place: 0, path: &[], entry, ending: Ending::Return };
                match self.grammar.rules[rule.0 as usize].count {
                    Some(left) => self.counted(left, all),
                    None => {
                        let point = self.trie(all, Some(entry));
                        debug_assert_eq!(point, entry);
                    }
                }
            }
            Plan::Loop => self.recursion(rule, entry, productions),
        }
        entry
    }

    /// Lays out a counted repetition. Its first production goes on, its second has no items and stops.
    fn counted(&mut self, left: Label, all: ProductionGroup<'_>) {
        let choose = self.trie(all, None);
        if let Point::Choose { branches, .. } = self.decisions.point(choose)
            && let [more, .., stop] = branches.as_slice()
        {
            let (more, stop) = (more.to, stop.to);
            self.decisions.points[all.entry.0 as usize] = Point::Count { left, more, stop, choose };
        }
    }

    /// Lays out a left-recursive rule: first the productions that begin otherwise, then a loop over those that begin
    /// with the rule itself. For example, `<e> ::= <e> "+" <n> | <n>` is an `<n>`, and then goes on with `"+"` or
    /// stops.
    fn recursion(&mut self, rule: Symbol, entry: PointId, productions: Vec<ProductionId>) {
        let begins = |id: &ProductionId| self.grammar.items_of(*id).first().is_some_and(|item| item.symbol == rule);
        let (tails, bases): (Vec<_>, Vec<_>) = productions.into_iter().partition(begins);
        let to = self.add(Point::Stop);
        let stop = self.add(Point::Stop);
        let ending = Ending::Grow { to, recursive: false };
        self.trie(ProductionGroup { productions: &bases, place: 0, path: &[], entry, ending }, Some(entry));
        let heads = self.grammar.production(tails[0]).items.start;
        let ending = Ending::Grow { to, recursive: true };
        let tails = ProductionGroup { productions: &tails, place: 1, path: &[ItemId(heads)], entry, ending };
        let mut branches = self.branches(tails);
        branches.push((stop, self.lookahead.stop(self.grammar, rule)));
        let choose = Point::Choose { branches: self.looks(&branches), otherwise: Some(stop), inner: false };
        self.decisions.points[to.0 as usize] = choose;
    }

    /// Lays out the remaining items of productions that are alike so far. Writes them at `place` if that point was
    /// reserved before.
    fn trie(&mut self, alike: ProductionGroup<'_>, place: Option<PointId>) -> PointId {
        let point = if self.groups(alike).len() == 1 {
            self.way(alike)
        } else {
            let branches = self.branches(alike);
            let last = alike.productions.last().filter(|last| self.items_left(**last, alike.place).is_empty());
            let otherwise = last.and(branches.last()).map(|(to, _)| *to);
            Point::Choose { branches: self.looks(&branches), otherwise, inner: self.may_be_open(alike) }
        };
        match place {
            None => self.add(point),
            Some(id) => {
                self.decisions.points[id.0 as usize] = point;
                id
            }
        }
    }

    /// Lays out each group of productions that go on alike. Returns its point and the prefix of its texts.
    fn branches(&mut self, alike: ProductionGroup<'_>) -> Vec<(PointId, Prefix)> {
        let mut branches = Vec::new();
        for group in self.groups(alike) {
            let rest = |&id: &ProductionId| self.lookahead.rest(self.grammar, id, self.items_left(id, alike.place));
            let prefix = group.iter().map(rest).reduce(|one, other| one.or(&other)).unwrap_or(Prefix::EMPTY);
            let point = self.way(ProductionGroup { productions: group, ..alike });
            branches.push((self.add(point), prefix));
        }
        branches
    }

    /// Returns the point of productions that go on with the same item, or end. The points after the shared items are
    /// laid out first, then those of the shared items from the last to the first. This is a loop and not a recursion,
    /// because there may be thousands of items.
    fn way(&mut self, alike: ProductionGroup<'_>) -> Point {
        let parting = self.parting(alike);
        let begin = self.grammar.production(alike.productions[0]).items.start;
        let shared = (alike.place..parting).map(|place| ItemId(begin + place as u32));
        let path: Vec<ItemId> = alike.path.iter().copied().chain(shared).collect();
        let mut point = None;
        for place in (alike.place + 1..=parting).rev() {
            let path = &path[..alike.path.len() + place - alike.place];
            let next = point.map(|point| self.add(point));
            point = Some(self.item(ProductionGroup { place, path, ..alike }, next));
        }
        point.unwrap_or_else(|| self.end(alike))
    }

    /// Returns the first place at which productions that are alike so far part, or end.
    fn parting(&self, alike: ProductionGroup<'_>) -> usize {
        let end = self.grammar.items_of(alike.productions[0]).len();
        let part = |place: &usize| self.groups(ProductionGroup { place: *place, ..alike }).len() > 1;
        (alike.place..end).find(part).unwrap_or(end)
    }

    /// Returns the point of the item before `alike.place`. `next` is the point after it, if that is laid out already.
    fn item(&mut self, alike: ProductionGroup<'_>, next: Option<PointId>) -> Point {
        let (first, place) = (alike.productions[0], alike.place - 1);
        let item = &self.grammar.items_of(first)[place];
        let id = ItemId(self.grammar.production(first).items.start + place as u32);
        let is_last = alike.productions.len() == 1 && self.items_left(first, alike.place).is_empty();
        if is_last && self.is_again(first, item) {
            let end = self.end(ProductionGroup { path: &alike.path[..alike.path.len() - 1], ..alike });
            return match item.drive {
                Drive::None => end,
                _ => Point::Drive { item: id, next: self.add(end) },
            };
        }
        let after = |&id: &ProductionId| self.lookahead.next(self.grammar, id, self.items_left(id, alike.place));
        let follow = alike.productions.iter().map(after).fold(ByteSet::EMPTY, ByteSet::union);
        let next = next.unwrap_or_else(|| self.trie(alike, None));
        let is_plain = matches!(self.decisions.point(next), Point::End { shared, .. } if shared.is_empty());
        let splices = self.grammar.production(first).shape == Shape::Splice && alike.ending == Ending::Return;
        if is_last && is_plain && splices && self.can_be_tail(item) {
            return Point::Tail { item: id, end: next };
        }
        if self.grammar.terminal(item.symbol).is_some() {
            return Point::Terminal { item: id, follow, next };
        }
        let is_slice = matches!(item.drive, Drive::Size(_));
        let demands = self.must_consume(item) || item.label.is_some() || item.check != Check::None || is_slice;
        let back = if demands { self.add(Point::Settle { item: id, next }) } else { next };
        let call = Point::Call { item: id, back };
        match item.drive {
            Drive::None | Drive::Iteration(_) => call,
            Drive::Size(_) | Drive::Count { .. } | Drive::Next(_) | Drive::Here => {
                Point::Drive { item: id, next: self.add(call) }
            }
        }
    }

    /// Returns the point where a production is complete. If productions are alike to the end, the first of them counts.
    fn end(&self, alike: ProductionGroup<'_>) -> Point {
        let production = alike.productions[0];
        let own = self.grammar.production(production).items.clone().map(ItemId);
        let shared = alike.path.iter().copied().zip(own).filter(|(from, to)| from != to).collect();
        let again = self.grammar.items_of(production).last().filter(|item| self.is_again(production, item));
        match alike.ending {
            Ending::Grow { to, recursive } => Point::Grow { production, shared, recursive, to },
            Ending::Return if again.is_some() => {
                let rule = self.grammar.production(production).rule;
                let begin = |id| self.lookahead.next(self.grammar, id, self.grammar.items_of(id));
                let follow = self.grammar.productions_of(rule).map(begin).fold(ByteSet::EMPTY, ByteSet::union);
                Point::Repeat { production, shared, follow, to: alike.entry }
            }
            Ending::Return => Point::End { production, shared },
        }
    }

    /// Splits productions where neighbours go on differently. For example, at place 0 `"x" "y"`, `"x" "z"` and `"w"`
    /// are two groups.
    fn groups<'p>(&self, alike: ProductionGroup<'p>) -> Vec<&'p [ProductionId]> {
        let next = |id: &ProductionId| self.items_left(*id, alike.place).first();
        let same = |a: &ProductionId, b: &ProductionId| match (next(a), next(b)) {
            (Some(a), Some(b)) => is_same(a, b),
            (None, None) => true,
            _ => false,
        };
        alike.productions.chunk_by(same).collect()
    }

    fn items_left(&self, production: ProductionId, place: usize) -> &'a [Item] {
        self.grammar.items_of(production).get(place..).unwrap_or(&[])
    }

    /// Returns whether the items that productions share can leave open decisions. For example, the leaf `[0-9]+` may
    /// end at several places, the literal `"x"` may not. The rule itself at the beginning of its left-recursive
    /// production does not.
    fn may_be_open(&self, alike: ProductionGroup<'_>) -> bool {
        let head = usize::from(matches!(alike.ending, Ending::Grow { recursive: true, .. }));
        let is_closed = |item: &Item| match self.grammar.terminal(item.symbol) {
            None => false,
            Some(terminal) => match terminal.kind {
                TerminalKind::Leaf => {
                    matches!(self.grammar.regulars[terminal.regular.0 as usize], Regular::Literal { .. })
                }
                _ => true,
            },
        };
        let shared = &self.grammar.items_of(alike.productions[0])[..alike.place];
        !shared.iter().skip(head).all(is_closed)
    }

    /// Returns whether an item makes its production an iteration: it is the last, and the repetition itself.
    fn is_again(&self, production: ProductionId, item: &Item) -> bool {
        let row = self.grammar.production(production);
        let is_repeat = self.grammar.rules[row.rule.0 as usize].kind == RuleKind::Repeat;
        let is_last = self.grammar.items_of(production).last().is_some_and(|last| std::ptr::eq(last, item));
        let is_driven = !matches!(item.drive, Drive::None | Drive::Next(_));
        let item = &Item { drive: Drive::None, ..*item };
        is_repeat
            && is_last
            && !is_driven
            && item.symbol == row.rule
            && row.shape == Shape::Splice
            && self.can_be_tail(item)
    }

    /// Returns whether a rule at the end of a production without a node needs no work after it.
    fn can_be_tail(&self, item: &Item) -> bool {
        let is_rule = self.grammar.rule(item.symbol).is_some();
        is_rule
            && !self.must_consume(item)
            && item.label.is_none()
            && item.check == Check::None
            && item.drive == Drive::None
    }

    /// Returns whether an item must consume something although its symbol can be empty.
    fn must_consume(&self, item: &Item) -> bool {
        item.consume && self.lookahead.of_item(&Item { consume: false, ..*item }).is_nullable()
    }

    /// Makes the tests of the branches. Each tests the first byte. A further byte is tested if it is the nearest that
    /// parts two branches, and the keyword if no byte does. For example, `<a` and `</a` share their first byte, so both
    /// test the second one.
    fn looks(&self, branches: &[(PointId, Prefix)]) -> Vec<Branch<PointId>> {
        let branches = &split(branches);
        let look = |(number, (to, mine)): (usize, &(PointId, Prefix))| {
            let others = branches.iter().enumerate().filter(|(other, _)| *other != number);
            let others: Vec<&Prefix> = others.map(|(_, (_, prefix))| prefix).collect();
            let mut distances: Vec<usize> = others.iter().filter_map(|other| mine.parting(other)).collect();
            distances.push(0);
            distances.sort_unstable();
            distances.dedup();
            let bytes = distances.into_iter().map(|distance| (distance as u8, mine.sets[distance]));
            let look = bytes.chain(self.keywords(mine, &others).map(|keywords| (KEYWORD, keywords))).collect();
            Branch { to: *to, look, ahead: self.ahead(*to) }
        };
        branches.iter().enumerate().map(look).collect()
    }

    /// Returns the look-ahead that a branch begins with, if it mentions no label.
    fn ahead(&self, way: PointId) -> Option<Symbol> {
        let Point::Terminal { item, .. } = self.decisions.point(way) else { return None };
        let symbol = self.grammar.items[item.0 as usize].symbol;
        let terminal = self.grammar.terminal(symbol)?;
        let is_ahead = matches!(terminal.kind, TerminalKind::Ahead { .. });
        (is_ahead && self.grammar.labels_in(terminal.regular).is_empty()).then_some(symbol)
    }

    /// Returns the keywords to test, if they exclude another branch that no byte excludes.
    fn keywords(&self, mine: &Prefix, others: &[&Prefix]) -> Option<ByteSet> {
        let mut alike = others.iter().filter(|other| mine.parting(other).is_none());
        alike.clone().find(|other| self.lookahead.by_keyword(mine, other))?;
        let mut keywords = mine.keywords;
        if alike.any(|other| self.lookahead.beside_words(mine, other)) {
            keywords.insert(NO_WORD);
        }
        Some(keywords)
    }

    fn add(&mut self, point: Point) -> PointId {
        self.decisions.points.push(point);
        PointId(self.decisions.points.len() as u32 - 1)
    }
}

/// Returns whether two items match the same texts in the same way. The second may stand for the whole rule where the
/// first does not. For example, the `1` of `1+2` may be an operand or the whole level of precedence until the operator
/// comes.
fn is_same(a: &Item, b: &Item) -> bool {
    let matched = |item: &Item| (item.symbol, item.consume, item.label, item.check, item.drive);
    matched(a) == matched(b) && (b.pass || !a.pass)
}

/// Splits branches at punctuation marks if only the byte after the mark tells two of them apart. For example, branches
/// for `.` and `..` are split at the dot.
fn split(branches: &[(PointId, Prefix)]) -> Vec<(PointId, Prefix)> {
    let pairs = branches.iter().enumerate().flat_map(|(n, b)| branches[..n].iter().map(move |a| (&a.1, &b.1)));
    let alike = pairs.filter(|(a, b)| a.parting(b).is_none());
    let mut marks: Vec<u8> = alike.flat_map(|(a, b)| a.partings(b)).collect();
    marks.sort_unstable();
    marks.dedup();
    branches.iter().flat_map(|(to, prefix)| prefix.split(&marks).into_iter().map(|part| (*to, part))).collect()
}
