//! A grammar as a reader of another notation gives it: rules, tokens and the places where they stand, before any meaning of
//! grammarc's.
//!
//! Every reader makes a [`SourceGrammar`], and one back end writes all of them. So a reader copies its file, and leaves to the back
//! end how tokens are told apart. For example, `INT: [0-9]+;` of ANTLR is a [`SourceRule`] with [`RuleRole::Token`], and
//! `digits = 1*DIGIT` of ABNF is one with [`RuleRole::Syntax`], because ABNF has no tokens.

use std::ops::Range;

/// Where something stands: a file, and bytes in it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SourcePlace {
    /// Index of the file in the order of the files that were read.
    pub file: usize,
    /// Bytes in that file.
    pub span: Range<usize>,
}

/// A grammar in another notation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SourceGrammar {
    /// The name that the grammar gives itself, or that of its file.
    pub name: String,
    /// The comment at the head of the file, by line, without marks. The line of a licence is among them.
    pub head: Vec<String>,
    /// The start rules as the grammar says them; empty where the notation does not.
    pub starts: Vec<String>,
    /// Rules in the order of the file. Where tokens match the same text, the first counts.
    pub rules: Vec<SourceRule>,
    /// How tokens are told apart.
    pub lexing: Lexing,
    /// Names of tokens or rules that may stand between all tokens. Tokens of the role [`RuleRole::Skip`] need not be repeated here.
    pub skips: Vec<String>,
    /// Names of rules of the parser that name the skipped text between their tokens. A scanner with modes skips other texts in each.
    pub explicit: Vec<String>,
    /// The tokens of indentation, if columns tell blocks. Readers leave it empty.
    pub layout: Option<SourceLayout>,
    /// The token of words, if the notation names it (`word` of tree-sitter).
    pub word: Option<String>,
    /// Whether letters in literals and classes stand for both cases everywhere.
    pub is_case_insensitive: bool,
    /// The unit of a character.
    pub unit: CharacterUnit,
}

/// The tokens of indentation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceLayout {
    /// The end of a line, with all empty lines behind it.
    pub newline: String,
    /// The blanks that a line may begin with.
    pub blank: String,
}

/// How a notation tells tokens apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lexing {
    /// There are no tokens: rules match characters (ABNF, PEG, W3C, Fuzzing Book).
    #[default]
    Scannerless,
    /// A scanner takes the longest match, then the first token. It does not know the state of the parser (ANTLR).
    LongestThenFirst,
    /// A scanner knows which tokens the parser wants (tree-sitter, Lark): the longest of those.
    Contextual,
}

/// The unit of one character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CharacterUnit {
    /// A Unicode scalar value.
    #[default]
    Scalar,
    /// A byte.
    Byte,
}

/// A rule or token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceRule {
    /// Its name as the source writes it. The back end makes a name of grammarc's from it.
    pub name: String,
    /// Its purpose.
    pub role: RuleRole,
    /// The mode of the scanner that it belongs to; empty for the default mode. Tokens of two modes never stand in each other's way.
    pub mode: String,
    /// The changes of the scanner's mode behind this token, in this order.
    pub moves: Vec<ModeMove>,
    /// The lines of the comment above it, without marks.
    pub comment: Vec<String>,
    /// At least one.
    pub alternatives: Vec<SourceAlternative>,
    /// Whether its name has no node in the trees of the source (`_rule` of Lark and tree-sitter, silent rules of pest).
    pub is_hidden: bool,
    /// Whether letters stand for both cases in this rule, where the grammar as a whole does not say so.
    pub is_case_insensitive: bool,
    /// Where its name stands.
    pub place: SourcePlace,
}

/// A change of the mode of the scanner. For example, `<!--` of XML opens a mode in which only `-->` ends a comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModeMove {
    /// Goes on in this mode (`-> mode(M)` of ANTLR).
    Change(String),
    /// Goes on in this mode, until it is left by [`ModeMove::Pop`] (`-> pushMode(M)`).
    Push(String),
    /// Returns to the mode before the last [`ModeMove::Push`] (`-> popMode`).
    Pop,
}

