//! The syntax tree of a grammar file, without behaviour.
//!
//! The constructs get their meaning in the compiler.

use std::ops::Range;

/// Byte range in the grammar text.
pub type Span = Range<usize>;

/// One grammar file, in source order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct File {
    /// Directives and rules as they stand in the file.
    pub entries: Vec<Entry>,
}

/// A directive or a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// `%start <s>` and the like.
    Directive(Directive),
    /// `<name> ::= …`.
    Rule(Rule),
}

/// A name with its place: of a rule without its angle brackets, of a label, namespace or function.
/// For example, `<expr>` has the text `expr`, and its span covers all six bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The name itself.
    pub text: String,
    /// Where it stands, brackets included.
    pub span: Span,
}

/// A line that begins with `%` and is no rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directive {
    /// Which directive, with its arguments.
    pub kind: DirectiveKind,
    /// The whole directive.
    pub span: Span,
}

/// Which directive, with its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DirectiveKind {
    /// `%start <s>`, or `%start <s> <t>`: at least one. The first is the default.
    Start(Vec<Name>),
    /// `%import "f.bnf" as id`.
    Import {
        /// The path as written.
        path: String,
        /// The name after `as`.
        alias: Option<Name>,
    },
    /// `%skip <ws> := " "`.
    Skip {
        /// The rule that may follow every terminal.
        /// For example, `<ws>`, which matches blanks and comments.
        rule: Name,
        /// The text to print between terminals that would run together.
        /// For example, `" "` between `let` and `x`.
        text: Option<Literal>,
    },
    /// `%word <ident>`.
    Word(Name),
    /// `%layout <nl> <blank>`.
    Layout {
        /// The token that ends a line, with the empty lines and comments behind it.
        line_end: Name,
        /// The token of the blanks that a line may begin with.
        blank: Name,
    },
    /// `%encoding utf8`, `%encoding bytes` or `%encoding latin1`.
    Encoding(Encoding),
    /// Rust code between triple backquotes, kept verbatim.
    Rust(String),
}

/// The unit of a character in the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Encoding {
    /// A Unicode scalar value in UTF-8.
    #[default]
    Utf8,
    /// A byte.
    Bytes,
    /// A byte that stands for the Unicode scalar value of the same number, up to U+00FF.
    /// For example, `é` is the byte E9.
    Latin1,
}

impl Encoding {
    /// Returns the word for it in a grammar file.
    pub fn word(self) -> &'static str {
        match self {
            Self::Utf8 => "utf8",
            Self::Bytes => "bytes",
            Self::Latin1 => "latin1",
        }
    }

    /// Returns whether each character of the input is one byte.
    pub fn is_one_byte(self) -> bool {
        self != Self::Utf8
    }
}

/// A name and all its alternatives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// The lines of its `##` comment, without the marks.
    /// For example, `## A number.` gives the line `A number.`.
    pub doc: Vec<String>,
    /// `%token` and the like, in source order.
    pub modifiers: Vec<Modifier>,
    /// Its name.
    pub name: Name,
    /// At least one.
    pub alternatives: Vec<Alternative>,
    /// The whole rule, modifiers included.
    pub span: Span,
}

/// One modifier of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Modifier {
    /// Which one.
    pub kind: ModifierKind,
    /// Where it stands.
    pub span: Span,
}

/// A modifier before a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModifierKind {
    /// Longest match, one terminal.
    /// For example, `%token <ident> ::= [a-z]+`.
    Token,
    /// A leaf that the reducer treats as bytes.
    /// For example, the text of a comment, whose inner structure does not matter.
    Opaque,
    /// A macro.
    /// For example, with `%inline <opt> ::= "a" | "b"` a use of `<opt>` means `("a" | "b")`.
    Inline,
    /// No skip in this rule's own body.
    /// For example, a string literal, in which blanks are part of the text.
    Exact,
}

/// One sequence of items.
/// For example, `"a" | <b> "c"` has two: the item `"a"`, and the items `<b>` and `"c"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternative {
    /// At least one; the empty alternative is the item `""`.
    pub items: Vec<Item>,
    /// `@w @left @right @none @as`, which apply to the whole alternative.
    pub annotations: Vec<Hook>,
    /// The whole alternative.
    pub span: Span,
}

/// One item of a sequence: `label: !primary* - primary := expr @hook`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// `label:`.
    pub label: Option<Name>,
    /// `!` or `&`.
    pub look: Option<Look>,
    /// The operand to match.
    pub primary: Primary,
    /// How often.
    pub repetition: Option<Repetition>,
    /// Right of `-`: texts that the item must not match.
    /// For example, `<name> - "if"` matches every name but `if`.
    pub except: Option<Primary>,
    /// Right of `:=`: the value that the text must have.
    /// For example, `n:<u32be> := size(v)`.
    pub derive: Option<Expression>,
    /// `@def(…)` and the like.
    pub hooks: Vec<Hook>,
    /// The whole item.
    pub span: Span,
}

/// A look-ahead: matches without consuming.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// `&`: the input must go on with it.
    /// For example, `&"<"` matches nothing in front of a `<`.
    Ahead,
    /// `!`: the input must not go on with it.
    /// For example, `!"-->" .` matches a character that does not begin `-->`.
    NotAhead,
}

/// The smallest part that matches something: a text, a class, a rule, a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Primary {
    /// Which kind of operand.
    pub kind: PrimaryKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of primary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PrimaryKind {
    /// `"text"`, `i"text"`, `b"text"`.
    Literal(Literal),
    /// `[a-z]`, `b[\x00-\x1f]`.
    Class(Class),
    /// `.`.
    Any,
    /// `token`: any one token or literal of the grammar.
    AnyToken,
    /// `<name>`.
    Rule(Name),
    /// `( … )`.
    Group(Vec<Alternative>),
    /// `text(l)` or `text_ci(l)`: a back-reference.
    Text {
        /// The label referred to.
        label: Name,
        /// True for `text_ci`: ASCII case is ignored.
        fold: bool,
    },
    /// `block( … )`, `flat( … )`, `here( … )`, or one without alternatives: `line`, `more`, `same`, `inside`.
    Layout(Layout, Vec<Alternative>),
}

