//! Benchmarks of grammarc: `cargo bench -p grammarc-benches`. This library holds the parts that several of them share, and the grammars
//! compiled for them.

pub mod corpus;
pub mod machine;
pub mod page;
pub mod plot;
pub mod side_by_side;
pub mod table;

/// Begins a benchmark, and returns the words behind `--` of `cargo bench`. `cargo test` runs the benchmarks as well, to see that they still run: all parts,
/// but none if it looks for tests of a name. Then the process ends here.
pub fn begin() -> Vec<String> {
    let words = || std::env::args().skip(1).filter(|word| !word.starts_with('-'));
    match (is_measured(), words().next()) {
        (false, Some(_)) => std::process::exit(0),
        _ => words().collect(),
    }
}

/// Returns whether `cargo bench` runs the program.
fn is_measured() -> bool {
    std::env::args().any(|word| word == "--bench")
}

/// Returns the seconds that a measurement may take: the variable `BENCH_SECONDS`, by default 2, and 0 for `cargo test`.
pub fn seconds() -> f64 {
    let usual = if is_measured() { 2.0 } else { 0.0 };
    std::env::var("BENCH_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Returns whether the benchmarks only have to run, because there are no seconds for them.
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
