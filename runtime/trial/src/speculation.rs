//! Speculation: the questions that a search will ask, guessed from the verdicts so far.
//!
//! Rehearsals (`ahead`) run the same search ahead of time, and explore a `tree` of guesses; each goes its own `path`. A `script` is
//! the record that a rehearsal follows when it begins again, and `pace` says whether that is worth its time. `guess` gives the
//! probabilities: verdicts on the same change of earlier texts count (`patch`, `similar`).
//!
//! Nothing here runs an oracle or a trial: the trial starts the threads, and gives the likeliest questions to its workers.

mod ahead;
pub mod guess;
mod pace;
pub mod patch;
pub mod path;
mod script;
mod similar;
pub mod tree;

pub(crate) use ahead::{Foresight, Rehearsals};
pub(crate) use script::SearchRecord;
pub use script::{Recalled, Script};
