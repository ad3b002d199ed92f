//! Calls: names with a list in round brackets behind them, in any language; and a function's body in place of its calls. For
//! example, with `int f(int x) { return x + 1; }` the call `f(2)` becomes `(2 + 1)`.

use std::ops::Range;

use super::bindings::{Binding, Bindings};
use super::token_list::{BracketList, TokenList};
use crate::edit::Edit;
use grammarc_core::tree::NodeId;

/// Number of calls of one function that its body may take the place of.
const MAX_CALLS: usize = 8;

/// The functions of a text whose calls can become their bodies.
pub(super) struct Functions<'a> {
    names: &'a Bindings<'a>,
    tokens: &'a TokenList<'a>,
}

impl<'a> Functions<'a> {
    pub(super) fn of(names: &'a Bindings<'a>) -> Self {
        Self { names, tokens: names.tokens() }
    }

    /// Returns the texts with the body of a function in place of its calls, and without its definition. The body stands there as
    /// statements, or as the value that it returns, without brackets and in brackets.
    pub(super) fn inlined(&self, name: &Binding) -> Vec<Vec<u8>> {
        let Some((definition, parameters, body)) = self.definition(name) else { return Vec::new() };
        let gone = self.tokens.view.tree.node(definition).span;
        let calls: Vec<usize> = name
            .places
            .iter()
            .map(|&place| self.tokens.number(place))
            .filter(|&number| !gone.contains(&self.tokens.start(number)))
            .collect();
        if calls.is_empty() || calls.len() > MAX_CALLS {
            return Vec::new();
        }
        let returned = body.start + usize::from(self.tokens.text(body.start) == b"return")..body.end;
        let mut forms = vec![(body.clone(), false), (returned.clone(), false), (returned, true)];
        forms.dedup();
        forms
            .into_iter()
            .filter_map(|(body, is_bracketed)| self.put(definition, &parameters, &calls, body, is_bracketed))
            .collect()
    }

    /// Returns the part that defines a function, its parameters, and the tokens of its body without the signs around.
    fn definition(&self, name: &Binding) -> Option<(NodeId, Vec<Range<usize>>, Range<usize>)> {
        name.places.iter().find_map(|place| {
            let number = self.tokens.number(*place);
            let BracketList { close, parts: parameters } = self.tokens.list(number + 1)?;
            let (definition, end) = self.names.parts_around(*place).find_map(|node| {
                let end = self.tokens.from(self.tokens.view.tree.node(node).span.end);
                (end > close + 2).then_some((node, end))
            })?;
            let begins = |text: &[u8]| matches!(text, b"{" | b":" | b"=>");
            let start = (close + 1..end).find(|&number| begins(self.tokens.text(number)))? + 1;
            let signs =
                (start..end).rev().take_while(|&number| matches!(self.tokens.text(number), b"}" | b";")).count();
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
            let BracketList { close, parts: arguments } =
                self.tokens.list(call + 1).filter(|list| list.parts.len() == parameters.len())?;
            let inserted = self.substituted(&body, parameters, arguments);
            let inserted = if is_bracketed { [b"(", inserted.as_slice(), b")"].concat() } else { inserted };
            changes.push((self.tokens.start(call)..self.tokens.end(*close), inserted));
        }
        let (change, _) = self.tokens.view.change(&[Edit::Drop(definition)])?;
        changes.extend(change.cuts(&self.tokens.view.text));
        self.tokens.changed(changes)
    }

    /// Returns a body with the arguments in place of the parameters.
    fn substituted(&self, body: &Range<usize>, parameters: &[Range<usize>], arguments: &[Range<usize>]) -> Vec<u8> {
        let (mut text, mut at) = (Vec::new(), self.tokens.start(body.start));
        for number in body.clone() {
            let word = self.tokens.text(number);
            let is_named = |part: &Range<usize>| part.end > part.start && self.tokens.text(part.end - 1) == word;
            let Some(argument) = parameters.iter().position(is_named).map(|place| &arguments[place]) else { continue };
            text.extend(&self.tokens.view.text[at..self.tokens.start(number)]);
            text.extend(&self.tokens.view.text[self.tokens.span(argument)]);
            at = self.tokens.end(number);
        }
        text.extend(&self.tokens.view.text[at..self.tokens.end(body.end - 1)]);
        text
    }
}
