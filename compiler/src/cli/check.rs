//! `grammarc check`: what is wrong or odd with a grammar, and how each rule is parsed.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use grammarc_dsl::diagnostic::Color;
use grammarc_runtime::cli::status::{Failure, Status};
use grammarc_runtime::cli::terminal::Terminal;
use grammarc_runtime::grammar::{Grammar, Plan, Rule, RuleKind, Symbol};
use grammarc_runtime::parse::decisions::Decisions;
use grammarc_runtime::reductions::Reductions;

use super::grammars::write_out;
use crate::{Loaded, Report, clash};

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
    print_warnings(&loaded, terminal);
    Ok(loaded)
}

/// Prints what is odd with a grammar.
pub(super) fn print_warnings(loaded: &Loaded, terminal: Terminal) {
    eprint!("{}", loaded.warnings.render(color(terminal)));
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
    let decisions = Decisions::new(grammar);
    let width = grammar.rules.iter().map(|rule| rule.name.len()).max().unwrap_or(0).min(WIDEST);
    let mut out = String::new();
    for (number, rule) in grammar.rules.iter().enumerate().filter(|(_, rule)| rule.kind == RuleKind::Named) {
        let minimal = &reductions.symbols[number].minimal;
        let empty = if rule.nullable { ", can be empty" } else { "" };
        let name = format!("<{}>", rule.name);
        let plan = plan(grammar, &decisions, Symbol(number as u32));
        let _ = writeln!(out, "{name:<0$} {plan}{empty}; shortest: \"{1}\"", width + 2, minimal.escape_ascii());
    }
    out
}

/// Says how a rule is parsed, with its hidden rules: by the one that is hardest.
fn plan(grammar: &Grammar, decisions: &Decisions, symbol: Symbol) -> String {
    let rules = with_hidden(grammar, symbol);
    let plan_of = |rule: &Symbol| grammar.rules[rule.0 as usize].plan;
    let rank = |plan: &Plan| [Plan::Predict, Plan::Loop, Plan::Ordered, Plan::Chart].iter().position(|it| it == plan);
    match rules.iter().map(plan_of).max_by_key(rank) {
        Some(Plan::Predict) => "decided by the next bytes".to_owned(),
        Some(Plan::Loop) => "left-recursive, as a loop".to_owned(),
        Some(Plan::Ordered) => {
            let clash = rules.iter().find_map(|&rule| clash::of_rule(grammar, decisions, rule));
            let why = clash.map_or(String::new(), |clash| format!(": {}", clash.describe(grammar)));
            format!("alternatives tried in order{why}")
        }
        Some(Plan::Chart) | None => "by chart (Earley)".to_owned(),
    }
}

/// Returns a rule and the hidden rules that came from it.
fn with_hidden(grammar: &Grammar, symbol: Symbol) -> Vec<Symbol> {
    let name = &grammar.rules[symbol.0 as usize].name;
    let belongs = |rule: &Rule| match rule.kind {
        RuleKind::Level(lowest) => lowest == symbol,
        RuleKind::Named => false,
        _ => rule.name == *name,
    };
    let hidden = grammar.rules.iter().enumerate().filter(|(_, rule)| belongs(rule));
    [symbol].into_iter().chain(hidden.map(|(number, _)| Symbol(number as u32))).collect()
}
