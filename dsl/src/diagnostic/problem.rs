//! Every problem that a grammar can have, and its message.

use super::{Place, Syntax};

/// Whether a grammar with the problem can still be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// No.
    Error,
    /// Yes, but the author should know.
    Warning,
}

/// A problem of a grammar. Names of rules are without angle brackets.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// The grammar file itself cannot be read.
    Unreadable {
        /// Its path.
        path: String,
        /// The reason, as the system gives it.
        reason: String,
    },
    /// The text is not a grammar file.
    Syntax(Syntax),
    /// G001: a rule is used but never defined.
    UndefinedRule {
        /// The name used.
        name: String,
        /// A known name that is near it.
        suggestion: Option<String>,
    },
    /// G001: a name stands without angle brackets.
    BareName {
        /// The name.
        name: String,
    },
    /// G002: a rule is defined twice.
    DuplicateRule {
        /// Its name.
        name: String,
        /// Where it was defined first.
        first: Place,
    },
    /// G003: there is no rule to start with.
    NoStart,
    /// G004: no text can ever be derived from a rule.
    UnproductiveRule {
        /// Its name.
        name: String,
        /// The shortest way from the rule back to itself, both ends included; empty if there is none.
        cycle: Vec<String>,
    },
    /// G006: a class that matches nothing.
    EmptyClass,
    /// G006: a range that ends before it begins.
    InvertedRange {
        /// Its first character, as written.
        low: String,
        /// Its last character, as written.
        high: String,
    },
    /// G006: a count that ends before it begins.
    InvertedCount {
        /// The lower end.
        low: u64,
        /// The upper end.
        high: u64,
    },
    /// G006: a count without labels that is no number: negative, or a division by zero.
    NoCount,
    /// G007: a byte literal above 0x7F in a grammar of characters.
    ByteInUtf8 {
        /// The byte.
        byte: u8,
    },
    /// G007: a character of several bytes in a class of bytes.
    CharacterInBytes {
        /// The character, as written.
        character: String,
    },
    /// G007: a character above U+00FF in a grammar of Latin-1.
    CharacterInLatin1 {
        /// The character as written.
        character: String,
    },
    /// G008: the operand of `-`, `!` or `&` is not regular.
    NotRegularOperand {
        /// The operator as written.
        operator: char,
        /// The rule that causes it, or another cause.
        culprit: String,
    },
    /// G009: a label that is never defined.
    UnknownLabel {
        /// The name used.
        name: String,
        /// A visible label that is near it.
        suggestion: Option<String>,
    },
    /// G009: a label that exists, but stands later, or in a group where it is not visible.
    HiddenLabel {
        /// The label.
        name: String,
        /// Where it is defined.
        definition: Place,
    },
    /// G009: two labels of one name that are visible at the same time.
    DuplicateLabel {
        /// The label.
        name: String,
        /// Where it was defined first.
        first: Place,
    },
    /// G010: values that depend on each other.
    CyclicValue {
        /// The labels, the first one again at the end.
        cycle: Vec<String>,
    },
    /// G010: `%inline` rules that expand to themselves.
    CyclicInline {
        /// The rules, the first one again at the end.
        cycle: Vec<String>,
    },
    /// G011: a value is computed for, or read from, an item that is not known to be a number.
    NoCodec {
        /// The item, as written.
        written: String,
    },
    /// G012: a name is used from a namespace in which nothing is ever defined.
    UndefinedNamespace {
        /// The namespace.
        name: String,
        /// A namespace in which something is defined and whose name is near it.
        suggestion: Option<String>,
    },
    /// G013: a hook or annotation that does not exist.
    UnknownHook {
        /// Its name without `@`.
        name: String,
        /// A hook that is near it.
        suggestion: Option<String>,
    },
    /// G013: a hook where it cannot stand.
    MisplacedHook {
        /// Its name without `@`.
        name: String,
        /// Where it may stand, as the end of a sentence: "after the last item of an alternative".
        allowed: &'static str,
    },
    /// G013: an argument that the hook does not take, or one that is missing.
    HookArgument {
        /// The hook's name without `@`.
        name: String,
        /// How it is written: `@w(n)`.
        usage: &'static str,
    },
    /// G014: a file to import that cannot be read.
    ImportMissing {
        /// The path as written.
        path: String,
        /// The reason, as the system gives it.
        reason: String,
    },
    /// G014: a file to import that lies outside of the folders that a grammar may import from.
    ImportOutside {
        /// The path as written.
        path: String,
        /// The folder that it is in.
        folder: String,
    },
    /// G013: a function that is used in two ways: by `@pre` and `@post`, or by one of them and `:=`.
    MixedFunction {
        /// Its name.
        name: String,
        /// Where it is used the other way.
        first: Place,
    },
    /// G014: files that import each other.
    ImportCycle {
        /// The paths, the first one again at the end.
        cycle: Vec<String>,
    },
    /// G015: something that must be regular is not.
    NotRegular {
        /// The construct that must be regular, with its article: "a `%token`".
        what: String,
        /// The rule that causes it, or another cause.
        culprit: String,
    },
    /// G016: operators of one precedence level that group differently.
    MixedAssociativity {
        /// The level.
        level: u32,
        /// The first annotation of that level.
        first: Place,
    },
    /// G017: a label, hook or exclusion asks for the text of an opaque rule, and that text can end with skip.
    SkipInText {
        /// The rule.
        rule: String,
        /// The rule that is skipped.
        skip: String,
    },
    /// G018: a construct that depends on indentation, in a file without `%layout`.
    NoLayout {
        /// Its word: `line`.
        word: String,
    },
    /// G018: a rule of `%layout` that is no token.
    LayoutWithoutToken {
        /// Its name.
        name: String,
    },
    /// G018: a part of `flat(…)` that needs the beginning of a line.
    NothingInFlat,
    /// G019: `token` in a grammar without tokens.
    NoTokens,
    /// Something that would take too much memory to be useful.
    TooLarge {
        /// The part that is too large: "this count".
        what: String,
        /// The largest that is allowed.
        limit: u64,
    },
    /// An import whose encoding differs: bytes in a UTF-8 grammar, or the other way round.
    EncodingMismatch {
        /// The imported file.
        path: String,
    },
    /// W101: a rule that no text of the grammar uses.
    UnreachableRule {
        /// Its name.
        name: String,
    },
    /// W103: an alternative that no tree can have, because an earlier one matches the same.
    ShadowedAlternative {
        /// The earlier one.
        by: Place,
        /// Whether both say the same; else the earlier one matches more.
        same: bool,
    },
    /// W104: literals that are also texts of a token, where both can stand.
    KeywordInToken {
        /// The token.
        token: String,
        /// The literals, without quotes; at least one.
        keywords: Vec<String>,
    },
    /// W105: a computed field is too narrow for its largest value.
    NarrowField {
        /// Its label, or how it is written.
        name: String,
        /// The highest number that it holds.
        highest: String,
        /// The expression it is computed from, as written.
        value: String,
        /// The largest value; none if it has no bound.
        most: Option<String>,
    },
    /// W106: a match can always go on, whatever follows it.
    EndlessMatch {
        /// Whether it is a token, which takes the longest match at once.
        token: bool,
    },
    /// W107: functions that a run without compiled code cannot call.
    LeftOut {
        /// Their names. At least one, without repetition.
        functions: Vec<String>,
    },
    /// W102: no text can be written, because every text uses a name before it can be defined.
    DeadEnd {
        /// The namespaces of such names. At least one.
        namespaces: Vec<String>,
    },
    /// W108: every alternative has weight 0.
    ZeroWeights,
    /// W109: an operator without an operand at its ends.
    NoOperand {
        /// The annotation without `@`.
        name: String,
        /// The rule that should be its operand.
        rule: String,
    },
    /// W110: names are defined in a namespace from which none is used.
    UnusedNamespace {
        /// The namespace.
        name: String,
    },
    /// W111: the body of a repetition can be empty.
    EmptyIteration,
    /// W112: a rule can derive itself alone, so that a text has infinitely many trees.
    UnitCycle {
        /// The rules, the first one again at the end.
        cycle: Vec<String>,
    },
    /// W113: keywords that need not end where a token begins: `letx` is `let` and `x`.
    KeywordRunsOn {
        /// The token.
        token: String,
        /// The literals, without quotes; at least one.
        keywords: Vec<String>,
        /// The first one with a text of the token behind it.
        example: String,
    },
    /// W114: no text can ever be derived from a rule, but the grammar has texts without it.
    LeftOutRule {
        /// Its name.
        name: String,
        /// The shortest way back to it, over rules that need each other.
        cycle: Vec<String>,
    },
    /// A warning: a text to be written between texts is empty, or is not a text of the skipped rule.
    WrongSeparator {
        /// The name of the skipped rule.
        rule: String,
    },
    /// A warning: parts of the grammar that are understood, but have no effect yet.
    NotApplied {
        /// The constructs without effect: `@def`, `:= size(…)`. At least one, without repetition.
        features: Vec<String>,
    },
}

