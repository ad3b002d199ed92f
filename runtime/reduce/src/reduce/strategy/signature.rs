//! A parameter goes together with its argument at every call. For example, `f(int a, int b); f(1, 2);` becomes `f(int a); f(1);`.
//!
//! The parameter removal of C-Reduce (J. Regehr et al., *Test-Case Reduction for C Compiler Bugs*, PLDI 2012), for any language with
//! `(`, `,` and `)`. Behind a function literal that is called at once, the second list has the arguments of the first.

use std::collections::BTreeMap;
use std::ops::Range;

use super::bindings::{is_name, tokens};
use super::calls::lists;
use super::{Search, Stop, Strategy, View};
use crate::edit::Candidate;
use grammarc_core::tree::NodeId;

/// Dropping parameters.
pub(in crate::reduce) const STRATEGY: Strategy = Strategy {
    name: "signature",
    paper: "Regehr et al., PLDI 2012: drop a parameter together with the argument at every call",
    run,
};

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    loop {
        search.parse_again();
        let view = search.view();
        let calls = Calls::of(&view);
        let texts = calls.groups.iter().flat_map(|group| calls.shortened(group));
        let candidates = texts.map(|text| ((), Candidate::Text(text)));
        if search.first(candidates)?.is_none() {
            return Ok(());
        }
    }
}

/// What stands in brackets: the tokens of each part between commas.
struct ArgumentList {
    parts: Vec<Range<usize>>,
}

/// The lists in brackets that belong together, such as the parameters of a function and the arguments of its calls.
struct Calls<'a> {
    view: &'a View<'a>,
    tokens: Vec<NodeId>,
    groups: Vec<Vec<ArgumentList>>,
}

impl<'a> Calls<'a> {
    fn of(view: &'a View<'a>) -> Self {
        let tokens: Vec<NodeId> = tokens(view).collect();
        let lists = lists(view, &tokens);
        let mut by_name: BTreeMap<&[u8], Vec<usize>> = BTreeMap::new();
        let mut groups = Vec::new();
        for (&open, (close, _)) in &lists {
            let before = open.checked_sub(1).map(|place| view.text_of(tokens[place]));
            if let Some(name) = before.filter(|text| is_name(text)) {
                by_name.entry(name).or_default().push(open);
            }
            // `(function (a) { … })(1)`
            let literal = lists.range(open + 1..*close).next();
            if let Some((&parameters, _)) = literal.filter(|_| lists.contains_key(&(close + 1))) {
                groups.push(vec![parameters, close + 1]);
            }
        }
        groups.extend(by_name.into_values());
        let list = |open: &usize| ArgumentList { parts: lists[open].1.clone() };
        let groups = groups.iter().map(|group| group.iter().map(list).collect()).collect();
        Self { view, tokens, groups }
    }

    /// Returns the texts without the part of one number in all lists that have it. The name of a parameter becomes the argument in
    /// its other places if all calls agree.
    fn shortened<'b>(&'b self, group: &'b [ArgumentList]) -> impl Iterator<Item = Vec<u8>> + 'b {
        let most = group.iter().map(|list| list.parts.len()).max().filter(|_| group.len() > 1).unwrap_or(0);
        (0..most).rev().flat_map(move |number| {
            let having: Vec<&ArgumentList> = group.iter().filter(|list| list.parts.len() > number).collect();
            let cuts: Vec<Range<usize>> = having.iter().map(|list| self.cut(list, number)).collect();
            let replaced = self.argument(&having, number).map(|(name, value)| self.without(&cuts, Some((name, value))));
            let plain = (having.len() > 1).then(|| self.without(&cuts, None));
            plain.into_iter().chain(replaced.filter(|_| having.len() > 1))
        })
    }

    /// Returns the bytes of a part with the comma that goes with it.
    fn cut(&self, list: &ArgumentList, number: usize) -> Range<usize> {
        let span = |token: usize| self.view.tree.node(self.tokens[token]).span;
        let part = &list.parts[number];
        let start = |token: usize| self.tokens.get(token).map_or(self.view.text.len(), |_| span(token).start);
        match list.parts.get(number + 1) {
            Some(next) => start(part.start)..start(next.start),
            None if number > 0 => start(part.start - 1)..start(part.end),
            None => start(part.start)..start(part.end),
        }
    }

    /// Returns the name of a parameter and its argument, if all lists but the first have the same argument.
    fn argument(&self, having: &[&ArgumentList], number: usize) -> Option<(&[u8], Vec<u8>)> {
        let (parameters, calls) = having.split_first()?;
        let mut words = self.tokens[parameters.parts[number].clone()].iter().map(|&token| self.view.text_of(token));
        let name = words.rfind(|word| is_name(word))?;
        let mut values = calls.iter().map(|list| self.text(&list.parts[number]));
        let value = values.next().filter(|value| !value.is_empty())?;
        (values.all(|other| other == value) && value != name).then(|| (name, value.to_vec()))
    }

    fn text(&self, part: &Range<usize>) -> &[u8] {
        let span = |token: usize| self.view.tree.node(self.tokens[token]).span;
        if part.is_empty() { &[] } else { &self.view.text[span(part.start).start..span(part.end - 1).end] }
    }

    /// Returns the text without some ranges of bytes, with another text in the places of a name.
    fn without(&self, cuts: &[Range<usize>], renamed: Option<(&[u8], Vec<u8>)>) -> Vec<u8> {
        let is_cut = |at: usize| cuts.iter().any(|cut| cut.contains(&at));
        let (mut text, mut at) = (Vec::new(), 0);
        let mut copy = |until: usize, text: &mut Vec<u8>| {
            text.extend((at..until).filter(|&place| !is_cut(place)).map(|place| self.view.text[place]));
            at = until;
        };
        if let Some((name, value)) = &renamed {
            for &token in &self.tokens {
                let span = self.view.tree.node(token).span;
                if self.view.text_of(token) == *name && !is_cut(span.start) {
                    copy(span.start, &mut text);
                    text.extend(value);
                    copy(span.end, &mut Vec::new());
                }
            }
        }
        copy(self.view.text.len(), &mut text);
        text
    }
}
