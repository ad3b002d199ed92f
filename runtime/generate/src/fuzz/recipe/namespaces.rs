//! Sets of namespaces as bits of words: the namespaces that hooks use, and those in which an item defines names.

use crate::fuzz::options::Namespaces;
use grammarc_core::grammar::{Grammar, Hook, Item, Namespace};

/// Returns how many words a set of namespaces has.
pub(super) fn words(grammar: &Grammar) -> u16 {
    (grammar.namespaces.len() as u16).div_ceil(Namespaces::BITS as u16)
}

/// Returns the bit of a namespace in this word of a set; 0 if it is in another word. For example, namespace 65 is bit 1 of word 1.
pub(super) fn bit(Namespace(number): Namespace, word: u16) -> Namespaces {
    let bits = Namespaces::BITS as u16;
    if number / bits == word { 1 << (number % bits) } else { 0 }
}

/// Returns the namespace of a use that must be defined before.
pub(super) fn uses_in_order(grammar: &Grammar, hook: &Hook) -> Option<Namespace> {
    let used = hook.uses().filter(|used| !used.late && !grammar.is_early(used.namespace))?;
    Some(used.namespace)
}

/// Returns the namespaces in which an item can define a name that is visible after it, given those in which its symbol can. Names that are
/// defined inside a scope end with it.
pub(super) fn visible_after(grammar: &Grammar, item: &Item, word: u16, inside: Namespaces) -> Namespaces {
    let ends = grammar.hooks_of(item).iter().filter_map(Hook::scope).fold(0, |all, of| all | bit(of, word));
    inside & !ends | defines(grammar, item, word)
}

fn defines(grammar: &Grammar, item: &Item, word: u16) -> Namespaces {
    grammar.hooks_of(item).iter().fold(0, |all, hook| match hook.defines() {
        Some(made) => all | bit(made.namespace, word),
        None if hook.judges().is_some() => Namespaces::MAX,
        None => all,
    })
}
