//! Watches keep the written text parsable: automata that run over the following bytes. After the number `1`, for example, a watch forbids a
//! digit.
//!
//! The end of a token (a longer match would take its place), `!r`, `&r` and `%word` each start a watch. A watch dies as
//! soon as it can no longer be violated, so few are alive at a time.

use crate::fuzz::Rollback;
use crate::fuzz::derivative::{Derivatives, State};

/// Pairs of states that are looked through to find a text that a watch lets through. If 64 are not enough, it is taken to let one through.
const MAX_STATE_PAIRS: usize = 64;

/// States up to which automata are kept from one text to the next. Each takes up to 2 KB, and a look-ahead over nested brackets has new
/// ones for every text.
const MAX_STATES: usize = 1 << 14;

/// One automaton at work.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Watch {
    state: State,
    kind: Kind,
    /// How many were started before it.
    number: u32,
}

/// When a watch is violated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// When a text of the expression is complete: `!"if"` by the bytes `if`.
    Never,
    /// When none can be completed any more: `&"if"` by the bytes `io`.
    Must,
    /// When every continuation is a text, or the input ends with one. After the text of `(!"</style" .)*` that is `a`, but `<` only at the
    /// end, because `</style` may follow.
    Surely,
}

impl Watch {
    /// Returns whether the text cannot end before a look-ahead is satisfied.
    pub(crate) fn demands(&self) -> bool {
        self.kind == Kind::Must
    }

    /// Returns how many watches were started before it.
    pub(crate) fn number(&self) -> u32 {
        self.number
    }

    /// Returns all that decides about the following bytes. Watches that were started one after another can be the same.
    pub(crate) fn key(&self) -> (Kind, State) {
        (self.kind, self.state)
    }
}

/// The watches alive, oldest first, and the automata that they run on.
#[derive(Debug)]
pub(crate) struct Watches {
    /// The automata. They outlive the watches.
    pub(crate) derivatives: Derivatives,
    live: Vec<Watch>,
    /// Where the next states are made, so that a violation leaves the present ones alone.
    next: Vec<Watch>,
    /// How many were started.
    started: u32,
    /// By state of a watch: whether it lets a text of an expression through, for its kind and the expressions asked so far.
    admitted: Vec<Vec<(Kind, State, bool)>>,
}

impl Watches {
    /// Starts without a watch.
    pub(crate) fn new() -> Self {
        Self { derivatives: Derivatives::new(), live: Vec::new(), next: Vec::new(), started: 0, admitted: Vec::new() }
    }

    /// Ends all watches before a new text. Automata that have become too large are built again.
    pub(crate) fn begin(&mut self) {
        if self.derivatives.states() > MAX_STATES {
            *self = Self::new();
        }
        self.live.clear();
    }

    /// Returns the watches alive, oldest first.
    pub(crate) fn live(&self) -> &[Watch] {
        &self.live
    }

    /// Returns all that decides about the following bytes.
    pub(crate) fn keys(&self) -> Vec<(Kind, State)> {
        self.live.iter().map(Watch::key).collect()
    }

    /// Restores an earlier result of [`Watches::live`].
    pub(crate) fn restore(&mut self, saved: &[Watch]) {
        self.live.clear();
        self.live.extend_from_slice(saved);
    }

    /// Starts the watch after a token: from this state on, no text may be completed. A live watch that forbids the same is enough, unless
    /// it is one of the first `older`. For example, after `12` of `[0-9]+` no text of `[0-9]*` with a byte may follow.
    pub(crate) fn no_longer(&mut self, state: State, older: usize) {
        let is_watched = |watch: &Watch| watch.key() == (Kind::Never, state);
        if state != State::DEAD && !self.live.iter().skip(older).any(is_watched) {
            self.start(state, Kind::Never);
        }
    }

    /// Starts the watch of `!r`, as [`Watches::no_longer`] does.
    pub(crate) fn never(&mut self, state: State, older: usize) -> Result<(), Rollback> {
        if self.derivatives.accepts(state) {
            return Err(Rollback);
        }
        self.no_longer(state, older);
        Ok(())
    }

