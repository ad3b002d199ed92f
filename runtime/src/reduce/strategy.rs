//! The strategies by name.

mod agenda;
pub(super) mod auto;
pub(super) mod bytes;
pub(super) mod choices;
pub(super) mod ddmin;
mod expand;
mod halving;
pub(super) mod hdd;
pub(super) mod hoist;
pub(super) mod lines;
pub(super) mod names;
pub(super) mod perses;
mod slice;
mod thin;
pub(super) mod tokens;

use super::search::Search;
use super::view::View;
use crate::trial::Stop;

/// A way to reduce: a plain function over [`Search`].
#[derive(Debug, Clone, Copy)]
pub struct Strategy {
    /// What it is called on the command line.
    pub name: &'static str,
    /// Where it was published, or what it does.
    pub paper: &'static str,
    /// Proposes candidates until it finds nothing more.
    pub run: fn(&mut Search<'_, '_>) -> Result<(), Stop>,
}

/// All strategies, the default first.
pub static STRATEGIES: &[&Strategy] = &[
    &auto::STRATEGY,
    &ddmin::STRATEGY,
    &hdd::STRATEGY,
    &hoist::STRATEGY,
    &perses::STRATEGY,
    &choices::STRATEGY,
    &lines::STRATEGY,
    &tokens::STRATEGY,
    &names::STRATEGY,
    &bytes::STRATEGY,
];
