//! Benchmarks of grammarc: `cargo bench -p grammarc-benches`. This library holds the parts that several of them share, and the grammars
//! compiled for them.

pub mod corpus;
pub mod machine;
pub mod page;
pub mod plot;
pub mod side_by_side;
pub mod table;

/// Returns the seconds that a measurement may take: the variable `BENCH_SECONDS`, by default 2.
pub fn seconds() -> f64 {
    std::env::var("BENCH_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(2.0)
}

/// Returns whether `BENCH_SECONDS` is 0: then CI only checks that the benchmarks still run.
pub fn is_quick() -> bool {
    seconds() <= 0.0
}

/// Returns the geometric mean of some ratios; 1 if there are none. For example, that of 2 and 8 is 4.
pub fn geometric_mean(ratios: impl Iterator<Item = f64>) -> f64 {
    let (count, sum) = ratios.fold((0, 0.0), |(count, sum), ratio| (count + 1, sum + ratio.ln()));
    (sum / f64::from(count.max(1))).exp()
}

grammarc_runtime::include_grammar!(
    /// The expressions of the Fuzzing Book.
    pub book
);
grammarc_runtime::include_grammar!(
    /// The same with operators that group to the left.
    pub left
);
grammarc_runtime::include_grammar!(
    /// Records of fields on lines.
    pub csv
);
grammarc_runtime::include_grammar!(
    /// Records with lengths, and a checksum.
    pub tlv
);
grammarc_runtime::include_grammar!(
    /// Assignments without hooks.
    pub free_assign
);
grammarc_runtime::include_grammar!(
    /// JSON in few nodes.
    pub json_values
);
grammarc_runtime::include_grammar!(
    /// Assignments each of which uses only variables of before.
    pub assign
);
grammarc_runtime::include_grammar!(
    /// Small programs.
    pub imp
);
