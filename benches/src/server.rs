//! Candidates a second with a command that stays (`reduce --server`). The target is at least 5,000. The command is this program
//! itself and does next to nothing, so that only the round trip through the pipes is measured.

use std::ffi::OsString;
use std::io::{self, BufRead, Read, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use grammarc_benches::{begin, is_quick, seconds};
use grammarc_runtime::archive::Form;
use grammarc_runtime::oracle::{
    Candidates, CommandLine, CommandOracle, Conditions, Directory, Invocation, Limits, PassingMode,
};
use grammarc_runtime::trial::{Trial, TrialOptions};

/// Argument that turns this program into the server.
const SERVE: &str = "serve";

/// Answers each candidate: 0 (interesting) if there is a `!` in it, otherwise 1. For example, the line `3` and the bytes `a!b` get the line
/// `0`.
fn serve() -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 {
        let mut text = vec![0; line.trim().parse().map_err(io::Error::other)?];
        input.read_exact(&mut text)?;
        writeln!(output, "{}", i32::from(!text.contains(&b'!')))?;
        output.flush()?;
        line.clear();
    }
    Ok(())
}

fn oracle() -> CommandOracle {
    let program = std::env::current_exe().expect("it is running");
    let command = [program.into_os_string(), OsString::from(SERVE)];
    let (start, inputs, form) = (&std::env::temp_dir(), &[PathBuf::from("input.txt")], Form::File);
    let (placeholder, passing, directory) = ("{}", PassingMode::Server, Directory::Fresh);
    let line = CommandLine { words: &command, start, inputs, form, placeholder, passing, directory };
    let invocation = Invocation::new(&line).expect("it is a program");
    let limits = Limits { timeout: Duration::from_secs(20), memory: None };
    let candidates = Candidates { form, name: "input.txt".into(), is_executable: false };
    CommandOracle::new(invocation, Conditions::default(), limits, candidates).expect("a directory")
}

/// Makes a text of `bytes` bytes: `number`, then blanks.
fn text(bytes: usize, number: usize) -> Vec<u8> {
    let mut text = number.to_string().into_bytes();
    text.resize(bytes, b' ');
    text
}

/// Judges distinct texts of `bytes` bytes each, and returns the number of texts a second.
fn rate(bytes: usize, jobs: usize) -> f64 {
    let options = TrialOptions { jobs, ..TrialOptions::default() };
    Trial::run(&oracle(), &options, None, b"!", |trial| {
        let (begin, mut judged) = (Instant::now(), 0);
        while judged == 0 || (!is_quick() && begin.elapsed().as_secs_f64() < seconds()) {
            let texts: Vec<Vec<u8>> = (judged..judged + 100).map(|number| text(bytes, number)).collect();
            trial.judge(&texts).expect("the server keeps to the protocol");
            judged += texts.len();
        }
        judged as f64 / begin.elapsed().as_secs_f64()
    })
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn main() {
    if std::env::args().any(|argument| argument == SERVE) {
        return serve().expect("whoever asks waits for the answer");
    }
    begin();
    println!("a server that does nothing: candidates a second (5000 are wanted)");
    for bytes in [100, 10_000] {
        for jobs in [1, 2] {
            println!("  {bytes:>6} bytes, {jobs} at a time  {:>8.0}", rate(bytes, jobs));
        }
    }
}
