//! The names of a text: where each stands, where it is defined, and the value that its definition gives it.
//!
//! Hooks tell (`@def`, `@use`, `@value`), if the grammar has any. Otherwise every word is taken for a name of one kind, defined
//! at its first place with the fewest brackets around it, and its value is guessed from the words around.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use super::View;
use super::token_list::TokenList;
use crate::edit::Edit;
use crate::facts::Place;

use grammarc_core::grammar::{Grammar, Hook, Namespace, Regular};
use grammarc_core::tree::NodeId;
use grammarc_outline::word::is_name;

/// A name, with all its places. For example, `x` in `let x = 1; f(x)`.
pub(super) struct Binding {
    /// The name.
    pub text: Vec<u8>,
    /// The namespaces of its hooks; empty for a word of a text whose grammar has no names.
    pub kinds: BTreeSet<Namespace>,
    /// The tokens that are the name, in the order of the text.
    pub places: Vec<NodeId>,
    /// The smallest part with its definition that can be dropped, such as `let x = 1;`.
    pub definition: Option<NodeId>,
    /// The bytes of its value in the text, such as those of `1`.
    pub value: Option<Range<usize>>,
    /// Whether it stands in an attribute or a directive, which gives it a meaning from outside the text. For example, `derive` in
    /// `#[derive(Clone)]`, and `once` in `#pragma once`.
    pub is_foreign: bool,
}

/// The names of one text, in the order of their first places.
pub(super) struct Bindings<'a> {
    /// The names.
    pub names: Vec<Binding>,
    survey: Survey<'a>,
}

/// What is looked up in a tree again and again.
struct Survey<'a> {
    view: &'a View<'a>,
    parents: Vec<NodeId>,
    tokens: TokenList<'a>,
    /// The bytes of attributes and directives, ascending.
    foreign: Vec<Range<usize>>,
}

impl<'a> Bindings<'a> {
    /// Finds the names of a text. O(n log n).
    pub(super) fn of(view: &'a View<'a>) -> Self {
        let survey = Survey::of(view);
        let hooked = Hooked::of(&survey);
        let mut places: BTreeMap<&[u8], Vec<(NodeId, usize)>> = BTreeMap::new();
        for (number, &token) in survey.tokens.nodes().iter().enumerate() {
            let (text, depth) = (view.text_of(token), survey.tokens.depth(number));
            if is_name(text) && !survey.is_keyword(token) && (hooked.is_empty() || hooked.kinds.contains_key(text)) {
                places.entry(text).or_default().push((token, depth));
            }
        }
        let mut names: Vec<Binding> =
            places.iter().map(|(text, places)| binding(&survey, &hooked, text, places)).collect();
        names.sort_by_key(|name| view.tree.index_of(name.places[0]));
        drop(places);
        Self { names, survey }
    }

    /// Returns the tokens of the text.
    pub(super) fn tokens(&self) -> &TokenList<'a> {
        &self.survey.tokens
    }

    /// Returns the parts around a token that can be dropped, from the inside out.
    pub(super) fn parts_around(&self, token: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.survey.around(token).filter(|&node| self.survey.may_go(node))
    }
}

impl Binding {
    /// Returns the text with another text in the places of the name, and without its definition if that is wanted. It has no tree,
    /// because a token that becomes several is parsed again.
    pub(super) fn replaced(&self, view: &View<'_>, text: &[u8], drop: Option<NodeId>) -> Option<Vec<u8>> {
        let dropped = drop.map(|node| view.tree.node(node).span);
        let is_left =
            |place: &&NodeId| dropped.as_ref().is_none_or(|gone| !covers(gone, &view.tree.node(**place).span));
        let places = self.places.iter().filter(is_left);
        let mut edits: Vec<Edit> = places.map(|&node| Edit::Text { node, text: text.to_vec() }).collect();
        edits.extend(drop.map(Edit::Drop));
        Some(view.change(&edits)?.1.text)
    }
}

