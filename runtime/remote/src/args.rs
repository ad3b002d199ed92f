//! The options of the command line.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use crate::address::Address;
use crate::connection::Tls;
use crate::credentials::Credentials;
use crate::executor::{RemoteExecutor, Settings};

/// How long a server may be gone before a run stops.
const OUTAGE_TIMEOUT: Duration = Duration::from_secs(60);

/// Options that run tests on a server for remote execution.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Remote execution")]
pub struct RemoteArgs {
    /// Run the tests on a server for remote execution (REAPI v2): `grpc://HOST:PORT`, or `grpcs://HOST[:PORT]` for TLS
    #[arg(long, value_name = "URL", value_parser = Address::parse)]
    pub remote: Option<Address>,

    /// The instance of the server
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true, requires = "remote")]
    pub remote_instance: String,

    /// A file or folder that the test reads, besides the files that the command names; may be repeated
    #[arg(long, value_name = "FILE", requires = "remote")]
    pub remote_input: Vec<PathBuf>,

    /// A property of the workers that run the tests, such as OSFamily=linux or container-image=docker://…; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = property, requires = "remote")]
    pub remote_platform: Vec<(String, String)>,

    /// Do not compare the first run with one on this machine, where the test perhaps cannot run
    #[arg(long, requires = "remote")]
    pub remote_only: bool,

    /// File with a header on each line, such as `authorization: Bearer …`, to be sent with each call
    #[arg(long, value_name = "FILE", requires = "remote")]
    pub remote_header_file: Option<PathBuf>,

    /// Program that prints headers with credentials, as Bazel's --credential_helper
    #[arg(long, value_name = "PROGRAM", requires = "remote")]
    pub remote_credential_helper: Option<PathBuf>,

    /// Certificates of the authorities to trust, in PEM, instead of those of the system
    #[arg(long, value_name = "FILE", requires = "remote")]
    pub remote_ca: Option<PathBuf>,

    /// Certificate of this client, in PEM, for a server that asks for one
    #[arg(long, value_name = "FILE", requires = "remote_key")]
    pub remote_certificate: Option<PathBuf>,

    /// Key of the certificate, in PEM
    #[arg(long, value_name = "FILE", requires = "remote_certificate")]
    pub remote_key: Option<PathBuf>,
}

impl RemoteArgs {
    /// Makes the executor; none without `--remote`.
    ///
    /// # Errors
    /// If a file that an option names cannot be read.
    pub fn executor(&self) -> Result<Option<Arc<RemoteExecutor>>, String> {
        let Some(address) = self.remote.clone() else { return Ok(None) };
        let settings = Settings {
            address,
            instance: self.remote_instance.clone(),
            inputs: self.remote_input.clone(),
            platform: self.remote_platform.clone(),
            credentials: Credentials {
                header_file: self.remote_header_file.clone(),
                helper: self.remote_credential_helper.clone(),
            },
            tls: Tls {
                authority: self.remote_ca.clone(),
                identity: self.remote_certificate.clone().zip(self.remote_key.clone()),
            },
            patience: OUTAGE_TIMEOUT,
        };
        RemoteExecutor::new(settings).map(|executor| Some(Arc::new(executor)))
    }
}

fn property(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').filter(|(name, _)| !name.is_empty()).ok_or("expected NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::RemoteArgs;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        remote: RemoteArgs,
    }

    #[test]
    fn options_need_a_server_and_a_key_needs_a_certificate() {
        let parsed = |args: &[&str]| Line::try_parse_from([&["x"], args].concat()).map(|line| line.remote);
        let all = parsed(&["--remote", "grpc://h:1", "--remote-platform", "a=b=c", "--remote-input", "x"])
            .expect("it is right");
        assert_eq!(all.remote_platform, [("a".to_owned(), "b=c".to_owned())]);
        assert!(parsed(&[]).is_ok_and(|line| line.executor().is_ok_and(|executor| executor.is_none())));
        for wrong in [
            &["--remote", "h:1"][..],
            &["--remote-input", "x"],
            &["--remote", "grpc://h:1", "--remote-key", "k"],
            &["--remote", "grpc://h:1", "--remote-platform", "=x"],
        ] {
            assert!(parsed(wrong).is_err(), "{wrong:?}");
        }
    }
}
