//! Prints trees: indented text for people, JSON for machines, pictures. Nothing recurses, however deep the tree.

use std::io::{self, Write};

pub use dot::dot;
pub use svg::svg;

use super::json::Json;
use grammarc_core::grammar::{Grammar, Shape, Slot};
use grammarc_core::tree::{NodeId, Tree, TreeNode};

mod dot;
mod label;
mod svg;

/// Deepest indentation: without a limit the output would grow with the square of the depth.
const DEEPEST_INDENT: usize = 32;

/// Prints one line for each node that readers see: name, bytes, and the text of leaves.
///
/// # Errors
/// If `out` cannot be written to.
pub fn tree(grammar: &Grammar, text: &[u8], tree: &Tree, out: &mut impl Write) -> io::Result<()> {
    for (node, depth) in visible(tree) {
        let indent = depth.min(DEEPEST_INDENT);
        write!(out, "{:1$}", "", 2 * indent)?;
        if depth > indent {
            write!(out, "({depth}) ")?;
        }
        write!(out, "{}", grammar.name(node.symbol))?;
        if let Some(name) = alternative(grammar, &node) {
            write!(out, " as {name}")?;
        }
        write!(out, " {}..{}", node.span.start, node.span.end)?;
        if let Some(leaf) = leaf_text(grammar, text, &node) {
            write!(out, " \"{}\"", leaf.escape_ascii())?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Prints one JSON object: `symbol`, `as` where the alternative has a name, `slot` where that is `skip` or
/// `separator`, `start` and `end` in bytes, and `children` or, for a leaf, `text`. A text that is not UTF-8 has replacement
/// characters, and all its bytes in `hex`.
///
/// # Errors
/// If `out` cannot be written to.
pub fn json(grammar: &Grammar, text: &[u8], tree: &Tree, out: &mut impl Write) -> io::Result<()> {
    let mut open = 0;
    let mut is_first = true;
    for (node, depth) in visible(tree) {
        while open > depth {
            write!(out, "]}}")?;
            open -= 1;
            is_first = false;
        }
        if !is_first {
            writeln!(out, ",")?;
        }
        let mut members = vec![("symbol", Json::from(grammar.name(node.symbol)))];
        members.extend(alternative(grammar, &node).map(|name| ("as", name.into())));
        match slot(grammar, &node) {
            Slot::Item => {}
            Slot::Skip => members.push(("slot", "skip".into())),
            Slot::Separator => members.push(("slot", "separator".into())),
        }
        members.extend([("start", node.span.start.into()), ("end", node.span.end.into())]);
        let leaf = leaf_text(grammar, text, &node);
        is_first = leaf.is_none();
        if let Some(leaf) = leaf {
            members.push(("text", leaf.into()));
            if str::from_utf8(leaf).is_err() {
                let hex: String = leaf.iter().map(|byte| format!("{byte:02x}")).collect();
                members.push(("hex", hex.into()));
            }
            write!(out, "{}", Json::object(members))?;
        } else {
            // The children follow one by one: a value that holds them would nest as deep as the tree.
            members.push(("children", Json::array([])));
            let node = Json::object(members).to_string();
            write!(out, "{}", node.strip_suffix("]}").unwrap_or(&node))?;
            open += 1;
        }
    }
    for _ in 0..open {
        write!(out, "]}}")?;
    }
    writeln!(out)
}

/// Returns the number of nodes that readers see.
pub fn size(tree: &Tree) -> usize {
    visible(tree).count()
}

/// The text of a leaf: of a terminal, or of an `%opaque` rule.
fn leaf_text<'t>(grammar: &Grammar, text: &'t [u8], node: &TreeNode) -> Option<&'t [u8]> {
    let is_rule = |production| !matches!(grammar.production(production).shape, Shape::Leaf(_));
    (!node.production.is_some_and(is_rule)).then(|| &text[node.span.clone()])
}

/// Returns the role of a node below its parent: an item, a skip or a separator.
fn slot(grammar: &Grammar, node: &TreeNode) -> Slot {
    grammar.item(node.item).map_or(Slot::Item, |item| item.slot)
}

/// Returns the name that the grammar gave to the alternative.
fn alternative<'g>(grammar: &'g Grammar, node: &TreeNode) -> Option<&'g str> {
    node.production.and_then(|production| grammar.production(production).name.as_deref())
}

