//! The live view as lines of text, for any size of the terminal.
//!
//! A large terminal gets the curve of sizes, the counts of tests, the pass at work, the first lines of the best text, and the keys. Where
//! there are few rows, the curve and the text get fewer. A very small terminal gets a single line.

use super::board::{Board, PassTotals};
use super::curve;
use super::styled::{Role, StyledLine, beginning};
use super::{share, time};
use crate::counted::grouped;
use grammarc_trial::oracle::is_disturbing;

/// Smallest terminal, in columns and rows, that gets more than one line.
const MIN_COLUMNS: usize = 40;
const MIN_ROWS: usize = 9;
/// Greatest extent of the view, the curve and the text: larger ones say no more.
const MAX_COLUMNS: usize = 120;
const MAX_ROWS: usize = 30;
const MAX_CURVE_ROWS: usize = 6;
/// Rows of everything but the curve and the text.
const FIXED_ROWS: usize = 5;
/// Number of columns that a tab stands for.
const TAB_COLUMNS: usize = 4;

const SPINNER: [char; 10] = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
/// How often the spinner turns by one step.
const SPINNER_STEP_MS: u128 = 100;

/// The size of a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Screen {
    pub(super) columns: usize,
    pub(super) rows: usize,
}

/// How much is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// One line.
    Line,
    /// Everything that fits.
    Full,
}

/// Returns the view. No line is as wide as the screen, so that the cursor never stands behind the last column.
pub(super) fn lines(board: &Board, screen: Screen, extent: Extent) -> Vec<StyledLine> {
    let columns = screen.columns.min(MAX_COLUMNS).saturating_sub(1);
    let is_small = screen.columns < MIN_COLUMNS || screen.rows < MIN_ROWS;
    let lines = if let Some(message) = board.message() {
        vec![spinner(board).with(Role::Plain, message)]
    } else if is_small || extent == Extent::Line {
        vec![short(board)]
    } else {
        full(board, Screen { columns, rows: (screen.rows - 2).min(MAX_ROWS) })
    };
    lines.into_iter().map(|line| line.cut(columns)).collect()
}

fn full(board: &Board, screen: Screen) -> Vec<StyledLine> {
    let spare = screen.rows - FIXED_ROWS;
    let has_history = spare >= 8;
    let spare = spare - usize::from(has_history);
    let curve_rows = (spare / 3).min(MAX_CURVE_ROWS);
    let mut lines = vec![head(board, screen.columns)];
    lines.extend(curve_lines(board, screen.columns, curve_rows));
    let counts = tests(board, ["interesting", "not"]);
    let fits = counts.width() <= screen.columns;
    lines.push(if fits { counts } else { tests(board, ["yes", "no"]) });
    lines.push(pass(board));
    if has_history {
        lines.extend(earlier(board));
    }
    lines.push(StyledLine::default().with(Role::Faint, "  best so far:"));
    let preview = preview(&board.preview, screen.columns.saturating_sub(4), spare - curve_rows);
    lines.extend(
        preview.into_iter().map(|line| StyledLine::default().with(Role::Faint, "  │ ").with(Role::Plain, line)),
    );
    if board.has_keys {
        lines.push(keys(board));
    }
    lines
}

fn spinner(board: &Board) -> StyledLine {
    let step = (board.elapsed.as_millis() / SPINNER_STEP_MS) as usize % SPINNER.len();
    StyledLine::default().with(Role::Curve, format!("{} ", SPINNER[step]))
}

fn short(board: &Board) -> StyledLine {
    let pass = board.pass();
    let waiting = board.waiting().map_or_else(String::new, |waiting| format!(", {waiting}"));
    let line = spinner(board).with(Role::Plain, board.of_subject());
    line.with(Role::Strong, format!("{} bytes", grouped(board.now as u64))).with(
        Role::Plain,
        format!(
            " ({}), {} tests, {:.0} tests/s, {pass}{waiting}, {}",
            share(board.before, board.now),
            grouped(board.counters.tests),
            board.rate(),
            time(board.elapsed)
        ),
    )
}

