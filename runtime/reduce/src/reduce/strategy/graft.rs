//! A node becomes a copy of any other node that may stand in its place, not only of one below it. For example, `x` takes the
//! place of `f(y)` in `x = f(y)`.
//!
//! The first source of replacements of GRABR (A. Zeller et al., *The Fuzzing Book*, "Reducing Failure-Inducing Inputs"), with the whole
//! text in place of the part below the node.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::agenda::Agenda;
use super::{Search, Stop, Strategy, View};
use crate::edit::{Candidate, Edit};
use grammarc_core::grammar::Symbol;
use grammarc_core::order;
use grammarc_core::tree::NodeId;

/// Grafting.
pub(in crate::reduce) const STRATEGY: Strategy = Strategy {
    name: "graft",
    paper: "Zeller et al., the Fuzzing Book: replace a node by any smaller one of the text that fits",
    run,
};

/// Number of copies that each node is replaced by, the smallest first. Each costs a test.
const MAX_GRAFTS: usize = 8;

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    search.parse_again();
    let mut agenda = Agenda::new(search);
    loop {
        agenda.refresh(search);
        let view = search.view();
        let mut stock = Stock::of(&view);
        let candidates = agenda.open().enumerate().flat_map(|(place, node)| {
            let grafts = stock.grafts(&view, node).into_iter();
            grafts.map(move |by| (place, Candidate::from(Edit::Hoist { node, by })))
        });
        match search.first(candidates)? {
            Some(place) => agenda.pass(place),
            None => return Ok(()),
        }
    }
}

/// The nodes of a text, one for each symbol and text.
struct Stock {
    by_symbol: BTreeMap<Symbol, Vec<NodeId>>,
    /// The nodes that may stand in the place of a symbol, the smallest first.
    fitting: HashMap<Symbol, Vec<NodeId>>,
}

impl Stock {
    fn of(view: &View<'_>) -> Self {
        let (tree, grammar) = (&view.tree, &view.language.grammar);
        let mut seen: HashSet<(Symbol, &[u8])> = HashSet::new();
        let mut by_symbol: BTreeMap<Symbol, Vec<NodeId>> = BTreeMap::new();
        for node in tree.subtree(tree.root()) {
            let symbol = tree.derived(grammar, node);
            if view.weight(node) > 0 && seen.insert((symbol, view.text_of(node))) {
                by_symbol.entry(symbol).or_default().push(node);
            }
        }
        Self { by_symbol, fitting: HashMap::new() }
    }

    /// Returns the smallest copies that may take the place of a node, with different texts.
    fn grafts(&mut self, view: &View<'_>, node: NodeId) -> Vec<NodeId> {
        let text = view.text_of(node);
        let fitting = self.fitting(view, view.tree.wanted(&view.language.grammar, node));
        let smaller = fitting.iter().copied().take_while(|&by| order::compare(view.text_of(by), text).is_lt());
        let mut found: Vec<NodeId> = smaller.take(2 * MAX_GRAFTS).collect();
        found.dedup_by_key(|by| view.text_of(*by));
        found.truncate(MAX_GRAFTS);
        found
    }

    fn fitting(&mut self, view: &View<'_>, wanted: Symbol) -> &[NodeId] {
        let by_symbol = &self.by_symbol;
        self.fitting.entry(wanted).or_insert_with(|| {
            let facts = view.language.facts();
            let symbols = by_symbol.iter().filter(|(symbol, _)| facts.may_stand(**symbol, wanted));
            let mut nodes: Vec<NodeId> = symbols.flat_map(|(_, nodes)| nodes.iter().copied()).collect();
            nodes.sort_by(|&left, &right| order::compare(view.text_of(left), view.text_of(right)));
            nodes
        })
    }
}
