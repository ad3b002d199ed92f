//! Where the test of `reduce`, `generalize` and `triage` runs: on this machine, or with `--remote` on a cluster.

use grammarc_runtime::cli::reduce::ReduceArgs;
#[cfg(feature = "remote")]
use grammarc_runtime::cli::reduce::{Comparison, Elsewhere};
use grammarc_runtime::cli::status::Failure;

use super::WithGrammar;

/// The options of a subcommand that runs a test, and where it does.
#[derive(Debug, clap::Args)]
pub(super) struct WithTest<A: clap::Args> {
    #[command(flatten)]
    given: WithGrammar<A>,
    #[cfg(feature = "remote")]
    #[command(flatten)]
    remote: grammarc_remote::RemoteArgs,
}

impl<A: clap::Args> WithTest<A> {
    /// Returns the other options, with the place in those of the reduction, which `reduce` finds in them.
    pub(super) fn placed(self, reduce: impl FnOnce(&mut A) -> &mut ReduceArgs) -> Result<WithGrammar<A>, Failure> {
        let mut given = self.given;
        #[cfg(feature = "remote")]
        if let Some(executor) = self.remote.executor().map_err(Failure::broken)? {
            let comparison = if self.remote.remote_only { Comparison::Never } else { Comparison::Once };
            reduce(&mut given.rest).run_elsewhere(Elsewhere { executor, comparison });
        }
        #[cfg(not(feature = "remote"))]
        let _ = reduce(&mut given.rest);
        Ok(given)
    }
}
