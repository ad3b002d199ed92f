//! buildbox-casd for a test, where `integrations/remote/start-server.sh` has installed it. The tests of the command line use this
//! file, too, so it knows nothing of the client.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A server of its own for a test.
pub(crate) struct Real {
    child: Child,
    pub(crate) address: String,
}

impl Real {
    /// Starts a server; none if it is not installed.
    pub(crate) fn start(folder: &Path) -> Option<Self> {
        let port =
            std::net::TcpListener::bind("127.0.0.1:0").and_then(|it| it.local_addr()).expect("a port is free").port();
        Self::start_at(folder, port)
    }

    pub(crate) fn start_at(folder: &Path, port: u16) -> Option<Self> {
        let script = Path::new("integrations/remote/start-server.sh");
        let mut paths = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|folder| folder.join(script));
        let script = paths.find(|path| path.exists()).expect("the repository has it");
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
        Some(Self { child, address: line.trim().to_owned() })
    }
}

impl Drop for Real {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
