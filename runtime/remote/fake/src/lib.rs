//! A small server for tests: it finds a candidate interesting that has an `x`, whatever the command is, and makes the faults that a test
//! asks for. Its cache can lie.

use std::collections::{HashMap, VecDeque};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use bazel_remote_apis::build::bazel::remote::execution::v2 as re;
use bazel_remote_apis::google::bytestream as bs;
use bazel_remote_apis::google::bytestream::byte_stream_server::{ByteStream, ByteStreamServer};
use bazel_remote_apis::google::longrunning as lro;
use bazel_remote_apis::google::longrunning::operations_server::{Operations, OperationsServer};
use bazel_remote_apis::google::{protobuf, rpc};
use prost::Message;
use re::action_cache_server::{ActionCache, ActionCacheServer};
use re::capabilities_server::{Capabilities, CapabilitiesServer};
use re::content_addressable_storage_server::{ContentAddressableStorage, ContentAddressableStorageServer};
use re::execution_server::{Execution, ExecutionServer};
use tokio::runtime::Runtime;
use tokio_stream::{Stream, StreamExt};
use tonic::transport::server::TcpIncoming;
use tonic::transport::{Server, ServerTlsConfig};
use tonic::{Code, Request, Response, Status, async_trait};

/// The bytes of a batch that the server takes.
pub const BATCH_BYTES: usize = 10_000;

/// What goes wrong with one execution.
#[derive(Debug, Clone, Copy)]
pub enum Trouble {
    /// The call is refused.
    Refused(Code),
    /// The storage is emptied, and the call refused, because blobs are missing.
    Evicted,
    /// The connection ends before the execution.
    Broken,
    /// The execution ends with this status instead of a result.
    Failed(Code),
    /// The worker ends the script before it has written a status.
    Killed,
    /// The execution does not end.
    Hangs,
    /// The call is answered after this long.
    Late(Duration),
}

/// The memory of a server, which outlives it.
#[derive(Debug, Default)]
pub struct State {
    blobs: Mutex<HashMap<String, Vec<u8>>>,
    results: Mutex<HashMap<String, re::ActionResult>>,
    /// The results of runs that were not to be cached.
    uncached: Mutex<HashMap<String, re::ActionResult>>,
    /// The status that the cache answers for every action that may be cached.
    lie: Mutex<Option<&'static str>>,
    /// The actions by their candidates.
    candidates: Mutex<HashMap<Vec<u8>, String>>,
    troubles: Mutex<VecDeque<Trouble>>,
    /// The actions of executions by their names.
    running: Mutex<HashMap<String, String>>,
    /// The header that each call must have.
    token: Mutex<Option<String>>,
    calls: Mutex<Vec<String>>,
}

/// A running server. It ends with the value.
#[derive(Debug)]
pub struct Fake {
    /// Where it listens, as `--remote` takes it.
    pub address: String,
    /// Its content, and the faults that it makes.
    pub state: Arc<State>,
    runtime: Option<Runtime>,
}

impl Fake {
    /// Starts a server on a free port.
    pub fn start() -> Self {
        Self::start_at("127.0.0.1:0".parse().expect("it is an address"), Arc::default())
    }

    /// Starts a server at an address, with the state of another one.
    pub fn start_at(address: SocketAddr, state: Arc<State>) -> Self {
        Self::start_with(Server::builder(), address, state)
    }

    /// Starts a server that asks for a certificate.
    pub fn start_encrypted(tls: ServerTlsConfig) -> Self {
        let server = Server::builder().tls_config(tls).expect("the certificates are right");
        Self::start_with(server, "127.0.0.1:0".parse().expect("it is an address"), Arc::default())
    }

