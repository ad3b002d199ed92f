//! Networks and servers that are slow, or say nothing at all: each wait has an end.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{sleep, spawn};
use std::time::Duration;

use grammarc_remote::{Settings, Timeouts};
use grammarc_trial::oracle::Verdict;

use crate::common::{self, judge, simple};
use grammarc_remote_fake::{Fake, Trouble};

/// How long an answer may take in these tests.
const LIMIT: Duration = Duration::from_millis(800);

fn settings(address: &str) -> Settings {
    let timeouts = Timeouts { connect: LIMIT, first_answer: LIMIT, call: LIMIT, silence: LIMIT };
    Settings { timeouts, patience: Duration::from_secs(2), ..common::settings(address) }
}

/// Passes bytes on to a server, until a connection is cut: then it stays open, and what is sent on it is lost.
struct Proxy {
    address: String,
    begun: Arc<AtomicUsize>,
    /// Connections with a smaller number are cut.
    cut: Arc<AtomicUsize>,
}

impl Proxy {
    fn start(server: &Fake) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = format!("grpc://{}", listener.local_addr().expect("it is bound"));
        let server = server.address.trim_start_matches("grpc://").to_owned();
        let (begun, cut) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (count, limit) = (begun.clone(), cut.clone());
        spawn(move || {
            for client in listener.incoming() {
                let number = count.fetch_add(1, Ordering::SeqCst);
                let Ok((client, server)) = client.and_then(|client| Ok((client, TcpStream::connect(&server)?))) else {
                    continue;
                };
                let other = || Some((client.try_clone().ok()?, server.try_clone().ok()?));
                let Some((back, forth)) = other() else { continue };
                let (first, second) = (limit.clone(), limit.clone());
                spawn(move || pass_on(client, server, || number < first.load(Ordering::SeqCst)));
                spawn(move || pass_on(forth, back, || number < second.load(Ordering::SeqCst)));
            }
        });
        Self { address, begun, cut }
    }

    /// Cuts all connections so far.
    fn cut(&self) {
        self.cut.store(self.begun.load(Ordering::SeqCst), Ordering::SeqCst);
    }
}

fn pass_on(mut from: TcpStream, mut to: TcpStream, is_cut: impl Fn() -> bool) {
    let mut buffer = [0; 4096];
    while let Ok(length @ 1..) = from.read(&mut buffer) {
        if !is_cut() && to.write_all(&buffer[..length]).is_err() {
            return;
        }
    }
}

#[test]
fn whoever_accepts_and_never_answers_is_given_up() {
    // The system accepts connections for a listener that nobody asks for them.
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = format!("grpc://{}", silent.local_addr().expect("it is bound"));
    let why = judge(&simple(settings(&address)), b"x").expect_err("nobody answers").to_string();
    assert!(why.contains("cannot be reached: no answer within 0.8 s; check the address"), "{why}");
}

#[test]
fn an_answer_that_is_late_is_waited_for_and_a_later_one_asked_for_again() {
    for (delay, executions) in [(LIMIT / 4, 1), (LIMIT * 3, 2)] {
        let fake = Fake::start();
        let oracle = simple(settings(&fake.address));
        fake.state.make(&[Trouble::Late(delay)]);
        assert_eq!(judge(&oracle, b"x"), Ok(Verdict::Interesting), "{delay:?}");
        assert_eq!(fake.state.calls("execute").len(), executions, "{delay:?}");
    }
}

#[test]
fn a_server_that_is_always_late_ends_the_run() {
    let fake = Fake::start();
    let oracle = simple(settings(&fake.address));
    assert_eq!(judge(&oracle, b"x"), Ok(Verdict::Interesting));
    fake.state.make(&[Trouble::Late(LIMIT * 20); 20]);
    let why = judge(&oracle, b"y").expect_err("every answer is late").to_string();
    assert!(why.contains("cannot be reached any more: no answer within 0.8 s"), "{why}");
    assert!(fake.state.calls("execute").len() > 2, "it is tried again before");
}

#[test]
fn a_connection_that_was_cut_without_a_word_is_replaced() {
    let fake = Fake::start();
    let proxy = Proxy::start(&fake);
    let oracle = simple(settings(&proxy.address));
    assert_eq!(judge(&oracle, b"x"), Ok(Verdict::Interesting));
    proxy.cut();
    assert_eq!(judge(&oracle, b"y"), Ok(Verdict::Boring));
}

#[test]
fn a_connection_that_is_cut_during_a_test_is_replaced() {
    let fake = Fake::start();
    let proxy = Proxy::start(&fake);
    let mut oracle = simple(settings(&proxy.address));
    oracle.set_timeout(LIMIT);
    fake.state.make(&[Trouble::Hangs]);
    std::thread::scope(|scope| {
        let verdict = scope.spawn(|| judge(&oracle, b"x"));
        while fake.state.calls("execute").is_empty() {
            sleep(Duration::from_millis(5));
        }
        sleep(LIMIT / 4);
        proxy.cut();
        assert_eq!(verdict.join().expect("nobody panicked"), Ok(Verdict::Interesting));
    });
    assert_eq!((fake.state.calls("wait").len(), fake.state.calls("execute").len()), (1, 2));
}
