//! The decisions of a grammar: its productions, left-factored, with what the next bytes must be for each way to go on.
//!
//! The interpreter walks these points; the compiler writes them out as code. So both take the same decisions.
//!
//! Productions of a rule that stand next to each other share the points of the items that they begin with. Where they
//! part there is a [`Point::Choose`]. The nodes of a shared item are built with the item of the first of them, and get
//! their own when the production is known ([`Shared`]).

use std::cell::OnceCell;

use crate::byteset::ByteSet;
use crate::grammar::{
    Check, Drive, Grammar, Item, ItemId, Label, Plan, ProductionId, Regular, RuleKind, Shape, Slot, Symbol, Table,
    Terminal, TerminalKind,
};
use crate::parse::keywords::Word;
use crate::parse::lookahead::{Lookahead, Prefix};
use crate::regular::{Matcher, no_labels};

/// Number of a point in [`Decisions::points`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PointId(pub u32);

/// A test of the next bytes: each distance with the bytes that may stand there. All must hold. At the distance [`KEYWORD`]
/// the set holds the numbers of the [`Keywords`](crate::parse::keywords::Keywords) that may stand there, the end of input if
/// another [`Word`] may, and [`NO_WORD`] if the branch shares a byte that begins none with another: that is never tested, but
/// tells that the branches do not exclude each other.
pub type Look = Table<(u8, ByteSet)>;

/// A distance that is none: what is tested is which keyword is next.
pub const KEYWORD: u8 = u8::MAX;
/// The number of no keyword.
pub const NO_WORD: u8 = u8::MAX;

/// One way to go on. Two that exclude each other may lead to one point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch<S> {
    /// Where to.
    pub to: S,
    /// What the next bytes must be.
    pub look: Look,
    /// A look-ahead that must hold: the way begins with it.
    pub ahead: Option<Symbol>,
}

/// A place of the input at which a way is chosen.
#[derive(Debug)]
pub struct Place<'a> {
    matcher: Matcher<'a>,
    at: usize,
    word: OnceCell<Word>,
}

impl<'a> Place<'a> {
    /// Makes the place at that offset.
    pub fn new(matcher: Matcher<'a>, at: usize) -> Self {
        Self { matcher, at, word: OnceCell::new() }
    }

    fn passes(&self, &(distance, set): &(u8, ByteSet)) -> bool {
        if distance != KEYWORD {
            return set.admits(self.matcher.input, self.at + usize::from(distance));
        }
        match *self.word.get_or_init(|| self.matcher.keywords().at(&self.matcher, self.at)) {
            Word::None => true,
            Word::Keyword(number) => set.contains(number),
            Word::Other => set.has_end(),
        }
    }

    fn holds(&self, ahead: Symbol) -> bool {
        !self.matcher.ends(ahead, self.at, &no_labels).is_empty()
    }
}

impl<S> Branch<S> {
    /// Returns whether the way is open at this place of the input.
    pub fn admits(&self, place: &Place<'_>) -> bool {
        self.look.iter().all(|test| place.passes(test)) && self.ahead.is_none_or(|ahead| place.holds(ahead))
    }

    /// Returns whether no input is open to both.
    pub fn excludes(&self, other: &Self) -> bool {
        let parts = |(distance, set): &(u8, ByteSet)| {
            let others = other.look.iter().filter(|(of, _)| of == distance);
            others.into_iter().any(|(_, other)| set.intersection(*other).is_empty())
        };
        self.look.iter().any(parts)
    }
}

/// Items of an earlier production whose nodes belong to a later one that begins alike.
pub type Shared = Vec<(ItemId, ItemId)>;

