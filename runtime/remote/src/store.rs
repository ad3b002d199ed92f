//! Blobs on the server: what it lacks is sent, in batches or as a stream, and outputs are read.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bazel_remote_apis::build::bazel::remote::execution::v2::batch_update_blobs_request::Request;
use bazel_remote_apis::build::bazel::remote::execution::v2::content_addressable_storage_client::ContentAddressableStorageClient;
use bazel_remote_apis::build::bazel::remote::execution::v2::{
    BatchUpdateBlobsRequest, Digest, FindMissingBlobsRequest,
};
use bazel_remote_apis::google::bytestream::byte_stream_client::ByteStreamClient;
use bazel_remote_apis::google::bytestream::{ReadRequest, WriteRequest};
use ring::rand::{SecureRandom, SystemRandom};
use tonic::{Code, Status};

use crate::blob::{Blob, hex};
use crate::connection::{Connection, Limits};
use crate::fault::Fault;

/// Bytes of blobs up to which asking what is missing costs more than sending all.
const UNASKED_BYTES: usize = 64 << 10;
/// Digests in one question about missing blobs: 10,000 take about 700 KB.
const MAX_ASKED_DIGESTS: usize = 10_000;
/// Bytes that a blob takes in a batch beside its content.
const ENTRY_BYTES: usize = 128;
/// Bytes of one message of a stream.
const CHUNK_BYTES: usize = 1 << 20;
/// Bytes that are read of an output, from its beginning.
const MAX_READ_BYTES: i64 = 2 << 20;

/// Which blobs are known to be on the server.
#[derive(Debug, Default)]
pub(crate) struct Store {
    known: Mutex<HashSet<String>>,
}

impl Store {
    /// Sends the blobs that the server may lack.
    pub(crate) async fn send(
        &self,
        connection: &Connection,
        worker: usize,
        blobs: impl Iterator<Item = &Blob>,
    ) -> Result<(), Fault> {
        let limits = connection.limits(worker).await?;
        let mut missing: Vec<&Blob> = {
            let known = self.known();
            blobs.filter(|blob| !known.contains(&blob.digest.hash)).collect()
        };
        if missing.iter().map(|blob| blob.data.len()).sum::<usize>() > UNASKED_BYTES {
            let wanted = find_missing(connection, worker, &missing).await?;
            let (lacking, there): (Vec<&Blob>, Vec<&Blob>) =
                missing.into_iter().partition(|blob| wanted.contains(&blob.digest.hash));
            self.remember(&there);
            missing = lacking;
        }
        let (single, batched): (Vec<&Blob>, Vec<&Blob>) =
            missing.into_iter().partition(|blob| blob.data.len() + ENTRY_BYTES > limits.batch_bytes);
        for batch in batches(&batched, limits) {
            send_batch(connection, worker, batch).await?;
            self.remember(batch);
        }
        for blob in single {
            send_stream(connection, worker, blob).await?;
            self.remember(&[blob]);
        }
        Ok(())
    }

    /// Forgets which blobs the server has, because it has lost some.
    pub(crate) fn forget(&self) {
        self.known().clear();
    }

    fn remember(&self, blobs: &[&Blob]) {
        self.known().extend(blobs.iter().map(|blob| blob.digest.hash.clone()));
    }

    fn known(&self) -> MutexGuard<'_, HashSet<String>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Splits blobs into batches that the server takes.
fn batches<'b, 'd>(blobs: &'b [&'d Blob], limits: &Limits) -> Vec<&'b [&'d Blob]> {
    let (mut batches, mut start, mut bytes) = (Vec::new(), 0, 0);
    for (place, blob) in blobs.iter().enumerate() {
        let size = blob.data.len() + ENTRY_BYTES;
        if bytes + size > limits.batch_bytes && place > start {
            batches.push(&blobs[start..place]);
            (start, bytes) = (place, 0);
        }
        bytes += size;
    }
    batches.extend((start < blobs.len()).then(|| &blobs[start..]));
    batches
}

async fn find_missing(connection: &Connection, worker: usize, blobs: &[&Blob]) -> Result<HashSet<String>, Fault> {
    let mut missing = HashSet::new();
    for blobs in blobs.chunks(MAX_ASKED_DIGESTS) {
        let request = FindMissingBlobsRequest {
            instance_name: connection.instance.clone(),
            blob_digests: blobs.iter().map(|blob| blob.digest.clone()).collect(),
            ..FindMissingBlobsRequest::default()
        };
        let mut client = ContentAddressableStorageClient::new(connection.stub(worker));
        let answer = connection.call(client.find_missing_blobs(request)).await?;
        missing.extend(answer.missing_blob_digests.into_iter().map(|digest| digest.hash));
    }
    Ok(missing)
}

