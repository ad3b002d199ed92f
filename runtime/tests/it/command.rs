//! Oracle commands: how a candidate reaches the program, what is seen of it, and that nothing of it lives on.
#![cfg(feature = "cli")]

use std::ffi::OsString;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use grammarc_runtime::archive::Form;
use grammarc_runtime::oracle::{
    Candidates, CommandLine, CommandOracle, Conditions, Directory, End, Invocation, Limits, Oracle, OracleError,
    Outcome, PassingMode, Run, Verdict,
};

fn oracle(command: &[&str], conditions: Conditions) -> CommandOracle {
    with_limits(command, conditions, Limits { timeout: Duration::from_secs(20), memory: None })
}

fn with_limits(command: &[&str], conditions: Conditions, limits: Limits) -> CommandOracle {
    passed(command, conditions, limits, PassingMode::Path)
}

fn passed(command: &[&str], conditions: Conditions, limits: Limits, passing: PassingMode) -> CommandOracle {
    let command: Vec<OsString> = command.iter().map(OsString::from).collect();
    let start = &std::env::current_dir().unwrap();
    let input = Path::new("some dir/in put.txt");
    let (placeholder, directory) = ("{}", Directory::Fresh);
    let (inputs, form) = (&[input.to_owned()], Form::File);
    let line = CommandLine { words: &command, start, inputs, form, placeholder, passing, directory };
    let candidates = Candidates { form, name: "in put.txt".into(), is_executable: false };
    CommandOracle::new(Invocation::new(&line).unwrap(), conditions, limits, candidates).unwrap()
}

fn observe(oracle: &CommandOracle, text: &str) -> Outcome {
    let never = AtomicBool::new(false);
    oracle.observe(text.as_bytes(), &Run::new(0, &never, &never)).unwrap()
}

fn judge(oracle: &CommandOracle, text: &str) -> Result<Verdict, OracleError> {
    let never = AtomicBool::new(false);
    oracle.judge(text.as_bytes(), &Run::new(0, &never, &never))
}

/// Returns how many processes have `sleep` and the number as arguments.
fn sleepers(seconds: &str) -> usize {
    let is_sleeper = |path: &Path| {
        std::fs::read(path.join("cmdline")).is_ok_and(|line| line == format!("sleep\0{seconds}\0").as_bytes())
    };
    std::fs::read_dir("/proc").unwrap().flatten().filter(|entry| is_sleeper(&entry.path())).count()
}

#[test]
fn the_candidate_is_a_file_of_its_own_and_on_standard_input() {
    let script =
        r#"test "$PWD/in put.txt" = "$1" && test "$(ls)" = "in put.txt" && test "$(cat)" = "$(cat "$1")" && cat"#;
    let oracle = oracle(&["sh", "-c", script, "sh", "{}"], Conditions::default());
    assert_eq!(judge(&oracle, "abc").unwrap(), Verdict::Interesting);
    assert_eq!(judge(&oracle, "x").unwrap(), Verdict::Interesting);
}

#[test]
fn conditions_replace_the_exit_status_and_all_must_hold() {
    let regex = |text: &str| Some(regex_lite::Regex::new(text).unwrap());
    let command = ["sh", "-c", "cat >&2; echo out; exit 3", "sh"];
    let verdict = |conditions| judge(&oracle(&command, conditions), "some\u{fffd} text").unwrap();
    assert_eq!(verdict(Conditions::default()), Verdict::Boring);
    assert_eq!(verdict(Conditions { exit: Some(3), ..Conditions::default() }), Verdict::Interesting);
    assert_eq!(verdict(Conditions { stderr: regex("e.*x"), ..Conditions::default() }), Verdict::Interesting);
    let both = Conditions { stderr: regex("text"), stdout: regex("^out$"), ..Conditions::default() };
    assert_eq!(verdict(both), Verdict::Boring, "the line end counts");
    let both = Conditions { stderr: regex("text"), stdout: regex("(?m)^out$"), exit: Some(3), ..Conditions::default() };
    assert_eq!(verdict(both), Verdict::Interesting);
}

#[test]
fn a_signal_is_seen() {
    let oracle = oracle(&["sh", "-c", "kill -SEGV $$", "sh"], Conditions { signal: Some(11), ..Conditions::default() });
    assert_eq!(observe(&oracle, "").end, End::Signalled(11));
    assert_eq!(judge(&oracle, "").unwrap(), Verdict::Interesting);
}

#[test]
fn a_hang_ends_at_the_timeout_with_everything_that_was_started() {
    let script = "setsid sleep 4711 & sleep 4711 & sleep 4711";
    let limits = Limits { timeout: Duration::from_millis(300), memory: None };
    let oracle = with_limits(&["sh", "-c", script, "sh"], Conditions::default(), limits);
    let start = Instant::now();
    assert_eq!(observe(&oracle, "").end, End::TimedOut);
    assert_eq!(judge(&oracle, "").unwrap(), Verdict::Unresolved);
    assert!(start.elapsed() < Duration::from_secs(3));
    assert_eq!(sleepers("4711"), 0);
}

#[test]
fn children_that_hang_do_not_outlive_the_run() {
    let oracle = oracle(&["sh", "-c", "setsid sleep 4712 & sleep 4712 & echo done", "sh"], Conditions::default());
    let start = Instant::now();
    let outcome = observe(&oracle, "");
    assert_eq!(outcome.end, End::Exited(0));
    assert_eq!(outcome.stdout.last_lines(9), ["done"]);
    assert!(start.elapsed() < Duration::from_secs(3), "they hold the pipe open");
    assert_eq!(sleepers("4712"), 0);
}

