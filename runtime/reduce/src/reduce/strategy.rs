//! The strategies by name. The command line lists and runs them by this table.
//!
//! Each strategy is a file of its own, beside a few parts that several of them share.

pub mod agenda;
mod along_tree;
pub(super) mod auto;
mod bindings;
mod bisected;
mod blanks;
mod blocks;
mod bytes;
mod calls;
mod choices;
mod comments;
pub mod ddmin;
mod decimals;
mod declaration;
pub(super) mod definitions;
pub(super) mod entries;
mod expand;
mod generics;
mod halving;
mod headers;
pub mod hoist;
mod inline;
mod join;
mod letters;
mod lines;
pub mod list;
mod merge;
mod names;
mod numbers;
mod program;
mod reorder;
mod rescue;
mod roots;
mod thin;
mod token_list;
mod tokens;
mod tolerance;
mod unwrap;
mod wrap;

pub use grammarc_outline::word::distinct_names;

use super::Search;
use super::view::View;
use grammarc_trial::trial::Stop;

/// A way to reduce: a plain function over [`Search`].
#[derive(Debug, Clone, Copy)]
pub struct Strategy {
    /// The name on the command line, such as `ddmin`.
    pub name: &'static str,
    /// The paper that published it, or a short description.
    pub paper: &'static str,
    /// Proposes candidates until it finds nothing more. It must depend on the search alone: with more than one job a
    /// second copy of it runs ahead on guessed verdicts, to predict its next candidates.
    pub run: fn(&mut Search<'_, '_>) -> Result<(), Stop>,
}

/// All strategies, the default first: those for lists, those for trees, those for texts. The crate `grammarc-papers` has more.
pub static STRATEGIES: &[&Strategy] = &[
    &auto::STRATEGY,
    &ddmin::STRATEGY,
    &hoist::STRATEGY,
    &blanks::STRATEGY,
    &definitions::STRATEGY,
    &letters::STRATEGY,
    &choices::STRATEGY,
    &numbers::STRATEGY,
    &join::STRATEGY,
    &reorder::STRATEGY,
    &wrap::STRATEGY,
    &rescue::STRATEGY,
    &inline::STRATEGY,
    &merge::STRATEGY,
    &unwrap::STRATEGY,
    &names::STRATEGY,
    &headers::STRATEGY,
    &comments::STRATEGY,
    &lines::STRATEGY,
    &tokens::STRATEGY,
    &bytes::STRATEGY,
];

/// Returns the stages of the default strategy, by the names that a [`Witness`](grammarc_trial::trial::Witness) is told, each with a
/// description.
pub fn stages() -> impl Iterator<Item = (&'static str, &'static str)> {
    auto::stages()
}

/// Returns the strategy of a name.
pub fn strategy(name: &str) -> Option<&'static Strategy> {
    STRATEGIES.iter().copied().find(|strategy| strategy.name == name)
}

/// Repeats `pass` until it leaves the text as it is.
///
/// # Errors
/// If the trial must stop. Earlier commits remain.
pub fn fixpoint(
    search: &mut Search<'_, '_>,
    pass: impl Fn(&mut Search<'_, '_>) -> Result<(), Stop>,
) -> Result<(), Stop> {
    loop {
        let before = search.text().clone();
        pass(search)?;
        if *search.text() == before {
            return Ok(());
        }
    }
}
