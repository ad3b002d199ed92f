//! A command of a lexer rule, such as `pushMode(TAG)`. It is apart from its reader, because the file keeps the commands of its rules.

use crate::source::{ModeMove, SourcePlace};

/// A command, and where it stands.
#[derive(Debug, Clone)]
pub(super) struct Command {
    pub(super) kind: CommandKind,
    pub(super) place: SourcePlace,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum CommandKind {
    Skip,
    More,
    Type(String),
    Channel(String),
    Move(ModeMove),
    /// A command that ANTLR does not have.
    Unknown(String),
}

impl CommandKind {
    /// ANTLR takes a capital letter at the beginning, too.
    pub(super) fn new(name: &str, argument: String) -> Self {
        let mut small = name.to_owned();
        if let Some(first) = small.get_mut(..1) {
            first.make_ascii_lowercase();
        }
        match small.as_str() {
            "skip" => Self::Skip,
            "more" => Self::More,
            "type" => Self::Type(argument),
            "channel" => Self::Channel(argument),
            "mode" => Self::Move(ModeMove::Change(mode_name(argument))),
            "pushMode" => Self::Move(ModeMove::Push(mode_name(argument))),
            "popMode" => Self::Move(ModeMove::Pop),
            _ => Self::Unknown(name.to_owned()),
        }
    }

    /// The name of the command, for messages.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Skip => "skip",
            Self::More => "more",
            Self::Type(_) => "type",
            Self::Channel(_) => "channel",
            Self::Move(ModeMove::Change(_)) => "mode",
            Self::Move(ModeMove::Push(_)) => "pushMode",
            Self::Move(ModeMove::Pop) => "popMode",
            Self::Unknown(name) => name,
        }
    }
}

fn mode_name(name: String) -> String {
    if name == "DEFAULT_MODE" { String::new() } else { name }
}
