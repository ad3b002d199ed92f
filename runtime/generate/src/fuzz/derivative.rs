//! Regular expressions by derivatives, built as bytes are written. After `1`, for example, `[0-9]+` becomes `[0-9]*`.
//!
//! J. Brzozowski, *Derivatives of Regular Expressions*, JACM 11(4), 1964. The fuzzer knows labels only while it writes, so
//! expressions are made then, and of their automata only the states that are met. Derivatives give set difference for
//! nothing, and the dead state shows itself: nothing but [`State::DEAD`] is without a text, differences excepted.
//!
//! A look-ahead inside an expression is taken as true, with one exception: `!r` removes from the texts after it in its sequence those that
//! begin like a text of `r`. In a repetition, `(!r x)*`, these are the texts of the further iterations and of the rest of the sequence,
//! too: so `"<!--" (!"-->" .)* "-->"` ends at its first `-->`. The set of texts is then too large, never too small.

mod explore;

use std::sync::Arc;

use grammarc_core::byteset::ByteSet;
use grammarc_core::grammar::{Grammar, Label, Regular, RegularId};
use grammarc_core::regular::quick::QuickMap;
use grammarc_core::regular::utf8;

/// An expression, as the state of an automaton: the texts that may still follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct State(u32);

impl State {
    /// No text at all.
    pub(crate) const DEAD: Self = Self(0);
    /// The empty text.
    const EMPTY: Self = Self(1);
    /// Every text.
    pub(crate) const EVERYTHING: Self = Self(2);

    /// Returns how many states were met before it.
    pub(crate) fn number(self) -> usize {
        self.0 as usize
    }
}

/// One expression; its parts are other states.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Expression {
    /// No text.
    Nothing,
    /// The empty text.
    Empty,
    /// One byte out of a set.
    Byte(ByteSet),
    /// One after another.
    Then(State, State),
    /// Any of several, ascending.
    Either(Vec<State>),
    /// The texts of the first that are not texts of the second.
    Minus(State, State),
    /// The body repeated: at least, and at most.
    Times(State, u32, Option<u32>),
    /// A body repeated before a rest, where each iteration begins a text that is not forbidden: `(!r x)* rest`.
    Until {
        /// The body, `x`. It has no empty text.
        body: State,
        /// The texts that begin like one of `r`.
        forbidden: State,
        rest: State,
    },
}

/// All expressions met so far, each once, and their derivatives.
///
/// For example, after `[0-9]+` was met, and then a `1`:
///
/// ```text
/// state   expression
/// 0       no text at all
/// 1       the empty text
/// 2       every text: any byte, repeated
/// 3       any byte
/// 4       [0-9]
/// 5       [0-9]+              4, repeated at least once
/// 6       [0-9]*              5 after a digit
/// ```
#[derive(Debug, Default)]
pub(crate) struct Derivatives {
    expressions: Vec<Expression>,
    /// Whether the state of that number has the empty text.
    empty: Vec<bool>,
    numbers: QuickMap<Expression, State>,
    /// By state: its derivative by each byte, where it is known.
    rows: Vec<Option<Box<[Option<State>; 256]>>>,
    /// Memo of the blocks of bytes that lead from a state to the same one.
    blocks: QuickMap<State, Arc<[ByteSet]>>,
    /// Memo of the successors of each state.
    successors: QuickMap<State, Successors>,
    /// Memo of the states of the grammar's expressions without labels.
    known: Vec<Option<State>>,
}

/// The living states after one byte, each with the bytes that lead to it.
type Successors = Arc<[(ByteSet, State)]>;

impl Derivatives {
    /// Makes an empty store.
    pub(crate) fn new() -> Self {
        let mut store = Self::default();
        store.number(Expression::Nothing, false);
        store.number(Expression::Empty, true);
        let mut all = ByteSet::EMPTY;
        all.insert_range(0, u8::MAX);
        // The body of the repetition gets its number after it.
        store.number(Expression::Times(State(3), 0, None), true);
        store.number(Expression::Byte(all), false);
        store
    }

    /// Returns the number of states met so far.
    pub(crate) fn states(&self) -> usize {
        self.expressions.len()
    }

    /// Returns whether the bytes that led to this state are a text of the expression.
    pub(crate) fn accepts(&self, state: State) -> bool {
        self.empty[state.0 as usize]
    }

    /// Returns the state after one more byte. For example, `"if"` becomes `"f"` after an `i`, and no text at all after an `x`.
    pub(crate) fn step(&mut self, state: State, byte: u8) -> State {
        let known = self.rows[state.0 as usize].as_ref().and_then(|row| row[byte as usize]);
        known.unwrap_or_else(|| {
            let next = self.derive(state, byte);
            self.rows[state.0 as usize].get_or_insert_with(|| Box::new([None; 256]))[byte as usize] = Some(next);
            next
        })
    }

