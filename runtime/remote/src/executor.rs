//! The executor: tests become actions, faults are waited for, and results become outcomes.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bazel_remote_apis::build::bazel::remote::execution::v2::platform::Property;
use bazel_remote_apis::build::bazel::remote::execution::v2::{ActionResult, Digest, Platform};
use grammarc_trial::oracle::{End, Execution, Executor, OracleError, Outcome, Output, Run, shown};
use tokio::runtime::Runtime;

use crate::action::{Request, status, took};
use crate::address::Address;
use crate::command::{RemoteCommand, input_digest};
use crate::connection::{Connection, Timeouts, Tls};
use crate::credentials::Credentials;
use crate::fault::Fault;
use crate::operation::{Answer, Conversation};
use crate::salts::Salts;
use crate::store::{Store, read};

/// How long a server that cannot be reached at the start is tried again. Its address may be wrong.
const FIRST_CONTACT_TIMEOUT: Duration = Duration::from_secs(5);
/// How often an action is begun again that a worker did not get through with.
const MAX_ATTEMPTS: u32 = 4;
/// The first pause before another try; each further one is twice as long, up to `MAX_PAUSE`.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
/// The longest pause.
const MAX_PAUSE: Duration = Duration::from_secs(5);
/// Time between two looks at the flag that cancels a run.
const CANCEL_POLL_INTERVAL: Duration = Duration::from_millis(10);
/// Exit statuses whose reason is in the output: the shell has not found a program, or could not start it.
const EXPLAINED_STATUSES: [i32; 2] = [126, 127];

/// Where and how tests run.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The server.
    pub address: Address,
    /// The instance of the server; empty for its default.
    pub instance: String,
    /// Files and folders that the test reads, besides those that the command names.
    pub inputs: Vec<PathBuf>,
    /// Properties of the worker, for example `OSFamily` and `linux`.
    pub platform: Vec<(String, String)>,
    /// Headers of each call.
    pub credentials: Credentials,
    /// The files of an encrypted connection.
    pub tls: Tls,
    /// How long a server that was reached before may be gone.
    pub patience: Duration,
    /// How long an answer may take.
    pub timeouts: Timeouts,
}

/// Runs tests on a server for remote execution.
#[derive(Debug)]
pub struct RemoteExecutor {
    connection: Connection,
    store: Store,
    salts: Salts,
    platform: Platform,
    inputs: Vec<PathBuf>,
    start: PathBuf,
    patience: Duration,
    /// Whether the server has given a result. Before, instance or platform may be wrong.
    has_given_result: AtomicBool,
    /// Whether a run has waited in vain for the server, and no later one has reached it.
    is_gone: AtomicBool,
    /// The commands that were run so far, by their text.
    commands: Mutex<HashMap<String, Arc<RemoteCommand>>>,
    /// Runs that the cache answered, and others.
    cached: AtomicU64,
    executed: AtomicU64,
    /// None once it is shut down.
    runtime: Option<Runtime>,
}

