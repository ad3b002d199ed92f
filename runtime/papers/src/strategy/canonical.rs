//! Canonical tokens: each becomes the first interesting text of its kind, or loses as many characters as possible.
//!
//! Z. Xu et al., *T-Rec: Fine-Grained Format-Agnostic Program Reduction Guided by Lexical Syntax*, TOSEM 2025.
//! Results of the same bug become alike. A token is first replaced in all its places at once, then in each place alone.

use std::collections::{BTreeMap, HashSet};

use grammarc_core::grammar::{Symbol, TerminalKind};
use grammarc_core::order;
use grammarc_core::tree::NodeId;
use grammarc_reduce::edit::{Candidate, Edit};
use grammarc_reduce::reduce::building_blocks::Texts;
use grammarc_reduce::reduce::{Search, Strategy, View};
use grammarc_trial::trial::Stop;

/// Canonical tokens.
pub(super) const STRATEGY: Strategy = Strategy {
    name: "canonical",
    paper: "Xu et al., TOSEM 2025 (T-Rec): replace tokens by the first ones of their kind, or shorten them",
    run,
};

/// Number of first texts of its kind that a token is replaced by, because an oracle may refuse the very first.
const MAX_FIRST_TEXTS: usize = 3;

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    search.parse_again();
    let language = search.view().language;
    let texts = Texts::new(language);
    let mut done = HashSet::new();
    loop {
        let view = search.view();
        let mut tokens = tokens(&view);
        tokens.retain(|(token, _)| !done.contains(token));
        let candidates = tokens.iter().enumerate().flat_map(|(place, ((symbol, text), nodes))| {
            let others: Vec<Vec<u8>> = first(&texts, *symbol, text).chain(shorter(&texts, *symbol, text)).collect();
            let everywhere = others.clone().into_iter().map(|other| replace(nodes, &other));
            let alone = others.into_iter().flat_map(|other| nodes.iter().map(move |node| replace(&[*node], &other)));
            let several = nodes.len() > 1;
            everywhere.chain(alone.filter(move |_| several)).map(move |candidate| (place, candidate))
        });
        let found = search.first(candidates)?;
        done.extend(tokens.into_iter().take(found.unwrap_or(usize::MAX)).map(|(token, _)| token));
        if found.is_none() {
            return Ok(());
        }
    }
}

/// A token: its terminal and its text.
type TokenKey = (Symbol, Vec<u8>);

/// Returns the replaceable tokens with their places, those with most bytes in total first.
pub(crate) fn tokens(view: &View<'_>) -> Vec<(TokenKey, Vec<NodeId>)> {
    let mut tokens: BTreeMap<TokenKey, Vec<NodeId>> = BTreeMap::new();
    for id in view.tree.subtree(view.tree.root()) {
        let (symbol, text) = (view.tree.node(id).symbol, view.text_of(id));
        let terminal = view.language.grammar.terminal(symbol);
        if terminal.is_some_and(|terminal| !matches!(terminal.kind, TerminalKind::Text { .. })) && !text.is_empty() {
            tokens.entry((symbol, text.to_vec())).or_default().push(id);
        }
    }
    let mut tokens: Vec<_> = tokens.into_iter().collect();
    tokens.sort_by_cached_key(|((_, text), nodes)| std::cmp::Reverse(text.len() * nodes.len()));
    tokens
}

fn replace(nodes: &[NodeId], text: &[u8]) -> Candidate {
    Candidate::Edits(nodes.iter().map(|&node| Edit::Text { node, text: text.to_vec() }).collect())
}

/// Returns the first texts of a terminal, as far as they come before `text`.
fn first(texts: &Texts<'_>, symbol: Symbol, text: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let mut found: Vec<Vec<u8>> = Vec::new();
    while found.len() < MAX_FIRST_TEXTS {
        match texts.first(symbol, |other| !found.iter().any(|known| known == other)) {
            Some(next) if order::compare(&next, text).is_lt() => found.push(next),
            _ => break,
        }
    }
    found.into_iter()
}

/// Returns a text without one of its parts, half of it first, then ever smaller parts. Only texts of the same terminal
/// are returned. For example, `abcd` becomes `cd`, `ab`, `bcd`, `acd`, `abd` and `abc`.
fn shorter(texts: &Texts<'_>, symbol: Symbol, text: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let sizes = std::iter::successors(Some(text.len() / 2), |size| Some(size / 2)).take_while(|&size| size > 0);
    let parts = sizes.flat_map(|size| (0..text.len()).step_by(size).map(move |at| (at, size)));
    let left = parts.map(|(at, size)| [&text[..at], &text[(at + size).min(text.len())..]].concat());
    left.take(MAX_LEFT_OUT_PARTS).filter(move |left| texts.has(symbol, left))
}

/// Number of parts of one token to leave out, one at a time. Each costs a test.
const MAX_LEFT_OUT_PARTS: usize = 256;