/// The constructs that depend on indentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Layout {
    /// `line`: a line ends, and the next one begins in the column of the block.
    Line,
    /// `more`: a line ends, and the next one begins right of the column of the block.
    More,
    /// `same`: a line that has just begun has its first character in the column of the block.
    /// For example, `line` is the line end and `same`.
    Same,
    /// `inside`: a line that has just begun has its first character right of the column of the block; outside of all blocks,
    /// anywhere. For example, `<break> inside <text>`, for a text with line ends of its own.
    Inside,
    /// `block(x)`: lines right of the column of the block around them, each an `x` in the column of the first.
    Block,
    /// `flat(x)`: in x the ends of lines are blanks.
    /// For example, `"(" flat(<argument> ** ",") ")"`.
    Flat,
    /// `here(x)`: in x this place is the column of the block.
    /// For example, `"- " here(<entry> ++ line)`.
    Here,
}

impl Layout {
    /// Returns its word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::More => "more",
            Self::Same => "same",
            Self::Inside => "inside",
            Self::Block => "block",
            Self::Flat => "flat",
            Self::Here => "here",
        }
    }

    /// Returns whether it has a part in parentheses.
    pub fn has_part(self) -> bool {
        matches!(self, Self::Block | Self::Flat | Self::Here)
    }
}

/// A quoted text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Literal {
    /// Its characters, escapes resolved.
    pub units: Vec<Unit>,
    /// `i"…"`: ASCII case is ignored.
    pub fold: bool,
    /// `b"…"`: bytes.
    pub bytes: bool,
}

/// One character of a literal or class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unit {
    /// A character as typed, or from `\n`, `\u{…}` and the like.
    Char(char),
    /// `\xNN`: U+00NN in utf8, the byte NN in bytes.
    Hex(u8),
}

/// A set of characters or bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// `[^…]`.
    pub negated: bool,
    /// Inclusive ranges as written, each with its place. An inverted one is kept for the diagnostic.
    /// For example, `[a-z_]` has the ranges `a-z` and `_-_`, and `[z-a]` keeps its inverted range.
    pub ranges: Vec<ClassRange>,
    /// Properties of Unicode, whose characters are members too.
    /// For example, `[\p{L}_]` has the property `L` and the range `_-_`.
    pub properties: Vec<Property>,
    /// `b[…]`.
    pub bytes: bool,
}

/// `\p{…}` in a class: all characters with a property of Unicode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// Its name as written.
    /// For example, `Lu`, `Greek` or `ID_Start`.
    pub name: String,
    /// `\P{…}`: all characters without it.
    pub negated: bool,
    /// Where it stands.
    pub span: Span,
}

/// One range of a class; a single character has both ends alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassRange {
    /// First character.
    pub low: Unit,
    /// Last character, included.
    pub high: Unit,
    /// Where it stands.
    pub span: Span,
}

/// How often a primary is matched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repetition {
    /// Which form.
    pub kind: RepetitionKind,
    /// Where it stands.
    pub span: Span,
}

/// The forms of repetition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RepetitionKind {
    /// `*`.
    ZeroOrMore,
    /// `+`.
    OneOrMore,
    /// `?`.
    Optional,
    /// `{n}`: exactly.
    Exactly(Expression),
    /// `{n,m}`: both included.
    /// For example, `<x>{2,4}` matches two, three or four of them.
    Between(Expression, Expression),
    /// `{n,}`.
    AtLeast(Expression),
    /// `** separator`: any number, separated.
    /// For example, `<x> ** ","` matches nothing, `1` and `1,2`.
    Separated(Box<Primary>),
    /// `++ separator`: one or more, separated.
    /// For example, `<x> ++ ","` matches `1` and `1,2`, but not the empty text.
    SeparatedSome(Box<Primary>),
}

/// An expression over earlier labels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression {
    /// Its operator or operand.
    pub kind: ExpressionKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpressionKind {
    /// A number.
    Integer(u64),
    /// A label by itself: its value.
    /// For example, `n` in `<x>{n}`.
    Label(String),
    /// `f(l, …)`: `text`, `size` and the like, or a function of the user.
    Call {
        /// The function.
        function: Name,
        /// Its arguments.
        labels: Vec<Name>,
    },
    /// `a + b` and the like.
    Binary {
        /// The left operand.
        left: Box<Expression>,
        /// The operator.
        operator: Operator,
        /// The right operand.
        right: Box<Expression>,
    },
}

/// An arithmetic operator; `*` and `/` bind tighter, all associate to the left.
/// For example, `a - b - c * d` means `(a - b) - (c * d)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// `+`.
    Add,
    /// `-`.
    Subtract,
    /// `*`.
    Multiply,
    /// `/`.
    Divide,
}

/// `@name(argument, …)`: a hook of an item or an annotation of an alternative.
/// For example, `@def(var, unique)` is a hook, and `@left(1)` is an annotation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hook {
    /// Its name without `@`.
    pub name: Name,
    /// Its arguments.
    pub arguments: Vec<Argument>,
    /// The whole hook.
    pub span: Span,
}

/// One argument of a hook: `name`, `3`, or `key=value`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// Left of `=`.
    /// For example, `at` in `@def(var, at=end)`.
    pub key: Option<Name>,
    /// The identifier or number, as written.
    pub value: Name,
}
