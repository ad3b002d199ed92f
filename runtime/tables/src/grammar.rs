//! A grammar as flat tables. Earley, the interpreter, the fuzzer and the reducer read them.
//!
//! The compiler lowers to this type; a generated crate holds it as a static. Everything of the grammar language that is
//! sugar is gone. Repetitions, groups and precedence levels are hidden rules, skip is an item, labels are numbers.
//!
//! In principle, a list becomes these rows:
//!
//! ```text
//! <list> ::= "[" <n> ("," <n>)* "]"
//!
//! rule 0  list     named    production 0   node       items  "["  <n>  rule 1  "]"
//! rule 1  repeat   hidden   production 1   no node    items  rule 2  rule 1
//!                           production 2   no node    no items
//! rule 2  group    hidden   production 3   element    items  ","  <n>
//! ```

mod checksum;
mod codec;
mod digest;
mod dump;
mod ends;
mod expression;
mod fixpoint;
mod hook;

use std::borrow::Cow;
use std::ops::Range;

use crate::byteset::ByteSet;

pub mod rows;
mod terminal;
mod within;

pub use checksum::Checksum;
pub use codec::{ByteOrder, Codec, Sign};
pub use ends::End;
pub use expression::{Expression, ExpressionId, Field, FieldId, LabelLookup, Operator, Value, labels_of};
pub use hook::{
    At, Border, FunctionCall, FunctionId, Hook, HookMeaning, Hooks, HooksId, NameDefinition, NameDemand, NameUse,
    Namespace, ScopeOpening,
};
pub use terminal::{Indent, Regular, RegularId, Terminal, TerminalKind};

/// A slice that a generated static borrows and a compilation in memory owns.
pub type Table<T> = Cow<'static, [T]>;
/// A text that a generated static borrows and a compilation in memory owns.
pub type Text = Cow<'static, str>;

/// A rule or a terminal: rules are numbered first, terminals after them. For example, with 3 rules the first terminal is
/// symbol 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(pub u32);

/// Number of a production in [`Grammar::productions`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProductionId(pub u32);

/// Generated code has numbers.
impl From<u32> for ProductionId {
    fn from(number: u32) -> Self {
        Self(number)
    }
}

/// Number of an item in [`Grammar::items`]: one place in one production. A tree node carries the item it was parsed for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemId(pub u32);

impl ItemId {
    /// The item of the root, which stands in no production.
    pub const NONE: Self = Self(u32::MAX);
}

/// Generated code has numbers.
impl From<u32> for ItemId {
    fn from(number: u32) -> Self {
        Self(number)
    }
}

/// Number of a label, counted within one alternative of one named rule, its groups included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label(pub u16);

impl Label {
    /// The column of the block around, as the text of a line up to there. It is passed from rule to rule: a rule that depends on it
    /// has it among its [`Rule::params`], also if it is named. For example, two blanks in the body of `if x:`.
    pub const COLUMN: Self = Self(u16::MAX);
}

/// The kind of one character of the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// A Unicode scalar value in UTF-8.
    Utf8,
    /// A byte.
    Bytes,
}

/// The flat tables of one grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grammar {
    /// The kind of one character of the input.
    pub encoding: Encoding,
    /// The symbol of a whole input. Its rule has one production without a node when `%skip` needs a leading item. For
    /// example, white space before a whole input is such an item.
    pub start: Symbol,
    /// All rules, named and hidden, in the order of their symbols.
    pub rules: Table<Rule>,
    /// All productions; those of a rule are adjacent and in order of priority.
    pub productions: Table<Production>,
    /// All items; those of a production are adjacent and in order.
    pub items: Table<Item>,
    /// All terminals; the symbol of terminal `t` is `rules.len() + t`.
    pub terminals: Table<Terminal>,
    /// The expressions of terminals and exclusions.
    pub regulars: Table<Regular>,
    /// The texts to write between tokens that would run together, from `%skip … := "text"`. For example, a space keeps
    /// `let` and `x` from becoming `letx`.
    pub separators: Table<Separator>,
    /// The expressions of fields and counts.
    pub expressions: Table<Expression>,
    /// The computed fields: every `:=` except `text(l)` and `text_ci(l)`, which are a [`Check`].
    pub fields: Table<Field>,
    /// The hooks of items, each list once.
    pub hooks: Table<Hooks>,
    /// The names of namespaces.
    pub namespaces: Table<Text>,
    /// The names of the author's functions.
    pub functions: Table<Text>,
    /// The names of labels.
    pub labels: Table<LabelName>,
}

