//! The decisions of a grammar: its productions, left-factored, with a test of the next bytes for each branch.
//!
//! The interpreter walks these points; the compiler writes them out as code. So both take the same decisions.
//!
//! Neighbouring productions of a rule share the points of their common first items. For example, both productions of
//! `<a> ::= "x" "y" | "x" "z"` share the point of `"x"`. The node of a shared item is built with the item of the first
//! production. It gets its own item when the production is known ([`SharedItems`]).
//!
//! ```text
//! <a> ::= "x" "y" | "x" "z"          items 0 to 3
//!
//! Terminal x (item 0) ── Choose ┬─ `y` ── Terminal y (item 1) ── End of production 0
//!                               └─ `z` ── Terminal z (item 3) ── End of production 1, shared: item 0 becomes 2
//! ```

mod by_byte;
mod callee;
mod layout;

use std::borrow::Cow;
use std::cell::{Cell, OnceCell};
use std::sync::OnceLock;

use crate::byteset::ByteSet;
use crate::grammar::{
    Grammar, Item, ItemId, Label, ProductionId, RegularId, Slot, Symbol, Table, Terminal, TerminalKind,
};
use crate::lookahead::Lookahead;
use crate::regular::{Automata, Matcher, Word, no_labels};
pub use by_byte::{BranchesByByte, OpenBranch, OpenBranches};
pub use callee::Callee;
pub use callee::Scope;

/// Number of a point in [`Decisions::points`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PointId(pub u32);

/// A test of the next bytes: pairs of a distance and the bytes allowed there. All pairs must hold. For example, `<` at
/// distance 0 and `/` at distance 1 admit `</a>`, but not `<a>`.
///
/// At the distance [`KEYWORD`] the set holds numbers of [`Keywords`](crate::regular::Keywords) instead of bytes. The
/// end of input stands for another [`Word`]. [`NO_WORD`] is in the set if the branch shares a byte that begins no
/// keyword with another branch. It is never tested; because of it the two branches do not exclude each other.
pub type Look = Table<(u8, ByteSet)>;

/// Marks a pair that tests the next keyword. It stands in place of a distance in bytes, which is always smaller.
pub const KEYWORD: u8 = u8::MAX;
/// A number that no keyword has. Keywords are numbered from 0, and there are at most 254.
pub const NO_WORD: u8 = u8::MAX;

/// One branch of a choice. Two branches that exclude each other may lead to the same point. For example, a branch is split
/// in two where the byte after `.` tells only texts with a dot from those of another branch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch<S> {
    /// Where the branch goes on.
    pub to: S,
    /// The test that the next bytes must pass.
    pub look: Look,
    /// The look-ahead that the branch begins with; it must hold.
    pub ahead: Option<Symbol>,
}

/// Makes the branches of a part that may be left out: number 0 is the part, number 1 goes on behind it.
pub const fn part_or_rest(part: &'static [(u8, ByteSet)], rest: &'static [(u8, ByteSet)]) -> [Branch<u8>; 2] {
    [Branch::new(0, part), Branch::new(1, rest)]
}

/// A position of the input at which a branch is chosen. The keyword there is looked up once, at the first test that needs
/// it. For example, `iffy` is no keyword, although `if` is one.
#[derive(Debug)]
pub struct ChoicePosition<'a> {
    matcher: Matcher<'a>,
    at: usize,
    word: OnceCell<Word>,
    /// The expression of the look-ahead that was asked for last, and whether it matches here. Two branches often begin with `&<x>` and
    /// `!<x>`.
    ahead: Cell<Option<(RegularId, bool)>>,
}

impl<'a> ChoicePosition<'a> {
    /// Makes the place at that offset.
    #[inline]
    pub fn new(matcher: Matcher<'a>, at: usize) -> Self {
        Self { matcher, at, word: OnceCell::new(), ahead: Cell::new(None) }
    }

