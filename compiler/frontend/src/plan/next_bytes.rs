//! Whether a grammar is read by code that follows the next bytes and never goes back: nodes are written as they come.
//!
//! Three conditions must hold: at every point of every rule the next bytes decide, the nodes of a rule are known in time, and
//! nothing asks for the text of an earlier item. A point's decision does not depend on the caller of its rule.

use std::collections::BTreeSet;

use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::grammar::{
    Check, Drive, Grammar, Item, ItemId, Plan, ProductionId, Regular, Shape, Slot, Symbol, TerminalKind,
};
use grammarc_runtime::parse::decisions::{Decisions, Point, PointId, SharedItems};
use grammarc_runtime::regular::Automata;

use super::choice::{Choice, ways};
use super::kind::{self, Kinds, is_again, is_repeat};
use super::nodes::Nodes;
use super::terminals::Terminals;

/// States, beyond a few for each rule, beyond which the code would be too long; then the grammar is read over a cursor.
const MAX_STATES: usize = 64;

/// Longest chain of calls that is followed to find the token at the beginning.
const MAX_NESTED: usize = 32;

/// Returns the rules that are states, if the next bytes decide everything in a grammar.
pub(super) fn heads(
    grammar: &Grammar,
    automata: &Automata,
    decisions: &Decisions,
    kinds: &Kinds,
) -> Option<BTreeSet<Symbol>> {
    let skips = grammar.items.iter().any(|item| item.slot == Slot::Skip);
    if grammar.rule(grammar.start).is_none() || skips || repeats_labels(grammar) {
        return None;
    }
    let (nodes, terminals) = (Nodes { grammar, decisions }, Terminals::new(grammar, automata));
    let rules = || (0..grammar.rules.len() as u32).map(Symbol).filter(|rule| kinds.is_reached(*rule));
    let decides = Decides { nodes, terminals };
    if !rules().all(|rule| decides.in_rule(rule)) {
        return None;
    }
    let heads = super::heads::heads(grammar, decisions);
    (states(grammar, decisions, &heads, rules()) <= MAX_STATES + 4 * grammar.rules.len()).then_some(heads)
}

/// Whether a text must equal that of a label. The code keeps no label's text.
fn repeats_labels(grammar: &Grammar) -> bool {
    grammar
        .terminals
        .iter()
        .any(|terminal| matches!(terminal.kind, TerminalKind::Text { .. } | TerminalKind::Indent(_)))
        || grammar.regulars.iter().any(|regular| matches!(regular, Regular::Text { .. }))
}

/// Returns an upper bound of the states of the code: for each head itself, and for each place in its written-out rules that calls a
/// head or begins a loop.
fn states(
    grammar: &Grammar,
    decisions: &Decisions,
    heads: &BTreeSet<Symbol>,
    rules: impl Iterator<Item = Symbol>,
) -> usize {
    let roots: Vec<Symbol> = rules.filter(|rule| heads.contains(rule) || *rule == grammar.start).collect();
    let mut known: Vec<Option<usize>> = vec![None; grammar.rules.len()];
    roots
        .into_iter()
        .fold(0_usize, |sum, root| sum.saturating_add(1 + within(grammar, decisions, heads, root, &mut known)))
}

/// Counts the states for the rules that are written out inside a rule. Such rules nest no deeper than heads let them.
fn within(
    grammar: &Grammar,
    decisions: &Decisions,
    heads: &BTreeSet<Symbol>,
    rule: Symbol,
    known: &mut Vec<Option<usize>>,
) -> usize {
    if let Some(count) = known[rule.0 as usize] {
        return count;
    }
    let mut count = 0_usize;
    for id in kind::points(decisions, rule) {
        let more = match decisions.point(id) {
            Point::Call { item, .. } | Point::Tail { item, .. } => {
                let callee = grammar.items[item.0 as usize].symbol;
                if heads.contains(&callee) { 1 } else { within(grammar, decisions, heads, callee, known) }
            }
            Point::Repeat { .. } | Point::Grow { .. } => 1,
            _ => 0,
        };
        count = count.saturating_add(more);
    }
    known[rule.0 as usize] = Some(count);
    count
}

/// Whether code can follow the next bytes, point by point.
struct Decides<'a> {
    nodes: Nodes<'a>,
    terminals: Terminals<'a>,
}

