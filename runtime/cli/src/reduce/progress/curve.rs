//! The size over time, drawn with block characters on a logarithmic scale.

use std::time::Duration;

/// Bars of eight heights.
const BARS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Draws sizes as an area of `columns` × `rows` characters, the top row first. The full height stands for the largest size, and one
/// eighth of a row for a single byte.
///
/// For example, 1000 bytes that become 10 after half of the time are `████▃▃▃▃` in one row.
pub(super) fn rows(sizes: &[(Duration, usize)], until: Duration, (columns, rows): (usize, usize)) -> Vec<String> {
    let most = sizes.iter().map(|&(_, bytes)| logarithm(bytes)).fold(f64::MIN_POSITIVE, f64::max);
    let heights: Vec<usize> = at_columns(sizes, until, columns)
        .map(|bytes| {
            let share = logarithm(bytes) / most;
            let eighths = (share * (8 * rows) as f64).round() as usize;
            // Only an empty text is drawn as nothing.
            eighths.max(usize::from(bytes > 0))
        })
        .collect();
    let row = |row: usize| heights.iter().map(|height| BARS[height.saturating_sub(8 * row).min(8)]).collect();
    (0..rows).rev().map(row).collect()
}

/// Returns the size at the end of each of the equal parts of the time.
fn at_columns(sizes: &[(Duration, usize)], until: Duration, columns: usize) -> impl Iterator<Item = usize> {
    let (mut next, mut bytes) = (0, 0);
    (1..=columns).map(move |column| {
        let end = until.mul_f64(column as f64 / columns as f64);
        while next < sizes.len() && (sizes[next].0 <= end || next == 0 || column == columns) {
            bytes = sizes[next].1;
            next += 1;
        }
        bytes
    })
}

fn logarithm(bytes: usize) -> f64 {
    (bytes.max(1) as f64).log10()
}

#[cfg(test)]
mod tests {
    use super::rows;
    use std::time::Duration;

    #[test]
    fn heights_are_logarithms() {
        let at = Duration::from_secs;
        let sizes = [(at(0), 1000), (at(5), 10)];
        assert_eq!(rows(&sizes, at(10), (8, 1)), ["███▃▃▃▃▃"]);
        assert_eq!(rows(&sizes, at(10), (8, 3)), ["███     ", "███     ", "████████"]);
        assert_eq!(rows(&[(at(0), 1000), (at(1), 1), (at(2), 0)], at(4), (4, 1)), ["▁   "]);
        // A curve without any time, of nothing, or without room.
        assert_eq!(rows(&[(at(0), 7)], at(0), (3, 1)), ["███"]);
        assert_eq!(rows(&[(at(0), 0)], at(1), (3, 1)), ["   "]);
        assert_eq!(rows(&[(at(0), 1), (at(0), 1)], at(1), (2, 1)), ["▁▁"]);
        assert!(rows(&sizes, at(1), (0, 0)).is_empty());
    }
}