impl Problem {
    /// Returns its number in the reference; syntax errors have none.
    pub fn code(&self) -> Option<&'static str> {
        Some(match self {
            Self::Unreadable { .. }
            | Self::Syntax(_)
            | Self::TooLarge { .. }
            | Self::EncodingMismatch { .. }
            | Self::WrongSeparator { .. }
            | Self::NotApplied { .. } => {
                return None;
            }
            Self::UndefinedRule { .. } | Self::BareName { .. } => "G001",
            Self::DuplicateRule { .. } => "G002",
            Self::NoStart => "G003",
            Self::UnproductiveRule { .. } => "G004",
            Self::EmptyClass | Self::InvertedRange { .. } | Self::InvertedCount { .. } | Self::NoCount => "G006",
            Self::ByteInUtf8 { .. } | Self::CharacterInBytes { .. } | Self::CharacterInLatin1 { .. } => "G007",
            Self::NotRegularOperand { .. } => "G008",
            Self::UnknownLabel { .. } | Self::HiddenLabel { .. } | Self::DuplicateLabel { .. } => "G009",
            Self::CyclicValue { .. } | Self::CyclicInline { .. } => "G010",
            Self::NoCodec { .. } => "G011",
            Self::UndefinedNamespace { .. } => "G012",
            Self::UnknownHook { .. }
            | Self::MisplacedHook { .. }
            | Self::HookArgument { .. }
            | Self::MixedFunction { .. } => "G013",
            Self::ImportMissing { .. } | Self::ImportOutside { .. } | Self::ImportCycle { .. } => "G014",
            Self::NotRegular { .. } => "G015",
            Self::MixedAssociativity { .. } => "G016",
            Self::SkipInText { .. } => "G017",
            Self::NoLayout { .. } | Self::LayoutWithoutToken { .. } | Self::NothingInFlat => "G018",
            Self::NoTokens => "G019",
            Self::UnreachableRule { .. } => "W101",
            Self::DeadEnd { .. } => "W102",
            Self::ShadowedAlternative { .. } => "W103",
            Self::KeywordInToken { .. } => "W104",
            Self::NarrowField { .. } => "W105",
            Self::EndlessMatch { .. } => "W106",
            Self::LeftOut { .. } => "W107",
            Self::ZeroWeights => "W108",
            Self::NoOperand { .. } => "W109",
            Self::UnusedNamespace { .. } => "W110",
            Self::EmptyIteration => "W111",
            Self::UnitCycle { .. } => "W112",
            Self::KeywordRunsOn { .. } => "W113",
            Self::LeftOutRule { .. } => "W114",
        })
    }

    /// Returns whether the grammar can be used all the same.
    pub fn severity(&self) -> Severity {
        match self {
            Self::WrongSeparator { .. } | Self::NotApplied { .. } => Severity::Warning,
            _ if self.code().is_some_and(|code| code.starts_with('W')) => Severity::Warning,
            _ => Severity::Error,
        }
    }

    /// Returns the sentence that stands above the source.
    pub fn message(&self) -> String {
        match self {
            Self::Unreadable { path, reason } => format!("cannot read `{path}`: {reason}"),
            Self::Syntax(syntax) => syntax.message(),
            Self::UndefinedRule { name, .. } => format!("undefined rule `<{name}>`"),
            Self::BareName { name } => format!("`{name}` needs angle brackets or quotes"),
            Self::DuplicateRule { name, .. } => format!("`<{name}>` is defined twice"),
            Self::NoStart => "the grammar has no rules".to_owned(),
            Self::UnproductiveRule { name, .. } | Self::LeftOutRule { name, .. } => {
                format!("`<{name}>` matches no finite text")
            }
            Self::EmptyClass => "this class matches nothing".to_owned(),
            Self::InvertedRange { low, high } => format!("the range `{low}-{high}` is inverted"),
            Self::InvertedCount { low, high } => format!("the count `{{{low},{high}}}` is inverted"),
            Self::ByteInUtf8 { byte } => format!("the byte 0x{byte:02X} is not a UTF-8 character"),
            Self::NotRegularOperand { operator, culprit } => {
                format!("the operand of `{operator}` must be regular, but {culprit} is not")
            }
            Self::UnknownLabel { name, .. } => format!("undefined label `{name}` in this alternative"),
            Self::HiddenLabel { name, .. } => format!("the label `{name}` is not visible here"),
            Self::DuplicateLabel { name, .. } => format!("the label `{name}` is defined twice"),
            Self::CyclicValue { cycle } => format!("the value of `{}` depends on itself", head(cycle)),
            Self::CyclicInline { cycle } => format!("`%inline <{}>` expands to itself", head(cycle)),
            Self::NoCount => "this count is not a valid number".to_owned(),
            Self::NoCodec { written } => format!("`{written}` cannot be read as a number"),
            Self::UndefinedNamespace { name, .. } => format!("no rule defines names in the namespace `{name}`"),
            Self::UnknownHook { name, .. } => format!("unknown hook `@{name}`"),
            Self::MisplacedHook { name, .. } => format!("`@{name}` is not allowed here"),
            Self::HookArgument { name, .. } => format!("`@{name}` does not take these arguments"),
            Self::MixedFunction { name, .. } => format!("the function `{name}` is used in two ways"),
            Self::ImportMissing { path, .. } => format!("cannot read `{path}`"),
            Self::ImportOutside { path, .. } => format!("`{path}` is outside of the folder of the grammar"),
            Self::ImportCycle { cycle } => format!("`{}` imports itself", head(cycle)),
            Self::NotRegular { what, culprit } => format!("{what} must be regular, but {culprit} is not"),
            Self::MixedAssociativity { level, .. } => {
                format!("the operators of level {level} have different associativity")
            }
            Self::SkipInText { rule, .. } => {
                format!("the text of `<{rule}>` is needed, but may end with skipped text")
            }
            Self::NoLayout { word } => format!("`{word}` needs `%layout`"),
            Self::LayoutWithoutToken { name } => format!("`<{name}>` must be a `%token`, because `%layout` names it"),
            Self::NothingInFlat => "this matches nothing in `flat(…)`".to_owned(),
            Self::NoTokens => "`token` matches nothing, because the grammar has no tokens".to_owned(),
            Self::CharacterInBytes { character } => format!("`{character}` has more than one byte"),
            Self::CharacterInLatin1 { character } => format!("`{character}` is not in Latin-1"),
            Self::TooLarge { what, limit } => format!("{what} is too large: the limit is {limit}"),
            Self::EncodingMismatch { path } => format!("`{path}` has a different `%encoding`"),
            Self::UnreachableRule { name } => format!("`<{name}>` is never used"),
            Self::ShadowedAlternative { same: true, .. } => "this alternative repeats an earlier one".to_owned(),
            Self::ShadowedAlternative { .. } => {
                "an earlier alternative matches everything that this one matches".to_owned()
            }
            Self::KeywordInToken { token, keywords } => {
                let verb = if keywords.len() == 1 { "is also a text" } else { "are also texts" };
                format!("{} {verb} of `<{token}>`", quoted(keywords))
            }
            Self::DeadEnd { namespaces } => {
                format!("every text uses a name before it is defined; namespaces: {}", quoted(namespaces))
            }
            Self::NarrowField { name, highest, value, most } => match most {
                Some(most) => format!("`{name}` holds at most {highest}, but `{value}` can be {most}"),
                None => format!("`{name}` holds at most {highest}, but `{value}` is unbounded"),
            },
            Self::EndlessMatch { .. } => "this matches up to the end of the input".to_owned(),
            Self::LeftOut { functions } => {
                format!("functions not called, because the grammar is interpreted: {}", quoted(functions))
            }
            Self::ZeroWeights => "all alternatives have weight 0".to_owned(),
            Self::NoOperand { name, .. } => format!("`@{name}` at an alternative without operands"),
            Self::UnusedNamespace { name } => format!("names defined in the namespace `{name}` are never used"),
            Self::EmptyIteration => "the repeated item can be empty".to_owned(),
            Self::UnitCycle { cycle } => format!("`<{}>` can derive itself alone", head(cycle)),
            Self::KeywordRunsOn { token, keywords, .. } => {
                format!("{} can run into `<{token}>`", quoted(keywords))
            }
            Self::WrongSeparator { rule } => format!("this text is not a separator: `<{rule}>` does not match it"),
            Self::NotApplied { features } => format!("no effect yet: {}", quoted(features)),
        }
    }

    /// Returns the words beside the place itself.
    pub fn label(&self) -> String {
        let label = match self {
            Self::Syntax(syntax) => return syntax.label(),
            Self::ImportMissing { reason, .. } => return reason.clone(),
            Self::ImportOutside { .. } => "not read",
            Self::UndefinedRule { .. } => "not defined",
            Self::BareName { .. } => "a rule, a label or a text?",
            Self::DuplicateRule { .. } | Self::DuplicateLabel { .. } => "defined again",
            Self::NoStart => "expected a rule",
            Self::UnproductiveRule { .. } => "every alternative needs the rule again",
            Self::LeftOutRule { .. } => "left out, with the alternatives that need it",
            Self::Unreadable { .. } => "not readable",
            Self::EmptyClass => "nothing between the brackets",
            Self::InvertedRange { .. } | Self::InvertedCount { .. } => "inverted",
            Self::ByteInUtf8 { .. } => "above 0x7F",
            Self::NotRegularOperand { .. } | Self::NotRegular { .. } => "not regular",
            Self::UnknownLabel { .. } => "not a label",
            Self::HiddenLabel { .. } => "used here",
            Self::CyclicValue { .. } | Self::CyclicInline { .. } | Self::ImportCycle { .. } => "closes the cycle",
            Self::NoCount => "negative, or divided by zero",
            Self::NoCodec { .. } => "no codec",
            Self::UndefinedNamespace { .. } => "used here",
            Self::UnknownHook { .. } => "unknown",
            Self::MisplacedHook { .. } => "misplaced",
            Self::HookArgument { .. } => "wrong arguments",
            Self::MixedFunction { .. } => "used differently here",
            Self::MixedAssociativity { .. } => "used differently here",
            Self::SkipInText { .. } => "one leaf, including skipped text",
            Self::NoLayout { .. } => "depends on the ends of lines",
            Self::LayoutWithoutToken { .. } => "not a token",
            Self::NothingInFlat => "needs the beginning of a line",
            Self::NoTokens => "any of none",
            Self::CharacterInBytes { .. } => "not a byte",
            Self::CharacterInLatin1 { .. } => "above U+00FF",
            Self::TooLarge { .. } => "too large",
            Self::EncodingMismatch { .. } => "imported here",
            Self::UnreachableRule { .. } => "not reachable from the start rule",
            Self::ShadowedAlternative { .. } => "never chosen",
            Self::KeywordInToken { .. } => "allowed where the keywords are allowed",
            Self::DeadEnd { .. } => "the fuzzer ends in a dead end",
            Self::NarrowField { .. } => "too narrow",
            Self::EndlessMatch { token: true } => "matches everything that follows",
            Self::EndlessMatch { .. } => "can match everything that follows",
            Self::LeftOut { .. } => "validity: partial",
            Self::ZeroWeights => "0 like the others",
            Self::NoOperand { rule, .. } => return format!("neither begins nor ends with `<{rule}>`"),
            Self::UnusedNamespace { .. } => "defined here",
            Self::EmptyIteration => "also matches the empty text",
            Self::UnitCycle { .. } => "a tree can nest in itself any number of times",
            Self::KeywordRunsOn { keywords, example, .. } => {
                let keyword = head(keywords);
                let name = example.strip_prefix(keyword).unwrap_or(example);
                return format!("`{example}` is read as `{keyword}` and `{name}`");
            }
            Self::WrongSeparator { .. } => "ignored",
            Self::NotApplied { .. } => "parsed, but without effect in this version",
        };
        label.to_owned()
    }

    /// Returns advice: the correct notation, or another remedy.
    pub fn help(&self) -> Option<String> {
        Some(match self {
            Self::Syntax(syntax) => return syntax.help(),
            Self::UndefinedRule { suggestion: Some(near), .. } => format!("did you mean `<{near}>`?"),
            Self::UndefinedRule { name, .. } => usual_rule(name)?.to_owned(),
            Self::BareName { name } => bare_name_help(name),
            Self::DuplicateRule { name, .. } => format!("merge both into one `<{name}> ::= … | …`"),
            Self::NoStart => "write a rule such as `<start> ::= \"text\"`".to_owned(),
            Self::UnproductiveRule { cycle, .. } | Self::LeftOutRule { cycle, .. } => unproductive_help(cycle),
            Self::EmptyClass => "the empty text is `\"\"`; any character is `.`".to_owned(),
            Self::InvertedRange { low, high } => format!("did you mean `{high}-{low}`?"),
            Self::InvertedCount { low, high } => format!("did you mean `{{{high},{low}}}`?"),
            Self::ByteInUtf8 { byte } => format!("write `\\u{{{byte:X}}}` for the character, or `%encoding bytes`"),
            Self::NotRegularOperand { .. } | Self::NotRegular { .. } => {
                "literals, classes, repetitions, and rules that do not refer to themselves are regular".to_owned()
            }
            Self::UnknownLabel { suggestion, .. } => format!("did you mean `{}`?", suggestion.as_ref()?),
            Self::HiddenLabel { .. } => {
                "a label is visible after its item, in the same alternative and its groups".to_owned()
            }
            Self::DuplicateLabel { .. } => "only labels in different branches of a choice may share a name".to_owned(),
            Self::CyclicValue { cycle } => format!("the cycle: {}", cycle.join(" → ")),
            Self::CyclicInline { cycle } => format!("the cycle: {}", bracketed(cycle)),
            Self::NoCount => "a range is written `{1,3}`".to_owned(),
            Self::NoCodec { .. } => {
                "use a rule of `%import \"std/bin.bnf\"`: `<dec>`, `<hex>`, `<u8>`, `<u16be>`, `<leb128>`, …".to_owned()
            }
            Self::UndefinedNamespace { suggestion: Some(near), .. } => format!("did you mean `{near}`?"),
            Self::UndefinedNamespace { name, .. } => {
                format!("write `@def({name})` after the item whose text is defined")
            }
            Self::UnknownHook { suggestion, .. } => format!("did you mean `@{}`?", suggestion.as_ref()?),
            Self::MisplacedHook { allowed, .. } => format!("it is allowed only {allowed}"),
            Self::HookArgument { usage, .. } => format!("it is written `{usage}`"),
            Self::MixedFunction { .. } => {
                "`@pre`, `@post` and `:=` pass different arguments: use two functions".to_owned()
            }
            Self::ImportMissing { .. } => "the path is relative to the file with the `%import`".to_owned(),
            Self::ImportOutside { folder, .. } => format!("if you trust the grammar, add `--allow-import {folder}`"),
            Self::ImportCycle { cycle } => format!("the cycle: {}", cycle.join(" → ")),
            Self::MixedAssociativity { .. } => "give one of them another level".to_owned(),
            Self::SkipInText { skip, .. } => {
                format!(
                    "mark it `%exact` and write `<{skip}>?` inside it where skipped text is allowed, or remove `%opaque`"
                )
            }
            Self::NoLayout { word } => {
                format!("write `%layout <nl> <blank>`, or `<{word}>` for a rule, or `\"{word}\"` for the text")
            }
            Self::LayoutWithoutToken { name } => format!("write `%token <{name}> ::= …`"),
            Self::NoTokens => {
                "it matches each `%token` and literal of a rule that the start reaches, but no skipped text".to_owned()
            }
            Self::NothingInFlat => "lines begin only outside of `flat(…)`".to_owned(),
            Self::CharacterInBytes { .. } => "write texts of several bytes as literals".to_owned(),
            Self::CharacterInLatin1 { .. } => "the characters of Latin-1 are U+0000 to U+00FF".to_owned(),
            Self::TooLarge { .. } => {
                "write an open repetition such as `x*`, or a rule that refers to itself".to_owned()
            }
            Self::EncodingMismatch { .. } => "a grammar and its imports need the same `%encoding`".to_owned(),
            Self::ShadowedAlternative { same: true, .. } => "remove one of them".to_owned(),
            Self::ShadowedAlternative { .. } => {
                "move it before the other one, or exclude its texts there with `-`".to_owned()
            }
            Self::KeywordInToken { token, keywords } => keyword_help(token, keywords),
            Self::DeadEnd { .. } => {
                "add an alternative without `@use`, or put an item with `@def` before it".to_owned()
            }
            Self::NarrowField { most: Some(_), .. } => "use a wider number, or limit the value".to_owned(),
            Self::NarrowField { highest, .. } => {
                format!("limit the value, as in `v:<byte>{{0,{highest}}}`, or use a wider number")
            }
            Self::EndlessMatch { .. } => {
                "limit it to `[^\\n]*`, or `(!\"*/\" .)* \"*/\"` for a longer terminator".to_owned()
            }
            Self::LeftOut { .. } => {
                "`grammarc compile` generates a program that calls functions written in Rust".to_owned()
            }
            Self::ZeroWeights => "the fuzzer then chooses any of them; remove `@w(0)` from some".to_owned(),
            Self::NoOperand { name, rule } => {
                format!("an operator is written `<{rule}> \"+\" <{rule}> @{name}(1)`; others need no level")
            }
            Self::UnusedNamespace { name } => {
                format!("write `@use({name})` after the item that must be defined, or remove `@def`")
            }
            Self::EmptyIteration => "make each iteration match something: `x` for `x?`, `x+` for `x*`".to_owned(),
            Self::UnitCycle { cycle } => {
                format!("the cycle: {}; the parser ignores such trees, but is slower", bracketed(cycle))
            }
            Self::KeywordRunsOn { token, .. } => format!("write `%word <{token}>`: then a keyword is a whole word"),
            Self::WrongSeparator { rule } => format!("write a non-empty text of `<{rule}>`"),
            Self::Unreadable { .. } | Self::UnreachableRule { .. } | Self::NotApplied { .. } => return None,
        })
    }

    /// Returns other places that the reader must see, with the words beside them.
    pub fn related(&self) -> Vec<(Place, &'static str)> {
        match self {
            Self::DuplicateRule { first, .. } | Self::DuplicateLabel { first, .. } => {
                vec![(first.clone(), "first defined here")]
            }
            Self::HiddenLabel { definition, .. } => vec![(definition.clone(), "defined here")],
            Self::ShadowedAlternative { by, .. } => vec![(by.clone(), "the earlier alternative")],
            Self::MixedFunction { first, .. } | Self::MixedAssociativity { first, .. } => {
                vec![(first.clone(), "first used here")]
            }
            _ => Vec::new(),
        }
    }
}

