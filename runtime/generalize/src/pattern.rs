//! A pattern: an input of which some parts can be anything of their kind.
//!
//! It is plain data: a text, its tree (each node is a rule, an alternative and children), and the nodes of it that are holes. Text outside
//! the holes is fixed, except for skipped text and computed fields.
//!
//! ```text
//! text        [ 1 , 2 ]
//! hole          ▲           the node 1..2, of the rule `number`
//! fixed       ▲   ▲ ▲ ▲
//! rendered    [<number>,2]
//! ```

use std::collections::{HashMap, HashSet};

use super::align::{ParsedText, aligned};
use super::constraint::Constraint;
use super::naming::named;
use grammarc_core::grammar::{Grammar, Symbol, Text};
use grammarc_core::tree::{NodeId, Tree, name_span};

/// An input with holes: if `[1,2]` fails with any first number, its pattern renders as `[<number>,2]`.
#[derive(Debug, Clone)]
pub struct Pattern {
    /// The input that the pattern was made from. It is an instance of the pattern.
    pub text: Vec<u8>,
    /// The tree of `text`.
    pub tree: Tree,
    /// The parts that any text of their kind may replace, from left to right. No hole lies in another one. For example, `[<number>,2]` has
    /// one: the `1` of the text `[1,2]`.
    pub holes: Vec<Hole>,
}

/// A part that can be anything of its kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hole {
    /// The node of the hole in [`Pattern::tree`].
    pub node: NodeId,
    /// The rule or terminal whose texts may stand there; for an operand the level of precedence.
    pub symbol: Symbol,
    /// Name of the symbol in the grammar file; for a variable without a rule, its namespace.
    pub name: Text,
    /// All holes of one number are one variable, and have the same text: a name where it is defined and where it is used.
    pub variable: Option<u32>,
    /// Further conditions on the text; all must hold.
    pub constraints: Vec<Constraint>,
}

impl Pattern {
    /// Returns the pattern as text: fixed parts unchanged, and `<name>` or `<name:1>` for each hole. The constraints of a hole follow on a
    /// line of their own: `where <name> ≥ 3 and without <digit> "7"`.
    pub fn render(&self, grammar: &Grammar) -> Vec<u8> {
        let placeholders = self.placeholders();
        let mut text = Vec::new();
        let mut at = 0;
        for (hole, placeholder) in self.holes.iter().zip(&placeholders) {
            let span = name_span(grammar, &self.tree, hole.node);
            text.extend_from_slice(&self.text[at..span.start]);
            text.extend_from_slice(placeholder.as_bytes());
            at = span.end;
        }
        text.extend_from_slice(&self.text[at..]);
        let mut seen = HashSet::new();
        for (hole, placeholder) in self.holes.iter().zip(placeholders) {
            if !hole.constraints.is_empty() && hole.variable.is_none_or(|variable| seen.insert(variable)) {
                text.extend_from_slice(format!("\nwhere {placeholder} {}", conjunction(&hole.constraints)).as_bytes());
            }
        }
        text
    }

    /// Returns the placeholder of each hole: `<name>`, or `<name:1>` where holes of one name must be told apart. Only variables with
    /// several places and holes with constraints need a number.
    pub fn placeholders(&self) -> Vec<String> {
        let (mut numbers, mut last) = (HashMap::new(), HashMap::new());
        let mut placeholders = Vec::new();
        for (place, hole) in self.holes.iter().enumerate() {
            let is_alike = |other: &&Hole| match hole.variable {
                Some(_) if hole.constraints.is_empty() => other.variable == hole.variable,
                _ => other.name == hole.name,
            };
            let may_be_meant = hole.variable.is_some() || !hole.constraints.is_empty();
            placeholders.push(if may_be_meant && self.holes.iter().filter(is_alike).count() > 1 {
                let number = numbers.entry(hole.variable.ok_or(place)).or_insert_with(|| {
                    let number: &mut u32 = last.entry(&hole.name).or_default();
                    *number += 1;
                    *number
                });
                format!("<{}:{number}>", hole.name)
            } else {
                format!("<{}>", hole.name)
            });
        }
        placeholders
    }

    /// Returns the node that stands in each hole in the tree of another text; none if that text is no instance of the pattern.
    /// O(n) time for n nodes. For example, `[7,2]` matches `[<number>,2]` with `7` in the hole, and `[7,3]` does not match.
    pub fn matched(&self, grammar: &Grammar, text: &[u8], tree: &Tree) -> Option<Vec<NodeId>> {
        let mut there: HashMap<NodeId, NodeId> = HashMap::new();
        let free: HashSet<NodeId> = self.holes.iter().map(|hole| hole.node).collect();
        let other = ParsedText { text, tree };
        if !aligned(grammar, ParsedText { text: &self.text, tree: &self.tree }, other, &free, |node, met| {
            there.insert(node, met);
        }) {
            return None;
        }
        let nodes: Vec<NodeId> = self.holes.iter().map(|hole| there.get(&hole.node).copied()).collect::<Option<_>>()?;
        let mut names: HashMap<u32, Vec<u8>> = HashMap::new();
        let mut is_same = |(hole, &node): (&Hole, &NodeId)| {
            let Some(variable) = hole.variable else { return true };
            let own = named(grammar, text, tree, node).map_or_else(Vec::new, |named| named.name);
            *names.entry(variable).or_insert_with(|| own.clone()) == own
        };
        let holds = |(hole, &node): (&Hole, &NodeId)| {
            hole.constraints.iter().all(|constraint| constraint.holds(grammar, text, tree, node))
        };
        self.holes.iter().zip(&nodes).all(|it| is_same(it) && holds(it)).then_some(nodes)
    }
}

/// Returns constraints as text, joined by `and`: `≥ 3 and without "7"`.
#[doc(hidden)]
pub fn conjunction(constraints: &[Constraint]) -> String {
    constraints.iter().map(Constraint::to_string).collect::<Vec<_>>().join(" and ")
}