/// The purpose of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RuleRole {
    /// A rule of the parser. White space may stand between its parts, if anything is skipped.
    Syntax,
    /// A rule of the parser in which nothing is skipped (`@` and `$` of pest, lexical rules of W3C).
    Exact,
    /// A token.
    Token,
    /// A token that is thrown away, such as white space.
    Skip,
    /// A token on another channel, of this name. The parser does not see it.
    Channel(String),
    /// A part of tokens that is no token itself.
    Fragment,
}

/// One alternative of a rule, or of a group.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SourceAlternative {
    /// Its parts in order; none for the empty alternative.
    pub items: Vec<SourceItem>,
    /// Its name (`#Add` of ANTLR, `-> add` of Lark).
    pub label: Option<String>,
    /// Its precedence, if it is an operator.
    pub level: Option<OperatorLevel>,
    /// How often it should be chosen, if the source says so. 100 is the usual weight.
    pub weight: Option<u32>,
    /// Functions that the source calls before or after it, in order.
    pub hooks: Vec<SourceHook>,
    /// Where it stands.
    pub place: SourcePlace,
}

/// A function of the source that offers or judges the text of an alternative. Its code is not imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceHook {
    /// When it is called.
    pub moment: HookMoment,
    /// Its name, as Rust can write it.
    pub function: String,
}

/// When a function is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HookMoment {
    /// It offers texts (`@pre`).
    Before,
    /// It judges the text (`@post`).
    After,
}

/// The precedence of an operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OperatorLevel {
    /// A higher number binds tighter. Only the order of numbers within a rule counts.
    pub number: i64,
    /// How equal operators group.
    pub side: OperatorSide,
}

/// How operators of one level group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OperatorSide {
    /// `a-b-c` is `(a-b)-c`.
    Left,
    /// `a=b=c` is `a=(b=c)`.
    Right,
    /// The source says only how tightly it binds.
    Unsaid,
}

/// One part of an alternative.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceItem {
    /// The texts that it matches.
    pub kind: SourceItemKind,
    /// The label before it (`x=` of ANTLR, `FIELD` of tree-sitter).
    pub label: Option<String>,
    /// Where it stands.
    pub place: SourcePlace,
}

impl SourceItem {
    /// Makes an item without a label.
    pub fn new(kind: SourceItemKind, place: SourcePlace) -> Self {
        Self { kind, label: None, place }
    }
}

/// The kinds of parts of an alternative.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SourceItemKind {
    /// A rule or token, by name.
    Name(String),
    /// A text.
    Text {
        /// Without quotes, escapes resolved.
        text: String,
        /// Whether ASCII letters stand for both cases.
        fold: bool,
    },
    /// One character of these ranges, which are inclusive and in any order.
    Class {
        /// First and last character of each range.
        ranges: Vec<(u32, u32)>,
        /// Whether it is one character outside of them.
        negated: bool,
    },
    /// Any character; in a parser rule of a notation with tokens, any token.
    Any,
    /// Any token but these, which are names and texts.
    AnyTokenBut(Vec<Self>),
    /// The end of the input.
    End,
    /// One of several sequences.
    Group(Vec<SourceAlternative>),
    /// A repetition.
    Repeat {
        /// The element.
        body: Box<SourceItem>,
        /// The least number.
        min: u32,
        /// The greatest number; none if there is no end.
        max: Option<u32>,
        /// Whether it stops as soon as the part behind matches (`*?` of ANTLR).
        is_lazy: bool,
    },
    /// One or more of a part, with another between two of them.
    Separated {
        /// The element.
        body: Box<SourceItem>,
        /// The part between two of them.
        separator: Box<SourceItem>,
    },
    /// Texts of the first that are no texts of the second (`A - B` of W3C and ISO).
    Except(Box<SourceItem>, Box<SourceItem>),
    /// Nothing, where a part follows, or does not follow.
    Ahead {
        /// The part that must or must not follow.
        body: Box<SourceItem>,
        /// Whether it must not.
        negative: bool,
    },
    /// The end of a line; the next one begins in the column of the block around it.
    Line,
    /// The end of a line, then lines right of the block around them, each of which is this part.
    Block(Box<SourceItem>),
    /// The end of a line, then a part whose lines are right of the block around them.
    Inside(Box<SourceItem>),
    /// A part in which line ends are skipped.
    Flat(Box<SourceItem>),
    /// A part in which nothing is skipped before it (`token.immediate` of tree-sitter), or at all (`token`).
    Exact(Box<SourceItem>),
}
