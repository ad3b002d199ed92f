//! The statics of a parser: sets of bytes, and the options that are open at a place. Each has one name, which says where in the
//! grammar it belongs, however many places share it.
//!
//! For example, `AFTER_PAIR` has the bytes that can stand after `<pair>`, and `PAIR_ON_QUOTE` the options of `<pair>` that are open
//! on a `"`.

use std::collections::BTreeMap;

use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::grammar::{RuleKind, Symbol, TerminalKind};
use grammarc_runtime::parse::decisions::{Branch, KEYWORD, Point, PointId};

use super::super::names::{Unique, punctuation};
use super::super::sets::set;
use super::Parser;
use super::choice::{Choice, Class, classes};

/// Columns up to which a set stands in the row of a branch itself.
const MAX_SET_COLUMNS: usize = 20;

/// Members up to which a set of punctuation is named after them.
const MAX_NAMED_MEMBERS: usize = 3;

/// The statics that code refers to.
#[derive(Default)]
pub(super) struct Statics {
    names: Unique,
    sets: Vec<(ByteSet, String)>,
    /// Tables of branches, by the type of their targets (`u8` or `State`) and their rows.
    tables: BTreeMap<(&'static str, String), String>,
}

impl Statics {
    /// Takes the names of other items first.
    pub(super) fn new() -> Self {
        let mut statics = Self::default();
        ["STEPS", "WITHOUT", "KEYWORD"].into_iter().for_each(|name| _ = statics.names.of(name.to_owned()));
        statics
    }

    /// The names and the code of all statics.
    pub(super) fn all(&self) -> Vec<(String, String)> {
        let table = |((kind, rows), name): (&(&str, String), &String)| {
            (name.clone(), format!("static {name}: &[Branch<{kind}>] = &{rows};\n"))
        };
        let set =
            |(bytes, name): &(ByteSet, String)| (name.clone(), format!("static {name}: ByteSet = {};\n", set(bytes)));
        let mut tables: Vec<_> = self.tables.iter().map(table).collect();
        let mut sets: Vec<_> = self.sets.iter().map(set).collect();
        tables.sort_unstable();
        sets.sort_unstable();
        [tables, sets].concat()
    }
}

impl Parser<'_> {
    /// Returns a reference to the set of bytes that can stand after a part: the name of the part, unless the set has another name.
    pub(super) fn after(&self, set: ByteSet, part: &str) -> String {
        format!("&{}", self.set_name(set, || self.followed_rule(set).unwrap_or_else(|| format!("AFTER_{part}"))))
    }

    /// Returns a reference to the set of bytes that a symbol begins with.
    pub(super) fn first(&self, set: ByteSet, symbol: Symbol) -> String {
        let wish = || self.begun_symbol(set).unwrap_or(symbol);
        format!("&{}", self.set_name(set, || format!("FIRST_OF_{}", self.names.constant(wish()))))
    }

    /// Returns the name of a set of bytes, which is the wish unless its members name it.
    fn set_name(&self, set: ByteSet, wish: impl FnOnce() -> String) -> String {
        if set == ByteSet::ALL || set == ByteSet::END {
            return if set.has_end() && set.ranges().is_empty() { "ByteSet::END" } else { "ByteSet::ALL" }.to_owned();
        }
        let mut statics = self.statics.borrow_mut();
        if let Some((_, name)) = statics.sets.iter().find(|(known, _)| *known == set) {
            return name.clone();
        }
        let name = statics.names.of(by_members(&set).unwrap_or_else(wish));
        statics.sets.push((set, name.clone()));
        name
    }

    /// Names a set after the first named rule that exactly its members can follow.
    fn followed_rule(&self, set: ByteSet) -> Option<String> {
        let is_followed = |rule: &Symbol| self.decisions.follow[rule.0 as usize] == set;
        self.named_rules().find(is_followed).map(|rule| format!("AFTER_{}", self.names.constant(rule)))
    }

