//! A compiled grammar: the tables, and the names, texts and places that generated code and messages show.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use grammarc_dsl::ast::{DirectiveKind, Span};
use grammarc_dsl::diagnostic::{Color, Diagnostic, Source, render};
use grammarc_runtime::format::Format;
use grammarc_runtime::grammar::{Grammar, Symbol};
use grammarc_runtime::language::Language;
use grammarc_runtime::parse::decisions::Decisions;
use grammarc_runtime::parse::interpreter;
use grammarc_runtime::regular::Automata;

use crate::desugar::LoweredGrammar;
use crate::import::Sources;
use crate::plan::CodePlan;
use crate::resolve::Program;

/// A grammar that was read and lowered.
#[derive(Debug, Clone)]
pub struct LoadedGrammar {
    /// The stem of its file.
    /// For example, `html` for `grammars/html.bnf`.
    pub name: String,
    /// Its tables, with facts and plans.
    pub grammar: Grammar,
    /// The rules that the grammar uses, in the order of the files.
    pub rules: Vec<RuleText>,
    /// For each symbol the rule that it was written as or within, as an index into `rules`; none for a terminal without a
    /// name.
    origins: Vec<Option<usize>>,
    /// The automata of its expressions.
    automata: Arc<Automata>,
    /// The decision graphs that the interpreter walks.
    decisions: Decisions,
    /// Warnings for the author of the grammar.
    pub warnings: Report,
    /// The author's functions: a run without compiled code leaves them out.
    pub left_out: Report,
    /// The `%rust` blocks, verbatim, in order.
    pub rust: Vec<String>,
}

/// A rule as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleText {
    /// A name that no other rule of the grammar has.
    pub name: String,
    /// Its text, modifiers included, comments above it not.
    pub text: String,
    /// The lines of its `##` comment.
    pub doc: Vec<String>,
    /// The path of its file as messages show it.
    pub file: String,
    /// Where it stands in that file.
    pub span: Span,
}

impl LoadedGrammar {
    /// Keeps the parts of a lowered program that later stages read.
    pub(crate) fn new(
        name: String,
        program: &Program<'_>,
        lowered: LoweredGrammar,
        decisions: Decisions,
        reports: (Report, Report),
    ) -> Self {
        let LoweredGrammar { grammar, origins, automata } = lowered;
        let mut used: Vec<usize> = origins.iter().flatten().copied().collect();
        used.sort_unstable();
        used.dedup();
        let place = |origin: Option<usize>| origin.and_then(|rule| used.binary_search(&rule).ok());
        Self {
            name,
            grammar,
            automata: Arc::new(automata),
            origins: origins.into_iter().map(place).collect(),
            decisions,
            rules: used.iter().map(|&rule| rule_text(program, rule)).collect(),
            warnings: reports.0,
            left_out: reports.1,
            rust: rust_blocks(program.sources),
        }
    }

    /// Returns the automata of its expressions.
    #[doc(hidden)]
    pub fn automata(&self) -> &Automata {
        &self.automata
    }

    /// Chooses how generated code reads and writes the texts of the grammar.
    #[doc(hidden)]
    pub fn code_plan(&self) -> CodePlan {
        CodePlan::new(&self.grammar, &self.automata, &self.decisions)
    }

    /// Returns the rule that a symbol was written as. For a hidden rule it is the rule around it; none for a terminal without a
    /// name.
    pub fn origin(&self, symbol: Symbol) -> Option<&RuleText> {
        self.rules.get(self.origins.get(symbol.0 as usize).copied()??)
    }

    /// Returns the paths of the grammar file and of everything it imports, as messages show them.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.warnings.sources().map(|(path, _)| path)
    }

    /// Returns the format: parser, fuzzer and reducer that interpret the tables.
    pub fn format(&self) -> Format {
        Format::of(self.language())
    }

    /// Returns the language that interprets the tables, ready to parse.
    pub fn language(&self) -> Language {
        let mut language = Language::new(Cow::Owned(self.name.clone()), self.grammar.clone(), interpreter::parse);
        language.automata = self.automata.shared(&self.grammar);
        language.decisions = OnceLock::from(self.decisions.clone());
        language
    }
}

fn rule_text(program: &Program<'_>, rule: usize) -> RuleText {
    let definition = &program.rules[rule];
    let source = &program.sources.files[definition.file];
    let span = definition.rule.span.clone();
    RuleText {
        name: definition.name.clone(),
        text: source.text.get(span.clone()).unwrap_or_default().trim_end().to_owned(),
        doc: definition.rule.doc.clone(),
        file: source.name.clone(),
        span,
    }
}

fn rust_blocks(sources: &Sources) -> Vec<String> {
    let directives = sources.files.iter().flat_map(|source| source.directives());
    let blocks = directives.filter_map(|directive| match &directive.kind {
        DirectiveKind::Rust(code) => Some(code.clone()),
        _ => None,
    });
    blocks.collect()
}

/// The diagnostics of a grammar: errors and warnings.
#[derive(Clone, Default)]
pub struct Report {
    /// The complaints, in no order.
    pub diagnostics: Vec<Diagnostic>,
    /// Every file on disk that was read or looked for: when one of them changes, so may the report.
    pub files: Vec<PathBuf>,
    /// Path and text of each file that they point into.
    pub(crate) sources: Vec<(String, String)>,
}

impl Report {
    /// Makes a report on these files.
    pub(crate) fn new(diagnostics: Vec<Diagnostic>, sources: &Sources) -> Self {
        let files = sources.paths.clone();
        let sources = sources.files.iter().map(|source| (source.name.clone(), source.text.clone())).collect();
        Self { diagnostics, files, sources }
    }

    /// Returns whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.diagnostics.is_empty()
    }

    /// Returns path and text of each file that they point into.
    #[doc(hidden)]
    pub fn sources(&self) -> impl Iterator<Item = (&str, &str)> {
        self.sources.iter().map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// Draws all complaints, sorted by file and place.
    pub fn render(&self, color: Color) -> String {
        let sources: Vec<_> = self.sources().map(|(path, text)| Source { path, text }).collect();
        render(&self.diagnostics, &sources, color)
    }
}

/// Draws without colours.
impl std::fmt::Display for Report {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.render(Color::Never))
    }
}

/// Draws the diagnostics, starting on a new line, because `unwrap` prints this behind its own message.
impl std::fmt::Debug for Report {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "\n{self}")
    }
}

impl std::error::Error for Report {}
