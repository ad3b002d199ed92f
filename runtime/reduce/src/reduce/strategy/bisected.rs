//! Where numbers of a kind stand, and how far one can be lowered: for whole and decimal numbers alike.

use super::{Search, Stop, View};
use crate::edit::{Candidate, Edit};
use grammarc_core::tree::NodeId;

/// Commits `change(by)` for the greatest interesting amount up to `most` that it finds. It tries all of it, all but
/// one, half, one and two, then bisects up to the nearest amount that failed. Returns whether any was interesting. For
/// example, up to 100 it tries 100, 99, 50, 1 and 2.
pub(super) fn slide(search: &mut Search<'_, '_>, most: i64, change: impl Fn(i64) -> Vec<Edit>) -> Result<bool, Stop> {
    let steps = [most, most - 1, most - most / 2, 1, 2];
    let proposed = |by: i64| (by, Candidate::Edits(change(by)));
    let open = steps.iter().enumerate().filter(|&(place, by)| (1..=most).contains(by) && !steps[..place].contains(by));
    let Some(mut good) = search.first(open.map(|(_, &by)| proposed(by)))? else { return Ok(false) };
    let place = steps.iter().position(|&by| by == good).unwrap_or(0);
    let mut bad = steps[..place].iter().copied().filter(|&by| by > good).min().unwrap_or(good);
    while good + 1 < bad {
        let middle = good.midpoint(bad);
        match search.first([proposed(middle)])? {
            Some(by) => good = by,
            None => bad = middle,
        }
    }
    Ok(true)
}

/// Returns the nodes whose texts are numbers of a kind, in order. Of several nodes with the same bytes it takes the innermost.
pub(super) fn numbers_by<T>(view: &View<'_>, parse: impl Fn(&[u8]) -> Option<T>) -> Vec<(NodeId, T)> {
    let mut found: Vec<(NodeId, T)> = Vec::new();
    let mut last = 0..0;
    for node in view.tree.subtree(view.tree.root()) {
        let span = view.tree.node(node).span;
        match found.last_mut().filter(|_| span == last) {
            Some(number) => number.0 = node,
            None if span.start < last.end => {}
            None => {
                if let Some(value) = parse(view.text_of(node)) {
                    found.push((node, value));
                    last = span;
                }
            }
        }
    }
    found
}
