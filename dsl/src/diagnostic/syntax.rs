//! Mistakes in a text that is no grammar file, and the author's probable intention.

use super::slip::Slip;

/// A syntax error. The reader finds most of them by rules of the grammar that match usual mistakes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Syntax {
    /// Something that cannot stand there; no other variant fits.
    Unexpected {
        /// The text found, in words or quoted.
        found: String,
        /// The constructs that could stand there, in words or quoted.
        expected: Vec<&'static str>,
    },
    /// Something that is right in another notation.
    /// For example, `// text` for a comment.
    Slip(Slip),
    /// `<name` without `>`, or with blanks inside.
    UnclosedName {
        /// The text behind the bracket.
        name: String,
    },
    /// A text without its second quote on the same line.
    UnclosedText {
        /// The quote.
        quote: char,
    },
    /// A class without `]` on the same line.
    UnclosedClass,
    /// A `(` without `)`.
    UnclosedGroup,
    /// A `%rust` block without its end.
    UnclosedCode {
        /// The number of backquotes that it begins with.
        fence: usize,
    },
    /// `=`, `:=` or the like in the place of `::=`.
    /// For example, `<a> = "x"`.
    WrongDefine {
        /// The sign as written.
        written: String,
    },
    /// `name ::= …` without angle brackets.
    BareRule {
        /// The name.
        name: String,
    },
    /// Nothing before or after a `|`, in a group, or after `::=`.
    /// For example, `"a" |`, where the empty text is written `""`.
    EmptyAlternative,
    /// `ε` for the empty text.
    Epsilon,
    /// `:=` with no expression after it.
    NoValue,
    /// `x?*`.
    SecondRepetition {
        /// The item with the first one: `x?`.
        first: &'static str,
        /// The second one.
        written: String,
    },
    /// `x - y - z`.
    SecondExcept,
    /// `x - y*`.
    RepeatedExcept,
    /// `x **` with no separator after it.
    NoSeparator {
        /// `**` or `++`.
        operator: &'static str,
    },
    /// A backslash before a character that needs none, or that is no known escape.
    /// For example, `\q`.
    BadEscape {
        /// The escape as written.
        written: String,
        /// The correct notation.
        advice: String,
    },
    /// `\p{…}` with a name that Unicode does not know.
    UnknownProperty {
        /// The name as written.
        name: String,
        /// A name that is near it.
        suggestion: Option<&'static str>,
    },
    /// A `-` in the middle of a class that is no range.
    /// For example, `[a-c-e]`.
    StrayDash,
    /// `i[…]`.
    FoldedClass,
    /// A hook or annotation with no item before it.
    /// For example, `(@keep "x")`.
    HookAlone,
    /// Something in the parentheses of a hook that is no argument, or no `)`.
    WrongArgument,
    /// A number that does not fit 64 bits.
    /// For example, 2⁶⁴ written out.
    NumberTooLarge,
    /// Groups or sums nested or chained beyond the limit.
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// `%something` that does not exist.
    UnknownDirective {
        /// The name without `%`.
        name: String,
        /// A directive that is near it.
        suggestion: Option<&'static str>,
    },
    /// A known directive in a wrong form.
    /// For example, `%start expr` without the angle brackets.
    WrongDirective {
        /// The name without `%`.
        name: &'static str,
        /// The correct form.
        usage: &'static str,
    },
    /// A notation that is reserved.
    Reserved {
        /// As written in the reference.
        notation: &'static str,
    },
}

