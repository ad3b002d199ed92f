//! Steps back from items with too many links to be stored: by tables of all items with one origin, and of all nodes of a rule with
//! one origin, by their ends.
//!
//! An ambiguous input has up to the cube of its length in links, but only the square in items and nodes. To find the predecessors
//! of some items, not every link is looked at: one link to any of them is enough.

use super::Extractor;
use super::reach::Reach;
use crate::earley::chart::{Chart, Link, Way};
use crate::earley::numbers::{ItemNumber, NodeNumber, SetNumber};
use crate::earley::tables::{NextSymbol, Tables};
use crate::grammar::{Grammar, Symbol};

/// The items before those with too many links, and the nodes between them; all in the empty environment, and sorted. For example, if
/// only items behind the last `<e>` of `<e> ::= <e> "+" <e>` have too many links, the index has the items before it and the nodes of
/// `<e>`.
pub(super) struct OriginIndex {
    /// Items by origin, then by dot, then by their sets.
    items: ByOrigin,
    /// Nodes by origin, then by rule, then by end.
    nodes: ByOrigin,
}

/// Numbers, adjacent for each origin.
///
/// ```text
/// numbers   7 9 | 3 | 4 8        origin 0 has 7 and 9, origin 1 has 3, origin 2 has 4 and 8
/// starts    0, 2, 3, 5
/// ```
struct ByOrigin {
    numbers: Vec<u32>,
    /// Start of the numbers of each origin, and the end of the last.
    starts: Vec<u32>,
}

impl ByOrigin {
    fn of(&self, origin: SetNumber) -> &[u32] {
        let [start, end] = [origin, origin + 1].map(|origin| self.starts[origin as usize] as usize);
        &self.numbers[start..end]
    }
}

impl OriginIndex {
    pub(super) fn new(grammar: &Grammar, tables: &Tables, chart: &Chart) -> Self {
        let (mut is_before, mut is_between) = (vec![false; tables.count() as usize], vec![false; grammar.rules.len()]);
        for dot in chart.many_dots().filter(|&dot| !std::mem::replace(&mut is_before[dot as usize - 1], true)) {
            if let NextSymbol::Rule(rule) = tables.dot(dot - 1).next {
                is_between[rule.0 as usize] = true;
            }
        }
        let [sets, items, nodes] = chart.counts();
        let is_needed = |&item: &ItemNumber| is_before[chart.item(item).key.dot as usize];
        let items: Vec<ItemNumber> =
            (0..items).filter(is_needed).filter(|&item| chart.item(item).key.environment == 0).collect();
        let is_needed = |&node: &NodeNumber| is_between[rule_of(grammar, tables, chart, node).0 as usize];
        let nodes: Vec<NodeNumber> =
            (0..nodes).filter(is_needed).filter(|&node| chart.completed(node).key.environment == 0).collect();
        let by_dot = sorted(&items, tables.count(), |item| chart.item(item).key.dot).numbers;
        let by_rule =
            sorted(&nodes, grammar.rules.len() as u32, |node| rule_of(grammar, tables, chart, node).0).numbers;
        Self {
            items: sorted(&by_dot, sets, |item| chart.item(item).key.origin),
            nodes: sorted(&by_rule, sets, |node| chart.completed(node).key.origin),
        }
    }

    /// Returns the items with a dot and an origin.
    fn items(&self, chart: &Chart, dot: u32, origin: SetNumber) -> &[ItemNumber] {
        equal(self.items.of(origin), dot, |item| chart.item(item).key.dot)
    }

    /// Returns the nodes of a rule with an origin.
    fn nodes(
        &self,
        grammar: &Grammar,
        tables: &Tables,
        chart: &Chart,
        rule: Symbol,
        origin: SetNumber,
    ) -> &[NodeNumber] {
        equal(self.nodes.of(origin), rule.0, |node| rule_of(grammar, tables, chart, node).0)
    }

