//! The tokens of a text by number, and its lists in round brackets, because strategies on names look at both again and again. For
//! example, `f(a, b)` has six tokens, of which number 1 opens a list of the two parts `2..3` and `4..5`.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{Search, Stop, View};
use crate::edit::Candidate;
use crate::facts::Place;
use crate::flat::is_word;
use grammarc_core::tree::NodeId;

/// The tokens with a text, white space left out, in the order of the text.
pub(super) struct TokenList<'a> {
    pub view: &'a View<'a>,
    nodes: Vec<NodeId>,
    /// By token: the number of brackets around it.
    depths: Vec<usize>,
    /// The numbers of the brackets of each pair, round, square and curly, the closing ones in order.
    pairs: Vec<(usize, usize)>,
    /// By the number of the opening bracket.
    lists: BTreeMap<usize, BracketList>,
}

/// The content of round brackets, such as parameters or arguments.
pub(super) struct BracketList {
    /// The number of the closing bracket.
    pub close: usize,
    /// The tokens between commas, empty parts left out.
    pub parts: Vec<Range<usize>>,
}

impl<'a> TokenList<'a> {
    /// Lists the tokens of a text. O(n log n).
    pub(super) fn of(view: &'a View<'a>) -> Self {
        let is_token = |&id: &NodeId| {
            view.tree.size(id) == 1 && view.place(id) != Place::Skip && !view.text_of(id).trim_ascii().is_empty()
        };
        let nodes: Vec<NodeId> = view.tree.subtree(view.tree.root()).filter(is_token).collect();
        let (mut depths, mut pairs, mut lists) = (Vec::with_capacity(nodes.len()), Vec::new(), BTreeMap::new());
        // For each open bracket: its number, and those of the commas behind it.
        let mut open: Vec<Vec<usize>> = Vec::new();
        let mut depth = 0_usize;
        for (number, &node) in nodes.iter().enumerate() {
            let text = view.text_of(node);
            if matches!(text, b")" | b"]" | b"}") {
                depth = depth.saturating_sub(1);
            }
            depths.push(depth);
            match text {
                b"(" | b"[" | b"{" => {
                    depth += 1;
                    open.push(vec![number]);
                }
                b"," => open.iter_mut().last().into_iter().for_each(|ends| ends.push(number)),
                b")" | b"]" | b"}" => {
                    let Some(mut ends) = open.pop() else { continue };
                    let start = ends[0];
                    ends.push(number);
                    pairs.push((start, number));
                    if view.text_of(nodes[start]) == b"(" && text == b")" {
                        let parts = ends.windows(2).map(|pair| pair[0] + 1..pair[1]);
                        let parts = parts.filter(|part| !part.is_empty()).collect();
                        lists.insert(start, BracketList { close: number, parts });
                    }
                }
                _ => {}
            }
        }
        Self { view, nodes, depths, pairs, lists }
    }

    pub(super) fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    pub(super) fn depth(&self, number: usize) -> usize {
        self.depths[number]
    }

    /// Returns the numbers of the brackets of each pair, an inner pair before the one around it.
    pub(super) fn pairs(&self) -> &[(usize, usize)] {
        &self.pairs
    }

    /// Returns the list that a token opens.
    pub(super) fn list(&self, open: usize) -> Option<&BracketList> {
        self.lists.get(&open)
    }

    /// Returns the number of the first token at a byte or behind it.
    pub(super) fn from(&self, byte: usize) -> usize {
        self.nodes.partition_point(|&node| self.view.tree.node(node).span.start < byte)
    }

    /// Returns the number of a token.
    pub(super) fn number(&self, token: NodeId) -> usize {
        self.from(self.view.tree.node(token).span.start)
    }

    /// Returns the text of a token.
    pub(super) fn text(&self, number: usize) -> &'a [u8] {
        self.view.text_of(self.nodes[number])
    }

    /// Returns the bytes of some tokens, with the gaps between them.
    pub(super) fn span(&self, tokens: &Range<usize>) -> Range<usize> {
        if tokens.is_empty() { 0..0 } else { self.start(tokens.start)..self.end(tokens.end - 1) }
    }

    /// Returns where a token begins. Behind the last one the text ends.
    pub(super) fn start(&self, number: usize) -> usize {
        self.nodes.get(number).map_or(self.view.text.len(), |&node| self.view.tree.node(node).span.start)
    }

    /// Returns where a token ends.
    pub(super) fn end(&self, number: usize) -> usize {
        self.view.tree.node(self.nodes[number]).span.end
    }

    /// Returns the text with other texts in the place of some ranges of bytes, and with a blank where two words would meet. None where
    /// two ranges overlap. For example, `else a` for `else{a}` without its brackets.
    pub(super) fn changed(&self, mut changes: Vec<(Range<usize>, Vec<u8>)>) -> Option<Vec<u8>> {
        changes.sort_by_key(|(range, _)| range.start);
        if changes.windows(2).any(|pair| pair[0].0.end > pair[1].0.start) {
            return None;
        }
        let (mut text, mut at) = (Vec::new(), 0);
        let rest = self.view.text.len()..self.view.text.len();
        for (range, inserted) in changes.into_iter().chain([(rest, Vec::new())]) {
            for part in [&self.view.text[at..range.start], &inserted] {
                let are_words = |&last: &u8| is_word(last) && part.first().is_some_and(|&first| is_word(first));
                if text.last().is_some_and(are_words) {
                    text.push(b' ');
                }
                text.extend(part);
            }
            at = range.end;
        }
        Some(text)
    }
}

/// Tests the texts that parts of the current text give. Begins again at the part behind each success, until no part gives a smaller
/// interesting text. A text in the language of the grammar stays in it, because most others would be tested in vain.
///
/// # Errors
/// If the trial must stop.
pub(super) fn in_turn<T>(
    search: &mut Search<'_, '_>,
    parts: impl Fn(&TokenList<'_>) -> Vec<T>,
    texts: impl Fn(&TokenList<'_>, &T) -> Vec<Vec<u8>>,
) -> Result<(), Stop> {
    let mut from = 0;
    loop {
        let is_valid = search.parse_again();
        let view = search.view();
        let tokens = TokenList::of(&view);
        let parts = parts(&tokens);
        let count = parts.len();
        let places = (0..count).map(|place| (from + place) % count);
        let candidates = places.flat_map(|place| {
            let texts = texts(&tokens, &parts[place]);
            texts.into_iter().map(move |text| (place, Candidate::Text(text)))
        });
        let mut found = None;
        let test = |search: &mut Search<'_, '_>| search.first(candidates).map(|place| found = place);
        if is_valid {
            search.within_language(test)?
        } else {
            test(search)?
        }
        match found {
            Some(place) => from = place,
            None => return Ok(()),
        }
    }
}