#[test]
fn much_output_is_read_and_capped() {
    let script = "yes start | head -c 9000000; echo; echo the end";
    let oracle = oracle(&["sh", "-c", script, "sh"], Conditions::default());
    let outcome = observe(&oracle, "");
    assert_eq!(outcome.end, End::Exited(0));
    assert_eq!(outcome.stdout.last_lines(1), ["the end"]);
    assert!(outcome.stdout.matches(&regex_lite::Regex::new("^start\nstart\n").unwrap()));
}

#[test]
fn bytes_that_are_no_text_are_matched_by_a_dot() {
    let oracle = oracle(&["sh", "-c", "printf 'a\\377b\\n'", "sh"], Conditions::default());
    let matches = |expression: &str| observe(&oracle, "").stdout.matches(&regex_lite::Regex::new(expression).unwrap());
    assert!(matches("^a.b\n$"));
    assert!(!matches("ab"));
}

#[test]
fn too_much_memory_is_noticed() {
    let script = "x=$(head -c 200000000 /dev/zero | tr '\\0' x); sleep 5";
    let limits = Limits { timeout: Duration::from_secs(20), memory: Some(100 << 20) };
    let oracle = with_limits(&["sh", "-c", script, "sh"], Conditions::default(), limits);
    assert_eq!(observe(&oracle, "").end, End::OutOfMemory);
    assert_eq!(
        judge(&oracle, "").unwrap_err().to_string(),
        "the command used too much memory: raise the limit with --memory"
    );
}

#[test]
fn what_cannot_run_is_broken_and_not_boring() {
    let missing = oracle(&["./no-such-program", "{}"], Conditions::default());
    assert!(judge(&missing, "").unwrap_err().to_string().starts_with("cannot start ./no-such-program: No such file"));
    let mut later = oracle(&["sh", "-c", "test -s $1 || no-such-program", "sh", "{}"], Conditions::default());
    assert_eq!(judge(&later, "").unwrap(), Verdict::Boring, "as long as nothing is known of the input");
    later.set_first(End::Exited(0));
    assert!(judge(&later, "").unwrap_err().to_string().contains("exit status 127"));
}

#[test]
fn a_cancelled_run_ends_at_once() {
    let oracle = oracle(&["sh", "-c", "sleep 4713", "sh"], Conditions::default());
    let (cancelled, never) = (AtomicBool::new(false), AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            cancelled.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        let outcome = oracle.observe(b"", &Run::new(0, &cancelled, &never)).unwrap();
        assert!(outcome.took < Duration::from_secs(3));
        assert_eq!(outcome.end, End::Cancelled);
    });
    assert_eq!(sleepers("4713"), 0);
}

/// Makes a server of a shell script for one candidate, which is in the file `text`; it prints the answer.
fn server(script: &str, conditions: Conditions, limits: Limits) -> CommandOracle {
    let lines = format!("while read -r length; do head -c \"$length\" > text; {script}; done");
    passed(&["sh", "-c", &lines, "sh"], conditions, limits, PassingMode::Server)
}

const PATIENT: Limits = Limits { timeout: Duration::from_secs(20), memory: None };

#[test]
fn a_server_answers_one_candidate_after_another() {
    let count = "echo x >> count; cat count >&2; grep -q a text; echo $?";
    let oracle = server(count, Conditions::default(), PATIENT);
    let texts =
        [("a", Verdict::Interesting), ("b", Verdict::Boring), ("", Verdict::Boring), ("1\n2\na", Verdict::Interesting)];
    for (text, verdict) in texts {
        assert_eq!(judge(&oracle, text), Ok(verdict), "{text:?}");
    }
    let long = "b".repeat(1 << 20) + "a";
    assert_eq!(judge(&oracle, &long), Ok(Verdict::Interesting), "more than a pipe holds");
    let seen = observe(&oracle, "a").stderr.last_lines(10);
    assert_eq!(seen.len(), 6, "one process for all: {seen:?}");
}

#[test]
fn workers_have_servers_of_their_own() {
    let oracle = server("sleep 0.2; grep -q a text; echo $?", Conditions::default(), PATIENT);
    let start = Instant::now();
    std::thread::scope(|scope| {
        for text in ["a", "b", "xa", "xb"] {
            let oracle = &oracle;
            scope.spawn(move || assert_eq!(judge(oracle, text), Ok(Verdict::from(text.contains('a')))));
        }
    });
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_server_that_dies_or_hangs_is_started_again() {
    let script = "grep -q die text && kill -SEGV $$; grep -q hang text && sleep 1971; echo 0";
    let limits = Limits { timeout: Duration::from_secs(2), memory: None };
    let oracle = server(script, Conditions { signal: Some(11), ..Conditions::default() }, limits);
    assert_eq!(judge(&oracle, "fine"), Ok(Verdict::Boring));
    assert_eq!(judge(&oracle, "die"), Ok(Verdict::Interesting));
    assert_eq!(judge(&oracle, "hang"), Ok(Verdict::Unresolved));
    assert_eq!(sleepers("1971"), 0);
    assert_eq!(judge(&oracle, "die"), Ok(Verdict::Interesting));
}

#[test]
fn a_server_keeps_to_the_protocol_or_is_broken() {
    let broken = |script: &str| {
        let oracle = server(script, Conditions::default(), PATIENT);
        let first = judge(&oracle, "a");
        std::thread::sleep(Duration::from_millis(100));
        first.and_then(|_| judge(&oracle, "b")).expect_err("it is broken").to_string()
    };
    assert_eq!(broken("echo yes"), "the server answered `yes`, which is not an exit status");
    assert_eq!(broken("echo oops >&2; exit 0"), "the server exited without an answer (exit status 0): oops");
    let talkative = "the server printed more than one line for a candidate: print other output to standard error";
    assert_eq!(broken("echo 0; sleep 0.05; echo done"), talkative);
}
