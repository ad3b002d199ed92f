//! The options of the command line.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use crate::address::Address;
use crate::connection::{Timeouts, Tls};
use crate::credentials::Credentials;
use crate::executor::{RemoteExecutor, Settings};

/// How long a server may be gone before a run stops.
const OUTAGE_TIMEOUT: Duration = Duration::from_secs(60);

/// Options that run tests on a server for remote execution.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Remote execution")]
pub struct RemoteArgs {
    /// Run the tests on a server for remote execution (REAPI v2): `grpc://HOST:PORT`, or `grpcs://HOST[:PORT]` for TLS; `none`:
    /// on this machine, whatever grammarc.toml says
    #[arg(long, value_name = "URL", value_parser = Server::parse)]
    pub remote: Option<Server>,

    /// The instance of the server
    #[arg(long, value_name = "NAME")]
    pub remote_instance: Option<String>,

    /// A file or folder that the test reads, besides the files that the command names; may be repeated
    #[arg(long, value_name = "FILE")]
    pub remote_input: Vec<PathBuf>,

    /// A property of the workers that run the tests, such as OSFamily=linux or container-image=docker://…; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = property)]
    pub remote_platform: Vec<(String, String)>,

    /// Do not compare the first run with one on this machine, where the test perhaps cannot run
    #[arg(long)]
    pub remote_only: bool,

    /// File with a header on each line, such as `authorization: Bearer …`, to be sent with each call
    #[arg(long, value_name = "FILE")]
    pub remote_header_file: Option<PathBuf>,

    /// Program that prints headers with credentials, as Bazel's --credential_helper
    #[arg(long, value_name = "PROGRAM")]
    pub remote_credential_helper: Option<PathBuf>,

    /// Certificates of the authorities to trust, in PEM, instead of those of the system
    #[arg(long, value_name = "FILE")]
    pub remote_ca: Option<PathBuf>,

    /// Certificate of this client, in PEM, for a server that asks for one
    #[arg(long, value_name = "FILE", requires = "remote_key")]
    pub remote_certificate: Option<PathBuf>,

    /// Key of the certificate, in PEM
    #[arg(long, value_name = "FILE", requires = "remote_certificate")]
    pub remote_key: Option<PathBuf>,
}

/// The value of `--remote`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Server {
    /// `none`: tests run on this machine, also if a configuration file names a server.
    ThisMachine,
    /// An address: tests run there.
    At(Address),
}

impl Server {
    /// Reads `none` or an address.
    ///
    /// # Errors
    /// If it is neither.
    ///
    /// ```
    /// use grammarc_remote::Server;
    ///
    /// assert_eq!(Server::parse("none"), Ok(Server::ThisMachine));
    /// assert!(Server::parse("grpc://127.0.0.1:8980").is_ok());
    /// ```
    pub fn parse(text: &str) -> Result<Self, String> {
        if text == "none" { Ok(Self::ThisMachine) } else { Address::parse(text).map(Self::At) }
    }
}

impl RemoteArgs {
    /// Returns an option that means nothing because no server is named, such as `--remote-only`. After `--remote none` every
    /// option is accepted, so that it can be added to any command line.
    pub fn without_server(&self) -> Option<&'static str> {
        let given = [
            (self.remote_instance.is_some(), "--remote-instance"),
            (!self.remote_input.is_empty(), "--remote-input"),
            (!self.remote_platform.is_empty(), "--remote-platform"),
            (self.remote_only, "--remote-only"),
            (self.remote_header_file.is_some(), "--remote-header-file"),
            (self.remote_credential_helper.is_some(), "--remote-credential-helper"),
            (self.remote_ca.is_some(), "--remote-ca"),
            (self.remote_certificate.is_some(), "--remote-certificate"),
        ];
        let mut given = given.into_iter().filter(|_| self.remote.is_none());
        given.find(|(is_given, _)| *is_given).map(|(_, name)| name)
    }

    /// Makes the executor; none without a server.
    ///
    /// # Errors
    /// If a file that an option names cannot be read.
    pub fn executor(&self) -> Result<Option<Arc<RemoteExecutor>>, String> {
        let Some(Server::At(address)) = self.remote.clone() else { return Ok(None) };
        let settings = Settings {
            address,
            instance: self.remote_instance.clone().unwrap_or_default(),
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
            timeouts: Timeouts::default(),
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
        assert_eq!(all.without_server(), None);
        for here in [&[][..], &["--remote", "none", "--remote-only"]] {
            let line = parsed(here).expect("it is right");
            assert!(line.without_server().is_none() && line.executor().is_ok_and(|executor| executor.is_none()));
        }
        assert_eq!(parsed(&["--remote-input", "x"]).expect("it is parsed").without_server(), Some("--remote-input"));
        for wrong in [
            &["--remote", "h:1"][..],
            &["--remote", "grpc://h:1", "--remote-key", "k"],
            &["--remote", "grpc://h:1", "--remote-platform", "=x"],
        ] {
            assert!(parsed(wrong).is_err(), "{wrong:?}");
        }
    }
}