/// The name of a label in the grammar file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelName {
    /// The named rule that it stands in.
    pub rule: Symbol,
    /// The number of the alternative.
    pub alternative: u16,
    /// Its number in that alternative.
    pub label: Label,
    /// Its name.
    pub name: Text,
}

/// `%skip … := "text"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Separator {
    /// The hidden rule of the optional skip.
    pub skip: Symbol,
    /// One of its texts, not empty.
    pub text: Table<u8>,
}

/// A name and all its productions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// The name in the grammar file; a hidden rule has the name of the rule that it came from.
    pub name: Text,
    /// How it came about.
    pub kind: RuleKind,
    /// Its productions, as numbers.
    pub productions: Range<u32>,
    /// The outer labels whose texts a hidden rule depends on, ascending. A named rule depends on [`Label::COLUMN`] or on none.
    pub params: Table<Label>,
    /// The label of a counted repetition that holds the number of iterations left ([`Drive::Count`]).
    pub count: Option<Label>,
    /// `%opaque`: the reducer treats its node as bytes.
    pub opaque: bool,
    /// Whether it derives the empty text without help of a terminal that matches empty.
    pub nullable: bool,
    /// The bytes that can begin a text of it. If a terminal can match the empty text, the bytes of the next item count
    /// too.
    pub first: ByteSet,
    /// The bytes that can follow a text of it.
    pub follow: ByteSet,
    /// Fewest nested named rules in any of its texts (Knuth 1977), at least 1 for a named rule.
    pub cost: u32,
    /// How the deterministic engines parse it.
    pub plan: Plan,
}

/// How a rule came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleKind {
    /// Written in the file.
    Named,
    /// A copy of this rule for operands, with the operators that precedence levels allow there.
    Level(Symbol),
    /// `( … )`, or the body of a repetition. For example, `("," <n>)` of `("," <n>)*`.
    Group,
    /// A choice between one more iteration (first production) and stopping (second production, always empty). For
    /// example, `<x>*` is `<r> ::= <x> <r> | ""`.
    Repeat,
    /// Wraps a group or repetition that has a label or a hook: the anonymous node. For example, `args:(<a> "," <b>)`.
    Anonymous,
}

/// How the deterministic engines (generated parser, interpreter) parse a rule. Only `plan` in the compiler chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plan {
    /// The next byte decides. For example, `"[" <n> "]" | "{" <n> "}"`.
    Predict,
    /// Productions are tried in order. For example, options that begin alike for more bytes than the lookahead has.
    Ordered,
    /// As `Ordered`, but no input matches two productions, so the first that succeeds leaves no decision open. For example, a copy of
    /// an operator rule: texts that end in a loose prefix operator and its operand, as `a + if b then c`, and all others.
    Exclusive,
    /// Direct left recursion as a loop: productions that do not begin with the rule itself, then those that do. For
    /// example, `<e> ::= <e> "+" <n> | <n>`.
    Loop,
    /// Needs Earley, for example `<e> ::= <e> <e> | "a"`.
    Chart,
}