    /// Returns the state after some bytes.
    pub(crate) fn run(&mut self, state: State, text: &[u8]) -> State {
        text.iter().fold(state, |state, &byte| self.step(state, byte))
    }

    /// Returns the state of an expression of the grammar, with the texts that its labels have now.
    pub(crate) fn start(&mut self, grammar: &Grammar, id: RegularId, text_of: &dyn Fn(Label) -> Vec<u8>) -> State {
        if let Some(state) = self.known(id) {
            return state;
        }
        let state = self.convert(grammar, id, text_of);
        if grammar.labels_in(id).is_empty() {
            self.known.resize(grammar.regulars.len(), None);
            self.known[id.0 as usize] = Some(state);
        }
        state
    }

    /// Returns the state of an expression of the grammar that was asked for before and has no labels.
    pub(crate) fn known(&self, id: RegularId) -> Option<State> {
        self.known.get(id.0 as usize).copied().flatten()
    }

    /// Converts an expression of the grammar. It recurses no deeper than the grammar file nests.
    fn convert(&mut self, grammar: &Grammar, id: RegularId, text_of: &dyn Fn(Label) -> Vec<u8>) -> State {
        let mut part = |id: &RegularId| self.convert(grammar, *id, text_of);
        match &grammar.regulars[id.0 as usize] {
            Regular::Literal { text, fold } => self.text(text, *fold),
            Regular::Text { label, fold } => self.text(&text_of(*label), *fold),
            Regular::Ahead { .. } => State::EMPTY,
            Regular::Bytes(ranges) => {
                let mut set = ByteSet::EMPTY;
                ranges.iter().for_each(|&(low, high)| set.insert_range(low, high));
                self.byte(set)
            }
            Regular::Chars(ranges) => {
                let sequences = ranges.iter().flat_map(|&(low, high)| utf8::sequences(low, high));
                let options = sequences.map(|bytes| self.ranges(&bytes)).collect();
                self.either(options)
            }
            Regular::Sequence(parts) => parts.iter().rev().fold(State::EMPTY, |rest, &id| {
                let first = self.convert(grammar, id, text_of);
                match grammar.regulars[id.0 as usize] {
                    Regular::Ahead { body, negative: true } if !looks_ahead(grammar, body) => {
                        let begun = self.begun(grammar, body, text_of);
                        self.minus(rest, begun)
                    }
                    Regular::Repeat { body, min: 0, max: None } => {
                        let until = self.until(grammar, body, rest, text_of);
                        until.unwrap_or_else(|| self.then(first, rest))
                    }
                    _ => self.then(first, rest),
                }
            }),
            Regular::Choice(parts) => {
                let parts = parts.iter().map(part).collect();
                self.either(parts)
            }
            Regular::Repeat { body, min, max } => {
                let is_endless = (*min, *max) == (0, None);
                let until = if is_endless { self.until(grammar, *body, State::EMPTY, text_of) } else { None };
                until.unwrap_or_else(|| {
                    let body = self.convert(grammar, *body, text_of);
                    self.times(body, *min, *max)
                })
            }
            Regular::Except { body, without } if looks_ahead(grammar, *without) => part(body),
            Regular::Except { body, without } => {
                let (body, without) = (part(body), part(without));
                self.minus(body, without)
            }
        }
    }

    /// Converts `(!r x)*` before a rest, by its body; none for another body.
    fn until(
        &mut self,
        grammar: &Grammar,
        body: RegularId,
        rest: State,
        text_of: &dyn Fn(Label) -> Vec<u8>,
    ) -> Option<State> {
        let (avoided, parts) = guarded(grammar, body)?;
        let forbidden = self.begun(grammar, avoided, text_of);
        let body = parts.iter().rev().fold(State::EMPTY, |rest, &part| {
            let part = self.convert(grammar, part, text_of);
            self.then(part, rest)
        });
        if self.accepts(body) || body == State::DEAD {
            return None;
        }
        let empty = self.accepts(rest);
        Some(self.number(Expression::Until { body, forbidden, rest }, empty))
    }

    /// Returns the state of all texts that begin like a text of an expression.
    fn begun(&mut self, grammar: &Grammar, id: RegularId, text_of: &dyn Fn(Label) -> Vec<u8>) -> State {
        let begin = self.convert(grammar, id, text_of);
        self.then(begin, State::EVERYTHING)
    }

