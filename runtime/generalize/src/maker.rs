//! Makes texts of a pattern: instances, and texts around them. A formula with `not` asks for the latter.

use std::collections::HashSet;

use super::filler::Filler;
use super::formula::Sign;
use super::naming::{follows, is_kept, rule_of};
use super::pattern::{Hole, Pattern};
use super::units::Unit;
use grammarc_core::parse::ParseError;
use grammarc_core::tree::NodeId;
use grammarc_generate::choices::Random;
use grammarc_reduce::format::Format;

/// One in so many texts around a pattern is drawn anew as a whole. The others differ from an instance in one fixed part
/// only.
const WHOLE_DRAW_RATIO: u32 = 4;

/// Makes texts of a pattern.
pub(super) struct Maker<'a> {
    pub(super) pattern: Pattern,
    pub(super) filler: Filler<'a>,
    /// Its holes.
    pub(super) holes: Vec<Unit>,
    /// The fixed parts that can be replaced as a whole, from the root down.
    fixed: Vec<Unit>,
}

impl<'a> Maker<'a> {
    pub(super) fn new(language: &'a Format, pattern: Pattern, max_depth: usize) -> Result<Self, ParseError> {
        let filler = Filler::new(language, &pattern.text)?.nesting(max_depth);
        // Nodes are named as in the tree that the filler has, which is an equal one.
        let Pattern { text, tree, holes: open } = pattern;
        let node = |hole: &Hole| filler.tree().id_at(tree.index_of(hole.node).unwrap_or_default());
        let open: Vec<Hole> = open.into_iter().map(|hole| Hole { node: node(&hole), ..hole }).collect();
        let pattern = Pattern { text, tree: filler.tree().clone(), holes: open };
        let mut holes: Vec<Unit> = Vec::new();
        for Hole { node, name, .. } in &pattern.holes {
            let variable = variable_at(&filler, *node);
            match holes.iter_mut().find(|unit| variable.is_some() && unit.variable == variable) {
                Some(unit) => unit.nodes.push(*node),
                None => holes.push(Unit { nodes: vec![*node], name: name.clone(), variable, constraints: Vec::new() }),
            }
        }
        let fixed = fixed(&filler, &holes);
        Ok(Self { pattern, filler, holes, fixed })
    }

    /// Makes an instance, or a text around the pattern; none if the drawn text breaks hooks, or makes the rest parse otherwise.
    pub(super) fn text(&mut self, sign: Sign, random: &mut Random) -> Option<Vec<u8>> {
        let units = match sign {
            Sign::Is => self.holes.clone(),
            Sign::IsNot => self.loosened(random),
        };
        self.filler.drawn(&units, random.bits()).map(|sample| sample.text.to_vec())
    }

    /// Returns the holes and, as one more, a random fixed part. For example, for `[<number>,2]` that is the hole and the fixed `2`, so that
    /// `[5,9]` may come of it.
    fn loosened(&self, random: &mut Random) -> Vec<Unit> {
        let count = if random.below(WHOLE_DRAW_RATIO) == 0 { 1 } else { self.fixed.len() as u32 };
        let Some(chosen) = self.fixed.get(random.below(count) as usize) else { return self.holes.clone() };
        let tree = self.filler.tree();
        let inside: HashSet<NodeId> = match chosen.variable {
            Some(_) => HashSet::new(),
            None => tree.subtree(chosen.nodes[0]).collect(),
        };
        let outside = |unit: &Unit| {
            let nodes: Vec<NodeId> = unit.nodes.iter().copied().filter(|node| !inside.contains(node)).collect();
            (!nodes.is_empty()).then(|| Unit { nodes, ..unit.clone() })
        };
        self.holes.iter().filter_map(outside).chain([chosen.clone()]).collect()
    }
}

/// Returns the variable that stands at a node, if one does.
pub(super) fn variable_at(filler: &Filler<'_>, node: NodeId) -> Option<u32> {
    filler.variables.iter().position(|variable| variable.nodes.contains(&node)).map(|number| number as u32)
}

/// Returns the parts outside of holes that can be replaced as a whole. The root comes first, even if no rule in the grammar file names it.
fn fixed(filler: &Filler<'_>, holes: &[Unit]) -> Vec<Unit> {
    let (grammar, tree) = (filler.grammar(), filler.tree());
    let open: HashSet<NodeId> =
        holes.iter().flat_map(|unit| &unit.nodes).flat_map(|&node| tree.subtree(node)).collect();
    let mut taken: HashSet<u32> = HashSet::new();
    let part = |node: NodeId| {
        let variable = variable_at(filler, node);
        let name = match variable {
            Some(number) if taken.insert(number) => filler.variables[number as usize].name.clone(),
            None if !follows(grammar, tree, node) && !is_kept(grammar, tree, node) => rule_of(grammar, tree, node)?,
            _ => return None,
        };
        Some(Unit { nodes: vec![node], name, variable, constraints: Vec::new() })
    };
    let root = Unit {
        nodes: vec![tree.root()],
        name: grammar.name(grammar.start).to_owned().into(),
        variable: None,
        constraints: Vec::new(),
    };
    let others = tree.subtree(tree.root()).skip(1).filter(|node| !open.contains(node)).filter_map(part);
    std::iter::once(root).chain(others).collect()
}
