//! A partial fold over a changed tree: only the names that the change affects are judged again. For example, without
//! `int x;` all uses of `x` in its scope are judged again, and no use of `y`.
//!
//! NameEvents do not affect one another, so folding the events of some names alone gives the same verdict on them as the
//! whole fold. All names in the new parts are judged. If the change removes or adds a definition, all occurrences of
//! that name in its scope are judged too.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use super::{Event, Fold, HookFacts, NodeEvent};
use crate::edit::PendingChange;
use grammarc_core::grammar::{At, Border, Hook, HookMeaning, NameDefinition, Namespace};
use grammarc_core::meaning::replay::{self, HookedItem};
use grammarc_core::meaning::{State, reads};
use grammarc_core::tree::{Tree, TreeNode, name_span};

/// A name of a namespace, in lower case.
type Key = (Namespace, Vec<u8>);

/// Where names occur, by the events at the ends of their items.
#[derive(Debug, Default)]
pub(in crate::reduce::meaning) struct NameEvents {
    defs: HashMap<Key, Vec<usize>>,
    uniques: HashMap<Key, Vec<usize>>,
    uses: HashMap<Key, Vec<usize>>,
    /// Maps each event to the one at the other end of its node.
    others: Vec<usize>,
}

impl NameEvents {
    pub(in crate::reduce::meaning) fn new(fold: &Fold<'_>, text: &[u8], tree: &Tree) -> Self {
        let mut names = Self { others: vec![0; fold.events.len()], ..Self::default() };
        let mut open = Vec::new();
        for (number, &event) in fold.events.iter().enumerate() {
            if !event.is_end {
                open.push(number);
                continue;
            }
            let begin = open.pop().unwrap_or(number);
            (names.others[begin], names.others[number]) = (number, begin);
            let here = fold.here(tree, event);
            for hook in here.hooks {
                let Some(namespace) = namespace(hook) else { continue };
                let all = match hook.meaning().defines {
                    Some(made) if made.is_usable => &mut names.defs,
                    Some(_) => &mut names.uniques,
                    None => &mut names.uses,
                };
                let name = text[name_span(&fold.language.grammar, tree, here.node.id)].to_ascii_lowercase();
                all.entry((namespace, name)).or_default().push(number);
            }
        }
        names
    }
}

/// Returns the namespace of the names that a hook defines, uses or checks.
fn namespace(hook: &Hook) -> Option<Namespace> {
    let HookMeaning { demands, defines, .. } = hook.meaning();
    defines.map(|made| made.namespace).or(demands.map(|demand| demand.namespace()))
}

/// An event of the changed tree, either kept from the current tree or inside a new part.
#[derive(Debug, Clone, Copy)]
enum Step<'a> {
    Kept(usize),
    New(&'a Tree, Event),
}

/// The part of the fold that a change can affect.
struct AffectedNames<'a, 's> {
    fold: &'a Fold<'s>,
    names: &'a NameEvents,
    tree: &'a Tree,
    /// The current text and the changed one.
    texts: (&'a [u8], &'a [u8]),
    /// The names to judge again.
    keys: HashSet<Key>,
    /// Events of the current tree with those names.
    kept: BTreeSet<usize>,
    /// The removed events of the current tree, one range for each region.
    gone: Vec<Range<usize>>,
    /// New events, each with the event of the current tree that it precedes.
    new: Vec<(usize, Step<'a>)>,
}

impl Fold<'_> {
    /// Returns whether hooks look at the text of the node at a place, or of one around it.
    pub(in crate::reduce::meaning) fn is_read(&self, tree: &Tree, place: usize) -> bool {
        let own = HookFacts::hooks(&self.language.grammar, &tree.node(tree.id_at(place)));
        let open = self.open_before(self.first(tree, place));
        reads(own) || open.iter().any(|&at| reads(self.here(tree, self.events[at]).hooks))
    }