/// A place in one or several productions of one rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Point {
    /// The whole input is parsed, if nothing is left of it.
    Done,
    /// A terminal is next.
    Terminal {
        /// Its item.
        item: ItemId,
        /// What can stand after it here.
        follow: ByteSet,
        /// Where to go on.
        next: PointId,
    },
    /// A rule is next.
    Call {
        /// Its item.
        item: ItemId,
        /// Where to go on when it is complete.
        back: PointId,
    },
    /// A rule is next whose extent earlier labels decide.
    Drive {
        /// Its item.
        item: ItemId,
        /// Where the rule is called.
        next: PointId,
    },
    /// The number of iterations left decides whether a repetition goes on.
    Count {
        /// What that number is bound to.
        left: Label,
        /// Where it must go on.
        more: PointId,
        /// Where it must stop.
        stop: PointId,
        /// Where it may do either.
        choose: PointId,
    },
    /// A rule is complete whose item demands something of its text, or labels it.
    Settle {
        /// Its item.
        item: ItemId,
        /// Where to go on.
        next: PointId,
    },
    /// A rule is last in a production that leaves no node: nothing has to come back here.
    Tail {
        /// The item of the rule.
        item: ItemId,
        /// The end of the production, for when something has to come back after all.
        end: PointId,
    },
    /// The next bytes choose; where several ways are open, the first that succeeds.
    Choose {
        /// In order of priority.
        branches: Vec<Branch<PointId>>,
        /// Where to go when no branch is open: the empty rest of a production, which what follows will judge.
        otherwise: Option<PointId>,
        /// Whether the productions have parted only here, after shared items that may have left open decisions: then
        /// none of them can be passed over before Earley has been asked.
        inner: bool,
    },
    /// A production is complete, and so is its rule.
    End {
        /// Which.
        production: ProductionId,
        /// Nodes that change their item.
        shared: Shared,
    },
    /// One iteration of a repetition is complete: its rule begins anew.
    Repeat {
        /// The production, which leaves no node.
        production: ProductionId,
        /// Nodes that change their item.
        shared: Shared,
        /// What can stand after it.
        follow: ByteSet,
        /// The beginning of the rule.
        to: PointId,
    },
    /// A production of a left-recursive rule is complete: its node may become the first of a larger one.
    Grow {
        /// Which.
        production: ProductionId,
        /// Nodes that change their item.
        shared: Shared,
        /// Whether it begins with the rule itself.
        recursive: bool,
        /// Where the rule goes on or stops.
        to: PointId,
    },
    /// A left-recursive rule does not go on.
    Stop,
    /// The rule needs Earley.
    Chart,
}

/// All points of a grammar. The first is [`Point::Done`].
#[derive(Debug, Clone)]
pub struct Decisions {
    /// Where each rule begins, by symbol.
    pub entries: Vec<PointId>,
    /// The points.
    pub points: Vec<Point>,
    /// What can follow each rule, by symbol.
    pub follow: Vec<ByteSet>,
}

impl Decisions {
    /// Lays out the productions of every rule by its [`Plan`].
    pub fn new(grammar: &Grammar) -> Self {
        Self::with(grammar, Lookahead::new(grammar))
    }

    /// Does the same with what is known of the next bytes already.
    pub fn with(grammar: &Grammar, lookahead: Lookahead) -> Self {
        let follow = (0..grammar.rules.len() as u32).map(|rule| lookahead.follow(Symbol(rule)).sets[0]).collect();
        let decisions = Self { entries: Vec::new(), points: vec![Point::Done], follow };
        let mut layout = Layout { grammar, lookahead, decisions };
        for rule in (0..grammar.rules.len() as u32).map(Symbol) {
            let entry = layout.rule(rule);
            layout.decisions.entries.push(entry);
        }
        layout.decisions
    }

    /// Returns the same decisions by the next byte alone: to see what comes after it where the further ones exclude it.
    #[must_use]
    pub fn shallow(&self) -> Self {
        let mut shallow = self.clone();
        for point in &mut shallow.points {
            if let Point::Choose { branches, .. } = point {
                branches.iter_mut().for_each(|branch| branch.look.to_mut().retain(|(distance, _)| *distance == 0));
            }
        }
        shallow
    }

    /// Where the whole input is parsed.
    pub const DONE: PointId = PointId(0);

    /// Returns the point of that number.
    pub fn point(&self, id: PointId) -> &Point {
        &self.points[id.0 as usize]
    }

    /// Returns where a rule begins.
    pub fn entry(&self, rule: Symbol) -> PointId {
        self.entries[rule.0 as usize]
    }

    /// Returns for each item whether it can be empty, given for each terminal whether it can.
    pub fn empty_items(&self, grammar: &Grammar, terminals: &[bool]) -> Vec<bool> {
        let mut rules = vec![false; self.entries.len()];
        let empty = |rules: &[bool], item: &Item| match rules.get(item.symbol.0 as usize) {
            Some(&rule) => rule && !item.consume,
            None => terminals[item.symbol.0 as usize - rules.len()] && !item.consume,
        };
        loop {
            let items: Vec<bool> = grammar.items.iter().map(|item| empty(&rules, item)).collect();
            let grown: Vec<bool> = self.entries.iter().map(|&entry| self.can_end(entry, &items)).collect();
            if grown == rules {
                return items;
            }
            rules = grown;
        }
    }

