//! Whether the first run elsewhere agrees with one on this machine. If not, a file that the test reads is probably missing there:
//! then a test that expects a failure would find any candidate interesting.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::{Comparison, Session};
use crate::status::Failure;
use grammarc_trial::oracle::{CommandOracle, End, Outcome, Run, quoted};

/// Most runs on this machine: a flaky test that is interesting every other time agrees within five in 31 of 32 cases.
const MAX_RUNS: u32 = 5;
/// How many lines of output are searched for the name of a file.
const LINES: usize = 20;
/// How programs complain of a missing file.
const COMPLAINTS: [&str; 4] = ["not found", "No such file", "can't open", "cannot open"];

impl Session<'_> {
    /// Compares the first runs of the input elsewhere with one here. If they disagree the input runs here again, because the test
    /// may be flaky.
    ///
    /// # Errors
    /// If no run here agrees with any run there.
    pub(super) fn compare(&mut self, there: &[&Outcome]) -> Result<(), Failure> {
        let Some(elsewhere) = self.args.elsewhere.as_ref().filter(|it| it.comparison == Comparison::Once) else {
            return Ok(());
        };
        let place = elsewhere.executor.place();
        self.keeper.progress.say("running the input on this machine, to compare");
        let never = AtomicBool::new(false);
        let mut last = None;
        for _ in 0..MAX_RUNS {
            let run = Run::new(0, &never, &self.interrupted);
            let here = self.oracle.observe_here(self.oracle.invocation(), &self.given.text, &run);
            self.runs += 1;
            self.check_interrupt()?;
            match here {
                Err(why) => {
                    self.note(&format!("the test was not compared with a run on this machine: {why}"));
                    return Ok(());
                }
                Ok(here) if there.iter().any(|there| agree(&self.oracle, &here, there)) => return Ok(()),
                Ok(here) => last = Some(here),
            }
        }
        let Some((here, there)) = last.zip(there.first()) else { return Ok(()) };
        self.keeper.progress.clear();
        Err(Failure::broken(disagreement(&place, &here, there)))
    }
}

/// Returns whether two runs of the input mean the same: both are interesting or neither is, and with `--same` they end alike.
fn agree(oracle: &CommandOracle, here: &Outcome, there: &Outcome) -> bool {
    let ends_alike = status(here.end) == status(there.end);
    oracle.verdict(here) == oracle.verdict(there) && (oracle.conditions().same.is_none() || ends_alike)
}

/// Returns an end as a shell reports it: death by a signal is 128 + n.
fn status(end: End) -> End {
    match end {
        End::Signalled(signal) => End::Exited(128 + signal),
        other => other,
    }
}

/// Says how two runs differ, and which file is probably missing.
fn disagreement(place: &str, here: &Outcome, there: &Outcome) -> String {
    let lines = there.stderr.last_lines(LINES);
    let complaint = lines.iter().find(|line| COMPLAINTS.iter().any(|complaint| line.contains(complaint)));
    let file = complaint.and_then(|line| existing_file(line));
    let mut message =
        format!("the first run on {place} and one on this machine disagree: {} there, {} here", there.end, here.end);
    match complaint {
        Some(line) => message += &format!("\n  there it says: {line}"),
        None if !lines.is_empty() => {
            message += &format!("\n  last lines of standard error there:\n    {}", lines.join("\n    "))
        }
        None => {}
    }
    let input = file.map_or_else(|| "FILE".to_owned(), |file| quoted(file.as_ref()));
    message
        + &format!(
            "\nhelp: the test probably reads a file that is not declared: add `--remote-input {input}`, or `--remote-only` if the \
             test cannot run on this machine"
        )
}

/// Returns the path in a complaint that names a file or folder of this machine. There it may have other folders around it. For example,
/// `lib/a.py` in `cat: /worker/7/lib/a.py: No such file or directory`.
fn existing_file(line: &str) -> Option<&str> {
    let is_around =
        |c: char| c.is_whitespace() || matches!(c, ':' | '\'' | '"' | '`' | ',' | '(' | ')' | '\u{2018}' | '\u{2019}');
    let ends = |word: &'_ str| -> Vec<usize> { word.match_indices('/').map(|(place, _)| place + 1).collect() };
    let mut paths =
        line.split(is_around).flat_map(|word| [0].into_iter().chain(ends(word)).map(|start| &word[start..]));
    paths.find(|path| path.chars().any(char::is_alphanumeric) && Path::new(path).exists())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use grammarc_trial::oracle::{End, Outcome, Output};

    use super::{disagreement, existing_file, status};

    #[test]
    fn a_complaint_names_a_file() {
        assert_eq!(existing_file("cat: src/lib.rs: No such file or directory"), Some("src/lib.rs"));
        assert_eq!(existing_file("python3: can't open file 'Cargo.toml': [Errno 2]"), Some("Cargo.toml"));
        assert_eq!(existing_file("grep: //worker/src/lib.rs: No such file"), Some("src/lib.rs"));
        assert_eq!(existing_file("sh: 1: no-such-program: not found"), None);
    }

    #[test]
    fn a_disagreement_names_the_input_to_declare() {
        let outcome = |end, stderr: &str| Outcome {
            end,
            stdout: Output::default(),
            stderr: Output::new(stderr.as_bytes()),
            took: Duration::ZERO,
        };
        let here = outcome(End::Exited(0), "");
        let there = outcome(End::Exited(1), "warning\ncat: Cargo.toml: No such file or directory\n");
        let said = disagreement("grpc://h:1", &here, &there);
        assert!(said.contains("exit status 1 there, exit status 0 here"), "{said}");
        assert!(said.contains("`--remote-input Cargo.toml`") && said.contains("--remote-only"), "{said}");
        assert_eq!(status(End::Signalled(11)), status(End::Exited(139)));
    }
}