    fn start_with(mut server: Server, address: SocketAddr, state: Arc<State>) -> Self {
        let runtime = Runtime::new().expect("threads can be started");
        let _guard = runtime.enter();
        let incoming = TcpIncoming::bind(address).expect("the port is free");
        let address = format!("grpc://{}", incoming.local_addr().expect("it is bound"));
        let it = Service(state.clone());
        let server = server
            .add_service(CapabilitiesServer::new(it.clone()))
            .add_service(ActionCacheServer::new(it.clone()))
            .add_service(ContentAddressableStorageServer::new(it.clone()))
            .add_service(ByteStreamServer::new(it.clone()))
            .add_service(OperationsServer::new(it.clone()))
            .add_service(ExecutionServer::new(it));
        runtime.spawn(server.serve_with_incoming(incoming));
        drop(_guard);
        Self { address, state, runtime: Some(runtime) }
    }

    /// Ends the server, and returns its address.
    pub fn stop(mut self) -> (SocketAddr, Arc<State>) {
        let address = self.address.trim_start_matches("grpc://").parse().expect("it is an address");
        (address, std::mem::take(&mut self.state))
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

fn lock<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().expect("nobody panicked")
}

impl State {
    /// Makes the next executions go wrong, one each.
    pub fn make(&self, troubles: &[Trouble]) {
        lock(&self.troubles).extend(troubles);
    }

    /// Refuses calls without this header of authorization.
    pub fn ask_for(&self, token: &str) {
        *lock(&self.token) = Some(token.to_owned());
    }

    /// Makes the cache say that every action ended with this status, for example `"0\n"`.
    pub fn lie(&self, status: &'static str) {
        *lock(&self.lie) = Some(status);
    }

    /// Makes the entry of a candidate wrong, or right again. Returns whether there is one, because the candidate was run before.
    pub fn set_entry(&self, candidate: &[u8], is_right: bool) -> bool {
        let action = lock(&self.candidates).get(candidate).cloned();
        action.is_some_and(|action| {
            let status = if is_interesting(candidate) == is_right { "0\n" } else { "1\n" };
            lock(&self.results).insert(action, result_of(status)).is_some()
        })
    }

    /// Returns the candidates whose results are in the cache.
    pub fn candidates(&self) -> Vec<Vec<u8>> {
        let mut candidates: Vec<_> = lock(&self.candidates).keys().cloned().collect();
        candidates.sort();
        candidates
    }

    /// Returns the calls so far that begin with a word.
    pub fn calls(&self, word: &str) -> Vec<String> {
        lock(&self.calls).iter().filter(|call| call.starts_with(word)).cloned().collect()
    }

    fn log(&self, call: impl Into<String>) {
        lock(&self.calls).push(call.into());
    }

    fn check<T>(&self, request: &Request<T>) -> Result<(), Status> {
        let given = request.metadata().get("authorization").and_then(|value| value.to_str().ok());
        match &*lock(&self.token) {
            Some(token) if given != Some(token) => Err(Status::unauthenticated("the token is out of date")),
            _ => Ok(()),
        }
    }

    fn read<T: Message + Default>(&self, digest: Option<&re::Digest>) -> Result<T, Status> {
        let missing = || Status::failed_precondition("blobs are missing");
        let blob = lock(&self.blobs).get(&digest.ok_or_else(missing)?.hash).cloned().ok_or_else(missing)?;
        T::decode(&*blob).map_err(|error| Status::invalid_argument(error.to_string()))
    }

