//! Blobs: contents that are stored and named by their SHA-256 digests.

use bazel_remote_apis::build::bazel::remote::execution::v2::Digest;
use prost::Message;
use ring::digest::{SHA256, digest};

/// A content and its digest.
#[derive(Debug, Clone)]
pub(crate) struct Blob {
    pub(crate) digest: Digest,
    pub(crate) data: Vec<u8>,
}

impl Blob {
    pub(crate) fn new(data: Vec<u8>) -> Self {
        Self { digest: digest_of(&data), data }
    }

    /// Makes the blob of a message, for example of a folder.
    pub(crate) fn of(message: &impl Message) -> Self {
        Self::new(message.encode_to_vec())
    }
}

/// Returns the digest of a content. For example, that of nothing is `e3b0c442…` with size 0.
pub(crate) fn digest_of(data: &[u8]) -> Digest {
    Digest { hash: hex(digest(&SHA256, data).as_ref()), size_bytes: data.len() as i64 }
}

/// Returns bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::digest_of;

    #[test]
    fn a_digest_is_sha_256_in_hexadecimal() {
        let digest = digest_of(b"abc");
        assert_eq!(digest.hash, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(digest.size_bytes, 3);
    }
}