    /// Returns the first named symbol that can begin with exactly the members of a set.
    fn begun_symbol(&self, set: ByteSet) -> Option<Symbol> {
        let first = self.grammar.rules.len() as u32;
        let tokens =
            (first..).zip(self.grammar.terminals.iter()).filter(|(_, terminal)| terminal.kind == TerminalKind::Token);
        let token = || tokens.into_iter().find(|(_, token)| token.first == set).map(|(number, _)| Symbol(number));
        self.named_rules().find(|rule| self.grammar.rules[rule.0 as usize].first == set).or_else(token)
    }

    fn named_rules(&self) -> impl Iterator<Item = Symbol> {
        let rules = (0..self.grammar.rules.len() as u32).map(Symbol);
        rules.filter(|rule| self.grammar.rules[rule.0 as usize].kind == RuleKind::Named && self.kinds.is_reached(*rule))
    }

    /// The set of bytes that can stand after a rule.
    pub(super) fn follow(&self, rule: Symbol) -> String {
        self.after(self.decisions.follow[rule.0 as usize], &self.names.constant(rule))
    }

    /// The set of bytes that can stand after one iteration of a rule, or after the rule if it is no repetition.
    pub(super) fn iteration_follow(&self, rule: Symbol) -> String {
        let points = super::kind::points(self.decisions, rule);
        let iteration = points.iter().find_map(|id| match self.decisions.point(*id) {
            Point::Repeat { follow, .. } => Some(*follow),
            _ => None,
        });
        match iteration {
            Some(follow) => self.round_follow(follow, rule),
            None => self.follow(rule),
        }
    }

    /// The set `follow` of bytes that can stand after one iteration of a rule.
    pub(super) fn round_follow(&self, follow: ByteSet, rule: Symbol) -> String {
        self.after(follow, &format!("ROUND_OF_{}", self.names.constant(rule)))
    }

    /// Writes one row of a table of branches of a rule. Bytes nearer than `nearest` are not tested, because they are known already.
    pub(super) fn row(&self, to: &str, branch: &Branch<PointId>, nearest: u8, rule: Symbol) -> String {
        let ahead = branch.ahead.map_or_else(String::new, |symbol| format!(".ahead({})", self.names.symbol(symbol)));
        format!("Branch::new({to}, {}){ahead}", self.tests(branch, nearest, rule))
    }

    fn tests(&self, branch: &Branch<PointId>, nearest: u8, rule: Symbol) -> String {
        let tests = branch.look.iter().filter(|(distance, _)| *distance >= nearest);
        let tests: Vec<String> = tests.map(|(distance, set)| self.test(*distance, *set, branch.to, rule)).collect();
        format!("&[{}]", tests.join(", "))
    }

    /// Writes the test of the byte at a distance, or of the keyword, in front of a point of a rule.
    fn test(&self, distance: u8, bytes: ByteSet, to: PointId, rule: Symbol) -> String {
        let place = || match self.symbol_at(to) {
            Some(symbol) => format!("OF_{}", self.names.constant(symbol)),
            None => format!("AFTER_{}", self.names.constant(rule)),
        };
        if distance == KEYWORD {
            return format!("(KEYWORD, {})", self.set_name(bytes, || format!("KEYWORDS_{}", place())));
        }
        let written = set(&bytes);
        if written.len() <= MAX_SET_COLUMNS {
            return format!("({distance}, {written})");
        }
        let name = || match self.begun_symbol(bytes) {
            Some(symbol) => format!("FIRST_OF_{}", self.names.constant(symbol)),
            None if distance == 0 && self.symbol_at(to).is_none() => self.followed_rule(bytes).unwrap_or_else(place),
            None => {
                let ordinal = ["FIRST", "SECOND", "THIRD", "FOURTH"].get(usize::from(distance)).unwrap_or(&"LATER");
                format!("{ordinal}_{}", place())
            }
        };
        format!("({distance}, {})", self.set_name(bytes, name))
    }

