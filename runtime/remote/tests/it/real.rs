//! Reductions on buildbox-casd, where `integrations/remote/start-server.sh` has installed it; skipped elsewhere.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

use grammarc_reduce::flat::LINES;
use grammarc_reduce::reduce::{Options, reduce};
use grammarc_remote::Settings;
use grammarc_trial::oracle::{Conditions, End, Oracle, Verdict};

use crate::common::{self, judge, observe, oracle};
use crate::server::Real;

fn settings(server: &Real) -> Settings {
    Settings { patience: Duration::from_secs(60), ..common::settings(&server.address) }
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
        let mut settings = settings(&server);
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
        let mut oracle = oracle(settings(&server), &words, folder.path(), conditions);
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
    let blobs = folder.path().join("blobs");
    let Some(server) = Real::start(&blobs) else { return };
    script(folder.path(), "check.sh", "sleep 0.05; grep -q needle \"$1\"");
    let input: String = (0..64).map(|line| format!("{line}\n")).collect::<String>() + "needle\n";
    let remote = oracle(settings(&server), &["./check.sh"], folder.path(), Conditions::default());
    let port = server.address.rsplit(':').next().and_then(|port| port.parse().ok()).expect("it has a port");
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
