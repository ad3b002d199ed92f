//! The fold: a tree walked from left to right, hooks before and after each item, the state between them.
//!
//! The steps of a small fold:
//!
//! ```text
//! { let x = 1; print x; }      <block> @scope(vars), <name> @def(vars), <name> @use(vars)
//!
//! before the block             open a scope
//! after `x` in `let x`         define x
//! after `x` in `print x`       x is defined: no violation
//! after the block              close the scope: x is forgotten
//! ```

use super::fields::wrongs;
use super::replay::{self, HookFacts, HookedItem};
use super::{Meaning, PendingUse, State, Violation, ViolationKind};
use crate::grammar::{Hook, Namespace};
use crate::tree::{NodeId, Tree, name_span};

/// Returns the violations in a tree: first computed fields, repeated texts and counts that are wrong, then the names and texts that
/// hooks reject, from left to right. The author's functions are skipped if the language does not have them.
///
/// O(n log n) time for n nodes, plus the bytes that checksums read; no time for a grammar without fields and hooks.
pub fn violations(meaning: Meaning<'_>, text: &[u8], tree: &Tree) -> Vec<Violation> {
    let mut found = wrongs(meaning, text, tree);
    if !meaning.grammar.hooks.is_empty() {
        let mut fold = Fold { meaning, text, tree, state: State::new(meaning.grammar), found: Vec::new() };
        fold.walk();
        found.append(&mut fold.found);
    }
    found
}

struct Fold<'a> {
    meaning: Meaning<'a>,
    text: &'a [u8],
    tree: &'a Tree,
    state: State,
    found: Vec<Violation>,
}

impl Fold<'_> {
    fn walk(&mut self) {
        let grammar = self.meaning.grammar;
        // For each open rule application at whose end names become visible: the number of names put off before it.
        let mut pending = Vec::new();
        for event in self.meaning.matters().events(grammar, self.tree, 0..self.tree.len()) {
            let node = self.tree.node(self.tree.id_at(event.place));
            let hooks = HookFacts::hooks(grammar, &node);
            let span = if reads(hooks) { name_span(grammar, self.tree, node.id) } else { 0..0 };
            let met = HookedItem { hooks, text: &self.text[span.clone()], start: span.start, key: event.place };
            if !event.is_end {
                let wrongs = replay::before(self.meaning.custom, &mut self.state, &met);
                self.report(node.id, wrongs);
                pending.extend(event.settles.then(|| self.state.pending()));
                continue;
            }
            if event.settles {
                self.state.settle(pending.pop().unwrap_or_default());
            }
            let wrongs = replay::after(self.meaning.custom, &mut self.state, &met);
            self.report(node.id, wrongs);
            let (tree, found) = (self.tree, &mut self.found);
            replay::close(&mut self.state, hooks, |of, waiting, _| found.push(undefined(tree, of, waiting)));
        }
        let (tree, found) = (self.tree, &mut self.found);
        replay::finish(&mut self.state, grammar, |of, waiting, _| found.push(undefined(tree, of, waiting)));
    }

    fn report(&mut self, node: NodeId, wrongs: Vec<ViolationKind>) {
        self.found.extend(wrongs.into_iter().map(|kind| Violation { node, kind }));
    }
}

/// Returns whether any hook reads the text of its item.
pub fn reads(hooks: &[Hook]) -> bool {
    hooks.iter().any(Hook::reads)
}

fn undefined(tree: &Tree, namespace: Namespace, PendingUse { text, key, .. }: PendingUse) -> Violation {
    Violation { node: tree.id_at(key), kind: ViolationKind::Undefined { namespace, text, late: true } }
}