impl RemoteExecutor {
    /// Prepares an executor; the server is asked at the first run.
    ///
    /// # Errors
    /// If credentials or certificates cannot be read.
    pub fn new(settings: Settings) -> Result<Self, String> {
        let Settings { address, instance, inputs, mut platform, credentials, tls, patience, timeouts } = settings;
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|error| format!("cannot start a thread for the network: {error}"))?;
        let start = std::env::current_dir().map_err(|error| format!("the current directory: {error}"))?;
        // The digest of an action must not depend on the order of options.
        platform.sort();
        let property = |(name, value)| Property { name, value };
        let platform = Platform { properties: platform.into_iter().map(property).collect() };
        Ok(Self {
            connection: Connection::new(address, instance, &tls, credentials, timeouts)?,
            store: Store::default(),
            salts: Salts::new()?,
            platform,
            inputs,
            start,
            patience,
            has_given_result: AtomicBool::new(false),
            is_gone: AtomicBool::new(false),
            commands: Mutex::default(),
            cached: AtomicU64::new(0),
            executed: AtomicU64::new(0),
            runtime: Some(runtime),
        })
    }

    fn command(&self, execution: &Execution<'_>) -> Result<Arc<RemoteCommand>, OracleError> {
        let invocation = execution.invocation;
        let key = format!("{:?} {:?} {}", invocation.passing(), invocation.directory(), invocation.pattern());
        let mut commands = self.commands.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(command) = commands.get(&key) {
            return Ok(command.clone());
        }
        let command = RemoteCommand::new(invocation, execution.candidates, &self.inputs, &self.start);
        let command = Arc::new(command.map_err(OracleError::new)?);
        commands.insert(key, command.clone());
        Ok(command)
    }

    /// Tries until there is a result, or no hope.
    async fn result(&self, conversation: &Conversation<'_>, run: &Run<'_>) -> Result<Outcome, Fault> {
        let (mut unreachable_since, mut lost, mut has_renewed, mut uses_cache) = (None, 0, false, !run.is_fresh());
        let mut pause = FIRST_PAUSE;
        loop {
            let reads = self.connection.reads().await;
            let began = Instant::now();
            let fault = match self.attempt(conversation, uses_cache).await {
                Ok((outcome, is_cached)) => {
                    if is_cached {
                        run.mark_cached();
                    }
                    self.has_given_result.store(true, Ordering::Relaxed);
                    self.is_gone.store(false, Ordering::Relaxed);
                    return Ok(outcome);
                }
                Err(fault) => fault,
            };
            match &fault {
                Fault::Final(_) => return Err(fault),
                Fault::Expired(_) if has_renewed => return Err(fault),
                Fault::Expired(_) => {
                    self.connection.renew(reads).await?;
                    has_renewed = true;
                }
                Fault::Unreachable(_) => {
                    // At the start the time without an answer counts. Later it does not, so that a new connection is tried.
                    let start = if self.connection.has_answered() { Instant::now() } else { began };
                    let since: &mut Instant = unreachable_since.get_or_insert(start);
                    if since.elapsed() >= self.patience() {
                        self.is_gone.store(true, Ordering::Relaxed);
                        return Err(fault);
                    }
                }
                Fault::Lost(_) | Fault::Missing(_) => {
                    (unreachable_since, lost) = (None, lost + 1);
                    if matches!(fault, Fault::Missing(_)) {
                        self.store.forget();
                        uses_cache = false;
                    }
                    if lost >= MAX_ATTEMPTS {
                        return Err(fault);
                    }
                }
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(MAX_PAUSE);
        }
    }

    /// Returns how long to try again: not at all while the server is known to be gone.
    fn patience(&self) -> Duration {
        match self.connection.has_answered() {
            _ if self.is_gone.load(Ordering::Relaxed) => Duration::ZERO,
            true => self.patience,
            false => self.patience.min(FIRST_CONTACT_TIMEOUT),
        }
    }

    /// Tries once. Returns whether the outcome comes from the cache, too.
    async fn attempt(&self, conversation: &Conversation<'_>, uses_cache: bool) -> Result<(Outcome, bool), Fault> {
        let start = Instant::now();
        let (result, is_cached) = match conversation.attempt(uses_cache).await? {
            Answer::Result { result, is_cached } => {
                let count = if is_cached { &self.cached } else { &self.executed };
                count.fetch_add(1, Ordering::Relaxed);
                (result, is_cached)
            }
            Answer::TimedOut => {
                self.executed.fetch_add(1, Ordering::Relaxed);
                let [stdout, stderr] = [Output::default(), Output::default()];
                return Ok((Outcome { end: End::TimedOut, stdout, stderr, took: conversation.timeout }, false));
            }
        };
        let status = status(&result);
        let is_read = conversation.is_read || status.is_none_or(|status| EXPLAINED_STATUSES.contains(&status));
        let [stdout, stderr] =
            if is_read { self.outputs(conversation.worker, &result).await? } else { [const { Vec::new() }; 2] };
        let Some(status) = status else {
            let why = Output::new(&stderr).last_lines(1).pop().unwrap_or_default();
            let code = result.exit_code;
            return Err(Fault::Lost(format!("the worker could not run the test to its end (exit code {code}): {why}")));
        };
        let (stdout, stderr) = (Output::new(&stdout), Output::new(&stderr));
        // A clock may be wrong, and timeouts are multiples of this time.
        let took = took(&result).unwrap_or_else(|| start.elapsed()).min(conversation.timeout);
        Ok((Outcome { end: End::Exited(status), stdout, stderr, took }, is_cached))
    }

    async fn outputs(&self, worker: usize, result: &ActionResult) -> Result<[Vec<u8>; 2], Fault> {
        let stdout = self.output(worker, &result.stdout_raw, result.stdout_digest.as_ref()).await?;
        let stderr = self.output(worker, &result.stderr_raw, result.stderr_digest.as_ref()).await?;
        Ok([stdout, stderr])
    }

    async fn output(&self, worker: usize, raw: &[u8], digest: Option<&Digest>) -> Result<Vec<u8>, Fault> {
        match digest {
            Some(digest) if raw.is_empty() => read(&self.connection, worker, digest).await,
            _ => Ok(raw.to_vec()),
        }
    }

    fn explained(&self, fault: &Fault) -> OracleError {
        let place = self.place();
        OracleError::new(match fault {
            Fault::Unreachable(said) if self.connection.has_answered() => {
                format!("{place} cannot be reached any more: {said}")
            }
            Fault::Unreachable(said) if self.connection.address.is_encrypted => format!(
                "{place} cannot be reached: {said}; check the address, the authority (--remote-ca), and whether the server asks \
                 for a certificate (--remote-certificate)"
            ),
            Fault::Unreachable(said) => {
                format!("{place} cannot be reached: {said}; check the address, and whether it needs TLS (grpcs://)")
            }
            Fault::Final(said)
                if !self.has_given_result.load(Ordering::Relaxed) && self.connection.instance.is_empty() =>
            {
                format!("{place}: {said}; a server may need --remote-instance or --remote-platform")
            }
            Fault::Final(said) if !self.has_given_result.load(Ordering::Relaxed) => {
                format!("{place}: {said}; check --remote-instance and --remote-platform")
            }
            fault => format!("{place}: {}", fault.message()),
        })
    }
}

