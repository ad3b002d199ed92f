//! Other expansions: a node becomes a smaller application of another production of its rule, filled from the tree.
//!
//! The second source of replacements of GRABR (A. Zeller et al., *The Fuzzing Book*, "Reducing Failure-Inducing Inputs").

use super::{View, hoist::MAX_NODES_BELOW};
use crate::edit::{Edit, Fill};
use crate::facts::Part;
use grammarc_core::grammar::Symbol;
use grammarc_core::tree::NodeId;

/// Returns an expansion of each alternative of a node's rule. Every symbol is filled with its smallest text below the
/// node, or with a minimal string if there is none. For example, `(x)` becomes `-x`, if the rule has a minus sign.
pub(super) fn alternatives(view: &View<'_>, node: NodeId) -> impl Iterator<Item = Edit> + use<> {
    let grammar = &view.language.grammar;
    let rule = view.tree.derived(grammar, node);
    let productions = grammar.rule(rule).map(|_| grammar.productions_of(rule)).into_iter().flatten();
    let edits = productions.map(|production| {
        let parts = view.language.facts().expansion(production);
        let parts: Vec<Fill> = parts.iter().map(|part| fill(view, node, part)).collect();
        Edit::Expand { node, production, parts }
    });
    edits.collect::<Vec<_>>().into_iter()
}

fn fill(view: &View<'_>, node: NodeId, part: &Part) -> Fill {
    match part {
        Part::Text(text) => Fill::Text(text.to_vec()),
        Part::Symbol(symbol) => match smallest(view, node, *symbol) {
            Some(below) => Fill::Node(below),
            None => Fill::Text(view.language.facts().symbol(*symbol).minimal.to_vec()),
        },
    }
}

/// Returns the smallest node below `node` that may stand in the place of a symbol.
fn smallest(view: &View<'_>, node: NodeId, symbol: Symbol) -> Option<NodeId> {
    let (grammar, facts) = (&view.language.grammar, view.language.facts());
    let below = view.tree.subtree(node).skip(1).take(MAX_NODES_BELOW);
    let fitting = below.filter(|&id| facts.may_stand(view.tree.derived(grammar, id), symbol));
    fitting.min_by_key(|&id| view.weight(id))
}
