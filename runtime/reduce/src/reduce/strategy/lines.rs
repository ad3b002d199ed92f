//! Lines: drops lines of any text, whatever its format.
//!
//! Lithium (J. Ruderman) and the lines pass of C-Reduce (J. Regehr et al., PLDI 2012) start like this.

use super::{Search, Stop, Strategy, thin};
use crate::flat;

/// Dropping lines.
pub(in crate::reduce) const STRATEGY: Strategy =
    Strategy { name: "lines", paper: "remove lines in ever smaller chunks, until none can be removed", run };

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    search.look(&flat::LINES);
    thin::minimize_parts(search)
}
