//! The languages of terminals as automata, with which states can still accept.

use std::cell::OnceCell;
use std::collections::HashSet;

use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::grammar::{Encoding, Grammar, RegularId};
use grammarc_runtime::regular::{Automata, Dfa, Order};

/// The languages of the expressions of a grammar, each built when it is first asked for.
pub(super) struct Languages<'g> {
    grammar: &'g Grammar,
    automata: &'g Automata,
    live: Vec<OnceCell<Box<[bool]>>>,
}

/// One language: an automaton, and for each state whether a match is still possible.
#[derive(Clone, Copy)]
pub(super) struct Language<'a> {
    dfa: &'a Dfa,
    live: &'a [bool],
}

impl<'g> Languages<'g> {
    pub(super) fn new(grammar: &'g Grammar, automata: &'g Automata) -> Self {
        let live = grammar.regulars.iter().map(|_| OnceCell::new()).collect();
        Self { grammar, automata, live }
    }

    /// Returns all automata of the grammar.
    pub(super) fn automata(&self) -> &'g Automata {
        self.automata
    }

    /// Returns the language of an expression; none if it looks ahead, mentions labels or is too large.
    pub(super) fn of(&self, id: RegularId) -> Option<Language<'_>> {
        let dfa = self.automata.dfa(self.grammar, id, Order::All)?;
        let live = self.live[id.0 as usize].get_or_init(|| live(dfa));
        Some(Language { dfa, live })
    }

    /// Returns whether a match can always go on, whatever follows it: some accepting state leads to possible matches over every
    /// character of the input.
    pub(super) fn is_endless(&self, id: RegularId) -> bool {
        let Some(language) = self.of(id) else { return false };
        let states = (0..language.dfa.states() as u32).filter(|&state| language.dfa.is_accepting(state));
        let reached = reached(language.dfa);
        states.into_iter().any(|state| reached[state as usize] && language.never_stops(state, self.grammar.encoding))
    }
}

impl Language<'_> {
    /// Returns the automaton.
    pub(super) fn dfa(&self) -> &Dfa {
        self.dfa
    }

    /// Returns whether a text is in the language.
    pub(super) fn contains(self, text: &[u8]) -> bool {
        self.dfa.is_match(text)
    }

    /// Returns whether every text of this language is in `all`, where the automaton `longest` cannot go on over a byte
    /// of `follow`. Both are walked side by side.
    pub(super) fn is_within(self, all: Language<'_>, longest: Option<(Language<'_>, ByteSet)>) -> bool {
        let start = (self.dfa.start(), all.dfa.start(), longest.map_or(0, |(language, _)| language.dfa.start()));
        let mut seen = HashSet::from([start]);
        let mut open = vec![start];
        while let Some((own, other, body)) = open.pop() {
            if self.dfa.is_accepting(own) {
                let goes_on = |(language, follow): (Language<'_>, ByteSet)| {
                    (0..=u8::MAX).any(|byte| follow.contains(byte) && language.is_live(language.dfa.next(body, byte)))
                };
                if !all.dfa.is_accepting(other) || longest.is_some_and(goes_on) {
                    return false;
                }
            }
            // Neighbouring bytes often lead to the same states.
            let mut last = None;
            for byte in 0..=u8::MAX {
                let next = self.dfa.next(own, byte);
                if self.is_live(next) {
                    let body = longest.map_or(0, |(language, _)| language.dfa.next(body, byte));
                    let states = (next, all.dfa.next(other, byte), body);
                    if last != Some(states) && seen.insert(states) {
                        open.push(states);
                    }
                    last = Some(states);
                }
            }
        }
        true
    }

    fn is_live(self, state: u32) -> bool {
        self.live[state as usize]
    }

    fn never_stops(self, from: u32, encoding: Encoding) -> bool {
        let mut seen = vec![0_u8; self.dfa.states()];
        let mut open = vec![(from, PartialCharacter::NONE)];
        while let Some((state, rest)) = open.pop() {
            for byte in 0..=u8::MAX {
                let after = match encoding {
                    Encoding::Utf8 => rest.after(byte),
                    Encoding::Bytes => Some(PartialCharacter::NONE),
                };
                let Some(rest) = after else { continue };
                let next = self.dfa.next(state, byte);
                // Most states stop at once: they need not be walked from.
                if !self.is_live(next) {
                    return false;
                }
                let seen = &mut seen[next as usize];
                if *seen & rest.bit() == 0 {
                    *seen |= rest.bit();
                    open.push((next, rest));
                }
            }
        }
        true
    }
}

/// The missing bytes of a UTF-8 character: how many, and the bounds of the next one. After `e0`: 2, the next in `a0..=bf`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PartialCharacter {
    bytes: u8,
    low: u8,
    high: u8,
}

impl PartialCharacter {
    /// Between two characters.
    const NONE: Self = Self { bytes: 0, low: 0, high: 0 };

    /// Returns a bit that none of the other seven values has.
    fn bit(self) -> u8 {
        let number = match (self.bytes, self.low, self.high) {
            (0, ..) => 0,
            (1, ..) => 1,
            (2, 0xa0, _) => 2,
            (2, _, 0x9f) => 3,
            (2, ..) => 4,
            (_, 0x90, _) => 5,
            (_, _, 0x8f) => 6,
            _ => 7,
        };
        1 << number
    }

    /// Returns the missing bytes after one more byte; none if that byte cannot stand there.
    fn after(self, byte: u8) -> Option<Self> {
        let more = |bytes, low, high| Some(Self { bytes, low, high });
        if self.bytes > 0 {
            let left = (self.low..=self.high).contains(&byte).then_some(self.bytes - 1)?;
            return if left == 0 { Some(Self::NONE) } else { more(left, 0x80, 0xbf) };
        }
        match byte {
            0..=0x7f => Some(Self::NONE),
            0xc2..=0xdf => more(1, 0x80, 0xbf),
            0xe0 => more(2, 0xa0, 0xbf),
            0xed => more(2, 0x80, 0x9f),
            0xe1..=0xef => more(2, 0x80, 0xbf),
            0xf0 => more(3, 0x90, 0xbf),
            0xf4 => more(3, 0x80, 0x8f),
            0xf1..=0xf3 => more(3, 0x80, 0xbf),
            _ => None,
        }
    }
}

/// The states that the start leads to.
fn reached(dfa: &Dfa) -> Vec<bool> {
    let mut reached = vec![false; dfa.states()];
    let mut open = vec![dfa.start()];
    while let Some(state) = open.pop() {
        if !std::mem::replace(&mut reached[state as usize], true) {
            open.extend(dfa.transitions(state).into_iter().map(|(_, _, target)| target));
        }
    }
    reached
}

/// The states from which an accepting one can be reached.
fn live(dfa: &Dfa) -> Box<[bool]> {
    let mut sources = vec![Vec::new(); dfa.states()];
    for state in 0..dfa.states() as u32 {
        for (_, _, target) in dfa.transitions(state) {
            sources[target as usize].push(state);
        }
    }
    let mut live = vec![false; dfa.states()];
    let mut open: Vec<u32> = (0..dfa.states() as u32).filter(|&state| dfa.is_accepting(state)).collect();
    while let Some(state) = open.pop() {
        if !std::mem::replace(&mut live[state as usize], true) {
            open.extend(&sources[state as usize]);
        }
    }
    live.into()
}
