//! A name becomes its value wherever it stands, and its definition goes. For example, `typedef unsigned c; c f(c);` becomes
//! `unsigned f(unsigned);`. The value of a function is its body, in place of its calls. A declaration moves to the first assignment,
//! and a parameter of a template becomes its argument.
//!
//! The inlining of C-Reduce (J. Regehr et al., *Test-Case Reduction for C Compiler Bugs*, PLDI 2012), for any language whose grammar
//! says the values of its names. A text with the value in many places is longer, so it may take an excursion.

use std::collections::HashSet;

use super::bindings::{Binding, Bindings};
use super::calls::Functions;
use super::{Search, Stop, Strategy, View, along_tree, declaration, generics};
use crate::edit::Candidate;
use crate::flat;
use grammarc_core::tree::NodeId;
use grammarc_outline::word::distinct_names;

/// Inlining.
pub(in crate::reduce) const STRATEGY: Strategy = Strategy {
    name: "inline",
    paper: "Regehr et al., PLDI 2012: replace a name by the value of its definition, and drop the definition",
    run,
};

/// Number of tests of one excursion: most of them lead nowhere.
pub(super) const MAX_EXCURSION_TESTS: u64 = 64;
/// Length in bytes up to which texts may grow first, because behind every growth a pass over the whole tree follows.
pub(super) const MAX_GROWING_BYTES: usize = 1 << 12;

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    directly(search)?;
    by_growing(search)
}

/// Commits inlined names as long as the text gets smaller.
pub(super) fn directly(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    loop {
        search.parse_again();
        let view = search.view();
        let names = Bindings::of(&view);
        let functions = Functions::of(&names);
        let candidates = names.names.iter().flat_map(|name| {
            let texts = inlined(&view, name).chain(functions.inlined(name));
            texts.chain(declaration::initialized(&names, name))
        });
        let heads = declaration::out_of_heads(names.tokens());
        let others = declaration::unqualified(&names).chain(heads).chain(generics::instantiated(names.tokens()));
        let candidates = candidates.chain(others).map(|text| ((), Candidate::Text(text)));
        if search.first(candidates)?.is_none() {
            return Ok(());
        }
    }
}

/// Commits an inlined name that makes the text longer if the tree stages then make it smaller than before.
fn by_growing(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let mut tried = HashSet::new();
    while search.text().len() <= MAX_GROWING_BYTES {
        search.parse_again();
        let view = search.view();
        let names = Bindings::of(&view).names;
        let growing = names.iter().filter(|name| !tried.contains(&name.text)).find_map(|name| {
            let grown = inlined(&view, name).find(|text| text.len() > view.text.len())?;
            Some((name.text.clone(), Candidate::Text(grown)))
        });
        let Some((name, grown)) = growing else { break };
        tried.insert(name);
        search.excursion(name_count, MAX_EXCURSION_TESTS, |search| match search.first([((), grown)])? {
            Some(()) => along_tree::complete(search),
            None => Ok(()),
        })?;
    }
    Ok(())
}

/// Returns the texts with a name replaced by its value, and by its value in brackets if it has several tokens. None where the
/// value names itself.
fn inlined<'a>(view: &'a View<'_>, name: &'a Binding) -> impl Iterator<Item = Vec<u8>> + 'a {
    let definition = name.definition.filter(|_| name.places.len() > 1);
    let values = definition.into_iter().flat_map(|definition| {
        let value = name.value.clone().map(|value| &view.text[value]).or_else(|| literal(view, name, definition));
        let value = value.unwrap_or_default();
        let words: Vec<&[u8]> = flat::token_spans(value).map(|span| &value[span]).collect();
        let is_own = name.value.is_some() && words.iter().any(|&word| word == name.text);
        let bracketed = (words.len() > 1).then(|| [b"(", value, b")"].concat());
        let both = (!value.is_empty() && !is_own).then(|| std::iter::once(value.to_vec()).chain(bracketed));
        both.into_iter().flatten().map(move |value| (value, definition))
    });
    values.filter_map(|(value, definition)| name.replaced(view, &value, Some(definition)))
}

/// Returns the whole definition of a name with one use, if it has a block: in many languages a function or a class is a value, too.
fn literal<'a>(view: &'a View<'_>, name: &Binding, definition: NodeId) -> Option<&'a [u8]> {
    let text = view.text_of(definition).trim_ascii();
    (name.places.len() == 2 && text.ends_with(b"}")).then_some(text)
}

/// Returns the number of names in a text, which an excursion lowers. For example, 2 for `f(x, x)`.
pub(super) fn name_count(text: &[u8]) -> u64 {
    distinct_names(text).len() as u64
}