    #[inline]
    fn passes(&self, &(distance, set): &(u8, ByteSet)) -> bool {
        if distance != KEYWORD {
            return set.admits(self.matcher.input, self.at + usize::from(distance));
        }
        match *self.word.get_or_init(|| self.matcher.automata.keywords(self.matcher.grammar).at(&self.matcher, self.at))
        {
            Word::None => true,
            Word::Keyword(number) => set.contains(number),
            Word::Other => set.has_end(),
        }
    }

    fn holds(&self, ahead: Symbol) -> bool {
        let grammar = self.matcher.grammar;
        let Some(&Terminal { kind: TerminalKind::Ahead { negative }, regular, .. }) = grammar.terminal(ahead) else {
            return self.matcher.holds(ahead, self.at, &no_labels);
        };
        let known = self.ahead.get().filter(|(known, _)| *known == regular);
        let (_, is_next) = known.unwrap_or_else(|| (regular, self.matcher.is_next(regular, self.at, &no_labels)));
        self.ahead.set(Some((regular, is_next)));
        is_next != negative
    }
}

impl<S: Copy> Branch<S> {
    /// Makes a branch without a look-ahead, as generated tables hold it.
    pub const fn new(to: S, look: &'static [(u8, ByteSet)]) -> Self {
        Self { to, look: Cow::Borrowed(look), ahead: None }
    }

    /// Sets the look-ahead that it begins with.
    #[must_use]
    pub const fn ahead(mut self, terminal: Symbol) -> Self {
        self.ahead = Some(terminal);
        self
    }
}

impl<S> Branch<S> {
    /// Returns whether the branch is open at this place of the input.
    #[inline]
    pub fn admits(&self, place: &ChoicePosition<'_>) -> bool {
        self.look.iter().all(|test| place.passes(test)) && self.ahead.is_none_or(|ahead| place.holds(ahead))
    }

    /// Returns whether no input is open to both branches. For example, `{a}` and `{b}` at distance 0 exclude each other.
    pub fn excludes(&self, other: &Self) -> bool {
        let parts = |(distance, set): &(u8, ByteSet)| {
            let others = other.look.iter().filter(|(of, _)| of == distance);
            others.into_iter().any(|(_, other)| set.intersection(*other).is_empty())
        };
        self.look.iter().any(parts)
    }
}

/// Pairs of items. A node built for the first item becomes a node of the second: the same place in a later production. For
/// example, the second production of `<a> ::= "x" "y" | "x" "z"` has the pair of the items 0 and 2, because `x` was built
/// as item 0.
pub type SharedItems = Vec<(ItemId, ItemId)>;

