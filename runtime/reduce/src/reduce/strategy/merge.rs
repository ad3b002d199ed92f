//! Two names of one kind become one. For example, `x = 1; y = x;` becomes `x = 1; x = x;`, where the second statement can go.
//!
//! The identifier replacement of Vulcan (Z. Xu et al., OOPSLA 2023). The hooks of the grammar tell which names are of one kind.

use std::collections::HashSet;

use super::bindings::{Binding, Bindings};
use super::{Search, Stop, Strategy};
use grammarc_core::order;

/// Merging names.
pub(in crate::reduce) const STRATEGY: Strategy = Strategy {
    name: "merge",
    paper: "Xu et al., OOPSLA 2023 (Vulcan): replace a name by another of its kind, and drop its definition",
    run,
};

/// Number of names to pair with each other, those with the fewest places first: the pairs grow with the square.
const MAX_NAMES: usize = 64;

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let mut tried = HashSet::new();
    loop {
        search.parse_again();
        let view = search.view();
        let mut names = Bindings::of(&view).names;
        names.sort_by_key(|name| name.places.len());
        names.truncate(MAX_NAMES);
        let pairs = names.iter().flat_map(|from| names.iter().map(move |to| (from, to)));
        let open = pairs.filter(|(from, to)| {
            let is_smaller = order::compare(&to.text, &from.text).is_lt();
            is_smaller && are_of_one_kind(from, to) && !tried.contains(&(from.text.clone(), to.text.clone()))
        });
        let mut asked = Vec::new();
        let candidates = open.flat_map(|(from, to)| {
            asked.push((from.text.clone(), to.text.clone()));
            let without = from.definition.and_then(|definition| from.replaced(&view, &to.text, Some(definition)));
            without.into_iter().chain(from.replaced(&view, &to.text, None)).map(|candidate| ((), candidate))
        });
        let found = search.first(candidates)?;
        tried.extend(asked);
        if found.is_none() {
            return Ok(());
        }
    }
}

fn are_of_one_kind(left: &Binding, right: &Binding) -> bool {
    left.kinds == right.kinds || left.kinds.intersection(&right.kinds).next().is_some()
}