    /// Returns the terminals that can come next at some points, given which items are empty. Look-aheads and skip are left
    /// out.
    pub fn terminals(&self, grammar: &Grammar, from: Vec<PointId>, empty: &[bool]) -> Vec<Symbol> {
        let mut found = Vec::new();
        self.walk(from, |id, waiting| {
            if let &(Point::Terminal { item, .. } | Point::Call { item, .. } | Point::Tail { item, .. }) =
                self.point(id)
            {
                match self.entries.get(grammar.items[item.0 as usize].symbol.0 as usize) {
                    Some(&entry) => waiting.push(entry),
                    None => found.extend(named(grammar, item)),
                }
            }
            self.successors(id, empty, waiting);
        });
        found
    }

    /// Returns whether the rule can end at this point of it without another byte, given which items are empty.
    pub fn can_end(&self, from: PointId, empty: &[bool]) -> bool {
        let mut ends = false;
        self.walk(vec![from], |id, waiting| {
            ends |= matches!(self.point(id), Point::End { .. } | Point::Stop | Point::Done);
            self.successors(id, empty, waiting);
        });
        ends
    }

    /// Visits points, and those that a visit adds, each once.
    fn walk(&self, from: Vec<PointId>, mut visit: impl FnMut(PointId, &mut Vec<PointId>)) {
        let mut seen = vec![false; self.points.len()];
        let mut waiting = from;
        while let Some(id) = waiting.pop() {
            if !std::mem::replace(&mut seen[id.0 as usize], true) {
                visit(id, &mut waiting);
            }
        }
    }

    /// Adds where a point goes on in its rule without another byte.
    fn successors(&self, id: PointId, empty: &[bool], found: &mut Vec<PointId>) {
        match self.point(id) {
            &(Point::Terminal { item, next: after, .. }
            | Point::Call { item, back: after }
            | Point::Tail { item, end: after }) => found.extend(empty[item.0 as usize].then_some(after)),
            Point::Choose { branches, .. } => found.extend(branches.iter().map(|branch| branch.to)),
            &Point::Count { more, stop, .. } => found.extend([more, stop]),
            &(Point::Settle { next: to, .. }
            | Point::Drive { next: to, .. }
            | Point::Repeat { to, .. }
            | Point::Grow { to, .. }) => found.push(to),
            Point::End { .. } | Point::Stop | Point::Chart | Point::Done => {}
        }
    }
}

/// Returns the terminal of an item, unless it is a look-ahead or skip.
fn named(grammar: &Grammar, item: ItemId) -> Option<Symbol> {
    let row = &grammar.items[item.0 as usize];
    let is_shown = |terminal: &Terminal| !matches!(terminal.kind, TerminalKind::Ahead { .. }) && row.slot != Slot::Skip;
    grammar.terminal(row.symbol).is_some_and(is_shown).then_some(row.symbol)
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
    /// Where a left-recursive rule goes on or stops; whether the productions begin with it.
    Grow { to: PointId, recursive: bool },
}