    /// Returns the state of the texts that begin with one more iteration of `(!r x)*`; none for another expression.
    pub(crate) fn another(
        &mut self,
        grammar: &Grammar,
        id: RegularId,
        text_of: &dyn Fn(Label) -> Vec<u8>,
    ) -> Option<State> {
        let Regular::Repeat { body, max: None, .. } = grammar.regulars[id.0 as usize] else { return None };
        let (avoided, [one]) = guarded(grammar, body)? else { return None };
        let forbidden = self.begun(grammar, avoided, text_of);
        let another = self.begun(grammar, *one, text_of);
        Some(self.minus(another, forbidden))
    }

    /// Returns the derivative of an expression by one byte.
    fn derive(&mut self, state: State, byte: u8) -> State {
        match self.expressions[state.0 as usize].clone() {
            Expression::Nothing | Expression::Empty => State::DEAD,
            Expression::Byte(set) if set.contains(byte) => State::EMPTY,
            Expression::Byte(_) => State::DEAD,
            Expression::Then(first, rest) => {
                let head = self.step(first, byte);
                let through = self.then(head, rest);
                if !self.accepts(first) {
                    return through;
                }
                let past = self.step(rest, byte);
                self.either(vec![through, past])
            }
            Expression::Either(options) => {
                let options = options.into_iter().map(|option| self.step(option, byte)).collect();
                self.either(options)
            }
            Expression::Minus(body, without) => {
                let (body, without) = (self.step(body, byte), self.step(without, byte));
                self.minus(body, without)
            }
            Expression::Times(body, min, max) => {
                let head = self.step(body, byte);
                let rest = self.times(body, min.saturating_sub(1), max.map(|max| max - 1));
                self.then(head, rest)
            }
            Expression::Until { body, forbidden, rest } => {
                let head = self.step(body, byte);
                let (further, forbidden) = (self.then(head, state), self.step(forbidden, byte));
                let further = self.minus(further, forbidden);
                let past = self.step(rest, byte);
                self.either(vec![further, past])
            }
        }
    }

    /// Makes the expression of one text.
    fn text(&mut self, text: &[u8], fold: bool) -> State {
        let ranges: Vec<ByteSet> = text.iter().map(|&byte| ByteSet::of_letter(byte, fold)).collect();
        ranges.into_iter().rev().fold(State::EMPTY, |rest, set| {
            let byte = self.byte(set);
            self.then(byte, rest)
        })
    }

    /// Makes the expression of one range of bytes after another.
    fn ranges(&mut self, ranges: &[(u8, u8)]) -> State {
        ranges.iter().rev().fold(State::EMPTY, |rest, &(low, high)| {
            let mut set = ByteSet::EMPTY;
            set.insert_range(low, high);
            let byte = self.byte(set);
            self.then(byte, rest)
        })
    }

    fn byte(&mut self, set: ByteSet) -> State {
        if set.is_empty() { State::DEAD } else { self.number(Expression::Byte(set), false) }
    }

    fn then(&mut self, first: State, rest: State) -> State {
        match (first, rest) {
            (State::DEAD, _) | (_, State::DEAD) => State::DEAD,
            (State::EMPTY, other) | (other, State::EMPTY) => other,
            _ => {
                let empty = self.accepts(first) && self.accepts(rest);
                self.number(Expression::Then(first, rest), empty)
            }
        }
    }

