//! The figures of a folder of examples: for people in a few lines, for programs as JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use grammarc_runtime::cli::counted::counted;
use grammarc_runtime::cli::status::Status;
use grammarc_runtime::oracle::shown;
use grammarc_runtime::parse::{ErrorKind, ParseError};
use serde::Serialize;

use super::measure::ExampleOutcome;

/// Most groups of failures that are printed.
const MAX_PRINTED_GROUPS: usize = 10;
/// Share of skipped bytes, white space aside, from which on "it parses" says little: a half.
const SUSPICIOUS_SHARE: f64 = 0.5;

/// The outcomes for the files of a folder.
pub(in crate::cli) struct MeasuredCorpus {
    parsed: usize,
    bytes: usize,
    skipped: usize,
    skipped_words: usize,
    /// Size of the files that were parsed to their end or to an error.
    time: Duration,
    /// Files that fail alike, the largest group first.
    groups: Vec<FailureGroup>,
    left_out: Vec<LeftOutFile>,
}

/// Files that fail where the same was expected.
#[derive(Serialize)]
struct FailureGroup {
    count: usize,
    message: String,
    files: Vec<FailurePlace>,
}

/// Where a file stops.
#[derive(Serialize)]
struct FailurePlace {
    file: String,
    line: usize,
    column: usize,
}

/// A file that was not parsed.
#[derive(Clone, Serialize)]
struct LeftOutFile {
    file: String,
    reason: String,
}

/// The figures as JSON.
#[derive(Serialize)]
pub(in crate::cli) struct CorpusJson<'a> {
    files: usize,
    parsed: usize,
    bytes: usize,
    skipped: usize,
    skipped_words: usize,
    seconds: f64,
    failures: &'a [FailureGroup],
    left_out: &'a [LeftOutFile],
}

impl MeasuredCorpus {
    /// Sums up the outcomes of files.
    pub(super) fn new(files: &[PathBuf], outcomes: Vec<ExampleOutcome>) -> Self {
        let mut measured = Self {
            parsed: 0,
            bytes: 0,
            skipped: 0,
            skipped_words: 0,
            time: Duration::ZERO,
            groups: Vec::new(),
            left_out: Vec::new(),
        };
        let mut groups: BTreeMap<String, FailureGroup> = BTreeMap::new();
        let mut fail = |key: String, message: String, place: FailurePlace| {
            let group = groups.entry(key).or_insert(FailureGroup { count: 0, message, files: Vec::new() });
            group.count += 1;
            group.files.push(place);
        };
        for (path, outcome) in files.iter().zip(outcomes) {
            let file = shown(path);
            match outcome {
                ExampleOutcome::Parsed(parsed) => {
                    measured.parsed += 1;
                    measured.bytes += parsed.bytes;
                    measured.skipped += parsed.skipped;
                    measured.skipped_words += parsed.skipped_words;
                    measured.time += parsed.time;
                }
                ExampleOutcome::Refused { time, error } => {
                    measured.time += time;
                    let place = FailurePlace { file, line: error.line, column: error.column };
                    fail(key(&error), error.message(), place);
                }
                ExampleOutcome::TimedOut => {
                    let message = "no answer within the time limit".to_owned();
                    fail(message.clone(), message, FailurePlace { file, line: 1, column: 1 });
                }
                ExampleOutcome::LeftOut(reason) => measured.left_out.push(LeftOutFile { file, reason }),
            }
        }
        measured.groups = groups.into_values().collect();
        measured.groups.sort_by_key(|group| std::cmp::Reverse(group.count));
        measured
    }

    /// Returns how many files were parsed, or refused.
    fn files(&self) -> usize {
        self.parsed + self.groups.iter().map(|group| group.count).sum::<usize>()
    }

    /// Whether every file parses.
    pub(in crate::cli) fn status(&self) -> Status {
        if self.groups.is_empty() { Status::Done } else { Status::No }
    }

    /// Returns the lines for people.
    pub(in crate::cli) fn lines(&self) -> String {
        let share = |part: usize| 100.0 * part as f64 / self.bytes.max(1) as f64;
        let seconds = self.time.as_secs_f64();
        let mut out = format!("parsed {} of {}", self.parsed, counted(self.files(), "file"));
        // Writing to a string cannot fail.
        if self.parsed > 0 {
            let (all, words) = (share(self.skipped), share(self.skipped_words));
            let _ = write!(out, "; {all:.1} % of their bytes are skipped, {words:.1} % besides white space");
        }
        let _ = write!(out, "; {seconds:.2} s");
        if self.groups.is_empty() && seconds > 0.0 {
            let _ = write!(out, ", {:.1} MB/s", self.bytes as f64 / 1e6 / seconds);
        }
        out.push('\n');
        if share(self.skipped_words) > 100.0 * SUSPICIOUS_SHARE {
            out.push_str(
                "note: more than half of the text is skipped, so that it parses says little: look at `%skip`\n",
            );
        }
        for group in self.groups.iter().take(MAX_PRINTED_GROUPS) {
            let first = &group.files[0];
            let (count, file, line, column) = (group.count, &first.file, first.line, first.column);
            let _ = writeln!(out, "{count:>5}  {file}:{line}:{column}: {}", group.message);
        }
        let more = self.groups.iter().skip(MAX_PRINTED_GROUPS);
        let (groups, files) = more.fold((0, 0), |(groups, files), group| (groups + 1, files + group.count));
        if groups > 0 {
            let _ = writeln!(out, "{files:>5}  in {} more", counted(groups, "group"));
        }
        self.add_left_out(&mut out);
        out
    }

    fn add_left_out(&self, out: &mut String) {
        let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for file in &self.left_out {
            reasons.entry(&file.reason).or_default().push(&file.file);
        }
        for (reason, files) in reasons {
            let _ = writeln!(out, "left out, {reason}: {}, for example {}", counted(files.len(), "file"), files[0]);
        }
    }

    /// Returns the figures for programs.
    pub(in crate::cli) fn json(&self) -> CorpusJson<'_> {
        CorpusJson {
            files: self.files(),
            parsed: self.parsed,
            bytes: self.bytes,
            skipped: self.skipped,
            skipped_words: self.skipped_words,
            seconds: self.time.as_secs_f64(),
            failures: &self.groups,
            left_out: &self.left_out,
        }
    }
}

/// Returns the key of a group of failures: the texts that were expected.
fn key(error: &ParseError) -> String {
    match error.kind {
        ErrorKind::Unexpected => error.expected.join(", "),
        _ => error.message(),
    }
}
