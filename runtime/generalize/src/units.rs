//! Parts that are replaced as a whole: a node of a named rule, or a name at its definition and all its uses. Replacing one use of a name
//! alone would only break the hooks.

use std::collections::{HashMap, HashSet};

use super::constraint::Constraint;
use super::naming::{NodeName, follows, named, rule_of};
use grammarc_core::grammar::{Grammar, Namespace, Text};
use grammarc_core::tree::{NodeId, Tree};

/// A part that is replaced as a whole. For example, it is a number, or the name `x` in both of its places in `let x = 1; x`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unit {
    /// Its places, from left to right. All get the same text.
    pub(super) nodes: Vec<NodeId>,
    /// Name of the rule or token; for a variable without a rule, of its namespace.
    pub(super) name: Text,
    /// For a variable its number.
    pub(super) variable: Option<u32>,
    /// Conditions on any text there; all must hold.
    pub(super) constraints: Vec<Constraint>,
}

/// A name that is defined and used: `x` in `let x = 1; x`.
#[derive(Debug, Clone)]
pub(super) struct Variable {
    /// Its definitions and uses, from left to right.
    pub(super) nodes: Vec<NodeId>,
    /// Its definitions.
    pub(super) definitions: Vec<NodeId>,
    /// Name of the rule or token at its places; without a rule, of its namespace.
    pub(super) name: Text,
    /// Whether case is ignored somewhere.
    pub(super) fold: bool,
    /// All names that are defined and used in its namespace.
    pub(super) taken: HashSet<Vec<u8>>,
}

/// Returns the names that stand in several places and are defined in at least one of them. A name in two scopes is one variable, because
/// both scopes keep their meaning if they are renamed together. For example, `let x = 1; let y = x;` has one: `x`.
pub(super) fn variables(grammar: &Grammar, text: &[u8], tree: &Tree) -> Vec<Variable> {
    let mut groups: Vec<Group> = Vec::new();
    let mut places: HashMap<(Namespace, Vec<u8>), usize> = HashMap::new();
    for node in tree.subtree(tree.root()).filter(|&node| !follows(grammar, tree, node)) {
        let Some(NodeName { namespace, name, fold, is_definition }) = named(grammar, text, tree, node) else {
            continue;
        };
        let place = *places.entry((namespace, name.clone())).or_insert_with(|| {
            groups.push(Group { namespace, name, fold, definitions: Vec::new(), nodes: Vec::new() });
            groups.len() - 1
        });
        groups[place].definitions.extend(is_definition.then_some(node));
        groups[place].nodes.push(node);
        groups[place].fold |= fold;
    }
    let taken = |of| groups.iter().filter(move |group| group.namespace == of).map(|group| group.name.clone()).collect();
    let shared = groups.iter().filter(|group| !group.definitions.is_empty() && group.nodes.len() > 1);
    let variable = |Group { namespace, fold, nodes, definitions, .. }: &Group| {
        let rule = nodes.iter().find_map(|&node| rule_of(grammar, tree, node));
        Variable {
            nodes: nodes.clone(),
            definitions: definitions.clone(),
            name: rule.unwrap_or_else(|| Text::Owned(grammar.namespace(*namespace).to_owned())),
            fold: *fold,
            taken: taken(*namespace),
        }
    };
    shared.map(variable).collect()
}

/// A name, and its places.
struct Group {
    namespace: Namespace,
    name: Vec<u8>,
    fold: bool,
    definitions: Vec<NodeId>,
    nodes: Vec<NodeId>,
}