impl Executor for RemoteExecutor {
    fn execute(&self, execution: &Execution<'_>, run: &Run<'_>) -> Result<Outcome, OracleError> {
        let command = self.command(execution)?;
        let salt = run.is_fresh().then(|| self.salts.next());
        let request = Request::new(&command, execution, &self.platform, salt.as_deref()).map_err(OracleError::new)?;
        let conversation = Conversation {
            connection: &self.connection,
            store: &self.store,
            worker: run.worker(),
            request: &request,
            shared: std::iter::once(&command.command).chain(&command.blobs).collect(),
            chance: run.chance(),
            is_read: execution.is_read,
            timeout: execution.timeout,
            operation: Mutex::default(),
        };
        let Some(runtime) = &self.runtime else { return Err(OracleError::new("the executor is shut down")) };
        let outcome = runtime.block_on(async {
            tokio::select! {
                outcome = self.result(&conversation, run) => outcome,
                () = cancelled(run) => {
                    conversation.cancel().await;
                    let [stdout, stderr] = [Output::default(), Output::default()];
                    Ok(Outcome { end: End::Cancelled, stdout, stderr, took: Duration::ZERO })
                }
            }
        });
        outcome.map_err(|fault| self.explained(&fault))
    }

    fn terms(&self) -> Vec<(String, String)> {
        let named = |name: &str, value: String| (name.to_owned(), value);
        let mut terms = vec![named("remote-instance", format!("`{}`", self.connection.instance))];
        let platform = self.platform.properties.iter().map(|it| format!("{}={}", it.name, it.value));
        terms.extend(platform.map(|property| named("remote-platform", property)));
        let input = |path: &PathBuf| format!("{} {}", input_digest(&self.start.join(path)), shown(path));
        terms.extend(self.inputs.iter().map(|path| named("remote-input", input(path))));
        terms
    }

    fn notes(&self) -> Vec<String> {
        let [cached, executed] = [&self.cached, &self.executed].map(|count| count.load(Ordering::Relaxed));
        vec![format!("{}: {executed} runs executed, {cached} answered by the cache", self.place())]
    }

    fn place(&self) -> String {
        self.connection.address.to_string()
    }
}

/// Does not wait for a credential helper that still runs.
impl Drop for RemoteExecutor {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

async fn cancelled(run: &Run<'_>) {
    while !run.is_cancelled() {
        tokio::time::sleep(CANCEL_POLL_INTERVAL).await;
    }
}
