//! The start rule, which ANTLR does not say: the rule that ends with the input, or that no other rule uses.

use crate::source::{SourceItemKind, SourceRule};
use crate::walk::visit_kinds;
use std::collections::HashSet;

/// The start rule, if only one rule can be it.
pub(super) fn find(rules: &[SourceRule]) -> Vec<String> {
    let mut used: HashSet<&str> = HashSet::new();
    let mut with_end: Vec<&str> = Vec::new();
    for rule in rules {
        let mut has_end = false;
        visit_kinds(&rule.alternatives, &mut |kind| match kind {
            SourceItemKind::Name(name) if *name != rule.name => {
                used.insert(name);
            }
            SourceItemKind::End => has_end = true,
            _ => {}
        });
        if has_end {
            with_end.push(&rule.name);
        }
    }
    let unused: Vec<&str> = rules.iter().map(|rule| rule.name.as_str()).filter(|name| !used.contains(name)).collect();
    let both: Vec<&str> = unused.iter().copied().filter(|name| with_end.contains(name)).collect();
    let only = |list: &[&str]| match list {
        [name] => Some(vec![(*name).to_owned()]),
        _ => None,
    };
    only(&both).or_else(|| only(&unused)).or_else(|| only(&with_end)).unwrap_or_default()
}
