//! Characters: the text as a list of characters, the last resort that works for every format.

use super::{Search, Stop, Strategy, thin};
use crate::flat;

/// Dropping characters.
pub(in crate::reduce) const STRATEGY: Strategy =
    Strategy { name: "bytes", paper: "remove characters in ever smaller chunks, until none can be removed", run };

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    search.look(&flat::BYTES);
    thin::minimize_parts(search)
}