fn head(board: &Board, columns: usize) -> StyledLine {
    let sizes = format!("{} → {} bytes", grouped(board.before as u64), grouped(board.now as u64));
    let line =
        spinner(board).with(Role::Strong, sizes).with(Role::Good, format!("  {}", share(board.before, board.now)));
    let (line, time) = match board.is_paused {
        true => (line.with(Role::Doubtful, "  paused"), time(board.elapsed)),
        false => (line, time(board.elapsed)),
    };
    let gap = columns.saturating_sub(line.width() + time.chars().count()).max(1);
    line.with(Role::Faint, format!("{:gap$}{time}", ""))
}

/// Draws the curve with its scale: the bytes of the input at the top, and a single byte at the bottom.
fn curve_lines(board: &Board, columns: usize, rows: usize) -> Vec<StyledLine> {
    let top = grouped(board.before as u64);
    let scale = top.chars().count();
    let area = curve::rows(&board.sizes, board.elapsed, (columns.saturating_sub(scale + 4), rows));
    let line = |(row, area): (usize, String)| {
        let label = match row {
            0 => top.as_str(),
            row if row + 1 == rows => "1",
            _ => "",
        };
        let axis = if label.is_empty() { '│' } else { '┤' };
        StyledLine::default().with(Role::Faint, format!("  {label:>scale$} {axis}")).with(Role::Curve, area)
    };
    area.into_iter().enumerate().map(line).collect()
}

/// Counts the tests. `names` are those of the two verdicts.
fn tests(board: &Board, names: [&str; 2]) -> StyledLine {
    let counted = |count: u64, what: &str| format!("{} {what}", grouped(count));
    // Answers to work ahead are no tests yet.
    let runs = board.interesting + board.boring + board.unresolved;
    let ahead = if runs > board.counters.tests { format!("of {} ", counted(runs, "runs")) } else { String::new() };
    let mut line = StyledLine::default()
        .with(Role::Plain, format!("  {}, {:.0}/s: ", counted(board.counters.tests, "tests"), board.rate()))
        .with(Role::Plain, ahead)
        .with(Role::Good, counted(board.interesting, names[0]))
        .with(Role::Plain, format!(", {}", counted(board.boring, names[1])));
    let timed_out = board.timed_out().min(board.unresolved);
    for (count, what, role) in
        [(board.unresolved - timed_out, "unresolved", Role::Doubtful), (timed_out, "timed out", Role::Bad)]
    {
        if count > 0 {
            line = line.with(Role::Plain, ", ").with(role, counted(count, what));
        }
    }
    match board.waiting() {
        Some(waiting) => line.with(Role::Plain, ", ").with(Role::Doubtful, waiting),
        None => line,
    }
}

fn pass(board: &Board) -> StyledLine {
    let Some(totals) = board.at_work.and_then(|place| board.passes.get(place)) else {
        return StyledLine::default().with(Role::Plain, "  starting");
    };
    let line = StyledLine::default().with(Role::Plain, "  pass: ").with(Role::Strong, board.pass());
    line.with(Role::Plain, format!(", {} in {} tests", removed(totals), grouped(totals.tests)))
}

/// Lists the other passes, those that removed most first.
fn earlier(board: &Board) -> Option<StyledLine> {
    let others = board.passes.iter().enumerate().filter(|(place, _)| Some(*place) != board.at_work);
    let mut others: Vec<&PassTotals> = others.map(|(_, totals)| totals).filter(|totals| totals.removed > 0).collect();
    others.sort_by_key(|totals| std::cmp::Reverse(totals.removed));
    let each: Vec<String> = others.iter().map(|totals| format!("{} {}", totals.name, removed(totals))).collect();
    (!each.is_empty()).then(|| StyledLine::default().with(Role::Faint, format!("  others: {}", each.join(", "))))
}

fn removed(totals: &PassTotals) -> String {
    let sign = if totals.removed > 0 {
        "−"
    } else if totals.removed < 0 {
        "+"
    } else {
        ""
    };
    format!("{sign}{} bytes", grouped(totals.removed.unsigned_abs()))
}

