//! The table of the shoot-out, and the cells in which `auto` is not level with the best other strategy.

use grammarc::bundled;
use grammarc_benches::table::Table;

use super::{Cells, Row, Score, published, strategies};

/// Geometric mean of a strategy over all cells. It is geometric so that no grammar outweighs the others.
pub(super) struct StrategyMeans {
    /// As multiples of the smallest result in the cell. For example, 1.2 is a fifth more bytes than the best.
    pub(super) bytes: f64,
    pub(super) tests: f64,
}

impl StrategyMeans {
    /// Computes the means of the strategy at a place of the table of strategies.
    pub(super) fn mean(cells: &Cells, place: usize) -> Self {
        let mean = |of: &dyn Fn(&Row) -> f64| {
            (cells.values().map(|row| of(row).max(f64::MIN_POSITIVE).ln()).sum::<f64>() / cells.len() as f64).exp()
        };
        let smallest = |row: &Row| row.iter().map(|score| score.bytes).min().unwrap_or(0);
        Self {
            bytes: mean(&|row| (row[place].bytes.max(1)) as f64 / smallest(row).max(1) as f64),
            tests: mean(&|row| row[place].tests.max(1) as f64 / row[place].cases as f64),
        }
    }
}

/// How `auto` compares with the best other strategy of a cell.
struct Match {
    best: usize,
    smaller: bool,
    /// Tests of `auto`, as a multiple of the best strategy's.
    tests: f64,
}

/// Tests that `auto` may need, as a multiple of the best strategy's.
const MAX_TEST_RATIO: f64 = 1.5;

impl Match {
    fn of(row: &Row) -> Self {
        let auto = strategies().position(|strategy| strategy.name == "auto").expect("it is the default");
        let others = (0..row.len()).filter(|&place| place != auto);
        let best = others.min_by_key(|&place| (row[place].bytes, row[place].tests)).expect("there are others");
        let tests = row[auto].tests as f64 / row[best].tests.max(1) as f64;
        Self {
            best,
            smaller: row[auto].bytes < row[best].bytes,
            tests: if row[auto].bytes > row[best].bytes { f64::INFINITY } else { tests },
        }
    }

    /// No larger than the best, and with few more tests; or smaller than all of them.
    fn holds(&self) -> bool {
        self.smaller || self.tests <= MAX_TEST_RATIO
    }
}

/// Prints everything.
#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
pub(super) fn print(cells: &Cells) {
    println!("means of a cell: bytes left / tests / share of runs about texts in the language");
    for ((grammar, symbols), row) in cells {
        println!("{grammar}, {symbols} symbols, {} cases", row[0].cases);
        for (strategy, score) in strategies().zip(row) {
            println!("  {:<12} {}", strategy.name, figures(score));
        }
    }
    println!("{}", means(cells));
    print!("{}", verdict(cells));
    println!("{}", published::table());
}

fn figures(score: &Score) -> String {
    let mean = |sum: f64| sum / score.cases as f64;
    let valid = 100.0 * score.valid as f64 / score.runs.max(1) as f64;
    format!("{:>8.1} / {:>8.1} / {valid:>3.0} %", mean(score.bytes as f64), mean(score.tests as f64))
}

fn means(cells: &Cells) -> Table {
    let mut table = Table::new(["strategy", "bytes left, × the smallest", "tests", "valid"]);
    for (place, strategy) in strategies().enumerate() {
        let StrategyMeans { bytes, tests } = StrategyMeans::mean(cells, place);
        let all = cells.values().map(|row| row[place]).fold(Score::default(), Score::add);
        let valid = 100.0 * all.valid as f64 / all.runs.max(1) as f64;
        let name = format!("`{}`", strategy.name);
        table.row([name, format!("{bytes:.2}"), format!("{tests:.0}"), format!("{valid:.0} %")]);
    }
    table
}

/// Writes the number of cells in which `auto` holds, and lists the other cells.
fn verdict(cells: &Cells) -> String {
    let missed: Vec<_> =
        cells.iter().map(|(name, row)| (name, row, Match::of(row))).filter(|(.., it)| !it.holds()).collect();
    let mut text = format!(
        "In {} of {} cells `auto` is no larger than the best other strategy, with at most {MAX_TEST_RATIO} times its tests, or smaller than all.\n",
        cells.len() - missed.len(),
        cells.len(),
    );
    for ((grammar, symbols), row, Match { best, .. }) in missed {
        let line = format!(
            "- {grammar}, {symbols}: `auto` {}; `{}` {}\n",
            figures(&row[0]),
            strategies().nth(best).map_or("none", |strategy| strategy.name),
            figures(&row[best])
        );
        text.push_str(&line);
    }
    text
}

/// Writes the page of all figures.
pub(super) fn page(cells: &Cells, wanted: &[&str]) -> String {
    let mut text = String::from(
        "# The shoot-out\n\nTexts fuzzed from every bundled grammar are reduced by every strategy as long as they hold one, two or three \
         symbols\n(rules or terminals, picked at random) and are in the language. [How reducing works](../docs/how-reducing-works.md) says\n\
         how they come about. This page is written by\n`cargo bench -p grammarc-benches --bench shootout -- write`.\n\n![Bytes left against tests](../docs/shootout.svg)\n\n",
    );
    text += &means(cells).to_string();
    let (tried, left): (Vec<&str>, Vec<&str>) =
        bundled::ALL.iter().map(|it| it.name).partition(|name| wanted.contains(name));
    let missing: Vec<&str> =
        tried.into_iter().filter(|name| !cells.keys().any(|(grammar, _)| grammar == name)).collect();
    text += "\nGeometric means over all cells; valid is the share of runs of the oracle about texts in the language. ";
    text += &format!("Their fuzzed texts are too small to take part: {}.", missing.join(", "));
    if !left.is_empty() {
        text += &format!(" Left out of this run: {}.", left.join(", "));
    }
    text += "\n\n";
    text += &verdict(cells);
    text += "\nThe algorithms of [`grammarc-papers`](../runtime/papers) on the examples that were published with them. The Fuzzing Book (`book:`) \
             counts different\ntexts, the post of R. Gopinath (`post:`) questions; `auto` is counted likewise.\n\n";
    text += &published::table().to_string();
    text += "\nBytes left / tests / valid, means of a cell:\n\n";
    let head = ["grammar, symbols"].into_iter().chain(strategies().map(|strategy| strategy.name));
    let mut table = Table::new(head);
    for ((grammar, symbols), row) in cells {
        let cell = |score| figures(score).split_whitespace().collect::<Vec<_>>().join(" ");
        table.row([format!("{grammar}, {symbols}")].into_iter().chain(row.iter().map(cell)));
    }
    text + &table.to_string()
}