impl Syntax {
    /// Returns the sentence that stands above the source.
    pub(super) fn message(&self) -> String {
        match self {
            Self::Unexpected { found, .. } => format!("unexpected {found}"),
            Self::Slip(slip) => slip.message(),
            Self::UnclosedName { .. } => "unclosed `<`".to_owned(),
            Self::UnclosedText { quote } => format!("unclosed text: missing `{quote}`"),
            Self::UnclosedClass => "unclosed class: missing `]`".to_owned(),
            Self::UnclosedGroup => "unclosed `(`".to_owned(),
            Self::UnclosedCode { .. } => "unclosed `%rust` block".to_owned(),
            Self::WrongDefine { written } => format!("`{written}` instead of `::=`"),
            Self::BareRule { name } => format!("the rule `{name}` needs angle brackets"),
            Self::EmptyAlternative => "empty alternative".to_owned(),
            Self::Epsilon => "`ε` is not part of the notation".to_owned(),
            Self::NoValue => "`:=` needs a value".to_owned(),
            Self::SecondRepetition { .. } => "two repetitions of one item".to_owned(),
            Self::SecondExcept => "two exclusions from one item".to_owned(),
            Self::RepeatedExcept => "a repetition after `-`".to_owned(),
            Self::NoSeparator { operator } => format!("`{operator}` needs a separator"),
            Self::BadEscape { written, .. } => format!("unknown escape `{written}`"),
            Self::UnknownProperty { name, .. } => format!("unknown property `{name}`"),
            Self::StrayDash => "a `-` in the middle of a class".to_owned(),
            Self::FoldedClass => "`i` is not allowed before a class".to_owned(),
            Self::HookAlone => "a hook without an item before it".to_owned(),
            Self::WrongArgument => "invalid argument of a hook".to_owned(),
            Self::NumberTooLarge => "this number is too large".to_owned(),
            Self::TooDeep { limit } => format!("nested or chained more than {limit} deep"),
            Self::UnknownDirective { name, .. } => format!("unknown directive `%{name}`"),
            Self::WrongDirective { name, .. } => format!("invalid `%{name}`"),
            Self::Reserved { notation } => format!("`{notation}` is reserved for a later version"),
        }
    }

    /// Returns the words beside the place.
    pub(super) fn label(&self) -> String {
        let label = match self {
            Self::Unexpected { expected, .. } if expected.is_empty() => "unexpected",
            Self::Unexpected { expected, .. } => return format!("expected {}", any_of(expected)),
            Self::Slip(slip) => return slip.label(),
            Self::UnclosedName { .. } => "expected `>` right after the name",
            Self::UnclosedText { .. } | Self::UnclosedClass => "not closed on this line",
            Self::UnclosedGroup | Self::UnclosedCode { .. } => "never closed",
            Self::WrongDefine { .. } => "expected `::=`",
            Self::BareRule { .. } => "expected `<name>`",
            Self::EmptyAlternative => "nothing after this",
            Self::Epsilon => "the empty text?",
            Self::NoValue => "expected a value after this",
            Self::SecondRepetition { .. } => "the second repetition",
            Self::SecondExcept => "the second exclusion",
            Self::RepeatedExcept => "`-` applies to one item",
            Self::NoSeparator { .. } => "expected a separator after this",
            Self::BadEscape { .. } => "unknown escape",
            Self::UnknownProperty { .. } => "unknown",
            Self::StrayDash => "not first, last, or between two characters",
            Self::FoldedClass => "only texts can ignore case",
            Self::HookAlone => "belongs to the item before it",
            Self::WrongArgument => "expected an argument or `)`",
            Self::NumberTooLarge => "does not fit into 64 bits",
            Self::TooDeep { .. } => "too deep from here on",
            Self::UnknownDirective { .. } => "unknown",
            Self::WrongDirective { .. } => "expected something else after this",
            Self::Reserved { .. } => "reserved",
        };
        label.to_owned()
    }

