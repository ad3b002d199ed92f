//! Leaves out tokens that no rule uses, such as copies of a token for other modes of the scanner. Rules of the parser stay, because each
//! can be a start.

use crate::problem::ImportProblem;
use crate::source::{RuleRole, SourceGrammar, SourceItemKind, SourcePlace};
use crate::walk::visit_kinds;
use std::collections::{HashMap, HashSet};

/// Removes the tokens and fragments that neither the parser nor `%skip` needs, and names them.
pub(super) fn leave_out(grammar: &mut SourceGrammar, problems: &mut Vec<(SourcePlace, ImportProblem)>) {
    let used = used(grammar);
    let mut place = None;
    let mut names = Vec::new();
    grammar.rules.retain(|rule| {
        let is_used = used.contains(&rule.name);
        if !is_used {
            place.get_or_insert_with(|| rule.place.clone());
            names.push(rule.name.clone());
        }
        is_used
    });
    if let Some(place) = place {
        problems.push((place, ImportProblem::Unused { names }));
    }
}

fn used(grammar: &SourceGrammar) -> HashSet<String> {
    let rules: HashMap<&str, _> = grammar.rules.iter().map(|rule| (rule.name.as_str(), rule)).collect();
    let of_parser = grammar.rules.iter().filter(|rule| matches!(rule.role, RuleRole::Syntax | RuleRole::Exact));
    let mut open: Vec<&str> = of_parser.map(|rule| rule.name.as_str()).collect();
    let named = grammar.starts.iter().chain(&grammar.skips).chain(&grammar.word);
    open.extend(named.map(String::as_str));
    open.extend(grammar.layout.iter().flat_map(|layout| [layout.newline.as_str(), layout.blank.as_str()]));
    let mut used = HashSet::new();
    while let Some(name) = open.pop() {
        if !used.insert(name.to_owned()) {
            continue;
        }
        let Some(rule) = rules.get(name) else { continue };
        visit_kinds(&rule.alternatives, &mut |kind| match kind {
            SourceItemKind::Name(name) => open.push(name),
            SourceItemKind::AnyTokenBut(kinds) => open.extend(kinds.iter().filter_map(|kind| match kind {
                SourceItemKind::Name(name) => Some(name.as_str()),
                _ => None,
            })),
            _ => {}
        });
    }
    used
}