fn covers(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

fn binding(survey: &Survey<'_>, hooked: &Hooked, text: &[u8], places: &[(NodeId, usize)]) -> Binding {
    let kinds = hooked.kinds.get(text).cloned().unwrap_or_default();
    let is_foreign = places.iter().any(|&(token, _)| survey.is_foreign(token));
    let defined = match hooked.definitions.get(text) {
        Some(definition) => Some(definition.node),
        None if hooked.is_empty() => places.iter().min_by_key(|(_, depth)| *depth).map(|&(token, _)| token),
        None => None,
    };
    let given = hooked.definitions.get(text).and_then(|definition| definition.value);
    let value = given.map(|value| survey.view.tree.node(value).span);
    let (definition, value) = match defined {
        Some(node) if value.is_some() || hooked.gives_values => (survey.droppable(node, value.as_ref()), value),
        Some(node) => survey.guessed(node),
        None => (None, None),
    };
    let places = places.iter().map(|&(token, _)| token).collect();
    Binding { text: text.to_vec(), kinds, places, definition, value, is_foreign }
}

impl<'a> Survey<'a> {
    fn of(view: &'a View<'a>) -> Self {
        let tokens = TokenList::of(view);
        Self { view, parents: view.tree.parents(), foreign: foreign(&tokens), tokens }
    }

    /// Returns whether a token is a part of an attribute or a directive.
    fn is_foreign(&self, token: NodeId) -> bool {
        let start = self.view.tree.node(token).span.start;
        let next = self.foreign.partition_point(|range| range.end <= start);
        self.foreign.get(next).is_some_and(|range| range.start <= start)
    }

    fn parent(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.parents[self.view.tree.index_of(node)?];
        (parent != node).then_some(parent)
    }

    /// Returns the node itself and the nodes around it, from the inside out, without the root.
    fn around(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(node), |&node| self.parent(node)).filter(|&node| self.parent(node).is_some())
    }

    /// Returns whether the grammar allows no other text in the place of a token, as for `return`.
    fn is_keyword(&self, token: NodeId) -> bool {
        let grammar = &self.view.language.grammar;
        let terminal = grammar.terminal(self.view.tree.node(token).symbol);
        terminal
            .is_some_and(|terminal| matches!(grammar.regulars[terminal.regular.0 as usize], Regular::Literal { .. }))
    }

    /// Returns the smallest node around a token and its value that can be dropped. An element without which its list would
    /// be too short is passed over: a text would have to take its place.
    fn droppable(&self, token: NodeId, value: Option<&Range<usize>>) -> Option<NodeId> {
        self.around(token)
            .find(|&node| value.is_none_or(|value| covers(&self.view.tree.node(node).span, value)) && self.may_go(node))
    }

    fn may_go(&self, node: NodeId) -> bool {
        match self.view.place(node) {
            Place::Optional => true,
            Place::Element { list, .. } => {
                let is_of_list =
                    |&part: &NodeId| matches!(self.view.place(part), Place::Element { list: of, .. } if of == list);
                let minimum = self.view.language.facts().lists[list as usize].minimum as usize;
                let siblings = self.parent(node).into_iter().flat_map(|parent| self.view.tree.parts(parent));
                siblings.filter(is_of_list).take(minimum + 1).count() > minimum
            }
            _ => false,
        }
    }

    /// Returns the smallest part around a token that can be dropped and gives it a value, with that value; or else the smallest
    /// one that has more tokens.
    fn guessed(&self, token: NodeId) -> (Option<NodeId>, Option<Range<usize>>) {
        let span = self.view.tree.node(token).span;
        let around = self.around(token).filter(|&node| self.may_go(node));
        let mut around = around.filter(|&node| self.view.text_of(node).trim_ascii().len() > span.len());
        let Some(first) = around.next() else { return (None, None) };
        let mut all = std::iter::once(first).chain(around).take(MAX_PARTS_AROUND);
        let found = all.find_map(|node| Some((node, self.guessed_value(token, node)?)));
        found.map_or((Some(first), None), |(node, value)| (Some(node), Some(value)))
    }

    /// Returns the words that a definition seems to give to a name: those behind `=`, or else those between the first word and the
    /// name at the end. For example, `unsigned` in `typedef unsigned c;`.
    fn guessed_value(&self, token: NodeId, around: NodeId) -> Option<Range<usize>> {
        let tree = &self.view.tree;
        let span = tree.node(around).span;
        let inside = &self.tokens.nodes()[self.tokens.from(span.start)..self.tokens.from(span.end)];
        let inside = &inside[..inside.len().min(MAX_DEFINITION_TOKENS)];
        let ends = inside.iter().rev().take_while(|&&id| matches!(self.view.text_of(id), b";" | b",")).count();
        let inside = &inside[..inside.len() - ends];
        let at = inside.iter().position(|&id| id == token)?;
        let words = match &inside[at + 1..] {
            [] => inside.get(1..at)?,
            [sign, value @ ..] if matches!(self.view.text_of(*sign), b"=" | b":") => value,
            value if self.view.text_of(inside[0]) == b"#" => value,
            _ => return None,
        };
        Some(tree.node(*words.first()?).span.start..tree.node(*words.last()?).span.end)
    }
}