    /// Returns advice: the correct notation, in most cases.
    pub(super) fn help(&self) -> Option<String> {
        let help = match self {
            Self::Slip(slip) => return Some(slip.help()),
            Self::UnclosedName { name } if name.is_empty() => "a rule is written `<name>`, a text `\"<\"`",
            Self::UnclosedName { name } => {
                return Some(format!("write `<{name}>` for the rule, `\"<{name}\"` for a text"));
            }
            Self::UnclosedText { .. } => "write a line break in a text as `\\n`",
            Self::UnclosedClass => "write a bracket as `\"[\"`, or as `\\]` inside a class",
            Self::UnclosedCode { fence: 3 } => "put the code between two lines with three backquotes",
            Self::UnclosedCode { fence } => {
                return Some(format!("end the code with {fence} backquotes, as it begins"));
            }
            Self::WrongDefine { .. } => "a rule is written `<name> ::= … | …`",
            Self::BareRule { name } => return Some(format!("write `<{name}> ::= …`")),
            Self::EmptyAlternative | Self::Epsilon => "write `\"\"` for the empty text",
            Self::NoValue => "a value is `text(label)`, `size(label)`, a number, …; a rule is defined with `::=`",
            Self::SecondRepetition { first, written } => return Some(second_repetition_help(first, written)),
            Self::SecondExcept => "write `x - (y | z)`",
            Self::RepeatedExcept => "write `x - (y*)`",
            Self::NoSeparator { operator } => return Some(format!("write `<element> {operator} \",\"`")),
            Self::BadEscape { advice, .. } => advice,
            Self::UnknownProperty { suggestion: Some(name), .. } => return Some(format!("did you mean `{name}`?")),
            Self::UnknownProperty { .. } => {
                "known are general categories as `Lu`, scripts as `Greek`, and properties as `ID_Start` and `Emoji`"
            }
            Self::StrayDash => "write `\\-`",
            Self::FoldedClass => "write both cases: `[a-zA-Z]`",
            Self::HookAlone => "write `\"\"` before it for the empty text",
            Self::WrongArgument => "an argument is `name`, `key=name` or a number",
            Self::TooDeep { .. } => "move inner parts into rules of their own",
            Self::UnknownDirective { name, .. } if name.is_empty() => {
                "write a directive without a space, as `%token`; the text is `\"%\"`; a comment begins with `#`"
            }
            Self::UnknownDirective { suggestion, .. } => {
                return suggestion.map(|name| format!("did you mean `%{name}`?"));
            }
            Self::WrongDirective { name: "rust", .. } => {
                "it is written `%rust`, three backquotes, the code, three backquotes"
            }
            Self::WrongDirective { usage, .. } => return Some(format!("it is written `{usage}`")),
            Self::Unexpected { found, .. } => return lookalike(found),
            Self::UnclosedGroup | Self::NumberTooLarge | Self::Reserved { .. } => return None,
        };
        Some(help.to_owned())
    }
}

fn second_repetition_help(first: &str, written: &str) -> String {
    let second = if written == "{" { "{…}" } else { written };
    format!("write `({first}){second}`")
}

/// Returns the character to type in place of one that only looks alike.
fn lookalike(found: &str) -> Option<String> {
    let advice = |code: &&(&str, &str)| found.contains(code.0);
    let codes = [
        ("U+200B", "delete this invisible character"),
        ("U+FEFF", "delete this invisible character"),
        ("U+2013", "this is a dash; write `-`"),
        ("U+2014", "this is a dash; write `-`"),
        ("U+2212", "this is a minus sign; write `-`"),
        ("U+201E", "write a straight quote: `\"`"),
        ("U+00AB", "write a straight quote: `\"`"),
        ("U+00BB", "write a straight quote: `\"`"),
        ("U+00A0", "this is a no-break space; write a plain space"),
        ("U+201C", "write a straight quote: `\"`"),
        ("U+201D", "write a straight quote: `\"`"),
        ("U+2018", "write a straight quote: `'`"),
        ("U+2019", "write a straight quote: `'`"),
    ];
    codes.iter().find(advice).map(|(_, advice)| (*advice).to_owned())
}

/// `a, b or c`.
fn any_of(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [head @ .., last] => format!("{} or {last}", head.join(", ")),
    }
}
