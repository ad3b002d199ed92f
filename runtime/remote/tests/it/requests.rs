//! Requests to a server: the cache first, blobs once, confirmations past the cache, and no more than needed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use grammarc_trial::oracle::{End, Executor, Oracle, Run, Verdict};

use crate::common::{judge, observe, settings, simple};
use grammarc_remote_fake::{BATCH_BYTES, Fake, Trouble};

#[test]
fn another_user_finds_results_in_the_cache() {
    let fake = Fake::start();
    let [first, second] = [(); 2].map(|()| simple(settings(&fake.address)));
    let verdicts = |oracle| [b"x", b"y", b"x"].map(|text| judge(oracle, text));
    let expected = [Verdict::Interesting, Verdict::Boring, Verdict::Interesting].map(Ok);
    assert_eq!((verdicts(&first), verdicts(&second)), (expected.clone(), expected));
    assert_eq!(fake.state.calls("execute").len(), 2, "one of each text");
    let notes = second.executor().map(Executor::notes).unwrap_or_default();
    assert!(notes[0].contains("0 runs executed, 3 answered by the cache"), "{notes:?}");
}

#[test]
fn a_fresh_run_neither_asks_the_cache_nor_writes_to_it() {
    let fake = Fake::start();
    let oracle = simple(settings(&fake.address));
    assert_eq!(judge(&oracle, b"x"), Ok(Verdict::Interesting));
    assert!(fake.state.set_entry(b"x", false));
    assert_eq!(judge(&oracle, b"x"), Ok(Verdict::Boring), "the cache is believed");
    let (never, asked) = (AtomicBool::new(false), fake.state.calls("cache").len());
    for _ in 0..3 {
        let run = Run::new(0, &never, &never).fresh();
        assert_eq!(oracle.judge(b"x", &run), Ok(Verdict::Interesting));
        assert!(!run.is_cached());
    }
    assert_eq!((fake.state.calls("run x").len(), fake.state.calls("cache").len()), (4, asked));
    let mut actions = fake.state.calls("execute");
    actions.sort();
    actions.dedup();
    assert_eq!(actions.len(), 4, "each has a digest that nobody can foresee");
    let run = Run::new(0, &never, &never);
    assert_eq!((oracle.judge(b"x", &run), run.is_cached()), (Ok(Verdict::Boring), true), "the entry is as it was");
}

#[test]
fn shared_blobs_are_sent_once_and_large_candidates_as_a_stream() {
    let fake = Fake::start();
    let oracle = simple(settings(&fake.address));
    judge(&oracle, b"x").expect("it is judged");
    judge(&oracle, b"y").expect("it is judged");
    // Candidate, its folder, root, action; the first time also the command.
    assert_eq!(fake.state.calls("batch"), ["batch 5", "batch 4"]);
    assert_eq!(judge(&oracle, &vec![b'x'; 3 * BATCH_BYTES]), Ok(Verdict::Interesting));
    assert_eq!((fake.state.calls("stream").len(), fake.state.calls("find").len()), (1, 0));
    assert_eq!(judge(&oracle, &vec![b'y'; 100_000]), Ok(Verdict::Boring));
    assert_eq!(fake.state.calls("find").len(), 1, "of much the server is asked first");
}

#[test]
fn a_run_that_nobody_waits_for_is_cancelled() {
    let fake = Fake::start();
    let oracle = simple(settings(&fake.address));
    fake.state.make(&[Trouble::Hangs]);
    let (cancelled, never) = (AtomicBool::new(false), AtomicBool::new(false));
    let end = std::thread::scope(|scope| {
        let run = scope.spawn(|| oracle.observe(b"x", &Run::new(0, &cancelled, &never)));
        while fake.state.calls("execute").is_empty() {
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(50));
        cancelled.store(true, Ordering::Relaxed);
        run.join().expect("it does not panic")
    });
    assert_eq!(end.map(|outcome| outcome.end), Ok(End::Cancelled));
    assert_eq!(fake.state.calls("cancel").len(), 1);
    observe(&oracle, b"x");
    let executed = fake.state.calls("execute");
    assert_eq!((executed.len(), &executed[0]), (2, &executed[1]));
}

#[test]
fn guesses_have_a_higher_number_than_what_the_search_waits_for() {
    let fake = Fake::start();
    let oracle = simple(settings(&fake.address));
    let never = AtomicBool::new(false);
    for (text, chance) in [(b"x", 1.0), (b"y", 0.4), (b"z", 1e-9)] {
        oracle.observe(text, &Run::new(0, &never, &never).needed(chance)).expect("the server answers");
    }
    let priorities: Vec<String> =
        fake.state.calls("execute").iter().filter_map(|call| call.rsplit(' ').next().map(str::to_owned)).collect();
    assert_eq!(priorities, ["0", "2", "10"]);
}

#[test]
fn a_journal_of_other_terms_is_told_by_platform_and_inputs() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let input = folder.path().join("words");
    std::fs::write(&input, "a").expect("it can be written");
    let mut settings = settings("grpc://127.0.0.1:1");
    settings.inputs = vec![input.clone()];
    settings.platform = vec![("b".to_owned(), "2".to_owned()), ("a".to_owned(), "1".to_owned())];
    let terms = || simple(settings.clone()).executor().map(Executor::terms).unwrap_or_default();
    let before = terms();
    assert!(before.contains(&("remote-platform".to_owned(), "a=1".to_owned())), "{before:?}");
    assert_eq!(terms(), before);
    assert!(before.iter().all(|(name, _)| !name.contains(' ')), "the journal separates name and value by a blank");
    std::fs::write(&input, "b").expect("it can be written");
    assert_ne!(terms(), before);
}
