//! Encrypted connections, with certificates on both sides. They are made by `openssl`; without it the tests are skipped.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use grammarc_remote::{Settings, Tls};
use grammarc_trial::oracle::Verdict;
use tonic::transport::{Certificate, Identity, ServerTlsConfig};

use crate::common::{judge, settings, simple};
use grammarc_remote_fake::Fake;

/// Makes an authority, and a certificate each for a server and a client; returns false if that is impossible here.
const SCRIPT: &str = "set -e
new='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'
openssl req -x509 $new -days 2 -keyout ca.key -out ca.pem -subj '/CN=authority of a test'
printf 'subjectAltName=IP:127.0.0.1\\nbasicConstraints=CA:FALSE\\n' > extensions
for name in server client; do
    openssl req $new -keyout $name.key -out $name.csr -subj /CN=$name
    openssl x509 -req -in $name.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -out $name.pem -extfile extensions
done";

fn make_certificates(folder: &Path) -> bool {
    let made = Command::new("sh").args(["-c", SCRIPT]).current_dir(folder).output();
    let is_made = made.is_ok_and(|output| output.status.success());
    if !is_made {
        // Written past the harness, which captures the output of `eprintln!`.
        writeln!(std::io::stderr(), "skipped: a test of TLS needs openssl").expect("it is open");
    }
    is_made
}

#[test]
fn both_sides_show_certificates() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    if !make_certificates(folder.path()) {
        return;
    }
    let path = |name: &str| -> PathBuf { folder.path().join(name) };
    let read = |name: &str| std::fs::read(path(name)).expect("it was made");
    let identity = Identity::from_pem(read("server.pem"), read("server.key"));
    let server = ServerTlsConfig::new().identity(identity).client_ca_root(Certificate::from_pem(read("ca.pem")));
    let fake = Fake::start_encrypted(server);
    let with = |authority: Option<&str>, identity: Option<(&str, &str)>| {
        let tls = Tls {
            authority: authority.map(path),
            identity: identity.map(|(certificate, key)| (path(certificate), path(key))),
        };
        judge(&simple(Settings { tls, ..settings(&fake.address.replace("grpc://", "grpcs://")) }), b"x")
    };
    let client = Some(("client.pem", "client.key"));
    assert_eq!(with(Some("ca.pem"), client), Ok(Verdict::Interesting));
    for (what, verdict) in [("unknown authority", with(None, client)), ("no certificate", with(Some("ca.pem"), None))] {
        let why = verdict.expect_err(what).to_string();
        assert!(why.contains("cannot be reached") && why.contains("(--remote-certificate)"), "{what}: {why}");
    }
}
