//! Lets contenders take turns on one input, and keeps the median speed of each, and its ratio to the first.
//!
//! Contenders take turns, so that a noisy machine disturbs all alike. Only the ratios are worth quoting.

use std::time::Instant;

use cpu_time::ProcessTime;

use crate::table::Table;
use crate::{is_quick, seconds};

/// One thing to measure.
pub struct Contender<'a> {
    /// Its name in tables.
    pub name: String,
    /// Runs the turn with this number; returns the bytes processed and the seconds taken.
    pub turn: Box<dyn FnMut(u64) -> (usize, f64) + 'a>,
}

impl<'a> Contender<'a> {
    /// Makes a contender that does the same in every turn. The result of `run` is not optimised away.
    pub fn new(name: &str, bytes: usize, run: impl Fn() -> usize + 'a) -> Self {
        let turn = move |_| {
            let begin = processor_seconds();
            std::hint::black_box(run());
            (bytes, processor_seconds() - begin)
        };
        Self { name: name.to_owned(), turn: Box::new(turn) }
    }
}

/// Returns the processor time of this process, in all of its threads. Waiting for a busy machine does not count.
pub fn processor_seconds() -> f64 {
    ProcessTime::now().as_duration().as_secs_f64()
}

/// The results of all contenders on one input.
pub struct Race {
    /// The input.
    pub title: String,
    /// The contenders in their order.
    pub results: Vec<Speed>,
}

/// The result of one contender.
pub struct Speed {
    /// The name of the contender.
    pub name: String,
    /// The median, in megabytes a second.
    pub speed: f64,
    /// Bytes of a turn: the mean of all turns.
    pub bytes: f64,
}

impl Race {
    /// Returns the speed of a contender as a multiple of the first one's. For example, 200 MB/s beside 50 MB/s is 4.
    pub fn ratio(&self, place: usize) -> f64 {
        self.results[place].speed / self.results[0].speed
    }
}

/// A contender of [`race`]: its name, and a function that runs it once. The result of the function keeps the run from being
/// optimised away.
pub type Run<'a> = (&'a str, Box<dyn Fn() -> usize + 'a>);

/// Measures all contenders on an input of `bytes` bytes, in about `share` of the time that a measurement may take.
pub fn race<'a>(title: &str, bytes: usize, share: f64, runs: Vec<Run<'a>>) -> Race {
    compete(title, share, runs.into_iter().map(|(name, run)| Contender::new(name, bytes, run)).collect())
}

/// Lets all take turns, at least three, in about `share` of the time that a measurement may take; prints the results. A quick run
/// takes one turn, which shows that all still run.
#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
pub fn compete(title: &str, share: f64, mut contenders: Vec<Contender<'_>>) -> Race {
    let mut turns: Vec<Vec<(usize, f64)>> = vec![Vec::new(); contenders.len()];
    let fewest = if is_quick() { 1 } else { 3 };
    let start = Instant::now();
    let mut number = 0;
    while number < fewest || start.elapsed().as_secs_f64() < share * seconds() {
        for (slot, contender) in turns.iter_mut().zip(&mut contenders) {
            slot.push((contender.turn)(number));
        }
        number += 1;
    }
    let speed = |contender: Contender<'_>, turns: Vec<(usize, f64)>| {
        let mut speeds: Vec<f64> = turns.iter().map(|&(bytes, time)| bytes as f64 / 1e6 / time).collect();
        speeds.sort_by(f64::total_cmp);
        let bytes = turns.iter().map(|&(bytes, _)| bytes).sum::<usize>() as f64 / turns.len() as f64;
        Speed { name: contender.name, speed: speeds[speeds.len() / 2], bytes }
    };
    let results = contenders.into_iter().zip(turns).map(|(contender, turns)| speed(contender, turns)).collect();
    let race = Race { title: title.to_owned(), results };
    println!("{title} ({number} turns)");
    for (place, Speed { name, speed, bytes }) in race.results.iter().enumerate() {
        println!("  {name:<28} {speed:>9.2} MB/s  {:>7.3} x  {bytes:>9.0} bytes", race.ratio(place));
    }
    race
}

/// Makes a table of races of the same contenders: a row for each, in megabytes a second, and as multiples of the first
/// contender.
pub fn table(input: &str, races: &[Race]) -> Table {
    let names = races.iter().take(1).flat_map(|race| race.results.iter().map(|it| it.name.clone()));
    let mut table = Table::new([input.to_owned()].into_iter().chain(names));
    for race in races {
        let cell = |place: usize, speed: f64| match place {
            0 => figure(speed),
            _ => format!("{} ({} ×)", figure(speed), figure(race.ratio(place))),
        };
        let cells = race.results.iter().enumerate().map(|(place, it)| cell(place, it.speed));
        table.row([race.title.clone()].into_iter().chain(cells));
    }
    table
}

/// Writes a number with three digits that matter. For example, 1234.4 is `1234`, 12.345 is `12.3` and 0.01234 is `0.0123`.
pub fn figure(number: f64) -> String {
    match number {
        100.0.. => format!("{number:.0}"),
        10.0..100.0 => format!("{number:.1}"),
        0.1..10.0 => format!("{number:.2}"),
        _ => format!("{number:.4}"),
    }
}
