//! `fuzz --stats`: how much of the grammar some texts cover, how long they are, and how deep their rules nest.

use std::fmt::Write as _;

use grammarc_reduce::format::Format;
use grammarc_steer::cover::Coverage;

use crate::json::Json;

/// Greatest length of the paths that are counted, in alternatives.
const MAX_LENGTH: usize = 3;

/// Numbers about the texts of a run.
pub(super) struct Stats<'a> {
    language: &'a Format,
    /// By length of the paths, from 1; without the lengths of which there are too many.
    coverages: Vec<Coverage<'a>>,
    /// The texts that the parser read otherwise than they were written, or not at all.
    unread: usize,
    /// The length of each text in bytes.
    bytes: Vec<usize>,
    /// How deep alternatives nest in each text.
    depths: Vec<usize>,
}

impl<'a> Stats<'a> {
    pub(super) fn new(language: &'a Format) -> Self {
        let coverages = (1..=MAX_LENGTH).map_while(|length| Coverage::new(language, length).ok()).collect();
        Self { language, coverages, unread: 0, bytes: Vec::new(), depths: Vec::new() }
    }

    /// Adds a text. Takes one parse.
    pub(super) fn note(&mut self, text: &[u8]) {
        self.bytes.push(text.len());
        let tree = self.language.parse(text).ok();
        let Some(trace) = tree.and_then(|tree| self.language.trace(text, &tree)) else {
            self.unread += 1;
            return;
        };
        for coverage in &mut self.coverages {
            coverage.note(&trace);
        }
        self.depths.extend(self.coverages.first().map(|coverage| coverage.depth(&trace)));
    }

    /// Returns all numbers, for people or as JSON.
    pub(super) fn shown(&mut self, is_json: bool) -> String {
        self.bytes.sort_unstable();
        self.depths.sort_unstable();
        if is_json { format!("{}\n", self.json()) } else { self.table() }
    }

    fn table(&self) -> String {
        let mut table = format!("texts          {}\n", self.bytes.len());
        if self.unread > 0 {
            _ = writeln!(table, "not parsed     {}", self.unread);
        }
        for (name, values) in [("bytes", &self.bytes), ("depth", &self.depths)] {
            let Spread { min, median, p90, max } = Spread::of(values);
            _ = writeln!(table, "{name:<14} min {min}, median {median}, p90 {p90}, max {max}");
        }
        for coverage in &self.coverages {
            let name = match coverage.length() {
                1 => "alternatives".to_owned(),
                length => format!("{length}-paths"),
            };
            let (covered, all) = (coverage.covered(), coverage.count());
            _ = writeln!(table, "{name:<14} {covered} of {all} ({}%)", percent(covered, all));
        }
        table
    }

    fn json(&self) -> Json {
        let spread = |values: &[usize]| {
            let Spread { min, median, p90, max } = Spread::of(values);
            let number = |value: usize| Json::Number(value as u64);
            Json::object([("min", number(min)), ("median", number(median)), ("p90", number(p90)), ("max", number(max))])
        };
        let paths = self.coverages.iter().map(|coverage| {
            Json::object([
                ("length", Json::Number(coverage.length() as u64)),
                ("covered", Json::Number(coverage.covered() as u64)),
                ("all", Json::Number(coverage.count() as u64)),
                ("missing", Json::array(coverage.missing().map(|path| Json::Text(path.to_string())))),
            ])
        });
        Json::object([
            ("texts", Json::Number(self.bytes.len() as u64)),
            ("not_parsed", Json::Number(self.unread as u64)),
            ("bytes", spread(&self.bytes)),
            ("depth", spread(&self.depths)),
            ("paths", Json::array(paths)),
        ])
    }
}

/// How numbers are spread.
struct Spread {
    min: usize,
    median: usize,
    /// Nine of ten are not greater.
    p90: usize,
    max: usize,
}

impl Spread {
    /// Takes sorted numbers. Without numbers, all is 0.
    fn of(sorted: &[usize]) -> Self {
        let at = |tenths: usize| sorted.get(sorted.len().saturating_sub(1) * tenths / 10).copied().unwrap_or(0);
        Self { min: at(0), median: at(5), p90: at(9), max: at(10) }
    }
}

/// Returns a part as whole percent, rounded down, so that 100 means all.
fn percent(part: usize, all: usize) -> usize {
    (100 * part).checked_div(all).unwrap_or(100)
}

#[cfg(test)]
mod tests {
    use super::{Spread, percent};

    #[test]
    fn quantiles_are_numbers_of_the_list() {
        let Spread { min, median, p90, max } = Spread::of(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 100]);
        assert_eq!((min, median, p90, max), (1, 5, 9, 100));
        let Spread { min, max, .. } = Spread::of(&[]);
        assert_eq!((min, max), (0, 0));
    }

    #[test]
    fn only_all_is_100_percent() {
        assert_eq!((percent(999, 1_000), percent(0, 0), percent(3, 3)), (99, 100, 100));
    }
}
