//! Headers that tell a server who asks: from a file, or from a credential helper as Bazel calls it.
//!
//! They never stand on the command line, where other users of the machine could read them, and are never shown.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use grammarc_trial::oracle::{OwnChild, shown};
use tonic::metadata::{Ascii, MetadataKey, MetadataMap, MetadataValue};
use tonic::service::Interceptor;
use tonic::{Request, Status};

/// How long a credential helper may take. It may ask the user for a second factor.
const HELPER_TIMEOUT: Duration = Duration::from_secs(120);
/// Time between two looks whether the helper has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Where the headers come from. Both sources can be given; none is a server that asks for nothing.
#[derive(Debug, Clone, Default)]
pub struct Credentials {
    /// A file with a header on each line, such as `authorization: Bearer …`. Lines that are blank or begin with `#` do not count.
    pub header_file: Option<PathBuf>,
    /// A program that is called with `get`, reads `{"uri":"https://…"}`, and answers `{"headers":{"Authorization":["Bearer …"]}}`.
    pub helper: Option<PathBuf>,
}

impl Credentials {
    /// Reads the file, and asks the helper about an address of HTTP.
    pub(crate) fn read(&self, uri: &str) -> Result<MetadataMap, String> {
        let mut map = MetadataMap::new();
        if let Some(path) = &self.header_file {
            let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", shown(path)))?;
            for (number, line) in (1..).zip(text.lines()) {
                if line.trim().is_empty() || line.starts_with('#') {
                    continue;
                }
                let header = line.split_once(':').and_then(|(name, value)| header(name, value));
                let wrong =
                    || format!("{}:{number}: expected a header, such as `authorization: Bearer …`", shown(path));
                let (name, value) = header.ok_or_else(wrong)?;
                map.append(name, value);
            }
        }
        if let Some(helper) = &self.helper {
            let wrong = |why: String| format!("the credential helper {} {why}", shown(helper));
            for (name, value) in ask(helper, uri).map_err(wrong)? {
                map.append(name, value);
            }
        }
        Ok(map)
    }
}

type Header = (MetadataKey<Ascii>, MetadataValue<Ascii>);

fn header(name: &str, value: &str) -> Option<Header> {
    let name = MetadataKey::from_bytes(name.trim().to_ascii_lowercase().as_bytes()).ok()?;
    Some((name, value.trim().parse().ok()?))
}

fn ask(helper: &Path, uri: &str) -> Result<Vec<Header>, String> {
    let mut command = Command::new(helper);
    command.arg("get").stdin(Stdio::piped()).stdout(Stdio::piped());
    let _own = OwnChild::announce();
    let mut child = command.spawn().map_err(|error| format!("cannot be started: {error}"))?;
    let question = serde_json::json!({ "uri": uri }).to_string();
    // A helper that answers without reading the question closes the pipe.
    let _ = child.stdin.take().map(|mut stdin| stdin.write_all(question.as_bytes()));
    let mut stdout = child.stdout.take().ok_or("has no output")?;
    let read = move || {
        let mut text = String::new();
        stdout.read_to_string(&mut text).map(|_| text)
    };
    let Ok(reader) = std::thread::Builder::new().spawn(read) else {
        let _ = child.kill();
        let _ = child.wait();
        return Err("cannot be read: no thread could be started".to_owned());
    };
    let status = wait(&mut child)?;
    if !status.success() {
        return Err(format!("failed ({status})"));
    }
    let text = reader.join().ok().and_then(Result::ok).ok_or("printed something that is not UTF-8")?;
    headers(&text).ok_or_else(|| r#"did not answer {"headers":{"NAME":["VALUE"]}}"#.to_owned())
}

/// Waits for a helper, and ends it after [`HELPER_TIMEOUT`].
fn wait(child: &mut Child) -> Result<std::process::ExitStatus, String> {
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status),
            Ok(None) if start.elapsed() < HELPER_TIMEOUT => std::thread::sleep(POLL_INTERVAL),
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("did not end within {} s", HELPER_TIMEOUT.as_secs()));
            }
            Err(error) => return Err(error.to_string()),
        }
    }
}

fn headers(answer: &str) -> Option<Vec<Header>> {
    let answer: serde_json::Value = serde_json::from_str(answer).ok()?;
    let mut headers = Vec::new();
    for (name, values) in answer.get("headers")?.as_object()? {
        for value in values.as_array()? {
            headers.push(header(name, value.as_str()?)?);
        }
    }
    Some(headers)
}

/// Adds the headers to every call. Clones share them, so new ones are sent at once by all.
#[derive(Debug, Clone, Default)]
pub(crate) struct Headers(Arc<RwLock<MetadataMap>>);

impl Headers {
    pub(crate) fn set(&self, headers: MetadataMap) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = headers;
    }
}

impl Interceptor for Headers {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        let headers = self.0.read().unwrap_or_else(PoisonError::into_inner).clone();
        for header in headers.iter() {
            if let tonic::metadata::KeyAndValueRef::Ascii(name, value) = header {
                request.metadata_mut().append(name, value.clone());
            }
        }
        Ok(request)
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::Credentials;

    #[test]
    fn headers_come_from_a_file_and_from_a_helper() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("headers"), "# ours\n\nX-Key: a b \n").expect("it can be written");
        let script = "#!/bin/sh\nread q\ncase $q in *https://h:1*) ;; *) exit 1;; esac\n\
                      echo '{\"headers\":{\"Authorization\":[\"Bearer t\"]},\"expires\":\"2030-01-01T00:00:00Z\"}'\n";
        std::fs::write(path("helper"), script).expect("it can be written");
        std::fs::set_permissions(path("helper"), PermissionsExt::from_mode(0o755)).expect("it is there");
        let credentials = Credentials { header_file: Some(path("headers")), helper: Some(path("helper")) };
        let map = credentials.read("https://h:1").expect("both answer");
        let value = |name: &str| map.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
        assert_eq!((value("x-key").as_deref(), value("authorization").as_deref()), (Some("a b"), Some("Bearer t")));
        assert!(credentials.read("https://other:1").is_err_and(|why| why.contains("helper failed")));
        std::fs::write(path("headers"), "secret token\n").expect("it can be written");
        let why = credentials.read("https://h:1").expect_err("there is no colon");
        assert!(why.contains("headers:1: expected a header") && !why.contains("secret"), "{why}");
    }
}