    /// Runs an action.
    fn result(&self, action: &re::Digest) -> Result<re::ActionResult, Status> {
        let decoded: re::Action = self.read(Some(action))?;
        let _: re::Command = self.read(decoded.command_digest.as_ref())?;
        let root: re::Directory = self.read(decoded.input_root_digest.as_ref())?;
        let folder = root.directories.iter().find(|it| it.name == "grammarc-candidate");
        let folder: re::Directory = self.read(folder.and_then(|it| it.digest.as_ref()))?;
        let digest = folder.files[0].digest.clone().unwrap_or_default();
        let text =
            lock(&self.blobs).get(&digest.hash).cloned().ok_or_else(|| Status::failed_precondition("missing"))?;
        let result = result_of(if is_interesting(&text) { "0\n" } else { "1\n" });
        self.log(format!("run {}", String::from_utf8_lossy(&text)));
        if decoded.do_not_cache {
            lock(&self.uncached).insert(action.hash.clone(), result.clone());
        } else {
            lock(&self.results).insert(action.hash.clone(), result.clone());
            lock(&self.candidates).insert(text, action.hash.clone());
        }
        Ok(result)
    }
}

/// The test that the server runs, whatever the command is.
fn is_interesting(text: &[u8]) -> bool {
    text.contains(&b'x')
}

fn result_of(status: &str) -> re::ActionResult {
    re::ActionResult { output_files: vec![status_file(status)], ..re::ActionResult::default() }
}

fn status_file(text: &str) -> re::OutputFile {
    // SHA-256 of the two texts, so that the test does not trust the code that it tests.
    let hash = match text {
        "0\n" => "9a271f2a916b0b6ee6cecb2426f0b3206ef074578be55d9bc94f6f3fe3ab86aa",
        _ => "4355a46b19d348dc2f57c046f8ef63d4538ebb936000f3c9ee954a27460dd865",
    };
    let digest = Some(re::Digest { hash: hash.to_owned(), size_bytes: 2 });
    re::OutputFile { path: "grammarc-status".to_owned(), digest, ..re::OutputFile::default() }
}

fn done(name: &str, response: re::ExecuteResponse) -> lro::Operation {
    let any = protobuf::Any { type_url: String::new(), value: response.encode_to_vec() };
    let result = Some(lro::operation::Result::Response(any));
    lro::Operation { name: name.to_owned(), done: true, result, ..lro::Operation::default() }
}

fn with_status(code: Code) -> re::ExecuteResponse {
    let status = rpc::Status { code: code as i32, message: "the worker failed".to_owned(), ..rpc::Status::default() };
    re::ExecuteResponse { status: Some(status), ..re::ExecuteResponse::default() }
}

fn with_result(result: re::ActionResult) -> re::ExecuteResponse {
    re::ExecuteResponse { result: Some(result), ..re::ExecuteResponse::default() }
}

#[derive(Clone)]
struct Service(Arc<State>);

type Answers<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

#[async_trait]
impl Capabilities for Service {
    async fn get_capabilities(
        &self,
        request: Request<re::GetCapabilitiesRequest>,
    ) -> Result<Response<re::ServerCapabilities>, Status> {
        self.0.check(&request)?;
        if request.get_ref().instance_name == "wrong" {
            return Err(Status::invalid_argument("no such instance: wrong"));
        }
        let range = re::priority_capabilities::PriorityRange { min_priority: -10, max_priority: 10 };
        Ok(Response::new(re::ServerCapabilities {
            cache_capabilities: Some(re::CacheCapabilities {
                digest_functions: vec![re::digest_function::Value::Sha256 as i32],
                max_batch_total_size_bytes: BATCH_BYTES as i64,
                ..re::CacheCapabilities::default()
            }),
            execution_capabilities: Some(re::ExecutionCapabilities {
                exec_enabled: true,
                execution_priority_capabilities: Some(re::PriorityCapabilities { priorities: vec![range] }),
                ..re::ExecutionCapabilities::default()
            }),
            ..re::ServerCapabilities::default()
        }))
    }
}

#[async_trait]
impl ActionCache for Service {
    async fn get_action_result(
        &self,
        request: Request<re::GetActionResultRequest>,
    ) -> Result<Response<re::ActionResult>, Status> {
        self.0.check(&request)?;
        let hash = request.into_inner().action_digest.unwrap_or_default().hash;
        self.0.log(format!("cache {hash}"));
        let lie = lock(&self.0.lie).map(result_of);
        let known = lie.or_else(|| lock(&self.0.results).get(&hash).cloned());
        known.map(Response::new).ok_or_else(|| Status::not_found("unknown action"))
    }

