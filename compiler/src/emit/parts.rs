//! The parts of a generated crate: parser, fuzzer, reducer, generalizer. They decide which modules are written, and which features of
//! the runtime the crate asks for.

/// The parts of a generated crate. Its parser is always there: the fuzzer fills fields by it, and the reducer follows its trees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts {
    /// Its fuzzer.
    pub generate: bool,
    /// Its reducer.
    pub reduce: bool,
    /// From one failing input to a pattern; it needs no code, but the reducer's.
    pub generalize: bool,
}

impl Parts {
    /// Everything.
    pub const ALL: Self = Self { generate: true, reduce: true, generalize: true };
    /// The parser alone.
    pub const PARSE: Self = Self { generate: false, reduce: false, generalize: false };

    /// Returns the features of the runtime that these parts need.
    pub(crate) fn features(self) -> Vec<&'static str> {
        // Each has those before it.
        match self {
            Self { generalize: true, .. } => vec!["generalize"],
            Self { reduce: true, .. } => vec!["reduce"],
            Self { generate: true, .. } => vec!["generate"],
            Self { .. } => Vec::new(),
        }
    }

    /// Returns the type that holds everything of a format with these parts, and the name of the static of that type.
    pub(crate) fn holder(self) -> (&'static str, &'static str) {
        match self {
            Self { reduce: true, .. } | Self { generalize: true, .. } => ("Format", "FORMAT"),
            Self { generate: true, .. } => ("Generator", "GENERATOR"),
            Self { .. } => ("Language", "LANGUAGE"),
        }
    }
}

impl Default for Parts {
    fn default() -> Self {
        Self::ALL
    }
}
