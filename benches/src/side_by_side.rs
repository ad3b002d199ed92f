//! Runs contenders in turns on one input and prints the median speed of each, and its ratio to the first.
//!
//! Taking turns lets a noisy machine disturb all alike; only the ratios are worth quoting.

use std::time::{Duration, Instant};

/// One thing to measure: its name, and what one run of it does. It returns something that must not be optimised away.
pub(crate) type Contender<'a> = (&'a str, Box<dyn Fn() -> usize + 'a>);

/// Measures all contenders on an input of `bytes` bytes, in at least three turns and about `seconds` of time. Returns the speed of
/// each in megabytes a second.
#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
pub(crate) fn race(title: &str, bytes: usize, seconds: f64, contenders: &[Contender<'_>]) -> Vec<f64> {
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); contenders.len()];
    let start = Instant::now();
    while times[0].len() < 3 || start.elapsed().as_secs_f64() < seconds {
        for (slot, (_, run)) in times.iter_mut().zip(contenders) {
            let begin = Instant::now();
            std::hint::black_box(run());
            slot.push(begin.elapsed());
        }
    }
    println!("{title} ({bytes} bytes, {} turns)", times[0].len());
    let median = |slot: &mut Vec<Duration>| {
        slot.sort();
        slot[slot.len() / 2]
    };
    let speeds: Vec<f64> = times.iter_mut().map(|slot| bytes as f64 / 1e6 / median(slot).as_secs_f64()).collect();
    for (speed, (name, _)) in speeds.iter().zip(contenders) {
        println!("  {name:<28} {speed:>9.2} MB/s  {:>7.3} x", speed / speeds[0]);
    }
    speeds
}