    async fn update_action_result(
        &self,
        _: Request<re::UpdateActionResultRequest>,
    ) -> Result<Response<re::ActionResult>, Status> {
        Err(Status::permission_denied("only workers may"))
    }
}

#[async_trait]
impl ContentAddressableStorage for Service {
    async fn find_missing_blobs(
        &self,
        request: Request<re::FindMissingBlobsRequest>,
    ) -> Result<Response<re::FindMissingBlobsResponse>, Status> {
        self.0.log("find");
        let blobs = lock(&self.0.blobs);
        let asked = request.into_inner().blob_digests.into_iter();
        let missing_blob_digests = asked.filter(|digest| !blobs.contains_key(&digest.hash)).collect();
        Ok(Response::new(re::FindMissingBlobsResponse { missing_blob_digests }))
    }

    async fn batch_update_blobs(
        &self,
        request: Request<re::BatchUpdateBlobsRequest>,
    ) -> Result<Response<re::BatchUpdateBlobsResponse>, Status> {
        let request = request.into_inner();
        if request.encoded_len() > BATCH_BYTES {
            return Err(Status::invalid_argument("the batch is too large"));
        }
        self.0.log(format!("batch {}", request.requests.len()));
        let mut responses = Vec::new();
        for blob in request.requests {
            let digest = blob.digest.clone().unwrap_or_default();
            lock(&self.0.blobs).insert(digest.hash, blob.data);
            responses.push(re::batch_update_blobs_response::Response { digest: blob.digest, status: None });
        }
        Ok(Response::new(re::BatchUpdateBlobsResponse { responses }))
    }

    async fn batch_read_blobs(
        &self,
        _: Request<re::BatchReadBlobsRequest>,
    ) -> Result<Response<re::BatchReadBlobsResponse>, Status> {
        Err(Status::unimplemented("batch_read_blobs"))
    }

    type GetTreeStream = Answers<re::GetTreeResponse>;

    async fn get_tree(&self, _: Request<re::GetTreeRequest>) -> Result<Response<Self::GetTreeStream>, Status> {
        Err(Status::unimplemented("get_tree"))
    }

    async fn split_blob(&self, _: Request<re::SplitBlobRequest>) -> Result<Response<re::SplitBlobResponse>, Status> {
        Err(Status::unimplemented("split_blob"))
    }

    type GetChunkMappingStream = Answers<re::GetChunkMappingResponse>;

    async fn get_chunk_mapping(
        &self,
        _: Request<re::GetChunkMappingRequest>,
    ) -> Result<Response<Self::GetChunkMappingStream>, Status> {
        Err(Status::unimplemented("get_chunk_mapping"))
    }

    async fn splice_blob(&self, _: Request<re::SpliceBlobRequest>) -> Result<Response<re::SpliceBlobResponse>, Status> {
        Err(Status::unimplemented("splice_blob"))
    }

    async fn register_chunk_mapping(
        &self,
        _: Request<tonic::Streaming<re::RegisterChunkMappingRequest>>,
    ) -> Result<Response<re::RegisterChunkMappingResponse>, Status> {
        Err(Status::unimplemented("register_chunk_mapping"))
    }
}

#[async_trait]
impl ByteStream for Service {
    type ReadStream = Answers<bs::ReadResponse>;

    async fn read(&self, _: Request<bs::ReadRequest>) -> Result<Response<Self::ReadStream>, Status> {
        Err(Status::not_found("no outputs are kept"))
    }

    async fn write(
        &self,
        request: Request<tonic::Streaming<bs::WriteRequest>>,
    ) -> Result<Response<bs::WriteResponse>, Status> {
        let (mut stream, mut name, mut data) = (request.into_inner(), String::new(), Vec::new());
        while let Some(part) = stream.next().await.transpose()? {
            name += &part.resource_name;
            data.extend(part.data);
        }
        self.0.log("stream");
        let hash = name.rsplit('/').nth(1).unwrap_or_default().to_owned();
        let committed_size = data.len() as i64;
        lock(&self.0.blobs).insert(hash, data);
        Ok(Response::new(bs::WriteResponse { committed_size }))
    }

