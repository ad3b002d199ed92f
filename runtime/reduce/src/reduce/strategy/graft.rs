//! A node becomes a copy of any other node that may stand in its place, not only of one below it. For example, `x` takes the
//! place of `f(y)` in `x = f(y)`.
//!
//! The first source of replacements of GRABR (A. Zeller et al., *The Fuzzing Book*, "Reducing Failure-Inducing Inputs"), with the whole
//! text in place of the part below the node. A zero is tried for each operand, too. A larger copy is an excursion, if a word goes that
//! stands nowhere else: from `int n; f((long)n);` over `long n; f((long)n);` to `long n; f(n);`.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use super::agenda::Agenda;
use super::inline::{MAX_EXCURSION_TESTS, MAX_GROWING_BYTES, name_count};
use super::token_list::TokenList;
use super::{Search, Stop, Strategy, View, along_tree, token_list};
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
/// Number of excursions over larger copies.
const MAX_EXCURSIONS: usize = 16;

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    directly(search)?;
    zeros(search)?;
    by_growing(search)
}

fn directly(search: &mut Search<'_, '_>) -> Result<(), Stop> {
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

/// Puts a zero in the place of each operand, because a short value may stand nowhere in the text. For example, `f(n, g())` becomes
/// `f(n, 0)`.
fn zeros(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let zero = |tokens: &TokenList<'_>, operand: &Range<usize>| {
        tokens.changed(vec![(tokens.span(operand), b"0".to_vec())]).into_iter().collect()
    };
    token_list::in_turn(search, operands, zero)
}

/// Returns the tokens of each operand with more than a byte: those between brackets, commas, semicolons, and signs before a value.
fn operands(tokens: &TokenList<'_>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut starts: Vec<usize> = vec![0];
    for number in 0..tokens.nodes().len() {
        let text = tokens.text(number);
        let ends = matches!(text, b"," | b";" | b")" | b"]" | b"}");
        if ends && let Some(start) = starts.last_mut() {
            if number > *start && tokens.span(&(*start..number)).len() > 1 {
                found.push(*start..number);
            }
            *start = number + 1;
        }
        match text {
            b"(" | b"[" | b"{" => starts.push(number + 1),
            b")" | b"]" | b"}" if starts.len() > 1 => {
                starts.pop();
            }
            b"=" | b":" | b"return" | b"=>" => starts.last_mut().into_iter().for_each(|start| *start = number + 1),
            _ => {}
        }
    }
    found
}

/// Commits larger copies if the tree stages then make the text smaller than before.
fn by_growing(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let mut tried: HashSet<(Vec<u8>, Vec<u8>)> = HashSet::new();
    for _ in 0..MAX_EXCURSIONS {
        if search.text().len() > MAX_GROWING_BYTES {
            break;
        }
        search.parse_again();
        let mut grown = None;
        search.excursion(name_count, MAX_EXCURSION_TESTS, |search| {
            let view = search.view();
            let mut stock = Stock::of(&view);
            let texts = |node, by| (view.text_of(node).to_vec(), view.text_of(by).to_vec());
            let pairs = view
                .tree
                .subtree(view.tree.root())
                .flat_map(|node| stock.larger(&view, node).into_iter().map(move |by| (node, by)));
            let open = pairs.filter(|&(node, by)| !tried.contains(&texts(node, by)));
            let candidates = open.map(|(node, by)| (texts(node, by), Candidate::from(Edit::Hoist { node, by })));
            grown = search.first(candidates)?;
            if grown.is_some() { along_tree::complete(search) } else { Ok(()) }
        })?;
        match grown {
            Some(pair) => tried.insert(pair),
            None => break,
        };
    }
    Ok(())
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

    /// Returns the shortest copies that may take the place of a node, with different texts. Each is shorter than the node.
    fn grafts(&mut self, view: &View<'_>, node: NodeId) -> Vec<NodeId> {
        let text = view.text_of(node);
        let fitting = self.fitting(view, view.tree.wanted(&view.language.grammar, node));
        let smaller = fitting.iter().copied().take_while(|&by| view.text_of(by).len() < text.len());
        let mut found: Vec<NodeId> = smaller.take(2 * MAX_GRAFTS).collect();
        found.dedup_by_key(|by| view.text_of(*by));
        found.truncate(MAX_GRAFTS);
        found
    }

    /// Returns the smallest of the larger copies that may take the place of a node with a word that stands nowhere else.
    fn larger(&mut self, view: &View<'_>, node: NodeId) -> Vec<NodeId> {
        let text = view.text_of(node);
        let fitting = self.fitting(view, view.tree.wanted(&view.language.grammar, node));
        let larger = fitting.iter().copied().filter(|&by| order::compare(view.text_of(by), text).is_gt());
        let around = view.tree.node(node).span;
        let is_apart =
            |&by: &NodeId| view.tree.node(by).span.start >= around.end || view.tree.node(by).span.end <= around.start;
        larger.filter(is_apart).take(MAX_GRAFTS).collect()
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
