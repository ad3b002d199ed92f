//! Which rules can be tokens, and which must say that nothing is skipped in them.

use crate::source::{RuleRole, SourceGrammar, SourceItemKind, SourceRule};
use crate::walk::{visit_kind, visit_kinds};
use std::collections::{HashMap, HashSet};

/// How rules are marked in the grammar file.
pub(super) struct Shapes<'a> {
    regular: HashMap<&'a str, bool>,
    exact: HashSet<&'a str>,
    explicit: HashSet<&'a str>,
    has_skips: bool,
}

impl<'a> Shapes<'a> {
    /// `has_skips` says whether anything is skipped at all.
    pub(super) fn new(grammar: &'a SourceGrammar, has_skips: bool) -> Self {
        let mentions: HashMap<&str, Vec<&str>> =
            grammar.rules.iter().map(|rule| (rule.name.as_str(), mentioned(rule))).collect();
        let explicit = grammar.explicit.iter().map(String::as_str).collect();
        let mut shapes = Self { regular: regular(grammar, &mentions), exact: HashSet::new(), explicit, has_skips };
        let is_exact = |rule: &&SourceRule| match rule.role {
            RuleRole::Exact | RuleRole::Fragment => true,
            RuleRole::Token | RuleRole::Skip | RuleRole::Channel(_) => !shapes.is_regular(&rule.name),
            RuleRole::Syntax => false,
        };
        shapes.exact = grammar.rules.iter().filter(is_exact).map(|rule| rule.name.as_str()).collect();
        shapes
    }

    /// Whether a rule leads to no rule that leads back to itself.
    pub(super) fn is_regular(&self, name: &str) -> bool {
        self.regular.get(name).copied().unwrap_or(true)
    }

    /// Whether all rules in an item are regular.
    pub(super) fn has_regular_names(&self, kind: &SourceItemKind) -> bool {
        let mut is_regular = true;
        visit_kind(kind, &mut |kind| match kind {
            SourceItemKind::Name(name) => is_regular &= self.is_regular(name),
            SourceItemKind::AnyTokenBut(_) => is_regular = false,
            _ => {}
        });
        is_regular
    }

    /// The mark before a rule.
    pub(super) fn modifier(&self, rule: &SourceRule) -> &'static str {
        match rule.role {
            RuleRole::Token | RuleRole::Skip | RuleRole::Channel(_) if self.is_regular(&rule.name) => "%token ",
            _ if self.is_exact(&rule.name) || (self.has_skips && self.is_explicit(&rule.name)) => "%exact ",
            _ => "",
        }
    }

    /// Whether a rule of the parser names the skipped text itself.
    pub(super) fn is_explicit(&self, name: &str) -> bool {
        self.explicit.contains(name)
    }

    /// Whether a rule is marked `%exact`, so that nothing is skipped behind it either.
    pub(super) fn is_exact(&self, name: &str) -> bool {
        self.has_skips && self.exact.contains(name)
    }
}

/// Takes out rules that mention only regular ones, until none is left. The rest is recursive, or mentions a recursive rule.
fn regular<'a>(grammar: &'a SourceGrammar, mentions: &HashMap<&'a str, Vec<&'a str>>) -> HashMap<&'a str, bool> {
    let mut regular: HashMap<&str, bool> = grammar.rules.iter().map(|rule| (rule.name.as_str(), false)).collect();
    loop {
        let is_ready = |name: &&str| {
            let used = mentions.get(name).into_iter().flatten();
            !regular[name] && used.clone().all(|used| regular.get(used).copied().unwrap_or(true))
        };
        let ready: Vec<&str> = grammar.rules.iter().map(|rule| rule.name.as_str()).filter(is_ready).collect();
        if ready.is_empty() {
            return regular;
        }
        for name in ready {
            regular.insert(name, true);
        }
    }
}

fn mentioned(rule: &SourceRule) -> Vec<&str> {
    let mut found = Vec::new();
    visit_kinds(&rule.alternatives, &mut |kind| match kind {
        SourceItemKind::Name(name) => found.push(name.as_str()),
        SourceItemKind::AnyTokenBut(tokens) => found.extend(tokens.iter().filter_map(|token| match token {
            SourceItemKind::Name(name) => Some(name.as_str()),
            _ => None,
        })),
        _ => {}
    });
    found
}
