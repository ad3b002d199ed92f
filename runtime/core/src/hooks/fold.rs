//! The fold: a tree walked from left to right, hooks before and after each item, the state between them.

use std::ops::Range;

use super::replay::{self, Matters, Met};
use super::{State, Violation, Waiting, Wrong};
use crate::fields::wrongs;
use crate::grammar::{Grammar, Hook, Namespace, Slot};
use crate::language::Language;
use crate::tree::{NodeId, Tree};

/// Returns what a tree breaks of what its grammar asks for: what labels say and is not so, then what hooks reject, from left to right
/// as far as they were judged. Functions of the author are left out where the language does not have them.
///
/// O(n log n) time for n nodes, besides what checksums add up; nothing at all for a grammar without fields and hooks.
pub fn violations(language: &Language, text: &[u8], tree: &Tree) -> Vec<Violation> {
    let mut found = wrongs(language, text, tree);
    if !language.grammar.hooks.is_empty() {
        let mut fold = Fold { language, text, tree, state: State::new(&language.grammar), found: Vec::new() };
        fold.walk();
        found.append(&mut fold.found);
    }
    found
}

/// Returns the bytes of a node up to the last one that was not skipped: what labels and hooks see of it.
pub fn name_span(tree: &Tree, language: &Language, node: NodeId) -> Range<usize> {
    name_span_in(&language.grammar, tree, node)
}

/// As [`name_span`], by the tables of the language.
#[doc(hidden)]
pub fn name_span_in(grammar: &Grammar, tree: &Tree, node: NodeId) -> Range<usize> {
    name_in(grammar, tree, node).0
}

/// As [`name_span`]. Returns also the part of the node that ends there: behind it all is skip, or empty.
#[doc(hidden)]
pub fn name_in(grammar: &Grammar, tree: &Tree, node: NodeId) -> (Range<usize>, NodeId) {
    let Range { start, mut end } = tree.node(node).span;
    if tree.size(node) == 1 {
        return (start..end, node);
    }
    let mut open = vec![node];
    while let Some(id) = open.pop() {
        let part = tree.node(id);
        let is_skip = grammar.item(part.item).is_some_and(|item| item.slot == Slot::Skip);
        let is_whole = part.span.end < end || !part.span.is_empty() && tree.size(id) == 1;
        match is_skip && id != node {
            true => end = end.min(part.span.start),
            false if is_whole => return (start..end, id),
            false if part.span.is_empty() => {}
            false => open.extend(tree.parts(id)),
        }
    }
    (start..end.max(start), node)
}

struct Fold<'a> {
    language: &'a Language,
    text: &'a [u8],
    tree: &'a Tree,
    state: State,
    found: Vec<Violation>,
}

impl Fold<'_> {
    fn walk(&mut self) {
        let grammar = &self.language.grammar;
        // How many names were put off before each rule application at whose end they become visible.
        let mut pending = Vec::new();
        for event in self.language.matters().events(grammar, self.tree, 0..self.tree.len()) {
            let node = self.tree.node(self.tree.id_at(event.place));
            let hooks = Matters::hooks(grammar, &node);
            let span = if reads(hooks) { name_span(self.tree, self.language, node.id) } else { 0..0 };
            let met = Met { hooks, text: &self.text[span.clone()], start: span.start, key: event.place };
            if !event.is_end {
                let wrongs = replay::before(self.language, &mut self.state, &met);
                self.report(node.id, wrongs);
                pending.extend(event.settles.then(|| self.state.pending()));
                continue;
            }
            if event.settles {
                self.state.settle(pending.pop().unwrap_or_default());
            }
            let wrongs = replay::after(self.language, &mut self.state, &met);
            self.report(node.id, wrongs);
            let (tree, found) = (self.tree, &mut self.found);
            replay::close(&mut self.state, hooks, |of, waiting, _| found.push(undefined(tree, of, waiting)));
        }
        let (tree, found) = (self.tree, &mut self.found);
        replay::finish(&mut self.state, grammar, |of, waiting, _| found.push(undefined(tree, of, waiting)));
    }

    fn report(&mut self, node: NodeId, wrongs: Vec<Wrong>) {
        self.found.extend(wrongs.into_iter().map(|wrong| Violation { node, wrong }));
    }
}

/// Returns whether hooks look at the text of their item.
pub fn reads(hooks: &[Hook]) -> bool {
    hooks.iter().any(Hook::reads)
}

fn undefined(tree: &Tree, namespace: Namespace, Waiting { text, key, .. }: Waiting) -> Violation {
    Violation { node: tree.id_at(key), wrong: Wrong::Undefined { namespace, text, late: true } }
}
