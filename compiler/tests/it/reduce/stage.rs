//! A temporary directory with scripts, in which the program is run.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::binary;

/// The directory; removed at the end. `$COUNT` and `$SEEN` name files that scripts may write to, outside of it.
pub(crate) struct Stage {
    place: tempfile::TempDir,
}

/// How a run of the program ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Stage {
    pub(crate) fn new() -> Self {
        let place = tempfile::tempdir().unwrap();
        fs::create_dir(place.path().join("here")).unwrap();
        fs::create_dir(place.path().join("tmp")).unwrap();
        let stage = Self { place };
        stage.write("lines.bnf", "<lines> ::= <line>*\n<line> ::= [^\\n]* \"\\n\"\n");
        stage
    }

    /// Returns where it is, as a shell says.
    pub(crate) fn directory(&self) -> String {
        self.path("").canonicalize().unwrap().to_string_lossy().into_owned()
    }

    /// Returns the path of a file in it.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.place.path().join("here").join(name)
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).unwrap();
    }

    /// Writes an executable script.
    pub(crate) fn script(&self, name: &str, lines: &str) {
        self.write(name, format!("#!/bin/sh\n{lines}\n"));
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(0o755)).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Returns the names of all files, sorted.
    pub(crate) fn files(&self) -> Vec<String> {
        names_in(&self.path(""))
    }

    /// Returns the names of all files of a folder, sorted.
    pub(crate) fn files_in(&self, folder: &str) -> Vec<String> {
        names_in(&self.path(folder))
    }

    /// Returns the names of all that is in the directory for temporary files, sorted.
    pub(crate) fn temporary(&self) -> Vec<String> {
        names_in(&self.place.path().join("tmp"))
    }

    /// Returns what is in a file, and nothing if it does not exist.
    pub(crate) fn read_if_there(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    /// Returns what scripts wrote to `$COUNT`.
    pub(crate) fn notes(&self) -> String {
        fs::read_to_string(self.place.path().join("count")).unwrap_or_default()
    }

    /// Returns the path of a file beside it, which no command meets.
    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    /// Returns all files, also those in folders, by their paths.
    pub(crate) fn all_files(&self) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        let mut open = vec![self.path("")];
        while let Some(folder) = open.pop() {
            for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
                if path.is_dir() {
                    open.push(path);
                } else {
                    let name = path.strip_prefix(self.path("")).unwrap().to_string_lossy().into_owned();
                    files.insert(name, fs::read(&path).unwrap());
                }
            }
        }
        files
    }

    /// Returns how many files there are, whatever they are called.
    pub(crate) fn count_files(&self) -> usize {
        fs::read_dir(self.path("")).unwrap().count()
    }

    /// Returns how many lines scripts wrote to `$COUNT`.
    pub(crate) fn runs(&self) -> usize {
        self.notes().lines().count()
    }

    /// Runs `grammarc reduce` to its end.
    pub(crate) fn reduce(&self, arguments: &[&str]) -> Ended {
        self.ended(program(arguments))
    }

    /// Runs `grammarc reduce` without naming a grammar.
    pub(crate) fn reduce_plainly(&self, arguments: &[&str]) -> Ended {
        let mut command = binary();
        command.arg("reduce").args(arguments);
        self.ended(command)
    }

    /// Does what a person does who copies a line into a shell.
    pub(crate) fn type_line(&self, line: &str) -> Ended {
        let program = Path::new(env!("CARGO_BIN_EXE_grammarc"));
        let mut paths = vec![program.parent().unwrap().to_owned()];
        paths.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap()));
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).env("PATH", std::env::join_paths(paths).unwrap());
        self.ended(shell)
    }

    pub(crate) fn start(&self, arguments: &[&str]) -> Child {
        let mut command = program(arguments);
        self.prepare(&mut command).stderr(Stdio::null()).spawn().unwrap()
    }

    /// Starts a command whose outputs are kept.
    pub(crate) fn spawn(&self, command: &mut Command) -> Child {
        self.prepare(command).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    pub(crate) fn ended(&self, mut command: Command) -> Ended {
        let output = self.prepare(&mut command).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let status = output.status.code().unwrap_or(-1);
        Ended { status, stdout: text(output.stdout), stderr: text(output.stderr) }
    }

    fn prepare<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        command.current_dir(self.path("")).stdin(Stdio::null());
        // Journals are beside the results, where tests can read them.
        command.env("GRAMMARC_CACHE_DIR", "");
        command.env("ORIGINAL", self.path("in.txt")).env("TMPDIR", self.place.path().join("tmp"));
        command.env("COUNT", self.place.path().join("count")).env("SEEN", self.place.path().join("seen"))
    }

    /// Waits until a file is there and has been replaced often enough, as the journal has it.
    pub(crate) fn wait_for(&self, name: &str, accepted: usize) {
        let journal = || fs::read_to_string(self.path("in.reduced.txt.journal")).unwrap_or_default();
        let count = || journal().lines().filter(|line| line.starts_with("accepted ")).count();
        wait_until(|| self.path(name).exists() && (name.ends_with(".journal") || count() >= accepted));
    }

    /// Returns the digests that have a verdict, in order.
    pub(crate) fn verdicts(&self, journal: &str) -> Vec<String> {
        let lines = journal.lines().filter(|line| line.starts_with("verdict "));
        lines.filter_map(|line| line.split(' ').nth(1)).map(str::to_owned).collect()
    }
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn program(arguments: &[&str]) -> Command {
    let mut command = binary();
    command.args(["reduce", "-g", "./lines.bnf"]);
    if !arguments.contains(&"-j") {
        // The number of runs must not depend on the machine.
        command.args(["-j", "1"]);
    }
    command.args(arguments);
    command
}

/// Waits until something holds. Panics after ten minutes, so that a test that fails ends.
pub(crate) fn wait_until(mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(600), "waited in vain");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Sends a signal.
pub(crate) fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args(["-s", name, &child.id().to_string()]).status().unwrap().success());
}

/// Returns how many processes run `sleep` with this argument.
pub(crate) fn sleepers(seconds: &str) -> usize {
    let is_sleeper =
        |path: &Path| fs::read(path.join("cmdline")).is_ok_and(|line| line == format!("sleep\0{seconds}\0").as_bytes());
    fs::read_dir("/proc").unwrap().flatten().filter(|entry| is_sleeper(&entry.path())).count()
}
