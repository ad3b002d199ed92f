//! Connections to a server, and what it can do.

use std::collections::HashMap;
use std::future::Future;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use bazel_remote_apis::build::bazel::remote::execution::v2::capabilities_client::CapabilitiesClient;
use bazel_remote_apis::build::bazel::remote::execution::v2::digest_function::Value as DigestFunction;
use bazel_remote_apis::build::bazel::remote::execution::v2::{
    GetCapabilitiesRequest, PriorityCapabilities, ServerCapabilities,
};
use grammarc_trial::oracle::shown;
use tokio::sync::OnceCell;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::{Certificate, Channel, ClientTlsConfig, Endpoint, Identity};
use tonic::{Response, Status};

use crate::address::Address;
use crate::credentials::{Credentials, Headers};
use crate::fault::Fault;

/// Time without a packet after which the system asks whether the other side is still there.
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(30);
/// Workers that share a connection. Servers allow about 100 streams on one, and a worker may use two at the same time.
const WORKERS_PER_CONNECTION: usize = 32;
/// Bytes of a batch if the server names no limit: what gRPC takes in one message is 4 MiB, of which some is for names.
const DEFAULT_BATCH_BYTES: i64 = (4 << 20) - (64 << 10);

/// How long this side waits for the other one. The default is for a network between offices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// For making a connection.
    pub connect: Duration,
    /// For the first answer. An address may be wrong, and whatever listens there may be silent.
    pub first_answer: Duration,
    /// For a call that is answered at once, or sends a batch of blobs: 4 MiB in 60 s need 70 KB/s.
    pub call: Duration,
    /// For news of an execution, beyond the timeout of its test; then the server is asked about it again. A queue may be long, so
    /// silence is no fault.
    pub silence: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            first_answer: Duration::from_secs(15),
            call: Duration::from_secs(60),
            silence: Duration::from_secs(60),
        }
    }
}

/// A channel that sends the headers with each call.
pub(crate) type Stub = InterceptedService<Channel, Headers>;

/// The files of an encrypted connection, in PEM.
#[derive(Debug, Clone, Default)]
pub struct Tls {
    /// Certificates of authorities to trust instead of those of the system.
    pub authority: Option<PathBuf>,
    /// Our certificate and its key, if the server asks for one.
    pub identity: Option<(PathBuf, PathBuf)>,
}

/// The limits of a server.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Limits {
    /// Most bytes of blobs in one batch.
    pub(crate) batch_bytes: usize,
    /// Priorities that it accepts, from and to; none if it has none.
    pub(crate) priorities: Vec<(i32, i32)>,
}

/// Connections to one server.
#[derive(Debug)]
pub(crate) struct Connection {
    pub(crate) address: Address,
    pub(crate) instance: String,
    pub(crate) timeouts: Timeouts,
    endpoint: Endpoint,
    credentials: Credentials,
    headers: Headers,
    channels: Mutex<HashMap<usize, Channel>>,
    limits: OnceCell<Limits>,
    /// How often the credentials were read.
    reads: tokio::sync::Mutex<u64>,
}

impl Connection {
    /// Prepares connections; nothing is sent yet.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub(crate) fn new(
        address: Address,
        instance: String,
        tls: &Tls,
        credentials: Credentials,
        timeouts: Timeouts,
    ) -> Result<Self, String> {
        let mut endpoint = Endpoint::from_shared(address.http()).map_err(|error| format!("{address}: {error}"))?;
        endpoint = endpoint.connect_timeout(timeouts.connect).tcp_keepalive(Some(KEEPALIVE_INTERVAL)).tcp_nodelay(true);
        if address.is_encrypted {
            endpoint = endpoint.tls_config(config(tls)?).map_err(|error| format!("TLS: {error}"))?;
        }
        let headers = Headers::default();
        headers.set(credentials.read(&address.http())?);
        let (channels, limits, reads) = (Mutex::default(), OnceCell::new(), tokio::sync::Mutex::new(0));
        Ok(Self { address, instance, timeouts, endpoint, credentials, headers, channels, limits, reads })
    }

    /// Returns a channel for a worker. To be called inside of the runtime.
    pub(crate) fn stub(&self, worker: usize) -> Stub {
        let mut channels = self.channels.lock().unwrap_or_else(PoisonError::into_inner);
        let channel = channels.entry(worker / WORKERS_PER_CONNECTION);
        let channel = channel.or_insert_with(|| self.endpoint.connect_lazy()).clone();
        InterceptedService::new(channel, self.headers.clone())
    }

    /// Returns how often the credentials were read so far.
    pub(crate) async fn reads(&self) -> u64 {
        *self.reads.lock().await
    }

    /// Reads the credentials again, unless somebody did since `reads`.
    pub(crate) async fn renew(&self, reads: u64) -> Result<(), Fault> {
        let mut now = self.reads.lock().await;
        if *now > reads {
            return Ok(());
        }
        let (credentials, uri) = (self.credentials.clone(), self.address.http());
        let read = tokio::task::spawn_blocking(move || credentials.read(&uri)).await;
        let headers = read.map_err(|error| Fault::Final(error.to_string()))?.map_err(Fault::Final)?;
        self.headers.set(headers);
        *now += 1;
        Ok(())
    }

    /// Returns the limits of the server, which it is asked for once.
    pub(crate) async fn limits(&self, worker: usize) -> Result<&Limits, Fault> {
        let ask = || async {
            let request = GetCapabilitiesRequest { instance_name: self.instance.clone() };
            let mut client = CapabilitiesClient::new(self.stub(worker));
            let limit = self.timeouts.first_answer.min(self.timeouts.call);
            let capabilities = self.call_within(limit, client.get_capabilities(request)).await?;
            limits(&capabilities, &self.instance).map_err(Fault::Final)
        };
        self.limits.get_or_try_init(ask).await
    }

    /// Returns whether the server has told its limits, so the address is right.
    pub(crate) fn has_answered(&self) -> bool {
        self.limits.initialized()
    }

    /// Waits for the answer to a call, for at most [`Timeouts::call`].
    pub(crate) async fn call<T>(&self, call: impl Future<Output = Result<Response<T>, Status>>) -> Result<T, Fault> {
        self.call_within(self.timeouts.call, call).await
    }

    async fn call_within<T>(
        &self,
        limit: Duration,
        call: impl Future<Output = Result<Response<T>, Status>>,
    ) -> Result<T, Fault> {
        match tokio::time::timeout(limit, call).await {
            Ok(Ok(response)) => Ok(response.into_inner()),
            Ok(Err(status)) => Err(self.fault(&status)),
            Err(_) => {
                self.reconnect();
                Err(Fault::Unreachable(format!("no answer within {} s", limit.as_secs_f64())))
            }
        }
    }

    /// Lets later calls make new connections. If a firewall forgets a connection, or the other side has lost its power, nobody
    /// says so, and every further call on it would wait in vain. Calls that run keep theirs.
    pub(crate) fn reconnect(&self) {
        self.channels.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Sorts a status. One that comes from this side has its reason in a chain of causes, for example a refused connection.
    pub(crate) fn fault(&self, status: &Status) -> Fault {
        let mut cause = std::error::Error::source(status);
        let mut last = None;
        while let Some(error) = cause {
            (last, cause) = (Some(error.to_string()), error.source());
        }
        match last {
            Some(why) if status.message().contains(&why) => Fault::Unreachable(status.message().to_owned()),
            Some(why) => Fault::Unreachable(format!("{}: {why}", status.message())),
            None => Fault::of_call(status),
        }
    }
}

