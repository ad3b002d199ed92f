//! The fold: a tree walked from left to right, hooks before and after each item, the state between them.

use std::ops::Range;

use super::custom::{Node, Verdict};
use super::{Kind, Name, State, Violation, Waiting, Wrong};
use crate::fields::lies;
use crate::grammar::{At, Hook, Namespace, RuleKind, Slot};
use crate::language::Language;
use crate::tree::{NodeId, Tree};

/// Returns what a tree breaks of what its grammar asks for: the fields that lie, then what hooks reject, from left to right
/// as far as they were judged. Functions of the author are left out where the language does not have them.
///
/// O(n log n) time for n nodes, besides what checksums add up; nothing at all for a grammar without fields and hooks.
pub fn violations(language: &Language, text: &[u8], tree: &Tree) -> Vec<Violation> {
    let lies = lies(language, text, tree);
    let mut found: Vec<Violation> =
        lies.into_iter().map(|lie| Violation { node: lie.node, wrong: Wrong::Lies(lie) }).collect();
    if !language.grammar.hooks.is_empty() {
        let mut fold = Fold { language, text, tree, state: State::new(&language.grammar), found: Vec::new() };
        fold.walk();
        found.append(&mut fold.found);
    }
    found
}

/// Returns the bytes of a node without what is skipped at its end: what labels and hooks see of it.
pub fn name_span(tree: &Tree, language: &Language, node: NodeId) -> Range<usize> {
    let span = tree.node(node).span;
    let mut end = span.end;
    let mut last = node;
    loop {
        // The last part that is no skip; skip parts after it do not count.
        let mut next = None;
        for part in tree.parts(last) {
            let item = language.grammar.item(tree.node(part).item);
            if item.is_none_or(|item| item.slot != Slot::Skip) {
                next = Some(part);
            }
        }
        match next {
            Some(part) => (last, end) = (part, tree.node(part).span.end),
            None => return span.start..end.max(span.start),
        }
    }
}

struct Fold<'a> {
    language: &'a Language,
    text: &'a [u8],
    tree: &'a Tree,
    state: State,
    found: Vec<Violation>,
}

/// A node whose end is still to come.
struct Open {
    /// The place after its subtree.
    end: usize,
    index: usize,
    /// How many names were put off before it, if it is a rule application.
    pending: Option<usize>,
}

/// Returns the hooks of the item that a node was parsed for.
fn hooks_at<'a>(language: &'a Language, tree: &Tree, node: NodeId) -> &'a [Hook] {
    let grammar = &language.grammar;
    grammar.item(tree.node(node).item).map_or(&[], |item| grammar.hooks_of(item))
}

impl Fold<'_> {
    fn walk(&mut self) {
        let mut open: Vec<Open> = Vec::new();
        for index in 0..=self.tree.len() {
            while let Some(ended) = open.pop_if(|node| node.end <= index) {
                self.leave(&ended);
            }
            if index < self.tree.len() {
                open.push(self.enter(index));
            }
        }
        for number in 0..self.language.grammar.namespaces.len() as u16 {
            let of = Namespace(number);
            let lost = self.state.unfulfilled(of);
            self.report_lost(of, lost);
        }
    }

    fn enter(&mut self, index: usize) -> Open {
        let node = self.tree.id_at(index);
        let grammar = &self.language.grammar;
        for hook in hooks_at(self.language, self.tree, node) {
            match hook {
                Hook::Scope(of) => self.state.open(*of),
                Hook::Pre(function) => {
                    let Some(custom) = self.language.custom else { continue };
                    let offer = custom.pre(*function, &self.state);
                    let text = &self.text[name_span(self.tree, self.language, node)];
                    if !offer.admits(text) {
                        let wrong = Wrong::NotOffered { function: *function, text: text.to_vec() };
                        self.found.push(Violation { node, wrong });
                    }
                }
                _ => {}
            }
        }
        let production = self.tree.node(node).production.map(|id| grammar.production(id).rule);
        let rule = production.and_then(|rule| grammar.rule(rule));
        let is_application = rule.is_some_and(|rule| matches!(rule.kind, RuleKind::Named | RuleKind::Level(_)));
        Open { end: index + self.tree.size(node), index, pending: is_application.then(|| self.state.pending()) }
    }

    fn leave(&mut self, ended: &Open) {
        if let Some(pending) = ended.pending {
            self.state.settle(pending);
        }
        let node = self.tree.id_at(ended.index);
        let hooks = hooks_at(self.language, self.tree, node);
        if hooks.iter().any(|hook| !matches!(hook, Hook::Scope(_) | Hook::Keep)) {
            let span = name_span(self.tree, self.language, node);
            let text = &self.text[span.clone()];
            hooks.iter().for_each(|hook| self.judge(hook, node, text, span.start));
        }
        for hook in hooks.iter().rev() {
            if let Hook::Scope(of) = hook {
                let lost = self.state.close(*of);
                self.report_lost(*of, lost);
            }
        }
    }

    /// Judges and records one item, after it.
    fn judge(&mut self, hook: &Hook, node: NodeId, text: &[u8], start: usize) {
        let state = &mut self.state;
        match *hook {
            Hook::Def { namespace, at, unique, fold } => {
                if unique && state.is_taken(namespace, text, fold) {
                    self.found.push(Violation { node, wrong: Wrong::Taken { namespace, text: text.to_vec() } });
                }
                let kind = if at == At::Scope { Kind::Early } else { Kind::Definition };
                let name = Name { text: text.to_vec(), fold, kind };
                if at == At::End { state.put_off(namespace, name) } else { state.define(namespace, name) }
            }
            Hook::Use { namespace, late, fold } => {
                if state.is_defined(namespace, text, fold) {
                    return;
                }
                if late || state.is_early(namespace) {
                    let key = self.tree.index_of(node).unwrap_or_default();
                    state.wait(namespace, Waiting { text: text.to_vec(), fold, early: !late, key });
                } else {
                    let wrong = Wrong::Undefined { namespace, text: text.to_vec(), late };
                    self.found.push(Violation { node, wrong });
                }
            }
            Hook::Unique { namespace, fold } => {
                if state.is_taken(namespace, text, fold) {
                    self.found.push(Violation { node, wrong: Wrong::Taken { namespace, text: text.to_vec() } });
                } else {
                    state.define(namespace, Name { text: text.to_vec(), fold, kind: Kind::Taken });
                }
            }
            Hook::Post(function) => {
                let Some(custom) = self.language.custom else { return };
                if let Verdict::Reject(reason) = custom.post(function, state, Node::new(text, start)) {
                    let wrong = Wrong::Rejected { function, text: text.to_vec(), reason };
                    self.found.push(Violation { node, wrong });
                }
            }
            Hook::Scope(_) | Hook::Pre(_) | Hook::Keep => {}
        }
    }

    fn report_lost(&mut self, namespace: Namespace, lost: Vec<Waiting>) {
        for Waiting { text, key, .. } in lost {
            let wrong = Wrong::Undefined { namespace, text, late: true };
            self.found.push(Violation { node: self.tree.id_at(key), wrong });
        }
    }
}
