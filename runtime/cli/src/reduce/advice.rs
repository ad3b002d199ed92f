//! Advice for an input that is not interesting, verified by a few more runs. The likeliest comes first.

mod neighbour;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use grammarc_trial::archive::Form;
use grammarc_trial::oracle::{CommandOracle, End, Invocation, Outcome, Output, PassingMode, Run, Verdict, quoted};
use neighbour::Neighbour;

/// How many lines of a message are searched.
const LINES: usize = 20;
/// How many words of a line the expression keeps.
const WORDS: usize = 8;

/// Options that may help.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Advice {
    /// Under which circumstances, as the beginning of a sentence.
    pub(super) when: String,
    /// As they stand on a command line.
    pub(super) options: String,
    /// Another directory to start grammarc in.
    directory: Option<PathBuf>,
}

impl Advice {
    fn new(when: impl Into<String>, options: impl Into<String>) -> Self {
        Self { when: when.into(), options: options.into(), directory: None }
    }

    /// Returns the command line that we were called by, with these options. In another directory, files have absolute paths.
    pub(super) fn command_line(&self, arguments: impl Iterator<Item = OsString>, input: &Path) -> String {
        let moved = |word: OsString| match (&self.directory, input.file_name()) {
            (Some(_), Some(name)) if Path::new(&word) == input => quoted(name),
            (Some(_), _) if Path::new(&word).is_file() => {
                quoted(std::path::absolute(&word).map_or(word, PathBuf::into_os_string).as_os_str())
            }
            _ => quoted(&word),
        };
        let mut words: Vec<String> = arguments.map(moved).collect();
        if let Some(program) = words.first_mut() {
            *program = Path::new(program.as_str()).file_name().unwrap_or_default().to_string_lossy().into_owned();
        }
        let place = words.iter().position(|word| word == "--").unwrap_or(words.len());
        words.insert(place, self.options.clone());
        let line = words.join(" ");
        match &self.directory {
            Some(directory) => format!("cd {} && {line}", quoted(directory.as_os_str())),
            None => line,
        }
    }
}

/// Runs the command on other inputs, or in another way, and counts the runs.
#[derive(Debug)]
struct Probe<'a> {
    oracle: &'a CommandOracle,
    runs: u32,
}

impl Probe<'_> {
    fn observe(&mut self, invocation: &Invocation, text: &[u8]) -> Option<Outcome> {
        let never = AtomicBool::new(false);
        self.runs += 1;
        self.oracle.observe_as(invocation, text, &Run::new(0, &never, &never)).ok()
    }
}

/// Returns the advice, and how many runs of the command it took.
pub(super) fn find(oracle: &CommandOracle, input: &Path, text: &[u8], outcome: &Outcome) -> (Vec<Advice>, u32) {
    let mut probe = Probe { oracle, runs: 0 };
    let neighbour = Neighbour::find(oracle, input, outcome);
    if let Some(advice) = neighbour.as_ref().and_then(|neighbour| beside(&mut probe, text, outcome, neighbour)) {
        return (vec![advice], probe.runs);
    }
    let advice = match outcome.end {
        End::TimedOut => {
            vec![Advice::new("if the hang is the bug", "--timeout 10s --timeout-is-interesting")]
        }
        End::OutOfMemory => vec![Advice::new("if the command may use more memory", "--memory 8G")],
        End::Exited(_) | End::Signalled(_)
            if oracle.conditions().is_default() && oracle.invocation().passing() != PassingMode::Server =>
        {
            of_end(&mut probe, text, outcome)
        }
        _ => Vec::new(),
    };
    // A command that complains of a missing file fails with every candidate, whatever the bug is.
    let is_missed = neighbour.is_some_and(|neighbour| neighbour.is_missed);
    let advice = advice.into_iter().filter(|advice| !is_missed || !advice.options.contains("--same")).collect();
    (advice, probe.runs)
}

/// Runs the command beside a file that it seems to need.
fn beside(probe: &mut Probe<'_>, text: &[u8], outcome: &Outcome, neighbour: &Neighbour) -> Option<Advice> {
    let other = probe.oracle.invocation().in_directory(&neighbour.directory);
    let there = probe.observe(&other, text)?;
    let name = quoted(neighbour.name.as_ref());
    let (place, directory) = match &neighbour.elsewhere {
        None => ("here", None),
        Some(directory) => ("there", Some(directory.clone())),
    };
    let when = format!("the command needs {name}, which a fresh directory does not have; to run it {place}");
    if probe.oracle.verdict(&there) == Verdict::Interesting {
        return Some(Advice { directory, ..Advice::new(when, "--cwd here") });
    }
    let is_crash = there.end != End::Exited(0) && there.end != outcome.end && probe.oracle.conditions().is_default();
    if is_crash && probe.observe(&other, b"").is_some_and(|empty| empty.end != there.end) {
        let when = format!("{when} (then: {})", there.end);
        return Some(Advice { directory, ..Advice::new(when, "--cwd here --same") });
    }
    None
}

