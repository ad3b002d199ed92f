//! The big reduction shoot-out (A. Zeller et al., *The Fuzzing Book*, "Reducing Failure-Inducing Inputs", exercise 3): texts
//! fuzzed from every bundled grammar are reduced by every strategy as long as they hold one, two or three symbols.
//!
//! Prints a table of means, every cell where `auto` is not level with the best other strategy, and the examples that were published with
//! the algorithms of `grammarc-papers`, with their counts. With `write` as argument all figures go to `benches/shootout.md`, and the plot of the means, which a page shows, to `docs/`.

#[path = "shootout/case.rs"]
mod case;
#[path = "shootout/plot.rs"]
mod plot;
#[path = "shootout/published.rs"]
mod published;
#[path = "shootout/table.rs"]
mod table;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use case::Case;
use grammarc::bundled;
use grammarc_benches::page::docs;
use grammarc_benches::{begin, is_quick};
use grammarc_runtime::format::Format;
use grammarc_runtime::reduce::{self, Options, Strategy, reduce};

/// The result of one strategy on one case, or its sum over several.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Score {
    cases: usize,
    /// Bytes left.
    bytes: usize,
    /// Distinct texts that were tested.
    tests: u64,
    /// Oracle calls, repeated ones included.
    runs: u64,
    /// Oracle calls on texts in the language.
    valid: u64,
}

impl Score {
    fn add(self, other: Self) -> Self {
        Self {
            cases: self.cases + other.cases,
            bytes: self.bytes + other.bytes,
            tests: self.tests + other.tests,
            runs: self.runs + other.runs,
            valid: self.valid + other.valid,
        }
    }
}

/// The scores of all strategies, in their order.
type Row = Vec<Score>;

/// The cells, by grammar and by number of symbols that must stay.
type Cells = BTreeMap<(&'static str, usize), Row>;

/// Most tests in one reduction. It ends the strategies that ask about each pair of nodes.
const MAX_TESTS: u64 = 20_000;

/// With names of grammars as arguments, runs only those.
fn main() {
    let arguments = begin();
    let is_write = |it: &&String| *it == "write";
    let names: Vec<&String> = arguments.iter().filter(|it| !is_write(it)).collect();
    let (grammars, texts) = if is_quick() { (4, 1) } else { (bundled::ALL.len(), 20) };
    let mut cells = Cells::new();
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|it| *it == name);
    let wanted: Vec<_> = bundled::ALL.iter().filter(|it| is_wanted(it.name)).take(grammars).collect();
    for bundled in &wanted {
        let language = grammarc::load_text(bundled.name, bundled.text).expect("bundled").format();
        let cases = case::cases(&language, texts);
        for (case, row) in cases.iter().zip(scores(&language, &cases)) {
            let cell =
                cells.entry((bundled.name, case.symbols.len())).or_insert_with(|| vec![Score::default(); row.len()]);
            cell.iter_mut().zip(row).for_each(|(sum, score)| *sum = sum.add(score));
        }
    }
    table::print(&cells);
    if arguments.iter().any(|it| is_write(&it)) {
        let names: Vec<&str> = wanted.iter().map(|it| it.name).collect();
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("shootout.md");
        std::fs::write(page, table::page(&cells, &names)).expect("the page can be written");
        plot::draw(&cells, &docs().join("shootout.svg")).expect("the plot can be written");
    }
}

/// The strategies of the runtime, then those of papers, and last their published programs.
fn strategies() -> impl Iterator<Item = &'static Strategy> {
    [reduce::STRATEGIES, grammarc_papers::STRATEGIES, grammarc_papers::PUBLISHED].into_iter().flatten().copied()
}

/// Reduces every case by every strategy, on all processors.
fn scores(language: &Format, cases: &[Case]) -> Vec<Row> {
    let strategies: Vec<&Strategy> = strategies().collect();
    let next = AtomicUsize::new(0);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let mut found: Vec<(usize, Score)> = std::thread::scope(|scope| {
        let work = || {
            let mut found = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(case) = cases.get(number / strategies.len()) else { return found };
                found.push((number, score(language, case, strategies[number % strategies.len()])));
            }
        };
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a strategy does not panic")).collect()
    });
    found.sort_by_key(|&(number, _)| number);
    found.chunks(strategies.len()).map(|row| row.iter().map(|&(_, score)| score).collect()).collect()
}

fn score(language: &Format, case: &Case, strategy: &'static Strategy) -> Score {
    let (asked, valid) = (AtomicU64::new(0), AtomicU64::new(0));
    let oracle = |text: &[u8]| {
        let verdict = case.judge(language, text);
        asked.fetch_add(1, Ordering::Relaxed);
        valid.fetch_add(u64::from(verdict != grammarc_runtime::oracle::Verdict::Unresolved), Ordering::Relaxed);
        verdict
    };
    let options = Options { strategies: vec![strategy], tests: Some(MAX_TESTS), ..Options::default() };
    let reduced = reduce(language, &case.text, &oracle, &options).expect("the text is interesting");
    let (runs, valid) = (asked.into_inner(), valid.into_inner());
    Score { cases: 1, bytes: reduced.text.len(), tests: reduced.counters.tests, runs, valid }
}
