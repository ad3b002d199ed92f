//! `--remote` with a server whose cache lies: results are as if there were no cache, and the lie is told.

use std::fs;

use grammarc_remote_fake::Fake;
use grammarc_runtime::reduce::Minimality;
use tempfile::TempDir;

use crate::common::{binary, printed};

/// The server finds a text interesting that has an `x`; so does the command.
const INPUT: &str = "[1, [\"x\", 2], {\"a\": 3}]";
/// The smallest interesting text.
const SMALLEST: &str = "x";

/// A run of `reduce` or `generalize` on a server.
struct Run {
    status: Option<i32>,
    output: String,
    messages: String,
}

impl Run {
    fn is_told(&self, said: &str, verdict: &str) -> bool {
        self.messages.contains(&format!("the cache of the server said {said}, a run says {verdict}"))
    }
}

/// Runs a command on the input in a folder of its own.
fn run(fake: &Fake, command: &str, options: &[&str]) -> Run {
    let folder = TempDir::new().expect("a folder can be made");
    fs::write(folder.path().join("crash.json"), INPUT).expect("it can be written");
    let mut program = binary();
    program.current_dir(folder.path()).args([command, "crash.json", "--remote", &fake.address]);
    if command == "reduce" {
        program.args(["-o", "-"]);
    }
    let (status, output, messages) = printed(program.args(options).args(["--", "grep", "-q", "x"]));
    Run { status, output, messages }
}

#[test]
fn a_cache_that_says_the_same_of_everything_changes_no_result() {
    for (lie, told) in [("0\n", ("interesting", "not interesting")), ("1\n", ("not interesting", "interesting"))] {
        for options in [&["-j1"][..], &["-j4"], &["-j1", "--certify"], &["-j1", "--merge"], &["-j1", "--remote-only"]] {
            let honest = Fake::start();
            let expected = run(&honest, "reduce", options);
            assert_eq!((expected.status, expected.output.trim_end()), (Some(0), SMALLEST), "{}", expected.messages);
            assert!(!expected.messages.contains("cache of the server said"), "{}", expected.messages);
            let liar = Fake::start();
            liar.state.lie(lie);
            let run = run(&liar, "reduce", options);
            assert_eq!((run.status, run.output.trim_end()), (Some(0), SMALLEST), "{lie} {options:?}: {}", run.messages);
            assert!(run.is_told(told.0, told.1), "{lie} {options:?}: {}", run.messages);
            assert_eq!(
                run.messages.matches("cache of the server said").count(),
                1,
                "it is told once: {}",
                run.messages
            );
        }
    }
}

#[test]
fn a_single_wrong_entry_does_not_make_the_result_wrong() {
    let fake = Fake::start();
    let first = run(&fake, "reduce", &["-j1", "--certify"]);
    assert_eq!((first.status, first.output.trim_end()), (Some(0), SMALLEST), "{}", first.messages);
    let candidates = fake.state.candidates();
    assert!(candidates.len() > 10, "{candidates:?}");
    let mut lies_that_were_told = 0;
    for candidate in candidates {
        assert!(fake.state.set_entry(&candidate, false));
        let run = run(&fake, "reduce", &["-j1", "--certify"]);
        let of = String::from_utf8_lossy(&candidate);
        assert_eq!((run.status, run.output.trim_end()), (Some(0), SMALLEST), "{of}: {}", run.messages);
        lies_that_were_told += u32::from(run.messages.contains("the cache of the server said"));
        assert!(fake.state.set_entry(&candidate, true));
    }
    assert!(lies_that_were_told > 0);
}

#[test]
fn a_budget_that_ends_before_the_lie_is_noticed_leaves_an_interesting_result() {
    let honest = Fake::start();
    let tests = |fake: &Fake, tests: u32| run(fake, "reduce", &["-j1", "--budget", &tests.to_string()]);
    for count in 1..12 {
        assert!(tests(&honest, count).output.contains('x'));
        let liar = Fake::start();
        liar.state.lie("0\n");
        let run = tests(&liar, count);
        assert!(run.status == Some(0) && run.output.contains('x'), "{count}: {:?} {}", run.output, run.messages);
    }
}

#[test]
fn a_pattern_does_not_rest_on_the_cache() {
    let (honest, liar) = (Fake::start(), Fake::start());
    let expected = run(&honest, "generalize", &["-j1"]);
    assert_eq!(expected.status, Some(0), "{}", expected.messages);
    liar.state.lie("0\n");
    let run = run(&liar, "generalize", &["-j1"]);
    assert_eq!((run.status, run.output), (Some(0), expected.output), "{}", run.messages);
}

#[test]
fn a_minimum_by_the_word_of_the_cache_is_called_so() {
    let said = "the server's cache answered some of the tests";
    let stated = |by_cache| Minimality { nodes: Some(9), by_cache, ..Minimality::default() }.to_string();
    assert!(stated(true).contains(said) && !stated(false).contains(said));
    // All removals from a small result are run again, so its minimum rests on runs.
    let fake = Fake::start();
    // The limit of time belongs to the key in the cache, and without the option it depends on how fast the machine is.
    let [first, again] = [(); 2].map(|()| run(&fake, "reduce", &["-j1", "--timeout", "20"]));
    assert_eq!(again.output, first.output);
    assert!(first.messages.contains(", 0 answered by the cache"), "{}", first.messages);
    assert!(!again.messages.contains(", 0 answered by the cache"), "{}", again.messages);
    assert!(again.messages.contains("1-minimal") && !again.messages.contains(said), "{}", again.messages);
}