impl Decides<'_> {
    fn in_rule(&self, rule: Symbol) -> bool {
        let Nodes { grammar, decisions } = self.nodes;
        let is_loop = grammar.rules[rule.0 as usize].plan == Plan::Loop;
        let is_again = is_repeat(grammar.rules[rule.0 as usize].kind) && is_again(decisions, rule);
        let entry = decisions.entry(rule);
        let rounds = self.nodes.loop_of(rule).filter(|_| is_loop);
        let at = |id: PointId| match () {
            () if is_again && id == entry => self.in_repetition(id),
            () if rounds == Some(id) => self.in_rounds(id),
            () => self.at_point(rule, id),
        };
        (!self.nodes.is_late(rule) || self.nodes.has_one_node(rule))
            && (!is_loop || rounds.is_some())
            && kind::points(decisions, rule).into_iter().all(at)
    }

    fn at_point(&self, rule: Symbol, id: PointId) -> bool {
        let Nodes { grammar, decisions } = self.nodes;
        let item = |id: &ItemId| &grammar.items[id.0 as usize];
        match decisions.point(id) {
            Point::Terminal { item: id, follow, .. } => {
                let row = item(id);
                let is_nothing = row.consume && grammar.terminal(row.symbol).is_some_and(|terminal| terminal.nullable);
                is_plain(row) && !row.pass && !is_nothing && self.terminals.has_code(row.symbol, follow)
            }
            Point::Call { item: id, .. } | Point::Tail { item: id, .. } | Point::Settle { item: id, .. } => {
                is_plain(item(id))
            }
            Point::Choose { .. } => self.at_choice(id),
            Point::End { production, shared } => self.at_end(rule, *production, shared),
            Point::Grow { production, shared, recursive, .. } => {
                let head = recursive.then(|| ItemId(grammar.production(*production).items.start));
                let others = shared.iter().copied().filter(|(_, to)| Some(*to) != head).collect();
                self.at_end(rule, *production, &others)
            }
            Point::Repeat { shared, .. } => shared.is_empty(),
            Point::Stop => true,
            Point::Count { .. } | Point::Drive { .. } | Point::Chart | Point::Done => false,
        }
    }

    /// Whether the next bytes tell whether there is another iteration.
    fn in_repetition(&self, id: PointId) -> bool {
        let Some(choice) = Choice::at(self.nodes.decisions, id) else { return false };
        let [body, .., _] = choice.branches else { return false };
        ways(&choice).is_some_and(|ways| ways.iter().any(|(_, to)| *to == Some(body.to)))
    }

    /// Whether the next bytes tell whether there is another round of left recursion, and which.
    fn in_rounds(&self, id: PointId) -> bool {
        let decisions = self.nodes.decisions;
        let Some(ways) = Choice::at(decisions, id).and_then(|choice| ways(&choice)) else { return false };
        let rounds = || ways.iter().filter_map(|(_, to)| *to).filter(|to| *decisions.point(*to) != Point::Stop);
        let is_one = |to: PointId| {
            let ends = self.nodes.ends(to);
            !ends.is_empty() && ends.iter().all(|(production, _)| *production == ends[0].0)
        };
        rounds().next().is_some() && rounds().all(is_one)
    }

    /// Whether the next bytes decide, or the byte behind the token that all options begin with.
    fn at_choice(&self, id: PointId) -> bool {
        let Some(choice) = Choice::at(self.nodes.decisions, id) else { return false };
        let targets = choice.branches.iter().map(|branch| branch.to).chain(choice.otherwise);
        targets.into_iter().all(|to| self.gives(to)) && (ways(&choice).is_some() || self.is_behind(&choice))
    }

    fn is_behind(&self, choice: &Choice<'_>) -> bool {
        let (mut rest, mut tokens) = (ByteSet::ALL, BTreeSet::new());
        for branch in choice.branches {
            let Some((token, follow)) = first(self.nodes, branch.to) else { return false };
            if follow.is_empty() || rest.intersection(follow) != follow || branch.ahead.is_some() {
                return false;
            }
            rest = rest.intersection(follow.complement());
            tokens.insert(token);
        }
        // A nested choice comes before the token is read, and would look for that token once more.
        choice.otherwise.is_none() && tokens.len() == 1
    }

    /// Whether a node that another node may wrap can be handed to another item where productions part.
    fn gives(&self, to: PointId) -> bool {
        let ends = self.nodes.ends(to);
        let Some(&(production, shared)) = ends.first() else { return false };
        let is_placed = |(_, to): &(ItemId, ItemId)| self.nodes.before(production, *to).is_some();
        let has_node = self.nodes.has_node(self.nodes.grammar.production(production).rule);
        shared.iter().filter(|(_, to)| self.nodes.is_wrapped(*to)).all(|pair| has_node && is_placed(pair))
    }

    fn at_end(&self, rule: Symbol, production: ProductionId, shared: &SharedItems) -> bool {
        let Nodes { grammar, .. } = self.nodes;
        let is_leaf = matches!(grammar.production(production).shape, Shape::Leaf(_));
        let claims = |&(from, to): &(ItemId, ItemId)| {
            let symbol = grammar.items[to.0 as usize].symbol;
            let has_none = grammar.rule(symbol).is_some() && !self.nodes.has_node(symbol);
            match self.nodes.is_wrapped(to) {
                true => self.nodes.is_given(production, (from, to)),
                false => has_none || self.nodes.has_node(rule) && self.nodes.before(production, to).is_some(),
            }
        };
        !(is_leaf && self.nodes.is_late(rule)) && shared.iter().all(claims)
    }
}

/// Returns the terminal that every text from a point on begins with, and the bytes that can follow it.
pub fn first(nodes: Nodes<'_>, mut point: PointId) -> Option<(Symbol, ByteSet)> {
    let symbol = |item: ItemId| nodes.grammar.items[item.0 as usize].symbol;
    for _ in 0..MAX_NESTED {
        match nodes.decisions.point(point) {
            Point::Terminal { item, follow, .. } => return Some((symbol(*item), *follow)),
            Point::Call { item, .. } | Point::Tail { item, .. } => point = nodes.decisions.entry(symbol(*item)),
            _ => return None,
        }
    }
    None
}

/// Whether the text of an item depends on nothing but its symbol. A label alone is no dependence: grammars that repeat the text of
/// one are not read by code that follows the next bytes.
pub fn is_plain(item: &Item) -> bool {
    item.check == Check::None && item.drive == Drive::None
}
