//! Lines of text in colours, cut to the width of a terminal.

use clap::builder::styling::{AnsiColor, Style};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The meaning of a piece of text, which chooses its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Plain,
    Strong,
    Faint,
    Good,
    Doubtful,
    Bad,
    Curve,
}

impl Role {
    fn style(self) -> Style {
        match self {
            Self::Plain => Style::new(),
            Self::Strong => Style::new().bold(),
            Self::Faint => Style::new().dimmed(),
            Self::Good => AnsiColor::Green.on_default(),
            Self::Doubtful => AnsiColor::Yellow.on_default(),
            Self::Bad => AnsiColor::Red.on_default(),
            Self::Curve => AnsiColor::Cyan.on_default(),
        }
    }
}

/// One line for a terminal.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct StyledLine {
    pieces: Vec<(Role, String)>,
}

impl StyledLine {
    /// Returns the line with one more piece.
    pub(super) fn with(mut self, role: Role, text: impl Into<String>) -> Self {
        self.pieces.push((role, text.into()));
        self
    }

    /// Returns the number of columns.
    pub(super) fn width(&self) -> usize {
        self.pieces.iter().map(|(_, text)| text.width()).sum()
    }

    /// Returns the beginning of the line that fits into some columns.
    pub(super) fn cut(self, columns: usize) -> Self {
        let mut left = columns;
        let mut pieces = Vec::new();
        for (role, text) in self.pieces {
            let shown = beginning(&text, left);
            left -= shown.width();
            let is_whole = shown.len() == text.len();
            pieces.push((role, shown.to_owned()));
            if !is_whole {
                break;
            }
        }
        Self { pieces }
    }

    /// Returns the text, with colours if they are wanted.
    pub(super) fn text(&self, is_coloured: bool) -> String {
        let piece = |(role, text): &(Role, String)| match role.style() {
            style if is_coloured && *role != Role::Plain => format!("{style}{text}{style:#}"),
            _ => text.clone(),
        };
        self.pieces.iter().map(piece).collect()
    }
}

/// Returns the longest beginning of a text that fits into some columns. For example, of `日本` in three columns `日` is left.
pub(super) fn beginning(text: &str, columns: usize) -> &str {
    let mut width = 0;
    let end = text.char_indices().find(|&(_, c)| {
        width += c.width().unwrap_or(0);
        width > columns
    });
    end.map_or(text, |(end, _)| &text[..end])
}