fn keys(board: &Board) -> StyledLine {
    let pause = if board.is_paused { " go on   " } else { " pause   " };
    let all = [("s", " skip this pass   "), ("p", pause), ("q", " stop and keep the result")];
    all.into_iter().fold(StyledLine::default().with(Role::Plain, "  "), |line, (key, effect)| {
        line.with(Role::Strong, key).with(Role::Faint, effect)
    })
}

/// Returns the first lines of a text. A long line goes on in the next row, and bytes that cannot be shown become dots.
fn preview(text: &[u8], columns: usize, rows: usize) -> Vec<String> {
    let mut shown = Vec::new();
    for line in text.trim_ascii_end().split(|&byte| byte == b'\n') {
        let line = readable(line);
        let mut rest = line.as_str();
        loop {
            if shown.len() == rows {
                return shown;
            }
            // At least one character, or a wide one would never fit.
            let first = rest.chars().next().map_or(0, char::len_utf8);
            let end = beginning(rest, columns).len().max(first);
            shown.push(rest[..end].to_owned());
            rest = &rest[end..];
            if rest.is_empty() {
                break;
            }
        }
    }
    shown
}

fn readable(line: &[u8]) -> String {
    let mut out = String::new();
    for chunk in line.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\t' => out.extend(std::iter::repeat_n(' ', TAB_COLUMNS)),
                '\r' => {}
                c if is_disturbing(c) => out.push('·'),
                c => out.push(c),
            }
        }
        out.extend(chunk.invalid().iter().map(|_| '·'));
    }
    out
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicU64;
    use std::time::Duration;

    use expect_test::{Expect, expect};

    use super::super::board::Board;
    use super::{Extent, Screen, lines, tests};
    use grammarc_trial::oracle::Verdict;
    use grammarc_trial::trial::Counters;

    /// A reduction at work.
    fn board() -> Board {
        let mut board = Board::new(104_258, Arc::new(AtomicU64::new(2)));
        board.has_keys = true;
        board.entered("large nodes");
        board.counted(&Counters { tests: 120, ..Counters::default() });
        accepted(&mut board, "é日本\tx = 1;\u{1b}[31m\r\n".repeat(100).as_bytes());
        board.entered("nodes");
        board.counted(&Counters { tests: 1200, ..Counters::default() });
        accepted(&mut board, b"fn main() {\n\tlet x = \"a string that is longer than the sixty columns of a small terminal\";\n}\n\xff\n");
        board.sizes = [(0, 104_258), (2, 40_000), (4, 1700), (11, 105)].map(|(at, size)| (secs(at), size)).to_vec();
        board.elapsed = secs(72);
        let verdicts = [(Verdict::Interesting, 30), (Verdict::Boring, 1165), (Verdict::Unresolved, 5)];
        verdicts.iter().for_each(|&(verdict, count)| (0..count).for_each(|_| board.judged(verdict)));
        board
    }

    fn accepted(board: &mut Board, text: &[u8]) {
        board.accepted(text, text.len());
    }

    fn secs(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn check(board: &Board, (columns, rows): (usize, usize), extent: Extent, expected: &Expect) {
        let lines = lines(board, Screen { columns, rows }, extent);
        assert!(lines.len() <= rows.saturating_sub(1).max(1), "{} lines in {rows} rows", lines.len());
        assert!(lines.iter().all(|line| line.width() < columns.max(1)), "{lines:?}");
        let text: Vec<String> = lines.iter().map(|line| line.text(false).trim_end().to_owned()).collect();
        expected.assert_eq(&(text.join("\n") + "\n"));
    }

    #[test]
    fn a_large_terminal_shows_everything() {
        check(
            &board(),
            (80, 24),
            Extent::Full,
            &expect![[r#"
                ⠋ 104,258 → 95 bytes  1,097× smaller                                     1m 12s
                  104,258 ┤█▅▅
                          │███▂▂▂▂▂▂▂
                          │██████████
                          │████████████████████████████████████████████████████████████████████
                        1 ┤████████████████████████████████████████████████████████████████████
                  1,200 tests, 0/s: 30 interesting, 1,165 not, 3 unresolved, 2 timed out
                  pass: nodes, −2,105 bytes in 1,080 tests
                  others: large nodes −102,058 bytes
                  best so far:
                  │ fn main() {
                  │     let x = "a string that is longer than the sixty columns of a small term
                  │ inal";
                  │ }
                  │ ·
                  s skip this pass   p pause   q stop and keep the result
            "#]],
        );
    }

    #[test]
    fn the_file_at_work_is_named() {
        let mut board = board();
        board.file = Some("src/main.c".to_owned());
        let text: Vec<String> =
            lines(&board, Screen { columns: 80, rows: 24 }, Extent::Full).iter().map(|line| line.text(false)).collect();
        assert!(text.contains(&"  pass: nodes in src/main.c, −2,105 bytes in 1,080 tests".to_owned()), "{text:?}");
    }

    #[test]
    fn a_smaller_terminal_shows_fewer_rows() {
        let mut board = board();
        board.is_paused = true;
        check(
            &board,
            (60, 15),
            Extent::Full,
            &expect![[r#"
                ⠋ 104,258 → 95 bytes  1,097× smaller  paused         1m 12s
                  104,258 ┤█▇▂▂▂▂▂
                        1 ┤███████▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆
                  1,200 tests, 0/s: 30 yes, 1,165 no, 3 unresolved, 2 timed
                  pass: nodes, −2,105 bytes in 1,080 tests
                  others: large nodes −102,058 bytes
                  best so far:
                  │ fn main() {
                  │     let x = "a string that is longer than the sixty col
                  │ umns of a small terminal";
                  │ }
                  │ ·
                  s skip this pass   p go on   q stop and keep the result
            "#]],
        );
        board.has_keys = false;
        check(
            &board,
            (60, 15),
            Extent::Full,
            &expect![[r#"
                ⠋ 104,258 → 95 bytes  1,097× smaller  paused         1m 12s
                  104,258 ┤█▇▂▂▂▂▂
                        1 ┤███████▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆
                  1,200 tests, 0/s: 30 yes, 1,165 no, 3 unresolved, 2 timed
                  pass: nodes, −2,105 bytes in 1,080 tests
                  others: large nodes −102,058 bytes
                  best so far:
                  │ fn main() {
                  │     let x = "a string that is longer than the sixty col
                  │ umns of a small terminal";
                  │ }
                  │ ·
            "#]],
        );
    }

    #[test]
    fn runs_ahead_are_counted_apart_from_tests() {
        let mut board = board();
        board.counted(&Counters { tests: 1150, ..Counters::default() });
        let line = tests(&board, ["yes", "no"]).text(false);
        assert!(line.starts_with("  1,150 tests, 0/s: of 1,200 runs 30 yes, 1,165 no, "), "{line}");
    }

    #[test]
    fn a_very_small_terminal_shows_one_line() {
        check(
            &board(),
            (200, 8),
            Extent::Full,
            &expect![[r#"
            ⠋ 95 bytes (1,097× smaller), 1,200 tests, 0 tests/s, nodes, 1m 12s
        "#]],
        );
        check(
            &board(),
            (30, 50),
            Extent::Full,
            &expect![[r#"
            ⠋ 95 bytes (1,097× smaller),
        "#]],
        );
        check(
            &board(),
            (80, 24),
            Extent::Line,
            &expect![[r#"
            ⠋ 95 bytes (1,097× smaller), 1,200 tests, 0 tests/s, nodes, 1m 12s
        "#]],
        );
    }

    #[test]
    fn every_size_and_state_fits() {
        let fresh = Board::new(0, Arc::default());
        let mut opening = Board::new(7, Arc::default());
        opening.message = "running the input".to_owned();
        for board in [board(), fresh, opening] {
            for (columns, rows) in (1..130).flat_map(|columns| (1..40).map(move |rows| (columns, rows))) {
                let lines = lines(&board, Screen { columns, rows }, Extent::Full);
                assert!(lines.len() <= rows.saturating_sub(1).max(1), "{} lines in {rows} rows", lines.len());
                assert!(lines.iter().all(|line| line.width() < columns), "{lines:?}");
            }
        }
    }
}
