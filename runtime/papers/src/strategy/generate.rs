//! Grammar-based reduction with new text: short texts of each symbol replace nodes.
//!
//! A. Zeller et al., *The Fuzzing Book*, "Reducing Failure-Inducing Inputs", exercise 2. For example, `100.99` may
//! become `1` or `NaN`, although neither is part of it. Every other alternative of a rule is filled with minimal
//! strings of its symbols.

use grammarc_core::tree::NodeId;
use grammarc_reduce::edit::{Edit, Fill};
use grammarc_reduce::facts::Part;
use grammarc_reduce::reduce::building_blocks::agenda::replace_each;
use grammarc_reduce::reduce::{Strategy, View};

/// Generative grammar reduction.
pub(super) const STRATEGY: Strategy = Strategy {
    name: "generate",
    paper: "The Fuzzing Book, exercise 2: replace nodes by short texts that are not in the tree",
    run: |search| replace_each(search, shortest),
};

/// Returns a shortest text of each alternative of a node's rule, the shortest first.
fn shortest(view: &View<'_>, node: NodeId) -> impl Iterator<Item = Edit> + use<> {
    let (grammar, facts) = (&view.language.grammar, view.language.facts());
    let rule = view.tree.derived(grammar, node);
    let productions = grammar.rule(rule).map(|_| grammar.productions_of(rule)).into_iter().flatten();
    let mut found: Vec<(usize, Edit)> = Vec::new();
    for production in productions {
        let texts = facts.expansion(production).into_iter().map(|part| match part {
            Part::Text(text) => text.into_owned(),
            Part::Symbol(symbol) => facts.symbol(symbol).minimal.to_vec(),
        });
        let texts: Vec<Vec<u8>> = texts.collect();
        let length = texts.iter().map(Vec::len).sum();
        let parts = texts.into_iter().map(Fill::Text).collect();
        found.push((length, Edit::Expand { node, production, parts }));
    }
    found.sort_by_cached_key(|(length, _)| *length);
    found.into_iter().map(|(_, edit)| edit)
}
