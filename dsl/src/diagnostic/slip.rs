//! The usual slips: habits from other notations, each with the notation to use here.

/// A slip, with the parts that its message shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Slip {
    /// A comment in another language's notation, as `// text`.
    Comment {
        /// The sign that begins it in that language.
        sign: &'static str,
    },
    /// `x, y`, `x ~ y` and the like: a sign between two items.
    Operator {
        /// The sign.
        sign: char,
    },
    /// `x / y` where alternatives are meant.
    SlashChoice,
    /// `/[a-z]+/`.
    RegularExpression,
    /// `^` or `$` for the beginning or end of the input.
    Anchor {
        /// The sign.
        sign: char,
    },
    /// `\d` outside a class or text.
    Backslash {
        /// The escape as written.
        written: String,
        /// The correct notation.
        advice: &'static str,
    },
    /// `[[:alpha:]]`.
    NamedClass,
    /// Something other than a rule after a `;`.
    /// For example, `<a> ::= "x"; "y"`.
    AfterSemicolon,
    /// `{ <b> }` for a repetition.
    Braces,
    /// `{1..3}`.
    DottedCount,
    /// `{,3}`.
    OpenCount,
    /// `{}`.
    EmptyCount,
    /// A `*`, `+` or `?` with no item before it.
    /// For example, `<a> ::= * "x"`.
    NothingToRepeat {
        /// The sign.
        sign: char,
    },
    /// `name>`.
    Unopened {
        /// The name.
        name: String,
    },
    /// `r"text"`.
    Prefix {
        /// The letters before the quote.
        letters: String,
    },
    /// `f(l)` as an item.
    CallAsItem {
        /// The function.
        function: String,
    },
    /// `@hook (argument)`.
    DistantArguments {
        /// The hook.
        hook: String,
    },
    /// `label=x`.
    LabelSign {
        /// The label.
        label: String,
    },
    /// `%token` or another sign of a percent inside a rule.
    LatePercent {
        /// The word with its `%`.
        written: String,
    },
    /// `<my rule>`.
    WrongName {
        /// A valid name near it.
        near: String,
    },
    /// `::=` with no name before it.
    NoName,
    /// A text between `"` and another quote.
    /// For example, `"text”`, which a word processor has written.
    MixedQuotes {
        /// The other quote.
        other: char,
    },
    /// Nothing in the file looks like a grammar.
    /// For example, a README or a program.
    NoGrammar,
    /// The file is not even text.
    Binary {
        /// A character that no text has.
        found: char,
    },
}

impl Slip {
    /// Returns the sentence that stands above the source.
    pub(super) fn message(&self) -> String {
        match self {
            Self::Comment { sign } => format!("`{sign}` does not begin a comment"),
            Self::Operator { sign } => format!("`{sign}` is not an operator"),
            Self::SlashChoice => "`/` does not separate alternatives".to_owned(),
            Self::RegularExpression => "a regular expression between slashes".to_owned(),
            Self::Anchor { sign } => format!("`{sign}` is not an anchor"),
            Self::Backslash { written, .. } => format!("`{written}` outside a text or class"),
            Self::NamedClass => "a class inside a class".to_owned(),
            Self::AfterSemicolon => "the rule has already ended with `;`".to_owned(),
            Self::Braces => "braces contain a count, not items".to_owned(),
            Self::DottedCount => "the bounds of a count are separated by `,`".to_owned(),
            Self::OpenCount => "a count without a lower bound".to_owned(),
            Self::EmptyCount => "a count without a number".to_owned(),
            Self::NothingToRepeat { sign } => format!("`{sign}` needs an item before it"),
            Self::Unopened { .. } => "missing `<` before `>`".to_owned(),
            Self::Prefix { letters } => format!("a text has no prefix `{letters}`"),
            Self::CallAsItem { function } => format!("the function `{function}` is not an item"),
            Self::DistantArguments { hook } => format!("a space between `@{hook}` and its arguments"),
            Self::LabelSign { label } => format!("`=` after the label `{label}`"),
            Self::LatePercent { written } => format!("`{written}` inside a rule"),
            Self::WrongName { .. } => "invalid rule name".to_owned(),
            Self::NoName => "a rule without a name".to_owned(),
            Self::MixedQuotes { .. } => "unclosed text: missing `\"`".to_owned(),
            Self::NoGrammar => "not a grammar file".to_owned(),
            Self::Binary { .. } => "not a grammar file, but binary data".to_owned(),
        }
    }

