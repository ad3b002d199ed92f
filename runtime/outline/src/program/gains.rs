//! The bytes that go with a unit, because nothing else needs them.
//!
//! The units and what they need are a flow graph. A node of it dominates another one if every way from the root to that leads through it;
//! so the bytes that a unit dominates are those that go with it.
//!
//! K. Cooper, T. Harvey, K. Kennedy, *A Simple, Fast Dominance Algorithm*, 2001.

use std::ops::Range;

use super::kept::{Choice, Kept};
use super::{Program, UnitId};
use crate::halves::middle;
use grammarc_core::steps::step;

/// The number of a node: the units first, then the ranges of siblings.
pub type NodeNumber = usize;

/// The units of one parent, split again and again into two parts of about the same weight, first into those with a name and those that
/// code may use without one, such as constructors: these are often needed, and would keep the others.
pub struct Ranges {
    /// All units, those of one parent together.
    units: Vec<UnitId>,
    /// By unit: where it is among them.
    places: Vec<usize>,
    ranges: Vec<SiblingRange>,
    /// By unit, and last for the text: the node of all units inside it.
    contents: Vec<Option<NodeNumber>>,
}

struct SiblingRange {
    places: Range<usize>,
    parts: [NodeNumber; 2],
}

/// The bytes that go with each node.
pub struct Gains {
    /// By node: the bytes that it dominates.
    pub bytes: Vec<usize>,
    /// By node: those that the bodies of all functions in it dominate.
    pub bodies: Vec<usize>,
}

impl Ranges {
    /// Splits the units inside each one. O(n log n).
    pub fn of(program: &Program) -> Self {
        let count = program.len();
        let mut inside: Vec<Vec<UnitId>> = vec![Vec::new(); count + 1];
        for (id, unit) in program.units.iter().enumerate() {
            inside[unit.parent.unwrap_or(count)].push(id);
        }
        inside.iter_mut().for_each(|units| units.sort_by_key(|&unit| program.units[unit].is_nameless));
        let (units, contents) = (inside.concat(), vec![None; count + 1]);
        let mut found = Self { places: vec![0; count], units, ranges: Vec::new(), contents };
        for (place, &unit) in found.units.iter().enumerate() {
            found.places[unit] = place;
        }
        let mut start = 0;
        for (parent, inside) in inside.iter().enumerate().filter(|(_, inside)| !inside.is_empty()) {
            found.contents[parent] = Some(found.split(program, start..start + inside.len()));
            start += inside.len();
        }
        found
    }

    /// Makes the node of a range, with those of its parts.
    fn split(&mut self, program: &Program, places: Range<usize>) -> NodeNumber {
        if places.len() == 1 {
            return self.units[places.start];
        }
        let units = &self.units[places.clone()];
        let named = units.partition_point(|&unit| !program.units[unit].is_nameless);
        let middle = match named {
            _ if (1..units.len()).contains(&named) => places.start + named,
            _ => places.start + middle(units.iter().map(|&unit| program.units[unit].bytes.len())),
        };
        step(places.len() as u64);
        let parts = [places.start..middle, middle..places.end].map(|part| self.split(program, part));
        self.ranges.push(SiblingRange { places, parts });
        self.units.len() + self.ranges.len() - 1
    }

    /// Returns the number of nodes.
    #[expect(clippy::len_without_is_empty, reason = "only numbers of nodes are compared with it")]
    pub fn len(&self) -> usize {
        self.units.len() + self.ranges.len()
    }

    /// Returns the units of a node.
    pub fn units(&self, node: NodeNumber) -> &[UnitId] {
        match node.checked_sub(self.units.len()) {
            Some(range) => &self.units[self.ranges[range].places.clone()],
            None => std::slice::from_ref(&self.units[self.places[node]]),
        }
    }
}

impl Gains {
    /// Sums the dominated bytes of each node, of the units that stay. After a few passes over the graph the dominators are a guess, because
    /// some graphs take many.
    pub fn of(program: &Program, ranges: &Ranges, choice: &Choice, kept: &Kept) -> Self {
        let graph = Graph { program, ranges, choice, kept };
        let flow = Flow::of(&graph);
        let dominators = flow.dominators();
        let mut bytes = vec![0; graph.root() + 1];
        for (place, &node) in flow.order.iter().enumerate() {
            if node < program.len() {
                bytes[node] += program.units[node].own;
            }
            if let Some(&above) = dominators.get(place).filter(|&&above| above != place && above != usize::MAX) {
                bytes[flow.order[above]] += bytes[node];
            }
        }
        bytes.truncate(ranges.len());
        let bodies = graph.bodies(&bytes);
        Self { bytes, bodies }
    }
}

/// The flow graph: the units, the ranges, the groups and the root.
struct Graph<'a> {
    program: &'a Program,
    ranges: &'a Ranges,
    choice: &'a Choice,
    kept: &'a Kept,
}

