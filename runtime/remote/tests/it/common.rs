//! Oracles whose commands run on a server.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use grammarc_remote::{Address, Credentials, RemoteExecutor, Settings, Timeouts, Tls};
use grammarc_trial::archive::Form;
use grammarc_trial::oracle::{
    Candidates, CommandLine, CommandOracle, Conditions, Directory, Invocation, Limits, Oracle, OracleError, Outcome,
    PassingMode, Run, Verdict,
};

/// Returns the settings for a server, with little patience.
pub(crate) fn settings(address: &str) -> Settings {
    Settings {
        address: Address::parse(address).expect("it is an address"),
        instance: String::new(),
        inputs: Vec::new(),
        platform: Vec::new(),
        credentials: Credentials::default(),
        tls: Tls::default(),
        patience: Duration::from_millis(500),
        timeouts: Timeouts::default(),
    }
}

/// Makes an oracle of a command that was given in a folder.
pub(crate) fn oracle(settings: Settings, words: &[&str], start: &Path, conditions: Conditions) -> CommandOracle {
    let words: Vec<OsString> = words.iter().map(OsString::from).collect();
    let (inputs, form, placeholder) = ([PathBuf::from("crash.txt")], Form::File, "{}");
    let (passing, directory) = (PassingMode::Path, Directory::Fresh);
    let line = CommandLine { words: &words, start, inputs: &inputs, form, placeholder, passing, directory };
    let limits = Limits { timeout: Duration::from_secs(10), memory: None };
    let candidates = Candidates { form, name: "crash.txt".into(), is_executable: false };
    let invocation = Invocation::new(&line).expect("it is a command");
    let mut oracle = CommandOracle::new(invocation, conditions, limits, candidates).expect("a folder can be made");
    oracle.set_executor(Arc::new(RemoteExecutor::new(settings).expect("the settings are right")));
    oracle
}

/// Makes an oracle by the server of the test, which does not look at the command.
pub(crate) fn simple(settings: Settings) -> CommandOracle {
    oracle(settings, &["true"], Path::new("/"), Conditions::default())
}

pub(crate) fn judge(oracle: &CommandOracle, text: &[u8]) -> Result<Verdict, OracleError> {
    let never = AtomicBool::new(false);
    oracle.judge(text, &Run::new(0, &never, &never))
}

pub(crate) fn observe(oracle: &CommandOracle, text: &[u8]) -> Outcome {
    let never = AtomicBool::new(false);
    oracle.observe(text, &Run::new(0, &never, &never)).expect("the server answers")
}
