//! `grammarc check`: what is wrong or odd with a grammar, and how each rule is parsed.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use grammarc_dsl::diagnostic::Color;
use grammarc_runtime::cli::status::{Failure, Status};
use grammarc_runtime::cli::terminal::Terminal;
use grammarc_runtime::grammar::{Grammar, Plan, Rule, RuleKind, Symbol};
use grammarc_runtime::reductions::Reductions;

use super::grammars::write_out;
use crate::{Loaded, Report};

/// Options of `check`.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct Args {
    /// The grammar file
    pub grammar: PathBuf,
}

/// Prints warnings, and a table of the rules.
pub(super) fn run(args: &Args, terminal: Terminal) -> Result<Status, Failure> {
    let loaded = load(&args.grammar, terminal)?;
    write_out(&rules(&loaded.grammar))
}

/// Loads a grammar and prints its warnings.
///
/// # Errors
/// What is wrong with it.
pub(super) fn load(path: &Path, terminal: Terminal) -> Result<Loaded, Failure> {
    let loaded = crate::load(path).map_err(|report| wrong(&report, terminal))?;
    eprint!("{}", loaded.warnings.render(color(terminal)));
    Ok(loaded)
}

/// What is printed of a grammar that cannot be used.
pub(super) fn wrong(report: &Report, terminal: Terminal) -> Failure {
    eprintln!("{}", report.render(color(terminal)));
    Failure::usage("the grammar cannot be used")
}

fn color(terminal: Terminal) -> Color {
    if terminal.is_coloured() { Color::Always } else { Color::Never }
}

/// Longer names do not move what stands behind the others.
const WIDEST: usize = 40;

/// Describes every named rule in a line: how it is parsed, whether it can be empty, its shortest text.
fn rules(grammar: &Grammar) -> String {
    let reductions = Reductions::of(grammar);
    let width = grammar.rules.iter().map(|rule| rule.name.len()).max().unwrap_or(0).min(WIDEST);
    let mut out = String::new();
    for (number, rule) in grammar.rules.iter().enumerate().filter(|(_, rule)| rule.kind == RuleKind::Named) {
        let minimal = &reductions.symbols[number].minimal;
        let empty = if rule.nullable { ", can be empty" } else { "" };
        let name = format!("<{}>", rule.name);
        let plan = plan(grammar, Symbol(number as u32), rule);
        let _ = writeln!(out, "{name:<0$} {plan}{empty}; shortest: \"{1}\"", width + 2, minimal.escape_ascii());
    }
    out
}

/// Says how a rule is parsed, with its hidden rules: by the one that is hardest.
fn plan(grammar: &Grammar, symbol: Symbol, rule: &Rule) -> &'static str {
    let belongs = |other: &&Rule| match other.kind {
        RuleKind::Level(lowest) => lowest == symbol,
        RuleKind::Named => false,
        _ => other.name == rule.name,
    };
    let hidden = grammar.rules.iter().filter(belongs).map(|other| other.plan);
    let rank = |plan: &Plan| [Plan::Predict, Plan::Loop, Plan::Ordered, Plan::Chart].iter().position(|it| it == plan);
    match hidden.chain([rule.plan]).max_by_key(rank) {
        Some(Plan::Predict) => "decided by the next byte",
        Some(Plan::Loop) => "left-recursive, as a loop",
        Some(Plan::Ordered) => "alternatives tried in order",
        Some(Plan::Chart) | None => "by chart (Earley)",
    }
}
