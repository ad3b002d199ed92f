//! Which elements of a list need which: a use needs its definition.
//!
//! If the grammar has hooks that define and use names, they decide. Otherwise words are guessed to be names, in any
//! language: a word is assumed to be defined at its first occurrence with the fewest brackets around it.

use std::collections::HashMap;

use grammarc_core::grammar::{Hook, Namespace};
use grammarc_core::tree::NodeId;
use grammarc_reduce::reduce::View;

/// For each element the elements that it needs, by their places in the list.
pub(super) struct Needs {
    places: HashMap<NodeId, usize>,
    needs: Vec<Vec<usize>>,
    items: Vec<NodeId>,
}

/// A name that occurs in an element: its namespace (none for a mere word) and its text.
type Name = (Option<Namespace>, Vec<u8>);

impl Needs {
    /// Finds out which of `items` need which. O(n log n) in the bytes of them all.
    pub(super) fn of(view: &View<'_>, items: &[NodeId]) -> Self {
        let facts = view.language.meaning().matters();
        let defines = |hook: &Hook| hook.defines().is_some() && facts.judges(hook);
        let is_hooked = view.language.grammar.hooks.iter().any(|hooks| hooks.iter().any(defines));
        let names = |item: NodeId| if is_hooked { hooked(view, item) } else { words(view.text_of(item)) };
        let all: Vec<Vec<(Name, usize)>> = items.iter().map(|&item| names(item)).collect();
        let mut definitions: HashMap<&Name, (usize, usize)> = HashMap::new();
        for (place, names) in all.iter().enumerate() {
            for (name, rank) in names.iter().filter(|(_, rank)| *rank < USE_RANK) {
                let best = definitions.entry(name).or_insert((*rank, place));
                *best = (*best).min((*rank, place));
            }
        }
        let needs = all.iter().map(|names| {
            let found = names.iter().filter_map(|(name, _)| definitions.get(name));
            let mut needs: Vec<usize> = found.map(|&(_, place)| place).collect();
            needs.sort_unstable();
            needs.dedup();
            needs
        });
        let places = items.iter().enumerate().map(|(place, &id)| (id, place)).collect();
        Self { needs: needs.collect(), places, items: items.to_vec() }
    }

    /// Returns the elements that one element needs itself, in the order of the list; it may be one of them. For example, `y = x;`
    /// needs `int x;`. Nothing for a node that is none of the elements.
    pub(super) fn direct(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let needs = self.places.get(&id).map(|&place| &self.needs[place]).into_iter().flatten();
        needs.map(|&place| self.items[place])
    }
}

/// The rank of a use. The occurrence of a name with the least rank counts as its definition.
const USE_RANK: usize = usize::MAX;

/// Returns the names that hooks define or use below a node, with their ranks.
fn hooked(view: &View<'_>, node: NodeId) -> Vec<(Name, usize)> {
    let (grammar, facts) = (&view.language.grammar, view.language.meaning().matters());
    let mut names = Vec::new();
    for id in view.tree.subtree(node) {
        let Some(item) = grammar.item(view.tree.node(id).item) else { continue };
        for hook in grammar.hooks_of(item).iter().filter(|hook| facts.judges(hook)) {
            let defined = hook.defines().map(|made| (made.namespace, made.fold, 0));
            let used = hook.uses().map(|used| (used.namespace, used.fold, USE_RANK));
            let Some((namespace, fold, rank)) = defined.or(used) else { continue };
            let text = view.text_of(id);
            names.push(((Some(namespace), if fold { text.to_ascii_lowercase() } else { text.to_vec() }), rank));
        }
    }
    names
}

/// Returns the words of a text, each ranked by the number of brackets around it. For example, in `f(x)` the rank of `f`
/// is 0, that of `x` is 1.
fn words(text: &[u8]) -> Vec<(Name, usize)> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let mut words = Vec::new();
    let mut depth = 0usize;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let start = at;
        at += 1;
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            byte if byte.is_ascii_alphabetic() || byte == b'_' => {
                at += text[at..].iter().take_while(|byte| is_part(byte)).count();
                words.push(((None, text[start..at].to_vec()), depth));
            }
            _ => {}
        }
    }
    words
}
