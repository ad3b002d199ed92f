//! A parameter goes together with its argument at every call. For example, `f(int a, int b); f(1, 2);` becomes `f(int a); f(1);`.
//!
//! The parameter removal of C-Reduce (J. Regehr et al., *Test-Case Reduction for C Compiler Bugs*, PLDI 2012), for any language with
//! `(`, `,` and `)`. Behind a function literal that is called at once, the second list has the arguments of the first.

use std::collections::BTreeMap;
use std::ops::Range;

use super::bindings::is_name;
use super::token_list::{BracketList, TokenList};
use super::{Search, Stop, Strategy, View};
use crate::edit::Candidate;

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

/// The lists in brackets that belong together, such as the parameters of a function and the arguments of its calls.
struct Calls<'a> {
    tokens: TokenList<'a>,
    /// The opening brackets of each group.
    groups: Vec<Vec<usize>>,
}

impl<'a> Calls<'a> {
    fn of(view: &'a View<'a>) -> Self {
        let tokens = TokenList::of(view);
        let mut by_name: BTreeMap<&[u8], Vec<usize>> = BTreeMap::new();
        let mut groups = Vec::new();
        for (open, list) in tokens.lists(0..tokens.nodes().len()) {
            let before = open.checked_sub(1).map(|before| tokens.text(before));
            if let Some(name) = before.filter(|text| is_name(text)) {
                by_name.entry(name).or_default().push(open);
            }
            // `(function (a) { … })(1)`
            let literal = tokens.lists(open + 1..list.close).next();
            if let Some((parameters, _)) = literal.filter(|_| tokens.list(list.close + 1).is_some()) {
                groups.push(vec![parameters, list.close + 1]);
            }
        }
        groups.extend(by_name.into_values());
        Self { tokens, groups }
    }

    /// Returns the texts without the part of one number in all lists that have it. The name of a parameter becomes the argument in
    /// its other places if all calls agree.
    fn shortened<'b>(&'b self, group: &'b [usize]) -> impl Iterator<Item = Vec<u8>> + 'b {
        let group: Vec<&BracketList> = group.iter().filter_map(|&open| self.tokens.list(open)).collect();
        let most = group.iter().map(|list| list.parts.len()).max().filter(|_| group.len() > 1).unwrap_or(0);
        (0..most).rev().flat_map(move |number| {
            let having: Vec<&BracketList> = group.iter().copied().filter(|list| list.parts.len() > number).collect();
            let cuts: Vec<Range<usize>> = having.iter().map(|list| self.cut(list, number)).collect();
            let replaced = self.argument(&having, number).map(|(name, value)| self.without(&cuts, Some((name, value))));
            let plain = (having.len() > 1).then(|| self.without(&cuts, None));
            plain.into_iter().chain(replaced.filter(|_| having.len() > 1))
        })
    }

    /// Returns the bytes of a part with the comma that goes with it.
    fn cut(&self, list: &BracketList, number: usize) -> Range<usize> {
        let part = &list.parts[number];
        let start = |token: usize| self.tokens.start(token);
        match list.parts.get(number + 1) {
            Some(next) => start(part.start)..start(next.start),
            None if number > 0 => start(part.start - 1)..start(part.end),
            None => start(part.start)..start(part.end),
        }
    }

    /// Returns the name of a parameter and its argument, if all lists but the first have the same argument.
    fn argument(&self, having: &[&BracketList], number: usize) -> Option<(&[u8], Vec<u8>)> {
        let (parameters, calls) = having.split_first()?;
        let mut words = parameters.parts[number].clone().map(|token| self.tokens.text(token));
        let name = words.rfind(|word| is_name(word))?;
        let mut values = calls.iter().map(|list| self.text(&list.parts[number]));
        let value = values.next().filter(|value| !value.is_empty())?;
        (values.all(|other| other == value) && value != name).then(|| (name, value.to_vec()))
    }

    fn text(&self, part: &Range<usize>) -> &[u8] {
        &self.tokens.view.text[self.tokens.span(part)]
    }

    /// Returns the text without some ranges of bytes, with another text in the places of a name.
    fn without(&self, cuts: &[Range<usize>], renamed: Option<(&[u8], Vec<u8>)>) -> Vec<u8> {
        let whole = &self.tokens.view.text;
        let is_cut = |at: usize| cuts.iter().any(|cut| cut.contains(&at));
        let (mut text, mut at) = (Vec::new(), 0);
        let mut copy = |until: usize, text: &mut Vec<u8>| {
            text.extend((at..until).filter(|&place| !is_cut(place)).map(|place| whole[place]));
            at = until;
        };
        if let Some((name, value)) = &renamed {
            for token in 0..self.tokens.nodes().len() {
                let start = self.tokens.start(token);
                if self.tokens.text(token) == *name && !is_cut(start) {
                    copy(start, &mut text);
                    text.extend(value);
                    copy(self.tokens.end(token), &mut Vec::new());
                }
            }
        }
        copy(whole.len(), &mut text);
        text
    }
}
