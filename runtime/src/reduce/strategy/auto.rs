//! Everything together.

use super::{Search, Stop, Strategy, hdd};

/// The default.
pub(in crate::reduce) const STRATEGY: Strategy =
    Strategy { name: "auto", paper: "large cuts first, then everything to a fixpoint", run };

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    (hdd::STRATEGY.run)(search)
}
