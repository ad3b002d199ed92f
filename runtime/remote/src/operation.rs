//! One action from question to result: the cache is asked, what is missing is sent, and the action is executed.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use bazel_remote_apis::build::bazel::remote::execution::v2::action_cache_client::ActionCacheClient;
use bazel_remote_apis::build::bazel::remote::execution::v2::execution_client::ExecutionClient;
use bazel_remote_apis::build::bazel::remote::execution::v2::{
    ActionResult, ExecuteRequest, ExecuteResponse, ExecutionPolicy, GetActionResultRequest, WaitExecutionRequest,
};
use bazel_remote_apis::google::longrunning::operation::Result as Ended;
use bazel_remote_apis::google::longrunning::operations_client::OperationsClient;
use bazel_remote_apis::google::longrunning::{CancelOperationRequest, Operation};
use prost::Message;
use tonic::{Code, Streaming};

use crate::action::Request;
use crate::blob::Blob;
use crate::connection::{Connection, Limits};
use crate::fault::Fault;
use crate::store::Store;

/// How long giving up an execution may take. Whoever cancels waits for it.
const CANCEL_TIMEOUT: Duration = Duration::from_secs(1);

/// The result of an action.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Answer {
    /// It ran to its end.
    Result {
        /// How it ended.
        result: Box<ActionResult>,
        /// Whether somebody ran it before.
        is_cached: bool,
    },
    /// The worker ended it after its timeout.
    TimedOut,
}

/// The conversation with a server about one action. It can be tried again after a fault.
#[derive(Debug)]
pub(crate) struct Conversation<'c> {
    pub(crate) connection: &'c Connection,
    pub(crate) store: &'c Store,
    pub(crate) worker: usize,
    pub(crate) request: &'c Request,
    /// The blobs of the command.
    pub(crate) shared: Vec<&'c Blob>,
    /// How likely the result is needed, from 0 to 1.
    pub(crate) chance: f64,
    /// Whether the output is read.
    pub(crate) is_read: bool,
    pub(crate) timeout: Duration,
    /// The name of the execution, while there is one.
    pub(crate) operation: Mutex<Option<String>>,
}

impl Conversation<'_> {
    /// Tries to get the result. `uses_cache` is false once the cache is known to refer to lost blobs.
    pub(crate) async fn attempt(&self, uses_cache: bool) -> Result<Answer, Fault> {
        let limits = self.connection.limits(self.worker).await?;
        if let Some(name) = self.operation() {
            match self.resumed(&name).await {
                // The server does not know it any more, for example after a restart.
                Err(Fault::Final(_)) => self.set_operation(None),
                other => return other,
            }
        }
        if uses_cache && let Some(result) = self.cached().await? {
            return Ok(Answer::Result { result: Box::new(result), is_cached: true });
        }
        let blobs = self.shared.iter().copied().chain(&self.request.blobs).chain([&self.request.action]);
        self.store.send(self.connection, self.worker, blobs).await?;
        let request = ExecuteRequest {
            instance_name: self.connection.instance.clone(),
            skip_cache_lookup: !uses_cache,
            action_digest: Some(self.request.action.digest.clone()),
            execution_policy: priority(self.chance, limits).map(|priority| ExecutionPolicy { priority }),
            inline_stdout: self.is_read,
            inline_stderr: self.is_read,
            ..ExecuteRequest::default()
        };
        let mut client = ExecutionClient::new(self.connection.stub(self.worker));
        let stream = self.connection.call(client.execute(request)).await?;
        self.follow(stream).await
    }

    /// Asks the cache; none if it does not know the action.
    async fn cached(&self) -> Result<Option<ActionResult>, Fault> {
        let request = GetActionResultRequest {
            instance_name: self.connection.instance.clone(),
            action_digest: Some(self.request.action.digest.clone()),
            inline_stdout: self.is_read,
            inline_stderr: self.is_read,
            ..GetActionResultRequest::default()
        };
        let mut client = ActionCacheClient::new(self.connection.stub(self.worker));
        let answer = client.get_action_result(request);
        let is_miss = |status: &tonic::Status| status.code() == Code::NotFound;
        let known = async {
            match answer.await {
                Err(status) if is_miss(&status) => Ok(tonic::Response::new(None)),
                other => other.map(|response| tonic::Response::new(Some(response.into_inner()))),
            }
        };
        self.connection.call(known).await
    }

    /// Follows an execution that was begun before.
    async fn resumed(&self, name: &str) -> Result<Answer, Fault> {
        let mut client = ExecutionClient::new(self.connection.stub(self.worker));
        let request = WaitExecutionRequest { name: name.to_owned() };
        let stream = self.connection.call(client.wait_execution(request)).await?;
        self.follow(stream).await
    }

    /// Waits for the end of an execution. After a fault its name is kept, so that the next attempt finds it again.
    async fn follow(&self, mut stream: Streaming<Operation>) -> Result<Answer, Fault> {
        loop {
            let lost = |said: String| match self.operation() {
                Some(_) => Fault::Lost(said),
                None => Fault::Unreachable(said),
            };
            let limit = self.timeout.saturating_add(self.connection.timeouts.silence);
            match tokio::time::timeout(limit, stream.message()).await {
                Ok(Ok(Some(operation))) if operation.done => {
                    self.set_operation(None);
                    return answer(operation);
                }
                Ok(Ok(Some(operation))) => self.set_operation(Some(operation.name)),
                Ok(Ok(None)) => return Err(lost("the server ended the connection before the test".to_owned())),
                Ok(Err(status)) => {
                    return Err(match self.connection.fault(&status) {
                        Fault::Unreachable(said) => lost(said),
                        other => other,
                    });
                }
                Err(_) => {
                    self.connection.reconnect();
                    let Some(name) = self.operation() else { return Err(lost("no news of the test".to_owned())) };
                    let mut client = ExecutionClient::new(self.connection.stub(self.worker));
                    stream = match self.connection.call(client.wait_execution(WaitExecutionRequest { name })).await {
                        // The server does not know it any more, so it is executed again.
                        Err(Fault::Final(said)) => {
                            self.set_operation(None);
                            return Err(Fault::Lost(said));
                        }
                        other => other?,
                    };
                }
            }
        }
    }

    /// Gives the execution up, so that its worker is free again. Servers that cannot do so finish it, and keep its result.
    pub(crate) async fn cancel(&self) {
        let Some(name) = self.operation() else { return };
        let mut client = OperationsClient::new(self.connection.stub(self.worker));
        let _ = tokio::time::timeout(CANCEL_TIMEOUT, client.cancel_operation(CancelOperationRequest { name })).await;
    }

    fn operation(&self) -> Option<String> {
        self.operation.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set_operation(&self, name: Option<String>) {
        *self.operation.lock().unwrap_or_else(PoisonError::into_inner) = name.filter(|name| !name.is_empty());
    }
}

