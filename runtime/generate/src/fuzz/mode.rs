//! The source of the choices of a text, as one value: the driver takes a shorter way where nothing is replayed, recorded or rolled back.

use crate::choices::Choices;

/// Source of the choices of the present text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// Random numbers alone, in a grammar without dead ends: `expr` from [`Choices::fresh`]. Nothing is recorded or rolled back.
    Plain,
    /// Random numbers alone, but choices are recorded, or may be rolled back: `assign`, whose hooks can reject a name.
    Drawn,
    /// A list of choices from [`Choices::replay`], for example `1 + "x" -`: each question takes the next one.
    List,
    /// The steps of a trace: each application of a rule takes its own choices.
    Steps {
        /// Whether the present text is drawn, because of a `Step::Draw` beside other steps.
        is_text_drawn: bool,
    },
    /// Integers from [`Choices::from_integers`], for example `[7, 1]`: each decision takes the next one modulo its options.
    Integers,
}

impl Mode {
    /// Returns the mode for choices, in a grammar that has dead ends or not.
    pub(super) fn of(choices: &Choices, has_dead_ends: bool) -> Self {
        match has_dead_ends || choices.is_recorded() {
            _ if choices.are_integers() => Self::Integers,
            _ if choices.is_nested() => Self::Steps { is_text_drawn: false },
            _ if choices.is_replay() => Self::List,
            true => Self::Drawn,
            false => Self::Plain,
        }
    }

    /// Returns whether nothing is replayed, recorded or rolled back.
    #[inline]
    pub(super) fn is_plain(self) -> bool {
        matches!(self, Self::Plain)
    }

    /// Returns whether integers decide.
    #[inline]
    pub(super) fn is_integers(self) -> bool {
        matches!(self, Self::Integers)
    }

    /// Returns whether the replayed choices belong to applications of rules.
    #[inline]
    pub(super) fn is_steps(self) -> bool {
        matches!(self, Self::Steps { .. })
    }

    /// Returns whether the present text is drawn within a replay.
    #[inline]
    pub(super) fn is_text_drawn(self) -> bool {
        matches!(self, Self::Steps { is_text_drawn: true })
    }
}
