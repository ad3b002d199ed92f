//! The meaning of a grammar file, taken literally: an independent definition to check the compiler and the engines against.
//!
//! Nothing is lowered here. The file becomes expressions, one for one; a text is in the language if a fixpoint over rules
//! and places says so (`texts`), and its tree is found by comparing whole lists of decisions (`tree`). Time and memory
//! do not matter, as grammars and texts are tiny.

mod levels;
mod numbers;
mod reader;
mod texts;
mod tree;

use std::collections::{BTreeMap, HashMap};

use grammarc_dsl::ast::File;

use numbers::{Amount, Number};

pub use tree::drawn;

/// Number of an expression.
type Id = usize;

/// A part of a grammar file, as an expression.
#[derive(Debug, Clone)]
enum Expr {
    Text {
        text: Vec<u8>,
        fold: bool,
    },
    Byte(Box<[bool; 256]>),
    Sequence(Vec<Id>),
    Choice(Vec<Id>),
    Repeat {
        body: Id,
        min: Amount,
        max: Option<Amount>,
    },
    /// A rule that is no token, or a copy of one between operators.
    Rule(usize),
    /// At most one text at a place: the longest of `body`, unless `without` excludes it. For example, `[ab]+` takes `ab` of `ab1`, and
    /// never `a`.
    Token {
        body: Id,
        without: Option<Id>,
    },
    Ahead {
        body: Id,
        negative: bool,
    },
    Except {
        body: Id,
        without: Id,
    },
    /// Only where the `%word` matches the same text. For example, `"if"` does not match the beginning of `iffy`.
    Keyword {
        body: Id,
        word: Id,
    },
    Label {
        name: String,
        body: Id,
        /// How its text is read as a number.
        number: Option<Number>,
    },
    /// The text of a label.
    Back {
        label: String,
        fold: bool,
    },
    /// Only the text of a label.
    Same {
        body: Id,
        label: String,
        fold: bool,
    },
    /// One leaf, whatever is in it; tokens and opaque rules have a name.
    Leaf {
        body: Id,
        name: Option<String>,
    },
    /// An anonymous node.
    Node(Id),
    /// Text that `%skip` allows here.
    Skip(Id),
}

/// A rule, or a hidden copy of one for operands: all are one symbol in the tree.
#[derive(Debug, Clone)]
struct Rule {
    name: String,
    options: Vec<Choice>,
}

/// One way to derive a rule.
#[derive(Debug, Clone)]
struct Choice {
    /// The number of the alternative; `None` for a step to another copy.
    alternative: Option<usize>,
    body: Id,
}

/// The meaning of one grammar file that imports nothing but `std/bin.bnf`.
pub struct Meaning {
    exprs: Vec<Expr>,
    rules: Vec<Rule>,
    start: Id,
    /// Whether anything is skipped.
    skips: bool,
    /// Memo of the fixpoint: for every suffix of a text that was checked, the known ends of each rule that begins there.
    known: HashMap<Vec<u8>, Vec<RuleEnds>>,
}

/// A set of places in a text: bit by bit. For example, 6 is the set of the places 1 and 2.
type Ends = u64;

/// Where a rule that begins at a place can end, counted from there. For example, `<s> ::= "a" <s> | "a"` before `aa` can end at 1 and at 2.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct RuleEnds {
    ends: Ends,
    /// For each end, the ends of the last byte that was not skipped; 0 if the rule cannot end there. Empty if nothing is skipped.
    lasts: Vec<Ends>,
}
/// The labels that are visible.
type Labels = BTreeMap<String, LabelValue>;

/// The text and the value of a visible label.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct LabelValue {
    text: Vec<u8>,
    /// None if it is no number.
    value: Option<i128>,
}

impl Meaning {
    /// Reads the meaning of a file that the compiler accepts.
    pub fn new(file: &File) -> Self {
        let mut reader = reader::Reader::new(file);
        let start = reader.start();
        let reader::Reader { exprs, rules, .. } = reader;
        let skips = exprs.iter().any(|expr| matches!(expr, Expr::Skip(_)));
        Self { exprs, rules, start, skips, known: HashMap::new() }
    }
}
