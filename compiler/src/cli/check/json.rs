//! The report of `grammarc check --json`, for editors and other programs.

use std::ops::Range;

use grammarc_dsl::diagnostic::{Diagnostic, Severity};
use serde::Serialize;

use crate::describe::Description;
use crate::describe::witness::option;
use crate::facts::left_recursion::LeftRecursion;
use crate::{LoadedGrammar, Report};

/// The JSON's shape, for `--help`.
pub(super) const HELP: &str = "\
Print one JSON object and nothing else:

  grammar      the name of the grammar, or null if it has errors
  diagnostics  errors and warnings, sorted by place; each has
                 severity     \"error\" or \"warning\"
                 code         \"G001\", or null for one without a number
                 message, label, help (null if there is none)
                 place, related (a list of places, each with a label)
  rules        in the order of the files (empty if the grammar has errors); each has
                 name, place
                 method          \"token\", \"leaf\", \"predict\", \"loop\", \"ordered\" or \"chart\"
                 unit            \"automaton\", \"next-bytes\", \"function\", \"states\" or \"earley\": how generated code reads it
                 options         how many alternatives can remain after the next bytes: 1 if they decide, 0 without a choice
                 looks_ahead     whether it looks at more than the next byte
                 deterministic   whether the next bytes always decide
                 earley          \"never\", \"sometimes\" or \"always\": whether the rule needs it
                 left_recursion  \"none\", \"direct\", \"indirect\" or \"hidden\"
                 nullable        whether it can be empty
                 minimal         a shortest text, or null if it has 4096 bytes or more
                 cost            how many rules nest in its cheapest text, itself included; 0 for a token or leaf
                 costs           the same for each alternative (1 plus the cost of its most expensive rule); empty for a token or leaf
                 clash           null, or two options that the next bytes cannot distinguish:
                                 options (as written), and example: null, or shared (a prefix after which both options
                                 can continue) and inputs (one for each option)
                 ambiguous       a short text that has two trees, or null if none was found
                 readings        both trees of that text as `first` and `second`, in one line each, or null
                 lost            some texts that its precedence levels exclude

A place has file, start and end (bytes from 0), and line, column, end_line, end_column (from 1, in characters).
Bytes of texts that are not UTF-8 are written as \\xNN.";

/// The whole object.
#[derive(Serialize)]
struct Output<'a> {
    grammar: Option<&'a str>,
    diagnostics: Vec<Complaint>,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
struct Complaint {
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

#[derive(Serialize)]
struct PlaceJson {
    file: String,
    start: usize,
    end: usize,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

#[derive(Serialize)]
struct Rule {
    name: String,
    place: PlaceJson,
    method: &'static str,
    unit: &'static str,
    options: usize,
    looks_ahead: bool,
    deterministic: bool,
    earley: &'static str,
    left_recursion: &'static str,
    nullable: bool,
    minimal: Option<String>,
    cost: u32,
    costs: Vec<u32>,
    clash: Option<ClashJson>,
    ambiguous: Option<String>,
    readings: Option<TwoReadings>,
    lost: Vec<String>,
}

#[derive(Serialize)]
struct ClashJson {
    options: [String; 2],
    example: Option<ExampleJson>,
}

#[derive(Serialize)]
struct TwoReadings {
    first: String,
    second: String,
}

#[derive(Serialize)]
struct ExampleJson {
    shared: String,
    inputs: [String; 2],
}

/// Returns the object for a grammar that can be used.
pub(super) fn of_grammar(loaded: &LoadedGrammar, rules: &[Description]) -> String {
    let sources = ReportSources::of(&loaded.warnings);
    let rules = rules.iter().map(|rule| of_rule(loaded, &sources, rule)).collect();
    print(&Output { grammar: Some(&loaded.name), diagnostics: complaints(&loaded.warnings, &sources), rules })
}

/// Returns the object for a grammar with errors.
pub(super) fn of_report(report: &Report) -> String {
    let diagnostics = complaints(report, &ReportSources::of(report));
    print(&Output { grammar: None, diagnostics, rules: Vec::new() })
}

fn print(output: &Output<'_>) -> String {
    // Nothing in it can fail to be written: there are no maps with keys that are no texts.
    serde_json::to_string_pretty(output).map(|text| text + "\n").unwrap_or_default()
}

fn complaints(report: &Report, sources: &ReportSources<'_>) -> Vec<Complaint> {
    let mut sorted: Vec<&Diagnostic> = report.diagnostics.iter().collect();
    sorted.sort_by_key(|diagnostic| (diagnostic.file, diagnostic.span.start, diagnostic.span.end));
    let complaint = |diagnostic: &&Diagnostic| {
        let problem = &diagnostic.problem;
        let related = problem
            .related()
            .into_iter()
            .map(|(place, label)| Related { label, place: sources.place(place.file, &place.span) });
        Complaint {
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

fn of_rule(loaded: &LoadedGrammar, sources: &ReportSources<'_>, rule: &Description) -> Rule {
    let clash = rule.clash.as_ref().map(|(clash, example)| ClashJson {
        options: [0, 1].map(|number| option(&loaded.grammar, clash, number)),
        example: example.as_ref().map(|example| ExampleJson {
            shared: readable(&example.first[..example.shared]),
            inputs: [readable(&example.first), readable(&example.second)],
        }),
    });
    let file = loaded.files().position(|file| file == rule.file).unwrap_or(0);
    Rule {
        name: rule.name.clone(),
        place: sources.place(file, &rule.span),
        method: rule.method.word(),
        unit: rule.unit.word(),
        options: rule.options,
        looks_ahead: rule.looks_ahead,
        deterministic: rule.method.is_deterministic(),
        earley: rule.method.earley(),
        left_recursion: match rule.left_recursion {
            LeftRecursion::None => "none",
            LeftRecursion::Direct => "direct",
            LeftRecursion::Indirect => "indirect",
            LeftRecursion::Hidden => "hidden",
        },
        nullable: rule.nullable,
        minimal: rule.minimal.as_deref().map(readable),
        cost: rule.cost,
        costs: rule.costs.clone(),
        clash,
        ambiguous: rule.ambiguous.as_deref().map(readable),
        readings: rule
            .readings
            .as_ref()
            .map(|readings| TwoReadings { first: readings.first.clone(), second: readings.second.clone() }),
        lost: rule.lost.iter().map(|text| readable(text)).collect(),
    }
}

fn readable(text: &[u8]) -> String {
    std::str::from_utf8(text).map_or_else(|_| text.escape_ascii().to_string(), str::to_owned)
}

/// The files of a report, with where their lines begin.
struct ReportSources<'a> {
    files: Vec<(&'a str, &'a str, Vec<usize>)>,
}

impl<'a> ReportSources<'a> {
    fn of(report: &'a Report) -> Self {
        let files = report.sources.iter().map(|(path, text)| {
            let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
            (path.as_str(), text.as_str(), starts.collect())
        });
        Self { files: files.collect() }
    }

    fn place(&self, file: usize, span: &Range<usize>) -> PlaceJson {
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
