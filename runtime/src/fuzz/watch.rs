//! What keeps the written text parsable: automata over the bytes that are written next.
//!
//! The end of a token (a longer match would take its place), `!r`, `&r` and `%word` each start a watch. A watch dies as
//! soon as it can no longer be violated, so few are alive at a time.

use crate::fuzz::Blocked;
use crate::fuzz::derivative::{Derivatives, State};

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
enum Kind {
    /// When a text of the expression is complete.
    Never,
    /// When none can be completed any more.
    Must,
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
}

impl Watches {
    /// Starts without a watch.
    pub(crate) fn new() -> Self {
        Self { derivatives: Derivatives::new(), live: Vec::new(), next: Vec::new(), started: 0 }
    }

    /// Returns the watches alive, oldest first.
    pub(crate) fn live(&self) -> &[Watch] {
        &self.live
    }

    /// Puts back what [`Watches::live`] once returned.
    pub(crate) fn restore(&mut self, saved: &[Watch]) {
        self.live.clear();
        self.live.extend_from_slice(saved);
    }

    /// Starts the watch after a token: from this state on, no text may be completed.
    pub(crate) fn no_longer(&mut self, state: State) {
        if state != State::DEAD {
            self.start(state, Kind::Never);
        }
    }

    /// Starts the watch of `!r`.
    pub(crate) fn never(&mut self, state: State) -> Result<(), Blocked> {
        if self.derivatives.accepts(state) {
            return Err(Blocked);
        }
        self.no_longer(state);
        Ok(())
    }

    /// Starts the watch of `&r`.
    pub(crate) fn must(&mut self, state: State) -> Result<(), Blocked> {
        if self.derivatives.accepts(state) {
            return Ok(());
        }
        if state == State::DEAD {
            return Err(Blocked);
        }
        self.start(state, Kind::Must);
        Ok(())
    }

    fn start(&mut self, state: State, kind: Kind) {
        self.live.push(Watch { state, kind, number: self.started });
        self.started = self.started.wrapping_add(1);
    }

    /// Returns how many were started so far.
    pub(crate) fn started(&self) -> u32 {
        self.started
    }

    /// Ends those started since [`Watches::started`] was `since`: for what is in a slice, its end is the end of the text.
    pub(crate) fn end_slice(&mut self, since: u32) -> Result<(), Blocked> {
        let is_inside = |watch: &Watch| watch.number >= since;
        if self.live.iter().any(|watch| is_inside(watch) && watch.kind == Kind::Must) {
            return Err(Blocked);
        }
        self.live.retain(|watch| !is_inside(watch));
        Ok(())
    }

    /// Moves the watches from `first` to before `last` over bytes. At a violation nothing is moved, and the number of the
    /// violated watch is the error; otherwise those that died are gone.
    pub(crate) fn feed(&mut self, bytes: &[u8], last: usize) -> Result<(), usize> {
        self.next.clear();
        for (number, watch) in self.live[..last].iter().enumerate() {
            if let Some(moved) = advance(&mut self.derivatives, *watch, bytes).map_err(|Blocked| number)? {
                self.next.push(moved);
            }
        }
        self.next.extend_from_slice(&self.live[last..]);
        std::mem::swap(&mut self.live, &mut self.next);
        Ok(())
    }

    /// Returns whether the text may end here.
    pub(crate) fn admit_end(&self) -> bool {
        self.live.iter().all(|watch| watch.kind == Kind::Never)
    }
}

/// Moves one watch over bytes; none if it died in peace.
fn advance(derivatives: &mut Derivatives, mut watch: Watch, bytes: &[u8]) -> Result<Option<Watch>, Blocked> {
    for &byte in bytes {
        watch.state = derivatives.step(watch.state, byte);
        match (watch.kind, derivatives.accepts(watch.state)) {
            (Kind::Never, true) => return Err(Blocked),
            (Kind::Must, true) => return Ok(None),
            (Kind::Never, false) if watch.state == State::DEAD => return Ok(None),
            (Kind::Must, false) if watch.state == State::DEAD => return Err(Blocked),
            _ => {}
        }
    }
    Ok(Some(watch))
}
