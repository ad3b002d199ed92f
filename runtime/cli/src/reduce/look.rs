//! One run of an input, before anything else is done with it: whether it is interesting, and how the failure reports itself.

use std::time::Duration;

use super::prepare::{invocation, oracle};
use super::{Given, ReduceArgs, interrupt, start};
use crate::status::{Failure, Status};
use grammarc_trial::oracle::{End, Signature, Verdict};

/// The result of one run.
pub(crate) struct Look {
    /// How many bytes the input has.
    pub(crate) bytes: usize,
    pub(crate) verdict: Verdict,
    pub(crate) end: End,
    /// None if the output has no report that is known.
    pub(crate) signature: Option<Signature>,
    /// How long it took.
    pub(crate) took: Duration,
}

/// Runs an input once. `timeout` is its limit, unless the command line sets one; without any it is that of a first run.
///
/// # Errors
/// If it cannot be run, or a signal stopped it.
pub(crate) fn look(args: &ReduceArgs, timeout: Option<Duration>) -> Result<Look, Failure> {
    let given = Given::read_file(args)?;
    let mut oracle = oracle(args, &given, invocation(args, &given)?)?;
    args.timeout.or(timeout).into_iter().for_each(|timeout| oracle.set_timeout(timeout));
    let interrupted = interrupt::catch().map_err(|error| Failure::broken(format!("signals: {error}")))?;
    let outcome = start::observe(&oracle, &given.text, &interrupted);
    if interrupt::has_come(&interrupted) {
        return Err(Failure { status: Status::Interrupted, message: "interrupted".to_owned() });
    }
    let outcome = outcome.map_err(|broken| Failure::broken(broken.to_string()))?;
    Ok(Look {
        bytes: given.text.len(),
        verdict: oracle.verdict(&outcome),
        end: outcome.end,
        signature: Signature::of(&outcome),
        took: outcome.took,
    })
}
