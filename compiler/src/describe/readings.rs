//! Two trees of an ambiguous text, each in one line: `(1+2)*3` and `1+(2*3)`.
//!
//! Brackets stand around the nodes that only one of the trees has. Where these brackets are the same in both, the rules and
//! alternatives of the nodes are written in front of them: `<call>/1(f)` and `<name>/1(f)`.

use std::collections::HashSet;
use std::ops::Range;

use grammarc_runtime::grammar::{Grammar, RuleKind, Symbol};
use grammarc_runtime::language::Language;
use grammarc_runtime::tree::{NodeId, Tree};

/// How an ambiguous text can be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Readings {
    /// The tree that counts.
    /// For example, `1+(2*3)`.
    pub first: String,
    /// Another one.
    /// For example, `(1+2)*3`.
    pub second: String,
    /// Whether the trees differ in operators of one rule, so that precedence decides.
    pub are_operators: bool,
}

/// Returns both trees; none if they show no difference in one line.
pub(super) fn of_text(language: &Language, text: &[u8], second: &Tree) -> Option<Readings> {
    let grammar = &language.grammar;
    let first = language.parse(text).ok()?;
    let nodes = [&first, second].map(|tree| Differences::new(grammar, tree));
    let kinds = nodes.each_ref().map(|nodes| nodes.kinds());
    let alone = [nodes[0].without(&kinds[1]), nodes[1].without(&kinds[0])];
    let are_operators = alone.iter().all(|nodes| nodes.iter().all(|node| is_operator(grammar, node)));
    let written = |is_named: bool| alone.each_ref().map(|nodes| bracketed(grammar, text, nodes, is_named));
    let [one, other] = [written(false), written(true)].into_iter().find(|[one, other]| one != other)?;
    Some(Readings { first: one, second: other, are_operators: are_operators && !alone[0].is_empty() })
}

/// A node by what can be seen of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct SeenNode {
    symbol: Symbol,
    alternative: Option<u16>,
    span: Range<usize>,
    children: usize,
    /// The first and the last child that is no leaf.
    ends: [Option<Symbol>; 2],
}

/// The nodes of a tree, the outer ones first.
struct Differences(Vec<SeenNode>);

impl Differences {
    fn new(grammar: &Grammar, tree: &Tree) -> Self {
        Self(tree.subtree(tree.root()).map(|id| seen(grammar, tree, id)).collect())
    }

    fn kinds(&self) -> HashSet<&SeenNode> {
        self.0.iter().collect()
    }

    fn without(&self, others: &HashSet<&SeenNode>) -> Vec<SeenNode> {
        self.0.iter().filter(|node| !others.contains(node) && !node.span.is_empty()).cloned().collect()
    }
}

fn seen(grammar: &Grammar, tree: &Tree, id: NodeId) -> SeenNode {
    let node = tree.node(id);
    let children: Vec<Symbol> = tree.children(id).map(|child| tree.node(child).symbol).collect();
    SeenNode {
        symbol: node.symbol,
        alternative: node.production.map(|production| grammar.production(production).alternative),
        span: node.span,
        children: children.len(),
        ends: [children.first().copied(), children.last().copied()],
    }
}

/// Returns whether a node has another one of its rule at an end, as `1+2` has.
fn is_operator(grammar: &Grammar, node: &SeenNode) -> bool {
    grammar.rule(node.symbol).is_some() && node.ends.contains(&Some(node.symbol))
}

/// Writes the text with brackets around nodes, and their names.
fn bracketed(grammar: &Grammar, text: &[u8], nodes: &[SeenNode], is_named: bool) -> String {
    let mut opening = vec![String::new(); text.len() + 1];
    let mut closing = vec![0; text.len() + 1];
    let mut known = HashSet::new();
    for node in nodes {
        // Skipped text at the end of a node stays outside of the brackets.
        let end = node.span.start + text[node.span.clone()].trim_ascii_end().len();
        let is_whole = node.span.start == 0 && end == text.trim_ascii_end().len();
        let is_plain = is_whole || node.children < 2 || !known.insert((node.span.start, end));
        if end == node.span.start || (is_plain && !is_named) {
            continue;
        }
        if is_named {
            opening[node.span.start] += &name(grammar, node);
        }
        opening[node.span.start].push('(');
        closing[end] += 1;
    }
    let mut written = String::new();
    let mut from = 0;
    for at in 0..=text.len() {
        if closing[at] > 0 || !opening[at].is_empty() || at == text.len() {
            written += &String::from_utf8_lossy(&text[from..at]);
            written.extend(std::iter::repeat_n(')', closing[at]));
            written += &opening[at];
            from = at;
        }
    }
    written
}

/// Returns the rule and the alternative of a node, the latter if there are several.
fn name(grammar: &Grammar, node: &SeenNode) -> String {
    let name = grammar.name(node.symbol);
    match grammar.rule(node.symbol) {
        Some(rule) if rule.kind == RuleKind::Named => {
            let alternative = node.alternative.filter(|_| rule.productions.len() > 1);
            let number = alternative.map_or_else(String::new, |alternative| format!("/{}", alternative + 1));
            format!("<{name}>{number}")
        }
        Some(_) => String::new(),
        None => format!("<{name}>"),
    }
}
