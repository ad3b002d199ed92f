//! The start rules: those that the caller or the source names, else the only rule that no other uses.

use crate::problem::ImportProblem;
use crate::source::{RuleRole, SourceGrammar, SourceItemKind, SourcePlace, SourceRule};
use crate::walk::visit_kinds;
use std::collections::HashSet;

/// Returns the names of the start rules. Without a clear one it is the first candidate, and a problem names all.
pub(super) fn starts(
    grammar: &SourceGrammar,
    wanted: Option<&str>,
    problems: &mut Vec<(SourcePlace, ImportProblem)>,
) -> Vec<String> {
    let defined: HashSet<&str> = grammar.rules.iter().map(|rule| rule.name.as_str()).collect();
    if let Some(wanted) = wanted {
        if !defined.contains(wanted) {
            let problem = ImportProblem::NoSuchStart { name: wanted.to_owned(), candidates: candidates(grammar) };
            problems.push((SourcePlace::default(), problem));
        }
        return vec![wanted.to_owned()];
    }
    let named: Vec<String> = grammar.starts.iter().filter(|name| defined.contains(name.as_str())).cloned().collect();
    if !named.is_empty() {
        return named;
    }
    let mut candidates = candidates(grammar);
    if candidates.len() != 1 {
        let problem = ImportProblem::UnclearStart { candidates: candidates.clone() };
        problems.push((SourcePlace::default(), problem));
    }
    candidates.truncate(1);
    candidates
}

/// Rules of the parser that no other rule uses, or all of them if each is used.
fn candidates(grammar: &SourceGrammar) -> Vec<String> {
    let mut used = HashSet::new();
    for rule in &grammar.rules {
        visit_kinds(&rule.alternatives, &mut |kind| match kind {
            SourceItemKind::Name(name) if *name != rule.name => {
                used.insert(name.as_str());
            }
            _ => {}
        });
    }
    let of_parser = || grammar.rules.iter().filter(|rule| matches!(rule.role, RuleRole::Syntax | RuleRole::Exact));
    let skips: HashSet<&str> = grammar.skips.iter().map(String::as_str).collect();
    let is_free = |rule: &&SourceRule| !used.contains(rule.name.as_str()) && !skips.contains(rule.name.as_str());
    let free: Vec<String> = of_parser().filter(is_free).map(|rule| rule.name.clone()).collect();
    if !free.is_empty() {
        return free;
    }
    let all: Vec<String> = of_parser().map(|rule| rule.name.clone()).collect();
    if all.is_empty() { grammar.rules.iter().map(|rule| rule.name.clone()).collect() } else { all }
}
