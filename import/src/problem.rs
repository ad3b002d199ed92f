//! Problems of an import: the places where the source says more than a grammar file can, and the advice.

use grammarc_dsl::diagnostic::{Complaint, Place, Severity};

/// A problem of an import, with the names that its message needs. Its place is that of the diagnostic.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ImportProblem {
    /// The source is not written in its notation.
    Syntax {
        /// For example, "a rule".
        expected: String,
    },
    /// Something that the notation has and grammarc has not; it was left out.
    LeftOut {
        /// For example, "the action" or "the predicate".
        construct: String,
    },
    /// A description in words, such as `<any printable character>` of ABNF.
    Prose {
        /// The words.
        text: String,
    },
    /// A rule or token that is used, and that the file does not define.
    Undefined {
        /// Its name.
        name: String,
    },
    /// A token that a program finds, such as an external scanner of tree-sitter.
    External {
        /// Its name.
        name: String,
    },
    /// Tokens that a program makes of indentation, and that became `%layout`.
    Layout {
        /// The token of line ends.
        newline: String,
        /// The token that opens a block.
        indent: String,
        /// The token that closes a block.
        dedent: String,
    },
    /// Tokens that nothing uses were left out.
    Unused {
        /// Their names, in the order of the source.
        names: Vec<String>,
    },
    /// A rule is defined twice; its alternatives are those of both.
    Repeated {
        /// Its name.
        name: String,
    },
    /// Something that the source does not say, and that the reader had to guess.
    Guessed {
        /// For example, "the names in capital letters are tokens".
        guess: String,
    },
    /// Neither the name of a file nor its text tells its notation.
    UnknownNotation {
        /// The names that `--from` takes.
        known: Vec<&'static str>,
        /// Whether the text is JSON.
        is_json: bool,
    },
    /// The file is a grammar of grammarc's own.
    OwnNotation,
    /// A file that the source names, and that was not found.
    MissingFile {
        /// Its name.
        name: String,
    },
    /// A scanner with modes: which of its tokens it looks for is left to the parser.
    Modes {
        /// The names of the modes.
        names: Vec<String>,
    },
    /// The start rule that the caller names is no rule of the source.
    NoSuchStart {
        /// The name.
        name: String,
        /// Rules that could be meant.
        candidates: Vec<String>,
    },
    /// The source says no start rule, and not exactly one rule is used by no other.
    UnclearStart {
        /// Rules that no other uses; all rules if there is none.
        candidates: Vec<String>,
    },
    /// A token that takes every character that begins no other token, and throws it away.
    CatchAll {
        /// Its name.
        name: String,
    },
    /// A token that is too large, or not regular, so that it was not told apart from others.
    NotCompared {
        /// Its name.
        name: String,
    },
    /// A function of the source that a function in Rust must replace.
    HookStub {
        /// Its name in the grammar file.
        name: String,
    },
    /// The files have more grammars than the one that was taken.
    OtherGrammars {
        /// The one that was taken, as a message names it.
        taken: String,
        /// The names of the others, in the order of the files.
        names: Vec<String>,
    },
    /// The grammar that the caller names is in none of the files, or its notation has no names of grammars.
    NoSuchGrammar {
        /// The name.
        name: String,
        /// The names of the grammars of the files.
        known: Vec<String>,
    },
    /// Groups within groups, or operators around operators, deeper than the reader goes.
    TooDeep,
}

