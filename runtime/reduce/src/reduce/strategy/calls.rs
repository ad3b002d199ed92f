//! Calls: names with a list in round brackets behind them, in any language; and a function's body in place of its calls. For
//! example, with `int f(int x) { return x + 1; }` the call `f(2)` becomes `(2 + 1)`.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use super::View;
use super::bindings::{Binding, Bindings, tokens};
use crate::edit::Edit;
use grammarc_core::tree::NodeId;

/// Returns the lists in round brackets by the place of their opening bracket: the place of the closing one, and the parts.
pub(super) fn lists(view: &View<'_>, tokens: &[NodeId]) -> BTreeMap<usize, (usize, Vec<Range<usize>>)> {
    let mut found = BTreeMap::new();
    let mut open: Vec<(usize, Vec<usize>)> = Vec::new();
    for (place, &token) in tokens.iter().enumerate() {
        match view.text_of(token) {
            b"(" | b"[" | b"{" => open.push((place, vec![place])),
            b"," => open.iter_mut().last().into_iter().for_each(|(_, ends)| ends.push(place)),
            b")" | b"]" | b"}" => {
                let Some((start, mut ends)) = open.pop() else { continue };
                ends.push(place);
                if view.text_of(tokens[start]) == b"(" && view.text_of(token) == b")" {
                    let parts = ends.windows(2).map(|pair| pair[0] + 1..pair[1]).filter(|part| !part.is_empty());
                    found.insert(start, (place, parts.collect()));
                }
            }
            _ => {}
        }
    }
    found
}

/// Number of calls of one function that its body may take the place of.
const MAX_CALLS: usize = 8;

/// The functions of a text whose calls can become their bodies.
pub(super) struct Functions<'a> {
    view: &'a View<'a>,
    tokens: Vec<NodeId>,
    numbers: HashMap<NodeId, usize>,
    lists: BTreeMap<usize, (usize, Vec<Range<usize>>)>,
}

impl<'a> Functions<'a> {
    pub(super) fn of(view: &'a View<'a>) -> Self {
        let tokens: Vec<NodeId> = tokens(view).collect();
        let lists = lists(view, &tokens);
        let numbers = tokens.iter().enumerate().map(|(number, &token)| (token, number)).collect();
        Self { view, tokens, numbers, lists }
    }

    /// Returns the texts with the body of a function in place of its calls, and without its definition. The body stands there as
    /// statements, or as the value that it returns, without brackets and in brackets.
    pub(super) fn inlined(&self, names: &Bindings, name: &Binding) -> Vec<Vec<u8>> {
        let Some((definition, parameters, body)) = self.definition(names, name) else { return Vec::new() };
        let gone = self.view.tree.node(definition).span;
        let calls: Vec<usize> = name
            .places
            .iter()
            .map(|place| self.numbers[place])
            .filter(|&number| !gone.contains(&self.start(number)))
            .collect();
        if calls.is_empty() || calls.len() > MAX_CALLS {
            return Vec::new();
        }
        let returned = body.start + usize::from(self.text(body.start) == b"return")..body.end;
        let mut forms = vec![(body.clone(), false), (returned.clone(), false), (returned, true)];
        forms.dedup();
        forms
            .into_iter()
            .filter_map(|(body, is_bracketed)| self.put(definition, &parameters, &calls, body, is_bracketed))
            .collect()
    }

    /// Returns the part that defines a function, its parameters, and the tokens of its body without the signs around.
    fn definition(&self, names: &Bindings, name: &Binding) -> Option<(NodeId, Vec<Range<usize>>, Range<usize>)> {
        name.places.iter().find_map(|place| {
            let number = self.numbers[place];
            let (close, parameters) = self.lists.get(&(number + 1))?;
            let (definition, end) = names.parts_around(*place).find_map(|node| {
                let until = self.view.tree.node(node).span.end;
                let end = self.tokens.partition_point(|&token| self.view.tree.node(token).span.start < until);
                (end > close + 2).then_some((node, end))
            })?;
            let begins = |text: &[u8]| matches!(text, b"{" | b":" | b"=>");
            let start = (close + 1..end).find(|&number| begins(self.text(number)))? + 1;
            let signs = (start..end).rev().take_while(|&number| matches!(self.text(number), b"}" | b";")).count();
            (start < end - signs).then(|| (definition, parameters.clone(), start..end - signs))
        })
    }

    /// Returns the text with the tokens of a body in place of all calls. None where a place of the name is no call with as many arguments
    /// as there are parameters.
    fn put(
        &self,
        definition: NodeId,
        parameters: &[Range<usize>],
        calls: &[usize],
        body: Range<usize>,
        is_bracketed: bool,
    ) -> Option<Vec<u8>> {
        let mut changes: Vec<(Range<usize>, Vec<u8>)> = Vec::new();
        for &call in calls {
            let (close, arguments) =
                self.lists.get(&(call + 1)).filter(|(_, arguments)| arguments.len() == parameters.len())?;
            let inserted = self.substituted(&body, parameters, arguments);
            let inserted = if is_bracketed { [b"(", inserted.as_slice(), b")"].concat() } else { inserted };
            changes.push((self.start(call)..self.end(*close), inserted));
        }
        let (change, _) = self.view.change(&[Edit::Drop(definition)])?;
        changes.extend(change.cuts(&self.view.text));
        changes.sort_by_key(|(range, _)| range.start);
        if changes.windows(2).any(|pair| pair[0].0.end > pair[1].0.start) {
            return None;
        }
        let (mut text, mut at) = (Vec::new(), 0);
        for (range, inserted) in changes {
            text.extend(&self.view.text[at..range.start]);
            text.extend(inserted);
            at = range.end;
        }
        text.extend(&self.view.text[at..]);
        Some(text)
    }

    /// Returns a body with the arguments in place of the parameters.
    fn substituted(&self, body: &Range<usize>, parameters: &[Range<usize>], arguments: &[Range<usize>]) -> Vec<u8> {
        let (mut text, mut at) = (Vec::new(), self.start(body.start));
        for number in body.clone() {
            let word = self.text(number);
            let is_named = |part: &Range<usize>| part.end > part.start && self.text(part.end - 1) == word;
            let Some(argument) = parameters.iter().position(is_named).map(|place| &arguments[place]) else { continue };
            text.extend(&self.view.text[at..self.start(number)]);
            text.extend(&self.view.text[self.start(argument.start)..self.end(argument.end - 1)]);
            at = self.end(number);
        }
        text.extend(&self.view.text[at..self.end(body.end - 1)]);
        text
    }

    fn text(&self, number: usize) -> &[u8] {
        self.view.text_of(self.tokens[number])
    }

    fn start(&self, number: usize) -> usize {
        self.view.tree.node(self.tokens[number]).span.start
    }

    fn end(&self, number: usize) -> usize {
        self.view.tree.node(self.tokens[number]).span.end
    }
}