/// One alternative.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Production {
    /// The rule it belongs to.
    pub rule: Symbol,
    /// Its items, as numbers.
    pub items: Range<u32>,
    /// The node of its application in the tree, if it has one.
    pub shape: Shape,
    /// Number of the alternative in the source rule, from 0.
    pub alternative: u16,
    /// `@as(Name)`.
    pub name: Option<Text>,
    /// `@w(n)`, default 1: how often generation chooses it, relative to its siblings.
    pub weight: u32,
    /// Fewest nested named rules below it; `u32::MAX` never occurs in a productive grammar.
    pub cost: u32,
    /// Whether all items derive the empty text without help of a terminal.
    pub nullable: bool,
    /// The bytes on which it can be chosen: its FIRST, and FOLLOW of the rule where all of it can be empty.
    pub predict: ByteSet,
}

/// The node that an application of a production gets in the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A node of this symbol (for precedence levels: of the rule that was written).
    Node(Symbol),
    /// A node that readers do not see: one iteration of a repetition with several items. For example, `("," <n>)` of
    /// `("," <n>)*`. The reducer drops it as a whole.
    Element,
    /// No node: its children belong to the parent. For example, a group that is not repeated.
    Splice,
    /// A node of this symbol without children (`%opaque` on a rule that is not regular).
    Leaf(Symbol),
}

/// One place in one production.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Item {
    /// The rule or terminal at that place.
    pub symbol: Symbol,
    /// Number of the item in the source alternative, from 0.
    pub index: u16,
    /// The role of its node in the parent.
    pub slot: Slot,
    /// An iteration of a repetition beyond the minimum: it must consume something, otherwise, for example, `("a"?)*`
    /// would not end.
    pub consume: bool,
    /// The item stands for the whole rule (precedence level without operator): its node gets the caller's item. For
    /// example, a number that is a whole sum gets the item that asked for the sum.
    pub pass: bool,
    /// The label before it.
    pub label: Option<Label>,
    /// The condition on its text.
    pub check: Check,
    /// How earlier labels fix its size or count.
    pub drive: Drive,
    /// The field that computes its text.
    pub field: Option<FieldId>,
    /// Its hooks, for example `@def(names)`.
    pub hooks: Option<HooksId>,
}

impl Item {
    /// Returns whether its text alone counts: no label, and no condition on it.
    #[inline]
    pub fn is_plain(&self) -> bool {
        !self.consume && self.label.is_none() && self.check == Check::None && self.drive == Drive::None
    }
}

/// How earlier labels fix the size or count of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drive {
    /// Not at all.
    None,
    /// It has exactly this many bytes, for example `v` after `n:<u8> := size(v)`. Everything in it sees the end of input
    /// there.
    Size(ExpressionId),
    /// It is a counted repetition. A count above the number of bytes left fails at once. For example, `<x>{n}` or
    /// `<x>{n,9}`.
    Count {
        /// The least number of iterations.
        low: ExpressionId,
        /// The greatest number of iterations; none if there is no limit.
        high: Option<ExpressionId>,
        /// The label that holds both inside the repetition, less one for each iteration.
        left: Label,
    },
    /// The rest of a counted repetition after one iteration: with one fewer left.
    Next(Label),
    /// It begins a block: in it, [`Label::COLUMN`] is the line up to its first byte. For example, the lines of `block(<stmt>)`.
    Here,
    /// The body of a counted repetition. Below the minimum it may be empty, even with [`Item::consume`].
    Iteration(Label),
}

/// The role of a node in its parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// An item of the rule.
    Item,
    /// An item that `%skip` put there.
    Skip,
    /// Between two elements of a list (`**`, `++`), for example the comma in `<n> ++ ","`.
    Separator,
}

/// A condition on the text of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    /// None.
    None,
    /// `:= text(l)`, `:= text_ci(l)`: it must be the text of an earlier label. For example, the name in an end tag.
    Text {
        /// The label. An absent label has the empty text.
        label: Label,
        /// Whether ASCII case is ignored.
        fold: bool,
    },
    /// `- r` on an item that is no token, or with labels in `r`: its whole text must not match this expression.
    Except(RegularId),
}

