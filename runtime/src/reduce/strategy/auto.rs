//! Everything together: large cuts first, then finer ones, to a fixpoint.

use super::agenda::Agenda;
use super::{Search, Stop, Strategy, hoist, thin};

/// The default.
pub(in crate::reduce) const STRATEGY: Strategy =
    Strategy { name: "auto", paper: "large cuts first, then everything to a fixpoint", run };

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    loop {
        let before = search.text().len();
        coarse(search)?;
        (hoist::STRATEGY.run)(search)?;
        if search.text().len() == before {
            return Ok(());
        }
        search.parse_again();
    }
}

/// Looks at every node once, the largest first: drops what it can of its parts, then puts a smaller part in its place.
fn coarse(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let mut agenda = Agenda::new(search);
    while let Some(node) = agenda.next(search) {
        let parts = search.tree().parts(node).filter(|&part| search.view.is_reducible(part)).collect();
        thin::minimize(search, parts)?;
        hoist::along_chain(search, node)?;
    }
    Ok(())
}
