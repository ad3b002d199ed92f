//! The last line: before → after, tests, runs, time, file; and the same for machines.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::language::Seen;
use super::progress::{percent, time};
use crate::oracle::shown;
use crate::reduce::Minimality;
use crate::trial::{Counters, Rate};

/// How a reduction went.
#[derive(Debug, Clone)]
pub(super) struct Summary<'a> {
    pub(super) input: &'a Path,
    /// None for standard output.
    pub(super) output: Option<&'a Path>,
    pub(super) before: usize,
    pub(super) after: usize,
    pub(super) counters: Counters,
    /// How often the result is interesting, if the command does not always say the same.
    pub(super) rate: Option<Rate>,
    /// Candidates that crashed in another way, and how many bytes they have.
    pub(super) slipped: &'a [(PathBuf, u64)],
    pub(super) took: Duration,
    pub(super) grammar: &'a str,
    /// How much of the input is in the language of the grammar.
    pub(super) seen: &'a Seen,
    /// What is known of the result, if the search was through.
    pub(super) minimality: Option<Minimality>,
    /// `done`, `budget`, `interrupted` or `broken`.
    pub(super) end: &'static str,
}

impl Summary<'_> {
    /// Returns one line for people.
    pub(super) fn line(&self) -> String {
        let Self { before, after, counters, .. } = self;
        // What was found wrong without the command.
        let spared = match counters.skipped.inadmissible {
            0 => String::new(),
            count => format!(" ({count} spared)"),
        };
        // What was judged ahead of time and not needed.
        let wasted = match counters.wasted {
            0 => String::new(),
            count => format!(" ({count} for nothing)"),
        };
        let rate = self.rate.map_or_else(String::new, |rate| format!(", interesting in {rate}"));
        format!(
            "{before} → {after} bytes ({}), {} tests{spared}, {} runs{wasted}{rate}, {}: {}",
            percent(*before, *after),
            counters.tests,
            counters.runs,
            time(self.took),
            self.output.map_or_else(|| "standard output".to_owned(), shown)
        )
    }

    /// Returns one JSON object.
    pub(super) fn json(&self) -> String {
        let counters = &self.counters;
        let skipped = &counters.skipped;
        let minimal = self.minimality.map_or_else(|| "null".to_owned(), |it| minimal(&it));
        let slipped: Vec<String> = self.slipped.iter().map(slipped).collect();
        let output = self.output.map_or_else(|| "null".to_owned(), |path| json_string(&path.to_string_lossy()));
        format!(
            "{{\"input\":{},\"output\":{output},\"grammar\":{},\"islands\":{},\"end\":\"{}\",\"before\":{},\"after\":{},\
             \"asked\":{},\"tests\":{},\"runs\":{},\"wasted\":{},\"skipped\":{{\"not_smaller\":{},\"inadmissible\":{},\"void\":{},\
             \"repeated\":{}}},\"rate\":{},\"slipped\":[{}],\"minimal\":{minimal},\"seconds\":{:.3}}}",
            json_string(&self.input.to_string_lossy()),
            json_string(self.grammar),
            self.seen.json(),
            self.end,
            self.before,
            self.after,
            counters.asked,
            counters.tests,
            counters.runs,
            counters.wasted,
            skipped.not_smaller,
            skipped.inadmissible,
            skipped.void,
            skipped.repeated,
            self.rate.map_or_else(|| "null".to_owned(), |rate| format!("{:.3}", rate.value())),
            slipped.join(","),
            self.took.as_secs_f64()
        )
    }
}

fn slipped((path, bytes): &(PathBuf, u64)) -> String {
    format!("{{\"file\":{},\"bytes\":{bytes}}}", json_string(&path.to_string_lossy()))
}

/// How many places there are in which nothing can go; `null` where not all have been tried.
fn minimal(minimality: &Minimality) -> String {
    let number = |count: Option<usize>| count.map_or_else(|| "null".to_owned(), |count| count.to_string());
    let Minimality { nodes, tokens, windows, characters, within_language, within_layout } = *minimality;
    let [nodes, tokens, windows, characters] = [nodes, tokens, windows, characters].map(number);
    format!(
        "{{\"nodes\":{nodes},\"tokens\":{tokens},\"windows\":{windows},\"characters\":{characters},\
         \"within_language\":{within_language},\"within_layout\":{within_layout}}}"
    )
}

/// Returns a text as JSON has it.
pub(in crate::cli) fn json_string(text: &str) -> String {
    let mut result = String::from("\"");
    for c in text.chars() {
        // Writing to a string cannot fail.
        let _ = match c {
            '"' | '\\' => write!(result, "\\{c}"),
            c if c.is_control() => write!(result, "\\u{:04x}", u32::from(c)),
            c => write!(result, "{c}"),
        };
    }
    result.push('"');
    result
}
