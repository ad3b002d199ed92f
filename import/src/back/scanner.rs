//! The tokens of a scanner, in its order: texts that the parser names by themselves, then the tokens of the file.

use super::automaton::{Automaton, AutomatonBuilder, bytes_of};
use super::spelling::{Speller, Spelling};
use crate::source::{RuleRole, SourceGrammar, SourceItemKind, SourceRule};
use crate::walk::visit_kinds;
use grammarc_runtime::byteset::ByteSet;
use std::collections::HashMap;

/// A token.
#[derive(Debug, Clone)]
pub(super) struct ScannerToken {
    /// How the parser names it: by a rule, or by a text.
    pub(super) kind: SourceItemKind,
    /// The index of its rule.
    pub(super) rule: Option<usize>,
    /// Its texts, if it is only a few, such as a keyword.
    pub(super) texts: Vec<Spelling>,
    /// Its automaton; none if it is not regular, or too large.
    pub(super) automaton: Option<Automaton>,
    /// The text that begins it, if its automaton knows no more than that.
    pub(super) opening: Option<Spelling>,
    /// The mode of the scanner.
    pub(super) mode: String,
    /// Whether the parser does not see it.
    pub(super) is_skipped: bool,
}

impl ScannerToken {
    /// Its one text.
    pub(super) fn text(&self) -> Option<&Spelling> {
        match self.texts.as_slice() {
            [one] if !self.is_skipped => Some(one),
            _ => None,
        }
    }

    /// Whether all of some texts are texts of it; there must be some.
    pub(super) fn has_all(&self, texts: &[Spelling]) -> bool {
        let Some(automaton) = self.automaton.as_ref().filter(|_| self.opening.is_none()) else {
            return false;
        };
        !texts.is_empty() && texts.iter().all(|text| automaton.has_text(text))
    }

    /// Whether it takes any character that no other token takes.
    pub(super) fn is_catch_all(&self) -> bool {
        self.is_skipped && self.automaton.as_ref().is_some_and(Automaton::is_any_character)
    }

    /// The bytes that begin it.
    pub(super) fn first(&self) -> ByteSet {
        match &self.automaton {
            Some(automaton) => automaton.first(),
            None => ByteSet::ALL.without_end(),
        }
    }
}

/// All tokens of a grammar.
#[derive(Debug)]
pub(super) struct Scanner {
    /// In the order in which the scanner prefers them.
    pub(super) tokens: Vec<ScannerToken>,
    /// The token of words, in whose texts most keywords are.
    pub(super) word: Option<usize>,
    by_key: HashMap<(bool, String), usize>,
}

impl Scanner {
    /// Collects the tokens of a grammar. Case is explicit, and no loop is lazy.
    pub(super) fn new(grammar: &SourceGrammar) -> Self {
        let mut scanner = Self { tokens: Vec::new(), word: None, by_key: HashMap::new() };
        scanner.add_texts(grammar);
        let speller = Speller::new(&grammar.rules);
        let rules: Vec<(usize, &SourceRule)> =
            grammar.rules.iter().enumerate().filter(|(_, rule)| is_token(rule)).collect();
        let texts: Vec<Vec<Spelling>> = rules.iter().map(|(_, rule)| speller.texts(rule).unwrap_or_default()).collect();
        let others = rules.iter().zip(&texts).filter(|(_, texts)| texts.len() != 1);
        let names: Vec<&str> = others.map(|((_, rule), _)| rule.name.as_str()).collect();
        let mut automata = AutomatonBuilder::new(grammar).automata(&names).into_iter();
        for ((at, rule), texts) in rules.into_iter().zip(texts) {
            let mut automaton = match texts.as_slice() {
                [text] => Some(Automaton::of_text(&bytes_of(&text.text, grammar.unit), text.fold)),
                _ => automata.next().flatten(),
            };
            let opening = if automaton.is_none() { opening(rule) } else { None };
            if let Some(opening) = &opening {
                automaton = Some(Automaton::of_text(&bytes_of(&opening.text, grammar.unit), opening.fold));
            }
            scanner.add(ScannerToken {
                kind: SourceItemKind::Name(rule.name.clone()),
                rule: Some(at),
                texts,
                automaton,
                opening,
                mode: rule.mode.clone(),
                is_skipped: rule.role != RuleRole::Token,
            });
        }
        scanner.word = scanner.find_word(grammar.word.as_deref());
        scanner
    }

