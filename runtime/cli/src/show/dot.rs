//! Trees for Graphviz: `dot -Tpdf`.

use std::io::{self, Write};

use super::label::shortened;
use super::{alternative, leaf_text, slot, visible};
use grammarc_core::grammar::{Grammar, Slot};
use grammarc_core::tree::Tree;

/// Prints a directed graph: rules as plain names, leaves as boxes with their text, edges from parents to children.
///
/// # Errors
/// If `out` cannot be written to.
pub fn dot(grammar: &Grammar, text: &[u8], tree: &Tree, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "digraph tree {{")?;
    writeln!(out, "  graph [ordering=out, ranksep=0.3];")?;
    writeln!(out, "  node [shape=plain, margin=0.05, fontname=monospace];")?;
    writeln!(out, "  edge [arrowhead=none];")?;
    let mut open: Vec<usize> = Vec::new();
    for (number, (node, depth)) in visible(tree).enumerate() {
        let name = grammar.name(node.symbol);
        let tooltip = format!("{name} {}..{}", node.span.start, node.span.end);
        write!(out, "  n{number} [tooltip={}, ", quoted(&shortened(tooltip.as_bytes())))?;
        match leaf_text(grammar, text, &node) {
            Some(leaf) => {
                let style = if slot(grammar, &node) == Slot::Item { "solid" } else { "dotted" };
                writeln!(out, "label={}, shape=box, style={style}];", quoted(&shortened(leaf)))?;
            }
            None => {
                let suffix = alternative(grammar, &node).map_or(String::new(), |name| format!(" as {name}"));
                writeln!(out, "label={}];", quoted(&shortened(format!("{name}{suffix}").as_bytes())))?;
            }
        }
        open.truncate(depth);
        if let Some(parent) = open.last() {
            writeln!(out, "  n{parent} -> n{number};")?;
        }
        open.push(number);
    }
    writeln!(out, "}}")
}

/// Returns a quoted string. Graphviz gives a meaning to backslashes in labels, and to `&` as HTML does.
fn quoted(text: &str) -> String {
    let text = text.replace('\\', r"\\").replace('"', r#"\""#).replace('&', "&amp;");
    format!("\"{text}\"")
}
