//! What `import` prints: warnings by kind, one line about the grammar file, JSON.

use std::collections::BTreeMap;
use std::path::Path;

use grammarc_dsl::diagnostic::{Color, Complaint, Diagnostic, Source, render};
use grammarc_import::Imported;
use grammarc_import::problem::ImportProblem;
use grammarc_runtime::cli::counted::counted;
use grammarc_runtime::grammar::{RuleKind, TerminalKind};
use grammarc_runtime::oracle::shown;
use serde::Serialize;

use crate::LoadedGrammar;
use crate::cli::complaints::{ComplaintJson, JsonSources, complaints};
use crate::cli::corpus::{CorpusJson, MeasuredCorpus};

/// Most warnings of a kind that are shown, because a grammar with actions has hundreds of them.
const MAX_SHOWN_OF_A_KIND: usize = 10;
/// How many of all warnings are drawn at once: [`render`] draws no more.
const DRAWN_AT_ONCE: usize = 100;
/// The kinds of warnings about parts that match nothing in the grammar file.
const HOLES: [&str; 3] = ["I102", "I103", "I104"];

/// The JSON's shape, for `--help`.
pub(super) const JSON_HELP: &str = "\
Print one JSON object and nothing else:

  output       the path of the grammar file, or null if none was written
  sources      the paths of the files that were read
  diagnostics  errors and warnings of the import, as in `check --json`
  warnings     number of warnings that `check` has about the grammar file
  rules        number of its rules
  tokens       number of its tokens
  start        name of its start rule
  examples     with --examples: as in `check --json`";

/// The whole object.
#[derive(Serialize)]
struct ImportJson<'a> {
    output: Option<String>,
    sources: Vec<&'a str>,
    diagnostics: Vec<ComplaintJson>,
    warnings: Option<usize>,
    rules: Option<usize>,
    tokens: Option<usize>,
    start: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    examples: Option<CorpusJson<'a>>,
}

/// Draws the problems of an import. Of each kind it draws the first ten by place, unless `is_all`.
pub(super) fn draw(imported: &Imported, is_all: bool, color: Color) -> String {
    let mut problems: Vec<&Diagnostic<ImportProblem>> = imported.problems.iter().collect();
    problems.sort_by_key(|problem| (problem.file, problem.span.start, problem.span.end));
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let shown: Vec<Diagnostic<ImportProblem>> = problems
        .into_iter()
        .filter(|problem| {
            let count = counts.entry(problem.problem.code().unwrap_or_default()).or_default();
            *count += 1;
            is_all || *count <= MAX_SHOWN_OF_A_KIND
        })
        .cloned()
        .collect();
    let sources: Vec<Source<'_>> =
        imported.files.iter().map(|file| Source { path: &file.path, text: &file.text }).collect();
    let drawn: Vec<String> = shown.chunks(DRAWN_AT_ONCE).map(|part| render(part, &sources, color)).collect();
    let mut out = drawn.join("\n");
    for (code, count) in counts.into_iter().filter(|&(_, count)| !is_all && count > MAX_SHOWN_OF_A_KIND) {
        out.push_str(&format!("note: and {} more of {code}; `--all` shows them\n", count - MAX_SHOWN_OF_A_KIND));
    }
    out
}

/// Sums up the grammar file. For example, `12 rules, 5 tokens, start <prog>; to do: 2 rules that match nothing (I103)`.
pub(super) fn summary(imported: &Imported, loaded: &LoadedGrammar) -> String {
    let (rules, tokens) = sizes(loaded);
    let mut out = format!("{}, {}, start <{}>", counted(rules, "rule"), counted(tokens, "token"), start(loaded));
    let codes = imported.problems.iter().filter_map(|problem| problem.problem.code());
    let (holes, others): (Vec<&str>, Vec<&str>) = codes.partition(|code| HOLES.contains(code));
    if !holes.is_empty() {
        let verb = if holes.len() == 1 { "matches" } else { "match" };
        let kinds: Vec<&str> = HOLES.into_iter().filter(|code| holes.contains(code)).collect();
        let rules = counted(holes.len(), "rule");
        out.push_str(&format!("; to do: {rules} that {verb} nothing ({})", kinds.join(", ")));
    }
    if !others.is_empty() {
        out.push_str(&format!("; {}", counted(others.len(), "other warning")));
    }
    out
}

/// Returns the object.
pub(super) fn json(
    imported: &Imported,
    output: Option<&Path>,
    loaded: Option<&LoadedGrammar>,
    measured: Option<&MeasuredCorpus>,
) -> String {
    let files = || imported.files.iter();
    let sources = JsonSources::new(files().map(|file| (file.path.as_str(), file.text.as_str())));
    let sizes = loaded.map(sizes);
    let object = ImportJson {
        output: output.map(shown),
        sources: files().map(|file| file.path.as_str()).collect(),
        diagnostics: complaints(&imported.problems, &sources),
        warnings: loaded.map(|loaded| loaded.warnings.diagnostics.len()),
        rules: sizes.map(|(rules, _)| rules),
        tokens: sizes.map(|(_, tokens)| tokens),
        start: loaded.map(start),
        examples: measured.map(MeasuredCorpus::json),
    };
    // Nothing in it can fail to be written: there are no maps with keys that are no texts.
    serde_json::to_string_pretty(&object).map(|text| text + "\n").unwrap_or_default()
}

/// Returns the numbers of rules and tokens.
fn sizes(loaded: &LoadedGrammar) -> (usize, usize) {
    let rules = loaded.grammar.rules.iter().filter(|rule| rule.kind == RuleKind::Named).count();
    let tokens = loaded.grammar.terminals.iter().filter(|terminal| terminal.kind == TerminalKind::Token).count();
    (rules, tokens)
}

fn start(loaded: &LoadedGrammar) -> &str {
    loaded.grammar.name(loaded.grammar.start)
}
