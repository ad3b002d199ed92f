//! The published algorithms as strategies: they ask the same questions as their authors' programs, mistakes included.
//!
//! The list algorithms work on the characters of the text. The tree algorithms need a grammar that matches the input; without it they
//! test nothing.

use super::{Derivation, GrammarReducer};
use grammarc_runtime::edit::Candidate;
use grammarc_runtime::flat;
use grammarc_runtime::reduce::{Search, Strategy};
use grammarc_runtime::trial::Stop;

/// The published algorithms as strategies: `classic:ddmin` is the one that strategy `ddmin` of the runtime is derived from.
pub static STRATEGIES: &[&Strategy] = &[
    &Strategy {
        name: "classic:ddmin",
        paper: "Zeller & Hildebrandt, TSE 2002, as in the Fuzzing Book: complements alone",
        run: |search| list(search, |parts, ask| super::ddmin(parts, ask)),
    },
    &Strategy {
        name: "classic:halving",
        paper: "Gopinath, Delta Debugging: ever smaller parts, without looking back",
        run: |search| list(search, |parts, ask| super::minimize(parts, ask)),
    },
    &Strategy {
        name: "classic:ddrmin",
        paper: "Zeller, ESEC/FSE 1999: halves, each beside the other",
        run: |search| list(search, |parts, ask| super::ddrmin(parts, ask)),
    },
    &Strategy {
        name: "classic:grabr",
        paper: "The Fuzzing Book, GrammarReducer: nodes and expansions from any depth",
        run: |search| {
            tree(search, |search, tree| {
                let grammar = &search.view().language.grammar;
                GrammarReducer::default().reduce(grammar, tree, |text| ask(search, text))
            })
        },
    },
    &Strategy {
        name: "classic:grabr-depth",
        paper: "The Fuzzing Book, DepthOrientedReducer: from one depth after another",
        run: |search| {
            tree(search, |search, tree| {
                let grammar = &search.view().language.grammar;
                GrammarReducer::default().reduce_by_depth(grammar, tree, |text| ask(search, text))
            })
        },
    },
    &Strategy {
        name: "classic:perses",
        paper: "Gopinath, Delta Debugging: a node becomes one of its own symbol below it",
        run: |search| {
            tree(search, |search, tree| {
                let grammar = &search.view().language.grammar;
                super::perses(grammar, tree, |text| ask(search, text))
            })
        },
    },
];

fn list(
    search: &mut Search<'_, '_>,
    minimize: impl for<'a> FnOnce(
        &[&'a [u8]],
        &mut dyn FnMut(&[&'a [u8]]) -> Result<bool, Stop>,
    ) -> Result<Vec<&'a [u8]>, Stop>,
) -> Result<(), Stop> {
    search.look(&flat::BYTES);
    let view = search.view();
    let parts: Vec<&[u8]> = view.tree.parts(view.tree.root()).map(|id| view.text_of(id)).collect();
    minimize(&parts, &mut |parts| ask(search, &parts.concat()))?;
    Ok(())
}

fn tree<'s, 't>(
    search: &mut Search<'s, 't>,
    reduce: impl FnOnce(&mut Search<'s, 't>, &mut Derivation) -> Result<(), Stop>,
) -> Result<(), Stop> {
    if !search.parse_again() {
        return Ok(());
    }
    let mut derivation = Derivation::of(search.tree(), search.text());
    reduce(search, &mut derivation)
}

/// Tests a text. An interesting one becomes the current text.
fn ask(search: &mut Search<'_, '_>, text: &[u8]) -> Result<bool, Stop> {
    Ok(search.first([((), Candidate::Text(text.to_vec()))])?.is_some())
}
