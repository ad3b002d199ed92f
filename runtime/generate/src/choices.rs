//! Sources of a fuzzer's decisions: a seed, or a list of choices that was recorded, derived from a text, or changed.
//!
//! A fuzzer asks for nothing but choices, so an input is as good as the list of choices that made it.

mod dice;
mod guide;
mod integers;
mod script;
mod trace;

use std::fmt::Write as _;

pub use dice::Dice;
pub(crate) use dice::QuickDice;
pub(crate) use guide::{Guide, Guides};
use integers::Integers;
use script::Script;
pub(crate) use script::{DRAWN, NOTHING};
pub use trace::{Span, SpanKind, Step, Trace};

use grammarc_core::grammar::Symbol;

/// One decision of a fuzzer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Which production of a rule with several, from 0 in order of priority. For example, of `<s> ::= "a" | "b"` the number 1 is `"b"`.
    Alt(u32),
    /// Whether a repetition goes on; asked before each element beyond the minimum. For example, the two items of `<item>*` in `xy` ask
    /// three times: true, true, false.
    More(bool),
    /// The text of a token, a leaf or a skip. For example, it is `12` for `[0-9]+`.
    Text(Vec<u8>),
}

/// A source of choices: a seed, or a list to be replayed; and, if wanted, a record of the choices made.
#[derive(Debug, Clone)]
pub struct Choices {
    /// Where drawing begins.
    seed: u64,
    /// Draws the choices that are not replayed.
    dice: Dice,
    /// The list to replay, and how far it is read; none where everything is drawn.
    script: Option<Box<Script>>,
    /// The integers that decide instead, if any.
    integers: Option<Box<Integers>>,
    /// The choices made so far, if they are recorded.
    log: Option<Vec<Choice>>,
}

impl Choices {
    /// Draws everything from a seed. The same seed gives the same choices on every machine, for ever.
    pub fn fresh(seed: u64) -> Self {
        Self { seed, dice: Dice::new(seed), script: None, integers: None, log: None }
    }

    /// Replays a list. A choice that does not fit the question is used up, and the question gets the default. So does every question after
    /// the end of the list. The default is the cheapest option, or the simplest text. Ties among the cheapest are broken as by seed 0. For
    /// example, where the list has `Text("x")` and an alternative is asked for, `Text("x")` is used up and the cheapest alternative is
    /// taken.
    pub fn replay(choices: Vec<Choice>) -> Self {
        Self { script: Some(Box::new(Script::list(choices))), ..Self::fresh(0) }
    }

    /// Replays the steps of a [`Trace`], which may have been changed. Each application of a rule finds its own choices, so a change in one
    /// does not affect the others. Every question without a choice that fits takes the default, as for [`Choices::replay`].
    pub fn replay_steps(steps: &[Step]) -> Self {
        Self::redraw(steps, 0)
    }

    /// Replays steps as [`Choices::replay_steps`] does, but draws the parts marked by [`Step::Draw`] from a seed.
    pub fn redraw(steps: &[Step], seed: u64) -> Self {
        Self { script: Some(Box::new(Script::steps(steps))), ..Self::fresh(seed) }
    }

    /// Takes decisions from integers, as R. Gopinath's fuzzers with choice sequences do: the answer is the integer modulo the number of
    /// options. Each application of a rule takes one, even where it has one alternative. So do a repetition or a group that has a
    /// choice (0 goes on, 1 stops). A text from a list of names or offers takes one, even if the list has one entry, instead of one
    /// for its rule. Any other text that is drawn takes one as its seed.
    /// Options without the names that they need do not count, and beyond the greatest depth only the cheapest do; weights do not matter.
    ///
    /// A negative integer stands for the default: the cheapest option, and so on in all that it becomes.
    ///
    /// Nothing is tried again: a dead end stands for no text, and so does a list that ends before the text does
    /// ([`Choices::has_run_out`]). Integers that are left over are ignored.
    ///
    /// ```
    /// use grammarc_runtime::{choices::Choices, flat::LINES, fuzz::fuzz};
    ///
    /// // The rule of the text, and 1 for no line.
    /// assert_eq!(fuzz(&LINES, &mut Choices::from_integers([7, 1]), 10), Ok(Vec::new()));
    /// let mut choices = Choices::from_integers([7]);
    /// assert!(fuzz(&LINES, &mut choices, 10).is_err() && choices.has_run_out());
    /// ```
    pub fn from_integers(integers: impl Into<Vec<i64>>) -> Self {
        Self { integers: Some(Box::new(Integers::new(integers.into()))), ..Self::fresh(0) }
    }

