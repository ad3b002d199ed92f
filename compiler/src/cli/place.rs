//! Where the test of `reduce`, `generalize` and `triage` runs: on this machine, or with `--remote` on a cluster.

use grammarc_runtime::cli::reduce::ReduceArgs;
use grammarc_runtime::cli::status::Failure;
#[cfg(feature = "remote")]
use {
    super::config::RemoteTable,
    grammarc_remote::{RemoteArgs, Server},
    grammarc_runtime::cli::reduce::{Comparison, Elsewhere},
    grammarc_runtime::cli::status::say,
    grammarc_runtime::oracle::calm,
};

use super::WithGrammar;
use super::config::ConfigFile;

/// The options of a subcommand that runs a test, and where it does.
#[derive(Debug, clap::Args)]
pub(super) struct WithTest<A: clap::Args> {
    #[command(flatten)]
    given: WithGrammar<A>,
    #[cfg(feature = "remote")]
    #[command(flatten)]
    remote: RemoteArgs,
}

impl<A: clap::Args> WithTest<A> {
    /// Returns the other options. Those of the reduction, which `reduce` finds in them, get the place and the strategies of papers.
    pub(super) fn placed(
        self,
        file: Option<&ConfigFile>,
        reduce: impl FnOnce(&mut A) -> &mut ReduceArgs,
    ) -> Result<WithGrammar<A>, Failure> {
        let mut given = self.given;
        let args = reduce(&mut given.rest);
        args.more_strategies = super::OF_PAPERS;
        #[cfg(feature = "remote")]
        place(self.remote, file, args)?;
        #[cfg(not(feature = "remote"))]
        file.into_iter().for_each(ConfigFile::note_remote);
        Ok(given)
    }
}

/// Lets the test run on the server that the command line or `grammarc.toml` names, if one does.
#[cfg(feature = "remote")]
fn place(mut remote: RemoteArgs, file: Option<&ConfigFile>, reduce: &mut ReduceArgs) -> Result<(), Failure> {
    // `--remote none` is the way out of a wrong table, so the table is not even read.
    if remote.remote != Some(Server::ThisMachine)
        && let Some(file) = file
        && let Some(line) = RemoteTable::read(file).map_err(Failure::usage)?.complete(&mut remote)
    {
        // Said with `-q`, too, because the file decides where files of this machine go.
        say(&calm(&line));
    }
    if let Some(option) = remote.without_server() {
        let help = "add `--remote URL`, or `url` to `[remote]` in grammarc.toml";
        return Err(Failure::usage(format!("`{option}` needs a server: {help}")));
    }
    if let Some(executor) = remote.executor().map_err(Failure::broken)? {
        let comparison = if remote.remote_only { Comparison::Never } else { Comparison::Once };
        reduce.run_elsewhere(Elsewhere { executor, comparison });
    }
    Ok(())
}
