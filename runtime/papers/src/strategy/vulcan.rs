//! Vulcan: past 1-minimality by three kinds of change that Perses does not make, each followed by Perses.
//!
//! Z. Xu et al., *Pushing the Limit of 1-Minimality of Format-Agnostic Program Reduction*, OOPSLA 2023: identifiers are merged,
//! nodes become other texts of their symbol, and all combinations of a few neighbours are dropped.

use std::collections::BTreeSet;

use super::{generate, perses};
use grammarc_core::tree::NodeId;
use grammarc_reduce::edit::{Candidate, drop_all};
use grammarc_reduce::facts::Place;
use grammarc_reduce::flat;
use grammarc_reduce::reduce::building_blocks::distinct_names;
use grammarc_reduce::reduce::{Search, Strategy, View};
use grammarc_trial::trial::Stop;

/// Perses, and three passes for changes that Perses does not make.
pub(super) const STRATEGY: Strategy = Strategy {
    name: "vulcan",
    paper: "Xu et al., OOPSLA 2023: after perses merge names, rewrite nodes, remove a few adjacent nodes",
    run,
};

/// Number of rounds (there, section 5.1).
const MAX_ROUNDS: usize = 10;
/// Number of neighbours to combine (there, σ). All their subsets are tested, so one more doubles the tests.
const WINDOW_NODES: usize = 4;
/// Number of tests of one attempt to merge names, because most attempts fail.
const MAX_MERGE_TESTS: u64 = 2000;

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    perses::run(search)?;
    for _ in 0..MAX_ROUNDS {
        let before = search.text().clone();
        for pass in [merge_names, rewrite_nodes, drop_neighbours] {
            pass(search)?;
            perses::run(search)?;
        }
        if *search.text() == before {
            break;
        }
    }
    Ok(())
}

/// Replaces all occurrences of a name by another name. That may make the text longer, so it is an excursion: it stands
/// only if Perses then finds a smaller text. For example, `x = y;` becomes `y = y;`.
fn merge_names(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let mut tried = BTreeSet::new();
    loop {
        let mut merged = None;
        let stayed = search.excursion(
            |text| distinct_names(text).len() as u64,
            MAX_MERGE_TESTS,
            |search| {
                let text = search.text().clone();
                let names = distinct_names(&text);
                let pairs = names.iter().flat_map(|from| names.iter().map(move |to| (from.to_vec(), to.to_vec())));
                let open = pairs.filter(|(from, to)| from != to && !tried.contains(&(from.clone(), to.clone())));
                let candidates = open.map(|(from, to)| {
                    let renamed = renamed(&text, &from, &to);
                    ((from, to), Candidate::Text(renamed))
                });
                merged = search.first(candidates)?;
                perses::run(search)
            },
        )?;
        match merged {
            None => return Ok(()),
            Some(_) if stayed => tried.clear(),
            Some(pair) => _ = tried.insert(pair),
        }
    }
}

/// Replaces nodes, the largest first, by short texts of their symbols.
fn rewrite_nodes(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    (generate::STRATEGY.run)(search)
}

/// Drops any combination of two or more out of a few adjacent elements of a list.
fn drop_neighbours(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    loop {
        let view = search.view();
        let lists = view.tree.subtree(view.tree.root()).map(|node| elements(&view, node));
        let windows = lists.flat_map(|list| {
            let width = WINDOW_NODES.min(list.len());
            let count = if width < 2 { 0 } else { list.len() - width + 1 };
            (0..count).map(move |at| list[at..at + width].to_vec())
        });
        let candidates = windows.flat_map(|window| combinations(&window).into_iter().map(|some| ((), drop_all(some))));
        if search.first(candidates)?.is_none() {
            return Ok(());
        }
    }
}

fn elements(view: &View<'_>, node: NodeId) -> Vec<NodeId> {
    view.tree.parts(node).filter(|&part| matches!(view.place(part), Place::Element { .. } | Place::Optional)).collect()
}

/// Returns all subsets of two or more, the largest first. For example, `abc`, `ab`, `ac` and `bc` for `abc`.
fn combinations(window: &[NodeId]) -> Vec<Vec<NodeId>> {
    let subset = |bits: u32| {
        let chosen = window.iter().enumerate().filter(move |(place, _)| bits >> place & 1 == 1);
        chosen.map(|(_, &id)| id).collect::<Vec<_>>()
    };
    let mut subsets: Vec<Vec<NodeId>> = (0..1 << window.len()).map(subset).filter(|some| some.len() > 1).collect();
    subsets.sort_by_cached_key(|some| std::cmp::Reverse(some.len()));
    subsets
}

fn renamed(text: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    flat::token_spans(text)
        .map(|span| &text[span])
        .map(|token| if token == from { to } else { token })
        .collect::<Vec<_>>()
        .concat()
}
