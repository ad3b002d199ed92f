//! Blocks: drops parts of a text without a look at its structure, because that would cost too much memory (a large text), or because
//! there is none that the island language could see (a binary one).
//!
//! Halving as in halfempty (T. Ormandy, 2018), from the whole text down to 1/1,024 of it, and again with smaller blocks as long as that
//! helps.

use super::{Search, Stop, Strategy, fixpoint, thin};
use crate::flat;

/// Dropping blocks.
pub(super) const STRATEGY: Strategy =
    Strategy { name: "blocks", paper: "remove large parts of a text that is large or binary", run };

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let is_large = search.languages().is_cut_first(search.text());
    if !is_large && !search.languages().is_opaque(search.text()) {
        return Ok(());
    }
    fixpoint(search, |search| {
        search.look(&flat::BLOCKS);
        thin::minimize_parts(search)
    })?;
    if is_large {
        // The rest is as small as blocks can make it, so it must be seen through its tree.
        search.languages().stop_cutting();
    }
    Ok(())
}