    /// Starts the watch of `&r`. A live watch that demands the same is enough, if it was started as number `since` or later and is not
    /// one of the first `older`. So a repetition like `(&"b")*` cannot start watches without end.
    pub(crate) fn must(&mut self, state: State, older: usize, since: u32) -> Result<(), Rollback> {
        if self.derivatives.accepts(state) {
            return Ok(());
        }
        if state == State::DEAD {
            return Err(Rollback);
        }
        let is_watched = |watch: &Watch| watch.key() == (Kind::Must, state) && watch.number >= since;
        if !self.live.iter().skip(older).any(is_watched) {
            self.start(state, Kind::Must);
        }
        Ok(())
    }

    /// Starts the watch of texts of which every beginning may still become another one, as [`Watches::no_longer`] does. For example, after
    /// a text of `(!"]]" .)*` no text may follow that begins another iteration.
    pub(crate) fn never_surely(&mut self, state: State, older: usize) {
        let is_watched = |watch: &Watch| watch.key() == (Kind::Surely, state);
        if state != State::DEAD && !self.live.iter().skip(older).any(is_watched) {
            self.start(state, Kind::Surely);
        }
    }

    fn start(&mut self, state: State, kind: Kind) {
        self.live.push(Watch { state, kind, number: self.started });
        self.started = self.started.wrapping_add(1);
    }

    /// Returns how many were started so far.
    pub(crate) fn started(&self) -> u32 {
        self.started
    }

    /// Ends the watches started since [`Watches::started`] was `since`, because the text inside a slice ends with the slice.
    pub(crate) fn end_slice(&mut self, since: u32) -> Result<(), Rollback> {
        let is_inside = |watch: &Watch| watch.number >= since;
        if self.live.iter().any(|watch| is_inside(watch) && !self.admits_end(watch)) {
            return Err(Rollback);
        }
        self.live.retain(|watch| !is_inside(watch));
        Ok(())
    }

    /// Moves the watches from `first` to before `last` over bytes. At a violation nothing is moved, and the number of the violated watch is
    /// the error; otherwise the watches that died are removed.
    pub(crate) fn feed(&mut self, bytes: &[u8], last: usize) -> Result<(), usize> {
        self.next.clear();
        for (number, watch) in self.live[..last].iter().enumerate() {
            if let Some(moved) = advance(&mut self.derivatives, *watch, bytes).map_err(|Rollback| number)? {
                self.next.push(moved);
            }
        }
        self.next.extend_from_slice(&self.live[last..]);
        std::mem::swap(&mut self.live, &mut self.next);
        Ok(())
    }

    /// Returns whether the watches before `last` let bytes through.
    pub(crate) fn admit(&mut self, bytes: &[u8], last: usize) -> bool {
        let Self { live, derivatives, .. } = self;
        live[..last].iter().all(|&watch| advance(derivatives, watch, bytes).is_ok())
    }

    /// Returns whether each watch lets some text of an expression through. Where that takes long to tell, it is taken as so.
    pub(crate) fn admit_text_of(&mut self, expression: State) -> bool {
        let Self { live, derivatives, admitted, .. } = self;
        live.iter().all(|watch| {
            if admitted.len() <= watch.state.number() {
                admitted.resize_with(watch.state.number() + 1, Vec::new);
            }
            let answers = &mut admitted[watch.state.number()];
            let known = answers.iter().find(|answer| (answer.0, answer.1) == (watch.kind, expression));
            known.map(|answer| answer.2).unwrap_or_else(|| {
                let admits = admits(derivatives, *watch, expression);
                answers.push((watch.kind, expression, admits));
                admits
            })
        })
    }

    /// Returns whether the text may end here.
    pub(crate) fn admit_end(&self) -> bool {
        self.live.iter().all(|watch| self.admits_end(watch))
    }

    fn admits_end(&self, watch: &Watch) -> bool {
        match watch.kind {
            Kind::Never => true,
            Kind::Must => false,
            Kind::Surely => !self.derivatives.accepts(watch.state),
        }
    }
}