/// Productions of one rule that are alike up to some item.
#[derive(Clone, Copy)]
struct Alike<'p> {
    /// In order of priority, never empty.
    productions: &'p [ProductionId],
    /// Number of the first item that they need not share.
    place: usize,
    /// The items that stand for the shared ones in the points before.
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
            Plan::Predict | Plan::Ordered => {
                let all = Alike { productions: &productions, place: 0, path: &[], entry, ending: Ending::Return };
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

    /// Lays out a counted repetition: one production for going on, and one, without items, for the end.
    fn counted(&mut self, left: Label, all: Alike<'_>) {
        let choose = self.trie(all, None);
        if let Point::Choose { branches, .. } = self.decisions.point(choose)
            && let [more, .., stop] = branches.as_slice()
        {
            let (more, stop) = (more.to, stop.to);
            self.decisions.points[all.entry.0 as usize] = Point::Count { left, more, stop, choose };
        }
    }

    fn recursion(&mut self, rule: Symbol, entry: PointId, productions: Vec<ProductionId>) {
        let begins = |id: &ProductionId| self.grammar.items_of(*id).first().is_some_and(|item| item.symbol == rule);
        let (tails, bases): (Vec<_>, Vec<_>) = productions.into_iter().partition(begins);
        let to = self.add(Point::Stop);
        let stop = self.add(Point::Stop);
        let ending = Ending::Grow { to, recursive: false };
        self.trie(Alike { productions: &bases, place: 0, path: &[], entry, ending }, Some(entry));
        let heads = self.grammar.production(tails[0]).items.start;
        let ending = Ending::Grow { to, recursive: true };
        let tails = Alike { productions: &tails, place: 1, path: &[ItemId(heads)], entry, ending };
        let mut branches = self.branches(tails);
        branches.push((stop, self.lookahead.stop(self.grammar, rule)));
        let choose = Point::Choose { branches: self.looks(&branches), otherwise: Some(stop), inner: false };
        self.decisions.points[to.0 as usize] = choose;
    }

    /// Lays out what is left of productions that are alike so far; at `place` if that point was set aside before.
    fn trie(&mut self, alike: Alike<'_>, place: Option<PointId>) -> PointId {
        let groups = self.groups(alike);
        let point = if let [only] = groups.as_slice() {
            self.way(Alike { productions: only, ..alike })
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

    /// Lays out each group of productions that go on alike, with what can stand there.
    fn branches(&mut self, alike: Alike<'_>) -> Vec<(PointId, Prefix)> {
        let groups: Vec<Vec<ProductionId>> = self.groups(alike).into_iter().map(<[_]>::to_vec).collect();
        let mut branches = Vec::new();
        for group in groups {
            let rest = |&id: &ProductionId| self.lookahead.rest(self.grammar, id, self.items_left(id, alike.place));
            let prefix = group.iter().map(rest).reduce(Prefix::or).unwrap_or(Prefix::EMPTY);
            let point = self.way(Alike { productions: &group, ..alike });
            branches.push((self.add(point), prefix));
        }
        branches
    }

    /// Returns the point of productions that go on with the same item, or end.
    fn way(&mut self, alike: Alike<'_>) -> Point {
        let first = alike.productions[0];
        let Some(item) = self.items_left(first, alike.place).first() else {
            return self.end(alike);
        };
        let id = ItemId(self.grammar.production(first).items.start + alike.place as u32);
        let path: Vec<ItemId> = alike.path.iter().copied().chain([id]).collect();
        let next = Alike { place: alike.place + 1, path: &path, ..alike };
        let is_last = alike.productions.len() == 1 && self.items_left(first, alike.place + 1).is_empty();
        if is_last && self.is_again(first, item) {
            let end = self.end(Alike { path: alike.path, ..next });
            return match item.drive {
                Drive::None => end,
                _ => Point::Drive { item: id, next: self.add(end) },
            };
        }
        let rest = |&id: &ProductionId| self.lookahead.rest(self.grammar, id, self.items_left(id, next.place)).sets[0];
        let follow = alike.productions.iter().map(rest).fold(ByteSet::EMPTY, ByteSet::union);
        let next = self.trie(next, None);
        let is_plain = matches!(self.decisions.point(next), Point::End { shared, .. } if shared.is_empty());
        let splices = self.grammar.production(first).shape == Shape::Splice && alike.ending == Ending::Return;
        if is_last && is_plain && splices && self.can_be_tail(item) {
            return Point::Tail { item: id, end: next };
        }
        if self.grammar.terminal(item.symbol).is_some() {
            return Point::Terminal { item: id, follow, next };
        }
        let is_slice = matches!(item.drive, Drive::Size(_));
        let demands = item.consume || item.label.is_some() || item.check != Check::None || is_slice;
        let back = if demands { self.add(Point::Settle { item: id, next }) } else { next };
        let call = Point::Call { item: id, back };
        match item.drive {
            Drive::None | Drive::Iteration(_) => call,
            Drive::Size(_) | Drive::Count { .. } | Drive::Next(_) => Point::Drive { item: id, next: self.add(call) },
        }
    }

    /// Returns the point where a production is complete. Of productions that are alike to the end the first counts.
    fn end(&self, alike: Alike<'_>) -> Point {
        let production = alike.productions[0];
        let own = self.grammar.production(production).items.clone().map(ItemId);
        let shared = alike.path.iter().copied().zip(own).filter(|(from, to)| from != to).collect();
        let again = self.grammar.items_of(production).last().filter(|item| self.is_again(production, item));
        match alike.ending {
            Ending::Grow { to, recursive } => Point::Grow { production, shared, recursive, to },
            Ending::Return if again.is_some() => {
                let rule = self.grammar.production(production).rule;
                let begin = |id| self.lookahead.rest(self.grammar, id, self.grammar.items_of(id)).sets[0];
                let follow = self.grammar.productions_of(rule).map(begin).fold(ByteSet::EMPTY, ByteSet::union);
                Point::Repeat { production, shared, follow, to: alike.entry }
            }
            Ending::Return => Point::End { production, shared },
        }
    }

    /// Splits productions where neighbours go on differently.
    fn groups<'p>(&self, alike: Alike<'p>) -> Vec<&'p [ProductionId]> {
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

    /// Returns whether the items that productions share can leave open decisions. The rule itself at the beginning of a
    /// left-recursive one does not.
    fn may_be_open(&self, alike: Alike<'_>) -> bool {
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

    /// Returns whether nothing has to be done after a rule at the end of a production without a node.
    fn can_be_tail(&self, item: &Item) -> bool {
        let is_rule = self.grammar.rule(item.symbol).is_some();
        is_rule && !item.consume && item.label.is_none() && item.check == Check::None && item.drive == Drive::None
    }

    /// Makes the tests: the first byte, of the further ones those that part two branches which the first does not, and the
    /// keyword where no byte does.
    fn looks(&self, branches: &[(PointId, Prefix)]) -> Vec<Branch<PointId>> {
        let branches = &split(branches);
        let look = |(number, &(to, mine)): (usize, &(PointId, Prefix))| {
            let others = branches.iter().enumerate().filter(|(other, _)| *other != number);
            let others: Vec<Prefix> = others.map(|(_, (_, prefix))| *prefix).collect();
            let mut distances: Vec<usize> = others.iter().filter_map(|other| mine.parting(*other)).collect();
            distances.push(0);
            distances.sort_unstable();
            distances.dedup();
            let bytes = distances.into_iter().map(|distance| (distance as u8, mine.sets[distance]));
            let look = bytes.chain(self.keywords(mine, &others).map(|keywords| (KEYWORD, keywords))).collect();
            Branch { to, look, ahead: self.ahead(to) }
        };
        branches.iter().enumerate().map(look).collect()
    }

    /// Returns the look-ahead that a way begins with, if it mentions no label.
    fn ahead(&self, way: PointId) -> Option<Symbol> {
        let Point::Terminal { item, .. } = self.decisions.point(way) else { return None };
        let symbol = self.grammar.items[item.0 as usize].symbol;
        let terminal = self.grammar.terminal(symbol)?;
        let is_ahead = matches!(terminal.kind, TerminalKind::Ahead { .. });
        (is_ahead && self.grammar.labels_in(terminal.regular).is_empty()).then_some(symbol)
    }

    /// Returns the keywords to test, where they tell something of a branch that bytes do not.
    fn keywords(&self, mine: Prefix, others: &[Prefix]) -> Option<ByteSet> {
        let mut alike = others.iter().filter(|other| mine.parting(**other).is_none());
        alike.clone().find(|other| self.lookahead.by_keyword(mine, **other))?;
        let mut keywords = mine.keywords;
        if alike.any(|other| self.lookahead.beside_words(mine, *other)) {
            keywords.insert(NO_WORD);
        }
        Some(keywords)
    }

    fn add(&mut self, point: Point) -> PointId {
        self.decisions.points.push(point);
        PointId(self.decisions.points.len() as u32 - 1)
    }
}

/// Returns whether two items match the same texts in the same way. The first may be part of a production whose like stands
/// for the whole rule in the second: an operand, until its operator comes.
fn is_same(a: &Item, b: &Item) -> bool {
    let matched = |item: &Item| (item.symbol, item.consume, item.label, item.check, item.drive);
    matched(a) == matched(b) && (b.pass || !a.pass)
}

/// Splits branches at the punctuation marks after which the next byte tells two of them apart, where nothing else does.
fn split(branches: &[(PointId, Prefix)]) -> Vec<(PointId, Prefix)> {
    let pairs = branches.iter().enumerate().flat_map(|(n, b)| branches[..n].iter().map(move |a| (&a.1, &b.1)));
    let alike = pairs.filter(|(a, b)| a.parting(**b).is_none());
    let mut marks: Vec<u8> = alike.flat_map(|(a, b)| a.partings(b)).collect();
    marks.sort_unstable();
    marks.dedup();
    branches.iter().flat_map(|(to, prefix)| prefix.split(&marks).into_iter().map(|part| (*to, part))).collect()
}
