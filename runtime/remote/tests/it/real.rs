//! Reductions on buildbox-casd, where `integrations/remote/start-server.sh` has installed it; skipped elsewhere.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use grammarc_reduce::flat::LINES;
use grammarc_reduce::oracle::{Conditions, End, Oracle, Verdict};
use grammarc_reduce::reduce::{Options, reduce};
use grammarc_remote::Settings;

use crate::common::{judge, observe, oracle, settings};

/// A server of its own for a test.
struct Real {
    child: Child,
    address: String,
    folder: PathBuf,
}

impl Real {
    /// Starts a server; none if it is not installed.
    fn start(folder: &Path) -> Option<Self> {
        let port =
            std::net::TcpListener::bind("127.0.0.1:0").and_then(|it| it.local_addr()).expect("a port is free").port();
        Self::start_at(folder, port)
    }

    fn start_at(folder: &Path, port: u16) -> Option<Self> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../integrations/remote/start-server.sh");
        let mut command = Command::new(script);
        command.arg("--installed").arg(port.to_string()).arg(folder).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the script can be run");
        let mut line = String::new();
        let stderr = child.stderr.take().expect("it is piped");
        BufReader::new(stderr).read_line(&mut line).expect("it can be read");
        let Some(address) = line.trim().strip_prefix("grpc://") else {
            child.wait().expect("it ends");
            // Written past the harness, which captures the output of `eprintln!`.
            writeln!(std::io::stderr(), "skipped: a test of remote execution: {line}").expect("it is open");
            return None;
        };
        let start = Instant::now();
        while std::net::TcpStream::connect(address).is_err() {
            assert!(start.elapsed() < Duration::from_secs(60), "the server does not listen");
            std::thread::sleep(Duration::from_millis(50));
        }
        Some(Self { child, address: line.trim().to_owned(), folder: folder.to_owned() })
    }

    fn settings(&self) -> Settings {
        Settings { patience: Duration::from_secs(60), ..settings(&self.address) }
    }

    fn port(&self) -> u16 {
        self.address.rsplit(':').next().and_then(|port| port.parse().ok()).expect("it has a port")
    }
}

impl Drop for Real {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn script(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), format!("#!/bin/sh\n{text}\n")).expect("it can be written");
    fs::set_permissions(folder.join(name), PermissionsExt::from_mode(0o755)).expect("it is there");
}

#[test]
fn a_reduction_there_ends_as_here() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let Some(server) = Real::start(&folder.path().join("blobs")) else { return };
    let start = folder.path().join("proj");
    fs::create_dir(&start).expect("it can be made");
    fs::write(start.join("words"), "needle\nhay\n").expect("it can be written");
    script(&start, "check.sh", r#"while read word; do grep -q "$word" "$1" || exit 1; done < "$(dirname "$0")/words""#);
    let input: String = (0..40).map(|line| format!("{line} {}\n", ["x", "needle", "hay"][line % 20 % 3])).collect();
    let with = |oracle: &dyn Oracle, jobs| {
        let options = Options { jobs, ..Options::default() };
        reduce(&LINES, input.as_bytes(), oracle, &options).expect("it is interesting").text
    };
    let expected = with(
        &|text: &[u8]| {
            let text = String::from_utf8_lossy(text);
            text.contains("needle") && text.contains("hay")
        },
        1,
    );
    for jobs in [1, 4] {
        let mut settings = server.settings();
        settings.inputs = vec![start.join("words")];
        let remote = oracle(settings, &["./check.sh"], &start, Conditions::default());
        assert_eq!(with(&remote, jobs), expected, "{jobs} jobs");
    }
}

#[test]
fn ends_and_outputs_are_those_of_the_command() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let Some(server) = Real::start(&folder.path().join("blobs")) else { return };
    let run = |script: &str, conditions: Conditions| {
        let words = ["sh", "-c", script, "sh", "{}"];
        let mut oracle = oracle(server.settings(), &words, folder.path(), conditions);
        oracle.set_timeout(Duration::from_secs(2));
        (observe(&oracle, b"some text\n"), judge(&oracle, b"some text\n"))
    };
    let (outcome, _) = run("cat; cat \"$1\" >&2; pwd; exit 3", Conditions::default());
    assert_eq!(outcome.end, End::Exited(3));
    assert!(outcome.stdout.last_lines(2)[0].contains("some text"), "{:?}", outcome.stdout);
    assert!(outcome.stdout.last_lines(1)[0].ends_with("grammarc-candidate"), "{:?}", outcome.stdout);
    assert_eq!(outcome.stderr.last_lines(9), ["some text"]);
    let segv = Conditions { signal: Some(11), ..Conditions::default() };
    let (outcome, verdict) = run("kill -SEGV $$", segv);
    assert_eq!((outcome.end, verdict), (End::Signalled(11), Ok(Verdict::Interesting)));
    assert_eq!(outcome.stderr.last_lines(9), Vec::<String>::new(), "the shell's own words are no output");
    let (outcome, verdict) = run("sleep 60", Conditions::default());
    assert_eq!((outcome.end, verdict), (End::TimedOut, Ok(Verdict::Unresolved)));
    let (outcome, _) = run("exec no-such-program", Conditions::default());
    assert_eq!(outcome.end, End::Exited(127));
}

#[test]
fn a_server_that_is_killed_and_loses_everything_does_not_change_the_result() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let Some(server) = Real::start(&folder.path().join("blobs")) else { return };
    script(folder.path(), "check.sh", "sleep 0.05; grep -q needle \"$1\"");
    let input: String = (0..64).map(|line| format!("{line}\n")).collect::<String>() + "needle\n";
    let remote = oracle(server.settings(), &["./check.sh"], folder.path(), Conditions::default());
    let (port, blobs) = (server.port(), server.folder.clone());
    let (result, ended, restarted) = std::thread::scope(|scope| {
        let other = folder.path().join("others");
        let restarted = scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(700));
            drop(server);
            std::thread::sleep(Duration::from_millis(300));
            fs::remove_dir_all(blobs).ok();
            (Real::start_at(&other, port).expect("it was installed before"), Instant::now())
        });
        let options = Options { jobs: 2, ..Options::default() };
        let result = reduce(&LINES, input.as_bytes(), &remote, &options);
        let ended = Instant::now();
        (result, ended, restarted.join().expect("it has started").1)
    });
    assert_eq!(result.expect("it is interesting").text, b"needle");
    assert!(ended > restarted, "the server was killed in the middle");
}
