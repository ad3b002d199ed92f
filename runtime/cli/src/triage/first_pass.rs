//! The first pass of a triage: each input runs once, and inputs whose failures report themselves alike come together. Only the smallest of
//! them is reduced and generalized, so a thousand inputs take a thousand runs, and not a thousand reductions.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::groups::Alike;
use crate::reduce::{Look, Progress, ReduceArgs, look};
use crate::status::{Failure, Status};
use grammarc_trial::oracle::{End, Signature, Verdict, shown};

/// Times the longest run so far that another input may take before it is left for later.
const TIMEOUT_FACTOR: u32 = 10;
/// The least time that an input may take.
const LEAST_TIMEOUT: Duration = Duration::from_secs(10);

/// Inputs to be studied together: one of them is reduced and generalized, and stands for the others.
#[derive(Debug)]
pub(super) struct Bundle {
    /// The signature that all of them share; none for an input that is studied by itself.
    pub(super) signature: Option<Signature>,
    /// The smallest comes first.
    pub(super) inputs: Vec<Alike>,
}

impl Bundle {
    /// Makes the bundle of an input that is studied by itself.
    pub(super) fn single(input: &Path) -> Self {
        Self { signature: None, inputs: vec![Alike { input: input.to_owned(), before: 0, runs: 0 }] }
    }
}

/// The result of the pass.
pub(super) struct FirstPass {
    /// In the order of their first inputs' names.
    pub(super) bundles: Vec<Bundle>,
    /// The inputs that did not run, because a signal came.
    pub(super) unseen: Vec<PathBuf>,
}

/// Runs each input. Inputs that are not interesting, or have no report, are studied by themselves.
///
/// # Errors
/// If the command cannot be run.
pub(super) fn run(
    inputs: &[PathBuf],
    args: impl Fn(&Path) -> ReduceArgs,
    progress: &Progress,
) -> Result<FirstPass, Failure> {
    let mut bundles: Vec<Bundle> = Vec::new();
    let mut known: BTreeMap<(String, Signature), usize> = BTreeMap::new();
    let mut timeout = None;
    for (number, input) in inputs.iter().enumerate() {
        progress.restart("", 0);
        progress.say(&format!("running {}/{} {}", number + 1, inputs.len(), shown(input)));
        let seen = match look(&args(input), timeout) {
            Err(failure) if failure.status == Status::Interrupted => {
                return Ok(FirstPass { bundles: sorted(bundles), unseen: inputs[number..].to_vec() });
            }
            // Its study reports the error.
            Err(_) => {
                bundles.push(Bundle::single(input));
                continue;
            }
            Ok(seen) => seen,
        };
        let longest = (seen.took * TIMEOUT_FACTOR).max(LEAST_TIMEOUT);
        timeout = timeout.max((seen.end != End::TimedOut).then_some(longest));
        let Look { bytes, verdict: Verdict::Interesting, signature: Some(signature), end, .. } = seen else {
            bundles.push(Bundle::single(input));
            continue;
        };
        let place = *known.entry((end.to_string(), signature.clone())).or_insert(bundles.len());
        if place == bundles.len() {
            bundles.push(Bundle { signature: Some(signature), inputs: Vec::new() });
        }
        bundles[place].inputs.push(Alike { input: input.clone(), before: bytes, runs: 1 });
    }
    Ok(FirstPass { bundles: sorted(bundles), unseen: Vec::new() })
}

/// Puts the smallest input of each bundle first.
fn sorted(mut bundles: Vec<Bundle>) -> Vec<Bundle> {
    bundles.iter_mut().for_each(|bundle| bundle.inputs.sort_by_key(|alike| alike.before));
    bundles
}