/// A place in one or several productions of one rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Point {
    /// The start rule is complete. The whole input is parsed if no byte is left.
    Done,
    /// A terminal is next.
    Terminal {
        /// Its item.
        item: ItemId,
        /// The bytes that can follow it here.
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
    /// A rule is next whose extent earlier labels decide, such as `v` in `n:<u8> := size(v) v:<text>`.
    Drive {
        /// Its item.
        item: ItemId,
        /// Where the rule is called.
        next: PointId,
    },
    /// The number of iterations left decides whether a repetition goes on, for example in `<x>{n}`.
    Count {
        /// The label that holds this number.
        left: Label,
        /// Where it must go on.
        more: PointId,
        /// Where it must stop.
        stop: PointId,
        /// Where it may do either.
        choose: PointId,
    },
    /// A rule is complete, and its item has a label or a condition on its text. For example, `open:<name>` binds the text
    /// of the name here.
    Settle {
        /// Its item.
        item: ItemId,
        /// Where to go on.
        next: PointId,
    },
    /// A rule is last in a production without a node, so its end need not return here. For example, `<b>` in the group
    /// `("," <b>)`.
    Tail {
        /// The item of the rule.
        item: ItemId,
        /// The end of the production, where an engine returns if it has to after all.
        end: PointId,
    },
    /// The next bytes choose. Where several branches are open, they are tried in order.
    Choose {
        /// In order of priority.
        branches: Vec<Branch<PointId>>,
        /// Where to go when no branch is open: the empty rest of the last production. The terminal after it then
        /// accepts or rejects the next byte.
        otherwise: Option<PointId>,
        /// Whether the productions part only here, after shared items that may have left open decisions. Then no
        /// production can be given up without asking Earley.
        inner: bool,
    },
    /// A production is complete, and so is its rule.
    End {
        /// Which.
        production: ProductionId,
        /// Nodes that change their item.
        shared: SharedItems,
    },
    /// One iteration of a repetition is complete: its rule begins anew. For example, after one `<x>` of `<x>*`.
    Repeat {
        /// The production, which has no node.
        production: ProductionId,
        /// Nodes that change their item.
        shared: SharedItems,
        /// The bytes that can follow the iteration.
        follow: ByteSet,
        /// The beginning of the rule.
        to: PointId,
    },
    /// A production of a left-recursive rule is complete: its node may become the first of a larger one. For example, the
    /// sum `1+2` with `<e> ::= <e> "+" <n> | <n>` may become the left side of `1+2+3`.
    Grow {
        /// Which.
        production: ProductionId,
        /// Nodes that change their item.
        shared: SharedItems,
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
    /// The bytes that can follow each rule, by symbol.
    pub follow: Vec<ByteSet>,
    /// The rules that items call, by item.
    callees: Vec<Callee>,
    /// The branches of each choice by the next byte, by point; none for a choice of too many.
    by_byte: Vec<OnceLock<Option<Box<BranchesByByte>>>>,
}

impl Decisions {
    /// Lays out the productions of every rule by its [`Plan`](crate::grammar::Plan).
    pub fn new(grammar: &Grammar, automata: &Automata) -> Self {
        Self::with(grammar, Lookahead::new(grammar, automata))
    }

    /// Does the same with a lookahead that the caller has computed.
    pub fn with(grammar: &Grammar, lookahead: Lookahead) -> Self {
        layout::of_rules(grammar, lookahead)
    }

    /// Returns the same decisions with tests of the next byte alone. An explanation of an error uses them, because a test
    /// of further bytes would stop it before the byte that is wrong. For example, tests for `</` and `<!` would stop it
    /// before `<` in `<?`, although `?` is wrong.
    #[must_use]
    pub fn shallow(&self) -> Self {
        let mut shallow = self.clone();
        shallow.by_byte.fill(OnceLock::new());
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
    #[inline]
    pub fn point(&self, id: PointId) -> &Point {
        &self.points[id.0 as usize]
    }

    /// Returns the rule that an item calls.
    #[inline]
    pub fn callee(&self, item: ItemId) -> &Callee {
        &self.callees[item.0 as usize]
    }

    /// Returns the branches of a choice by the next byte; none if there are too many.
    #[inline]
    pub fn by_byte(&self, choice: PointId, branches: &[Branch<PointId>]) -> Option<&BranchesByByte> {
        self.by_byte[choice.0 as usize].get_or_init(|| BranchesByByte::new(branches).map(Box::new)).as_deref()
    }

    /// Returns where a rule begins.
    #[inline]
    pub fn entry(&self, rule: Symbol) -> PointId {
        self.entries[rule.0 as usize]
    }

    /// Returns the rule of a point.
    pub fn rule_of(&self, point: PointId) -> Symbol {
        Symbol(self.entries.partition_point(|entry| *entry <= point) as u32 - 1)
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

    /// Returns whether the rule can end at this point of it without another byte, given which items are empty. For
    /// example, `<a> ::= "x" "y"?` can end after the `x`.
    pub fn can_end(&self, from: PointId, empty: &[bool]) -> bool {
        let mut ends = false;
        self.walk(vec![from], |id, waiting| {
            ends |= matches!(self.point(id), Point::End { .. } | Point::Stop | Point::Done);
            self.successors(id, empty, waiting);
        });
        ends
    }

    /// Visits each point once, including the points that a visit adds.
    fn walk(&self, from: Vec<PointId>, mut visit: impl FnMut(PointId, &mut Vec<PointId>)) {
        let mut seen = vec![false; self.points.len()];
        let mut waiting = from;
        while let Some(id) = waiting.pop() {
            if !std::mem::replace(&mut seen[id.0 as usize], true) {
                visit(id, &mut waiting);
            }
        }
    }

    /// Adds the points of the same rule that this point reaches without another byte.
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