/// Reads the end of an execution.
fn answer(operation: Operation) -> Result<Answer, Fault> {
    let response = match operation.result {
        Some(Ended::Response(any)) => ExecuteResponse::decode(&*any.value),
        Some(Ended::Error(status)) => return of_status(status.code, &status.message),
        None => Ok(ExecuteResponse::default()),
    };
    let response = response.map_err(|error| Fault::Final(format!("the server's answer cannot be read: {error}")))?;
    match (response.status, response.result) {
        (Some(status), _) if status.code != 0 => of_status(status.code, &status.message),
        (_, Some(result)) => Ok(Answer::Result { result: Box::new(result), is_cached: response.cached_result }),
        (_, None) => Err(Fault::Lost(format!("the server ended the test without a result: {}", response.message))),
    }
}

fn of_status(code: i32, message: &str) -> Result<Answer, Fault> {
    match Code::from_i32(code) {
        Code::DeadlineExceeded => Ok(Answer::TimedOut),
        _ => Err(Fault::of_execution(code, message)),
    }
}

/// Returns the priority of a run, of which a server serves the lowest first: 0 if the search waits for it, and one more for each time
/// that its chance halves. None if the server has no priorities.
fn priority(chance: f64, limits: &Limits) -> Option<i32> {
    let wanted = if chance >= 1.0 { 0 } else { 1 + (-chance.max(1e-9).log2()) as i32 };
    let (from, to) = limits
        .priorities
        .iter()
        .copied()
        .min_by_key(|&(from, to)| (wanted - wanted.clamp(from, to.max(from))).abs())?;
    Some(wanted.clamp(from, to.max(from)))
}

#[cfg(test)]
mod tests {
    use super::priority;
    use crate::connection::Limits;

    #[test]
    fn what_the_search_waits_for_goes_first() {
        let limits = |priorities: &[(i32, i32)]| Limits { batch_bytes: 1, priorities: priorities.to_vec() };
        let all = limits(&[(-1000, 1000)]);
        assert_eq!([1.0, 0.9, 0.3, 0.0].map(|chance| priority(chance, &all)), [Some(0), Some(1), Some(2), Some(30)]);
        assert_eq!(priority(1.0, &limits(&[(5, 9)])), Some(5));
        assert_eq!(priority(0.0, &limits(&[(-9, -5), (0, 1)])), Some(1));
        assert_eq!(priority(1.0, &limits(&[])), None);
    }
}