    /// Returns the words beside the place.
    pub(super) fn label(&self) -> String {
        let label = match self {
            Self::Comment { .. } => "a comment?",
            Self::Operator { .. } => "not needed between items",
            Self::SlashChoice => "alternatives?",
            Self::RegularExpression => "begins here",
            Self::Anchor { .. } => "not an item",
            Self::Backslash { .. } => "only inside quotes or brackets",
            Self::NamedClass => "the class has ended before this",
            Self::AfterSemicolon => "expected the next rule",
            Self::Braces => "expected a number",
            Self::DottedCount => "expected `,`",
            Self::OpenCount => "expected a number before this",
            Self::EmptyCount => "expected a number",
            Self::NothingToRepeat { .. } => "expected an item before this",
            Self::Unopened { .. } => "expected `<` before this",
            Self::Prefix { .. } => "unknown prefix",
            Self::CallAsItem { .. } => "a function, not an item",
            Self::DistantArguments { .. } => "not part of the hook",
            Self::LabelSign { .. } => "expected `:`",
            Self::LatePercent { .. } => "the rule ends before it",
            Self::WrongName { .. } => "expected letters, digits, `_`, `-` and `.`",
            Self::NoName => "expected `<name>` before this",
            Self::MixedQuotes { other } => return format!("this ends with `{other}`"),
            Self::NoGrammar => "expected a rule such as `<name> ::= …`",
            Self::Binary { found } => return format!("the control character U+{:04X}", u32::from(*found)),
        };
        label.to_owned()
    }

    /// Returns advice: the correct notation.
    pub(super) fn help(&self) -> String {
        let help = match self {
            Self::Comment { .. } => "a comment goes from `#` to the end of its line",
            Self::Operator { sign: '~' } => "any token but x is `token - x`; the text is `\"~\"`",
            Self::Operator { sign } => {
                return format!("separate items by spaces; the text is `\"{sign}\"`");
            }
            Self::SlashChoice => "write `x | y`; the text is `\"/\"`",
            Self::RegularExpression => "write its parts as items: `[a-z]+ (\".\" [a-z]+)*`",
            Self::Anchor { sign: '$' } => "the end of the input is `!.`; the text is `\"$\"`",
            Self::Anchor { sign } => {
                return format!("a rule always matches at the current position; the text is `\"{sign}\"`");
            }
            Self::Backslash { advice, .. } => advice,
            Self::NamedClass => "write the characters: `[a-zA-Z]`",
            Self::AfterSemicolon => "remove the `;` to continue the rule; the text is `\";\"`",
            Self::Braces => "write `(x)*` for any number, `(x)?` for zero or one",
            Self::DottedCount => "write `x{1,3}`",
            Self::OpenCount => "write `x{0,3}`",
            Self::EmptyCount => "write `x{3}`, `x{1,3}` or `x*`",
            Self::NothingToRepeat { sign } => {
                return format!("write a repetition after its item: `x{sign}`; the text is `\"{sign}\"`");
            }
            Self::Unopened { name } => return format!("write `<{name}>`"),
            Self::Prefix { letters } => return prefix_help(letters),
            Self::CallAsItem { .. } => {
                "only `text(label)` and `text_ci(label)` can be items; other functions go after `:=`"
            }
            Self::DistantArguments { hook } => return format!("write `@{hook}(…)` without a space between"),
            Self::LabelSign { label } => return format!("write `{label}:`; a rule is written `<{label}> ::= …`"),
            Self::LatePercent { written } => return late_help(written),
            Self::WrongName { near } => return format!("write `<{near}>`"),
            Self::NoName => "write `<name> ::= …`",
            Self::MixedQuotes { .. } => "write a straight quote at both ends: `\"…\"`",
            Self::NoGrammar | Self::Binary { .. } => {
                "a grammar consists of rules: `<name> ::= \"text\" | [a-z]+ <other>`; is this file an input?"
            }
        };
        help.to_owned()
    }
}

fn prefix_help(letters: &str) -> String {
    match letters {
        "I" => "write `i\"…\"` to ignore case".to_owned(),
        "B" => "write `b\"…\"` for bytes".to_owned(),
        _ => format!("the prefixes are `i\"any case\"` and `b\"bytes\"`; the rule is `<{letters}>`"),
    }
}

fn late_help(written: &str) -> String {
    match written {
        "%token" | "%opaque" | "%inline" | "%exact" => format!("write it before the name: `{written} <name> ::= …`"),
        _ if written.starts_with("%x") => {
            "write a character by number as `\"\\x41\"`, a range as `[\\x41-\\x5A]`".to_owned()
        }
        _ => "the text is `\"%\"`; directives go between rules".to_owned(),
    }
}
