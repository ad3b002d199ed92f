//! The bundled grammars in their generated form. `tests/` holds it, the interpreter and Earley against each other.

include!(concat!(env!("OUT_DIR"), "/all.rs"));

grammarc_runtime::include_grammar!(
    /// Nodes that are put around what is there.
    pub around
);
grammarc_runtime::include_grammar!(
    /// The expressions of the Fuzzing Book.
    pub book
);
grammarc_runtime::include_grammar!(
    /// A grammar that leaves something to Rust.
    pub club
);
grammarc_runtime::include_grammar!(
    /// Numbers that are computed and count.
    pub computed
);
grammarc_runtime::include_grammar!(
    /// What the next bytes decide.
    pub direct
);
grammarc_runtime::include_grammar!(
    /// What grows far beyond the size from which a text is long enough.
    pub far
);
grammarc_runtime::include_grammar!(
    /// Names of several parts that are used before they are defined.
    pub forward_parts
);
grammarc_runtime::include_grammar!(
    /// Rules that give text back.
    pub give
);
grammarc_runtime::include_grammar!(
    /// JSON in few nodes.
    pub json_values
);
grammarc_runtime::include_grammar!(
    /// The expressions of the Fuzzing Book with left recursion.
    pub left
);
grammarc_runtime::include_grammar!(
    /// A grammar whose functions stand beside it.
    pub orders
);
grammarc_runtime::include_grammar!(
    /// Every form of what is written without a way back.
    pub plain
);
grammarc_runtime::include_grammar!(
    /// Counts in binary.
    pub sizes
);
grammarc_runtime::include_grammar!(
    /// Labels that do not see what is skipped.
    pub skipped
);
grammarc_runtime::include_grammar!(
    /// Counts of names.
    pub tallied_names
);
grammarc_runtime::include_grammar!(
    /// Counts by every form of expression.
    pub tallies
);
