//! Two trees of an ambiguous text, each in one line: `(1+2)*3` and `1+(2*3)`.
//!
//! Brackets stand around the nodes that only one of the trees has. Where these brackets do not tell the trees apart, the rules and
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

/// The nodes that only one of two trees has, as rules and alternatives: two texts with equal ones are ambiguous for the same
/// reason.
pub(super) type Reason = Vec<(Symbol, Option<u16>)>;

/// The nodes of two trees that only one of them has.
pub(super) struct TwoTrees<'l> {
    grammar: &'l Grammar,
    alone: [Vec<SeenNode>; 2],
}

impl<'l> TwoTrees<'l> {
    /// Compares the first tree of a text with another one. Returns none if the text is not in the language.
    pub(super) fn new(language: &'l Language, text: &[u8], second: &Tree) -> Option<Self> {
        let grammar = &language.grammar;
        let first = language.parse(text).ok()?;
        let nodes = [&first, second].map(|tree| nodes(grammar, tree));
        let alone = [(0, 1), (1, 0)].map(|(one, other)| {
            let others: HashSet<&SeenNode> = nodes[other].iter().collect();
            let alone = nodes[one].iter().filter(|node| !others.contains(node) && !node.span.is_empty());
            alone.cloned().collect()
        });
        Some(Self { grammar, alone })
    }

    /// Returns the difference without the text.
    pub(super) fn reason(&self) -> Reason {
        let mut reason: Reason = self.alone.iter().flatten().map(|node| (node.symbol, node.alternative)).collect();
        reason.sort_unstable();
        reason.dedup();
        reason
    }

    /// Writes both trees; none if they show no difference in one line.
    pub(super) fn readings(&self, text: &[u8]) -> Option<Readings> {
        let are_operators = self.alone.iter().all(|nodes| nodes.iter().all(|node| is_operator(self.grammar, node)));
        let outermost = self.alone.each_ref().map(|nodes| outermost(nodes));
        let written = [
            self.alone.each_ref().map(|nodes| bracketed(self.grammar, text, nodes, false)),
            outermost.each_ref().map(|nodes| bracketed(self.grammar, text, nodes, true)),
            self.alone.each_ref().map(|nodes| bracketed(self.grammar, text, nodes, true)),
        ];
        let has_brackets = |tree: &String| tree.len() > String::from_utf8_lossy(text).len();
        let differ = |trees: &[String; 2]| trees[0] != trees[1] && trees.iter().all(has_brackets);
        let [first, second] = written.into_iter().find(differ)?;
        Some(Readings { first, second, are_operators })
    }
}

/// Returns the nodes that are in no other one.
fn outermost(nodes: &[SeenNode]) -> Vec<SeenNode> {
    let mut end = 0;
    let mut found = Vec::new();
    for node in nodes.iter().filter(|node| node.children > 0) {
        if node.span.start >= end {
            end = node.span.end;
            found.push(node.clone());
        }
    }
    found
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

/// Returns the nodes of a tree, the outer ones first.
fn nodes(grammar: &Grammar, tree: &Tree) -> Vec<SeenNode> {
    tree.subtree(tree.root()).map(|id| seen(grammar, tree, id)).collect()
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
