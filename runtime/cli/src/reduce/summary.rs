//! The last line: before → after, tests, runs, time, file; and the same for machines.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::language::SeenLanguage;
use super::progress::{share, time};
use crate::counted::counted;
use crate::json::Json;
use grammarc_generalize::interval;
use grammarc_reduce::reduce::Minimality;
use grammarc_trial::oracle::shown;
use grammarc_trial::trial::{Counters, Rate};

/// How a reduction went.
#[derive(Debug, Clone)]
pub(super) struct Summary<'a> {
    pub(super) input: &'a Path,
    /// None for standard output.
    pub(super) output: Option<&'a Path>,
    pub(super) before: usize,
    pub(super) after: usize,
    /// The number of files before and after, of a folder.
    pub(super) files: Option<[usize; 2]>,
    /// The size and the place of the smallest text in the language, if the smallest text is not.
    pub(super) valid: Option<(usize, &'a Path)>,
    /// The place of the formatted result, if there is one.
    pub(super) pretty: Option<&'a Path>,
    pub(super) counters: Counters,
    /// How often the result is interesting, if the command is flaky.
    pub(super) rate: Option<Rate>,
    /// Candidates that crashed in another way, with their sizes in bytes.
    pub(super) slipped: &'a [(PathBuf, u64)],
    pub(super) took: Duration,
    pub(super) grammar: &'a str,
    /// How much of the input is in the language of the grammar.
    pub(super) seen: &'a SeenLanguage,
    /// How minimal the result is, if the search finished.
    pub(super) minimality: Option<Minimality>,
    /// The same of the smallest text in the language.
    pub(super) valid_minimality: Option<Minimality>,
    /// `done`, `budget`, `interrupted` or `broken`.
    pub(super) end: &'static str,
}

impl Summary<'_> {
    /// Returns one line for people.
    pub(super) fn line(&self) -> String {
        let Self { before, after, counters, .. } = self;
        // Candidates found invalid without a run of the command.
        let spared = match counters.skipped.inadmissible {
            0 => String::new(),
            count => format!(" (skipped {count} invalid)"),
        };
        let merged = match counters.assumed {
            0 => String::new(),
            count => {
                format!(" ({count} assumed to fail; with `--merge` the result may depend on the jobs and their timing)")
            }
        };
        let not_run = match counters.not_run {
            0 => String::new(),
            count => format!(" ({count} could not be run)"),
        };
        // Speculative runs whose results were not needed.
        let wasted = match counters.wasted {
            0 => String::new(),
            count => format!(" ({count} unused)"),
        };
        let rate = self.rate.map_or_else(String::new, |rate| format!(", interesting in {rate}"));
        let files = self.files.map_or_else(String::new, |[before, after]| format!("{before} → {after} files, "));
        let output = self.output.map_or_else(|| "standard output".to_owned(), shown);
        // Both results count alike: the smaller one may show another bug.
        let (sizes, output) = match self.valid {
            None => (format!("{} ({})", counted(*after, "byte"), share(*before, *after)), output),
            Some((valid, path)) => (
                format!(
                    "{} (valid {}) or {} (not valid)",
                    counted(valid, "byte"),
                    self.grammar,
                    counted(*after, "byte")
                ),
                format!("{}, {output}", shown(path)),
            ),
        };
        format!(
            "{files}{before} → {sizes}, {}{spared}{merged}{not_run}, {}{wasted}{rate}, {}: {output}",
            counted(counters.tests as usize, "test"),
            counted(counters.runs as usize, "run"),
            time(self.took),
        )
    }

    /// Returns lines on how minimal the results are. If there are two, each line says which one it is about.
    pub(super) fn minimalities(&self) -> Vec<String> {
        let valid = self.valid.and(self.valid_minimality);
        let Some(valid) = valid else { return self.minimality.iter().map(Minimality::to_string).collect() };
        let any = self.minimality.iter().map(|minimality| format!("not valid: {minimality}"));
        std::iter::once(format!("valid {}: {valid}", self.grammar)).chain(any).collect()
    }

    /// Returns one JSON object.
    pub(super) fn json(&self) -> Json {
        let Counters { asked, tests, runs, wasted, assumed, not_run, skipped } = self.counters;
        let skipped = Json::object([
            ("not_smaller", skipped.not_smaller.into()),
            ("inadmissible", skipped.inadmissible.into()),
            ("void", skipped.void.into()),
            ("repeated", skipped.repeated.into()),
        ]);
        Json::object([
            ("input", self.input.into()),
            ("output", self.output.into()),
            ("grammar", self.grammar.into()),
            ("islands", self.seen.json()),
            ("end", self.end.into()),
            ("before", self.before.into()),
            ("after", self.after.into()),
            ("files_before", self.files.map(|[before, _]| before).into()),
            ("files_after", self.files.map(|[_, after]| after).into()),
            ("valid", self.valid.map(|place| valid(place, self.valid_minimality.as_ref())).into()),
            ("formatted", self.pretty.into()),
            ("asked", asked.into()),
            ("tests", tests.into()),
            ("runs", runs.into()),
            ("wasted", wasted.into()),
            ("assumed", assumed.into()),
            ("not_run", not_run.into()),
            ("skipped", skipped),
            ("rate", self.rate.map(|rate| Json::decimal(rate.value(), 3)).into()),
            ("rate_interval", self.rate.map(interval).map(|(low, high)| Json::array([low, high].map(rounded))).into()),
            ("slipped", Json::array(self.slipped.iter().map(slipped))),
            ("minimal", self.minimality.as_ref().map(minimal).into()),
            ("seconds", Json::decimal(self.took.as_secs_f64(), 3)),
        ])
    }
}

fn valid((bytes, path): (usize, &Path), minimality: Option<&Minimality>) -> Json {
    Json::object([("file", path.into()), ("bytes", bytes.into()), ("minimal", minimality.map(minimal).into())])
}

fn rounded(rate: f64) -> Json {
    Json::decimal(rate, 3)
}

fn slipped((path, bytes): &(PathBuf, u64)) -> Json {
    Json::object([("file", path.as_path().into()), ("bytes", (*bytes).into())])
}

/// Returns the number of places in which nothing can be removed; `null` where not all were tried.
fn minimal(minimality: &Minimality) -> Json {
    let Minimality {
        nodes,
        tokens,
        windows,
        characters,
        within_language,
        within_layout,
        within_names,
        within_includes,
        by_cache,
    } = *minimality;
    Json::object([
        ("nodes", nodes.into()),
        ("tokens", tokens.into()),
        ("windows", windows.into()),
        ("characters", characters.into()),
        ("within_language", within_language.into()),
        ("within_layout", within_layout.into()),
        ("within_names", within_names.into()),
        ("within_includes", within_includes.into()),
        ("by_cache", by_cache.into()),
    ])
}
