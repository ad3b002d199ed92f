//! The name of a node in the grammar file, and the name that hooks see in its text. Placeholders and constraints go by the one, variables
//! by the other.

use grammarc_core::grammar::{Grammar, Namespace, RuleKind, TerminalKind, Text};
use grammarc_core::meaning::fields::is_computed;
use grammarc_core::meaning::replay::HookFacts;
use grammarc_core::tree::{NodeId, Tree, name_span};

/// A name that a node defines or uses. For example, `x` in `let x = 1;` is a definition, and in `print x;` a use.
pub(super) struct NodeName {
    pub(super) namespace: Namespace,
    /// In lower case if case is ignored.
    pub(super) name: Vec<u8>,
    /// Whether case is ignored.
    pub(super) fold: bool,
    pub(super) is_definition: bool,
}

/// Returns the name that a node defines or uses, if it does.
pub(super) fn named(grammar: &Grammar, text: &[u8], tree: &Tree, node: NodeId) -> Option<NodeName> {
    let hooks = HookFacts::hooks(grammar, &tree.node(node));
    let (namespace, fold, is_definition) = hooks.iter().find_map(|hook| {
        let defined = hook.defines().map(|made| (made.namespace, made.fold, true));
        defined.or(hook.uses().map(|used| (used.namespace, used.fold, false)))
    })?;
    let mut name = text[name_span(grammar, tree, node)].to_vec();
    if fold {
        name.make_ascii_lowercase();
    }
    Some(NodeName { namespace, name, fold, is_definition })
}

/// Returns the name of the rule or token that a node is a text of, if the grammar file gives it one. For example, `12` is a `number`; the
/// literal `"["` has no name.
pub(super) fn rule_of(grammar: &Grammar, tree: &Tree, node: NodeId) -> Option<Text> {
    name_of(grammar, tree, node).map(|name| Text::Owned(name.to_owned()))
}

/// Returns whether a node is a text of the rule or token of this name.
pub(super) fn is_named(grammar: &Grammar, tree: &Tree, node: NodeId, name: &str) -> bool {
    name_of(grammar, tree, node) == Some(name)
}

/// As [`rule_of`].
pub(super) fn name_of<'g>(grammar: &'g Grammar, tree: &Tree, node: NodeId) -> Option<&'g str> {
    let node = tree.node(node);
    let is_named = match (grammar.rule(node.symbol), grammar.terminal(node.symbol)) {
        (Some(rule), _) => rule.kind == RuleKind::Named,
        (None, Some(terminal)) => terminal.kind == TerminalKind::Token,
        (None, None) => false,
    };
    (is_named && !node.hidden).then(|| grammar.name(node.symbol))
}

/// Returns whether a node is computed from others, as a length field is. It follows them, and is never replaced itself. For example, the
/// `3` of `3:abc` follows `abc`, if it is `size` of that.
pub(super) fn follows(grammar: &Grammar, tree: &Tree, node: NodeId) -> bool {
    grammar.item(tree.node(node).item).is_some_and(|item| is_computed(grammar, item))
}

/// Returns whether a node is marked with `@keep`.
pub(super) fn is_kept(grammar: &Grammar, tree: &Tree, node: NodeId) -> bool {
    HookFacts::hooks(grammar, &tree.node(node)).iter().any(|hook| hook.meaning().keeps)
}