    /// Returns whether hooks accept a changed tree, given that they accept the current one; none if only a full fold
    /// can tell. O(e log e) for `e` events of the affected names and of the nodes around them.
    pub(in crate::reduce::meaning) fn accepts(
        &self,
        names: &NameEvents,
        changing: PendingChange<'_>,
        texts: (&[u8], &[u8]),
    ) -> Option<bool> {
        let grammar = &self.language.grammar;
        let asks = |hook: &Hook| hook.meaning().calls.is_some();
        let is_rest = |hook: &Hook| hook.meaning().opens.is_some_and(|opening| opening.border == Border::Rest);
        let has = |wanted: &dyn Fn(&Hook) -> bool| grammar.hooks.iter().flat_map(|all| all.iter()).any(wanted);
        // A `@rest` opens a scope around everything behind it, so it affects more than the names that change.
        if self.language.custom.is_some() && has(&asks) || has(&is_rest) || !self.keeps_hooks(changing) {
            return None;
        }
        let tree = changing.tree;
        let (keys, kept, gone, new) = (HashSet::new(), BTreeSet::new(), Vec::new(), Vec::new());
        let mut affected = AffectedNames { fold: self, names, tree, texts, keys, kept, gone, new };
        for region in changing.regions {
            let first = self.first(tree, region.places.start);
            let count = self.events[first..].partition_point(|event| region.places.contains(&event.place));
            let open = self.open_before(first);
            // The text of a node around the change is different now, and a hook reads it.
            if open.iter().any(|&at| reads(self.here(tree, self.events[at]).hooks)) {
                return None;
            }
            affected.take(&open, first..first + count);
            if let Some(tree) = &region.tree {
                affected.bring(&open, first, tree);
            }
        }
        Some(affected.keys.is_empty() || affected.judge())
    }

    /// Returns whether elements that move to the front of their list keep their hooks.
    fn keeps_hooks(&self, changing: PendingChange<'_>) -> bool {
        let grammar = &self.language.grammar;
        changing.change.promoted().iter().all(|&(place, item)| {
            let before = changing.tree.node(changing.tree.id_at(place));
            let after = TreeNode { item, ..before.clone() };
            HookFacts::hooks(grammar, &before) == HookFacts::hooks(grammar, &after)
                && self.matters.settles(grammar, &before) == self.matters.settles(grammar, &after)
        })
    }
}