    /// Returns the link from an item that waits for a rule to one behind it.
    pub(super) fn link(
        &self,
        grammar: &Grammar,
        tables: &Tables,
        chart: &Chart,
        from: ItemNumber,
        to: ItemNumber,
    ) -> Option<Link> {
        let (before, behind) = (chart.item(from), chart.item(to));
        let dot = tables.dot(before.key.dot);
        let NextSymbol::Rule(rule) = dot.next else { return None };
        if dot.consume && before.set == behind.set {
            return None;
        }
        let nodes =
            equal(self.nodes(grammar, tables, chart, rule, before.set), behind.set, |node| chart.span(node).end);
        nodes.first().map(|&child| Link { from, child })
    }
}

fn rule_of(grammar: &Grammar, tables: &Tables, chart: &Chart, node: NodeNumber) -> Symbol {
    grammar.production(tables.dot(chart.completed(node).key.dot).production).rule
}

/// Counting sort by a key below `keys`, stable. O(n + keys).
fn sorted(numbers: &[u32], keys: u32, key: impl Fn(u32) -> u32) -> ByOrigin {
    let mut starts = vec![0; keys as usize + 1];
    numbers.iter().for_each(|&number| starts[key(number) as usize + 1] += 1);
    let mut sum = 0;
    for start in &mut starts {
        sum += *start;
        *start = sum;
    }
    let (mut free, mut placed) = (starts.clone(), vec![0; sum as usize]);
    for &number in numbers {
        let place = &mut free[key(number) as usize];
        placed[*place as usize] = number;
        *place += 1;
    }
    ByOrigin { numbers: placed, starts }
}

/// Returns the numbers with one key; the numbers are sorted by key. For example, the keys `1 1 2 2 3` and the key 2 give the third
/// and the fourth number. Where few rules are ambiguous, that is often all of them.
fn equal(numbers: &[u32], wanted: u32, key: impl Fn(u32) -> u32) -> &[u32] {
    let is_wanted = |number: Option<&u32>| number.is_some_and(|&number| key(number) == wanted);
    if is_wanted(numbers.first()) && is_wanted(numbers.last()) {
        return numbers;
    }
    let start = numbers.partition_point(|&number| key(number) < wanted);
    let rest = &numbers[start..];
    &rest[..rest.partition_point(|&number| key(number) == wanted)]
}

impl Extractor<'_, '_, '_> {
    /// Returns the items and nodes by place.
    pub(super) fn places(&self) -> &OriginIndex {
        self.places.get_or_init(|| OriginIndex::new(self.matcher.grammar, self.tables, &self.recognized.chart))
    }

    /// Adds the predecessors of a level's items that have too many links. All items of a level have the same dot and origin.
    pub(super) fn step_back_many(&self, level: &[Reach], before: &mut Vec<Reach>) {
        let chart = &self.recognized.chart;
        let Some(first) = level.first() else { return };
        let many = level.iter().filter(|reach| matches!(chart.way(reach.item), Way::Many));
        let mut ends: Vec<SetNumber> = many.map(|reach| chart.item(reach.item).set).collect();
        if ends.is_empty() {
            return;
        }
        ends.sort_unstable();
        let key = chart.item(first.item).key;
        let dot = self.tables.dot(key.dot - 1);
        let NextSymbol::Rule(rule) = dot.next else { return };
        let places = self.places();
        for &item in places.items(chart, key.dot - 1, key.origin) {
            let start = chart.item(item).set;
            let mut nodes = places.nodes(self.matcher.grammar, self.tables, chart, rule, start);
            if dot.consume && nodes.first().is_some_and(|&node| chart.span(node).end == start) {
                nodes = &nodes[1..];
            }
            if meet(nodes, &ends, |node| chart.span(node).end) {
                before.push(Reach { item, ends: Reach::HERE });
            }
        }
    }
}

/// Whether any node ends at one of `ends`. Both are ascending. For example, nodes that end at 2 and 5 meet the ends 3 and 5.
fn meet(mut nodes: &[NodeNumber], mut ends: &[SetNumber], end: impl Fn(NodeNumber) -> SetNumber) -> bool {
    while let Some(&node) = nodes.first() {
        let wanted = end(node);
        ends = &ends[ends.partition_point(|&end| end < wanted)..];
        let Some(&next) = ends.first() else { return false };
        if next == wanted {
            return true;
        }
        nodes = &nodes[nodes.partition_point(|&node| end(node) < next)..];
    }
    false
}