/// Returns whether a watch lets a text of an expression through. It searches the pairs of states that both reach by the same bytes. For
/// example, the watch after the number `1` lets no text of `[0-9]+` through.
fn admits(derivatives: &mut Derivatives, watch: Watch, expression: State) -> bool {
    let (mut seen, mut next) = (vec![(expression, watch.state)], 0);
    while next < seen.len() && seen.len() <= MAX_STATE_PAIRS {
        let (expression, state) = seen[next];
        next += 1;
        if derivatives.accepts(expression) {
            return true;
        }
        for byte in derivatives.representatives(expression, state) {
            let pair = (derivatives.step(expression, byte), derivatives.step(state, byte));
            match (watch.kind, derivatives.accepts(pair.1)) {
                _ if pair.0 == State::DEAD || seen.contains(&pair) => {}
                (Kind::Never, true) => {}
                (Kind::Must, true) => return true,
                (Kind::Surely, _) if pair.1 == State::EVERYTHING => {}
                (Kind::Surely, _) if pair.1 == State::DEAD => return true,
                (Kind::Never, false) if pair.1 == State::DEAD => return true,
                (Kind::Must, false) if pair.1 == State::DEAD => {}
                _ => seen.push(pair),
            }
        }
    }
    next < seen.len()
}

/// Moves one watch over bytes; none if it died in peace.
fn advance(derivatives: &mut Derivatives, mut watch: Watch, bytes: &[u8]) -> Result<Option<Watch>, Rollback> {
    for &byte in bytes {
        watch.state = derivatives.step(watch.state, byte);
        match (watch.kind, derivatives.accepts(watch.state)) {
            (Kind::Never, true) => return Err(Rollback),
            (Kind::Must, true) => return Ok(None),
            (Kind::Surely, _) if watch.state == State::EVERYTHING => return Err(Rollback),
            (Kind::Surely, _) if watch.state == State::DEAD => return Ok(None),
            (Kind::Never, false) if watch.state == State::DEAD => return Ok(None),
            (Kind::Must, false) if watch.state == State::DEAD => return Err(Rollback),
            _ => {}
        }
    }
    Ok(Some(watch))
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use grammarc_core::grammar::RegularId;
    use grammarc_core::grammar::rows::{at_least, chars, literal};
    use grammarc_runtime::flat::LINES;

    /// Returns whether a watch of the first expression lets a text of the second through.
    fn is_admitted(watched: u32, text: u32, kind: Kind) -> bool {
        let mut grammar = LINES.grammar.clone();
        grammar.regulars = Cow::Owned(vec![
            chars(&[(0x21, 0x3d), (0x3f, 0xd7ff), (0xe000, 0x0010_ffff)]),
            chars(&[(0x21, 0x3c), (0x3f, 0xd7ff), (0xe000, 0x0010_ffff)]),
            at_least(1, 1),
            literal(b"ab"),
            literal(b"a"),
            literal(b"abc"),
            literal(b"ac"),
            literal(b">"),
        ]);
        let mut watches = Watches::new();
        let mut state = |id| watches.derivatives.start(&grammar, RegularId(id), &|_| Vec::new());
        let (watched, text) = (state(watched), state(text));
        watches.start(watched, kind);
        let first = watches.admit_text_of(text);
        assert_eq!(watches.admit_text_of(text), first, "it stays as it was");
        first
    }

    #[test]
    fn what_no_text_can_pass_is_known() {
        // The watch forbids each character of the text, however many bytes it has.
        assert!(!is_admitted(0, 2, Kind::Never));
        assert!(is_admitted(0, 7, Kind::Never));
        let texts = [(3, false), (4, true), (5, false), (6, true), (7, true)];
        assert_eq!(texts.map(|(text, _)| (text, is_admitted(3, text, Kind::Never))), texts);
        let texts = [(3, true), (4, true), (5, true), (6, false), (7, false)];
        assert_eq!(texts.map(|(text, _)| (text, is_admitted(3, text, Kind::Must))), texts);
    }
}