fn config(tls: &Tls) -> Result<ClientTlsConfig, String> {
    let read = |path: &PathBuf| std::fs::read(path).map_err(|error| format!("{}: {error}", shown(path)));
    let mut config = match &tls.authority {
        Some(path) => ClientTlsConfig::new().ca_certificate(Certificate::from_pem(read(path)?)),
        None => ClientTlsConfig::new().with_native_roots(),
    };
    if let Some((certificate, key)) = &tls.identity {
        config = config.identity(Identity::from_pem(read(certificate)?, read(key)?));
    }
    Ok(config)
}

/// Reads what a server can do.
///
/// # Errors
/// If it cannot run tests.
fn limits(server: &ServerCapabilities, instance: &str) -> Result<Limits, String> {
    let instance = if instance.is_empty() { "without an instance name".to_owned() } else { format!("`{instance}`") };
    let execution = server.execution_capabilities.as_ref().filter(|it| it.exec_enabled);
    let execution = execution.ok_or_else(|| {
        format!("this server ({instance}) only stores, and executes nothing: check the address and --remote-instance")
    })?;
    let Some(cache) = &server.cache_capabilities else {
        return Err(format!("this server ({instance}) has no storage for inputs: use the address that offers both"));
    };
    if !cache.digest_functions.contains(&(DigestFunction::Sha256 as i32)) {
        return Err(format!("this server ({instance}) does not use SHA-256, which grammarc needs"));
    }
    let batch = match cache.max_batch_total_size_bytes {
        0 => DEFAULT_BATCH_BYTES,
        bytes => bytes.clamp(1, DEFAULT_BATCH_BYTES),
    };
    let priorities = execution.execution_priority_capabilities.iter().flat_map(ranges).collect();
    Ok(Limits { batch_bytes: batch as usize, priorities })
}

fn ranges(capabilities: &PriorityCapabilities) -> impl Iterator<Item = (i32, i32)> {
    capabilities.priorities.iter().map(|range| (range.min_priority, range.max_priority))
}

#[cfg(test)]
mod tests {
    use bazel_remote_apis::build::bazel::remote::execution::v2::{
        CacheCapabilities, ExecutionCapabilities, ServerCapabilities,
    };

    use super::limits;

    #[test]
    fn a_server_must_execute_and_store_by_sha_256() {
        let cache = CacheCapabilities { digest_functions: vec![1], ..CacheCapabilities::default() };
        let execution = ExecutionCapabilities { exec_enabled: true, ..ExecutionCapabilities::default() };
        let server = ServerCapabilities {
            cache_capabilities: Some(cache.clone()),
            execution_capabilities: Some(execution.clone()),
            ..ServerCapabilities::default()
        };
        assert!(limits(&server, "").is_ok_and(|limits| limits.batch_bytes > 1 << 20));
        let small = CacheCapabilities { max_batch_total_size_bytes: 100, ..cache.clone() };
        let small = ServerCapabilities { cache_capabilities: Some(small), ..server.clone() };
        assert!(limits(&small, "").is_ok_and(|limits| limits.batch_bytes == 100));
        let other = CacheCapabilities { digest_functions: vec![9], ..cache };
        let other = ServerCapabilities { cache_capabilities: Some(other), ..server.clone() };
        assert!(limits(&other, "x").is_err_and(|why| why.contains("`x`") && why.contains("SHA-256")));
        let idle = ServerCapabilities { execution_capabilities: None, ..server.clone() };
        assert!(limits(&idle, "").is_err_and(|why| why.contains("executes nothing")));
        let bare = ServerCapabilities { cache_capabilities: None, ..server };
        assert!(limits(&bare, "").is_err_and(|why| why.contains("no storage")));
    }
}
