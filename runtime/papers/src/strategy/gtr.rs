//! Generalized tree reduction: level by level, first delete nodes, then put children in the place of nodes.
//!
//! S. Herfert, J. Patra, M. Pradel, *Automatically Reducing Tree-Structured Test Inputs*, ASE 2017, algorithm 2.
//! There a corpus shows which child may replace which parent; here the grammar decides. To a fixpoint: there, GTR*.

use grammarc_core::tree::NodeId;
use grammarc_reduce::edit::Edit;
use grammarc_reduce::reduce::building_blocks::{ddmin, fixpoint};
use grammarc_reduce::reduce::{Search, Strategy, View};
use grammarc_trial::trial::Stop;

/// GTR to a fixpoint.
pub(super) const STRATEGY: Strategy = Strategy {
    name: "gtr",
    paper: "Herfert et al., ASE 2017: delete nodes, then replace them by their children, level by level",
    run,
};

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    fixpoint(search, |search| {
        search.parse_again();
        let mut level = vec![search.tree().root()];
        while !level.is_empty() {
            delete(search, &level)?;
            level.iter().try_for_each(|&node| substitute(search, node))?;
            let present = level.into_iter().filter(|&node| search.tree().contains(node));
            level = present.flat_map(|node| search.tree().parts(node)).collect();
        }
        Ok(())
    })
}

/// Deletes as many nodes of a level as possible.
fn delete(search: &mut Search<'_, '_>, level: &[NodeId]) -> Result<(), Stop> {
    let view = search.view();
    let here = level.iter().copied().filter(|&id| view.is_reducible(id)).collect();
    ddmin::minimize(search, here)?;
    Ok(())
}

/// Replaces a node by one of its children, and that by one of its own, as long as the result is interesting. For
/// example, `if (a) { b; }` becomes `{ b; }`, and that becomes `b;`.
fn substitute(search: &mut Search<'_, '_>, node: NodeId) -> Result<(), Stop> {
    while search.tree().contains(node) {
        let view = search.view();
        let children = children(&view, node).map(|by| ((), Edit::Hoist { node, by }.into()));
        if search.first(children)?.is_none() {
            break;
        }
    }
    Ok(())
}

/// Returns the children that may replace a node, the heaviest first, because they keep most of the text.
fn children(view: &View<'_>, node: NodeId) -> impl Iterator<Item = NodeId> + use<> {
    let fits = |&child: &NodeId| view.may_stand(child, node) && view.weight(child) < view.weight(node);
    let mut fitting: Vec<NodeId> = view.tree.children(node).filter(fits).collect();
    fitting.sort_by_cached_key(|&child| std::cmp::Reverse(view.weight(child)));
    fitting.into_iter()
}
