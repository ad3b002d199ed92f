//! The bytes that may follow a token in the parser, so that a token is told apart only from those that could follow it.
//!
//! For example, behind `<` of an expression no `=` may follow, so `<` needs no look-ahead because of `<=`.

use super::lazy::is_nullable;
use crate::source::{RuleRole, SourceGrammar, SourceItem, SourceItemKind};
use grammarc_runtime::byteset::ByteSet;
use std::collections::{HashMap, HashSet};

/// The bytes that may follow each token, blanks not counted.
pub(super) struct Follow<'g> {
    /// By the name of the token, or its text with a quote before it.
    tokens: HashMap<String, ByteSet>,
    /// The bytes that follow parts that any token may be.
    behind_any: ByteSet,
    rules: HashMap<&'g str, Around>,
    nullable: &'g HashSet<String>,
    first_of_token: &'g dyn Fn(&SourceItemKind) -> ByteSet,
    /// The bytes that can end a line.
    first_of_line: ByteSet,
    has_changed: bool,
}

/// The bytes that may begin and follow a rule.
#[derive(Clone, Copy)]
struct Around {
    first: ByteSet,
    follow: ByteSet,
}

impl<'g> Follow<'g> {
    /// `first_of_token` gives the bytes that can begin a token or text.
    pub(super) fn new(
        grammar: &'g SourceGrammar,
        nullable: &'g HashSet<String>,
        first_of_token: &'g dyn Fn(&SourceItemKind) -> ByteSet,
    ) -> Self {
        let around = Around { first: ByteSet::EMPTY, follow: ByteSet::EMPTY };
        let syntax = grammar.rules.iter().filter(|rule| rule.role == RuleRole::Syntax);
        let rules = syntax.map(|rule| (rule.name.as_str(), around)).collect();
        let newline = grammar.layout.as_ref().map(|layout| SourceItemKind::Name(layout.newline.clone()));
        let first_of_line = newline.map_or(ByteSet::EMPTY, |newline| first_of_token(&newline));
        let mut follow = Self {
            tokens: HashMap::new(),
            behind_any: ByteSet::EMPTY,
            rules,
            nullable,
            first_of_token,
            first_of_line,
            has_changed: true,
        };
        while std::mem::take(&mut follow.has_changed) {
            follow.walk_rules(grammar);
        }
        follow
    }

    /// The bytes that may follow a token or text; none if the parser does not use it.
    pub(super) fn of(&self, kind: &SourceItemKind) -> Option<ByteSet> {
        let own = self.tokens.get(&key(kind)?);
        match own {
            Some(&own) => Some(own.union(self.behind_any)),
            None => (!self.behind_any.is_empty()).then_some(self.behind_any),
        }
    }

    fn walk_rules(&mut self, grammar: &SourceGrammar) {
        for rule in &grammar.rules {
            let Some(&Around { mut first, follow }) = self.rules.get(rule.name.as_str()) else {
                continue;
            };
            for alternative in &rule.alternatives {
                first = first.union(self.sequence(&alternative.items, ByteSet::EMPTY));
                self.sequence(&alternative.items, follow);
            }
            if let Some(around) = self.rules.get_mut(rule.name.as_str()) {
                self.has_changed |= around.first.grow(first);
            }
        }
    }

    /// Returns the bytes that can begin a sequence before `after`.
    fn sequence(&mut self, items: &[SourceItem], mut after: ByteSet) -> ByteSet {
        for item in items.iter().rev() {
            after = self.item(&item.kind, after);
        }
        after
    }

    fn item(&mut self, kind: &SourceItemKind, after: ByteSet) -> ByteSet {
        let first = match kind {
            SourceItemKind::Name(name) if self.rules.contains_key(name.as_str()) => {
                let Some(around) = self.rules.get_mut(name.as_str()) else {
                    return after;
                };
                self.has_changed |= around.follow.grow(after);
                around.first
            }
            SourceItemKind::Name(_) | SourceItemKind::Text { .. } => {
                if let Some(key) = key(kind) {
                    let known = self.tokens.entry(key).or_insert(ByteSet::EMPTY);
                    self.has_changed |= known.grow(after);
                }
                (self.first_of_token)(kind)
            }
            SourceItemKind::Class { .. } | SourceItemKind::Any | SourceItemKind::AnyTokenBut(_) => {
                self.has_changed |= self.behind_any.grow(after);
                ByteSet::ALL.without_end()
            }
            SourceItemKind::End | SourceItemKind::Ahead { .. } => return after,
            SourceItemKind::Group(alternatives) => {
                let firsts = alternatives.iter().map(|it| self.sequence(&it.items, after));
                return firsts.fold(ByteSet::EMPTY, ByteSet::union);
            }
            SourceItemKind::Repeat { body, max, .. } => {
                let once = self.item(&body.kind, after);
                if *max == Some(1) { once } else { self.item(&body.kind, after.union(once)) }
            }
            SourceItemKind::Separated { body, separator } => {
                let once = self.item(&body.kind, after);
                let behind = self.item(&separator.kind, once);
                self.item(&body.kind, after.union(behind))
            }
            SourceItemKind::Line => self.first_of_line,
            SourceItemKind::Block(body) | SourceItemKind::Inside(body) => {
                self.item(&body.kind, after.union(self.first_of_line));
                self.first_of_line
            }
            // Within brackets other tokens may follow a line end, but the line end itself is skipped.
            SourceItemKind::Flat(body) | SourceItemKind::Except(body, _) | SourceItemKind::Exact(body) => {
                return self.item(&body.kind, after);
            }
        };
        if is_nullable(kind, self.nullable) { first.union(after) } else { first }
    }
}

fn key(kind: &SourceItemKind) -> Option<String> {
    match kind {
        SourceItemKind::Name(name) => Some(name.clone()),
        SourceItemKind::Text { text, .. } => Some(format!("\"{text}")),
        _ => None,
    }
}
