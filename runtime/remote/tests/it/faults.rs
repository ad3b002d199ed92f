//! Faults of servers and networks: they are waited for, or the message says what to do.

use std::fs;
use std::time::{Duration, Instant};

use grammarc_remote::Credentials;
use grammarc_trial::oracle::{End, Verdict};
use tonic::Code;

use crate::common::{judge, observe, settings, simple};
use grammarc_remote_fake::{Fake, Trouble};

#[test]
fn passing_faults_do_not_show() {
    let troubles = [
        vec![Trouble::Refused(Code::Unavailable), Trouble::Refused(Code::ResourceExhausted)],
        vec![Trouble::Evicted],
        vec![Trouble::Evicted, Trouble::Refused(Code::Unavailable), Trouble::Evicted],
        vec![Trouble::Failed(Code::Aborted), Trouble::Failed(Code::Internal), Trouble::Killed],
        vec![Trouble::Failed(Code::FailedPrecondition)],
    ];
    for troubles in troubles {
        let fake = Fake::start();
        let oracle = simple(settings(&fake.address));
        assert_eq!(judge(&oracle, b"before x"), Ok(Verdict::Interesting));
        fake.state.make(&troubles);
        assert_eq!(judge(&oracle, b"no"), Ok(Verdict::Boring), "{troubles:?}");
        assert_eq!(fake.state.calls("execute").len(), troubles.len() + 2, "{troubles:?}");
    }
}

#[test]
fn a_broken_connection_finds_its_execution_again() {
    let fake = Fake::start();
    let oracle = simple(settings(&fake.address));
    fake.state.make(&[Trouble::Broken]);
    assert_eq!(judge(&oracle, b"x"), Ok(Verdict::Interesting));
    assert_eq!((fake.state.calls("execute").len(), fake.state.calls("wait").len()), (1, 1));
}

#[test]
fn an_action_that_no_worker_gets_through_with_is_an_error_of_its_own() {
    for trouble in [Trouble::Killed, Trouble::Failed(Code::Unavailable)] {
        let fake = Fake::start();
        let oracle = simple(settings(&fake.address));
        fake.state.make(&[trouble; 4]);
        let why = judge(&oracle, b"x").expect_err("four workers failed").to_string();
        assert!(why.contains("could not run the test") || why.contains("the worker failed"), "{why}");
        assert_eq!(judge(&oracle, b"xx"), Ok(Verdict::Interesting), "the next candidate is judged");
    }
}

#[test]
fn a_final_fault_is_told_at_once() {
    let fake = Fake::start();
    fake.state.make(&[Trouble::Refused(Code::InvalidArgument)]);
    let why = judge(&simple(settings(&fake.address)), b"x").expect_err("it is refused").to_string();
    assert!(why.contains("not now (INVALID_ARGUMENT)") && why.contains("--remote-platform"), "{why}");
    assert_eq!(fake.state.calls("execute").len(), 1);
    let mut wrong = settings(&fake.address);
    wrong.instance = "wrong".to_owned();
    let why = judge(&simple(wrong), b"x").expect_err("there is no such instance").to_string();
    assert!(why.contains("no such instance") && why.contains("--remote-instance"), "{why}");
}

#[test]
fn a_timeout_is_an_end() {
    let fake = Fake::start();
    fake.state.make(&[Trouble::Failed(Code::DeadlineExceeded)]);
    assert_eq!(observe(&simple(settings(&fake.address)), b"x").end, End::TimedOut);
}

#[test]
fn expired_credentials_are_read_again_once() {
    let fake = Fake::start();
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("headers");
    fs::write(&file, "authorization: one\n").expect("it can be written");
    let mut settings = settings(&fake.address);
    settings.credentials = Credentials { header_file: Some(file.clone()), helper: None };
    let oracle = simple(settings);
    fake.state.ask_for("one");
    assert_eq!(judge(&oracle, b"x"), Ok(Verdict::Interesting));
    fake.state.ask_for("two");
    fs::write(&file, "authorization: two\n").expect("it can be written");
    assert_eq!(judge(&oracle, b"y"), Ok(Verdict::Boring));
    fake.state.ask_for("three");
    let why = judge(&oracle, b"z").expect_err("the file is out of date").to_string();
    assert!(why.contains("out of date (UNAUTHENTICATED)") && why.contains("--remote-header-file"), "{why}");
}

#[test]
fn a_server_that_comes_back_is_found_again_and_one_that_stays_away_is_not_asked_twice() {
    let fake = Fake::start();
    let oracle = simple(settings(&fake.address));
    assert_eq!(judge(&oracle, b"x"), Ok(Verdict::Interesting));
    let (address, state) = fake.stop();
    let back = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        Fake::start_at(address, state)
    });
    assert_eq!(judge(&oracle, b"y"), Ok(Verdict::Boring));
    back.join().expect("it has started").stop();
    let why = judge(&oracle, b"z").expect_err("it stays away").to_string();
    assert!(why.contains("cannot be reached any more") && !why.contains("check the address"), "{why}");
    let start = Instant::now();
    assert!(judge(&oracle, b"z").is_err());
    assert!(start.elapsed() < Duration::from_millis(400), "it is not waited for again");
}

#[test]
fn a_wrong_address_is_told() {
    let (address, _) = Fake::start().stop();
    let why = judge(&simple(settings(&format!("grpc://{address}"))), b"x").expect_err("nobody listens").to_string();
    assert!(why.contains("cannot be reached") && why.contains("check the address"), "{why}");
}
