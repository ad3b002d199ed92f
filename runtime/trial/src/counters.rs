//! The cost of a search so far. Published reducers are compared by these counts, and budgets limit them.

/// Counts of one search. All but `runs`, `wasted` and `skipped` are the same for every number of jobs: candidates are prepared and run
/// ahead of time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counters {
    /// Questions in sequential order, repeated ones included. Publications without a cache report this number.
    pub asked: u64,
    /// Distinct texts among them. Publications with a cache report this number, and budgets limit it. For example, a
    /// text that two strategies propose is asked about twice and tested once. A text that is asked about again because the
    /// oracle could not be run counts again.
    pub tests: u64,
    /// Runs of the oracle that were started, wasted ones included.
    pub runs: u64,
    /// Runs among them about texts that were not asked about in the end: judged ahead of time, and not needed.
    pub wasted: u64,
    /// Tests among them that were not made, because the same change of an earlier text is boring. Only with
    /// [`TrialOptions::merge`](crate::trial::TrialOptions::merge).
    pub assumed: u64,
    /// Tests among them that could not be made, because the oracle could not be run, and not when they were asked about again
    /// either.
    pub not_run: u64,
    /// Candidates that were never given to the oracle, by reason.
    pub skipped: SkipCounts,
}

/// Candidates that were never given to the oracle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SkipCounts {
    /// Not smaller than the text they were made from.
    pub not_smaller: u64,
    /// Not in the language where that is asked for, with a fault that the input lacks, or with another layout where the
    /// layout is kept ([`Skip::Layout`]), with another name where names are kept ([`Skip::Name`]), or with another
    /// `#include` line where those are kept ([`Skip::Include`]).
    pub inadmissible: u64,
    /// Edits of a node that is gone.
    pub void: u64,
    /// Judged before. These are in `asked` too.
    pub repeated: u64,
}

/// Why a candidate is not given to the oracle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Skip {
    /// It is not smaller than the text it was made from.
    NotSmaller,
    /// It is not in the language where that is asked for, or it has a fault that the input lacks: an undefined name,
    /// for example.
    Inadmissible,
    /// It touches the layout, which must be kept. It is counted in [`SkipCounts::inadmissible`].
    Layout,
    /// It changes a name, which must be kept. It is counted in [`SkipCounts::inadmissible`].
    Name,
    /// It changes an `#include` line, which must be kept. It is counted in [`SkipCounts::inadmissible`].
    Include,
    /// It edits a node that is gone.
    Void,
}

impl SkipCounts {
    /// Counts one.
    pub fn add(&mut self, reason: Skip) {
        match reason {
            Skip::NotSmaller => self.not_smaller += 1,
            Skip::Inadmissible | Skip::Layout | Skip::Name | Skip::Include => self.inadmissible += 1,
            Skip::Void => self.void += 1,
        }
    }

    /// Returns how many there are in all.
    pub fn total(&self) -> u64 {
        self.not_smaller + self.inadmissible + self.void + self.repeated
    }
}
