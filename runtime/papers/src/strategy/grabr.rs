//! Grammar-based reduction: a node becomes a smaller node of its symbol from below, or another expansion filled from below.
//!
//! A. Zeller et al., *The Fuzzing Book*, "Reducing Failure-Inducing Inputs", GrammarReducer. There are two sources of
//! replacements: nodes of the same symbol in the tree, and other alternatives of its rule whose symbols the tree can fill.

use super::product::product;
use grammarc_core::grammar::ProductionId;
use grammarc_core::tree::NodeId;
use grammarc_reduce::edit::{Edit, Fill};
use grammarc_reduce::facts::Part;
use grammarc_reduce::reduce::building_blocks::{agenda::replace_each, fixpoint, hoist::MAX_NODES_BELOW};
use grammarc_reduce::reduce::{Search, Strategy, View};
use grammarc_trial::trial::Stop;

/// Depth-oriented: near nodes are tried first, because they keep more of the text than deep ones.
pub(super) const STRATEGY: Strategy = Strategy {
    name: "grabr",
    paper: "The Fuzzing Book: replace nodes by other expansions or nodes below, one depth after another",
    run: |search| {
        fixpoint(search, |search| {
            search.parse_again();
            by_depth(search)
        })
    },
};

/// Tries all combinations of nodes, from any depth, that can fill an expansion.
pub(super) const ALL: Strategy = Strategy {
    name: "grabr-all",
    paper: "The Fuzzing Book: replace nodes by other expansions or nodes below, from any depth, in all combinations",
    run: |search| {
        fixpoint(search, |search| {
            search.parse_again();
            replace_each(search, |view, node| {
                let below: Vec<NodeId> = view.tree.subtree(node).skip(1).take(MAX_NODES_BELOW).collect();
                replacements(view, node, &below, MAX_COMBINATIONS)
            })
        })
    },
};

/// Number of combinations of one expansion: with two symbols, 1024 are all pairs of 32 nodes.
const MAX_COMBINATIONS: usize = 1024;

/// Looks one level below every node. After a change it starts again; otherwise it goes one level deeper.
fn by_depth(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let mut depth = 1;
    while depth <= search.tree().levels().len().min(MAX_DEPTH) {
        let before = search.text().clone();
        replace_each(search, |view, node| replacements(view, node, &at_depth(view, node, depth), 1))?;
        depth = if *search.text() == before { depth + 1 } else { 1 };
    }
    Ok(())
}

/// Number of levels below a node to which it looks. A deeper node comes nearer as soon as a node between is removed.
const MAX_DEPTH: usize = 64;

/// Returns the nodes `depth` levels below a node.
fn at_depth(view: &View<'_>, node: NodeId, depth: usize) -> Vec<NodeId> {
    let mut level = vec![node];
    for _ in 0..depth {
        level = level.into_iter().flat_map(|id| view.tree.children(id)).take(MAX_NODES_BELOW).collect();
    }
    level
}

/// Returns replacements for a node, made of some nodes below it, the smallest first.
fn replacements(view: &View<'_>, node: NodeId, below: &[NodeId], combinations: usize) -> Vec<Edit> {
    let weight = view.weight(node);
    let fitting = below.iter().filter(|&&by| view.may_stand(by, node) && view.weight(by) < weight);
    let mut found: Vec<(usize, Edit)> = fitting.map(|&by| (view.weight(by), Edit::Hoist { node, by })).collect();
    let rule = view.tree.derived(&view.language.grammar, node);
    let productions = view.language.grammar.rule(rule).map(|_| view.language.grammar.productions_of(rule));
    for production in productions.into_iter().flatten() {
        let expansions = expansions(view, production, below).take(combinations);
        let smaller = expansions.filter(|(length, _)| *length < weight);
        found.extend(smaller.map(|(length, parts)| (length, Edit::Expand { node, production, parts })));
    }
    found.sort_by_cached_key(|(length, _)| *length);
    found.into_iter().map(|(_, edit)| edit).collect()
}

/// Returns the expansions of a production with every symbol filled by one of the nodes `below`, with their lengths in
/// bytes. The choice for the first symbol changes slowest. For example, a sum filled by `1` and `2` becomes `1+1`,
/// `1+2`, `2+1` and `2+2`.
fn expansions(
    view: &View<'_>,
    production: ProductionId,
    below: &[NodeId],
) -> impl Iterator<Item = (usize, Vec<Fill>)> + use<> {
    let (grammar, facts) = (&view.language.grammar, view.language.facts());
    let options = facts.expansion(production).into_iter().map(|part| match part {
        Part::Text(text) => vec![(text.len(), Fill::Text(text.into_owned()))],
        Part::Symbol(symbol) => {
            let fits = |&&id: &&NodeId| facts.may_stand(view.tree.derived(grammar, id), symbol);
            below.iter().filter(fits).map(|&id| (view.weight(id), Fill::Node(id))).collect()
        }
    });
    product(options.collect()).map(|parts| {
        let (lengths, parts): (Vec<usize>, Vec<Fill>) = parts.into_iter().unzip();
        (lengths.into_iter().sum(), parts)
    })
}