impl Grammar {
    /// Returns the rule of a symbol, or none for a terminal.
    #[inline]
    pub fn rule(&self, symbol: Symbol) -> Option<&Rule> {
        self.rules.get(symbol.0 as usize)
    }

    /// Returns the terminal of a symbol, or none for a rule.
    #[inline]
    pub fn terminal(&self, symbol: Symbol) -> Option<&Terminal> {
        self.terminals.get((symbol.0 as usize).checked_sub(self.rules.len())?)
    }

    /// Returns the symbol of a terminal by its number.
    #[inline]
    pub fn terminal_symbol(&self, number: usize) -> Symbol {
        Symbol((self.rules.len() + number) as u32)
    }

    /// Returns the production of that number.
    #[inline]
    pub fn production(&self, id: ProductionId) -> &Production {
        &self.productions[id.0 as usize]
    }

    /// Returns the item of that number, or none for the root.
    #[inline]
    pub fn item(&self, id: ItemId) -> Option<&Item> {
        self.items.get(id.0 as usize)
    }

    /// Returns the productions of a rule in order of priority.
    pub fn productions_of(
        &self,
        symbol: Symbol,
    ) -> impl DoubleEndedIterator<Item = ProductionId> + ExactSizeIterator + use<> {
        self.rules[symbol.0 as usize].productions.clone().map(ProductionId)
    }

    /// Returns the items of a production in order.
    #[inline]
    pub fn items_of(&self, id: ProductionId) -> &[Item] {
        let Range { start, end } = self.production(id).items;
        &self.items[start as usize..end as usize]
    }

    /// Returns whether a symbol is the hidden rule of an optional skip.
    pub fn is_optional_skip(&self, symbol: Symbol) -> bool {
        self.rule(symbol).is_some_and(|rule| {
            let first = self.items_of(ProductionId(rule.productions.start));
            rule.kind == RuleKind::Repeat && matches!(first, [only] if only.slot == Slot::Skip)
        })
    }

    /// Returns the labels on which the extent of an item depends.
    pub fn driving(&self, drive: Drive) -> Vec<Label> {
        driving(&self.expressions, drive)
    }

    /// Returns the name of a symbol: of a rule or token without brackets, of another terminal as written. For example,
    /// `member` and `"{"`.
    pub fn name(&self, symbol: Symbol) -> &str {
        match self.rule(symbol) {
            Some(rule) => &rule.name,
            None => &self.terminals[symbol.0 as usize - self.rules.len()].name,
        }
    }

    /// Returns the name of a label in an application of a production.
    pub fn label_name(&self, id: ProductionId, label: Label) -> &str {
        let Production { rule, alternative, .. } = self.production(id);
        let named = match self.rules[rule.0 as usize].kind {
            RuleKind::Level(named) => named,
            _ => *rule,
        };
        let mut rows = self.labels.iter();
        rows.find(|row| (row.rule, row.alternative, row.label) == (named, *alternative, label))
            .map_or("", |row| &row.name)
    }

    /// Returns the named rule or token of that name.
    pub fn symbol(&self, name: &str) -> Option<Symbol> {
        let rule = self.rules.iter().position(|rule| rule.kind == RuleKind::Named && rule.name == name);
        let token = || {
            let found = self.terminals.iter().position(|t| t.kind == TerminalKind::Token && t.name == name);
            found.map(|number| self.terminal_symbol(number))
        };
        rule.map(|number| Symbol(number as u32)).or_else(token)
    }
}

/// Returns the labels on which the extent of an item depends, given the table of expressions.
pub fn driving(expressions: &[Expression], drive: Drive) -> Vec<Label> {
    match drive {
        Drive::None | Drive::Here => Vec::new(),
        Drive::Size(size) => labels_of(expressions, size),
        Drive::Count { low, high, .. } => {
            let high = high.map_or_else(Vec::new, |high| labels_of(expressions, high));
            [labels_of(expressions, low), high].concat()
        }
        Drive::Next(left) | Drive::Iteration(left) => vec![left],
    }
}
