//! Tokens: the text as a list of words, numbers, runs of white space and other characters.
//!
//! Afterwards a few tokens side by side, any such window: the local exhaustive search of Z. Xu et al., *Pushing the Limit of
//! 1-Minimality of Language-Agnostic Program Reduction*, OOPSLA 2023 (Vulcan).

use super::{Search, Stop, Strategy, thin};
use crate::flat;
use crate::tree::NodeId;
use crate::tree::edit::drop_all;

/// Dropping tokens.
pub(in crate::reduce) const STRATEGY: Strategy =
    Strategy { name: "tokens", paper: "drop tokens in ever smaller chunks, then any few side by side", run };

/// The widest window.
const WIDEST: usize = 4;

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    search.look(&flat::TOKENS);
    thin::minimize_parts(search)?;
    loop {
        let tokens: Vec<NodeId> = search.tree().parts(search.tree().root()).collect();
        let windows = (2..=WIDEST).flat_map(|width| tokens.windows(width).rev());
        if search.first(windows.map(|window| ((), drop_all(window.iter().copied()))))?.is_none() {
            return Ok(());
        }
    }
}