/// Returns the bytes of attributes and directives, ascending: `#[…]`, `#![…]`, the name in `@Name`, and lines that begin with `#` and a
/// word, apart from definitions.
fn foreign(tokens: &TokenList<'_>) -> Vec<Range<usize>> {
    let text = &tokens.view.text;
    let brackets =
        tokens.pairs().iter().filter(|&&(open, _)| tokens.text(open) == b"[").filter_map(|&(open, close)| {
            let before = text[..tokens.start(open)].trim_ascii_end();
            let is_attribute = before.ends_with(b"#") || before.ends_with(b"#!");
            is_attribute.then(|| tokens.start(open)..tokens.end(close))
        });
    let names = (1..tokens.nodes().len()).filter(|&number| tokens.text(number - 1) == b"@");
    let names = names.map(|number| tokens.start(number)..tokens.end(number));
    let mut at = 0;
    let lines = text.split_inclusive(|&byte| byte == b'\n').filter_map(|line| {
        at += line.len();
        let word = line.trim_ascii_start().strip_prefix(b"#").map(<[u8]>::trim_ascii_start)?;
        let is_directive = word.first().is_some_and(u8::is_ascii_alphabetic) && !word.starts_with(b"define");
        is_directive.then(|| at - line.len()..at)
    });
    let mut found: Vec<Range<usize>> = lines.chain(brackets).chain(names).collect();
    found.sort_by_key(|range| (range.start, range.end));
    // Only the outermost, so that their ends ascend, too.
    let mut until = 0;
    found.retain(|range| {
        let is_outermost = range.end > until;
        until = until.max(range.end);
        is_outermost
    });
    found
}

/// Number of parts around a word in which its value is looked for.
const MAX_PARTS_AROUND: usize = 4;
/// Number of tokens of a definition. A longer value is not worth its place.
const MAX_DEFINITION_TOKENS: usize = 64;

/// What the hooks of a grammar say about the names of a text.
#[derive(Default)]
struct Hooked {
    kinds: HashMap<Vec<u8>, BTreeSet<Namespace>>,
    /// By name: its first definition that has a value, or else its first one.
    definitions: HashMap<Vec<u8>, Definition>,
    /// Whether the grammar says the values of names.
    gives_values: bool,
}

/// The node of a definition, and that of its value.
struct Definition {
    node: NodeId,
    value: Option<NodeId>,
}

impl Hooked {
    fn of(survey: &Survey<'_>) -> Self {
        let (view, grammar) = (survey.view, &survey.view.language.grammar);
        let gives_values = grammar.hooks.iter().any(|list| list.iter().any(|hook| hook.meaning().values.is_some()));
        let mut found = Self { gives_values, ..Self::default() };
        for node in view.tree.subtree(view.tree.root()) {
            for hook in hooks(view, grammar, node) {
                let defined = hook.defines().map(|made| made.namespace);
                if let Some(namespace) = defined.or(hook.uses().map(|used| used.namespace)) {
                    found.kinds.entry(view.text_of(node).to_vec()).or_default().insert(namespace);
                }
                if defined.is_some() {
                    let first = Definition { node, value: None };
                    found.definitions.entry(view.text_of(node).to_vec()).or_insert(first);
                }
                if let Some(namespace) = hook.meaning().values {
                    found.add_value(survey, node, namespace);
                }
            }
        }
        found
    }

    /// Notes the value of a name that has none so far.
    fn add_value(&mut self, survey: &Survey<'_>, value: NodeId, namespace: Namespace) {
        let Some(node) = survey.defined(value, namespace) else { return };
        let name = survey.view.text_of(node).to_vec();
        let known = self.definitions.entry(name).or_insert(Definition { node, value: None });
        if known.value.is_none() {
            *known = Definition { node, value: Some(value) };
        }
    }

    fn is_empty(&self) -> bool {
        self.definitions.is_empty()
    }
}

fn hooks<'g>(view: &View<'_>, grammar: &'g Grammar, node: NodeId) -> &'g [Hook] {
    grammar.item(view.tree.node(node).item).map_or(&[], |item| grammar.hooks_of(item))
}

impl Survey<'_> {
    /// Returns the definition whose value a node is: the first of the namespace in the same rule application, outside of the value.
    fn defined(&self, value: NodeId, namespace: Namespace) -> Option<NodeId> {
        let (view, grammar) = (self.view, &self.view.language.grammar);
        let span = view.tree.node(value).span;
        let is_definition = |hook: &Hook| hook.defines().is_some_and(|made| made.namespace == namespace);
        let mut around = self.parent(value)?;
        loop {
            let found = view.tree.subtree(around).find(|&node| {
                hooks(view, grammar, node).iter().any(is_definition) && !covers(&span, &view.tree.node(node).span)
            });
            if found.is_some() || !view.tree.node(around).hidden {
                return found;
            }
            around = self.parent(around)?;
        }
    }
}