/// Returns the nodes that readers see in preorder, each with its depth among these.
fn visible(tree: &Tree) -> impl Iterator<Item = (TreeNode, usize)> + '_ {
    let mut ends: Vec<(usize, bool)> = Vec::new();
    let mut hidden = 0;
    (0..tree.len()).filter_map(move |index| {
        while ends.last().is_some_and(|&(end, _)| end <= index) {
            hidden -= usize::from(ends.pop().is_some_and(|(_, is_hidden)| is_hidden));
        }
        let id: NodeId = tree.id_at(index);
        let node = tree.node(id);
        let depth = ends.len() - hidden;
        ends.push((index + tree.size(id), node.hidden));
        hidden += usize::from(node.hidden);
        (!node.hidden).then_some((node, depth))
    })
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::{json, tree};
    use grammarc_core::byteset::ByteSet;
    use grammarc_core::grammar::rows::{item, literal, production, rule, terminal};
    use grammarc_core::grammar::{
        Encoding, Grammar, ItemId, Plan, ProductionId, RegularId, RuleKind, Shape, Symbol, TerminalKind,
    };
    use grammarc_core::tree::{Builder, Tree};

    /// `<a> ::= "[" <a> | "x"`
    fn grammar() -> Grammar {
        let a = Symbol(0);
        let leaf = |name, regular| terminal(name, TerminalKind::Leaf, RegularId(regular), ByteSet::ALL);
        Grammar {
            encoding: Encoding::Utf8,
            start: a,
            rules: vec![rule("a", RuleKind::Named, 0..2, Plan::Predict, [ByteSet::ALL; 2], 1)].into(),
            productions: Cow::Owned(vec![
                production(a, 0..2, Shape::Node(a), ByteSet::ALL, 2),
                production(a, 2..3, Shape::Node(a), ByteSet::ALL, 1).named("End"),
            ]),
            items: vec![item(Symbol(1), 0), item(a, 1), item(Symbol(2), 0)].into(),
            terminals: vec![leaf("\"[\"", 0), leaf("\"x\"", 1)].into(),
            regulars: vec![literal(b"["), literal(b"x")].into(),
            separators: Cow::Borrowed(&[]),
            expressions: Cow::Borrowed(&[]),
            fields: Cow::Borrowed(&[]),
            hooks: Cow::Borrowed(&[]),
            namespaces: Cow::Borrowed(&[]),
            functions: Cow::Borrowed(&[]),
            labels: Cow::Borrowed(&[]),
        }
    }

    fn nested(grammar: &Grammar, depth: usize) -> (Vec<u8>, Tree) {
        let mut builder = Builder::new();
        let marks: Vec<_> = (0..depth)
            .map(|at| {
                let mark = builder.mark();
                builder.leaf(Symbol(1), at..at + 1, ItemId(0));
                mark
            })
            .collect();
        let mark = builder.mark();
        builder.leaf(Symbol(2), depth..depth + 1, ItemId(2));
        builder.close(grammar, ProductionId(1), mark, depth..depth + 1, ItemId(1));
        for (at, mark) in marks.into_iter().enumerate().rev() {
            builder.close(grammar, ProductionId(0), mark, at..depth + 1, ItemId(1));
        }
        ([vec![b'['; depth], vec![b'x']].concat(), builder.finish())
    }

    #[test]
    fn trees_are_printed_in_both_forms() {
        let grammar = grammar();
        let (text, parsed) = nested(&grammar, 1);
        let mut out = Vec::new();
        tree(&grammar, &text, &parsed, &mut out).expect("a vector can be written to");
        let expected = "a 0..2\n  \"[\" 0..1 \"[\"\n  a as End 1..2\n    \"x\" 1..2 \"x\"\n";
        assert_eq!(String::from_utf8_lossy(&out), expected);
        out.clear();
        json(&grammar, &text, &parsed, &mut out).expect("a vector can be written to");
        let expected = r#"{"symbol":"a","start":0,"end":2,"children":[{"symbol":"\"[\"","start":0,"end":1,"text":"["},
{"symbol":"a","as":"End","start":1,"end":2,"children":[{"symbol":"\"x\"","start":1,"end":2,"text":"x"}]}]}
"#;
        assert_eq!(String::from_utf8_lossy(&out), expected);
    }

    #[test]
    fn depth_costs_neither_stack_nor_square_output() {
        let grammar = grammar();
        let (text, parsed) = nested(&grammar, 1_000_000);
        let mut out = Vec::new();
        tree(&grammar, &text, &parsed, &mut out).expect("a vector can be written to");
        assert!(out.len() < 250_000_000);
        json(&grammar, &text, &parsed, &mut std::io::sink()).expect("a sink can be written to");
    }
}
