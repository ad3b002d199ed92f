//! Errors and warnings as JSON, with lines and columns: for `check --json` and `import --json`.

use std::ops::Range;

use grammarc_dsl::diagnostic::{Complaint, Diagnostic, Severity};
use serde::Serialize;

use crate::Report;

/// An error or warning.
#[derive(Serialize)]
pub(super) struct ComplaintJson {
    severity: &'static str,
    code: Option<&'static str>,
    message: String,
    label: String,
    help: Option<String>,
    place: PlaceJson,
    related: Vec<Related>,
}

#[derive(Serialize)]
struct Related {
    label: &'static str,
    place: PlaceJson,
}

/// A range of a file.
#[derive(Serialize)]
pub(super) struct PlaceJson {
    file: String,
    start: usize,
    end: usize,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

/// Returns the objects of errors and warnings, sorted by file and place.
pub(super) fn complaints<P: Complaint>(diagnostics: &[Diagnostic<P>], sources: &JsonSources<'_>) -> Vec<ComplaintJson> {
    let mut sorted: Vec<&Diagnostic<P>> = diagnostics.iter().collect();
    sorted.sort_by_key(|diagnostic| (diagnostic.file, diagnostic.span.start, diagnostic.span.end));
    let complaint = |diagnostic: &&Diagnostic<P>| {
        let problem = &diagnostic.problem;
        let related = problem
            .related()
            .into_iter()
            .map(|(place, label)| Related { label, place: sources.place(place.file, &place.span) });
        ComplaintJson {
            severity: match problem.severity() {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            code: problem.code(),
            message: problem.message(),
            label: problem.label(),
            help: problem.help(),
            place: sources.place(diagnostic.file, &diagnostic.span),
            related: related.collect(),
        }
    };
    sorted.iter().map(complaint).collect()
}

/// Files that complaints point into, with where their lines begin.
pub(super) struct JsonSources<'a> {
    files: Vec<(&'a str, &'a str, Vec<usize>)>,
}

impl<'a> JsonSources<'a> {
    /// Takes the paths and texts of files.
    pub(super) fn new(files: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        let files = files.map(|(path, text)| {
            let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
            (path, text, starts.collect())
        });
        Self { files: files.collect() }
    }

    /// Takes the files of a report.
    pub(super) fn of_report(report: &'a Report) -> Self {
        Self::new(report.sources())
    }

    /// Returns a range of one of the files, by its index.
    pub(super) fn place(&self, file: usize, span: &Range<usize>) -> PlaceJson {
        let path = self.files.get(file).map_or("", |(path, ..)| path);
        let (line, column) = self.position(file, span.start);
        let (end_line, end_column) = self.position(file, span.end.max(span.start));
        PlaceJson { file: path.to_owned(), start: span.start, end: span.end, line, column, end_line, end_column }
    }

    /// Line and column of a byte, both from 1.
    fn position(&self, file: usize, at: usize) -> (usize, usize) {
        let Some((_, text, starts)) = self.files.get(file) else { return (1, 1) };
        let line = starts.partition_point(|&start| start <= at).max(1);
        let start = starts[line - 1];
        let before = text.get(start..at.min(text.len())).unwrap_or_default();
        (line, before.chars().count() + 1)
    }
}