    /// The index of a token by its name or text in the parser.
    pub(super) fn index(&self, kind: &SourceItemKind) -> Option<usize> {
        self.by_key.get(&key(kind)?).copied()
    }

    /// Whether a token is a keyword that `%word` keeps apart from longer words.
    pub(super) fn is_protected(&self, token: &ScannerToken) -> bool {
        let has_all = |word: &ScannerToken| word.mode == token.mode && word.has_all(&token.texts);
        !token.is_skipped && self.word.is_some_and(|word| has_all(&self.tokens[word]))
    }

    fn add(&mut self, token: ScannerToken) {
        if let Some(key) = key(&token.kind) {
            self.by_key.insert(key, self.tokens.len());
        }
        self.tokens.push(token);
    }

    /// Texts in quotes in rules of the parser. They come before all tokens of the file.
    fn add_texts(&mut self, grammar: &SourceGrammar) {
        for rule in grammar.rules.iter().filter(|rule| rule.role == RuleRole::Syntax) {
            visit_kinds(&rule.alternatives, &mut |kind| {
                if let SourceItemKind::Text { text, fold } = kind
                    && !text.is_empty()
                    && self.index(kind).is_none()
                {
                    let spelling = Spelling::new(text, *fold);
                    self.add(ScannerToken {
                        kind: kind.clone(),
                        rule: None,
                        automaton: Some(Automaton::of_text(&bytes_of(text, grammar.unit), *fold)),
                        texts: vec![spelling],
                        opening: None,
                        mode: String::new(),
                        is_skipped: false,
                    });
                }
            });
        }
    }

    fn find_word(&self, named: Option<&str>) -> Option<usize> {
        if let Some(named) = named {
            return self.index(&SourceItemKind::Name(named.to_owned()));
        }
        let seen = || self.tokens.iter().enumerate().filter(|(_, token)| !token.is_skipped);
        let texts: Vec<(&str, &Spelling)> =
            seen().flat_map(|(_, token)| token.texts.iter().map(|text| (token.mode.as_str(), text))).collect();
        let is_keyword = |text: &Spelling| text.text.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let mut best = None;
        for (at, token) in seen().filter(|(_, token)| token.texts.is_empty() && token.opening.is_none()) {
            let Some(automaton) = &token.automaton else {
                continue;
            };
            let has = |&&(_, text): &&(&str, &Spelling)| automaton.has_text(text);
            let (own, foreign): (Vec<_>, Vec<_>) = texts.iter().filter(has).partition(|(mode, _)| *mode == token.mode);
            // `%word` knows no modes: a token with brackets of another mode, as in texts between tags, would keep them apart, too.
            if foreign.iter().any(|(_, text)| !is_keyword(text)) {
                continue;
            }
            let count = own.iter().filter(|(_, text)| is_keyword(text)).count();
            if count > best.map_or(0, |(_, most)| most) {
                best = Some((at, count));
            }
        }
        best.map(|(at, _)| at)
    }
}

/// Whether the scanner gives a rule by itself.
pub(super) fn is_token(rule: &SourceRule) -> bool {
    matches!(rule.role, RuleRole::Token | RuleRole::Skip | RuleRole::Channel(_))
}

/// The text that begins every text of a rule that is not regular.
fn opening(rule: &SourceRule) -> Option<Spelling> {
    let [alternative] = rule.alternatives.as_slice() else {
        return None;
    };
    match &alternative.items.first()?.kind {
        SourceItemKind::Text { text, fold } if !text.is_empty() => Some(Spelling::new(text, *fold)),
        _ => None,
    }
}

fn key(kind: &SourceItemKind) -> Option<(bool, String)> {
    match kind {
        SourceItemKind::Name(name) => Some((true, name.clone())),
        SourceItemKind::Text { text, .. } => Some((false, text.clone())),
        _ => None,
    }
}