impl<'a> AffectedNames<'a, '_> {
    /// Removes some events, given the nodes around them.
    fn take(&mut self, open: &[usize], events: Range<usize>) {
        let mut depths: HashMap<Namespace, usize> = HashMap::new();
        for number in events.clone() {
            let here = self.fold.here(self.tree, self.fold.events[number]);
            // A text that was only taken does not make a use right.
            for made in definitions_outside(&here, &mut depths).into_iter().filter(|made| made.is_usable) {
                let key = self.key(made.namespace, &here, (self.tree, self.texts.0));
                self.affect(key, self.scope(open, made.namespace, made.at));
            }
        }
        self.gone.push(events);
    }

    /// Adds a new tree, given the nodes around it, and the event of the current tree that it precedes.
    fn bring(&mut self, open: &[usize], first: usize, tree: &'a Tree) {
        let grammar = &self.fold.language.grammar;
        let mut depths: HashMap<Namespace, usize> = HashMap::new();
        for event in self.fold.matters.events(grammar, tree, 0..tree.len()) {
            let here = NodeEvent::new(grammar, tree, event);
            for hook in here.hooks.iter().filter(|_| event.is_end) {
                if let Some(namespace) = namespace(hook) {
                    let key = self.key(namespace, &here, (tree, self.texts.1));
                    self.define(key);
                }
            }
            for made in definitions_outside(&here, &mut depths) {
                let key = self.key(made.namespace, &here, (tree, self.texts.1));
                self.affect(key, self.scope(open, made.namespace, made.at));
            }
            self.new.push((first, Step::New(tree, event)));
        }
    }

    fn key(&self, namespace: Namespace, here: &NodeEvent<'_>, (tree, text): (&Tree, &[u8])) -> Key {
        (namespace, text[name_span(&self.fold.language.grammar, tree, here.node.id)].to_ascii_lowercase())
    }

    /// Marks a name to be judged again throughout a range of events.
    fn affect(&mut self, key: Key, part: Range<usize>) {
        for all in [&self.names.uniques, &self.names.uses] {
            let all = all.get(&key).map_or(&[][..], Vec::as_slice);
            let first = all.partition_point(|&event| event < part.start);
            self.kept.extend(all[first..].iter().take_while(|&&event| event < part.end));
        }
        self.define(key);
    }

    /// Includes all definitions of a name.
    fn define(&mut self, key: Key) {
        self.kept.extend(self.names.defs.get(&key).into_iter().flatten());
        self.keys.insert(key);
    }

    /// Returns the events of the scope that a definition belongs to, given the nodes around it.
    fn scope(&self, open: &[usize], namespace: Namespace, at: At) -> Range<usize> {
        let settled = open.iter().rposition(|&begin| self.fold.events[begin].settles);
        let around = if at == At::End { settled.map_or(0, |last| last + 1) } else { open.len() };
        let opens = |begin: &&usize| {
            let here = self.fold.here(self.tree, self.fold.events[**begin]);
            here.hooks.iter().any(|hook| hook.scope() == Some(namespace))
        };
        let scope = open[..around].iter().rfind(opens);
        scope.map_or(0..self.fold.events.len(), |&begin| begin..self.names.others[begin])
    }

    /// Returns whether the hooks accept the affected names.
    fn judge(mut self) -> bool {
        let gone = std::mem::take(&mut self.gone);
        self.kept.retain(|event| !gone.iter().any(|part| part.contains(event)));
        let mut steps: BTreeSet<usize> = BTreeSet::new();
        let ends = self.kept.iter().map(|&end| self.names.others[end]);
        let new = self.new.iter().filter_map(|&(first, _)| self.fold.open_before(first).last().copied());
        for begin in ends.chain(new) {
            let mut next = Some(begin);
            while let Some(begin) = next.filter(|&begin| steps.insert(begin)) {
                steps.insert(self.names.others[begin]);
                next = self.fold.around[begin];
            }
        }
        let kept = steps.into_iter().map(|number| ((number, 1), Step::Kept(number)));
        let mut steps: Vec<_> = self.new.iter().map(|&(first, step)| ((first, 0), step)).chain(kept).collect();
        steps.sort_by_key(|(key, _)| *key);
        let mut state = State::new(&self.fold.language.grammar);
        let mut pending = Vec::new();
        let is_right = steps.into_iter().all(|(_, step)| self.step(&mut state, &mut pending, step));
        let mut is_lost = false;
        replay::finish(&mut state, &self.fold.language.grammar, |_, _, _| is_lost = true);
        is_right && !is_lost
    }

    /// Applies one event; returns whether it is right.
    fn step(&self, state: &mut State, pending: &mut Vec<usize>, step: Step<'_>) -> bool {
        let language = self.fold.language;
        let (event, tree, text) = match step {
            Step::Kept(number) => (self.fold.events[number], self.tree, self.texts.0),
            Step::New(tree, event) => (event, tree, self.texts.1),
        };
        let here = NodeEvent::new(&language.grammar, tree, event);
        let span = if reads(here.hooks) { name_span(&language.grammar, tree, here.node.id) } else { 0..0 };
        let name = text[span.clone()].to_ascii_lowercase();
        let is_asked = |hook: &&Hook| match namespace(hook) {
            Some(namespace) => self.keys.contains(&(namespace, name.clone())),
            None => hook.scope().is_some(),
        };
        let hooks: Vec<Hook> = here.hooks.iter().filter(is_asked).copied().collect();
        let met = HookedItem { hooks: &hooks, text: &text[span.clone()], start: span.start, key: event.place };
        if !event.is_end {
            replay::before(language.custom, state, &met);
            pending.extend(event.settles.then(|| state.pending()));
            return true;
        }
        if event.settles {
            state.settle(pending.pop().unwrap_or_default());
        }
        let is_right = replay::after(language.custom, state, &met).is_empty();
        let mut is_lost = false;
        replay::close(state, &hooks, |_, _, _| is_lost = true);
        is_right && !is_lost
    }
}

/// Returns the definitions at an item's end that may be in a scope around the given part of the tree. `depths`
/// counts the scopes of each namespace that are open within the part.
fn definitions_outside(here: &NodeEvent<'_>, depths: &mut HashMap<Namespace, usize>) -> Vec<NameDefinition> {
    let scopes = |hooks: &[Hook]| -> Vec<Namespace> { hooks.iter().filter_map(Hook::scope).collect() };
    if !here.event.is_end {
        scopes(here.hooks).into_iter().for_each(|of| *depths.entry(of).or_default() += 1);
        return Vec::new();
    }
    let is_outside =
        |made: &NameDefinition| made.at == At::End || depths.get(&made.namespace).copied().unwrap_or_default() == 0;
    let found = here.hooks.iter().filter_map(|hook| hook.meaning().defines).filter(is_outside).collect();
    for of in scopes(here.hooks) {
        if let Some(depth) = depths.get_mut(&of) {
            *depth = depth.saturating_sub(1);
        }
    }
    found
}