/// If an empty file ends the same, the exit status does not tell the bug from anything else.
fn of_end(probe: &mut Probe<'_>, text: &[u8], outcome: &Outcome) -> Vec<Advice> {
    let empty = probe.observe(probe.oracle.invocation(), b"");
    let differs = empty.as_ref().is_none_or(|empty| empty.end != outcome.end);
    let message = message(&outcome.stderr, empty.as_ref().map(|empty| &empty.stderr));
    let message = message.map(|regex| format!("--stderr-matches {}", quoted(regex.as_ref())));
    let message = message.map(|options| Advice::new("if this message is the bug", options));
    let on_stdin = on_stdin(probe, text, outcome);
    let is_killed = |advice: &Advice| advice.when.contains("killed");
    if differs {
        let same = Advice::new("if this is the bug", "--same");
        let (first, last) = if on_stdin.as_ref().is_some_and(is_killed) { (on_stdin, None) } else { (None, on_stdin) };
        first.into_iter().chain([same]).chain(message).chain(last).collect()
    } else {
        let noun = if probe.oracle.form() == Form::Folder { "folder" } else { "file" };
        let same = Advice::new(format!("if this is the bug (though an empty {noun} ends the same way)"), "--same");
        on_stdin.into_iter().chain(message).chain([same]).collect()
    }
}

/// Tries the command without a path, in case that it only wants standard input.
fn on_stdin(probe: &mut Probe<'_>, text: &[u8], outcome: &Outcome) -> Option<Advice> {
    let invocation = probe.oracle.invocation();
    let is_refusal = matches!(outcome.end, End::Exited(status) if status != 0);
    if !is_refusal || invocation.passing() == PassingMode::Stdin || probe.oracle.form() == Form::Folder {
        return None;
    }
    let other = invocation.on_stdin();
    let end = probe.observe(&other, text)?.end;
    let empty = probe.observe(&other, b"")?.end;
    match end {
        _ if end == outcome.end || end == empty => None,
        End::Exited(0) => Some(Advice::new("if the command reads only standard input", "--stdin")),
        End::Exited(_) | End::Signalled(_) => {
            Some(Advice::new(format!("if the command reads only standard input (then: {end})"), "--stdin --same"))
        }
        _ => None,
    }
}

/// Returns an expression for a line of the message that the command does not print for an empty file.
fn message(output: &Output, empty: Option<&Output>) -> Option<String> {
    let expressions =
        |output: &Output| -> Vec<String> { output.last_lines(LINES).iter().map(|line| expression(line)).collect() };
    let known = empty.map(expressions).unwrap_or_default();
    let is_telling = |line: &String| line.chars().filter(|c| c.is_alphabetic()).count() >= 4;
    expressions(output).into_iter().find(|line| is_telling(line) && !known.contains(line))
}

/// Returns a regular expression for a line, without the parts that vary from run to run: paths and numbers.
fn expression(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().skip_while(|word| word.contains('/')).take(WORDS).collect();
    let mut result = String::new();
    for (place, word) in words.iter().enumerate() {
        if place > 0 {
            result += r"\s+";
        }
        result += &if word.contains('/') { ".*".to_owned() } else { without_numbers(word) };
    }
    result
}

fn without_numbers(word: &str) -> String {
    let mut result = String::new();
    let mut rest = word;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        result += &regex_lite::escape(&rest[..start]);
        result += "[0-9a-fA-Fx]+";
        rest = rest[start..].trim_start_matches(|c: char| c.is_ascii_hexdigit() || c == 'x');
    }
    result + &regex_lite::escape(rest)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Advice, expression};

    #[test]
    fn numbers_and_paths_are_left_open() {
        assert_eq!(
            expression("/tmp/x.html:12: fatal: bad (37) at /y now"),
            r"fatal:\s+bad\s+\([0-9a-fA-Fx]+\)\s+at\s+.*\s+now"
        );
        assert_eq!(expression("panicked at 0xdeadBEEF."), r"panicked\s+at\s+[0-9a-fA-Fx]+\.");
    }

    #[test]
    fn options_go_before_the_command() {
        let line = ["/usr/bin/grammarc", "reduce", "a b", "--", "./p", "{}"].map(Into::into).into_iter();
        let advice = Advice::new("", "--same");
        assert_eq!(advice.command_line(line, Path::new("a b")), "grammarc reduce 'a b' --same -- ./p {}");
    }

    #[test]
    fn in_another_directory_files_have_absolute_paths() {
        let line = ["grammarc", "reduce", "x/a.c", "--", "src/lib.rs", "{}"].map(Into::into).into_iter();
        let advice = Advice { directory: Some("x".into()), ..Advice::new("", "--cwd here") };
        let script = std::path::absolute("src/lib.rs").expect("there is a current directory");
        let expected = format!("cd x && grammarc reduce a.c --cwd here -- {} {{}}", script.display());
        assert_eq!(advice.command_line(line, Path::new("x/a.c")), expected);
    }
}
