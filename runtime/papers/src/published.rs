//! The programs of authors as they were published: they ask the same questions, mistakes included.
//!
//! Each is a function over a list or a derivation, which asks a closure. [`PUBLISHED`] makes strategies of them. The list algorithms work
//! on the characters of the text. The tree algorithms need a grammar that matches the input; without it they test nothing. Each keeps the
//! list or the tree that it works on itself, because it may go on from a text that is no smaller than the one before; [`Search::ask`]
//! answers, and keeps the smallest.

mod call;
mod complements;
mod grammar_reducer;
mod halving;
mod perses;
mod quarters;
mod recursive;

pub use call::Call;
pub use complements::ddmin;
pub use grammar_reducer::GrammarReducer;
pub use halving::{minimize, minimize_by};
pub use perses::perses;
pub use quarters::quarters;
pub use recursive::ddrmin;

use grammarc_core::grammar::Grammar;
use grammarc_core::syntax::Derivation;
use grammarc_reduce::flat;
use grammarc_reduce::reduce::{Search, Strategy};
use grammarc_trial::trial::Stop;

/// The published algorithms as strategies, by the source and the name that they have there. For example, `book:ddmin` is the
/// algorithm that strategy `ddmin` of the runtime is derived from. What the Fuzzing Book counts are `tests`, since it caches; the
/// post of R. Gopinath counts `asked`.
pub static PUBLISHED: &[&Strategy] = &[
    &Strategy {
        name: "book:ddmin",
        paper: "Zeller & Hildebrandt, TSE 2002, as in the Fuzzing Book: the characters; complements alone",
        run: |search| {
            // The book tests the input first.
            let input = search.text().to_vec();
            search.ask(input)?;
            list(search, |parts, ask| ddmin(parts, ask))
        },
    },
    &Strategy {
        name: "book:grabr",
        paper: "The Fuzzing Book, GrammarReducer: nodes and expansions from any depth",
        run: |search| tree(search, |grammar, tree, ask| GrammarReducer::default().reduce(grammar, tree, ask)),
    },
    &Strategy {
        name: "book:grabr-depth",
        paper: "The Fuzzing Book, depth-oriented GrammarReducer: from one depth after another",
        run: |search| tree(search, |grammar, tree, ask| GrammarReducer::default().reduce_by_depth(grammar, tree, ask)),
    },
    &Strategy {
        name: "post:ddmin",
        paper: "Gopinath, Delta Debugging: the characters in ever smaller parts, without looking back",
        run: |search| list(search, |parts, ask| minimize(parts, ask)),
    },
    &Strategy {
        name: "post:ddrmin",
        paper: "Zeller, ESEC/FSE 1999, as in Gopinath, Delta Debugging: halves of the characters, each beside the other",
        run: |search| list(search, |parts, ask| ddrmin(parts, ask)),
    },
    &Strategy {
        name: "post:perses",
        paper: "Gopinath, Delta Debugging: a node becomes one of its own symbol below it, the largest first",
        run: |search| tree(search, |grammar, tree, ask| perses(grammar, tree, ask)),
    },
];

/// A question about a text.
type Ask<'a> = &'a mut dyn FnMut(&[u8]) -> Result<bool, Stop>;

/// A question about a list of characters.
type AskList<'a, 'c> = &'a mut dyn FnMut(&[&'c [u8]]) -> Result<bool, Stop>;

fn list(
    search: &mut Search<'_, '_>,
    minimize: impl for<'c> FnOnce(&[&'c [u8]], AskList<'_, 'c>) -> Result<Vec<&'c [u8]>, Stop>,
) -> Result<(), Stop> {
    search.look(&flat::BYTES);
    let view = search.view();
    let parts: Vec<&[u8]> = view.tree.parts(view.tree.root()).map(|id| view.text_of(id)).collect();
    minimize(&parts, &mut |parts| search.ask(parts.concat()))?;
    Ok(())
}

fn tree(
    search: &mut Search<'_, '_>,
    reduce: impl FnOnce(&Grammar, &mut Derivation, Ask<'_>) -> Result<(), Stop>,
) -> Result<(), Stop> {
    if !search.parse_again() {
        return Ok(());
    }
    let view = search.view();
    let mut derivation = Derivation::of(&view.tree, &view.text);
    reduce(&view.language.grammar, &mut derivation, &mut |text| search.ask(text.to_vec()))
}