async fn send_batch(connection: &Connection, worker: usize, blobs: &[&Blob]) -> Result<(), Fault> {
    let entry =
        |blob: &&Blob| Request { digest: Some(blob.digest.clone()), data: blob.data.clone(), ..Request::default() };
    let request = BatchUpdateBlobsRequest {
        instance_name: connection.instance.clone(),
        requests: blobs.iter().map(entry).collect(),
        ..BatchUpdateBlobsRequest::default()
    };
    let mut client = ContentAddressableStorageClient::new(connection.stub(worker));
    let answer = connection.call(client.batch_update_blobs(request)).await?;
    let failed = answer.responses.into_iter().filter_map(|it| it.status).find(|status| status.code != 0);
    match failed {
        None => Ok(()),
        Some(status) => Err(Fault::of_call(&Status::new(Code::from_i32(status.code), status.message))),
    }
}

async fn send_stream(connection: &Connection, worker: usize, blob: &Blob) -> Result<(), Fault> {
    let name = format!("uploads/{}/blobs/{}", uuid()?, path(&blob.digest));
    let resource = in_instance(&connection.instance, &name);
    let mut offset = 0;
    let mut chunks: Vec<WriteRequest> = Vec::new();
    for chunk in blob.data.chunks(CHUNK_BYTES) {
        let write_offset = offset as i64;
        offset += chunk.len();
        let finish_write = offset == blob.data.len();
        let resource_name = if write_offset == 0 { resource.clone() } else { String::new() };
        chunks.push(WriteRequest { resource_name, write_offset, finish_write, data: chunk.to_vec() });
    }
    let mut client = ByteStreamClient::new(connection.stub(worker));
    // A server that has the blob already answers before the end; then the rest is not sent.
    connection.call(client.write(tokio_stream::iter(chunks))).await.map(drop)
}

/// Reads a blob, at most [`MAX_READ_BYTES`] of it.
pub(crate) async fn read(connection: &Connection, worker: usize, digest: &Digest) -> Result<Vec<u8>, Fault> {
    if digest.size_bytes == 0 {
        return Ok(Vec::new());
    }
    let request = ReadRequest {
        resource_name: in_instance(&connection.instance, &format!("blobs/{}", path(digest))),
        read_offset: 0,
        read_limit: if digest.size_bytes > MAX_READ_BYTES { MAX_READ_BYTES } else { 0 },
    };
    let mut client = ByteStreamClient::new(connection.stub(worker));
    let lost = |status: &Status| match status.code() {
        Code::NotFound => Fault::Missing(format!("the server has lost an output: {}", status.message())),
        _ => connection.fault(status),
    };
    let mut stream = client.read(request).await.map_err(|status| lost(&status))?.into_inner();
    let mut bytes = Vec::new();
    while let Some(part) = connection.call(async { stream.message().await.map(tonic::Response::new) }).await? {
        bytes.extend(part.data);
        if bytes.len() as i64 >= MAX_READ_BYTES {
            break;
        }
    }
    Ok(bytes)
}

fn path(digest: &Digest) -> String {
    format!("{}/{}", digest.hash, digest.size_bytes)
}

fn in_instance(instance: &str, name: &str) -> String {
    if instance.is_empty() { name.to_owned() } else { format!("{instance}/{name}") }
}

/// Returns the random number of an upload, as a UUID of version 4.
fn uuid() -> Result<String, Fault> {
    let mut bytes = [0; 16];
    SystemRandom::new().fill(&mut bytes).map_err(|_| Fault::Final("the system has no random numbers".to_owned()))?;
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let digits = hex(&bytes);
    Ok(format!("{}-{}-{}-{}-{}", &digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]))
}

#[cfg(test)]
mod tests {
    use super::{ENTRY_BYTES, batches, uuid};
    use crate::blob::Blob;
    use crate::connection::Limits;

    #[test]
    fn batches_stay_below_the_limit() {
        let blobs: Vec<Blob> = [10, 20, 30, 5].into_iter().map(|size| Blob::new(vec![0; size])).collect();
        let blobs: Vec<&Blob> = blobs.iter().collect();
        let sizes = |room: usize| -> Vec<usize> {
            let limits = Limits { batch_bytes: room + 2 * ENTRY_BYTES, priorities: Vec::new() };
            batches(&blobs, &limits).iter().map(|batch| batch.len()).collect()
        };
        assert_eq!(sizes(30), [2, 1, 1]);
        assert_eq!(sizes(1000), [4]);
        assert!(batches(&[], &Limits { batch_bytes: 1, priorities: Vec::new() }).is_empty());
    }

    #[test]
    fn uploads_have_numbers_of_their_own() {
        let (one, other) = (uuid().expect("there are numbers"), uuid().expect("there are numbers"));
        assert!(one != other && one.len() == 36 && one.as_bytes()[14] == b'4', "{one} {other}");
    }
}