fn head(cycle: &[String]) -> &str {
    cycle.first().map_or("", String::as_str)
}

fn quoted(names: &[String]) -> String {
    let names = names.iter().take(8).map(|name| format!("`{name}`")).chain((names.len() > 8).then(|| "…".to_owned()));
    names.collect::<Vec<_>>().join(", ")
}

/// A cycle of rules; a long one without its middle.
fn bracketed(rules: &[String]) -> String {
    let mut names: Vec<String> = rules.iter().map(|name| format!("<{name}>")).collect();
    if names.len() > 12 {
        names.splice(6..names.len() - 5, ["…".to_owned()]);
    }
    names.join(" → ")
}

fn unproductive_help(cycle: &[String]) -> String {
    let advice = "add an alternative that ends";
    if cycle.is_empty() { advice.to_owned() } else { format!("{advice}; the cycle: {}", bracketed(cycle)) }
}

fn bare_name_help(name: &str) -> String {
    match name {
        "i" | "b" => format!("write `{name}\"…\"` without a space between, or `<{name}>` for a rule"),
        "text" | "text_ci" => format!("write `{name}(label)` without a space between"),
        "ε" | "empty" | "epsilon" => format!("write `\"\"` for the empty text, or `<{name}>` for a rule"),
        _ => format!("write `<{name}>` for the rule, `\"{name}\"` for the text"),
    }
}

/// Returns the notation for a rule that other notations have built in.
fn usual_rule(name: &str) -> Option<&'static str> {
    Some(match name.to_ascii_lowercase().as_str() {
        "empty" | "epsilon" | "eps" | "lambda" | "nothing" => "the empty text is `\"\"`",
        "eof" | "eoi" | "end" => "the end of the input is `!.`",
        "any" => "any character is `.`",
        "digit" => "a digit is `[0-9]`",
        "alpha" | "letter" => "a letter is `[a-zA-Z]`",
        "space" | "whitespace" | "ws" => "white space is `[ \\t\\n\\r]*`",
        _ => return None,
    })
}

fn keyword_help(token: &str, keywords: &[String]) -> String {
    let texts: Vec<String> = keywords.iter().take(3).map(|keyword| format!("\"{keyword}\"")).collect();
    let more = if keywords.len() > 3 { " | …" } else { "" };
    format!("write `%word <{token}>`, or take them out: `%token <{token}> ::= (…) - ({}{more})`", texts.join(" | "))
}
