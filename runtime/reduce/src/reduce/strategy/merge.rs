//! Two names of one kind become one, if that makes the text shorter. For example, `x = 1; y = 2; f(x, y);` becomes
//! `x = 1; f(x, x);`.
//!
//! The identifier replacement of Vulcan (Z. Xu et al., OOPSLA 2023). The hooks of the grammar tell which names are of one kind. Texts
//! that are as long as before are not tested, because each of them would make every stage of `auto` run again. No name becomes one that
//! an attribute or a directive uses: for example, a trait that is named `feature` beside `#![feature(…)]` can never be `a`.
//!
//! Names become short first. Otherwise a name could become one from outside the text, because that is shorter at the moment, and could
//! never be a letter any more. For example, without that `struct Header` becomes `struct usize`, and `copy_block(a)` becomes `memcpy(a)`.

use std::collections::HashSet;

use super::bindings::{Binding, Bindings};
use super::{Search, Stop, Strategy, names};
use crate::edit::Candidate;

/// Merging names.
pub(in crate::reduce) const STRATEGY: Strategy = Strategy {
    name: "merge",
    paper: "Xu et al., OOPSLA 2023 (Vulcan): shorten names, replace one by another of its kind, and drop its definition",
    run,
};

/// Number of names to pair with each other, those with the fewest places first: the pairs grow with the square.
const MAX_NAMES: usize = 64;

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    if search.keeps_names() {
        return Ok(());
    }
    shorten(search)?;
    let mut tried = HashSet::new();
    loop {
        search.parse_again();
        let view = search.view();
        let mut names = Bindings::of(&view).names;
        names.sort_by_key(|name| name.places.len());
        names.truncate(MAX_NAMES);
        let pairs = names.iter().flat_map(|from| names.iter().map(move |to| (from, to)));
        let open = pairs.filter(|(from, to)| {
            from.text != to.text && may_become(from, to) && !tried.contains(&(from.text.clone(), to.text.clone()))
        });
        let open: Vec<(&Binding, &Binding)> = open.collect();
        let candidates = open.iter().enumerate().flat_map(|(place, (from, to))| {
            let without = from.definition.and_then(|definition| from.replaced(&view, &to.text, Some(definition)));
            let all = without.into_iter().chain(from.replaced(&view, &to.text, None));
            all.filter(|text| text.len() < view.text.len()).map(move |text| (place, Candidate::Text(text)))
        });
        let found = search.first(candidates)?;
        // Pairs behind the first success may have been tested ahead, but count as open: the result must not depend on the jobs.
        let asked = open.iter().take(found.map_or(open.len(), |place| place + 1));
        tried.extend(asked.map(|(from, to)| (from.text.clone(), to.text.clone())));
        if found.is_none() {
            return Ok(());
        }
    }
}

/// Shortens names, within the language of the grammar as long as the text is in it: then no keyword is tried.
fn shorten(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    if !search.has_stage(names::STRATEGY.name) {
        return Ok(());
    }
    if search.parse_again() { search.within_language(names::STRATEGY.run) } else { (names::STRATEGY.run)(search) }
}

fn may_become(from: &Binding, to: &Binding) -> bool {
    let are_of_one_kind = from.kinds == to.kinds || from.kinds.intersection(&to.kinds).next().is_some();
    are_of_one_kind && (from.is_foreign || !to.is_foreign)
}
