//! Syntax-guided reduction: lists by delta debugging, everything else by compatible descendants, the largest first.
//!
//! C. Sun et al., *Perses: Syntax-Guided Program Reduction*, ICSE 2018, algorithm 1. There the grammar is first brought to a
//! normal form with `*`, `+` and `?`; here it is written with them. The candidates of all nodes up to the next list are
//! proposed together, so workers do not wait for one another.

use grammarc_core::tree::NodeId;
use grammarc_reduce::edit::{Candidate, Edit};
use grammarc_reduce::reduce::building_blocks::{agenda::Agenda, ddmin, fixpoint, hoist};
use grammarc_reduce::reduce::{Search, Strategy, View};
use grammarc_trial::trial::Stop;

/// Perses to a fixpoint.
pub(super) const STRATEGY: Strategy = Strategy {
    name: "perses",
    paper: "Sun et al., ICSE 2018: largest node first; ddmin on lists, compatible descendants for the rest",
    run,
};

pub(super) fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    fixpoint(search, |search| {
        search.parse_again();
        pass(search)
    })
}

fn pass(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let mut agenda = Agenda::new(search);
    loop {
        agenda.refresh(search);
        let view = search.view();
        let list = agenda.open().position(|node| elements(&view, node).next().is_some());
        let regular = agenda.open().take(list.unwrap_or(usize::MAX)).enumerate();
        let candidates = regular.flat_map(|(place, node)| replacements(&view, node).map(move |edit| (place, edit)));
        match (search.first(candidates)?, list) {
            // A larger node cannot be replaced, so only this node and smaller ones are looked at again.
            (Some(place), _) => agenda.pass(place),
            (None, Some(list)) => {
                let node = agenda.open().nth(list);
                agenda.pass(list + 1);
                node.map_or(Ok(()), |node| reduce_list(search, node))?;
            }
            (None, None) => return Ok(()),
        }
    }
}

/// Applies delta debugging to the elements. Then the node around them may be replaced like any other node.
fn reduce_list(search: &mut Search<'_, '_>, node: NodeId) -> Result<(), Stop> {
    let elements = elements(&search.view(), node).collect();
    ddmin::minimize(search, elements)?;
    let view = search.view();
    search.first(replacements(&view, node).map(|edit| ((), edit)))?;
    Ok(())
}

/// Returns the droppable parts of a node.
fn elements(view: &View<'_>, node: NodeId) -> impl Iterator<Item = NodeId> {
    view.parts(node).filter(|&part| view.is_droppable(part))
}

/// Returns replacements for a node: its descendants, and for an element of a list the elements of a list below it.
fn replacements(view: &View<'_>, node: NodeId) -> impl Iterator<Item = Candidate> + use<> {
    let nearest = hoist::nearest(view, node).map(move |by| Edit::Hoist { node, by });
    nearest.chain(hoist::spread(view, node)).map(Candidate::from)
}
