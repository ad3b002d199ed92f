//! The conditions under which a scanner gives a token: no earlier token has the same text, and no other token has a longer one.
//!
//! For example, a scanner gives the token `<` only where no `<=` stands, and the token `ID` only where the text is not `if`. A
//! condition that could never fail is left out.

use super::automaton::{Automaton, compare};
use super::follow::Follow;
use super::scanner::{Scanner, ScannerToken};
use super::spelling::Spelling;
use grammarc_runtime::byteset::ByteSet;

/// The conditions of one token. Numbers are indices of other tokens.
#[derive(Debug, Clone, Default)]
pub(super) struct Conditions {
    /// Texts that must not follow: `=` behind `<`.
    pub(super) tails: Vec<Spelling>,
    /// Tokens that must not begin where it begins, without texts of its own if the second part says so.
    pub(super) starts: Vec<(usize, bool)>,
    /// Tokens that are longer in a way that only both together tell: the longest text of all must be one of this token.
    pub(super) rivals: Vec<usize>,
    /// Tokens whose texts are not texts of this one.
    pub(super) minus: Vec<usize>,
    /// Tokens that are too large to be compared with.
    pub(super) unknown: Vec<usize>,
}

impl Conditions {
    pub(super) fn is_empty(&self) -> bool {
        self.is_unguarded() && self.minus.is_empty()
    }

    fn is_unguarded(&self) -> bool {
        self.tails.is_empty() && self.starts.is_empty() && self.rivals.is_empty()
    }

    /// Whether it is right only as a token of its own, which is never shorter than it could be.
    pub(super) fn is_possessive(&self) -> bool {
        !self.minus.is_empty() || !self.rivals.is_empty()
    }
}

/// Finds the conditions of all tokens, by their index.
pub(super) fn conditions(scanner: &Scanner, follow: &Follow<'_>) -> Vec<Conditions> {
    let tokens = &scanner.tokens;
    let word = scanner.word.and_then(|word| tokens[word].automaton.as_ref());
    let firsts: Vec<ByteSet> = tokens.iter().map(ScannerToken::first).collect();
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let behind = match token.is_skipped {
            true => Some(ByteSet::ALL),
            false => follow.of(&token.kind),
        };
        let mut conditions = Conditions::default();
        if token.is_catch_all() {
            let others = tokens.iter().enumerate().filter(|&(other, it)| other != at && it.mode == token.mode);
            conditions.starts = others.map(|(other, _)| (other, false)).collect();
        } else if let (Some(behind), Some(automaton), false) = (behind, &token.automaton, token.opening.is_some()) {
            let is_protected = scanner.is_protected(token);
            let words = word.filter(|_| is_protected).map_or(ByteSet::EMPTY, Automaton::bytes);
            let pair = Pair { at, token, automaton, possible: behind.intersection(words.complement()) };
            for (other_at, other) in tokens.iter().enumerate() {
                let is_rival = other_at != at
                    && other.mode == token.mode
                    && !(other.is_skipped && token.is_skipped)
                    && !(is_protected && scanner.word == Some(other_at))
                    && !firsts[at].intersection(firsts[other_at]).is_empty();
                if is_rival {
                    pair.compare(other_at, other, &mut conditions);
                }
            }
            if !conditions.rivals.is_empty() || (is_protected && !conditions.is_unguarded()) {
                conditions.join_rivals(scanner, at, is_protected);
            }
        }
        found.push(conditions);
    }
    found
}

impl Conditions {
    /// Says all conditions in the one way that always works.
    fn join_rivals(&mut self, scanner: &Scanner, at: usize, is_protected: bool) {
        let own = scanner.tokens[at].text().map(|it| it.text.clone()).unwrap_or_default();
        let is_longer = |(_, token): &(usize, &ScannerToken)| {
            token.text().is_some_and(|it| self.tails.iter().any(|tail| it.text == own.clone() + &tail.text))
        };
        let with_tails: Vec<usize> =
            scanner.tokens.iter().enumerate().filter(is_longer).map(|(index, _)| index).collect();
        self.rivals.extend(with_tails);
        self.rivals.extend(self.starts.drain(..).map(|(index, _)| index));
        if is_protected {
            self.rivals.extend(scanner.word);
        }
        self.rivals.sort_unstable();
        self.rivals.dedup();
        self.tails.clear();
    }
}

/// A token that is compared with the others.
struct Pair<'a> {
    at: usize,
    token: &'a ScannerToken,
    automaton: &'a Automaton,
    /// The bytes that may follow and that tell something.
    possible: ByteSet,
}

impl Pair<'_> {
    fn compare(&self, other_at: usize, other: &ScannerToken, conditions: &mut Conditions) {
        if let (Some(own), Some(text)) = (self.token.text(), other.text()) {
            return self.compare_texts(own, text, conditions);
        }
        let Some(relation) = other.automaton.as_ref().map(|other| compare(self.automaton, other)) else {
            return;
        };
        let Some(relation) = relation else {
            conditions.unknown.push(other_at);
            return;
        };
        let is_spelled = !self.token.texts.is_empty();
        if relation.has_same && other_at < self.at && !is_spelled && other.opening.is_none() {
            conditions.minus.push(other_at);
        }
        if relation.next.intersection(self.possible).is_empty() {
            return;
        }
        match (relation.has_same, relation.is_begun) {
            (false, false) => conditions.starts.push((other_at, false)),
            _ if other.opening.is_some() => {}
            (true, false) => conditions.starts.push((other_at, true)),
            (_, true) => conditions.rivals.push(other_at),
        }
    }

    fn compare_texts(&self, own: &Spelling, other: &Spelling, conditions: &mut Conditions) {
        let fold = own.fold || other.fold;
        let Some((head, tail)) = other.text.split_at_checked(own.text.len()) else {
            return;
        };
        let is_same = if fold { head.eq_ignore_ascii_case(&own.text) } else { head == own.text };
        let tail = Spelling::new(tail, other.fold);
        let may_follow = tail.text.bytes().next().is_some_and(|byte| {
            let is_folded = tail.fold && self.possible.contains(byte ^ 0x20);
            self.possible.contains(byte) || is_folded
        });
        if is_same && may_follow && !conditions.tails.contains(&tail) {
            let covers = |short: &Spelling, long: &Spelling| {
                long.text.starts_with(&short.text) && (short.fold || short.fold == long.fold)
            };
            if !conditions.tails.iter().any(|known| covers(known, &tail)) {
                conditions.tails.retain(|known| !covers(&tail, known));
                conditions.tails.push(tail);
            }
        }
    }
}