    fn either(&mut self, options: Vec<State>) -> State {
        let mut flat = Vec::with_capacity(options.len());
        for option in options {
            match &self.expressions[option.0 as usize] {
                Expression::Either(inner) => flat.extend_from_slice(inner),
                Expression::Nothing => {}
                _ if option == State::EVERYTHING => return option,
                _ => flat.push(option),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        match flat[..] {
            [] => State::DEAD,
            [one] => one,
            _ => {
                let empty = flat.iter().any(|&option| self.accepts(option));
                self.number(Expression::Either(flat), empty)
            }
        }
    }

    /// Makes a difference. Differences in it are joined with it, so that those of a repetition do not nest deeper with every byte.
    fn minus(&mut self, body: State, without: State) -> State {
        match (body, without) {
            (State::DEAD, _) | (_, State::EVERYTHING) => return State::DEAD,
            (body, State::DEAD) => return body,
            (body, without) if body == without => return State::DEAD,
            _ => {}
        }
        match &self.expressions[body.0 as usize] {
            &Expression::Minus(body, other) => {
                let both = self.either(vec![other, without]);
                self.minus(body, both)
            }
            Expression::Either(options) if options.iter().any(|&option| self.is_minus(option)) => {
                let options = options.clone().into_iter().map(|option| self.minus(option, without)).collect();
                self.either(options)
            }
            _ => {
                let empty = self.accepts(body) && !self.accepts(without);
                self.number(Expression::Minus(body, without), empty)
            }
        }
    }

    fn is_minus(&self, state: State) -> bool {
        matches!(self.expressions[state.0 as usize], Expression::Minus(..))
    }

    fn times(&mut self, body: State, min: u32, max: Option<u32>) -> State {
        match (body, max) {
            (_, Some(0)) | (State::EMPTY, _) => State::EMPTY,
            (State::DEAD, _) => {
                if min == 0 {
                    State::EMPTY
                } else {
                    State::DEAD
                }
            }
            (_, Some(1)) if min == 1 => body,
            _ => {
                let empty = min == 0 || self.accepts(body);
                self.number(Expression::Times(body, min, max), empty)
            }
        }
    }

    /// Returns the number of an expression, a new one if it was never met.
    fn number(&mut self, expression: Expression, empty: bool) -> State {
        if let Some(&state) = self.numbers.get(&expression) {
            return state;
        }
        let state = State(self.expressions.len() as u32);
        self.numbers.insert(expression.clone(), state);
        self.expressions.push(expression);
        self.empty.push(empty);
        self.rows.push(None);
        state
    }
}

/// Splits `!r x` into `r` and `x`, if both are without look-ahead.
fn guarded(grammar: &Grammar, body: RegularId) -> Option<(RegularId, &[RegularId])> {
    let Regular::Sequence(parts) = &grammar.regulars[body.0 as usize] else { return None };
    let (first, rest) = parts.split_first()?;
    let Regular::Ahead { body: avoided, negative: true } = grammar.regulars[first.0 as usize] else { return None };
    let is_plain = |&id: &RegularId| !looks_ahead(grammar, id);
    (is_plain(&avoided) && rest.iter().all(is_plain)).then_some((avoided, rest))
}

/// Returns whether a look-ahead is in an expression: then the set of its texts is too large, so it must not be subtracted. It recurses no
/// deeper than the grammar file nests.
pub(crate) fn looks_ahead(grammar: &Grammar, id: RegularId) -> bool {
    let regular = &grammar.regulars[id.0 as usize];
    matches!(regular, Regular::Ahead { .. }) || regular.parts().into_iter().any(|part| looks_ahead(grammar, part))
}

/// Returns the same for all expressions, by number. O(expressions), because parts come before the expressions that have them.
pub(crate) fn look_aheads(grammar: &Grammar) -> Vec<bool> {
    let mut found: Vec<bool> = Vec::with_capacity(grammar.regulars.len());
    for regular in grammar.regulars.iter() {
        let is_any = regular.parts().into_iter().any(|part| found[part.0 as usize]);
        found.push(is_any || matches!(regular, Regular::Ahead { .. }));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the state of `[0-9]+ ("." [0-9]+)?`.
    fn number(derivatives: &mut Derivatives) -> State {
        let digit = derivatives.ranges(&[(b'0', b'9')]);
        let digits = derivatives.times(digit, 1, None);
        let dot = derivatives.text(b".", false);
        let fraction = derivatives.then(dot, digits);
        let optional = derivatives.times(fraction, 0, Some(1));
        derivatives.then(digits, optional)
    }

    fn accepts(derivatives: &mut Derivatives, state: State, text: &str) -> bool {
        let end = derivatives.run(state, text.as_bytes());
        derivatives.accepts(end)
    }

    #[test]
    fn derivatives_accept_what_the_expression_does() {
        let mut derivatives = Derivatives::new();
        let number = number(&mut derivatives);
        for (text, expected) in
            [("1", true), ("12.5", true), ("1.", false), ("", false), (".5", false), ("1.5.", false)]
        {
            assert_eq!(accepts(&mut derivatives, number, text), expected, "{text}");
        }
        let word = derivatives.text(b"IF", true);
        let letter = derivatives.ranges(&[(b'a', b'z')]);
        let letters = derivatives.times(letter, 2, Some(3));
        let other = derivatives.minus(letters, word);
        for (text, expected) in [("if", false), ("of", true), ("i", false), ("ifs", true), ("iffy", false)] {
            assert_eq!(accepts(&mut derivatives, other, text), expected, "{text}");
        }
    }

    #[test]
    fn extensions_lengthen_a_match() {
        let mut derivatives = Derivatives::new();
        let number = number(&mut derivatives);
        let found: Vec<u8> = derivatives.extensions(number, 100).bytes().collect();
        assert_eq!(found, b".0123456789");
        assert_eq!(derivatives.shortest(number, 100).as_deref(), Some(&b"0"[..]));
        let word = derivatives.text(b"while", false);
        assert!(derivatives.extensions(word, 100).is_empty());
    }
}
