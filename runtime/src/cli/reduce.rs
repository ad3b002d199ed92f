//! `reduce`: makes a file smaller as long as a command finds it interesting.

mod advice;
mod args;
mod begin;
mod conclude;
mod interrupt;
mod keeper;
mod language;
mod opening;
mod place;
mod prepare;
mod progress;
mod report;
mod slips;
mod start;
mod summary;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

pub use args::{Budget, ConditionArgs, Directory, Hooks, PassingArgs, ReduceArgs, ReportArgs, Validity, Whitespace};
use begin::Begun;
use keeper::Keeper;
use language::Seen;
use slips::{Slips, Watchful};

use super::status::{Failure, Status};
use crate::language::Language;
use crate::oracle::CommandOracle;
use crate::reduce::{self, Error, Minimality, Reduced};
use crate::trial::{Counters, Digest, Options, Rate, Stop, Trial};

/// Reduces a file. `how_chosen` says why it is this language.
///
/// # Errors
/// If there is no result, or none that holds.
pub fn run(args: &ReduceArgs, language: &Language, how_chosen: &str) -> Result<Status, Failure> {
    let mut session = Session::prepare(args, language, how_chosen)?;
    let begun = session.begin()?;
    let found = session.search(begun)?;
    session.conclude(found)
}

/// One reduction from beginning to end.
struct Session<'a> {
    args: &'a ReduceArgs,
    language: &'a Language,
    options: reduce::Options,
    input: Vec<u8>,
    seen: Seen,
    oracle: CommandOracle,
    keeper: Keeper,
    slips: Slips,
    /// Where the smallest text in the language may go, if the smallest is not.
    valid: Option<PathBuf>,
    /// The files that the command names, as they are at the start.
    files: Vec<(PathBuf, Digest)>,
    interrupted: Arc<AtomicBool>,
    start: Instant,
    /// Runs outside the trial.
    runs: u64,
}

/// What a search came to, beside the best text, which the keeper has.
struct Found {
    /// The smallest text that is in the language, if the smallest is not.
    valid: Option<Vec<u8>>,
    /// Why it ended early, if so.
    stop: Option<Stop>,
    /// What is known of the best text, if the search was through.
    minimality: Option<Minimality>,
    counters: Counters,
    /// How often the input is interesting, if the command does not always say the same.
    input_rate: Option<Rate>,
    /// How often the best text is, if that was measured.
    rate: Option<Rate>,
}

impl Session<'_> {
    /// Makes the input smaller until nothing helps.
    fn search(&mut self, begun: Begun) -> Result<Found, Failure> {
        let (tests, deadline) = match self.args.budget {
            Some(Budget::Tests(tests)) => (Some(tests), None),
            Some(Budget::Time(time)) => (None, Some(self.start + time)),
            None => (None, None),
        };
        let Begun { jobs, past, rate } = begun;
        let options = Options { jobs, tests, deadline, interrupted: self.interrupted.clone(), rate };
        let oracle = Watchful { oracle: &self.oracle, slips: &self.slips };
        let result = Trial::run(&oracle, &options, Some(&mut self.keeper), &self.input, |trial| {
            if let Some(past) = past {
                trial.learn(past.verdicts);
                trial.learn_repeated(past.repeated);
                trial.learn_rates(past.rates);
            }
            reduce::reduce_in(self.language, &self.input, trial, &self.options)
        });
        match result {
            Ok(Reduced { text, valid, stop, minimality, counters, input_rate, rate }) => {
                let rate = rate.filter(|_| text == self.keeper.best);
                Ok(Found { valid, stop, minimality, counters, input_rate, rate })
            }
            Err(Error::Broken(why)) => Err(Failure::broken(format!("the oracle broke: {why}"))),
            Err(error @ (Error::NotInteresting(_) | Error::Invalid)) => Err(Failure::no(error.to_string())),
        }
    }
}
