//! Tokens: the text as a list of words, numbers, runs of white space and other characters.
//!
//! Afterwards it tries to drop every window of a few adjacent tokens: the local exhaustive search of Z. Xu et al., *Pushing
//! the Limit of 1-Minimality of Format-Agnostic Program Reduction*, OOPSLA 2023 (Vulcan). Braces go with the tokens before them at last:
//! once its line ends are gone, `impl a{}` in `trait a{}impl a{}fn f(){}` is neither a line nor a statement, and too long for a window.

use std::collections::HashMap;
use std::ops::Range;

use super::token_list::{self, TokenList};
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
            return drop_blocks(search);
        }
    }
}

/// Drops pairs of braces with the tokens before them.
fn drop_blocks(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    token_list::in_turn(search, blocks, |tokens, block| {
        let text = tokens.changed(vec![(tokens.span(block), Vec::new())]);
        text.into_iter().collect()
    })
}

/// Returns the pairs of braces with the tokens before them, up to the statement, the brace or the bracket before. For example,
/// `impl a for b{}` in `struct b;impl a for b{}`.
fn blocks(tokens: &TokenList<'_>) -> Vec<Range<usize>> {
    let opens: HashMap<usize, usize> = tokens.pairs().iter().map(|&(open, close)| (close, open)).collect();
    let braces = tokens.pairs().iter().filter(|&&(open, _)| tokens.text(open) == b"{");
    let with_head = |&(open, close): &(usize, usize)| {
        let mut start = open;
        while let Some(before) = start.checked_sub(1) {
            match tokens.text(before) {
                b";" | b"{" | b"}" | b"(" | b"[" => break,
                b")" | b"]" => start = opens.get(&before).copied().unwrap_or(before),
                _ => start = before,
            }
        }
        start..close + 1
    };
    braces.map(with_head).collect()
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