impl Complaint for ImportProblem {
    fn code(&self) -> Option<&'static str> {
        Some(match self {
            Self::Syntax { .. } => "I100",
            Self::LeftOut { .. } => "I101",
            Self::Prose { .. } => "I102",
            Self::Undefined { .. } => "I103",
            Self::External { .. } => "I104",
            Self::Repeated { .. } => "I105",
            Self::Unused { .. } => "I118",
            Self::Layout { .. } => "I117",
            Self::Guessed { .. } => "I106",
            Self::TooDeep => "I107",
            Self::MissingFile { .. } => "I115",
            Self::Modes { .. } => "I116",
            Self::UnknownNotation { .. } => "I110",
            Self::OwnNotation => "I111",
            Self::UnclearStart { .. } => "I120",
            Self::NoSuchStart { .. } => "I121",
            Self::CatchAll { .. } => "I122",
            Self::NotCompared { .. } => "I123",
            Self::HookStub { .. } => "I124",
            Self::OtherGrammars { .. } => "I125",
            Self::NoSuchGrammar { .. } => "I126",
        })
    }

    fn severity(&self) -> Severity {
        match self {
            Self::Syntax { .. }
            | Self::TooDeep
            | Self::UnknownNotation { .. }
            | Self::OwnNotation
            | Self::UnclearStart { .. }
            | Self::NoSuchStart { .. }
            | Self::NoSuchGrammar { .. } => Severity::Error,
            _ => Severity::Warning,
        }
    }

    fn message(&self) -> String {
        match self {
            Self::Syntax { expected } => format!("expected {expected}"),
            Self::LeftOut { construct } => format!("{construct} is left out"),
            Self::Prose { text } => format!("`{text}` is a description in words: it matches nothing"),
            Self::Undefined { name } => format!("`{name}` has no rule: it matches nothing"),
            Self::External { name } => format!("a program finds the token `{name}`: it matches nothing"),
            Self::Layout { newline, indent, dedent } => {
                format!("`{newline}`, `{indent}` and `{dedent}` became `%layout`")
            }
            Self::Unused { names } => format!("no rule uses these tokens: {}", some_of(names)),
            Self::Repeated { name } => format!("`{name}` is defined twice: the alternatives of both count"),
            Self::Guessed { guess } => format!("the source does not say it: {guess}"),
            Self::TooDeep => "the expression is nested too deeply".to_owned(),
            Self::MissingFile { name } => format!("`{name}` was not found: its rules are missing"),
            Self::Modes { names } => {
                format!("the modes of the scanner are not kept apart: {}", names.join(", "))
            }
            Self::UnknownNotation { is_json: true, .. } => {
                "this JSON is neither a grammar.json of tree-sitter nor a grammar of the Fuzzing Book".to_owned()
            }
            Self::UnknownNotation { .. } => "the notation of this grammar is not known".to_owned(),
            Self::OwnNotation => "this is a grammar file of grammarc already".to_owned(),
            Self::UnclearStart { .. } => "the source does not say which rule is the start".to_owned(),
            Self::NoSuchStart { name, .. } => format!("the start rule `{name}` is not defined"),
            Self::CatchAll { name } => format!("`{name}` skips every character that begins no token"),
            Self::NotCompared { name } => format!("`{name}` is not told apart from other tokens"),
            Self::HookStub { name } => {
                format!("the code of `{name}` is not imported: the grammar file calls a function in Rust")
            }
            Self::OtherGrammars { taken, names } => format!("{taken} was taken, and not {}", some_of(names)),
            Self::NoSuchGrammar { name, known } if known.is_empty() => {
                format!("there is no grammar `{name}`, nor any other with a name")
            }
            Self::NoSuchGrammar { name, .. } => format!("there is no grammar `{name}`"),
        }
    }

    fn label(&self) -> String {
        match self {
            Self::Syntax { .. } => "here".to_owned(),
            Self::LeftOut { .. } => "not imported".to_owned(),
            Self::Prose { .. } => "words".to_owned(),
            Self::Undefined { .. } | Self::External { .. } => "used here".to_owned(),
            Self::Layout { .. } => "made by a program".to_owned(),
            Self::Unused { .. } => "the first of them, left out".to_owned(),
            Self::Repeated { .. } => "defined again".to_owned(),
            Self::Guessed { .. } => "guessed".to_owned(),
            Self::TooDeep => "one level too many".to_owned(),
            Self::MissingFile { .. } => "named here".to_owned(),
            Self::Modes { .. } => "the first token of a mode".to_owned(),
            Self::UnknownNotation { .. } => "not like any of them".to_owned(),
            Self::OwnNotation => "a rule of its notation".to_owned(),
            Self::UnclearStart { .. } | Self::NoSuchStart { .. } => "in this grammar".to_owned(),
            Self::CatchAll { .. } => "hides errors in the input".to_owned(),
            Self::NotCompared { .. } => "recursive or very large".to_owned(),
            Self::HookStub { .. } => "a function in the source's language".to_owned(),
            Self::OtherGrammars { .. } => "another grammar".to_owned(),
            Self::NoSuchGrammar { .. } => "in this file".to_owned(),
        }
    }

    fn help(&self) -> Option<String> {
        let help = match self {
            Self::Syntax { .. } | Self::LeftOut { .. } => return None,
            Self::HookStub { .. } => {
                "write the function in a `%rust` block or beside the generated code; until then `-g` leaves it out"
            }
            Self::OtherGrammars { .. } => "`--grammar NAME` takes another one",
            Self::NoSuchGrammar { known, .. } if known.is_empty() => "leave `--grammar` out",
            Self::NoSuchGrammar { known, .. } => {
                return Some(format!("name one of the files: {}", some_of(known)));
            }
            Self::Prose { .. } => "write it as a rule in the grammar file",
            Self::Undefined { .. } => "add its rule, which is probably in another file, to the grammar file",
            Self::External { .. } => "write its rule in the grammar file, as near as a grammar can come",
            Self::Layout { .. } => {
                "look at `block(…)`, `line` and `flat(…)` in the grammar file: `--examples` tells whether files parse"
            }
            Self::Unused { .. } => "nothing, unless a rule should use them",
            Self::Repeated { .. } => "remove one of them if it is older",
            Self::Guessed { .. } => "change `%token` and `%skip` in the grammar file if it is otherwise",
            Self::TooDeep => "move the inner part into a rule of its own",
            Self::MissingFile { .. } => "put it beside the file that names it, or name it on the command line, too",
            Self::Modes { .. } => {
                "nothing, unless texts parse that should not: a token matches wherever a rule asks for it"
            }
            Self::UnknownNotation { is_json: true, .. } => {
                "tree-sitter's has a member `rules`; the Fuzzing Book's maps names such as `<start>` to lists of expansions"
            }
            Self::UnknownNotation { known, .. } => {
                return Some(format!("name it: `--from` takes {}", known.join(", ")));
            }
            Self::UnclearStart { candidates } | Self::NoSuchStart { candidates, .. } => {
                return Some(format!("name it: `--start` takes {}", some_of(candidates)));
            }
            Self::CatchAll { .. } => {
                "remove it from `%skip` in the grammar file unless every character may stand anywhere"
            }
            Self::NotCompared { .. } => "add `!…` or `- …` to it in the grammar file where another token is meant",
            Self::OwnNotation => "use it as it is; `--from` imports it all the same",
        };
        Some(help.to_owned())
    }

    fn related(&self) -> Vec<(Place, &'static str)> {
        Vec::new()
    }
}

/// The first names of a list.
fn some_of(names: &[String]) -> String {
    const MAX_NAMES: usize = 12;
    let shown: Vec<String> = names.iter().take(MAX_NAMES).map(|name| format!("`{name}`")).collect();
    let more = names.len().saturating_sub(MAX_NAMES);
    let shown = shown.join(", ");
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}
