//! The report of `grammarc check --json`, for editors and other programs.

use serde::Serialize;

use crate::cli::complaints::{ComplaintJson, JsonSources, PlaceJson, complaints};
use crate::cli::corpus::{CorpusJson, MeasuredCorpus};
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
  examples     with --examples:
                 files, parsed        how many files were parsed, and how many of them as a whole
                 bytes, skipped       bytes of the files that parse, and how many of them %skip took
                 skipped_words        those of the latter that are no white space
                 seconds              time of all parses together
                 failures             groups of files that fail alike: count, message, and files (file, line, column)
                 left_out             files that were not parsed: file, reason

A place has file, start and end (bytes from 0), and line, column, end_line, end_column (from 1, in characters).
Bytes of texts that are not UTF-8 are written as \\xNN.";

/// The whole object.
#[derive(Serialize)]
struct Output<'a> {
    grammar: Option<&'a str>,
    diagnostics: Vec<ComplaintJson>,
    rules: Vec<Rule>,
    #[serde(skip_serializing_if = "Option::is_none")]
    examples: Option<CorpusJson<'a>>,
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
pub(super) fn of_grammar(loaded: &LoadedGrammar, rules: &[Description], measured: Option<&MeasuredCorpus>) -> String {
    let sources = JsonSources::of_report(&loaded.warnings);
    let rules = rules.iter().map(|rule| of_rule(loaded, &sources, rule)).collect();
    print(&Output {
        grammar: Some(&loaded.name),
        diagnostics: complaints(&loaded.warnings.diagnostics, &sources),
        rules,
        examples: measured.map(MeasuredCorpus::json),
    })
}

/// Returns the object for a grammar with errors.
pub(super) fn of_report(report: &Report) -> String {
    let diagnostics = complaints(&report.diagnostics, &JsonSources::of_report(report));
    print(&Output { grammar: None, diagnostics, rules: Vec::new(), examples: None })
}

fn print(output: &Output<'_>) -> String {
    // Nothing in it can fail to be written: there are no maps with keys that are no texts.
    serde_json::to_string_pretty(output).map(|text| text + "\n").unwrap_or_default()
}

fn of_rule(loaded: &LoadedGrammar, sources: &JsonSources<'_>, rule: &Description) -> Rule {
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
