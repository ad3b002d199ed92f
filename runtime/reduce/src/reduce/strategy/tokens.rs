//! Tokens: the text as a list of words, numbers, runs of white space and other characters.
//!
//! Afterwards it tries to drop every window of a few adjacent tokens: the local exhaustive search of Z. Xu et al., *Pushing
//! the Limit of 1-Minimality of Format-Agnostic Program Reduction*, OOPSLA 2023 (Vulcan).

use super::{Search, Stop, Strategy, thin};
use crate::edit::drop_all;
use crate::flat;
use grammarc_core::tree::NodeId;

/// Dropping tokens.
pub(in crate::reduce) const STRATEGY: Strategy =
    Strategy { name: "tokens", paper: "remove tokens in ever smaller chunks, then a few adjacent ones", run };

/// Tokens of the widest window (σ of Vulcan). Each width costs as many tests as there are tokens.
const MAX_WINDOW_TOKENS: usize = 4;

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    search.look(&flat::TOKENS);
    thin::minimize_parts(search)?;
    let mut tokens: Vec<NodeId> = search.tree().parts(search.tree().root()).collect();
    loop {
        let before = tokens.len();
        for width in 2..=MAX_WINDOW_TOKENS {
            drop_windows(search, &mut tokens, width)?;
        }
        if tokens.len() == before {
            return Ok(());
        }
    }
}

/// Drops adjacent tokens, later ones first. It continues before the dropped ones, because starting again after each of
/// them would take quadratic time. For example, with a width of 2 it makes `a` of `a+b`, or else `b`.
fn drop_windows(search: &mut Search<'_, '_>, tokens: &mut Vec<NodeId>, width: usize) -> Result<(), Stop> {
    let mut end = (tokens.len() + 1).saturating_sub(width);
    let window = |tokens: &[NodeId], at: usize| (at, drop_all(tokens[at..at + width].iter().copied()));
    while let Some(gone) = search.first((0..end).rev().map(|at| window(tokens, at)))? {
        tokens.drain(gone..gone + width);
        end = gone.min((tokens.len() + 1).saturating_sub(width));
    }
    Ok(())
}