    /// Draws integers from a seed, and takes decisions from them as [`Choices::from_integers`] does. The text is another one than that of
    /// [`Choices::fresh`], and as nothing is tried again, some seeds lead to a dead end.
    ///
    /// ```
    /// use grammarc_runtime::{choices::Choices, flat::LINES, fuzz::fuzz};
    ///
    /// let mut choices = Choices::drawn_integers(1);
    /// let text = fuzz(&LINES, &mut choices, 10).unwrap();
    /// assert_eq!(fuzz(&LINES, &mut Choices::from_integers(choices.into_integers()), 10), Ok(text));
    /// ```
    pub fn drawn_integers(seed: u64) -> Self {
        Self { integers: Some(Box::new(Integers::drawn(seed))), ..Self::fresh(0) }
    }

    /// Returns the integers that decided, without those that were not needed; none if other choices decided.
    pub fn into_integers(self) -> Vec<i64> {
        self.integers.map_or_else(Vec::new, |integers| integers.into_taken())
    }

    /// Returns whether a decision found no integer left. Then the integers stand for no text.
    pub fn has_run_out(&self) -> bool {
        self.integers.as_ref().is_some_and(|integers| integers.has_run_out())
    }

    /// Returns how many integers were not needed.
    pub fn integers_left(&self) -> usize {
        self.integers.as_ref().map_or(0, |integers| integers.left())
    }

    /// Returns whether integers decide.
    pub(crate) fn are_integers(&self) -> bool {
        self.integers.is_some()
    }

    /// Takes the next integer.
    pub(crate) fn next_integer(&mut self) -> Option<i64> {
        self.integers.as_mut()?.next()
    }

    /// Also records the choices, for [`Choices::into_log`].
    #[must_use]
    pub fn recorded(self) -> Self {
        Self { log: Some(Vec::new()), ..self }
    }

    /// Returns the choices that made the output, if they were [`recorded`](Choices::recorded). Choices that led into a
    /// dead end are not among them, so replaying the list gives the same output without one.
    pub fn into_log(self) -> Vec<Choice> {
        self.log.unwrap_or_default()
    }

    /// Returns the random numbers.
    #[inline]
    pub(crate) fn dice(&mut self) -> &mut Dice {
        &mut self.dice
    }

    /// Returns whether everything is drawn and nothing is kept.
    pub(crate) fn is_plain(&self) -> bool {
        self.script.is_none() && self.integers.is_none() && self.log.is_none()
    }

    /// Returns whether choices come from a list.
    pub(crate) fn is_replay(&self) -> bool {
        self.script.is_some()
    }

    /// Returns whether the choices that are replayed belong to applications of rules.
    pub(crate) fn is_nested(&self) -> bool {
        self.script.as_ref().is_some_and(|script| script.is_nested())
    }

    /// Returns the application of a rule inside another one, by number; the outermost has the number 0. For example, after `enter(0, list)`
    /// returned 1, the items of that list are found inside of 1.
    pub(crate) fn enter(&mut self, around: u32, symbol: Symbol) -> u32 {
        self.script.as_mut().map_or(around, |script| script.enter(around, symbol))
    }

    /// Takes the next step of an application if it has a text drawn. Returns whether it did.
    pub(crate) fn draws(&mut self, application: u32) -> bool {
        self.script.as_mut().is_some_and(|script| script.draws(application))
    }

    /// Takes the next choice for a question of an application, if `fits` makes something of it.
    pub(crate) fn take<T>(&mut self, application: u32, fits: impl FnMut(&Choice) -> Option<T>) -> Option<T> {
        self.script.as_mut()?.take(application, fits)
    }

    /// Returns how far the list is replayed.
    pub(crate) fn position(&self) -> usize {
        self.script.as_ref().map_or(0, |script| script.position())
    }

    /// Goes back to an earlier [`Choices::position`], because the choices after it led into a dead end.
    pub(crate) fn rewind(&mut self, position: usize) {
        if let Some(script) = &mut self.script {
            script.rewind(position);
        }
    }

    /// Starts again, with the first random number, the beginning of the list and an empty log.
    pub(crate) fn restart(&mut self) {
        self.dice = Dice::new(self.seed);
        self.rewind(0);
        self.forget(0);
    }

    /// Keeps a choice, if choices are kept.
    pub(crate) fn keep(&mut self, choice: impl FnOnce() -> Choice) {
        if let Some(log) = &mut self.log {
            log.push(choice());
        }
    }

    /// Returns whether choices are kept.
    pub(crate) fn is_recorded(&self) -> bool {
        self.log.is_some()
    }

    /// Replaces the log, if choices are kept.
    pub(crate) fn record(&mut self, choices: Vec<Choice>) {
        self.log = self.log.is_some().then_some(choices);
    }

