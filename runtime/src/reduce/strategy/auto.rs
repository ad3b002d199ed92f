//! Everything together: large cuts first, then finer ones, to a fixpoint; first along the tree, then without it.

use super::agenda::Agenda;
use super::{Search, Stop, Strategy, View, bytes, expand, hoist, lines, names, thin, tokens};
use crate::tree::NodeId;
use crate::tree::edit::{Candidate, Edit};

/// The default.
pub(in crate::reduce) const STRATEGY: Strategy =
    Strategy { name: "auto", paper: "large cuts first, along the tree and then without it, to a fixpoint", run };

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    to_fixpoint(search, along_tree)?;
    to_fixpoint(search, |search| {
        for strategy in [lines::STRATEGY, tokens::STRATEGY, names::STRATEGY, bytes::STRATEGY] {
            (strategy.run)(search)?;
        }
        search.parse_again();
        to_fixpoint(search, along_tree)
    })
}

/// Repeats `pass` until it leaves the text as it is.
fn to_fixpoint(
    search: &mut Search<'_, '_>,
    pass: impl Fn(&mut Search<'_, '_>) -> Result<(), Stop>,
) -> Result<(), Stop> {
    loop {
        let before = search.text().to_vec();
        pass(search)?;
        if search.text() == before {
            return Ok(());
        }
    }
}

fn along_tree(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    coarse(search, Some(SHARE))?;
    search.parse_again();
    coarse(search, None)?;
    search.parse_again();
    fine(search)?;
    search.parse_again();
    Ok(())
}

/// What is less than the so-many-th part of the text is left alone at first.
const SHARE: usize = 50;

/// Looks at every node once, the largest first: drops what it can of its parts, then puts a smaller part in its place.
fn coarse(search: &mut Search<'_, '_>, share: Option<usize>) -> Result<(), Stop> {
    let mut agenda = Agenda::new(search);
    while let Some(node) = agenda.next(search) {
        let floor = share.map_or(0, |share| search.text().len() / share);
        if search.view.weight(node) < floor {
            break;
        }
        let parts = search.tree().parts(node).filter(|&part| search.view.is_reducible(part)).collect();
        thin::minimize(search, parts, share)?;
        hoist::along_chain(search, node)?;
    }
    Ok(())
}

/// Proposes for every node, the largest first, what else could stand there.
fn fine(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let mut agenda = Agenda::new(search);
    loop {
        agenda.refresh(search);
        let view = search.view();
        let nodes = agenda.open().enumerate();
        let candidates = nodes.flat_map(|(place, node)| others(&view, node).map(move |other| (place, other)));
        match search.first(candidates)? {
            Some(place) => agenda.pass(place),
            None => return Ok(()),
        }
    }
}

/// Returns what could stand in the place of a node, besides less of it.
fn others(view: &View<'_>, node: NodeId) -> impl Iterator<Item = Candidate> + use<> {
    let hoisted = hoist::nearest(view, node).map(move |by| Edit::Hoist { node, by });
    hoisted.chain(hoist::spread(view, node)).chain(expand::alternatives(view, node)).map(Candidate::from)
}
