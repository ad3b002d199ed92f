//! The texts of a symbol: parses texts that edits bring in, and finds names to replace others. Trees are cached,
//! because many candidates bring in the same texts.

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

use crate::facts::Part;
use crate::format::Format;
use grammarc_core::grammar::{Grammar, Hook, Item, Slot, Symbol, TerminalKind};
use grammarc_core::language::Language;
use grammarc_core::meaning::fields::{has_counts, is_computed};
use grammarc_core::order;
use grammarc_core::parse;
use grammarc_core::regular::{Order, token_parts};
use grammarc_core::tree::Tree;

/// Longest text, in bytes, that is parsed by itself, so that no candidate takes long. A longer one stays a leaf.
const MAX_PARSED_BYTES: usize = 4096;
/// Number of cached trees, to bound the memory. A full cache is emptied.
const MAX_CACHED_TREES: usize = 4096;
/// Number of prefixes to try in the search for a free name: as many as most languages have names of one or two
/// characters.
const MAX_PREFIXES: usize = 4096;

/// The cached trees by symbol and text; none if the text is not one of the symbol.
type Trees = HashMap<(Symbol, Vec<u8>), Option<Rc<Tree>>>;

/// The texts of symbols. For example, those of an identifier are `a`, `b` and so on.
pub struct Texts<'s> {
    language: &'s Format,
    /// By symbol: whether its texts can contain hooks or fields.
    matters: Vec<bool>,
    parts: RefCell<HashMap<Symbol, Option<Rc<parse::Part>>>>,
    trees: RefCell<Trees>,
}

impl<'s> Texts<'s> {
    /// Looks at the texts of the symbols of a language. None is made yet.
    pub fn new(language: &'s Format) -> Self {
        let (parts, trees) = (RefCell::default(), RefCell::default());
        Self { language, matters: matters(&language.grammar), parts, trees }
    }

    /// Parses a text of a symbol, if its tree can matter to the fold.
    pub(super) fn tree(&self, symbol: Symbol, text: &[u8]) -> Option<Rc<Tree>> {
        if self.matters[symbol.0 as usize] { self.parsed(symbol, text) } else { None }
    }

    /// Returns whether a symbol derives a text.
    pub fn has(&self, symbol: Symbol, text: &[u8]) -> bool {
        match self.language.grammar.terminal(symbol) {
            Some(_) => self.language.is_text_of(symbol, text),
            None => self.parsed(symbol, text).is_some(),
        }
    }

    /// Returns the first text of a symbol, in the order of texts, that `is_right` accepts; none if no short text is
    /// accepted. For example, the first identifier is `a`, or `b` if `a` is not accepted.
    pub fn first(&self, symbol: Symbol, mut is_right: impl FnMut(&[u8]) -> bool) -> Option<Vec<u8>> {
        let mut is_right = |text: &[u8]| self.has(symbol, text) && is_right(text);
        let dfa = self.terminal(symbol).and_then(|terminal| {
            let row = self.language.grammar.terminal(terminal)?;
            let (body, _) = token_parts(&self.language.grammar, row.regular);
            self.language.automata.dfa(&self.language.grammar, body, Order::All)
        });
        let Some(dfa) = dfa else {
            let letters = || (b'a'..=b'z').chain(b'0'..=b'9');
            let pairs = letters().flat_map(|first| letters().map(move |second| vec![first, second]));
            let mut all: Vec<Vec<u8>> = self.shortest(symbol).chain(letters().map(|letter| vec![letter])).collect();
            all.extend(pairs);
            all.sort_by(|one, other| order::compare(one, other));
            return all.into_iter().find(|text| is_right(text));
        };
        let mut bytes: Vec<u8> = (0..=255).collect();
        bytes.sort_by_key(|&byte| order::rank(byte));
        let mut open = VecDeque::from([(dfa.start(), Vec::new())]);
        for _ in 0..MAX_PREFIXES {
            let (state, text) = open.pop_front()?;
            if dfa.is_accepting(state) && is_right(&text) {
                return Some(text);
            }
            let nexts = bytes.iter().map(|&byte| (byte, dfa.next(state, byte)));
            let nexts = nexts.filter(|&(_, next)| next != dfa.dead());
            let room = MAX_PREFIXES.saturating_sub(open.len());
            open.extend(nexts.take(room).map(|(byte, next)| (next, [text.as_slice(), &[byte]].concat())));
        }
        None
    }