impl Graph<'_> {
    fn root(&self) -> usize {
        self.ranges.len() + self.program.groups.len()
    }

    /// Returns the nodes that one leads to.
    fn next(&self, node: usize) -> Vec<usize> {
        let Self { program, ranges, choice, kept } = self;
        let (units, nodes) = (program.len(), ranges.len());
        let is_wanted = |part: &NodeNumber| *part >= units || (choice.wanted[*part] && kept.units[*part]);
        if node == self.root() {
            return ranges.contents[units].into_iter().collect();
        }
        if node >= nodes {
            return program.groups[node - nodes].iter().copied().filter(|&unit| kept.units[unit]).collect();
        }
        if node >= units {
            return ranges.ranges[node - units].parts.into_iter().filter(is_wanted).collect();
        }
        let unit = &program.units[node];
        let content = ranges.contents[node].filter(is_wanted);
        let groups = unit.uses.iter().chain(&unit.targets).map(|&group| nodes + group);
        // Members that stay because their names are used.
        let members = program.children(node);
        let members = members.filter(|&child| kept.units[child] && !choice.wanted[child] && !kept.needed[child]);
        unit.parent.into_iter().chain(content).chain(groups).chain(members).collect()
    }

    /// Returns for each node the bytes of the bodies in it.
    fn bodies(&self, bytes: &[usize]) -> Vec<usize> {
        let Self { program, ranges, kept, .. } = self;
        let mut sums = vec![0; program.len() + 1];
        let mut function = 0;
        for unit in 0..program.len() {
            let is_outermost = unit >= function && program.units[unit].body.is_some();
            if is_outermost {
                function = program.units[unit].end;
            }
            let content = ranges.contents[unit].filter(|_| is_outermost && kept.units[unit]);
            sums[unit + 1] = sums[unit] + content.map_or(0, |content| bytes[content]);
        }
        let of = |units: &[UnitId]| -> usize {
            step(units.len() as u64);
            units.iter().map(|&unit| sums[program.units[unit].end] - sums[unit]).sum()
        };
        (0..ranges.len()).map(|node| of(ranges.units(node))).collect()
    }
}

/// The edges of the graph, by the nodes that they lead to.
struct Flow {
    /// The nodes that the root leads to, in postorder; the root is last.
    order: Vec<usize>,
    /// The places of the nodes that lead to another one, those of one node together.
    before: Vec<usize>,
    /// By node: where they begin.
    starts: Vec<usize>,
}

/// Passes over the graph in search of dominators. A flow graph without jumps into loops needs two.
const MAX_PASSES: usize = 8;
/// Steps up the tree of dominators, for each edge of the graph.
const MAX_STEPS_PER_EDGE: usize = 64;

impl Flow {
    /// Walks through the graph, depth first.
    fn of(graph: &Graph<'_>) -> Self {
        let count = graph.root() + 1;
        let (mut order, mut places, mut edges) = (Vec::new(), vec![usize::MAX; count], Vec::new());
        let mut seen = vec![false; count];
        let mut open = vec![(graph.root(), None)];
        while let Some((node, rest)) = open.last_mut() {
            let node = *node;
            seen[node] = true;
            let rest = rest.get_or_insert_with(|| {
                let next = graph.next(node);
                step(next.len() as u64 + 1);
                edges.extend(next.iter().map(|&to| (to, node)));
                next
            });
            match rest.pop() {
                Some(to) if !seen[to] => open.push((to, None)),
                Some(_) => {}
                None => {
                    places[node] = order.len();
                    order.push(node);
                    open.pop();
                }
            }
        }
        let mut starts = vec![0; count + 1];
        edges.iter().for_each(|&(to, _)| starts[to + 1] += 1);
        for node in 0..count {
            starts[node + 1] += starts[node];
        }
        let mut free = starts.clone();
        let mut before = vec![0; edges.len()];
        for (to, from) in edges {
            before[free[to]] = places[from];
            free[to] += 1;
        }
        Self { order, before, starts }
    }

    /// Returns the place of each node's immediate dominator, by its own place. That of the root is itself.
    fn dominators(&self) -> Vec<usize> {
        let last = self.order.len() - 1;
        let mut above = vec![usize::MAX; self.order.len()];
        above[last] = last;
        let mut steps = MAX_STEPS_PER_EDGE * (self.before.len() + 1);
        for _ in 0..MAX_PASSES {
            let mut is_changed = false;
            for place in (0..last).rev() {
                let node = self.order[place];
                let known = self.before[self.starts[node]..self.starts[node + 1]]
                    .iter()
                    .filter(|&&from| above[from] != usize::MAX);
                let found = known.copied().reduce(|one, other| common(&above, one, other, &mut steps));
                let found = found.unwrap_or(last);
                is_changed |= std::mem::replace(&mut above[place], found) != found;
            }
            step(self.before.len() as u64);
            if !is_changed || steps == 0 {
                break;
            }
        }
        above
    }
}

/// Returns the nearest place that dominates two; the last one once the steps are used up.
fn common(above: &[usize], mut one: usize, mut other: usize, steps: &mut usize) -> usize {
    while one != other {
        if *steps == 0 {
            return above.len() - 1;
        }
        *steps -= 1;
        if one < other {
            one = above[one];
        } else {
            other = above[other];
        }
    }
    one
}