    async fn query_write_status(
        &self,
        _: Request<bs::QueryWriteStatusRequest>,
    ) -> Result<Response<bs::QueryWriteStatusResponse>, Status> {
        Err(Status::unimplemented("query_write_status"))
    }
}

#[async_trait]
impl Execution for Service {
    type ExecuteStream = Answers<lro::Operation>;

    async fn execute(&self, request: Request<re::ExecuteRequest>) -> Result<Response<Self::ExecuteStream>, Status> {
        self.0.check(&request)?;
        let request = request.into_inner();
        let action = request.action_digest.clone().unwrap_or_default();
        let priority = request.execution_policy.unwrap_or_default().priority;
        self.0.log(format!("execute {} priority {priority}", action.hash));
        let name = format!("operations/{}", &action.hash[..8]);
        let begun = lro::Operation { name: name.clone(), ..lro::Operation::default() };
        lock(&self.0.running).insert(name.clone(), action.hash.clone());
        let trouble = lock(&self.0.troubles).pop_front();
        let end = match trouble {
            Some(Trouble::Refused(code)) => return Err(Status::new(code, "not now")),
            Some(Trouble::Evicted) => {
                lock(&self.0.blobs).clear();
                return Err(Status::failed_precondition("blobs are missing"));
            }
            Some(Trouble::Broken) => {
                self.0.result(&action)?;
                return Ok(Response::new(Box::pin(tokio_stream::iter([Ok(begun)]))));
            }
            Some(Trouble::Hangs) => {
                return Ok(Response::new(Box::pin(tokio_stream::iter([Ok(begun)]).chain(tokio_stream::pending()))));
            }
            Some(Trouble::Late(delay)) => {
                tokio::time::sleep(delay).await;
                with_result(self.0.result(&action)?)
            }
            Some(Trouble::Failed(code)) => with_status(code),
            Some(Trouble::Killed) => with_result(re::ActionResult { exit_code: 137, ..re::ActionResult::default() }),
            None => with_result(self.0.result(&action)?),
        };
        Ok(Response::new(Box::pin(tokio_stream::iter([Ok(begun), Ok(done(&name, end))]))))
    }

    type WaitExecutionStream = Answers<lro::Operation>;

    async fn wait_execution(
        &self,
        request: Request<re::WaitExecutionRequest>,
    ) -> Result<Response<Self::WaitExecutionStream>, Status> {
        let name = request.into_inner().name;
        self.0.log(format!("wait {name}"));
        let action = lock(&self.0.running).get(&name).cloned().ok_or_else(|| Status::not_found("no such operation"))?;
        let results = [&self.0.results, &self.0.uncached].map(|results| lock(results).get(&action).cloned());
        let result = results.into_iter().flatten().next().ok_or_else(|| Status::not_found("no result"))?;
        Ok(Response::new(Box::pin(tokio_stream::iter([Ok(done(&name, with_result(result)))]))))
    }
}

#[async_trait]
impl Operations for Service {
    async fn list_operations(
        &self,
        _: Request<lro::ListOperationsRequest>,
    ) -> Result<Response<lro::ListOperationsResponse>, Status> {
        Err(Status::unimplemented("list_operations"))
    }

    async fn get_operation(&self, _: Request<lro::GetOperationRequest>) -> Result<Response<lro::Operation>, Status> {
        Err(Status::unimplemented("get_operation"))
    }

    async fn delete_operation(
        &self,
        _: Request<lro::DeleteOperationRequest>,
    ) -> Result<Response<protobuf::Empty>, Status> {
        Err(Status::unimplemented("delete_operation"))
    }

    async fn cancel_operation(
        &self,
        request: Request<lro::CancelOperationRequest>,
    ) -> Result<Response<protobuf::Empty>, Status> {
        self.0.log(format!("cancel {}", request.into_inner().name));
        Ok(Response::new(protobuf::Empty {}))
    }

    async fn wait_operation(&self, _: Request<lro::WaitOperationRequest>) -> Result<Response<lro::Operation>, Status> {
        Err(Status::unimplemented("wait_operation"))
    }
}
