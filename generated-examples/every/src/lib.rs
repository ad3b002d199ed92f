//! Every grammar of the repository in its generated form, which builds without a warning. `tests/` holds them against the interpreter.
#![deny(warnings)]

use std::fmt::Debug;

use grammarc_runtime::format::Format;
use grammarc_runtime::syntax::{SyntaxNode, View};

/// Compares all views of a node with the tree, and returns how many there are.
pub type CountViews = fn(SyntaxNode<'_>) -> usize;

include!(concat!(env!("OUT_DIR"), "/all.rs"));

/// Compares the nodes that a method returns with those of that name.
fn agree<'t, V: View<'t> + PartialEq + Debug>(node: SyntaxNode<'t>, name: &str, typed: impl IntoIterator<Item = V>) {
    let typed: Vec<V> = typed.into_iter().collect();
    let named: Vec<V> = node.children_named(name).filter_map(V::cast).collect();
    assert_eq!(typed, named, "{name} in {node:?}");
}

/// Compares what an alternative holds: the node itself, or the only part of it, which the text of the alternative names.
fn agree_on_alternative<'t, V: View<'t> + PartialEq + Debug>(node: SyntaxNode<'t>, text: &str, part: V) {
    if part.syntax() == node {
        return;
    }
    match text.strip_prefix('<').and_then(|text| text.strip_suffix('>')) {
        Some(name) if !name.contains('<') => agree(node, name, std::iter::once(part)),
        _ => {
            let (outer, inner) = (node.span(), part.syntax().span());
            assert!(outer.start <= inner.start && inner.end <= outer.end, "{text} in {node:?}");
        }
    }
}
