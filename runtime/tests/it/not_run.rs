//! Texts that the oracle cannot be run on: they are asked about again, and nothing is stated over those that always fail.

use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

use grammarc_runtime::flat::BYTES;
use grammarc_runtime::oracle::{Oracle, OracleError, Run, Verdict};
use grammarc_runtime::reduce::{Options, Reduction, reduce, strategy};

/// Wants an `x`, and cannot judge some texts for the first times that it is asked.
struct Failing<F> {
    is_hit: F,
    times: u64,
    failed: AtomicU64,
}

impl<F: Fn(&[u8]) -> bool + Sync> Oracle for Failing<F> {
    fn judge(&self, text: &[u8], _: &Run<'_>) -> Result<Verdict, OracleError> {
        if (self.is_hit)(text) && self.failed.fetch_add(1, SeqCst) < self.times {
            return Err(OracleError::new("no process can be started"));
        }
        Ok(Verdict::from(text.contains(&b'x')))
    }
}

const INPUT: &[u8] = b"ab(cdx)ef";

fn reduced(strategies: &[&str], jobs: usize, oracle: &dyn Oracle) -> Reduction {
    let strategies = strategies.iter().map(|name| strategy(name).expect("it is in the table")).collect();
    let options = Options { jobs, strategies, certify: true, ..Options::default() };
    reduce(&BYTES, INPUT, oracle, &options).expect("the input is interesting")
}

#[test]
fn a_text_that_failed_once_is_asked_about_again() {
    for times in [1, 2, 3] {
        for strategies in [&["auto"][..], &["ddmin"], &["lines"], &["tokens", "bytes"]] {
            for jobs in [1, 2, 8] {
                let oracle = Failing { is_hit: |text: &[u8]| text == b"x", times: 1, failed: AtomicU64::new(0) };
                let one = reduced(strategies, jobs, &oracle);
                let stated = one.minimality.map(|it| it.to_string());
                assert_eq!((one.text.as_slice(), one.counters.not_run), (&b"x"[..], 0), "{strategies:?} {jobs}");
                assert!(stated.is_some_and(|stated| stated.starts_with("1-minimal")), "{strategies:?} {jobs}");
            }
        }
        let oracle = Failing { is_hit: |text: &[u8]| text.len() < 4, times, failed: AtomicU64::new(0) };
        let several = reduced(&["auto"], 1, &oracle);
        assert_eq!((several.text.as_slice(), several.counters.not_run), (&b"x"[..], 0), "{times} times");
    }
}

#[test]
fn nothing_is_stated_over_texts_that_always_fail() {
    for strategies in [&["auto"][..], &["ddmin"], &["lines"], &["bytes"]] {
        let never = |jobs| {
            let oracle = Failing { is_hit: |text: &[u8]| text == b"x", times: u64::MAX, failed: AtomicU64::new(0) };
            reduced(strategies, jobs, &oracle)
        };
        let one = never(1);
        assert!(one.text.len() == 2 && one.stop.is_none() && one.minimality.is_none(), "{strategies:?}: {one:?}");
        assert_eq!(one.counters.not_run, 1, "{strategies:?}");
        assert_eq!(one.not_run.as_ref().map(ToString::to_string).as_deref(), Some("no process can be started"));
        for jobs in [2, 8] {
            let other = never(jobs);
            let seen = |it: &Reduction| (it.text.clone(), it.counters.tests, it.counters.asked, it.counters.not_run);
            assert_eq!(seen(&other), seen(&one), "{strategies:?} with {jobs} jobs");
        }
    }
}
