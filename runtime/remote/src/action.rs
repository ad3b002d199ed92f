//! One run of a command on a candidate, as an action, and the outcome that its result stands for.

use std::collections::HashMap;
use std::sync::LazyLock;
use std::time::Duration;

use bazel_remote_apis::build::bazel::remote::execution::v2::{Action, ActionResult, Platform};
use bazel_remote_apis::google::protobuf::{Duration as ProtoDuration, Timestamp};
use grammarc_trial::oracle::Execution;

use crate::blob::{Blob, digest_of};
use crate::command::{RemoteCommand, STATUS};

/// The exit status by the digest of the file that holds it, so that the file need not be fetched.
static STATUSES: LazyLock<HashMap<String, i32>> =
    LazyLock::new(|| (0..=255).map(|status| (digest_of(format!("{status}\n").as_bytes()).hash, status)).collect());

/// An action, and the blobs that the server needs for it.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) action: Blob,
    /// The blobs of this candidate alone.
    pub(crate) blobs: Vec<Blob>,
}

impl Request {
    /// Makes the action of a run: with a salt, if it must be run now and its result is for nobody else.
    ///
    /// # Errors
    /// If a name in a folder is not UTF-8.
    pub(crate) fn new(
        command: &RemoteCommand,
        execution: &Execution<'_>,
        platform: &Platform,
        salt: Option<&str>,
    ) -> Result<Self, String> {
        let (root, blobs) = command.with_candidate(execution.text, execution.candidates)?;
        let action = Action {
            command_digest: Some(command.command.digest.clone()),
            input_root_digest: Some(root),
            timeout: Some(proto(execution.timeout)),
            salt: salt.map(Vec::from).unwrap_or_default(),
            do_not_cache: salt.is_some(),
            platform: Some(platform.clone()).filter(|it| !it.properties.is_empty()),
        };
        Ok(Self { action: Blob::of(&action), blobs })
    }
}

fn proto(time: Duration) -> ProtoDuration {
    let seconds = i64::try_from(time.as_secs()).unwrap_or(i64::MAX);
    ProtoDuration { seconds, nanos: (time.subsec_millis() * 1_000_000) as i32 }
}

/// Returns the exit status of the command; none if the script did not get to write it.
pub(crate) fn status(result: &ActionResult) -> Option<i32> {
    let file = result.output_files.iter().find(|file| file.path == STATUS)?;
    STATUSES.get(&file.digest.as_ref()?.hash).copied()
}

/// Returns how long the worker ran the command. Unlike the time that we waited, it is the same for everybody who finds the result in
/// the cache, and so are the timeouts that depend on it.
pub(crate) fn took(result: &ActionResult) -> Option<Duration> {
    let metadata = result.execution_metadata.as_ref()?;
    let start = since_epoch(metadata.execution_start_timestamp.as_ref()?)?;
    let end = since_epoch(metadata.execution_completed_timestamp.as_ref()?)?;
    end.checked_sub(start).filter(|_| !start.is_zero())
}

fn since_epoch(time: &Timestamp) -> Option<Duration> {
    Some(Duration::new(time.seconds.try_into().ok()?, time.nanos.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bazel_remote_apis::build::bazel::remote::execution::v2::{ActionResult, ExecutedActionMetadata, OutputFile};
    use bazel_remote_apis::google::protobuf::Timestamp;

    use super::{status, took};
    use crate::blob::digest_of;

    #[test]
    fn a_status_is_known_by_its_digest() {
        let result = |text: &str, path: &str| ActionResult {
            output_files: vec![OutputFile {
                path: path.to_owned(),
                digest: Some(digest_of(text.as_bytes())),
                ..OutputFile::default()
            }],
            ..ActionResult::default()
        };
        assert_eq!(status(&result("0\n", "grammarc-status")), Some(0));
        assert_eq!(status(&result("139\n", "grammarc-status")), Some(139));
        assert_eq!(status(&result("139", "grammarc-status")), None);
        assert_eq!(status(&result("0\n", "other")), None);
    }

    #[test]
    fn a_time_is_that_of_the_worker() {
        let time = |seconds, nanos| Some(Timestamp { seconds, nanos });
        let result = |start, end| ActionResult {
            execution_metadata: Some(ExecutedActionMetadata {
                execution_start_timestamp: start,
                execution_completed_timestamp: end,
                ..ExecutedActionMetadata::default()
            }),
            ..ActionResult::default()
        };
        assert_eq!(took(&result(time(10, 0), time(10, 62_000_000))), Some(Duration::from_millis(62)));
        assert_eq!(took(&result(time(10, 0), time(9, 0))), None);
        assert_eq!(took(&result(time(-1, 0), time(9, -1))), None);
        assert_eq!(took(&ActionResult::default()), None);
    }
}