    /// Returns the table of the branches of a part that may be left out.
    pub(super) fn part_table(&self, choice: &Choice<'_>, body: PointId, rule: Symbol) -> String {
        let rows = match choice.branches {
            [part, rest] if part.ahead.or(rest.ahead).is_none() => {
                format!("part_or_rest({}, {})", self.tests(part, 0, rule), self.tests(rest, 0, rule))
            }
            all => {
                let row =
                    |branch: &Branch<PointId>| self.row(if branch.to == body { "0" } else { "1" }, branch, 0, rule);
                format!("[{}]", all.iter().map(row).collect::<Vec<_>>().join(", "))
            }
        };
        self.named_table("u8", rows, self.names.constant(rule))
    }

    /// Returns the table of these branches, with a name of its own or the wish.
    pub(super) fn table(&self, kind: &'static str, rows: &[String], wish: String) -> String {
        self.named_table(kind, format!("[{}]", rows.join(", ")), wish)
    }

    fn named_table(&self, kind: &'static str, rows: String, wish: String) -> String {
        let mut statics = self.statics.borrow_mut();
        let Statics { names, tables, .. } = &mut *statics;
        tables.entry((kind, rows)).or_insert_with(|| names.of(wish)).clone()
    }

    /// Names the branches that are open on a class of bytes, after its lowest byte unless it is the only such class.
    pub(super) fn class_name(&self, rule: Symbol, choice: &Choice<'_>, class: &Class) -> String {
        let stem = self.names.constant(rule);
        let is_tabled = |class: &Class| match class.open.as_slice() {
            [] => false,
            [only] => choice.branches[*only].look.len() != 1,
            _ => true,
        };
        let is_only = classes(choice).into_iter().filter(is_tabled).count() < 2;
        match class.bytes.ranges().first() {
            Some(&(low, _)) if !is_only => format!("{stem}_ON_{}", byte_name(low)),
            _ => format!("{stem}_OPTIONS"),
        }
    }

    /// Returns the symbol that is next at a point.
    pub(super) fn symbol_at(&self, point: PointId) -> Option<Symbol> {
        match self.decisions.point(point) {
            Point::Terminal { item, .. } | Point::Call { item, .. } | Point::Tail { item, .. } => {
                Some(self.grammar.items[item.0 as usize].symbol)
            }
            Point::Settle { item, .. } | Point::Drive { item, .. } => Some(self.grammar.items[item.0 as usize].symbol),
            Point::Count { choose, .. } => self.symbol_at(*choose),
            Point::Choose { branches, .. } => branches.first().and_then(|branch| self.symbol_at(branch.to)),
            Point::End { .. } | Point::Repeat { .. } | Point::Grow { .. } => None,
            Point::Stop | Point::Chart | Point::Done => None,
        }
    }
}

/// Names a few punctuation marks by their words, and all characters; none for another set.
/// For example, `,` and `]` are `COMMA_OR_CLOSE_BRACKET`.
fn by_members(set: &ByteSet) -> Option<String> {
    let ranges = set.ranges();
    let members = || ranges.iter().flat_map(|&(low, high)| low..=high);
    let mut words: Vec<String> = match ranges.as_slice() {
        [(0, 0x7f), (0xc2, 0xf4)] => vec!["ANY_CHARACTER".to_owned()],
        _ if members().count() > MAX_NAMED_MEMBERS => return None,
        _ => members().map(|byte| Some(punctuation(byte.into())?.to_ascii_uppercase())).collect::<Option<_>>()?,
    };
    words.extend(set.has_end().then(|| "END".to_owned()));
    Some(words.join("_OR_"))
}

/// The name of a byte: `A`, `QUOTE` or `X1F`.
fn byte_name(byte: u8) -> String {
    match punctuation(byte.into()) {
        Some(word) => word.to_ascii_uppercase(),
        None if byte.is_ascii_alphanumeric() => char::from(byte).to_ascii_uppercase().to_string(),
        None => format!("X{byte:02X}"),
    }
}