    /// Returns a short text of each alternative of a symbol.
    fn shortest(&self, symbol: Symbol) -> impl Iterator<Item = Vec<u8>> + '_ {
        let facts = self.language.facts();
        let text = |part: &Part| match part {
            Part::Text(text) => text.to_vec(),
            Part::Symbol(symbol) => facts.symbol(*symbol).minimal.to_vec(),
        };
        let is_rule = self.language.grammar.rule(symbol).is_some();
        let productions = is_rule.then(|| self.language.grammar.productions_of(symbol)).into_iter().flatten();
        productions.map(move |id| facts.expansion(id).iter().flat_map(text).collect())
    }

    /// Returns the only terminal that a symbol consists of.
    fn terminal(&self, symbol: Symbol) -> Option<Symbol> {
        let grammar = &self.language.grammar;
        if grammar.terminal(symbol).is_some() {
            return Some(symbol);
        }
        let mut productions = grammar.productions_of(symbol);
        let (only, None) = (productions.next()?, productions.next()) else { return None };
        let mut items = grammar.items_of(only).iter().filter(|item| item.slot != Slot::Skip);
        let (only, None) = (items.next()?, items.next()) else { return None };
        grammar.terminal(only.symbol).map(|_| only.symbol)
    }

    fn parsed(&self, symbol: Symbol, text: &[u8]) -> Option<Rc<Tree>> {
        if text.len() > MAX_PARSED_BYTES {
            return None;
        }
        let key = (symbol, text.to_vec());
        if let Some(known) = self.trees.borrow().get(&key) {
            return known.clone();
        }
        let part =
            self.parts.borrow_mut().entry(symbol).or_insert_with(|| self.language.part(symbol).map(Rc::new)).clone();
        let tree = part.and_then(|part| self.language.parsing().of(&part).tree(text)).map(Rc::new);
        let mut trees = self.trees.borrow_mut();
        if trees.len() >= MAX_CACHED_TREES {
            trees.clear();
        }
        trees.insert(key, tree.clone());
        tree
    }
}

/// Returns whether a grammar has computed fields, or hooks that judge a text or keep it.
pub(super) fn has_meaning(language: &Language) -> bool {
    let (grammar, facts) = (&language.grammar, language.meaning().matters());
    let matters = |hook: &Hook| hook.meaning().keeps || facts.judges(hook);
    let is_judged = |item: &Item| grammar.hooks_of(item).iter().any(matters);
    grammar.items.iter().any(|item| is_judged(item) || is_computed(grammar, item)) || has_counts(grammar)
}

fn is_meant(grammar: &Grammar, item: &Item) -> bool {
    item.hooks.is_some() || is_computed(grammar, item)
}

/// Returns for each symbol whether its texts can contain hooks, fields, or labels that fields outside refer to.
fn matters(grammar: &Grammar) -> Vec<bool> {
    let mut found = vec![false; grammar.rules.len()];
    let is_read = |kind| matches!(kind, TerminalKind::Text { .. } | TerminalKind::Indent(_));
    found.extend(grammar.terminals.iter().map(|terminal| is_read(terminal.kind)));
    // A labelled symbol matters, because a field may count its texts.
    let counted = grammar.items.iter().filter(|item| item.label.is_some() && grammar.is_hidden(item.symbol));
    counted.for_each(|item| found[item.symbol.0 as usize] = true);
    grammar.until_settled(|id| {
        let rule = grammar.production(id).rule;
        let is_hidden = grammar.is_hidden(rule);
        let is_seen =
            |item: &Item| found[item.symbol.0 as usize] || is_meant(grammar, item) || is_hidden && item.label.is_some();
        let number = rule.0 as usize;
        let is_new = !found[number] && grammar.items_of(id).iter().any(is_seen);
        found[number] |= is_new;
        is_new
    });
    // The skipped bytes at the end of a labelled or computed item matter too, because they do not count as its text.
    let is_seen = |item: &Item| item.label.is_some() || is_computed(grammar, item);
    let end = grammar.end_of(grammar.items.iter().filter(|item| is_seen(item)).map(|item| item.symbol).collect());
    if end.skip.is_some() {
        end.rules.iter().for_each(|rule| found[rule.0 as usize] = true);
    }
    found
}