    /// Returns how many choices are kept.
    pub(crate) fn mark(&self) -> usize {
        self.log.as_ref().map_or(0, Vec::len)
    }

    /// Forgets the choices kept since `mark`.
    pub(crate) fn forget(&mut self, mark: usize) {
        if let Some(log) = &mut self.log {
            log.truncate(mark);
        }
    }

    /// Replaces a choice kept earlier. For example, the empty text of skip becomes a blank, when the next word turns out to need one.
    pub(crate) fn amend(&mut self, mark: usize, choice: impl FnOnce() -> Choice) {
        if let Some(kept) = self.log.as_mut().and_then(|log| log.get_mut(mark)) {
            *kept = choice();
        }
    }
}

/// Pseudo-random numbers: SplitMix64 (Steele, Lea, Flood, *Fast splittable pseudorandom number generators*, OOPSLA 2014).
///
/// It never changes, because a seed has to give the same text for ever. It uses integers only, hence it is the same on every machine.
#[derive(Debug, Clone)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Starts from a seed.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Returns the next 64 bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `bound`, or 0 if that is 0. The bias is below 2⁻³².
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        (((self.bits() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// Returns true in one of two cases.
    #[inline]
    pub fn flip(&mut self) -> bool {
        self.bits() >> 63 == 1
    }

    /// Returns one of several items, each as often as the others. There is at least one.
    #[doc(hidden)]
    pub fn one_of<T: Copy, const COUNT: usize>(&mut self, items: &[T; COUNT]) -> T {
        items[self.below(COUNT as u32) as usize]
    }
}

/// Writes choices as text, one a line. A choice is `3` for an alternative, `+` and `-` for going on and stopping, or a quoted text with
/// Rust's escapes for bytes. [`read`] is its inverse. For example, `Alt(3)`, `More(true)` and `Text("a\n")` become the lines `3`, `+` and
/// `"a\n"`.
pub fn write(choices: &[Choice]) -> String {
    let mut text = String::new();
    for choice in choices {
        match choice {
            Choice::Alt(option) => _ = write!(text, "{option}"),
            Choice::More(true) => text.push('+'),
            Choice::More(false) => text.push('-'),
            Choice::Text(bytes) => _ = write!(text, "\"{}\"", bytes.escape_ascii()),
        }
        text.push('\n');
    }
    text
}

/// A list of choices that cannot be read. For example, `?` is no choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadChoice {
    /// The line, from 1.
    pub line: usize,
}

impl std::fmt::Display for BadChoice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: expected a number, +, - or a quoted text", self.line)
    }
}

impl std::error::Error for BadChoice {}

/// Reads the output of [`write()`]: one choice a line; empty lines are skipped.
///
/// # Errors
/// If a line is no choice.
pub fn read(text: &str) -> Result<Vec<Choice>, BadChoice> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(i, line)| read_one(line.trim()).ok_or(BadChoice { line: i + 1 })).collect()
}

/// Reads one choice.
fn read_one(word: &str) -> Option<Choice> {
    match word {
        "+" => Some(Choice::More(true)),
        "-" => Some(Choice::More(false)),
        _ => match word.strip_prefix('"') {
            Some(rest) => unescape(rest.strip_suffix('"')?).map(Choice::Text),
            None => word.parse().ok().map(Choice::Alt),
        },
    }
}

/// Undoes `escape_ascii`. For example, `\x41\n` becomes `A` and a line end.
#[doc(hidden)]
pub fn unescape(text: &str) -> Option<Vec<u8>> {
    let mut bytes = text.bytes();
    let mut plain = Vec::new();
    while let Some(byte) = bytes.next() {
        plain.push(match byte {
            b'\\' => match bytes.next()? {
                b't' => b'\t',
                b'n' => b'\n',
                b'r' => b'\r',
                b'x' => hex(bytes.next()?)? << 4 | hex(bytes.next()?)?,
                quoted @ (b'\\' | b'"' | b'\'') => quoted,
                _ => return None,
            },
            byte => byte,
        });
    }
    Some(plain)
}

/// Returns the value of a hexadecimal digit.
fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|value| value as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitmix_is_the_published_one() {
        let mut random = Random::new(1_234_567);
        let numbers: Vec<u64> = (0..3).map(|_| random.bits()).collect();
        assert_eq!(numbers, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn choices_are_read_as_written() {
        let all: Vec<u8> = (0..=255).collect();
        let choices =
            vec![Choice::Alt(12), Choice::More(true), Choice::More(false), Choice::Text(all), Choice::Text(vec![])];
        assert_eq!(read(&write(&choices)), Ok(choices));
        assert_eq!(read("3\n\n?"), Err(BadChoice { line: 3 }));
    }
}
