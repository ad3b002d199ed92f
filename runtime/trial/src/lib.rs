//! Judging texts: oracles, and trials that run them on workers, remember all verdicts and look ahead. No grammar and no tree is known here.
//!
//! `oracle` judges one text and `trial` many, with a journal and a budget; `speculation` guesses the questions of a search ahead of time.
//! `archive` makes one text of a folder, which an oracle unpacks for its run. `digest`, `shared` and `counters` are the texts and counts
//! of which all of them speak. `clock` is for platforms without one.

pub mod archive;
mod clock;
mod counters;
mod digest;
pub mod oracle;
#[cfg(feature = "cli")]
mod removal;
mod shared;
#[doc(hidden)]
pub mod speculation;
pub mod trial;
